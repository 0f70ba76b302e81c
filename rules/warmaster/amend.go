package warmaster

import (
	"slices"

	"oriflamme/rules"
)

// Amend puts right by agreement what the battle holds, or plays by hand a spell or ability that
// the engine does not know: its name and text, and what it changes. The other player agrees or
// refuses; a refusal is logged and changes nothing (WR-HOUSE-8, WR-PROV-13).
type Amend struct {
	bySeat
	Name    string   `json:"name" in:"0..80" default:"\"\""`   // of what is played by hand; "" for a correction
	Text    string   `json:"text" in:"0..2000" default:"\"\""` // its rules
	Reason  string   `json:"reason" in:"0..300" default:"\"\""`
	Changes []Change `json:"changes" len:"0..12" default:"[]"`
}

// A Change is one thing that an amendment sets. Which of the other fields it needs depends on
// What; see amendable.
type Change struct {
	What  string `json:"what" in:"points|stands|hits|confusion|cover|formation|place|contact|orders|shot|returns|leaves|turn"`
	Unit  string `json:"unit" in:"0..64" default:"\"\""`
	Other string `json:"other" in:"0..64" default:"\"\""` // the enemy of a contact
	Value int    `json:"value" in:"-5000..5000" default:"0"`
	State string `json:"state" in:"|none|defended|fortified|line|column|irregular" default:"\"\""` // cover or formation
	Place *Place `json:"place" default:"-" null:"true"`
}

// amendment says what a change needs and how it is checked.
type amendment struct {
	unit    bool // it names a unit
	apart   bool // not in the middle of an engagement, a volley or a drive-back
	mode    rules.Mode
	least   int // least value
	most    func(b *Battle, i int) int
	states  []string
	places  bool // on a board it names a place
	refuses func(b *Battle, i int, c Change) *rules.Fault
}

// amendable is what can be put right by agreement.
var amendable = map[string]amendment{
	// points adds Value to the score of the seat that amends.
	"points": {least: -5000, most: upTo(5000)},
	// stands is the number of stands that a unit has left.
	"stands": {unit: true, apart: true, least: 1, most: func(b *Battle, i int) int { return b.info[i].size }, places: true},
	// hits is the number of hits marked on a unit.
	"hits": {unit: true, most: func(b *Battle, i int) int { return b.info[i].profile.Hits - 1 }},
	// confusion is 1 for a confused unit, otherwise 0.
	"confusion": {unit: true, most: upTo(1)},
	"cover":     {unit: true, mode: rules.Measured, states: []string{"none", "defended", "fortified"}},
	"formation": {unit: true, mode: rules.Measured, states: []string{"line", "column", "irregular"}},
	"place":     {unit: true, apart: true, mode: rules.Board, places: true},
	// contact is 1 if Unit and Other touch, otherwise 0.
	"contact": {unit: true, apart: true, mode: rules.Measured, most: upTo(1), refuses: refuseContact},
	// orders is 1 if the unit has an order still to carry out, otherwise 0.
	"orders": {unit: true, apart: true, most: upTo(1), refuses: refuseOrders},
	// shot is 1 if the unit has shot in this turn, otherwise 0.
	"shot": {unit: true, most: upTo(1)},
	// returns brings a unit back that was destroyed or left the table, with Value stands.
	"returns": {unit: true, apart: true, least: 1, most: func(b *Battle, i int) int { return b.info[i].size }, places: true},
	// leaves takes a unit off the table for good.
	"leaves": {unit: true, apart: true},
	// turn gives the turn back to the seat whose number is Value, at the start of its orders.
	"turn": {apart: true, most: upTo(1)},
}

// upTo is a greatest value that is the same for all units.
func upTo(n int) func(*Battle, int) int { return func(*Battle, int) int { return n } }

// refuseContact refuses a contact of units that are not enemies on the table.
func refuseContact(b *Battle, i int, c Change) *rules.Fault {
	_, fault := b.enemyUnit(b.info[i].seat, c.Other, "other")
	return fault
}

// refuseOrders refuses an order of a unit that is not of the active side in its Orders phase.
func refuseOrders(b *Battle, i int, _ Change) *rules.Fault {
	return rules.FirstFault(
		rules.ForbidIf(b.s.Phase != phaseOrders || b.info[i].seat != b.s.Turn, "WR-CMD-17", "unit", "only the active side has orders"),
		rules.ForbidIf(len(b.s.OrdersActions) == 0 || b.s.OrdersActions[len(b.s.OrdersActions)-1].Event != "order", "WR-CMD-17", "unit", "no order was given last"),
	)
}

// play asks the other player, and makes the changes.
func (c Amend) play(b *Battle, t *rules.Turn) *rules.Fault {
	if fault := rules.FirstFault(
		rules.ForbidIf(!b.since(3), "WR-HOUSE-8", "kind", "this battle began before there were amendments"),
		rules.ForbidIf(b.s.Turns == 0, "WR-HOUSE-8", "kind", "the battle has not begun"),
		rules.ForbidIf(c.Name != "" && b.option("magic") == "off", "WR-PROV-13", "name", "there is no magic in this battle"),
		rules.MissingFieldIf(c.Name == "" && c.Reason == "", "reason", "why?"),
		rules.MissingFieldIf(c.Name == "" && len(c.Changes) == 0, "changes", "what?"),
	); fault != nil {
		return fault
	}
	// The changes are tried on a copy, because each builds on those before it.
	scratch := b.Clone().(*Battle)
	var set []Corrected
	for k, ch := range c.Changes {
		e, fault := scratch.corrected(c.Seat, ch)
		if fault != nil {
			fault.Field = rules.Join(rules.At("changes", k), fault.Field)
			return fault
		}
		scratch.Apply(e)
		set = append(set, e)
	}
	agreed := t.Ask("WR-HOUSE-8", opponent(c.Seat), "amend", "agree", "refuse") == 0
	t.Emit(Amended{Seat: c.Seat, Name: c.Name, Text: c.Text, Reason: c.Reason, Agreed: agreed})
	if !agreed {
		return nil
	}
	for _, e := range set {
		t.Emit(e)
	}
	if b.s.Phase == phaseCombat { // perhaps nobody is left to fight
		b.nextEngagement(t)
	}
	return nil
}

// corrected works out what a change sets, or refuses it.
func (b *Battle) corrected(by rules.Seat, c Change) (e Corrected, fault *rules.Fault) {
	a, i := amendable[c.What], noUnit
	e = Corrected{Seat: by, What: c.What, Unit: c.Unit, Other: c.Other, Value: c.Value, State: c.State}
	if a.unit {
		i = b.find(c.Unit)
		if fault := rules.FirstFault(
			rules.OutOfRangeIf(i < 0, "unit", "there is no such unit"),
			rules.ForbidIf(i >= 0 && c.What == "returns" == b.inPlay(max(i, 0)), "WR-HOUSE-8", "unit", "it is on the table, or is not"),
			rules.ForbidIf(i >= 0 && b.info[max(i, 0)].isCharacter() && !slices.Contains([]string{"place", "returns", "leaves"}, c.What), "WR-HOUSE-8", "unit", "is a character"),
		); fault != nil {
			return e, fault
		}
	}
	if fault := rules.FirstFault(
		rules.ForbidIf(a.apart && b.inTheMiddle(), "WR-SEQ-10", "what", "not in the middle of an engagement, a volley or a drive-back"),
		rules.ForbidIf(a.mode == rules.Board && !b.board || a.mode == rules.Measured && b.board, "WR-HOUSE-8", "what", "the table knows it by itself, or not at all"),
		rules.OutOfRangeIf(a.most != nil && (c.Value < a.least || c.Value > a.most(b, max(i, 0))), "value", "is not possible"),
		rules.OutOfRangeIf(a.states != nil && !slices.Contains(a.states, c.State), "state", "which?"),
	); fault != nil {
		return e, fault
	}
	if a.refuses != nil {
		if fault := a.refuses(b, i, c); fault != nil {
			return e, fault
		}
	}
	if !a.places || !b.board {
		return e, rules.UnknownFieldIf(c.Place != nil, "place", "it has no place")
	}
	return b.correctedPlace(i, c, e)
}

// inTheMiddle reports whether an engagement, a volley, drive-backs or returns are under way.
func (b *Battle) inTheMiddle() bool {
	return !slices.Contains([]string{phaseOrders, phaseShooting, phaseCombat, phaseReform}, b.s.Phase)
}

// correctedPlace works out where a change puts a unit on the board. A unit that loses stands may
// leave out its place.
func (b *Battle) correctedPlace(i int, c Change, e Corrected) (Corrected, *rules.Fault) {
	after := b.Clone().(*Battle)
	p := &after.s.Units[i]
	was := p.Stands
	if c.What != "place" {
		p.Stands = c.Value
	}
	if c.Place == nil && c.What == "stands" && c.Value <= was {
		e.Spots = slices.Clone(p.Spots[:c.Value])
		e.State = classifyBlocks(after.blocksOf(i, e.Spots))
		return e, rules.ForbidIf(e.State == "broken", "WR-FORM-1", "place", "the other stands do not hang together")
	}
	spots, form, fault := after.readPlace(i, c.Place, "place")
	if fault != nil {
		return e, fault
	}
	for _, r := range after.blocksOf(i, spots) {
		if fault := rules.FirstFault(
			rules.ForbidIf(!b.ground.onTable(r), "WR-EDGE-1", "place", "the table ends there"),
			after.checkRoom(i, r, true, "place"),
		); fault != nil {
			return e, fault
		}
	}
	e.Spots, e.State = spots, form
	return e, nil
}

// Kind returns "amend".
func (Amend) Kind() string { return "amend" }

// Amended is an amendment, with the answer of the other player.
type Amended struct {
	Seat   rules.Seat `json:"seat"`
	Name   string     `json:"name"`
	Text   string     `json:"text"`
	Reason string     `json:"reason"`
	Agreed bool       `json:"agreed"`
}

// Kind returns "amended".
func (Amended) Kind() string { return "amended" }

// Rule is that of magic for what is played by hand.
func (e Amended) Rule() string {
	if e.Name != "" {
		return "WR-PROV-13"
	}
	return "WR-HOUSE-8"
}

// apply changes nothing; the changes are events of their own.
func (Amended) apply(*Battle) {}

// Corrected is one thing that an amendment sets; see amendable.
type Corrected struct {
	Seat  rules.Seat `json:"seat"`
	What  string     `json:"what"`
	Unit  string     `json:"unit"`
	Other string     `json:"other"`
	Value int        `json:"value"`
	State string     `json:"state"` // cover or formation
	Spots []Spot     `json:"spots"`
}

// Kind returns "corrected".
func (Corrected) Kind() string { return "corrected" }

// Rule returns "WR-HOUSE-8".
func (Corrected) Rule() string { return "WR-HOUSE-8" }

func (e Corrected) apply(b *Battle) {
	if e.What == "points" {
		b.s.Amended[e.Seat] += e.Value
		return
	}
	if e.What == "turn" {
		b.giveTurn(rules.Seat(e.Value))
		return
	}
	i, p := b.unitByID(e.Unit)
	switch e.What {
	case "stands":
		p.Stands = e.Value
		b.moveCorrected(i, e)
	case "place":
		b.moveCorrected(i, e)
	case "hits":
		p.Marked = e.Value
	case "confusion":
		p.Confused, p.Shaken = e.Value == 1, false
	case "cover":
		p.Cover = e.State
	case "formation":
		if p.Stands > 1 {
			p.Form = e.State
		}
	case "contact":
		l := newContact(i, b.find(e.Other))
		b.s.Contacts = slices.DeleteFunc(slices.Clone(b.s.Contacts), func(m contact) bool { return m == l })
		if e.Value == 1 {
			b.s.Contacts = append(b.s.Contacts, l)
		}
	case "orders":
		b.s.Moving = except(b.s.Moving, i)
		if e.Value == 1 {
			b.s.Moving = append(b.s.Moving, i)
		}
	case "shot":
		p.Shot = e.Value == 1
	case "returns":
		p.Off, p.Gone, p.GoneBy, p.Joined = false, false, "", noUnit
		b.s.Returning = except(b.s.Returning, i)
		if !b.info[i].isCharacter() {
			p.Stands, p.Marked, p.Suffered = e.Value, 0, 0
		}
		b.moveCorrected(i, e)
	case "leaves":
		Destroyed{Unit: e.Unit, How: "amended"}.apply(b)
		for j := range b.s.Units {
			if q := &b.s.Units[j]; q.Joined == i {
				q.Joined = noUnit
			}
		}
	}
	b.ordersMemo = nil
}

// moveCorrected puts a unit where an amendment says; its characters stay where they are.
func (b *Battle) moveCorrected(i int, e Corrected) {
	p := &b.s.Units[i]
	if p.Stands == 1 {
		p.Form = "single"
	}
	if len(e.Spots) == 0 {
		return
	}
	p.Form = e.State
	for j := range b.s.Units {
		if q := &b.s.Units[j]; q.Joined == i {
			q.Joined = noUnit
		}
	}
	p.Joined = noUnit
	b.setStands(i, e.Spots)
}

// giveTurn gives the turn back to a seat, at the start of its orders.
func (b *Battle) giveTurn(seat rules.Seat) {
	if seat != b.s.Turn {
		if b.s.Turn, b.s.Turns = seat, b.s.Turns-1; b.s.Turns == 0 {
			b.s.Turns = 2
		}
	}
	b.s.Phase, b.s.OtherReforms = phaseOrders, false
	b.s.OrdersActions, b.s.Touching, b.s.OrdersBegan, b.s.Moving, b.ordersMemo = nil, nil, false, nil, nil
}

// spellByHand is an example of a spell that is played by hand, for Legal.
func (b *Battle) spellByHand(i, target int) Amend {
	hits := min(b.s.Units[target].Marked+1, b.info[target].profile.Hits-1)
	return Amend{bySeat: bySeat{b.info[i].seat}, Name: b.info[i].name, Changes: []Change{{What: "hits", Unit: b.id(target), Value: hits}}}
}
