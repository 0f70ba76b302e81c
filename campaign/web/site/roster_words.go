package site

import (
	"cmp"
	"slices"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/views"
)

func UnitNames(lists ...rules.Roster) map[string]string {
	names := map[string]string{}
	for _, l := range lists {
		for _, u := range l.Units {
			names[u.ID] = u.Name
		}
	}
	return names
}

func RosterLine(f views.Frame, v Visit, r *campaign.Roster) views.RosterLine {
	alive, honours, battles := 0, 0, 0
	for _, u := range r.List.Units {
		rec := r.Records[u.ID]
		if rec.Lost == nil {
			alive++
		}
		honours += len(rec.Honours)
		battles = max(battles, rec.Battles)
	}
	line := f.Say("roster.line", "units", alive, "battles", battles, "honours", honours)
	return views.RosterLine{Emblem: RosterEmblem(r), Name: r.List.Name, Player: PlayerNames(v.State, r), Line: line, URL: RosterURL(v.Club, r.ID),
		Mine: v.Member != nil && r.PlayedBy(v.Member.ID), Retired: r.Retired}
}

// SidePlayersRoster returns the roster named in the address if the visitor may change its players.
func (v Visit) SidePlayersRoster(c echo.Context) (*campaign.Roster, error) {
	r := v.State.Rosters[c.Param("roster")]
	switch {
	case r == nil || r.Retired:
		return nil, &campaign.Error{Code: campaign.NotFound, Key: "no-roster"}
	case !v.State.MayDo(v.Actor, campaign.SetSidePlayers{Roster: r.ID}):
		return nil, &campaign.Error{Code: campaign.Forbidden, Key: "not-yours", Rule: "CAMP-ROLE-2"}
	}
	return r, nil
}

type namesByID map[string]string

func (n namesByID) Of(id string) string {
	if name := n[id]; name != "" {
		return name
	}
	return id
}

func FactionNames(p *rules.Pack, lang string) namesByID {
	names := namesByID{}
	cards, err := packs.Cards(*p, "factions")
	if err != nil {
		return names
	}
	for _, card := range cards {
		names[card.ID] = card.Name.In(lang)
	}
	return names
}

// UnitNamesOf returns the last names of all units that a roster ever had.
func UnitNamesOf(r *campaign.Roster) map[string]string {
	lists := make([]rules.Roster, len(r.Versions))
	for i, x := range r.Versions {
		lists[i] = x.List
	}
	return UnitNames(lists...)
}

// Graves returns the lost units of a campaign, newest first.
func Graves(f views.Frame, v Visit, camp *campaign.Campaign) []views.Grave {
	type grave struct {
		cause campaign.ActNo
		stone views.Grave
	}
	var graves []grave
	for _, r := range v.State.RostersOf(camp.ID) {
		names := UnitNamesOf(r)
		for unit, rec := range r.Records {
			if rec.Lost == nil {
				continue
			}
			stone := views.Grave{Name: names[unit], Side: r.List.Name, Emblem: RosterEmblem(r), URL: UnitURL(v.Club, r.ID, unit), At: rec.Lost.At, Cause: MarkSource(f, v, camp, *rec.Lost),
				Act: ActLink(f, v, camp, rec.Lost.ActNo), Record: f.Say("cemetery.record", "battles", rec.Battles, "kills", rec.Kills, "xp", rec.Experience), Note: rec.Lost.Note}
			for _, h := range rec.Honours {
				stone.Ribbons = append(stone.Ribbons, views.MarkLine{Kind: string(rules.EffectHonour), Key: h.Key, Name: MarkName(f.Catalog, camp.Settings.Game, rules.EffectHonour, h)})
			}
			graves = append(graves, grave{rec.Lost.ActNo, stone})
		}
	}
	slices.SortFunc(graves, func(a, b grave) int {
		return cmp.Or(cmp.Compare(b.cause, a.cause), cmp.Compare(a.stone.URL, b.stone.URL))
	})
	var stones []views.Grave
	for _, g := range graves {
		stones = append(stones, g.stone)
	}
	return stones
}
