package arbiter

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	arbiterviews "oriflamme/views/arbiter"
)

// voidFields are the form that voids one act or all acts of a battle, and those that would then be impossible.
type voidFields struct {
	Battle campaign.ID `form:"battle"`
	Act    string      `form:"act"`
	Also   []string    `form:"also"`
	Why    string      `form:"why" as:"textarea" label:"arbiter.why" len:"1..4000"`
}

// acts returns the acts that a request is about: one act, or all acts of a battle.
func (in voidFields) acts(st *campaign.State) ([]int64, error) {
	if in.Battle != "" {
		if acts := st.ActsOf(in.Battle); len(acts) > 0 {
			return acts, nil
		}
		return nil, &campaign.Error{Code: campaign.NotFound, Key: "no-battle"}
	}
	acts := actNumbers([]string{in.Act})
	if len(acts) == 1 {
		if _, ok := st.Act(acts[0]); ok {
			return acts, nil
		}
	}
	return nil, &campaign.Error{Code: campaign.NotFound, Key: "no-act"}
}

// voidPage shows what a void would change and which acts would become impossible. It changes nothing.
func (s *Handlers) voidPage(c echo.Context, v site.Visit) error {
	var in voidFields
	_ = s.ReadForm(c, &in) // the reason is not given yet
	acts, err := in.acts(v.State)
	if err != nil {
		return err
	}
	return s.showVoid(c, v, http.StatusOK, in, acts, nil)
}

func (s *Handlers) showVoid(c echo.Context, v site.Visit, status int, in voidFields, acts []int64, failed error) error {
	form, err := site.NewForm(c, in, failed)
	if err != nil {
		return err
	}
	impossible, err := s.Service.Preview(c.Request().Context(), v.Actor, v.Club, acts...)
	if err != nil {
		return err
	}
	book := site.CatalogOf(c)
	m := arbiterviews.VoidPage{Title: book.Say("arbiter.void-title"), Line: v.State.Club.Name, Action: site.ClubURL(v.Club) + "/arbiter/void?act=" + in.Act + "&battle=" + in.Battle,
		Why: form.Field("why"), Trouble: form.Trouble()}
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
func (s *Handlers) voidActs(c echo.Context, v site.Visit) error {
	var in voidFields
	wrong := s.ReadForm(c, &in)
	acts, err := in.acts(v.State)
	if err != nil {
		return err
	}
	if err = wrong; err == nil {
		_, err = s.Service.Void(c.Request().Context(), v.Actor, v.Club, site.FormIdempotencyKey(c), append(acts, actNumbers(in.Also)...), in.Why)
	}
	if err != nil {
		return s.showVoid(c, v, http.StatusUnprocessableEntity, in, acts, err)
	}
	return s.RedirectWithNotice(c, site.ClubURL(v.Club)+"/arbiter?tab=acts", "voided")
}
