package underworlds

import (
	"oriflamme/rules"
	"oriflamme/rules/underworlds/ruling"
)

// The fields that several events have.
type (
	seatEvent struct {
		Seat rules.Seat `json:"seat"`
	}
	fighterEvent struct {
		Fighter string `json:"fighter"`
	}
	cardEvent struct {
		Seat rules.Seat `json:"seat"`
		Card string     `json:"card"`
	}
	upgradeEvent struct {
		Seat    rules.Seat `json:"seat"`
		Card    string     `json:"card"`
		Fighter string     `json:"fighter"`
	}
	tokenValues struct {
		Values []int `json:"values"`
	}
)

// RolledOff is a roll-off with the player that its winner chose (WU-SETUP-1, WU-SETUP-13,
// WU-SEQ-3).
type RolledOff struct {
	For       string     `json:"for"` // "board-choice", "fighter-placement" or "first-turn"
	Winner    rules.Seat `json:"winner"`
	DecidedBy string     `json:"decided_by"`
	Attempts  int        `json:"attempts"`
	Named     rules.Seat `json:"named"`
}

// BoardChosen states the first board.
type BoardChosen struct {
	Seat  rules.Seat `json:"seat"`
	Board int        `json:"board"`
}

// BoardsJoined states the second board and its join.
type BoardsJoined struct {
	Seat     rules.Seat `json:"seat"`
	Board    int        `json:"board"`
	Rotation int        `json:"rotation"`
	Shift    ruling.Hex `json:"shift"`
	Edge     string     `json:"edge"`
}

// TokensShuffled holds the values of the objective tokens, face down (WU-SETUP-6).
type TokensShuffled tokenValues

// ObjectivePlaced states that a token is placed on the battlefield, face down.
type ObjectivePlaced struct {
	Seat rules.Seat  `json:"seat"`
	Hex  *ruling.Hex `json:"hex"` // nil on a measured table, as in all events
}

// ObjectivesTurned states that all tokens are turned face up: their values in the order of
// placing (WU-SETUP-10).
type ObjectivesTurned tokenValues

// Shuffled states that a deck is shuffled. Order is secret.
type Shuffled struct {
	Seat  rules.Seat `json:"seat"`
	Deck  int        `json:"deck"` // 0 objectives, 1 power
	Order []int      `json:"order"`
}

// Drew states that cards are drawn from the top of a deck.
type Drew struct {
	Seat  rules.Seat `json:"seat"`
	Deck  int        `json:"deck"`
	Cards int        `json:"cards"`
}

// Exchanged states that a hand is set aside, replaced and put under its deck (WU-CARD-2).
type Exchanged struct {
	Seat rules.Seat `json:"seat"`
	Deck int        `json:"deck"`
}

// MulliganSettled states that a player's mulligan is over.
type MulliganSettled struct {
	Seat  rules.Seat `json:"seat"`
	Hands string     `json:"hands"`
}

// FighterPlaced states that a fighter is put on the battlefield, not by a move or push
// (WU-SETUP-16).
type FighterPlaced struct {
	Fighter string      `json:"fighter"`
	Hex     *ruling.Hex `json:"hex"`
	Stand   *Standing   `json:"stand"` // on a measured table
}

// PhaseBegan begins a phase or step. Seat gives the next command, or Nobody.
type PhaseBegan struct {
	Phase string     `json:"phase"`
	Round int        `json:"round"`
	Seat  rules.Seat `json:"seat"`
}

// TurnBegan begins a turn.
type TurnBegan seatEvent

// TurnOf returns the seat whose turn begins.
func (e TurnBegan) TurnOf() rules.Seat { return e.Seat }

// Activated is the activation of a turn: an action of a fighter or of the player.
type Activated struct {
	Seat    rules.Seat `json:"seat"`
	Fighter string     `json:"fighter"` // "" for an action of the player
	Action  string     `json:"action"`
}

// Moved is the end of a Move action, with the token that it gives (WU-MOVE-4, WU-CHARGE-1).
type Moved struct {
	Fighter string      `json:"fighter"`
	Hex     *ruling.Hex `json:"hex"`
	Charge  bool        `json:"charge"`
	Stand   *Standing   `json:"stand"`
}

// Pushed states that a fighter is pushed or driven back.
type Pushed struct {
	Fighter string      `json:"fighter"`
	Hex     *ruling.Hex `json:"hex"`
	Back    bool        `json:"back"` // it is driven back
	Stand   *Standing   `json:"stand"`
}

// SuperActionMoved states that the move of a Charge or Shock is made and that the second part,
// an Attack or Stun action, is still to come (WU-CHARGE-2, WU-SHOCK-2).
type SuperActionMoved struct {
	Fighter string `json:"fighter"`
	Action  string `json:"action"` // "charge" or "shock"
}

// TokensChanged states the tokens of a kind that a fighter has now.
type TokensChanged struct {
	Fighter string `json:"fighter"`
	Token   string `json:"token"` // the kind that changed: "move", "charge", "guard" or "stagger"
	Gained  bool   `json:"gained"`
}

// AimStated holds the facts about an attacker and its target on a measured table, which the
// battle remembers until one of them changes its place.
type AimStated struct {
	Fighter  string `json:"fighter"`
	Target   string `json:"target"`
	Distance int    `json:"distance"` // hexes
	Visible  bool   `json:"visible"`
	Cornered bool   `json:"cornered"` // remembered until any fighter changes its place
}

// AttackDeclared is step 1 of an Attack action.
type AttackDeclared struct {
	Fighter string `json:"fighter"`
	Target  string `json:"target"`
	Weapon  int    `json:"weapon"`
}

// AttackJudged is the rolls and the result of an Attack action.
type AttackJudged struct {
	Fighter   string   `json:"fighter"`
	Target    string   `json:"target"`
	Attack    []string `json:"attack"`
	Defence   []string `json:"defence"`
	Trapped   bool     `json:"trapped"`  // the target was trapped, which added a success
	Attacker  int      `json:"attacker"` // successes
	Defender  int      `json:"defender"`
	Result    string   `json:"result"`
	Criticals int      `json:"criticals"`
}

// Unresolved states that a reaction made an action impossible (WU-REACT-10).
type Unresolved struct {
	Fighter string `json:"fighter"`
	Action  string `json:"action"`
}

// Damaged states that wound counters are placed (WU-DMG-1).
type Damaged struct {
	Fighter string     `json:"fighter"`
	Amount  int        `json:"amount"`
	By      string     `json:"by"`   // fighter; "" for a card
	Card    string     `json:"card"` // "" for an attack
	Seat    rules.Seat `json:"seat"` // the seat that dealt the damage
}

// Healed states that wound counters are removed.
type Healed struct {
	Fighter string `json:"fighter"`
	Amount  int    `json:"amount"`
}

// OutOfAction states that a fighter is removed (WU-OOA-1).
type OutOfAction struct {
	Fighter string `json:"fighter"`
	By      string `json:"by"`
}

// GloryGained is unspent glory from a source: "bounty", "surge" or "score".
type GloryGained struct {
	Seat   rules.Seat `json:"seat"`
	Amount int        `json:"amount"`
	For    string     `json:"for"`
}

// ConditionMet states that the Inspire condition of a fighter was met (ruling A-24).
type ConditionMet fighterEvent

// Inspired states that a fighter card is turned over (WU-INSP-1).
type Inspired fighterEvent

// Revealed states that a card of a hand is shown: a Surge card whose condition was met, or a
// power card.
type Revealed cardEvent

// Scored states that an objective card is scored.
type Scored struct {
	Seat  rules.Seat `json:"seat"`
	Card  string     `json:"card"`
	Glory int        `json:"glory"`
	Surge bool       `json:"surge"`
}

// Discarded states that a card of a hand is discarded.
type Discarded struct {
	Seat rules.Seat `json:"seat"`
	Card string     `json:"card"`
	Deck int        `json:"deck"`
	Why  string     `json:"why"` // "played", "reaction", "cycled", "replaced", "discarded"
}

// UpgradeGiven states that a fighter is given an upgrade (WU-UPG-1).
type UpgradeGiven upgradeEvent

// UpgradeDestroyed states that an upgrade goes to the discard pile (WU-CARD-7).
type UpgradeDestroyed upgradeEvent

// Laid states that a gambit stays face up (WU-GAMBIT-2, WU-GAMBIT-3).
type Laid cardEvent

// Expired states that a face-up gambit is discarded.
type Expired cardEvent

// CardNamed states what a card of a player's own deck is. It is secret until the card is played,
// scored or discarded.
type CardNamed struct {
	Seat   rules.Seat `json:"seat"`
	Slot   string     `json:"slot"`   // its id before
	Listed string     `json:"listed"` // id of the card of the list; "": Typed
	Typed  *DeckCard  `json:"typed"`
}

// PlayedByHand states that the players carry out the text of a card.
type PlayedByHand cardEvent

// Claimed states that a player says that the condition of an objective by hand is met. The
// other player agrees or not (WU-END-2, WU-SURGE-1).
type Claimed cardEvent

// ClaimSettled states what the other player said.
type ClaimSettled struct {
	Seat   rules.Seat `json:"seat"`
	Card   string     `json:"card"`
	Agreed bool       `json:"agreed"`
}

// ReactionAnnounced states the reaction of a gambit, an upgrade or a fighter card. For a
// fighter card the fighter is named in place of a card (WU-REACT-2).
type ReactionAnnounced struct {
	Seat   rules.Seat `json:"seat"`
	Card   string     `json:"card"`
	Window string     `json:"window"`
}

// ReactionResolved states that a reaction was carried out, or had become impossible
// (WU-REACT-8).
type ReactionResolved struct {
	Seat    rules.Seat `json:"seat"`
	Card    string     `json:"card"`
	Fizzled bool       `json:"fizzled"`
}

// Waived states that a player passes at every reaction step of the turn.
type Waived seatEvent

// ObjectiveMoved states that a card moved an objective token.
type ObjectiveMoved struct {
	Value  int         `json:"value"`
	Hex    *ruling.Hex `json:"hex"`
	Holder string      `json:"holder"` // on a measured table: the fighter that stands there now, or ""
}

// Passed states that a player passes in the power step.
type Passed seatEvent

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
func (SuperActionMoved) Kind() string  { return "super-action-moved" }
func (AimStated) Kind() string         { return "aim-stated" }
func (ConditionMet) Kind() string      { return "condition-met" }
func (Inspired) Kind() string          { return "inspired" }
func (Revealed) Kind() string          { return "revealed" }
func (Scored) Kind() string            { return "scored" }
func (Discarded) Kind() string         { return "discarded" }
func (UpgradeGiven) Kind() string      { return "upgrade-given" }
func (UpgradeDestroyed) Kind() string  { return "upgrade-destroyed" }
func (Laid) Kind() string              { return "laid" }
func (Expired) Kind() string           { return "expired" }
func (CardNamed) Kind() string         { return "card-named" }
func (PlayedByHand) Kind() string      { return "played-by-hand" }
func (Claimed) Kind() string           { return "claimed" }
func (ClaimSettled) Kind() string      { return "claim-settled" }
func (ReactionAnnounced) Kind() string { return "reaction-announced" }
func (ReactionResolved) Kind() string  { return "reaction-resolved" }
func (Waived) Kind() string            { return "waived" }
func (ObjectiveMoved) Kind() string    { return "objective-moved" }
func (Passed) Kind() string            { return "passed" }
func (RoundEnded) Kind() string        { return "round-ended" }

var battleEvents = []rules.Event{
	RolledOff{}, BoardChosen{}, BoardsJoined{}, TokensShuffled{}, ObjectivePlaced{}, ObjectivesTurned{}, Shuffled{}, Drew{}, Exchanged{},
	MulliganSettled{}, FighterPlaced{}, PhaseBegan{}, TurnBegan{}, Activated{}, Moved{}, Pushed{}, SuperActionMoved{}, TokensChanged{}, AimStated{}, AttackDeclared{},
	AttackJudged{}, Unresolved{}, Damaged{}, Healed{}, OutOfAction{}, GloryGained{}, ConditionMet{}, Inspired{}, Revealed{}, Scored{},
	Discarded{}, UpgradeGiven{}, UpgradeDestroyed{}, Laid{}, Expired{}, ReactionAnnounced{}, ReactionResolved{}, Waived{}, ObjectiveMoved{},
	Passed{}, RoundEnded{}, CardNamed{}, PlayedByHand{}, Claimed{}, ClaimSettled{}, Amended{}, Corrected{}, Recovered{}, Honoured{}, Gained{}, SideTended{}, SideSettled{}, Steadied{},
	Kept{}, RivalryBegan{}, Avenged{},
}
