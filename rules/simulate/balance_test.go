package simulate_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/simulate"
)

// A brawl is a battle of one command: the seat whose force has the longer name wins, unless the die shows 1; then
// nobody does. Who has the shorter name plays first.
type brawl struct {
	names  [2]string
	winner *rules.Seat
}

type (
	fight  struct{}
	began  struct{ Seat rules.Seat }
	fought struct{ Winner rules.Seat }
)

func (fight) Kind() string         { return "fight" }
func (fight) By() rules.Seat       { return 0 }
func (began) Kind() string         { return "began" }
func (began) Rule() string         { return "" }
func (e began) TurnOf() rules.Seat { return e.Seat }
func (fought) Kind() string        { return "fought" }
func (fought) Rule() string        { return "" }

func (b *brawl) Legal() []rules.Command {
	if b.winner != nil {
		return nil
	}
	return []rules.Command{fight{}}
}

func (b *brawl) Play(t *rules.Turn, _ rules.Command) error {
	longer := rules.Seat(0)
	if len(b.names[1]) > len(b.names[0]) {
		longer = 1
	}
	t.Emit(began{1 - longer})
	if t.Roller.Sum("luck", 1, 6) == 1 {
		longer = rules.Nobody
	}
	t.Emit(fought{longer})
	return nil
}

func (b *brawl) Apply(e rules.Event) {
	if e, ok := e.(fought); ok {
		b.winner = &e.Winner
	}
}

func (b *brawl) Outcome() (rules.Outcome, bool) {
	if b.winner == nil {
		return rules.Outcome{}, false
	}
	return rules.Outcome{Winner: *b.winner}, true
}

func (b *brawl) Clone() rules.Battle          { c := *b; return &c }
func (b *brawl) View(rules.Seat) rules.View   { return rules.View{} }
func (b *brawl) MarshalJSON() ([]byte, error) { return []byte("{}"), nil }

// brawls is a balance of forces, which are named by their ids.
func brawls(battles, workers int, forces ...string) *simulate.Balance {
	game := &rules.Game{ID: "brawl", Begin: func(s rules.Setup) (rules.Battle, error) {
		if s.Rosters[0].Name == "lame" {
			return nil, errors.New("the lame do not fight")
		}
		return &brawl{names: [2]string{s.Rosters[0].Name, s.Rosters[1].Name}}, nil
	}}
	return &simulate.Balance{Game: game, Bot: rules.RandomBot, Forces: forces, Battles: battles, Seed: "s", Workers: workers,
		Setup: func(first, second int) (rules.Setup, error) {
			return rules.Setup{Rosters: []rules.Roster{{Name: forces[first]}, {Name: forces[second]}}}, nil
		}}
}

func TestBalanceCounts(t *testing.T) {
	const battles = 60
	table, err := brawls(battles, 2, "a", "bb", "ccc").Run(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	draws := 0
	for first, row := range table.Pairs {
		for second, pair := range row {
			if first == second {
				if pair.Battles != 0 {
					t.Errorf("%d fights itself", first)
				}
				continue
			}
			draws += pair.Draws
			stronger := 0
			if second > first {
				stronger = 1
			}
			if pair.Battles != battles || pair.Steps != battles || pair.Wins[stronger] != battles-pair.Draws || pair.Wins[1-stronger] != 0 {
				t.Errorf("%d against %d: %+v", first, second, pair)
			}
			if pair.Draws == 0 || pair.Draws > battles/3 {
				t.Errorf("%d of %d battles are drawn, about a sixth are", pair.Draws, battles)
			}
		}
	}
	all := 6 * battles
	if table.Seats.Battles != all || table.Seats.Draws != draws || table.Seats.Wins[0]+table.Seats.Wins[1] != all-draws {
		t.Errorf("by seat: %+v", table.Seats)
	}
	if table.Turns.Battles != all || table.Turns.Wins[0] != 0 || table.Turns.Wins[1] != all-draws {
		t.Errorf("who plays first has the shorter name and never wins: %+v", table.Turns)
	}
	for i, wins := range []int{0, 2 * battles, 4 * battles} {
		got := table.Force(i)
		wins -= drawn(table, i, func(k int) bool { return k < i }) // a draw against a weaker force is no win
		if got.Battles != 4*battles || got.Wins[0] != wins || got.Wins[0]+got.Wins[1]+got.Draws != 4*battles {
			t.Errorf("force %d: %+v, want %d wins", i, got, wins)
		}
		share, low, high := got.Share(0)
		if want := (float64(got.Wins[0]) + float64(got.Draws)/2) / (4 * battles); share != want || low >= want || high <= want || high-low > 0.14 {
			t.Errorf("force %d: share %v from %v to %v, want %v", i, share, low, high, want)
		}
	}
}

// drawn counts the drawn battles of a force against those that are meant.
func drawn(t simulate.Table, force int, meant func(other int) bool) (n int) {
	for k := range t.Forces {
		if k != force && meant(k) {
			n += t.Against(force, k).Draws
		}
	}
	return n
}

func TestBalanceDoesNotDependOnWorkers(t *testing.T) {
	want, err := brawls(25, 1, "a", "bb", "ccc", "dddd").Run(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	got, err := brawls(25, 4, "a", "bb", "ccc", "dddd").Run(context.Background(), func(n int) { last = n })
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n%+v\n%+v", err, got, want)
	}
	if last != 12*25 {
		t.Errorf("progress ends with %d", last)
	}
	other := brawls(25, 4, "a", "bb", "ccc", "dddd")
	other.Seed = "t"
	if got, _ := other.Run(context.Background(), nil); reflect.DeepEqual(got, want) {
		t.Error("another seed gives the same battles")
	}
	// The battles of two forces are the same without the others.
	if got, _ := brawls(25, 2, "bb", "dddd").Run(context.Background(), nil); !reflect.DeepEqual(got.Pairs[0][1], want.Pairs[1][3]) {
		t.Errorf("%+v, want %+v", got.Pairs[0][1], want.Pairs[1][3])
	}
}

func TestBalanceStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	table, err := brawls(1000, 2, "a", "bb").Run(ctx, func(n int) {
		if n == 10 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || table.Seats.Battles < 10 || table.Seats.Battles > 12 {
		t.Errorf("%v after %d battles", err, table.Seats.Battles)
	}
	if _, err := brawls(3, 4, "a", "lame").Run(context.Background(), nil); err == nil || fmt.Sprint(err) != "lame against a, battle 1: the lame do not fight" {
		t.Errorf("got %v", err)
	}
}
