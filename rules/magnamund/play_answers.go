package magnamund

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/grid"
	"oriflamme/rules/magnamund/ruling"
)

// Answers to the question whether a seat answers with a spell.
var answerOptions = []string{"no", "not-this-step", "yes"}

// askAnswers lets every other seat answer what a seat has declared with spells, before its
// dice are thrown (MG-MAG-2). It reports whether a spell was cast: what was declared must be
// checked again then.
func (b *Battle) askAnswers(t *rules.Turn, by rules.Seat) (cast bool) {
	if len(b.s.Hands) == 0 || !b.since(versionAnswers) {
		return false
	}
	for n := range b.sideOfSeat {
		seat := rules.Seat(n)
		for seat != by && b.s.Fleeing == 0 && b.mayAnswer(seat) {
			answer := t.Ask("MG-MAG-2", seat, "answer-spell", answerOptions...)
			if answer == 1 {
				t.Emit(Declined{seat})
			}
			if answer != 2 {
				break
			}
			b.carryOutCast(t, b.askCast(t, seat))
			cast = true
		}
	}
	return cast
}

// mayAnswer reports whether a seat could cast a spell now and has not declined for the step.
func (b *Battle) mayAnswer(seat rules.Seat) bool {
	if slices.Contains(b.s.Declined, seat) {
		return false
	}
	for h := range b.s.Hands {
		if i := b.s.Hands[h].Troop; b.inPlay(i) && b.seatOf(i) == seat && b.mayCast(i) == nil && b.eachCast(h, func(Cast) bool { return false }) {
			return true
		}
	}
	return false
}

// askCast lets a seat name the spell with which it answers.
func (b *Battle) askCast(t *rules.Turn, seat rules.Seat) Cast {
	var scratch [64]rules.Offer[Cast]
	offers := scratch[:0]
	for h := range b.s.Hands {
		if i := b.s.Hands[h].Troop; !b.inPlay(i) || b.seatOf(i) != seat {
			continue
		}
		b.eachCast(h, func(c Cast) bool {
			if b.measured() {
				c = b.stateAround(c)
			}
			offers = append(offers, rules.Offer[Cast]{Key: c.Spell, Value: c})
			return true
		})
	}
	q := rules.ValueQuestion{Rule: "MG-MAG-2", Seat: seat, Why: "answering-spell", Of: rules.ShapeCommand}
	return rules.AskValue(t, q, offers, func(c Cast) *rules.Fault {
		if c.Seat != seat {
			return rules.Breaks("MG-TURN-2", "by", "another seat is asked")
		}
		_, _, f := b.checkCast(c)
		return f
	})
}

// askCell lets a seat choose one of some cells. A single one is taken without asking. The record
// holds the cell; that of a battle from before versionCells, the number of an option.
func (b *Battle) askCell(t *rules.Turn, q rules.ValueQuestion, cells []grid.Cell) grid.Cell {
	if len(cells) == 1 {
		return cells[0]
	}
	offers := make([]rules.Offer[grid.Cell], len(cells))
	for n, c := range cells {
		offers[n] = b.cellOffers()[b.bareBoard.Index(c)]
	}
	if !b.since(versionCells) {
		names := make([]string, len(offers))
		for n := range offers {
			names[n] = offers[n].Key
		}
		return cells[t.Ask(q.Rule, q.Seat, q.Why, names...)]
	}
	q.Of = rules.ShapeCell
	return rules.AskValue(t, q, offers, func(c grid.Cell) *rules.Fault {
		return rules.ForbidIf(!slices.Contains(cells, c), q.Rule, "", "that cell cannot be chosen")
	})
}

// offerCells returns what a question offers for each cell of a board: its name, the cell and its
// place.
func offerCells(g *ruling.Ground) []rules.Offer[grid.Cell] {
	offers := make([]rules.Offer[grid.Cell], len(g.Land))
	for at := range offers {
		c := grid.Cell{X: at % g.Width, Y: at / g.Width}
		offers[at] = rules.Offer[grid.Cell]{Key: strconv.Itoa(c.X) + "," + strconv.Itoa(c.Y), Value: c, Spots: []rules.Spot{spotOf(c)}}
	}
	return offers
}

// spotOf returns the place of a cell on the board.
func spotOf(c grid.Cell) rules.Spot {
	return rules.Spot{X: float64(c.X) + .5, Y: float64(c.Y) + .5, Width: 1}
}

// ReplyAt returns the answer to a question for a cell that a person touches.
func (b *Battle) ReplyAt(q *rules.Question, spots []rules.Spot) (json.RawMessage, []rules.Spot, *rules.Fault) {
	if b.measured() || q.Shape != rules.ShapeCell || len(spots) != 1 {
		return nil, nil, rules.Faultf(rules.OutOfRange, "", "no cell answers this question")
	}
	at := grid.Cell{X: int(math.Floor(spots[0].X)), Y: int(math.Floor(spots[0].Y))}
	if !b.bareBoard.OnBoard(at) {
		return nil, nil, rules.Faultf(rules.OutOfRange, "", "is off the board")
	}
	raw, err := rules.EncodeResult(at)
	if err != nil {
		return nil, nil, rules.Faultf(rules.WrongType, "", "%v", err)
	}
	return raw, []rules.Spot{spotOf(at)}, nil
}

// Declined is a seat that answers nothing more with spells in this step.
type Declined struct {
	Seat rules.Seat `json:"seat"`
}

// Kind returns "declined".
func (Declined) Kind() string { return "declined" }

// Rule returns "MG-MAG-2".
func (Declined) Rule() string { return "MG-MAG-2" }

// answeredShoot returns what is left of declared fire after spells were cast: without the
// shooters who cannot shoot any more. Fire that has lost its target is spent.
func (b *Battle) answeredShoot(t *rules.Turn, c Shoot) (left Shoot, who []int, target int, shots []ruling.ShotInput, spent bool) {
	c.Shooters = b.stillAble(c.Shooters, func(i int) bool { return b.mayShoot(i) == nil })
	if len(c.Shooters) == 0 {
		return c, nil, 0, nil, true
	}
	who, target, shots, f := b.volleyOf(&c)
	if f != nil {
		t.Emit(Shot{Shooters: c.Shooters, Target: c.Target})
	}
	return c, who, target, shots, f != nil
}

// answeredStrike is answeredShoot for a melee attack.
func (b *Battle) answeredStrike(t *rules.Turn, c Strike) (left Strike, who, within []int, spent bool) {
	declared := c.Attackers
	c.Attackers = b.stillAble(declared, func(i int) bool { return b.canAct(i) && !b.burdenOf(i).Disarmed })
	if ahead := c.Ahead; len(ahead) > 0 {
		c.Ahead = nil
		for _, id := range c.Attackers {
			c.Ahead = append(c.Ahead, ahead[slices.Index(declared, id)])
		}
	}
	if len(c.Attackers) == 0 {
		return c, nil, nil, true
	}
	who, target, f := b.checkAttackers(&c)
	if f == nil {
		c.Within = slices.DeleteFunc(slices.Clone(c.Within), func(id string) bool { return !b.inPlay(b.find(id)) || b.veiled(b.find(id)) })
		within, f = b.targetsInReach(&c, who, target)
	}
	if f != nil {
		t.Emit(Struck{Attackers: c.Attackers, Target: c.Target, Aspect: "front", Second: c.Second})
	}
	return c, who, within, f != nil
}

// stillAble returns those of some troops that are in play and able.
func (b *Battle) stillAble(ids []string, able func(i int) bool) []string {
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
		i := b.find(id)
		return !b.inPlay(i) || !able(i)
	})
}
