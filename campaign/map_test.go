package campaign_test

import (
	"fmt"
	"strings"
	"testing"

	"oriflamme/campaign"
)

func TestGenerateIsland(t *testing.T) {
	t.Run("hexagons", func(t *testing.T) { testGenerateIsland(t, campaign.GenerateIsland) })
	t.Run("free", func(t *testing.T) { testGenerateIsland(t, campaign.GenerateFreeIsland) })
}

func TestNamesOfAnotherLanguage(t *testing.T) {
	german, err := campaign.GenerateIsland("sarle", 7, "de")
	must(t, err)
	english, err := campaign.GenerateIsland("sarle", 7, "en")
	must(t, err)
	if german.Name != english.Name {
		t.Errorf("an island is named %s in German, want %s as in English", german.Name, english.Name)
	}
	for _, lang := range []string{"", "d", "DE", "d1", "deu"} {
		if _, err := campaign.GenerateIsland("sarle", 7, lang); campaign.CodeOf(err) != campaign.Invalid {
			t.Errorf("language %q: %v", lang, err)
		}
	}
}

func testGenerateIsland(t *testing.T, draw func(seed string, size int, lang string) (*campaign.Map, error)) {
	for _, lang := range []string{"fr", "en"} {
		for _, size := range []int{7, 39, 200} {
			m, err := draw("sarle", size, lang)
			must(t, err)
			again, _ := draw("sarle", size, lang)
			if fmt.Sprint(m) != fmt.Sprint(again) {
				t.Errorf("%s %d: the seed gives two islands", lang, size)
			}
			ids, names := map[string]bool{}, map[string]bool{}
			for i := range m.Regions {
				m.Regions[i].Owner = "x"
				ids[m.Regions[i].ID], names[m.Regions[i].Name] = true, true
			}
			if len(ids) != size || len(names) != size {
				t.Errorf("%s %d: %d ids, %d names", lang, size, len(ids), len(names))
			}
			m.Regions[0].Capital = true
			if got := len(m.Supplied("x")); got != size {
				t.Errorf("%s %d: only %d regions hang together", lang, size, got)
			}
			if strings.Contains(fmt.Sprint(m), "%!") {
				t.Errorf("%s %d: a name is not filled in", lang, size)
			}
		}
	}
	if _, err := draw("x", 6, "fr"); campaign.CodeOf(err) != campaign.Invalid {
		t.Errorf("size 6: %v", err)
	}
}

func TestSupply(t *testing.T) {
	m := strip()
	for _, i := range []int{0, 1, 3} {
		m.Regions[i].Owner = "x"
	}
	if len(m.Supplied("x")) != 0 {
		t.Error("supplied without a capital")
	}
	m.Regions[0].Capital = true
	if got := m.Supplied("x"); len(got) != 2 || !got["A1"] || !got["A2"] || got["A4"] {
		t.Errorf("supplied: %v", got)
	}
	if !m.Borders("A5", "x") || m.Borders("A1", "y") {
		t.Error("borders")
	}
}
