package web

import (
	"bytes"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
)

// entriesShown is how many sign-ins a member is shown.
const entriesShown = 12

// entryLines tell a member how and when they came in, so that a stranger's entry is seen.
func (s *site) entryLines(c echo.Context, f views.Frame, v visit) ([]string, error) {
	all, err := s.Hall.SignIns(c.Request().Context(), v.actor, v.club)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, e := range all[:min(entriesShown, len(all))] {
		line := f.Say("member.entry_"+string(e.How), "date", f.Moment(e.At), "name", memberName(v.state, e.By))
		if e.Ended.IsZero() {
			line += " " + f.Say("member.entry_open", "date", f.Moment(e.Seen))
		} else {
			line += " " + f.Say("member.entry_over", "date", f.Moment(e.Ended))
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// ownMember is memberVisit for what is the member's own alone.
func (s *site) ownMember(c echo.Context) (visit, error) {
	v, err := s.memberVisit(c)
	if err == nil && c.Param("member") != v.member.ID {
		err = &campaign.Error{Code: campaign.NotFound, Key: "no-member"}
	}
	return v, err
}

// endSessions signs the reader out everywhere, here as well.
func (s *site) endSessions(c echo.Context) error {
	v, err := s.ownMember(c)
	if err != nil {
		return err
	}
	if err := s.Hall.EndSessions(c.Request().Context(), v.actor, v.club); err != nil {
		return err
	}
	s.dropped(c, v.club)
	return s.done(c, "/sign-in", "ended_all")
}

// dropped takes the session of a club out of the cookie.
func (s *site) dropped(c echo.Context, club campaign.ID) {
	var rest []login
	for _, one := range sessionsOf(c) {
		if one.Club != club {
			rest = append(rest, one)
		}
	}
	s.keep(c, rest)
}

// account sends everything the club keeps about the reader as one file.
func (s *site) account(c echo.Context) error {
	v, err := s.ownMember(c)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := s.Hall.Account(c.Request().Context(), v.actor, v.club, &b); err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	c.Response().Header().Set(echo.HeaderContentDisposition, fmt.Sprintf(`attachment; filename="oriflamme-%s.json"`, v.member.ID))
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, b.Bytes())
}

// forget takes a member's name out of the club.
func (s *site) forget(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	if c.FormValue("sure") != "yes" {
		return s.showMember(c, http.StatusUnprocessableEntity, &campaign.Error{Code: campaign.Invalid, Key: "tick-to-confirm"})
	}
	member := c.Param("member")
	if err := s.Hall.Forget(c.Request().Context(), v.actor, v.club, formKey(c), member, s.clubBook(v).Say("member.former")); err != nil {
		return s.showMember(c, statusOf(err), err)
	}
	if member == v.member.ID {
		s.dropped(c, v.club)
		return s.done(c, "/", "forgotten")
	}
	return s.done(c, clubURL(v.club)+"/members", "forgotten")
}
