package club

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/ical"
	"oriflamme/campaign/web/site"
	"oriflamme/content/phrases"
)

// battleDuration is the length of a battle in a calendar.
const battleDuration = 3 * time.Hour

// clubCalendar sends the battles of the club that have a date as a calendar feed.
func (s *Handlers) clubCalendar(c echo.Context, v site.Visit) error {
	return s.sendCalendar(c, v, v.State.Club.Name, func(campaign.CalendarEntry) bool { return true })
}

// campaignCalendar sends the battles of one campaign.
func (s *Handlers) campaignCalendar(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	return s.sendCalendar(c, v, camp.Settings.Name, func(d campaign.CalendarEntry) bool { return d.Campaign == camp.ID })
}

// ownCalendar sends the battles of the member whose key is in the address, because calendars send no cookies.
func (s *Handlers) ownCalendar(c echo.Context) error {
	key, err := s.Service.APIKeyBySecret(c.Request().Context(), c.Param("key"))
	if err != nil {
		return echo.NewHTTPError(http.StatusNotFound) // a calendar cannot be sent to the sign-in page
	}
	state, err := s.Service.State(c.Request().Context(), key.Club)
	if err != nil {
		return err
	}
	v := site.Visit{Club: key.Club, State: state, Actor: campaign.Actor{Member: key.Member}, Member: state.Members[key.Member]}
	c.Response().Header().Set("Referrer-Policy", "no-referrer")
	return s.sendCalendar(c, v, v.Member.Name+", "+state.Club.Name, func(d campaign.CalendarEntry) bool {
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

// sendCalendar writes the battles that are wanted and that the visitor may see, in the language of the club.
func (s *Handlers) sendCalendar(c echo.Context, v site.Visit, name string, wanted func(campaign.CalendarEntry) bool) error {
	book := s.ClubCatalog(v)
	cal := ical.Calendar{Name: name}
	for _, d := range v.State.Calendar() {
		camp := v.State.Campaigns[d.Campaign]
		if camp == nil || !v.Lists(camp) && !(v.Sees(camp) && c.Param("campaign") == camp.ID) || !wanted(d) {
			continue
		}
		cal.Events = append(cal.Events, s.calendarEvent(c, book, v, camp, d))
	}
	return site.SendWithETag(c, "text/calendar; charset=utf-8", cal.Bytes())
}

func (s *Handlers) calendarEvent(c echo.Context, book *phrases.Catalog, v site.Visit, camp *campaign.Campaign, d campaign.CalendarEntry) ical.Event {
	e := ical.Event{UID: d.Battle + "@oriflamme", Sequence: d.Changes, Changed: d.Changed, Start: d.At, Length: battleDuration, Summary: site.RosterNames(v.State, d.Seats, " – "),
		Place: v.State.Club.Place, Text: camp.Settings.Name, Cancelled: d.Cancelled}
	if d.Current != nil {
		e.URL = s.BaseURL(c) + site.BattleURL(v.Club, d.Battle)
		if d.Current.Mission != "" {
			e.Text += ", " + d.Current.Mission
		}
		if d.Current.Table != "" {
			e.Text += ", " + book.Say("battle.table", "table", d.Current.Table)
		}
	}
	return e
}
