package warmaster

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/oblong"
)

// Stages of a battle; keys of the content's phrases.
const (
	stageStart    = "start"
	stageDeploy   = "deployment"
	stageReturn   = "return" // of what left the table
	stageOrders   = "orders"
	stageVolley   = "charge-shooting" // the charged shoot at a charger
	stageShooting = "shooting"
	stageDrive    = "drive-back"
	stageCombat   = "combat"
	stageFight    = "attacks"
	stageResult   = "result"
	stageRetreat  = "retreat"
	stageChoices  = "choices" // of the winners, or of both sides after a draw
	stageReform   = "re-forming"
	stageOver     = "over"
)

// none is no piece.
const none = -1

// A Battle is a battle of two armies in progress, measured at a table or on a
// board. Its pieces are units and characters, in the order of the rosters.
type Battle struct {
	*field
	s     state
	phase *ordersPhase // of the turn, as far as the wishes tell; nil until asked for
}

// A Spot is where a stand is: its centre from the left and the near edge of the
// table, in tenths of a millimetre, and the index of oblong.Directions that its
// front faces.
type Spot [3]int

// state is everything that changes; Apply alone changes it.
type state struct {
	Stage    string     `json:"stage"`
	First    rules.Seat `json:"first"`   // has the first turn
	Placing  rules.Seat `json:"placing"` // deploys next
	Turn     rules.Seat `json:"turn"`
	Turns    int        `json:"turns"` // that have begun, of both sides
	Pieces   []piece    `json:"pieces"`
	Back     []int      `json:"back"`     // pieces off the table that have still to roll this turn
	Wishes   []wish     `json:"wishes"`   // carried out in this Orders phase
	Touching []link     `json:"touching"` // friends who touched when the orders began
	Began    bool       `json:"began"`    // the orders have
	Moving   []int      `json:"moving"`   // units ordered that have not moved yet
	Contacts []link     `json:"contacts"` // of enemies
	Volley   volleys    `json:"volley"`
	Fight    fight      `json:"fight"`
	Next     []int      `json:"next"` // units that advanced and whose engagements come first

	Conceded [2]bool       `json:"conceded"`
	Fled     [2]bool       `json:"fled"` // the General is off the table
	Outcome  rules.Outcome `json:"outcome"`
}

// link is two pieces that touch, the lower first.
type link [2]int

func linked(a, b int) link { return link{min(a, b), max(a, b)} }

// piece is the state of a unit or a character.
type piece struct {
	Stands    int    `json:"stands"` // left
	Marked    int    `json:"marked"` // hits
	Form      string `json:"form"`   // formation
	Cover     string `json:"cover"`  // protection of a unit that is not on a board
	Spots     []Spot `json:"spots"`  // of its stands on a board
	Placed    bool   `json:"placed"` // deployed
	Off       bool   `json:"off"`    // the table, and may return
	Gone      bool   `json:"gone"`   // for good
	How       string `json:"how"`    // it went
	Confused  bool   `json:"confused"`
	Shaken    bool   `json:"shaken"`  // confused in its own Orders phase that still goes on
	Charged   bool   `json:"charged"` // this turn
	Pursues   bool   `json:"pursues"` // in this round
	Shot      bool   `json:"shot"`    // this turn
	Halted    bool   `json:"halted"`  // may not move this turn
	Suffered  int    `json:"suffered"`
	ShotBy    []int  `json:"shot_by"`
	Stung     int    `json:"stung"`     // hits by shooting at its charge
	Retreated int    `json:"retreated"` // cm in this round of its engagement
	Fought    bool   `json:"fought"`    // in this phase, to the end
	Advanced  bool   `json:"advanced"`
	Joined    int    `json:"joined"` // unit that a character is with, or none

	Kills  int `json:"kills"`  // enemy units destroyed
	Won    int `json:"won"`    // rounds
	Runs   int `json:"runs"`   // pursuits and advances
	Orders int `json:"orders"` // given by a character
	Failed int `json:"failed"`

	Repeated bool `json:"repeated,omitempty"` // has used its carrying voice

	blocks []oblong.Block // of the spots
	rows   []oblong.Block // the same, flush neighbours as one: what hides others
}

// volleys are the chances to shoot at a charger that are still open.
type volleys struct {
	Charger int   `json:"charger"`
	Units   []int `json:"units"`
	Able    []int `json:"able"` // stands of each that can
	Advance bool  `json:"advance"`
}

// fight is the engagement in progress.
type fight struct {
	Units   [2][]int `json:"units"` // by seat, with those destroyed
	Round   int      `json:"round"`
	Front   []int    `json:"front"` // stands of infantry that fought to their front, as unit*100+stand
	Counted [2]int   `json:"counted"`
	Removed [2]int   `json:"removed"`
	Wiped   [2]bool  `json:"wiped"`
	Stung   [2]int   `json:"stung"` // hits by shooting at chargers that count for a side

	Winner  rules.Seat `json:"winner"`
	Retreat int        `json:"retreat"`
	Waiting []int      `json:"waiting"` // units still to retreat or to choose
	Rolled  []int      `json:"rolled"`  // unit, least and most cm of the fall-back in hand; nil without one
	Faced   []link     `json:"faced"`   // contacts at the start of the round
}

// saved is how a battle is written.
type saved struct {
	Setup     rules.Setup `json:"setup"`
	State     state       `json:"state"`
	Aftermath *reckoning  `json:"aftermath,omitempty"`
}

// MarshalJSON writes the setup and the state; load reads them back.
func (b *Battle) MarshalJSON() ([]byte, error) { return rules.EncodeResult(saved{b.setup, b.s, nil}) }

func load(text []byte) (rules.Battle, error) {
	var s saved
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, rules.Faultf(rules.WrongType, "", "no battle: %v", err)
	}
	begun, err := begin(s.Setup)
	if err != nil {
		return nil, err
	}
	b := begun.(*Battle)
	if len(s.State.Pieces) != len(b.cards) {
		return nil, rules.Faultf(rules.OutOfRange, "state.pieces", "do not fit the rosters")
	}
	b.s = s.State
	for i := range b.s.Pieces {
		b.s.Pieces[i].blocks = b.blocksOf(i, b.s.Pieces[i].Spots)
		b.s.Pieces[i].rows = rowsOf(b.s.Pieces[i].blocks)
	}
	if s.Aftermath != nil {
		return &Aftermath{b, *s.Aftermath}, nil
	}
	return b, nil
}

// Clone returns a battle that shares nothing that changes. Lists that are only
// ever replaced as a whole are shared.
func (b *Battle) Clone() rules.Battle {
	c := &Battle{field: b.field, s: b.s}
	c.s.Pieces = slices.Clone(b.s.Pieces)
	c.s.Wishes = slices.Clone(b.s.Wishes)
	return c
}

// Outcome is ok once the battle is over.
func (b *Battle) Outcome() (rules.Outcome, bool) { return b.s.Outcome, b.s.Stage == stageOver }

func other(s rules.Seat) rules.Seat { return 1 - s }

// sideOf is what the rulings call a seat.
func sideOf(s rules.Seat) Side { return [2]Side{"a", "b"}[s] }

func seatOf(s Side) rules.Seat {
	if s == "a" {
		return 0
	}
	return 1
}

// find is the piece of a unit id, or none.
func (b *Battle) find(id string) int {
	if i, there := b.index[id]; there {
		return i
	}
	return none
}

// here tells whether a piece is on the table.
func (b *Battle) here(i int) bool {
	p := &b.s.Pieces[i]
	return p.Placed && !p.Off && !p.Gone
}

// units are the units of a seat on the table.
func (b *Battle) units(seat rules.Seat) (all []int) {
	for i := range b.cards {
		if b.cards[i].seat == seat && !b.cards[i].officer() && b.here(i) {
			all = append(all, i)
		}
	}
	return all
}

// officers are the characters of a seat on the table.
func (b *Battle) officers(seat rules.Seat) (all []int) {
	for i := range b.cards {
		if b.cards[i].seat == seat && b.cards[i].officer() && b.here(i) {
			all = append(all, i)
		}
	}
	return all
}

// touched are the enemy units that a unit is in contact with.
func (b *Battle) touched(i int) (all []int) {
	for _, l := range b.s.Contacts {
		switch i {
		case l[0]:
			all = append(all, l[1])
		case l[1]:
			all = append(all, l[0])
		}
	}
	return all
}

// engaged tells whether a unit touches an enemy (WR-ENG-2).
func (b *Battle) engaged(i int) bool {
	return slices.ContainsFunc(b.s.Contacts, func(l link) bool { return l[0] == i || l[1] == i })
}

// lost is how many stands a unit has lost in this battle.
func (b *Battle) lost(i int) int { return b.cards[i].size - b.s.Pieces[i].Stands }

// turn is the number of the turn that both sides have in common.
func (b *Battle) turn() int { return (b.s.Turns + 1) / 2 }

func (b *Battle) id(i int) string { return b.cards[i].id }

func (b *Battle) ids(pieces []int) []string {
	all := make([]string, len(pieces))
	for k, i := range pieces {
		all[k] = b.id(i)
	}
	return all
}

// option is the value of a house rule or ruling.
func (b *Battle) option(id string) string { return b.chosen[id] }
