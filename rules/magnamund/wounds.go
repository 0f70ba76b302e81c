package magnamund

import (
	"slices"

	"oriflamme/rules"
)

// effect is what a wound does (MG-WND-4).
type effect struct {
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
	Light    effect `json:"light"`
	Wound    effect `json:"wound"`
	Serious  effect `json:"serious"`
	Critical effect `json:"critical"`
}

// damageTable is the damage section of a Game Sheet. Its bands are those of the hero table.
type damageTable struct {
	Head damageRow `json:"head"`
	Legs damageRow `json:"legs"`
	Arms damageRow `json:"arms"`
	Body damageRow `json:"body"`
}

// heroTable is the printed one, of heroes, Kai Lords and magicians, and of
// monsters without a sheet (MG-WND-4, ruling MG-AMB-27).
var heroTable = damageTable{
	Head: damageRow{effect{Stunned: true}, effect{HalveHit: true}, effect{MP: -4, HalveHit: true, Blinded: true}, effect{Dead: true}},
	Legs: damageRow{effect{MP: -3}, effect{MP: -5}, effect{MP: -7}, effect{Melee: -5, CannotMove: true}},
	Arms: damageRow{effect{Melee: -3}, effect{Melee: -5}, effect{Melee: -10}, effect{MP: -4, CannotFight: true}},
	Body: damageRow{effect{}, effect{MP: -3, Melee: -3}, effect{MP: -5, Melee: -5}, effect{Dead: true}},
}

// wound is a wound that a piece carries.
type wound struct {
	Location string `json:"location" in:"head|legs|arms|body"`
	Severity string `json:"severity" in:"light|wound|serious|critical"`
}

// deadly tells of a wound that kills by the hero table.
func (w wound) deadly() bool {
	return w.Severity == "critical" && (w.Location == "head" || w.Location == "body")
}

var severities = [...]string{"light", "wound", "serious", "critical"}

// graver returns the wound changed by so many steps of severity; none is left below light.
func (w wound) graver(steps int) *wound {
	for i, s := range severities {
		if s == w.Severity {
			i += steps
			if i < 0 {
				return nil
			}
			return &wound{w.Location, severities[min(i, 3)]}
		}
	}
	panic("magnamund: severity " + w.Severity)
}

// does reads a cell of the table.
func (t *damageTable) does(w wound) effect {
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

// Where the bands of severity and location begin (MG-WND-2, MG-WND-3).
var (
	severityBands = [...]int{36, 71, 91}
	locationBands = [...]int{21, 41, 61}
	locations     = [...]string{"head", "legs", "arms", "body"}
)

func band(roll int, bands [3]int) int {
	i := 0
	for i < len(bands) && roll >= bands[i] {
		i++
	}
	return i
}

// victim is a piece that may be hit.
type victim struct {
	Category    string       `json:"category" in:"soldier|hero|kai-lord|magician|monster"`
	Immunity    bool         `json:"immunity" default:"false"`
	HardAsIron  bool         `json:"hard_as_iron" default:"false"` // and not wounded yet
	Strength    bool         `json:"strength" default:"false"`
	DamageTable *damageTable `json:"damage_table" default:"-"`
	mortal      bool         // nothing matters of its wounds but whether they kill
}

// check refuses a damage table of anything but a monster.
func (v victim) check(path string) *rules.Fault {
	if v.DamageTable == nil {
		return nil
	}
	return forbid(v.Category != "monster", "MG-WND-1", path+".damage_table", "only monsters have a table of their own")
}

func (v victim) soldier() bool { return v.Category == "soldier" }

// table returns the damage table of a victim and its name.
func (v victim) table() (*damageTable, string) {
	switch {
	case v.DamageTable != nil:
		return v.DamageTable, "sheet"
	case v.Category == "monster":
		return &heroTable, "hero-for-monster"
	}
	return &heroTable, "hero"
}

// blow is what a hit comes from.
type blow struct {
	source   string // ranged, melee, psychic-power, spell
	poisoned bool
}

// severityModifier is added to the severity roll of a victim (MG-WND-8).
func (b blow) severityModifier(v victim) int {
	m := 0
	if b.poisoned && !v.Immunity {
		m += 20
	}
	if b.source == "psychic-power" && v.Category == "monster" {
		m += 10
	}
	return m
}

// woundRecord is how a wound roll went.
type woundRecord struct {
	SeverityRoll  int    `json:"severity_roll"`
	SeverityTotal int    `json:"severity_total"`
	Severity      string `json:"severity"`
	LocationRoll  int    `json:"location_roll"`
	Location      string `json:"location"`
	Table         string `json:"table"`
	IgnoredBy     string `json:"ignored_by"`
	Effect        effect `json:"effect"`
}

// hit is what a certain hit did.
type hit struct {
	Outcome        string       `json:"outcome"`
	Wound          *woundRecord `json:"wound"`
	HardAsIronUsed bool         `json:"hard_as_iron_used"`
}

// strike settles a hit: a soldier dies, anyone else makes a wound roll (MG-FIRE-20,
// MG-WND-1). It uses up the victim's Hard as Iron. Fine reads every face of the
// severity die, not only its band.
func (b blow) strike(c *rules.Cup, v *victim, fine bool) hit {
	if v.soldier() {
		return hit{Outcome: "killed"}
	}
	r := b.woundRoll(c, *v, fine)
	h := hit{Outcome: "wounded", Wound: &r}
	if r.IgnoredBy == "hard-as-iron" {
		v.HardAsIron, h.HardAsIronUsed = false, true
	}
	if r.Effect.Dead {
		h.Outcome = "killed"
	}
	return h
}

// woundRoll throws severity and location and reads the table (MG-WND-2 to MG-WND-4);
// Hard as Iron and Strength may ignore what it says (MG-EVIL-2, MG-HERO-8).
func (b blow) woundRoll(c *rules.Cup, v victim, fine bool) (r woundRecord) {
	m := b.severityModifier(v)
	cuts, places := []int{severityBands[0] - m, severityBands[1] - m, severityBands[2] - m}, locationBands[:]
	if fine {
		cuts = nil
		if !c.Matters("location") {
			places = []int{} // any will do for the severity alone
		}
	}
	if v.mortal {
		r.SeverityRoll, r.LocationRoll = b.fate(c, v)
	} else {
		r.SeverityRoll = c.Pool("severity", 1, 100, cuts...)[0]
		r.LocationRoll = c.Pool("location", 1, 100, places...)[0]
	}
	r.SeverityTotal = min(100, r.SeverityRoll+m)
	r.Severity = severities[band(r.SeverityTotal, severityBands)]
	r.Location = locations[band(r.LocationRoll, locationBands)]
	table, name := v.table()
	r.Table = name
	if r.IgnoredBy = b.ignored(v, r.Severity); r.IgnoredBy == "none" {
		r.Effect = table.does(wound{r.Location, r.Severity})
	}
	return r
}

// ignored tells by which power a victim ignores a wound, "none" for not at all.
func (b blow) ignored(v victim, severity string) string {
	switch {
	case v.HardAsIron:
		return "hard-as-iron"
	case v.Strength && b.source == "melee" && severity == "light":
		return "strength"
	}
	return "none"
}

type woundInput struct {
	Source   string `json:"source" in:"ranged|melee|psychic-power|spell"`
	Poisoned bool   `json:"poisoned" default:"false"`
	Target   victim `json:"target"`
}

func (in woundInput) check() *rules.Fault {
	return first(
		forbid(in.Poisoned && in.Source != "ranged" && in.Source != "melee", "MG-EVIL-7", "poisoned", "only weapons are poisoned"),
		in.Target.check("target"),
	)
}

// woundTold is a hit as its odds are told.
type woundTold struct {
	Outcome       string `json:"outcome"`
	Severity      string `json:"severity"`
	Location      string `json:"location"`
	IgnoredBy     string `json:"ignored_by"`
	SeverityTotal int    `json:"severity_total"`
}

var woundRuling = tellWound(fieldByField(ruling("wound",
	"MG-WND-1 MG-WND-2 MG-WND-3 MG-WND-4 MG-WND-8 MG-FIRE-20 MG-CBT-7 MG-HERO-2 MG-HERO-8 MG-EVIL-2 MG-EVIL-7 MG-KAI-5 MG-AMB-08 MG-AMB-26 MG-AMB-27 MG-AMB-46",
	"outcome severity location ignored_by severity_total", woundInput.check,
	func(c *rules.Cup, in woundInput) hit {
		return blow{in.Source, in.Poisoned}.strike(c, &in.Target, c.Matters("severity_total"))
	})))

// tellWound lets odds look into the wound record; soldiers have none.
func tellWound(r rules.Ruling) rules.Ruling {
	r.Tell = func(tree any) []string {
		target, _ := tree.(map[string]any)["target"].(map[string]any)
		if target["category"] == "soldier" {
			return r.Odds[:1]
		}
		return r.Odds
	}
	r.Show = func(result any) any {
		h := result.(hit)
		told := woundTold{Outcome: h.Outcome}
		if w := h.Wound; w != nil {
			told.Severity, told.Location, told.IgnoredBy, told.SeverityTotal = w.Severity, w.Location, w.IgnoredBy, w.SeverityTotal
		}
		return told
	}
	return r
}

func decodeWound(code uint8) wound { return wound{locations[code/4], severities[code%4]} }

func (w wound) code() uint8 {
	return uint8(4*slices.Index(locations[:], w.Location) + slices.Index(severities[:], w.Severity))
}
