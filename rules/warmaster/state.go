package warmaster

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// Stages of a battle; keys of the content's phrases.
const (
	phaseStart     = "start"
	phaseDeploy    = "deployment"
	phaseReturn    = "return" // of what left the table
	phaseOrders    = "orders"
	phaseVolley    = "charge-shooting" // the charged shoot at a charger
	phaseShooting  = "shooting"
	phaseDriveBack = "drive-back"
	phaseCombat    = "combat"
	phaseFight     = "attacks"
	phaseResult    = "result"
	phaseRetreat   = "retreat"
	phaseChoices   = "choices" // of the winners, or of both sides after a draw
	phaseReform    = "re-forming"
	phaseOver      = "over"
)

// noUnit is no unit.
const noUnit = -1

// A Battle is a battle of two armies in progress, measured at a table or on a
// board. Its units are units and characters, in the order of the rosters.
type Battle struct {
	*fixed
	s          state
	ordersMemo *ruling.OrdersPhase // of the turn, as far as the wishes tell; nil until asked for
}

// A Spot is where a stand is: its centre from the left and the near edge of the
// table, in tenths of a millimetre, and the index of rect.Directions that its
// front faces.
type Spot [3]int

// state is everything that changes; Apply alone changes it.
type state struct {
	Phase         string                `json:"stage"`
	First         rules.Seat            `json:"first"`   // has the first turn
	Placing       rules.Seat            `json:"placing"` // deploys next
	Turn          rules.Seat            `json:"turn"`
	Turns         int                   `json:"turns"` // that have begun, of both sides
	Units         []unitState           `json:"pieces"`
	Returning     []int                 `json:"back"`     // units off the table that have still to roll this turn
	OrdersActions []ruling.OrdersAction `json:"wishes"`   // carried out in this Orders phase
	Touching      []contact             `json:"touching"` // friends who touched when the orders began
	OrdersBegan   bool                  `json:"began"`    // the orders have
	Moving        []int                 `json:"moving"`   // units ordered that have not moved yet
	Contacts      []contact             `json:"contacts"` // of enemies
	Volley        volleys               `json:"volley"`
	Fight         fight                 `json:"fight"`
	NextToFight   []int                 `json:"next"` // units that advanced and whose engagements come first

	Conceded [2]bool       `json:"conceded"`
	Fled     [2]bool       `json:"fled"` // the General is off the table
	Outcome  rules.Outcome `json:"outcome"`
}

// contact is two units that touch, the lower first.
type contact [2]int

func newContact(a, b int) contact { return contact{min(a, b), max(a, b)} }

// unitState is the state of a unit or a character.
type unitState struct {
	Stands     int    `json:"stands"` // left
	Marked     int    `json:"marked"` // hits
	Form       string `json:"form"`   // formation
	Cover      string `json:"cover"`  // protection of a unit that is not on a board
	Spots      []Spot `json:"spots"`  // of its stands on a board
	Placed     bool   `json:"placed"` // deployed
	Off        bool   `json:"off"`    // the table, and may return
	Gone       bool   `json:"gone"`   // for good
	GoneBy     string `json:"how"`    // it went
	Confused   bool   `json:"confused"`
	Shaken     bool   `json:"shaken"`  // confused in its own Orders phase that still goes on
	Charged    bool   `json:"charged"` // this turn
	Pursues    bool   `json:"pursues"` // in this round
	Shot       bool   `json:"shot"`    // this turn
	Halted     bool   `json:"halted"`  // may not move this turn
	Suffered   int    `json:"suffered"`
	ShotBy     []int  `json:"shot_by"`
	ChargeHits int    `json:"stung"`     // hits by shooting at its charge
	Retreated  int    `json:"retreated"` // cm in this round of its engagement
	Fought     bool   `json:"fought"`    // in this phase, to the end
	Advanced   bool   `json:"advanced"`
	Joined     int    `json:"joined"` // unit that a character is with, or none

	Kills    int `json:"kills"`  // enemy units destroyed
	Won      int `json:"won"`    // rounds
	Pursuits int `json:"runs"`   // pursuits and advances
	Orders   int `json:"orders"` // given by a character
	Failed   int `json:"failed"`

	Repeated bool `json:"repeated,omitempty"` // has used its carrying voice

	blocks      []rect.Block // of the spots
	sightBlocks []rect.Block // the same, flush neighbours as one: what hides others
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
	Units      [2][]int `json:"units"` // by seat, with those destroyed
	Round      int      `json:"round"`
	Front      []int    `json:"front"` // stands of infantry that fought to their front, as unit*100+stand
	Counted    [2]int   `json:"counted"`
	Removed    [2]int   `json:"removed"`
	Wiped      [2]bool  `json:"wiped"`
	ChargeHits [2]int   `json:"stung"` // hits by shooting at chargers that count for a side

	Winner        rules.Seat `json:"winner"`
	Retreat       int        `json:"retreat"`
	Waiting       []int      `json:"waiting"` // units still to retreat or to choose
	FallBackRoll  []int      `json:"rolled"`  // unit, least and most cm of the fall-back in hand; nil without one
	StartContacts []contact  `json:"faced"`   // contacts at the start of the round
}

// savedBattle is how a battle is written.
type savedBattle struct {
	Setup     rules.Setup     `json:"setup"`
	State     state           `json:"state"`
	Aftermath *aftermathState `json:"aftermath,omitempty"`
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
	started, err := begin(s.Setup)
	if err != nil {
		return nil, err
	}
	b := started.(*Battle)
	if len(s.State.Units) != len(b.info) {
		return nil, rules.Faultf(rules.OutOfRange, "state.pieces", "do not fit the rosters")
	}
	b.s = s.State
	for i := range b.s.Units {
		b.s.Units[i].blocks = b.blocksOf(i, b.s.Units[i].Spots)
		b.s.Units[i].sightBlocks = joinRows(b.s.Units[i].blocks)
	}
	if s.Aftermath != nil {
		return &Aftermath{b, *s.Aftermath}, nil
	}
	return b, nil
}

// Clone returns a battle that shares nothing that changes. Lists that are only
// ever replaced as a whole are shared.
func (b *Battle) Clone() rules.Battle {
	c := &Battle{fixed: b.fixed, s: b.s}
	c.s.Units = slices.Clone(b.s.Units)
	c.s.OrdersActions = slices.Clone(b.s.OrdersActions)
	return c
}

// Outcome is ok once the battle is over.
func (b *Battle) Outcome() (rules.Outcome, bool) { return b.s.Outcome, b.s.Phase == phaseOver }

func opponent(s rules.Seat) rules.Seat { return 1 - s }

// sideOf is what the rulings call a seat.
func sideOf(s rules.Seat) ruling.Side { return [2]ruling.Side{"a", "b"}[s] }

func seatOf(s ruling.Side) rules.Seat {
	if s == "a" {
		return 0
	}
	return 1
}

// find is the unit of a unit id, or none.
func (b *Battle) find(id string) int {
	if i, there := b.index[id]; there {
		return i
	}
	return noUnit
}

// inPlay reports whether a unit is on the table.
func (b *Battle) inPlay(i int) bool {
	p := &b.s.Units[i]
	return p.Placed && !p.Off && !p.Gone
}

// units are the units of a seat on the table.
func (b *Battle) units(seat rules.Seat) (all []int) {
	for i := range b.info {
		if b.info[i].seat == seat && !b.info[i].isCharacter() && b.inPlay(i) {
			all = append(all, i)
		}
	}
	return all
}

// characters are the characters of a seat on the table.
func (b *Battle) characters(seat rules.Seat) (all []int) {
	for i := range b.info {
		if b.info[i].seat == seat && b.info[i].isCharacter() && b.inPlay(i) {
			all = append(all, i)
		}
	}
	return all
}

// enemiesTouching are the enemy units that a unit is in contact with.
func (b *Battle) enemiesTouching(i int) (all []int) {
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

// engaged reports whether a unit touches an enemy (WR-ENG-2).
func (b *Battle) engaged(i int) bool {
	return slices.ContainsFunc(b.s.Contacts, func(l contact) bool { return l[0] == i || l[1] == i })
}

// standsLost is how many stands a unit has standsLost in this battle.
func (b *Battle) standsLost(i int) int { return b.info[i].size - b.s.Units[i].Stands }

// turnNumber is the number of the turnNumber that both sides have in common.
func (b *Battle) turnNumber() int { return (b.s.Turns + 1) / 2 }

func (b *Battle) id(i int) string { return b.info[i].id }

func (b *Battle) ids(pieces []int) []string {
	all := make([]string, len(pieces))
	for k, i := range pieces {
		all[k] = b.id(i)
	}
	return all
}

// option is the value of a house rule or ruling.
func (b *Battle) option(id string) string { return b.optionValues[id] }
