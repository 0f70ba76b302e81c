package club

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// inboxLength is the number of notifications on the page.
const inboxLength = 60

// inboxPage shows the reader's notifications and marks them as read.
func (s *Handlers) inboxPage(c echo.Context, v site.Visit) error {
	all, err := s.Service.Inbox(c.Request().Context(), v.Actor, v.Club, inboxLength)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("inbox.title"), views.SectionClub)
	f.Back = site.ClubURL(v.Club)
	m := clubviews.InboxPage{Choose: site.NotificationPrefsURL(v.Club), Calendar: site.ClubURL(v.Club) + "/calendar.ics", Keys: site.KeysURL(v.Club)}
	for _, n := range all {
		m.Notices = append(m.Notices, inboxLine(f, v, n))
	}
	if len(all) > 0 && all[0].New {
		if err := s.Service.MarkRead(c.Request().Context(), v.Actor, v.Club, v.State.No); err != nil {
			return err
		}
	}
	return s.Render(c, http.StatusOK, clubviews.Inbox(f, m))
}

var topicIcons = map[campaign.Topic]string{campaign.TopicBattles: "calendar", campaign.TopicResults: "swords", campaign.TopicArbiter: "scales",
	campaign.TopicHonours: "star", campaign.TopicStories: "quill"}

func inboxLine(f views.Frame, v site.Visit, n campaign.InboxEntry) clubviews.NotificationLine {
	described := site.NotificationLine(f.Catalog, v.State, campaign.Notification{Entry: n.Entry, Topic: n.Topic})
	return clubviews.NotificationLine{Icon: topicIcons[n.Topic], Title: described.Title, Text: described.Text, URL: described.Path, When: f.Since(n.Act.At), New: n.New, Struck: n.VoidedBy != 0}
}
