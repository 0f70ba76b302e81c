package warcry

import (
	"oriflamme/rules"
	"oriflamme/rules/aftermath"
	"oriflamme/rules/warcry/ruling"
)

// bySeat is the part of every command that names the seat that gives it.
type bySeat struct {
	Seat rules.Seat `json:"by" in:"0..1"`
}

// By returns the seat.
func (g bySeat) By() rules.Seat { return g.Seat }

// RollRoles rolls off for attacker and defender; the winner chooses (WC-SET-3).
type RollRoles struct{ bySeat }

// Divide splits a warband into its battle groups, by unit id (WC-R-17 to WC-R-19).
type Divide struct {
	bySeat
	Dagger []string `json:"dagger" len:"0..15" distinct:"true"`
	Shield []string `json:"shield" len:"0..15" distinct:"true"`
	Hammer []string `json:"hammer" len:"0..15" distinct:"true"`
}

// DrawCard draws the next card of the battleplan (WC-SET-4).
type DrawCard struct {
	bySeat
	Pile string `json:"pile" in:"terrain|deployment|victory|twist"`
	Card string `json:"card" in:"0..64" default:"\"\""` // the card that the players drew from real cards; "": dice draw it
}

// Orient chooses the orientation of the deployment card on alternative terrain (WC-SET-7).
type Orient struct {
	bySeat
	Turned bool `json:"turned"` // by 180 degrees
}

// RollColours rolls off for red and blue; the winner chooses (WC-SET-8).
type RollColours struct{ bySeat }

// Deploy places a battle group, before the battle or from reserve. In a measured
// battle places may be left out.
type Deploy struct {
	bySeat
	Group  string  `json:"group" in:"dagger|shield|hammer"`
	Places []Place `json:"places" len:"0..15" distinct:"fighter" default:"[]" board:"true"`

	// Contacts are the fighters of the group and the enemies within 1 inch of each other, in a
	// measured battle.
	Contacts []Contact `json:"contacts" len:"0..60" default:"[]" fact:"true"`
}

// A Place is the point where a fighter is placed.
type Place struct {
	Fighter string `json:"fighter" in:"1..64"`
	At      Point  `json:"at"`
}

// RollInitiative begins a round: both players roll their initiative dice (WC-INIT-1).
type RollInitiative struct{ bySeat }

// DeclareWild declares the use of wild dice (WC-INIT-7); those not named are saved.
type DeclareWild struct {
	bySeat
	Uses []WildUse `json:"uses" len:"0..21" default:"[]"`
}

// A WildUse is what one wild die is used for.
type WildUse = ruling.WildDieUse

// Awaken awakens a dormant objective in Ley Lines, or none when Objective is "" (WC-SCN-2).
type Awaken struct {
	bySeat
	Objective string `json:"objective" in:"0..64" default:"\"\""`
}

// FirstTurn names the player who takes the first turn (WC-ACT-1).
type FirstTurn struct {
	bySeat
	First rules.Seat `json:"first" in:"0..1"`
}

// fighterCommand is the part of every command for the fighter that acts.
type fighterCommand struct {
	bySeat
	Fighter string `json:"fighter" in:"1..64"`
}

// Activate begins the activation of a fighter (WC-ACT-2).
type Activate struct{ fighterCommand }

// Move is a move action along straight legs, or a bonus move action.
type Move struct {
	fighterCommand
	Bonus            bool       `json:"bonus" default:"false"`
	Path             []Leg      `json:"path" len:"1..20"`
	PickUp           string     `json:"pick_up" in:"0..64" default:"\"\""`                                                         // treasure picked up on the way (WC-TRE-1)
	End              string     `json:"end" in:"|surface|climbing|overhang|air|unclimbable" default:"\"\"" fact:"true"`            // "": surface, or as the board says
	EndDrop          *rules.Dec `json:"end_drop" in:"0..100" digits:"3" default:"null" null:"true" fact:"true"`                    // inches, with end air
	CentreAfterDrop  *bool      `json:"centre_on_surface_after_drop" default:"null" null:"true" fact:"true"`                       // with end air
	WhollyOnSurface  *bool      `json:"base_wholly_on_surface" default:"null" null:"true" fact:"true"`                             // of a monster
	NearestEnemy     *rules.Dec `json:"nearest_enemy" in:"0..1000" digits:"3" default:"null" null:"true" fact:"true"`              // inches, at the start
	TreasureDistance *rules.Dec `json:"treasure_distance" in:"0..1000" digits:"3" default:"null" null:"true" fact:"true"`          // least on the way, inches
	EndsNear         *[]string  `json:"ends_near" len:"0..15" each:"1..64" distinct:"true" default:"null" null:"true" fact:"true"` // enemies within 1 inch at the end
}

// A Leg is one straight part of a path. On a board To is its end and Part the terrain part that
// is climbed, and the battle computes the facts.
type Leg struct {
	Type            string     `json:"type" in:"normal|jump|climb|fly"`
	To              *Point     `json:"to" default:"null" null:"true" board:"true"`
	Part            string     `json:"part" in:"0..64" default:"\"\"" board:"true"`
	Horizontal      *rules.Dec `json:"horizontal" in:"0..100" digits:"3" default:"null" null:"true" fact:"true"`
	Up              *rules.Dec `json:"up" in:"0..100" digits:"3" default:"null" null:"true" fact:"true"`
	Down            *rules.Dec `json:"down" in:"0..100" digits:"3" default:"null" null:"true" fact:"true"`
	On              string     `json:"on" in:"|obstacle|stairs|ladder|deadly|unclimbable" default:"\"\"" fact:"true"`
	InContact       *bool      `json:"in_contact" default:"null" null:"true" fact:"true"`
	MaxGap          *rules.Dec `json:"max_gap" in:"0..100" digits:"3" default:"null" null:"true" fact:"true"`
	Through         string     `json:"through" in:"|fighter|terrain|low-terrain|arch|door-open|door-closed" default:"\"\"" fact:"true"`
	ClearsOpening   *bool      `json:"clears_opening" default:"null" null:"true" fact:"true"`
	CentreOnSurface *bool      `json:"centre_on_surface" default:"null" null:"true" fact:"true"`
	OffBoard        *bool      `json:"off_board" default:"null" null:"true" fact:"true"`
}

// PhraseKey is the key of the phrases that describe a part of a path.
func (Leg) PhraseKey() string { return "leg" }

// Attack is an attack action, or a bonus attack action.
type Attack struct {
	fighterCommand
	Bonus          bool       `json:"bonus" default:"false"`
	Weapon         int        `json:"weapon" in:"0..9" default:"0"` // index in the profile
	Target         string     `json:"target" in:"1..64"`
	Distance       *rules.Dec `json:"distance" in:"0..1000" digits:"3" default:"null" null:"true" fact:"true"`
	Horizontal     *rules.Dec `json:"horizontal" in:"0..1000" digits:"3" default:"null" null:"true" fact:"true"`
	Visible        *bool      `json:"visible" default:"null" null:"true" fact:"true"`
	InCover        *bool      `json:"in_cover" default:"null" null:"true" fact:"true"`
	EnemiesWithin1 *int       `json:"enemies_within_1" in:"0..30" default:"null" null:"true" fact:"true"`
	FriendDistance *rules.Dec `json:"other_friend_distance" in:"0..1000" digits:"3" default:"null" null:"true" fact:"true"`
	NearOpenEdge   *bool      `json:"near_open_edge" default:"null" null:"true" fact:"true"` // the target
}

// Disengage is a disengage action (WC-DIS-1), on a board along straight lines.
type Disengage struct {
	fighterCommand
	Via            []Point    `json:"via" len:"0..8" default:"[]" board:"true"`   // where the way bends before it ends, on a board
	To             *Point     `json:"to" default:"null" null:"true" board:"true"` // on a board
	NormalOnly     *bool      `json:"normal_moves_only" default:"null" null:"true" fact:"true"`
	NearestAtStart *rules.Dec `json:"nearest_enemy_at_start" in:"0..1000" digits:"3" default:"null" null:"true" fact:"true"`
	NearestAtEnd   *rules.Dec `json:"nearest_enemy_at_end" in:"0..1000" digits:"3" default:"null" null:"true" fact:"true"`
	PathLength     *rules.Dec `json:"path_length" in:"0..100" digits:"3" default:"null" null:"true" fact:"true"`
	Strikers       []string   `json:"strikers" len:"0..15" distinct:"true" default:"[]" fact:"true"` // enemies within 1 inch that see the fighter
}

// Wait is a wait action (WC-WAIT-1, WC-WAIT-2).
type Wait struct{ fighterCommand }

// DropTreasure puts the carried treasure down (WC-TRE-7).
type DropTreasure struct {
	fighterCommand
	At *Point `json:"at" default:"null" null:"true" board:"true"` // on a board
}

// UseAbility uses an ability and spends the group of ability dice of a score (WC-ABL-1).
type UseAbility struct {
	fighterCommand
	Ability         string     `json:"ability" in:"1..64"`
	Value           int        `json:"value" in:"1..6"`
	Target          string     `json:"target" in:"0..64" default:"\"\""`
	Feature         string     `json:"feature" in:"0..64" default:"\"\"" board:"true"`             // terrain feature of Ferocious Demolition, on a board
	At              *Point     `json:"at" default:"null" null:"true" board:"true"`                 // where Grab and Maul places the target, on a board
	Moved           []string   `json:"moved" len:"0..15" distinct:"true" default:"[]" fact:"true"` // fighters on the feature
	Distance        *rules.Dec `json:"distance" in:"0..1000" digits:"3" default:"null" null:"true" fact:"true"`
	Visible         *bool      `json:"visible" default:"null" null:"true" fact:"true"`
	EnemiesWithin1  *int       `json:"enemies_within_1" in:"0..30" default:"null" null:"true" fact:"true"`
	FreeSpot        *bool      `json:"free_spot" default:"null" null:"true" fact:"true"`
	TerrainDistance *rules.Dec `json:"terrain_distance" in:"0..1000" digits:"3" default:"null" null:"true" fact:"true"`
}

// ForgoBonus gives up the bonus actions that an ability grants, which are made before any other
// action (WC-ABL-14, WC-ACT-6).
type ForgoBonus struct{ fighterCommand }

// EndActivation ends an activation; actions that are left are lost.
type EndActivation struct{ fighterCommand }

// Manual carries out and logs what the players did by hand, for an ability that the program does
// not model or by agreement. The opponent must agree.
type Manual struct {
	bySeat
	Ability string `json:"ability" in:"0..64" default:"\"\""`          // of the acting fighter; its dice are spent
	Value   int    `json:"value" in:"0..6" default:"0"`                // score of the group spent; 0 without ability
	Fighter string `json:"fighter" in:"1..64"`                         // the fighter that is changed
	Damage  int    `json:"damage" in:"0..300" default:"0"`             // allocated to it
	Heal    int    `json:"heal" in:"0..300" default:"0"`               // removed from it
	To      *Point `json:"to" default:"null" null:"true" board:"true"` // it is moved there, on a board
	Note    string `json:"note" in:"0..200" default:"\"\""`
}

// Tally states what the players counted at the end of a round of a measured battle.
type Tally struct {
	bySeat
	Objectives []Count      `json:"objectives" len:"0..12" distinct:"id" default:"[]"`
	Through    []rules.Seat `json:"through" len:"0..30" each:"0..1" default:"[]"` // for break-through: the seat of each fighter near the enemy's edge
}

// A Count is the number of fighters of each seat within 3 inches of an objective.
type Count struct {
	ID string `json:"id" in:"1..64"`
	A  int    `json:"a" in:"0..60" side:"0"`
	B  int    `json:"b" in:"0..60" side:"1"`
}

// ReportControl states which fighters were near the objectives and the enemy's edge at the end of a
// round of a measured battle. The other player must agree (WC-OBJ-2).
type ReportControl struct {
	bySeat
	Objectives []Presence `json:"objectives" len:"0..12" distinct:"id" default:"[]"`
	Through    []string   `json:"through" len:"0..30" each:"1..64" distinct:"true" default:"[]"` // for break-through
}

func (RollRoles) Kind() string      { return "roll-roles" }
func (Divide) Kind() string         { return "divide" }
func (DrawCard) Kind() string       { return "draw-card" }
func (Orient) Kind() string         { return "orient" }
func (RollColours) Kind() string    { return "roll-colours" }
func (Deploy) Kind() string         { return "deploy" }
func (RollInitiative) Kind() string { return "roll-initiative" }
func (DeclareWild) Kind() string    { return "declare-wild" }
func (Awaken) Kind() string         { return "awaken" }
func (FirstTurn) Kind() string      { return "first-turn" }
func (Activate) Kind() string       { return "activate" }
func (Move) Kind() string           { return "move" }
func (Attack) Kind() string         { return "attack" }
func (Disengage) Kind() string      { return "disengage" }
func (Wait) Kind() string           { return "wait" }
func (DropTreasure) Kind() string   { return "drop-treasure" }
func (UseAbility) Kind() string     { return "use-ability" }
func (ForgoBonus) Kind() string     { return "forgo-bonus" }
func (EndActivation) Kind() string  { return "end-activation" }
func (Manual) Kind() string         { return "manual" }
func (Tally) Kind() string          { return "tally" }
func (ReportControl) Kind() string  { return "report-control" }

var battleCommands = []rules.Command{
	RollRoles{}, Divide{}, DrawCard{}, Orient{}, RollColours{}, Deploy{}, RollInitiative{}, DeclareWild{}, Awaken{}, FirstTurn{},
	Activate{}, Move{}, Attack{}, Disengage{}, Wait{}, DropTreasure{}, UseAbility{}, ForgoBonus{}, EndActivation{}, Manual{}, Amend{}, Tally{}, ReportControl{},
	aftermath.Recover{}, Spend{},
}

// commandRules holds the rule that each kind of command follows, and the rules of values of their
// fields.
var commandRules = map[string]string{
	"roll-roles":      "WC-SET-3",
	"divide":          "WC-R-17",
	"draw-card":       "WC-SET-4",
	"orient":          "WC-SET-7",
	"roll-colours":    "WC-SET-8",
	"deploy":          "WC-SET-10",
	"roll-initiative": "WC-INIT-1",
	"declare-wild":    "WC-INIT-7",
	"awaken":          "WC-SCN-2",
	"first-turn":      "WC-ACT-1",
	"activate":        "WC-ACT-2",
	"move":            "WC-MOVE-1",
	"attack":          "WC-ATK-2",
	"disengage":       "WC-DIS-1",
	"wait":            "WC-WAIT-2",
	"drop-treasure":   "WC-TRE-7",
	"use-ability":     "WC-ABL-1",
	"forgo-bonus":     "WC-ACT-6",
	"end-activation":  "WC-ACT-9",
	"manual":          "WC-HOUSE-1",
	"amend":           "WC-HOUSE-9",
	"tally":           "WC-OBJ-2",
	"report-control":  "WC-OBJ-2",
	"recover":         "WC-HOUSE-2",
	"spend":           "WC-HOUSE-7",
}

// init adds the rule of each ability of the core rules.
func init() {
	for id, a := range ruling.AbilityRules {
		commandRules["use-ability.ability."+id] = a.Rule
	}
}
