package pairing

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// A Player is a player's situation before a round.
type Player struct {
	Score    int            // points that the standings are ordered by
	Met      map[int]int    // games played against each other player, by index
	Byes     int            // byes so far, requested or not
	Club     string         // "" for none
	Group    string         // travelling group; "" for none
	Tables   map[string]int // games played at each table
	Missions map[string]int // games played of each mission
}

// A Table is a gaming table for one game of a round, with its mission.
type Table struct{ Name, Mission string }

// A Criterion is something that a pairing can cost, such as a rematch.
type Criterion string

// The criteria, heaviest first.
const (
	Rematch Criterion = "rematch" // games that the two have already played
	Twice   Criterion = "twice"   // byes that the player with the bye has already had
	Gap     Criterion = "gap"     // difference in score, squared; for a bye twice the square of the difference to the lowest score
	Club    Criterion = "club"
	Group   Criterion = "group"
	Mission Criterion = "mission" // times that either has played the mission
	Place   Criterion = "table"   // times that either has played at the table
)

// Criteria lists all criteria, heaviest first.
var Criteria = []Criterion{Rematch, Twice, Gap, Club, Group, Mission, Place}

// A Cost is what a pairing costs at one criterion.
type Cost struct {
	Level  Criterion `json:"Level"`
	Amount int       `json:"Amount"`
}

// A Pair is a game of a round, or a bye if B is Nobody.
type Pair struct {
	A, B  int
	Table Table
	Costs []Cost // costs above zero, heaviest first
	Fixed bool   // requested by the organiser
}

// Nobody is the opponent of a bye.
const Nobody = -1

// A Request is what Swiss draws a round from.
type Request struct {
	Players []Player
	Fixed   [][2]int // games that the organiser wants; the second is Nobody for a bye
	Tables  []Table  // tables in the order of the room; without any, games are numbered
	Seed    uint64   // decides between draws of equal cost
}

// MaxPlayers is how many players a round may have.
const MaxPlayers = 512

const (
	maxGap     = 1 << 8 // a larger difference costs no more
	maxRepeats = 7      // more repetitions cost no more
	clubUnit   = MaxPlayers
	gapUnit    = clubUnit * MaxPlayers
	twiceUnit  = gapUnit * (maxGap*maxGap + 1) * MaxPlayers / 2
)

// Swiss draws a round in which everybody plays. If the number of players without a fixed
// game is odd, one of them has a bye. It returns an error if a fixed game names an unknown
// player, or a player twice.
func Swiss(r Request) ([]Pair, error) {
	n := len(r.Players)
	if n > MaxPlayers {
		return nil, fmt.Errorf("pairing: %d players, at most %d", n, MaxPlayers)
	}
	var round []Pair
	taken := make([]bool, n)
	for _, f := range r.Fixed {
		for _, x := range f {
			if x == Nobody && x != f[0] {
				continue
			}
			if x < 0 || x >= n {
				return nil, fmt.Errorf("pairing: fixed game of %d, who does not play", x)
			}
			if taken[x] {
				return nil, fmt.Errorf("pairing: %d is fixed twice", x)
			}
			taken[x] = true
		}
		round = append(round, Pair{A: f[0], B: f[1], Fixed: true})
	}
	var free []int
	for x := range n {
		if !taken[x] {
			free = append(free, x)
		}
	}
	dice := rand.New(rand.NewPCG(r.Seed, 0x5eed))
	dice.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	if len(free)%2 == 1 {
		free = append(free, Nobody)
	}
	d := draw{Request: r, lowest: lowest(r.Players)}
	for i, j := range match(len(free), func(i, j int) int64 { return d.cost(free[i], free[j]) }) {
		if a, b := free[i], free[j]; i < j {
			if a == Nobody || b != Nobody && d.before(b, a) {
				a, b = b, a
			}
			round = append(round, Pair{A: a, B: b})
		}
	}
	slices.SortStableFunc(round, d.order)
	d.assignTables(round)
	for i := range round {
		round[i].Costs = d.costsOf(round[i])
	}
	return round, nil
}

// AssignTables assigns tables to the games of a round that was not drawn by Swiss, and adds
// the costs of repeated tables and missions.
func AssignTables(r Request, round []Pair) {
	d := draw{Request: r}
	d.assignTables(round)
	for i := range round {
		round[i].Costs = d.tableCosts(round[i])
	}
}

func lowest(players []Player) int {
	low := 0
	for i, p := range players {
		if i == 0 || p.Score < low {
			low = p.Score
		}
	}
	return low
}

// draw is a round being drawn.
type draw struct {
	Request
	lowest int
}

// before reports whether a is listed before b: by higher score, then by lower number.
func (d *draw) before(a, b int) bool {
	if x, y := d.Players[a].Score, d.Players[b].Score; x != y {
		return x > y
	}
	return a < b
}

// order compares two pairs: games of the leaders come first, byes last.
func (d *draw) order(x, y Pair) int {
	switch {
	case x.B == Nobody || y.B == Nobody:
		if x.B != Nobody {
			return -1
		}
		if y.B != Nobody {
			return 1
		}
	case d.Players[x.A].Score != d.Players[y.A].Score:
		return d.Players[y.A].Score - d.Players[x.A].Score
	case d.Players[x.B].Score != d.Players[y.B].Score:
		return d.Players[y.B].Score - d.Players[x.B].Score
	}
	return x.A - y.A
}

// cost returns the cost of a pair as one number, in which a heavier criterion outweighs all
// lighter ones; b may be Nobody.
func (d *draw) cost(a, b int) int64 {
	var sum int64
	for _, c := range d.pairCosts(a, b) {
		switch c.Level {
		case Rematch:
			sum += int64(min(c.Amount, maxRepeats)) * twiceUnit * MaxPlayers
		case Twice:
			sum += int64(min(c.Amount, maxRepeats)) * twiceUnit
		case Gap:
			sum += int64(min(c.Amount, maxGap*maxGap)) * gapUnit
		case Club:
			sum += clubUnit
		case Group:
			sum++
		}
	}
	return sum
}

// pairCosts returns the costs of a pair apart from those of its table.
func (d *draw) pairCosts(a, b int) []Cost {
	if a == Nobody {
		a, b = b, a
	}
	x := &d.Players[a]
	var bill []Cost
	add := func(l Criterion, amount int) {
		if amount > 0 {
			bill = append(bill, Cost{l, amount})
		}
	}
	if b == Nobody {
		add(Twice, x.Byes)
		add(Gap, 2*square(x.Score-d.lowest))
		return bill
	}
	y := &d.Players[b]
	add(Rematch, max(x.Met[b], y.Met[a]))
	add(Gap, square(x.Score-y.Score))
	if x.Club != "" && x.Club == y.Club {
		add(Club, 1)
	}
	if x.Group != "" && x.Group == y.Group {
		add(Group, 1)
	}
	return bill
}

func square(x int) int { return x * x }

func (d *draw) costsOf(p Pair) []Cost {
	return append(d.pairCosts(p.A, p.B), d.tableCosts(p)...)
}

// tableCosts returns the costs of what a pair repeats at its table.
func (d *draw) tableCosts(p Pair) []Cost {
	mission, place := d.timesPlayed(p, p.Table)
	return slices.DeleteFunc([]Cost{{Mission, mission}, {Place, place}}, func(c Cost) bool { return c.Amount == 0 })
}

// timesPlayed returns how often the two players have played a table's mission, and at the table.
func (d *draw) timesPlayed(p Pair, t Table) (mission, place int) {
	if p.B == Nobody {
		return 0, 0
	}
	for _, x := range [2]int{p.A, p.B} {
		if t.Mission != "" {
			mission += d.Players[x].Missions[t.Mission]
		}
		if t.Name != "" {
			place += d.Players[x].Tables[t.Name]
		}
	}
	return mission, place
}

// assignTables gives each game a table so that the games together repeat the fewest missions
// and then the fewest tables. If there are too few tables, the last games get none.
func (d *draw) assignTables(round []Pair) {
	var games []int
	for i, p := range round {
		if p.B != Nobody {
			games = append(games, i)
		}
	}
	if len(d.Tables) == 0 || len(games) == 0 {
		return
	}
	tables := d.Tables[:min(len(d.Tables), MaxPlayers)]
	k := max(len(games), len(tables))
	const never = int64(1) << 40
	// Games are the first k nodes and tables the others; the shorter list is filled up
	// with empty nodes.
	partner := match(2*k, func(a, b int) int64 {
		if a > b {
			a, b = b, a
		}
		if (a < k) == (b < k) {
			return never
		}
		if a >= len(games) || b-k >= len(tables) {
			return 0
		}
		mission, place := d.timesPlayed(round[games[a]], tables[b-k])
		return int64(mission)<<20 + int64(place)<<8
	})
	for i, g := range games {
		if t := partner[i] - k; t < len(tables) {
			round[g].Table = tables[t]
		}
	}
}
