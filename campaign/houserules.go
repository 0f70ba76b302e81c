package campaign

import (
	"fmt"
	"maps"
	"slices"

	"oriflamme/rules"
)

// maxHouseRules is how many house rules of its own a campaign may write down.
const maxHouseRules = 30

// A HouseRule is what a club plays otherwise than the book, where no option of the game says it.
type HouseRule struct {
	Name string `json:"name"`
	Was  string `json:"was"` // as the book has it
	Now  string `json:"now"`
	Why  string `json:"why"`
}

func (s Settings) checkHouseRules() error {
	if len(s.HouseRules) > maxHouseRules {
		return refuse(Invalid, "house", "too-long", "", "most", fmt.Sprint(maxHouseRules))
	}
	for i, h := range s.HouseRules {
		at := fmt.Sprintf("house[%d].", i)
		if err := firstError(checkLength(at+"name", h.Name, 1, 80), checkLength(at+"was", h.Was, 0, 400), checkLength(at+"now", h.Now, 1, 400), checkLength(at+"why", h.Why, 0, 400)); err != nil {
			return err
		}
	}
	for _, id := range slices.Sorted(maps.Keys(s.OptionReasons)) {
		if err := checkLength("whys."+id, s.OptionReasons[id], 0, 400); err != nil {
			return err
		}
	}
	return nil
}

// An OptionChange is an option of the game that a campaign plays otherwise.
type OptionChange struct {
	Option   rules.Option
	Now, Why string
	ActNo    ActNo // the act since which it holds
}

// OptionChanges are the options that a campaign has changed from what the game has, in the game's order.
func (s *State) OptionChanges(c *Campaign, g *rules.Game) []OptionChange {
	var all []OptionChange
	for _, o := range g.Options {
		if now, ok := c.Settings.Options[o.ID]; ok && now != o.Default {
			all = append(all, OptionChange{o, now, c.Settings.OptionReasons[o.ID], s.optionSetBy(c, o, now)})
		}
	}
	return all
}

// optionSetBy is the act from which on an option has had its value.
func (s *State) optionSetBy(c *Campaign, o rules.Option, now string) ActNo {
	var since ActNo
	was := o.Default
	for i := range s.Acts {
		a := &s.Acts[i]
		if s.Voided[a.No] != 0 || a.corrective() {
			continue
		}
		body := a.Body
		if by, ok := s.Act(s.Amended[a.No]); ok {
			body = by.Body
		}
		b, ok := body.(settingsHolder)
		if !ok {
			continue
		}
		campaign, set := b.settings()
		if campaign != c.ID {
			continue
		}
		value, ok := set.Options[o.ID]
		if !ok {
			value = o.Default
		}
		if value != was && value == now {
			since = ActNo(a.No)
		}
		was = value
	}
	return since
}

// SettingsBefore returns the settings that an act of kind "campaign" or "settings" changed; zero for the first.
func (s *State) SettingsBefore(no int64, campaign ID) Settings {
	var was Settings
	for i := range s.Acts {
		a := &s.Acts[i]
		if a.No >= no {
			break
		}
		if s.Voided[a.No] != 0 || a.corrective() {
			continue
		}
		if b, ok := a.Body.(settingsHolder); ok {
			if of, set := b.settings(); of == campaign {
				was = set
			}
		}
	}
	return was
}

// CloneCampaign returns a campaign to begin anew with the settings, house rules, honours and
// the map of another, where nobody has any land yet. Rosters and results are left behind.
func CloneCampaign(c *Campaign, name string) NewCampaign {
	set := c.Settings
	set.Name, set.ClonedFrom = name, c.ID
	m := c.Map.clone()
	if m != nil {
		for i := range m.Regions {
			m.Regions[i].Owner, m.Regions[i].Capital, m.Regions[i].Owners = "", false, nil
			m.Regions[i].Garrison = nil
		}
	}
	return NewCampaign{Settings: set, Map: m, Honours: slices.Clone(c.Honours)}
}
