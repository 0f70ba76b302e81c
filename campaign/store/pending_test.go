package store_test

import (
	"context"
	"encoding/json"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/campaign/store/pgtest"
	"oriflamme/rules"
)

// coin is a game with one command: a die, then a choice by the other seat.
type coin struct {
	Tossed int
}

type toss struct {
	Seat rules.Seat `json:"seat"`
}

func (toss) Kind() string     { return "toss" }
func (t toss) By() rules.Seat { return t.Seat }

type tossed struct {
	Face   int `json:"face"`
	Called int `json:"called"`
}

func (tossed) Kind() string { return "tossed" }
func (tossed) Rule() string { return "COIN-1" }

func (*coin) Legal() []rules.Command { return []rules.Command{toss{0}} }

func (*coin) Play(t *rules.Turn, c rules.Command) error {
	face := t.Roll("toss", 2, 6)
	called := t.Ask("COIN-1", 1-c.By(), "call", "heads", "tails")
	t.Emit(tossed{face[0] + face[1], called})
	return nil
}

func (c *coin) MarshalJSON() ([]byte, error)      { return json.Marshal(c.Tossed) }
func (*coin) View(rules.Seat) rules.View          { return rules.View{} }
func (c *coin) Apply(rules.Event)                 { c.Tossed++ }
func (*coin) Outcome() (rules.Outcome, bool)      { return rules.Outcome{}, false }
func (c *coin) Clone() rules.Battle               { clone := *c; return &clone }
func beginCoin(rules.Setup) (rules.Battle, error) { return &coin{}, nil }

var coins = &rules.Game{ID: "coin", Name: "Coin", Version: 1, Begin: beginCoin,
	CheckRoster: func(rules.Roster) []rules.Fault { return nil },
	Commands:    []rules.Command{toss{}}, Events: []rules.Event{tossed{}}}

// pendingClub is a club with a battle of coins that waits for its first command.
type pendingClub struct {
	club, battle campaign.ID
	anne, bob    campaign.Actor
}

func newTossing(t *testing.T, h *campaign.Service) pendingClub {
	t.Helper()
	var x pendingClub
	x.club, x.anne = foundClub(t, h)
	invitation, err := h.Invite(ctx, x.anne, x.club, campaign.Player, 1, time.Now().Add(time.Hour), "")
	must(t, err)
	joined, err := h.AcceptInvitation(ctx, invitation.Token, "Bob")
	must(t, err)
	x.bob = campaign.Actor{Member: joined.Member}
	do := func(by campaign.Actor, body campaign.Body) campaign.Body {
		t.Helper()
		act, err := h.Do(ctx, by, x.club, campaign.NewToken(), campaign.ActRequest{Body: body, Why: "because"})
		must(t, err)
		return act.Body
	}
	campaignID := do(x.anne, campaign.NewCampaign{Settings: campaign.DefaultSettings("Coins", "coin")}).(campaign.NewCampaign).Campaign
	var seats []campaign.ID
	for _, by := range []campaign.Actor{x.anne, x.bob} {
		list := rules.Roster{Name: "Purse", Units: []rules.Unit{{ID: "u" + by.Member, Name: "Penny", Profile: json.RawMessage(`{}`)}}}
		seats = append(seats, do(by, campaign.NewRoster{Campaign: campaignID, Member: by.Member, List: list}).(campaign.NewRoster).Roster)
	}
	x.battle = do(x.anne, campaign.Schedule{Campaign: campaignID, Round: 1, Seats: seats, Attacker: rules.Nobody}).(campaign.Schedule).Battle
	s, err := h.State(ctx, x.club)
	must(t, err)
	setup := rules.Setup{Mode: rules.Measured, Rosters: []rules.Roster{s.Rosters[seats[0]].BattleList(), s.Rosters[seats[1]].BattleList()}}
	_, err = h.OpenBattle(ctx, x.anne, x.club, x.battle, setup, "open")
	must(t, err)
	return x
}

func (p pendingClub) offer(h *campaign.Service, key string, faces ...int) (*campaign.LiveSnapshot, error) {
	return h.Offer(ctx, p.anne, p.club, p.battle, campaign.Move{Command: json.RawMessage(`{"kind":"toss","seat":0}`), Dice: faces, Key: key})
}

func (p pendingClub) answer(h *campaign.Service, by campaign.Actor, a campaign.Answer) (*campaign.LiveSnapshot, error) {
	return h.Answer(ctx, by, p.club, p.battle, 0, a)
}

func newCoinService(s campaign.Store) *campaign.Service {
	return campaign.NewService(s, []*rules.Game{coins}, time.Now)
}

// TestPendingOutlivesARestart: a move that waits for dice, and then for the other player,
// still waits after a restart, and is removed with its step.
func TestPendingOutlivesARestart(t *testing.T) {
	eachBackend(t, func(t *testing.T, name string) {
		s := open(t, name)
		x := newTossing(t, newCoinService(s))
		_, err := x.offer(newCoinService(s), "o1", 3)
		must(t, err)
		// Every service is like a new process: it knows only what was stored.
		live, err := newCoinService(s).Live(ctx, x.club, x.battle)
		if err != nil || live.Pending == nil || live.Pending.By != x.anne.Member || len(live.Pending.Move.Dice) != 1 {
			t.Fatalf("after a restart: %+v, %v", live.Pending, err)
		}
		one := campaign.Answer{Turn: 1, Key: "die", Dice: []int{4}}
		if live, err = x.answer(newCoinService(s), x.bob, one); err != nil || live.Pending.Turn != 2 {
			t.Fatalf("a die: %+v, %v", live, err)
		}
		if live, err = x.answer(newCoinService(s), x.bob, one); err != nil || live.Pending.Turn != 2 || len(live.Pending.Move.Dice) != 2 {
			t.Errorf("the same die sent again: %+v, %v", live, err)
		}
		if _, err = x.answer(newCoinService(s), x.anne, campaign.Answer{Turn: 1, Key: "late", Back: true}); campaign.CodeOf(err) != campaign.Stale {
			t.Errorf("an answer to what was asked before: %v", err)
		}
		if live, err = x.offer(newCoinService(s), "o1", 3); err != nil || live.Pending.Turn != 2 {
			t.Errorf("the offer sent again: %+v, %v", live, err)
		}
		heads := 0
		if live, err = x.answer(newCoinService(s), x.bob, campaign.Answer{Choice: &rules.Reply{Option: heads}}); err != nil || live.Pending != nil || live.Number != 1 {
			t.Fatalf("the choice: %+v, %v", live, err)
		}
		left, err := s.Pending(ctx, x.club, x.battle, campaign.PartBattle)
		if err != nil || left.Stamp != "" {
			t.Errorf("it waits on: %+v, %v", left, err)
		}
		if _, err := x.offer(newCoinService(s), "o1", 3); err != nil {
			t.Errorf("the offer sent again after its step: %v", err)
		}
	})
}

// TestPendingIsDropped: a move that was dropped, or removed by undoing the step before it, does
// not wait any more, even after a restart.
func TestPendingIsDropped(t *testing.T) {
	eachBackend(t, func(t *testing.T, name string) {
		s := open(t, name)
		x := newTossing(t, newCoinService(s))
		h := newCoinService(s)
		gone := func(what string) {
			t.Helper()
			for _, service := range []*campaign.Service{h, newCoinService(s)} {
				if live, err := service.Live(ctx, x.club, x.battle); err != nil || live.Pending != nil || live.Number != 0 {
					t.Errorf("%s: %+v, %v", what, live, err)
				}
			}
		}
		_, err := x.offer(h, "o1")
		must(t, err)
		_, err = x.answer(h, x.anne, campaign.Answer{Drop: true})
		must(t, err)
		gone("given up")
		full := campaign.Move{Command: json.RawMessage(`{"kind":"toss","seat":0}`), Dice: []int{1, 2}, Choices: rules.Options(1), Key: "whole"}
		_, err = h.Play(ctx, x.anne, x.club, x.battle, full)
		must(t, err)
		full.Number, full.Dice, full.Choices, full.Key = 1, nil, nil, "next"
		_, err = h.Offer(ctx, x.anne, x.club, x.battle, full)
		must(t, err)
		_, err = h.Undo(ctx, x.anne, x.club, x.battle, 1)
		must(t, err)
		gone("taken back")
	})
}

// TestPendingIsShared: a move is offered on one process and answered on another, and both are
// notified. Of two simultaneous answers to the same question one counts.
func TestPendingIsShared(t *testing.T) {
	name := pgtest.Fresh(t)
	one, two := newCoinService(open(t, name)), newCoinService(open(t, name))
	x := newTossing(t, one)
	follow, stop := context.WithCancel(ctx)
	var ended sync.WaitGroup
	defer ended.Wait()
	defer stop()
	for _, h := range []*campaign.Service{one, two} {
		ended.Go(func() { _ = h.Follow(follow) })
		_, err := h.Live(ctx, x.club, x.battle)
		must(t, err)
	}
	turn := func(h *campaign.Service, want int) func() bool {
		return func() bool {
			live, err := h.Live(ctx, x.club, x.battle)
			return err == nil && live.Pending != nil && live.Pending.Turn == want
		}
	}
	notified, end := two.Watch(x.club, x.battle)
	defer end()
	_, err := x.offer(one, "o1")
	must(t, err)
	wait(t, turn(two, 1), "the other process does not see the move that waits")
	select {
	case <-notified:
	case <-time.After(60 * time.Second):
		t.Error("watchers of the other process are not notified")
	}
	answers := make(chan error, 2)
	for i, h := range []*campaign.Service{one, two} {
		by := []campaign.Actor{x.anne, x.bob}[i]
		go func() {
			_, err := x.answer(h, by, campaign.Answer{Turn: 1, Key: campaign.NewToken(), Dice: []int{1 + i}})
			answers <- err
		}()
	}
	a, b := <-answers, <-answers
	if stale := campaign.CodeOf(a) == campaign.Stale || campaign.CodeOf(b) == campaign.Stale; !stale || a != nil && b != nil {
		t.Errorf("two answers to one question: %v and %v", a, b)
	}
	wait(t, turn(one, 2), "one does not come to turn 2")
	wait(t, turn(two, 2), "two does not come to turn 2")
	_, err = x.answer(two, x.bob, campaign.Answer{Dice: []int{6}})
	must(t, err)
	tails := 1
	wait(t, turn(one, 3), "one does not hear of the dice")
	_, err = x.answer(two, x.bob, campaign.Answer{Choice: &rules.Reply{Option: tails}})
	must(t, err)
	wait(t, func() bool {
		live, err := one.Live(ctx, x.club, x.battle)
		return err == nil && live.Number == 1 && live.Pending == nil
	}, "one does not hear of the step")
}

// overtaken is a store in which another process's news arrives just before a pending move is saved.
type overtaken struct {
	*store.Store
	beforeSave func()
}

func (s *overtaken) SavePending(ctx context.Context, p campaign.PendingRow, was string) error {
	if f := s.beforeSave; f != nil {
		s.beforeSave = nil
		f()
	}
	return s.Store.SavePending(ctx, p, was)
}

// Listen reports that anything may have happened, once.
func (s *overtaken) Listen(_ context.Context, report func(campaign.News)) error {
	report(campaign.News{})
	return nil
}

// TestOlderLoadIsNotKept: a battle that is loaded anew while an answer is being saved lacks that answer, and must not take
// the place of the battle that has it.
func TestOlderLoadIsNotKept(t *testing.T) {
	s := &overtaken{Store: open(t, filepath.Join(t.TempDir(), "club.db"))}
	h := newCoinService(s)
	x := newTossing(t, h)
	_, err := x.offer(h, "o1")
	must(t, err)
	overtook := false
	s.beforeSave = func() {
		if err := h.Follow(ctx); err != nil {
			t.Error(err)
		}
		live, err := h.Live(ctx, x.club, x.battle)
		overtook = err == nil && live.Pending != nil && live.Pending.Turn == 1
	}
	if _, err := x.answer(h, x.anne, campaign.Answer{Dice: []int{3}}); err != nil || !overtook {
		t.Fatalf("%v; loaded while it was saved: %v", err, overtook)
	}
	if live, err := h.Live(ctx, x.club, x.battle); err != nil || live.Pending == nil || live.Pending.Turn != 2 {
		t.Errorf("after the answer: %+v, %v", live.Pending, err)
	}
}
