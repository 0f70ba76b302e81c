package warcry

import "oriflamme/rules"

// RolledOff is the result of a roll-off (WC-GEN-10).
type RolledOff struct {
	For    string     `json:"for"` // "roles", "colours", "initiative" or "recount"
	Winner rules.Seat `json:"winner"`
	Times  int        `json:"times"` // pairs of dice rolled
}

// RolesSet sets the attacker (WC-SET-3).
type RolesSet struct {
	Attacker rules.Seat `json:"attacker"`
}

// Divided divides a warband into its battle groups, by unit id.
type Divided struct {
	Seat   rules.Seat `json:"seat"`
	Dagger []string   `json:"dagger"`
	Shield []string   `json:"shield"`
	Hammer []string   `json:"hammer"`
	Law    string     `json:"law"` // id of the rule
}

// CardDrawn draws a card of the battleplan (WC-SET-4).
type CardDrawn struct {
	Pile  string `json:"pile"` // "terrain", "deployment", "victory" or "twist"
	Card  string `json:"card"`
	Named bool   `json:"named"` // the players drew it from real cards
}

// Oriented sets the orientation of the deployment card.
type Oriented struct {
	Seat   rules.Seat `json:"seat"`
	Turned bool       `json:"turned"`
}

// ColoursSet sets the red player (WC-SET-8).
type ColoursSet struct {
	Red rules.Seat `json:"red"`
}

// Deployed places a fighter on the battlefield.
type Deployed struct {
	Fighter string `json:"fighter"`
	At      Point  `json:"at"`
	Reserve bool   `json:"reserve"` // it arrived in a reserve phase

	Near []string `json:"near,omitempty"` // enemies within 1 inch, in a measured battle
}

// GroupPlaced ends the placing of a battle group.
type GroupPlaced struct {
	Seat  rules.Seat `json:"seat"`
	Group string     `json:"group"`
}

// PhaseBegan starts a phase of the battle. Seat gives the next command; Nobody: either may.
type PhaseBegan struct {
	Phase string     `json:"phase"`
	Round int        `json:"round"`
	Seat  rules.Seat `json:"seat"`
}

// InitiativeRolled holds the initiative dice of both players and who has the initiative.
type InitiativeRolled struct {
	A      [6]int     `json:"a"`
	B      [6]int     `json:"b"`
	Holder rules.Seat `json:"holder"`
}

// WildGranted gives each player the wild die of the round (WC-INIT-6).
type WildGranted struct{}

// WildDeclared holds a player's uses of wild dice.
type WildDeclared struct {
	Seat rules.Seat `json:"seat"`
	Uses []WildUse  `json:"uses"`
}

// InitiativeSettled sets the initiative after the recount (WC-INIT-11).
type InitiativeSettled struct {
	Holder rules.Seat `json:"holder"`
	Seized bool       `json:"seized"`
}

// Awakened awakens an objective, or none for "".
type Awakened struct {
	Seat      rules.Seat `json:"seat"`
	Objective string     `json:"objective"`
}

// TurnBegan starts the turn of a player to activate a fighter.
type TurnBegan struct {
	Seat  rules.Seat `json:"seat"`
	First bool       `json:"first"` // the first turn of the combat phase
}

// TurnOf returns the seat whose turn begins.
func (e TurnBegan) TurnOf() rules.Seat { return e.Seat }

// Passed is the turn of a player who has no fighter to activate (WC-ACT-3).
type Passed struct {
	Seat rules.Seat `json:"seat"`
}

// Activated starts an activation.
type Activated struct {
	Fighter string `json:"fighter"`
	Actions int    `json:"actions"`
	Second  bool   `json:"second"` // it was waiting
}

// Moved is a move action.
type Moved struct {
	Fighter string    `json:"fighter"`
	To      Point     `json:"to"`
	Cost    rules.Dec `json:"cost"` // distance that counts against the Move, inches
	Bonus   bool      `json:"bonus"`
	On      string    `json:"on"`   // what it climbs at the end: "", "obstacle", "stairs", "ladder" or "deadly"
	Part    string    `json:"part"` // on a board

	Near []string `json:"near,omitempty"` // enemies within 1 inch at the end, in a measured battle
}

// Attacked is an attack action, from its hit rolls to its total damage.
type Attacked struct {
	Fighter   string `json:"fighter"`
	Target    string `json:"target"`
	Weapon    int    `json:"weapon"`
	Bonus     bool   `json:"bonus"`
	Cover     bool   `json:"cover"`
	Need      int    `json:"need"`
	Hits      int    `json:"hits"`
	Criticals int    `json:"criticals"`
	Misses    int    `json:"misses"`
	Damage    int    `json:"damage"` // total, without regard to the Wounds left

	Facts *attackNote `json:"facts,omitempty"` // what a measured battle keeps
}

// Reacted is a reaction of a fighter.
type Reacted struct {
	Fighter  string `json:"fighter"`
	Reaction string `json:"reaction"`
	To       string `json:"to"` // the enemy that acts
}

// Damaged allocates damage. Cause is one of the causes of the ruling battle-result.
type Damaged struct {
	Fighter string `json:"fighter"`
	Amount  int    `json:"amount"`
	By      string `json:"by"` // the enemy that gets the credit, or ""
	Cause   string `json:"cause"`
}

// TakenDown removes a fighter from the battle.
type TakenDown struct {
	Fighter string `json:"fighter"`
	By      string `json:"by"`
	Cause   string `json:"cause"`
}

// FallTested is the result of a fall test (WC-TER-7).
type FallTested struct {
	Fighter string `json:"fighter"`
	Falls   bool   `json:"falls"`
}

// Fell is a fall to a point that the opponent chose (WC-FALL-2).
type Fell struct {
	Fighter string    `json:"fighter"`
	To      Point     `json:"to"`
	Drop    rules.Dec `json:"drop"` // inches

	Near []string `json:"near,omitempty"` // enemies within 1 inch of the point, in a measured battle
}

// Disengaged is a disengage action, which a reaction may have stopped.
type Disengaged struct {
	Fighter string `json:"fighter"`
	To      Point  `json:"to"`
}

// Waited is a wait action.
type Waited struct {
	Fighter string `json:"fighter"`
	Waiting bool   `json:"waiting"` // it may be activated again
}

// PickedUp is the pick-up of a treasure (WC-TRE-1).
type PickedUp struct {
	Fighter  string `json:"fighter"`
	Treasure string `json:"treasure"`
}

// Dropped puts a carried treasure on the battlefield.
type Dropped struct {
	Fighter  string `json:"fighter"`
	Treasure string `json:"treasure"`
	At       Point  `json:"at"`
	Action   bool   `json:"action"` // it cost an action
}

// AbilityUsed is the use of an ability and the dice spent on it.
type AbilityUsed struct {
	Fighter string `json:"fighter"`
	Ability string `json:"ability"`
	Value   int    `json:"value"`
	Dice    int    `json:"dice"`
	Target  string `json:"target"`
}

// BonusForgone gives up the bonus actions that an ability granted.
type BonusForgone struct {
	Fighter string `json:"fighter"`
}

// Healed removes allocated damage.
type Healed struct {
	Fighter string `json:"fighter"`
	Amount  int    `json:"amount"`
}

// Hampered gives a fighter a lasting effect: "ropes", "eyes" or "taunt".
type Hampered struct {
	Fighter string `json:"fighter"`
	Effect  string `json:"effect"`
	Amount  int    `json:"amount"`
	By      string `json:"by"`
}

// Inspired lets a fighter be activated right after this activation.
type Inspired struct {
	Fighter string `json:"fighter"`
}

// Placed places a fighter by a rule, without a move.
type Placed struct {
	Fighter string `json:"fighter"`
	At      Point  `json:"at"`
	Law     string `json:"law"` // id of the rule that places it

	Near []string `json:"near,omitempty"` // enemies within 1 inch, in a measured battle
}

// Demolished removes a terrain feature (WC-MABL-3).
type Demolished struct {
	Feature string `json:"feature"`
}

// ActivationEnded ends an activation (WC-ACT-9).
type ActivationEnded struct {
	Fighter string `json:"fighter"`
}

// PresenceNoted holds what both players agree on: who is near which objective (WC-OBJ-2).
type PresenceNoted struct {
	Seat       rules.Seat `json:"seat"` // the player who reported it
	Objectives []Presence `json:"objectives"`
}

// Controlled sets who controls an objective (WC-OBJ-2).
type Controlled struct {
	Objective string     `json:"objective"`
	Seat      rules.Seat `json:"seat"`
}

// Scored gives victory points to a player.
type Scored struct {
	Seat rules.Seat `json:"seat"`
	VP   int        `json:"vp"`
	For  string     `json:"for"` // a kind of Score
}

// RoundEnded ends the round and resets what lasts for a round.
type RoundEnded struct {
	Round int `json:"round"`
}

// BattleEnded ends the battle.
type BattleEnded struct {
	Winner rules.Seat `json:"winner"` // Nobody for a draw
	A      int        `json:"a"`      // victory points
	B      int        `json:"b"`
}

// HandPlayed is a change that the players made by hand (Manual).
type HandPlayed struct {
	Seat    rules.Seat `json:"seat"`
	Fighter string     `json:"fighter"`
	To      *Point     `json:"to"`
	Note    string     `json:"note"`
}

func (RolledOff) Kind() string         { return "rolled-off" }
func (RolesSet) Kind() string          { return "roles-set" }
func (Divided) Kind() string           { return "divided" }
func (CardDrawn) Kind() string         { return "card-drawn" }
func (Oriented) Kind() string          { return "oriented" }
func (ColoursSet) Kind() string        { return "colours-set" }
func (Deployed) Kind() string          { return "deployed" }
func (GroupPlaced) Kind() string       { return "group-placed" }
func (PhaseBegan) Kind() string        { return "phase-began" }
func (InitiativeRolled) Kind() string  { return "initiative-rolled" }
func (WildGranted) Kind() string       { return "wild-granted" }
func (WildDeclared) Kind() string      { return "wild-declared" }
func (InitiativeSettled) Kind() string { return "initiative-settled" }
func (Awakened) Kind() string          { return "awakened" }
func (TurnBegan) Kind() string         { return "turn-began" }
func (Passed) Kind() string            { return "passed" }
func (Activated) Kind() string         { return "activated" }
func (Moved) Kind() string             { return "moved" }
func (Attacked) Kind() string          { return "attacked" }
func (Reacted) Kind() string           { return "reacted" }
func (Damaged) Kind() string           { return "damaged" }
func (TakenDown) Kind() string         { return "taken-down" }
func (FallTested) Kind() string        { return "fall-tested" }
func (Fell) Kind() string              { return "fell" }
func (Disengaged) Kind() string        { return "disengaged" }
func (Waited) Kind() string            { return "waited" }
func (PickedUp) Kind() string          { return "picked-up" }
func (Dropped) Kind() string           { return "dropped" }
func (AbilityUsed) Kind() string       { return "ability-used" }
func (BonusForgone) Kind() string      { return "bonus-forgone" }
func (Healed) Kind() string            { return "healed" }
func (Hampered) Kind() string          { return "hampered" }
func (Inspired) Kind() string          { return "inspired" }
func (Placed) Kind() string            { return "placed" }
func (Demolished) Kind() string        { return "demolished" }
func (ActivationEnded) Kind() string   { return "activation-ended" }
func (PresenceNoted) Kind() string     { return "presence-noted" }
func (Controlled) Kind() string        { return "controlled" }
func (Scored) Kind() string            { return "scored" }
func (RoundEnded) Kind() string        { return "round-ended" }
func (BattleEnded) Kind() string       { return "battle-ended" }
func (HandPlayed) Kind() string        { return "hand-played" }

var battleEvents = []rules.Event{
	RolledOff{}, RolesSet{}, Divided{}, CardDrawn{}, Oriented{}, ColoursSet{}, Deployed{}, GroupPlaced{}, PhaseBegan{},
	InitiativeRolled{}, WildGranted{}, WildDeclared{}, InitiativeSettled{}, Awakened{}, TurnBegan{}, Passed{},
	Activated{}, Moved{}, Attacked{}, Reacted{}, Damaged{}, TakenDown{}, FallTested{}, Fell{}, Disengaged{}, Waited{},
	PickedUp{}, Dropped{}, AbilityUsed{}, BonusForgone{}, Healed{}, Hampered{}, Inspired{}, Placed{}, Demolished{}, ActivationEnded{},
	PresenceNoted{}, Controlled{}, Scored{}, RoundEnded{}, BattleEnded{}, HandPlayed{}, Amended{},
	Recovered{}, Honoured{}, Gained{}, AftermathEnded{}, Steadied{},
}
