package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
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

// vault is a club with a running battle of Underworlds: Camille, the owner, plays
// against Yanis; Odile looks on.
type vault struct {
	*tables
	seats [2]campaign.Session
	coins *rand.Rand
	key   int
}

func newVault(t *testing.T) *vault {
	t.Helper()
	ctx := context.Background()
	db, err := store.Open(filepath.Join(t.TempDir(), "club.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	var ticks atomic.Int64
	now := func() time.Time { return tableNow.Add(time.Duration(ticks.Add(1)) * time.Second) }
	games := []*rules.Game{underworlds.Game}
	w := &tables{t: t, hall: campaign.NewHall(db, games, now)}
	w.hall.SeedWith(t.Name)
	v := &vault{tables: w, coins: rand.New(rand.NewPCG(4, 2))}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	w.camille, err = w.hall.Found(ctx, campaign.FoundClub{Name: "La Cave", Lang: "fr", Owner: "Camille"})
	must(err)
	w.club = w.camille.Club
	invite, err := w.hall.Invite(ctx, actor(w.camille), w.club, campaign.Player, 2, tableNow.Add(time.Hour), "")
	must(err)
	w.yanis, err = w.hall.Accept(ctx, invite.Token, "Yanis")
	must(err)
	w.odile, err = w.hall.Accept(ctx, invite.Token, "Odile")
	must(err)
	act, err := w.hall.CreateCampaign(ctx, actor(w.camille), w.club, "k1", campaign.NewCampaign{Settings: campaign.DefaultSettings("La Cave aux lanternes", "underworlds")})
	must(err)
	w.camp = act.Body.(campaign.NewCampaign).Campaign
	all, _ := packs.Load(content.FS, underworlds.Game)
	w.pack = all[0]
	v.seats = [2]campaign.Session{w.camille, w.yanis}
	seats := []campaign.ID{w.roster(w.camille, "tidewrights", "Les Charpentiers", "c"), w.roster(w.yanis, "ash-choir", "Le Chœur", "y")}
	act, err = w.hall.Schedule(ctx, actor(w.camille), w.club, "k2", campaign.Schedule{Campaign: w.camp, Seats: seats, At: tableNow})
	must(err)
	w.battle = act.Body.(campaign.Schedule).Battle
	w.server = httptest.NewServer(web.New(web.Config{Hall: w.hall, Books: content.Books(), Games: games, Packs: map[string][]rules.Pack{"underworlds": all}, Now: now}))
	t.Cleanup(w.server.Close)

	state, err := w.hall.State(ctx, w.club)
	must(err)
	rosters := []rules.Roster{state.Rosters[seats[0]].List, state.Rosters[seats[1]].List}
	rosters[1].Extra = v.deck("ash-choir", "last-word")
	field, err := packs.Draw(w.pack, underworlds.Game, nil, rosters...)
	must(err)
	_, err = w.hall.OpenBattle(ctx, actor(w.camille), w.club, w.battle, rules.Setup{Mode: rules.Board, Rosters: rosters, Field: field}, "open")
	must(err)
	return v
}

// deck is the objective cards of a deck, and five power cards, one of them with
// an effect that is always of use at a reaction step.
func (v *vault) deck(name, effect string) json.RawMessage {
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

func (v *vault) live() *campaign.Live {
	v.t.Helper()
	live, err := v.hall.Live(context.Background(), v.club, v.battle)
	if err != nil {
		v.t.Fatal(err)
	}
	return live
}

// asked is the question that the battle waits for, or nil.
func asked(live *campaign.Live) *rules.Question {
	var q *rules.Question
	if live.Pending != nil {
		errors.As(live.Pending.Err, &q)
	}
	return q
}

// drive has both players take anything they may until something holds.
func (v *vault) drive(until func(live *campaign.Live) bool) *campaign.Live {
	v.t.Helper()
	ctx := context.Background()
	for range 2000 {
		live := v.live()
		if live.Over || until(live) {
			return live
		}
		var err error
		q := asked(live)
		switch legal := live.Battle.Legal(); {
		case q != nil:
			n := v.coins.IntN(len(q.Options) - 1) // the last answer may be to pass for the turn
			_, err = v.hall.Answer(ctx, actor(v.seats[q.Seat]), v.club, v.battle, live.Number, campaign.Answer{Choice: &n})
		case live.Pending != nil:
			_, err = v.hall.Answer(ctx, campaign.Actor{Member: live.Pending.By}, v.club, v.battle, live.Number, campaign.Answer{App: true})
		default:
			v.key++
			c := legal[v.coins.IntN(len(legal))]
			raw, _ := rules.EncodeCommand(c)
			_, err = v.hall.Offer(ctx, actor(v.seats[c.By()]), v.club, v.battle, campaign.Move{Number: live.Number, Command: raw, Key: "m" + strconv.Itoa(v.key)})
		}
		if err != nil {
			v.t.Fatal(err)
		}
	}
	v.t.Fatal("that moment never comes")
	return nil
}

// read fetches an address as it is, or the first event of a stream.
func (v *vault) read(of campaign.Session, path string) (status int, body string) {
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
func (v *vault) hidden(live *campaign.Live, seat rules.Seat) []string {
	var list []string
	for _, c := range live.Battle.View(seat).Sides[seat].Cards {
		list = append(list, c.ID, strings.ReplaceAll(c.Names["fr"], "’", "&#39;"), c.Names["fr"], c.Names["en"])
	}
	if len(list) == 0 {
		v.t.Fatalf("seat %d holds no cards", seat)
	}
	return list
}

// TestHandsAndDecksStaySecret reads everything about a running battle as each
// member and as a visitor: nobody finds another's hand, nor the dice of a shuffle.
func TestHandsAndDecksStaySecret(t *testing.T) {
	v := newVault(t)
	live := v.drive(func(live *campaign.Live) bool {
		return live.Battle.View(rules.Nobody).Phase == "activation" && live.Pending == nil
	})
	shuffled := 0
	for _, step := range live.Steps {
		for _, d := range step.Dice {
			if d.For == "shuffle" {
				shuffled++
			}
		}
	}
	if shuffled < 60 {
		t.Fatalf("%d dice of shuffles", shuffled)
	}
	at := v.at("battles", v.battle)
	readers := map[string]campaign.Session{"Camille": v.camille, "Yanis": v.yanis, "Odile": v.odile, "a visitor": {}}
	for name, reader := range readers {
		for _, path := range []string{at, at + "?log=all", at + "/all", at + "/all?log=all", at + "/record", at + "/all/record", at + "/events", at + "/slip", at + "/report",
			v.at("archive"), "/battles", v.at("arbiter", "battles", v.battle)} {
			status, body := v.read(reader, path)
			if status >= 500 {
				t.Errorf("%s reads %s: %d", name, path, status)
			}
			for seat := range rules.Seat(2) {
				if reader.Member == v.seats[seat].Member && reader.Member != "" {
					continue
				}
				for _, secret := range v.hidden(live, seat) {
					if secret != "" && !strings.HasSuffix(path, "/archive") && strings.Contains(body, secret) {
						t.Errorf("%s reads %q of seat %d at %s", name, secret, seat, path)
					}
				}
			}
			if strings.Contains(body, `"shuffle"`) || strings.Contains(body, `"order"`) || strings.Contains(body, `"seed":"`) {
				t.Errorf("%s reads a shuffle at %s", name, path)
			}
			if strings.HasSuffix(path, "/record") && status != http.StatusForbidden && status != http.StatusSeeOther {
				t.Errorf("%s takes the record away: %d", name, status)
			}
		}
	}
	page := v.phone(v.yanis).get(at + "?log=all").page
	for _, line := range page.Find(".log li").EachIter() {
		if strings.Contains(line.Text(), "Mélanger les piles") && line.Find("svg").Length() > 0 {
			t.Error("the log shows the dice of the shuffles")
		}
	}
	v.drive(func(*campaign.Live) bool { return false })
	if status, body := v.read(v.odile, at+"/record"); status != http.StatusOK || !strings.Contains(body, `"shuffle"`) {
		t.Errorf("the record of a battle that is over: %d", status)
	}
}

// TestEnglishPagesNameCardsInEnglish reads the same hand in both languages.
func TestEnglishPagesNameCardsInEnglish(t *testing.T) {
	v := newVault(t)
	live := v.drive(func(live *campaign.Live) bool {
		return live.Battle.View(rules.Nobody).Phase == "activation" && live.Pending == nil
	})
	at := v.at("battles", v.battle)
	french, english := v.phone(v.camille).get(at), v.phone(v.camille)
	text := english.get(at + "?lang=en").page.Find(".hand").Text()
	for _, c := range live.Battle.View(0).Sides[0].Cards {
		if !strings.Contains(french.page.Find(".hand").Text(), c.Names["fr"]) {
			t.Errorf("the French page lacks %s", c.Names["fr"])
		}
		if !strings.Contains(text, c.Names["en"]) || !strings.Contains(text, c.Texts["en"]) {
			t.Errorf("the English page lacks %s", c.Names["en"])
		}
	}
}

// TestPassForTheTurn passes at every reaction step of a turn by one press on the page.
func TestPassForTheTurn(t *testing.T) {
	v := newVault(t)
	reacts := func(live *campaign.Live) bool {
		q := asked(live)
		return q != nil && q.Seat == 1 && strings.HasPrefix(q.Why, "react-")
	}
	live := v.drive(reacts)
	if live.Over {
		t.Fatal("no reaction could be used in the whole battle")
	}
	yanis := v.phone(v.yanis).get(v.at("battles", v.battle))
	last := yanis.page.Find(".ask form.options button").Last()
	if got := last.Text(); !strings.Contains(got, "Passer jusqu") {
		t.Fatalf("the last answer is %q", got)
	}
	choice, _ := last.Attr("value")
	yanis.send(".ask form.options", "choice", choice)
	step := live.Number
	waived, asks := false, 0
	v.drive(func(live *campaign.Live) bool {
		for _, s := range live.Steps[step:] {
			for _, e := range s.Events {
				switch e.(type) {
				case underworlds.Waived:
					waived = true
				case underworlds.TurnBegan:
					if waived {
						return true
					}
				}
			}
		}
		if reacts(live) && live.Number > step {
			asks++
		}
		return false
	})
	if !waived || asks > 0 {
		t.Errorf("passed: %v; asked %d times afterwards", waived, asks)
	}
}

// TestGloryCounts has the organiser count the glory of battles as campaign points.
func TestGloryCounts(t *testing.T) {
	v := newVault(t)
	at := v.at("campaigns", v.camp)
	owner := v.phone(v.camille)
	owner.get(at+"/settings").send("form[action$='/settings']", "fame", "yes", "why", "Ligue")
	state, err := v.hall.State(context.Background(), v.club)
	if err != nil {
		t.Fatal(err)
	}
	if got := state.Campaigns[v.camp].Settings.Fame; got != "glory" {
		t.Fatalf("counts %q", got)
	}
	if text := owner.get(at + "/rules").text("main"); !strings.Contains(text, "Gloire de campagne » compte aussi comme points") {
		t.Errorf("the rules do not tell: %s", text)
	}
	if text := owner.get(at + "/chronicle").text("main"); !strings.Contains(text, "Ressource comptée : rien → Gloire de campagne") {
		t.Errorf("the chronicle does not tell: %s", text)
	}
	owner.get(at+"/settings").send("form[action$='/settings']", "fame", "")
	if state, _ = v.hall.State(context.Background(), v.club); state.Campaigns[v.camp].Settings.Fame != "" {
		t.Error("it cannot be undone")
	}
}
