package underworlds

import (
	"math/bits"
	"slices"

	"oriflamme/rules"
)

// A measured battle remembers what the players state: who stands beside whom, on which token
// and in which territory, how far two fighters are from each other and whether they see each
// other. What is remembered may be left out when it is asked again, and cannot be contradicted
// until a fighter changes its place.

// aimState is what is remembered of an attacker and its target.
type aimState struct {
	Attacker int  `json:"attacker"`
	Target   int  `json:"target"`
	Distance int  `json:"distance"`
	Visible  bool `json:"visible"`
	Cornered bool `json:"cornered"`
	Shifted  int  `json:"shifted"` // state.Shifted when it was stated
}

func (b *Battle) rememberAim(e AimStated) {
	a := aimState{b.find(e.Fighter), b.find(e.Target), e.Distance, e.Visible, e.Cornered, b.s.Shifted}
	b.s.Aims = slices.DeleteFunc(b.s.Aims, func(o aimState) bool { return o.Attacker == a.Attacker && o.Target == a.Target })
	b.s.Aims = append(b.s.Aims, a)
}

// forgetAims drops what is remembered of a fighter that changes its place.
func (b *Battle) forgetAims(i int) {
	b.s.Aims = slices.DeleteFunc(b.s.Aims, func(o aimState) bool { return o.Attacker == i || o.Target == i })
}

// aimBetween returns what was stated about two fighters, whichever of them attacked.
func (b *Battle) aimBetween(i, j int) (aimState, bool) {
	for _, a := range b.s.Aims {
		if a.Attacker == i && a.Target == j || a.Attacker == j && a.Target == i {
			return a, true
		}
	}
	return aimState{}, false
}

// corneredStated returns what was stated about the room behind a target since a fighter last
// changed its place.
func (b *Battle) corneredStated(i, j int) (cornered, known bool) {
	for _, a := range b.s.Aims {
		if a.Attacker == i && a.Target == j && a.Shifted == b.s.Shifted {
			return a.Cornered, true
		}
	}
	return false, false
}

// distanceStated returns the distance between two fighters if it is remembered, otherwise 0.
func (b *Battle) distanceStated(i, j int) int {
	if b.statedBeside(i, j) {
		return 1
	}
	a, _ := b.aimBetween(i, j)
	return a.Distance
}

// completeAim returns an Aim with what the battle remembers in place of what was left out; nil
// when the distance is unknown.
func (b *Battle) completeAim(i, j int, stated *Aim) *Aim {
	var a Aim
	known, remembered := b.aimBetween(i, j)
	if stated != nil {
		a = *stated
	} else {
		a.Distance = b.distanceStated(i, j)
		a.Cornered, _ = b.corneredStated(i, j)
	}
	switch {
	case a.Distance == 0:
		return nil
	case a.Visible != nil:
	case a.Distance == 1: // adjacent hexes always see each other
		a.Visible = new(true)
	case remembered:
		a.Visible = new(known.Visible)
	default:
		return nil
	}
	return &a
}

// settleAim completes the facts about an attack and remembers them. They stay unknown when the
// room behind the target was not stated: the attacking player is asked for it.
func (b *Battle) settleAim(t *rules.Turn, x *attackState) {
	if _, known := b.corneredStated(x.attacker, x.target); x.aim == nil && !known {
		return
	}
	if x.aim = b.completeAim(x.attacker, x.target, x.aim); x.aim != nil {
		t.Emit(AimStated{b.id(x.attacker), b.id(x.target), x.aim.Distance, *x.aim.Visible, x.aim.Cornered})
	}
}

// checkAim refuses an Aim that lacks a fact, is out of range of a weapon, or contradicts what
// the battle remembers.
func (b *Battle) checkAim(i, j int, stated *Aim, weapon *AttackAction) *rules.Fault {
	a := b.completeAim(i, j, stated)
	switch {
	case a == nil && stated == nil:
		return rules.Missing("aim")
	case a == nil:
		return rules.Missing("aim.visible")
	}
	known, remembered := b.aimBetween(i, j)
	cornered, settled := b.corneredStated(i, j)
	mine, theirs := b.supporters(i, j), b.supporters(j, i)
	if fault := a.check(weapon, b.statedBeside(i, j)); fault != nil {
		return fault
	}
	switch {
	case remembered && a.Distance != known.Distance:
		return rules.Breaks("WU-HEX-7", "aim.distance", "was stated as %d", known.Distance)
	case remembered && *a.Visible != known.Visible:
		return rules.Breaks("WU-LOS-2", "aim.visible", "was stated as %v", known.Visible)
	case settled && a.Cornered != cornered:
		return rules.Breaks("WU-COMBAT-6", "aim.cornered", "was stated as %v", cornered)
	case a.Supporters != nil && *a.Supporters != mine:
		return rules.Breaks("WU-SUP-1", "aim.supporters", "%d friends are stated to be beside the target", mine)
	case a.Opposing != nil && *a.Opposing != theirs:
		return rules.Breaks("WU-SUP-2", "aim.target_supporters", "%d of its friends are stated to be beside the attacker", theirs)
	}
	return b.checkDistance(i, j, a.Distance)
}

// checkDistance refuses a distance between two fighters that cannot be, given their remembered
// distances from a third: no way is longer than one around.
func (b *Battle) checkDistance(i, j, d int) *rules.Fault {
	for k := range b.fighters {
		if k == i || k == j || !b.inPlay(k) {
			continue
		}
		x, y := b.distanceStated(i, k), b.distanceStated(k, j)
		if x > 0 && y > 0 && (d > x+y || d < max(x, y)-min(x, y)) {
			return rules.Breaks("WU-HEX-7", "aim.distance", "%s is at distance %d and %d of them", b.id(k), x, y)
		}
	}
	return nil
}

// maxNeighbours returns how many fighters can be beside one that stands on an edge hex or
// elsewhere (WU-HEX-4).
func maxNeighbours(edge bool) int {
	if edge {
		return 5
	}
	return 6
}

// hasRoomBeside reports whether fighter i can stand beside fighter j, given the others that are
// stated to do so.
func (b *Battle) hasRoomBeside(j, i int) bool {
	if !b.remembersFacts() {
		return true
	}
	others := bits.OnesCount32(b.s.Fighters[j].Standing.Beside &^ (1 << i))
	return others < maxNeighbours(b.s.Fighters[j].Standing.Edge)
}

// checkContacts refuses a Standing with more fighters beside a hex than it has neighbours.
func (b *Battle) checkContacts(i int, s *Standing) *rules.Fault {
	if len(s.Beside) > maxNeighbours(s.Edge) {
		return rules.Breaks("WU-HEX-4", "stand.beside", "an edge hex has fewer than six neighbours")
	}
	for k, id := range s.Beside {
		if !b.hasRoomBeside(b.find(id), i) {
			return rules.Breaks("WU-HEX-4", rules.At("stand.beside", k), "no hex beside %s is free", id)
		}
	}
	return nil
}

// checkWay refuses the end of a Move action that is too far from where it began, as far as the
// battle remembers distances (WU-MOVE-1).
func (b *Battle) checkWay(i, steps int, s *Standing) *rules.Fault {
	if !b.remembersFacts() || s == nil {
		return nil
	}
	for k, id := range s.Beside {
		j := b.find(id)
		if j < 0 {
			continue // checkStanding refuses it
		}
		far := b.distanceStated(i, j) > steps+1
		for o := range b.fighters {
			far = far || o != i && o != j && b.statedBeside(i, o) && b.distanceStated(o, j) > steps+2
		}
		if far {
			return rules.Breaks("WU-MOVE-1", rules.At("stand.beside", k), "%s is farther away", id)
		}
	}
	return nil
}

// plausibleAims returns plausible Aims of a weapon at a target that is adjacent, or not.
func (b *Battle) plausibleAims(i, j int, w *AttackAction, beside bool) []*Aim {
	if !b.remembersFacts() {
		return plausibleAims(w, beside)
	}
	a := &Aim{Distance: b.distanceStated(i, j)}
	if a.Cornered, _ = b.corneredStated(i, j); a.Distance == 0 {
		a.Distance = max(2, w.Range)
	}
	if known, remembered := b.aimBetween(i, j); remembered {
		a.Visible = new(known.Visible)
	} else {
		a.Visible = new(true)
	}
	if b.checkAim(i, j, a, w) != nil {
		return nil
	}
	return []*Aim{a}
}

// FactsOf returns the fields of a command that the players of a measured table fill in. What is
// remembered is the value that the form starts with.
func (b *Battle) FactsOf(c rules.Command) []rules.Fact {
	facts := func(names ...string) (list []rules.Fact) {
		for _, n := range names {
			list = append(list, rules.Fact{Name: n})
		}
		return list
	}
	if n, ok := c.(NameCard); ok && n.Listed == "" {
		list := facts("name", "text", "when")
		if n.Type == "objective" {
			list = facts("name", "text", "glory", "surge")
		}
		for k := range list {
			list[k].Decision = true
		}
		list[0].Value = ""
		return list
	}
	if _, ok := c.(Amend); ok {
		return []rules.Fact{{Name: "reason", Decision: true}, {Name: "changes", Decision: true}}
	}
	if !b.measured {
		return nil
	}
	switch c := c.(type) {
	case JoinBoards:
		return facts("complete_hexes")
	case PlaceObjective:
		return facts("site")
	case PlaceFighter:
		return facts("stand")
	case Move:
		return facts("steps", "stand")
	case Charge:
		if !b.targetsAfterMove() {
			return facts("steps", "stand", "aim")
		}
		return facts("steps", "stand")
	case Shock:
		return facts("steps", "stand")
	case Attack:
		aim := rules.Fact{Name: "aim"}
		if i, j := b.find(c.Fighter), b.find(c.Target); i >= 0 && j >= 0 && b.remembersFacts() {
			if a := b.completeAim(i, j, nil); a != nil {
				aim.Value = a
			}
		}
		return []rules.Fact{aim}
	}
	return nil
}
