package web_test

import (
	"io/fs"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/web"
	"oriflamme/content"
	"oriflamme/content/phrases"
	"oriflamme/rules"
	"oriflamme/rules/warcry"
)

// german is a folder of a third language, hardly begun.
var german = fstest.MapFS{
	"de/language.yaml": {Data: []byte(`
name: Deutsch
singular: one
typography: none
point: ","
thousands: "."
percent: "\u00a0%"
cells: ";"
ranks: [.]
months: [Januar, Februar, März, April, Mai, Juni, Juli, August, September, Oktober, November, Dezember]
short-months: [Jan., Feb., März, Apr., Mai, Juni, Juli, Aug., Sep., Okt., Nov., Dez.]
short-days: [So, Mo, Di, Mi, Do, Fr, Sa]
date: "{day}.\u00a0{month} {year}"
short-date: "{day}.\u00a0{month}"
moment: "{date}, {hh}:{mm}\u00a0Uhr"
past: vor {span}
future: in {span}
present: gerade eben
spans: ["{n|#\u00a0Jahr|#\u00a0Jahren}", "{n|#\u00a0Monat|#\u00a0Monaten}", "{n|#\u00a0Tag|#\u00a0Tagen}", "{n|#\u00a0Stunde|#\u00a0Stunden}", "{n|#\u00a0Minute|#\u00a0Minuten}"]
`)},
	"de/ui.yaml": {Data: []byte(`
nav: {rules: Regeln, odds: Chancen, skip: Zum Inhalt}
member: {former: Ehemaliger Spieler}
`)},
	"de/warcry/phrases.yaml": {Data: []byte(`
ruling: {resolve-attack: Angriff}
`)},
}

// booksWithGerman reads what the program holds of phrases, and German beside it.
func booksWithGerman(t *testing.T) map[string]*phrases.Catalog {
	t.Helper()
	files := fstest.MapFS{}
	for name, file := range german {
		files[name] = file
	}
	for _, lang := range content.Languages {
		err := fs.WalkDir(content.FS, lang, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(name, ".yaml") {
				return err
			}
			raw, err := fs.ReadFile(content.FS, name)
			files[name] = &fstest.MapFile{Data: raw}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	books, err := content.ReadCatalogs(files)
	if err != nil {
		t.Fatal(err)
	}
	return books
}

// A third language is one folder: its site counts and dates in its own way, says what is translated, and the rest in English.
func TestThirdLanguageIsOneFolder(t *testing.T) {
	w := newBattleFixture(t)
	games := []*rules.Game{warcry.Game}
	w.server = httptest.NewServer(web.New(web.Config{Service: w.service, Catalogs: booksWithGerman(t), Games: games, Packs: map[string][]rules.Pack{"warcry": {w.pack}}, Now: func() time.Time { return fixtureStart }}))
	t.Cleanup(w.server.Close)
	visitor := w.phone(campaign.Session{}).get("/")
	if got := visitor.text("footer a[hreflang]"); !strings.Contains(got, "Deutsch") || !strings.Contains(got, "English") || strings.Contains(got, "Français") {
		t.Errorf("the switch offers %q", got)
	}
	p := w.phone(w.yanis).get("/?lang=de")
	for _, page := range []struct {
		path  string
		texts []string
	}{
		{"/", []string{"Regeln", "Français", "Hussards"}},
		{w.battlePath("members"), []string{"19.\u00a0November 2026", "Regeln"}},
		{w.battlePath("me"), []string{"19.\u00a0November 2026, 19:45\u00a0Uhr"}},
		{w.battlePath("battles", w.battle), []string{"Begin the battle", "Regeln"}},
		{"/odds?game=warcry&ruling=resolve-attack&asked=1&in.weapon=1&in.weapon.attacks=4&in.weapon.strength=4&in.weapon.dmg_hit=2&in.weapon.dmg_crit=5&in.weapon.max_range=2&in.target=1&in.target.toughness=3&in.target.in_cover=true&in.target.wounds=7",
			[]string{"44,7\u00a0%", "Angriff", "chances in"}},
	} {
		p.get(page.path)
		if lang := p.page.Find("html").AttrOr("lang", ""); p.status != 200 || lang != "de" {
			t.Errorf("%s: status %d, in %q", page.path, p.status, lang)
		}
		for _, text := range page.texts {
			if !strings.Contains(p.page.Text(), text) {
				t.Errorf("%s: no %q in %s", page.path, text, p.text("body"))
			}
		}
	}
	settings := w.phone(w.camille).get(w.battlePath("settings"))
	settings.send("form[action$='/settings']", "language", "it")
	if settings.status != 422 || !strings.Contains(settings.text("main"), "Cette langue n’existe pas ici.") {
		t.Errorf("a language nobody speaks: status %d, %s", settings.status, settings.text("main"))
	}
	settings.get(w.battlePath("settings")).send("form[action$='/settings']", "language", "de")
	if st, err := w.service.State(t.Context(), w.club); err != nil || st.Club.Lang != "de" {
		t.Errorf("the club's language is %q: %v", st.Club.Lang, err)
	}
	p.get("/?lang=fr").get(w.battlePath("me")).send("form[action$='/forget']", "sure", "yes")
	if st, err := w.service.State(t.Context(), w.club); err != nil || st.Members[w.yanis.Member].Name != "Ehemaliger Spieler" {
		t.Errorf("who is forgotten is called %q: %v", st.Members[w.yanis.Member].Name, err)
	}
}
