package underworlds

import (
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/hex"
	"oriflamme/rules/underworlds/ruling"
)

// A Standing is the facts about the place of a fighter. On a measured table the players
// state it; on a board it may be left out, and is refused when it contradicts the board.
type Standing struct {
	Territory string   `json:"territory" in:"own|enemy|none" default:"\"own\"" fact:"true"` // as seen by the fighter's owner (WU-SETUP-5)
	Edge      bool     `json:"edge_hex" default:"false" fact:"true"`                        // WU-HEX-4
	Objective int      `json:"objective" in:"0..5" default:"0" fact:"true"`                 // value of the token there; 0: none (WU-SETUP-11)
	Beside    []string `json:"beside" len:"0..6" each:"1..64" distinct:"true" default:"[]" fact:"true"`
}

// An Aim is the facts about an attacker and a target (WU-ATK-2, WU-COMBAT-6).
type Aim struct {
	Distance   int   `json:"distance" in:"1..20" fact:"true"`                                    // hexes
	Visible    *bool `json:"visible" default:"null" null:"true" fact:"true"`                     // nil: yes for adjacent fighters, otherwise as stated before
	Supporters *int  `json:"supporters" in:"0..5" default:"null" null:"true" fact:"true"`        // number; nil: the friends stated to be beside the target
	Opposing   *int  `json:"target_supporters" in:"0..5" default:"null" null:"true" fact:"true"` // number; nil: its friends stated to be beside the attacker
	Cornered   bool  `json:"cornered" default:"false" fact:"true"`                               // no empty hex beside the target is farther from the attacker
}

// A Site is the facts about the hex of an objective token (WU-SETUP-8).
type Site struct {
	Starting bool `json:"starting" default:"false" fact:"true"`
	Blocked  bool `json:"blocked" default:"false" fact:"true"`
	Edge     bool `json:"edge_hex" default:"false" fact:"true"`
	Nearest  int  `json:"nearest" in:"0..30" default:"0" fact:"true"` // distance of the nearest token; 0: there is none
	Forced   bool `json:"forced" default:"false" fact:"true"`         // no better hex is left (WU-SETUP-9)
}

// standingState is a Standing as the state of a measured battle keeps it.
type standingState struct {
	Territory string `json:"territory"`
	Edge      bool   `json:"edge"`
	Objective int    `json:"objective"`
	Beside    uint32 `json:"beside"` // a bit for each fighter
}

// setStanding puts a fighter at its stated place and makes adjacency mutual.
func (b *Battle) setStanding(i int, s *Standing) {
	b.clearStanding(i)
	w := &b.s.Fighters[i]
	w.At, w.Standing = i, standingState{Territory: s.Territory, Edge: s.Edge, Objective: s.Objective}
	for _, id := range s.Beside {
		if j := b.find(id); j >= 0 && j != i {
			w.Standing.Beside |= 1 << j
			b.s.Fighters[j].Standing.Beside |= 1 << i
		}
	}
}

// clearStanding removes a fighter from its stated place.
func (b *Battle) clearStanding(i int) {
	b.s.Fighters[i].At, b.s.Fighters[i].Standing = hex.None, standingState{}
	for j := range b.s.Fighters {
		b.s.Fighters[j].Standing.Beside &^= 1 << i
	}
}

// statedBeside reports whether two fighters are stated to be adjacent.
func (b *Battle) statedBeside(i, j int) bool { return b.s.Fighters[i].Standing.Beside>>j&1 != 0 }

// statedHeld returns the values of the objective tokens that the fighters of a seat are
// stated to stand on.
func (b *Battle) statedHeld(seat rules.Seat) (list []int) {
	for i := range b.fightersOf(seat) {
		if v := b.s.Fighters[i].Standing.Objective; v > 0 {
			list = append(list, v)
		}
	}
	return list
}

// standingAt returns the facts of the board about a fighter on a cell.
func (b *Battle) standingAt(i, at int) Standing {
	seat := b.fighters[i].seat
	s := Standing{Territory: "none", Edge: b.edge.Has(at)}
	switch {
	case b.Territory[seat].Has(at):
		s.Territory = "own"
	case b.Territory[opponent(seat)].Has(at):
		s.Territory = "enemy"
	}
	if k := slices.Index(b.s.Objectives, at); k >= 0 {
		s.Objective = b.s.Values[k]
	}
	for _, c := range b.Neighbours(at) {
		if j := b.fighterOn(int(c)); j >= 0 && j != i {
			s.Beside = append(s.Beside, b.id(j))
		}
	}
	return s
}

// contradicts refuses a stated Standing that contradicts the board.
func (s *Standing) contradicts(real Standing) *rules.Fault {
	if s == nil {
		return nil
	}
	stated := slices.Clone(s.Beside)
	slices.Sort(stated)
	slices.Sort(real.Beside)
	return rules.FirstFault(
		rules.FaultIf(s.Territory != real.Territory, rules.Breaks("WU-SETUP-5", "stand.territory", "the board says %s", real.Territory)),
		rules.FaultIf(s.Edge != real.Edge, rules.Breaks("WU-HEX-4", "stand.edge_hex", "the board says %v", real.Edge)),
		rules.FaultIf(s.Objective != real.Objective, rules.Breaks("WU-SETUP-11", "stand.objective", "the board says %d", real.Objective)),
		rules.FaultIf(!slices.Equal(stated, real.Beside), rules.Breaks("WU-HEX-7", "stand.beside", "the board says %v", real.Beside)),
	)
}

// checkStanding refuses a Standing that is impossible: with fighters that are not in play,
// or a token that another fighter holds.
func (b *Battle) checkStanding(i int, s *Standing) *rules.Fault {
	if s == nil {
		return rules.Missing("stand")
	}
	for k, id := range s.Beside {
		if j := b.find(id); j < 0 || j == i || !b.inPlay(j) {
			return rules.Faultf(rules.OutOfRange, rules.At("stand.beside", k), "no other fighter %q is in play", id)
		}
	}
	for j := range b.s.Fighters {
		if j != i && s.Objective > 0 && b.s.Fighters[j].Standing.Objective == s.Objective {
			return rules.Breaks("WU-SETUP-16", "stand.objective", "%s stands there", b.id(j))
		}
	}
	if b.remembersFacts() {
		return b.checkContacts(i, s)
	}
	return nil
}

// contradicts refuses a stated Aim that contradicts the board, for attacker i on a cell and
// target j.
func (b *Battle) contradicts(a *Aim, i, from, j int) *rules.Fault {
	if a == nil {
		return nil
	}
	at := b.s.Fighters[j].At
	room := ruling.FartherEmpty(b.Grid, from, at, b.emptyWithout(i))
	mine, theirs := b.supportersAt(i, at), b.supportersAt(j, from)
	return rules.FirstFault(
		rules.FaultIf(a.Distance != b.Distance(from, at), rules.Breaks("WU-HEX-7", "aim.distance", "the board says %d", b.Distance(from, at))),
		rules.FaultIf(a.Visible != nil && *a.Visible != b.sees(from, at), rules.Breaks("WU-LOS-2", "aim.visible", "the board says %v", b.sees(from, at))),
		rules.FaultIf(a.Supporters != nil && *a.Supporters != mine, rules.Breaks("WU-SUP-1", "aim.supporters", "the board says %d", mine)),
		rules.FaultIf(a.Opposing != nil && *a.Opposing != theirs, rules.Breaks("WU-SUP-2", "aim.target_supporters", "the board says %d", theirs)),
		rules.FaultIf(a.Cornered != room.Empty(), rules.Breaks("WU-COMBAT-6", "aim.cornered", "the board says %v", room.Empty())),
	)
}

// emptyWithout returns the cells that are empty once a fighter has left its own.
func (b *Battle) emptyWithout(i int) hex.Set {
	s := b.empty()
	if at := b.s.Fighters[i].At; at != hex.None {
		s.Add(at)
	}
	return s
}

// hexAt returns the hex of a cell for an event, nil on a measured table.
func (b *Battle) hexAt(at int) *ruling.Hex {
	if b.measured || at == hex.None {
		return nil
	}
	return &b.hexes[at]
}

// askStanding asks a player where a fighter stands after a push (WU-PUSH-1).
func (b *Battle) askStanding(t *rules.Turn, seat rules.Seat, i int) *Standing {
	s := &Standing{}
	k := t.Ask("WU-SETUP-5", seat, "stands-in", "own", "own-edge", "enemy", "enemy-edge", "no-ones", "no-ones-edge")
	s.Territory, s.Edge = []string{"own", "enemy", "none"}[k/2], k%2 == 1
	s.Objective = b.askObjective(t, seat, i)
	most := 6
	if b.remembersFacts() {
		most = maxNeighbours(s.Edge)
	}
	for len(s.Beside) < most {
		names := []string{"nobody-else"}
		for j := range b.fighters {
			if j != i && b.inPlay(j) && !slices.Contains(s.Beside, b.id(j)) && b.hasRoomBeside(j, i) {
				names = append(names, b.id(j))
			}
		}
		k := t.Ask("WU-HEX-7", seat, "stands-beside", names...)
		if k == 0 {
			break
		}
		s.Beside = append(s.Beside, names[k])
	}
	return s
}

// askObjective asks a player which token, not held by another fighter, a fighter stands on;
// 0 for none.
func (b *Battle) askObjective(t *rules.Turn, seat rules.Seat, i int) int {
	values, names := []int{0}, []string{"nothing"}
	for v := 1; v <= ruling.ObjectivesInPlay; v++ {
		if !slices.ContainsFunc(b.s.Fighters, func(w fighter) bool { return w.Standing.Objective == v }) || b.s.Fighters[i].Standing.Objective == v {
			values, names = append(values, v), append(names, "objective-"+strconv.Itoa(v))
		}
	}
	return values[t.Ask("WU-SETUP-11", seat, "stands-on", names...)]
}
