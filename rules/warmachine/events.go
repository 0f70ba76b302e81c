package warmachine

import (
	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// battleEvents are all events of a battle and of its aftermath.
var battleEvents = []rules.Event{
	RolledOff{}, PlaceTaken{}, EdgeChosen{}, Placed{}, Deployed{}, TurnBegan{}, EffectChecked{}, FocusReceived{}, FocusAllocated{},
	SpellEnded{}, ControlEnded{}, Activated{}, Moved{}, FocusSpent{}, ChargedOut{}, Shifted{}, AttackRolled{}, Modified{}, Engaged{}, Sheltered{}, Damaged{}, Saved{}, Struck{}, Fell{}, Deviated{},
	SpellCast{}, FeatUsed{}, Enchanted{}, Healed{}, SkillRolled{}, Pushed{}, Opposed{}, Hurled{}, Locked{}, Unlocked{},
	CommandChecked{}, Fled{}, Awaited{}, Settled{}, ActivationEnded{}, Fulfilled{}, Contested{}, Amended{}, Corrected{},
	Conceded{}, Ended{}, Recovered{}, Honoured{}, Gained{}, AftermathEnded{}, Steadied{},
}

// law is the rule that an event follows.
type law struct {
	Law string `json:"law"`
}

// Rule returns the rule.
func (l law) Rule() string { return l.Law }

// RolledOff is the starting roll of two sides; Times counts the ties too.
type RolledOff struct {
	Winner rules.Seat `json:"winner"`
	Times  int        `json:"times"`
}

// PlaceTaken gives a player a place in the turn order, from 1.
type PlaceTaken struct {
	Seat  rules.Seat `json:"seat"`
	Place int        `json:"place"`
	law
}

// EdgeChosen is the edge of the table from which the first player deploys.
type EdgeChosen struct {
	Edge string `json:"edge"`
}

// Placed sets up the models of a unit on a board.
type Placed struct {
	Unit  string `json:"unit"`
	Spots []Spot `json:"spots"`
	law
}

// A Spot is the place and facing of a model.
type Spot struct {
	X      ruling.Inches  `json:"x" in:"-1000..1000"`
	Y      ruling.Inches  `json:"y" in:"-1000..1000"`
	Facing ruling.Degrees `json:"facing" in:"-360..360"` // counter-clockwise from +x
}

// at returns the place.
func (s *Spot) at() ruling.Point { return ruling.Point{X: s.X, Y: s.Y} }

// Deployed states that a seat has set up its whole army.
type Deployed struct {
	Seat rules.Seat `json:"seat"`
}

// TurnBegan begins a turn: unspent focus is discarded, effects of one round end, and no unit
// is activated yet.
type TurnBegan struct {
	Seat rules.Seat `json:"seat"`
	Turn int        `json:"turn"`
}

// TurnOf returns the seat whose turn begins.
func (e TurnBegan) TurnOf() rules.Seat { return e.Seat }

// EffectChecked is the check of a continuous effect in the Maintenance Phase.
type EffectChecked struct {
	Unit   string `json:"unit"` // id of a model
	Effect string `json:"effect"`
	Ends   bool   `json:"ends"`
}

// FocusReceived is focus that a model receives: its FOCUS at the start of the battle or in
// the Control Phase, or the point lent by a 'jack marshal.
type FocusReceived struct {
	Unit   string `json:"unit"`
	Points int    `json:"points"`
	law           // the rule that gives it
}

// FocusAllocated is focus that a warcaster gives to a warjack.
type FocusAllocated struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Points int    `json:"points"`
}

// SpellEnded states that an upkeep spell ends.
type SpellEnded struct {
	Unit  string `json:"unit"` // id of its caster
	Spell string `json:"spell"`
	law
}

// ControlEnded ends the Control Phase.
type ControlEnded struct{}

// Activated begins an activation. Rises is what standing up costs.
type Activated struct {
	Unit   string `json:"unit"`
	Order  string `json:"order"`
	Rises  string `json:"rises"` // "movement", "action" or ""
	Strays []int  `json:"strays"`
}

// Moved is the normal movement of a model, or of all models of its unit that have not moved.
type Moved struct {
	Unit     string         `json:"unit"`
	Model    int            `json:"model"` // index of the model; noUnit: all that have not moved yet
	Movement string         `json:"movement"`
	Target   string         `json:"target"` // of a charge
	Distance rules.Dec      `json:"distance"`
	To       *Spot          `json:"to"` // on a board
	Via      []ruling.Point `json:"via"`
	law
}

// ChargedOut is a charge outside the activation. Its rule says whether it was of three
// inches or more or shorter (WM-OOA-3, WM-OOA-4), or failed (WM-OOA-7).
type ChargedOut struct {
	Unit     string    `json:"unit"` // id of a model
	Target   string    `json:"target"`
	Distance rules.Dec `json:"distance"` // on a board
	To       *Spot     `json:"to"`       // on a board
	Counter  bool      `json:"counter"`  // by Counter-Charge
	law
}

// Shifted puts a model at another place without moving it; To is set on a board.
type Shifted struct {
	Unit string `json:"unit"` // id of a model
	To   *Spot  `json:"to"`
}

// FocusSpent is focus spent to run, to charge, or for an attack, a boost or a spell.
type FocusSpent struct {
	Unit   string `json:"unit"`
	For    string `json:"for"`
	Points int    `json:"points"`
	law
}

// AttackRolled is an attack. Total is absent without dice.
type AttackRolled struct {
	Unit       string   `json:"unit"` // id of a model
	Target     string   `json:"target"`
	Weapon     string   `json:"weapon"`
	With       []string `json:"with"`
	Additional bool     `json:"additional"`
	Charge     bool     `json:"charge"` // it is a charge attack
	Free       bool     `json:"free"`   // a free strike
	Stray      bool     `json:"stray"`  // a shot into a melee that hits another model than its target
	Spray      bool     `json:"spray"`  // one of the rolls of a spray
	Total      *int     `json:"total"`
	Def        int      `json:"def"`
	Hit        bool     `json:"hit"`
	Critical   bool     `json:"critical"`
	law
}

// Modified is what a player adds to an attack by hand, with the reason.
type Modified struct {
	Unit   string `json:"unit"` // id of a model
	Target string `json:"target"`
	Attack int    `json:"attack"` // added to the attack roll
	Damage int    `json:"damage"` // added to the damage roll
	Reason string `json:"reason"`
	law
}

// Engaged states at a measured table that a model is in melee with another, or with nobody.
type Engaged struct {
	Unit string `json:"unit"` // id of a model
	With string `json:"with"` // id of a model; "": it is in melee with nobody
}

// Sheltered states at a measured table what protects a model from the shots and spells of
// another.
type Sheltered struct {
	Unit string `json:"unit"` // id of a model
	From string `json:"from"` // id of the model that shoots or casts
	By   string `json:"by"`   // key of shelters
}

// Damaged is damage with its result: the damaged boxes of the model, or the filled boxes of
// the grid by column.
type Damaged struct {
	Unit   string `json:"unit"` // id of a model
	Total  int    `json:"total"`
	Amount int    `json:"amount"`
	Column int    `json:"column"` // 0 without a grid
	Filled []int  `json:"filled"`
	Damage int    `json:"damage"`
	law
}

// Saved states that a disabled model is Tough: it keeps one box and is knocked down.
type Saved struct {
	Unit string `json:"unit"` // id of a model
}

// Struck is an effect that a hit leaves on a model: fire, corrosion or knocked down.
type Struck struct {
	Unit   string `json:"unit"` // id of a model
	Effect string `json:"effect"`
	law
}

// Fell states that a model is destroyed.
type Fell struct {
	Unit string `json:"unit"` // id of a model
	Left int    `json:"left"` // models left in its unit
	By   string `json:"by"`   // id of a unit, or ""

	Wreck bool `json:"wreck"` // a warjack that leaves one
}

// Deviated states where the blast of a shot that missed lands.
type Deviated struct {
	Direction int           `json:"direction"`
	Distance  rules.Dec     `json:"distance"`
	At        *ruling.Point `json:"at"` // on a board
}

// SpellCast states that a spell is cast.
type SpellCast struct {
	Unit    string `json:"unit"`
	Spell   string `json:"spell"`
	Target  string `json:"target"`
	Through string `json:"through"`
	law
}

// FeatUsed states that a feat is used.
type FeatUsed struct {
	Unit string `json:"unit"`
	Feat string `json:"feat"`
}

// Enchanted is an effect that a spell or feat leaves on a unit. Until is the number of the
// turn that ends it, 0 while the spell is upkept.
type Enchanted struct {
	By    string `json:"by"`
	Spell string `json:"spell"`
	Unit  string `json:"unit"`
	Until int    `json:"until"`
	law
}

// Healed is damage removed from a model. Filled is the grid after it.
type Healed struct {
	Unit   string `json:"unit"` // id of a model
	Amount int    `json:"amount"`
	Filled []int  `json:"filled"`
	law
}

// SkillRolled is a special action and its skill check.
type SkillRolled struct {
	Unit    string `json:"unit"` // id of a model
	Action  string `json:"action"`
	Target  string `json:"target"`
	Total   int    `json:"total"`
	Success bool   `json:"success"`
}

// Pushed states that a model is pushed away; To is set on a board.
type Pushed struct {
	Unit     string          `json:"unit"`
	Distance rules.Dec       `json:"distance"`
	To       *ruling.Point   `json:"to"`
	Follows  bool            `json:"follows"`          // it is the attacker, who advances after the pushed model
	Facing   *ruling.Degrees `json:"facing,omitempty"` // of the attacker, on a board
}

// Opposed is an opposed roll of strength: the die and STR of each side.
type Opposed struct {
	Unit   string `json:"unit"`
	Target string `json:"target"`
	For    string `json:"for"`
	Own    int    `json:"own"`
	Other  int    `json:"other"`
	Won    bool   `json:"won"`
	law
}

// Hurled states that a model is slammed or thrown; To is set on a board. A throw deviates
// from its aim by Direction and Deviation, which are 0 for a slam.
type Hurled struct {
	Unit      string        `json:"unit"` // id of a model
	For       string        `json:"for"`  // "slam" or "throw"
	Distance  rules.Dec     `json:"distance"`
	Direction int           `json:"direction"`
	Deviation int           `json:"deviation"`
	Crash     bool          `json:"crash"` // against something solid, which adds a die to the damage
	To        *ruling.Point `json:"to"`
	law
}

// Locked states that a warjack holds a system of another warjack.
type Locked struct {
	Unit   string `json:"unit"`
	Target string `json:"target"`
	System string `json:"system"`
}

// Unlocked states that the locks between two warjacks end, or that an attempt to break them
// fails.
type Unlocked struct {
	Unit   string `json:"unit"` // id of the unit that holds
	Target string `json:"target"`
	Free   bool   `json:"free"` // false: the attempt failed
}

// CommandChecked is a command check, with its cause and the unit whose CMD is used.
type CommandChecked struct {
	Unit    string `json:"unit"`
	For     string `json:"for"` // "massive-casualties", "terror", "abomination" or "rally"
	Leader  string `json:"leader"`
	Cmd     int    `json:"cmd"`
	Total   int    `json:"total"`
	Success bool   `json:"success"`
}

// Fled states that a unit begins to flee.
type Fled struct {
	Unit string `json:"unit"`
}

// Awaited states that the players must state the outcome of an attack.
type Awaited struct {
	By     string `json:"by"`
	Target string `json:"target"`
	Power  int    `json:"power"` // of a blast; 0: the whole attack
	law
}

// Settled states that the players have stated it.
type Settled struct{}

// ActivationEnded ends an activation.
type ActivationEnded struct {
	Unit string `json:"unit"`
	law
}

// Fulfilled states that the objective of a scenario is met.
type Fulfilled struct {
	Seat rules.Seat `json:"seat"`
}

// Contested states that another side does not agree to what a player states: that an objective
// is met, or what a player adds to an attack by hand.
type Contested struct {
	Seat rules.Seat `json:"seat"` // who states it
	Of   rules.Seat `json:"of"`   // who does not agree
	What string     `json:"what"` // "objective" or "modifier"
	law
}

// Conceded states that a player gives up.
type Conceded struct {
	Seat rules.Seat `json:"seat"`
}

// Ended is the end of the battle.
type Ended struct {
	Winner rules.Seat `json:"winner"` // Nobody: a draw
	Reason string     `json:"reason"`
	Scores []int      `json:"scores"` // army points destroyed, by seat
}
