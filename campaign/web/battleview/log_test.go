package battleview_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"oriflamme/campaign/web/webtest"
	"oriflamme/content"
	"oriflamme/content/describe"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/games"
	"oriflamme/rules/rulestest"
)

// logBattles lists battles between bots whose whole log is read, and how many commands of each.
var logBattles = []struct {
	game     string
	setups   []string
	commands int
}{
	{"warcry", []string{"measured-ley-lines", "measured-convoy", "board-convoy", "board-hold-counter"}, 260},
	{"underworlds", []string{"measured-tide-orchard", "board-tide-orchard", "board-choir-moths"}, 300},
	{"warmaster", []string{"measured-plains", "measured-options", "board-copses"}, 220},
	{"warmachine", []string{"measured-furnace-and-tide", "measured-column-and-guard", "board-25-slag"}, 200},
	{"magnamund", []string{"measured-magic", "measured-powers", "quick", "magic", "powers"}, 220},
}

// TestLogIsProse plays battles between bots in every game and mode and reads every line of their logs in both languages:
// names fit into their sentences, singular and plural are right, lengths are written as on a ruler, and nothing is a bare yes
// or no, an id, or a sentence with an empty place.
func TestLogIsProse(t *testing.T) {
	for _, c := range logBattles {
		t.Run(c.game, func(t *testing.T) {
			game := games.All[slices.IndexFunc(games.All, func(g *rules.Game) bool { return g.ID == c.game })]
			described := map[string]string{}
			for n, name := range c.setups {
				readLog(t, game, name, uint64(n+1), c.commands, described)
			}
			if len(described) < 40 {
				t.Errorf("told only %d kinds of sentences", len(described))
			}
			if file := os.Getenv("ORIFLAMME_LOG_SENTENCES"); file != "" {
				lines := make([]string, 0, len(described))
				for kind, line := range described {
					lines = append(lines, kind+"\t"+line)
				}
				slices.Sort(lines)
				rulestest.Must(t, os.WriteFile(file+c.game, []byte(strings.Join(lines, "\n")+"\n"), 0o600))
			}
		})
	}
}

func readLog(t *testing.T, game *rules.Game, name string, seed uint64, commands int, described map[string]string) {
	setup := webtest.LoadSetup(t, game.ID, name)
	b, err := game.Begin(setup)
	rulestest.Must(t, err)
	rng := rand.New(rand.NewPCG(seed, 12))
	for range commands {
		c := rules.Sample(b, rng.IntN)
		if c == nil {
			break
		}
		var step rules.Step
		b, step, err = rules.Play(b, c, dice.Seeded(fmt.Sprint(rng.Uint64())), rules.ChooseRandom(rng.IntN))
		rulestest.Must(t, err)
		for _, lang := range []string{"fr", "en"} {
			tell := describe.NewBattleDescriber(content.Catalogs()[lang], game.ID, setup.Rosters, b.View(c.By()))
			tell.OnMissing = func(key string) { t.Errorf("%s: no phrase for %s", lang, key) }
			read := func(kind, line string) {
				if _, known := described[lang+" "+kind]; !known || len(described[lang+" "+kind]) < 700 && !strings.Contains(described[lang+" "+kind], line) {
					described[lang+" "+kind] += " | " + line
				}
				for _, fault := range findProseFaults(lang, line) {
					t.Errorf("%s %s: %q in %q", lang, kind, fault, line)
				}
				for _, piece := range scanner(content.Catalogs()[lang]).Text(line) {
					t.Errorf("%s %s: %q in %q", lang, kind, piece, line)
				}
			}
			read("command "+c.Kind(), tell.Command(c))
			for _, e := range step.Events {
				read("event "+e.Kind(), tell.Event(e))
			}
		}
	}
}

// proseFaults are patterns that no native speaker would write, by language; "" holds for every language.
var proseFaults = map[string]*regexp.Regexp{
	"fr hiatus":   regexp.MustCompile(`\b(?:de|que) [AEIOUÀÂÉÈÊËÎÏÔŒaeiouàâéèêëîïôœ]`),
	"fr article":  regexp.MustCompile(`(?i:\b(?:de|à)) Les? `),
	"fr one":      regexp.MustCompile(`(?:^|[^\d,.+–-])[01](?:,\d)?[\s\x{a0}\x{202f}](?:dés|pouces|points|touches|dégâts|socles|cartes|actions|critiques|échecs|cases|marqueurs|unités)\b`),
	"fr yes":      regexp.MustCompile(`\b(?:Oui|Non|rien\))`),
	"en one":      regexp.MustCompile(`(?:^|[^\d,.+–-])1 (?:dice|inches|points|hits|stands|cards|actions|criticals|boxes|counters|units|successes)\b`),
	"en yes":      regexp.MustCompile(`\bYes\b|: No\b|nothing\)`),
	"length":      regexp.MustCompile(`\d[.,]\d{2,}`),
	"parenthesis": regexp.MustCompile(`\((?:s|es|x)\)|\(\)`),
	"hole":        regexp.MustCompile(`[:(][\s\x{a0}\x{202f}]*[.,;)]|:[\s\x{a0}\x{202f}]*$|[\s\x{a0}\x{202f}]$|^[\s\x{a0}\x{202f}]|  |\.\.|, *,`),
	"round":       regexp.MustCompile(`\b[Rr]ound 0\b|(?:^|[^\d,.])0[\s\x{a0}](?:pouces|inches)\b`),
}

func findProseFaults(lang, line string) (found []string) {
	for of, pattern := range proseFaults {
		if l, rest, certain := strings.Cut(of, " "); !certain || l == lang && rest != "" {
			if hit := pattern.FindString(line); hit != "" {
				found = append(found, fmt.Sprintf("%s: %s", of, hit))
			}
		}
	}
	slices.Sort(found)
	return found
}

// TestLargeDiceAreNumbers: a die of ten or a hundred faces is written as a number in the log, also where its face is six or less.
func TestLargeDiceAreNumbers(t *testing.T) {
	for _, c := range []struct {
		sides   int
		numbers bool
	}{{6, false}, {10, true}, {100, true}} {
		s := newViewedBattle(t, rules.Measured, 0)
		s.Steps = []rules.Step{{Command: passCommand{}, Dice: []dice.Die{{Sides: c.sides, Value: 5}}}}
		if line := s.Page(nil).Log.Lines[0]; line.Numbers != c.numbers {
			t.Errorf("a die of %d faces as a number: %t", c.sides, line.Numbers)
		}
	}
}
