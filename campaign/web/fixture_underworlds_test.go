package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/campaign/web"
	"oriflamme/content"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/underworlds"
)

// any has Yanis, to whom everything was lent, do anything that may be done now, for whoever must; Nobody when nothing may.
func (v *underworldsFixture) playAny(live *campaign.LiveSnapshot) rules.Seat {
	v.t.Helper()
	ctx, by := context.Background(), actor(v.yanis)
	v.key++
	switch q := pendingQuestion(live); {
	case q != nil:
		n := v.rng.IntN(len(q.Options))
		if _, err := v.service.Answer(ctx, by, v.club, v.battle, live.Number, campaign.Answer{Choice: &n}); err != nil {
			v.t.Fatal(err)
		}
		return q.Seat
	case live.Pending != nil:
		if _, err := v.service.Answer(ctx, by, v.club, v.battle, live.Number, campaign.Answer{App: true}); err != nil {
			v.t.Fatal(err)
		}
		return live.Pending.Command.By()
	}
	legal := live.Battle.Legal()
	if len(legal) == 0 {
		return rules.Nobody
	}
	command := legal[v.rng.IntN(len(legal))]
	raw, err := rules.EncodeCommand(command)
	if err != nil {
		v.t.Fatal(err)
	}
	if _, err := v.service.Offer(ctx, by, v.club, v.battle, campaign.Move{Number: live.Number, Command: raw, Roll: campaign.RollApp, Key: "any" + strconv.Itoa(v.key)}); err != nil {
		v.t.Fatal(err)
	}
	return command.By()
}

// vault is a club with a running battle of Underworlds: Camille, the owner, plays
// against Yanis; Odile looks on.
type underworldsFixture struct {
	*battleFixture
	seats [2]campaign.Session
	rng   *rand.Rand
	key   int
}

func newUnderworldsFixture(t *testing.T) *underworldsFixture {
	t.Helper()
	ctx := context.Background()
	db, err := store.Open(filepath.Join(t.TempDir(), "club.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	var ticks atomic.Int64
	now := func() time.Time { return fixtureStart.Add(time.Duration(ticks.Add(1)) * time.Second) }
	games := []*rules.Game{underworlds.Game}
	w := &battleFixture{t: t, service: campaign.NewService(db, games, now)}
	w.service.UseSeeds(t.Name)
	v := &underworldsFixture{battleFixture: w, rng: rand.New(rand.NewPCG(4, 2))}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	w.camille, err = w.service.FoundClub(ctx, campaign.FoundClub{Name: "La Cave", Lang: "fr", Owner: "Camille"})
	must(err)
	w.club = w.camille.Club
	invite, err := w.service.Invite(ctx, actor(w.camille), w.club, campaign.Player, 2, fixtureStart.Add(time.Hour), "")
	must(err)
	w.yanis, err = w.service.AcceptInvitation(ctx, invite.Token, "Yanis")
	must(err)
	w.odile, err = w.service.AcceptInvitation(ctx, invite.Token, "Odile")
	must(err)
	act, err := w.service.CreateCampaign(ctx, actor(w.camille), w.club, "k1", campaign.NewCampaign{Settings: campaign.DefaultSettings("La Cave aux lanternes", "underworlds")})
	must(err)
	w.camp = act.Body.(campaign.NewCampaign).Campaign
	all, _ := packs.Load(content.FS, underworlds.Game)
	w.pack = all[0]
	v.seats = [2]campaign.Session{w.camille, w.yanis}
	seats := []campaign.ID{w.enterRoster(w.camille, "tidewrights", "Les Charpentiers", "c"), w.enterRoster(w.yanis, "ash-choir", "Le Chœur", "y")}
	act, err = w.service.Schedule(ctx, actor(w.camille), w.club, "k2", campaign.Schedule{Campaign: w.camp, Seats: seats, At: fixtureStart})
	must(err)
	w.battle = act.Body.(campaign.Schedule).Battle
	w.server = httptest.NewServer(web.New(web.Config{Service: w.service, Catalogs: content.Catalogs(), Games: games, Packs: map[string][]rules.Pack{"underworlds": all}, Now: now}))
	t.Cleanup(w.server.Close)

	state, err := w.service.State(ctx, w.club)
	must(err)
	rosters := []rules.Roster{state.Rosters[seats[0]].List, state.Rosters[seats[1]].List}
	rosters[1].Extra = v.deck("ash-choir", "last-word")
	field, err := packs.DrawField(w.pack, underworlds.Game, nil, rosters...)
	must(err)
	_, err = w.service.OpenBattle(ctx, actor(w.camille), w.club, w.battle, rules.Setup{Mode: rules.Board, Rosters: rosters, Field: field}, "open")
	must(err)
	return v
}

// deck is the objective cards of a deck, and five power cards, one of them with
// an effect that is always of use at a reaction step.
func (v *underworldsFixture) deck(name, effect string) json.RawMessage {
	var extra struct {
		Objectives []json.RawMessage `json:"objectives"`
		Power      []json.RawMessage `json:"power"`
	}
	for _, raw := range v.pack.Parts["cards"] {
		var c underworlds.DeckCard
		if err := rules.Decode(raw, &c); err != nil {
			v.t.Fatal(err)
		}
		switch {
		case c.Deck == name && c.Kind == "objective":
			extra.Objectives = append(extra.Objectives, raw)
		case c.Deck == name && len(extra.Power) < 4, c.Effect != nil && c.Effect.ID == effect:
			extra.Power = append(extra.Power, raw)
		}
	}
	raw, err := json.Marshal(extra)
	if err != nil {
		v.t.Fatal(err)
	}
	return raw
}

func (v *underworldsFixture) live() *campaign.LiveSnapshot {
	v.t.Helper()
	live, err := v.service.Live(context.Background(), v.club, v.battle)
	if err != nil {
		v.t.Fatal(err)
	}
	return live
}

// asked is the question that the battle waits for, or nil.
func pendingQuestion(live *campaign.LiveSnapshot) *rules.Question {
	var q *rules.Question
	if live.Pending != nil {
		errors.As(live.Pending.Err, &q)
	}
	return q
}

// drive has both players take anything they may until something holds.
func (v *underworldsFixture) playUntil(until func(live *campaign.LiveSnapshot) bool) *campaign.LiveSnapshot {
	v.t.Helper()
	ctx := context.Background()
	for range 2000 {
		live := v.live()
		if live.Over || until(live) {
			return live
		}
		var err error
		q := pendingQuestion(live)
		switch legal := live.Battle.Legal(); {
		case q != nil:
			n := v.rng.IntN(len(q.Options) - 1) // the last answer may be to pass for the turn
			_, err = v.service.Answer(ctx, actor(v.seats[q.Seat]), v.club, v.battle, live.Number, campaign.Answer{Choice: &n})
		case live.Pending != nil:
			_, err = v.service.Answer(ctx, campaign.Actor{Member: live.Pending.By}, v.club, v.battle, live.Number, campaign.Answer{App: true})
		default:
			v.key++
			c := legal[v.rng.IntN(len(legal))]
			raw, _ := rules.EncodeCommand(c)
			_, err = v.service.Offer(ctx, actor(v.seats[c.By()]), v.club, v.battle, campaign.Move{Number: live.Number, Command: raw, Key: "m" + strconv.Itoa(v.key)})
		}
		if err != nil {
			v.t.Fatal(err)
		}
	}
	v.t.Fatal("that moment never comes")
	return nil
}

// read fetches an address as it is, or the first event of a stream.
func (v *underworldsFixture) read(of campaign.Session, path string) (status int, body string) {
	v.t.Helper()
	p := v.phone(of)
	answer, err := p.client.Get(v.server.URL + path)
	if err != nil {
		v.t.Fatal(err)
	}
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
	if err != nil {
		v.t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// hidden lists the names and ids of the cards in a hand, and the order of a deck.
func (v *underworldsFixture) secretCards(live *campaign.LiveSnapshot, seat rules.Seat) []string {
	var list []string
	for _, c := range live.Battle.View(seat).Sides[seat].Cards {
		list = append(list, c.ID, strings.ReplaceAll(c.Names["fr"], "’", "&#39;"), c.Names["fr"], c.Names["en"])
	}
	if len(list) == 0 {
		v.t.Fatalf("seat %d holds no cards", seat)
	}
	return list
}
