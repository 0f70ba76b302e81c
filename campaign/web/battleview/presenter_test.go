package battleview_test

import (
	"errors"
	"math/big"
	"net/url"
	"strings"
	"testing"

	"oriflamme/campaign/web/battleview"
	"oriflamme/content"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/views"
)

func newViewedBattle(t *testing.T, mode rules.Mode, seats ...rules.Seat) *battleview.Presenter {
	t.Helper()
	setup := rules.Setup{Game: "skirmish", Version: 1, Mode: mode}
	b, err := testGame.Begin(setup)
	rulestest.Must(t, err)
	return &battleview.Presenter{Game: testGame, Setup: setup, Battle: b, Seats: seats, Catalog: content.Catalogs()["fr"],
		RuleURL: func(id string) string { return "/rules/" + id }, Path: "/battles/7"}
}

// query returns the query of an address.
func query(t *testing.T, address string) url.Values {
	t.Helper()
	u, err := url.Parse(address)
	rulestest.Must(t, err)
	return u.Query()
}

func TestChoicesLeadDownToDice(t *testing.T) {
	s := newViewedBattle(t, rules.Measured, 0)
	ask := s.Page(nil).Ask
	if ask.Kind != "choose" || len(ask.Units) != 2 || ask.Units[0].Name != "Name of anna" {
		t.Fatalf("first question: %+v", ask)
	}
	if len(ask.Choices) != 1 || ask.Choices[0].Command == "" {
		t.Errorf("passing needs nothing more, so it is a button: %+v", ask.Choices)
	}
	ask = s.Page(query(t, ask.Units[0].Href)).Ask
	if ask.Kind != "choose" || len(ask.Choices) != 3 {
		t.Fatalf("actions of a fighter: %+v", ask)
	}
	ask = s.Page(query(t, ask.Choices[0].Href)).Ask
	if len(ask.Units) != 2 || ask.Units[1].Name != "Name of dora" {
		t.Fatalf("targets: %+v", ask)
	}
	ask = s.Page(query(t, ask.Units[1].Href)).Ask
	if len(ask.Choices) != 2 {
		t.Fatalf("weapons: %+v", ask)
	}
	address := ask.Choices[1].Href
	ask = s.Page(query(t, address)).Ask
	if ask.Kind != "facts" || len(ask.Inputs) != 2 || ask.Inputs[0].Value != "1" || ask.Inputs[1].Kind != "check" {
		t.Fatalf("facts: %+v", ask)
	}
	if ask.Method != "get" && len(ask.Odds) > 0 {
		t.Errorf("odds come before the dice: %+v", ask)
	}
}

func TestFactsOfAnotherFieldAreRefusedWithTheirRule(t *testing.T) {
	s := newViewedBattle(t, rules.Measured, 0)
	q := url.Values{"unit": {"anna"}, "do": {"strike"}, "f.target": {"carl"}, "f.weapon": {"0"}, "fact.distance": {"3"}, "fact.cover": {"true"}}
	ask := s.Page(q).Ask
	if ask.Kind != "facts" || len(ask.Faults) != 1 || ask.Faults[0].Rule.ID != "SK-2" || ask.Faults[0].Rule.URL != "/rules/SK-2" {
		t.Fatalf("want the fault of SK-2 over the form, got %+v", ask)
	}
	if ask.Inputs[0].Value != "3" || !ask.Inputs[1].Checked {
		t.Errorf("the form forgot what was typed: %+v", ask.Inputs)
	}
	q.Set("fact.distance", "x")
	if ask = s.Page(q).Ask; len(ask.Faults) != 1 || ask.Faults[0].Field != "fact.distance" {
		t.Errorf("a distance of x: %+v", ask.Faults)
	}
}

// strikeWith returns the command that a page's choices and facts lead to.
func strikeWith(t *testing.T, facts string) rules.Command {
	t.Helper()
	c, err := testGame.DecodeCommand([]byte(`{"kind":"strike","by":0,"fighter":"anna","target":"carl","weapon":1` + facts + `}`))
	rulestest.Must(t, err)
	return c
}

func TestPendingDice(t *testing.T) {
	s := newViewedBattle(t, rules.Measured, 0)
	c := strikeWith(t, "")
	_, _, err := rules.Play(s.Battle, c, dice.NewTape(5), rules.ChooseFrom(rules.Options(1)))
	s.Pending = &battleview.Pending{Command: c, Faces: []int{5}, Choices: rules.Options(1), Err: err}
	page := s.Page(nil)
	ask := page.Ask
	if ask.Kind != "dice" || ask.Dice.Left != 2 || len(ask.Dice.Slots) != 3 {
		t.Fatalf("want three slots with two to give, got %+v %+v", ask, ask.Dice)
	}
	if s := ask.Dice.Slots; s[0].Face != 5 || s[0].Class != "" || !s[1].Current || s[2].Current {
		t.Errorf("slots: %+v", s)
	}
	if len(ask.Odds) == 0 || ask.Odds[0].Headline == "" {
		t.Fatalf("no odds: %+v", ask)
	}
	// Three hits of two damage make six wounds. One die has hit; two more must roll 4 or more: 1/4.
	if got := ask.Odds[0].Bars[0].Exact; got != "1/4" {
		t.Errorf("chance that carl falls: %s, want 1/4", got)
	}
	if !page.Log.Lines[0].Pending {
		t.Errorf("the log does not say what the battle waits for: %+v", page.Log.Lines[0])
	}
	other := newViewedBattle(t, rules.Measured, 1)
	other.Pending = s.Pending
	if a := other.Page(nil).Ask; a.Kind != "dice" || a.Drop {
		t.Errorf("the other player may enter dice but not drop the command: %+v", a)
	}
	guest := newViewedBattle(t, rules.Measured)
	guest.Pending = s.Pending
	if a := guest.Page(nil).Ask; a.Kind != "wait" || a.Dice == nil {
		t.Errorf("a spectator sees the dice and waits: %+v", a)
	}
}

func TestQuestionGoesToTheSeatAsked(t *testing.T) {
	c := strikeWith(t, "")
	for seat, want := range map[rules.Seat]string{0: "wait", 1: "question"} {
		s := newViewedBattle(t, rules.Measured, seat)
		_, _, err := rules.Play(s.Battle, c, dice.NewTape(), nil)
		var q *rules.Question
		if !errors.As(err, &q) {
			t.Fatal(err)
		}
		s.Pending = &battleview.Pending{Command: c, Err: err}
		ask := s.Page(nil).Ask
		if ask.Kind != want {
			t.Errorf("seat %d: %s, want %s", seat, ask.Kind, want)
		}
		if want == "question" && (len(ask.Choices) != 2 || ask.Choices[1].Value != "1") {
			t.Errorf("answers: %+v", ask.Choices)
		}
	}
}

func TestBoardSpotsLead(t *testing.T) {
	s := newViewedBattle(t, rules.Board, 0)
	page := s.Page(url.Values{"unit": {"anna"}, "do": {"walk"}})
	if page.Board == nil || len(page.Board.Spots) != 3 || len(page.Board.Units) != 4 {
		t.Fatalf("board: %+v", page.Board)
	}
	if y := page.Board.Spots[0].Y; y != 14 { // six inches from the bottom of a board of twenty
		t.Errorf("y of the first place is %v, want 14", y)
	}
	ask := s.Page(query(t, page.Board.Spots[0].Href)).Ask
	if ask.Kind != "ready" || !strings.Contains(ask.Command, `"y":6`) {
		t.Errorf("choosing a place: %+v", ask)
	}
	if s.Page(nil).Board.Units[0].Href == "" {
		t.Error("a fighter that may act is no link on the board")
	}
}

// No two units of a side have the same mark on the board.
func TestUnitsHaveTheirOwnLetters(t *testing.T) {
	s := newViewedBattle(t, rules.Board, 0)
	seen := map[string]string{}
	for _, u := range s.Page(nil).Board.Units {
		key := u.Side + " " + u.Letter
		if u.Letter == "" || seen[key] != "" {
			t.Errorf("%s is marked %q, and so is %s", u.Label, u.Letter, seen[key])
		}
		seen[key] = u.Label
	}
	if len(seen) < 4 {
		t.Errorf("%d units on the board", len(seen))
	}
}

func TestLogPages(t *testing.T) {
	s := newViewedBattle(t, rules.Measured, 0)
	for range 40 {
		c := s.Battle.Legal()[len(s.Battle.Legal())-1]
		after, step, err := rules.Play(s.Battle, c, dice.NewTape(), nil)
		rulestest.Must(t, err)
		s.Battle, s.Steps = after, append(s.Steps, step)
	}
	seen := map[int]bool{}
	log := s.Page(nil).Log
	for pages := 0; ; pages++ {
		for _, l := range log.Lines {
			seen[l.Step] = true
		}
		if log.Older == "" || pages > 9 {
			break
		}
		if len(log.Lines) > 40 {
			t.Errorf("a page of %d lines", len(log.Lines))
		}
		log = s.Page(query(t, log.Older)).Log
	}
	if len(seen) != 40 || log.Total != 40 {
		t.Errorf("saw %d of %d steps", len(seen), log.Total)
	}
}

func TestOutlookIsExact(t *testing.T) {
	f := battleview.Form{Catalog: content.Catalogs()["fr"], Game: "skirmish"}
	d := map[string]*big.Rat{}
	for i := range 12 {
		d[string(rune('0'+i%10))+strings.Repeat("0", i/10)] = big.NewRat(1, 12)
	}
	o := f.OddsSummary("damage", d)
	if len(o.Bars) != 5 || len(o.Lines) != 12 {
		t.Fatalf("bars %d, lines %d", len(o.Bars), len(o.Lines))
	}
	sum := 0.0
	for _, b := range o.Bars {
		sum += b.Fraction
	}
	if sum < .9999 || sum > 1.0001 {
		t.Errorf("bars sum to %v", sum)
	}
	if o.Lines[0].Label != "0" || o.Lines[0].Fraction != "1/12" {
		t.Errorf("first line %+v", o.Lines[0])
	}
}

func TestFormReadsWhatItShows(t *testing.T) {
	f := battleview.Form{Catalog: content.Catalogs()["fr"], Game: "skirmish"}
	type leg struct {
		Up *rules.Dec `json:"up" in:"0..9" default:"null" null:"true"`
	}
	type in struct {
		Count int      `json:"count" in:"1..30"`
		Need  *int     `json:"need" in:"2..6" default:"null" null:"true"`
		Kind  string   `json:"kind" in:"a|b|c|d"`
		Sure  bool     `json:"sure" default:"true"`
		Path  []leg    `json:"path" len:"0..3" default:"[]"`
		Marks []string `json:"marks" each:"x|y" default:"[]"`
		Skip  []int    `json:"skip" default:"[]"`
	}
	q := url.Values{"count": {"4"}, "need": {""}, "kind": {"b"}, "sure": {"false"}, "path[0].up": {"1,5"}, "path[2].up": {""},
		"marks": {"x", "y"}, "skip": {"1, 2"}, "add": {"path"}}
	tree := f.Read(typeOf[in](), q, "")
	var got in
	rulestest.Must(t, rules.DecodeTree(tree, "", &got))
	if got.Count != 4 || got.Need != nil || got.Kind != "b" || got.Sure || len(got.Path) != 3 || *got.Path[0].Up != 1_500_000 || len(got.Marks) != 2 || len(got.Skip) != 2 {
		t.Errorf("read %+v", got)
	}
	byName := map[string]views.Input{}
	for _, i := range f.Inputs(typeOf[in](), tree, "") {
		byName[i.Name] = i
	}
	if i := byName["count"]; i.Value != "4" || i.Plus != "5" || i.Min != "1" {
		t.Errorf("count: %+v", i)
	}
	if i := byName["path"]; len(i.Items) != 3 || i.Items[0][0].Value != "1.5" || i.More {
		t.Errorf("path: %+v", i)
	}
	q.Set("drop", "path[0]")
	q.Del("add")
	if tree = f.Read(typeOf[in](), q, ""); len(tree["path"].([]any)) != 1 {
		t.Errorf("after dropping one: %v", tree["path"])
	}
}

func TestAnyPlaceMayBeFilledInByHand(t *testing.T) {
	s := newViewedBattle(t, rules.Board, 0)
	ask := s.Page(url.Values{"unit": {"anna"}, "do": {"walk"}}).Ask
	if ask.WholeFormURL == "" {
		t.Fatalf("the sample of places is all there is: %+v", ask)
	}
	ask = s.Page(query(t, ask.WholeFormURL)).Ask
	if ask.Kind != "facts" || len(ask.Inputs) != 1 || len(ask.Inputs[0].Fields) != 2 {
		t.Fatalf("form of a walk: %+v", ask)
	}
	c, err := testGame.DecodeCommand([]byte(ask.Command))
	rulestest.Must(t, err)
	c, err = s.ReadFacts(c, url.Values{"free": {"1"}, "fact.fighter": {"anna"}, "fact.to.x": {"3,5"}, "fact.to.y": {"11"}})
	rulestest.Must(t, err)
	if w := c.(moveCommand); w.To.X != 3_500_000 || w.To.Y != 11_000_000 || w.By() != 0 {
		t.Errorf("stated %+v", w)
	}
}
