package auth

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	authviews "oriflamme/views/auth"
)

// newClubFields are the form that founds a club.
type newClubFields struct {
	Name  string `form:"name" label:"found.name" len:"1..80"`
	Place string `form:"place" label:"found.place" len:"0..80"`
	Owner string `form:"owner" label:"found.owner" len:"1..60" auto:"name"`
}

// newClub shows the form that founds a club.
func (s *Handlers) newClub(c echo.Context) error {
	return s.showNewClub(c, http.StatusOK, newClubFields{}, nil)
}

// createClub founds a club and signs its owner in.
func (s *Handlers) createClub(c echo.Context) error {
	var in newClubFields
	if err := s.ReadForm(c, &in); err != nil {
		return s.showNewClub(c, site.StatusOf(err), in, err)
	}
	if err := s.CountTry(c, site.NewClubLimit, site.ClientAddress(c)); err != nil {
		return err
	}
	begun, err := s.Service.FoundClub(c.Request().Context(), campaign.FoundClub{Name: in.Name, Place: in.Place, Owner: in.Owner, Lang: site.CatalogOf(c).Lang})
	if err != nil {
		return s.showNewClub(c, site.StatusOf(err), in, err)
	}
	s.AddSession(c, begun)
	return s.RedirectWithNotice(c, site.ClubURL(begun.Club), "founded")
}

func (s *Handlers) showNewClub(c echo.Context, status int, in newClubFields, failed error) error {
	form, err := site.NewForm(c, in, failed)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("found.title"), views.SectionClub)
	return s.Render(c, status, authviews.NewClub(f, authviews.NewClubPage{Trouble: form.Trouble(), Name: form.Field("name"), Place: form.Field("place"), Owner: form.Field("owner")}))
}
