package play_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/campaign/web"
	"oriflamme/campaign/web/webtest"
	"oriflamme/content"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/games"
	"oriflamme/rules/simulate"
)

// questionBattles are battles in which a command asks the other side something: their bots, how many commands are played, and how
// many different questions must come up.
var questionBattles = []struct {
	game, setup, bot string
	commands, asks   int
	seed             uint64
}{
	{"warcry", "measured-convoy", "random", 70, 4, 3},
	{"underworlds", "measured-choir-moths", "greedy", 110, 3, 3},
	{"warmaster", "board-ford", "greedy", 160, 2, 3},
	{"warmachine", "measured-furnace-and-tide", "random", 120, 2, 3},
	{"magnamund", "forces", "random", 160, 1, 4},
}

// TestChoicesAreOfTheSeatAskedByEveryDoor plays a battle of each game. Whenever a command of one side asks the other a question
// for the first time, only the side that is asked, or a member who may act for others, can answer it: not the page, not a late
// form of a phone, not the API, and not a move that contains the answer. An undo removes the answer.
func TestChoicesAreOfTheSeatAskedByEveryDoor(t *testing.T) {
	for _, f := range questionBattles {
		t.Run(f.game, func(t *testing.T) {
			w := newQuestionFixture(t, f.game, f.setup)
			rng := rand.New(rand.NewPCG(f.seed, 9))
			met := map[string]bool{}
			for n := 0; n < f.commands; n++ {
				live := w.live()
				if live.Over {
					break
				}
				c := rules.Choose(live.Battle, []rules.Bot{simulate.FindBot(w.game, f.bot), simulate.FindBot(w.game, f.bot)}, rng.IntN)
				w.playCommand(c, rng, met)
			}
			if t.Logf("%v", met); len(met) < f.asks {
				t.Errorf("only %d questions to the other side came up", len(met))
			}
		})
	}
}

// A questionFixture is a club with an open battle of some game: Yanis and Odile play, Camille is the organiser, Théo watches.
type questionFixture struct {
	*webtest.BattleFixture
	game    *rules.Game
	theo    campaign.Session
	players []campaign.Session
	phones  []*webtest.Phone // the players' phones
	keys    []string         // the players' API keys
	n       int              // counts keys that are used once
}

func newQuestionFixture(t *testing.T, game, setup string) *questionFixture {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile("../../../rules/" + game + "/testdata/setups/" + setup + ".json")
	must(err)
	var set rules.Setup
	must(rules.Decode(raw, &set))
	db, err := store.Open(filepath.Join(t.TempDir(), "club.db"))
	must(err)
	t.Cleanup(func() { db.Close() })
	w := &questionFixture{BattleFixture: &webtest.BattleFixture{T: t}}
	var ticks atomic.Int64
	now := func() time.Time { return webtest.FixtureStart.Add(time.Duration(ticks.Add(1)) * time.Second) }
	w.game = games.All[slices.IndexFunc(games.All, func(g *rules.Game) bool { return g.ID == game })]
	w.Service = campaign.NewService(db, games.All, now)
	w.Service.UseSeeds(t.Name)
	w.Camille, err = w.Service.FoundClub(t.Context(), campaign.FoundClub{Name: "Les Hussards du Jeudi", Lang: "fr", Owner: "Camille"})
	must(err)
	w.Club = w.Camille.Club
	invite, err := w.Service.Invite(t.Context(), webtest.Actor(w.Camille), w.Club, campaign.Player, 3, webtest.FixtureStart.Add(72*time.Hour), "")
	must(err)
	for _, x := range []struct {
		of   *campaign.Session
		name string
	}{{&w.Yanis, "Yanis"}, {&w.Odile, "Odile"}, {&w.theo, "Théo"}} {
		*x.of, err = w.Service.AcceptInvitation(t.Context(), invite.Token, x.name)
		must(err)
	}
	settings := campaign.DefaultSettings("Les Marches de Sarle", game)
	act, err := w.Service.CreateCampaign(t.Context(), webtest.Actor(w.Camille), w.Club, "camp", campaign.NewCampaign{Settings: settings})
	must(err)
	w.Camp = act.Body.(campaign.NewCampaign).Campaign
	w.players = []campaign.Session{w.Yanis, w.Odile}
	var seats []campaign.ID
	for i, p := range w.players {
		act, err := w.Service.AddRoster(t.Context(), webtest.Actor(p), w.Club, "roster", campaign.NewRoster{Campaign: w.Camp, Member: p.Member, List: set.Rosters[i]})
		must(err)
		seats = append(seats, act.Body.(campaign.NewRoster).Roster)
	}
	act, err = w.Service.Schedule(t.Context(), webtest.Actor(w.Camille), w.Club, "battle", campaign.Schedule{Campaign: w.Camp, Seats: seats, Attacker: 0, At: webtest.FixtureStart})
	must(err)
	w.Battle = act.Body.(campaign.Schedule).Battle
	_, err = w.Service.OpenBattle(t.Context(), webtest.Actor(w.Yanis), w.Club, w.Battle, set, "open")
	must(err)
	w.Server = httptest.NewServer(web.New(web.Config{Service: w.Service, Catalogs: content.Catalogs(), Games: games.All, Now: now}))
	t.Cleanup(w.Server.Close)
	for _, p := range w.players {
		w.phones = append(w.phones, w.Phone(p))
		w.keys = append(w.keys, w.NewKey(p, campaign.ScopePlay))
	}
	return w
}

func (w *questionFixture) live() *campaign.LiveSnapshot {
	w.T.Helper()
	live, err := w.Service.Live(w.T.Context(), w.Club, w.Battle)
	if err != nil {
		w.T.Fatal(err)
	}
	return live
}

// freshKey returns a key that was not used before.
func (w *questionFixture) freshKey() string {
	w.n++
	return fmt.Sprint("once ", w.n)
}

// playCommand gives a command, with the dice and answers that it waits for, as the players would.
func (w *questionFixture) playCommand(c rules.Command, rng *rand.Rand, met map[string]bool) {
	w.T.Helper()
	ctx, number := w.T.Context(), w.live().Number
	giver := w.players[c.By()]
	raw, err := rules.EncodeCommand(c)
	if err != nil {
		w.T.Fatal(err)
	}
	live, err := w.Service.Offer(ctx, webtest.Actor(giver), w.Club, w.Battle, campaign.Move{Number: number, Command: raw, Key: w.freshKey()})
	for err == nil && live.Number == number {
		p := live.Pending
		var need *dice.MissingError
		var q *rules.Question
		switch {
		case errors.As(p.Err, &need):
			faces := make([]int, need.Roll.N-len(need.Present))
			for i := range faces {
				faces[i] = 1 + rng.IntN(need.Roll.Sides)
			}
			live, err = w.Service.Answer(ctx, webtest.Actor(giver), w.Club, w.Battle, number, campaign.Answer{Dice: faces, Key: w.freshKey()})
		case errors.As(p.Err, &q):
			other := q.Seat != c.By()
			if kind := c.Kind() + " " + q.Why; other && !met[kind] {
				met[kind] = true
				w.refuseOthers(p, q)
				live = w.live()
				continue
			}
			pick := rng.IntN(len(q.Options))
			live, err = w.Service.Answer(ctx, webtest.Actor(w.players[q.Seat]), w.Club, w.Battle, number, campaign.Answer{Choice: &pick, Key: w.freshKey()})
		}
	}
	if err != nil {
		w.T.Fatalf("%s: %v", raw, err)
	}
}

// refuseOthers tries in every way to answer a question for the side that is asked.
func (w *questionFixture) refuseOthers(p *campaign.Pending, q *rules.Question) {
	w.T.Helper()
	ctx, number, pick := w.T.Context(), p.Move.Number, 0
	asked, giver := int(q.Seat), int(p.Command.By())
	what := p.Command.Kind() + ", " + q.Why
	at := w.BattlePath("battles", w.Battle)
	waits := func(door string) {
		w.T.Helper()
		live := w.live()
		var still *rules.Question
		if live.Number != number || live.Pending == nil || !errors.As(live.Pending.Err, &still) || still.Why != q.Why || len(live.Pending.Move.Choices) != len(p.Move.Choices) {
			w.T.Fatalf("%s: %s has moved it on: %d steps, %+v", what, door, live.Number, live.Pending)
		}
	}
	forbidden := func(door string, err error) {
		w.T.Helper()
		if campaign.CodeOf(err) != campaign.Forbidden {
			w.T.Errorf("%s: %s: %v", what, door, err)
		}
	}
	// The page shows the answers only to the side that is asked.
	if n := w.phones[asked].Get(at).Page.Find("button[name=choice]").Length(); n != len(q.Options) {
		w.T.Errorf("%s: %d answers of %d for the side that is asked: %s", what, n, len(q.Options), w.phones[asked].Text(".ask"))
	}
	if w.phones[giver].Get(at).Page.Find("button[name=choice]").Length() > 0 || w.phones[giver].Page.Find(".ask-wait").Length() == 0 {
		w.T.Errorf("%s: answers for who gave the command: %s", what, w.phones[giver].Text(".ask"))
	}
	// The form of the page, sent twice with one key, as by a phone that had no network.
	form := url.Values{"step": {webtest.FormatInt(number)}, "turn": {webtest.FormatInt(p.Turn)}, "choice": {"0"}, "_key": {w.freshKey()}}
	for _, at := range []*webtest.Phone{w.phones[giver], w.Phone(w.theo).Get(at)} {
		for range 2 {
			if status := w.post(at, form); status != http.StatusForbidden {
				w.T.Errorf("%s: the form is answered %d", what, status)
			}
		}
	}
	waits("the form")
	for _, by := range []campaign.Session{w.players[giver], w.theo} {
		_, err := w.Service.Answer(ctx, webtest.Actor(by), w.Club, w.Battle, number, campaign.Answer{Choice: &pick})
		forbidden("an answer", err)
	}
	// The side that is asked cannot drop the command.
	_, err := w.Service.Answer(ctx, webtest.Actor(w.players[asked]), w.Club, w.Battle, number, campaign.Answer{Drop: true})
	forbidden("giving it up", err)
	waits("an answer")
	if len(p.Move.Choices) > 0 { // its dice were thrown between the questions before it
		return
	}

	// A move that contains the answer.
	if _, err := w.Service.Answer(ctx, webtest.Actor(w.players[giver]), w.Club, w.Battle, number, campaign.Answer{Drop: true}); err != nil {
		w.T.Fatalf("%s: giving up one's own: %v", what, err)
	}
	whole := campaign.Move{Number: number, Command: p.Move.Command, Dice: p.Move.Dice, Choices: []int{pick}}
	body, err := json.Marshal(map[string]any{"number": number, "command": whole.Command, "dice": append([]int{}, whole.Dice...), "choices": whole.Choices})
	if err != nil {
		w.T.Fatal(err)
	}
	webtest.NewAPI(w.T, w.Server.URL).Call(http.StatusForbidden, "POST", webtest.BattlePath+"/steps", w.keys[giver], string(body), "{club}", w.Club, "{battle}", w.Battle)
	for door, play := range map[string]func(campaign.Move) error{
		"Play": func(m campaign.Move) error {
			_, err := w.Service.Play(ctx, webtest.Actor(w.players[giver]), w.Club, w.Battle, m)
			return err
		},
		"Offer": func(m campaign.Move) error {
			_, err := w.Service.Offer(ctx, webtest.Actor(w.players[giver]), w.Club, w.Battle, m)
			return err
		},
	} {
		whole.Key = w.freshKey()
		forbidden(door, play(whole))
		if live := w.live(); live.Number != number || live.Pending != nil {
			w.T.Fatalf("%s: %s left %d steps, %+v", what, door, live.Number, live.Pending)
		}
	}
	// The command as the page sends it, with an answer that its form does not have.
	form = url.Values{"step": {webtest.FormatInt(number)}, "command": {string(p.Move.Command)}, "faces": {joinFaces(p.Move.Dice)}, "choice": {"0"}, "_key": {w.freshKey()}}
	for range 2 {
		if status := w.post(w.phones[giver], form); status >= http.StatusBadRequest {
			w.T.Errorf("%s: the command is answered %d", what, status)
		}
	}
	waits("the command")

	// After an undo the answer is gone, and the side is asked again.
	if _, err := w.Service.Answer(ctx, webtest.Actor(w.players[asked]), w.Club, w.Battle, number, campaign.Answer{Choice: &pick}); err != nil {
		w.T.Fatalf("%s: the side that is asked: %v", what, err)
	}
	if live := w.live(); live.Pending != nil || live.Number == number {
		return // the answer led to more dice or another question
	}
	if w.Service.LastDiceByProgram(w.live()) { // the program threw dice, so only the organiser can undo the step
		_, err = w.Service.Undo(ctx, webtest.Actor(w.Camille), w.Club, w.Battle, number+1)
	} else {
		_, err = w.Service.Undo(ctx, webtest.Actor(w.players[asked]), w.Club, w.Battle, number+1)
		forbidden("taking it back for the other", err)
		_, err = w.Service.Undo(ctx, webtest.Actor(w.players[giver]), w.Club, w.Battle, number+1)
	}
	if err != nil {
		w.T.Fatalf("%s: taking it back: %v", what, err)
	}
	if live := w.live(); live.Pending != nil {
		w.T.Fatalf("%s: taken back it waits: %+v", what, live.Pending)
	}
	if _, err := w.Service.Offer(ctx, webtest.Actor(w.players[giver]), w.Club, w.Battle, campaign.Move{Number: number, Command: p.Move.Command, Dice: p.Move.Dice, Key: w.freshKey()}); err != nil {
		w.T.Fatal(err)
	}
	waits("taking back")
}

// post sends a form of a battle's page with its token, and returns the status.
func (w *questionFixture) post(p *webtest.Phone, form url.Values) int {
	w.T.Helper()
	form.Set("_csrf", p.Page.Find("input[name=_csrf]").First().AttrOr("value", ""))
	answer, err := p.Client.PostForm(w.Server.URL+w.BattlePath("battles", w.Battle)+"/play", form)
	if err != nil {
		w.T.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.StatusCode
}

func joinFaces(faces []int) string { return strings.Trim(fmt.Sprint(faces), "[]") }
