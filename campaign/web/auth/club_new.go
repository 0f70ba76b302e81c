package auth

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	authviews "oriflamme/views/auth"
)

// newClub shows the form that founds a club.
func (s *Handlers) newClub(c echo.Context) error {
	return s.showNewClub(c, http.StatusOK, campaign.FoundClub{}, nil)
}

// createClub founds it and signs its owner in.
func (s *Handlers) createClub(c echo.Context) error {
	body := campaign.FoundClub{Name: c.FormValue("name"), Place: c.FormValue("place"), Owner: c.FormValue("owner"), Lang: site.CatalogOf(c).Lang}
	if body.Name != "" && body.Owner != "" {
		if err := s.CountTry(c, site.NewClubLimit, site.ClientAddress(c)); err != nil {
			return err
		}
	}
	begun, err := s.Service.FoundClub(c.Request().Context(), body)
	if err != nil {
		return s.showNewClub(c, site.StatusOf(err), body, err)
	}
	s.AddSession(c, begun)
	return s.RedirectWithNotice(c, site.ClubURL(begun.Club), "founded")
}

func (s *Handlers) showNewClub(c echo.Context, status int, body campaign.FoundClub, failed error) error {
	wrong, whole, ok := site.FieldErrors(site.CatalogOf(c), failed, "name", "place", "owner")
	if failed != nil && !ok {
		return failed
	}
	f := s.Frame(c, site.CatalogOf(c).Say("found.title"), views.SectionClub)
	return s.Render(c, status, authviews.NewClub(f, authviews.NewClubPage{Trouble: whole,
		Name:  views.Field{Name: "name", Label: f.Say("found.name"), Value: body.Name, Required: true, Max: 80, Wrong: wrong["name"]},
		Place: views.Field{Name: "place", Label: f.Say("found.place"), Value: body.Place, Max: 80, Wrong: wrong["place"]},
		Owner: views.Field{Name: "owner", Label: f.Say("found.owner"), Value: body.Owner, Auto: "name", Required: true, Max: 60, Wrong: wrong["owner"]}}))
}
