package play_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/games"
	"oriflamme/rules/rulestest"
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
	{"warmaster", "board-ford", "greedy", 160, 2, 5},
	{"warmachine", "measured-furnace-and-tide", "random", 120, 2, 3},
	{"magnamund", "forces", "random", 160, 1, 4},
}

// TestChoicesAreOfTheSeatAskedByEveryDoor plays a battle of each game. Whenever a command of one side asks the other a question
// for the first time, only the side that is asked, or a member who may act for others, can answer it: not the page, not a late
// form of a phone, not the API, and not a move that contains the answer. An undo removes the answer.
func TestChoicesAreOfTheSeatAskedByEveryDoor(t *testing.T) {
	if rulestest.RaceDetector {
		t.Skip("one request after the other: nothing runs beside it")
	}
	for _, f := range questionBattles {
		t.Run(f.game, func(t *testing.T) {
			w := newQuestionFixture(t, f.game, f.setup)
			rng := rand.New(rand.NewPCG(f.seed, 9))
			met := map[string]bool{}
			for n := 0; n < f.commands; n++ {
				live := w.Live()
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
	phones  []*webtest.Browser // the players' phones
	keys    []string           // the players' API keys
	n       int                // counts keys that are used once
}

func newQuestionFixture(t *testing.T, game, setup string) *questionFixture {
	t.Helper()
	set := webtest.LoadSetup(t, game, setup)
	g := games.All[slices.IndexFunc(games.All, func(g *rules.Game) bool { return g.ID == game })]
	w := &questionFixture{BattleFixture: webtest.NewGameFixture(t, g, "Les Hussards du Jeudi", campaign.DefaultSettings("Les Marches de Sarle", game)), game: g}
	invite, err := w.Service.Invite(t.Context(), webtest.Actor(w.Camille), w.Club, campaign.Player, 1, webtest.FixtureStart.Add(72*time.Hour), "")
	rulestest.Must(t, err)
	w.theo, err = w.Service.AcceptInvitation(t.Context(), invite.Token, "Théo")
	rulestest.Must(t, err)
	w.players = []campaign.Session{w.Yanis, w.Odile}
	var seats []campaign.ID
	for i, p := range w.players {
		act, err := w.Service.AddRoster(t.Context(), webtest.Actor(p), w.Club, "roster", campaign.NewRoster{Campaign: w.Camp, Member: p.Member, List: set.Rosters[i]})
		rulestest.Must(t, err)
		seats = append(seats, act.Body.(campaign.NewRoster).Roster)
	}
	w.Schedule(campaign.Schedule{Seats: seats, Attacker: 0, At: webtest.FixtureStart})
	_, err = w.Service.OpenBattle(t.Context(), webtest.Actor(w.Yanis), w.Club, w.Battle, set, "open")
	rulestest.Must(t, err)
	for _, p := range w.players {
		w.phones = append(w.phones, w.Phone(p))
		w.keys = append(w.keys, w.NewKey(p, campaign.ScopePlay))
	}
	return w
}

// freshKey returns a key that was not used before.
func (w *questionFixture) freshKey() string {
	w.n++
	return fmt.Sprint("once ", w.n)
}

// playCommand gives a command, with the dice and answers that it waits for, as the players would.
func (w *questionFixture) playCommand(c rules.Command, rng *rand.Rand, met map[string]bool) {
	w.T.Helper()
	ctx, number := w.T.Context(), w.Live().Number
	giver := w.players[c.By()]
	raw, err := rules.EncodeCommand(c)
	rulestest.Must(w.T, err)
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
				live = w.Live()
				continue
			}
			pick := rng.IntN(len(q.Options))
			live, err = w.Service.Answer(ctx, webtest.Actor(w.players[q.Seat]), w.Club, w.Battle, number, campaign.Answer{Choice: &rules.Reply{Option: pick}, Key: w.freshKey()})
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
		live := w.Live()
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
	form := url.Values{"step": {strconv.Itoa(number)}, "turn": {strconv.Itoa(p.Turn)}, "choice": {"0"}, "_key": {w.freshKey()}}
	for _, at := range []*webtest.Browser{w.phones[giver], w.Phone(w.theo).Get(at)} {
		for range 2 {
			if status := w.post(at, form); status != http.StatusForbidden {
				w.T.Errorf("%s: the form is answered %d", what, status)
			}
		}
	}
	waits("the form")
	for _, by := range []campaign.Session{w.players[giver], w.theo} {
		_, err := w.Service.Answer(ctx, webtest.Actor(by), w.Club, w.Battle, number, campaign.Answer{Choice: &rules.Reply{Option: pick}})
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
	whole := campaign.Move{Number: number, Command: p.Move.Command, Dice: p.Move.Dice, Choices: rules.Options(pick)}
	body, err := json.Marshal(map[string]any{"number": number, "command": whole.Command, "dice": append([]int{}, whole.Dice...), "choices": whole.Choices})
	rulestest.Must(w.T, err)
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
		if live := w.Live(); live.Number != number || live.Pending != nil {
			w.T.Fatalf("%s: %s left %d steps, %+v", what, door, live.Number, live.Pending)
		}
	}
	// The command as the page sends it, with an answer that its form does not have.
	form = url.Values{"step": {strconv.Itoa(number)}, "command": {string(p.Move.Command)}, "faces": {joinFaces(p.Move.Dice)}, "choice": {"0"}, "_key": {w.freshKey()}}
	for range 2 {
		if status := w.post(w.phones[giver], form); status >= http.StatusBadRequest {
			w.T.Errorf("%s: the command is answered %d", what, status)
		}
	}
	waits("the command")

	// After an undo the answer is gone, and the side is asked again.
	if _, err := w.Service.Answer(ctx, webtest.Actor(w.players[asked]), w.Club, w.Battle, number, campaign.Answer{Choice: &rules.Reply{Option: pick}}); err != nil {
		w.T.Fatalf("%s: the side that is asked: %v", what, err)
	}
	if live := w.Live(); live.Pending != nil || live.Number == number {
		return // the answer led to more dice or another question
	}
	if w.Service.LastDiceByProgram(w.Live()) { // the program threw dice, so only the organiser can undo the step
		_, err = w.Service.Undo(ctx, webtest.Actor(w.Camille), w.Club, w.Battle, number+1)
	} else {
		_, err = w.Service.Undo(ctx, webtest.Actor(w.players[asked]), w.Club, w.Battle, number+1)
		forbidden("taking it back for the other", err)
		_, err = w.Service.Undo(ctx, webtest.Actor(w.players[giver]), w.Club, w.Battle, number+1)
	}
	if err != nil {
		w.T.Fatalf("%s: taking it back: %v", what, err)
	}
	if live := w.Live(); live.Pending != nil {
		w.T.Fatalf("%s: taken back it waits: %+v", what, live.Pending)
	}
	if _, err := w.Service.Offer(ctx, webtest.Actor(w.players[giver]), w.Club, w.Battle, campaign.Move{Number: number, Command: p.Move.Command, Dice: p.Move.Dice, Key: w.freshKey()}); err != nil {
		w.T.Fatal(err)
	}
	waits("taking back")
}

// post sends a form of a battle's page with its token, and returns the status.
func (w *questionFixture) post(p *webtest.Browser, form url.Values) int {
	w.T.Helper()
	form.Set("_csrf", p.Page.Find("input[name=_csrf]").First().AttrOr("value", ""))
	answer, err := p.Client.PostForm(w.Server.URL+w.BattlePath("battles", w.Battle)+"/play", form)
	rulestest.Must(w.T, err)
	defer answer.Body.Close()
	return answer.StatusCode
}

func joinFaces(faces []int) string { return strings.Trim(fmt.Sprint(faces), "[]") }
