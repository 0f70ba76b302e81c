package rawtext_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"oriflamme/content"
	"oriflamme/content/phrases"
	"oriflamme/content/rawtext"
	"oriflamme/rules/rulestest"
)

func TestText(t *testing.T) {
	s := rawtext.New(content.Catalogs()["fr"])
	for text, piece := range map[string]string{
		"Nom milestone-1 ; 1 ; 0":         "milestone-1",
		"Au contact : in_contact":         "in_contact",
		"Type marche ; Arrivée 9,27 ; 24": "9,27 ; 24",
		"Arme 1 2 3 1/3":                  "1 2 3 1/3",
		"tournée : true":                  "true",
		`{"x": 1}`:                        "{",
		"grab-and-maul":                   "grab-and-maul",
		"⟨warcry.event.moved⟩":            "⟨warcry.event.moved⟩",
		"warcry.event.moved":              "warcry.event.moved",
		"joueur A":                        "joueur A",
		"Déployer , au centre":            " ,",
	} {
		if !strings.Contains(strings.Join(s.Text(text), "|"), piece) {
			t.Errorf("%q: found %q, not %q", text, s.Text(text), piece)
		}
	}
	for _, text := range []string{
		"Vers la borne 1, à 3,9 pouces : 2 attaques, force 4, dégâts 2/4", "Que fait-il ?", "le sous-bois, au-dessus", "12 345 points",
		"battle-1.jsonl", "https://example.org/in_cover", "WC-ATK-4", "Round 2",
	} {
		if found := s.Text(text); len(found) > 0 {
			t.Errorf("%q: found %q", text, found)
		}
	}
}

func TestPage(t *testing.T) {
	doc, err := html.Parse(strings.NewReader(`<p title="in_cover">Bien</p><script>a_b</script><input value="oak_1"><input type=hidden value="oak_2"><code>c_d</code>`))
	rulestest.Must(t, err)
	found := rawtext.New(content.Catalogs()["en"]).Page(doc, func(n *html.Node) bool { return n.Data == "code" })
	if len(found) != 2 || found[0].Raw != "in_cover" || found[1].Raw != "oak_1" {
		t.Errorf("found %+v", found)
	}
}

func TestForeign(t *testing.T) {
	catalogs := content.Catalogs()
	f := rawtext.NewForeignDetector(catalogs["fr"], []*phrases.Catalog{catalogs["en"]}, "The Lantern Cellar")
	for _, text := range []string{catalogs["en"].Say("nav.members"), "Marée: " + catalogs["en"].Say("lab.duel_text")} {
		if f.Text(text) == "" {
			t.Errorf("%q is no French", text)
		}
	}
	for _, text := range []string{catalogs["fr"].Say("nav.members"), catalogs["fr"].Say("lab.duel_text"), "The Lantern Cellar", "Round 2", "Action"} {
		if found := f.Text(text); found != "" {
			t.Errorf("%q: found %q", text, found)
		}
	}
}
