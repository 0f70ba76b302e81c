package campaign

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"oriflamme/rules"
)

// A idFiller gives bodies what the hall gives. A bare one takes it away again, for
// comparing drafts.
type idFiller struct {
	clear  bool
	id     func(supplied ID) ID
	number func(campaign ID, supplied int) int // of a battle
}

// withIDs fills in what the hall gives: IDs and battle numbers.
func (s *State) withIDs(body Body, now time.Time) Body {
	last := 0
	return fill(body, idFiller{
		id: func(supplied ID) ID {
			if supplied == "" {
				return NewID(now)
			}
			return supplied
		},
		number: func(campaign ID, supplied int) int {
			if supplied != 0 {
				return supplied
			}
			if last == 0 {
				last = s.lastNumber(campaign)
			}
			last++
			return last
		},
	})
}

// withoutIDs is a body without what complete fills in.
func withoutIDs(body Body) Body {
	return fill(body, idFiller{true, func(ID) ID { return "" }, func(ID, int) int { return 0 }})
}

func fill(body Body, g idFiller) Body {
	if b, ok := body.(filler); ok {
		return b.fill(g)
	}
	return body
}

// lastNumber is the highest number of a battle that a campaign ever had. Battles that
// were voided keep theirs, so that a number on a printed slip never comes to
// mean another battle.
func (s *State) lastNumber(campaign ID) int {
	last := 0
	for _, a := range s.Acts {
		for _, b := range ArrangedBattles(a.Body) {
			if b.Campaign == campaign {
				last = max(last, b.Number)
			}
		}
	}
	return last
}

// checkStale refuses a draft drawn from a head after which somebody else has acted
// on the same thing.
func (s *State) checkStale(by ID, d ActRequest) error {
	thing := d.Body.subject().staleKey
	if d.LastSeen == 0 || thing == "" || thing == neverStale || kinds[d.Body.Kind()].concurrency == adding {
		return nil
	}
	for i := len(s.Acts) - 1; i >= 0 && s.Acts[i].No > d.LastSeen; i-- {
		if a := &s.Acts[i]; a.By != by && a.Body.subject().staleKey == thing && kinds[a.Kind].concurrency != unrelated {
			return refuse(Stale, "head", "changed-since", "CAMP-ACT-5", "act", strconv.FormatInt(a.No, 10))
		}
	}
	return nil
}

// checkLegal has the game of a campaign judge a list that is said to be finished.
func (h *Service) checkLegal(c *Campaign, list rules.Roster, unfinished bool) error {
	if c == nil || unfinished {
		return nil
	}
	faults := h.Faults(c.Settings, list)
	if len(faults) == 0 {
		return nil
	}
	f := faults[0]
	with := map[string]string{"message": f.Message}
	maps.Copy(with, f.With)
	return &Error{Code: Invalid, Field: rules.Join("list", f.Field), Key: "roster-fault", Rule: f.Rule, Params: with}
}

// Faults returns every fault that the campaign's game finds in a list, under the
// campaign's limit of points; none for a game that checks none.
func (h *Service) Faults(set Settings, list rules.Roster) []rules.Fault {
	if g := h.games[set.Game]; g != nil && g.CheckRoster != nil {
		return g.CheckRoster(g.WithPoints(list, set.Limit))
	}
	return nil
}

func (h *Service) checkSettings(set Settings) error {
	g := h.games[set.Game]
	if g == nil {
		return refuse(Invalid, "settings.game", "unknown-game", "", "game", set.Game)
	}
	for i, t := range set.TieBreaks {
		if slices.Index(set.TieBreaks, t) != i {
			return refuse(Invalid, fmt.Sprintf("ties[%d]", i), "tie-twice", "", "tie", t)
		}
	}
	for id, value := range set.Options {
		if !optionAllows(g, id, value) {
			return refuse(Invalid, "settings.options."+id, "unknown-option", "", "value", value)
		}
	}
	return nil
}

func optionAllows(g *rules.Game, id, value string) bool {
	for _, o := range g.Options {
		if o.ID == id {
			for _, v := range o.Values {
				if v == value {
					return true
				}
			}
		}
	}
	return false
}
