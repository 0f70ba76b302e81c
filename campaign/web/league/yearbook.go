package league

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// yearbook shows a campaign as a book to print: its map, its standings, and what happened from first to last.
func (s *Handlers) yearbook(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	f := s.Frame(c, camp.Settings.Name, views.SectionCampaign)
	f.Back = site.CampaignURL(v.Club, camp.ID) + "/chronicle"
	m := leagueviews.YearbookPage{Club: v.State.Club.Name, Name: camp.Settings.Name, Game: site.GameName(f, camp.Settings.Game),
		Span: f.Say("yearbook.span", "from", f.Day(camp.StartedAt), "to", f.Day(s.Now())), Story: site.EagerImages(site.RenderMarkdown(camp.Settings.Story, site.CampaignImagesURL(v.Club, camp.ID))),
		Table: placeLines(f, v, camp), Fallen: site.Graves(f, v, camp)}
	for _, p := range m.Table {
		m.Emblem = append(m.Emblem, p.Emblem)
	}
	if camp.Map != nil && len(camp.Map.Regions) > 0 {
		drawn := site.DrawnMap(f, v, camp, "y")
		drawn.Supply = nil
		m.Map = &drawn
	}
	fought, described := 0, 0
	for _, b := range v.State.BattlesOf(camp.ID) {
		if b.Status == campaign.Final {
			fought++
		}
	}
	for _, st := range v.State.Stories {
		if st.Campaign == camp.ID {
			described++
		}
	}
	m.Sum = f.Say("yearbook.sum", "sides", len(m.Table), "battles", fought, "stories", described)
	t := chronicleDescriber{f: f, v: v, camp: camp, game: s.Service.Game(camp.Settings.Game)}
	all, _ := t.describe(v.State.No + 1)
	for i := len(all) - 1; i >= 0; i-- {
		if ch := yearbookChapter(all[i]); len(ch.Parts) > 0 {
			m.Chapters = append(m.Chapters, ch)
		}
	}
	return s.Render(c, http.StatusOK, leagueviews.Yearbook(f, m))
}

// yearbookChapter reverses a chapter of the chronicle, oldest event first. The effects of an act stay with it, and voided acts are
// left out.
func yearbookChapter(described leagueviews.ChronicleChapter) leagueviews.YearbookChapter {
	ch := leagueviews.YearbookChapter{Title: described.Title}
	for end := len(described.Events); end > 0; {
		start := end - 1
		for start > 0 && described.Events[start].No == 0 {
			start--
		}
		act, brought := described.Events[start], described.Events[start+1:end]
		end = start
		if act.Struck {
			continue
		}
		if act.Story != nil {
			act.Story.HTML = site.EagerImages(act.Story.HTML)
			ch.Parts = append(ch.Parts, leagueviews.YearbookGroup{Story: &act})
			continue
		}
		if n := len(ch.Parts); n == 0 || ch.Parts[n-1].Story != nil {
			ch.Parts = append(ch.Parts, leagueviews.YearbookGroup{})
		}
		last := &ch.Parts[len(ch.Parts)-1]
		last.Events = append(last.Events, leagueviews.YearbookEvent{ChronicleEvent: act, Brought: brought})
	}
	return ch
}
