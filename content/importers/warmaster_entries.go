package importers

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"oriflamme/rules"
)

// wmList is an army list of wm-selector. Units, upgrades and special rules are objects by name; they are decoded one
// by one, so that a bad entry spoils no other.
type wmList struct {
	Name         string                     `json:"name" in:"1..80"`
	Version      string                     `json:"version" in:"1..80"`
	Group        int                        `json:"group" in:"0..99" default:"0"`
	Order        int                        `json:"order" in:"0..999" default:"0"`
	Units        map[string]json.RawMessage `json:"units" len:"0..200"`
	Upgrades     map[string]json.RawMessage `json:"upgrades" len:"0..200" default:"{}"`
	Magic        bool                       `json:"magic" default:"false"`
	SpecialRules map[string]json.RawMessage `json:"specialRules" len:"0..200" default:"{}"`
	Spells       []json.RawMessage          `json:"spells" len:"0..100" default:"[]"`
	ArmyRules    []string                   `json:"armyRules" len:"0..500" default:"[]"`

	file string
}

// wmItems are the magic items of a language and who may carry them.
type wmItems struct {
	Upgrades    map[string]json.RawMessage `json:"upgrades" len:"0..200"`
	Constraints []struct {
		Magic    bool     `json:"magic" default:"false"`
		UnitType []string `json:"unitType" len:"0..20"`
		Upgrades []string `json:"upgrades" len:"0..100"`
	} `json:"upgradeConstraints" len:"0..50"`

	file string
	ids  map[string]string // by name, once they are imported
}

type wmUnit struct {
	Order        int      `json:"order" in:"0..999"`
	Type         string   `json:"type" in:"1..40"`
	Attack       wmText   `json:"attack" default:"-"`
	Range        string   `json:"range" in:"0..40" default:"\"\""`
	Hits         int      `json:"hits" in:"0..20" default:"0"`
	Armour       string   `json:"armour" in:"0..10" default:"\"\""`
	Size         wmText   `json:"size"`
	Points       int      `json:"points" in:"0..10000"`
	Command      *int     `json:"command" in:"0..10" default:"-"`
	Min          *int     `json:"min" in:"0..50" default:"-"`
	Max          *int     `json:"max" in:"0..50" default:"-"`
	ArmyMin      *int     `json:"armyMin" in:"0..50" default:"-"`
	ArmyMax      *int     `json:"armyMax" in:"0..50" default:"-"`
	NoCount      bool     `json:"noCount" default:"false"`
	NoMagic      bool     `json:"noMagic" default:"false"`
	Upgrades     []string `json:"upgrades" len:"0..50" default:"[]"`
	SpecialRules []string `json:"specialRules" len:"0..50" default:"[]"`
	Homologous   []string `json:"homologousUnits" len:"0..20" default:"[]"`
	Augend       []string `json:"augendUnits" len:"0..20" default:"[]"`
}

type wmUpgrade struct {
	Order        wmText   `json:"order"`
	Type         string   `json:"type" in:"1..40"`
	Attack       wmText   `json:"attack" default:"-"`
	Range        string   `json:"range" in:"0..40" default:"\"\""`
	Size         wmText   `json:"size" default:"-"`
	Points       wmText   `json:"points"`
	Max          *int     `json:"max" in:"0..50" default:"-"`
	ArmyMin      *int     `json:"armyMin" in:"0..50" default:"-"`
	ArmyMax      *int     `json:"armyMax" in:"0..50" default:"-"`
	AddOn        []string `json:"addOnUpgrades" len:"0..50" default:"[]"`
	Required     []string `json:"requiredUnits" len:"0..20" default:"[]"`
	SpecialRules []string `json:"specialRules" len:"0..50" default:"[]"`
	Text         []string `json:"text" len:"0..100" default:"[]"`
}

// wmText is a value that some lists write as a number and others as a text.
type wmText string

// DecodeJSON reads a number or a text.
func (t *wmText) DecodeJSON(tree any, path string) *rules.Fault {
	switch v := tree.(type) {
	case json.Number:
		*t = wmText(v)
	case string:
		*t = wmText(v)
	default:
		return rules.Faultf(rules.WrongType, path, "want a number or a text")
	}
	return nil
}

// troopWords are the words for unit types in the lists of both languages, with the types of the engine.
var troopWords = map[string]string{
	"Infantry": "infantry", "Cavalry": "cavalry", "Chariot": "chariots", "Monster": "monsters", "Artillery": "artillery", "Machine": "machines",
	"General": "general", "Hero": "hero", "Wizard": "wizard",
	"Infantrie": "infantry", "Infanterie": "infantry", "Cavalerie": "cavalry", "Char": "chariots", "Monstre": "monsters", "Artillerie": "artillery",
	"Général": "general", "Héros": "hero", "Sorcier": "wizard",
}

// upgradeWords are the words for kinds of upgrades in the lists, with the kinds of the engine.
var upgradeWords = map[string]string{
	"Chariot Mount": "mount", "Monstrous Mount": "mount", "Special Mount": "mount",
	"Char monté": "mount", "Monture Monstrueuse": "mount", "Monture": "mount", "Monture Spéciale": "mount",
	"Special": "special", "Spécial": "special", "Amélioration": "special", "Option": "special",
	"Device of Power": "item", "Magic Standard": "item", "Magic Weapon": "item",
	"Arme Magique": "item", "Bannière Magique": "item", "Objet Enchanté": "item",
}

// language returns the language of a list: French when a unit has the French word for a general or infantry, else
// English.
func (l wmList) language() string {
	for _, raw := range l.Units {
		var u struct {
			Type string `json:"type"`
		}
		if json.Unmarshal(raw, &u) == nil && frenchType(u.Type) {
			return "fr"
		}
	}
	return "en"
}

func (i wmItems) language() string {
	for _, c := range i.Constraints {
		for _, t := range c.UnitType {
			if frenchType(t) {
				return "fr"
			}
		}
	}
	return "en"
}

func frenchType(word string) bool {
	return strings.HasPrefix(word, "Infant") && word != "Infantry" || word == "Général"
}

var (
	plainAttack = regexp.MustCompile(`^\+?([0-9]{1,2})(?:/\+?([0-9]{1,2}))?$`)
	firstAttack = regexp.MustCompile(`^([0-9]{1,2})/`)
	plainRange  = regexp.MustCompile(`^([0-9]{1,3}) ?cm( à 360°)?$`)
	plainArmour = regexp.MustCompile(`^[3-6]\+$`)
	plainPoints = regexp.MustCompile(`^\+?([0-9]{1,4})$`)
)

// attackOf reads the characteristic Attacks, such as 3 or 3/1. Of any other value it returns the first number and the
// text as printed.
func attackOf(text wmText) (attack, printed string) {
	switch m := plainAttack.FindStringSubmatch(string(text)); {
	case text == "":
		return "0", ""
	case m != nil && m[2] != "":
		return m[1] + "/" + m[2], ""
	case m != nil:
		return m[1], ""
	}
	if m := firstAttack.FindStringSubmatch(string(text)); m != nil {
		return m[1], string(text)
	}
	return "0", string(text)
}

// rangeOf reads a range in centimetres and whether it is all around. A text that is not a plain range is returned as
// printed.
func rangeOf(text string) (cm int, around bool, printed string) {
	m := plainRange.FindStringSubmatch(text)
	if m == nil {
		return 0, strings.Contains(text, "360"), text
	}
	cm, _ = strconv.Atoi(m[1])
	return cm, m[2] != "", ""
}
