package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
)

// newClub shows the form that founds a club.
func (s *site) newClub(c echo.Context) error {
	return s.clubForm(c, http.StatusOK, campaign.FoundClub{}, nil)
}

// foundClub founds it and signs its owner in.
func (s *site) foundClub(c echo.Context) error {
	body := campaign.FoundClub{Name: c.FormValue("name"), Place: c.FormValue("place"), Owner: c.FormValue("owner"), Lang: bookOf(c).Lang}
	if body.Name != "" && body.Owner != "" {
		if err := s.through(c, foundGate, addressOf(c)); err != nil {
			return err
		}
	}
	begun, err := s.Hall.Found(c.Request().Context(), body)
	if err != nil {
		return s.clubForm(c, statusOf(err), body, err)
	}
	s.began(c, begun)
	return s.done(c, clubURL(begun.Club), "founded")
}

func (s *site) clubForm(c echo.Context, status int, body campaign.FoundClub, failed error) error {
	wrong, whole, ok := wrongs(bookOf(c), failed, "name", "place", "owner")
	if failed != nil && !ok {
		return failed
	}
	f := s.frame(c, bookOf(c).Say("found.title"), views.SectionClub)
	return s.page(c, status, views.FoundClub(f, views.FoundClubPage{Trouble: whole,
		Name:  views.Field{Name: "name", Label: f.Say("found.name"), Value: body.Name, Required: true, Max: 80, Wrong: wrong["name"]},
		Place: views.Field{Name: "place", Label: f.Say("found.place"), Value: body.Place, Max: 80, Wrong: wrong["place"]},
		Owner: views.Field{Name: "owner", Label: f.Say("found.owner"), Value: body.Owner, Auto: "name", Required: true, Max: 60, Wrong: wrong["owner"]}}))
}
