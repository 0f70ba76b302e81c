package underworlds

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
)

// A Profile is a fighter card with both its faces.
type Profile struct {
	Name     string     `json:"name" in:"1..80"`                            // by which cards name it, too
	Names    rules.Text `json:"names" len:"0..2" each:"1..80" default:"{}"` // by language
	Warband  string     `json:"warband" in:"1..60"`
	Leader   bool       `json:"leader" default:"false"`
	Inspire  Term       `json:"inspire"` // condition of the Inspired face
	Plain    Face       `json:"plain"`
	Inspired Face       `json:"inspired"`
}

// A Face is one face of a fighter card.
type Face struct {
	Move    int            `json:"move" in:"0..12"`
	Defence int            `json:"defence" in:"0..6"` // dice
	Symbol  string         `json:"symbol" in:"block|dodge"`
	Wounds  int            `json:"wounds" in:"1..12"`
	Flying  bool           `json:"flying" default:"false"`
	Attacks []AttackAction `json:"attacks" len:"1..4"`

	Reaction *Term `json:"reaction" default:"null" null:"true"` // an effect with a reaction step
	Action   *Term `json:"action" default:"null" null:"true"`   // an effect that is an action
}

// An AttackAction is an Attack action as printed on a fighter card or an upgrade.
type AttackAction struct {
	Name     rules.Text `json:"name" len:"0..2" each:"1..60" default:"{}"`
	Range    int        `json:"range" in:"1..8"`
	Dice     int        `json:"dice" in:"1..8"`
	Symbol   string     `json:"symbol" in:"smash|fury"`
	Damage   int        `json:"damage" in:"0..8"`
	Keywords Keywords   `json:"keywords" default:"{}"`
}

// A Term is a condition or an effect by id, with its number.
type Term struct {
	ID string `json:"id" in:"1..40"`
	N  int    `json:"n" in:"0..12" default:"1"`
}

// A DeckCard is a card of a deck as the battle plays it: data, and terms by id.
type DeckCard struct {
	ID           string        `json:"id" in:"1..60"`
	Name         rules.Text    `json:"name" len:"1..2" each:"1..80"`
	Text         rules.Text    `json:"text" len:"0..2" each:"1..400" default:"{}"`
	Kind         string        `json:"kind" in:"objective|upgrade|ploy"`
	Warband      string        `json:"warband" in:"1..60" default:"null" null:"true"` // "": universal
	Deck         string        `json:"rivals_deck" in:"1..60"`
	Keywords     []string      `json:"keywords" len:"0..3" each:"surge|hybrid|dual" distinct:"true" default:"[]"`
	Glory        int           `json:"glory" in:"0..10" default:"0"`       // of an objective
	Conditions   []Term        `json:"conditions" len:"0..2" default:"[]"` // of an objective
	Effect       *Term         `json:"effect" default:"null" null:"true"`  // of a power card
	Attack       *AttackAction `json:"attack" default:"null" null:"true"`  // of an upgrade
	Restrictions restrictions  `json:"restrictions" default:"{}"`          // of an upgrade
}

// rosterExtra is what a roster has beside its fighters.
type rosterExtra struct {
	Format     string     `json:"format" in:"rivals|nemesis" default:"\"rivals\""`
	Deck       string     `json:"deck" in:"0..60" default:"\"\""` // Rivals deck of the setup's cards, where none are listed; "": that of the faction
	Objectives []DeckCard `json:"objectives" len:"0..60" distinct:"id" default:"[]"`
	Power      []DeckCard `json:"power" len:"0..60" distinct:"id" default:"[]"`
}

// check refuses a card whose terms the engine does not play.
func (c *DeckCard) check(path string) *rules.Fault {
	if c.Kind == "objective" {
		o := objective{Keywords: c.Keywords, Conditions: make([]bool, len(c.Conditions))}
		if fault := o.check(path); fault != nil {
			return fault
		}
		facts := 0
		for i, term := range c.Conditions {
			fact, known := conditions[term.ID]
			if !known {
				return rules.Faultf(rules.OutOfRange, rules.At(path+".conditions", i)+".id", "no condition %q", term.ID)
			}
			if fact {
				facts++
			}
		}
		return when((facts > 0) != slices.Contains(c.Keywords, "surge"), rules.Faultf(rules.OutOfRange, path+".keywords", "Surge cards, and they alone, wait for an event"))
	}
	if c.Kind == "upgrade" && c.Attack != nil {
		return when(c.Effect != nil, rules.Faultf(rules.OutOfRange, path+".effect", "the card is an Attack action"))
	}
	if c.Effect == nil {
		return missing(path + ".effect")
	}
	e := effects[c.Effect.ID]
	return when(e == nil || e.kind != c.Kind, rules.Faultf(rules.OutOfRange, path+".effect.id", "no %s %q", c.Kind, c.Effect.ID))
}

// check refuses a fighter card whose Inspire condition or reaction the engine does not play.
func (p *Profile) check(path string) *rules.Fault {
	if _, known := inspirations[p.Inspire.ID]; !known {
		return rules.Faultf(rules.OutOfRange, path+".inspire.id", "no Inspire condition %q", p.Inspire.ID)
	}
	for _, side := range []struct {
		name string
		face *Face
	}{{".plain", &p.Plain}, {".inspired", &p.Inspired}} {
		if r := side.face.Reaction; r != nil {
			if e := effects[r.ID]; e == nil || e.kind != "upgrade" || e.window == "" || e.destroys {
				return rules.Faultf(rules.OutOfRange, path+side.name+".reaction.id", "no reaction %q of fighters", r.ID)
			}
		}
		if a := side.face.Action; a != nil {
			if e := effects[a.ID]; e == nil || !e.action {
				return rules.Faultf(rules.OutOfRange, path+side.name+".action.id", "no action %q of fighters", a.ID)
			}
		}
	}
	return nil
}

// readRoster decodes the fighters and decks of a roster.
func readRoster(r rules.Roster) (fighters []Profile, extra rosterExtra, fault *rules.Fault) {
	raw := r.Extra
	if raw == nil {
		raw = json.RawMessage("{}")
	}
	if fault = inside("extra", rules.Decode(raw, &extra)); fault != nil {
		return nil, extra, fault
	}
	fighters = make([]Profile, len(r.Units))
	for i, u := range r.Units {
		path := rules.At("units", i) + ".profile"
		if fault = inside(path, rules.Decode(u.Profile, &fighters[i])); fault == nil {
			fault = fighters[i].check(path)
		}
		if fault != nil {
			return nil, extra, fault
		}
	}
	for _, deck := range []struct {
		name      string
		cards     []DeckCard
		objective bool
	}{{"extra.objectives", extra.Objectives, true}, {"extra.power", extra.Power, false}} {
		for i := range deck.cards {
			c := &deck.cards[i]
			path := rules.At(deck.name, i)
			fault = first(c.check(path), when((c.Kind == "objective") != deck.objective, rules.Faultf(rules.OutOfRange, path+".kind", "is in the wrong deck")))
			if fault != nil {
				return nil, extra, fault
			}
		}
	}
	return fighters, extra, nil
}

// inside puts a path before the field of a fault.
func inside(path string, err error) *rules.Fault {
	if err == nil {
		return nil
	}
	f := *err.(*rules.Fault)
	if f.Field = rules.Join(path, f.Field); f.Field == path+"." {
		f.Field = path
	}
	return &f
}

// decks are what a battle takes from a pack: every board, and the Rivals decks of
// the rosters that do not list their cards.
var decks = []rules.Deck{
	{Field: "boards", Part: "boards", Brought: func(cards []json.RawMessage, _ []rules.Roster) ([]json.RawMessage, error) { return cards, nil }},
	{Field: "cards", Part: "cards", Brought: func(cards []json.RawMessage, rosters []rules.Roster) ([]json.RawMessage, error) {
		kept := []json.RawMessage{}
		for _, raw := range cards {
			var c DeckCard
			if err := rules.Decode(raw, &c); err != nil {
				return nil, err
			}
			wanted := func(r rules.Roster) bool {
				_, extra, fault := readRoster(r)
				return fault == nil && c.of(r, extra)
			}
			if slices.ContainsFunc(rosters, wanted) {
				kept = append(kept, raw)
			}
		}
		return kept, nil
	}},
}

// of holds for a card of the Rivals deck that a roster without own cards plays.
func (c *DeckCard) of(r rules.Roster, extra rosterExtra) bool {
	if extra.Deck != "" {
		return c.Deck == extra.Deck
	}
	return c.Warband != "" && c.Warband == r.Faction
}

// check returns every fault of a roster: what cannot be read, or else every
// violation of the limits of warbands and decks (WU-BUILD).
func check(r rules.Roster) []rules.Fault {
	fighters, extra, fault := readRoster(r)
	if fault != nil {
		return []rules.Fault{*fault}
	}
	brought := len(extra.Objectives)+len(extra.Power) > 0
	m := muster{Format: extra.Format, Warband: band{ID: r.Faction}}
	for i := range fighters {
		m.Warband.Fighters = append(m.Warband.Fighters, Member{ID: fighters[i].Name, Leader: fighters[i].Leader})
		if !slices.Contains(m.Warband.Roster, fighters[i].Name) && fighters[i].Warband == r.Faction {
			m.Warband.Roster = append(m.Warband.Roster, fighters[i].Name)
		}
	}
	for _, c := range extra.Objectives {
		m.ObjectiveDeck = append(m.ObjectiveDeck, Card{c.ID, "objective", c.Warband, c.Deck})
	}
	for _, c := range extra.Power {
		kind := c.Kind
		if kind == "ploy" {
			kind = "gambit"
		}
		m.PowerDeck = append(m.PowerDeck, Card{c.ID, kind, c.Warband, c.Deck})
	}
	var faults []rules.Fault
	for _, v := range m.validate().Violations {
		field := "extra"
		if v.Rule == "WU-BUILD-2" || v.Rule == "WU-BUILD-3" {
			field = "units"
		} else if !brought {
			continue // the battle deals out a whole Rivals deck
		}
		f := rules.Breaks(v.Rule, field, "%s %s: %d", v.Code, v.Subject, v.Count)
		f.With = map[string]string{"subject": v.Subject, "count": itoa(v.Count)}
		faults = append(faults, *f)
	}
	return faults
}

// ofTwoDecks refuses Nemesis decks of more than one universal Rivals deck or more
// than one of the warband (ruling A-40).
func ofTwoDecks(r rules.Roster, extra rosterExtra) *rules.Fault {
	if extra.Format != "nemesis" {
		return nil
	}
	universal, own := map[string]bool{}, map[string]bool{}
	for _, c := range slices.Concat(extra.Objectives, extra.Power) {
		if c.Warband == "" {
			universal[c.Deck] = true
		} else if c.Warband == r.Faction {
			own[c.Deck] = true
		}
	}
	return when(len(universal) > 1 || len(own) > 1, rules.Breaks("WU-BUILD-8", "extra", "cards of more than two decks"))
}

// unpack checks the profiles, cards and boards of a pack.
func unpack(p rules.Pack) []rules.Fault {
	var faults []rules.Fault
	add := func(fault *rules.Fault) {
		if fault != nil {
			faults = append(faults, *fault)
		}
	}
	for i, u := range p.Units {
		var card Profile
		path := rules.At("units", i) + ".profile"
		if fault := inside(path, rules.Decode(u.Profile, &card)); fault != nil {
			add(fault)
			continue
		}
		add(card.check(path))
	}
	for i, raw := range p.Parts["cards"] {
		var card DeckCard
		path := rules.At("parts.cards", i)
		if fault := inside(path, rules.Decode(raw, &card)); fault != nil {
			add(fault)
			continue
		}
		add(card.check(path))
	}
	for i, raw := range p.Parts["boards"] {
		var face BoardSide
		path := rules.At("parts.boards", i)
		if fault := inside(path, rules.Decode(raw, &face)); fault != nil {
			add(fault)
			continue
		}
		add(face.check(path))
	}
	return faults
}
