// Package rules is the frame in which every game is written.
//
// A Game is a value: one rulebook with its rulings and battles. A Battle changes only by
// events. A Turn throws dice, asks questions and records events while a Battle plays a
// Command. A Record holds enough to play a battle again. The package knows no game, reads no
// files, and imports only the standard library and the packages dice and odds. Decode refuses
// everything in JSON input that a struct does not declare.
//
// Begin reading with game.go (Game, Battle, Setup), then turn.go (how a command is played),
// roller.go (dice) and ruling.go (single procedures).
package rules

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"oriflamme/rules/dice"
)

// A Game is one rulebook.
type Game struct {
	ID      string // in records and addresses, such as "warcry"
	Name    string // as printed on the book
	Edition string
	Version int // raised when a change makes old records replay differently

	// DiceFirst and OneSource follow the game's contract of rulings: DiceFirst checks the
	// types of the dice before the input, OneSource refuses a seed beside dice.
	DiceFirst, OneSource bool

	Rulings []Ruling // procedures that can be asked for by themselves: the contract

	// The fields below are for battles. A game without Begin offers rulings only.

	Modes         []Mode                             // how battles may be played, the usual mode first; nil: both, measured first
	Options       []Option                           // house rules and rulings that an organiser may change
	Decks         []Deck                             // the cards that are drawn from a pack for Setup.Field, in the order of drawing
	DataSheets    *DataSheetKind                     // data that the rulebook does not print and a club may enter; nil: none
	CheckPack     func(Pack) []Fault                 // returns every fault of a pack
	CheckRoster   func(Roster) []Fault               // returns every fault of a list, each with its rule id
	PointsField   string                             // the field of Roster.Extra that holds the points limit of a list; "" without points
	ScoreResource string                             // the resource of an aftermath that standings may count as points, such as glory; "": none
	Budgets       func(Roster) []Budget              // the limits of a list and how much of each is used; nil without budgets
	Choices       func(Roster) []Choice              // what a list builder asks about a list beside its units; nil without choices
	PlayFormats   []string                           // values of the member "play" of Setup.Field, the usual one first; with "teams" the member "teams" holds the team of each seat; nil: one against one
	Begin         func(Setup) (Battle, error)        // returns a battle that is about to start
	Load          func(state []byte) (Battle, error) // returns a battle from its JSON, which may be of any moment
	Aftermath     func(Battle) (Battle, error)       // returns the aftermath of a battle, itself a short battle; nil when the game has none
	Measures      []Measure                          // the numbers whose distributions are the odds of a command
	Bots          []Bot                              // the program's players, weakest first
	Commands      []Command                          // a zero value of each kind, for decoding
	CommandRules  map[string]string                  // rule id by kind of command, or by "kind.field.value" where a value of a field has its own rule
	Events        []Event                            // a zero value of each kind, for decoding
	Secret        []string                           // names of rolls that stay hidden until the battle is over, such as shuffles
	Faces         map[string][]string                // symbols on the faces of dice, from face 1, by name of the roll; other dice have pips
	Covered       []string                           // ids of the rules that battles carry out; rulestest.Run fails when one never occurs
}

// Plays reports whether battles may be played in a mode.
func (g *Game) Plays(m Mode) bool { return g.Modes == nil || slices.Contains(g.Modes, m) }

// WithPoints returns a list with its points limit replaced by points. It returns the list
// unchanged when points is 0 or the game counts no points.
func (g *Game) WithPoints(r Roster, points int) Roster {
	if g.PointsField == "" || points == 0 {
		return r
	}
	extra := map[string]json.RawMessage{}
	if len(r.Extra) > 0 && json.Unmarshal(r.Extra, &extra) != nil {
		return r // CheckRoster refuses it
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

// A Budget is a limit of a list and how much of it is used; Used may exceed Max.
type Budget struct {
	Key       string // key of the content's phrases, after "budget."
	Unit      string // the Unit.ID it applies to, or "" for the whole list
	ByProfile bool   // it applies to all units with that unit's profile
	Used, Max int
	Rule      string
}

// A Choice is a question about a list or one of its units, such as the size of a unit. The
// answer is stored in Roster.Extra: for a list as the member Field, for a unit as the member
// with the unit's id in the object Field.
type Choice struct {
	Unit     string // Unit.ID, or "" for the whole list
	Field    string
	Number   bool // the answer is stored as a number
	MaxText  int  // for an answer in free text, without picks: its greatest length; 0: the answer is one of Picks
	Multiple bool // any number of picks may be chosen; they are stored as a list
	Rare     bool // few lists need it
	Picks    []Pick
	Current  string   // key of the chosen pick, or the free text; "" for none
	Selected []string // with Multiple: keys of the chosen picks
}

// A Pick is one answer to a Choice.
type Pick struct {
	Key    string
	Unit   string            // the Unit.ID that it names, or ""
	With   map[string]string // values for the phrase "pick.FIELD", which is used unless there is "pick.FIELD.KEY"
	Points int               // what the unit costs with this pick; 0 when the cost does not change
	Rule   string            // the rule it is about, or ""
}

// An Option is a house rule, or a ruling on a doubtful point, that an organiser can see and
// change. Its texts are in the content, by game and ID.
type Option struct {
	ID      string // such as "counter-stops-attack"
	Rule    string // the rule or ruling it settles
	Values  []string
	Default string
	Former  string `json:",omitempty"` // the default of battles that began before the version Since
	Since   int    `json:",omitempty"` // 0: the default was always the same

	// StopGap reports whether a battle with a value of the option stands on a decision of our
	// own, Rule, because the book says nothing there. It is nil for an option whose values the
	// book prints, or that settles how its words are read.
	StopGap func(s Setup, value string) bool `json:"-"`
}

// Always is the StopGap of an option on which every battle stands.
func Always(Setup, string) bool { return true }

// In returns the value of the option in a battle.
func (o *Option) In(s Setup) string {
	switch v := s.Options[o.ID]; {
	case v != "":
		return v
	case s.Version < o.Since:
		return o.Former
	}
	return o.Default
}

// StopGaps returns the options that are stop-gaps on which a battle stands.
func (g *Game) StopGaps(s Setup) (all []Option) {
	for _, o := range g.Options {
		if o.StopGap != nil && o.StopGap(s, o.In(s)) {
			all = append(all, o)
		}
	}
	return all
}

// A Seat is a player's place in a battle, from 0.
type Seat int

// Nobody is no seat: the viewer is a spectator, or the battle is a draw.
const Nobody Seat = -1

// Thrower returns the seat that throws die i of a roll: giver, the seat that gives the
// command, unless the roll names seats.
func Thrower(r dice.Roll, i int, giver Seat) Seat {
	if r.Seats == nil {
		return giver
	}
	return Seat(r.Seats[i])
}

// A Battle is a game in progress. It may remember what it measures, so it must not be used
// by several goroutines at once, not even for reading: each needs its own Clone.
type Battle interface {
	// Legal returns commands that can be given now, or none once the battle is over. Play
	// accepts every one of them. The list is complete on hexes and squares; where distances
	// are continuous it is a sample.
	Legal() []Command
	// Play carries out a command by emitting events, or refuses it with a *Fault.
	Play(*Turn, Command) error
	// Apply is the only method that changes the battle; Play changes it through Apply. All
	// others may be called by several goroutines at once (but see Remembering).
	Apply(Event)
	// Outcome returns how the battle ended; it is not ok before the end.
	Outcome() (Outcome, bool)
	Clone() Battle
	// View returns what a seat may see; for Nobody, what spectators may see.
	View(Seat) View
	// MarshalJSON writes the whole state; Game.Load reads it back.
	json.Marshaler
}

// A Command is what a player chooses to do. It is a struct, decoded by its tags (see
// Decode). A field tagged fact:"true" is measured at the table: in a battle on a board it may
// be left out, and the command is refused when the field contradicts the board.
type Command interface {
	Kind() string
	By() Seat // the player who gives it
}

// An Event is a change that a command causes. It is a struct with JSON tags.
type Event interface {
	Kind() string
	Rule() string // id of the rule it follows
}

// A Mode says where facts such as range and visibility come from.
type Mode string

// The modes.
const (
	Measured Mode = "measured" // the players state them in their commands
	Board    Mode = "board"    // the battle keeps positions and computes them
)

// A Citer is an event that follows more rules than the one that Rule returns: AlsoRules
// returns the ids of the others, depending on the event's fields.
type Citer interface {
	Event
	AlsoRules() []string
}

// A TurnStart is an event that begins the turn of a seat. The first one of a battle tells who
// plays first.
type TurnStart interface {
	Event
	TurnOf() Seat
}

// A Setup is everything that is fixed before a battle begins.
type Setup struct {
	Game    string            `json:"game"`
	Version int               `json:"version"`
	Mode    Mode              `json:"mode" in:"measured|board"`
	Options map[string]string `json:"options" default:"{}"` // by Option.ID; those left out have their default
	Rosters []Roster          `json:"rosters" len:"1..8"`   // by seat
	Field   json.RawMessage   `json:"field" default:"{}"`   // terrain, battleplan, scenario, in the game's own type
}

// A Roster is an army list or warband.
type Roster struct {
	Name    string          `json:"name" in:"1..80"`
	Faction string          `json:"faction" in:"0..80" default:"\"\""`
	Units   []Unit          `json:"units" len:"0..200"`
	Extra   json.RawMessage `json:"extra" default:"{}"` // points limit, leader, cards …, in the game's own type
}

// A Unit is one entry of a roster: a fighter, a warjack, a regiment.
type Unit struct {
	ID      string          `json:"id" in:"1..64"`      // unique in the campaign and the same in every battle
	Name    string          `json:"name" in:"1..80"`    // given by the player
	Profile json.RawMessage `json:"profile"`            // in the game's own type
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
	Parts    map[string][]json.RawMessage `json:"parts"`                // abilities, cards, terrain, deployments …
	Symbols  map[string]Symbol            `json:"symbols" default:"{}"` // drawings of what Game.Faces names
}

// A Symbol is the drawing on a face of a special die.
type Symbol struct {
	Path string `json:"path" in:"1..2000"`    // SVG path data in a box of 24 by 24
	Line bool   `json:"line" default:"false"` // drawn as a line, not filled
}

// A Deck holds the cards of a pack from which one field of Setup.Field is drawn before a
// battle.
type Deck struct {
	Field  string // name of the field
	Part   string // part of the pack that holds the cards
	Member string // the member of the drawn card that goes into the field; "": the whole card

	// DrawnInBattle says that the battle itself draws a card when none is named before it: all
	// cards go into the member Field of the object "piles" of Setup.Field.
	DrawnInBattle bool

	// FromRosters, when set, replaces the draw: it returns the cards that the rosters bring,
	// and the field gets all of them.
	FromRosters func(cards []json.RawMessage, rosters []Roster) ([]json.RawMessage, error)
}

// A DataSheetKind is a part of packs that a club may enter itself because the rulebook does
// not print it. Each member has an id and a name; a member that a club enters replaces the
// pack's member with the same id.
type DataSheetKind struct {
	Part string // name of the part in Pack.Parts
	Zero any    // a zero value of the struct that a member is decoded into

	// Missing returns a fault for everything that battles may need and a member lacks.
	Missing func(member json.RawMessage) []Fault
}

// A Profile is a unit of a pack that a list builder offers.
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

// In returns the text in a language, or in English or else French when it is missing.
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
	Effects []Effect `json:"effects"` // of an aftermath: its consequences for the campaign
}

// An Effect is one consequence of a battle for a unit or a side of the campaign, in terms
// that a campaign can apply without knowing the game.
type Effect struct {
	Seat   Seat       `json:"seat"`
	Unit   string     `json:"unit"` // Unit.ID, or "" for the whole side
	Kind   EffectKind `json:"kind"`
	Key    string     `json:"key"`    // which honour, scar or resource
	Amount int        `json:"amount"` // of experience, resources, kills
	Rule   string     `json:"rule"`   // house rule or rule that grants it
}

// An EffectKind says what an Effect changes in a campaign.
type EffectKind string

// The kinds of effects.
const (
	EffectHonour     EffectKind = "honour"
	EffectScar       EffectKind = "scar"
	EffectExperience EffectKind = "experience"
	EffectResource   EffectKind = "resource" // of a side
	EffectKill       EffectKind = "kill"
	EffectLost       EffectKind = "lost" // the unit does not return
)

// A Measure is a result of a command whose distribution is one of the command's odds, such as
// the damage dealt.
type Measure struct {
	Name string // key of the content's phrases
	Of   func(before, after Battle, events []Event) string
}

// SumOf is the measure of the sum of a figure over the events of one type.
func SumOf[E Event](name string, figure func(E) int) Measure {
	return Measure{Name: name, Of: func(_, _ Battle, events []Event) string {
		n := 0
		for _, e := range events {
			if e, ok := e.(E); ok {
				n += figure(e)
			}
		}
		return strconv.Itoa(n)
	}}
}

// A Bot chooses among commands. It sees what its seat sees, and draws random numbers with
// pick, which returns a number from 0 to n-1.
type Bot struct {
	Name   string
	Any    bool                     // it takes any legal command, so Sample may choose in its place
	Legal  func(b Battle) []Command // the legal commands among which it chooses; nil: all of them
	Choose func(b Battle, legal []Command, pick func(n int) int) Command
}

// RandomBot takes any legal command.
var RandomBot = Bot{Name: "random", Any: true, Choose: func(_ Battle, legal []Command, pick func(int) int) Command {
	return legal[pick(len(legal))]
}}

// Best returns the first command of the greatest worth with its worth.
func Best(legal []Command, worth func(Command) float64) (best Command, most float64) {
	most = math.Inf(-1)
	for _, c := range legal {
		if v := worth(c); best == nil || v > most {
			best, most = c, v
		}
	}
	return best, most
}
