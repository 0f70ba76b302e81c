package ruling

import (
	"slices"

	"oriflamme/rules"
)

// WoundEffect is what a wound does (MG-WND-4).
type WoundEffect struct {
	MP          int  `json:"mp" in:"-100..0" default:"0"`
	Melee       int  `json:"melee" in:"-100..0" default:"0"`
	HalveHit    bool `json:"halve_hit" default:"false"`
	Stunned     bool `json:"stunned" default:"false"`
	Blinded     bool `json:"blinded" default:"false"`
	CannotMove  bool `json:"cannot_move" default:"false"`
	CannotFight bool `json:"cannot_fight" default:"false"`
	Dead        bool `json:"dead" default:"false"`
}

// damageRow holds the effects of wounds at one location.
type damageRow struct {
	Light    WoundEffect `json:"light"`
	Wound    WoundEffect `json:"wound"`
	Serious  WoundEffect `json:"serious"`
	Critical WoundEffect `json:"critical"`
}

// DamageTable is the damage section of a Game Sheet. Its bands are those of the hero table.
type DamageTable struct {
	Head damageRow `json:"head"`
	Legs damageRow `json:"legs"`
	Arms damageRow `json:"arms"`
	Body damageRow `json:"body"`
}

// HeroTable is the printed table for heroes, Kai Lords and magicians, and for monsters
// without a table of their own (MG-WND-4, ruling MG-AMB-27).
var HeroTable = DamageTable{
	Head: damageRow{WoundEffect{Stunned: true}, WoundEffect{HalveHit: true}, WoundEffect{MP: -4, HalveHit: true, Blinded: true}, WoundEffect{Dead: true}},
	Legs: damageRow{WoundEffect{MP: -3}, WoundEffect{MP: -5}, WoundEffect{MP: -7}, WoundEffect{Melee: -5, CannotMove: true}},
	Arms: damageRow{WoundEffect{Melee: -3}, WoundEffect{Melee: -5}, WoundEffect{Melee: -10}, WoundEffect{MP: -4, CannotFight: true}},
	Body: damageRow{WoundEffect{}, WoundEffect{MP: -3, Melee: -3}, WoundEffect{MP: -5, Melee: -5}, WoundEffect{Dead: true}},
}

// Wound is a wound that a troop has.
type Wound struct {
	Location string `json:"location" in:"head|legs|arms|body"`
	Severity string `json:"severity" in:"light|wound|serious|critical"`
}

// deadly reports whether a wound kills by the hero table.
func (w Wound) deadly() bool {
	return w.Severity == "critical" && (w.Location == "head" || w.Location == "body")
}

var severities = [...]string{"light", "wound", "serious", "critical"}

// Worsen returns the wound changed by a number of steps of severity, nil below light.
func (w Wound) Worsen(steps int) *Wound {
	i := slices.Index(severities[:], w.Severity)
	if i < 0 {
		panic("magnamund: severity " + w.Severity)
	}
	if i += steps; i < 0 {
		return nil
	}
	return &Wound{w.Location, severities[min(i, 3)]}
}

// EffectOf returns the effect of a wound by the table.
func (t *DamageTable) EffectOf(w Wound) WoundEffect {
	row := &t.Body
	switch w.Location {
	case "head":
		row = &t.Head
	case "legs":
		row = &t.Legs
	case "arms":
		row = &t.Arms
	}
	switch w.Severity {
	case "light":
		return row.Light
	case "wound":
		return row.Wound
	case "serious":
		return row.Serious
	}
	return row.Critical
}

// The lowest rolls of the bands of severity and location, after the first (MG-WND-2,
// MG-WND-3).
var (
	severityBands = [...]int{36, 71, 91}
	locationBands = [...]int{21, 41, 61}
	locations     = [...]string{"head", "legs", "arms", "body"}
)

// bandOf is the index of the band of a roll; bands holds the lowest rolls after the first one.
func bandOf(roll int, bands []int) int {
	i := 0
	for i < len(bands) && roll >= bands[i] {
		i++
	}
	return i
}

// Victim is a troop that may be hit.
type Victim struct {
	Category    string       `json:"category" in:"soldier|hero|kai-lord|magician|monster"`
	Immunity    bool         `json:"immunity" default:"false"`
	HardAsIron  bool         `json:"hard_as_iron" default:"false"` // it has the power and is not wounded yet
	Strength    bool         `json:"strength" default:"false"`
	DamageTable *DamageTable `json:"damage_table" default:"-"`
	Mortal      bool         `json:"-"` // only whether its wounds kill matters
}

// check refuses a damage table for any category but monsters.
func (v Victim) check(path string) *rules.Fault {
	if v.DamageTable == nil {
		return nil
	}
	return rules.ForbidIf(v.Category != "monster", "MG-WND-1", path+".damage_table", "only monsters have a table of their own")
}

// Soldier reports whether a hit kills the victim without a wound roll.
func (v Victim) Soldier() bool { return v.Category == "soldier" }

// table returns the damage table of a victim and its name.
func (v Victim) table() (*DamageTable, string) {
	switch {
	case v.DamageTable != nil:
		return v.DamageTable, "sheet"
	case v.Category == "monster":
		return &HeroTable, "hero-for-monster"
	}
	return &HeroTable, "hero"
}

// HitSource is what a hit comes from.
type HitSource struct {
	Source   string // "ranged", "melee", "psychic-power" or "spell"
	poisoned bool
}

// severityModifier is added to the severity roll of a victim (MG-WND-8).
func (b HitSource) severityModifier(v Victim) int {
	m := 0
	if b.poisoned && !v.Immunity {
		m += 20
	}
	if b.Source == "psychic-power" && v.Category == "monster" {
		m += 10
	}
	return m
}

// WoundRecord is the dice and the effect of a wound roll.
type WoundRecord struct {
	SeverityRoll  int         `json:"severity_roll"`
	SeverityTotal int         `json:"severity_total"`
	Severity      string      `json:"severity"`
	LocationRoll  int         `json:"location_roll"`
	Location      string      `json:"location"`
	Table         string      `json:"table"`
	IgnoredBy     string      `json:"ignored_by"`
	Effect        WoundEffect `json:"effect"`
}

// HitResult is what a hit did.
type HitResult struct {
	Outcome        string       `json:"outcome"`
	Wound          *WoundRecord `json:"wound"`
	HardAsIronUsed bool         `json:"hard_as_iron_used"`
}

// Hit applies a hit: a soldier dies, any other category makes a wound roll (MG-FIRE-20,
// MG-WND-1). It uses up the victim's Hard as Iron. With fine every face of the severity die
// counts, not only its band.
func (b HitSource) Hit(c *rules.Roller, v *Victim, fine bool) HitResult {
	if v.Soldier() {
		return HitResult{Outcome: "killed"}
	}
	r := b.woundRoll(c, *v, fine)
	h := HitResult{Outcome: "wounded", Wound: &r}
	if r.IgnoredBy == "hard-as-iron" {
		v.HardAsIron, h.HardAsIronUsed = false, true
	}
	if r.Effect.Dead {
		h.Outcome = "killed"
	}
	return h
}

// woundRoll throws severity and location and reads the table (MG-WND-2 to MG-WND-4). Hard as
// Iron and Strength may ignore the wound (MG-EVIL-2, MG-HERO-8).
func (b HitSource) woundRoll(c *rules.Roller, v Victim, fine bool) (r WoundRecord) {
	m := b.severityModifier(v)
	cuts, places := []int{severityBands[0] - m, severityBands[1] - m, severityBands[2] - m}, locationBands[:]
	if fine {
		cuts = nil
		if !c.Matters("location") {
			places = []int{} // the location does not matter for the severity
		}
	}
	if v.Mortal {
		r.SeverityRoll, r.LocationRoll = b.throwFatal(c, v)
	} else {
		r.SeverityRoll = c.Pool("severity", 1, 100, cuts...)[0]
		r.LocationRoll = c.Pool("location", 1, 100, places...)[0]
	}
	r.SeverityTotal = min(100, r.SeverityRoll+m)
	r.Severity = severities[bandOf(r.SeverityTotal, severityBands[:])]
	r.Location = locations[bandOf(r.LocationRoll, locationBands[:])]
	table, name := v.table()
	r.Table = name
	if r.IgnoredBy = b.ignored(v, r.Severity); r.IgnoredBy == "none" {
		r.Effect = table.EffectOf(Wound{r.Location, r.Severity})
	}
	return r
}

// ignored names the power by which a victim ignores a wound, or "none".
func (b HitSource) ignored(v Victim, severity string) string {
	switch {
	case v.HardAsIron:
		return "hard-as-iron"
	case v.Strength && b.Source == "melee" && severity == "light":
		return "strength"
	}
	return "none"
}

type woundInput struct {
	Source   string `json:"source" in:"ranged|melee|psychic-power|spell"`
	Poisoned bool   `json:"poisoned" default:"false"`
	Target   Victim `json:"target"`
}

func (in woundInput) check() *rules.Fault {
	return rules.FirstFault(
		rules.ForbidIf(in.Poisoned && in.Source != "ranged" && in.Source != "melee", "MG-EVIL-7", "poisoned", "only weapons are poisoned"),
		in.Target.check("target"),
	)
}

// woundOdds is a hit in the form of which odds are computed.
type woundOdds struct {
	Outcome       string `json:"outcome"`
	Severity      string `json:"severity"`
	Location      string `json:"location"`
	IgnoredBy     string `json:"ignored_by"`
	SeverityTotal int    `json:"severity_total"`
}

var woundRuling = withWoundOdds(rules.CheckedRuling("wound",
	"MG-WND-1 MG-WND-2 MG-WND-3 MG-WND-4 MG-WND-8 MG-FIRE-20 MG-CBT-7 MG-HERO-2 MG-HERO-8 MG-EVIL-2 MG-EVIL-7 MG-KAI-5 MG-AMB-08 MG-AMB-26 MG-AMB-27 MG-AMB-46",
	"outcome severity location ignored_by severity_total", woundInput.check,
	func(c *rules.Roller, in woundInput) HitResult {
		return HitSource{in.Source, in.Poisoned}.Hit(c, &in.Target, c.Matters("severity_total"))
	}).WithOddsByField())

// withWoundOdds gives odds to the fields of the wound record; soldiers have none.
func withWoundOdds(r rules.Ruling) rules.Ruling {
	r.OddsOf = func(tree any) []string {
		target, _ := tree.(map[string]any)["target"].(map[string]any)
		if target["category"] == "soldier" {
			return r.Odds[:1]
		}
		return r.Odds
	}
	r.FieldsFrom = func(result any) any {
		h := result.(HitResult)
		stated := woundOdds{Outcome: h.Outcome}
		if w := h.Wound; w != nil {
			stated.Severity, stated.Location, stated.IgnoredBy, stated.SeverityTotal = w.Severity, w.Location, w.IgnoredBy, w.SeverityTotal
		}
		return stated
	}
	return r
}

// DecodeWound returns the wound of a code from Encode.
func DecodeWound(code uint8) Wound { return Wound{locations[code/4], severities[code%4]} }

// Encode returns a number for the wound, from 0.
func (w Wound) Encode() uint8 {
	return uint8(4*slices.Index(locations[:], w.Location) + slices.Index(severities[:], w.Severity))
}
