package warcry

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/plane"
	"oriflamme/rules/warcry/ruling"
)

// Phases of a battle: keys of the content's phrases.
const (
	phaseMuster  = "muster"      // roll-off for attacker and defender
	phaseGroups  = "groups"      // warbands are divided into battle groups
	phasePlan    = "battleplan"  // the cards of the battleplan are drawn
	phaseOrient  = "orientation" // with alternative terrain: the deployment card is oriented
	phaseColours = "colours"     // roll-off for red and blue
	phaseDeploy  = "deployment"
	phaseRound   = "initiative" // initiative dice are about to be rolled
	phaseWild    = "wild"
	phaseReserve = "reserve"
	phaseAwaken  = "awaken"
	phaseFirst   = "first-turn"
	phaseCombat  = "combat"
	phaseTally   = "tally" // a measured battle asks for the counts of the round
	phaseOver    = "over"
)

// noUnit is the index of no fighter, terrain part, treasure or group.
const noUnit = -1

// A Battle is a battle of Warcry in progress.
type Battle struct {
	*fixed
	s    state
	memo *memo // nil in a battle that does not remember
}

// memo holds what Sample has measured last, so that Play of its command need not measure it again.
// It is reset when anything moves. Only a battle that is Remembering has one.
type memo struct {
	recording bool // Sample is running; only then results are stored

	hasCrossing    bool // the result of obstacleOnWay is stored
	mover, skip    int
	from, to       vec
	z              float64
	through        string
	hasEnemies     bool // the result of enemiesWithin1 is stored
	who, enemies   int
	hasSight       bool // the result of sees is stored
	viewer, viewed int
	visible        bool
}

// reset forgets what was measured.
func (n *memo) reset() {
	if n != nil {
		n.hasCrossing, n.hasEnemies, n.hasSight = false, false, false
	}
}

// Remembering returns a copy of the battle with a memo.
func (b *Battle) Remembering() rules.Battle {
	c := b.Clone().(*Battle)
	c.memo = new(memo)
	return c
}

// state holds everything that changes in a battle. Only Apply changes it.
type state struct {
	Phase        string           `json:"phase"`
	Round        int              `json:"round"`
	Attacker     rules.Seat       `json:"attacker"`
	Plan         [4]string        `json:"plan,omitzero"` // ids of the cards drawn so far, by pile
	Red          rules.Seat       `json:"red"`
	Turned       bool             `json:"turned"`
	Next         rules.Seat       `json:"next"`       // in phases with an order: the seat that gives the next command
	Initiative   rules.Seat       `json:"initiative"` // Nobody before the first roll
	Tied         bool             `json:"tied"`       // singles were equal when rolled (WC-INIT-11)
	Turn         rules.Seat       `json:"turn"`
	Acting       int              `json:"acting"` // the activated fighter, or noUnit
	Act          activationState  `json:"act"`
	Inspired     int              `json:"inspired"`    // the fighter that may be activated right after this activation, or noUnit
	FirstBlood   int              `json:"first_blood"` // the fighter that took down the first enemy, or noUnit
	RemovedParts uint64           `json:"gone"`        // bits of the terrain parts removed
	Sides        [2]sideState     `json:"camps"`
	Fighters     []fighterState   `json:"warriors"`
	Objectives   []objectiveState `json:"objectives"`
	Treasures    []treasureState  `json:"treasures"`
	Pairs        []pairFacts      `json:"pairs,omitempty"` // facts of attacks in a measured battle
}

// sideState is one player's side.
type sideState struct {
	Divided       bool    `json:"divided"`
	Placed        [3]bool `json:"placed"`   // battle groups on the battlefield
	Dice          [7]int  `json:"dice"`     // number of ability dice by score
	Singles       [7]bool `json:"singles"`  // scores that are singles
	Extra         int     `json:"extra"`    // wild dice used as singles this round
	Wild          int     `json:"wild"`     // wild dice in hand
	Declared      bool    `json:"declared"` // has declared its wild dice of this round
	BloodPoints   int     `json:"blood"`    // points of enemies taken down this round
	VP            int     `json:"vp"`
	Rounds        []int   `json:"rounds"` // victory points by round
	BrokenThrough int     `json:"through"`
}

// fighterState is a fighter in the battle.
type fighterState struct {
	body // follows from At and the profile; first, next to the fields that geometry reads, for speed

	At             Point  `json:"at"`
	Group          int    `json:"group"`
	Placed         bool   `json:"placed"` // on the battlefield
	Out            bool   `json:"out"`
	Damage         int    `json:"damage"`
	Activated      bool   `json:"activated"`
	Waiting        bool   `json:"waiting"`
	Reactions      int    `json:"reactions"`
	Activations    int    `json:"activations"`        // of a monster this round
	Climbing       int    `json:"climbing"`           // terrain part that it climbs on a board, or noUnit
	ClimbsOn       string `json:"on"`                 // what it climbs, or ""
	Carrying       int    `json:"carrying"`           // treasure, or noUnit
	Ropes          int    `json:"ropes"`              // successes of Ropes suffered
	Eyes           int    `json:"eyes"`               // hits of Aim for the Eyes suffered
	TauntedBy      int    `json:"taunted_by"`         // fighter, or noUnit
	UsedSteadyHand bool   `json:"steadied,omitempty"` // has used its re-roll in this battle

	// What the table knows of it in a measured battle.
	Near         uint32 `json:"near,omitempty"`          // bits of the enemies within 1 inch
	OnObjectives uint16 `json:"on_objectives,omitempty"` // bits of the objectives within 3 inches, when Counted
	Counted      bool   `json:"counted,omitempty"`       // it has not moved since the last count

	// What it did in this battle, for honours and reports.
	Kills        int    `json:"kills"`
	KillPoints   int    `json:"kill_points"`
	Achievements int    `json:"deeds"` // bits of achievement
	DownRound    int    `json:"down_round"`
	DownCause    string `json:"down_cause"` // kept in saved battles
	DownBy       int    `json:"down_by"`    // kept in saved battles
}

// body holds the position and size of a fighter for geometry. It is not saved.
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

// fillBodies sets the bodies of all fighters when a battle begins or is loaded.
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
	Used      bool `json:"used"`   // it has used its ability
	Rush      bool `json:"rush"`
	Onslaught bool `json:"onslaught"`
	Aim       bool `json:"aim"`
	Reach     bool `json:"reach"`
	Rampage   bool `json:"rampage"` // it has used Rampage
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

// Clone returns an independent copy.
func (b *Battle) Clone() rules.Battle {
	c := &Battle{fixed: b.fixed, s: b.s}
	c.s.Fighters = slices.Clone(b.s.Fighters)
	c.s.Objectives = slices.Clone(b.s.Objectives)
	c.s.Treasures = slices.Clone(b.s.Treasures)
	c.s.Pairs = slices.Clone(b.s.Pairs)
	for i := range c.s.Sides {
		c.s.Sides[i].Rounds = slices.Clone(b.s.Sides[i].Rounds)
	}
	return c
}

// savedBattle is a whole battle as JSON.
type savedBattle struct {
	Setup     rules.Setup      `json:"setup"`
	State     state            `json:"state"`
	Aftermath *json.RawMessage `json:"aftermath,omitempty"`
}

// MarshalJSON writes the battle with its setup.
func (b *Battle) MarshalJSON() ([]byte, error) {
	return json.Marshal(savedBattle{Setup: b.setup, State: b.s})
}

// load reads a battle or an aftermath that MarshalJSON wrote.
func load(text []byte) (rules.Battle, error) {
	var s savedBattle
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, rules.Faultf(rules.WrongType, "", "battle: %v", err)
	}
	fx, err := newFixed(s.Setup)
	if err != nil {
		return nil, err
	}
	drawn, ok := fx.withPlan(s.State.Plan)
	if !ok {
		return nil, rules.Faultf(rules.OutOfRange, "state.plan", "does not fit the setup")
	}
	b := &Battle{fixed: drawn, s: s.State}
	if err := b.checkSaved(); err != nil {
		return nil, err
	}
	b.fillBodies()
	if s.Aftermath != nil {
		return aftermathDefinition.Load(b, *s.Aftermath)
	}
	return b, nil
}

// checkSaved returns a fault for a saved state whose indexes do not exist in the battle.
func (b *Battle) checkSaved() error {
	s := &b.s
	bad := func(field string) error {
		return rules.Faultf(rules.OutOfRange, "state."+field, "does not fit the setup")
	}
	inRange := func(n int, indexes ...int) bool {
		return !slices.ContainsFunc(indexes, func(i int) bool { return i < noUnit || i >= n })
	}
	n, objectives, treasures := len(b.info), len(b.field.Victory.Objectives), len(b.field.Victory.Treasures)
	if _, undrawn := b.nextPile(); undrawn {
		objectives, treasures = 0, 0
	}
	switch {
	case len(s.Fighters) != n:
		return bad("warriors")
	case len(s.Objectives) != objectives:
		return bad("objectives")
	case len(s.Treasures) != treasures:
		return bad("treasures")
	case !inRange(n, s.Acting, s.Inspired, s.FirstBlood):
		return bad("acting")
	case s.Act.Effect < 0 || s.Act.Effect > len(b.field.Abilities):
		return bad("act")
	case !inRange(2, int(s.Attacker), int(s.Next), int(s.Initiative), int(s.Turn)):
		return bad("turn")
	case s.Red < 0 || s.Red > 1:
		return bad("red")
	}
	for _, w := range s.Fighters {
		if w.Near>>n != 0 || w.OnObjectives>>objectives != 0 || !inRange(3, w.Group) || !inRange(len(b.parts), w.Climbing) || !inRange(treasures, w.Carrying) || !inRange(n, w.TauntedBy, w.DownBy) || w.Damage < 0 {
			return bad("warriors")
		}
	}
	for _, t := range s.Treasures {
		if !inRange(n, t.Carrier) {
			return bad("treasures")
		}
	}
	for _, p := range s.Pairs {
		if p.From < 0 || p.To < 0 || !inRange(n, p.From, p.To) {
			return bad("pairs")
		}
	}
	return nil
}

// opponent returns the opponent of a seat.
func opponent(s rules.Seat) rules.Seat { return 1 - s }

// playerOf returns the player of the rulings for a seat.
func playerOf(s rules.Seat) ruling.Player {
	switch s {
	case 0:
		return "a"
	case 1:
		return "b"
	}
	return ""
}

// seatOf returns the seat of a player of the rulings.
func seatOf(p ruling.Player) rules.Seat {
	switch p {
	case "a":
		return 0
	case "b":
		return 1
	}
	return rules.Nobody
}

// inPlay reports whether a fighter is on the battlefield.
func (b *Battle) inPlay(i int) bool { w := &b.s.Fighters[i]; return w.Placed && !w.Out }

// id returns the unit id of fighter i, or "" for noUnit.
func (b *Battle) id(i int) string {
	if i < 0 {
		return ""
	}
	return b.info[i].id
}

// find returns the index of a fighter by unit id, or noUnit. It tries the acting fighter first,
// because most commands are about it.
func (b *Battle) find(id string) int {
	if i := b.s.Acting; i >= 0 && b.info[i].id == id {
		return i
	}
	if i, ok := b.index[id]; ok {
		return i
	}
	return noUnit
}

// monsterInPlay reports whether a monster is on the battlefield (WC-MON-9, A-47).
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

// Outcome returns how the battle ended; it is not ok before the end.
func (b *Battle) Outcome() (rules.Outcome, bool) {
	if b.s.Phase != phaseOver {
		return rules.Outcome{}, false
	}
	vp := ruling.PerPlayer{A: b.s.Sides[0].VP, B: b.s.Sides[1].VP}
	o := rules.Outcome{Winner: seatOf(ruling.Winner(vp)), Scores: []int{vp.A, vp.B}, Reason: "victory-points", Rule: "WC-SCN-1"}
	if o.Winner == rules.Nobody {
		o.Reason, o.Rule = "draw", "WC-SEQ-2"
	}
	return o, true
}
