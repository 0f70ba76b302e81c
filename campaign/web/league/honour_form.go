package league

import (
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/content"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// conditionRows is how many conditions the form has room for.
const conditionRows = 3

// honourFieldNames are the fields of the form that can be wrong by themselves.
var honourFieldNames = func() []string {
	names := []string{"label", "to"}
	for i := range conditionRows {
		for _, of := range []string{"fact", "least", "most", "what"} {
			names = append(names, of+strconv.Itoa(i))
		}
	}
	return names
}()

// readHonour is the honour of the form. The error names the field that is wrong;
// what could be read is returned with it.
func readHonour(c echo.Context) (campaign.Honour, error) {
	h := campaign.Honour{Key: c.FormValue("write"), Name: strings.TrimSpace(c.FormValue("label")), To: c.FormValue("to"), ActsAs: c.FormValue("like")}
	var wrong error
	number := func(name string) int {
		text := c.FormValue(name)
		n, err := strconv.Atoi(text)
		if err != nil && text != "" && wrong == nil {
			wrong = site.NotANumber(name)
		}
		return n
	}
	for i := range conditionRows {
		no := strconv.Itoa(i)
		w := campaign.Condition{Fact: c.FormValue("fact" + no), Key: site.KeyFromName(c.FormValue("what" + no)), Least: number("least" + no)}
		if w.Fact == "" {
			continue
		}
		if most := c.FormValue("most" + no); most != "" {
			n := number("most" + no)
			w.Most = &n
		} else if c.FormValue("least"+no) == "" {
			w.Least = 1
		}
		h.When = append(h.When, w)
	}
	switch {
	case wrong != nil:
		return h, wrong
	case h.Name == "" && h.Key == "":
		return h, &campaign.Error{Code: campaign.Invalid, Field: "label", Key: "required"}
	case h.To == "" && len(h.When) > 0:
		return h, &campaign.Error{Code: campaign.Invalid, Field: "to", Key: "honour-to-whom"}
	case h.To != "" && len(h.When) == 0:
		return h, &campaign.Error{Code: campaign.Invalid, Field: "fact0", Key: "honour-by-what"}
	}
	if h.Key == "" {
		h.Key = site.KeyFromName(h.Name)
	}
	return h, nil
}

// replaceHonour is a catalogue with an honour that was written: in the place of the one
// that it changes, else at the end.
func replaceHonour(list []campaign.Honour, h campaign.Honour) []campaign.Honour {
	i := slices.IndexFunc(list, func(o campaign.Honour) bool { return o.Key == h.Key })
	if i < 0 {
		return append(list, h)
	}
	h.Disabled = list[i].Disabled
	list[i] = h
	return list
}

// honourForm is the form that writes an honour, or changes the one given.
func honourForm(f views.Frame, camp *campaign.Campaign, h *campaign.Honour, wrong map[string]string) *leagueviews.HonourForm {
	m := &leagueviews.HonourForm{Open: h != nil}
	if h == nil {
		h = &campaign.Honour{To: campaign.HonourEach}
	} else {
		m.Key = h.Key
	}
	m.Label = views.Field{Name: "label", Label: f.Say("honours.name"), Value: h.Name, Max: 80, Wrong: wrong["label"]}
	if h.Key != "" && h.Name == "" {
		m.Label.Hint = site.HonourName(f, camp, *h)
	}
	m.To = views.Field{Name: "to", Label: f.Say("honours.whom"), Wrong: wrong["to"]}
	for _, to := range []string{campaign.HonourEach, campaign.HonourBest, ""} {
		m.Tos = append(m.Tos, views.Option{Value: to, Text: f.Say("honours.whom_" + to), Chosen: to == h.To})
	}
	m.Like = views.Field{Name: "like", Label: f.Say("honours.like")}
	m.Likes = []views.Option{{Text: f.Say("honours.like_none")}}
	for _, o := range content.Preset(camp.Settings.Game).Honours {
		if effect := effectText(f, camp, o.Key); effect != "" && o.Key != h.Key {
			m.Likes = append(m.Likes, views.Option{Value: o.Key, Text: effect, Chosen: o.Key == h.ActsAs})
		}
	}
	for i := range conditionRows {
		var w campaign.Condition
		if i < len(h.When) {
			w = h.When[i]
		}
		no := strconv.Itoa(i)
		row := leagueviews.ConditionRow{Fact: views.Field{Name: "fact" + no, Label: f.Say("honours.condition", "n", i+1), Wrong: wrong["fact"+no]}}
		row.Facts = []views.Option{{Text: f.Say("honours.no_condition")}}
		for _, fact := range campaign.Facts {
			row.Facts = append(row.Facts, views.Option{Value: fact, Text: f.Say("honours.ask_" + fact), Chosen: fact == w.Fact})
		}
		bound := func(name string, value string) views.Field {
			return views.Field{Name: name + no, Type: "number", Label: f.Say("honours." + name), Value: value, Min: "-1000", Upto: "1000", Wrong: wrong[name+no]}
		}
		least, most := "", ""
		if w.Fact != "" {
			least = strconv.Itoa(w.Least)
		}
		if w.Most != nil {
			most = strconv.Itoa(*w.Most)
		}
		row.Bounds = []views.Field{bound("least", least), bound("most", most),
			{Name: "what" + no, Label: f.Say("honours.what"), Value: w.Key, Max: 40, Wrong: wrong["what"+no]}}
		m.Conditions = append(m.Conditions, row)
	}
	return m
}
