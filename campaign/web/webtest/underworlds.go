package webtest

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/underworlds"
)

// PlayAny lets Yanis, who may act for both seats, do anything that is legal now. It returns the seat for which he acted, or Nobody when the battle is
// over.
func (w *underworldsFixture) PlayAny(live *campaign.LiveSnapshot) rules.Seat {
	w.T.Helper()
	ctx, by := context.Background(), Actor(w.Yanis)
	w.key++
	switch q := PendingQuestion(live); {
	case q != nil:
		n := w.rng.IntN(len(q.Options))
		if _, err := w.Service.Answer(ctx, by, w.Club, w.Battle, live.Number, campaign.Answer{Choice: &rules.Reply{Option: n}}); err != nil {
			w.T.Fatal(err)
		}
		return q.Seat
	case live.Pending != nil:
		if _, err := w.Service.Answer(ctx, by, w.Club, w.Battle, live.Number, campaign.Answer{App: true}); err != nil {
			w.T.Fatal(err)
		}
		return live.Pending.Command.By()
	}
	legal := live.Battle.Legal()
	if len(legal) == 0 {
		return rules.Nobody
	}
	command := legal[w.rng.IntN(len(legal))]
	raw, err := rules.EncodeCommand(command)
	rulestest.Must(w.T, err)
	if _, err := w.Service.Offer(ctx, by, w.Club, w.Battle, campaign.Move{Number: live.Number, Command: raw, Roll: campaign.RollApp, Key: "any" + strconv.Itoa(w.key)}); err != nil {
		w.T.Fatal(err)
	}
	return command.By()
}

// An underworldsFixture is a club with a running battle of Underworlds: Camille, the owner, plays against Yanis, and Odile
// watches.
type underworldsFixture struct {
	*BattleFixture
	Seats [2]campaign.Session
	rng   *rand.Rand
	key   int
}

// NewUnderworldsFixture opens the battle.
func NewUnderworldsFixture(t *testing.T) *underworldsFixture {
	t.Helper()
	w := NewGameFixture(t, underworlds.Game, "La Cave", campaign.DefaultSettings("La Cave aux lanternes", "underworlds"))
	v := &underworldsFixture{BattleFixture: w, rng: rand.New(rand.NewPCG(4, 2)), Seats: [2]campaign.Session{w.Camille, w.Yanis}}
	seats := []campaign.ID{w.EnterRoster(w.Camille, "tidewrights", "Les Charpentiers", "c"), w.EnterRoster(w.Yanis, "ash-choir", "Le Chœur", "y")}
	w.Schedule(campaign.Schedule{Seats: seats, At: FixtureStart})
	state := w.State()
	rosters := []rules.Roster{state.Rosters[seats[0]].List, state.Rosters[seats[1]].List}
	rosters[1].Extra = v.deck("ash-choir", "last-word")
	field, err := packs.DrawField(w.Pack, underworlds.Game, nil, rosters...)
	if err == nil {
		_, err = w.Service.OpenBattle(t.Context(), Actor(w.Camille), w.Club, w.Battle, rules.Setup{Mode: rules.Board, Rosters: rosters, Field: field}, "open")
	}
	rulestest.Must(t, err)
	return v
}

// deck returns the objective cards of a deck and five power cards, one of them with an effect that can be used at every
// reaction step.
func (w *underworldsFixture) deck(name, effect string) json.RawMessage {
	var extra struct {
		Objectives []json.RawMessage `json:"objectives"`
		Power      []json.RawMessage `json:"power"`
	}
	for _, raw := range w.Pack.Parts["cards"] {
		var c underworlds.DeckCard
		rulestest.Must(w.T, rules.Decode(raw, &c))
		switch {
		case c.Deck == name && c.Kind == "objective":
			extra.Objectives = append(extra.Objectives, raw)
		case c.Deck == name && len(extra.Power) < 4, c.Effect != nil && c.Effect.ID == effect:
			extra.Power = append(extra.Power, raw)
		}
	}
	raw, err := json.Marshal(extra)
	rulestest.Must(w.T, err)
	return raw
}

// PendingQuestion returns the question that the battle waits for, or nil.
func PendingQuestion(live *campaign.LiveSnapshot) *rules.Question {
	var q *rules.Question
	if live.Pending != nil {
		errors.As(live.Pending.Err, &q)
	}
	return q
}

// PlayUntil lets both players do anything that is legal until the condition holds or the battle is over.
func (w *underworldsFixture) PlayUntil(until func(live *campaign.LiveSnapshot) bool) *campaign.LiveSnapshot {
	w.T.Helper()
	ctx := context.Background()
	for range 2000 {
		live := w.Live()
		if live.Over || until(live) {
			return live
		}
		var err error
		q := PendingQuestion(live)
		switch legal := live.Battle.Legal(); {
		case q != nil:
			n := w.rng.IntN(len(q.Options) - 1) // never the last answer, which may pass for the rest of the turn
			_, err = w.Service.Answer(ctx, Actor(w.Seats[q.Seat]), w.Club, w.Battle, live.Number, campaign.Answer{Choice: &rules.Reply{Option: n}})
		case live.Pending != nil:
			_, err = w.Service.Answer(ctx, campaign.Actor{Member: live.Pending.By}, w.Club, w.Battle, live.Number, campaign.Answer{App: true})
		default:
			w.key++
			c := legal[w.rng.IntN(len(legal))]
			raw, _ := rules.EncodeCommand(c)
			_, err = w.Service.Offer(ctx, Actor(w.Seats[c.By()]), w.Club, w.Battle, campaign.Move{Number: live.Number, Command: raw, Key: "m" + strconv.Itoa(w.key)})
		}
		rulestest.Must(w.T, err)
	}
	w.T.Fatal("that moment never comes")
	return nil
}

// Read returns the status and the body at a path; of an event stream, the first event.
func (w *underworldsFixture) Read(of campaign.Session, path string) (status int, body string) {
	w.T.Helper()
	p := w.Phone(of)
	answer, err := p.Client.Get(w.Server.URL + path)
	rulestest.Must(w.T, err)
	defer answer.Body.Close()
	if strings.HasSuffix(path, "/events") {
		lines := bufio.NewReader(answer.Body)
		for range 3 {
			line, _ := lines.ReadString('\n')
			body += line
		}
		return answer.StatusCode, body
	}
	text, err := io.ReadAll(answer.Body)
	rulestest.Must(w.T, err)
	return answer.StatusCode, string(text)
}

// SecretCards returns the ids and names of the cards in a seat's hand.
func (w *underworldsFixture) SecretCards(live *campaign.LiveSnapshot, seat rules.Seat) []string {
	var list []string
	for _, c := range live.Battle.View(seat).Sides[seat].Cards {
		list = append(list, c.ID, strings.ReplaceAll(c.Names["fr"], "’", "&#39;"), c.Names["fr"], c.Names["en"])
	}
	if len(list) == 0 {
		w.T.Fatalf("seat %d holds no cards", seat)
	}
	return list
}
