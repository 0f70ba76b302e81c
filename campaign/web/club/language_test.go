package club_test

import (
	"io/fs"
	"maps"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/web"
	"oriflamme/campaign/web/webtest"
	"oriflamme/content"
	"oriflamme/content/phrases"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
)

// german is the folder of a third language, with a few phrases only.
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

// booksWithGerman returns the phrases of the program, with German added.
func booksWithGerman(t *testing.T) map[string]*phrases.Catalog {
	t.Helper()
	files := maps.Clone(german)
	for _, lang := range content.Languages {
		err := fs.WalkDir(content.FS, lang, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(name, ".yaml") {
				return err
			}
			raw, err := fs.ReadFile(content.FS, name)
			files[name] = &fstest.MapFile{Data: raw}
			return err
		})
		rulestest.Must(t, err)
	}
	books, err := content.ReadCatalogs(files)
	rulestest.Must(t, err)
	return books
}

// TestThirdLanguageIsOneFolder: a third language is one folder. Its pages have its own plurals and dates, the phrases that are translated, and
// English for the rest.
func TestThirdLanguageIsOneFolder(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	games := []*rules.Game{warcry.Game}
	w.Server = httptest.NewServer(web.New(web.Config{Service: w.Service, Catalogs: booksWithGerman(t), Games: games, Packs: map[string][]rules.Pack{"warcry": {w.Pack}}, Now: func() time.Time { return webtest.FixtureStart }}))
	t.Cleanup(w.Server.Close)
	visitor := w.Phone(campaign.Session{}).Get("/")
	if got := visitor.Text("footer a[hreflang]"); !strings.Contains(got, "Deutsch") || !strings.Contains(got, "English") || strings.Contains(got, "Français") {
		t.Errorf("the switch offers %q", got)
	}
	p := w.Phone(w.Yanis).Get("/?lang=de")
	for _, page := range []struct {
		path  string
		texts []string
	}{
		{"/", []string{"Regeln", "Français", "Hussards"}},
		{w.BattlePath("members"), []string{"19.\u00a0November 2026", "Regeln"}},
		{w.BattlePath("me"), []string{"19.\u00a0November 2026, 19:45\u00a0Uhr"}},
		{w.BattlePath("battles", w.Battle), []string{"Begin the battle", "Regeln"}},
		{"/odds?game=warcry&ruling=resolve-attack&asked=1&in.weapon=1&in.weapon.attacks=4&in.weapon.strength=4&in.weapon.dmg_hit=2&in.weapon.dmg_crit=5&in.weapon.max_range=2&in.target=1&in.target.toughness=3&in.target.in_cover=true&in.target.wounds=7",
			[]string{"44,7\u00a0%", "Angriff", "chances in"}},
	} {
		p.Get(page.path)
		if lang := p.Page.Find("html").AttrOr("lang", ""); p.Status != 200 || lang != "de" {
			t.Errorf("%s: status %d, in %q", page.path, p.Status, lang)
		}
		for _, text := range page.texts {
			if !strings.Contains(p.Page.Text(), text) {
				t.Errorf("%s: no %q in %s", page.path, text, p.Text("body"))
			}
		}
	}
	settings := w.Phone(w.Camille).Get(w.BattlePath("settings"))
	settings.Send("form[action$='/settings']", "language", "it")
	if settings.Status != 422 || !strings.Contains(settings.Text("main"), "Cette langue n’existe pas ici.") {
		t.Errorf("a language nobody speaks: status %d, %s", settings.Status, settings.Text("main"))
	}
	settings.Get(w.BattlePath("settings")).Send("form[action$='/settings']", "language", "de")
	if st, err := w.Service.State(t.Context(), w.Club); err != nil || st.Club.Lang != "de" {
		t.Errorf("the club's language is %q: %v", st.Club.Lang, err)
	}
	p.Get("/?lang=fr").Get(w.BattlePath("me")).Send("form[action$='/forget']", "sure", "yes")
	if st, err := w.Service.State(t.Context(), w.Club); err != nil || st.Members[w.Yanis.Member].Name != "Ehemaliger Spieler" {
		t.Errorf("the forgotten member has the name %q: %v", st.Members[w.Yanis.Member].Name, err)
	}
}
