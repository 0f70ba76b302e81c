package web

import (
	"cmp"
	"slices"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/views"
)

func unitNames(lists ...rules.Roster) map[string]string {
	names := map[string]string{}
	for _, l := range lists {
		for _, u := range l.Units {
			names[u.ID] = u.Name
		}
	}
	return names
}

func rosterLine(f views.Frame, v visit, r *campaign.Roster) views.RosterLine {
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
	return views.RosterLine{Emblem: rosterEmblem(r), Name: r.List.Name, Player: playerNames(v.state, r), Line: line, URL: rosterURL(v.club, r.ID),
		Mine: v.member != nil && r.PlayedBy(v.member.ID), Retired: r.Retired}
}

// sidePlayersVisit opens the roster of the address for one who may change its company.
func (s *Base) sidePlayersVisit(c echo.Context) (visit, *campaign.Roster, error) {
	v, err := s.memberVisit(c)
	if err != nil {
		return v, nil, err
	}
	r := v.state.Rosters[c.Param("roster")]
	switch {
	case r == nil || r.Retired:
		err = &campaign.Error{Code: campaign.NotFound, Key: "no-roster"}
	case !v.state.MayDo(v.actor, campaign.SetSidePlayers{Roster: r.ID}):
		err = &campaign.Error{Code: campaign.Forbidden, Key: "not-yours", Rule: "CAMP-ROLE-2"}
	}
	return v, r, err
}

// roster opens the roster named in the address with its campaign.
func (v visit) roster(c echo.Context) (*campaign.Roster, *campaign.Campaign, error) {
	r := v.state.Rosters[c.Param("roster")]
	if r == nil || !v.sees(v.state.Campaigns[r.Campaign]) {
		return nil, nil, &campaign.Error{Code: campaign.NotFound, Key: "no-roster"}
	}
	return r, v.state.Campaigns[r.Campaign], nil
}

type namesByID map[string]string

func (n namesByID) of(id string) string {
	if name := n[id]; name != "" {
		return name
	}
	return id
}

func factionNames(p *rules.Pack, lang string) namesByID {
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

// unitNamesOf are the names of all units that a roster ever had, each as it was called last.
func unitNamesOf(r *campaign.Roster) map[string]string {
	lists := make([]rules.Roster, len(r.Versions))
	for i, x := range r.Versions {
		lists[i] = x.List
	}
	return unitNames(lists...)
}

// graves are the dead of a campaign, the last first.
func graves(f views.Frame, v visit, camp *campaign.Campaign) []views.Grave {
	type grave struct {
		cause campaign.ActNo
		stone views.Grave
	}
	var graves []grave
	for _, r := range v.state.RostersOf(camp.ID) {
		names := unitNamesOf(r)
		for unit, rec := range r.Records {
			if rec.Lost == nil {
				continue
			}
			stone := views.Grave{Name: names[unit], Side: r.List.Name, Emblem: rosterEmblem(r), URL: unitURL(v.club, r.ID, unit), At: rec.Lost.At, Cause: markSource(f, v, camp, *rec.Lost),
				Act: actLink(f, v, camp, rec.Lost.ActNo), Record: f.Say("cemetery.record", "battles", rec.Battles, "kills", rec.Kills, "xp", rec.Experience), Note: rec.Lost.Note}
			for _, h := range rec.Honours {
				stone.Ribbons = append(stone.Ribbons, views.MarkLine{Kind: campaign.EffectHonour, Key: h.Key, Name: markName(f.Catalog, camp.Settings.Game, "honour", h)})
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
