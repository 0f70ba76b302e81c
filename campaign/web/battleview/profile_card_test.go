package battleview_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"oriflamme/campaign/web/battleview"
	"oriflamme/content"
	"oriflamme/rules"
)

// TestCardIsPrintedAsInTheBook draws profiles whose members are in alphabetical order: the card has the numbers in the order of
// the game's book, and weapons, spells and parts of the pack have names in the language of the page.
func TestCardIsPrintedAsInTheBook(t *testing.T) {
	pack := &rules.Pack{Parts: map[string][]json.RawMessage{"upgrades": {json.RawMessage(`{"id": "destrier-brand", "name": {"fr": "Destrier de guerre", "en": "War Destrier"}}`)}}}
	for _, c := range []struct{ game, lang, profile, want string }{
		{"warcry", "fr", `{"base": 1.26, "height": 1.6, "movement": 4, "toughness": 3, "weapons": [{"attacks": 4, "dmg_crit": 5, "dmg_hit": 2, "max_range": 15, "min_range": 3, "runemark": "sword", "strength": 4}, {"attacks": 3, "dmg_crit": 4, "dmg_hit": 1, "max_range": 1, "min_range": 0, "runemark": "dagger", "strength": 3}], "wounds": 10}`,
			"Mouvement 4, Endurance 3, Blessures 10, socle 1,26, hauteur 1,6, [Arme Portée Attaques Force Dégâts] [épée 3–15 4 4 2/5] [dague 1 3 3 1/4] []"},
		{"warmachine", "fr", `{"arm": 15, "cmd": 9, "def": 14, "spd": 6, "spells": [{"cost": 2, "id": "brine-veil", "name": {"en": "Brine Veil", "fr": "Voile de saumure"}, "on": "friend", "range": 6}]}`,
			"VTS 6, DEF 14, ARM 15, CMD 9, [Nom Cible Coût POR] [Voile de saumure ami 2 6] []"},
		{"warmachine", "en", `{"spells": [{"id": "brine-veil", "name": {"en": "Brine Veil", "fr": "Voile de saumure"}}]}`, "[Name] [Brine Veil] []"},
		{"warmaster", "fr", `{"upgrades": ["destrier-brand"]}`, "[Destrier de guerre]"},
		{"warmaster", "en", `{"upgrades": ["destrier-brand"]}`, "[War Destrier]"},
	} {
		card := battleview.Form{Catalog: content.Catalogs()[c.lang], Game: c.game, Pack: pack}.Card(json.RawMessage(c.profile))
		got := ""
		for _, s := range card.Stats {
			got += s.Label + " " + s.Value + ", "
		}
		for _, table := range card.Tables {
			got += fmt.Sprint(table.Heads) + " "
			for _, row := range table.Rows {
				got += fmt.Sprint(row) + " "
			}
		}
		if got += fmt.Sprint(card.Words); got != c.want {
			t.Errorf("%s in %s:\n got %s\nwant %s", c.game, c.lang, got, c.want)
		}
	}
}
