package magnamund

import (
	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// given is the seat that gives a command.
type given struct {
	Seat rules.Seat `json:"by" in:"0..7"`
}

// By returns the seat.
func (g given) By() rules.Seat { return g.Seat }

// Deploy places a unit, a hero or a monster in the zone of its side (MG-SETUP-5):
// a cell for each piece, the front one of riders.
type Deploy struct {
	given
	Unit   string      `json:"unit" in:"1..64"`
	Cells  []grid.Cell `json:"cells" len:"1..30"`
	Facing grid.Facing `json:"facing" in:"n|e|s|w"`
	Hidden bool        `json:"hidden" default:"false"` // kept off the board while unseen (MG-HIDE-1)
}

// DealSpells draws the spell cards of all magicians (MG-MAG-4).
type DealSpells struct{ given }

// RollInitiative begins a turn (MG-TURN-1).
type RollInitiative struct{ given }

// Shoot is the fire of one piece, or the pooled fire of several of a unit (MG-POOL-1).
type Shoot struct {
	given
	Shooters []string `json:"shooters" len:"1..30" distinct:"true" each:"1..70"`
	Target   string   `json:"target" in:"1..70"`
}

// Move takes a piece along a path. It may be given again while points are left.
type Move struct {
	given
	Piece string   `json:"piece" in:"1..70"`
	Path  []string `json:"path" len:"1..40" each:"forward|forward-left|forward-right|pivot-n|pivot-e|pivot-s|pivot-w|leap-n|leap-ne|leap-e|leap-se|leap-s|leap-sw|leap-w|leap-nw"`
}

// Strike is the melee attack of one piece, or the pooled attack of several of a
// unit (MG-CBT-1, MG-CPOOL-1). Target is the enemy, or one of a unit of them.
type Strike struct {
	given
	Attackers []string   `json:"attackers" len:"1..30" distinct:"true" each:"1..70"`
	Target    string     `json:"target" in:"1..70"`
	Second    bool       `json:"second" default:"false"`        // of a Double Attack (MG-HERO-5)
	To        *grid.Cell `json:"to" default:"null" null:"true"` // where the hero goes for it
}

// UseSkill uses a discipline or power that has its own moment.
type UseSkill struct {
	given
	Piece  string `json:"piece" in:"1..70"`
	Skill  string `json:"skill" in:"animal-kinship|healing|mind-blast|hypnosis|sixth-sense"`
	Target string `json:"target" in:"0..70" default:"\"\""`
	Wound  int    `json:"wound" in:"0..15" default:"0"` // index, for healing
}

// Drive moves an animal under Animal Communication by a cell at most (MG-KAI-1).
type Drive struct {
	given
	Piece  string      `json:"piece" in:"1..70"`
	To     grid.Cell   `json:"to"`
	Facing grid.Facing `json:"facing" in:"n|e|s|w"`
}

// Cast casts a spell (MG-MAG-2). Target is a piece, or one of a unit.
type Cast struct {
	given
	Caster string `json:"caster" in:"1..70"`
	Spell  string `json:"spell" in:"fireball|battle-madness|enchanted-aim|veil-of-protection|heal|doom-and-despair|lightning|rust|spell-theft|wings-of-ether"`
	Target string `json:"target" in:"0..70" default:"\"\""`
	Wound  int    `json:"wound" in:"0..15" default:"0"` // index, for heal
}

// TestMorale has a unit test that must (MG-MOR-3).
type TestMorale struct {
	given
	Unit string `json:"unit" in:"1..64"`
}

// EndStep ends the step of a side (MG-TURN-4).
type EndStep struct{ given }

// Kind names the command.
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
func (EndStep) Kind() string        { return "end-step" }

var battleCommands = []rules.Command{
	Deploy{}, DealSpells{}, RollInitiative{}, Shoot{}, Move{}, Strike{}, UseSkill{}, Drive{}, Cast{}, TestMorale{}, EndStep{},
}
