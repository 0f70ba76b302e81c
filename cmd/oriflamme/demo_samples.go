package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"strconv"

	"oriflamme/campaign"
	"oriflamme/content/packs"
	"oriflamme/rules"
)

// A sampleCampaign is what the demo's small campaign of a game has of its own.
type sampleCampaign struct {
	name    string            // "": that of the game
	limit   int               // points of a list, where the game counts any
	options map[string]string // of the game, where they are not the defaults
}

var sampleCampaigns = map[string]sampleCampaign{
	"underworlds": {name: "La Cave aux lanternes"},
	"magnamund":   {name: "Les Gués de l’Est"},
	"warmaster":   {name: "La Guerre des sept plaines", limit: 1000, options: map[string]string{"turns": "3"}}, // the battle has to fit into an evening
	"warmachine":  {name: "Vapeur et limaille"},
}

// playOtherGames gives the club a small campaign of each other game that has battles.
func (d *demo) playOtherGames() error {
	for _, g := range d.games {
		if g.Begin == nil || g == d.game {
			continue
		}
		if err := d.addSampleCampaign(g); err != nil {
			return fmt.Errorf("a campaign of %s: %w", g.Name, err)
		}
	}
	return nil
}

// addSampleCampaign gives the club a small campaign of another game: four sides from the
// ready lists of its pack, a battle fought by the engine, and one for tonight between the
// first two. A game whose pack has no ready lists gets none; one without bots gets no battle of the engine.
func (d *demo) addSampleCampaign(g *rules.Game) error {
	e := *d
	e.game, e.sides = g, append([]side(nil), d.sides[:4]...)
	if err := e.readPack(); err != nil {
		return err
	}
	bands := e.pack.Parts["warbands"]
	if len(bands) == 0 {
		return nil
	}
	sample := sampleCampaigns[g.ID]
	set := campaign.DefaultSettings(cmp.Or(sample.name, g.Name), g.ID)
	set.Aftermath, set.Limit = g.Aftermath != nil, sample.limit
	if sample.options != nil {
		set.Options = maps.Clone(sample.options)
	}
	if err := e.createCampaign(set, nil); err != nil {
		return err
	}
	for i := range e.sides {
		var b packs.ReadyList
		if err := json.Unmarshal(bands[i%len(bands)], &b); err != nil {
			return err
		}
		list, err := packs.NewRoster(e.pack, b.Faction, g.ID+strconv.Itoa(i+1)+"-", b.Units, uint64(i+21))
		if err != nil {
			return err
		}
		if err := e.enterRoster(i, list, b.Name.In("fr"), ""); err != nil {
			return err
		}
	}
	for _, b := range []demoBattle{{1, 2, 3, "engine", -1, nil}, {2, 0, 1, "tonight", 0, nil}} {
		if b.result == "engine" && len(g.Bots) == 0 {
			continue
		}
		if err := e.playBattle(b); err != nil {
			return err
		}
	}
	d.skip(e.now)
	return nil
}
