package warmachine

import (
	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// battleEvents are all events of a battle and of its aftermath.
var battleEvents = []rules.Event{
	RolledOff{}, PlaceTaken{}, EdgeChosen{}, Placed{}, Deployed{}, TurnBegan{}, EffectChecked{}, FocusReceived{}, FocusAllocated{},
	SpellEnded{}, ControlEnded{}, Activated{}, Moved{}, FocusSpent{}, ChargedOut{}, Shifted{}, AttackRolled{}, Modified{}, Damaged{}, Saved{}, Struck{}, Fell{}, Deviated{},
	SpellCast{}, FeatUsed{}, Enchanted{}, Healed{}, SkillRolled{}, Pushed{}, Opposed{}, Hurled{}, Locked{}, Unlocked{},
	CommandChecked{}, Fled{}, Awaited{}, Settled{}, ActivationEnded{}, Fulfilled{},
	Conceded{}, Ended{}, Recovered{}, Honoured{}, Gained{}, Reckoned{}, Steadied{},
}

// RolledOff is the starting roll of two sides; Times counts the ties too.
type RolledOff struct {
	Winner rules.Seat `json:"winner"`
	Times  int        `json:"times"`
}

// PlaceTaken puts a player at a place in the turn order, 1 being the first.
type PlaceTaken struct {
	Seat  rules.Seat `json:"seat"`
	Place int        `json:"place"`
	Law   string     `json:"law"`
}

// EdgeChosen is the edge of the table from which the first player deploys.
type EdgeChosen struct {
	Edge string `json:"edge"`
}

// Placed sets the models of a unit up on a board.
type Placed struct {
	Unit  string `json:"unit"`
	Spots []Spot `json:"spots"`
	Law   string `json:"law"`
}

// A Spot is where a model stands and where it looks.
type Spot struct {
	X      ruling.Inches  `json:"x"`
	Y      ruling.Inches  `json:"y"`
	Facing ruling.Degrees `json:"facing"`
}

// Deployed is an army set up.
type Deployed struct {
	Seat rules.Seat `json:"seat"`
}

// TurnBegan begins a turn: old focus is discarded, what lasted one round ends and
// nobody is activated yet.
type TurnBegan struct {
	Seat rules.Seat `json:"seat"`
	Turn int        `json:"turn"`
}

// EffectChecked is a continuous effect looked at in the Maintenance Phase.
type EffectChecked struct {
	Unit   string `json:"unit"` // model
	Effect string `json:"effect"`
	Ends   bool   `json:"ends"`
}

// FocusReceived is focus equal to FOCUS: at the start of the battle or in the
// Control Phase; or the point that a 'jack marshal lends.
type FocusReceived struct {
	Unit   string `json:"unit"`
	Points int    `json:"points"`
	Law    string `json:"law"` // the rule that gives it
}

// FocusAllocated goes from a warcaster to a warjack.
type FocusAllocated struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Points int    `json:"points"`
}

// SpellEnded is an upkeep spell that ends.
type SpellEnded struct {
	Unit  string `json:"unit"` // its caster
	Spell string `json:"spell"`
	Law   string `json:"law"`
}

// ControlEnded ends the Control Phase.
type ControlEnded struct{}

// Activated begins an activation. Rises tells what standing up is paid with.
type Activated struct {
	Unit   string `json:"unit"`
	Order  string `json:"order"`
	Rises  string `json:"rises"` // "movement", "action" or ""
	Strays []int  `json:"strays"`
}

// Moved is the use that a model, or all that are left of its unit, made of its normal movement.
type Moved struct {
	Unit     string         `json:"unit"`
	Model    int            `json:"model"` // none: all that have not moved yet
	Movement string         `json:"movement"`
	Target   string         `json:"target"` // of a charge
	Distance rules.Dec      `json:"distance"`
	To       *Spot          `json:"to"` // on a board
	Via      []ruling.Point `json:"via"`
	Law      string         `json:"law"`
}

// ChargedOut is a charge outside the activation. Its rule reports whether it came three
// inches far or less (WM-OOA-3, WM-OOA-4), or failed (WM-OOA-7).
type ChargedOut struct {
	Unit     string    `json:"unit"` // model
	Target   string    `json:"target"`
	Distance rules.Dec `json:"distance"` // on a board
	To       *Spot     `json:"to"`       // likewise
	Counter  bool      `json:"counter"`  // by Counter-Charge
	Law      string    `json:"law"`
}

// Shifted is a model put elsewhere without moving, and where to on a board.
type Shifted struct {
	Unit string `json:"unit"` // model
	To   *Spot  `json:"to"`
}

// FocusSpent is focus spent: to run, to charge, for an attack, a boost or a spell.
type FocusSpent struct {
	Unit   string `json:"unit"`
	For    string `json:"for"`
	Points int    `json:"points"`
	Law    string `json:"law"`
}

// AttackRolled is an attack made; without dice Total is absent.
type AttackRolled struct {
	Unit       string   `json:"unit"` // model
	Target     string   `json:"target"`
	Weapon     string   `json:"weapon"`
	With       []string `json:"with"`
	Additional bool     `json:"additional"`
	Charge     bool     `json:"charge"` // it is a charge attack
	Free       bool     `json:"free"`   // a free strike
	Stray      bool     `json:"stray"`  // a shot into a melee that met another
	Spray      bool     `json:"spray"`  // one of the rolls of a spray
	Total      *int     `json:"total"`
	Def        int      `json:"def"`
	Hit        bool     `json:"hit"`
	Critical   bool     `json:"critical"`
	Law        string   `json:"law"`
}

// Modified is what a player adds to an attack by hand, and why.
type Modified struct {
	Unit   string `json:"unit"` // model
	Target string `json:"target"`
	Attack int    `json:"attack"` // added to the attack roll
	Damage int    `json:"damage"` // added to the damage roll
	Reason string `json:"reason"`
	Law    string `json:"law"`
}

// Damaged is damage and what it leaves: the boxes of the model hurt, or the
// filled boxes of the grid by column.
type Damaged struct {
	Unit   string `json:"unit"` // model
	Total  int    `json:"total"`
	Amount int    `json:"amount"`
	Column int    `json:"column"` // 0 without a grid
	Filled []int  `json:"filled"`
	Damage int    `json:"damage"`
	Law    string `json:"law"`
}

// Saved is a model that was disabled and is Tough: it keeps a box and lies down.
type Saved struct {
	Unit string `json:"unit"` // model
}

// Struck is an effect that a hit leaves on a model: it burns, corrodes or lies down.
type Struck struct {
	Unit   string `json:"unit"` // model
	Effect string `json:"effect"`
	Law    string `json:"law"`
}

// Fell is a model destroyed.
type Fell struct {
	Unit string `json:"unit"` // model
	Left int    `json:"left"` // models of its unit
	By   string `json:"by"`   // unit, or ""

	Wreck bool `json:"wreck"` // a warjack that leaves one
}

// Deviated is where the blast of a shot that missed goes.
type Deviated struct {
	Direction int           `json:"direction"`
	Distance  rules.Dec     `json:"distance"`
	At        *ruling.Point `json:"at"` // on a board
}

// SpellCast is a spell cast.
type SpellCast struct {
	Unit    string `json:"unit"`
	Spell   string `json:"spell"`
	Target  string `json:"target"`
	Through string `json:"through"`
	Law     string `json:"law"`
}

// FeatUsed is a feat.
type FeatUsed struct {
	Unit string `json:"unit"`
	Feat string `json:"feat"`
}

// Enchanted is what a spell or feat leaves on a unit; Until is the turn with which
// it ends, 0 while it is upkept.
type Enchanted struct {
	By    string `json:"by"`
	Spell string `json:"spell"`
	Unit  string `json:"unit"`
	Until int    `json:"until"`
	Law   string `json:"law"`
}

// Healed is damage taken from a model; Filled is what is left of a grid's.
type Healed struct {
	Unit   string `json:"unit"` // model
	Amount int    `json:"amount"`
	Filled []int  `json:"filled"`
	Law    string `json:"law"`
}

// SkillRolled is a special action and its skill check.
type SkillRolled struct {
	Unit    string `json:"unit"` // model
	Action  string `json:"action"`
	Target  string `json:"target"`
	Total   int    `json:"total"`
	Success bool   `json:"success"`
}

// Pushed is a model pushed away, and where to on a board.
type Pushed struct {
	Unit     string        `json:"unit"`
	Distance rules.Dec     `json:"distance"`
	To       *ruling.Point `json:"to"`
	Follows  bool          `json:"follows"` // it is the attacker, who advances after the other
}

// Opposed is a trial of strength: each side's die and STR.
type Opposed struct {
	Unit   string `json:"unit"`
	Target string `json:"target"`
	For    string `json:"for"`
	Own    int    `json:"own"`
	Other  int    `json:"other"`
	Won    bool   `json:"won"`
	Law    string `json:"law"`
}

// Hurled is a model slammed or thrown, and where to on a board. A throw comes down
// beside the place it was meant for: Direction and Deviation tell how, 0 for a slam.
type Hurled struct {
	Unit      string        `json:"unit"` // model
	For       string        `json:"for"`  // "slam" or "throw"
	Distance  rules.Dec     `json:"distance"`
	Direction int           `json:"direction"`
	Deviation int           `json:"deviation"`
	Crash     bool          `json:"crash"` // into something that costs it a die more
	To        *ruling.Point `json:"to"`
	Law       string        `json:"law"`
}

// Locked is a system of a warjack held by another warjack.
type Locked struct {
	Unit   string `json:"unit"`
	Target string `json:"target"`
	System string `json:"system"`
}

// Unlocked ends the locks between two warjacks, or the trial to break them.
type Unlocked struct {
	Unit   string `json:"unit"` // who holds
	Target string `json:"target"`
	Free   bool   `json:"free"` // it is; else the trial failed
}

// CommandChecked is a command check: what for, and by whose CMD.
type CommandChecked struct {
	Unit    string `json:"unit"`
	For     string `json:"for"` // "massive-casualties", "terror", "abomination" or "rally"
	Leader  string `json:"leader"`
	Cmd     int    `json:"cmd"`
	Total   int    `json:"total"`
	Success bool   `json:"success"`
}

// Fled is a unit that begins to flee.
type Fled struct {
	Unit string `json:"unit"`
}

// Awaited is an outcome that the players are to tell.
type Awaited struct {
	By     string `json:"by"`
	Target string `json:"target"`
	Power  int    `json:"power"` // of a blast; 0: the whole attack
	Law    string `json:"law"`
}

// Settled is that outcome told.
type Settled struct{}

// ActivationEnded ends an activation.
type ActivationEnded struct {
	Unit string `json:"unit"`
	Law  string `json:"law"`
}

// Fulfilled is an objective met.
type Fulfilled struct {
	Seat rules.Seat `json:"seat"`
}

// Conceded is a player who gives up.
type Conceded struct {
	Seat rules.Seat `json:"seat"`
}

// Ended is the end of the battle.
type Ended struct {
	Winner rules.Seat `json:"winner"` // Nobody: a draw
	Reason string     `json:"reason"`
	Scores []int      `json:"scores"` // army points destroyed, by seat
}
