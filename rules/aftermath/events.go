package aftermath

import "oriflamme/rules"

// Recover has the units of a side recover and gives it what it gains.
type Recover struct {
	Seat rules.Seat `json:"by" in:"0..7"`
}

// Kind returns "recover".
func (Recover) Kind() string { return "recover" }

// By returns the seat.
func (c Recover) By() rules.Seat { return c.Seat }

// RuleIDs are the ids of the rules that an aftermath follows.
type RuleIDs struct {
	Injury     string // a unit that was hurt rolls for it
	Scar       string
	Honour     string
	Experience string
	Resource   string // gains of a side
	Offer      string // prices of offers, and refusals of them
	End        string // the end of a side's aftermath
	Over       string // refusals of commands of the battle
}

// A House names the rules of a game. The events of this package have it as a parameter, so
// that an event read from a record knows its rule.
type House interface{ Rules() RuleIDs }

// A Change is an event that does something to the campaign.
type Change interface {
	rules.Event
	Effect() rules.Effect // of a unit or, with its Seat, of a side. Rule "" is that of the event; Kind "" is no effect
}

// An Ending is the event that ends the aftermath of a side.
type Ending interface {
	rules.Event
	Ends() rules.Seat
}

// Events make the events of an aftermath. Records name units in one of two ways, as "unit" or
// as "fighter"; a game whose records differ otherwise declares its own events.
type Events struct {
	Rules     RuleIDs
	Recovered func(*Unit, Injury) rules.Event
	Honoured  func(unit, honour string) rules.Event
	Gained    func(Gain) rules.Event
	Settled   func(rules.Seat) rules.Event // a side has recovered; nil: there is no such event
	Ended     func(rules.Seat) rules.Event
}

// UnitEvents are the events of a game whose records say "unit".
func UnitEvents[H House]() Events {
	var h H
	return Events{
		Rules:     h.Rules(),
		Recovered: func(_ *Unit, i Injury) rules.Event { return Recovered[H](i) },
		Honoured:  func(unit, honour string) rules.Event { return Honoured[H]{unit, honour} },
		Gained:    func(g Gain) rules.Event { return Gained[H](g) },
		Ended:     func(s rules.Seat) rules.Event { return Ended[H]{s} },
	}
}

// FighterEvents are the events of a game whose records say "fighter".
func FighterEvents[H House]() Events {
	e := UnitEvents[H]()
	e.Recovered = func(_ *Unit, i Injury) rules.Event { return FighterRecovered[H](i) }
	e.Honoured = func(unit, honour string) rules.Event { return FighterHonoured[H]{unit, honour} }
	e.Gained = func(g Gain) rules.Event { return FighterGained[H](g) }
	return e
}

// An Injury is what became of a unit that was hurt.
type Injury struct{ Unit, Fate, Scar string }

// Effect is the loss of the unit or its scar.
func (i Injury) Effect() rules.Effect {
	switch {
	case i.Fate == Lost:
		return rules.Effect{Unit: i.Unit, Kind: rules.EffectLost, Key: Lost, Amount: 1}
	case i.Scar != "":
		return rules.Effect{Unit: i.Unit, Kind: rules.EffectScar, Key: i.Scar, Amount: 1}
	}
	return rules.Effect{}
}

func (i Injury) rule(ids RuleIDs) string {
	if i.Scar != "" {
		return ids.Scar
	}
	return ids.Injury
}

// A Gain is experience that a unit gains, or a resource that a side gains (Unit "").
type Gain struct {
	Seat   rules.Seat
	Unit   string
	What   string // "experience" or the name of the resource
	Amount int
	Law    string // id of the rule
}

// Effect is what is gained.
func (g Gain) Effect() rules.Effect {
	kind := rules.EffectExperience
	if g.Unit == "" {
		kind = rules.EffectResource
	}
	return rules.Effect{Seat: g.Seat, Unit: g.Unit, Kind: kind, Key: g.What, Amount: g.Amount}
}

func honour(unit, key string) rules.Effect {
	return rules.Effect{Unit: unit, Kind: rules.EffectHonour, Key: key, Amount: 1}
}

// Recovered is what became of a unit that was hurt.
type Recovered[H House] struct {
	Unit string `json:"unit"`
	Fate string `json:"injury"`
	Scar string `json:"scar"`
}

// FighterRecovered is Recovered of a fighter.
type FighterRecovered[H House] struct {
	Unit string `json:"fighter"`
	Fate string `json:"injury"`
	Scar string `json:"scar"`
}

// Honoured gives an honour to a unit.
type Honoured[H House] struct {
	Unit   string `json:"unit"`
	Honour string `json:"honour"`
}

// FighterHonoured is Honoured of a fighter.
type FighterHonoured[H House] struct {
	Unit   string `json:"fighter"`
	Honour string `json:"honour"`
}

// Gained is a Gain of a unit or a side.
type Gained[H House] struct {
	Seat   rules.Seat `json:"seat"`
	Unit   string     `json:"unit"`
	What   string     `json:"what"`
	Amount int        `json:"amount"`
	Law    string     `json:"law"`
}

// FighterGained is a Gain of a fighter or a side.
type FighterGained[H House] struct {
	Seat   rules.Seat `json:"seat"`
	Unit   string     `json:"fighter"`
	What   string     `json:"what"`
	Amount int        `json:"amount"`
	Law    string     `json:"law"`
}

// Ended ends the aftermath of a side.
type Ended[H House] struct {
	Seat rules.Seat `json:"seat"`
}

func (Recovered[H]) Kind() string        { return "recovered" }
func (FighterRecovered[H]) Kind() string { return "recovered" }
func (Honoured[H]) Kind() string         { return "honoured" }
func (FighterHonoured[H]) Kind() string  { return "honoured" }
func (Gained[H]) Kind() string           { return "gained" }
func (FighterGained[H]) Kind() string    { return "gained" }
func (Ended[H]) Kind() string            { return "aftermath-ended" }

func (e Recovered[H]) Rule() string        { return Injury(e).rule(idsOf[H]()) }
func (e FighterRecovered[H]) Rule() string { return Injury(e).rule(idsOf[H]()) }
func (Honoured[H]) Rule() string           { return idsOf[H]().Honour }
func (FighterHonoured[H]) Rule() string    { return idsOf[H]().Honour }
func (e Gained[H]) Rule() string           { return e.Law }
func (e FighterGained[H]) Rule() string    { return e.Law }
func (Ended[H]) Rule() string              { return idsOf[H]().End }

func (e Recovered[H]) Effect() rules.Effect        { return Injury(e).Effect() }
func (e FighterRecovered[H]) Effect() rules.Effect { return Injury(e).Effect() }
func (e Honoured[H]) Effect() rules.Effect         { return honour(e.Unit, e.Honour) }
func (e FighterHonoured[H]) Effect() rules.Effect  { return honour(e.Unit, e.Honour) }
func (e Gained[H]) Effect() rules.Effect           { return Gain(e).Effect() }
func (e FighterGained[H]) Effect() rules.Effect    { return Gain(e).Effect() }
func (e Ended[H]) Ends() rules.Seat                { return e.Seat }

func idsOf[H House]() RuleIDs {
	var h H
	return h.Rules()
}
