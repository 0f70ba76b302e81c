package rules

// A View is what one seat may see of a battle, in terms that a page can draw without knowing
// the game. Fields described as keys are looked up in the content's phrases of the game.
type View struct {
	Round int        `json:"round"`
	Phase string     `json:"phase"`  // key
	ToAct Seat       `json:"to_act"` // the seat that must give the next command; Nobody when any seat may, or the battle is over
	Sides []SideView `json:"sides"`
	Units []UnitView `json:"units"`
	Board *BoardView `json:"board"` // nil in a measured battle without one
	Notes []Note     `json:"notes"` // anything else to show, such as the score of the round

	// Names holds, by id, the names of things of a pack that the view or the log may mention
	// and the content has no phrase for, such as cards and weapons.
	Names map[string]Text `json:"words,omitempty"`

	// Labels holds, by id, notes that name things without a name of their own, such as the
	// objectives of a battleplan: by the content's phrase "thing.KEY", or else "thing.OF" with
	// the value "of".
	Labels map[string]Note `json:"-"`

	// Texts holds, by id, what the things of Names do; Kinds holds the keys of what they are or
	// cost.
	Texts map[string]Text   `json:"-"`
	Kinds map[string]string `json:"-"`
}

// A SideView is one player's side.
type SideView struct {
	Seat     Seat       `json:"seat"`
	Name     string     `json:"name"`
	Score    int        `json:"score"`
	Counters []Counter  `json:"counters"` // initiative dice, command points …
	Cards    []CardView `json:"cards"`    // a hand of cards, only for the seat that holds it
}

// A Counter is a named number, or several, such as the faces of dice in hand.
type Counter struct {
	Key   string `json:"key"`
	Value int    `json:"value"`
	Faces []int  `json:"faces"` // set when dice are shown; else nil
}

// A CardView is a card that the seat may see.
type CardView struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Text     string `json:"text"` // key
	FaceDown bool   `json:"down"` // face down: only its back may be shown

	// Set for cards of a pack, which the content does not know:
	Names Text   `json:"names,omitempty"` // in place of Name
	Texts Text   `json:"texts,omitempty"` // in place of Text
	Type  string `json:"type,omitempty"`  // key of the kind of card
	Worth int    `json:"worth,omitempty"` // points it scores
}

// A UnitView is a fighter, warjack, regiment …
type UnitView struct {
	ID         string    `json:"id"`
	Seat       Seat      `json:"seat"`
	Name       string    `json:"name"`
	Type       string    `json:"type"`   // name of its profile
	Tracks     []Track   `json:"tracks"` // wounds and other limits
	Tags       []string  `json:"tags"`   // keys: activated, waiting, in reserve, carrying …
	Stats      []Stat    `json:"stats"`
	Gone       bool      `json:"gone"`             // out of the battle
	Spot       *Spot     `json:"spot"`             // its position on the board; nil when it is not on one
	Ready      bool      `json:"ready"`            // may be chosen for a command now
	Stands     []Spot    `json:"stands,omitempty"` // positions of its stands, when it has more than one
	ListedWith string    `json:"of,omitempty"`     // for a model: the unit that it is listed with
	Grid       []Column  `json:"grid,omitempty"`   // its damage grid, if it has one
	Tokens     []Counter `json:"tokens,omitempty"` // tokens that it can spend, such as focus
}

// A Column is a column of a damage grid: its boxes from the top, each the key of a system or
// "", and how many of them are filled.
type Column struct {
	Boxes  []string `json:"boxes"`
	Filled int      `json:"filled"`
}

// A Track is a number with a limit, such as damage out of wounds. In every game Now is what is
// lost or spent, so that it is 0 for a fresh unit and a bar shows Max-Now.
type Track struct {
	Key string `json:"key"` // what Max counts, such as wounds
	Now int    `json:"now"`
	Max int    `json:"max"`
}

// A Stat is a characteristic as printed.
type Stat struct {
	Key   string            `json:"key"`
	Value string            `json:"value"`
	With  map[string]string `json:"with,omitempty"` // values for the phrase "stat.KEY.VALUE" or "stat.KEY.value", where there is one
}

// A Spot is a position on the board in its own unit: inches, centimetres, or coordinates of
// hexes or squares. Turn is in degrees counter-clockwise from +x.
type Spot struct {
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Z     float64 `json:"z"`
	Turn  float64 `json:"turn"`
	Width float64 `json:"width"` // diameter of a round base, or front of a rectangular one
	Depth float64 `json:"depth"` // 0 for a round base
}

// A BoardView is the battlefield.
type BoardView struct {
	Shape  string   `json:"shape"` // "plane", "hex" or "grid"
	Width  float64  `json:"width"`
	Height float64  `json:"height"`
	Pieces []Piece  `json:"pieces"`
	Cells  [][2]int `json:"cells"` // the cells of a hex board
}

// A Piece is terrain, an objective or a token on the board.
type Piece struct {
	ID     string       `json:"id"`
	Key    string       `json:"key"`   // what it is: "obstacle", "platform", "objective" …
	Seat   Seat         `json:"seat"`  // the seat that controls it, or Nobody
	Shape  [][2]float64 `json:"shape"` // corners; one point for a marker
	Height float64      `json:"height"`
}

// A Note is a line of text beside the battle: a key of the phrases and their values.
type Note struct {
	Key  string            `json:"key"`
	With map[string]string `json:"with"`
	Rule string            `json:"rule"`
}

// An Explainer is a battle that explains a command before its dice are thrown: it returns the
// numbers that go into it, each with its rule.
type Explainer interface {
	Explain(Command) []Note
}

// A FactLister is a battle that returns the fields of a command that a player fills in: the
// facts of a measured battle and decisions. For other battles a form shows all facts.
type FactLister interface {
	FactsOf(Command) []Fact
}

// A Fact is a field of a command that the players measure or decide.
type Fact struct {
	Name       string   // JSON name of the field
	AllowedIDs []string // for a field of ids: those that it may hold; nil: any
	Decision   bool     // a decision, asked on a board as well
	EachOnce   bool     // each of AllowedIDs belongs in exactly one of the command's fields with EachOnce
	Value      any      // the value that the form starts with; nil: the command's own
}

// A TargetPointer is a battle on a board that knows the position of a command that names no
// place, in the units of a Spot, so that a person can choose it by touching the board.
type TargetPointer interface {
	Points(Command) (x, y float64, ok bool)
}

// A Sketcher is a battle whose battlefield is built by commands. Sketch returns the
// battlefield after a command, so that a person sees what they choose, or nil for commands
// that do not change it.
type Sketcher interface {
	Sketch(Command) *BoardView
}

// A Placer is a battle on a board that knows where a unit would be after a command. Stands
// returns the position of each stand, so that a person can see and touch it, or nil when the
// command moves nothing or is not legal.
type Placer interface {
	Stands(Command) []Spot
}
