package web

import (
	"bytes"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
)

// signInsShown is how many sign-ins a member is shown.
const signInsShown = 12

// signInLines tell a member how and when they came in, so that a stranger's entry is seen.
func (s *authHandlers) signInLines(c echo.Context, f views.Frame, v visit) ([]string, error) {
	all, err := s.Service.SignIns(c.Request().Context(), v.actor, v.club)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, e := range all[:min(signInsShown, len(all))] {
		line := f.Say("member.entry_"+string(e.Method), "date", f.Moment(e.At), "name", memberName(v.state, e.By))
		if e.Ended.IsZero() {
			line += " " + f.Say("member.entry_open", "date", f.Moment(e.Seen))
		} else {
			line += " " + f.Say("member.entry_over", "date", f.Moment(e.Ended))
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// selfVisit is memberVisit for what is the member's own alone.
func (s *authHandlers) selfVisit(c echo.Context) (visit, error) {
	v, err := s.memberVisit(c)
	if err == nil && c.Param("member") != v.member.ID {
		err = &campaign.Error{Code: campaign.NotFound, Key: "no-member"}
	}
	return v, err
}

// endSessions signs the reader out everywhere, here as well.
func (s *authHandlers) endSessions(c echo.Context) error {
	v, err := s.selfVisit(c)
	if err != nil {
		return err
	}
	if err := s.Service.EndSessions(c.Request().Context(), v.actor, v.club); err != nil {
		return err
	}
	s.dropSession(c, v.club)
	return s.redirectWithNotice(c, "/sign-in", "ended_all")
}

// dropSession takes the session of a club out of the cookie.
func (s *authHandlers) dropSession(c echo.Context, club campaign.ID) {
	var rest []login
	for _, one := range sessionsOf(c) {
		if one.Club != club {
			rest = append(rest, one)
		}
	}
	s.writeSessions(c, rest)
}

// exportAccount sends everything the club keeps about the reader as one file.
func (s *authHandlers) exportAccount(c echo.Context) error {
	v, err := s.selfVisit(c)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := s.Service.Account(c.Request().Context(), v.actor, v.club, &b); err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	c.Response().Header().Set(echo.HeaderContentDisposition, fmt.Sprintf(`attachment; filename="oriflamme-%s.json"`, v.member.ID))
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, b.Bytes())
}

// forgetMember takes a member's name out of the club.
func (s *authHandlers) forgetMember(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	if c.FormValue("sure") != "yes" {
		return s.showMember(c, http.StatusUnprocessableEntity, &campaign.Error{Code: campaign.Invalid, Key: "tick-to-confirm"})
	}
	member := c.Param("member")
	if err := s.Service.Forget(c.Request().Context(), v.actor, v.club, formIdempotencyKey(c), member, s.clubCatalog(v).Say("member.former")); err != nil {
		return s.showMember(c, statusOf(err), err)
	}
	if member == v.member.ID {
		s.dropSession(c, v.club)
		return s.redirectWithNotice(c, "/", "forgotten")
	}
	return s.redirectWithNotice(c, clubURL(v.club)+"/members", "forgotten")
}
