package campaign

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"oriflamme/rules"
)

// mostHouse is how many house rules of its own a campaign may write down.
const mostHouse = 30

// A HouseRule is what a club plays otherwise than the book, where no option of the game says it.
type HouseRule struct {
	Name string `json:"name"`
	Was  string `json:"was"` // as the book has it
	Now  string `json:"now"`
	Why  string `json:"why"`
}

func (s Settings) checkHouse() error {
	if len(s.House) > mostHouse {
		return refuse(Invalid, "house", "too-long", "", "most", fmt.Sprint(mostHouse))
	}
	for i, h := range s.House {
		at := fmt.Sprintf("house[%d].", i)
		if err := first(text(at+"name", h.Name, 1, 80), text(at+"was", h.Was, 0, 400), text(at+"now", h.Now, 1, 400), text(at+"why", h.Why, 0, 400)); err != nil {
			return err
		}
	}
	for _, id := range slices.Sorted(maps.Keys(s.Whys)) {
		if err := text("whys."+id, s.Whys[id], 0, 400); err != nil {
			return err
		}
	}
	return nil
}

// An OptionChange is an option of the game that a campaign plays otherwise.
type OptionChange struct {
	Option   rules.Option
	Now, Why string
	Cause    Cause // the act since which it holds
}

// OptionChanges are the options that a campaign has changed from what the game has, in the game's order.
func (s *State) OptionChanges(c *Campaign, g *rules.Game) []OptionChange {
	var all []OptionChange
	for _, o := range g.Options {
		if now, ok := c.Settings.Options[o.ID]; ok && now != o.Default {
			all = append(all, OptionChange{o, now, c.Settings.Whys[o.ID], s.optionSince(c, o, now)})
		}
	}
	return all
}

// optionSince is the act from which on an option has had its value.
func (s *State) optionSince(c *Campaign, o rules.Option, now string) Cause {
	var since Cause
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
		b, ok := body.(setting)
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
			since = Cause(a.No)
		}
		was = value
	}
	return since
}

// A SettingChange is one difference between two settings. Field is as in their JSON,
// "options.<id>" for an option and "house.<name>" for a house rule; Was and Now
// are what stands there, "" for nothing.
type SettingChange struct{ Field, Was, Now string }

// DiffSettings lists what differs between two settings of a campaign.
func DiffSettings(was, now Settings) []SettingChange {
	var all []SettingChange
	note := func(field, a, b string) {
		if a != b {
			all = append(all, SettingChange{field, a, b})
		}
	}
	for _, n := range []struct {
		field    string
		was, now int
	}{{"limit", was.Limit, now.Limit}, {"rounds", was.Rounds, now.Rounds}, {"win", was.Win, now.Win}, {"draw", was.Draw, now.Draw},
		{"loss", was.Loss, now.Loss}, {"bye", was.Bye, now.Bye}, {"penalty", was.Penalty, now.Penalty}, {"forfeit", was.Forfeit, now.Forfeit}, {"absence", was.Absence, now.Absence}, {"groups", was.Groups, now.Groups},
		{"disputes", was.Disputes, now.Disputes}, {"appeals", was.Appeals, now.Appeals}, {"days", was.Days, now.Days}, {"grace", was.Grace, now.Grace}, {"silence", was.Silence, now.Silence}} {
		note(n.field, strconv.Itoa(n.was), strconv.Itoa(n.now))
	}
	note("name", was.Name, now.Name)
	note("method", string(cmpMethod(was)), string(cmpMethod(now)))
	note("ties", strings.Join(was.Ties, " "), strings.Join(now.Ties, " "))
	note("margins", marginText(was.Margins), marginText(now.Margins))
	note("aftermath", strconv.FormatBool(was.Aftermath), strconv.FormatBool(now.Aftermath))
	note("fame", was.Fame, now.Fame)
	note("land_left", string(was.LandLeft), string(now.LandLeft))
	note("unrated", strconv.FormatBool(was.Unrated), strconv.FormatBool(now.Unrated))
	note("tables", placesText(was.Tables), placesText(now.Tables))
	note("private", strconv.FormatBool(was.Private), strconv.FormatBool(now.Private))
	note("unlisted", strconv.FormatBool(was.Unlisted), strconv.FormatBool(now.Unlisted))
	note("income", incomeText(was.Income), incomeText(now.Income))
	note("ladder", was.Ladder.text(), now.Ladder.text())
	ids := slices.Concat(slices.Collect(maps.Keys(was.Options)), slices.Collect(maps.Keys(now.Options)))
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		note("options."+id, was.Options[id], now.Options[id])
	}
	house := func(s Settings, name string) string {
		for _, h := range s.House {
			if h.Name == name {
				return h.Now
			}
		}
		return ""
	}
	var names []string
	for _, h := range slices.Concat(was.House, now.House) {
		names = append(names, h.Name)
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		note("house."+name, house(was, name), house(now, name))
	}
	return all
}

func cmpMethod(s Settings) Method {
	if s.Method == "" {
		return Swiss
	}
	return s.Method
}

// marginText writes margins as "10: 4–0, 20: 5–0".
func marginText(all []Margin) string {
	parts := make([]string, len(all))
	for i, m := range all {
		parts[i] = fmt.Sprintf("%d: %d–%d", m.Least, m.Win, m.Loss)
	}
	return strings.Join(parts, ", ")
}

// incomeText writes an income as "coast 2, plain 1".
func incomeText(income map[string]int) string {
	var parts []string
	for _, terrain := range slices.Sorted(maps.Keys(income)) {
		parts = append(parts, fmt.Sprintf("%s %d", terrain, income[terrain]))
	}
	return strings.Join(parts, ", ")
}

func (l *LadderRules) text() string {
	if l == nil {
		return ""
	}
	return fmt.Sprintf("%d/%d/%t/%t", l.Reach, l.Days, l.Yield, l.Climb)
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
		if b, ok := a.Body.(setting); ok {
			if of, set := b.settings(); of == campaign {
				was = set
			}
		}
	}
	return was
}

// Cloned returns a campaign to begin anew with the settings, house rules, honours and
// the map of another, where nobody has any land yet. Rosters and results are left behind.
func Cloned(c *Campaign, name string) NewCampaign {
	set := c.Settings
	set.Name, set.From = name, c.ID
	m := c.Map.clone()
	if m != nil {
		for i := range m.Regions {
			m.Regions[i].Owner, m.Regions[i].Capital, m.Regions[i].Held = "", false, nil
			m.Regions[i].Guard = nil
		}
	}
	return NewCampaign{Settings: set, Map: m, Honours: slices.Clone(c.Honours)}
}
