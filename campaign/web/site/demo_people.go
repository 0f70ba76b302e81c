package site

import (
	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
)

// A DemoPerson is a member that any visitor of a demonstration may sign in as.
type DemoPerson struct{ Club, Member campaign.ID }

// DemoSignIns returns the people of a demonstration by club; none on other sites.
func (s *Base) DemoSignIns(c echo.Context) ([]views.DemoSignIn, error) {
	var doors []views.DemoSignIn
	for _, p := range s.Demo {
		state, err := s.Service.State(c.Request().Context(), p.Club)
		if err != nil {
			return nil, err
		}
		m := state.Members[p.Member]
		if m == nil {
			continue
		}
		door := views.DemoSignIn{Name: m.Name, Role: CatalogOf(c).Say("role." + string(m.Role)), Member: m.ID}
		for _, r := range state.RostersBy(m.ID) {
			door.Force, door.Emblem = r.List.Name, RosterEmblem(r)
		}
		doors = append(doors, door)
	}
	return doors, nil
}
