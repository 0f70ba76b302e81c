package roster

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	rosterviews "oriflamme/views/roster"
)

// sidePlayersPage asks who plays a side beside its own player, and with whom it comes.
func (s *Handlers) sidePlayersPage(c echo.Context) error {
	v, r, err := s.SidePlayersVisit(c)
	if err != nil {
		return err
	}
	return s.showSidePlayers(c, http.StatusOK, v, r, campaign.SetSidePlayers{Roster: r.ID, Allies: r.Allies, Club: r.Club, Travel: r.Travel}, nil)
}

// setSidePlayers takes the answer.
func (s *Handlers) setSidePlayers(c echo.Context) error {
	v, r, err := s.SidePlayersVisit(c)
	if err != nil {
		return err
	}
	form, err := c.FormParams()
	if err != nil {
		return err
	}
	body := campaign.SetSidePlayers{Roster: r.ID, Allies: form["ally"], Club: strings.TrimSpace(c.FormValue("from")), Travel: strings.TrimSpace(c.FormValue("travel"))}
	if _, err := s.Do(c, v, campaign.ActRequest{Body: body, LastSeen: site.FormHead(c)}); err != nil {
		return s.showSidePlayers(c, site.StatusOf(err), v, r, body, err)
	}
	return s.RedirectWithNotice(c, site.RosterURL(v.Club, r.ID), "saved")
}

func (s *Handlers) showSidePlayers(c echo.Context, status int, v site.Visit, r *campaign.Roster, body campaign.SetSidePlayers, failed error) error {
	wrong, whole, ok := site.FieldErrors(site.CatalogOf(c), failed, "allies", "club", "travel")
	if failed != nil && !ok {
		return failed
	}
	f := s.Frame(c, site.CatalogOf(c).Say("company.title"), views.SectionRoster)
	f.Back = site.RosterURL(v.Club, r.ID)
	m := rosterviews.SidePlayersPage{Name: r.List.Name, Action: site.SidePlayersURL(v.Club, r.ID), Cancel: f.Back, Trouble: whole + wrong["allies"],
		Player: site.MemberName(v.State, r.Member),
		Club:   views.Field{Name: "from", Label: f.Say("company.club"), Hint: f.Say("company.club_hint"), Value: body.Club, Max: 60, Wrong: wrong["club"]},
		Travel: views.Field{Name: "travel", Label: f.Say("company.travel"), Hint: f.Say("company.travel_hint"), Value: body.Travel, Max: 60, Wrong: wrong["travel"]}}
	for _, o := range v.State.AllMembers() {
		if o.ID != r.Member {
			m.Others = append(m.Others, views.Option{Value: o.ID, Text: o.Name, Chosen: slices.Contains(body.Allies, o.ID)})
		}
	}
	return s.Render(c, status, rosterviews.SidePlayers(f, m))
}
