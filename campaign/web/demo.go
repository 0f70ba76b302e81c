package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
)

// A DemoPerson is a member that any visitor of a demonstration may sign in as.
type DemoPerson struct{ Club, Member campaign.ID }

// demoDoors are the people on offer, by club; none outside a demonstration.
func (s *site) demoDoors(c echo.Context) ([]views.DemoDoor, error) {
	var doors []views.DemoDoor
	for _, p := range s.Demo {
		state, err := s.Hall.State(c.Request().Context(), p.Club)
		if err != nil {
			return nil, err
		}
		m := state.Members[p.Member]
		if m == nil {
			continue
		}
		door := views.DemoDoor{Name: m.Name, Role: bookOf(c).Say("role." + string(m.Role)), Member: m.ID}
		for _, r := range state.RostersBy(m.ID) {
			door.Force, door.Arms = r.List.Name, rosterArms(r)
		}
		doors = append(doors, door)
	}
	return doors, nil
}

// demoEnter signs a visitor of the demonstration in as one of its people.
func (s *site) demoEnter(c echo.Context) error {
	for _, p := range s.Demo {
		if p.Member != c.FormValue("member") {
			continue
		}
		ctx := c.Request().Context()
		link, err := s.Hall.IssueLink(ctx, campaign.Actor{Member: p.Member}, p.Club, p.Member)
		if err != nil {
			return err
		}
		begun, err := s.Hall.SignIn(ctx, link)
		if err != nil {
			return err
		}
		s.began(c, begun)
		return c.Redirect(http.StatusSeeOther, clubURL(p.Club))
	}
	return echo.ErrNotFound
}
