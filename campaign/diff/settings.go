package diff

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"oriflamme/campaign"
)

// A SettingChange is one difference between two versions of a campaign's settings.
// Field is a short name of the setting, "options.<id>" for an option of the game or
// "house.<name>" for a house rule. Was and Now are its values as text, "" if it is
// not set.
type SettingChange struct{ Field, Was, Now string }

// OfSettings returns the differences between two versions of a campaign's settings.
func OfSettings(was, now campaign.Settings) []SettingChange {
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
		{"loss", was.Loss, now.Loss}, {"bye", was.Bye, now.Bye}, {"penalty", was.Penalty, now.Penalty}, {"forfeit", was.ForfeitScore, now.ForfeitScore}, {"absence", was.AbsencePoints, now.AbsencePoints}, {"groups", was.Groups, now.Groups},
		{"disputes", was.DisputeDays, now.DisputeDays}, {"appeals", was.AppealDays, now.AppealDays}, {"days", was.RoundDays, now.RoundDays}, {"grace", was.GraceDays, now.GraceDays}, {"silence", was.AutoConfirmDays, now.AutoConfirmDays}} {
		note(n.field, strconv.Itoa(n.was), strconv.Itoa(n.now))
	}
	note("name", was.Name, now.Name)
	note("method", string(cmp.Or(was.Method, campaign.Swiss)), string(cmp.Or(now.Method, campaign.Swiss)))
	note("ties", strings.Join(was.TieBreaks, " "), strings.Join(now.TieBreaks, " "))
	note("margins", marginText(was.Margins), marginText(now.Margins))
	note("aftermath", strconv.FormatBool(was.Aftermath), strconv.FormatBool(now.Aftermath))
	note("fame", was.ScoreResource, now.ScoreResource)
	note("land_left", string(was.LandLeft), string(now.LandLeft))
	note("unrated", strconv.FormatBool(was.Unrated), strconv.FormatBool(now.Unrated))
	note("tables", tablesText(was.Tables), tablesText(now.Tables))
	note("private", strconv.FormatBool(was.Private), strconv.FormatBool(now.Private))
	note("unlisted", strconv.FormatBool(was.Unlisted), strconv.FormatBool(now.Unlisted))
	note("income", incomeText(was.Income), incomeText(now.Income))
	note("ladder", was.Ladder.Summary(), now.Ladder.Summary())
	for _, id := range keysOf(was.Options, now.Options) {
		note("options."+id, was.Options[id], now.Options[id])
	}
	house := func(s campaign.Settings, name string) string {
		for _, h := range s.HouseRules {
			if h.Name == name {
				return h.Now
			}
		}
		return ""
	}
	var names []string
	for _, h := range slices.Concat(was.HouseRules, now.HouseRules) {
		names = append(names, h.Name)
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		note("house."+name, house(was, name), house(now, name))
	}
	return all
}

// marginText formats margins as "10: 4–0, 20: 5–0".
func marginText(all []campaign.Margin) string {
	parts := make([]string, len(all))
	for i, m := range all {
		parts[i] = fmt.Sprintf("%d: %d–%d", m.MinLead, m.Win, m.Loss)
	}
	return strings.Join(parts, ", ")
}

// incomeText formats the income by terrain as "coast 2, plain 1".
func incomeText(income map[string]int) string {
	var parts []string
	for _, terrain := range slices.Sorted(maps.Keys(income)) {
		parts = append(parts, fmt.Sprintf("%s %d", terrain, income[terrain]))
	}
	return strings.Join(parts, ", ")
}

// tablesText formats tables with their missions as "1 (Ford), 2".
func tablesText(all []campaign.Table) string {
	parts := make([]string, len(all))
	for i, p := range all {
		if parts[i] = p.Name; p.Mission != "" {
			parts[i] += " (" + p.Mission + ")"
		}
	}
	return strings.Join(parts, ", ")
}
