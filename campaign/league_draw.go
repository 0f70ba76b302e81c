package campaign

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"oriflamme/campaign/pairing"
	"oriflamme/rules"
)

// DrawMethods lists the methods by which a round may be drawn: by score, everybody meets
// everybody once, everybody meets everybody twice, or once within each group.
var DrawMethods = []DrawMethod{Swiss, RoundRobin, DoubleRoundRobin, GroupRoundRobin}

// A DrawMethod is a method by which a round may be drawn.
type DrawMethod string

const (
	Swiss            DrawMethod = "swiss"
	RoundRobin       DrawMethod = "robin"
	DoubleRoundRobin DrawMethod = "double-robin"
	GroupRoundRobin  DrawMethod = "pools"
)

// DrawRound opens a round with all its battles and byes, as they were drawn. Each battle
// records the costs of its pairing.
type DrawRound struct {
	Campaign ID          `json:"campaign"`
	Round    int         `json:"round"`
	Method   DrawMethod  `json:"method"`
	Seed     uint64      `json:"seed"` // the seed of the draw, so that it can be repeated
	At       time.Time   `json:"at"`
	Deadline time.Time   `json:"deadline"`
	Games    []DrawnGame `json:"games"`

	tablesTaken int // tables assigned so far, while the round is drawn
}

// A DrawnGame is a pairing of a round.
type DrawnGame struct {
	Battle ID             `json:"battle"` // made by the service when empty; always empty for a bye
	Number int            `json:"number"`
	A      ID             `json:"a"`
	B      ID             `json:"b"` // "" for a bye
	Table  string         `json:"table"`
	Fixed  bool           `json:"fixed"` // requested by the organiser
	Costs  []pairing.Cost `json:"bill"`

	Mission string `json:"mission,omitempty"` // the mission laid out at the table
}

// Kind returns "draw".
func (DrawRound) Kind() Kind { return KindDraw }

func (b DrawRound) subject() Subject { return ofCampaign(b.Campaign) }

func (b DrawRound) fill(g idFiller) Body {
	b.Games = slices.Clone(b.Games)
	for i := range b.Games {
		if one := &b.Games[i]; one.B != "" {
			one.Battle, one.Number = g.id(one.Battle), g.number(b.Campaign, 0)
		}
	}
	return b
}

func (b DrawRound) arranges() []ArrangedBattle {
	var all []ArrangedBattle
	for _, g := range b.Games {
		if g.B != "" { // a bye has no battle
			all = append(all, ArrangedBattle{g.Battle, b.Campaign, g.Number, g.Table, []ID{g.A, g.B}, b.At})
		}
	}
	return all
}

func (b DrawRound) concerns(s *State, m *Member, _ Entry) bool {
	return slices.ContainsFunc(b.Games, func(g DrawnGame) bool { return s.has(m, g.A) || s.has(m, g.B) })
}

func (b DrawRound) opensRound() (campaign ID, round int) { return b.Campaign, b.Round }

func (b DrawRound) apply(f *fold, a *Act) error {
	if !slices.Contains(DrawMethods, b.Method) {
		return refuse(Invalid, "method", "unknown-method", "", "method", string(b.Method))
	}
	if b.Round < 1 || len(b.Games) == 0 || len(b.Games) > pairing.MaxPlayers {
		return refuse(Invalid, "round", "range", "", "from", "1", "to", "100")
	}
	if err := (SetRound{Campaign: b.Campaign, Round: b.Round}).apply(f, a); err != nil {
		return err
	}
	plays := map[ID]bool{}
	for i, g := range b.Games {
		for _, id := range []ID{g.A, g.B} {
			if id != "" && plays[id] {
				return refuse(Invalid, fmt.Sprintf("games[%d]", i), "roster-twice", "CAMP-DRAW-1", "roster", f.rosterName(id))
			}
			plays[id] = true
		}
		var err error
		if g.B == "" {
			err = Bye{b.Campaign, g.A, b.Round}.apply(f, a)
		} else {
			err = Schedule{Battle: g.Battle, Campaign: b.Campaign, Number: g.Number, Round: b.Round, Table: g.Table, Mission: g.Mission, At: b.At, Deadline: b.Deadline,
				Seats: []ID{g.A, g.B}, Attacker: rules.Nobody}.apply(f, a)
			if err == nil {
				f.Battles[g.Battle].DrawInfo = &DrawInfo{Method: b.Method, Seed: b.Seed, Fixed: g.Fixed, Costs: g.Costs}
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *State) rosterName(id ID) string {
	if r := s.Rosters[id]; r != nil {
		return r.List.Name
	}
	return id
}

// DrawInfo says how a battle's pairing was drawn.
type DrawInfo struct {
	Method DrawMethod
	Seed   uint64
	Fixed  bool
	Costs  []pairing.Cost
}

// A RequestedGame is a pairing that the organiser wants in a round; B is "" for a bye.
type RequestedGame struct{ A, B ID }

// Draw draws a round of a campaign and returns it without scheduling anything. It pairs all
// rosters that are not retired, do not sit the round out and have no battle or bye in it
// yet. It avoids pairing rosters of one member, of one club or of one travelling group, and
// tables and missions that a roster has played before, if nothing of a heavier criterion is
// lost by it. The same seed gives the same draw.
func (s *State) Draw(campaign ID, round int, method DrawMethod, wanted []RequestedGame, seed uint64) (DrawRound, error) {
	b := DrawRound{Campaign: campaign, Round: round, Method: method, Seed: seed}
	rosters := s.availableRosters(campaign, round)
	groups := s.GroupsOf(campaign)
	if method != GroupRoundRobin || groups == nil {
		err := s.drawGroup(&b, s.RostersOf(campaign), rosters, wanted)
		return b, err
	}
	for i, w := range wanted {
		if w.B != "" && groups[w.A] != groups[w.B] {
			return b, refuse(Invalid, fmt.Sprintf("wishes[%d]", i), "other-group", "CAMP-GRP-1")
		}
	}
	for g := 1; g <= s.Campaigns[campaign].Settings.Groups; g++ {
		other := func(r *Roster) bool { return groups[r.ID] != g }
		within := slices.DeleteFunc(slices.Clone(wanted), func(w RequestedGame) bool { return groups[w.A] != g })
		err := s.drawGroup(&b, slices.DeleteFunc(s.RostersOf(campaign), other), slices.DeleteFunc(slices.Clone(rosters), other), within)
		if err != nil {
			return b, err
		}
	}
	return b, nil
}

// drawGroup adds the games of a group to a round. entered are all rosters that ever entered
// the group, rosters those that play.
func (s *State) drawGroup(b *DrawRound, entered, rosters []*Roster, wanted []RequestedGame) error {
	at := map[ID]int{"": pairing.Nobody}
	for i, r := range rosters {
		at[r.ID] = i
	}
	req := pairing.Request{Players: s.pairingPlayers(b.Campaign, rosters, at, b.Method), Seed: b.Seed}
	for i, w := range wanted {
		x, ok := at[w.A]
		y, ok2 := at[w.B]
		if !ok || !ok2 || x == y {
			return refuse(Invalid, fmt.Sprintf("wishes[%d]", i), "not-playing", "CAMP-DRAW-1")
		}
		req.Fixed = append(req.Fixed, [2]int{x, y})
	}
	for _, p := range s.freeTables(b.Campaign, b.Round, b.Games) {
		req.Tables = append(req.Tables, pairing.Table(p))
	}
	pairs, ok := s.planRoundRobin(b.Campaign, entered, rosters, b.Round, b.Method, wanted)
	if ok {
		pairing.AssignTables(req, pairs)
	} else {
		var err error
		if pairs, err = pairing.Swiss(req); err != nil {
			return refuse(Invalid, "wishes", "roster-twice", "CAMP-DRAW-1", "roster", "")
		}
	}
	for _, p := range pairs {
		g := DrawnGame{A: rosters[p.A].ID, Fixed: p.Fixed, Costs: p.Costs}
		if p.B != pairing.Nobody {
			g.B, g.Table, g.Mission = rosters[p.B].ID, p.Table.Name, p.Table.Mission
			if b.tablesTaken++; len(s.Campaigns[b.Campaign].Settings.Tables) == 0 {
				g.Table = fmt.Sprint(b.tablesTaken)
			}
		}
		b.Games = append(b.Games, g)
	}
	return nil
}

// GroupsOf assigns the rosters of a campaign to its groups in the order of entry, forwards
// and backwards in turn, so that a late entry moves nobody. Groups are counted from 1. It
// returns nil if the campaign has no groups.
func (s *State) GroupsOf(campaign ID) map[ID]int {
	c := s.Campaigns[campaign]
	if c == nil || c.Settings.Groups < 2 {
		return nil
	}
	rosters := s.RostersOf(campaign)
	groups := make(map[ID]int, len(rosters))
	for g, members := range pairing.Groups(len(rosters), c.Settings.Groups) {
		for _, i := range members {
			groups[rosters[i].ID] = g + 1
		}
	}
	return groups
}

// MaxGroups is how many groups a league may have.
const MaxGroups = 16

// availableRosters returns the rosters that can still be paired in a round, in order of entry.
func (s *State) availableRosters(campaign ID, round int) []*Roster {
	busy := map[ID]bool{}
	for _, b := range s.BattlesOf(campaign) {
		if b.Round == round {
			for _, id := range b.Seats {
				busy[id] = true
			}
		}
	}
	for _, bye := range s.Campaigns[campaign].Byes {
		if bye.Round == round {
			busy[bye.Roster] = true
		}
	}
	c := s.Campaigns[campaign]
	return slices.DeleteFunc(s.RostersOf(campaign), func(r *Roster) bool {
		return r.Retired || r.Unfinished || busy[r.ID] || c.Absent(r.ID, round)
	})
}

func (s *State) pairingPlayers(campaign ID, rosters []*Roster, at map[ID]int, method DrawMethod) []pairing.Player {
	players := make([]pairing.Player, len(rosters))
	for i, r := range rosters {
		players[i] = pairing.Player{Met: map[int]int{}, Club: "member " + r.Member, Group: strings.ToLower(r.Travel), Tables: map[string]int{}, Missions: map[string]int{}}
		if r.Club != "" {
			players[i].Club = "club " + strings.ToLower(r.Club)
		}
	}
	for _, row := range s.Standings(campaign, 0) {
		if i, ok := at[row.Roster]; ok {
			players[i].Byes = row.Byes
			if method == Swiss {
				players[i].Score = row.Points
			}
		}
	}
	for _, b := range s.BattlesOf(campaign) { // battles that are not final count too, because they will be
		for i, x := range b.Seats {
			if p, ok := at[x]; ok {
				players[p].Tables[b.Table]++
				players[p].Missions[b.Mission]++
			}
			for _, y := range b.Seats[i+1:] {
				p, ok := at[x]
				q, ok2 := at[y]
				if ok && ok2 {
					players[p].Met[q]++
					players[q].Met[p]++
				}
			}
		}
	}
	return players
}

// planRoundRobin returns the pairs of a round from the schedule of a round robin. ok is false
// if a roster that entered does not play, or two have met out of turn; the round is then
// drawn so that rosters meet that have not met yet.
func (s *State) planRoundRobin(campaign ID, entered, rosters []*Roster, round int, method DrawMethod, wanted []RequestedGame) ([]pairing.Pair, bool) {
	laps := map[DrawMethod]int{RoundRobin: 1, GroupRoundRobin: 1, DoubleRoundRobin: 2}[method]
	if laps == 0 || len(wanted) > 0 || len(rosters) != len(entered) {
		return nil, false
	}
	plan := pairing.RoundRobin(len(rosters), laps)
	if round < 1 || round > len(plan) {
		return nil, false
	}
	planned := map[[2]ID]int{}
	for _, before := range plan[:round-1] {
		for _, p := range before {
			if p.B != pairing.Nobody {
				planned[pairKey(rosters[p.A].ID, rosters[p.B].ID)]++
			}
		}
	}
	for _, b := range s.BattlesOf(campaign) {
		if len(b.Seats) == 2 && (method != GroupRoundRobin || containsAll(rosters, b.Seats)) {
			planned[pairKey(b.Seats[0], b.Seats[1])]--
		}
	}
	for _, left := range planned {
		if left != 0 {
			return nil, false
		}
	}
	return plan[round-1], true
}

// containsAll reports whether every one of ids is the ID of one of the rosters.
func containsAll(rosters []*Roster, ids []ID) bool {
	for _, id := range ids {
		if !slices.ContainsFunc(rosters, func(r *Roster) bool { return r.ID == id }) {
			return false
		}
	}
	return true
}

func pairKey(a, b ID) [2]ID { return [2]ID{min(a, b), max(a, b)} }

// maxTables is how many tables the settings may name.
const maxTables = 64

// A Table is a gaming table of the club and the mission laid out on it.
type Table struct {
	Name    string `json:"name"`
	Mission string `json:"mission,omitempty"`
}

func checkTables(all []Table) error {
	if len(all) > maxTables {
		return refuse(Invalid, "tables", "too-long", "", "most", fmt.Sprint(maxTables))
	}
	for i, p := range all {
		if err := firstError(checkLength("tables", p.Name, 1, 40), checkLength("tables", p.Mission, 0, 120)); err != nil {
			return err
		}
		if slices.IndexFunc(all, func(o Table) bool { return o.Name == p.Name }) != i {
			return refuse(Invalid, "tables", "table-twice", "", "table", p.Name)
		}
	}
	return nil
}

// freeTables returns the tables of the settings at which no game of a round is played yet.
func (s *State) freeTables(campaign ID, round int, drawn []DrawnGame) []Table {
	taken := map[string]bool{}
	for _, b := range s.BattlesOf(campaign) {
		if b.Round == round {
			taken[b.Table] = true
		}
	}
	for _, g := range drawn {
		taken[g.Table] = true
	}
	return slices.DeleteFunc(slices.Clone(s.Campaigns[campaign].Settings.Tables), func(p Table) bool { return taken[p.Name] })
}
