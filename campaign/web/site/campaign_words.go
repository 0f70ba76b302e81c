package site

import (
	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/views"
)

// CampaignHead returns the title and the tabs of a campaign's pages; here is the current tab.
func CampaignHead(f *views.Frame, v Visit, camp *campaign.Campaign, here string) views.CampaignHead {
	f.Back = ClubURL(v.Club)
	f.Where, f.Sub = camp.Settings.Name, CampaignFacts(*f, v.State, camp)
	base := CampaignURL(v.Club, camp.ID)
	f.OGImage = OGImageURL(base)
	h := views.CampaignHead{Kind: CampaignKind(*f, camp), Name: camp.Settings.Name, Line: f.Sub}
	first := "campaign.map"
	if camp.Map == nil {
		first = "campaign.front"
	}
	for _, t := range []struct{ key, path string }{{first, ""}, {"campaign.table", "/standings"}, {"ladder.title", "/ladder"}, {"campaign.battles", "/battles"}, {"campaign.chronicle", "/chronicle"},
		{"campaign.rosters", "/rosters"}, {"honours.title", "/honours"}, {"rules.title", "/rules"}} {
		if t.path == "/ladder" && camp.Settings.Ladder == nil {
			continue
		}
		h.Tabs = append(h.Tabs, views.Tab{Text: f.Say(t.key), URL: base + t.path, Current: t.path == here})
	}
	return h
}

// CampaignKind returns the game and the preset of a campaign in words.
func CampaignKind(f views.Frame, camp *campaign.Campaign) string {
	kind := GameName(f, camp.Settings.Game)
	if key := "preset." + camp.Settings.Preset; f.Catalog.Has(key) {
		kind += ", " + f.Say(key)
	}
	return kind
}

// GameName returns the name of a game in the reader's language, or as printed on the book when no phrase names it.
func GameName(f views.Frame, id string) string {
	if f.Catalog.Has("game." + id) {
		return f.Say("game." + id)
	}
	if name := f.GameNames[id]; name != "" {
		return name
	}
	return id
}

func CampaignFacts(f views.Frame, st *campaign.State, camp *campaign.Campaign) string {
	fought, sides := 0, len(st.RostersOf(camp.ID))
	for _, b := range st.BattlesOf(camp.ID) {
		if b.Status == campaign.Final {
			fought++
		}
	}
	switch {
	case camp.Closed:
		return f.Say("campaign.facts_closed", "n", fought)
	case camp.Round > 0 && camp.Settings.Rounds > 0:
		return f.Say("campaign.facts_round", "round", f.Say("campaign.round_of", "n", camp.Round, "all", camp.Settings.Rounds), "n", fought)
	case camp.Round > 0:
		return f.Say("campaign.facts_round", "round", f.Say("campaign.round", "n", camp.Round), "n", fought)
	case fought == 0:
		return f.Say("campaign.facts_entered", "n", sides)
	}
	return f.Say("campaign.facts_battles", "n", fought)
}

// MarkSource returns a link to the battle that brought a mark, or else to the act that granted it.
func MarkSource(f views.Frame, v Visit, camp *campaign.Campaign, m campaign.Mark) views.Link {
	if b := v.State.Battles[m.Battle]; b != nil {
		return views.Link{Text: f.Say("battle.number", "n", b.Number), URL: BattleURL(v.Club, b.ID)}
	}
	return ActLink(f, v, camp, m.ActNo)
}

func HonourName(f views.Frame, camp *campaign.Campaign, h campaign.Honour) string {
	return MarkName(f.Catalog, camp.Settings.Game, rules.EffectHonour, campaign.Mark{Key: h.Key, Name: h.Name})
}

// ActLink returns a link to an act in the chronicle.
func ActLink(f views.Frame, v Visit, camp *campaign.Campaign, cause campaign.ActNo) views.Link {
	if cause == 0 {
		return views.Link{}
	}
	return views.Link{Text: f.Say("chronicle.act", "n", int(cause)), URL: ActURL(v, camp, int64(cause))}
}
