package underworlds

import (
	"oriflamme/rules"
	"oriflamme/rules/aftermath"
	"oriflamme/rules/underworlds/ruling"
)

// bySeat is the seat that gives a command.
type bySeat struct {
	Seat rules.Seat `json:"by" in:"0..1"`
}

// By returns the seat.
func (g bySeat) By() rules.Seat { return g.Seat }

// fighterCommand is a command about a fighter that acts.
type fighterCommand struct {
	bySeat
	Fighter string `json:"fighter" in:"1..64"`
}

// cardCommand is a command about a card.
type cardCommand struct {
	bySeat
	Card string `json:"card" in:"1..60"`
}

// RollOff rolls off with four dice for each player in any mix (WU-DICE-1); the winner
// chooses a player.
type RollOff struct {
	bySeat
	DiceA []string `json:"dice_a" len:"4..4" each:"attack|defence" default:"[\"attack\",\"attack\",\"attack\",\"attack\"]"`
	DiceB []string `json:"dice_b" len:"4..4" each:"attack|defence" default:"[\"attack\",\"attack\",\"attack\",\"attack\"]"`
}

// ChooseBoard chooses the first board, which becomes the territory of the player who chooses
// (WU-SETUP-2). On a measured table it may be any board, "" for one without a name.
type ChooseBoard struct {
	bySeat
	Board string `json:"board" in:"0..60" default:"\"\""`
}

// JoinBoards chooses the second board and joins it to the first (WU-SETUP-3, WU-SETUP-4).
type JoinBoards struct {
	bySeat
	Board       string       `json:"board" in:"0..60" default:"\"\""`
	Rotation    int          `json:"rotation" in:"0..180" default:"0"`
	Translation ruling.Shift `json:"translation" default:"[0,0]"`
	Edge        string       `json:"edge" in:"long|short"`
	Complete    *int         `json:"complete_hexes" in:"0..50" default:"null" null:"true" fact:"true"` // completed hexes of the join
}

// PlaceObjective places the next objective token, face down (WU-SETUP-7).
type PlaceObjective struct {
	bySeat
	Hex  *ruling.Hex `json:"hex" default:"null" null:"true"` // on a board
	Site *Site       `json:"site" default:"null" null:"true" fact:"true"`
}

// Deal shuffles all decks and draws the opening hands (WU-CARD-1).
type Deal struct{ bySeat }

// Mulligan exchanges a hand, or none (WU-CARD-2).
type Mulligan struct {
	bySeat
	Hands string `json:"hands" in:"none|objectives|power|all"`
}

// PlaceFighter places a fighter on a starting hex (WU-SETUP-13).
type PlaceFighter struct {
	fighterCommand
	Hex   *ruling.Hex `json:"hex" default:"null" null:"true"` // on a board
	Stand *Standing   `json:"stand" default:"null" null:"true" fact:"true"`
}

// Move is an activation for a Move action by a shortest path (WU-MOVE-1).
type Move struct {
	fighterCommand
	moveEnd
}

// moveEnd is the end of a Move action.
type moveEnd struct {
	Hex   *ruling.Hex `json:"hex" default:"null" null:"true"`                          // on a board
	Steps *int        `json:"steps" in:"0..40" default:"null" null:"true" fact:"true"` // number of hexes moved
	Stand *Standing   `json:"stand" default:"null" null:"true" fact:"true"`            // at the end
}

// Attack is an activation for an Attack action. With Scything the target is the first one
// (WU-ATK-2, WU-KW-4).
type Attack struct {
	fighterCommand
	Target string `json:"target" in:"1..64"`
	Weapon int    `json:"weapon" in:"0..13" default:"0"` // index in the Attack actions of the card, then those of upgrades
	Aim    *Aim   `json:"aim" default:"null" null:"true" fact:"true"`
}

// Charge is an activation for a Charge action (WU-CHARGE-1). It only moves: once the reactions
// to the move are over, an Attack names the target (WU-CHARGE-2). The last three fields are of
// battles before version 3, in which the Charge named it.
type Charge struct {
	fighterCommand
	moveEnd
	Target string `json:"target" in:"0..64" default:"\"\""`
	Weapon int    `json:"weapon" in:"0..13" default:"0"`
	Aim    *Aim   `json:"aim" default:"null" null:"true" fact:"true"` // after the move
}

// Guard is an activation for a Guard action (WU-GUARD-1).
type Guard struct{ fighterCommand }

// Stun is an activation for a Stun action (WU-STUN-1).
type Stun struct {
	fighterCommand
	Target string `json:"target" in:"1..64"`
}

// Shock is an activation for a Shock action (WU-SHOCK-1). It only moves: a Stun names the
// enemy afterwards (WU-SHOCK-2). Before version 3 the Shock named it.
type Shock struct {
	fighterCommand
	moveEnd
	Target string `json:"target" in:"0..64" default:"\"\""`
}

// DrawPower is an activation to draw a power card (WU-ACT-2).
type DrawPower struct{ bySeat }

// ReplaceObjective is an activation to replace an objective card (WU-ACT-2).
type ReplaceObjective cardCommand

// Pass passes an activation (WU-ACT-2) or a turn in the power step (WU-POWER-1).
type Pass struct{ bySeat }

// PlayUpgrade gives an upgrade to a fighter (WU-UPG-1).
type PlayUpgrade struct {
	fighterCommand
	Card string `json:"card" in:"1..60"`
}

// PlayPloy plays a gambit in a power step (WU-GAMBIT-1).
type PlayPloy cardCommand

// Cycle replaces a card that is restricted to fighters who are out of action (WU-CYCLE-1).
type Cycle cardCommand

// Score scores an objective in the end phase (WU-END-2).
type Score cardCommand

// NameCard says what a card of one's own deck is: a card of the list, or one by its name, type
// and text. It may be given at any time while the card is in hand, also in the other player's
// turn.
type NameCard struct {
	bySeat
	Card   string `json:"card" in:"1..60"`
	Listed string `json:"listed" in:"0..60" default:"\"\""` // id of a card of the list; "": the fields below
	Name   string `json:"name" in:"0..80" default:"\"\""`
	Type   string `json:"type" in:"objective|upgrade|ploy" default:"\"ploy\""`
	Text   string `json:"text" in:"0..400" default:"\"\""`
	Glory  int    `json:"glory" in:"0..10" default:"0"` // of an objective
	Surge  bool   `json:"surge" default:"false"`        // of an objective

	// When is the reaction step at which a power card is used, "power-step" for one that is no reaction.
	When string `json:"when" in:"power-step|turn-start|after-action|combat-1-declare|combat-2-attack-roll|combat-3-defence-roll|combat-4-determine-success|combat-7-drive-back|combat-8-end|damage-counters-placed|damage-check|power-card-revealed|power-card-resolved|after-power-step|reaction-announced|reaction-resolved" default:"\"power-step\""`
}

// Nod answers whether the condition of an objective by hand is met, as the other player says.
type Nod struct {
	bySeat
	Agree bool `json:"agree"`
}

// Discard discards a card in the end phase (WU-END-3, WU-END-5).
type Discard cardCommand

// Done ends a step of the end phase.
type Done struct{ bySeat }

func (RollOff) Kind() string          { return "roll-off" }
func (ChooseBoard) Kind() string      { return "choose-board" }
func (JoinBoards) Kind() string       { return "join-boards" }
func (PlaceObjective) Kind() string   { return "place-objective" }
func (Deal) Kind() string             { return "deal" }
func (Mulligan) Kind() string         { return "mulligan" }
func (PlaceFighter) Kind() string     { return "place-fighter" }
func (Move) Kind() string             { return "move" }
func (Attack) Kind() string           { return "attack" }
func (Charge) Kind() string           { return "charge" }
func (Guard) Kind() string            { return "guard" }
func (Stun) Kind() string             { return "stun" }
func (Shock) Kind() string            { return "shock" }
func (DrawPower) Kind() string        { return "draw-power" }
func (ReplaceObjective) Kind() string { return "replace-objective" }
func (Pass) Kind() string             { return "pass" }
func (PlayUpgrade) Kind() string      { return "play-upgrade" }
func (PlayPloy) Kind() string         { return "play-ploy" }
func (Cycle) Kind() string            { return "cycle" }
func (Score) Kind() string            { return "score" }
func (NameCard) Kind() string         { return "name-card" }
func (Nod) Kind() string              { return "nod" }
func (Discard) Kind() string          { return "discard" }
func (Done) Kind() string             { return "done" }

var battleCommands = []rules.Command{
	RollOff{}, ChooseBoard{}, JoinBoards{}, PlaceObjective{}, Deal{}, Mulligan{}, PlaceFighter{},
	Move{}, Attack{}, Charge{}, Guard{}, Stun{}, Shock{}, Act{}, DrawPower{}, ReplaceObjective{}, Pass{},
	PlayUpgrade{}, PlayPloy{}, Cycle{}, Score{}, Discard{}, Done{}, NameCard{}, Nod{}, Amend{}, aftermath.Recover{}, Keep{},
}

// commandRules is the rule that each kind of command follows, or that a value of one of its
// fields follows.
var commandRules = map[string]string{
	"roll-off":          "WU-DICE-1",
	"choose-board":      "WU-SETUP-2",
	"join-boards":       "WU-SETUP-3",
	"place-objective":   "WU-SETUP-7",
	"deal":              "WU-CARD-1",
	"mulligan":          "WU-CARD-2",
	"place-fighter":     "WU-SETUP-13",
	"move":              "WU-MOVE-1",
	"attack":            "WU-ATK-2",
	"charge":            "WU-CHARGE-1",
	"guard":             "WU-GUARD-1",
	"stun":              "WU-STUN-1",
	"shock":             "WU-SHOCK-1",
	"act":               "WU-ACT-6",
	"draw-power":        "WU-ACT-2",
	"replace-objective": "WU-ACT-2",
	"pass":              "WU-POWER-1",
	"play-upgrade":      "WU-UPG-1",
	"play-ploy":         "WU-GAMBIT-1",
	"cycle":             "WU-CYCLE-1",
	"score":             "WU-END-2",
	"discard":           "WU-END-3",
	"done":              "WU-END-1",
	"name-card":         "WU-CARD-4",
	"nod":               "WU-OBJ-1",
	"amend":             "WU-HOUSE-11",
	"recover":           "WU-HOUSE-1",
	"keep":              "WU-HOUSE-7",
}
