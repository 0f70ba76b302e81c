package underworlds_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/underworlds"
)

// mediumConfidence are the rulings of medium confidence between whose readings a battle can
// choose. A-36 is not one of them: boards list their half hexes, so there is nothing left to
// count differently.
var mediumConfidence = []string{
	"A-3", "A-9", "A-10", "A-11", "A-12", "A-13", "A-16", "A-18", "A-20", "A-22", "A-23", "A-24", "A-25", "A-26", "A-27",
	"A-40", "A-43", "A-44", "A-55",
}

func TestDoubtfulRulingsAreOptions(t *testing.T) {
	var settled []string
	for _, o := range underworlds.Game.Options {
		if o.Default != o.Values[0] || len(o.Values) != 2 {
			t.Errorf("%s: default %s of %v", o.ID, o.Default, o.Values)
		}
		settled = append(settled, o.Rule)
	}
	for _, id := range mediumConfidence {
		if !slices.Contains(settled, id) {
			t.Errorf("ruling %s is no option", id)
		}
	}
}

// setOption sets an option of the battle.
func (s *arrangedBattle) setOption(id, value string) {
	s.state["setup"].(map[string]any)["options"] = map[string]any{id: value}
}

// isLegal reports whether a legal command begins with a text.
func (s *arrangedBattle) isLegal(command string) bool {
	s.load(s.b)
	for _, c := range s.b.Legal() {
		raw, err := rules.EncodeCommand(c)
		rulestest.Must(s.t, err)
		if strings.Contains(string(raw), command) {
			return true
		}
	}
	return false
}

// TestOptionsChangeTheBattle compares what each reading allows in one situation.
func TestOptionsChangeTheBattle(t *testing.T) {
	for _, c := range []struct {
		option, value string
		set           func(s *arrangedBattle)
		command       string
		want          bool
	}{
		{"draw-without-deck", "allowed", emptyDecks, `"kind":"draw-power"`, true},
		{"draw-without-deck", "refused", emptyDecks, `"kind":"draw-power"`, false},
		{"least-value", "zero", func(s *arrangedBattle) { slowEnemies(s, 4) }, `"kind":"move","by":0,"fighter":"a2"`, false},
		{"least-value", "one", func(s *arrangedBattle) { slowEnemies(s, 4) }, `"kind":"move","by":0,"fighter":"a2"`, true},
		{"distance", "route", func(*arrangedBattle) {}, `"kind":"move"`, true},
	} {
		s := arrange(t, map[int][2]int{0: {3, 2}, 1: {5, 2}, 3: {4, 2}})
		s.setOption(c.option, c.value)
		c.set(s)
		if got := s.isLegal(c.command); got != c.want {
			t.Errorf("%s %s: %s is legal: %v", c.option, c.value, c.command, got)
		}
	}
}

func emptyDecks(s *arrangedBattle) {
	for _, c := range s.side()["camps"].([]any) {
		c.(map[string]any)["decks"] = []any{[]any{}, []any{}}
	}
}

// slowEnemies lays n cards of seat 1 that slow the enemies.
func slowEnemies(s *arrangedBattle, n int) {
	s.hands(nil, []string{"rooted"})
	card := s.side()["camps"].([]any)[1].(map[string]any)["hands"].([]any)[1].([]any)[0]
	var lasting []any
	for range n {
		lasting = append(lasting, map[string]any{"card": card, "begun": false})
	}
	s.side()["lasting"] = lasting
}

// TestBountyBeforeOrAfterReactions takes a fighter out of action under both readings of
//
func TestBountyBeforeOrAfterReactions(t *testing.T) {
	for value, want := range map[string]string{
		"yes": "out-of-action glory-gained reaction-announced damaged",
		"no":  "damaged reaction-announced damaged reaction-resolved discarded out-of-action glory-gained",
	} {
		s := newArrangedBattle(t)
		s.setOption("bounty-before-reactions", value)
		s.put(map[int][2]int{0: {1, 0}, 9: {0, 0}, 1: {0, 1}})
		s.hands(nil, []string{"dead-wood"})
		_, kinds := s.play(`{"kind":"attack","by":0,"fighter":"a1","target":"b7","weapon":0}`, []int{1}, 4, 3, 3)
		if !strings.Contains(kinds, want) {
			t.Errorf("%s: events are %s", value, kinds)
		}
	}
}

// TestPassAsLastActivation checks which player acts first in the steps after a pass.
func TestPassAsLastActivation(t *testing.T) {
	for value, want := range map[string]int{"yes": 0, "no": 1} {
		s := newArrangedBattle(t)
		s.setOption("pass-is-an-activation", value)
		s.side()["last"] = 1
		s.play(`{"kind":"pass","by":0}`, nil)
		text, err := s.b.MarshalJSON()
		rulestest.Must(t, err)
		if !strings.Contains(string(text), fmt.Sprintf(`"last":%d`, want)) {
			t.Errorf("%s: the last activation is not that of seat %d", value, want)
		}
	}
}
