package web

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
)

// inboxLength is how many notices the page shows.
const inboxLength = 60

// inbox tells the reader what others did that concerns them, and marks it as told.
func (s *site) inbox(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	all, mute, err := s.Hall.Inbox(c.Request().Context(), v.actor, v.club, inboxLength)
	if err != nil {
		return err
	}
	f := s.frame(c, bookOf(c).Say("inbox.title"), views.SectionClub)
	f.Back = clubURL(v.club)
	m := views.InboxPage{Action: clubURL(v.club) + "/inbox", Calendar: clubURL(v.club) + "/calendar.ics", Keys: keysURL(v.club)}
	for _, n := range all {
		m.Notices = append(m.Notices, noticeLine(f, v, n))
	}
	for _, t := range campaign.Topics {
		m.Topics = append(m.Topics, views.Option{Value: string(t), Text: f.Say("inbox.topic." + string(t)), Hint: f.Say("inbox.topic_hint." + string(t)), Chosen: !slices.Contains(mute, t)})
	}
	if len(all) > 0 && all[0].New {
		if err := s.Hall.Looked(c.Request().Context(), v.actor, v.club, v.state.No); err != nil {
			return err
		}
	}
	return s.page(c, http.StatusOK, views.Inbox(f, m))
}

var topicIcons = map[campaign.Topic]string{campaign.TopicBattles: "calendar", campaign.TopicResults: "swords", campaign.TopicDesk: "scales",
	campaign.TopicHonours: "star", campaign.TopicStories: "quill"}

func noticeLine(f views.Frame, v visit, n campaign.Notice) views.NoticeLine {
	line := views.NoticeLine{Icon: topicIcons[n.Topic], Title: f.Say("inbox.act."+n.Act.Kind, "who", memberName(v.state, n.Act.By)), When: f.Ago(n.Act.At), New: n.New, Struck: n.VoidedBy != 0}
	camp := v.state.Campaigns[n.Campaign]
	if camp != nil {
		line.Text, line.URL = camp.Settings.Name, campaignURL(v.club, camp.ID)+"/chronicle"
	}
	if b := v.state.Battles[n.Battle]; b != nil {
		line.Text, line.URL = battleTitle(f, v.state, b)+", "+line.Text, battleURL(v.club, b.ID)
	} else if v.state.Rosters[n.Roster] != nil {
		line.Text, line.URL = rosterName(v.state, n.Roster)+", "+line.Text, rosterURL(v.club, n.Roster)
	}
	if line.URL == "" {
		line.URL = clubURL(v.club)
	}
	return line
}

// mute keeps which topics the reader wants to be told of.
func (s *site) mute(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	form, err := c.FormParams()
	if err != nil {
		return err
	}
	var off []campaign.Topic
	for _, t := range campaign.Topics {
		if !slices.Contains(form["topics"], string(t)) {
			off = append(off, t)
		}
	}
	if err := s.Hall.Mute(c.Request().Context(), v.actor, v.club, off); err != nil {
		return err
	}
	return s.done(c, clubURL(v.club)+"/inbox", "saved")
}
