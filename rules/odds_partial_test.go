package rules_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"strconv"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/odds"
)

// A duel is a battle of one command: three dice hit on a 4, then a roll-off, then the total
// of two dice.
type duel struct{ hits, total int }

type strike struct{}

func (strike) Kind() string   { return "strike" }
func (strike) By() rules.Seat { return 0 }

type struck struct {
	Hits  int `json:"hits"`
	Total int `json:"total"`
}

func (struck) Kind() string { return "struck" }
func (struck) Rule() string { return "T-4" }

func (d *duel) Legal() []rules.Command { return []rules.Command{strike{}} }
func (d *duel) Play(t *rules.Turn, _ rules.Command) error {
	hits := t.Count("hit", 3, 6, 4)[1]
	t.RollOff("a", "b", 6)
	t.Emit(struck{hits, t.Sum("damage", 2, 6)})
	return nil
}
func (d *duel) Apply(e rules.Event)            { s := e.(struck); d.hits, d.total = s.Hits, s.Total }
func (d *duel) Outcome() (rules.Outcome, bool) { return rules.Outcome{}, false }
func (d *duel) Clone() rules.Battle            { c := *d; return &c }
func (d *duel) View(rules.Seat) rules.View     { return rules.View{} }
func (d *duel) MarshalJSON() ([]byte, error)   { return json.Marshal(d.hits) }

var duelGame = &rules.Game{ID: "duel", Measures: []rules.Measure{
	{Name: "hits", Of: func(_, after rules.Battle, _ []rules.Event) string {
		return strconv.Itoa(after.(*duel).hits)
	}},
	{Name: "total", Of: func(_, after rules.Battle, _ []rules.Event) string {
		return strconv.Itoa(after.(*duel).total)
	}},
}}

func TestOddsGivenDice(t *testing.T) {
	picks := func() rules.Chooser { return rules.ChooseFirst }
	for _, c := range []struct {
		name          string
		given         []int
		measure, at   string
		num, den      int64
		measureLength int
	}{
		{"nothing fell", nil, "hits", "3", 1, 8, 4},
		{"one hit fell", []int{6}, "hits", "3", 1, 4, 3},
		{"two misses fell", []int{1, 3}, "hits", "1", 1, 2, 2},
		{"half a roll-off", []int{6, 6, 6, 4}, "total", "12", 1, 36, 11},
		{"an undecided roll-off", []int{6, 6, 6, 4, 4}, "total", "2", 1, 36, 11},
		{"one die of the sum", []int{6, 6, 6, 4, 5, 6}, "total", "12", 1, 6, 6},
	} {
		dists, err := rules.OddsGivenDice(duelGame, &duel{}, strike{}, c.given, 0, picks)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		d := dists[c.measure]
		if got, want := d[c.at], big.NewRat(c.num, c.den); got == nil || got.Cmp(want) != 0 {
			t.Errorf("%s: chance of %s %s is %v, want %v", c.name, c.measure, c.at, got, want)
		}
		if len(d) != c.measureLength {
			t.Errorf("%s: %d values, want %d", c.name, len(d), c.measureLength)
		}
		if d.Total().Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("%s: sum is %v", c.name, d.Total())
		}
	}
	if _, err := rules.OddsGivenDice(duelGame, &duel{}, strike{}, nil, 10, picks); !errors.Is(err, odds.ErrTooMany) {
		t.Errorf("ten runs: got %v, want ErrTooMany", err)
	}
}
