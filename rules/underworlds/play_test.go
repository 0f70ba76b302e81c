package underworlds_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/underworlds"
)

// arrangedBattle is a battle in the first activation step of seat 0, on known boards, whose
// state a test arranges.
type arrangedBattle struct {
	t     *testing.T
	state map[string]any
	b     rules.Battle
}

func newArrangedBattle(t *testing.T) *arrangedBattle {
	t.Helper()
	list, _ := rulestest.Setups(t, "board-tide")
	b := rulestest.Begin(t, underworlds.Game, list[0])
	rng := rand.New(rand.NewPCG(9, 9))
	src := dice.Seeded("stage")
	for b.View(rules.Nobody).Phase != "activation" {
		legal := b.Legal()
		k := rng.IntN(len(legal))
		for i, c := range legal {
			switch c := c.(type) {
			case underworlds.ChooseBoard:
				if c.Board == "drowned-nave" {
					k = i
				}
			case underworlds.JoinBoards:
				if c.Board == "drowned-nave" && c.Edge == "short" && c.Rotation == 0 && c.Translation.Q > 0 {
					k = i
				}
			}
		}
		_, err := rules.PlayInPlace(b, legal[k], src, rules.ChooseFirst)
		rulestest.Must(t, err)
	}
	text, err := b.MarshalJSON()
	rulestest.Must(t, err)
	s := &arrangedBattle{t: t, state: rulestest.Tree(t, string(text)).(map[string]any)}
	s.side()["turn"], s.side()["next"], s.side()["first"] = 0, 0, 0
	s.hands(nil, nil)
	s.load(b)
	return s
}

func (s *arrangedBattle) side() map[string]any { return s.state["state"].(map[string]any) }

func (s *arrangedBattle) fighter(i int) map[string]any {
	return s.side()["warriors"].([]any)[i].(map[string]any)
}

// put places fighters by index on hexes, all others out of the way.
func (s *arrangedBattle) put(at map[int][2]int) {
	cells := s.b.View(rules.Nobody).Board.Cells
	for i := range s.side()["warriors"].([]any) {
		s.fighter(i)["at"] = -1
	}
	for i, c := range at {
		k := slices.Index(cells, c)
		if k < 0 {
			s.t.Fatalf("no hex %v", c)
		}
		s.fighter(i)["at"] = k
	}
}

// arrange returns an arranged battle with fighters on hexes.
func arrange(t *testing.T, at map[int][2]int) *arrangedBattle {
	t.Helper()
	s := newArrangedBattle(t)
	s.put(at)
	return s
}

// wantOdds compares the odds of the results of an attack with those of the ruling about an
// input.
func (s *arrangedBattle) wantOdds(attack, input string) {
	s.t.Helper()
	s.load(s.b)
	c, err := underworlds.Game.DecodeCommand([]byte(attack))
	rulestest.Must(s.t, err)
	got, err := rules.Odds(underworlds.Game, s.b, c, nil)
	rulestest.Must(s.t, err)
	want, err := underworlds.Game.Ruling("combat").Distribution(rulestest.Tree(s.t, input))
	rulestest.Must(s.t, err)
	for v, p := range want.Odds["result"] {
		if q := got["result"][v]; q == nil || q.Cmp(p) != 0 {
			s.t.Errorf("%s: got %v, want %v", v, q, p)
		}
	}
}

// hands gives both players power cards by id, and no others.
func (s *arrangedBattle) hands(a, b []string) {
	var rosters []struct {
		Extra struct {
			Objectives []struct{ ID string } `json:"objectives"`
			Power      []struct{ ID string } `json:"power"`
		} `json:"extra"`
	}
	text, _ := json.Marshal(s.state["setup"].(map[string]any)["rosters"])
	rulestest.Must(s.t, json.Unmarshal(text, &rosters))
	index, n := map[string]int{}, 0
	for seat, r := range rosters {
		for _, c := range append(r.Extra.Objectives, r.Extra.Power...) {
			index[fmt.Sprint(seat, c.ID)] = n
			n++
		}
	}
	for seat, ids := range [][]string{a, b} {
		hand := []any{}
		for _, id := range ids {
			k, ok := index[fmt.Sprint(seat, id)]
			if !ok {
				s.t.Fatalf("seat %d has no card %s", seat, id)
			}
			hand = append(hand, k)
		}
		s.side()["camps"].([]any)[seat].(map[string]any)["hands"] = []any{[]any{}, hand}
	}
}

// load loads the arranged state.
func (s *arrangedBattle) load(b rules.Battle) {
	s.b = b
	text, err := json.Marshal(s.state)
	rulestest.Must(s.t, err)
	s.b, err = underworlds.Game.Load(text)
	rulestest.Must(s.t, err)
}

// play plays a command with dice and choices, and returns its events and their kinds.
func (s *arrangedBattle) play(command string, choices []int, faces ...int) (events []rules.Event, kinds string) {
	s.t.Helper()
	s.load(s.b)
	c, err := underworlds.Game.DecodeCommand([]byte(command))
	rulestest.Must(s.t, err)
	after, step, err := rules.Play(s.b, c, dice.NewTape(faces...), rules.ChooseFrom(rules.Options(choices...)))
	if err != nil {
		s.t.Fatalf("%s: %v", command, err)
	}
	s.b = after
	var list []string
	for _, e := range step.Events {
		list = append(list, e.Kind())
	}
	return step.Events, strings.Join(list, " ")
}

func first[E rules.Event](t *testing.T, events []rules.Event) E {
	t.Helper()
	for _, e := range events {
		if found, ok := e.(E); ok {
			return found
		}
	}
	var none E
	t.Fatalf("no %s among the events", none.Kind())
	return none
}

// TestAttackOnTheBoard has the master of slips (two smash dice, Damage 2) attack the
// gardener (one block die, four Wounds) with a friend beside the target.
func TestAttackOnTheBoard(t *testing.T) {
	s := arrange(t, map[int][2]int{0: {3, 2}, 1: {5, 2}, 3: {4, 2}})
	events, kinds := s.play(`{"kind":"attack","by":0,"fighter":"a1","target":"b1","weapon":0}`, []int{1}, 2, 4, 3)
	verdict := first[underworlds.AttackJudged](t, events)
	if verdict.Result != "hit" || verdict.Attacker != 2 || verdict.Defender != 0 {
		t.Errorf("got %+v", verdict)
	}
	if d := first[underworlds.Damaged](t, events); d.Amount != 2 || d.Fighter != "b1" || d.By != "a1" {
		t.Errorf("got %+v", d)
	}
	if p := first[underworlds.Pushed](t, events); !p.Back {
		t.Errorf("got %+v", p)
	}
	if !strings.Contains(kinds, "attack-declared attack-judged damaged pushed") {
		t.Errorf("events are %s", kinds)
	}
}

// TestTrappedTargetOutOfAction corners the windfall between two enemies, so that one more
// success takes it out of action and earns the bounty.
func TestTrappedTargetOutOfAction(t *testing.T) {
	s := newArrangedBattle(t)
	// In the corner [0, 0] the only hexes beside it are [1, 0] and [0, 1], and none is
	// farther.
	s.put(map[int][2]int{0: {1, 0}, 9: {0, 0}, 1: {0, 1}})
	events, _ := s.play(`{"kind":"attack","by":0,"fighter":"a1","target":"b7","weapon":0}`, nil, 4, 3, 3)
	if j := first[underworlds.AttackJudged](t, events); !j.Trapped || j.Attacker != 2 || j.Defender != 1 || j.Result != "hit" {
		t.Errorf("got %+v", j)
	}
	if out := first[underworlds.OutOfAction](t, events); out.Fighter != "b7" || out.By != "a1" {
		t.Errorf("got %+v", out)
	}
	if g := first[underworlds.GloryGained](t, events); g.Seat != 0 || g.Amount != 1 || g.For != "bounty" {
		t.Errorf("got %+v", g)
	}
}

// TestReactionsMakeAnAttackImpossible lets the target move out of range.
func TestReactionsMakeAnAttackImpossible(t *testing.T) {
	s := newArrangedBattle(t)
	s.side()["turn"], s.side()["next"] = 1, 1
	s.put(map[int][2]int{1: {3, 2}, 4: {4, 2}})
	s.hands([]string{"ready-about"}, nil)
	_, kinds := s.play(`{"kind":"attack","by":1,"fighter":"b2","target":"a2"}`, []int{1, 2})
	if !strings.Contains(kinds, "attack-declared reaction-announced pushed reaction-resolved discarded unresolved") {
		t.Errorf("events are %s", kinds)
	}
	if strings.Contains(kinds, "attack-judged") {
		t.Error("the attack went on")
	}
}

// TestChainsAreResolvedInOrder has both players react to one attack: the turn's
// player is asked first, and both announce before either is resolved.
func TestChainsAreResolvedInOrder(t *testing.T) {
	s := arrange(t, map[int][2]int{0: {3, 2}, 3: {4, 2}})
	s.hands([]string{"put-your-back-into-it"}, []string{"low-branches"})
	events, kinds := s.play(`{"kind":"attack","by":0,"fighter":"a1","target":"b1","weapon":0}`, []int{1, 1}, 3, 3, 3, 4, 4)
	if !strings.Contains(kinds, "reaction-announced reaction-announced reaction-resolved discarded reaction-resolved discarded attack-judged") {
		t.Errorf("events are %s", kinds)
	}
	j := first[underworlds.AttackJudged](t, events)
	if len(j.Attack) != 3 || len(j.Defence) != 2 || j.Result != "miss" {
		t.Errorf("got %+v", j)
	}
}

// TestChargeTakesTheGuardAndGivesItsToken checks the tokens of a Charge action.
func TestChargeTakesTheGuardAndGivesItsToken(t *testing.T) {
	s := arrange(t, map[int][2]int{0: {1, 2}, 1: {-1, 4}, 3: {4, 2}})
	s.fighter(0)["tokens"] = map[string]any{"move": 0, "charge": 0, "guard": 1, "stagger": 0}
	s.play(`{"kind":"charge","by":0,"fighter":"a1","hex":[3,2]}`, nil)
	s.keep()
	s.play(`{"kind":"attack","by":0,"fighter":"a1","target":"b1","weapon":0}`, nil, 3, 3, 4)
	unit := s.b.View(0).Units[0]
	if !slices.Contains(unit.Tags, "charged") || slices.Contains(unit.Tags, "on-guard") || slices.Contains(unit.Tags, "moved") {
		t.Errorf("tags are %v", unit.Tags)
	}
}

// TestHandsAreSecret looks for cards in views that may not show them.
func TestHandsAreSecret(t *testing.T) {
	s := newArrangedBattle(t)
	s.hands([]string{"ground-swell"}, []string{"april-rain"})
	s.load(s.b)
	for seat, want := range map[rules.Seat][2]int{0: {1, 0}, 1: {0, 1}, rules.Nobody: {0, 0}} {
		v := s.b.View(seat)
		for side := range v.Sides {
			if got := len(v.Sides[side].Cards); got != want[side] {
				t.Errorf("seat %d sees %d cards of side %d, want %d", seat, got, side, want[side])
			}
		}
		text, _ := json.Marshal(v)
		if seen := strings.Contains(string(text), "april-rain"); seen != (seat == 1) {
			t.Errorf("seat %d sees the card of seat 1: %v", seat, seen)
		}
	}
}

// TestObjectivesAreFaceDownUntilAllLie checks the views of the tokens while they are placed.
func TestObjectivesAreFaceDownUntilAllLie(t *testing.T) {
	list, _ := rulestest.Setups(t, "board-tide")
	b := rulestest.Begin(t, underworlds.Game, list[0])
	src := dice.Seeded("tokens")
	for n := 0; ; n++ {
		if b.View(rules.Nobody).Phase == "deal" {
			break
		}
		_, err := rules.PlayInPlace(b, b.Legal()[0], src, rules.ChooseFirst)
		rulestest.Must(t, err)
		v := b.View(0)
		text, _ := json.Marshal(v.Board)
		shown := strings.Contains(string(text), `"objective-3"`)
		if want := v.Phase == "deal"; shown != want {
			t.Errorf("in phase %s a value is shown: %v", v.Phase, shown)
		}
	}
}

// TestBattleOddsAreExact compares the odds of an attack on the board with the ruling's.
func TestBattleOddsAreExact(t *testing.T) {
	s := arrange(t, map[int][2]int{0: {3, 2}, 1: {5, 2}, 3: {4, 2}})
	s.wantOdds(`{"kind":"attack","by":0,"fighter":"a1","target":"b1","weapon":0}`,
		`{"attack":{"dice":2,"symbol":"smash","damage":2},"attacker_supporters":1,"target":{"dice":1,"symbol":"block","wounds":4}}`)
}

// TestFighterCardsReact has the scarecrow move after an attack that fails.
func TestFighterCardsReact(t *testing.T) {
	s := arrange(t, map[int][2]int{0: {3, 2}, 5: {4, 2}})
	events, kinds := s.play(`{"kind":"attack","by":0,"fighter":"a1","target":"b3","weapon":0}`, []int{1, 0}, 3, 3, 4)
	if !strings.Contains(kinds, "attack-judged reaction-announced pushed reaction-resolved") {
		t.Errorf("events are %s", kinds)
	}
	if r := first[underworlds.ReactionAnnounced](t, events); r.Card != "b3" || r.Seat != 1 {
		t.Errorf("got %+v", r)
	}
}

// TestOddsAfterTheAttackRoll compares the odds after the attack roll with every defence roll
// that can follow.
func TestOddsAfterTheAttackRoll(t *testing.T) {
	s := arrange(t, map[int][2]int{0: {3, 2}, 3: {4, 2}})
	s.load(s.b)
	var attack rules.Command
	for _, c := range s.b.Legal() {
		if c.Kind() == "attack" {
			attack = c
		}
	}
	_, step, err := rules.Play(s.b, attack, dice.Seeded("one"), rules.ChooseFirst)
	rulestest.Must(t, err)
	given, defence := 0, 0
	for _, d := range step.Dice {
		if d.For == "attack" {
			given++
		} else {
			defence++
		}
	}
	for face := 1; face <= 6; face++ {
		fallen := slices.Repeat([]int{face}, given)
		got, err := rules.OddsGivenDice(underworlds.Game, s.b, attack, fallen, 0, func() rules.Chooser { return rules.ChooseFirst })
		rulestest.Must(t, err)
		want, all := map[string]int64{}, int64(1)
		for range defence {
			all *= 6
		}
		for n := range all {
			faces := slices.Clone(fallen)
			for range defence {
				faces = append(faces, int(n%6)+1)
				n /= 6
			}
			after, played, err := rules.Play(s.b, attack, dice.NewTape(faces...), rules.ChooseFirst)
			rulestest.Must(t, err)
			want[underworlds.Game.Measures[2].Of(s.b, after, played.Events)]++
		}
		for result, n := range want {
			if p := got["result"][result]; p == nil || p.Cmp(big.NewRat(n, all)) != 0 {
				t.Errorf("attack dice of %d: %s has odds %v, want %d of %d", face, result, p, n, all)
			}
		}
	}
}
