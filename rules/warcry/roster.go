package warcry

import (
	"strconv"
	"strings"

	"oriflamme/rules"
	"oriflamme/rules/warcry/ruling"
)

// Extra is the game's own part of a rules.Roster.
type Extra struct {
	GrandAlliance string `json:"grand_alliance" in:"|chaos|death|destruction|order" default:"\"\""` // "": that of the leader
	City          string `json:"city" in:"|tempests-eye|living-city|phoenicium|anvilgard|hammerhal|greywater-fastness|hallowheart" default:"\"\""`
	PointsLimit   int    `json:"points_limit" in:"0..10000" default:"1000"`
	Leader        int    `json:"leader" in:"0..59" default:"0"` // index in the units
}

// checkRoster returns every fault of a warband with its rule (WC-R-1 to WC-R-16).
func checkRoster(r rules.Roster) []rules.Fault {
	var extra Extra
	if err := decodeOwn(r.Extra, &extra); err != nil {
		return []rules.Fault{*rules.Within("extra", err)}
	}
	w := ruling.WarbandInput{Faction: r.Faction, GrandAlliance: extra.GrandAlliance, City: extra.City, PointsLimit: extra.PointsLimit, Leader: extra.Leader}
	var faults []rules.Fault
	for i, u := range r.Units {
		var p Profile
		if err := rules.Decode(u.Profile, &p); err != nil {
			faults = append(faults, *rules.Within(rules.Join(rules.At("units", i), "profile"), err))
			continue
		}
		w.Fighters = append(w.Fighters, p.candidate())
	}
	if len(faults) > 0 {
		return faults
	}
	if n := len(w.Fighters); n > 0 && w.GrandAlliance == "" {
		w.GrandAlliance = w.Fighters[min(w.Leader, n-1)].GrandAlliance
	}
	if w.Leader >= len(w.Fighters) && w.Leader > 0 {
		return []rules.Fault{*rules.Faultf(rules.OutOfRange, "extra.leader", "is no fighter of the warband")}
	}
	result := w.Validate()
	for _, v := range result.Violations {
		f := rules.Breaks(v.Rule, "units", "the warband breaks %s", v.Rule)
		if len(v.Fighters) > 0 {
			f.Field = rules.At("units", v.Fighters[0])
		}
		var names []string
		for _, i := range v.Fighters {
			names = append(names, r.Units[i].Name)
		}
		f.With = map[string]string{
			"names": strings.Join(names, ", "), "count": strconv.Itoa(result.Counts.Fighters), "points": strconv.Itoa(result.Points), "limit": strconv.Itoa(w.PointsLimit),
		}
		faults = append(faults, *f)
	}
	return faults
}

// candidate returns the profile as input for warband building.
func (p *Profile) candidate() ruling.Candidate {
	c := ruling.Candidate{
		ID: p.ID, Name: p.Name, Subfaction: p.Subfaction, Warband: p.Warband, GrandAlliance: p.GrandAlliance,
		Points: p.Points, Runemarks: p.Runemarks, Weapons: p.Weapons,
	}
	if p.Role != nil {
		c.Role = *p.Role
	}
	return c
}

// checkPack returns every fault of a pack.
func checkPack(p rules.Pack) []rules.Fault {
	var faults []rules.Fault
	add := func(path string, err error) {
		if err != nil {
			faults = append(faults, *rules.Within(path, err))
		}
	}
	for i, u := range p.Units {
		at := rules.Join(rules.At("units", i), "profile")
		_, err := newFighterInfo(0, rules.Unit{ID: u.ID, Name: u.ID, Profile: u.Profile})
		add(at, err)
	}
	for name, into := range map[string]func() any{
		"abilities": func() any { return new(Ability) }, "deployments": func() any { return new(Deployment) },
		"victories": func() any { return new(Victory) }, "twists": func() any { return new(Twist) }, "terrain": func() any { return new(Layout) },
	} {
		for i, raw := range p.Parts[name] {
			part, at := into(), rules.At(rules.Join("parts", name), i)
			err := rules.Decode(raw, part)
			add(at, err)
			if card, ok := part.(*Layout); ok && err == nil {
				for j, terrain := range card.Parts {
					if f := terrain.check(rules.At(rules.Join(at, "parts"), j)); f != nil {
						faults = append(faults, *f)
					}
				}
			}
		}
	}
	return faults
}

// A Layout is a terrain card of a pack: its parts are the terrain of a Field.
type Layout struct {
	ID    string     `json:"id" in:"1..64"`
	Name  rules.Text `json:"name" default:"{}"`
	Text  rules.Text `json:"text" default:"{}"`
	Parts []Part     `json:"parts" len:"0..60" distinct:"id"`
}
