package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// inboxLength is how many notices the page shows.
const inboxLength = 60

// inboxPage tells the reader what others did that concerns them, and marks it as told.
func (s *clubHandlers) inboxPage(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	all, err := s.Service.Inbox(c.Request().Context(), v.actor, v.club, inboxLength)
	if err != nil {
		return err
	}
	f := s.frame(c, catalogOf(c).Say("inbox.title"), views.SectionClub)
	f.Back = clubURL(v.club)
	m := clubviews.InboxPage{Choose: notificationPrefsURL(v.club), Calendar: clubURL(v.club) + "/calendar.ics", Keys: keysURL(v.club)}
	for _, n := range all {
		m.Notices = append(m.Notices, inboxLine(f, v, n))
	}
	if len(all) > 0 && all[0].New {
		if err := s.Service.MarkRead(c.Request().Context(), v.actor, v.club, v.state.No); err != nil {
			return err
		}
	}
	return s.render(c, http.StatusOK, clubviews.Inbox(f, m))
}

var topicIcons = map[campaign.Topic]string{campaign.TopicBattles: "calendar", campaign.TopicResults: "swords", campaign.TopicArbiter: "scales",
	campaign.TopicHonours: "star", campaign.TopicStories: "quill"}

func inboxLine(f views.Frame, v visit, n campaign.InboxEntry) clubviews.NotificationLine {
	described := NotificationLine(f.Catalog, v.state, campaign.Notification{Entry: n.Entry, Topic: n.Topic})
	return clubviews.NotificationLine{Icon: topicIcons[n.Topic], Title: described.Title, Text: described.Text, URL: described.Path, When: f.Since(n.Act.At), New: n.New, Struck: n.VoidedBy != 0}
}
