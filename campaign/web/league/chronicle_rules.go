package league

import (
	"maps"
	"slices"
	"strings"

	"oriflamme/campaign"
	"oriflamme/campaign/diff"
	"oriflamme/campaign/web/site"
)

// settingsChanges describes the differences between two settings, or returns "".
func (d chronicleDescriber) settingsChanges(before, after campaign.Settings) string {
	f := d.f
	none := func(s string) string {
		if s == "" {
			return f.Say("rules.nothing")
		}
		return s
	}
	described := ""
	for _, x := range diff.OfSettings(before, after) {
		name, was, now := f.Say("rules.field"), x.Was, x.Now
		kind, id, nested := strings.Cut(x.Field, ".")
		switch {
		case nested && kind == "options":
			name, was, now = d.optionChange(id, was, now)
		case nested:
			name = id
		case f.Catalog.Has("rules.field_" + x.Field):
			name = f.Say("rules.field_" + x.Field)
		}
		switch x.Field {
		case "aftermath", "private", "unlisted", "unrated":
			was, now = f.Say("rules."+was), f.Say("rules."+now)
		case "land_left":
			was, now = departedLandText(f, campaign.LandLeft(was)), departedLandText(f, campaign.LandLeft(now))
		case "fame":
			was, now = d.scoreResourceName(before), d.scoreResourceName(after)
		case "method":
			was, now = f.Say("draw.method_"+was), f.Say("draw.method_"+now)
		case "ties":
			was, now = d.tieNames(was), d.tieNames(now)
		case "income":
			was, now = d.incomeText(before), d.incomeText(after)
		case "ladder":
			was, now = d.ladderText(before), d.ladderText(after)
		}
		one := f.Say("rules.changed", "name", name, "was", none(was), "now", none(now))
		if described == "" {
			described = one
		} else {
			described = f.Say("rules.joint", "a", described, "b", one)
		}
	}
	return described
}

// scoreResourceName returns the name of the resource that counts as campaign points, or "".
func (d chronicleDescriber) scoreResourceName(set campaign.Settings) string {
	if set.ScoreResource == "" {
		return ""
	}
	return d.f.Say(set.Game + ".resource." + set.ScoreResource)
}

// optionChange names an optionChange of the game and two of its values; "" is its default.
func (d chronicleDescriber) optionChange(id, was, now string) (name, a, b string) {
	g := d.game
	if g == nil {
		return id, was, now
	}
	for _, o := range g.Options {
		if o.ID == id {
			one, two := rulingChoice(d.f, g, o, was), rulingChoice(d.f, g, o, now)
			return one.Field.Label, site.ChosenText(one.Options), site.ChosenText(two.Options)
		}
	}
	return id, was, now
}

func (d chronicleDescriber) tieNames(keys string) string {
	var names []string
	for _, key := range strings.Fields(keys) {
		names = append(names, d.f.Say("tie."+key))
	}
	return strings.Join(names, ", ")
}

func (d chronicleDescriber) incomeText(set campaign.Settings) string {
	var parts []string
	for _, terrain := range slices.Sorted(maps.Keys(set.Income)) {
		parts = append(parts, site.TerrainName(d.f, terrain)+" "+d.f.Catalog.Number(set.Income[terrain]))
	}
	return strings.Join(parts, ", ")
}

func (d chronicleDescriber) ladderText(set campaign.Settings) string {
	if set.Ladder == nil {
		return ""
	}
	return ladderRulesText(d.f, *set.Ladder)
}

// honourOf returns an honour of the catalogue, or one that was removed from it.
func honourOf(camp *campaign.Campaign, key string) campaign.Honour {
	if h := camp.Honour(key); h != nil {
		return *h
	}
	return campaign.Honour{Key: key}
}
