package warmachine

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// amendRule is the rule of what the players put right, or play by hand, by agreement.
const amendRule = "WM-HOUSE-7"

// Amend puts right by agreement what the battle holds, or plays by hand a feat, a spell or an
// ability that the engine does not know: its name and text, and what it changes. The other
// sides agree or refuse; a refusal is logged and changes nothing.
type Amend struct {
	bySeat
	Name    string   `json:"name" in:"0..80" default:"\"\""`   // of what is played by hand; "" for a correction
	Text    string   `json:"text" in:"0..2000" default:"\"\""` // what it says, and when it is played
	Reason  string   `json:"reason" in:"0..300" default:"\"\""`
	Changes []Change `json:"changes" len:"0..12" default:"[]"`
}

// A Change is one thing that an amendment sets. Which of the other fields it needs depends on
// What; see amendable.
type Change struct {
	What    string `json:"what" in:"points|boxes|columns|focus|place|returns|leaves|knocked-down|fire|corrosion|stationary|activated|fleeing|feat-used|spell|contact|turn"`
	Unit    string `json:"unit" in:"0..70" default:"\"\""`  // a unit or a model
	Other   string `json:"other" in:"0..70" default:"\"\""` // the caster of a spell; the other model of a contact
	Spell   string `json:"spell" in:"0..64" default:"\"\""`
	Value   int    `json:"value" in:"-500..500" default:"0"`
	Columns []int  `json:"columns" len:"0..6" each:"0..12" default:"[]"` // filled boxes of each column of a grid
	Place   *Spot  `json:"place" default:"-" null:"true"`
}

// amendment says what a change needs and how it is checked.
type amendment struct {
	model   bool // it names a model in play; a unit stands for its commander
	unit    bool // it names a unit in play
	between bool // between two activations only
	mode    rules.Mode
	least   int // least value
	most    int
	refuses func(b *Battle, r modelRef, c Change) *rules.Fault
}

// amendable is what can be put right by agreement.
var amendable = map[string]amendment{
	// points adds Value to the score of the seat that amends.
	"points": {least: -500, most: 500},
	// boxes is the number of filled boxes of a model without a grid.
	"boxes": {model: true, most: 500, refuses: refuseBoxes},
	// columns are the filled boxes of the columns of a grid.
	"columns": {unit: true, refuses: refuseColumns},
	"focus":   {unit: true, most: 20, refuses: refuseFocus},
	"place":   {model: true, mode: rules.Board, refuses: refusePlace},
	// returns brings a model back, with Value filled boxes.
	"returns": {between: true, most: 500, refuses: refuseReturn},
	"leaves":  {model: true, between: true},
	// These are 1 or 0.
	"knocked-down": {model: true, most: 1},
	"fire":         {model: true, most: 1},
	"corrosion":    {model: true, most: 1},
	"stationary":   {model: true, most: 1},
	"activated":    {unit: true, between: true, most: 1, refuses: refuseActivated},
	"fleeing":      {unit: true, between: true, most: 1},
	"feat-used":    {unit: true, most: 1, refuses: refuseFeat},
	"spell":        {unit: true, most: 1, refuses: refuseSpell}, // that Other has cast on Unit
	"contact":      {model: true, mode: rules.Measured, most: 1, refuses: refuseContact},
	// turn gives the turn to the seat whose number is Value, in its Activation Phase.
	"turn": {between: true, most: 7, refuses: refuseTurn},
}

func refuseBoxes(b *Battle, r modelRef, c Change) *rules.Fault {
	boxes := b.info[r.unit].profile.Boxes
	return rules.FaultIf(len(b.info[r.unit].profile.Grid) > 0 || c.Value >= boxes, ruling.BadValue("value", "is not possible: it has a grid, or %d boxes", boxes))
}

func refuseColumns(b *Battle, r modelRef, c Change) *rules.Fault {
	grid, left := b.info[r.unit].profile.Grid, 0
	if len(grid) == 0 || len(c.Columns) != len(grid) {
		return ruling.BadValue("columns", "the unit has %d columns", len(grid))
	}
	for n, filled := range c.Columns {
		if filled > len(grid[n]) {
			return ruling.BadValue(rules.At("columns", n), "the column has %d boxes", len(grid[n]))
		}
		left += len(grid[n]) - filled
	}
	return rules.FaultIf(left == 0, ruling.BadValue("columns", "no box is left"))
}

func refuseFocus(b *Battle, r modelRef, _ Change) *rules.Fault {
	return rules.FaultIf(!b.info[r.unit].profile.spendsFocus(), rules.Breaks("WM-X-FOC-3", "unit", "it holds no focus"))
}

// refusePlace refuses a place without room, or off the table (WM-PLACE-2, WM-PLACE-3).
func refusePlace(b *Battle, r modelRef, c Change) *rules.Fault {
	if c.Place == nil {
		return rules.Missing("place")
	}
	return rules.FaultIf(!b.roomFor(r, c.Place.at()), rules.Breaks("WM-PLACE-3", "place", "there is no room"))
}

func refuseReturn(b *Battle, _ modelRef, c Change) *rules.Fault {
	r, known := b.ids[c.Unit]
	switch {
	case !known || r.model < 0:
		return ruling.BadValue("unit", "%q is no model", c.Unit)
	case b.modelInPlay(r):
		return rules.Breaks(amendRule, "unit", "it is in play")
	case len(b.info[r.unit].profile.Grid) == 0 && c.Value >= b.info[r.unit].profile.Boxes:
		return ruling.BadValue("value", "no box would be left")
	case !b.board:
		return rules.FaultIf(c.Place != nil, rules.Unexpected("place"))
	}
	return refusePlace(b, r, c)
}

func refuseActivated(b *Battle, r modelRef, _ Change) *rules.Fault {
	return rules.FaultIf(b.info[r.unit].seat != b.s.Turn || b.s.Phase != phaseActivation, rules.Breaks("WM-ACTP-1", "unit", "it is not its player's Activation Phase"))
}

func refuseFeat(b *Battle, r modelRef, _ Change) *rules.Fault {
	return rules.FaultIf(b.info[r.unit].profile.Feat == nil, rules.Breaks("WM-X-FOC-6", "unit", "it has no feat"))
}

func refuseSpell(b *Battle, r modelRef, c Change) *rules.Fault {
	by := b.find(c.Other)
	if by == noUnit || !b.unitInPlay(by) || b.effectsOf(by, c.Spell) == nil {
		return ruling.BadValue("spell", "%q has no such spell in play", c.Other)
	}
	there := slices.ContainsFunc(b.s.Effects, func(e enchantment) bool { return e.By == by && e.Spell == c.Spell && e.On == r.unit })
	return rules.FaultIf(there == (c.Value == 1), rules.Breaks(amendRule, "value", "it is so already"))
}

func refuseContact(b *Battle, r modelRef, c Change) *rules.Fault {
	o, known := b.findModel(c.Other)
	return rules.FaultIf(!known || !b.modelInPlay(o) || !b.hostile(b.info[r.unit].seat, b.info[o.unit].seat), ruling.BadValue("other", "%q is no enemy in play", c.Other))
}

func refuseTurn(b *Battle, _ modelRef, c Change) *rules.Fault {
	return rules.FaultIf(c.Value >= len(b.teams) || !b.playing(rules.Seat(c.Value)), ruling.BadValue("value", "nobody plays there"))
}

// playAmend asks the other sides, and makes the changes.
func (b *Battle) playAmend(t *rules.Turn, c Amend) *rules.Fault {
	switch {
	case c.Name == "" && c.Reason == "":
		return rules.Missing("reason")
	case c.Name == "" && len(c.Changes) == 0:
		return rules.Missing("changes")
	}
	// The changes are tried on a copy, because each builds on those before it.
	tried := b.Clone().(*Battle)
	var set []rules.Event
	for k, ch := range c.Changes {
		e, fault := tried.corrected(c.Seat, ch)
		if fault != nil {
			return rules.Within(rules.At("changes", k), fault)
		}
		tried.Apply(e)
		set = append(set, e)
	}
	for _, seat := range b.s.Order {
		if b.hostile(seat, c.Seat) && b.playing(seat) && t.Ask(amendRule, seat, "amend", "agree", "refuse") == 1 {
			t.Emit(Amended{Seat: c.Seat, Name: c.Name, Text: c.Text, Reason: c.Reason})
			return nil
		}
	}
	t.Emit(Amended{Seat: c.Seat, Name: c.Name, Text: c.Text, Reason: c.Reason, Agreed: true})
	for _, e := range set {
		t.Emit(e)
	}
	if !b.endIfWon(t) && b.s.Phase == phaseActivation && b.s.Acting == noUnit && b.countUnits(b.awaitsActivation) == 0 {
		b.nextTurn(t)
	}
	return nil
}

// corrected works out what a change sets, or refuses it.
func (b *Battle) corrected(by rules.Seat, c Change) (rules.Event, *rules.Fault) {
	a := amendable[c.What]
	r, known := b.findModel(c.Unit)
	switch {
	case (a.model || a.unit) && !known:
		return nil, ruling.BadValue("unit", "%q is nobody", c.Unit)
	case (a.model || a.unit) && !b.modelInPlay(r):
		return nil, rules.Breaks("WM-ACTP-5", "unit", "%q is destroyed", c.Unit)
	case a.unit && b.ids[c.Unit].model > 0 && !(c.What == "fleeing" && b.checkAlone(r.unit)):
		return nil, ruling.BadValue("unit", "%q is one model of a unit", c.Unit)
	case a.between && (b.s.Acting != noUnit || b.s.Pending != nil):
		return nil, rules.Breaks("WM-ACT-3", "what", "not in the middle of an activation")
	case a.mode == rules.Board && !b.board || a.mode == rules.Measured && b.board:
		return nil, rules.Breaks(amendRule, "what", "the table knows it by itself, or not at all")
	case c.Value < a.least || c.Value > a.most:
		return nil, ruling.BadValue("value", "is %d, not %d to %d", c.Value, a.least, a.most)
	}
	if a.refuses != nil {
		if fault := a.refuses(b, r, c); fault != nil {
			return nil, fault
		}
	}
	if c.What == "leaves" {
		return Fell{Unit: b.id(r), Left: b.s.Units[r.unit].Left - 1}, nil
	}
	e := Corrected{Seat: by, What: c.What, Unit: c.Unit, Other: c.Other, Spell: c.Spell, Value: c.Value, Columns: c.Columns, Place: c.Place}
	if a.model {
		e.Unit = b.id(r)
	}
	if c.What == "contact" {
		o, _ := b.findModel(c.Other)
		e.Other = b.id(o)
	}
	return e, nil
}

// Amended is an amendment, with the answer of the other sides.
type Amended struct {
	Seat   rules.Seat `json:"seat"`
	Name   string     `json:"name"`
	Text   string     `json:"text"`
	Reason string     `json:"reason"`
	Agreed bool       `json:"agreed"`
}

// Corrected is one thing that an amendment sets; see amendable.
type Corrected struct {
	Seat    rules.Seat `json:"seat"`
	What    string     `json:"what"`
	Unit    string     `json:"unit"`
	Other   string     `json:"other"`
	Spell   string     `json:"spell"`
	Value   int        `json:"value"`
	Columns []int      `json:"columns"`
	Place   *Spot      `json:"place"`
}

func (Amend) Kind() string     { return "amend" }
func (Amended) Kind() string   { return "amended" }
func (Corrected) Kind() string { return "corrected" }
func (Amended) Rule() string   { return amendRule }
func (Corrected) Rule() string { return amendRule }

// applyCorrection sets what an amendment says.
func (b *Battle) applyCorrection(e Corrected) {
	r, _ := b.findModel(e.Unit)
	on := e.Value == 1
	switch e.What {
	case "points":
		if len(b.s.Amended) == 0 {
			b.s.Amended = make([]int, len(b.teams))
		}
		b.s.Amended[e.Seat] += e.Value
		return
	case "turn":
		b.s.Turn, b.s.Phase = rules.Seat(e.Value), phaseActivation
		return
	}
	t, m := &b.s.Units[r.unit], b.model(r)
	switch e.What {
	case "boxes":
		m.Damage = e.Value
	case "columns":
		copy(t.Filled, e.Columns)
		if b.crippled(r.unit, cortexSystem) {
			t.Focus = 0
		}
	case "focus":
		t.Focus = e.Value
	case "place":
		b.forgetExtent(r.unit)
		m.Spot = correctedSpot(e.Place)
	case "returns":
		b.putBack(e)
	case "knocked-down":
		b.mark(e.Unit, knockDown, on)
	case "fire", "corrosion", "stationary":
		b.mark(e.Unit, e.What, on)
	case "activated":
		t.Activated = on
		for k := range t.Models {
			t.Models[k].Activated = on && b.ofSolos(r.unit)
		}
	case "fleeing":
		named := b.checker(e.Unit)
		for c := range b.checkers(r.unit) {
			if _, fleeing := b.courage(c); named.model == noUnit || named == c {
				*fleeing = on && b.checkerInPlay(c)
			}
		}
	case "feat-used":
		t.Feat = on
	case "spell":
		by := b.find(e.Other)
		b.s.Effects = slices.DeleteFunc(slices.Clone(b.s.Effects), func(x enchantment) bool { return x.By == by && x.Spell == e.Spell && x.On == r.unit })
		if on {
			x := enchantment{By: by, Spell: e.Spell, On: r.unit, Until: b.s.Turns + len(b.teams)}
			if n := b.info[by].profile.spell(e.Spell); n >= 0 && b.info[by].profile.Spells[n].Upkeep {
				x.Until = 0
			}
			b.s.Effects = append(b.s.Effects, x)
		}
	case "contact":
		o, _ := b.findModel(e.Other)
		if on {
			b.meet(r, o)
			return
		}
		b.s.Contacts = slices.DeleteFunc(slices.Clone(b.s.Contacts), func(x contactState) bool {
			p, q := x.models()
			return p == r && q == o || p == o && q == r
		})
	}
}

// correctedSpot returns a place with its facing within a full circle.
func correctedSpot(at *Spot) Spot { return Spot{at.X, at.Y, at.Facing.Whole()} }

// putBack brings a model back into play. A grid is as full as it was, but for its last box.
func (b *Battle) putBack(e Corrected) {
	r := b.ids[e.Unit]
	t, m := &b.s.Units[r.unit], b.model(r)
	m.Gone = false
	t.Left++
	if t.Lead = slices.IndexFunc(t.Models, func(m modelState) bool { return !m.Gone }); len(t.Filled) == 0 {
		m.Damage = e.Value
	} else if grid := b.info[r.unit].profile.Grid; (ruling.DamageGrid{Columns: grid, Filled: t.Filled}).Left() == 0 {
		t.Filled[len(grid)-1]--
	}
	if e.Place != nil {
		m.Spot = correctedSpot(e.Place)
	}
	b.forgetExtent(r.unit)
	t.Loose = t.Loose || b.tableRemembers() && t.Left > 1
}

// byHand returns a spell of the active model that the players carry out by hand, as an example,
// when the combat module is off: it leaves a box filled more on an enemy.
func (b *Battle) byHand() (Amend, bool) {
	p := &b.info[b.s.Acting].profile
	if b.combat || !b.sinceVersion5() || len(p.Spells) == 0 || b.s.Pending != nil {
		return Amend{}, false
	}
	for _, j := range b.enemies() {
		if r := b.lead(j); len(b.info[j].profile.Grid) == 0 && b.model(r).Damage+1 < b.info[j].profile.Boxes {
			return Amend{bySeat: bySeat{b.s.Turn}, Name: p.Spells[0].ID, Changes: []Change{{What: "boxes", Unit: b.id(r), Value: b.model(r).Damage + 1}}}, true
		}
	}
	return Amend{}, false
}
