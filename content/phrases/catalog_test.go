package phrases_test

import (
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"oriflamme/content/phrases"
	"oriflamme/rules/rulestest"
)

func newCatalog(t *testing.T, lang, ui string) *phrases.Catalog {
	t.Helper()
	c, err := phrases.Load(fstest.MapFS{
		lang + "/language.yaml":        conventionsFile(t, lang),
		lang + "/ui.yaml":              {Data: []byte(ui)},
		lang + "/chess/phrases.yaml":   {Data: []byte("move: {mate: 'mate in {n|# move|# moves}'}")},
		lang + "/chess/rules.md":       {Data: []byte("# Chess")},
		lang + "/ui-pages.yaml":        {Data: []byte("pages.front: front")},
		lang + "/backgammon/README.md": {Data: []byte("no phrases here")},
	}, lang)
	rulestest.Must(t, err)
	return c
}

// conventionsFile is the language.yaml that the program has for a language.
func conventionsFile(t testing.TB, lang string) *fstest.MapFile {
	t.Helper()
	raw, err := os.ReadFile("../" + lang + "/language.yaml")
	rulestest.Must(t, err)
	return &fstest.MapFile{Data: raw}
}

func TestSay(t *testing.T) {
	ui := `
a: {yes: oui, b.c: 'nested and dotted'}
who: "{name} a {n|un point|# points}"
set: "{{n}} {n}"
ask: "l'arme de {name}?"
`
	fr, en := newCatalog(t, "fr", ui), newCatalog(t, "en", ui)
	for _, c := range []struct{ got, want string }{
		{fr.Say("a.yes"), "oui"},
		{fr.Say("a.b.c"), "nested and dotted"},
		{fr.Say("pages.front"), "front"},
		{fr.Say("who", "name", "Ysa", "n", 0), "Ysa a un point"},
		{fr.Say("who", "n", 1.5, "name", "Ysa"), "Ysa a un point"},
		{fr.Say("who", "name", "Ysa", "n", 12500), "Ysa a 12\u202f500 points"},
		{en.Say("who", "name", "Ysa", "n", 0), "Ysa a 0 points"},
		{en.Say("who", "name", "Ysa", "n", int64(1)), "Ysa a un point"},
		{en.Say("chess.move.mate", "n", 3), "mate in 3 moves"},
		{en.SayMap("who", map[string]string{"name": "Ysa", "n": "1"}), "Ysa a un point"},
		{fr.Say("set", "n", 2.5), "{n} 2,5"},
		{fr.Say("ask", "name", "Ysa"), "l’arme d’Ysa\u202f?"},
		{en.Say("ask", "name", "Ysa"), "l'arme de Ysa?"},
		{fr.Say("who", "n", 2), "⟨name⟩ a 2 points"},
		{fr.Say("chess.castle"), "⟨chess.castle⟩"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
	if got, want := fr.Missing(), []string{"chess.castle", "who {name}"}; !slices.Equal(got, want) {
		t.Errorf("missing %q, want %q", got, want)
	}
	if got, want := en.Keys(), []string{"a.b.c", "a.yes", "ask", "chess.move.mate", "pages.front", "set", "who"}; !slices.Equal(got, want) {
		t.Errorf("keys %q, want %q", got, want)
	}
	if got, want := en.KeysUnder("a."), []string{"a.b.c", "a.yes"}; !slices.Equal(got, want) {
		t.Errorf("keys under a. %q, want %q", got, want)
	}
	if got := append(en.KeysUnder("b."), en.KeysUnder("z")...); len(got) > 0 {
		t.Errorf("keys under nothing: %q", got)
	}
	if got, want := en.Placeholders("who"), []string{"n", "name"}; !slices.Equal(got, want) {
		t.Errorf("names %q, want %q", got, want)
	}
}

// TestSayConditional: a phrase that asks whether something is there may have a form of its own for exactly one of it.
func TestSayConditional(t *testing.T) {
	ui := `moved: "Ysa avance{n= (# pouce)| (# pouces)|}"`
	fr, en := newCatalog(t, "fr", ui), newCatalog(t, "en", ui)
	for n, want := range map[string][2]string{
		"":    {"Ysa avance", "Ysa avance"},
		"1":   {"Ysa avance (1 pouce)", "Ysa avance (1 pouce)"},
		"1,5": {"Ysa avance (1,5 pouce)", "Ysa avance (1,5 pouces)"},
		"6":   {"Ysa avance (6 pouces)", "Ysa avance (6 pouces)"},
	} {
		for i, c := range []*phrases.Catalog{fr, en} {
			if got := c.SayMap("moved", map[string]string{"n": n}); strings.ReplaceAll(got, "\u00a0", " ") != want[i] {
				t.Errorf("%q: got %q, want %q", n, got, want[i])
			}
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"a: 1\na: 2":             "fr/ui.yaml:2: a is there twice",
		"a:\n  b: 1\na.b: 2":     "fr/ui.yaml:3: a.b is there twice",
		"a:\n  - b":              "fr/ui.yaml:2: a is no text",
		"a:":                     "fr/ui.yaml:1: a is no text",
		"a: '{n'":                "a brace without its fellow",
		"a: 'n}'":                "a brace without its fellow",
		"a: '{}'":                "a placeholder without a name",
		"a: '{n|x}'":             "want a name and two forms",
		"a: '{Name}'":            "a name is of a-z",
		"- a":                    "fr/ui.yaml:1: want keys and texts",
		"a: [":                   "fr/ui.yaml: yaml:",
		"chess:\n  move.mate: x": "chess.move.mate is there twice",
	} {
		_, err := phrases.Load(fstest.MapFS{
			"fr/language.yaml":      conventionsFile(t, "fr"),
			"fr/ui.yaml":            {Data: []byte(text)},
			"fr/chess/phrases.yaml": {Data: []byte("move.mate: mat")},
		}, "fr")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
	for _, files := range []fstest.MapFS{{"fr/language.yaml": conventionsFile(t, "fr")}, {"fr/ui.yaml": {Data: []byte("a: b")}}} {
		if _, err := phrases.Load(files, "fr"); err == nil {
			t.Errorf("a language of %d file is read", len(files))
		}
	}
}

func TestConventionsAreComplete(t *testing.T) {
	whole := string(conventionsFile(t, "en").Data)
	for was, now := range map[string]string{
		"name: English":    "",
		"singular: one":    "singular: two",
		"typography: none": "typography: dutch",
		`cells: ","`:       `cells: ""`,
		"ranks: [":         "# [",
		"present: just":    "# just",
		"Feb, Mar":         "Mar",
		"Sun, Mon":         "'', Mon",
		"{span} ago":       "'{span ago'",
		"first-day":        "day-one",
		"past: ":           "psat: ",
	} {
		text := strings.Replace(whole+"first-day: 1st\n", was, now, 1)
		if !strings.Contains(whole+"first-day", was) {
			t.Fatalf("the manners of English hold no %q", was)
		}
		if _, err := phrases.Load(fstest.MapFS{"en/ui.yaml": {Data: []byte("a: b")}, "en/language.yaml": {Data: []byte(text)}}, "en"); err == nil {
			t.Errorf("manners with %q for %q are read", now, was)
		}
	}
}

func TestTypeset(t *testing.T) {
	for in, want := range map[string]string{
		"Prêt ? Oui ! Non; enfin : « peut-être »": "Prêt\u202f? Oui\u202f! Non\u202f; enfin\u00a0: «\u202fpeut-être\u202f»",
		"«Va!»":                              "«\u202fVa\u202f!\u202f»",
		"L'arme d'{name} : qu'elle...":       "L’arme d’{name}\u00a0: qu’elle…",
		"Voir https://a.fr/x?y=1;z ?":        "Voir https://a.fr/x?y=1;z\u202f?",
		"à 14:05, [1:2] et `a?b : c`":        "à 14:05, [1:2] et `a?b : c`",
		"Quoi ?! Ah…!":                       "Quoi\u202f?! Ah…\u202f!",
		"12,5 % de {n|l'arme|d'armes} !":     "12,5\u202f% de {n|l’arme|d’armes}\u202f!",
		`<a title="l'or ?">l'or&nbsp;</a>`:   `<a title="l'or ?">l’or&nbsp;</a>`,
		"| :--- | ---: | ![l](a?b) [x](y;z)": "| :--- | ---: | ![l](a?b) [x](y;z)",
	} {
		got := phrases.Typeset("fr", in)
		if got != want {
			t.Errorf("%q\n got %q\nwant %q", in, got, want)
		}
		if again := phrases.Typeset("fr", got); again != got {
			t.Errorf("%q set again gives %q", got, again)
		}
		if en := phrases.Typeset("en", in); en != in {
			t.Errorf("English %q became %q", in, en)
		}
	}
}

func TestFigures(t *testing.T) {
	fr, en := newCatalog(t, "fr", "a: b"), newCatalog(t, "en", "a: b")
	day := time.Date(2026, 11, 1, 14, 5, 0, 0, time.UTC)
	for _, c := range []struct{ got, want string }{
		{fr.Number(1500), "1500"},
		{fr.Number(-1234567), "−1\u202f234\u202f567"},
		{en.Number(123456), "123,456"},
		{fr.Decimal(2.50, 2), "2,5"},
		{en.Decimal(-0.001, 2), "0"},
		{en.Decimal(12345.678, 1), "12,345.7"},
		{fr.Percent(0.125), "12,5\u202f%"},
		{en.Percent(0.125), "12.5%"},
		{en.Percent(0), "0%"},
		{en.Percent(1), "100%"},
		{fr.Percent(0.00001), "<\u00a00,1\u202f%"},
		{en.Percent(0.99999), ">\u00a099.9%"},
		{fr.Fraction(big.NewRat(14, 72)), "7/36"},
		{en.Fraction(big.NewRat(3, 3)), "1"},
		{en.Fraction(big.NewRat(12345, 60466)), "12,345/60,466"},
		{fr.Date(day), "1er\u00a0novembre 2026"},
		{en.Date(day.AddDate(0, 0, 20)), "21\u00a0November 2026"},
		{fr.DateTime(day), "1er\u00a0novembre 2026 à 14\u00a0h\u00a005"},
		{en.DateTime(day), "1\u00a0November 2026, 14:05"},
		{fr.Relative(day, day.Add(73*time.Hour)), "il y a 3\u00a0jours"},
		{fr.Relative(day, day.Add(-2*time.Hour)), "dans 2\u00a0heures"},
		{en.Relative(day, day.Add(61*time.Second)), "1\u00a0minute ago"},
		{en.Relative(day, day.AddDate(-2, 0, -1)), "in 2\u00a0years"},
		{fr.Relative(day, day.Add(10*time.Second)), "à l’instant"},
		{en.Relative(day, day), "just now"},
		{fr.Since(day, day.Add(-8*time.Hour)), "À l’instant"},
		{en.Since(day.Add(time.Second), day), "Just now"},
		{fr.Since(day, day.Add(3*time.Hour)), "Il y a 3\u00a0heures"},
		{fr.Since(day, day.Add(10*time.Hour)), "Hier, 14\u00a0h\u00a005"},
		{fr.Since(day.Add(9*time.Hour+50*time.Minute), day.Add(10*time.Hour)), "Il y a 10\u00a0minutes"},
		{en.Since(day, day.Add(34*time.Hour)), "Sunday, 14:05"},
		{fr.Since(day.Add(-5*time.Minute), day.Add(72*time.Hour)), "Dimanche, 14\u00a0h"},
		{fr.Since(day, day.Add(168*time.Hour)), "1er\u00a0novembre 2026"},
		{fr.ShortDate(day), "1\u00a0nov."},
		{en.Weekday(day), "Sun"},
		{fr.Rank(1), "1er"},
		{fr.Rank(21), "21e"},
		{en.Rank(21), "21st"},
		{en.Rank(112), "112th"},
		{en.Rank(10), "10th"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func FuzzLoad(f *testing.F) {
	f.Add("a: 'x {n|# point|# points} {{y}} : «z» !'")
	f.Add("a: {b: [c]}")
	f.Add("? [x]\n: {y}")
	french := conventionsFile(f, "fr")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := phrases.Load(fstest.MapFS{"fr/language.yaml": french, "fr/ui.yaml": {Data: []byte(text)}}, "fr")
		if err != nil {
			return
		}
		for _, key := range c.Keys() {
			var with []any
			for _, name := range c.Placeholders(key) {
				with = append(with, name, 3)
			}
			c.Say(key, with...)
		}
		if m := c.Missing(); len(m) > 0 {
			t.Errorf("missing %q", m)
		}
	})
}

func FuzzTypeset(f *testing.F) {
	f.Add("L'«a» : {n|b ?|c!} https://d;e & f…; `g ?` <h i='j ?'>")
	f.Add("A'A'00")
	f.Add("000\xff0http:// !")
	f.Fuzz(func(t *testing.T, text string) {
		once := phrases.Typeset("fr", text)
		if again := phrases.Typeset("fr", once); again != once {
			t.Errorf("%q set once is %q, set again %q", text, once, again)
		}
	})
}

func TestTextsRoundTrip(t *testing.T) {
	fr := newCatalog(t, "fr", `
game: {who: "{name} a {n|un point|# points}", set: "{{n}} {n}", plain: "l'arme"}
other: "ailleurs"
`)
	again, err := phrases.FromTexts("fr", fr.Conventions, fr.Texts("game.", "chess."))
	rulestest.Must(t, err)
	if got, want := again.Keys(), []string{"chess.move.mate", "game.plain", "game.set", "game.who"}; !slices.Equal(got, want) {
		t.Fatalf("bound %v, want %v", got, want)
	}
	for _, k := range again.Keys() {
		for _, n := range []int{1, 3} {
			if got, want := again.Say(k, "n", n, "name", "Ana"), fr.Say(k, "n", n, "name", "Ana"); got != want {
				t.Errorf("%s: got %q, want %q", k, got, want)
			}
		}
	}
	if _, err := phrases.FromTexts("fr", fr.Conventions, map[string]string{"a": "{"}); err == nil {
		t.Error("a brace that is not closed was bound")
	}
}
