package main

import (
	"encoding/json"
	"strconv"

	"oriflamme/campaign"
	"oriflamme/campaign/web"
	"oriflamme/content/packs"
	"oriflamme/rules"
)

// sampleCampaigns are what the demo calls its campaigns of the other games.
var sampleCampaigns = map[string]string{
	"underworlds": "La Cave aux lanternes",
	"magnamund":   "Les Gués de l’Est",
	"warmaster":   "La Guerre des sept plaines",
	"warmachine":  "Vapeur et limaille",
}

// sampleLimits are the points of a list in those campaigns, where the game counts any.
var sampleLimits = map[string]int{"warmaster": 1000}

// sampleCampaign gives the club a small campaign of another game: four sides of its
// house pack, a battle fought on paper, and one for tonight between the first two.
func (d *demo) sampleCampaign(g *rules.Game) error {
	e := *d
	e.game, e.sides = g, append([]side(nil), d.sides[:4]...)
	if err := e.readPack(); err != nil {
		return err
	}
	name := sampleCampaigns[g.ID]
	if name == "" {
		name = g.Name
	}
	set := campaign.DefaultSettings(name, g.ID)
	set.Aftermath, set.Limit = g.Aftermath != nil, sampleLimits[g.ID]
	if g.ID == "warmaster" {
		set.Options = map[string]string{"turns": "3"} // an evening is short
	}
	act, err := e.service.CreateCampaign(e.ctx, e.actor(0), e.club, e.key(), campaign.NewCampaign{Settings: set, Honours: web.Catalogue(e.game.ID)})
	if err != nil {
		return err
	}
	e.campaign = act.Body.(campaign.NewCampaign).Campaign
	bands := e.pack.Parts["warbands"]
	for i := range e.sides {
		var b packs.ReadyList
		if err := json.Unmarshal(bands[i%len(bands)], &b); err != nil {
			return err
		}
		list, err := packs.NewRoster(e.pack, b.Faction, g.ID+strconv.Itoa(i+1)+"-", b.Units, uint64(i+21))
		if err != nil {
			return err
		}
		list.Name = b.Name.In("fr")
		act, err := e.service.AddRoster(e.ctx, e.actor(i), e.club, e.key(), campaign.NewRoster{Campaign: e.campaign, Member: e.sides[i].member, List: list})
		if err != nil {
			return err
		}
		e.sides[i].roster = act.Body.(campaign.NewRoster).Roster
	}
	for _, b := range []demoBattle{{1, 2, 3, "engine", -1, nil}, {2, 0, 1, "tonight", 0, nil}} {
		if err := e.playBattle(b); err != nil {
			return err
		}
	}
	d.skip(e.now)
	return nil
}
