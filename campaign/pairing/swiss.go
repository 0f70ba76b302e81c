package pairing

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// A Player is one who stands in the table before a round.
type Player struct {
	Score    int            // in the points that the table is ordered by
	Met      map[int]int    // games played against each other player
	Byes     int            // byes had, asked for or not
	Club     string         // "" for none
	Group    string         // travels together; "" for none
	Tables   map[string]int // games played at each table
	Missions map[string]int // games played of each mission
}

// A Table is a place for one game of a round.
type Table struct{ Name, Mission string }

// A Level is a kind of cost.
type Level string

// The levels, heaviest first.
const (
	Rematch Level = "rematch" // games these two have already played
	Twice   Level = "twice"   // byes that who gets one has already had
	Gap     Level = "gap"     // the difference in score, squared; of a bye: to the lowest score, twice
	Club    Level = "club"
	Group   Level = "group"
	Mission Level = "mission" // times that either has played it
	Place   Level = "table"   // times that either has played there
)

// Levels are all of them in their order.
var Levels = []Level{Rematch, Twice, Gap, Club, Group, Mission, Place}

// A Charge is what a pairing costs at one level.
type Charge struct {
	Level  Level
	Amount int
}

// A Pair is a game of a round, or a bye when B is Nobody.
type Pair struct {
	A, B  int
	Table Table
	Bill  []Charge // what it costs, heaviest first; empty for a pairing without a blemish
	Fixed bool     // the organiser's own
}

// Nobody is the opponent of a bye.
const Nobody = -1

// A Request is a round to be drawn.
type Request struct {
	Players []Player
	Fixed   [][2]int // games that the organiser wants; B is Nobody for a bye
	Tables  []Table  // in the order of the hall; none: games are numbered
	Seed    uint64   // settles what costs the same
}

// MostPlayers is how many a round may have.
const MostPlayers = 512

const (
	gapMost   = 1 << 8 // beyond this difference every gap costs the same
	gameMost  = 7      // and so do more games than this
	clubUnit  = MostPlayers
	gapUnit   = clubUnit * MostPlayers
	twiceUnit = gapUnit * (gapMost*gapMost + 1) * MostPlayers / 2
)

// Swiss draws a round: everybody plays, but one has a bye when they are odd in number.
// An odd number of players left over by Fixed gives one bye more. Errors: a
// fixed game that names nobody there, or somebody twice.
func Swiss(r Request) ([]Pair, error) {
	n := len(r.Players)
	if n > MostPlayers {
		return nil, fmt.Errorf("pairing: %d players, at most %d", n, MostPlayers)
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
	d.seat(round)
	for i := range round {
		round[i].Bill = d.bill(round[i])
	}
	return round, nil
}

// Seat gives the games of a round that was planned elsewhere their tables, and each its
// bill for what it repeats there.
func Seat(r Request, round []Pair) {
	d := draw{Request: r}
	d.seat(round)
	for i := range round {
		round[i].Bill = d.wear(round[i])
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

// draw is a request being answered.
type draw struct {
	Request
	lowest int
}

// before tells who is written first: the higher score, then the lower number.
func (d *draw) before(a, b int) bool {
	if x, y := d.Players[a].Score, d.Players[b].Score; x != y {
		return x > y
	}
	return a < b
}

// order puts the games of the leaders first and byes last.
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

// cost is what two cost as a pair, one of whom may be Nobody.
func (d *draw) cost(a, b int) int64 {
	var sum int64
	for _, c := range d.charges(a, b) {
		switch c.Level {
		case Rematch:
			sum += int64(min(c.Amount, gameMost)) * twiceUnit * MostPlayers
		case Twice:
			sum += int64(min(c.Amount, gameMost)) * twiceUnit
		case Gap:
			sum += int64(min(c.Amount, gapMost*gapMost)) * gapUnit
		case Club:
			sum += clubUnit
		case Group:
			sum++
		}
	}
	return sum
}

// charges are the costs of a pair as such, wherever it plays.
func (d *draw) charges(a, b int) []Charge {
	if a == Nobody {
		a, b = b, a
	}
	x := &d.Players[a]
	var bill []Charge
	add := func(l Level, amount int) {
		if amount > 0 {
			bill = append(bill, Charge{l, amount})
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

func (d *draw) bill(p Pair) []Charge {
	return append(d.charges(p.A, p.B), d.wear(p)...)
}

// wear is what a pair repeats at its table.
func (d *draw) wear(p Pair) []Charge {
	mission, place := d.worn(p, p.Table)
	return slices.DeleteFunc([]Charge{{Mission, mission}, {Place, place}}, func(c Charge) bool { return c.Amount == 0 })
}

// worn tells how often the two of a pair have played a table's mission, and there.
func (d *draw) worn(p Pair, t Table) (mission, place int) {
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

// seat gives each game a table, so that together they repeat the fewest missions and
// then tables. Games beyond the tables there are keep none.
func (d *draw) seat(round []Pair) {
	var games []int
	for i, p := range round {
		if p.B != Nobody {
			games = append(games, i)
		}
	}
	if len(d.Tables) == 0 || len(games) == 0 {
		return
	}
	tables := d.Tables[:min(len(d.Tables), MostPlayers)]
	k := max(len(games), len(tables))
	const never = int64(1) << 40
	// Games are the first k nodes and tables the others; those beyond the lists are
	// nobody's game and no table.
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
		mission, place := d.worn(round[games[a]], tables[b-k])
		return int64(mission)<<20 + int64(place)<<8
	})
	for i, g := range games {
		if t := partner[i] - k; t < len(tables) {
			round[g].Table = tables[t]
		}
	}
}
