package web

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/ical"
	"oriflamme/content/phrases"
)

// battleDuration is how long a battle takes up in a calendar.
const battleDuration = 3 * time.Hour

// clubCalendar is every battle of the club with a date, as a feed for calendars.
func (s *clubHandlers) clubCalendar(c echo.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	return s.sendCalendar(c, v, v.state.Club.Name, func(campaign.CalendarEntry) bool { return true })
}

// campaignCalendar is the battles of one campaign.
func (s *clubHandlers) campaignCalendar(c echo.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	camp, err := v.campaign(c)
	if err != nil {
		return err
	}
	return s.sendCalendar(c, v, camp.Settings.Name, func(d campaign.CalendarEntry) bool { return d.Campaign == camp.ID })
}

// ownCalendar is the battles of the member whose key is in the address: calendars send no cookies.
func (s *clubHandlers) ownCalendar(c echo.Context) error {
	key, err := s.Service.APIKeyBySecret(c.Request().Context(), c.Param("key"))
	if err != nil {
		return echo.NewHTTPError(http.StatusNotFound) // a calendar has no door to be sent to
	}
	state, err := s.Service.State(c.Request().Context(), key.Club)
	if err != nil {
		return err
	}
	v := visit{club: key.Club, state: state, actor: campaign.Actor{Member: key.Member}, member: state.Members[key.Member]}
	c.Response().Header().Set("Referrer-Policy", "no-referrer")
	return s.sendCalendar(c, v, v.member.Name+", "+state.Club.Name, func(d campaign.CalendarEntry) bool {
		if d.Current != nil && state.Seat(d.Current, key.Member) >= 0 {
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

// sendCalendar writes the dates that are wanted and that the visitor may see, in the language of the club.
func (s *clubHandlers) sendCalendar(c echo.Context, v visit, name string, wanted func(campaign.CalendarEntry) bool) error {
	book := s.clubCatalog(v)
	cal := ical.Calendar{Name: name}
	for _, d := range v.state.Calendar() {
		camp := v.state.Campaigns[d.Campaign]
		if camp == nil || !v.lists(camp) && !(v.sees(camp) && c.Param("campaign") == camp.ID) || !wanted(d) {
			continue
		}
		cal.Events = append(cal.Events, s.calendarEvent(c, book, v, camp, d))
	}
	return sendWithETag(c, "text/calendar; charset=utf-8", cal.Bytes())
}

func (s *clubHandlers) calendarEvent(c echo.Context, book *phrases.Catalog, v visit, camp *campaign.Campaign, d campaign.CalendarEntry) ical.Event {
	names := ""
	for i, id := range d.Seats {
		if i > 0 {
			names += " – "
		}
		names += rosterName(v.state, id)
	}
	e := ical.Event{UID: d.Battle + "@oriflamme", Sequence: d.Changes, Changed: d.Changed, Start: d.At, Length: battleDuration, Summary: names,
		Place: v.state.Club.Place, Text: camp.Settings.Name, Cancelled: d.Cancelled}
	if d.Current != nil {
		e.URL = s.baseURL(c) + battleURL(v.club, d.Battle)
		if d.Current.Mission != "" {
			e.Text += ", " + d.Current.Mission
		}
		if d.Current.Table != "" {
			e.Text += ", " + book.Say("battle.table", "table", d.Current.Table)
		}
	}
	return e
}
