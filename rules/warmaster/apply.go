package warmaster

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// A battleEvent is an event of the battle itself. Those of the aftermath change the aftermath, not
// the battle.
type battleEvent interface {
	apply(*Battle) // the only way in which the battle changes
}

// Apply changes the battle as an event says.
func (b *Battle) Apply(e rules.Event) {
	if e, ok := e.(battleEvent); ok {
		e.apply(b)
	}
}

// unitByID returns the index and the state of a unit by its id.
func (b *Battle) unitByID(id string) (int, *unitState) {
	i := b.find(id)
	return i, &b.s.Units[i]
}

func (e RolledOff) apply(b *Battle) {
	b.s.First, b.s.Placing, b.s.Phase = e.First, e.Placing, phaseDeploy
}

func (e Placed) apply(b *Battle) {
	for i := range b.info {
		if p := &b.s.Units[i]; e.Unit == "" && b.info[i].seat == e.Seat || e.Unit == b.id(i) {
			p.Placed = true
			if e.Unit != "" {
				p.Form = e.Form
				b.setStands(i, e.Spots)
			}
		}
	}
	for _, s := range e.Units {
		_, p := b.unitByID(s.Unit)
		if p.Cover = s.Cover; p.Stands > 1 {
			p.Form = s.Form
		}
	}
	b.s.Placing = e.Next
}

func (e TurnBegan) apply(b *Battle) {
	b.s.Turn, b.s.Turns = e.Seat, b.s.Turns+1
	b.s.OrdersActions, b.s.Touching, b.s.OrdersBegan, b.s.Moving, b.ordersMemo = nil, nil, false, nil, nil
	b.s.Returning = nil
	for i := range b.s.Units {
		p := &b.s.Units[i]
		if b.info[i].seat == e.Seat && p.Off && p.Joined == noUnit {
			b.s.Returning = append(b.s.Returning, i)
		}
		p.Charged, p.Shot, p.Halted, p.Fought, p.Advanced, p.Shaken = false, false, false, false, false, false
		p.Suffered, p.ShotBy, p.Retreated, p.Pursues = 0, nil, 0, false
	}
}

// apply begins a phase. The re-forming begins a second time for the side that is not active.
func (e PhaseBegan) apply(b *Battle) {
	b.s.OtherReforms = e.Phase == phaseReform && b.s.Phase == phaseReform
	b.s.Phase = e.Phase
	switch e.Phase {
	case phaseShooting:
		b.s.Moving = nil
	case phaseChoices:
		b.s.Fight.Waiting = b.stillInPlay(b.s.Fight.Units[b.s.Fight.Winner])
	}
}

func (e Conceded) apply(b *Battle) { b.s.Conceded[e.Seat] = true }

func (e Ended) apply(b *Battle) {
	b.s.Phase = phaseOver
	b.s.Outcome = rules.Outcome{Winner: e.Winner, Scores: e.Scores, Reason: e.Reason, Rule: e.Rule(), Effects: []rules.Effect{}}
}

// setStands places the stands of a unit on a board and finds the units that they touch. Without
// spots they stay where they are.
func (b *Battle) setStands(i int, spots []Spot) {
	if len(spots) == 0 {
		return
	}
	p := &b.s.Units[i]
	p.Spots, p.blocks = spots, b.blocksOf(i, spots)
	p.sightBlocks = joinRows(p.blocks)
	if b.board && !b.info[i].isCharacter() {
		b.dropContacts(i)
		for j := range b.info {
			if b.info[j].seat != b.info[i].seat && !b.info[j].isCharacter() && b.inPlay(j) && anyTouching(p.blocks, b.s.Units[j].blocks) {
				b.s.Contacts = append(b.s.Contacts[:len(b.s.Contacts):len(b.s.Contacts)], newContact(i, j))
			}
		}
	}
	b.moveWithCharacters(i)
}

// moveWithCharacters moves the characters of a unit along with it (WR-CHAR-6).
func (b *Battle) moveWithCharacters(i int) {
	for j := range b.info {
		if b.s.Units[j].Joined == i && len(b.s.Units[i].Spots) > 0 {
			spot := b.s.Units[i].Spots[0]
			b.s.Units[j].Spots = []Spot{spot}
			b.s.Units[j].blocks = b.blocksOf(j, b.s.Units[j].Spots)
		}
	}
}

// leaveCharacters separates a unit that moves in the Orders phase from its characters, who
// stay where they are (WR-CHAR-1).
func (b *Battle) leaveCharacters(i int, distance rules.Dec) {
	if !b.leavesCharacters() || distance == 0 {
		return
	}
	for j := range b.s.Units {
		if p := &b.s.Units[j]; p.Joined == i {
			p.Joined = noUnit
		}
	}
}

// anyTouching reports whether any two stands of two units touch.
func anyTouching(a, c []rect.Block) bool { return anyRelated(a, c, rect.Touch) }

// anyOverlapping reports whether any two stands of two units overlap.
func anyOverlapping(a, c []rect.Block) bool { return anyRelated(a, c, rect.Overlap) }

// anyRelated reports whether any two stands of two units touch, or with Overlap also overlap.
func anyRelated(a, c []rect.Block, least rect.Relation) bool {
	for _, r := range a {
		for _, s := range c {
			if r.RelationTo(s) >= least {
				return true
			}
		}
	}
	return false
}

// dropContacts removes a unit's contacts with enemies.
func (b *Battle) dropContacts(i int) {
	if b.engaged(i) {
		b.s.Contacts = slices.DeleteFunc(slices.Clone(b.s.Contacts), func(l contact) bool { return l[0] == i || l[1] == i })
	}
}

// addContacts records that a unit touches others, at a measured table.
func (b *Battle) addContacts(i int, ids ...string) {
	if b.board {
		return
	}
	b.s.Contacts = slices.Clone(b.s.Contacts)
	for _, id := range ids {
		if l := newContact(i, b.find(id)); !slices.Contains(b.s.Contacts, l) {
			b.s.Contacts = append(b.s.Contacts, l)
		}
	}
}

func (e EdgeRolled) apply(b *Battle) {
	i, p := b.unitByID(e.Unit)
	b.s.Returning = except(b.s.Returning, i)
	p.Off, p.Gone = e.Outcome == "pending", e.Outcome == "lost"
	p.Halted = e.Outcome == "edge-no-move"
	if p.Gone {
		p.GoneBy = "left-table"
	}
	if e.General {
		b.s.Fled[b.info[i].seat] = p.Off || p.Gone
	}
	b.dropContacts(i)
	for j := range b.s.Units {
		if q := &b.s.Units[j]; q.Joined == i {
			q.Off, q.Gone, q.GoneBy = p.Off, p.Gone, p.GoneBy
		}
	}
	if !p.Off && !p.Gone {
		b.setStands(i, e.Spots)
	}
}

func (e OrdersBegan) apply(b *Battle) {
	b.s.OrdersBegan, b.s.Touching, b.ordersMemo = true, e.Touching, nil
}

func (e Repeated) apply(b *Battle) {
	_, p := b.unitByID(e.Character)
	p.Repeated = true
}

func (e Tested) apply(b *Battle) {
	i, p := b.unitByID(e.Character)
	b.s.Moving = nil
	if e.Success {
		p.Orders++
		b.s.Moving = b.findAll(e.Units)
	} else {
		p.Failed++
	}
	b.recordOrdersAction(ruling.OrdersAction{Event: "order", Character: &b.info[i].id, Units: e.Units, Touching: true, Success: e.Success})
}

func (e Moved) apply(b *Battle) {
	i, p := b.unitByID(e.Unit)
	p.Form, p.Cover = e.Form, e.Cover
	switch e.Why {
	case "order":
		b.s.Moving = except(b.s.Moving, i)
	case "evade":
		b.recordOrdersAction(ruling.OrdersAction{Event: "initiative", Unit: &b.info[i].id, Move: &moveEvade})
	case "re-form":
		p.Fought = false
	case "fall-back", "stay":
		b.s.Fight.Waiting, b.s.Fight.FallBackRoll = except(b.s.Fight.Waiting, i), nil
		if e.Why == "fall-back" {
			b.dropContacts(i)
		}
	}
	if e.Why == "order" || e.Why == "evade" {
		b.leaveCharacters(i, e.Distance)
	}
	b.setStands(i, e.Spots)
}

func (e Confused) apply(b *Battle) {
	i, p := b.unitByID(e.Unit)
	p.Confused, p.Shaken = true, b.s.Phase == phaseOrders && b.info[i].seat == b.s.Turn
}

func (e Rallied) apply(b *Battle) {
	_, p := b.unitByID(e.Unit)
	p.Confused = false
}

func (e CharacterMoved) apply(b *Battle) {
	i, p := b.unitByID(e.Character)
	p.Joined = b.find(e.Joins)
	if len(e.Spots) > 0 {
		p.Spots, p.blocks = e.Spots, b.blocksOf(i, e.Spots)
	}
	b.recordOrdersAction(ruling.OrdersAction{Event: "character-move", Character: &b.info[i].id})
}

// moveEvade and moveCharge are the moves of an orders action.
var moveEvade, moveCharge = "evade", "charge"

// recordOrdersAction records what was carried out in the Orders phase.
func (b *Battle) recordOrdersAction(w ruling.OrdersAction) {
	b.s.OrdersActions = append(b.s.OrdersActions, w)
	if b.ordersMemo != nil {
		b.ordersMemo.CarryOut(w)
	}
}

func (e Charged) apply(b *Battle) {
	i, p := b.unitByID(e.Unit)
	p.Charged, p.Cover, p.Form = true, "none", e.Form
	if e.How != "advance" {
		b.leaveCharacters(i, e.Distance)
	}
	switch e.How {
	case "initiative":
		b.recordOrdersAction(ruling.OrdersAction{Event: "initiative", Unit: &b.info[i].id, Move: &moveCharge})
	case "order":
		b.s.Moving = except(b.s.Moving, i)
		last := &b.s.OrdersActions[len(b.s.OrdersActions)-1]
		last.Charged = append(slices.Clone(last.Charged), e.Unit)
		if b.ordersMemo != nil {
			b.ordersMemo.Units[b.ordersMemo.In.Unit(e.Unit)].Charged = true
		}
	case "advance":
		b.dropContacts(i)
		p.Advanced, p.Pursuits = true, p.Pursuits+1
		b.s.Fight.Waiting = except(b.s.Fight.Waiting, i)
		b.s.NextToFight = append(slices.Clone(b.s.NextToFight), i)
		p.Fought = false
	}
	b.setStands(i, e.Spots)
	b.addContacts(i, append([]string{e.Target}, e.More...)...)
	b.s.Volley = volleys{Charger: i, Units: b.findAll(e.Shooters), Able: e.Able, Advance: e.How == "advance"}
	if len(e.Shooters) > 0 {
		b.s.Phase = phaseVolley
	}
}

// except returns a list without one member.
func except(list []int, gone int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(i int) bool { return i == gone })
}
