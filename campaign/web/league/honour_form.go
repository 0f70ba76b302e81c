package league

import (
	"slices"
	"strconv"

	"oriflamme/campaign"
	"oriflamme/campaign/web/form"
	"oriflamme/campaign/web/site"
	"oriflamme/content"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// conditionRows is the number of conditions in the form.
const conditionRows = 3

// honourFields are the form that writes an honour.
type honourFields struct {
	Key        string         `form:"write"`
	Name       string         `form:"label" label:"honours.name" len:"0..80"`
	To         string         `form:"to" label:"honours.whom"`
	ActsAs     string         `form:"like" label:"honours.like"`
	Conditions []conditionRow `rows:"3"`
}

// A conditionRow is one condition of an honour; one without a fact is none.
type conditionRow struct {
	Fact  string `form:"fact#" label:"honours.condition"`
	Least *int   `form:"least#" label:"honours.least" in:"-1000..1000"`
	Most  *int   `form:"most#" label:"honours.most" in:"-1000..1000"`
	What  string `form:"what#" label:"honours.what" len:"0..40"`
}

// fieldsOfHonour are an honour as the form shows it.
func fieldsOfHonour(h campaign.Honour) honourFields {
	in := honourFields{Key: h.Key, Name: h.Name, To: h.To, ActsAs: h.ActsAs}
	for _, w := range h.When {
		in.Conditions = append(in.Conditions, conditionRow{w.Fact, &w.Least, w.Most, w.Key})
	}
	return in
}

// statedHonour is the honour that the form states. The error names the field that is wrong.
func statedHonour(in honourFields) (campaign.Honour, error) {
	h := campaign.Honour{Key: in.Key, Name: in.Name, To: in.To, ActsAs: in.ActsAs}
	for _, row := range in.Conditions {
		w := campaign.Condition{Fact: row.Fact, Key: site.KeyFromName(row.What), Most: row.Most}
		switch {
		case w.Fact == "":
			continue
		case row.Least != nil:
			w.Least = *row.Least
		case w.Most == nil:
			w.Least = 1
		}
		h.When = append(h.When, w)
	}
	switch {
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

// replaceHonour returns a catalogue with an honour in the place of the one that it changes, or else at the end.
func replaceHonour(list []campaign.Honour, h campaign.Honour) []campaign.Honour {
	i := slices.IndexFunc(list, func(o campaign.Honour) bool { return o.Key == h.Key })
	if i < 0 {
		return append(list, h)
	}
	h.Disabled = list[i].Disabled
	list[i] = h
	return list
}

// honourForm is the form that writes an honour, or changes one; it is open when one is being written.
func honourForm(f views.Frame, camp *campaign.Campaign, in honourFields, open bool, form *form.Form) *leagueviews.HonourForm {
	m := &leagueviews.HonourForm{Open: open, Key: in.Key, Label: form.Field("label")}
	if in.Key != "" && in.Name == "" {
		m.Label.Hint = site.HonourName(f, camp, campaign.Honour{Key: in.Key})
	}
	m.To, m.Tos = form.Choice("to", site.Options(f.Catalog, "honours.whom_", []string{campaign.HonourEach, campaign.HonourBest, ""}))
	likes := []views.Option{{Text: f.Say("honours.like_none")}}
	for _, o := range content.Preset(camp.Settings.Game).Honours {
		if effect := effectText(f, camp, o.Key); effect != "" && o.Key != in.Key {
			likes = append(likes, views.Option{Value: o.Key, Text: effect})
		}
	}
	m.Like, m.Likes = form.Choice("like", likes)
	facts := append([]views.Option{{Text: f.Say("honours.no_condition")}}, site.Options(f.Catalog, "honours.ask_", campaign.Facts)...)
	for i := range conditionRows {
		var row leagueviews.ConditionRow
		no := strconv.Itoa(i)
		row.Fact, row.Facts = form.Choice("fact"+no, facts)
		row.Bounds = []views.Field{form.Field("least" + no), form.Field("most" + no), form.Field("what" + no)}
		m.Conditions = append(m.Conditions, row)
	}
	return m
}
