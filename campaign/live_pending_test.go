package campaign_test

import (
	"encoding/json"
	"errors"
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules/dice"
)

// opened returns a battle in the engine that waits for its first command, which needs two dice of Bob.
func opened(t *testing.T, c *club) campaign.ID {
	t.Helper()
	b := c.schedule()
	c.open(b)
	return b
}

func offer(c *club, b campaign.ID, key string, faces ...int) (*campaign.LiveSnapshot, error) {
	return c.Offer(ctx, c.bob, c.id, b, campaign.Move{Command: json.RawMessage(`{"kind":"strike","seat":0}`), Dice: faces, Key: key})
}

func TestPendingMoveIsSeenAndAnswered(t *testing.T) {
	c := newClub(t, false)
	b := opened(t, c)
	moves, stop := c.Watch(c.id, b)
	defer stop()
	live, err := offer(c, b, "o1", 5)
	must(t, err)
	var need *dice.MissingError
	if p := live.Pending; p == nil || !errors.As(p.Err, &need) || len(need.Present) != 1 || live.Number != 0 {
		t.Fatalf("pending: %+v", live.Pending)
	}
	if n := <-moves; n != 0 {
		t.Errorf("watchers received %d, want 0", n)
	}
	if seen, err := c.Live(ctx, c.id, b); err != nil || seen.Pending == nil {
		t.Errorf("the other player sees %+v, %v", seen.Pending, err)
	}
	if live, err = c.Answer(ctx, c.bob, c.id, b, 0, campaign.Answer{Back: true}); err != nil || len(live.Pending.Move.Dice) != 0 {
		t.Fatalf("taking a die back: %+v, %v", live, err)
	}
	live, err = c.Answer(ctx, c.cleo, c.id, b, 0, campaign.Answer{Dice: []int{6, 6}, Key: "rolled"})
	must(t, err)
	if again, err := c.Answer(ctx, c.cleo, c.id, b, 0, campaign.Answer{Dice: []int{6, 6}, Key: "rolled"}); err != nil || again.Number != 1 {
		t.Errorf("the answer that made the step, sent again: %v", err)
	}
	if _, err := c.Answer(ctx, c.bob, c.id, b, 0, campaign.Answer{Dice: []int{6, 6}, Key: "rolled"}); campaign.CodeOf(err) != campaign.Stale {
		t.Errorf("somebody else's answer with the same key: %v", err)
	}
	if live.Pending != nil || live.Number != 1 || live.Rows[0].By != c.bob.Member {
		t.Errorf("after the dice: %+v, step by %s", live.Pending, live.Rows[0].By)
	}
	if _, err = c.Answer(ctx, c.bob, c.id, b, 0, campaign.Answer{Dice: []int{1}}); campaign.CodeOf(err) != campaign.Stale {
		t.Errorf("an answer to nothing: %v", err)
	}
}

func TestPendingMoveMayBeAnsweredByWhom(t *testing.T) {
	for _, x := range []struct {
		name   string
		by     func(*club) campaign.Actor
		answer campaign.Answer
		want   campaign.Code
	}{
		{"dice by the other player", func(c *club) campaign.Actor { return c.cleo }, campaign.Answer{Dice: []int{1}}, ""},
		{"dropped by the other player", func(c *club) campaign.Actor { return c.cleo }, campaign.Answer{Drop: true}, campaign.Forbidden},
		{"dropped by its own", func(c *club) campaign.Actor { return c.bob }, campaign.Answer{Drop: true}, ""},
		{"dropped by the arbiter", func(c *club) campaign.Actor { return c.anne }, campaign.Answer{Drop: true}, ""},
		{"by nobody", func(c *club) campaign.Actor { return campaign.Actor{} }, campaign.Answer{Dice: []int{1}}, campaign.Unauthenticated},
		{"thrown by the program", func(c *club) campaign.Actor { return c.bob }, campaign.Answer{App: true}, ""},
	} {
		c := newClub(t, false)
		b := opened(t, c)
		c.ok(offer(c, b, "o1"))
		live, err := c.Answer(ctx, x.by(c), c.id, b, 0, x.answer)
		if campaign.CodeOf(err) != x.want || err != nil && x.want == "" {
			t.Errorf("%s: %v, want code %q", x.name, err, x.want)
		}
		if x.answer.Drop && err == nil && live.Pending != nil {
			t.Errorf("%s: it is still there", x.name)
		}
		if x.answer.App && (live == nil || live.Number != 1 || live.Rows[0].Roll != campaign.RollApp) {
			t.Errorf("%s: %+v", x.name, live)
		}
	}
}

func TestFaultyDieLeavesThePendingMove(t *testing.T) {
	c := newClub(t, false)
	b := opened(t, c)
	c.ok(offer(c, b, "o1", 5))
	var bad *dice.FaceError
	if _, err := c.Answer(ctx, c.bob, c.id, b, 0, campaign.Answer{Dice: []int{9}}); !errors.As(err, &bad) {
		t.Errorf("a 9: %v", err)
	}
	live, err := c.Live(ctx, c.id, b)
	if err != nil || live.Pending == nil || len(live.Pending.Move.Dice) != 1 {
		t.Errorf("after a bad die: %+v, %v", live.Pending, err)
	}
}
