package roster

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	rosterviews "oriflamme/views/roster"
)

// sidePlayersFields are the form of who plays a side beside its own player, and with whom it comes.
type sidePlayersFields struct {
	Allies []campaign.ID `form:"ally" error:"allies"`
	Club   string        `form:"from" label:"company.club" hint:"company.club_hint" len:"0..60" error:"club"`
	Travel string        `form:"travel" label:"company.travel" hint:"company.travel_hint" len:"0..60"`
}

// sidePlayersPage shows the form for the other players of a side, its club and its travelling group.
func (s *Handlers) sidePlayersPage(c echo.Context) error {
	v, r, err := site.VisitAt(s.Base, c, site.Visit.SidePlayersRoster)
	if err != nil {
		return err
	}
	return s.showSidePlayers(c, http.StatusOK, v, r, nil)
}

// setSidePlayers stores the answers.
func (s *Handlers) setSidePlayers(c echo.Context) error {
	v, r, err := site.VisitAt(s.Base, c, site.Visit.SidePlayersRoster)
	if err != nil {
		return err
	}
	var in sidePlayersFields
	if err = s.ReadForm(c, &in); err == nil {
		body := campaign.SetSidePlayers{Roster: r.ID, Allies: in.Allies, Club: in.Club, Travel: in.Travel}
		_, err = s.Do(c, v, campaign.ActRequest{Body: body, LastSeen: site.FormHead(c)})
	}
	if err != nil {
		return s.showSidePlayers(c, site.StatusOf(err), v, r, err)
	}
	return s.RedirectWithNotice(c, site.RosterURL(v.Club, r.ID), "saved")
}

func (s *Handlers) showSidePlayers(c echo.Context, status int, v site.Visit, r *campaign.Roster, failed error) error {
	form, err := site.NewForm(c, sidePlayersFields{r.Allies, r.Club, r.Travel}, failed)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("company.title"), views.SectionRoster)
	f.Back = site.RosterURL(v.Club, r.ID)
	m := rosterviews.SidePlayersPage{Name: r.List.Name, Action: site.SidePlayersURL(v.Club, r.ID), Cancel: f.Back, Trouble: form.Trouble() + form.Wrong("ally"),
		Player: site.MemberName(v.State, r.Member), Club: form.Field("from"), Travel: form.Field("travel")}
	var others []views.Option
	for _, o := range v.State.AllMembers() {
		if o.ID != r.Member {
			others = append(others, views.Option{Value: o.ID, Text: o.Name})
		}
	}
	m.Others = form.Options("ally", others)
	return s.Render(c, status, rosterviews.SidePlayers(f, m))
}
