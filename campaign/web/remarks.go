package web

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
)

// discuss puts what was said about an act under its line, and room to say more about
// battles and stories.
func (t teller) discuss(e campaign.Entry, line *views.Event) {
	for _, r := range t.v.state.Comments {
		if int64(r.On) == e.Act.No {
			line.Remarks = append(line.Remarks, views.Remark{By: memberName(t.v.state, r.By), At: r.At, Text: r.Text})
		}
	}
	_, tale := e.Body.(campaign.PostStory)
	if t.remark && e.VoidedBy == 0 && (tale || e.Battle != "") {
		line.RemarkURL = campaignURL(t.v.club, t.camp.ID) + "/chronicle/" + strconv.FormatInt(e.Act.No, 10) + "/comments"
	}
}

// comment remarks on an act of the chronicle.
func (s *site) comment(c echo.Context) error {
	v, camp, err := s.memberCampaign(c)
	if err != nil {
		return err
	}
	no, err := strconv.ParseInt(c.Param("act"), 10, 64)
	a, ok := v.state.Act(no)
	if err != nil || !ok || !inChronicle(v, camp, no) {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-act"}
	}
	body := campaign.Comment{On: a.No, Text: strings.TrimSpace(c.FormValue("remark"))}
	if _, err := s.do(c, v, campaign.Draft{Body: body}); err != nil {
		if _, trouble, ok := wrongs(bookOf(c), err); ok {
			return s.showChronicle(c, statusOf(err), trouble)
		}
		return err
	}
	return s.done(c, actURL(v, camp, no), "saved")
}

// inChronicle reports whether an act is one of a campaign's.
func inChronicle(v visit, camp *campaign.Campaign, no int64) bool {
	for _, e := range v.state.Chronicle(camp.ID) {
		if e.Act.No == no {
			return true
		}
	}
	return false
}

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
		Span: f.Say("yearbook.span", "from", f.Day(camp.Begun), "to", f.Day(s.Now())), Story: prose(camp.Settings.Story, imagesURL(v.club, camp.ID)), Table: placeLines(f, v, camp), Fallen: gravesOf(f, v, camp)}
	if camp.Map != nil && len(camp.Map.Regions) > 0 {
		drawn := drawnMap(f, v, camp, "y")
		drawn.Supply = nil
		m.Map = &drawn
	}
	t := teller{f: f, v: v, camp: camp, game: s.Hall.Game(camp.Settings.Game)}
	all, _ := t.tell(v.state.No + 1)
	for i := len(all) - 1; i >= 0; i-- {
		ch := views.Chapter{Kicker: all[i].Kicker, Title: all[i].Title}
		// Acts are turned round, but what an act brought stays behind it.
		told := all[i].Events
		for end := len(told); end > 0; {
			start := end - 1
			for start > 0 && told[start].No == 0 {
				start--
			}
			if !told[start].Struck {
				ch.Events = append(ch.Events, told[start:end]...)
			}
			end = start
		}
		if len(ch.Events) > 0 {
			m.Chapters = append(m.Chapters, ch)
		}
	}
	return s.page(c, http.StatusOK, views.Yearbook(f, m))
}
