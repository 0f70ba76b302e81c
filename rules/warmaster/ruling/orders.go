package ruling

import (
	"slices"

	"oriflamme/rules"
)

// MaxInBrigade is how many units one order may address (WR-BRIG-1).
const MaxInBrigade = 4

// Commander is a character that gives orders.
type Commander struct {
	ID   string `json:"id" in:"1..64"`
	Kind string `json:"kind" in:"general|hero|wizard"`
}

// OrderUnit is a unit that may receive orders.
type OrderUnit struct {
	ID       string `json:"id" in:"1..64"`
	Type     string `json:"type" in:"infantry|cavalry|chariots|monsters|artillery|machines" default:"\"infantry\""`
	Engaged  bool   `json:"engaged" default:"false"`
	Confused bool   `json:"confused" default:"false"`
}

// OrdersAction is an action of a player in the Orders phase: an initiative move, an order or
// the move of a character.
type OrdersAction struct {
	Event     string   `json:"event" in:"initiative|order|character-move"`
	Unit      *string  `json:"unit" in:"1..64" default:"-" null:"true"`
	Move      *string  `json:"move" in:"charge|evade" default:"-" null:"true"`
	Character *string  `json:"character" in:"1..64" default:"-" null:"true"`
	Units     []string `json:"units" len:"0..8" each:"1..64" default:"[]"`
	Touching  bool     `json:"touching" default:"true"`
	Success   bool     `json:"success" default:"true"`
	Charged   []string `json:"charged" len:"0..8" each:"1..64" default:"[]"`
}

// IDPair is a pair of unit ids.
type IDPair []string

// DecodeJSON reads a list of two strings.
func (p *IDPair) DecodeJSON(tree any, path string) *rules.Fault {
	var in struct {
		Value []string `json:"value" len:"2..2" each:"1..64"`
	}
	fault := decodeAlone(tree, path, &in)
	*p = in.Value
	return fault
}

// OrdersInput is an Orders phase: the characters, the units, their contacts, and the actions
// in order.
type OrdersInput struct {
	Characters []Commander    `json:"characters" len:"1..12"`
	Units      []OrderUnit    `json:"units" len:"1..40"`
	Contacts   []IDPair       `json:"contacts" len:"0..80" default:"[]"`
	Events     []OrdersAction `json:"events" len:"0..60"`
}

// Unit returns the index of a unit, or -1.
func (in OrdersInput) Unit(id string) int {
	return IndexByID(in.Units, id, func(u OrderUnit) string { return u.ID })
}

// Character returns the index of a character, or -1.
func (in OrdersInput) Character(id string) int {
	return IndexByID(in.Characters, id, func(o Commander) string { return o.ID })
}

func (in OrdersInput) check() *rules.Fault {
	if f := rules.FirstFault(
		rules.RepeatedID("characters", in.Characters, func(o Commander) string { return o.ID }),
		rules.RepeatedID("units", in.Units, func(u OrderUnit) string { return u.ID }),
	); f != nil {
		return f
	}
	for i, c := range in.Contacts {
		at := rules.At("contacts", i)
		if f := rules.FirstFault(
			rules.OutOfRangeIf(in.Unit(c[0]) < 0, at+"[0]", "there is no such unit"),
			rules.OutOfRangeIf(in.Unit(c[1]) < 0, at+"[1]", "there is no such unit"),
			rules.OutOfRangeIf(c[0] == c[1], at+"[1]", "a unit touches another"),
		); f != nil {
			return f
		}
	}
	for i, e := range in.Events {
		if f := in.checkAction(e, rules.At("events", i)); f != nil {
			return f
		}
	}
	return nil
}

func (in OrdersInput) checkAction(e OrdersAction, at string) *rules.Fault {
	alone, order := e.Event == "initiative", e.Event == "order"
	if f := rules.FirstFault(
		rules.MissingFieldIf(alone && e.Unit == nil, at+".unit", "who moves?"),
		rules.MissingFieldIf(alone && e.Move == nil, at+".move", "which move?"),
		rules.MissingFieldIf(!alone && e.Character == nil, at+".character", "who?"),
		rules.UnknownFieldIf(!alone && e.Unit != nil, at+".unit", "has no place here"),
		rules.UnknownFieldIf(!alone && e.Move != nil, at+".move", "has no place here"),
		rules.UnknownFieldIf(alone && e.Character != nil, at+".character", "has no place here"),
		rules.OutOfRangeIf(order == (len(e.Units) == 0), at+".units", "an order, and only that, names its units"),
	); f != nil {
		return f
	}
	if alone && in.Unit(*e.Unit) < 0 {
		return rules.Faultf(rules.OutOfRange, at+".unit", "there is no unit %q", *e.Unit)
	}
	if !alone && in.Character(*e.Character) < 0 {
		return rules.Faultf(rules.OutOfRange, at+".character", "there is no character %q", *e.Character)
	}
	for j, id := range e.Units {
		if in.Unit(id) < 0 || slices.Contains(e.Units[:j], id) {
			return rules.Faultf(rules.OutOfRange, rules.At(at+".units", j), "%q is unknown or there twice", id)
		}
	}
	for j, id := range e.Charged {
		if !e.Success || !slices.Contains(e.Units, id) || slices.Contains(e.Charged[:j], id) {
			return rules.Faultf(rules.OutOfRange, rules.At(at+".charged", j), "%q was not ordered so, or is there twice", id)
		}
	}
	return nil
}

// touching reports whether contacts link the units to each other (WR-BRIG-9).
func (in OrdersInput) touching(ids []string) bool {
	return Connected(len(ids), func(i, j int) bool {
		return slices.ContainsFunc(in.Contacts, func(c IDPair) bool {
			return c[0] == ids[i] && c[1] == ids[j] || c[1] == ids[i] && c[0] == ids[j]
		})
	})
}

// OrdersActionResult is whether an action is allowed, and by which rule it is not.
type OrdersActionResult struct {
	Allowed           bool               `json:"allowed"`
	Rule              rules.NullableText `json:"rule"`
	SuccessivePenalty int                `json:"successive_penalty"`
	OrdersEndFor      string             `json:"orders_end_for"`
}

type orderedUnit struct {
	ID                string `json:"id"`
	OrdersReceived    int    `json:"orders_received"`
	Charged           bool   `json:"charged"`
	MovedOnInitiative bool   `json:"moved_on_initiative"`
}

type ordersResult struct {
	Events        []OrdersActionResult `json:"events"`
	MayStillOrder []string             `json:"may_still_order"`
	Units         []orderedUnit        `json:"units"`
}

// resolve tries the actions one after another.
func (in OrdersInput) resolve() ordersResult {
	p := NewOrdersPhase(in)
	var r ordersResult
	for _, e := range in.Events {
		r.Events = append(r.Events, p.tryAction(e))
	}
	for i, o := range in.Characters {
		if p.MayOrder(i) {
			r.MayStillOrder = append(r.MayStillOrder, o.ID)
		}
	}
	r.Units = p.Units
	return r
}

var ordersPhaseRuling = rules.DicelessRuling("orders-phase",
	"WR-SEQ-6 WR-SEQ-7 WR-INIT-1 WR-INIT-6 WR-CMD-3 WR-CMD-8 WR-CMD-9 WR-CMD-10 WR-CMD-11 WR-CMD-12 WR-CMD-13 WR-CMD-15 WR-CMD-16 "+
		"WR-BRIG-1 WR-BRIG-6 WR-BRIG-7 WR-BRIG-9 WR-CHAR-1 WR-CHAR-4 WR-CONF-1 WR-STATE-3 WR-PROV-7", OrdersInput.check, OrdersInput.resolve)
