package warcry

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/plane"
	"oriflamme/rules/warcry/ruling"
)

// Phases of a battle; keys of the content's phrases.
const (
	phaseMuster  = "muster"      // roll off for attacker and defender
	phaseGroups  = "groups"      // warbands are divided
	phaseOrient  = "orientation" // alternative terrain: the deployment card is turned
	phaseColours = "colours"     // roll off for red and blue
	phaseDeploy  = "deployment"
	phaseRound   = "initiative" // initiative dice are about to be rolled
	phaseWild    = "wild"
	phaseReserve = "reserve"
	phaseAwaken  = "awaken"
	phaseFirst   = "first-turn"
	phaseCombat  = "combat"
	phaseTally   = "tally" // a measured battle asks what stands where
	phaseOver    = "over"

	phaseAftermath = "aftermath" // of a view only
)

// noUnit is no fighter, no part, no group.
const noUnit = -1

// A Battle is a battle of Warcry in progress.
type Battle struct {
	*fixed
	s    state
	memo memo
}

// memo are what Sample has measured last, so that Play of the command that it
// gave need not measure it again. They are void when anything has moved; clones have none.
type memo struct {
	recording bool // Sample is at work; nobody else takes notes

	hasCrossing    bool // what a base passes through is known
	mover, skip    int
	from, to       vec
	z              float64
	through        string
	hasEnemies     bool // the enemies of one within 1 inch are known
	who, enemies   int
	hasSight       bool // who sees whom is known
	viewer, viewed int
	visible        bool
}

// reset forgets what was measured.
func (n *memo) reset() { n.hasCrossing, n.hasEnemies, n.hasSight = false, false, false }

// state is everything that changes; Apply alone changes it.
type state struct {
	Phase        string           `json:"phase"`
	Round        int              `json:"round"`
	Attacker     rules.Seat       `json:"attacker"`
	Red          rules.Seat       `json:"red"`
	Turned       bool             `json:"turned"`
	Next         rules.Seat       `json:"next"`       // who gives the next command in phases with an order
	Initiative   rules.Seat       `json:"initiative"` // Nobody before the first roll
	Tied         bool             `json:"tied"`       // singles were equal when rolled (WC-INIT-11)
	Turn         rules.Seat       `json:"turn"`
	Acting       int              `json:"acting"` // the activated fighter, or none
	Act          activationState  `json:"act"`
	Inspired     int              `json:"inspired"`    // may be activated right after this activation
	FirstBlood   int              `json:"first_blood"` // who took down the first enemy
	RemovedParts uint64           `json:"gone"`        // terrain parts removed, by bit
	Sides        [2]sideState     `json:"camps"`
	Fighters     []fighterState   `json:"warriors"`
	Objectives   []objectiveState `json:"objectives"`
	Treasures    []treasureState  `json:"treasures"`
}

// sideState is one player's side.
type sideState struct {
	Divided       bool    `json:"divided"`
	Placed        [3]bool `json:"placed"`   // battle groups on the battlefield
	Dice          [7]int  `json:"dice"`     // ability dice by score
	Singles       [7]bool `json:"singles"`  // scores of singles
	Extra         int     `json:"extra"`    // wild dice used as singles
	Wild          int     `json:"wild"`     // wild dice in hand
	Declared      bool    `json:"declared"` // wild dice of this round
	BloodPoints   int     `json:"blood"`    // points of enemies taken down this round
	VP            int     `json:"vp"`
	Rounds        []int   `json:"rounds"` // victory points round by round
	BrokenThrough int     `json:"through"`
}

// fighterState is a fighter in the battle.
type fighterState struct {
	body // follows from At and the card; first, beside what geometry asks for as well

	At             Point  `json:"at"`
	Group          int    `json:"group"`
	Placed         bool   `json:"placed"` // on the battlefield
	Out            bool   `json:"out"`
	Damage         int    `json:"damage"`
	Activated      bool   `json:"activated"`
	Waiting        bool   `json:"waiting"`
	Reactions      int    `json:"reactions"`
	Activations    int    `json:"activations"` // of a monster
	Climbing       int    `json:"climbing"`    // terrain part, on a board
	ClimbsOn       string `json:"on"`          // what it climbs; "": it does not
	Carrying       int    `json:"carrying"`
	Ropes          int    `json:"ropes"`
	Eyes           int    `json:"eyes"`
	TauntedBy      int    `json:"taunted_by"`
	UsedSteadyHand bool   `json:"steadied,omitempty"` // has used its re-roll of this battle

	// Service in this battle, for honours and reports.
	Kills      int    `json:"kills"`
	KillPoints int    `json:"kill_points"`
	Deeds      int    `json:"deeds"` // bits of deed
	DownRound  int    `json:"down_round"`
	DownCause  string `json:"down_cause"`
	DownBy     int    `json:"down_by"`
}

// body is a fighter as geometry wants it. It is not saved.
type body struct {
	pos        vec // inches
	z          float64
	r, h       float64 // radius of the base, height
	base       plane.Base
	heightMils int64 // height in thousandths
	seat       rules.Seat

	monster bool
}

// put places a fighter.
func (w *fighterState) put(at Point) {
	w.At, w.pos, w.z, w.base = at, at.flat(), at.z(), at.base(w.base.Radius)
}

// fillBodies works out the bodies of a battle that begins or is loaded.
func (b *Battle) fillBodies() {
	for i := range b.s.Fighters {
		w, c := &b.s.Fighters[i], &b.info[i]
		w.r, w.h, w.seat, w.monster = c.radius, c.height, c.seat, c.monster
		w.base.Radius, w.heightMils = ruling.Mils(c.profile.Base/2), ruling.Mils(c.profile.Height)
		w.put(w.At)
	}
}

// activationState is what the acting fighter has done and may still do.
type activationState struct {
	Actions   int  `json:"actions"` // left
	Made      int  `json:"made"`
	Second    bool `json:"second"` // it was waiting
	Used      bool `json:"used"`   // its ability
	Rush      bool `json:"rush"`
	Onslaught bool `json:"onslaught"`
	Aim       bool `json:"aim"`
	Reach     bool `json:"reach"`
	Rampage   bool `json:"rampage"` // was used
	Bonus     int  `json:"bonus"`   // bits of bonusMove and bonusAttack
	Effect    int  `json:"effect"`  // index of the faction ability in force plus 1, or 0
	EffectOf  int  `json:"effect_value"`
}

type objectiveState struct {
	At         Point      `json:"at"`
	Controller rules.Seat `json:"controller"`
	Awake      bool       `json:"awake"`
}

type treasureState struct {
	At      Point `json:"at"`
	Carrier int   `json:"carrier"`
}

// Clone returns a battle that may go its own way.
func (b *Battle) Clone() rules.Battle {
	c := &Battle{fixed: b.fixed, s: b.s}
	c.s.Fighters = slices.Clone(b.s.Fighters)
	c.s.Objectives = slices.Clone(b.s.Objectives)
	c.s.Treasures = slices.Clone(b.s.Treasures)
	for i := range c.s.Sides {
		c.s.Sides[i].Rounds = slices.Clone(b.s.Sides[i].Rounds)
	}
	return c
}

// savedBattle is a whole battle as JSON.
type savedBattle struct {
	Setup     rules.Setup     `json:"setup"`
	State     state           `json:"state"`
	Aftermath *aftermathState `json:"aftermath,omitempty"`
}

// MarshalJSON writes the battle with its setup.
func (b *Battle) MarshalJSON() ([]byte, error) {
	return json.Marshal(savedBattle{Setup: b.setup, State: b.s})
}

// load reads a battle, or an aftermath, that MarshalJSON wrote.
func load(text []byte) (rules.Battle, error) {
	var s savedBattle
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, rules.Faultf(rules.WrongType, "", "battle: %v", err)
	}
	th, err := newFixed(s.Setup)
	if err != nil {
		return nil, err
	}
	b := &Battle{fixed: th, s: s.State}
	if err := b.checkSaved(); err != nil {
		return nil, err
	}
	b.fillBodies()
	if s.Aftermath != nil {
		return &Aftermath{battle: b, state: *s.Aftermath}, nil
	}
	return b, nil
}

// checkSaved refuses a saved state whose figures point outside the battle.
func (b *Battle) checkSaved() error {
	s := &b.s
	bad := func(field string) error {
		return rules.Faultf(rules.OutOfRange, "state."+field, "does not fit the setup")
	}
	inRange := func(i, n int) bool { return i >= noUnit && i < n }
	n := len(b.info)
	switch {
	case len(s.Fighters) != n:
		return bad("warriors")
	case len(s.Objectives) != len(b.field.Victory.Objectives):
		return bad("objectives")
	case len(s.Treasures) != len(b.field.Victory.Treasures):
		return bad("treasures")
	case !inRange(s.Acting, n) || !inRange(s.Inspired, n) || !inRange(s.FirstBlood, n):
		return bad("acting")
	case s.Act.Effect < 0 || s.Act.Effect > len(b.field.Abilities):
		return bad("act")
	}
	for _, seat := range []rules.Seat{s.Attacker, s.Next, s.Initiative, s.Turn} {
		if seat < rules.Nobody || seat > 1 {
			return bad("turn")
		}
	}
	if s.Red < 0 || s.Red > 1 {
		return bad("red")
	}
	for _, w := range s.Fighters {
		if !inRange(w.Group, 3) || !inRange(w.Climbing, len(b.parts)) || !inRange(w.Carrying, len(s.Treasures)) ||
			!inRange(w.TauntedBy, n) || !inRange(w.DownBy, n) || w.Damage < 0 {
			return bad("warriors")
		}
	}
	for _, t := range s.Treasures {
		if !inRange(t.Carrier, n) {
			return bad("treasures")
		}
	}
	return nil
}

// opponent is the opponent of a seat.
func opponent(s rules.Seat) rules.Seat { return 1 - s }

// playerOf is a seat in the words of the rulings.
func playerOf(s rules.Seat) ruling.Player {
	switch s {
	case 0:
		return "a"
	case 1:
		return "b"
	}
	return ""
}

// seatOf is the seat of a player of the rulings.
func seatOf(p ruling.Player) rules.Seat {
	switch p {
	case "a":
		return 0
	case "b":
		return 1
	}
	return rules.Nobody
}

// inPlay holds for a fighter on the battlefield.
func (b *Battle) inPlay(i int) bool { w := &b.s.Fighters[i]; return w.Placed && !w.Out }

// id names fighter i, "" for none.
func (b *Battle) id(i int) string {
	if i < 0 {
		return ""
	}
	return b.info[i].id
}

// find returns the index of a fighter by unit id, or none. It is most often the acting one.
func (b *Battle) find(id string) int {
	if i := b.s.Acting; i >= 0 && b.info[i].id == id {
		return i
	}
	if i, ok := b.index[id]; ok {
		return i
	}
	return noUnit
}

// monsterInPlay holds while a monster is on the battlefield (WC-MON-9, A-47).
func (b *Battle) monsterInPlay() bool {
	if !b.monsters {
		return false
	}
	for i := range b.info {
		if b.info[i].monster && b.inPlay(i) {
			return true
		}
	}
	return false
}

// Outcome is ok when the battle is over.
func (b *Battle) Outcome() (rules.Outcome, bool) {
	if b.s.Phase != phaseOver {
		return rules.Outcome{}, false
	}
	r := b.result()
	o := rules.Outcome{Winner: seatOf(r.Winner), Scores: []int{r.VP.A, r.VP.B}, Reason: "victory-points", Rule: "WC-SCN-1"}
	if r.Draw {
		o.Reason, o.Rule = "draw", "WC-SEQ-2"
	}
	return o, true
}
