package underworlds_test

import (
	"encoding/json"
	"strings"
	"testing"

	"oriflamme/rules/underworlds"
)

// giveUpgrade gives fighter i an upgrade of its deck.
func (s *arrangedBattle) giveUpgrade(i, seat int, id string) {
	hands := [2][]string{}
	hands[seat] = []string{id}
	s.hands(hands[0], hands[1])
	card := s.side()["camps"].([]any)[seat].(map[string]any)["hands"].([]any)[1].([]any)[0]
	s.fighter(i)["upgrades"] = []any{card}
	s.hands(nil, nil)
}

// TestUpgradesGrantActions uses an upgrade to push an enemy (WU-ACT-6).
func TestUpgradesGrantActions(t *testing.T) {
	s := arrange(t, map[int][2]int{0: {3, 2}, 3: {4, 2}})
	s.giveUpgrade(0, 0, "sea-legs")
	if !s.isLegal(`"kind":"act","by":0,"fighter":"a1","card":"sea-legs"`) {
		t.Error("the action is not offered")
	}
	events, _ := s.play(`{"kind":"act","by":0,"fighter":"a1","card":"sea-legs"}`, []int{0})
	if p := first[underworlds.Pushed](t, events); p.Fighter != "b1" || p.Back {
		t.Errorf("got %+v", p)
	}
	s = arrange(t, map[int][2]int{0: {0, 0}, 3: {4, 2}})
	s.giveUpgrade(0, 0, "sea-legs")
	if f := s.refused(`{"kind":"act","by":0,"fighter":"a1","card":"sea-legs"}`); f.Rule != "WU-GEN-3" {
		t.Errorf("with nobody beside: %v", f)
	}
	if f := s.refused(`{"kind":"act","by":0,"fighter":"a2","card":"sea-legs"}`); f.Rule != "WU-ACT-6" {
		t.Errorf("without the upgrade: %v", f)
	}
}

// TestFighterCardsPrintActions uses the action of a fighter card on a friend (WU-ACT-1).
func TestFighterCardsPrintActions(t *testing.T) {
	s := newArrangedBattle(t)
	s.side()["turn"], s.side()["next"] = 1, 1
	s.put(map[int][2]int{0: {0, 0}, 3: {4, 2}, 4: {5, 2}})
	s.fighter(4)["tokens"] = map[string]any{"move": 0, "charge": 1, "guard": 0, "stagger": 0}
	events, _ := s.play(`{"kind":"act","by":1,"fighter":"b1"}`, []int{0})
	if e := first[underworlds.TokensChanged](t, events); e.Fighter != "b2" || e.Token != "charge" || e.Gained {
		t.Errorf("got %+v", e)
	}
}

// TestGambitsGrantActions has a fighter with a Move token charge (WU-ACT-7).
func TestGambitsGrantActions(t *testing.T) {
	s := newArrangedBattle(t)
	s.side()["phase"] = "power"
	s.put(map[int][2]int{0: {1, 2}, 1: {-1, 4}, 3: {4, 2}})
	s.fighter(0)["tokens"] = map[string]any{"move": 1, "charge": 0, "guard": 0, "stagger": 0}
	s.hands([]string{"all-hands"}, nil)
	_, kinds := s.play(`{"kind":"play-ploy","by":0,"card":"all-hands"}`, []int{0, 0, 0}, 3, 3, 4)
	if !strings.Contains(kinds, "revealed moved attack-declared attack-judged") {
		t.Errorf("events are %s", kinds)
	}
}

// TestStaggerRerollIsAChoice re-rolls the die that the attacking player names, or none
// (WU-STAG-1).
func TestStaggerRerollIsAChoice(t *testing.T) {
	for _, c := range []struct {
		choice int
		faces  []int
		want   string
	}{
		{0, []int{4, 3, 6, 3}, `["smash","critical"]`}, // the first option is a die that fails
		{1, []int{4, 3, 3}, `["smash","fury"]`},        // none
		{2, []int{4, 3, 6, 3}, `["critical","fury"]`},  // the hammer, although it is a success
	} {
		s := arrange(t, map[int][2]int{0: {3, 2}, 3: {4, 2}})
		s.fighter(3)["tokens"] = map[string]any{"move": 0, "charge": 0, "guard": 0, "stagger": 1}
		events, _ := s.play(`{"kind":"attack","by":0,"fighter":"a1","target":"b1","weapon":0}`, []int{c.choice, 0}, c.faces...)
		text, _ := json.Marshal(first[underworlds.AttackJudged](t, events).Attack)
		if string(text) != c.want {
			t.Errorf("choice %d: got %s, want %s", c.choice, text, c.want)
		}
	}
}

// TestOddsOfRerollsFollowTheFailures compares the odds against a staggered target with the ruling's.
func TestOddsOfRerollsFollowTheFailures(t *testing.T) {
	s := arrange(t, map[int][2]int{0: {3, 2}, 3: {4, 2}})
	s.fighter(3)["tokens"] = map[string]any{"move": 0, "charge": 0, "guard": 0, "stagger": 1}
	s.wantOdds(`{"kind":"attack","by":0,"fighter":"a1","target":"b1","weapon":0}`,
		`{"attack":{"dice":2,"symbol":"smash","damage":2},"target":{"dice":1,"symbol":"block","wounds":4,"stagger_tokens":1},"attack_rerolls":{"mode":"failures"}}`)
}
