package league

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// A moment is an act that changed the map or the standings.
type moment struct {
	act  int64
	turn bool // the first moment of its round
}

func moments(st *campaign.State, camp *campaign.Campaign) []moment {
	rounds := map[int64]int{}
	var acts []int64
	for _, r := range camp.Map.Regions {
		for _, h := range r.Owners {
			acts = append(acts, int64(h.ActNo))
		}
	}
	for _, b := range st.BattlesOf(camp.ID) {
		if b.Status == campaign.Final {
			act := int64(b.Acts[len(b.Acts)-1])
			acts = append(acts, act)
			rounds[act] = b.Round
		}
	}
	slices.Sort(acts)
	acts = slices.Compact(acts)
	var all []moment
	last := 0
	for _, a := range acts {
		m := moment{act: a}
		if n, ok := rounds[a]; ok && n != last {
			m.turn, last = len(all) > 0, n
		}
		all = append(all, m)
	}
	return all
}

// mapAt fills in the map after the moment that the address asks for, by default now.
func (s *Handlers) mapAt(c echo.Context, f views.Frame, v site.Visit, camp *campaign.Campaign, m *leagueviews.CampaignPage) error {
	all := moments(v.State, camp)
	x, err := s.requestedMoment(c, v, camp)
	if err != nil {
		return err
	}
	at := x.index
	drawn := site.DrawnMap(f, x.visit, x.campaign, "map")
	region := cmp.Or(c.Param("region"), c.QueryParam("region"))
	for i := range drawn.Regions {
		drawn.Regions[i].Chosen = drawn.Regions[i].ID == region
		if x.query != "" {
			drawn.Regions[i].URL += "&" + x.query
		}
	}
	m.Map = &drawn
	m.Time = &leagueviews.MapTime{At: at, Action: m.BaseURL, Button: f.Say("map.show"), Label: momentLabel(f, v, all, at)}
	if x.link != "" {
		m.Time.Link = m.BaseURL + "?" + x.link
	}
	for _, one := range all {
		m.Time.Cells = append(m.Time.Cells, leagueviews.MapCell{Turn: one.turn})
	}
	if at > 0 {
		m.Time.Prev = m.BaseURL + "?at=" + strconv.Itoa(at-1)
	}
	if at < len(all) {
		m.Time.Next = m.BaseURL + "?at=" + strconv.Itoa(at+1)
	}
	m.File, m.Paper = m.BaseURL+"/map.svg", m.BaseURL+"/map/print"
	if x.query != "" {
		m.File, m.Paper = m.File+"?"+x.query, m.Paper+"?"+x.query
	}
	m.Region = regionDetails(f, x.visit, x.campaign, region, x.query == "")
	return nil
}

func momentLabel(f views.Frame, v site.Visit, all []moment, at int) string {
	if at == len(all) {
		return f.Say("map.now")
	}
	if at == 0 {
		return f.Say("map.beginning")
	}
	act, _ := v.State.Act(all[at-1].act)
	return f.Day(act.At)
}
