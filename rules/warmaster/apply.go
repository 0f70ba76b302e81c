package warmaster

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/oblong"
)

// Apply changes the battle as an event says.
func (b *Battle) Apply(e rules.Event) {
	switch e := e.(type) {
	case RolledOff, Placed, TurnBegan, PhaseBegan, Conceded, Ended:
		b.applyCourse(e)
	case EdgeRolled:
		b.applyEdge(e)
	case OrdersBegan, Repeated, Tested, Moved, Charged, Confused, Rallied, CharacterMoved:
		b.applyOrders(e)
	case Volleyed, HeldFire, HitsTaken, Destroyed, Driven, HitsErased:
		b.applyShooting(e)
	default:
		b.applyCombat(e)
	}
}

// piece is the state of a piece by its id.
func (b *Battle) piece(id string) (int, *piece) {
	i := b.find(id)
	return i, &b.s.Pieces[i]
}

func (b *Battle) applyCourse(e rules.Event) {
	switch e := e.(type) {
	case RolledOff:
		b.s.First, b.s.Placing, b.s.Stage = e.First, e.Placing, stageDeploy
	case Placed:
		for i := range b.cards {
			if p := &b.s.Pieces[i]; e.Unit == "" && b.cards[i].seat == e.Seat || e.Unit == b.id(i) {
				p.Placed = true
				if e.Unit != "" {
					p.Form = e.Form
					b.put(i, e.Spots)
				}
			}
		}
		b.s.Placing = e.Next
	case TurnBegan:
		b.s.Turn, b.s.Turns = e.Seat, b.s.Turns+1
		b.s.Wishes, b.s.Touching, b.s.Began, b.s.Moving, b.phase = nil, nil, false, nil, nil
		b.s.Back = nil
		for i := range b.s.Pieces {
			p := &b.s.Pieces[i]
			if b.cards[i].seat == e.Seat && p.Off && p.Joined == none {
				b.s.Back = append(b.s.Back, i)
			}
			p.Charged, p.Shot, p.Halted, p.Fought, p.Advanced, p.Shaken = false, false, false, false, false, false
			p.Suffered, p.ShotBy, p.Retreated, p.Pursues = 0, nil, 0, false
		}
	case PhaseBegan:
		b.s.Stage = e.Phase
		switch e.Phase {
		case stageShooting:
			b.s.Moving = nil
		case stageChoices:
			b.s.Fight.Waiting = b.left(b.s.Fight.Units[b.s.Fight.Winner])
		}
	case Conceded:
		b.s.Conceded[e.Seat] = true
	case Ended:
		b.s.Stage = stageOver
		b.s.Outcome = rules.Outcome{Winner: e.Winner, Scores: e.Scores, Reason: e.Reason, Rule: e.Rule(), Effects: []rules.Effect{}}
	}
}

// put sets the stands of a piece down on a board and finds whom they touch.
func (b *Battle) put(i int, spots []Spot) {
	p := &b.s.Pieces[i]
	p.Spots, p.blocks = spots, b.blocksOf(i, spots)
	p.rows = rowsOf(p.blocks)
	if b.board && !b.cards[i].officer() {
		b.dropContacts(i)
		for j := range b.cards {
			if b.cards[j].seat != b.cards[i].seat && !b.cards[j].officer() && b.here(j) && meeting(p.blocks, b.s.Pieces[j].blocks) {
				b.s.Contacts = append(b.s.Contacts[:len(b.s.Contacts):len(b.s.Contacts)], linked(i, j))
			}
		}
	}
	b.follow(i)
}

// follow takes the characters of a unit along (WR-CHAR-6).
func (b *Battle) follow(i int) {
	for j := range b.cards {
		if b.s.Pieces[j].Joined == i && len(b.s.Pieces[i].Spots) > 0 {
			spot := b.s.Pieces[i].Spots[0]
			b.s.Pieces[j].Spots = []Spot{spot}
			b.s.Pieces[j].blocks = b.blocksOf(j, b.s.Pieces[j].Spots)
		}
	}
}

// leave parts a unit that moves in the Orders phase from its characters, who stay
// where they are (WR-CHAR-1).
func (b *Battle) leave(i int, distance rules.Dec) {
	if !b.leavesRiders() || distance == 0 {
		return
	}
	for j := range b.s.Pieces {
		if p := &b.s.Pieces[j]; p.Joined == i {
			p.Joined = none
		}
	}
}

// meeting tells whether any two stands of two units touch.
func meeting(a, c []oblong.Block) bool {
	for _, r := range a {
		for _, s := range c {
			if r.Lies(s) != oblong.Apart {
				return true
			}
		}
	}
	return false
}

func (b *Battle) dropContacts(i int) {
	if b.engaged(i) {
		b.s.Contacts = slices.DeleteFunc(slices.Clone(b.s.Contacts), func(l link) bool { return l[0] == i || l[1] == i })
	}
}

// addContacts notes that a unit touches others, at a measured table.
func (b *Battle) addContacts(i int, ids ...string) {
	if b.board {
		return
	}
	b.s.Contacts = slices.Clone(b.s.Contacts)
	for _, id := range ids {
		if l := linked(i, b.find(id)); !slices.Contains(b.s.Contacts, l) {
			b.s.Contacts = append(b.s.Contacts, l)
		}
	}
}

func (b *Battle) applyEdge(e EdgeRolled) {
	i, p := b.piece(e.Unit)
	b.s.Back = except(b.s.Back, i)
	p.Off, p.Gone = e.Outcome == "pending", e.Outcome == "lost"
	p.Halted = e.Outcome == "edge-no-move"
	if p.Gone {
		p.How = "left-table"
	}
	if e.General {
		b.s.Fled[b.cards[i].seat] = p.Off || p.Gone
	}
	b.dropContacts(i)
	for j := range b.s.Pieces {
		if q := &b.s.Pieces[j]; q.Joined == i {
			q.Off, q.Gone, q.How = p.Off, p.Gone, p.How
		}
	}
	if !p.Off && !p.Gone && len(e.Spots) > 0 {
		b.put(i, e.Spots)
	}
}

func (b *Battle) applyOrders(e rules.Event) {
	switch e := e.(type) {
	case OrdersBegan:
		b.s.Began, b.s.Touching, b.phase = true, e.Touching, nil
	case Repeated:
		_, p := b.piece(e.Character)
		p.Repeated = true
	case Tested:
		i, p := b.piece(e.Character)
		b.s.Moving = nil
		if e.Success {
			p.Orders++
			for _, id := range e.Units {
				b.s.Moving = append(b.s.Moving, b.find(id))
			}
		} else {
			p.Failed++
		}
		b.note(wish{Event: "order", Character: &b.cards[i].id, Units: e.Units, Touching: true, Success: e.Success})
	case Moved:
		i, p := b.piece(e.Unit)
		p.Form, p.Cover = e.Form, e.Cover
		switch e.Why {
		case "order":
			b.s.Moving = except(b.s.Moving, i)
		case "evade":
			b.note(wish{Event: "initiative", Unit: &b.cards[i].id, Move: &evading})
		case "re-form":
			p.Fought = false
		case "fall-back", "stay":
			b.s.Fight.Waiting, b.s.Fight.Rolled = except(b.s.Fight.Waiting, i), nil
			if e.Why == "fall-back" {
				b.dropContacts(i)
			}
		}
		if e.Why == "order" || e.Why == "evade" {
			b.leave(i, e.Distance)
		}
		if len(e.Spots) > 0 {
			b.put(i, e.Spots)
		}
	case Charged:
		b.applyCharge(e)
	case Confused:
		i, p := b.piece(e.Unit)
		p.Confused, p.Shaken = true, b.s.Stage == stageOrders && b.cards[i].seat == b.s.Turn
	case Rallied:
		_, p := b.piece(e.Unit)
		p.Confused = false
	case CharacterMoved:
		i, p := b.piece(e.Character)
		p.Joined = b.find(e.Joins)
		if len(e.Spots) > 0 {
			p.Spots, p.blocks = e.Spots, b.blocksOf(i, e.Spots)
		}
		b.note(wish{Event: "character-move", Character: &b.cards[i].id})
	}
}

// evading and charging are moves of a wish.
var evading, charging = "evade", "charge"

// note keeps what was carried out in the Orders phase.
func (b *Battle) note(w wish) {
	b.s.Wishes = append(b.s.Wishes, w)
	if b.phase != nil {
		b.phase.carryOut(w)
	}
}

func (b *Battle) applyCharge(e Charged) {
	i, p := b.piece(e.Unit)
	p.Charged, p.Cover, p.Form = true, "none", e.Form
	if e.How != "advance" {
		b.leave(i, e.Distance)
	}
	switch e.How {
	case "initiative":
		b.note(wish{Event: "initiative", Unit: &b.cards[i].id, Move: &charging})
	case "order":
		b.s.Moving = except(b.s.Moving, i)
		last := &b.s.Wishes[len(b.s.Wishes)-1]
		last.Charged = append(slices.Clone(last.Charged), e.Unit)
		if b.phase != nil {
			b.phase.units[b.phase.in.unit(e.Unit)].Charged = true
		}
	case "advance":
		b.dropContacts(i)
		p.Advanced, p.Runs = true, p.Runs+1
		b.s.Fight.Waiting = except(b.s.Fight.Waiting, i)
		b.s.Next = append(slices.Clone(b.s.Next), i)
		p.Fought = false
	}
	if len(e.Spots) > 0 {
		b.put(i, e.Spots)
	}
	b.addContacts(i, append([]string{e.Target}, e.More...)...)
	b.s.Volley = volleys{Charger: i, Advance: e.How == "advance", Able: e.Able}
	for _, id := range e.Shooters {
		b.s.Volley.Units = append(b.s.Volley.Units, b.find(id))
	}
	if len(e.Shooters) > 0 {
		b.s.Stage = stageVolley
	}
}

// except is a list without one member.
func except(list []int, gone int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(i int) bool { return i == gone })
}
