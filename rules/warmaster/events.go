package warmaster

import (
	"oriflamme/rules"
	"oriflamme/rules/warmaster/ruling"
)

// battleEvents lists all events of a battle and of its aftermath.
var battleEvents = []rules.Event{
	RolledOff{}, Placed{}, TurnBegan{}, PhaseBegan{}, EdgeRolled{}, OrdersBegan{}, Tested{}, Moved{}, Charged{}, Confused{}, Rallied{},
	CharacterMoved{}, Volleyed{}, HeldFire{}, HitsTaken{}, Destroyed{}, Driven{}, HitsErased{}, Engaged{}, Attacked{}, RoundFought{},
	RoundSettled{}, Retreated{}, Chose{}, FallBackRolled{}, Pursued{}, EngagementEnded{}, Conceded{}, Ended{},
	Recovered{}, Honoured{}, Gained{}, AftermathEnded{}, Repeated{}, CoverChanged{}, Amended{}, Corrected{},
}

// RolledOff is the roll for who deploys first and who plays first.
type RolledOff struct {
	Placing rules.Seat `json:"placing"`
	First   rules.Seat `json:"first"`
	Ties    int        `json:"ties"` // rolls that were tied
}

// Placed is a unit that was deployed; Unit is "" for a whole army at a measured table.
type Placed struct {
	Seat  rules.Seat `json:"seat"`
	Unit  string     `json:"unit"`
	Form  string     `json:"form"`
	Spots []Spot     `json:"spots"`
	Next  rules.Seat `json:"next"`  // who deploys next; Nobody when all units are deployed
	Units []Station  `json:"units"` // how units of a whole army stand
}

// TurnBegan is the start of a player's turn.
type TurnBegan struct {
	Seat rules.Seat `json:"seat"`
	Turn int        `json:"turn"` // of the player, from 1
}

// TurnOf returns the seat whose turn begins.
func (e TurnBegan) TurnOf() rules.Seat { return e.Seat }

// PhaseBegan is the start of a phase.
type PhaseBegan struct {
	Phase string `json:"phase"`
}

// EdgeRolled is the roll for a unit that left the table.
type EdgeRolled struct {
	Unit    string `json:"unit"`
	Roll    int    `json:"roll"` // with modifiers
	Outcome string `json:"outcome"`
	General bool   `json:"general"` // it was the General, or the General was with it
	Spots   []Spot `json:"spots"`   // where it returns
}

// OrdersBegan ends the initiative moves and records which friends touch each other
// (WR-BRIG-1).
type OrdersBegan struct {
	Touching []contact `json:"touching"` // by index in the rosters
}

// Tested is a Command test.
type Tested struct {
	Character  string   `json:"character"`
	Units      []string `json:"units"`
	Distance   int      `json:"distance"` // penalties, down to Losses
	Successive int      `json:"successive"`
	Enemy      int      `json:"enemy"`
	Dense      int      `json:"dense"`
	Losses     int      `json:"losses"`
	Needed     int      `json:"needed"`
	Roll       int      `json:"roll"`
	Success    bool     `json:"success"`
	Ends       string   `json:"ends"` // whose orders end: "character", "all" or "none"
	Blunder    bool     `json:"blunder"`
}

// Moved is a move of a unit other than a charge.
type Moved struct {
	Unit     string    `json:"unit"`
	Why      string    `json:"why"` // "order", "evade", "fall-back", "stay", "re-form" or "make-way"
	Distance rules.Dec `json:"distance_cm"`
	Pace     string    `json:"pace"`
	Form     string    `json:"form"`
	Cover    string    `json:"cover"`
	Spots    []Spot    `json:"spots"`
}

// Charged is a unit that comes into contact.
type Charged struct {
	Unit     string    `json:"unit"`
	Target   string    `json:"target"`
	More     []string  `json:"also"`
	How      string    `json:"how"` // "order", "initiative" or "advance"
	Distance rules.Dec `json:"distance_cm"`
	Edge     string    `json:"edge"` // of the target's stand, on a board
	By       string    `json:"by"`   // what decided it
	Spots    []Spot    `json:"spots"`
	Form     string    `json:"form"`
	Shooters []string  `json:"shooters"` // who may shoot at it
	Able     []int     `json:"able"`     // stands of each that can
}

// Confused is a unit that becomes confused.
type Confused struct {
	Unit string `json:"unit"`
	Law  string `json:"law"` // the rule that caused it
}

// Rallied is a unit whose confusion ends.
type Rallied struct {
	Unit string `json:"unit"`
}

// CharacterMoved is the move of a character.
type CharacterMoved struct {
	Character string    `json:"character"`
	Joins     string    `json:"joins"`
	Distance  rules.Dec `json:"distance_cm"`
	Spots     []Spot    `json:"spots"`
}

// Volleyed is a batch of shooting, or the hits of a spell.
type Volleyed struct {
	Unit    string `json:"unit"`
	Target  string `json:"target"`
	Why     string `json:"why"` // "shooting", "charge" or "magic"
	Dice    int    `json:"dice"`
	ToHit   int    `json:"to_hit"`
	Hits    int    `json:"hits"`
	Saved   int    `json:"saved"`
	Unsaved int    `json:"unsaved"`
}

// HeldFire is a unit that lets a charger come without shooting.
type HeldFire struct {
	Unit string `json:"unit"`
}

// HitsTaken is what a unit suffered: the stands it lost and the hits that stay marked.
type HitsTaken struct {
	Unit    string `json:"unit"`
	Why     string `json:"why"` // "shooting", "charge", "combat" or "retreat"
	Hits    int    `json:"hits"`
	Removed int    `json:"removed"`
	Marked  int    `json:"marked"`
	Which   []int  `json:"which"` // stands that are removed, on a board
	Form    string `json:"form"`
	Law     string `json:"law"`
}

// Destroyed is a unit that is out of the battle for good.
type Destroyed struct {
	Unit string `json:"unit"`
	How  string `json:"how"` // "shooting", "charge", "combat", "retreat", "dispersed", "left-table" or "with-unit"
	By   string `json:"by"`  // the enemy unit that gets the credit
	Law  string `json:"law"`
}

// Driven is a unit that was shot at and is driven back.
type Driven struct {
	Unit     string    `json:"unit"`
	From     string    `json:"from"`
	Dice     int       `json:"dice"`
	Distance int       `json:"distance_cm"` // rolled
	Moved    rules.Dec `json:"moved_cm"`
	Stopped  string    `json:"stopped"` // what stopped it
	Spots    []Spot    `json:"spots"`
	Form     string    `json:"form"` // "" as before
}

// CoverChanged is a unit at a measured table that came into another position when it was driven
// back.
type CoverChanged struct {
	Unit  string `json:"unit"`
	Cover string `json:"cover"` // "none", "defended" or "fortified"
}

// HitsErased is the end of a phase, when all marked hits are erased.
type HitsErased struct {
	Phase string `json:"phase"`
}

// Engaged is the choice of the engagement that is fought now.
type Engaged struct {
	A []string `json:"a"`
	B []string `json:"b"`
}

// Attacked is a block of attacks: what each stand contributes, and the result.
type Attacked struct {
	Unit    string                `json:"unit"`
	Target  string                `json:"target"`
	Stands  []ruling.StandAttacks `json:"stands"`
	Causes  []string              `json:"causes"` // rules that changed the number of attacks
	Dice    int                   `json:"dice"`
	ToHit   int                   `json:"to_hit"`
	Hits    int                   `json:"hits"`
	Saved   int                   `json:"saved"`
	Unsaved int                   `json:"unsaved"`
}

// RoundFought is the end of a round's attacks.
type RoundFought struct {
	Round   int         `json:"round"`
	Counted [2]int      `json:"counted"`
	Removed [2]int      `json:"removed"`
	Wiped   [2]bool     `json:"wiped"`
	Early   ruling.Side `json:"early"` // side that removed casualties first, or ""
	Front   []int       `json:"front"`
	RollOff bool        `json:"roll_off"`
}

// RoundSettled is the result of a round.
type RoundSettled struct {
	Totals  [2]int     `json:"totals"`
	Support [2]int     `json:"support"`
	Shots   [2]int     `json:"shots"`
	Winner  rules.Seat `json:"winner"`
	Retreat int        `json:"retreat_cm"`
	Waiting []int      `json:"waiting"` // units that must move or choose, by index in the rosters
}

// Retreated is a beaten unit that moved back.
type Retreated struct {
	Unit     string   `json:"unit"`
	Distance int      `json:"distance_cm"`
	AwayFrom string   `json:"away_from"`
	Formed   bool     `json:"formed"` // in a regular formation
	Passed   []string `json:"passed"` // friends who made way
	Spots    []Spot   `json:"spots"`
}

// Chose is a unit that holds its ground or may do nothing more.
type Chose struct {
	Unit string `json:"unit"`
	What string `json:"what"`
	Drew bool   `json:"drew"`
}

// FallBackRolled is the roll for how far a unit may fall back.
type FallBackRolled struct {
	Unit  string `json:"unit"`
	Least int    `json:"least_cm"`
	Most  int    `json:"most_cm"`
	Drew  bool   `json:"drew"`
}

// Pursued is a winner that moves back into contact.
type Pursued struct {
	Unit     string   `json:"unit"`
	Target   string   `json:"target"`
	More     []string `json:"also"`
	Bonus    int      `json:"bonus"`
	Straight bool     `json:"straight"` // a stand moved straight ahead
	Spots    []Spot   `json:"spots"`
	Form     string   `json:"form"`
}

// EngagementEnded is the end of an engagement, or only of a round of it.
type EngagementEnded struct {
	GoesOn bool `json:"goes_on"`
}

// Conceded is a player who gives up.
type Conceded struct {
	Seat rules.Seat `json:"seat"`
}

// Ended is the end of the battle.
type Ended struct {
	Winner rules.Seat `json:"winner"`
	Scores []int      `json:"scores"`
	Reason string     `json:"reason"`
}

func (RolledOff) Kind() string       { return "rolled-off" }
func (Placed) Kind() string          { return "placed" }
func (TurnBegan) Kind() string       { return "turn-began" }
func (PhaseBegan) Kind() string      { return "phase-began" }
func (EdgeRolled) Kind() string      { return "edge-rolled" }
func (OrdersBegan) Kind() string     { return "orders-began" }
func (Tested) Kind() string          { return "tested" }
func (Moved) Kind() string           { return "moved" }
func (Charged) Kind() string         { return "charged" }
func (Confused) Kind() string        { return "confused" }
func (Rallied) Kind() string         { return "rallied" }
func (CharacterMoved) Kind() string  { return "character-moved" }
func (Volleyed) Kind() string        { return "volleyed" }
func (HeldFire) Kind() string        { return "held-fire" }
func (HitsTaken) Kind() string       { return "hits-taken" }
func (Destroyed) Kind() string       { return "destroyed" }
func (Driven) Kind() string          { return "driven" }
func (CoverChanged) Kind() string    { return "cover-changed" }
func (HitsErased) Kind() string      { return "hits-erased" }
func (Engaged) Kind() string         { return "engaged" }
func (Attacked) Kind() string        { return "attacked" }
func (RoundFought) Kind() string     { return "round-fought" }
func (RoundSettled) Kind() string    { return "round-settled" }
func (Retreated) Kind() string       { return "retreated" }
func (Chose) Kind() string           { return "chose" }
func (FallBackRolled) Kind() string  { return "fall-back-rolled" }
func (Pursued) Kind() string         { return "pursued" }
func (EngagementEnded) Kind() string { return "engagement-ended" }
func (Conceded) Kind() string        { return "conceded" }
func (Ended) Kind() string           { return "ended" }
