package warcry

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/plane"
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

// none is no fighter, no part, no group.
const none = -1

// A Battle is a battle of Warcry in progress.
type Battle struct {
	*theatre
	s      state
	lately notes
}

// notes are what Sample has measured last, so that Play of the command that it
// gave need not measure it again. They are void when anything has moved; clones have none.
type notes struct {
	taking bool // Sample is at work; nobody else takes notes

	crossed        bool // what a base passes through is known
	mover, skip    int
	from, to       vec
	z              float64
	through        string
	counted        bool // the enemies of one within 1 inch are known
	who, enemies   int
	looked         bool // who sees whom is known
	viewer, viewed int
	visible        bool
}

// void forgets what was measured.
func (n *notes) void() { n.crossed, n.counted, n.looked = false, false, false }

// state is everything that changes; Apply alone changes it.
type state struct {
	Phase      string           `json:"phase"`
	Round      int              `json:"round"`
	Attacker   rules.Seat       `json:"attacker"`
	Red        rules.Seat       `json:"red"`
	Turned     bool             `json:"turned"`
	Next       rules.Seat       `json:"next"`       // who gives the next command in phases with an order
	Initiative rules.Seat       `json:"initiative"` // Nobody before the first roll
	Tied       bool             `json:"tied"`       // singles were equal when rolled (WC-INIT-11)
	Turn       rules.Seat       `json:"turn"`
	Acting     int              `json:"acting"` // the activated fighter, or none
	Act        activation       `json:"act"`
	Inspired   int              `json:"inspired"`    // may be activated right after this activation
	FirstBlood int              `json:"first_blood"` // who took down the first enemy
	Gone       uint64           `json:"gone"`        // terrain parts removed, by bit
	Camps      [2]camp          `json:"camps"`
	Warriors   []warrior        `json:"warriors"`
	Objectives []objectiveState `json:"objectives"`
	Treasures  []treasureState  `json:"treasures"`
}

// camp is one player's side.
type camp struct {
	Divided  bool    `json:"divided"`
	Placed   [3]bool `json:"placed"`   // battle groups on the battlefield
	Dice     [7]int  `json:"dice"`     // ability dice by score
	Singles  [7]bool `json:"singles"`  // scores of singles
	Extra    int     `json:"extra"`    // wild dice used as singles
	Wild     int     `json:"wild"`     // wild dice in hand
	Declared bool    `json:"declared"` // wild dice of this round
	Blood    int     `json:"blood"`    // points of enemies taken down this round
	VP       int     `json:"vp"`
	Rounds   []int   `json:"rounds"` // victory points round by round
	Through  int     `json:"through"`
}

// warrior is a fighter in the battle.
type warrior struct {
	body // follows from At and the card; first, beside what geometry asks for as well

	At          Point  `json:"at"`
	Group       int    `json:"group"`
	Placed      bool   `json:"placed"` // on the battlefield
	Out         bool   `json:"out"`
	Damage      int    `json:"damage"`
	Activated   bool   `json:"activated"`
	Waiting     bool   `json:"waiting"`
	Reactions   int    `json:"reactions"`
	Activations int    `json:"activations"` // of a monster
	Climbing    int    `json:"climbing"`    // terrain part, on a board
	On          string `json:"on"`          // what it climbs; "": it does not
	Carrying    int    `json:"carrying"`
	Ropes       int    `json:"ropes"`
	Eyes        int    `json:"eyes"`
	TauntedBy   int    `json:"taunted_by"`
	Steadied    bool   `json:"steadied,omitempty"` // has used its re-roll of this battle

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
	p    vec // inches
	z    float64
	r, h float64 // radius of the base, height
	base plane.Base
	tall int64 // height in thousandths
	seat rules.Seat

	monster bool
}

// put places a fighter.
func (w *warrior) put(at Point) {
	w.At, w.p, w.z, w.base = at, at.flat(), at.z(), at.base(w.base.Radius)
}

// embody works out the bodies of a battle that begins or is loaded.
func (b *Battle) embody() {
	for i := range b.s.Warriors {
		w, c := &b.s.Warriors[i], &b.cards[i]
		w.r, w.h, w.seat, w.monster = c.radius, c.height, c.seat, c.monster
		w.base.Radius, w.tall = mils(c.p.Base/2), mils(c.p.Height)
		w.put(w.At)
	}
}

// activation is what the acting fighter has done and may still do.
type activation struct {
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
	c := &Battle{theatre: b.theatre, s: b.s}
	c.s.Warriors = slices.Clone(b.s.Warriors)
	c.s.Objectives = slices.Clone(b.s.Objectives)
	c.s.Treasures = slices.Clone(b.s.Treasures)
	for i := range c.s.Camps {
		c.s.Camps[i].Rounds = slices.Clone(b.s.Camps[i].Rounds)
	}
	return c
}

// saved is a whole battle as JSON.
type saved struct {
	Setup     rules.Setup `json:"setup"`
	State     state       `json:"state"`
	Aftermath *reckoning  `json:"aftermath,omitempty"`
}

// MarshalJSON writes the battle with its setup.
func (b *Battle) MarshalJSON() ([]byte, error) {
	return json.Marshal(saved{Setup: b.setup, State: b.s})
}

// load reads a battle, or an aftermath, that MarshalJSON wrote.
func load(text []byte) (rules.Battle, error) {
	var s saved
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, rules.Faultf(rules.WrongType, "", "battle: %v", err)
	}
	th, err := newTheatre(s.Setup)
	if err != nil {
		return nil, err
	}
	b := &Battle{theatre: th, s: s.State}
	if err := b.sound(); err != nil {
		return nil, err
	}
	b.embody()
	if s.Aftermath != nil {
		return &Aftermath{battle: b, r: *s.Aftermath}, nil
	}
	return b, nil
}

// sound refuses a saved state whose figures point outside the battle.
func (b *Battle) sound() error {
	s := &b.s
	bad := func(field string) error {
		return rules.Faultf(rules.OutOfRange, "state."+field, "does not fit the setup")
	}
	inRange := func(i, n int) bool { return i >= none && i < n }
	n := len(b.cards)
	switch {
	case len(s.Warriors) != n:
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
	for _, w := range s.Warriors {
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

// other is the opponent of a seat.
func other(s rules.Seat) rules.Seat { return 1 - s }

// player is a seat in the words of the rulings.
func player(s rules.Seat) Player {
	switch s {
	case 0:
		return "a"
	case 1:
		return "b"
	}
	return ""
}

// seatOf is the seat of a player of the rulings.
func seatOf(p Player) rules.Seat {
	switch p {
	case "a":
		return 0
	case "b":
		return 1
	}
	return rules.Nobody
}

// inPlay holds for a fighter on the battlefield.
func (b *Battle) inPlay(i int) bool { w := &b.s.Warriors[i]; return w.Placed && !w.Out }

// id names fighter i, "" for none.
func (b *Battle) id(i int) string {
	if i < 0 {
		return ""
	}
	return b.cards[i].id
}

// find returns the index of a fighter by unit id, or none. It is most often the acting one.
func (b *Battle) find(id string) int {
	if i := b.s.Acting; i >= 0 && b.cards[i].id == id {
		return i
	}
	if i, ok := b.index[id]; ok {
		return i
	}
	return none
}

// monsterInPlay holds while a monster is on the battlefield (WC-MON-9, A-47).
func (b *Battle) monsterInPlay() bool {
	if !b.monsters {
		return false
	}
	for i := range b.cards {
		if b.cards[i].monster && b.inPlay(i) {
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
