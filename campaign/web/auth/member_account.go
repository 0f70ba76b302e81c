package auth

import (
	"bytes"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
)

// signInsShown is the number of sign-ins that a member sees.
const signInsShown = 12

// signInLines tells members how and when they signed in, so that they notice a stranger's sign-in.
func (s *Handlers) signInLines(c echo.Context, f views.Frame, v site.Visit) ([]string, error) {
	all, err := s.Service.SignIns(c.Request().Context(), v.Actor, v.Club)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, e := range all[:min(signInsShown, len(all))] {
		line := f.Say("member.entry_"+string(e.Method), "date", f.Moment(e.At), "name", site.MemberName(v.State, e.By))
		if e.Ended.IsZero() {
			line += " " + f.Say("member.entry_open", "date", f.Moment(e.Seen))
		} else {
			line += " " + f.Say("member.entry_over", "date", f.Moment(e.Ended))
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// ownAccount returns a handler that only the member of the address may use.
func ownAccount(handler func(echo.Context, site.Visit) error) func(echo.Context, site.Visit) error {
	return func(c echo.Context, v site.Visit) error {
		if c.Param("member") != v.Member.ID {
			return &campaign.Error{Code: campaign.NotFound, Key: "no-member"}
		}
		return handler(c, v)
	}
}

// endSessions signs the reader out everywhere, including this browser.
func (s *Handlers) endSessions(c echo.Context, v site.Visit) error {
	if err := s.Service.EndSessions(c.Request().Context(), v.Actor, v.Club); err != nil {
		return err
	}
	s.dropSession(c, v.Club)
	return s.RedirectWithNotice(c, "/sign-in", "ended_all")
}

// dropSession removes the session of a club from the cookie.
func (s *Handlers) dropSession(c echo.Context, club campaign.ID) {
	var rest []site.Login
	for _, one := range site.SessionsOf(c) {
		if one.Club != club {
			rest = append(rest, one)
		}
	}
	s.WriteSessions(c, rest)
}

// exportAccount sends everything that the club stores about the reader as one file.
func (s *Handlers) exportAccount(c echo.Context, v site.Visit) error {
	var b bytes.Buffer
	if err := s.Service.Account(c.Request().Context(), v.Actor, v.Club, &b); err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	c.Response().Header().Set(echo.HeaderContentDisposition, fmt.Sprintf(`attachment; filename="oriflamme-%s.json"`, v.Member.ID))
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, b.Bytes())
}

// forgetMember removes a member's name from the club.
func (s *Handlers) forgetMember(c echo.Context, v site.Visit) error {
	if c.FormValue("sure") != "yes" {
		return s.showMember(c, v, http.StatusUnprocessableEntity, &campaign.Error{Code: campaign.Invalid, Key: "tick-to-confirm"})
	}
	member := c.Param("member")
	if err := s.Service.Forget(c.Request().Context(), v.Actor, v.Club, site.FormIdempotencyKey(c), member, s.ClubCatalog(v).Say("member.former")); err != nil {
		return s.showMember(c, v, site.StatusOf(err), err)
	}
	if member == v.Member.ID {
		s.dropSession(c, v.Club)
		return s.RedirectWithNotice(c, "/", "forgotten")
	}
	return s.RedirectWithNotice(c, site.ClubURL(v.Club)+"/members", "forgotten")
}
