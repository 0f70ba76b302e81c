package warmachine

import "oriflamme/rules"

// battleEvents are all events of a battle.
var battleEvents = []rules.Event{
	RolledOff{}, FirstChosen{}, Deployed{}, TurnBegan{}, FocusReceived{}, FocusAllocated{}, ControlEnded{}, Activated{},
	Moved{}, FocusSpent{}, AttackRolled{}, Damaged{}, Saved{}, Fell{}, ActivationEnded{}, Conceded{}, Ended{},
}

// RolledOff is the starting roll; Times counts the ties too.
type RolledOff struct {
	Winner rules.Seat `json:"winner"`
	Times  int        `json:"times"`
}

// FirstChosen names the first player.
type FirstChosen struct {
	First rules.Seat `json:"first"`
}

// Deployed is an army set up.
type Deployed struct {
	Seat rules.Seat `json:"seat"`
}

// TurnBegan begins a turn: old focus is discarded and nobody is activated yet.
type TurnBegan struct {
	Seat rules.Seat `json:"seat"`
	Turn int        `json:"turn"`
}

// FocusReceived is focus equal to FOCUS: at the start of the battle or in the Control Phase.
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

// ControlEnded ends the Control Phase.
type ControlEnded struct{}

// Activated begins an activation. Rises: it stands up and forfeits its movement for it.
type Activated struct {
	Unit  string `json:"unit"`
	Order string `json:"order"`
	Rises bool   `json:"rises"`
}

// Moved is the use made of a normal movement.
type Moved struct {
	Unit     string    `json:"unit"`
	Movement string    `json:"movement"`
	Target   string    `json:"target"` // of a charge
	Distance rules.Dec `json:"distance"`
	Law      string    `json:"law"`
}

// FocusSpent is a point spent: to run, to charge, for an attack or a boost.
type FocusSpent struct {
	Unit string `json:"unit"`
	For  string `json:"for"`
	Law  string `json:"law"`
}

// AttackRolled is an attack made; without dice Total is absent.
type AttackRolled struct {
	Unit       string `json:"unit"`
	Target     string `json:"target"`
	Weapon     string `json:"weapon"`
	Additional bool   `json:"additional"`
	Charge     bool   `json:"charge"` // it is a charge attack
	Total      *int   `json:"total"`
	Def        int    `json:"def"`
	Hit        bool   `json:"hit"`
	Critical   bool   `json:"critical"`
	Law        string `json:"law"`
}

// Damaged is a damage roll and what it leaves: the boxes of the model hurt, or the
// filled boxes of the grid by column.
type Damaged struct {
	Unit   string `json:"unit"`
	Total  int    `json:"total"`
	Amount int    `json:"amount"`
	Column int    `json:"column"` // 0 without a grid
	Filled []int  `json:"filled"`
	Damage int    `json:"damage"`
}

// Saved is a model that was disabled and is Tough: it keeps a box.
type Saved struct {
	Unit string `json:"unit"`
}

// Fell is a model destroyed.
type Fell struct {
	Unit string `json:"unit"`
	Left int    `json:"left"` // models of its unit
}

// ActivationEnded ends an activation.
type ActivationEnded struct {
	Unit string `json:"unit"`
	Law  string `json:"law"`
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

func (RolledOff) Kind() string       { return "rolled-off" }
func (FirstChosen) Kind() string     { return "first-chosen" }
func (Deployed) Kind() string        { return "deployed" }
func (TurnBegan) Kind() string       { return "turn-began" }
func (FocusReceived) Kind() string   { return "focus-received" }
func (FocusAllocated) Kind() string  { return "focus-allocated" }
func (ControlEnded) Kind() string    { return "control-ended" }
func (Activated) Kind() string       { return "activated" }
func (Moved) Kind() string           { return "moved" }
func (FocusSpent) Kind() string      { return "focus-spent" }
func (AttackRolled) Kind() string    { return "attack-rolled" }
func (Damaged) Kind() string         { return "damaged" }
func (Saved) Kind() string           { return "saved" }
func (Fell) Kind() string            { return "fell" }
func (ActivationEnded) Kind() string { return "activation-ended" }
func (Conceded) Kind() string        { return "conceded" }
func (Ended) Kind() string           { return "ended" }

func (RolledOff) Rule() string         { return "WM-SETUP-3" }
func (FirstChosen) Rule() string       { return "WM-SETUP-7" }
func (Deployed) Rule() string          { return "WM-SETUP-4" }
func (TurnBegan) Rule() string         { return "WM-MAINT-1" }
func (e FocusReceived) Rule() string   { return e.Law }
func (FocusAllocated) Rule() string    { return "WM-CTRL-2" }
func (ControlEnded) Rule() string      { return "WM-TURN-3" }
func (Activated) Rule() string         { return "WM-ACTP-1" }
func (e Moved) Rule() string           { return e.Law }
func (e FocusSpent) Rule() string      { return e.Law }
func (e AttackRolled) Rule() string    { return e.Law }
func (Damaged) Rule() string           { return "WM-X-DMG-1" }
func (Saved) Rule() string             { return "WM-X-DIS-1" }
func (Fell) Rule() string              { return "WM-X-DIS-1" }
func (e ActivationEnded) Rule() string { return e.Law }
func (Conceded) Rule() string          { return "WM-VICT-2" }
func (Ended) Rule() string             { return "WM-VICT-2" }
