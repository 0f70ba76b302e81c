package league

import (
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// regionDetails describes a region in detail; by default the first that is fought over. It offers actions only for the present
// moment.
func regionDetails(f views.Frame, v site.Visit, camp *campaign.Campaign, id campaign.ID, now bool) *leagueviews.RegionDetails {
	st, contested := v.State, v.State.Contested(camp.ID)
	r := camp.Map.Region(id)
	for i := range camp.Map.Regions {
		if one := &camp.Map.Regions[i]; r == nil && len(contested[one.ID]) > 0 {
			r = one
		}
	}
	if r == nil {
		return nil
	}
	card := leagueviews.RegionDetails{Name: r.Name}
	if o := st.Rosters[r.Owner]; o != nil {
		card.Lines = append(card.Lines, views.EmblemLine{Emblem: site.RosterEmblem(o), Text: f.Say("map.held_by", "name", o.List.Name)})
	}
	if over := contested[r.ID]; len(over) > 0 {
		b := st.Battles[over[0]]
		card.Tag = &views.Tag{Icon: "swords", Text: f.Say("map.contested"), Tone: "alert"}
		if a := st.Rosters[site.AttackerOf(st, b.ID)]; a != nil {
			card.Lines = append(card.Lines, views.EmblemLine{Emblem: site.RosterEmblem(a), Text: f.Say("map.attacked", "who", a.List.Name)})
		}
		card.Button, card.URL = f.Say("map.follow"), site.BattleURL(v.Club, b.ID)
	}
	regionFacts(f, v, camp, r, &card)
	for _, h := range r.Owners {
		act, _ := st.Act(int64(h.ActNo))
		who := f.Say("map.free")
		if h.Owner != "" {
			who = site.RosterName(st, h.Owner)
		}
		card.History = append(card.History, f.Say("map.since", "date", f.Day(act.At), "who", who))
	}
	if now && !camp.Closed {
		offerChallenge(f, v, camp, r, &card)
		offerGarrison(f, v, camp, r, &card)
	}
	return &card
}

// regionFacts describes the terrain, supply, income, garrison and neighbours of a region.
func regionFacts(f views.Frame, v site.Visit, camp *campaign.Campaign, r *campaign.Region, card *leagueviews.RegionDetails) {
	supply := f.Say("common.yes")
	if r.Owner == "" {
		supply = "–"
	} else if !camp.Map.Supplied(r.Owner)[r.ID] {
		supply = f.Say("common.no")
	}
	card.Facts = []views.Fact{{Name: f.Say("map.terrain"), Value: site.TerrainName(f, r.Terrain)}, {Name: f.Say("map.supply"), Value: supply}}
	if n := camp.Settings.Income[r.Terrain]; n > 0 {
		card.Facts = append(card.Facts, views.Fact{Name: f.Say("map.income"), Value: f.Catalog.Number(n)})
	}
	var names []string
	for _, u := range v.State.Garrison(camp.ID, r.ID) {
		names = append(names, u.Name)
	}
	if len(names) > 0 {
		card.Notes = append(card.Notes, views.Fact{Name: f.Say("map.garrison_in"), Value: strings.Join(names, ", ")})
	}
	names = nil
	for _, n := range camp.Map.Neighbours(r.ID) {
		names = append(names, n.Name)
	}
	if len(names) > 0 {
		card.Notes = append(card.Notes, views.Fact{Name: f.Say("map.borders"), Value: strings.Join(names, ", ")})
	}
}

// offerChallenge offers the reader to fight for a region, or says which rule forbids it.
func offerChallenge(f views.Frame, v site.Visit, camp *campaign.Campaign, r *campaign.Region, card *leagueviews.RegionDetails) {
	if card.URL != "" || !v.Can(campaign.KindSchedule) || r.Terrain == campaign.Sea {
		return
	}
	for _, own := range v.State.RostersBy(v.Actor.Member) {
		if own.Campaign != camp.ID || own.Retired || r.Owner == own.ID {
			continue
		}
		if err := v.State.MayChallenge(own.ID, r.ID); err == nil {
			card.Button, card.URL, card.Refused = f.Say("map.challenge"), site.CampaignURL(v.Club, camp.ID)+"/schedule?stake="+r.ID, ""
			return
		} else if why, ok := site.RefusalText(f.Catalog, err); ok {
			card.Refused = f.Say("map.refused", "why", why)
			card.Rules = views.Link{Text: f.Say("mapping.title"), URL: site.CampaignURL(v.Club, camp.ID) + "/rules#map-rules"}
		}
	}
}

// offerGarrison offers the holder of a region to choose its garrison.
func offerGarrison(f views.Frame, v site.Visit, camp *campaign.Campaign, r *campaign.Region, card *leagueviews.RegionDetails) {
	holder := v.State.Rosters[r.Owner]
	if holder == nil || !v.Can(campaign.KindGarrison) || !v.State.MayDo(v.Actor, campaign.Garrison{Campaign: camp.ID, Region: r.ID}) {
		return
	}
	card.GarrisonForm = &leagueviews.GarrisonForm{Action: site.CampaignURL(v.Club, camp.ID) + "/regions/" + r.ID + "/garrison"}
	for _, u := range holder.List.Units {
		if holder.Lost(u.ID) {
			continue
		}
		o := views.Option{Value: u.ID, Text: u.Name, Chosen: slices.Contains(r.Garrison, u.ID)}
		for _, other := range camp.Map.Regions {
			if other.ID != r.ID && other.Owner == holder.ID && slices.Contains(other.Garrison, u.ID) {
				o.Text = f.Say("map.stands_in", "name", u.Name, "land", other.Name)
			}
		}
		card.GarrisonForm.Units = append(card.GarrisonForm.Units, o)
	}
}

// garrisonFields are the form of a region's garrison.
type garrisonFields struct {
	Units []string `form:"unit"`
}

// setGarrison sets the garrison of a region.
func (s *Handlers) setGarrison(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	var in garrisonFields
	err := s.ReadForm(c, &in)
	if err == nil {
		_, err = s.Do(c, v, campaign.ActRequest{Body: campaign.Garrison{Campaign: camp.ID, Region: c.Param("region"), Units: in.Units}})
	}
	if err != nil {
		return s.showCampaign(c, v, camp, site.StatusOf(err), err)
	}
	return s.RedirectWithNotice(c, site.CampaignURL(v.Club, camp.ID)+"?region="+c.Param("region"), "saved")
}
