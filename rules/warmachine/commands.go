package warmachine

import "oriflamme/rules"

// battleCommands are all commands of a battle.
var battleCommands = []rules.Command{
	Start{}, Deploy{}, Allocate{}, EndControl{}, Activate{}, Move{}, Attack{}, EndActivation{}, Concede{},
}

// Start makes the starting roll (WM-SETUP-3). Anyone may give it.
type Start struct{}

// Deploy tells that a whole army is set up in its zone (WM-SETUP-4, WM-SETUP-6).
type Deploy struct {
	Seat rules.Seat `json:"by" in:"0..1"`
}

// Allocate gives focus to a warjack (WM-CTRL-2).
type Allocate struct {
	Seat          rules.Seat `json:"by" in:"0..1"`
	Warjack       string     `json:"warjack" in:"1..64"`
	Points        int        `json:"points" in:"1..20"`
	InControlArea bool       `json:"in_control_area" default:"true" fact:"true"`
}

// EndControl ends the Control Phase.
type EndControl struct {
	Seat rules.Seat `json:"by" in:"0..1"`
}

// Activate begins the activation of a model or a unit, which may be given an order (WM-UNIT-6).
type Activate struct {
	Seat  rules.Seat `json:"by" in:"0..1"`
	Unit  string     `json:"unit" in:"1..64"`
	Order string     `json:"order" in:"none|run|charge" default:"\"none\""`
}

// Move is the use made of the normal movement. Target, LOS and InReach are those of a charge.
type Move struct {
	Seat     rules.Seat `json:"by" in:"0..1"`
	Movement string     `json:"movement" in:"full-advance|run|charge|forfeit"`
	Target   string     `json:"target" in:"0..64" default:"\"\""`
	Distance rules.Dec  `json:"distance" in:"0..1000" digits:"3" default:"0" fact:"true"`
	LOS      bool       `json:"los" default:"true" fact:"true"`      // when the charge is declared
	InReach  bool       `json:"in_reach" default:"true" fact:"true"` // the target, when the charge ends
}

// Attack is one attack of the combat action.
type Attack struct {
	Seat           rules.Seat `json:"by" in:"0..1"`
	Target         string     `json:"target" in:"1..64"`
	Weapon         string     `json:"weapon" in:"1..64"`
	Additional     bool       `json:"additional" default:"false"`   // paid with focus
	BoostAttack    bool       `json:"boost_attack" default:"false"` // while focus is left
	BoostDamage    bool       `json:"boost_damage" default:"false"` // after a hit, while focus is left
	LOS            bool       `json:"los" default:"true" fact:"true"`
	InReach        bool       `json:"in_reach" default:"true" fact:"true"` // of a melee weapon
	Distance       rules.Dec  `json:"distance" in:"0..1000" digits:"3" default:"0" fact:"true"`
	BackStrike     bool       `json:"back_strike" default:"false" fact:"true"`
	TargetInMelee  bool       `json:"target_in_melee" default:"false" fact:"true"`
	Concealment    bool       `json:"concealment" default:"false" fact:"true"`
	Cover          bool       `json:"cover" default:"false" fact:"true"`
	Elevated       bool       `json:"elevated" default:"false" fact:"true"`
	AttackModifier int        `json:"attack_modifier" in:"-20..20" default:"0"` // of what is played by hand
	DamageModifier int        `json:"damage_modifier" in:"-20..20" default:"0"`
}

// EndActivation ends the activation in progress; the turn ends with the last (WM-ACTP-4).
type EndActivation struct {
	Seat rules.Seat `json:"by" in:"0..1"`
}

// Concede gives the battle up (WM-VICT-2).
type Concede struct {
	Seat rules.Seat `json:"by" in:"0..1"`
}

func (Start) Kind() string         { return "start" }
func (Deploy) Kind() string        { return "deploy" }
func (Allocate) Kind() string      { return "allocate" }
func (EndControl) Kind() string    { return "end-control" }
func (Activate) Kind() string      { return "activate" }
func (Move) Kind() string          { return "move" }
func (Attack) Kind() string        { return "attack" }
func (EndActivation) Kind() string { return "end-activation" }
func (Concede) Kind() string       { return "concede" }

func (Start) By() rules.Seat           { return 0 }
func (c Deploy) By() rules.Seat        { return c.Seat }
func (c Allocate) By() rules.Seat      { return c.Seat }
func (c EndControl) By() rules.Seat    { return c.Seat }
func (c Activate) By() rules.Seat      { return c.Seat }
func (c Move) By() rules.Seat          { return c.Seat }
func (c Attack) By() rules.Seat        { return c.Seat }
func (c EndActivation) By() rules.Seat { return c.Seat }
func (c Concede) By() rules.Seat       { return c.Seat }
