package warmaster

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// Phases of a battle; keys of the content's phrases.
const (
	phaseStart     = "start"
	phaseDeploy    = "deployment"
	phaseReturn    = "return" // of units that left the table
	phaseOrders    = "orders"
	phaseVolley    = "charge-shooting" // charged units shoot at a charger
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

// noUnit stands for no unit where an index is expected.
const noUnit = -1

// A Battle is a battle of two armies in progress, at a measured table or on a board. Units
// and characters share one list, in the order of the rosters.
type Battle struct {
	*fixed
	s          state
	remembers  bool                // the battle is Remembering: reading it may set ordersMemo
	ordersMemo *ruling.OrdersPhase // Orders phase after OrdersActions; nil until asked for
}

// reader returns a battle that can be read for one call: a copy with an ordersMemo of its own,
// unless the battle remembers.
func (b *Battle) reader() *Battle {
	if b.remembers {
		return b
	}
	return &Battle{fixed: b.fixed, s: b.s, remembers: true}
}

// Remembering returns a copy of the battle that keeps its ordersMemo.
func (b *Battle) Remembering() rules.Battle {
	c := b.Clone().(*Battle)
	c.remembers = true
	return c
}

// A Spot is where a stand is: its centre from the left and the near edge of the table, in
// tenths of a millimetre, and the index in rect.Directions of the direction it faces.
type Spot [3]int

// state is everything that changes; Apply alone changes it.
type state struct {
	Phase         string                `json:"stage"`
	First         rules.Seat            `json:"first"`   // seat that has the first turn
	Placing       rules.Seat            `json:"placing"` // seat that deploys next
	Turn          rules.Seat            `json:"turn"`
	Turns         int                   `json:"turns"` // begun so far, of both sides
	Units         []unitState           `json:"pieces"`
	Returning     []int                 `json:"back"`     // units off the table that have still to roll this turn
	OrdersActions []ruling.OrdersAction `json:"wishes"`   // carried out in this Orders phase
	Touching      []contact             `json:"touching"` // friends that touched when the orders began
	OrdersBegan   bool                  `json:"began"`    // initiative moves are over
	Moving        []int                 `json:"moving"`   // ordered units that have not moved yet
	Contacts      []contact             `json:"contacts"` // between enemies
	Volley        volleys               `json:"volley"`
	Fight         fight                 `json:"fight"`
	NextToFight   []int                 `json:"next"`          // units that advanced, whose engagements come first
	OtherReforms  bool                  `json:"other_reforms"` // the side that is not active re-forms

	Conceded [2]bool       `json:"conceded"`
	Amended  [2]int        `json:"amended"` // points that amendments add to each side
	Fled     [2]bool       `json:"fled"`    // the General left the table
	Outcome  rules.Outcome `json:"outcome"`
}

// contact is two units that touch, the lower first.
type contact [2]int

func newContact(a, b int) contact { return contact{min(a, b), max(a, b)} }

// unitState is the state of a unit or a character.
type unitState struct {
	Stands     int    `json:"stands"` // left
	Marked     int    `json:"marked"` // hits marked
	Form       string `json:"form"`   // formation
	Cover      string `json:"cover"`  // protection of a unit that is not on a board
	Spots      []Spot `json:"spots"`  // of its stands on a board
	Placed     bool   `json:"placed"` // deployed
	Off        bool   `json:"off"`    // left the table and may return
	Gone       bool   `json:"gone"`   // out of the battle for good
	GoneBy     string `json:"how"`    // how it went
	Confused   bool   `json:"confused"`
	Shaken     bool   `json:"shaken"`  // became confused in its own current Orders phase
	Charged    bool   `json:"charged"` // in this turn
	Pursues    bool   `json:"pursues"` // in this round
	Shot       bool   `json:"shot"`    // in this turn
	Halted     bool   `json:"halted"`  // may not move this turn
	Suffered   int    `json:"suffered"`
	ShotBy     []int  `json:"shot_by"`
	ChargeHits int    `json:"stung"`     // hits by shooting at its charge
	Retreated  int    `json:"retreated"` // cm in this round of its engagement
	Before     []Spot `json:"before"`    // its spots before that retreat, on a board
	Fought     bool   `json:"fought"`    // to the end of an engagement in this phase
	Advanced   bool   `json:"advanced"`
	Joined     int    `json:"joined"` // unit that a character is with, or noUnit

	Kills    int `json:"kills"`  // enemy units destroyed
	Won      int `json:"won"`    // rounds
	Pursuits int `json:"runs"`   // pursuits and advances
	Orders   int `json:"orders"` // given by a character
	Failed   int `json:"failed"`

	Repeated bool `json:"repeated,omitempty"` // has used its carrying voice

	blocks      []rect.Block // stands at the spots
	sightBlocks []rect.Block // blocks with flush neighbours joined, for what they hide
}

// volleys are the open chances to shoot at a charger.
type volleys struct {
	Charger int   `json:"charger"`
	Units   []int `json:"units"`
	Able    []int `json:"able"` // for each unit, number of stands that can shoot
	Advance bool  `json:"advance"`
}

// fight is the engagement in progress.
type fight struct {
	Units      [2][]int `json:"units"` // by seat, with destroyed ones
	Round      int      `json:"round"`
	Front      []int    `json:"front"` // stands of infantry that fought to their front, as unit*100+stand
	Counted    [2]int   `json:"counted"`
	Removed    [2]int   `json:"removed"`
	Wiped      [2]bool  `json:"wiped"`
	ChargeHits [2]int   `json:"stung"` // hits by shooting at chargers, by the side for which they count

	Winner        rules.Seat `json:"winner"`
	Retreat       int        `json:"retreat"`
	Waiting       []int      `json:"waiting"` // units that have still to retreat or to choose
	FallBackRoll  []int      `json:"rolled"`  // index of the unit, least and most cm of its fall-back; nil without one
	StartContacts []contact  `json:"faced"`   // contacts at the start of the round
}

// savedBattle is the JSON form of a battle.
type savedBattle struct {
	Setup     rules.Setup      `json:"setup"`
	State     state            `json:"state"`
	Aftermath *json.RawMessage `json:"aftermath,omitempty"`
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
		return aftermathDefinition.Load(b, *s.Aftermath)
	}
	return b, nil
}

// Clone returns a battle that shares nothing that changes. It shares lists that are only
// ever replaced as a whole.
func (b *Battle) Clone() rules.Battle {
	c := &Battle{fixed: b.fixed, s: b.s}
	c.s.Units = slices.Clone(b.s.Units)
	c.s.OrdersActions = slices.Clone(b.s.OrdersActions)
	return c
}

// Outcome returns the outcome, with ok true once the battle is over.
func (b *Battle) Outcome() (rules.Outcome, bool) { return b.s.Outcome, b.s.Phase == phaseOver }

func opponent(s rules.Seat) rules.Seat { return 1 - s }

// sideOf is the side of a seat in the rulings' contract.
func sideOf(s rules.Seat) ruling.Side { return [2]ruling.Side{"a", "b"}[s] }

func seatOf(s ruling.Side) rules.Seat { return rules.Seat(rules.BoolToInt(s == "b")) }

// find returns the index of a unit or character by its id, or noUnit.
func (b *Battle) find(id string) int {
	if i, there := b.index[id]; there {
		return i
	}
	return noUnit
}

// findAll returns the indices of units and characters by their ids.
func (b *Battle) findAll(ids []string) []int {
	all := make([]int, len(ids))
	for k, id := range ids {
		all[k] = b.find(id)
	}
	return all
}

// inPlay reports whether a unit is on the table.
func (b *Battle) inPlay(i int) bool {
	p := &b.s.Units[i]
	return p.Placed && !p.Off && !p.Gone
}

// units lists the units of a seat on the table.
func (b *Battle) units(seat rules.Seat) (all []int) {
	for i := range b.info {
		if b.info[i].seat == seat && !b.info[i].isCharacter() && b.inPlay(i) {
			all = append(all, i)
		}
	}
	return all
}

// characters lists the characters of a seat on the table.
func (b *Battle) characters(seat rules.Seat) (all []int) {
	for i := range b.info {
		if b.info[i].seat == seat && b.info[i].isCharacter() && b.inPlay(i) {
			all = append(all, i)
		}
	}
	return all
}

// enemiesTouching lists the enemy units in contact with a unit.
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

// standsLost is the number of stands that a unit has lost in this battle.
func (b *Battle) standsLost(i int) int { return b.info[i].size - b.s.Units[i].Stands }

// turnNumber is the number of the turn; both players' turns with the same number make one.
func (b *Battle) turnNumber() int { return (b.s.Turns + 1) / 2 }

func (b *Battle) id(i int) string { return b.info[i].id }

func (b *Battle) ids(units []int) []string {
	all := make([]string, len(units))
	for k, i := range units {
		all[k] = b.id(i)
	}
	return all
}

// option is the value of an option.
func (b *Battle) option(id string) string { return b.optionValues[id] }
