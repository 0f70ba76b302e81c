package magnamund

import (
	"maps"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
	"oriflamme/rules/magnamund/ruling"
)

// Rules of our own about amendments: a correction, and what is played by hand.
const (
	amendRule  = "MG-HOUSE-7"
	byHandRule = "MG-HOUSE-8"
)

// Amend puts right by agreement what the battle holds, or plays by hand a card, power or spell
// that the engine does not know: its name and text, and what it changes. The other side agrees
// or refuses; a refusal is logged and changes nothing (MG-HOUSE-7, MG-HOUSE-8).
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
	What   string      `json:"what" in:"wound|healed|returns|leaves|place|engaged|cover|card|spent|moved|shots|attacks|parried|stunned|veiled|rusted|hidden|uses|score|tested|routed|step"`
	Troop  string      `json:"piece" in:"0..70" default:"\"\""`
	Other  string      `json:"other" in:"0..70" default:"\"\""` // the enemy of a contact
	Value  int         `json:"value" in:"0..200" default:"0"`
	State  string      `json:"state" in:"0..40" default:"\"\""` // location and severity of a wound, spell, use or phase
	Cell   *grid.Cell  `json:"cell" default:"null" null:"true"`
	Facing grid.Facing `json:"facing" in:"n|e|s|w" default:"\"n\""`
}

// amendment says what a change needs and how it is checked.
type amendment struct {
	most    int  // greatest value
	gone    bool // the troop is not in play
	unit    bool // the troop is of a unit
	place   bool // on a board it names a place
	mode    rules.Mode
	states  []string
	refuses func(b *Battle, i int, c Change) *rules.Fault
}

// useNames are the skills whose uses are counted for a battle.
var useNames = []string{"healing", "mind-blast", "hypnosis", "salmon-leap", "hard-as-iron"}

// amendable is what can be put right by agreement.
var amendable = map[string]amendment{
	"wound":   {states: woundStates(), refuses: refuseWound},                                   // adds a wound
	"healed":  {most: maxWounds - 1, refuses: refuseNoWound},                                   // takes away the wound with the index Value
	"returns": {gone: true, place: true},                                                       // brings a troop back
	"leaves":  {},                                                                              // takes a troop out of play
	"place":   {place: true},                                                                   // moves and turns it
	"engaged": {most: 1, mode: rules.Measured, refuses: refuseContact},                         // 1 if Troop and Other are next to each other
	"cover":   {mode: rules.Measured},                                                          // forgets what covers the troop
	"card":    {most: 1, states: slices.Sorted(maps.Keys(ruling.Spells)), refuses: refuseCard}, // 1: a magician gets the card, 0: loses it
	"spent":   {most: 100},                                                                     // movement points spent this turn
	"moved":   {most: 1},                                                                       // it has moved this turn
	"shots":   {most: 1},                                                                       // shots of this phase
	"attacks": {most: 2},                                                                       // attacks of this turn
	"parried": {most: 1},                                                                       // it owes the attack of a parry
	"stunned": {most: 200},                                                                     // the turn in which it is stunned
	"veiled":  {most: 200},                                                                     // the first turn without its veil
	"rusted":  {most: 1},                                                                       // its armour is destroyed
	"hidden":  {most: 1, refuses: refuseHidden},                                                // it is hidden
	"uses":    {most: 9, states: useNames},                                                     // uses of a skill in this battle
	"score":   {most: 200},                                                                     // enemies that it killed
	"tested":  {most: 1, unit: true},                                                           // its unit has tested its morale this turn
	"routed":  {most: 1, unit: true},                                                           // its unit has routed this turn
	"step":    {most: 1, states: slices.Clone(ruling.Phases[:]), refuses: refuseStep},          // the step of the side Value in a phase
}

// woundStates lists the wounds as location and severity.
func woundStates() (all []string) {
	for _, location := range []string{"head", "legs", "arms", "body"} {
		for _, severity := range []string{"light", "wound", "serious", "critical"} {
			all = append(all, location+"-"+severity)
		}
	}
	return all
}

// woundOf is the wound that a change names.
func woundOf(state string) ruling.Wound {
	return ruling.Wound{Location: state[:4], Severity: state[5:]} // the names of all locations have four letters
}

func refuseWound(b *Battle, i int, _ Change) *rules.Fault {
	return rules.FirstFault(
		rules.ForbidIf(b.troops[i].profile.Category == "soldier", "MG-WND-1", "piece", "soldiers have no wounds"),
		rules.ForbidIf(b.s.Troops[i].Hurts == maxWounds, amendRule, "piece", "it has too many wounds"),
	)
}

func refuseNoWound(b *Battle, i int, c Change) *rules.Fault {
	return rules.OutOfRangeIf(c.Value >= b.s.Troops[i].Hurts, "value", "there is no such wound")
}

func refuseContact(b *Battle, i int, c Change) *rules.Fault {
	j, f := b.visibleTroop(c.Other, "other")
	return rules.FirstFault(f, rules.ForbidIf(f == nil && b.sideOf(max(j, 0)) == b.sideOf(i), "MG-DIST-3", "other", "it is no enemy"))
}

func refuseCard(b *Battle, i int, c Change) *rules.Fault {
	h := b.spellHandOf(i)
	return rules.FirstFault(
		rules.ForbidIf(h == nil, "MG-MAG-1", "piece", "it is no magician"),
		rules.ForbidIf(h != nil && c.Value == 0 && !slices.Contains(h.Cards, c.State), "MG-MAG-5", "state", "it has no such card"),
	)
}

func refuseHidden(b *Battle, i int, c Change) *rules.Fault {
	return rules.ForbidIf(c.Value == 1 && !b.troops[i].mayHide, "MG-HIDE-1", "piece", "the unit does not begin hidden")
}

func refuseStep(b *Battle, _ int, _ Change) *rules.Fault {
	return rules.ForbidIf(b.s.Turn == 0 || b.s.Fleeing > 0, "MG-TURN-3", "what", "no step has begun, or a unit flees")
}

// playAmend asks the other side, and makes the changes.
func (b *Battle) playAmend(t *rules.Turn, c Amend) *rules.Fault {
	if f := rules.FirstFault(
		rules.ForbidIf(!b.since(versionAnswers), amendRule, "kind", "this battle began before there were amendments"),
		rules.ForbidIf(b.s.Phase == phaseOver, amendRule, "kind", "the battle is over"),
		needs(c.Name == "" && c.Reason == "", "reason", amendRule),
		needs(c.Name == "" && len(c.Changes) == 0, "changes", amendRule),
	); f != nil {
		return f
	}
	for n, tried := 0, b; n < len(c.Changes); n++ {
		if n == 1 { // each builds on those before it, which are tried on a copy
			tried = b.Clone().(*Battle)
		}
		if n > 0 {
			tried.Apply(Corrected(c.Changes[n-1]))
		}
		if f := tried.checkChange(c.Changes[n]); f != nil {
			return ruling.WithField(f, rules.Join(rules.At("changes", n), f.Field))
		}
	}
	agreed := t.Ask(amendRule, b.anySeat(1-b.sideOfSeat[c.Seat]), "amend", "agree", "refuse") == 0
	t.Emit(Amended{c.Seat, c.Name, c.Text, c.Reason, agreed})
	for _, change := range c.Changes {
		if agreed {
			t.Emit(Corrected(change))
		}
	}
	return nil
}

// checkChange refuses a change that is not possible.
func (b *Battle) checkChange(c Change) *rules.Fault {
	a, i := amendable[c.What], noUnit
	if c.What != "step" {
		if i = b.find(c.Troop); i < 0 || !b.s.Troops[i].Placed || b.inPlay(i) == a.gone {
			return rules.Faultf(rules.OutOfRange, "piece", "%q is in play, or is not", c.Troop)
		}
	}
	if f := rules.FirstFault(
		rules.OutOfRangeIf(c.Value > a.most, "value", "is not possible"),
		rules.OutOfRangeIf(a.states != nil && !slices.Contains(a.states, c.State), "state", "which?"),
		rules.ForbidIf(a.mode == rules.Measured && !b.measured(), amendRule, "what", "the board shows it"),
		rules.ForbidIf(a.unit && b.troops[max(i, 0)].unit == noUnit, "MG-MOR-1", "piece", "it is of no unit"),
		rules.OutOfRangeIf((c.Cell != nil) != (a.place && !b.measured()), "cell", "it has a place, or none"),
	); f != nil {
		return f
	}
	if a.refuses != nil {
		return a.refuses(b, i, c)
	}
	if c.Cell == nil {
		return nil
	}
	g := b.boardOf(b.sideOf(i))
	there := ruling.Place{Position: ruling.Position{Cell: *c.Cell, Facing: c.Facing}, Mounted: b.troops[i].mounted}
	for _, cell := range there.Cells() {
		if !g.OnBoard(cell) || b.troops[i].costs.Land[g.Terrain(cell)] == ruling.Impassable {
			return rules.Breaks("MG-MOVE-2", "cell", "nobody stands there")
		}
		if k := int(b.troopAt[g.Index(cell)]); k >= 0 && k != i {
			return rules.Breaks("MG-MOVE-5", "cell", "somebody stands there")
		}
	}
	return nil
}

// Kind returns "amend".
func (Amend) Kind() string { return "amend" }

// Amended is an amendment, with the answer of the other side.
type Amended struct {
	Seat   rules.Seat `json:"seat"`
	Name   string     `json:"name"`
	Text   string     `json:"text"`
	Reason string     `json:"reason"`
	Agreed bool       `json:"agreed"`
}

// Kind returns "amended".
func (Amended) Kind() string { return "amended" }

// Rule tells a correction from what is played by hand.
func (e Amended) Rule() string {
	if e.Name != "" {
		return byHandRule
	}
	return amendRule
}

// Corrected is one thing that an amendment sets; see amendable.
type Corrected Change

// Kind returns "corrected".
func (Corrected) Kind() string { return "corrected" }

// Rule returns "MG-HOUSE-7".
func (Corrected) Rule() string { return amendRule }

// applyCorrected makes a change that was agreed on.
func (b *Battle) applyCorrected(e Corrected) {
	b.conditionsVersion++
	if e.What == "step" {
		b.s.Phase, b.s.Side, b.s.Declined = e.State, e.Value, nil
		for i := range b.s.Troops {
			b.s.Troops[i].Shots = 0
		}
		return
	}
	i := b.find(e.Troop)
	p, yes := &b.s.Troops[i], e.Value == 1
	switch e.What {
	case "wound":
		p.Wounds[p.Hurts] = woundOf(e.State).Encode()
		p.Hurts++
	case "healed":
		copy(p.Wounds[e.Value:], append(slices.Clone(p.Wounds[e.Value+1:]), 0))
		p.Hurts--
	case "leaves":
		b.occupy(i, false)
		b.forgetPlace(i)
		p.Out = true
	case "returns", "place":
		if e.What == "place" {
			b.occupy(i, false)
		}
		b.forgetPlace(i)
		if p.Out, p.Facing = false, e.Facing; e.Cell != nil {
			p.Cell = *e.Cell
		}
		b.occupy(i, true)
	case "engaged":
		j := b.find(e.Other)
		pair := [2]int{min(i, j), max(i, j)}
		b.s.Contacts = slices.DeleteFunc(b.s.Contacts, func(c [2]int) bool { return c == pair })
		if yes {
			b.s.Contacts = append(b.s.Contacts, pair)
		}
	case "cover":
		b.s.Covers = slices.DeleteFunc(b.s.Covers, func(c coverFact) bool { return c.Target == e.Troop })
	case "card":
		if h := b.spellHandOf(i); yes {
			h.Cards = append(h.Cards, e.State)
		} else {
			h.Cards = withoutCard(h.Cards, e.State)
		}
	case "hidden":
		p.Hidden = yes
		b.occupy(i, true)
	case "tested":
		b.s.Units[b.troops[i].unit].Tested = yes
	case "routed":
		b.s.Units[b.troops[i].unit].Routed = yes
	case "uses":
		b.applyUses(p, e)
	default:
		b.applyFigure(p, e)
	}
}

// applyUses sets how often a troop has used a skill in this battle.
func (b *Battle) applyUses(p *troopState, e Corrected) {
	switch e.State {
	case "healing":
		p.Heals = e.Value
	case "mind-blast":
		p.Minds = e.Value
	case "hypnosis":
		p.Trances = e.Value
	case "salmon-leap":
		p.Leaps = e.Value
	case "hard-as-iron":
		p.IronUsed = e.Value > 0
	}
}

// applyFigure sets a figure of a troop.
func (b *Battle) applyFigure(p *troopState, e Corrected) {
	yes := e.Value == 1
	switch e.What {
	case "spent":
		p.Spent = e.Value
	case "moved":
		p.Moved = yes
	case "shots":
		p.Shots = e.Value
		p.Loading = p.Loading && e.Value > 0
	case "attacks":
		p.Attacks = e.Value
	case "parried":
		p.Debt = yes
	case "stunned":
		p.StunnedOn = e.Value
	case "veiled":
		p.VeiledTo = e.Value
	case "rusted":
		p.Rusted = yes
	case "score":
		p.Kills = e.Value
	}
}

// exampleAmend is a correction that changes nothing, for Legal.
func (b *Battle) exampleAmend() rules.Command {
	for i := range b.troops {
		if b.inPlay(i) && b.troops[i].seat == b.anySeat(0) {
			return Amend{bySeat: bySeat{b.troops[i].seat}, Reason: "…", Changes: []Change{{What: "moved", Troop: b.id(i), Facing: "n"}}}
		}
	}
	return nil
}
