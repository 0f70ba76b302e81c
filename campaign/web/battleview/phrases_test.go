package battleview_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"oriflamme/campaign/web/battleview"
	"oriflamme/campaign/web/webtest"
	"oriflamme/content"
	"oriflamme/content/phrases"
	"oriflamme/content/rawtext"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/games"
	"oriflamme/rules/rulestest"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// walkedBattles lists a measured and a board battle of every game, and how many commands of each are played.
var walkedBattles = []struct {
	game     string
	setups   []string
	commands int
}{
	{"warcry", []string{"measured-ley-lines", "measured-convoy", "board-convoy"}, 120},
	{"underworlds", []string{"measured-tide-orchard", "board-tide-orchard", "own-decks", "cards-by-hand"}, 90},
	{"warmaster", []string{"measured-plains", "board-plains"}, 60},
	{"warmachine", []string{"measured-furnace-and-tide", "board-25-slag"}, 60},
	{"magnamund", []string{"measured-magic", "quick"}, 60},
}

// TestBattlesSpeakInSentences plays battles between bots in every game and mode. Whenever a kind of command, a question or a
// roll comes up for the first time, it reads the page in both languages: the page has no key, field name, id, JSON value or
// list of bare numbers, and no phrase is missing.
func TestBattlesSpeakInSentences(t *testing.T) {
	rulestest.Slow(t)
	for _, w := range walkedBattles {
		for n, name := range w.setups {
			t.Run(w.game+"/"+name, func(t *testing.T) {
				walkBattle(t, w.game, name, uint64(n+1), w.commands)
			})
		}
	}
}

func walkBattle(t *testing.T, game, name string, seed uint64, commands int) {
	setup := webtest.LoadSetup(t, game, name)
	at := slices.IndexFunc(games.All, func(g *rules.Game) bool { return g.ID == game })
	b, err := games.All[at].Begin(setup)
	rulestest.Must(t, err)
	r := &pageChecker{t: t, game: games.All[at], setup: setup, rng: rand.New(rand.NewPCG(seed, 11)), met: map[string]bool{}, reported: map[string]bool{}}
	for range commands {
		c := rules.Sample(b, r.rng.IntN)
		if c == nil {
			break
		}
		if r.first("command " + c.Kind()) {
			r.choices(b, c)
		}
		b = r.play(b, c)
	}
	if len(r.met) < 8 {
		t.Errorf("met only %d kinds of questions", len(r.met))
	}
}

// A pageChecker reads the pages of a battle.
type pageChecker struct {
	t        *testing.T
	game     *rules.Game
	setup    rules.Setup
	rng      *rand.Rand
	met      map[string]bool // kinds of commands, questions and rolls that have come up
	reported map[string]bool // faults that are already reported
}

func (r *pageChecker) first(what string) bool {
	was := r.met[what]
	r.met[what] = true
	return !was
}

// choices follows links until a command is chosen, and then the link to the whole form of its kind.
func (r *pageChecker) choices(b rules.Battle, c rules.Command) {
	q := url.Values{}
	for range 9 {
		ask := r.look(b, c.By(), q, nil)
		links := append([]string{}, links(ask)...)
		if ask.WholeFormURL != "" {
			r.look(b, c.By(), query(r.t, ask.WholeFormURL), nil)
		}
		if len(links) == 0 {
			return
		}
		next := links[r.rng.IntN(len(links))]
		for _, l := range links {
			if strings.Contains(l, "do="+c.Kind()) {
				next = l
			}
		}
		q = query(r.t, next)
	}
}

func links(ask playviews.Ask) (all []string) {
	for _, u := range ask.Units {
		if u.Command == "" {
			all = append(all, u.Href)
		}
	}
	for _, c := range ask.Choices {
		if c.Command == "" {
			all = append(all, c.Href)
		}
	}
	return all
}

// play carries a command out and checks the page of each question and roll that comes up for the first time.
func (r *pageChecker) play(b rules.Battle, c rules.Command) rules.Battle {
	var faces []int
	var picks []rules.Reply
	for range 500 {
		after, _, err := rules.Play(b, c, dice.NewTape(faces...), rules.ChooseFrom(picks))
		if err == nil {
			return after
		}
		var need *dice.MissingError
		var ask *rules.Question
		switch {
		case errors.As(err, &need):
			if r.first("roll " + need.Roll.Why) {
				r.look(b, c.By(), nil, &battleview.Pending{Answers: 1, Command: c, Faces: faces, Choices: picks, Err: err})
			}
			for range need.Roll.N - len(need.Present) {
				faces = append(faces, 1+r.rng.IntN(need.Roll.Sides))
			}
		case errors.As(err, &ask):
			if r.first("question " + ask.Why) {
				r.look(b, ask.Seat, nil, &battleview.Pending{Answers: 1, Command: c, Faces: faces, Choices: picks, Err: err})
			}
			picks = append(picks, rules.Reply{Option: r.rng.IntN(len(ask.Options))})
		default:
			r.t.Fatal(err)
		}
	}
	r.t.Fatalf("%s never ends", c.Kind())
	return nil
}

// look checks the page of a side in both languages and returns the question.
func (r *pageChecker) look(b rules.Battle, by rules.Seat, q url.Values, pending *battleview.Pending) (ask playviews.Ask) {
	r.t.Helper()
	for _, lang := range []string{"en", "fr"} {
		book := content.Catalogs()[lang]
		title := ""
		wrong := func(what string) {
			if !r.reported[lang+what] {
				r.reported[lang+what] = true
				r.t.Errorf("%s %q: %s", lang, title, what)
			}
		}
		s := &battleview.Presenter{Game: r.game, Setup: r.setup, Battle: b, Seats: []rules.Seat{by}, Pending: pending, Catalog: book, Path: "/battles/1"}
		s.MissingPhrase = func(key string) { wrong("no phrase for " + key) }
		page := s.Page(q)
		ask, title = page.Ask, page.Ask.Title
		page.Log = playviews.Log{}
		var out strings.Builder
		rulestest.Must(r.t, playviews.Battle(views.Frame{Catalog: book}, page).Render(r.t.Context(), &out))
		doc, err := html.Parse(strings.NewReader(out.String()))
		rulestest.Must(r.t, err)
		for _, f := range scanner(book).Page(doc, nil) {
			wrong(fmt.Sprintf("%q in %q", f.Raw, f.Text))
		}
	}
	return ask
}

var scanners = map[string]*rawtext.Scanner{}

func scanner(book *phrases.Catalog) *rawtext.Scanner {
	if scanners[book.Lang] == nil {
		scanners[book.Lang] = rawtext.New(book)
	}
	return scanners[book.Lang]
}
