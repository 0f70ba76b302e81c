// Package rules is the frame in which every game is written.
//
// A Game is a value: one rulebook, its rulings, its battles. A Battle changes
// only by events; a Turn gives out dice by name and records them; a Record is
// enough to play a battle again. The package knows no game, reads no files, and
// imports only the standard library.
package rules

import (
	"encoding/json"
	"slices"
	"strconv"

	"oriflamme/rules/dice"
)

// A Game is one rulebook.
type Game struct {
	ID      string // in records and addresses: "warcry"
	Name    string // as printed on the book
	Edition string
	Version int // raised when a change makes old records replay differently

	// DiceFirst and OneSource are peculiarities of the game's contract of rulings:
	// dice are type-checked before the input; a seed is refused beside dice.
	DiceFirst, OneSource bool

	Rulings []Ruling // single procedures: the contract

	// The fields below make battles. A game without Begin offers rulings only.

	Modes         []Mode                             // how battles may be played, the usual way first; nil: both, measured first
	Options       []Option                           // house rules and rulings that an organiser may change
	Decks         []Deck                             // what is taken from a pack for Setup.Field, in the order of drawing
	DataSheets    *DataSheetKind                     // data that the rulebook does not print and a club may enter; nil: none
	CheckPack     func(Pack) []Fault                 // checks a pack of profiles, strictly
	CheckRoster   func(Roster) []Fault               // every fault of a list, each with its rule id
	PointsField   string                             // field of Roster.Extra that holds the points a list may cost; "" without points
	ScoreResource string                             // the resource of an aftermath that standings may count as points, such as glory; "" for none
	Budgets       func(Roster) []Budget              // what a list may spend and has spent; nil without budgets
	Choices       func(Roster) []Choice              // what a list builder asks of a list beside its units; nil without questions
	PlayFormats   []string                           // values of the member "play" of Setup.Field, the usual first: "teams" has a member "teams" too, the team of each seat; nil: one against one
	Begin         func(Setup) (Battle, error)        // a battle about to start
	Load          func(state []byte) (Battle, error) // a battle from its JSON, at any moment
	Aftermath     func(Battle) (Battle, error)       // the aftermath, itself a short battle; nil when the game has none
	Measures      []Measure                          // what odds of a command are told by
	Bots          []Bot                              // players of the program, weakest first
	Commands      []Command                          // a zero value of each kind, for decoding
	CommandRules  map[string]string                  // id of the rule that each kind of command follows, or "kind.field.value" where a value of a field has a rule of its own
	Events        []Event                            // a zero value of each kind, for decoding
	Secret        []string                           // names of rolls that stay face down until the battle is over, such as shuffles
	Faces         map[string][]string                // symbols on the faces of dice, from 1, by name of the roll; others have pips
	Covered       []string                           // every rule id with a procedure; the acceptance kit wants to see each
}

// Plays reports whether battles may be played in a mode.
func (g *Game) Plays(m Mode) bool { return g.Modes == nil || slices.Contains(g.Modes, m) }

// WithPoints returns a list that may cost so many points, whatever it said itself; the
// list as it is when the limit is 0 or the game counts no points.
func (g *Game) WithPoints(r Roster, points int) Roster {
	if g.PointsField == "" || points == 0 {
		return r
	}
	extra := map[string]json.RawMessage{}
	if len(r.Extra) > 0 && json.Unmarshal(r.Extra, &extra) != nil {
		return r // which Check refuses
	}
	if extra == nil {
		return r
	}
	extra[g.PointsField] = json.RawMessage(strconv.Itoa(points))
	raw, err := json.Marshal(extra)
	if err != nil {
		return r
	}
	r.Extra = raw
	return r
}

// A Budget is a limit of a list and how much of it is used, whether or not it is kept.
type Budget struct {
	Key       string // of the content's phrases, "budget."
	Unit      string // the Unit.ID it is of, or "" for the whole list
	ByProfile bool   // it is of all units of that unit's profile
	Used, Max int
	Rule      string
}

// A Choice is something to be settled of a list or of one of its units, such as the
// size of a unit. It is kept in Roster.Extra: that of a list as the member Field, that
// of a unit as the member named by its id of the object Field.
type Choice struct {
	Unit     string // Unit.ID, or "" for the whole list
	Field    string
	Number   bool // it is kept as a number
	MaxText  int  // the most letters of an answer in words of one's own, which has no picks; 0: it is picked
	Multiple bool // any number of picks may hold, and are kept as a list
	Rare     bool // few lists need it
	Picks    []Pick
	Current  string   // key of the pick in force or the words, "" for none
	Selected []string // keys of the picks in force, of many
}

// A Pick is one answer to a Choice.
type Pick struct {
	Key    string
	Unit   string            // the Unit.ID that it stands for, or ""
	With   map[string]string // figures for the phrase "pick.FIELD", unless there is "pick.FIELD.KEY"
	Points int               // what the unit costs then; 0 when that changes nothing
	Rule   string            // that it is about, or ""
}

// An Option is a ruling on a doubtful point or a house switch that an organiser
// can see and change. Its sentences are in the content, by game and ID.
type Option struct {
	ID      string // such as "counter-stops-attack"
	Rule    string // the rule or ruling it settles
	Values  []string
	Default string
}

// A Seat is a player's place in a battle: 0 for the first, 1 for the second and so on.
type Seat int

// Nobody is no seat: a spectator, or the winner of a draw.
const Nobody Seat = -1

// Thrower is the seat whose die the i-th of a roll is: that of giver, who gives the
// command, unless the roll joins dice of several seats.
func Thrower(r dice.Roll, i int, giver Seat) Seat {
	if r.Seats == nil {
		return giver
	}
	return Seat(r.Seats[i])
}

// A Battle is a game in progress. It may note what it measures, to be quicker when it
// is asked again: one at a time looks at it, and Clone is for the others.
type Battle interface {
	// Legal returns commands that can be given now; none once the battle is over.
	// Every one of them is accepted by Play. It is complete on hexes and squares
	// and a sound sample where distances are free.
	Legal() []Command
	// Play carries out a command by emitting events, or refuses it with a *Fault.
	Play(*Turn, Command) error
	// Apply is the only method that changes the battle.
	Apply(Event)
	// Outcome is ok when the battle is over.
	Outcome() (Outcome, bool)
	Clone() Battle
	// View is what a seat may see; Nobody sees what spectators may.
	View(Seat) View
	// MarshalJSON writes the whole state; Game.Load reads it back.
	json.Marshaler
}

// A Command is what a player chooses. It is a struct, decoded by its tags (see
// Decode). A field tagged fact:"true" is measured at the table: in a battle on a
// board it may be left out, and is refused when it contradicts the board.
type Command interface {
	Kind() string
	By() Seat // the player who gives it
}

// An Event is what comes of a command. It is a struct with JSON tags.
type Event interface {
	Kind() string
	Rule() string // id of the rule it follows
}

// A Mode tells where facts such as range and visibility come from.
type Mode string

const (
	Measured Mode = "measured" // the players state them in their commands
	Board    Mode = "board"    // the battle keeps positions and computes them
)

// A Citer is an event by which more rules show than its Rule names: those that
// took effect as well, by what the event says.
type Citer interface {
	Event
	AlsoRules() []string
}

// A Setup is everything that is fixed before a battle begins.
type Setup struct {
	Game    string            `json:"game"`
	Version int               `json:"version"`
	Mode    Mode              `json:"mode" in:"measured|board"`
	Options map[string]string `json:"options" default:"{}"` // by Option.ID; left out: the default
	Rosters []Roster          `json:"rosters" len:"1..8"`   // one a seat
	Field   json.RawMessage   `json:"field" default:"{}"`   // terrain, battleplan, scenario: the game's own
}

// A Roster is an army list or warband.
type Roster struct {
	Name    string          `json:"name" in:"1..80"`
	Faction string          `json:"faction" in:"0..80" default:"\"\""`
	Units   []Unit          `json:"units" len:"0..200"`
	Extra   json.RawMessage `json:"extra" default:"{}"` // points limit, leader, cards …: the game's own
}

// A Unit is one entry of a roster: a fighter, a warjack, a regiment.
type Unit struct {
	ID      string          `json:"id" in:"1..64"`      // unique in the campaign, kept from battle to battle
	Name    string          `json:"name" in:"1..80"`    // its own name
	Profile json.RawMessage `json:"profile"`            // the game's own type
	Marks   []string        `json:"marks" default:"[]"` // honours and scars that the game knows, by id
}

// A Pack is a set of profiles and battlefields for one game.
type Pack struct {
	Game     string                       `json:"game"`
	ID       string                       `json:"id"`
	Name     Text                         `json:"name"`
	Edition  string                       `json:"edition"`
	Author   string                       `json:"author"`
	Licence  string                       `json:"licence"`
	Language string                       `json:"language" default:"\"\""`
	Units    []Profile                    `json:"units"`
	Parts    map[string][]json.RawMessage `json:"parts"` // abilities, cards, terrain, deployments …
}

// A Deck is the cards of a pack from which one field of a game's Setup.Field is
// drawn before a battle.
type Deck struct {
	Field  string // name of the field
	Part   string // part of the pack that holds the cards
	Member string // member of a card that is put in; "": the card as a whole

	// Brought, when set, draws nothing: the field gets those of the cards that the
	// rosters bring along.
	FromRosters func(cards []json.RawMessage, rosters []Roster) ([]json.RawMessage, error)
}

// A DataSheetKind is a part of packs that a club may enter itself, since the rulebook
// does not print it. Each member has an id and a name; a club's own stands in place
// of the pack's with the same id.
type DataSheetKind struct {
	Part string // of a pack
	Zero any    // a zero value of the struct that a member is decoded into

	// Missing lists what battles may ask of a member and it does not have.
	Missing func(member json.RawMessage) []Fault
}

// A Profile is a unit that a list builder offers.
type Profile struct {
	ID      string          `json:"id"`
	Name    Text            `json:"name"`
	Faction string          `json:"faction"`
	Points  int             `json:"points"`
	Profile json.RawMessage `json:"profile"`
	Missing []string        `json:"missing" default:"[]"` // abilities that the engine does not model
}

// A Text is a short text by language, such as "fr" and "en".
type Text map[string]string

// In returns the text in a language, or in English or French when it is missing.
func (t Text) In(lang string) string {
	for _, l := range []string{lang, "en", "fr"} {
		if s := t[l]; s != "" {
			return s
		}
	}
	return ""
}

// An Outcome is how a battle ended.
type Outcome struct {
	Winner  Seat     `json:"winner"` // Nobody for a draw
	Scores  []int    `json:"scores"` // by seat
	Reason  string   `json:"reason"` // a key of the content's phrases
	Rule    string   `json:"rule"`
	Effects []Effect `json:"effects"` // of an aftermath: what it does to the campaign
}

// An Effect is one consequence of a battle for a unit or a side of the campaign,
// posted to the ledger without knowing the game.
type Effect struct {
	Seat   Seat   `json:"seat"`
	Unit   string `json:"unit"`   // Unit.ID, or "" for the whole side
	Kind   string `json:"kind"`   // "honour", "scar", "experience", "resource", "kill", "lost"
	Key    string `json:"key"`    // which honour, scar or resource
	Amount int    `json:"amount"` // of experience, resources, kills
	Rule   string `json:"rule"`   // house rule or rule that grants it
}

// A Measure is a figure by which the odds of a command are told: damage dealt, taken down.
type Measure struct {
	Name string // key of the content's phrases
	Of   func(before, after Battle, events []Event) string
}

// A Bot chooses among commands. It sees what its seat sees and throws its own
// coins from pick, which returns a number from 0 to n-1.
type Bot struct {
	Name   string
	Any    bool // it takes any command: Sample may choose in its place
	Choose func(b Battle, legal []Command, pick func(n int) int) Command
}
