package pairing

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"oriflamme/rules/rulestest"
)

// event is a random Swiss event that is played round by round.
type event struct {
	players []Player
	dice    *rand.Rand
}

func newEvent(n int, dice *rand.Rand) *event {
	e := &event{players: make([]Player, n), dice: dice}
	clubs := []string{"", "", "Lys", "Ours", "Cygne"}
	for i := range e.players {
		e.players[i] = Player{Met: map[int]int{}, Club: clubs[dice.IntN(len(clubs))], Tables: map[string]int{}, Missions: map[string]int{}}
	}
	return e
}

func (e *event) play(round []Pair) {
	for _, p := range round {
		if p.B == Nobody {
			e.players[p.A].Byes++
			e.players[p.A].Score += 3
			continue
		}
		a, b := &e.players[p.A], &e.players[p.B]
		a.Met[p.B]++
		b.Met[p.A]++
		for _, x := range []*Player{a, b} {
			x.Tables[p.Table.Name]++
			x.Missions[p.Table.Mission]++
		}
		switch e.dice.IntN(3) {
		case 0:
			a.Score += 3
		case 1:
			b.Score += 3
		default:
			a.Score++
			b.Score++
		}
	}
}

// TestSwissEvents plays random events. If there is a rematch or a second bye, another
// algorithm must confirm that no draw of the round could avoid it.
func TestSwissEvents(t *testing.T) {
	events := 10_000
	if testing.Short() || rulestest.RaceDetector {
		events = 300
	}
	dice := rand.New(rand.NewPCG(128, 4))
	rounds, games, forced := 0, 0, 0
	for n := range events {
		// Large events are rare because they take most of the time, but every size can occur.
		size := 4 + dice.IntN(1+dice.IntN(1+dice.IntN(125)))
		if n%500 == 0 {
			size = 128 - n/500%2
		}
		e := newEvent(size, dice)
		for range 3 + dice.IntN(4) {
			round, err := Swiss(Request{Players: e.players, Seed: dice.Uint64()})
			if err != nil {
				t.Fatal(err)
			}
			rounds++
			games += len(round)
			seen := make([]bool, size)
			rematches, twice := 0, 0
			for _, p := range round {
				for _, x := range []int{p.A, p.B} {
					if x == Nobody {
						continue
					}
					if seen[x] {
						t.Fatalf("%d plays twice", x)
					}
					seen[x] = true
				}
				if p.B == Nobody {
					twice += e.players[p.A].Byes
				} else {
					rematches += e.players[p.A].Met[p.B]
				}
			}
			for x, ok := range seen {
				if !ok {
					t.Fatalf("%d does not play", x)
				}
			}
			if rematches > 0 || twice > 0 {
				forced++
				if possible(e.players, rematches > 0) {
					t.Fatalf("event %d of %d players: %d rematches and %d byes too many, which can be avoided", n, size, rematches, twice)
				}
			}
			e.play(round)
		}
	}
	t.Logf("%d events, %d rounds, %d pairings; in %d rounds something could not be avoided", events, rounds, games, forced)
}

// possible reports whether everybody can play somebody new or have a first bye (any bye if
// onlyRematches). A graph has a perfect matching if the determinant of its Tutte matrix is
// not zero. The determinant is computed at a random point of a prime field: true is
// certain, false is wrong once in 10⁷.
func possible(players []Player, onlyRematches bool) bool {
	n := len(players) + len(players)%2
	m := make([][]uint64, n)
	for i := range m {
		m[i] = make([]uint64, n)
	}
	dice := rand.New(rand.NewPCG(9, 9))
	for a := range n {
		for b := range a {
			var ok bool
			if a == len(players) {
				ok = onlyRematches || players[b].Byes == 0
			} else {
				ok = players[a].Met[b] == 0
			}
			if ok {
				x := 1 + dice.Uint64N(prime-1)
				m[a][b], m[b][a] = x, prime-x
			}
		}
	}
	return regular(m)
}

const prime = 2147483647

// regular reports whether a matrix over the prime field is regular, by Gaussian elimination.
func regular(m [][]uint64) bool {
	for c := range m {
		r := c
		for r < len(m) && m[r][c] == 0 {
			r++
		}
		if r == len(m) {
			return false
		}
		m[r], m[c] = m[c], m[r]
		inverse := power(m[c][c], prime-2)
		for r := c + 1; r < len(m); r++ {
			if m[r][c] == 0 {
				continue
			}
			f := m[r][c] * inverse % prime
			for k := c; k < len(m); k++ {
				m[r][k] = (m[r][k] + (prime-f)*m[c][k]) % prime
			}
		}
	}
	return true
}

func power(x, n uint64) uint64 {
	y := uint64(1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			y = y * x % prime
		}
		x = x * x % prime
	}
	return y
}

func TestSwissAgainstBruteForce(t *testing.T) {
	dice := rand.New(rand.NewPCG(10, 10))
	for range 400 {
		e := newEvent(4+dice.IntN(7), dice)
		for range 1 + dice.IntN(6) {
			round, err := Swiss(Request{Players: e.players, Seed: dice.Uint64()})
			if err != nil {
				t.Fatal(err)
			}
			d := draw{Request: Request{Players: e.players}, lowest: lowest(e.players)}
			size := len(e.players) + len(e.players)%2
			name := func(i int) int {
				if i == len(e.players) {
					return Nobody
				}
				return i
			}
			table := make([][]int64, size)
			for a := range size {
				table[a] = make([]int64, size)
				for b := range size {
					if a != b {
						table[a][b] = d.cost(name(a), name(b))
					}
				}
			}
			var got int64
			for _, p := range round {
				got += d.cost(p.A, p.B)
			}
			if want := cheapest(table, 0); got != want {
				t.Fatalf("%d players: %d, brute force %d", len(e.players), got, want)
			}
			e.play(round)
		}
	}
}

func TestSwissIsTheSameBySeed(t *testing.T) {
	e := newEvent(31, rand.New(rand.NewPCG(1, 2)))
	tables := []Table{{"1", "Gués"}, {"2", "Ponts"}, {"3", "Gués"}}
	first, err := Swiss(Request{Players: e.players, Tables: tables, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	again, _ := Swiss(Request{Players: e.players, Tables: tables, Seed: 7})
	other, _ := Swiss(Request{Players: e.players, Tables: tables, Seed: 8})
	if !reflect.DeepEqual(first, again) {
		t.Error("another round of the same seed")
	}
	if reflect.DeepEqual(first, other) {
		t.Error("every seed gives the same round")
	}
}

func TestSwissPrefers(t *testing.T) {
	met := func(who ...int) map[int]int {
		m := map[int]int{}
		for _, x := range who {
			m[x] = 1
		}
		return m
	}
	for _, c := range []struct {
		name    string
		players []Player
		fixed   [][2]int
		want    map[int]int
	}{
		{"equals in score", []Player{{Score: 6}, {Score: 0}, {Score: 6}, {Score: 0}}, nil, map[int]int{0: 2, 1: 3}},
		{"no rematch, whatever the gap", []Player{{Score: 9, Met: met(1)}, {Score: 9, Met: met(0)}, {}, {}}, nil, map[int]int{}},
		{"no club mates among equals", []Player{{Club: "Lys"}, {Club: "Lys"}, {Club: "Ours"}, {Club: "Ours"}}, nil, map[int]int{}},
		{"club mates before a gap", []Player{{Score: 3, Club: "Lys"}, {Score: 3, Club: "Lys"}, {}, {}}, nil, map[int]int{0: 1}},
		{"the bye to the last", []Player{{Score: 3}, {Score: 3}, {Score: 0}}, nil, map[int]int{2: Nobody}},
		{"no second bye", []Player{{Score: 6}, {Score: 3}, {Score: 0, Byes: 1}}, nil, map[int]int{1: Nobody}},
		{"what the organiser wants", []Player{{Score: 6}, {Score: 6}, {}, {}}, [][2]int{{0, 3}}, map[int]int{0: 3, 1: 2}},
	} {
		round, err := Swiss(Request{Players: c.players, Fixed: c.fixed, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range round {
			if want, ok := c.want[p.A]; ok && want != p.B {
				t.Errorf("%s: %v", c.name, round)
			}
			for _, charge := range p.Costs {
				if charge.Level == Rematch || charge.Level == Twice || charge.Level == Club && c.name == "no club mates among equals" {
					t.Errorf("%s: %v", c.name, round)
				}
			}
		}
	}
	for _, fixed := range [][][2]int{{{0, 7}}, {{0, 1}, {1, 2}}, {{Nobody, 1}}} {
		if _, err := Swiss(Request{Players: make([]Player, 4), Fixed: fixed}); err == nil {
			t.Errorf("%v is taken", fixed)
		}
	}
}

func TestTables(t *testing.T) {
	players := []Player{
		{Tables: map[string]int{"1": 1}, Missions: map[string]int{"Gués": 1}}, {},
		{Tables: map[string]int{"2": 1}, Missions: map[string]int{"Ponts": 1}}, {},
	}
	tables := []Table{{"1", "Gués"}, {"2", "Ponts"}, {"3", "Ponts"}}
	round, err := Swiss(Request{Players: players, Tables: tables, Fixed: [][2]int{{0, 1}, {2, 3}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range round {
		if len(p.Costs) > 0 {
			t.Errorf("%v has a blemish that another table does not have", p)
		}
		if p.Table.Name == "" {
			t.Errorf("%v has no table", p)
		}
	}
}

func TestRoundRobin(t *testing.T) {
	for n := 2; n <= 33; n++ {
		for laps := 1; laps <= 2; laps++ {
			met, first := map[[2]int]int{}, make([]int, n)
			for _, round := range RoundRobin(n, laps) {
				seen := map[int]bool{}
				for _, p := range round {
					if seen[p.A] || seen[p.B] {
						t.Fatalf("%d players: somebody plays twice in %v", n, round)
					}
					seen[p.A], seen[p.B] = true, true
					met[[2]int{min(p.A, p.B), max(p.A, p.B)}]++
					if p.B != Nobody {
						first[p.A]++
					}
				}
			}
			for a := range n {
				for b := range a {
					if met[[2]int{b, a}] != laps {
						t.Fatalf("%d players, %d laps: %d and %d meet %d times", n, laps, a, b, met[[2]int{b, a}])
					}
				}
				if games := (n - 1) * laps; first[a]*2 < games-2 || first[a]*2 > games+2 {
					t.Errorf("%d players: %d is first %d times in %d", n, a, first[a], games)
				}
			}
		}
	}
}

func TestGroups(t *testing.T) {
	if got := Groups(10, 3); !reflect.DeepEqual(got, [][]int{{0, 5, 6}, {1, 4, 7}, {2, 3, 8, 9}}) {
		t.Errorf("%v", got)
	}
}

func BenchmarkSwiss128(b *testing.B) {
	dice := rand.New(rand.NewPCG(1, 1))
	e := newEvent(128, dice)
	for range 6 {
		round, err := Swiss(Request{Players: e.players})
		if err != nil {
			b.Fatal(err)
		}
		e.play(round)
	}
	tables := make([]Table, 64)
	for i := range tables {
		tables[i] = Table{Name: string(rune('A' + i))}
	}
	for b.Loop() {
		if _, err := Swiss(Request{Players: e.players, Tables: tables}); err != nil {
			b.Fatal(err)
		}
	}
}
