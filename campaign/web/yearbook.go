package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
)

// yearbook is a campaign to print and keep: its map, its table, and what happened from first to last.
func (s *site) yearbook(c echo.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	camp, err := v.campaign(c)
	if err != nil {
		return err
	}
	f := s.frame(c, camp.Settings.Name, views.SectionCampaign)
	f.Back = campaignURL(v.club, camp.ID) + "/chronicle"
	m := views.YearbookPage{Club: v.state.Club.Name, Name: camp.Settings.Name, Game: gameName(f, camp.Settings.Game),
		Span: f.Say("yearbook.span", "from", f.Day(camp.Begun), "to", f.Day(s.Now())), Story: atOnce(prose(camp.Settings.Story, imagesURL(v.club, camp.ID))),
		Table: placeLines(f, v, camp), Fallen: gravesOf(f, v, camp)}
	for _, p := range m.Table {
		m.Arms = append(m.Arms, p.Arms)
	}
	if camp.Map != nil && len(camp.Map.Regions) > 0 {
		drawn := drawnMap(f, v, camp, "y")
		drawn.Supply = nil
		m.Map = &drawn
	}
	fought, told := 0, 0
	for _, b := range v.state.BattlesOf(camp.ID) {
		if b.Phase == campaign.Final {
			fought++
		}
	}
	for _, st := range v.state.Stories {
		if st.Campaign == camp.ID {
			told++
		}
	}
	m.Sum = f.Say("yearbook.sum", "sides", len(m.Table), "battles", fought, "stories", told)
	t := teller{f: f, v: v, camp: camp, game: s.Hall.Game(camp.Settings.Game)}
	all, _ := t.tell(v.state.No + 1)
	for i := len(all) - 1; i >= 0; i-- {
		if ch := yearChapter(all[i]); len(ch.Parts) > 0 {
			m.Chapters = append(m.Chapters, ch)
		}
	}
	return s.page(c, http.StatusOK, views.Yearbook(f, m))
}

// yearChapter turns a chapter of the chronicle round, the oldest first. What an act brought stays with it, and what is
// void is left out.
func yearChapter(told views.Chapter) views.YearChapter {
	ch := views.YearChapter{Title: told.Title}
	for end := len(told.Events); end > 0; {
		start := end - 1
		for start > 0 && told.Events[start].No == 0 {
			start--
		}
		act, brought := told.Events[start], told.Events[start+1:end]
		end = start
		if act.Struck {
			continue
		}
		if act.Story != nil {
			act.Story.HTML = atOnce(act.Story.HTML)
			ch.Parts = append(ch.Parts, views.YearPart{Story: &act})
			continue
		}
		if n := len(ch.Parts); n == 0 || ch.Parts[n-1].Story != nil {
			ch.Parts = append(ch.Parts, views.YearPart{})
		}
		last := &ch.Parts[len(ch.Parts)-1]
		last.Deeds = append(last.Deeds, views.YearDeed{Event: act, Brought: brought})
	}
	return ch
}
