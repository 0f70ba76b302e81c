package play

import (
	"fmt"

	"oriflamme/rules"
	"oriflamme/views"
)

// A BattlePage is a battle in progress as one person sees it.
type BattlePage struct {
	Title        string        // names of the sides, or of the battle
	Where        string        // game, mission, table
	Path         string        // address of the page
	ArbiterLink  *views.Action // where an arbiter rules; nil when the reader may not
	Lending      *Lending      // nil when there is nobody to lend the side to
	BothSidesURL string        // address at which the reader plays for both sides, or ""
	HandOverURL  string        // address that hands the one phone over, or ""
	Clock        *BattleClock  // nil when there is none to show or to set
	StateURL     string        // address of its state for the engine in the reader's browser; "" when there is nothing to try
	StreamURL    string        // address of the event stream; "" when nothing more can happen
	Kind         string        // kind of page the battle has; when it changes, the page is reloaded
	Aftermath    bool          // its aftermath is played
	Flow         Flow          // progress after the last roll
	Step         int           // commands carried out so far
	State        string        // the step and the answers to a pending command, as the event stream reports them
	Round        string
	Phase        string
	Sides        []BattleSide
	Ask          Ask
	Board        *Board // nil on a measured table
	Forces       []Force
	Log          Log
	Agreed       []string // for a question whether this person agrees: what would happen then
	Notes        []BattleNote
	StopGaps     []StopGap
	Secret       bool   // its record may not be taken away yet
	Undo         bool   // the last command may be taken back by this person
	EndURL       string // address where a battle that is over, or is broken off, is reported; "" when not
	Finish       bool   // the battle is over and this person may report it from its record
	ScreenURL    string // address of the view for a room
	ProofURL     string // address of the proof of the program's dice
	PlayBothURL  string // address for playing both sides on one phone; "" when not allowed
}

// A BattleSide is one side's part of the score board.
type BattleSide struct {
	Name, Player string
	Score        int
	Counters     []BattleCounter
	Cards        []BattleCard
	ToAct        bool
	Mine         bool
	Emblem       views.Emblem
}

// A BattleCounter is a named number, or a set of stored dice.
type BattleCounter struct {
	Label string
	Value int
	Faces []int // shown as dice instead of Value; nil for a figure
}

// A BattleCard is a card in hand; a Down one has neither name nor text.
type BattleCard struct {
	Name, Text string
	Type       string // what kind of card it is, in words
	Kind       string // and as a CSS class
	Points     int    // points it brings; 0 is not shown
	Down       bool
}

// A StopGap is a decision of our own on which a battle stands, because the book says nothing.
type StopGap struct {
	Name, Chosen string
	Rule         views.RuleRef
}

// A BattleNote is a line beside the battle.
type BattleNote struct {
	Text string
	Rule views.RuleRef
}

// A Force is the units of one side.
type Force struct {
	Name  string
	Mine  bool
	Units []UnitLine
	Gone  []UnitLine // units out of the battle, listed apart
}

// A UnitLine is a unit as the page lists it.
type UnitLine struct {
	ID, Name, Type string
	Href           string // choosing it, when it may be chosen; else ""
	Command        string // JSON of the command that choosing it plays at once; "" when the choice needs more input
	Acting         bool   // the unit of the command at hand
	Targeted       bool   // its target
	Ready          bool
	Tags           []string
	Tracks         []TrackLine
	Stats          []views.StatLine
	Grid           []GridColumn
	Tokens         []TokenLine
}

// A TokenLine is a number of tokens of a kind, drawn one by one.
type TokenLine struct {
	Label string
	N     int
}

// A GridColumn is a column of a damage grid, its boxes from the top.
type GridColumn []GridBox

// A GridBox is a box of a damage grid: the letter and the name of its system, if it
// stands for one, and whether it is filled.
type GridBox struct {
	Letter, System string
	Filled         bool
}

// gridText describes a damage grid in words.
func (u UnitLine) gridText(f views.Frame) string {
	filled, boxes := 0, 0
	for _, col := range u.Grid {
		for _, b := range col {
			boxes++
			if b.Filled {
				filled++
			}
		}
	}
	return f.Say("fight.grid", "n", filled, "of", boxes)
}

// A TrackLine is wounds and the like: Now of Max is lost or spent.
type TrackLine struct {
	Label    string
	Named    bool // its label is shown beside it, for tracks other than wounds
	Now, Max int
}

// An Ask is the decision that the battle waits for.
type Ask struct {
	Step         int    // commands carried out so far; every form sends it back
	Answers      int    // how often the pending command was answered so far; 0 when no command is pending
	Kind         string // "choose", "facts", "dice", "question", "ready", "wait" or "over"
	Seat         string // name of the side that is asked
	Mine         bool   // this person answers
	Trail        []Crumb
	Title        string
	Lead         string
	Choices      []Choice
	Units        []UnitLine     // choices that are units, before the others
	WholeFormURL string         // address of the whole form of this kind of command, "" when choices are all
	Many         bool           // too many choices for buttons: a list box is drawn
	Command      string         // JSON of the command to be sent
	ButtonText   string         // what the button of a ready command says
	Inputs       []views.Input  // facts to be measured
	Method       string         // of the facts form: "get" to see odds and dice next, "post" to play
	Hidden       []views.Hidden // choices so far, for a GET form
	Dice         *DiceForm
	Placing      *PlacingForm // for a question that any place of a board may answer; else nil
	Placed       *Choice      // the place that was pointed at, if the rules allow it
	Agreed       []string     // for a question whether this person agrees: what would happen then
	Notes        []BattleNote
	Odds         []views.OddsSummary
	TooWide      bool // the odds have too many outcomes to compute during a request
	Faults       []views.FaultLine
	Cancel       string // address that starts over; "" when nothing was chosen
	Drop         bool   // a pending command may be dropped
}

// A PlacingForm asks where on a plane something is put: its coordinates in the units of the board, and its direction.
type PlacingForm struct {
	X, Y        string
	Turns       bool   // it has a direction
	Turn        string // in degrees
	Left, Right string // by how much one press turns it
}

// A Crumb is a decision already taken and the address that takes it back.
type Crumb struct{ Label, Href string }

// A Choice opens Href for more input or, when none is needed, plays Command.
type Choice struct {
	Label, Note string
	Href        string
	Command     string // what is played at once
	Value       string // answer to a question, by index
	Rule        views.RuleRef
	Sketch      *Sketch // drawing of what the choice leads to; nil for one described in words
}

// A Sketch is a small drawing of a battlefield with a dot for each cell. Cells that look alike are one part.
type Sketch struct {
	Box   string // viewBox
	Parts []SketchPart
}

// A SketchPart is the cells of a battlefield that look alike.
type SketchPart struct {
	Key, Side string // as of a BoardPiece, or "cell"
	Path      string
}

// A DiceForm asks for the dice of one roll.
type DiceForm struct {
	Sides   int
	Slots   []Slot
	Left    int     // dice still to give
	Classes []Class // meaning of the faces, when known
	Back    bool    // a die may be taken back

	Of          int    // seat whose dice they are
	At          int    // how many dice of that seat the command already had
	Roll        string // what the dice are for, as the rules name it
	WaitingFor  string // name of the player whose dice are awaited from their own phone; else ""
	Others      []OtherDice
	RestButtons []string // texts of the button that has the program throw the missing dice, by their number from 1

	Symbols []Symbol // on the faces, from 1; nil for pips

	// A die of a hundred faces is two dice: the tens are tapped first, then the units.
	Tens           []TensDie // while they are to be tapped
	Units          []int     // the faces that the chosen tens leave, by unit from 0
	Chosen, Change string    // the chosen tens, and where to choose others
}

// OtherDice are the dice that another seat has already given.
type OtherDice struct {
	Who   string
	Faces []int
	Back  string // value of the button that takes the last of them back; "" when the reader may not
}

// restButton returns the text of the button that has the program throw the missing dice.
func (d *DiceForm) restButton() string {
	if d.Left < 1 || d.Left > len(d.RestButtons) {
		return ""
	}
	return d.RestButtons[d.Left-1]
}

// TensDie is a face of the die of tens.
type TensDie struct{ Label, Href string }

// A Symbol is what a face of a special die shows.
type Symbol struct {
	rules.Symbol        // without a path the name is drawn
	Name         string // read out, and shown beside it
}

// A Slot is a die of a roll: given, next or still to come.
type Slot struct {
	Label   string
	Face    int // 0 when not given
	Class   string
	Quality string // "miss", "hit", "crit" or ""
	Current bool
}

// A Class is a run of faces with one meaning.
type Class struct {
	From, To int
	Label    string
}

// Lending offers to let a player's side be played on the opponent's phone.
type Lending struct {
	Path, To, Name string
	Lent           bool
}

// HandOver is shown between the turns of two players who share a phone.
type HandOver struct {
	State, Stream string
	Who           []PhoneHolder // who may take it: one, or any
}

// A PhoneHolder is somebody who may take the phone.
type PhoneHolder struct {
	Name, Side, URL string
	Emblem          views.Emblem
}

// A BattleClock is the clock of a battle, or the form to set one.
type BattleClock struct {
	Path    string // where it is set; "" for those who only look on
	Set     bool   // the battle has a clock
	Minutes int
	Field   views.Field // that asks for the minutes
	Each    bool
	Runs    bool
	Faces   []ClockFace
}

// A ClockFace is the time on one clock when the page was made.
type ClockFace struct {
	Label   string
	Seconds int // negative when the time is over
	Runs    bool
}

// text writes a face as minutes and seconds.
func (c ClockFace) text() string {
	sign, n := "", c.Seconds
	if n < 0 {
		sign, n = "−", -n
	}
	return fmt.Sprintf("%s%d:%02d", sign, n/60, n%60)
}

// A Log lists the commands of the battle, the newest first, each with its events below.
type Log struct {
	Lines []LogLine
	Total int
	Older string // address of older lines, "" when there are none
	Newer string
}

// A LogLine is one command or event.
type LogLine struct {
	Text      string
	Rule      views.RuleRef
	IsCommand bool  // a command; otherwise an event of one
	Pending   bool  // the command waits for dice or a choice
	Dice      []int // thrown for the command
	Numbers   bool  // a die has more than six faces

	Symbols []Symbol // what they show, where all are special dice
	Step    int      // number of its command
}

// A Board is the battlefield as a drawing.
type Board struct {
	Box    string // viewBox
	Width  float64
	Height float64
	Grid   []string // paths of cells
	Pieces []BoardPiece
	Units  []BoardUnit
	Spots  []BoardSpot
	Shape  string
	Step   float64 // side of a cell, for strokes
	Rem    float64 // size of an inch or a cell in rem, on phones where the whole board would be too small; else 0
}

// A BoardPiece is terrain or a marker.
type BoardPiece struct {
	Label, Key string
	Path       string // outline; "" for a marker at X, Y
	X, Y, R    float64
	Side       string // "a", "b" … who holds it, or ""
	Figure     string // printed on a marker
}

// A BoardUnit is a unit on the board.
type BoardUnit struct {
	Label, Letter string
	Where         string // where it stands, in words
	Href          string
	X, Y, R       float64
	W, H, Turn    float64 // of a rectangle; H 0 for a round base
	Side          string
	Acting        bool
	Targeted      bool
	ShowsFront    bool // it shows which way it faces
	HasRear       bool // it has a second cell behind
}

// A BoardSpot is a place that may be chosen.
type BoardSpot struct {
	Letter, Label, Href string
	X, Y, R             float64
	Path                string // outline of a cell; "" for a round spot
	Footprint           string // outline of what would stand there
	Choice              string // the answer that it stands for, instead of an address
	Command             string // JSON of the command that choosing it plays at once; "" when the choice needs more input
}

// value returns the value of the button of a spot, or "" when the choice needs more input.
func (s BoardSpot) value() string {
	if s.Choice != "" {
		return s.Choice
	}
	return s.Command
}
