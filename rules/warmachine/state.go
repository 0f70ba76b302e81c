package warmachine

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// Stages of a battle; keys of the content's phrases.
const (
	phaseStart      = "starting-roll"
	phaseDeploy     = "deployment"
	phaseControl    = "control"
	phaseActivation = "activation"
	phaseOver       = "over"
)

// noUnit is no troop, and no model.
const noUnit = -1

// A Battle is a battle in progress, of two players, two teams or everyone for
// themselves. On a measured table the players state distances and what is seen; on
// a board the battle keeps where everybody stands and works it out. The rules that
// follow from the facts are the same.
type Battle struct {
	*fixed
	s state

	// What Sample and Play note; see noting.go.
	sightMemo   *sightMemo
	layoutStamp uint32   // counts the events after which models may see otherwise
	resetStamp  uint32   // the last after which anything may be otherwise
	movedStamps []uint32 // by troop, the last after which it is
	fallStamps  uint32   // and those after which they may see more
	recording   bool
	moverBuffer []int    // room for movers
	stamp       uint32   // counts events
	memo        memo     // what Sample found last
	extents     []extent // of the troops
}

// fixed is what never changes in a battle.
type fixed struct {
	setup           rules.Setup
	format          string        // "two-player", "teams" or "free-for-all"
	teams           []int         // by seat: whom it fights for
	zones           []ruling.Zone // by seat, of a scenario; else nil
	hasObjectives   bool          // a scenario has objectives
	board           bool
	combat          bool  // the combat module: see play_extra_combat.go
	terrifying      []int // who causes terror or is an abomination
	counterChargers []int // who has Counter-Charge
	eliminate       bool  // players without warcasters are out (ruling A-18)
	simpleWalls     bool  // the simple test of walls (ruling A-3)
	info            []unitInfo
	names           map[string]rules.Text // names of profiles, weapons, spells, feats and actions
	ids             map[string]modelRef   // of troops (model none) and of the models of units
	scenery
}

// unitInfo is an entry of a roster as the battle knows it.
type unitInfo struct {
	seat            rules.Seat
	id              string
	name            string
	profile         Profile
	size            int      // models at the start
	first           int      // how many models there are before its own
	controller      int      // the troop that controls a warjack, or none
	models          []string // ids of its models
	base            int      // size of base
	radius          ruling.Inches
	boxes           int           // of all its grid, or of a model
	gridDepths      ruling.Depths // of its grid
	fearless        bool          // it makes no command checks
	steadyHand      bool          // it bears the honour of the steady hand
	isCommander     bool          // it is a commander, whose CMD others may use
	terror          bool
	horror          bool          // an abomination
	meleeReach      ruling.Inches // how far it strikes in melee
	maxRange        ruling.Inches // the farthest of its weapons
	orderCommands   []rules.Command
	activatedEvents []rules.Event // what follows from orders most often: see setup.go
	endedEvent      rules.Event   // likewise, at the end of an activation
}

// modelRef is a model of a troop; k is none for the troop as a whole.
type modelRef struct{ unit, model int }

// state is everything that changes; Apply alone changes it.
type state struct {
	Phase      string          `json:"stage"`
	Order      []rules.Seat    `json:"order"` // of turns, as far as it is settled
	Edge       string          `json:"edge"`  // of the first player; "": not chosen
	Deployed   []bool          `json:"deployed"`
	Turns      int             `json:"turns"` // that have begun
	Turn       rules.Seat      `json:"turn"`  // whose turn it is
	Acting     int             `json:"acting"`
	Activation activationState `json:"act"`
	Pending    *pendingAttack  `json:"pending"`
	Units      []unitState     `json:"troops"`
	Effects    []enchantment   `json:"effects"`
	Locks      []lockState     `json:"grips"`  // locks that hold
	Wrecks     []ruling.Disc   `json:"wrecks"` // of warjacks, on a board
	Conceded   []bool          `json:"conceded"`
	Outcome    rules.Outcome   `json:"outcome"`
}

// unitState is a model, or the models of a unit or of a group.
type unitState struct {
	Models            []modelState `json:"models"`
	Left              int          `json:"left"`   // models in play
	Lead              int          `json:"lead"`   // its commander: the first model in play
	Filled            []int        `json:"filled"` // boxes of each column of a grid
	Focus             int          `json:"focus"`
	Activated         bool         `json:"activated"`
	Feat              bool         `json:"feat"`   // it is used
	Placed            bool         `json:"placed"` // it is deployed
	Slain             int          `json:"slain"`  // models that it destroyed
	SlainHeavies      int          `json:"jacks"`  // warjacks and warcasters among them
	Lost              int          `json:"lost"`   // models lost this turn
	Tested            bool         `json:"tested"` // it made a command check this turn
	Fleeing           bool         `json:"fleeing"`
	UsedCounterCharge bool         `json:"countered"`          // it has used Counter-Charge since its last turn
	UsedSteadyHand    bool         `json:"steadied,omitempty"` // it has used its honour of this battle
}

// modelState is one modelState; where it stands matters on a board only.
type modelState struct {
	X               ruling.Inches  `json:"x"`
	Y               ruling.Inches  `json:"y"`
	Facing          ruling.Degrees `json:"facing"`
	Damage          int            `json:"damage"` // without a grid
	Gone            bool           `json:"gone"`
	Down            bool           `json:"down"` // knocked down
	Fire            bool           `json:"fire"`
	Corrode         bool           `json:"corrode"`
	StationaryUntil int            `json:"still"` // the turn with which it is stationary no longer; 0: it is not
}

func (m *modelState) at() ruling.Point { return ruling.Point{X: m.X, Y: m.Y} }

// activationState is the activation in progress.
type activationState struct {
	Order            string            `json:"order"`
	Fighting         bool              `json:"fighting"`          // an action was made: nobody moves any more
	MarshalPointUsed bool              `json:"boarded"`           // its 'jack marshal lends it a point
	TriedBreakLock   bool              `json:"wrung"`             // it tried to break a lock
	UsedMagic        bool              `json:"invoked,omitempty"` // it cast a spell or used its feat
	Models           []modelActivation `json:"doing"`             // by model
	Made             []int             `json:"made"`              // attacks by model and weapon
}

// modelActivation is what a model has done in its activation.
type modelActivation struct {
	Movement       string         `json:"movement"` // the use made of the normal movement; "": none yet
	Moved          ruling.Inches  `json:"moved"`
	Target         int            `json:"target"` // troop and model charged, or none
	At             int            `json:"at"`
	Kind           string         `json:"kind"`    // of its combat action
	Attacks        int            `json:"attacks"` // in all
	Extra          int            `json:"extra"`   // additional ones among them
	Done           bool           `json:"done"`    // its activation is over, or its action forfeited
	OutOfFormation bool           `json:"astray"`  // out of formation when the unit was activated
	Rode           bool           `json:"rode"`    // light cavalry, on after its action
	From           ruling.Point   `json:"from"`    // where it stood then
	Via            []ruling.Point `json:"via"`     // bends of its way
}

// pendingAttack is an attack whose outcome the players are yet to tell.
type pendingAttack struct {
	By    int    `json:"by"`
	At    int    `json:"at"`
	On    int    `json:"on"`
	Power int    `json:"power"` // of a blast; 0: an attack without the combat module
	Law   string `json:"law"`
}

// savedBattle is how a battle is written.
type savedBattle struct {
	Setup     rules.Setup     `json:"setup"`
	State     state           `json:"state"`
	Aftermath *aftermathState `json:"reckoning"`
}

// MarshalJSON writes the setup and the state; load reads them back.
func (b *Battle) MarshalJSON() ([]byte, error) {
	return rules.EncodeResult(savedBattle{b.setup, b.s, nil})
}

func load(text []byte) (rules.Battle, error) {
	var s savedBattle
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, rules.Faultf(rules.WrongType, "", "no battle: %v", err)
	}
	loaded, err := begin(s.Setup)
	if err != nil {
		return nil, err
	}
	b := loaded.(*Battle)
	if !b.validState(s.State) {
		return nil, rules.Faultf(rules.OutOfRange, "state.troops", "do not fit the rosters")
	}
	b.s = s.State
	if s.Aftermath != nil {
		return &Aftermath{b, *s.Aftermath}, nil
	}
	return b, nil
}

// validState tells whether a state is one of the battle's.
func (b *Battle) validState(s state) bool {
	if len(s.Units) != len(b.info) || s.Acting >= len(b.info) || len(s.Deployed) != len(b.teams) || len(s.Conceded) != len(b.teams) {
		return false
	}
	for i, t := range s.Units {
		if len(t.Models) != b.info[i].size || len(t.Filled) != len(b.info[i].profile.Grid) {
			return false
		}
	}
	for _, g := range s.Locks {
		if g.By < 0 || g.On < 0 || g.By >= len(b.info) || g.On >= len(b.info) {
			return false
		}
	}
	if s.Acting < 0 {
		return true
	}
	c := &b.info[s.Acting]
	return len(s.Activation.Models) == c.size && len(s.Activation.Made) == c.size*len(c.profile.Weapons)
}

// Clone returns a battle that shares nothing that changes.
func (b *Battle) Clone() rules.Battle {
	c := &Battle{fixed: b.fixed, s: b.s}
	c.s.Units = slices.Clone(b.s.Units)
	for i := range c.s.Units {
		t := &c.s.Units[i]
		t.Models, t.Filled = slices.Clone(t.Models), slices.Clone(t.Filled)
	}
	c.s.Order, c.s.Deployed, c.s.Conceded = slices.Clone(b.s.Order), slices.Clone(b.s.Deployed), slices.Clone(b.s.Conceded)
	c.s.Effects, c.s.Locks, c.s.Wrecks = slices.Clone(b.s.Effects), slices.Clone(b.s.Locks), slices.Clip(b.s.Wrecks)
	c.s.Activation.Models, c.s.Activation.Made = slices.Clone(b.s.Activation.Models), slices.Clone(b.s.Activation.Made)
	c.s.Outcome.Scores = slices.Clone(b.s.Outcome.Scores)
	return c
}

// Outcome is ok once a side has won or the battle is drawn.
func (b *Battle) Outcome() (rules.Outcome, bool) { return b.s.Outcome, b.s.Phase == phaseOver }

// find is the troop of a unit id, or none.
func (b *Battle) find(id string) int {
	if r, ok := b.ids[id]; ok {
		return r.unit
	}
	return noUnit
}

// findModel is the model of an id; that of a unit names its commander.
func (b *Battle) findModel(id string) (r modelRef, ok bool) {
	if r, ok = b.ids[id]; ok && r.model == noUnit {
		r.model = b.s.Units[r.unit].Lead
	}
	return r, ok
}

// id is that of a model: of a unit's, with its number.
func (b *Battle) id(r modelRef) string { return b.info[r.unit].models[r.model] }

func (b *Battle) unitInPlay(i int) bool        { return b.s.Units[i].Left > 0 }
func (b *Battle) model(r modelRef) *modelState { return &b.s.Units[r.unit].Models[r.model] }
func (b *Battle) modelInPlay(r modelRef) bool  { return !b.model(r).Gone }

// hostile tells whether two seats fight each other.
func (b *Battle) hostile(a, c rules.Seat) bool { return b.teams[a] != b.teams[c] }

// inert tells whether a warjack has lost who controls it (WM-X-FOC-9).
func (b *Battle) inert(i int) bool {
	return b.info[i].profile.Kind == "warjack" && (b.info[i].controller == noUnit || !b.unitInPlay(b.info[i].controller))
}

// awaitsActivation tells whether a troop of the turn's player is still to be activated (WM-ACTP-1).
func (b *Battle) awaitsActivation(i int) bool {
	t := &b.s.Units[i]
	return b.info[i].seat == b.s.Turn && t.Left > 0 && !t.Activated && !b.inert(i)
}

func (b *Battle) round() int { return (b.s.Turns + len(b.teams) - 1) / len(b.teams) }

// playing tells whether a seat still takes turns.
func (b *Battle) playing(seat rules.Seat) bool {
	return !b.s.Conceded[seat] && !(b.eliminate && b.warcasters(seat) == 0)
}

// sides is how many teams there are.
func (f *fixed) sides() int { return slices.Max(f.teams) + 1 }

// spendsFocus tells whether a troop may spend focus at all: warcasters and warjacks do (WM-COMBAT-11).
func (p *Profile) spendsFocus() bool { return p.Kind == "warcaster" || p.Kind == "warjack" }

// weapon is the place of a weapon on a profile, or none.
func (p *Profile) weapon(id string) int {
	for i := range p.Weapons {
		if p.Weapons[i].ID == id {
			return i
		}
	}
	return noUnit
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

// hasAbility tells whether a profile hasAbility an ability.
func (p *Profile) hasAbility(ability string) bool { return slices.Contains(p.Abilities, ability) }
