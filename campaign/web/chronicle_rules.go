package web

import (
	"maps"
	"slices"
	"strings"

	"oriflamme/campaign"
)

// changed tells what differs between two settings, "" for nothing.
func (t teller) changed(before, after campaign.Settings) string {
	f := t.f
	none := func(s string) string {
		if s == "" {
			return f.Say("rules.nothing")
		}
		return s
	}
	told := ""
	for _, x := range campaign.DiffSettings(before, after) {
		name, was, now := f.Say("rules.field"), x.Was, x.Now
		kind, id, nested := strings.Cut(x.Field, ".")
		switch {
		case nested && kind == "options":
			name, was, now = t.option(id, was, now)
		case nested:
			name = id
		case f.Book.Has("rules.field_" + x.Field):
			name = f.Say("rules.field_" + x.Field)
		}
		switch x.Field {
		case "aftermath", "private", "unlisted", "unrated":
			was, now = f.Say("rules."+was), f.Say("rules."+now)
		case "land_left":
			was, now = landLeftWords(f, campaign.LandLeft(was)), landLeftWords(f, campaign.LandLeft(now))
		case "fame":
			was, now = t.fame(before), t.fame(after)
		case "method":
			was, now = f.Say("draw.method_"+was), f.Say("draw.method_"+now)
		case "ties":
			was, now = t.ties(was), t.ties(now)
		case "income":
			was, now = t.income(before), t.income(after)
		case "ladder":
			was, now = t.ladderIs(before), t.ladderIs(after)
		}
		one := f.Say("rules.changed", "name", name, "was", none(was), "now", none(now))
		if told == "" {
			told = one
		} else {
			told = f.Say("rules.joint", "a", told, "b", one)
		}
	}
	return told
}

// fame names the resource that counts as campaign points, "" for none.
func (t teller) fame(set campaign.Settings) string {
	if set.Fame == "" {
		return ""
	}
	return t.f.Say(set.Game + ".resource." + set.Fame)
}

// option names an option of the game and two of its values; "" is its default.
func (t teller) option(id, was, now string) (name, a, b string) {
	g := t.game
	if g == nil {
		return id, was, now
	}
	for _, o := range g.Options {
		if o.ID == id {
			one, two := rulingChoice(t.f, g, o, was), rulingChoice(t.f, g, o, now)
			return one.Field.Label, chosen(one.Options), chosen(two.Options)
		}
	}
	return id, was, now
}

func (t teller) ties(keys string) string {
	var names []string
	for _, key := range strings.Fields(keys) {
		names = append(names, t.f.Say("tie."+key))
	}
	return strings.Join(names, ", ")
}

func (t teller) income(set campaign.Settings) string {
	var parts []string
	for _, terrain := range slices.Sorted(maps.Keys(set.Income)) {
		parts = append(parts, terrainName(t.f, terrain)+" "+t.f.Book.Number(set.Income[terrain]))
	}
	return strings.Join(parts, ", ")
}

func (t teller) ladderIs(set campaign.Settings) string {
	if set.Ladder == nil {
		return ""
	}
	return ladderWords(t.f, *set.Ladder)
}

// honourOf is an honour of the catalogue, or one that has gone from it.
func honourOf(camp *campaign.Campaign, key string) campaign.Honour {
	if h := camp.Honour(key); h != nil {
		return *h
	}
	return campaign.Honour{Key: key}
}
