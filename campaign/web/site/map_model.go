package site

import (
	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/views"
)

// Realms are the sides of a campaign as the map shows them, with their positions in the list.
type Realms struct {
	List  []views.Realm
	Index map[campaign.ID]int
}

func RealmsOf(v Visit, camp *campaign.Campaign) Realms {
	out := Realms{Index: map[campaign.ID]int{}}
	var names []string
	var arms []views.Emblem
	rosters := v.State.RostersOf(camp.ID)
	for _, r := range rosters {
		names = append(names, r.List.Name)
		arms = append(arms, RosterEmblem(r))
	}
	letters, tinctures := views.Letters(names), views.RealmTinctures(arms)
	for i, r := range rosters {
		out.Index[r.ID] = i
		out.List = append(out.List, views.Realm{Letter: letters[i], Name: r.List.Name, Player: PlayerNames(v.State, r),
			Tincture: tinctures[i], Emblem: arms[i], URL: RosterURL(v.Club, r.ID)})
	}
	return out
}

// DrawnMap returns the model of a campaign's map. The state of the visit may be an earlier one.
func DrawnMap(f views.Frame, v Visit, camp *campaign.Campaign, id string) views.Map {
	rs := RealmsOf(v, camp)
	m := views.Map{ID: id, Name: camp.Map.Name, Realms: rs.List, Free: camp.Map.Shape == campaign.FreeShape, Seed: camp.Map.Seed}
	if m.Name == "" {
		m.Name = camp.Settings.Name
	}
	if p := camp.Map.Backdrop; p != nil {
		m.Picture = &views.MapPicture{URL: CampaignImagesURL(v.Club, camp.ID) + p.Image, X: float64(p.X), Y: float64(p.Y), Width: float64(p.Width), Height: float64(p.Height), Opacity: p.Opacity, Turn: p.Turn}
	}
	place := map[campaign.ID]int{}
	for i, r := range camp.Map.Regions {
		place[r.ID] = i
	}
	supplied := map[campaign.ID]map[campaign.ID]bool{}
	for _, r := range v.State.RostersOf(camp.ID) {
		supplied[r.ID] = camp.Map.Supplied(r.ID)
	}
	contested := v.State.Contested(camp.ID)
	for _, r := range camp.Map.Regions {
		one := views.MapRegion{ID: r.ID, Name: r.Name, Terrain: r.Terrain, Q: r.Q, R: r.R, Realm: -1, Attacker: -1, From: -1,
			URL: CampaignURL(v.Club, camp.ID) + "?region=" + r.ID, Terms: TerrainName(f, r.Terrain)}
		if i, ok := rs.Index[r.Owner]; ok && r.Owner != "" {
			one.Realm, one.Capital = i, r.Capital
			one.Cut = len(supplied[r.Owner]) > 0 && !supplied[r.Owner][r.ID]
			one.Garrison = len(v.State.Garrison(camp.ID, r.ID))
		}
		if over := contested[r.ID]; len(over) > 0 {
			attacker := AttackerOf(v.State, over[0])
			if i, ok := rs.Index[attacker]; ok {
				one.Attacker = i
				one.From = attackFrom(camp.Map, r.ID, attacker, place)
			}
		}
		one.Title = regionTitle(f, m.Realms, one)
		m.Regions = append(m.Regions, one)
	}
	for _, way := range camp.Map.Routes {
		m.Routes = append(m.Routes, views.MapRoute{From: place[way.From], To: place[way.To], Water: way.Kind == "crossing"})
	}
	if v.Member != nil {
		m.Supply = supplyLines(v, camp, place)
	}
	return m
}

func AttackerOf(st *campaign.State, battle campaign.ID) campaign.ID {
	b := st.Battles[battle]
	if b.Attacker == rules.Nobody {
		return ""
	}
	return b.Seats[b.Attacker]
}

func attackFrom(m *campaign.Map, region, attacker campaign.ID, place map[campaign.ID]int) int {
	for _, n := range m.Neighbours(region) {
		if n.Owner == attacker {
			return place[n.ID]
		}
	}
	return -1
}

// supplyLines joins the reader's regions to their capital, each along the first way found.
func supplyLines(v Visit, camp *campaign.Campaign, place map[campaign.ID]int) [][2]int {
	var lines [][2]int
	for _, r := range v.State.RostersBy(v.Actor.Member) {
		if r.Campaign != camp.ID || r.Retired {
			continue
		}
		seen := map[campaign.ID]bool{}
		var todo []campaign.ID
		for _, g := range camp.Map.Regions {
			if g.Owner == r.ID && g.Capital {
				todo, seen[g.ID] = append(todo, g.ID), true
			}
		}
		for len(todo) > 0 {
			at := todo[0]
			todo = todo[1:]
			for _, n := range camp.Map.Neighbours(at) {
				if n.Owner == r.ID && !seen[n.ID] {
					seen[n.ID] = true
					todo = append(todo, n.ID)
					lines = append(lines, [2]int{place[at], place[n.ID]})
				}
			}
		}
	}
	return lines
}

func TerrainName(f views.Frame, terrain string) string {
	if key := "terrain." + terrain; f.Catalog.Has(key) {
		return f.Say(key)
	}
	return terrain
}

// regionTitle returns the label of a region for screen readers.
func regionTitle(f views.Frame, rs []views.Realm, r views.MapRegion) string {
	title := r.Name + ", "
	if r.Terrain == campaign.Sea {
		title += f.Say("terrain.sea")
	} else if r.Realm < 0 {
		title += f.Say("map.free")
	} else {
		title += f.Say("map.of", "name", rs[r.Realm].Name)
	}
	if r.Attacker >= 0 {
		title += ", " + f.Say("map.attacked", "who", rs[r.Attacker].Name)
	}
	if r.Cut {
		title += ", " + f.Say("map.cut")
	}
	if r.Garrison > 0 {
		title += ", " + f.Say("map.garrison_n", "n", r.Garrison)
	}
	return title
}
