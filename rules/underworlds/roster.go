package underworlds

import (
	"encoding/json"
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/underworlds/ruling"
)

// rosterExtra is what a roster has besides its fighters.
type rosterExtra struct {
	Format     string     `json:"format" in:"rivals|nemesis" default:"\"rivals\""`
	Deck       string     `json:"deck" in:"0..60" default:"\"\""`        // Rivals deck of the setup's cards, if no cards are listed; "": that of the faction
	Own        string     `json:"own_deck" in:"no|yes" default:"\"no\""` // "yes": the player draws from a real deck, whose cards may be listed or not
	Objectives []DeckCard `json:"objectives" len:"0..60" distinct:"id" default:"[]"`
	Power      []DeckCard `json:"power" len:"0..60" distinct:"id" default:"[]"`
}

// readRoster decodes the fighters and decks of a roster.
func readRoster(r rules.Roster) (fighters []Profile, extra rosterExtra, fault *rules.Fault) {
	if fault = decodeObject(r.Extra, "extra", &extra); fault != nil {
		return nil, extra, fault
	}
	fighters = make([]Profile, len(r.Units))
	for i, u := range r.Units {
		if fault = decodeChecked(u.Profile, rules.At("units", i)+".profile", &fighters[i]); fault != nil {
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
			fault = rules.FirstFault(c.check(path), rules.FaultIf((c.Kind == "objective") != deck.objective, rules.Faultf(rules.OutOfRange, path+".kind", "is in the wrong deck")))
			if fault != nil {
				return nil, extra, fault
			}
		}
	}
	return fighters, extra, nil
}

// decodeObject decodes a field of a setup or roster, nil as an empty object.
func decodeObject(raw json.RawMessage, path string, into any) *rules.Fault {
	if raw == nil {
		raw = json.RawMessage("{}")
	}
	return rules.Within(path, rules.Decode(raw, into))
}

// A part is a part of a pack or roster that can be checked; path is put before the field of a
// fault.
type part interface {
	check(path string) *rules.Fault
}

// decodeChecked decodes a part and checks it.
func decodeChecked(raw json.RawMessage, path string, into part) *rules.Fault {
	if fault := rules.Within(path, rules.Decode(raw, into)); fault != nil {
		return fault
	}
	return into.check(path)
}

// decks are the parts of a pack that a battle needs: every board, and the Rivals decks of
// rosters that do not list their cards.
var decks = []rules.Deck{
	{Field: "boards", Part: "boards", FromRosters: func(cards []json.RawMessage, _ []rules.Roster) ([]json.RawMessage, error) { return cards, nil }},
	{Field: "cards", Part: "cards", FromRosters: func(cards []json.RawMessage, rosters []rules.Roster) ([]json.RawMessage, error) {
		kept := []json.RawMessage{}
		for _, raw := range cards {
			var c DeckCard
			if err := rules.Decode(raw, &c); err != nil {
				return nil, err
			}
			wanted := func(r rules.Roster) bool {
				_, extra, fault := readRoster(r)
				return fault == nil && c.inRivalsDeck(r, extra)
			}
			if slices.ContainsFunc(rosters, wanted) {
				kept = append(kept, raw)
			}
		}
		return kept, nil
	}},
}

// inRivalsDeck reports whether a card is in the Rivals deck of a roster without cards of its
// own.
func (c *DeckCard) inRivalsDeck(r rules.Roster, extra rosterExtra) bool {
	if extra.Deck != "" {
		return c.Deck == extra.Deck
	}
	return c.Warband != "" && c.Warband == r.Faction
}

// checkRoster returns every fault of a roster: what cannot be read, or otherwise every
// violation of the limits of warbands and decks (WU-BUILD).
func checkRoster(r rules.Roster) []rules.Fault {
	fighters, extra, fault := readRoster(r)
	if fault != nil {
		return []rules.Fault{*fault}
	}
	brought := len(extra.Objectives)+len(extra.Power) > 0
	m := ruling.WarbandInput{Format: extra.Format, Warband: ruling.Warband{ID: r.Faction}}
	for i := range fighters {
		m.Warband.Fighters = append(m.Warband.Fighters, ruling.Member{ID: fighters[i].Name, Leader: fighters[i].Leader})
		if !slices.Contains(m.Warband.Roster, fighters[i].Name) && fighters[i].Warband == r.Faction {
			m.Warband.Roster = append(m.Warband.Roster, fighters[i].Name)
		}
	}
	for _, c := range extra.Objectives {
		m.ObjectiveDeck = append(m.ObjectiveDeck, ruling.Card{Name: c.ID, Kind: "objective", Warband: c.Warband, RivalsDeck: c.Deck})
	}
	for _, c := range extra.Power {
		kind := c.Kind
		if kind == "ploy" {
			kind = "gambit"
		}
		m.PowerDeck = append(m.PowerDeck, ruling.Card{Name: c.ID, Kind: kind, Warband: c.Warband, RivalsDeck: c.Deck})
	}
	var faults []rules.Fault
	for _, c := range extra.Power {
		if slices.ContainsFunc(extra.Objectives, func(o DeckCard) bool { return o.ID == c.ID }) {
			faults = append(faults, *twiceInDecks(c.ID))
		}
	}
	for _, v := range m.Resolve().Violations {
		field := "extra"
		if v.Rule == "WU-BUILD-2" || v.Rule == "WU-BUILD-3" {
			field = "units"
		} else if !brought {
			continue // the battle uses a whole Rivals deck, or a deck of which nothing is listed
		}
		f := rules.Breaks(v.Rule, field, "%s %s: %d", v.Code, v.Subject, v.Count)
		f.With = map[string]string{"subject": v.Subject, "count": strconv.Itoa(v.Count)}
		faults = append(faults, *f)
	}
	return faults
}

// twiceInDecks is the fault of a card id that an objective and a power card share: commands
// name cards by their ids.
func twiceInDecks(id string) *rules.Fault {
	f := rules.Faultf(rules.OutOfRange, "extra", "the card %q is in both decks", id)
	f.With = map[string]string{"subject": id}
	return f
}

// checkNemesisDecks refuses cards of more than one universal Rivals deck or of more than one
// deck of the warband (ruling A-40).
func checkNemesisDecks(r rules.Roster, extra rosterExtra) *rules.Fault {
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
	return rules.FaultIf(len(universal) > 1 || len(own) > 1, rules.Breaks("WU-BUILD-8", "extra", "cards of more than two decks"))
}

// checkPack returns every fault of the profiles, cards and boards of a pack.
func checkPack(p rules.Pack) []rules.Fault {
	var faults []rules.Fault
	add := func(fault *rules.Fault) {
		if fault != nil {
			faults = append(faults, *fault)
		}
	}
	for i, u := range p.Units {
		add(decodeChecked(u.Profile, rules.At("units", i)+".profile", new(Profile)))
	}
	for i, raw := range p.Parts["cards"] {
		add(decodeChecked(raw, rules.At("parts.cards", i), new(DeckCard)))
	}
	for i, raw := range p.Parts["boards"] {
		add(decodeChecked(raw, rules.At("parts.boards", i), new(BoardSide)))
	}
	return faults
}
