package battleview_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"oriflamme/campaign/web/battleview"
	"oriflamme/campaign/web/webtest"
	"oriflamme/content"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/games"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/simulate"
)

// legendBattles lists battles between bots, and how many of each, in which every roll with a legend is thrown.
var legendBattles = []struct {
	game, setup, bot string
	battles          int
}{
	{"warcry", "measured-hold-counter", "greedy", 4},
	{"warcry", "measured-convoy", "greedy", 4},
	{"underworlds", "measured-tide-orchard", "greedy", 3},
	{"warmaster", "measured-plains", "greedy", 3},
	{"warmachine", "measured-furnace-and-tide", "greedy", 3},
	{"magnamund", "measured-magic", "greedy", 2},
	{"magnamund", "measured-powers", "greedy", 3},
	{"magnamund", "measured-magic", "random", 3}, // this bot gives orders to shoot together
}

// faceEvents holds what happened when every die of a roll showed the same face: the events of the engine from the first one
// that the roll can change.
type faceEvents []map[string]any

func (c faceEvents) first() map[string]any {
	if len(c) == 0 {
		return map[string]any{}
	}
	return c[0]
}

func (c faceEvents) number(field string) int {
	n, _ := c.first()[field].(float64)
	return int(n)
}

// find returns the events from the first one of a kind on.
func (c faceEvents) find(kind string) faceEvents {
	for i, e := range c {
		if e["kind"] == kind {
			return c[i:]
		}
	}
	return nil
}

// cutShort means that a face cannot be judged, because the fighter falls before its damage is complete.
const cutShort = "untold"

// faceMeanings returns, from the engine's events, the phrase that the legend must have for a face. The keys are game, roll and
// number of classes; the arguments are the events of the face, those of the highest face, and the number of dice.
var faceMeanings = map[string]func(is, highest faceEvents, n int) string{
	"warcry hit 3": func(is, _ faceEvents, n int) string { return strikes(is, n) },
	"warcry hit 4": func(is, _ faceEvents, n int) string {
		if is.number("misses") < n {
			return strikes(is, n)
		}
		if is.find("taken-down") != nil {
			return cutShort
		}
		back := is.find("damaged")
		if back.first()["cause"] != "counter" || back.number("amount")%n != 0 {
			return "raté"
		}
		return map[int]string{1: "raté, 1 dégât en retour", 2: "raté, 2 dégâts en retour"}[back.number("amount")/n]
	},
	"warcry take-cover 2": func(is, _ faceEvents, _ int) string {
		if is.number("criticals") > 0 {
			return "reste critique"
		}
		return "simple touche"
	},
	"warcry impact 3": func(is, _ faceEvents, _ int) string {
		switch hurt := is.find("damaged"); {
		case is.find("taken-down") != nil:
			return cutShort
		case hurt == nil || hurt.first()["cause"] == "deadly-terrain":
			return "aucun dégât"
		case hurt.number("amount") == 1:
			return "1 dégât"
		default:
			return fmt.Sprint(hurt.number("amount"), " dégâts")
		}
	},
	"warcry search 3": func(is, _ faceEvents, _ int) string {
		switch found := is.first(); {
		case found["kind"] != "gained":
			return "rien"
		case found["what"] == "glory" && is.number("amount") == 1:
			return "1 gloire"
		}
		return "une trouvaille"
	},
	"warcry injury 3": func(is, _ faceEvents, _ int) string {
		return described(is, "injury", map[string]string{"scar": "gravement touché", "lost": "gravement touché", "rests": "se repose", "recovers": "se remet"})
	},
	"warcry injury 2": func(is, _ faceEvents, _ int) string {
		return described(is, "injury", map[string]string{"scar": "cicatrice", "lost": "perdu"})
	},
	"underworlds injury 3": func(is, _ faceEvents, _ int) string {
		return described(is, "injury", map[string]string{"scar": "cicatrice", "rests": "se repose", "recovers": "se remet"})
	},
	"warmaster to-hit 2": func(is, _ faceEvents, n int) string {
		return map[int]string{0: "manqué", n: "touche"}[is.number("hits")]
	},
	"warmaster armour 2": func(is, _ faceEvents, n int) string {
		return map[int]string{0: "touche subie", n: "touche sauvée"}[is.number("saved")]
	},
	"warmaster recovery 3": func(is, _ faceEvents, _ int) string {
		return described(is, "fate", map[string]string{"lost": "perdue", "thinned": "réduite", "whole": "se remet"})
	},
	"warmachine tough 2": func(is, _ faceEvents, _ int) string {
		if is.first()["kind"] == "saved" {
			return "tient bon"
		}
		return "hors de combat"
	},
	"warmachine injury 2": func(is, _ faceEvents, _ int) string {
		if is.first()["scar"] != "" {
			return "cicatrice"
		}
		return "se remet"
	},
	"magnamund hit 2": func(is, _ faceEvents, _ int) string {
		return map[int]string{0: "manqué", 1: "touché"}[is.number("hits")]
	},
	"magnamund pool 2": func(is, highest faceEvents, _ int) string {
		return map[int]string{0: "rien de plus", 1: "une touche de plus"}[is.number("hits")-highest.number("hits")]
	},
	"magnamund skill 2": succeeds,
	"magnamund cast 2":  succeeds,
}

func strikes(is faceEvents, n int) string {
	for field, said := range map[string]string{"criticals": "critique", "hits": "touche", "misses": "manqué"} {
		if is.number(field) == n {
			return said
		}
	}
	return ""
}

func described(is faceEvents, field string, words map[string]string) string {
	said, _ := is.first()[field].(string)
	return words[said]
}

func succeeds(is, _ faceEvents, _ int) string {
	if is.first()["success"] == true {
		return "réussi"
	}
	return "manqué"
}

// recordingDice supplies the dice of a step and records the rolls.
type recordingDice struct {
	*dice.Tape
	thrown []dice.Roll
}

func (d *recordingDice) Roll(r dice.Roll) ([]int, error) {
	d.thrown = append(d.thrown, r)
	return d.Tape.Roll(r)
}

// sameFaceDice supplies the given dice, then the same face for each die of the next roll, then random dice.
type sameFaceDice struct {
	given  []int
	face   int
	fallen bool
	chance dice.Source
}

func (s *sameFaceDice) Roll(r dice.Roll) ([]int, error) {
	switch {
	case len(s.given) > 0:
		faces := s.given[:r.N:r.N]
		s.given = s.given[r.N:]
		return faces, nil
	case s.fallen && r.Why == "take-cover": // so that no critical hit is reduced
		return slices.Repeat([]int{1}, r.N), nil
	case s.fallen:
		return s.chance.Roll(r)
	}
	s.fallen = true
	return slices.Repeat([]int{s.face}, r.N), nil
}

// A legendReader compares the legends of rolls with what the engine does.
type legendReader struct {
	game  *rules.Game
	setup rules.Setup
	seen  map[string]int             // how many rolls of a kind were checked
	met   map[string]map[string]bool // the phrases that were found to be true
}

// TestLegendSaysWhatTheEngineDoes checks the legends of all rolls in battles of all games and their aftermaths: every face
// does what its legend says, and every phrase of a legend comes up.
func TestLegendSaysWhatTheEngineDoes(t *testing.T) {
	rulestest.Slow(t)
	r := legendReader{seen: map[string]int{}, met: map[string]map[string]bool{}}
	for _, f := range legendBattles {
		r.setup = webtest.LoadSetup(t, f.game, f.setup)
		r.game = games.All[slices.IndexFunc(games.All, func(g *rules.Game) bool { return g.ID == f.game })]
		for i := range f.battles {
			r.fight(t, f.bot, i)
		}
	}
	for _, g := range games.All {
		book := content.Catalogs()["fr"]
		for _, key := range book.Keys() {
			class, ok := strings.CutPrefix(key, g.ID+".class.")
			if !ok {
				continue
			}
			parts := strings.Split(class, ".")
			roll := g.ID + " " + parts[0] + " " + parts[1]
			if said := book.Say(key); !r.met[roll][said] {
				t.Errorf("%s: nothing was %q", roll, said)
			}
		}
	}
}

// fight checks the legends of a battle between bots and of its aftermath.
func (r *legendReader) fight(t *testing.T, bot string, i int) {
	t.Helper()
	bots := slices.Repeat([]rules.Bot{simulate.FindBot(r.game, bot)}, len(r.setup.Rosters))
	record, _, err := simulate.Simulation{Game: r.game, Setup: r.setup, Bots: bots, Seed: "legend"}.Play(context.Background(), i)
	rulestest.Must(t, err)
	b, err := r.game.Begin(r.setup)
	rulestest.Must(t, err)
	for _, step := range record.Steps {
		b = r.step(t, b, step)
	}
	if r.game.Aftermath == nil {
		return
	}
	b, err = r.game.Aftermath(b)
	rulestest.Must(t, err)
	toss := rand.New(rand.NewPCG(5, uint64(i))).IntN
	for n := 0; ; n++ {
		legal := b.Legal()
		if len(legal) == 0 {
			return
		}
		_, step, err := rules.Play(b, legal[toss(len(legal))], dice.Seeded(fmt.Sprint(i, n)), rules.ChooseRandom(toss))
		rulestest.Must(t, err)
		b = r.step(t, b, step)
	}
}

// step checks the legends of the rolls of a step and returns the battle after it.
func (r *legendReader) step(t *testing.T, b rules.Battle, step rules.Step) rules.Battle {
	t.Helper()
	thrown := &recordingDice{Tape: dice.NewTape(rules.Faces(step.Dice)...)}
	after, _, err := rules.Play(b, step.Command, thrown, rules.ChooseFrom(step.Choices))
	rulestest.Must(t, err)
	fell, before := rules.Faces(step.Dice), 0
	for _, roll := range thrown.thrown {
		given := fell[:before:before]
		before += roll.N
		alike := fmt.Sprint(r.game.ID, roll.Why, roll.Cuts)
		if roll.Sides == 100 { // nearly every roll has its own thresholds
			alike = fmt.Sprint(r.game.ID, roll.Why, len(roll.Cuts))
		}
		if r.seen[alike]++; len(roll.Cuts) > 0 && r.seen[alike] <= 15 {
			r.roll(t, b, step, given, roll)
		}
	}
	return after
}

// roll compares the legend of a roll, which follows the given dice, with the events that each face leads to.
func (r *legendReader) roll(t *testing.T, b rules.Battle, step rules.Step, given []int, roll dice.Roll) {
	t.Helper()
	_, _, err := rules.Play(b, step.Command, dice.NewTape(given...), rules.ChooseFrom(step.Choices))
	var need *dice.MissingError
	if !errors.As(err, &need) {
		t.Fatalf("%s: %v", step.Command.Kind(), err)
	}
	s := battleview.Presenter{Game: r.game, Setup: r.setup, Battle: b, Seats: []rules.Seat{step.Command.By()}, Catalog: content.Catalogs()["fr"],
		RuleURL: func(string) string { return "" }, Path: "/b", Pending: &battleview.Pending{Answers: 1, Command: step.Command, Faces: given, Choices: step.Choices, Err: err}}
	legend := s.Page(nil).Ask.Dice.Classes
	key := fmt.Sprint(r.game.ID, " ", roll.Why, " ", len(roll.Cuts)+1)
	fate := faceMeanings[key]
	switch {
	case len(legend) == 0 && fate != nil:
		t.Errorf("%s has no legend", key)
		return
	case len(legend) == 0:
		return
	case fate == nil:
		t.Fatalf("%s: faceMeanings lacks it", key)
	}
	came := make([]faceEvents, roll.Sides+1)
	for face := 1; face <= roll.Sides; face++ {
		came[face] = r.events(t, b, step, given, face)
	}
	// The first event that differs between the faces shows what the roll does.
	same := 0
	for same < len(came[1]) && same < len(came[roll.Sides]) && reflect.DeepEqual(came[1][same], came[roll.Sides][same]) {
		same++
	}
	if same == len(came[1]) && same == len(came[roll.Sides]) {
		return // the highest and the lowest face are in one class
	}
	for face := 1; face <= roll.Sides; face++ {
		label := ""
		for _, c := range legend {
			if face >= c.From && face <= c.To {
				label = c.Label
			}
		}
		is := came[face][min(same, len(came[face])):]
		said := fate(is, came[roll.Sides][min(same, len(came[roll.Sides])):], roll.N)
		if said == cutShort {
			continue
		}
		if said != label {
			t.Errorf("%s, cuts %v: the legend of %d is %q, but it does %q: %v", key, roll.Cuts, face, label, said, is)
			return
		}
		if r.met[key] == nil {
			r.met[key] = map[string]bool{}
		}
		r.met[key][label] = true
	}
}

// events returns the events of a step in which all dice of the roll after the given ones show one face.
func (r *legendReader) events(t *testing.T, b rules.Battle, step rules.Step, given []int, face int) (all faceEvents) {
	t.Helper()
	asked := 0
	_, again, err := rules.Play(b, step.Command, &sameFaceDice{given: given, face: face, chance: dice.Seeded("chance")}, func(q *rules.Question) (rules.Reply, error) {
		var pick rules.Reply
		if asked < len(step.Choices) && step.Choices[asked].Option < len(q.Options) {
			pick = step.Choices[asked]
		}
		asked++
		return pick, nil
	})
	rulestest.Must(t, err)
	for _, e := range again.Events {
		raw, err := rules.EncodeEvent(e)
		rulestest.Must(t, err)
		var fields map[string]any
		rulestest.Must(t, json.Unmarshal(raw, &fields))
		all = append(all, fields)
	}
	return all
}
