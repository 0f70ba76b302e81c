package arbiter

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	arbiterviews "oriflamme/views/arbiter"
)

// actsToVoid returns the acts that a request is about: one act, or all acts of a battle.
func actsToVoid(c echo.Context, v site.Visit) ([]int64, error) {
	if id := c.FormValue("battle"); id != "" {
		if acts := v.State.ActsOf(id); len(acts) > 0 {
			return acts, nil
		}
		return nil, &campaign.Error{Code: campaign.NotFound, Key: "no-battle"}
	}
	no, err := strconv.ParseInt(c.FormValue("act"), 10, 64)
	if _, ok := v.State.Act(no); err != nil || !ok {
		return nil, &campaign.Error{Code: campaign.NotFound, Key: "no-act"}
	}
	return []int64{no}, nil
}

// voidPage shows what a void would change and which acts would become impossible. It changes nothing.
func (s *Handlers) voidPage(c echo.Context) error { return s.showVoid(c, "", http.StatusOK) }

func (s *Handlers) showVoid(c echo.Context, trouble string, status int) error {
	v, err := s.arbiterVisit(c)
	if err != nil {
		return err
	}
	acts, err := actsToVoid(c, v)
	if err != nil {
		return err
	}
	impossible, err := s.Service.Preview(c.Request().Context(), v.Actor, v.Club, acts...)
	if err != nil {
		return err
	}
	book := site.CatalogOf(c)
	m := arbiterviews.VoidPage{Title: book.Say("arbiter.void-title"), Line: v.State.Club.Name, Action: site.ClubURL(v.Club) + "/arbiter/void?act=" + c.FormValue("act") + "&battle=" + c.FormValue("battle"),
		Why: views.Field{Name: "why", Label: book.Say("arbiter.why"), Type: "textarea", Required: true, Max: 4000, Value: c.FormValue("why")}, Trouble: trouble}
	if then, _, err := v.State.PreviewAct(v.Actor.Member, s.Now(), campaign.ActRequest{Body: campaign.Void{Acts: acts}, Why: m.Title}); err == nil {
		for _, camp := range v.State.AllCampaigns() {
			if then.Campaigns[camp.ID] != nil {
				for _, line := range s.differences(views.Frame{Catalog: book, Zone: s.Zone}, v, then, camp) {
					if !slices.Contains(m.Changes, line) { // a rating covers all campaigns of its game
						m.Changes = append(m.Changes, line)
					}
				}
			}
		}
	}
	for _, no := range acts {
		if a, ok := v.State.Act(no); ok {
			m.Acts = append(m.Acts, s.actLine(c, v, a, false))
		}
	}
	for _, i := range impossible {
		line := s.actLine(c, v, i.Act, false)
		line.Why = site.ErrorText(book, i.Err)
		m.Impossible = append(m.Impossible, line)
	}
	f := s.Frame(c, m.Title, views.SectionArbiter)
	f.Back = site.ClubURL(v.Club) + "/arbiter?tab=acts"
	return s.Render(c, status, arbiterviews.VoidActs(f, m))
}

// voidActs voids acts, and those that the arbiter has selected in addition.
func (s *Handlers) voidActs(c echo.Context) error {
	v, err := s.arbiterVisit(c)
	if err != nil {
		return err
	}
	acts, err := actsToVoid(c, v)
	if err != nil {
		return err
	}
	form, err := c.FormParams()
	if err != nil {
		return err
	}
	for _, text := range form["also"] {
		if no, err := strconv.ParseInt(text, 10, 64); err == nil {
			acts = append(acts, no)
		}
	}
	if _, err := s.Service.Void(c.Request().Context(), v.Actor, v.Club, site.FormIdempotencyKey(c), acts, c.FormValue("why")); err != nil {
		if whole, ok := site.RefusalText(site.CatalogOf(c), err); ok {
			return s.showVoid(c, whole, http.StatusUnprocessableEntity)
		}
		return err
	}
	return s.RedirectWithNotice(c, site.ClubURL(v.Club)+"/arbiter?tab=acts", "voided")
}
