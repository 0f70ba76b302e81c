package league

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

const (
	marginRows = 3  // steps of clear victories that the form shows
	houseRows  = 30 // house rules that a form may hold
)

// submittedNumber reads a number; what is none is -1, which the campaign refuses with the field's name.
func submittedNumber(text string) int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		return -1
	}
	return n
}

// readLadder reads the rules of a ladder, nil where there is none.
func readLadder(c echo.Context) *campaign.LadderRules {
	if c.FormValue("ladder") != "yes" {
		return nil
	}
	return &campaign.LadderRules{Reach: submittedNumber(c.FormValue("reach")), Days: submittedNumber(c.FormValue("answer")), Yield: c.FormValue("yield") == "yes", Shift: c.FormValue("climb") == "yes"}
}

func ladderFields(c echo.Context, f views.Frame, m *leagueviews.CampaignForm, set campaign.Settings, wrong map[string]string) {
	rules := campaign.LadderRules{Reach: 3, Days: 7}
	if set.Ladder != nil {
		rules = *set.Ladder
	}
	number := func(name string, value, most int) views.Field {
		return views.Field{Name: name, Type: "number", Label: f.Say("ladder." + name), Value: site.FormValueOr(c, name, strconv.Itoa(value)), Min: "1", Upto: strconv.Itoa(most), Wrong: wrong[name]}
	}
	m.Ladder = []views.Checkbox{{Name: "ladder", Label: f.Say("ladder.on"), Hint: f.Say("ladder.on_hint"), On: set.Ladder != nil},
		{Name: "yield", Label: f.Say("ladder.yield"), Hint: f.Say("ladder.yield_hint"), On: rules.Yield},
		{Name: "climb", Label: f.Say("ladder.climb"), Hint: f.Say("ladder.climb_hint"), On: rules.Shift}}
	m.Reach, m.Answer = number("reach", rules.Reach, 50), number("answer", rules.Days, 60)
}

// readTables reads one table a line: its name, and after a colon the mission laid out there.
func readTables(c echo.Context) []campaign.Table {
	var all []campaign.Table
	for _, line := range strings.Split(c.FormValue("tables"), "\n") {
		name, mission, _ := strings.Cut(line, ":")
		if p := (campaign.Table{Name: strings.TrimSpace(name), Mission: strings.TrimSpace(mission)}); p != (campaign.Table{}) {
			all = append(all, p)
		}
	}
	return all
}

// tableLines writes what readTables reads.
func tableLines(all []campaign.Table) string {
	lines := make([]string, len(all))
	for i, p := range all {
		if lines[i] = p.Name; p.Mission != "" {
			lines[i] += ": " + p.Mission
		}
	}
	return strings.Join(lines, "\n")
}

func readMargins(c echo.Context) []campaign.Margin {
	var all []campaign.Margin
	for i := range marginRows {
		name := "margin" + strconv.Itoa(i)
		if text := strings.TrimSpace(c.FormValue(name)); text != "" {
			all = append(all, campaign.Margin{MinLead: submittedNumber(text), Win: submittedNumber(c.FormValue(name + "-win")), Loss: submittedNumber(c.FormValue(name + "-loss"))})
		}
	}
	return all
}

func marginFields(c echo.Context, f views.Frame, m *leagueviews.CampaignForm, set campaign.Settings, wrong string) {
	for i := range marginRows {
		name := "margin" + strconv.Itoa(i)
		var least, win, loss string
		if i < len(set.Margins) {
			x := set.Margins[i]
			least, win, loss = strconv.Itoa(x.MinLead), strconv.Itoa(x.Win), strconv.Itoa(x.Loss)
		}
		field := func(name, label, value string) views.Field {
			return views.Field{Name: name, Type: "number", Label: f.Say(label, "n", i+1), Value: site.FormValueOr(c, name, value), Min: "0"}
		}
		row := []views.Field{field(name, "rules.margin", least), field(name+"-win", "found.win", win), field(name+"-loss", "found.loss", loss)}
		if i == 0 {
			row[0].Wrong = wrong
		}
		m.Margins = append(m.Margins, row)
	}
}

// houseParts are the fields of a house rule, in the order of the form.
var houseParts = []string{"name", "was", "now", "why"}

func houseField(i int, part string) string { return "house" + strconv.Itoa(i) + "-" + part }

// readHouse reads the house rules; one whose name is taken out is dropped.
func readHouse(c echo.Context) []campaign.HouseRule {
	var all []campaign.HouseRule
	for i := range houseRows {
		part := func(name string) string { return strings.TrimSpace(c.FormValue(houseField(i, name))) }
		if h := (campaign.HouseRule{Name: part("name"), Was: part("was"), Now: part("now"), Why: part("why")}); h.Name != "" {
			all = append(all, h)
		}
	}
	return all
}

func houseFields(c echo.Context, f views.Frame, m *leagueviews.CampaignForm, set campaign.Settings, wrong string) {
	for i := range min(len(set.HouseRules)+1, houseRows) {
		var h campaign.HouseRule
		if i < len(set.HouseRules) {
			h = set.HouseRules[i]
		}
		var row []views.Field
		for k, value := range []string{h.Name, h.Was, h.Now, h.Why} {
			most := 400
			if k == 0 {
				most = 80
			}
			row = append(row, views.Field{Name: houseField(i, houseParts[k]), Label: f.Say("rules.house_" + houseParts[k]), Value: site.FormValueOr(c, houseField(i, houseParts[k]), value), Max: most})
		}
		if i == 0 {
			row[0].Wrong = wrong
		}
		m.House = append(m.House, row)
	}
}
