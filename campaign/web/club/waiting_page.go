package club

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/site"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// waitingPage lists what waits for the reader.
func (s *Handlers) waitingPage(c echo.Context) error {
	v, err := s.MemberVisit(c)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("waiting.title"), views.SectionClub)
	f.Back = site.ClubURL(v.Club)
	return s.Render(c, http.StatusOK, clubviews.WaitingList(f, site.WaitingActions(v.State, v.Member, f.Catalog, s.Now())))
}
