package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
	authviews "oriflamme/views/auth"
)

// newClub shows the form that founds a club.
func (s *authHandlers) newClub(c echo.Context) error {
	return s.showNewClub(c, http.StatusOK, campaign.FoundClub{}, nil)
}

// createClub founds it and signs its owner in.
func (s *authHandlers) createClub(c echo.Context) error {
	body := campaign.FoundClub{Name: c.FormValue("name"), Place: c.FormValue("place"), Owner: c.FormValue("owner"), Lang: catalogOf(c).Lang}
	if body.Name != "" && body.Owner != "" {
		if err := s.countTry(c, newClubLimit, clientAddress(c)); err != nil {
			return err
		}
	}
	begun, err := s.Service.FoundClub(c.Request().Context(), body)
	if err != nil {
		return s.showNewClub(c, statusOf(err), body, err)
	}
	s.addSession(c, begun)
	return s.redirectWithNotice(c, clubURL(begun.Club), "founded")
}

func (s *authHandlers) showNewClub(c echo.Context, status int, body campaign.FoundClub, failed error) error {
	wrong, whole, ok := fieldErrors(catalogOf(c), failed, "name", "place", "owner")
	if failed != nil && !ok {
		return failed
	}
	f := s.frame(c, catalogOf(c).Say("found.title"), views.SectionClub)
	return s.render(c, status, authviews.NewClub(f, authviews.NewClubPage{Trouble: whole,
		Name:  views.Field{Name: "name", Label: f.Say("found.name"), Value: body.Name, Required: true, Max: 80, Wrong: wrong["name"]},
		Place: views.Field{Name: "place", Label: f.Say("found.place"), Value: body.Place, Max: 80, Wrong: wrong["place"]},
		Owner: views.Field{Name: "owner", Label: f.Say("found.owner"), Value: body.Owner, Auto: "name", Required: true, Max: 60, Wrong: wrong["owner"]}}))
}
