package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// waitingPage lists what waits for the reader.
func (s *clubHandlers) waitingPage(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	f := s.frame(c, catalogOf(c).Say("waiting.title"), views.SectionClub)
	f.Back = clubURL(v.club)
	return s.render(c, http.StatusOK, clubviews.WaitingList(f, waitingActions(v.state, v.member, f.Catalog, s.Now())))
}
