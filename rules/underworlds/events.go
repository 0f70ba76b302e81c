package underworlds

import (
	"oriflamme/rules"
	"oriflamme/rules/underworlds/ruling"
)

// RolledOff is a roll-off and whom its winner named (WU-SETUP-1, WU-SETUP-13, WU-SEQ-3).
type RolledOff struct {
	For       string     `json:"for"` // "board-choice", "fighter-placement" or "first-turn"
	Winner    rules.Seat `json:"winner"`
	DecidedBy string     `json:"decided_by"`
	Attempts  int        `json:"attempts"`
	Named     rules.Seat `json:"named"`
}

// BoardChosen is the first board.
type BoardChosen struct {
	Seat  rules.Seat `json:"seat"`
	Board int        `json:"board"`
}

// BoardsJoined is the second board as it lies.
type BoardsJoined struct {
	Seat     rules.Seat `json:"seat"`
	Board    int        `json:"board"`
	Rotation int        `json:"rotation"`
	Shift    ruling.Hex `json:"shift"`
	Edge     string     `json:"edge"`
}

// TokensShuffled holds the values of the objective tokens, face down (WU-SETUP-6).
type TokensShuffled struct {
	Values []int `json:"values"`
}

// ObjectivePlaced is a token put on the battlefield, face down.
type ObjectivePlaced struct {
	Seat rules.Seat  `json:"seat"`
	Hex  *ruling.Hex `json:"hex"` // null on a measured table, as everywhere
}

// ObjectivesTurned is the moment when all tokens are turned up (WU-SETUP-10).
type ObjectivesTurned struct {
	Values []int `json:"values"` // in the order of placing
}

// Shuffled is a deck shuffled; Order holds what only the deck knows.
type Shuffled struct {
	Seat  rules.Seat `json:"seat"`
	Deck  int        `json:"deck"` // 0 objectives, 1 power
	Order []int      `json:"order"`
}

// Drew is cards drawn from the top of a deck.
type Drew struct {
	Seat  rules.Seat `json:"seat"`
	Deck  int        `json:"deck"`
	Cards int        `json:"cards"`
}

// Exchanged is a hand set aside, replaced and put under its deck (WU-CARD-2).
type Exchanged struct {
	Seat rules.Seat `json:"seat"`
	Deck int        `json:"deck"`
}

// MulliganSettled closes a player's mulligan.
type MulliganSettled struct {
	Seat  rules.Seat `json:"seat"`
	Hands string     `json:"hands"`
}

// FighterPlaced is a fighter put on the battlefield, not by a move or push (WU-SETUP-16).
type FighterPlaced struct {
	Fighter string      `json:"fighter"`
	Hex     *ruling.Hex `json:"hex"`
	Stand   *Standing   `json:"stand"` // on a measured table
}

// PhaseBegan opens a phase or step; Seat gives the next command, or Nobody.
type PhaseBegan struct {
	Phase string     `json:"phase"`
	Round int        `json:"round"`
	Seat  rules.Seat `json:"seat"`
}

// TurnBegan opens a turn.
type TurnBegan struct {
	Seat rules.Seat `json:"seat"`
}

// Activated is the activation of a turn: a fighter's action, or a player's.
type Activated struct {
	Seat    rules.Seat `json:"seat"`
	Fighter string     `json:"fighter"` // "" for a player's action
	Action  string     `json:"action"`
}

// Moved is the end of a Move action, with the token that it gives (WU-MOVE-4, WU-CHARGE-1).
type Moved struct {
	Fighter string      `json:"fighter"`
	Hex     *ruling.Hex `json:"hex"`
	Charge  bool        `json:"charge"`
	Stand   *Standing   `json:"stand"`
}

// Pushed is a fighter pushed or driven back.
type Pushed struct {
	Fighter string      `json:"fighter"`
	Hex     *ruling.Hex `json:"hex"`
	Back    bool        `json:"back"` // driven back
	Stand   *Standing   `json:"stand"`
}

// TokensChanged is what tokens of a kind a fighter has now.
type TokensChanged struct {
	Fighter string `json:"fighter"`
	Token   string `json:"token"` // what changed: "move", "charge", "guard" or "stagger"
	Gained  bool   `json:"gained"`
}

// AttackDeclared is step 1 of an Attack action.
type AttackDeclared struct {
	Fighter string `json:"fighter"`
	Target  string `json:"target"`
	Weapon  int    `json:"weapon"`
}

// AttackJudged is an Attack action from the rolls to its result.
type AttackJudged struct {
	Fighter   string   `json:"fighter"`
	Target    string   `json:"target"`
	Attack    []string `json:"attack"`
	Defence   []string `json:"defence"`
	Trapped   bool     `json:"trapped"`
	Attacker  int      `json:"attacker"` // successes
	Defender  int      `json:"defender"`
	Result    string   `json:"result"`
	Criticals int      `json:"criticals"`
}

// Unresolved is an action that a reaction made impossible (WU-REACT-10).
type Unresolved struct {
	Fighter string `json:"fighter"`
	Action  string `json:"action"`
}

// Damaged is wound counters placed (WU-DMG-1).
type Damaged struct {
	Fighter string     `json:"fighter"`
	Amount  int        `json:"amount"`
	By      string     `json:"by"`   // fighter; "" for a card
	Card    string     `json:"card"` // "" for an attack
	Seat    rules.Seat `json:"seat"` // who dealt it
}

// Healed is wound counters removed.
type Healed struct {
	Fighter string `json:"fighter"`
	Amount  int    `json:"amount"`
}

// OutOfAction is a fighter removed (WU-OOA-1).
type OutOfAction struct {
	Fighter string `json:"fighter"`
	By      string `json:"by"`
}

// GloryGained is unspent glory of a source: "bounty", "surge", "score".
type GloryGained struct {
	Seat   rules.Seat `json:"seat"`
	Amount int        `json:"amount"`
	For    string     `json:"for"`
}

// ConditionMet latches the Inspire condition of a fighter (ruling A-24).
type ConditionMet struct {
	Fighter string `json:"fighter"`
}

// Inspired turns a fighter card over (WU-INSP-1).
type Inspired struct {
	Fighter string `json:"fighter"`
}

// Revealed is a card shown from a hand: a Surge card whose condition was met, or a power card.
type Revealed struct {
	Seat rules.Seat `json:"seat"`
	Card string     `json:"card"`
}

// Scored is an objective card put on the scored pile.
type Scored struct {
	Seat  rules.Seat `json:"seat"`
	Card  string     `json:"card"`
	Glory int        `json:"glory"`
	Surge bool       `json:"surge"`
}

// Discarded is a card of a hand put on its discard pile.
type Discarded struct {
	Seat rules.Seat `json:"seat"`
	Card string     `json:"card"`
	Deck int        `json:"deck"`
	Why  string     `json:"why"` // "played", "reaction", "cycled", "replaced", "discarded"
}

// UpgradeGiven is an upgrade laid beside a fighter card (WU-UPG-1).
type UpgradeGiven struct {
	Seat    rules.Seat `json:"seat"`
	Card    string     `json:"card"`
	Fighter string     `json:"fighter"`
}

// UpgradeDestroyed is an upgrade that goes to the discard pile (WU-CARD-7).
type UpgradeDestroyed struct {
	Seat    rules.Seat `json:"seat"`
	Card    string     `json:"card"`
	Fighter string     `json:"fighter"`
}

// Laid is a gambit that stays face up (WU-GAMBIT-2, WU-GAMBIT-3).
type Laid struct {
	Seat rules.Seat `json:"seat"`
	Card string     `json:"card"`
}

// Expired is a gambit face up that is discarded.
type Expired struct {
	Seat rules.Seat `json:"seat"`
	Card string     `json:"card"`
}

// ReactionAnnounced is a reaction of a gambit, an upgrade or a fighter card,
// whose fighter is then named in place of a card (WU-REACT-2).
type ReactionAnnounced struct {
	Seat   rules.Seat `json:"seat"`
	Card   string     `json:"card"`
	Window string     `json:"window"`
}

// ReactionResolved is a reaction carried out, or one that fizzled (WU-REACT-8).
type ReactionResolved struct {
	Seat    rules.Seat `json:"seat"`
	Card    string     `json:"card"`
	Fizzled bool       `json:"fizzled"`
}

// Waived is a player who passes at every reaction step of the turn.
type Waived struct {
	Seat rules.Seat `json:"seat"`
}

// ObjectiveMoved is an objective token pushed by a card.
type ObjectiveMoved struct {
	Value  int         `json:"value"`
	Hex    *ruling.Hex `json:"hex"`
	Holder string      `json:"holder"` // on a measured table: who stands there now, or ""
}

// Passed is a go of the power step given up.
type Passed struct {
	Seat rules.Seat `json:"seat"`
}

// RoundEnded takes all tokens off the battlefield (WU-END-8).
type RoundEnded struct {
	Round int `json:"round"`
}

func (RolledOff) Kind() string         { return "rolled-off" }
func (BoardChosen) Kind() string       { return "board-chosen" }
func (BoardsJoined) Kind() string      { return "boards-joined" }
func (TokensShuffled) Kind() string    { return "tokens-shuffled" }
func (ObjectivePlaced) Kind() string   { return "objective-placed" }
func (ObjectivesTurned) Kind() string  { return "objectives-turned" }
func (Shuffled) Kind() string          { return "shuffled" }
func (Drew) Kind() string              { return "drew" }
func (Exchanged) Kind() string         { return "exchanged" }
func (MulliganSettled) Kind() string   { return "mulligan-settled" }
func (FighterPlaced) Kind() string     { return "fighter-placed" }
func (PhaseBegan) Kind() string        { return "phase-began" }
func (TurnBegan) Kind() string         { return "turn-began" }
func (Activated) Kind() string         { return "activated" }
func (Moved) Kind() string             { return "moved" }
func (Pushed) Kind() string            { return "pushed" }
func (TokensChanged) Kind() string     { return "tokens-changed" }
func (AttackDeclared) Kind() string    { return "attack-declared" }
func (AttackJudged) Kind() string      { return "attack-judged" }
func (Unresolved) Kind() string        { return "unresolved" }
func (Damaged) Kind() string           { return "damaged" }
func (Healed) Kind() string            { return "healed" }
func (OutOfAction) Kind() string       { return "out-of-action" }
func (GloryGained) Kind() string       { return "glory-gained" }
func (ConditionMet) Kind() string      { return "condition-met" }
func (Inspired) Kind() string          { return "inspired" }
func (Revealed) Kind() string          { return "revealed" }
func (Scored) Kind() string            { return "scored" }
func (Discarded) Kind() string         { return "discarded" }
func (UpgradeGiven) Kind() string      { return "upgrade-given" }
func (UpgradeDestroyed) Kind() string  { return "upgrade-destroyed" }
func (Laid) Kind() string              { return "laid" }
func (Expired) Kind() string           { return "expired" }
func (ReactionAnnounced) Kind() string { return "reaction-announced" }
func (ReactionResolved) Kind() string  { return "reaction-resolved" }
func (Waived) Kind() string            { return "waived" }
func (ObjectiveMoved) Kind() string    { return "objective-moved" }
func (Passed) Kind() string            { return "passed" }
func (RoundEnded) Kind() string        { return "round-ended" }

var battleEvents = []rules.Event{
	RolledOff{}, BoardChosen{}, BoardsJoined{}, TokensShuffled{}, ObjectivePlaced{}, ObjectivesTurned{}, Shuffled{}, Drew{}, Exchanged{},
	MulliganSettled{}, FighterPlaced{}, PhaseBegan{}, TurnBegan{}, Activated{}, Moved{}, Pushed{}, TokensChanged{}, AttackDeclared{},
	AttackJudged{}, Unresolved{}, Damaged{}, Healed{}, OutOfAction{}, GloryGained{}, ConditionMet{}, Inspired{}, Revealed{}, Scored{},
	Discarded{}, UpgradeGiven{}, UpgradeDestroyed{}, Laid{}, Expired{}, ReactionAnnounced{}, ReactionResolved{}, Waived{}, ObjectiveMoved{},
	Passed{}, RoundEnded{}, Recovered{}, Honoured{}, Gained{}, SideTended{}, SideSettled{}, Steadied{},
	Kept{}, RivalryBegan{}, Avenged{},
}
