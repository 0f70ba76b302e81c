package warmachine

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
)

// Stages of a battle; keys of the content's phrases.
const (
	stageStart      = "starting-roll"
	stageDeploy     = "deployment"
	stageControl    = "control"
	stageActivation = "activation"
	stageOver       = "over"
)

// none is no troop, and no model.
const none = -1

// A Battle is a battle in progress, of two players, two teams or everyone for
// themselves. On a measured table the players state distances and what is seen; on
// a board the battle keeps where everybody stands and works it out. The rules that
// follow from the facts are the same.
type Battle struct {
	*field
	s state

	// What Sample and Play note; see noting.go.
	eyes    *eyes
	layout  uint32   // counts the events after which models may see otherwise
	upset   uint32   // the last after which anything may be otherwise
	moved   []uint32 // by troop, the last after which it is
	falls   uint32   // and those after which they may see more
	noting  bool
	crew    []int    // room for movers
	stamp   uint32   // counts events
	recent  recent   // what Sample found last
	extents []extent // of the troops
}

// field is what never changes in a battle.
type field struct {
	setup  rules.Setup
	play   string // "two-player", "teams" or "free-for-all"
	teams  []int  // by seat: whom it fights for
	zones  []area // by seat, of a scenario; else nil
	aims   bool   // a scenario has objectives
	board  bool
	combat bool  // the combat module: see outside_combat.go
	dread  []int // who causes terror or is an abomination
	alert  []int // who has Counter-Charge
	drop   bool  // players without warcasters are out (ruling A-18)
	simple bool  // the simple test of walls (ruling A-3)
	cards  []card
	words  map[string]rules.Text // names of profiles, weapons, spells, feats and actions
	ids    map[string]ref        // of troops (model none) and of the models of units
	scenery
}

// card is an entry of a roster as the battle knows it.
type card struct {
	seat    rules.Seat
	id      string
	name    string
	p       Profile
	size    int      // models at the start
	first   int      // how many models there are before its own
	owner   int      // the troop that controls a warjack, or none
	models  []string // ids of its models
	base    int      // size of base
	radius  Inches
	boxes   int    // of all its grid, or of a model
	lowest  depths // of its grid
	steady  bool   // it makes no command checks
	sure    bool   // it bears the honour of the steady hand
	leads   bool   // it is a commander, whose CMD others may use
	terror  bool
	horror  bool   // an abomination
	arms    Inches // how far it strikes in melee
	longest Inches // the farthest of its weapons
	orders  []rules.Command
	begun   []rules.Event // what follows from orders most often: see setup.go
	ended   rules.Event   // likewise, at the end of an activation
}

// ref is a model of a troop; k is none for the troop as a whole.
type ref struct{ i, k int }

// state is everything that changes; Apply alone changes it.
type state struct {
	Stage    string        `json:"stage"`
	Order    []rules.Seat  `json:"order"` // of turns, as far as it is settled
	Edge     string        `json:"edge"`  // of the first player; "": not chosen
	Deployed []bool        `json:"deployed"`
	Turns    int           `json:"turns"` // that have begun
	Turn     rules.Seat    `json:"turn"`  // whose turn it is
	Acting   int           `json:"acting"`
	Act      act           `json:"act"`
	Pending  *pending      `json:"pending"`
	Troops   []troop       `json:"troops"`
	Effects  []enchantment `json:"effects"`
	Grips    []grip        `json:"grips"`  // locks that hold
	Wrecks   []Disc        `json:"wrecks"` // of warjacks, on a board
	Conceded []bool        `json:"conceded"`
	Outcome  rules.Outcome `json:"outcome"`
}

// troop is a model, or the models of a unit or of a group.
type troop struct {
	Models    []model `json:"models"`
	Left      int     `json:"left"`   // models in play
	Lead      int     `json:"lead"`   // its commander: the first model in play
	Filled    []int   `json:"filled"` // boxes of each column of a grid
	Focus     int     `json:"focus"`
	Activated bool    `json:"activated"`
	Feat      bool    `json:"feat"`   // it is used
	Placed    bool    `json:"placed"` // it is deployed
	Slain     int     `json:"slain"`  // models that it destroyed
	Jacks     int     `json:"jacks"`  // warjacks and warcasters among them
	Lost      int     `json:"lost"`   // models lost this turn
	Tested    bool    `json:"tested"` // it made a command check this turn
	Fleeing   bool    `json:"fleeing"`
	Countered bool    `json:"countered"`          // it has used Counter-Charge since its last turn
	Steadied  bool    `json:"steadied,omitempty"` // it has used its honour of this battle
}

// model is one model; where it stands matters on a board only.
type model struct {
	X       Inches  `json:"x"`
	Y       Inches  `json:"y"`
	Facing  Degrees `json:"facing"`
	Damage  int     `json:"damage"` // without a grid
	Gone    bool    `json:"gone"`
	Down    bool    `json:"down"` // knocked down
	Fire    bool    `json:"fire"`
	Corrode bool    `json:"corrode"`
	Still   int     `json:"still"` // the turn with which it is stationary no longer; 0: it is not
}

func (m *model) at() Point { return Point{m.X, m.Y} }

// act is the activation in progress.
type act struct {
	Order    string  `json:"order"`
	Fighting bool    `json:"fighting"`          // an action was made: nobody moves any more
	Boarded  bool    `json:"boarded"`           // its 'jack marshal lends it a point
	Wrung    bool    `json:"wrung"`             // it tried to break a lock
	Invoked  bool    `json:"invoked,omitempty"` // it cast a spell or used its feat
	Doing    []doing `json:"doing"`             // by model
	Made     []int   `json:"made"`              // attacks by model and weapon
}

// doing is what a model has done in its activation.
type doing struct {
	Movement string  `json:"movement"` // the use made of the normal movement; "": none yet
	Moved    Inches  `json:"moved"`
	Target   int     `json:"target"` // troop and model charged, or none
	At       int     `json:"at"`
	Kind     string  `json:"kind"`    // of its combat action
	Attacks  int     `json:"attacks"` // in all
	Extra    int     `json:"extra"`   // additional ones among them
	Done     bool    `json:"done"`    // its activation is over, or its action forfeited
	Astray   bool    `json:"astray"`  // out of formation when the unit was activated
	Rode     bool    `json:"rode"`    // light cavalry, on after its action
	From     Point   `json:"from"`    // where it stood then
	Via      []Point `json:"via"`     // bends of its way
}

// pending is an attack whose outcome the players are yet to tell.
type pending struct {
	By    int    `json:"by"`
	At    int    `json:"at"`
	On    int    `json:"on"`
	Power int    `json:"power"` // of a blast; 0: an attack without the combat module
	Law   string `json:"law"`
}

// saved is how a battle is written.
type saved struct {
	Setup     rules.Setup `json:"setup"`
	State     state       `json:"state"`
	Reckoning *reckoning  `json:"reckoning"`
}

// MarshalJSON writes the setup and the state; load reads them back.
func (b *Battle) MarshalJSON() ([]byte, error) { return rules.EncodeResult(saved{b.setup, b.s, nil}) }

func load(text []byte) (rules.Battle, error) {
	var s saved
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, rules.Faultf(rules.WrongType, "", "no battle: %v", err)
	}
	loaded, err := begin(s.Setup)
	if err != nil {
		return nil, err
	}
	b := loaded.(*Battle)
	if !b.fits(s.State) {
		return nil, rules.Faultf(rules.OutOfRange, "state.troops", "do not fit the rosters")
	}
	b.s = s.State
	if s.Reckoning != nil {
		return &Aftermath{b, *s.Reckoning}, nil
	}
	return b, nil
}

// fits tells whether a state is one of the battle's.
func (b *Battle) fits(s state) bool {
	if len(s.Troops) != len(b.cards) || s.Acting >= len(b.cards) || len(s.Deployed) != len(b.teams) || len(s.Conceded) != len(b.teams) {
		return false
	}
	for i, t := range s.Troops {
		if len(t.Models) != b.cards[i].size || len(t.Filled) != len(b.cards[i].p.Grid) {
			return false
		}
	}
	for _, g := range s.Grips {
		if g.By < 0 || g.On < 0 || g.By >= len(b.cards) || g.On >= len(b.cards) {
			return false
		}
	}
	if s.Acting < 0 {
		return true
	}
	c := &b.cards[s.Acting]
	return len(s.Act.Doing) == c.size && len(s.Act.Made) == c.size*len(c.p.Weapons)
}

// Clone returns a battle that shares nothing that changes.
func (b *Battle) Clone() rules.Battle {
	c := &Battle{field: b.field, s: b.s}
	c.s.Troops = slices.Clone(b.s.Troops)
	for i := range c.s.Troops {
		t := &c.s.Troops[i]
		t.Models, t.Filled = slices.Clone(t.Models), slices.Clone(t.Filled)
	}
	c.s.Order, c.s.Deployed, c.s.Conceded = slices.Clone(b.s.Order), slices.Clone(b.s.Deployed), slices.Clone(b.s.Conceded)
	c.s.Effects, c.s.Grips, c.s.Wrecks = slices.Clone(b.s.Effects), slices.Clone(b.s.Grips), slices.Clip(b.s.Wrecks)
	c.s.Act.Doing, c.s.Act.Made = slices.Clone(b.s.Act.Doing), slices.Clone(b.s.Act.Made)
	c.s.Outcome.Scores = slices.Clone(b.s.Outcome.Scores)
	return c
}

// Outcome is ok once a side has won or the battle is drawn.
func (b *Battle) Outcome() (rules.Outcome, bool) { return b.s.Outcome, b.s.Stage == stageOver }

// find is the troop of a unit id, or none.
func (b *Battle) find(id string) int {
	if r, ok := b.ids[id]; ok {
		return r.i
	}
	return none
}

// named is the model of an id; that of a unit names its commander.
func (b *Battle) named(id string) (r ref, ok bool) {
	if r, ok = b.ids[id]; ok && r.k == none {
		r.k = b.s.Troops[r.i].Lead
	}
	return r, ok
}

// id is that of a model: of a unit's, with its number.
func (b *Battle) id(r ref) string { return b.cards[r.i].models[r.k] }

func (b *Battle) alive(i int) bool   { return b.s.Troops[i].Left > 0 }
func (b *Battle) model(r ref) *model { return &b.s.Troops[r.i].Models[r.k] }
func (b *Battle) up(r ref) bool      { return !b.model(r).Gone }

// hostile tells whether two seats fight each other.
func (b *Battle) hostile(a, c rules.Seat) bool { return b.teams[a] != b.teams[c] }

// inert tells whether a warjack has lost who controls it (WM-X-FOC-9).
func (b *Battle) inert(i int) bool {
	return b.cards[i].p.Kind == "warjack" && (b.cards[i].owner == none || !b.alive(b.cards[i].owner))
}

// waits tells whether a troop of the turn's player is still to be activated (WM-ACTP-1).
func (b *Battle) waits(i int) bool {
	t := &b.s.Troops[i]
	return b.cards[i].seat == b.s.Turn && t.Left > 0 && !t.Activated && !b.inert(i)
}

func (b *Battle) round() int { return (b.s.Turns + len(b.teams) - 1) / len(b.teams) }

// playing tells whether a seat still takes turns.
func (b *Battle) playing(seat rules.Seat) bool {
	return !b.s.Conceded[seat] && !(b.drop && b.warcasters(seat) == 0)
}

// sides is how many teams there are.
func (f *field) sides() int { return slices.Max(f.teams) + 1 }

// spends tells whether a troop may spend focus at all: warcasters and warjacks do (WM-COMBAT-11).
func (p *Profile) spends() bool { return p.Kind == "warcaster" || p.Kind == "warjack" }

// weapon is the place of a weapon on a profile, or none.
func (p *Profile) weapon(id string) int {
	for i := range p.Weapons {
		if p.Weapons[i].ID == id {
			return i
		}
	}
	return none
}

// armed tells whether a profile has a weapon of a kind.
func (p *Profile) armed(kind string) bool {
	for i := range p.Weapons {
		if p.Weapons[i].Kind == kind {
			return true
		}
	}
	return false
}

// has tells whether a profile has an ability.
func (p *Profile) has(ability string) bool { return slices.Contains(p.Abilities, ability) }
