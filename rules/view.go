package rules

// A View is what one seat may see of a battle, in terms that a page can draw
// without knowing the game. Names ending in a key are looked up in the content's
// phrases of the game.
type View struct {
	Round int        `json:"round"`
	Phase string     `json:"phase"`  // key
	ToAct Seat       `json:"to_act"` // who must give the next command; Nobody when anyone may, or it is over
	Sides []SideView `json:"sides"`
	Units []UnitView `json:"units"`
	Board *BoardView `json:"board"` // nil on a measured table without one
	Notes []Note     `json:"notes"` // anything else to show: score of the round, twist in force

	// Words are names by id, in every language, of what the view or the log may
	// mention and the content has no phrase for: cards, weapons, boards of a pack.
	Names map[string]Text `json:"words,omitempty"`

	// Called are things without a name of their own by id, such as the objectives of a battleplan: a note, of which
	// the content's phrase "thing.KEY", or else "thing.OF" with the figure "of", is their name.
	Labels map[string]Note `json:"-"`

	// Texts say what those of Words do, in every language, and Kinds are keys of what they are or cost.
	Texts map[string]Text   `json:"-"`
	Kinds map[string]string `json:"-"`
}

// A SideView is one player's side.
type SideView struct {
	Seat     Seat       `json:"seat"`
	Name     string     `json:"name"`
	Score    int        `json:"score"`
	Counters []Counter  `json:"counters"` // initiative dice, wild dice, command points …
	Cards    []CardView `json:"cards"`    // a hand, only for the seat that holds it
}

// A Counter is a named figure, or several such as the faces of dice kept.
type Counter struct {
	Key   string `json:"key"`
	Value int    `json:"value"`
	Faces []int  `json:"faces"` // dice shown as dice; else nil
}

// A CardView is a card that the seat may see.
type CardView struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Text     string `json:"text"` // key
	FaceDown bool   `json:"down"` // face down: only its back may be shown

	// Of cards that a pack brings, not the content:
	Names Text   `json:"names,omitempty"` // by language, in place of Name
	Texts Text   `json:"texts,omitempty"` // by language, in place of Text
	Type  string `json:"type,omitempty"`  // key of what kind of card it is
	Worth int    `json:"worth,omitempty"` // points it brings
}

// A UnitView is a fighter, warjack, regiment …
type UnitView struct {
	ID         string    `json:"id"`
	Seat       Seat      `json:"seat"`
	Name       string    `json:"name"`
	Type       string    `json:"type"`   // name of its profile
	Tracks     []Track   `json:"tracks"` // wounds and the like
	Tags       []string  `json:"tags"`   // keys: activated, waiting, in reserve, carrying …
	Stats      []Stat    `json:"stats"`
	Gone       bool      `json:"gone"`             // out of the battle
	Spot       *Spot     `json:"spot"`             // where it stands on a board; nil when not on it
	Ready      bool      `json:"ready"`            // may be chosen for a command now
	Stands     []Spot    `json:"stands,omitempty"` // places of its stands, when it has more than one
	ListedWith string    `json:"of,omitempty"`     // the unit with which it is listed, for a model of one
	Grid       []Column  `json:"grid,omitempty"`   // a damage grid, for what has one
	Tokens     []Counter `json:"tokens,omitempty"` // what lies beside it to be spent, such as focus
}

// A Column is one of a damage grid: its boxes from the top, each with the key of
// the system it stands for or "", and how many of them are filled.
type Column struct {
	Boxes  []string `json:"boxes"`
	Filled int      `json:"filled"`
}

// A Track is a figure with a limit, such as damage out of wounds: Now of Max is lost or spent,
// in every game, so that the track of a fresh unit is at 0 and a bar shows Max-Now.
type Track struct {
	Key string `json:"key"` // of what there is Max of, such as wounds
	Now int    `json:"now"`
	Max int    `json:"max"`
}

// A Stat is a characteristic as printed.
type Stat struct {
	Key   string            `json:"key"`
	Value string            `json:"value"`
	With  map[string]string `json:"with,omitempty"` // figures for the phrase "stat.KEY.VALUE" or "stat.KEY.value", where there is one
}

// A Spot is a place on the board in its own measure: inches, centimetres, or
// hex and square coordinates. Turn is degrees counter-clockwise from +x.
type Spot struct {
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Z     float64 `json:"z"`
	Turn  float64 `json:"turn"`
	Width float64 `json:"width"` // diameter of a round base, or front of a rectangle
	Depth float64 `json:"depth"` // 0 for a round base
}

// A BoardView is the field of battle.
type BoardView struct {
	Shape  string   `json:"shape"` // "plane", "hex" or "grid"
	Width  float64  `json:"width"`
	Height float64  `json:"height"`
	Pieces []Piece  `json:"pieces"`
	Cells  [][2]int `json:"cells"` // of a hex board
}

// A Piece is terrain, an objective or a token on the board.
type Piece struct {
	ID     string       `json:"id"`
	Key    string       `json:"key"`   // what it is: "obstacle", "platform", "objective" …
	Seat   Seat         `json:"seat"`  // who holds it, or Nobody
	Shape  [][2]float64 `json:"shape"` // corners; one point for a marker
	Height float64      `json:"height"`
}

// A Note is a line beside the battle: a key of the phrases and its figures.
type Note struct {
	Key  string            `json:"key"`
	With map[string]string `json:"with"`
	Rule string            `json:"rule"`
}

// An Explainer is a battle that tells what a command comes to before its dice are
// thrown: the figures that go into it, each with its rule.
type Explainer interface {
	Explain(Command) []Note
}

// A FactLister is a battle that tells which fields of a command its players fill in: facts on
// a measured table, and what is decided in one form; of any other battle they are asked all facts.
type FactLister interface {
	FactsOf(Command) []Fact
}

// A Fact is a field of a command that the players measure or decide.
type Fact struct {
	Name       string
	AllowedIDs []string // of ids: those that it may name; nil: any
	Decision   bool     // a decision, asked on a board as well
	EachOnce   bool     // each of Among goes into exactly one of the fields of the command that are dealt
	Value      any      // what the form begins with, instead of the value of the command; nil: that
}

// A TargetPointer is a battle on a board that knows where a command leads which names no
// place, so that a person may touch it; in the measure of a Spot.
type TargetPointer interface {
	Points(Command) (x, y float64, ok bool)
}

// A Sketcher is a battle whose field is laid by commands: a sketch is the field as a command would leave it, so that a person
// chooses by sight; nil for commands that lay nothing.
type Sketcher interface {
	Sketch(Command) *BoardView
}

// A Placer is a battle on a board that knows how a unit would stand after a command,
// stand by stand, so that a person sees it there and may touch it; nil when the command
// moves nothing or cannot be.
type Placer interface {
	Stands(Command) []Spot
}
