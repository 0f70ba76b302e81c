package warmachine

import (
	"oriflamme/rules"
	"oriflamme/rules/aftermath"
	"oriflamme/rules/warmachine/ruling"
)

// battleCommands are all commands of a battle and of its aftermath.
var battleCommands = []rules.Command{
	Start{}, Deploy{}, Allocate{}, Shake{}, EndControl{}, Activate{}, Move{}, Attack{}, PowerAttack{}, BreakLock{}, Cast{}, Feat{}, Mend{}, Special{},
	Dread{}, Blast{}, Settle{}, EndActivation{}, EndTurn{}, Amend{}, Fulfil{}, Concede{}, aftermath.Recover{},
}

// commandRules is the rule that each kind of command follows, or that a value of one of its
// fields follows.
var commandRules = map[string]string{
	"start":          "WM-SETUP-3",
	"deploy":         "WM-SETUP-6",
	"allocate":       "WM-CTRL-2",
	"shake":          "WM-X-FOC-3",
	"end-control":    "WM-CTRL-3",
	"activate":       "WM-ACTP-1",
	"move":           "WM-MOVE-1",
	"attack":         "WM-COMBAT-1",
	"power-attack":   "WM-COMBAT-6",
	"break-lock":     "WM-X-PA-6",
	"cast":           "WM-X-FOC-7",
	"feat":           "WM-X-FOC-6",
	"mend":           "WM-X-FOC-5",
	"special":        "WM-SPEC-1",
	"dread":          "WM-X-CMD-2",
	"blast":          "WM-X-AOE-1",
	"settle":         "WM-COMBAT-17",
	"end-activation": "WM-ACT-5",
	"end-turn":       "WM-ACTP-1",
	"amend":          "WM-HOUSE-7",
	"fulfil":         "WM-VICT-3",
	"concede":        "WM-VICT-2",
	"recover":        "WM-HOUSE-1",

	"activate.order.run":            "WM-RUN-1",
	"activate.order.charge":         "WM-CHARGE-1",
	"move.movement.full-advance":    "WM-ADV-1",
	"move.movement.run":             "WM-RUN-1",
	"move.movement.charge":          "WM-CHARGE-1",
	"power-attack.attack.push":      "WM-X-PA-1",
	"power-attack.attack.head-butt": "WM-X-PA-2",
	"power-attack.attack.slam":      "WM-X-PA-3",
	"power-attack.attack.throw":     "WM-X-PA-5",
	"power-attack.attack.lock":      "WM-X-PA-6",
	"power-attack.attack.trample":   "WM-X-PA-7",
}

// bySeat is the seat of the player who gives a command.
type bySeat struct {
	Seat rules.Seat `json:"by" in:"0..7"`
}

// By returns the seat.
func (g bySeat) By() rules.Seat { return g.Seat }

// yes and no are stated facts. A fact that is nil is not stated.
var yes, no = fact(true), fact(false)

func fact(v bool) *bool { return &v }

// holds returns a stated fact, or other when it is not stated.
func holds(stated *bool, other bool) bool {
	if stated == nil {
		return other
	}
	return *stated
}

// Start makes the starting roll (WM-SETUP-3, WM-MULTI-5, WM-MULTI-8). Any player may give it.
type Start struct{}

// Deploy sets up an army in its zone (WM-SETUP-4, WM-SETUP-6): on a board one unit model by
// model, or in a block with its commander at a place, or all units left in a line.
type Deploy struct {
	bySeat
	Unit string        `json:"unit" in:"0..64" default:"\"\""`
	Line string        `json:"line" in:"centre|left|right" default:"\"centre\""`
	At   *ruling.Point `json:"at" default:"-" null:"true"`

	Facing *rules.Dec `json:"facing" in:"-360..360" digits:"3" default:"-" null:"true"` // of a block, in degrees; left out: away from the army's edge
	Models []Spot     `json:"models" len:"0..100" default:"[]"`                         // place and facing of each model of the unit, its commander first; in place of at
}

// Allocate gives focus to a warjack (WM-CTRL-2).
type Allocate struct {
	bySeat
	Warjack       string `json:"warjack" in:"1..64"`
	Points        int    `json:"points" in:"1..20"`
	InControlArea *bool  `json:"in_control_area" default:"-" null:"true" fact:"true"`
}

// Shake has a warcaster or warjack stand up in the Control Phase for a point of focus
// (WM-X-FOC-3).
type Shake struct {
	bySeat
	Unit string `json:"unit" in:"1..64"`
}

// EndControl ends the Control Phase: the player pays upkeep for the spells named, and the others
// end (WM-CTRL-3). A spell that two casters of the player know is named after its caster: "cap:ward".
type EndControl struct {
	bySeat
	Keep []string `json:"keep" len:"0..24" each:"1..129" distinct:"true" default:"[]"`
}

// Activate begins the activation of a model or a unit, which may be given an order (WM-UNIT-6).
// A model that is knocked down stands up in place of its movement or its action.
type Activate struct {
	bySeat
	Unit           string   `json:"unit" in:"1..64"`
	Order          string   `json:"order" in:"none|run|charge" default:"\"none\""`
	Rise           string   `json:"rise" in:"movement|action" default:"\"movement\""`
	Strays         []string `json:"strays" len:"0..100" each:"1..70" distinct:"true" default:"[]" fact:"true"` // troopers out of formation
	InCommandRange *bool    `json:"in_command_range" default:"-" null:"true" fact:"true"`                      // the warjack is in the command range of its 'jack marshal
}

// Move is the use of the normal movement, by all models of a unit together or by one. On a board
// it needs a path, except that a charge without one goes straight at its target. Target, LOS,
// InReach and Contacted belong to a charge. Light cavalry moves on after its action with it
// (WM-X-CAV-1).
type Move struct {
	bySeat
	Who      string         `json:"who" in:"0..70" default:"\"\""`
	Movement string         `json:"movement" in:"full-advance|run|charge|forfeit|ride-on"`
	Target   string         `json:"target" in:"0..70" default:"\"\""`
	Path     []ruling.Point `json:"path" len:"0..12" default:"[]"`
	Facing   *rules.Dec     `json:"facing" in:"-360..360" digits:"3" default:"-" null:"true"` // at the end; left out: along the path
	Distance rules.Dec      `json:"distance" in:"0..1000" digits:"3" default:"0" fact:"true"`
	LOS      *bool          `json:"los" default:"-" null:"true" fact:"true"`      // when the charge is declared
	InReach  *bool          `json:"in_reach" default:"-" null:"true" fact:"true"` // the target is in melee range when the charge ends
	Strikers []string       `json:"strikers" len:"0..12" each:"1..70" distinct:"true" default:"[]" fact:"true"`

	// Contacted are the models that cavalry contacts in its charge.
	Contacted []string `json:"contacted" len:"0..12" each:"1..70" distinct:"true" default:"[]" fact:"true"`
}

// Attack is one attack of the combat action. With are the other models of a combined attack.
type Attack struct {
	bySeat
	Who         string   `json:"who" in:"0..70" default:"\"\""`
	Target      string   `json:"target" in:"1..70"`
	Weapon      string   `json:"weapon" in:"1..64"`
	With        []string `json:"with" len:"0..20" each:"1..70" distinct:"true" default:"[]"`
	Additional  bool     `json:"additional" default:"false"`   // paid for with focus
	BoostAttack bool     `json:"boost_attack" default:"false"` // if focus is left
	BoostDamage bool     `json:"boost_damage" default:"false"` // after a hit, if focus is left
	statedShot
	Under          []string `json:"under" len:"0..40" each:"1..70" distinct:"true" default:"[]" fact:"true"` // models under a spray and in sight, besides the target
	InReach        *bool    `json:"in_reach" default:"-" null:"true" fact:"true"`                            // the target is in the melee range of the weapon
	BackStrike     bool     `json:"back_strike" default:"false" fact:"true"`
	Engaged        bool     `json:"engaged" default:"false" fact:"true"`      // the attacker is in melee
	AttackModifier int      `json:"attack_modifier" in:"-20..20" default:"0"` // from effects that the players apply by hand
	DamageModifier int      `json:"damage_modifier" in:"-20..20" default:"0"`
	ModifierReason string   `json:"modifier_reason" in:"0..80" default:"\"\""` // the player's reason for the modifiers
}

// statedShot are the facts of a ranged or magic attack as the players state them. A melee attack
// uses the line of sight alone.
type statedShot struct {
	LOS           *bool      `json:"los" default:"-" null:"true" fact:"true"`
	Distance      *rules.Dec `json:"distance" in:"0..1000" digits:"3" default:"-" null:"true" fact:"true"`
	TargetInMelee bool       `json:"target_in_melee" default:"false" fact:"true"`
	Concealment   bool       `json:"concealment" default:"false" fact:"true"`
	Cover         bool       `json:"cover" default:"false" fact:"true"`
	Elevated      bool       `json:"elevated" default:"false" fact:"true"`
}

// PowerAttack is a power attack of a warjack (WM-X-PA-0). A slam or a trample is its normal
// movement too; Distance is the length of that movement in inches.
type PowerAttack struct {
	bySeat
	Attack      string        `json:"attack" in:"head-butt|push|slam|throw|lock|trample"`
	Target      string        `json:"target" in:"0..70" default:"\"\""` // of every power attack except a trample
	System      string        `json:"system" in:"0..10" default:"\"\""` // the system that a lock holds
	To          *ruling.Point `json:"to" default:"-" null:"true"`       // end of a trample, on a board
	BoostAttack bool          `json:"boost_attack" default:"false"`
	BoostDamage bool          `json:"boost_damage" default:"false"`
	Distance    rules.Dec     `json:"distance" in:"0..1000" digits:"3" default:"0" fact:"true"`
	LOS         *bool         `json:"los" default:"-" null:"true" fact:"true"`
	InReach     *bool         `json:"in_reach" default:"-" null:"true" fact:"true"`
	Contacted   []string      `json:"contacted" len:"0..12" each:"1..70" distinct:"true" default:"[]" fact:"true"` // models contacted by a trample
}

// BreakLock has the active warjack release the warjack that it holds, or try to break free of
// the one that holds it (WM-X-PA-6).
type BreakLock struct {
	bySeat
	Target string `json:"target" in:"1..64"`
}

// Dread states on a measured table that a unit has come near one that causes terror or is an
// abomination (WM-X-CMD-2).
type Dread struct {
	bySeat
	Unit string `json:"unit" in:"1..64"` // the unit that makes a command check
	Of   string `json:"of" in:"1..64"`
}

// Cast casts a spell (WM-X-FOC-7), through an arc node if Through names one (WM-X-FOC-8).
type Cast struct {
	bySeat
	Spell       string        `json:"spell" in:"1..64"`
	Target      string        `json:"target" in:"0..70" default:"\"\""`
	Through     string        `json:"through" in:"0..64" default:"\"\""`
	To          *ruling.Point `json:"to" default:"-" null:"true"`                               // where the spell places its target, on a board
	Facing      *rules.Dec    `json:"facing" in:"-360..360" digits:"3" default:"-" null:"true"` // facing of the target there; left out: unchanged
	BoostAttack bool          `json:"boost_attack" default:"false"`
	BoostDamage bool          `json:"boost_damage" default:"false"`
	statedShot
	Open *bool `json:"node_open" default:"-" null:"true" fact:"true"` // the arc node is in the control area and not engaged
}

// Feat uses the feat of a warcaster (WM-X-FOC-6). On are the units in its control area.
type Feat struct {
	bySeat
	On []string `json:"on" len:"0..60" each:"1..64" distinct:"true" default:"[]" fact:"true"`
}

// Mend heals the active warcaster for focus (WM-X-FOC-5).
type Mend struct {
	bySeat
	Points int `json:"points" in:"1..20"`
}

// Special is a special action (WM-SPEC-1), such as a repair.
type Special struct {
	bySeat
	Who     string `json:"who" in:"0..70" default:"\"\""`
	Action  string `json:"action" in:"1..64"`
	Target  string `json:"target" in:"1..64"`
	Contact *bool  `json:"contact" default:"-" null:"true" fact:"true"` // the model is base to base with the target
}

// Blast states on a measured table the models that a blast reaches besides its target
// (WM-X-AOE-1).
type Blast struct {
	bySeat
	Under []string `json:"under" len:"0..40" each:"1..70" distinct:"true" default:"[]"`
}

// Settle states the result of an attack when the combat module is off (WM-COMBAT-17).
type Settle struct {
	bySeat
	Damage    int  `json:"damage" in:"0..200" default:"0"`
	Destroyed bool `json:"destroyed" default:"false"`
}

// EndActivation ends the activation in progress; the turn ends with the last activation
// (WM-ACTP-4).
type EndActivation struct{ bySeat }

// EndTurn ends the turn: the activation in progress ends, and each model that has not been
// activated is activated and forfeits its movement and its action (WM-ACTP-1, WM-ACT-4).
type EndTurn struct{ bySeat }

// Fulfil states that a side has met the objective of its scenario (WM-VICT-3): in its own turn,
// between two activations, and with the agreement of the other sides.
type Fulfil struct{ bySeat }

// Concede gives up the battle (WM-VICT-2).
type Concede struct{ bySeat }

// Kind methods return the names of commands in records.

func (Start) Kind() string         { return "start" }
func (Deploy) Kind() string        { return "deploy" }
func (Allocate) Kind() string      { return "allocate" }
func (Shake) Kind() string         { return "shake" }
func (EndControl) Kind() string    { return "end-control" }
func (Activate) Kind() string      { return "activate" }
func (Move) Kind() string          { return "move" }
func (Attack) Kind() string        { return "attack" }
func (PowerAttack) Kind() string   { return "power-attack" }
func (BreakLock) Kind() string     { return "break-lock" }
func (Dread) Kind() string         { return "dread" }
func (Cast) Kind() string          { return "cast" }
func (Feat) Kind() string          { return "feat" }
func (Mend) Kind() string          { return "mend" }
func (Special) Kind() string       { return "special" }
func (Blast) Kind() string         { return "blast" }
func (Settle) Kind() string        { return "settle" }
func (EndActivation) Kind() string { return "end-activation" }
func (EndTurn) Kind() string       { return "end-turn" }
func (Fulfil) Kind() string        { return "fulfil" }
func (Concede) Kind() string       { return "concede" }

// By returns the first seat.
func (Start) By() rules.Seat { return 0 }
