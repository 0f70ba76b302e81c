package underworlds

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
)

// TestSymmetry plays battles on a board between bots, and beside each the same battle with the
// players changed and the battlefield turned by half a turn: after every command both are the
// same but for that.
func TestSymmetry(t *testing.T) {
	rulestest.Slow(t)
	list, names := rulestest.Setups(t, "")
	steps := 0
	first, count := rulestest.LawBattles(t, 30)
	for n := first; n < first+count; n++ {
		setup := list[n%len(list)]
		if setup.Mode != rules.Board {
			continue
		}
		played, err := playMirrored(setup, n)
		if err != nil {
			t.Errorf("battle %d, %s: %v", n, names[n%len(list)], err)
		}
		steps += played
	}
	t.Logf("%d commands", steps)
}

// mirrorSetup changes the players of a setup and turns its boards.
func mirrorSetup(s rules.Setup) rules.Setup {
	s.Rosters = []rules.Roster{s.Rosters[1], s.Rosters[0]}
	var field map[string]any
	_ = json.Unmarshal(s.Field, &field)
	for _, b := range field["boards"].([]any) {
		for _, name := range []string{"hexes", "long", "short", "blocked", "starting"} {
			if list, ok := b.(map[string]any)[name].([]any); ok {
				for _, h := range list {
					turnHex(h.([]any))
				}
			}
		}
	}
	s.Field, _ = json.Marshal(field)
	return s
}

func turnHex(h []any) {
	for i := range h {
		if v := h[i].(float64); v != 0 {
			h[i] = -v
		}
	}
}

// mirrorJSON turns the hexes of a command or an answer and changes the player.
func mirrorJSON(raw []byte) []byte {
	var tree map[string]any
	_ = json.Unmarshal(raw, &tree)
	for _, name := range []string{"hex", "translation"} {
		if h, ok := tree[name].([]any); ok {
			turnHex(h)
		}
	}
	if by, ok := tree["by"].(float64); ok {
		tree["by"] = 1 - by
	}
	out, _ := json.Marshal(tree)
	return out
}

// An answered question of a battle.
type answered struct {
	seat  rules.Seat
	why   string
	name  string // of the option
	value json.RawMessage
}

// playMirrored plays battle n and its mirror.
func playMirrored(setup rules.Setup, n int) (steps int, err error) {
	first, err := Game.Begin(setup)
	if err != nil {
		return 0, err
	}
	second, err := Game.Begin(mirrorSetup(setup))
	if err != nil {
		return 0, err
	}
	rng, src := rand.New(rand.NewPCG(uint64(n), 17)), dice.Seeded(fmt.Sprint("mirror ", n))
	bot := Game.Bots[n/3%2]
	for {
		legal := first.Legal()
		if len(legal) == 0 {
			return steps, nil
		}
		c := bot.Choose(first, legal, rng.IntN)
		var asked []answered
		after, step, err := rules.Play(first, c, src, func(q *rules.Question) (rules.Reply, error) {
			k := rng.IntN(len(q.Options))
			asked = append(asked, answered{seat: q.Seat, why: q.Why, name: q.Options[k]})
			return rules.Reply{Option: k}, nil
		})
		if err != nil {
			return steps, err
		}
		for k, r := range step.Choices {
			if r.Value != nil {
				asked[k].value = mirrorJSON(r.Value)
			}
		}
		raw, _ := rules.EncodeCommand(c)
		turned, err := Game.DecodeCommand(mirrorJSON(raw))
		if err != nil {
			return steps, fmt.Errorf("%s: %w", raw, err)
		}
		if _, ok := c.(Deal); ok { // either seat may deal
			turned = Deal{}
		}
		next, other, err := rules.Play(second, turned, dice.NewTape(mirrorDice(first.(*Battle), step)...), func(q *rules.Question) (rules.Reply, error) {
			if len(asked) == 0 {
				return rules.Reply{}, q
			}
			a := asked[0]
			asked = asked[1:]
			k := slices.Index(q.Options, a.name)
			switch {
			case q.Why != a.why || q.Seat != opponent(a.seat):
				return rules.Reply{}, fmt.Errorf("seat %d is asked %s, not seat %d %s", q.Seat, q.Why, opponent(a.seat), a.why)
			case a.value != nil:
				return rules.Reply{Value: a.value}, nil
			case k < 0:
				return rules.Reply{}, fmt.Errorf("%s is none of %v", a.name, q.Options)
			}
			return rules.Reply{Option: k}, nil
		})
		if err != nil {
			return steps, fmt.Errorf("the mirror of %s: %w", raw, err)
		}
		if len(asked) > 0 || len(step.Events) != len(other.Events) {
			return steps, fmt.Errorf("after %s: %d answers are left over, %d events against %d", raw, len(asked), len(step.Events), len(other.Events))
		}
		if err := sameMirrored(after.(*Battle), next.(*Battle)); err != nil {
			return steps, fmt.Errorf("after %s: %w", raw, err)
		}
		first, second = after, next
		if steps++; steps > 2000 {
			return steps, fmt.Errorf("no end after %s in phase %s", raw, first.(*Battle).s.Phase)
		}
	}
}

// mirrorDice returns the dice of a step in the order in which the mirror throws them: those of
// roll-offs and shuffles go by seat.
func mirrorDice(b *Battle, s rules.Step) []int {
	faces := rules.Faces(s.Dice)
	switch s.Command.(type) {
	case RollOff:
		for k := 0; k+8 <= len(faces); k += 8 {
			a := slices.Clone(faces[k : k+4])
			copy(faces[k:], faces[k+4:k+8])
			copy(faces[k+4:], a)
		}
	case Deal:
		n := 0 // dice of seat 0
		for _, deck := range b.s.Sides[0].Decks {
			n += max(0, len(deck)-1)
		}
		faces = append(slices.Clone(faces[n:]), faces[:n]...)
	}
	return faces
}

// sameMirrored compares a battle with its mirror.
func sameMirrored(a, b *Battle) error {
	flip := func(s rules.Seat) rules.Seat {
		if s == rules.Nobody {
			return s
		}
		return opponent(s)
	}
	hexOf := func(x *Battle, at int, sign int) string {
		if at < 0 || x.board == nil {
			return ""
		}
		c := x.Cell(at)
		return fmt.Sprint(sign*c.Q, sign*c.R)
	}
	ids := func(x *Battle, list []int16) string {
		var names []string
		for _, c := range list {
			names = append(names, x.card(c).ID)
		}
		return fmt.Sprint(names)
	}
	header := func(x *Battle, of func(rules.Seat) rules.Seat) string {
		s := &x.s
		lasting := []string{}
		for _, l := range s.Lasting {
			lasting = append(lasting, fmt.Sprint(x.card(l.Card).ID, l.Begun))
		}
		return fmt.Sprint(s.Phase, s.Round, of(s.Chooser), of(s.Next), of(s.First), of(s.Turn), of(s.FirstPlaced), of(s.Last), s.Passed, s.Values, s.Announced, s.Shifted, s.Unfinished, s.Claim.Card > 0, lasting, len(s.ByHand))
	}
	if x, y := header(a, func(s rules.Seat) rules.Seat { return s }), header(b, flip); x != y {
		return fmt.Errorf("the battle is at %s, the mirror at %s", x, y)
	}
	for k := range a.s.Objectives {
		if x, y := hexOf(a, a.s.Objectives[k], 1), hexOf(b, b.s.Objectives[k], -1); x != y {
			return fmt.Errorf("token %d lies at %s and %s", k, x, y)
		}
	}
	for seat := range rules.Seat(2) {
		x, y := a.s.Sides[seat], b.s.Sides[flip(seat)]
		piles := func(z *Battle, s side) string {
			return fmt.Sprint(ids(z, s.Decks[0]), ids(z, s.Decks[1]), ids(z, s.Hands[0]), ids(z, s.Hands[1]), ids(z, s.Discards[0]), ids(z, s.Discards[1]), ids(z, s.Scored), ids(z, s.Revealed))
		}
		if p, q := piles(a, x), piles(b, y); p != q {
			return fmt.Errorf("the cards of seat %d are %s and %s", seat, p, q)
		}
		if p, q := fmt.Sprint(x.Unspent, x.Spent, x.Turns, x.Mulligan, x.Kills, x.Bounty, x.Surge, x.Ploys, x.KillsEver, x.Waived), fmt.Sprint(y.Unspent, y.Spent, y.Turns, y.Mulligan, y.Kills, y.Bounty, y.Surge, y.Ploys, y.KillsEver, y.Waived); p != q {
			return fmt.Errorf("seat %d is at %s and %s", seat, p, q)
		}
	}
	for i := range a.fighters {
		j := b.find(a.id(i))
		x, y := a.s.Fighters[i], b.s.Fighters[j]
		if hexOf(a, x.At, 1) != hexOf(b, y.At, -1) || ids(a, x.Upgrades) != ids(b, y.Upgrades) {
			return fmt.Errorf("%s stands at %s with %s and at %s with %s", a.id(i), hexOf(a, x.At, 1), ids(a, x.Upgrades), hexOf(b, y.At, -1), ids(b, y.Upgrades))
		}
		x.At, y.At, x.Upgrades, y.Upgrades = 0, 0, nil, nil
		if !reflect.DeepEqual(x, y) {
			return fmt.Errorf("%s is %+v and %+v", a.id(i), x, y)
		}
	}
	x, over := a.Outcome()
	y, again := b.Outcome()
	if over != again || over && (x.Winner != flip(y.Winner) || x.Reason != y.Reason) {
		return fmt.Errorf("the outcome is %+v and %+v", x, y)
	}
	return nil
}
