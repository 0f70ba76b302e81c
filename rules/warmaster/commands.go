package warmaster

import (
	"oriflamme/rules"
	"oriflamme/rules/aftermath"
	"oriflamme/rules/warmaster/ruling"
)

// battleCommands lists all commands of a battle and of its aftermath.
var battleCommands = []rules.Command{
	Start{}, Deploy{}, Return{}, Charge{}, Evade{}, Order{}, Move{}, MoveCharacter{}, EndPhase{},
	ShootCharger{}, HoldFire{}, Shoot{}, Magic{}, Amend{}, DriveBack{}, Engage{}, Fight{}, Result{}, Retreat{},
	Hold{}, FallBack{}, Withdraw{}, Pursue{}, Advance{}, Reform{}, Concede{}, aftermath.Recover{}, Rest{},
}

// commandRules names the rule of each kind of command, and of values of its fields.
var commandRules = map[string]string{
	"start":          "WR-SET-3",
	"deploy":         "WR-SET-2",
	"return":         "WR-EDGE-5",
	"charge":         "WR-CHARGE-1",
	"evade":          "WR-EVADE-1",
	"order":          "WR-CMD-1",
	"move":           "WR-MOVE-2",
	"move-character": "WR-CHAR-1",
	"end-phase":      "WR-SEQ-2",
	"shoot-charger":  "WR-CSHOT-1",
	"hold-fire":      "WR-CSHOT-1",
	"shoot":          "WR-SHOOT-4",
	"magic":          "WR-PROV-13",
	"amend":          "WR-HOUSE-8",
	"drive-back":     "WR-DRIVE-1",
	"engage":         "WR-SEQ-9",
	"fight":          "WR-ATT-1",
	"result":         "WR-RES-3",
	"retreat":        "WR-RET-1",
	"hold":           "WR-RES-12",
	"fall-back":      "WR-FALL-1",
	"withdraw":       "WR-FALL-3",
	"pursue":         "WR-PUR-10",
	"advance":        "WR-ADV-4",
	"reform":         "WR-PROV-4",
	"concede":        "WR-END-1",
	"recover":        "WR-HOUSE-3",
	"rest":           "WR-HOUSE-6",
}

// bySeat is the seat that gives a command.
type bySeat struct {
	Seat rules.Seat `json:"by" in:"0..1"`
}

// By is the seat that gives the command.
func (g bySeat) By() rules.Seat { return g.Seat }

// A Place is where a unit is in formation: the middle of its front rank, its facing and its
// formation. An irregular formation lists its stands.
type Place struct {
	X       rules.Dec      `json:"x_cm" in:"-50..350" digits:"2" default:"0"`
	Y       rules.Dec      `json:"y_cm" in:"-50..350" digits:"2" default:"0"`
	Heading ruling.Heading `json:"heading" default:"[0, 1]"`
	Form    string         `json:"form" in:"line|column|irregular" default:"\"line\""`
	Stands  []Posture      `json:"stands" len:"0..12" default:"[]"`
}

// A Posture is the position and facing of one stand.
type Posture struct {
	X       rules.Dec      `json:"x_cm" in:"-50..350" digits:"2"`
	Y       rules.Dec      `json:"y_cm" in:"-50..350" digits:"2"`
	Heading ruling.Heading `json:"heading" default:"[0, 1]"`
}

// A Placing is a unit of a brigade and its place.
type Placing struct {
	Unit  string     `json:"unit" in:"1..64"`
	Place Place      `json:"place"`
	Via   []Waypoint `json:"via" len:"0..3" default:"[]"`
}

// A Waypoint is a bend of a path, in cm on the table: the middle of each stand passes it, and
// the stand turns only after the last one.
type Waypoint struct {
	X rules.Dec `json:"x_cm" in:"-50..350" digits:"2"`
	Y rules.Dec `json:"y_cm" in:"-50..350" digits:"2"`
}

// Start rolls for who deploys first and who has the first turn (WR-SET-2, WR-SET-3). Either
// player may give it.
type Start struct {
	Separation rules.Dec `json:"separation_cm" in:"0..1000" digits:"4" default:"80" fact:"true"`
}

// Deploy places a unit or a character, or at a measured table the whole army (Unit "").
type Deploy struct {
	bySeat
	Unit  string    `json:"unit" in:"0..64" default:"\"\""`
	Place *Place    `json:"place" default:"-" null:"true"`
	Units []Station `json:"units" len:"0..40" distinct:"unit" default:"[]" fact:"true"` // at a measured table; the others are in line, in the open
}

// A Station is how a unit stands at a measured table.
type Station struct {
	Unit  string `json:"unit" in:"1..64"`
	Form  string `json:"form" in:"line|column|irregular" default:"\"line\""`
	Cover string `json:"cover" in:"none|defended|fortified" default:"\"none\""`
}

// unitCommand is a command that names only a unit.
type unitCommand struct {
	bySeat
	Unit string `json:"unit" in:"1..64"`
}

// Return rolls for a unit that left the table (WR-EDGE-5).
type Return unitCommand

// Charge moves a unit into contact, on an order or on its own initiative. Choice picks the
// leading pair of stands among equally near ones; Side decides where a corner leaves the
// edge open.
type Charge struct {
	bySeat
	Unit     string     `json:"unit" in:"1..64"`
	Target   string     `json:"target" in:"1..64"`
	Choice   int        `json:"choice" in:"0..35" default:"0"`
	Side     string     `json:"side" in:"left|right" default:"\"left\""`
	Distance *rules.Dec `json:"distance_cm" in:"0..1000" digits:"6" default:"-" null:"true" fact:"true"`
	Visible  *bool      `json:"visible" default:"-" null:"true" fact:"true"`
	Nearest  *bool      `json:"nearest" default:"-" null:"true" fact:"true"`               // the target is the nearest of the enemies in sight; for initiative
	Also     []string   `json:"also" len:"0..8" each:"1..64" default:"[]" fact:"true"`     // other enemies that it touches at the end
	Ignore   string     `json:"ignore" in:"none|fortified|separated" default:"\"none\""`   // nearer enemies that initiative may ignore
	Past     *bool      `json:"past_separated" default:"-" null:"true" fact:"true"`        // there are enemies behind an obstacle (WR-INIT-8)
	Shots    []string   `json:"shooters" len:"0..8" each:"1..64" default:"[]" fact:"true"` // charged units that can shoot at it
}

// Evade moves a unit on its own initiative straight away from the nearest enemy.
type Evade struct {
	bySeat
	Unit     string     `json:"unit" in:"1..64"`
	Enemy    string     `json:"enemy" in:"1..64"`
	Distance rules.Dec  `json:"distance_cm" in:"0..200" digits:"2"`
	Choice   int        `json:"choice" in:"0..35" default:"0"`
	Visible  *bool      `json:"visible" default:"-" null:"true" fact:"true"`
	From     *rules.Dec `json:"enemy_distance_cm" in:"0..1000" digits:"6" default:"-" null:"true" fact:"true"`     // distance of the enemy before the move
	End      *rules.Dec `json:"end_enemy_distance_cm" in:"0..1000" digits:"6" default:"-" null:"true" fact:"true"` // distance of the nearest enemy after it
	Through  []string   `json:"through" len:"0..8" each:"1..64" default:"[]" fact:"true"`                          // friends that it bursts through
	Ignore   string     `json:"ignore" in:"none|fortified|separated" default:"\"none\""`                           // nearer enemies that it ignores
	Past     *bool      `json:"past_separated" default:"-" null:"true" fact:"true"`                                // there are enemies behind an obstacle (WR-INIT-8)
	Bursts   *bool      `json:"bursts_through" default:"-" null:"true" fact:"true"`                                // it bursts through friends
	Form     string     `json:"form" in:"|line|column|irregular" default:"\"\"" fact:"true"`                       // formation at the end; as before, if it is not stated
}

// Order makes a Command test of a character for a unit, or for a brigade of it and others.
// Of the facts, the worst in the brigade counts (WR-BRIG-3).
type Order struct {
	bySeat
	Character string     `json:"character" in:"1..64"`
	Unit      string     `json:"unit" in:"1..64"`
	With      []string   `json:"with" len:"0..7" each:"1..64" default:"[]"`
	Distance  *rules.Dec `json:"distance_cm" in:"0..1000" digits:"6" default:"-" null:"true" fact:"true"`
	Enemy     *bool      `json:"enemy_within_20" default:"-" null:"true" fact:"true"`
	Dense     *bool      `json:"in_dense_terrain" default:"-" null:"true" fact:"true"`
	Touching  *bool      `json:"touching" default:"-" null:"true" fact:"true"` // the units were a brigade when the orders began
}

// Move moves an ordered unit. On a board the units of a brigade that do not charge move
// together: With holds the places of the others. Enters is the terrain that the unit enters, or
// for a flyer that it ends in.
type Move struct {
	bySeat
	Unit     string     `json:"unit" in:"1..64"`
	Place    *Place     `json:"place" default:"-" null:"true"`
	Via      []Waypoint `json:"via" len:"0..3" default:"[]"`
	Form     string     `json:"form" in:"|line|column|irregular" default:"\"\"" fact:"true"` // formation at the end, if there is no place; as before, if it is not stated
	With     []Placing  `json:"with" len:"0..3" distinct:"unit" default:"[]"`
	Distance *rules.Dec `json:"distance_cm" in:"0..1000" digits:"6" default:"-" null:"true" fact:"true"`
	Enters   string     `json:"enters" in:"|open-ground|road|gentle-hill|bridge|steep-hill|river|wood|marsh|ruins|buildings|other|fordable-river|low-obstacle|rampart|exceptional" default:"\"\"" fact:"true"`
	Cover    string     `json:"cover" in:"|none|defended|fortified" default:"\"\"" fact:"true"`     // cover at the end; none if it moves and it is not stated
	Beside   *bool      `json:"passes_enemy" default:"-" null:"true" fact:"true"`                   // it passes a gap beside an enemy
	Gap      *rules.Dec `json:"gap_cm" in:"0..1000" digits:"4" default:"-" null:"true" fact:"true"` // width of the narrowest such gap
}

// MoveCharacter moves a character at the end of the Orders phase, perhaps to join a unit.
type MoveCharacter struct {
	bySeat
	Character string     `json:"character" in:"1..64"`
	Joins     string     `json:"joins" in:"0..64" default:"\"\""`
	X         rules.Dec  `json:"x_cm" in:"0..300" digits:"2" default:"0"`
	Y         rules.Dec  `json:"y_cm" in:"0..300" digits:"2" default:"0"`
	Distance  *rules.Dec `json:"distance_cm" in:"0..1000" digits:"6" default:"-" null:"true" fact:"true"`
}

// EndPhase ends the current phase: the orders, the shooting, or the turn after combat.
type EndPhase struct{ bySeat }

// ShootCharger lets a charged unit shoot at its charger (WR-CSHOT-1).
type ShootCharger struct {
	bySeat
	Unit   string `json:"unit" in:"1..64"`
	Stands *int   `json:"stands" in:"0..12" default:"-" null:"true" fact:"true"` // number that see it in range at some moment
}

// HoldFire gives up a unit's chance to shoot at its charger.
type HoldFire unitCommand

// Shoot lets a unit shoot at the nearest enemy that it sees (WR-SHOOT-4).
type Shoot struct {
	bySeat
	Unit     string     `json:"unit" in:"1..64"`
	Target   string     `json:"target" in:"1..64"`
	Distance *rules.Dec `json:"distance_cm" in:"0..1000" digits:"6" default:"-" null:"true" fact:"true"`
	Stands   *int       `json:"stands" in:"0..12" default:"-" null:"true" fact:"true"`        // number that see the target in range
	Nearest  *bool      `json:"nearest" default:"-" null:"true" fact:"true"`                  // the target is the nearest of the enemies in sight
	Others   []Aside    `json:"others" len:"0..4" distinct:"target" default:"[]" fact:"true"` // targets of the stands that cannot shoot at it (ruling A-31)
}

// An Aside is an enemy at which some stands shoot apart from their unit.
type Aside struct {
	Target string `json:"target" in:"1..64"`
	Stands int    `json:"stands" in:"1..12"`
}

// Magic enters the hits of a spell that the players agreed on (WR-PROV-13).
type Magic struct {
	bySeat
	Wizard string `json:"wizard" in:"1..64"`
	Target string `json:"target" in:"1..64"`
	Hits   int    `json:"hits" in:"1..12"`
}

// DriveBack drives back a unit that was shot at (WR-DRIVE-1). The owner of the unit gives
// it.
type DriveBack struct {
	bySeat
	Unit      string     `json:"unit" in:"1..64"`
	Obstacles []Obstacle `json:"obstacles" len:"0..8" default:"[]" fact:"true"`
	Clear     *bool      `json:"way_clear" default:"-" null:"true" fact:"true"` // it meets nothing on its way
}

// An Obstacle is something that a unit meets when it is driven back, at a distance in cm from
// the start.
type Obstacle struct {
	What   string    `json:"what" in:"enemy-unit|engaged-unit|friend-refuses|friend-makes-way|impassable-terrain|table-edge"`
	At     rules.Dec `json:"at_cm" in:"0..200" digits:"4"`
	Friend string    `json:"friend" in:"0..64" default:"\"\""` // the unit that makes way
}

// Engage picks the engagement that a unit is part of (WR-SEQ-9).
type Engage unitCommand

// Fight rolls the attacks of a round (WR-ATT-1). Units lists which stand attacks whom; a
// unit that is left out attacks with all stands an enemy that it touches.
type Fight struct {
	bySeat
	Units []Fighters `json:"units" len:"0..16" distinct:"unit" default:"[]" fact:"true"`
}

// Fighters lists the stands of a unit in a round.
type Fighters struct {
	Unit   string  `json:"unit" in:"1..64"`
	Stands []Aimed `json:"stands" len:"0..12"`
}

// An Aimed is a stand and the enemy unit that it attacks; with "" it does not attack.
type Aimed struct {
	Target     string `json:"target" in:"0..64" default:"\"\""`
	Flanked    bool   `json:"flanked" default:"false"`
	Terrifying bool   `json:"touches_terrifying" default:"false"`
}

// Result settles the result of a round after casualties are removed (WR-RES-3).
type Result struct {
	bySeat
	SupportA *int `json:"support_a" in:"0..40" default:"-" null:"true" fact:"true"`
	SupportB *int `json:"support_b" in:"0..40" default:"-" null:"true" fact:"true"`
}

// Retreat moves a beaten unit back (WR-RET-1). AwayFrom and Guide are for the player to
// decide where the rules leave a choice.
type Retreat struct {
	bySeat
	Unit     string                   `json:"unit" in:"1..64"`
	AwayFrom string                   `json:"away_from" in:"any|front|left|right|rear" default:"\"any\""`
	Guide    *int                     `json:"guide" in:"0..11" default:"-" null:"true"`
	Enemies  *ruling.EdgeCounts       `json:"enemy_stands" default:"-" null:"true" fact:"true"`
	Stands   []ruling.RetreatingStand `json:"stands" len:"0..12" default:"[]" fact:"true"`
	Friends  []ruling.FriendInWay     `json:"friends" len:"0..8" distinct:"id" default:"[]" fact:"true"`
	Clear    *bool                    `json:"way_clear" default:"-" null:"true" fact:"true"` // no stand meets anything on its way
}

// Hold keeps a unit where it is (WR-RES-12).
type Hold unitCommand

// FallBack rolls how far a unit may fall back (WR-FALL-1).
type FallBack unitCommand

// Withdraw moves a unit whose distance to fall back was rolled.
type Withdraw struct {
	bySeat
	Unit     string     `json:"unit" in:"1..64"`
	Place    *Place     `json:"place" default:"-" null:"true"`
	Form     string     `json:"form" in:"|line|column|irregular" default:"\"\"" fact:"true"` // as before, if it is not stated
	Stay     bool       `json:"stay" default:"false"`                                        // it stays, because there is no room
	Distance *rules.Dec `json:"distance_cm" in:"0..1000" digits:"6" default:"-" null:"true" fact:"true"`
	End      *rules.Dec `json:"end_enemy_distance_cm" in:"0..1000" digits:"6" default:"-" null:"true" fact:"true"`
}

// Pursue moves a winner back into contact with a unit that retreats (WR-PUR-10).
type Pursue struct {
	bySeat
	Unit       string   `json:"unit" in:"1..64"`
	Target     string   `json:"target" in:"1..64"`
	FrontEdge  *bool    `json:"front_edge_contact_possible" default:"-" null:"true" fact:"true"`
	Impassable *bool    `json:"through_impassable" default:"-" null:"true" fact:"true"`
	Also       []string `json:"also" len:"0..8" each:"1..64" default:"[]" fact:"true"` // other enemies that it touches
}

// Advance is the charge of a unit whose opponents are all destroyed (WR-ADV-4).
type Advance struct {
	bySeat
	Unit     string     `json:"unit" in:"1..64"`
	Target   string     `json:"target" in:"1..64"`
	Choice   int        `json:"choice" in:"0..35" default:"0"`
	Side     string     `json:"side" in:"left|right" default:"\"left\""`
	Distance *rules.Dec `json:"distance_cm" in:"0..1000" digits:"6" default:"-" null:"true" fact:"true"`
	Visible  *bool      `json:"visible" default:"-" null:"true" fact:"true"`
	Also     []string   `json:"also" len:"0..8" each:"1..64" default:"[]" fact:"true"`
	Shots    []string   `json:"shooters" len:"0..8" each:"1..64" default:"[]" fact:"true"`
}

// Reform rearranges a unit that fought around a stand that stays (WR-PROV-4).
type Reform struct {
	bySeat
	Unit  string `json:"unit" in:"1..64"`
	Place *Place `json:"place" default:"-" null:"true"`
	Form  string `json:"form" in:"|line|column|irregular" default:"\"\"" fact:"true"`
}

// Concede gives up the battle (WR-END-1).
type Concede struct{ bySeat }

func (Start) Kind() string         { return "start" }
func (Deploy) Kind() string        { return "deploy" }
func (Return) Kind() string        { return "return" }
func (Charge) Kind() string        { return "charge" }
func (Evade) Kind() string         { return "evade" }
func (Order) Kind() string         { return "order" }
func (Move) Kind() string          { return "move" }
func (MoveCharacter) Kind() string { return "move-character" }
func (EndPhase) Kind() string      { return "end-phase" }
func (ShootCharger) Kind() string  { return "shoot-charger" }
func (HoldFire) Kind() string      { return "hold-fire" }
func (Shoot) Kind() string         { return "shoot" }
func (Magic) Kind() string         { return "magic" }
func (DriveBack) Kind() string     { return "drive-back" }
func (Engage) Kind() string        { return "engage" }
func (Fight) Kind() string         { return "fight" }
func (Result) Kind() string        { return "result" }
func (Retreat) Kind() string       { return "retreat" }
func (Hold) Kind() string          { return "hold" }
func (FallBack) Kind() string      { return "fall-back" }
func (Withdraw) Kind() string      { return "withdraw" }
func (Pursue) Kind() string        { return "pursue" }
func (Advance) Kind() string       { return "advance" }
func (Reform) Kind() string        { return "reform" }
func (Concede) Kind() string       { return "concede" }

// By returns the first seat; either player may roll.
func (Start) By() rules.Seat { return 0 }
