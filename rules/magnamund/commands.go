package magnamund

import (
	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// bySeat is the seat that gives a command.
type bySeat struct {
	Seat rules.Seat `json:"by" in:"0..7"`
}

// By returns the seat that gives the command.
func (g bySeat) By() rules.Seat { return g.Seat }

// Deploy places a unit, a hero or a monster in the zone of its side (MG-SETUP-5): a cell for
// each troop, the front cell for riders.
type Deploy struct {
	bySeat
	Unit   string      `json:"unit" in:"1..64"`
	Cells  []grid.Cell `json:"cells" len:"0..30" default:"[]"` // empty at a measured table
	Facing grid.Facing `json:"facing" in:"n|e|s|w" default:"\"n\""`
	Hidden bool        `json:"hidden" default:"false"` // off the board while unseen (MG-HIDE-1)
}

// DealSpells draws the spell cards of all magicians (MG-MAG-4).
type DealSpells struct{ bySeat }

// RollInitiative begins a turn (MG-TURN-1).
type RollInitiative struct{ bySeat }

// Shoot is the fire of one troop, or the pooled fire of several troops of a unit
// (MG-POOL-1).
type Shoot struct {
	bySeat
	Shooters []string `json:"shooters" len:"1..30" distinct:"true" each:"1..70"`
	Target   string   `json:"target" in:"1..70"`
	Distance *int     `json:"distance" in:"0..200" default:"null" null:"true" fact:"true"` // in cells
	Rank     *int     `json:"rank" in:"1..30" default:"null" null:"true" fact:"true"`      // of the rearmost shooter
	Engaged  *bool    `json:"engaged" default:"null" null:"true" fact:"true"`              // an enemy is next to a shooter
	Visible  *bool    `json:"visible" default:"null" null:"true" fact:"true"`
	InArc    *bool    `json:"in_arc" default:"null" null:"true" fact:"true"`
	Cover    []string `json:"cover" len:"0..6" distinct:"true" each:"brush|rocks|trees|low-wall|fence|hedge" default:"[]" fact:"true"` // on the way
	Terrain  string   `json:"target_terrain" in:"|open-ground|slope|marsh|brush|rocks|trees|steps|rampart|water|building" default:"\"\"" fact:"true"`
	Alike    *bool    `json:"covered_alike" default:"null" null:"true" fact:"true"`          // the target's unit has equal cover, for a pool
	Nearest  []string `json:"nearest" len:"0..200" distinct:"true" default:"[]" fact:"true"` // troops around the target, nearest first, for a pool
}

// Move moves a troop along a path. It may be given again while points are left. At a
// measured table Over states what each step forward crosses; nothing is open ground.
type Move struct {
	bySeat
	Troop   string     `json:"piece" in:"1..70"`
	Path    []string   `json:"path" len:"1..40" each:"forward|forward-left|forward-right|pivot-n|pivot-e|pivot-s|pivot-w|leap-n|leap-ne|leap-e|leap-se|leap-s|leap-sw|leap-w|leap-nw"`
	Engaged *bool      `json:"engaged" default:"null" null:"true" fact:"true"`                           // an enemy is next to the troop at the start
	Guide   string     `json:"guide" in:"0..70" default:"\"\"" fact:"true"`                              // troop that leads the blinded troop
	Over    []Crossing `json:"over" len:"0..40" default:"[]" fact:"true"`                                // the last stands for all further steps
	Beside  []string   `json:"beside" len:"0..30" distinct:"true" each:"1..70" default:"[]" fact:"true"` // enemies next to the troop after its move
}

// A Crossing is the cell that a step forward enters, and what lies on the line to it.
type Crossing struct {
	Terrain string `json:"terrain" in:"open-ground|slope|marsh|brush|rocks|trees|steps|rampart|water|building" default:"\"open-ground\""`
	Edge    string `json:"edge" in:"|low-wall|fence|hedge|wall|door|great-gate|window|loophole" default:"\"\""`
}

// Strike is the melee attack of one troop, or the pooled attack of several troops of a unit
// (MG-CBT-1, MG-CPOOL-1). Target is the enemy troop, or one of its unit.
type Strike struct {
	bySeat
	Attackers []string   `json:"attackers" len:"1..30" distinct:"true" each:"1..70"`
	Target    string     `json:"target" in:"1..70"`
	Second    bool       `json:"second" default:"false"`                                      // attack of a Double Attack (MG-HERO-5)
	To        *grid.Cell `json:"to" default:"null" null:"true"`                               // cell to which the hero moves for it
	Rank      *int       `json:"rank" in:"1..3" default:"null" null:"true" fact:"true"`       // of the rearmost attacker
	Distance  *int       `json:"distance" in:"0..200" default:"null" null:"true" fact:"true"` // in cells
	Aspect    string     `json:"aspect" in:"|front|flank|rear" default:"\"\"" fact:"true"`
	Alike     *bool      `json:"covered_alike" default:"null" null:"true" fact:"true"`        // the target's unit has equal cover, for a pool
	Ahead     []string   `json:"ahead" len:"0..30" each:"0..70" default:"[]" fact:"true"`     // by attacker, the friend behind whom it stands in a rank; "" for one who touches the target
	Within    []string   `json:"within" len:"0..30" distinct:"true" default:"[]" fact:"true"` // other troops of the target's unit in reach of the pool
}

// UseSkill uses a discipline or power that is used by itself.
type UseSkill struct {
	bySeat
	Troop  string `json:"piece" in:"1..70"`
	Skill  string `json:"skill" in:"animal-kinship|healing|mind-blast|hypnosis|sixth-sense"`
	Target string `json:"target" in:"0..70" default:"\"\""`
	Wound  int    `json:"wound" in:"0..15" default:"0"` // index, for healing

	Distance *int  `json:"distance" in:"0..200" default:"null" null:"true" fact:"true"` // in cells
	Visible  *bool `json:"visible" default:"null" null:"true" fact:"true"`
	Engaged  *bool `json:"engaged" default:"null" null:"true" fact:"true"` // an enemy is next to the user
}

// Drive moves an animal under Animal Communication by at most one cell (MG-KAI-1).
type Drive struct {
	bySeat
	Troop  string      `json:"piece" in:"1..70"`
	To     *grid.Cell  `json:"to" default:"null" null:"true"` // on a board
	Facing grid.Facing `json:"facing" in:"n|e|s|w"`
	Beside []string    `json:"beside" len:"0..30" distinct:"true" each:"1..70" default:"[]" fact:"true"` // enemies next to the animal afterwards
}

// Cast casts a spell (MG-MAG-2). Target is a troop, or one of the target unit.
type Cast struct {
	bySeat
	Caster string `json:"caster" in:"1..70"`
	Spell  string `json:"spell" in:"fireball|battle-madness|enchanted-aim|veil-of-protection|heal|doom-and-despair|lightning|rust|spell-theft|wings-of-ether"`
	Target string `json:"target" in:"0..70" default:"\"\""`
	Wound  int    `json:"wound" in:"0..15" default:"0"` // index, for heal

	Distance *int   `json:"distance" in:"0..200" default:"null" null:"true" fact:"true"` // in cells
	Visible  *bool  `json:"visible" default:"null" null:"true" fact:"true"`
	Beside   string `json:"beside" in:"0..70" default:"\"\"" fact:"true"`       // friend nearest to the target of a fireball
	NearUnit string `json:"nearest_unit" in:"0..64" default:"\"\"" fact:"true"` // friendly unit nearest to the caster of Doom and Despair
}

// TestMorale makes the morale test of a unit that must test (MG-MOR-3).
type TestMorale struct {
	bySeat
	Unit  string   `json:"unit" in:"1..64"`
	Auras []string `json:"auras" len:"0..30" distinct:"true" default:"[]" fact:"true"` // heroes whose aura the unit met this turn
	Rally []string `json:"rally" len:"0..30" distinct:"true" default:"[]" fact:"true"` // heroes with Rally next to the unit
	Brute string   `json:"brute" in:"0..64" default:"\"\"" fact:"true"`                // hero with Brutality next to the unit
}

// Flee states at a measured table how a unit that failed its test fled.
type Flee struct {
	bySeat
	Unit string   `json:"unit" in:"1..64"`
	Left []string `json:"left" len:"0..30" distinct:"true" default:"[]" fact:"true"` // troops that left the table over an edge (MG-MOR-9)
	Near []string `json:"near" len:"0..30" distinct:"true" default:"[]" fact:"true"` // friendly units within six cells before it fled (MG-MOR-2)
}

// Reveal states at a measured table which hidden troops are seen now (MG-HIDE-2).
type Reveal struct {
	bySeat
	Troops []string `json:"pieces" len:"1..60" distinct:"true" each:"1..70"`
}

// EndStep ends the step of a side in a phase (MG-TURN-4).
type EndStep struct {
	bySeat
	Led []string `json:"led" len:"0..30" distinct:"true" default:"[]" fact:"true"` // blinded troops that a friend leads
}

// Kind returns the kind of the command in JSON.
func (Deploy) Kind() string         { return "deploy" }
func (DealSpells) Kind() string     { return "deal-spells" }
func (RollInitiative) Kind() string { return "roll-initiative" }
func (Shoot) Kind() string          { return "shoot" }
func (Move) Kind() string           { return "move" }
func (Strike) Kind() string         { return "strike" }
func (UseSkill) Kind() string       { return "use-skill" }
func (Drive) Kind() string          { return "drive" }
func (Cast) Kind() string           { return "cast" }
func (TestMorale) Kind() string     { return "test-morale" }
func (Flee) Kind() string           { return "flee" }
func (Reveal) Kind() string         { return "reveal" }
func (EndStep) Kind() string        { return "end-step" }

var battleCommands = []rules.Command{
	Deploy{}, DealSpells{}, RollInitiative{}, Shoot{}, Move{}, Strike{}, UseSkill{}, Drive{}, Cast{}, TestMorale{}, Flee{}, Reveal{}, Attune{}, EndStep{}, Grow{}, Amend{},
}

// commandRules names the rule of each kind of command, and of values of its fields.
var commandRules = map[string]string{
	"deploy":          "MG-SETUP-5",
	"deal-spells":     "MG-MAG-4",
	"roll-initiative": "MG-TURN-1",
	"shoot":           "MG-FIRE-1",
	"move":            "MG-MOVE-1",
	"strike":          "MG-CBT-1",
	"use-skill":       "MG-CH-17",
	"drive":           "MG-KAI-1",
	"cast":            "MG-MAG-2",
	"test-morale":     "MG-MOR-3",
	"flee":            "MG-MOR-8",
	"reveal":          "MG-HIDE-2",
	"attune":          "MG-CAMP-2",
	"end-step":        "MG-TURN-4",
	"grow":            "MG-CAMP-3",
	"amend":           amendRule,

	"use-skill.skill.animal-kinship": "MG-KAI-1",
	"use-skill.skill.healing":        "MG-KAI-3",
	"use-skill.skill.mind-blast":     "MG-KAI-5",
	"use-skill.skill.hypnosis":       "MG-EVIL-3",
	"use-skill.skill.sixth-sense":    "MG-KAI-8",
	"cast.spell.fireball":            "MG-SPELL-1",
	"cast.spell.battle-madness":      "MG-SPELL-2",
	"cast.spell.enchanted-aim":       "MG-SPELL-3",
	"cast.spell.veil-of-protection":  "MG-SPELL-4",
	"cast.spell.heal":                "MG-SPELL-5",
	"cast.spell.doom-and-despair":    "MG-SPELL-6",
	"cast.spell.lightning":           "MG-SPELL-7",
	"cast.spell.rust":                "MG-SPELL-8",
	"cast.spell.spell-theft":         "MG-SPELL-9",
	"cast.spell.wings-of-ether":      "MG-SPELL-10",
}
