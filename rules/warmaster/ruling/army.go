package ruling

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"oriflamme/rules"
)

// generals maps an army to the Command value of its General (WR-ARMY-9).
var generals = map[string]int{"high-elf": 10, "dwarf": 10, "empire": 9, "undead": 9, "chaos": 9, "orc": 8}

// RawAttack is the Attacks value of a roster entry as written, whether it is valid or not.
type RawAttack struct {
	There bool
	Fine  bool // an integer of 0 or more, or digits with at most one stroke between
}

// DecodeJSON reads an integer or any text.
func (a *RawAttack) DecodeJSON(tree any, path string) *rules.Fault {
	a.There = true
	switch v := tree.(type) {
	case json.Number:
		var in struct {
			Value int `json:"value" in:"-20..20"`
		}
		fault := decodeAlone(tree, path, &in)
		a.Fine = in.Value >= 0
		return fault
	case string:
		first, second, both := strings.Cut(v, "/")
		a.Fine = digits(first) && (!both || digits(second))
		n := utf8.RuneCountInString(v)
		return rules.OutOfRangeIf(n < 1 || n > 64, path, "does not have 1 to 64 characters")
	}
	return rules.Faultf(rules.WrongType, path, "want an integer or a text")
}

// RosterEntry is an entry of an army list as roster files hold it.
type RosterEntry struct {
	Name       string    `json:"name" in:"1..64"`
	Type       string    `json:"type" in:"1..64"`
	Count      int       `json:"count" in:"1..50" default:"1"`
	Size       int       `json:"size" in:"0..12"`
	Attack     RawAttack `json:"attack" default:"-" null:"true"`
	Hits       *int      `json:"hits" in:"0..20" default:"-" null:"true"`
	Armour     *string   `json:"armour" in:"1..64" default:"-" null:"true"`
	Command    *int      `json:"command" in:"0..20" default:"-" null:"true"`
	Points     int       `json:"points" in:"0..10000" default:"0"`
	StandTypes []string  `json:"stand_types" len:"0..12" each:"1..64" default:"[]"`
}

// ArmyInput is an army: the name of its list, if it has one, and its entries.
type ArmyInput struct {
	Army  string        `json:"army" in:"1..64" default:"-" null:"true"`
	Units []RosterEntry `json:"units" len:"0..60"`
}

type violation struct {
	Rule string `json:"rule"`
	Unit *int   `json:"unit"`
}

type armyResult struct {
	Legal          bool        `json:"legal"`
	Violations     []violation `json:"violations"`
	UnitCount      int         `json:"unit_count"`
	CharacterCount int         `json:"character_count"`
	GeneralCount   int         `json:"general_count"`
	StandCount     int         `json:"stand_count"`
	PointsTotal    int         `json:"points_total"`
	GeneralCommand *int        `json:"general_command"`
}

// IsCharacter reports whether a type is that of a General, Hero or Wizard.
func IsCharacter(kind string) bool {
	return kind == "general" || kind == "hero" || kind == "wizard"
}

func isTroop(kind string) bool { return slices.Contains(strings.Split(troops, "|"), kind) }

// Resolve counts a roster and lists all rules that it breaks (WR-ARMY-1 to WR-ARMY-11).
func (in ArmyInput) Resolve() (r armyResult) {
	var command *int
	if n, found := generals[in.Army]; found {
		command = &n
	}
	r.GeneralCommand = command
	for _, e := range in.Units {
		r.PointsTotal += e.Points * e.Count
		switch {
		case IsCharacter(e.Type):
			r.CharacterCount += e.Count
			r.GeneralCount += e.Count * rules.BoolToInt(e.Type == "general")
		case isTroop(e.Type):
			r.UnitCount += e.Count
			r.StandCount += e.Count * e.Size
		}
	}
	if r.GeneralCount != 1 {
		r.Violations = append(r.Violations, violation{"WR-ARMY-1", nil})
	}
	for i, e := range in.Units {
		for _, rule := range e.faults(command) {
			r.Violations = append(r.Violations, violation{rule, &i})
		}
	}
	r.Legal = len(r.Violations) == 0
	return r
}

// faults lists the rules that an entry breaks, in the order of their numbers. command is
// that of the army's General, nil when the table does not have the army.
func (e RosterEntry) faults(command *int) []string {
	character, commands := IsCharacter(e.Type), e.Command != nil
	if !character && !isTroop(e.Type) {
		return []string{"WR-ARMY-6"}
	}
	return Holding([]Condition{
		{character && e.Size != 1, "WR-ARMY-3"},
		{!character && e.Size == 0, "WR-ARMY-4"},
		{slices.ContainsFunc(e.StandTypes, func(s string) bool { return s != e.StandTypes[0] }), "WR-ARMY-5"},
		{character != commands || !character && (!e.Attack.There || e.Hits == nil), "WR-ARMY-7"},
		{character && commands && (*e.Command < 7 || *e.Command > 10), "WR-ARMY-8"},
		{e.Type == "general" && commands && command != nil && *e.Command != *command, "WR-ARMY-9"},
		{e.Armour != nil && !slices.Contains(strings.Split(armours, "|"), *e.Armour), "WR-ARMY-10"},
		{!character && e.Attack.There && !e.Attack.Fine, "WR-ARMY-11"},
	})
}

var validateArmyRuling = rules.DicelessRuling("validate-army",
	"WR-ARMY-1 WR-ARMY-2 WR-ARMY-3 WR-ARMY-4 WR-ARMY-5 WR-ARMY-6 WR-ARMY-7 WR-ARMY-8 WR-ARMY-9 WR-ARMY-10 WR-ARMY-11", nil, ArmyInput.Resolve)
