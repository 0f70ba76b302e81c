package web

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
)

// company asks who plays a side beside its own player, and with whom it comes.
func (s *site) company(c echo.Context) error {
	v, r, err := s.ownCompany(c)
	if err != nil {
		return err
	}
	return s.showCompany(c, http.StatusOK, v, r, campaign.SetCompany{Roster: r.ID, Allies: r.Allies, Club: r.Club, Travel: r.Travel}, nil)
}

// setCompany takes the answer.
func (s *site) setCompany(c echo.Context) error {
	v, r, err := s.ownCompany(c)
	if err != nil {
		return err
	}
	form, err := c.FormParams()
	if err != nil {
		return err
	}
	body := campaign.SetCompany{Roster: r.ID, Allies: form["ally"], Club: strings.TrimSpace(c.FormValue("from")), Travel: strings.TrimSpace(c.FormValue("travel"))}
	if _, err := s.do(c, v, campaign.Draft{Body: body, Head: formHead(c)}); err != nil {
		return s.showCompany(c, statusOf(err), v, r, body, err)
	}
	return s.done(c, rosterURL(v.club, r.ID), "saved")
}

func (s *site) showCompany(c echo.Context, status int, v visit, r *campaign.Roster, body campaign.SetCompany, failed error) error {
	wrong, whole, ok := wrongs(bookOf(c), failed, "allies", "club", "travel")
	if failed != nil && !ok {
		return failed
	}
	f := s.frame(c, bookOf(c).Say("company.title"), views.SectionRoster)
	f.Back = rosterURL(v.club, r.ID)
	m := views.CompanyPage{Name: r.List.Name, Action: companyURL(v.club, r.ID), Cancel: f.Back, Trouble: whole + wrong["allies"],
		Player: memberName(v.state, r.Member),
		Club:   views.Field{Name: "from", Label: f.Say("company.club"), Hint: f.Say("company.club_hint"), Value: body.Club, Max: 60, Wrong: wrong["club"]},
		Travel: views.Field{Name: "travel", Label: f.Say("company.travel"), Hint: f.Say("company.travel_hint"), Value: body.Travel, Max: 60, Wrong: wrong["travel"]}}
	for _, o := range v.state.AllMembers() {
		if o.ID != r.Member {
			m.Others = append(m.Others, views.Option{Value: o.ID, Text: o.Name, Chosen: slices.Contains(body.Allies, o.ID)})
		}
	}
	return s.page(c, status, views.Company(f, m))
}
