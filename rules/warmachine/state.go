package warmachine

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// Phases of a battle. They are keys of the content's phrases.
const (
	phaseStart      = "starting-roll"
	phaseDeploy     = "deployment"
	phaseControl    = "control"
	phaseActivation = "activation"
	phaseOver       = "over"
)

// noUnit is the index that stands for no unit or no model.
const noUnit = -1

// A Battle is a battle in progress between two players, between two teams or free-for-all. On a
// measured table the players state distances and lines of sight; on a board the battle keeps the
// place of every model and computes them. The rules that follow from these facts are the same.
type Battle struct {
	*fixed
	s state

	// Caches; see board_memo.go. Only a battle that remembers changes them when it is read.
	remembers   bool
	sightMemo   *sightMemo
	layoutStamp uint32   // counts the events after which lines of sight may differ
	resetStamp  uint32   // layoutStamp of the last event after which any line of sight may differ
	movedStamps []uint32 // by unit: layoutStamp of its last movement
	fallStamps  uint32   // counts the events after which models may only see more
	recording   bool
	moverBuffer []int    // reused by movers
	stamp       uint32   // counts events
	memo        memo     // what Sample computed last
	extents     []extent // by unit
}

// fixed is the part of a battle that never changes.
type fixed struct {
	setup           rules.Setup
	format          string        // "two-player", "teams" or "free-for-all"
	teams           []int         // by seat
	zones           []ruling.Zone // by seat, of a scenario; nil without one
	hasObjectives   bool          // the scenario has objectives
	board           bool
	combat          bool  // the combat module: see play_extra_combat.go
	terrifying      []int // units that cause terror or are abominations
	counterChargers []int // units with Counter-Charge
	eliminate       bool  // players without warcasters are out (ruling A-18)
	simpleWalls     bool  // the simple test of walls (ruling A-3)
	info            []unitInfo
	names           map[string]rules.Text // names of profiles, weapons, spells, feats and actions
	ids             map[string]modelRef   // of units (with model noUnit) and of the models of units
	scenery
}

// unitInfo is an entry of a roster with figures derived from its profile.
type unitInfo struct {
	seat            rules.Seat
	id              string
	name            string
	profile         Profile
	size            int      // models at the start
	first           int      // number of models in the units before this one
	controller      int      // the unit that controls a warjack, or noUnit
	models          []string // ids of its models
	base            int      // index of the base in ruling.BaseRadii
	radius          ruling.Inches
	boxes           int           // boxes of the whole grid, or of one model without a grid
	gridDepths      ruling.Depths // depth of each system in the grid
	fearless        bool          // it makes no command checks
	steadyHand      bool          // it has the honour of the steady hand
	isCommander     bool          // other units may use its CMD
	terror          bool
	abomination     bool          // it is an abomination
	meleeReach      ruling.Inches // longest melee range of its weapons
	maxRange        ruling.Inches // longest range of its weapons, melee included
	orderCommands   []rules.Command
	activatedEvents []rules.Event // by order: the usual event of an activation, made once; see setup.go
	endedEvent      rules.Event   // the usual event that ends an activation, made once
}

// modelRef is a model of a unit; model is noUnit for the unit as a whole.
type modelRef struct{ unit, model int }

// state is the part of a battle that changes; only Apply changes it.
type state struct {
	Phase      string          `json:"stage"`
	Order      []rules.Seat    `json:"order"` // of turns, as far as it is known
	Edge       string          `json:"edge"`  // edge of the first player; "": not chosen yet
	Deployed   []bool          `json:"deployed"`
	Turns      int             `json:"turns"` // number of turns that have begun
	Turn       rules.Seat      `json:"turn"`  // whose turn it is
	Acting     int             `json:"acting"`
	Activation activationState `json:"act"`
	Pending    *pendingAttack  `json:"pending"`
	Units      []unitState     `json:"troops"`
	Effects    []enchantment   `json:"effects"`
	Locks      []lockState     `json:"grips"`  // locks in force
	Wrecks     []ruling.Disc   `json:"wrecks"` // of warjacks, on a board
	Conceded   []bool          `json:"conceded"`
	Outcome    rules.Outcome   `json:"outcome"`

	Amended  []int          `json:"amended,omitempty"`  // points that amendments add, by seat
	Contacts []contactState `json:"contacts,omitempty"` // known at a measured table
	Shelters []shelterState `json:"shelters,omitempty"` // known at a measured table
}

// unitState is the state of an entry of an army: one model, or the models of a unit or group.
type unitState struct {
	Models            []modelState `json:"models"`
	Left              int          `json:"left"`   // models in play
	Lead              int          `json:"lead"`   // index of its commander: the first model in play
	Filled            []int        `json:"filled"` // filled boxes of each column of a grid
	Focus             int          `json:"focus"`
	Activated         bool         `json:"activated"`
	Feat              bool         `json:"feat"`   // the feat is used
	Placed            bool         `json:"placed"` // the unit is deployed
	Slain             int          `json:"slain"`  // number of models that it destroyed
	SlainHeavies      int          `json:"jacks"`  // number of warjacks and warcasters among them
	Lost              int          `json:"lost"`   // models lost this turn
	Tested            bool         `json:"tested"` // it made a command check this turn
	Fleeing           bool         `json:"fleeing"`
	UsedCounterCharge bool         `json:"countered"`          // it has used Counter-Charge since its last turn
	UsedSteadyHand    bool         `json:"steadied,omitempty"` // it has used the honour of the steady hand in this battle
	Loose             bool         `json:"loose,omitempty"`    // at a measured table: its troopers may be out of formation
}

// modelState is the state of one model. Its place matters on a board only.
type modelState struct {
	Spot
	Damage          int  `json:"damage"` // of a model without a grid
	Gone            bool `json:"gone"`
	Down            bool `json:"down"` // knocked down
	Fire            bool `json:"fire"`
	Corrode         bool `json:"corrode"`
	Activated       bool `json:"activated,omitempty"` // a solo of a group, this turn
	Tested          bool `json:"tested,omitempty"`    // a solo of a group made a command check this turn
	Fleeing         bool `json:"fleeing,omitempty"`   // a solo of a group
	StationaryUntil int  `json:"still"`               // number of the turn that ends the stationary effect; 0: not stationary

	// At a measured table:
	Roamed ruling.Inches `json:"roamed,omitempty"` // how far it has moved at most since deployment
	Apart  bool          `json:"apart,omitempty"`  // it is known to be in melee with nobody
}

// activationState is the activation in progress.
type activationState struct {
	Order            string            `json:"order"`
	Solo             int               `json:"solo,omitempty"`    // number of the solo of a group that is active, from 1; 0: the whole unit is
	Fighting         bool              `json:"fighting"`          // an action was made, after which no model moves
	MarshalPointUsed bool              `json:"boarded"`           // its 'jack marshal has lent it a point
	TriedBreakLock   bool              `json:"wrung"`             // it tried to break a lock
	UsedMagic        bool              `json:"invoked,omitempty"` // it cast a spell or used its feat
	Models           []modelActivation `json:"doing"`             // by model
	Made             []int             `json:"made"`              // number of attacks by model and weapon
}

// modelActivation is what a model has done in the activation.
type modelActivation struct {
	Movement       string         `json:"movement"` // how it used its normal movement; "": not yet
	Moved          ruling.Inches  `json:"moved"`
	Target         int            `json:"target"` // unit and model charged, or noUnit
	At             int            `json:"at"`
	Kind           string         `json:"kind"`            // of its combat action
	Attacks        int            `json:"attacks"`         // number of all attacks
	Extra          int            `json:"extra"`           // number of additional attacks among them
	Done           bool           `json:"done"`            // its activation is over, or its action forfeited
	Acted          bool           `json:"acted,omitempty"` // its action is over: another trooper has begun its own
	OutOfFormation bool           `json:"astray"`          // the model was out of formation when the unit was activated
	Rode           bool           `json:"rode"`            // light cavalry has moved after its action
	From           ruling.Point   `json:"from"`            // its place when the activation began
	Via            []ruling.Point `json:"via"`             // bends of its path
}

// pendingAttack is an attack whose outcome the players have not stated yet.
type pendingAttack struct {
	By    int    `json:"by"`
	At    int    `json:"at"`
	On    int    `json:"on"`
	Power int    `json:"power"` // of a blast; 0: an attack without the combat module
	Law   string `json:"law"`
}

// savedBattle is the JSON form of a battle.
type savedBattle struct {
	Setup     rules.Setup      `json:"setup"`
	State     state            `json:"state"`
	Aftermath *json.RawMessage `json:"reckoning"`
}

// MarshalJSON writes the setup and the state; load reads them back.
func (b *Battle) MarshalJSON() ([]byte, error) {
	return rules.EncodeResult(savedBattle{b.setup, b.s, nil})
}

// load returns the battle or aftermath that MarshalJSON wrote.
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
		return aftermathDefinition.Load(b, *s.Aftermath)
	}
	return b, nil
}

// validState reports whether a state fits the rosters of the battle.
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
	if len(s.Amended) > 0 && len(s.Amended) != len(b.teams) {
		return false
	}
	known := func(unit, model int) bool {
		return unit >= 0 && unit < len(b.info) && model >= 0 && model < b.info[unit].size
	}
	for _, c := range s.Contacts {
		if !known(c.Unit, c.Model) || !known(c.With, c.WithModel) {
			return false
		}
	}
	for _, c := range s.Shelters {
		if !known(c.Unit, c.Model) || !known(c.From, c.FromModel) || !slices.ContainsFunc(shelters[:], func(x shelter) bool { return x.key == c.By }) {
			return false
		}
	}
	if s.Acting < 0 {
		return true
	}
	c := &b.info[s.Acting]
	return len(s.Activation.Models) == c.size && len(s.Activation.Made) == c.size*len(c.profile.Weapons)
}

// Clone returns a copy that shares only what never changes.
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
	c.s.Amended = slices.Clone(b.s.Amended)
	c.s.Contacts, c.s.Shelters = slices.Clone(b.s.Contacts), slices.Clone(b.s.Shelters)
	c.s.Outcome.Scores = slices.Clone(b.s.Outcome.Scores)
	return c
}

// Outcome returns the outcome; ok once a side has won or the battle is drawn.
func (b *Battle) Outcome() (rules.Outcome, bool) { return b.s.Outcome, b.s.Phase == phaseOver }

// find returns the index of the unit with an id, or noUnit.
func (b *Battle) find(id string) int {
	if r, ok := b.ids[id]; ok {
		return r.unit
	}
	return noUnit
}

// findModel returns the model with an id; the id of a unit names its commander.
func (b *Battle) findModel(id string) (r modelRef, ok bool) {
	if r, ok = b.ids[id]; ok && r.model == noUnit {
		r.model = b.s.Units[r.unit].Lead
	}
	return r, ok
}

// id returns the id of a model; a model of a unit has its number in it.
func (b *Battle) id(r modelRef) string { return b.info[r.unit].models[r.model] }

// modelsWhere returns the models in play that fit, in the order of the rosters.
func (b *Battle) modelsWhere(fits func(modelRef) bool) (all []modelRef) {
	for i := range b.s.Units {
		for k := range b.s.Units[i].Models {
			if r := (modelRef{i, k}); b.modelInPlay(r) && fits(r) {
				all = append(all, r)
			}
		}
	}
	return all
}

// unitsWhere returns the units that fit, in the order of the rosters.
func (b *Battle) unitsWhere(fits func(i int) bool) (all []int) {
	for i := range b.info {
		if fits(i) {
			all = append(all, i)
		}
	}
	return all
}

// unitIDs returns the ids of units.
func (b *Battle) unitIDs(list []int) []string {
	return ruling.MapEach(list, func(i int) string { return b.info[i].id })
}

// lead returns the commander of a unit, or its only model.
func (b *Battle) lead(i int) modelRef { return modelRef{i, b.s.Units[i].Lead} }

// countUnits returns the number of units that fit.
func (b *Battle) countUnits(fits func(i int) bool) (n int) {
	for i := range b.info {
		if fits(i) {
			n++
		}
	}
	return n
}

func (b *Battle) unitInPlay(i int) bool        { return b.s.Units[i].Left > 0 }
func (b *Battle) model(r modelRef) *modelState { return &b.s.Units[r.unit].Models[r.model] }
func (b *Battle) modelInPlay(r modelRef) bool  { return !b.model(r).Gone }

// standing returns where a model stands now.
func (b *Battle) standing(r modelRef) *Spot {
	at := b.model(r).Spot
	return &at
}

// hostile reports whether two seats fight each other.
func (b *Battle) hostile(a, c rules.Seat) bool { return b.teams[a] != b.teams[c] }

// inert reports whether a warjack has lost the warcaster of its battlegroup (WM-X-FOC-9). One that a
// 'jack marshal controls belongs to no battlegroup and goes on without it; before version 5 it did not.
func (b *Battle) inert(i int) bool {
	by := b.info[i].controller
	return b.info[i].profile.Kind == "warjack" && (by == noUnit || !b.unitInPlay(by) && !(b.info[by].profile.JackMarshal && b.sinceVersion5()))
}

// awaitsActivation reports whether the turn's player may still activate a unit (WM-ACTP-1).
func (b *Battle) awaitsActivation(i int) bool {
	t := &b.s.Units[i]
	return b.info[i].seat == b.s.Turn && t.Left > 0 && !t.Activated && !b.inert(i) && (!b.ofSolos(i) || b.nextSolo(i) != noUnit)
}

// ofSolos reports whether an entry is a group of solos: bought together, they are independent
// models all the same, activated one at a time (WM-ACT-3). Before version 5 they were activated
// together.
func (b *Battle) ofSolos(i int) bool {
	return b.info[i].size > 1 && b.info[i].profile.Kind == "solo-group" && b.sinceVersion5()
}

// nextSolo returns the first solo of a group that has yet to be activated this turn, or noUnit.
func (b *Battle) nextSolo(i int) int {
	return indexOf(b.s.Units[i].Models, func(m *modelState) bool { return !m.Gone && !m.Activated })
}

// alone reports whether one model alone is active: a model that is a unit of its own, or one solo of
// a group.
func (b *Battle) alone() bool { return b.info[b.s.Acting].size == 1 || b.s.Activation.Solo > 0 }

// active returns the model that is active, the commander of a unit.
func (b *Battle) active() modelRef {
	if b.s.Activation.Solo > 0 {
		return modelRef{b.s.Acting, b.s.Activation.Solo - 1}
	}
	return b.lead(b.s.Acting)
}

// actingID returns the id of the unit that is active, or of the solo of a group.
func (b *Battle) actingID() string {
	if b.s.Activation.Solo > 0 {
		return b.id(b.active())
	}
	return b.info[b.s.Acting].id
}

// round returns the number of the round, from 1 once the first turn has begun.
func (b *Battle) round() int { return (b.s.Turns + len(b.teams) - 1) / len(b.teams) }

// playing reports whether a seat still takes turns.
func (b *Battle) playing(seat rules.Seat) bool {
	return !b.s.Conceded[seat] && !(b.eliminate && b.warcasters(seat) == 0)
}

// spendsFocus reports whether a unit may spend focus: warcasters and warjacks may
// (WM-COMBAT-11).
func (p *Profile) spendsFocus() bool { return p.Kind == "warcaster" || p.Kind == "warjack" }

// weapon returns the index of a weapon of a profile, or noUnit.
func (p *Profile) weapon(id string) int {
	return indexOf(p.Weapons, func(w *WeaponProfile) bool { return w.ID == id })
}

// armed reports whether a profile has a weapon of a kind.
func (p *Profile) armed(kind string) bool {
	return indexOf(p.Weapons, func(w *WeaponProfile) bool { return w.Kind == kind }) != noUnit
}

// indexOf returns the index of the first member of a list that fits, or noUnit. It copies no
// member, because profiles are large.
func indexOf[T any](list []T, fits func(*T) bool) int {
	for i := range list {
		if fits(&list[i]) {
			return i
		}
	}
	return noUnit
}

// hasAbility reports whether a profile has an ability.
func (p *Profile) hasAbility(ability string) bool { return slices.Contains(p.Abilities, ability) }
