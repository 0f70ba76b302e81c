package web

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/ical"
	"oriflamme/content/phrases"
)

// evening is how long a battle takes up in a calendar.
const evening = 3 * time.Hour

// clubCalendar is every battle of the club with a date, as a feed for calendars.
func (s *site) clubCalendar(c echo.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	return s.feed(c, v, v.state.Club.Name, func(campaign.Date) bool { return true })
}

// campaignCalendar is the battles of one campaign.
func (s *site) campaignCalendar(c echo.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	camp, err := v.campaign(c)
	if err != nil {
		return err
	}
	return s.feed(c, v, camp.Settings.Name, func(d campaign.Date) bool { return d.Campaign == camp.ID })
}

// ownCalendar is the battles of the member whose key is in the address: calendars send no cookies.
func (s *site) ownCalendar(c echo.Context) error {
	key, err := s.Hall.Key(c.Request().Context(), c.Param("key"))
	if err != nil {
		return echo.NewHTTPError(http.StatusNotFound) // a calendar has no door to be sent to
	}
	state, err := s.Hall.State(c.Request().Context(), key.Club)
	if err != nil {
		return err
	}
	v := visit{club: key.Club, state: state, actor: campaign.Actor{Member: key.Member}, member: state.Members[key.Member]}
	c.Response().Header().Set("Referrer-Policy", "no-referrer")
	return s.feed(c, v, v.member.Name+", "+state.Club.Name, func(d campaign.Date) bool {
		if d.Now != nil && state.Seat(d.Now, key.Member) >= 0 {
			return true
		}
		for _, id := range d.Seats {
			if r := state.Rosters[id]; r != nil && r.PlayedBy(key.Member) {
				return true
			}
		}
		return false
	})
}

// feed writes the dates that are wanted and that the visitor may see, in the language of the club.
func (s *site) feed(c echo.Context, v visit, name string, wanted func(campaign.Date) bool) error {
	book := s.clubBook(v)
	cal := ical.Calendar{Name: name}
	for _, d := range v.state.Dates() {
		camp := v.state.Campaigns[d.Campaign]
		if camp == nil || !v.lists(camp) && !(v.sees(camp) && c.Param("campaign") == camp.ID) || !wanted(d) {
			continue
		}
		cal.Events = append(cal.Events, s.appointment(c, book, v, camp, d))
	}
	return tagged(c, "text/calendar; charset=utf-8", cal.Bytes())
}

func (s *site) appointment(c echo.Context, book *phrases.Book, v visit, camp *campaign.Campaign, d campaign.Date) ical.Event {
	names := ""
	for i, id := range d.Seats {
		if i > 0 {
			names += " – "
		}
		names += rosterName(v.state, id)
	}
	e := ical.Event{UID: d.Battle + "@oriflamme", Sequence: d.Changes, Changed: d.Changed, Start: d.At, Length: evening, Summary: names,
		Place: v.state.Club.Place, Text: camp.Settings.Name, Cancelled: d.Cancelled}
	if d.Now != nil {
		e.URL = s.address(c) + battleURL(v.club, d.Battle)
		if d.Now.Mission != "" {
			e.Text += ", " + d.Now.Mission
		}
		if d.Now.Table != "" {
			e.Text += ", " + book.Say("battle.table", "table", d.Now.Table)
		}
	}
	return e
}
