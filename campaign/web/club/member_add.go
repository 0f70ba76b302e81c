package club

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// addMemberURL is the page that adds a member who needs no device.
func addMemberURL(club campaign.ID) string { return site.ClubURL(club) + "/members/new" }

// newMember asks for the name of a member without a phone.
func (s *Handlers) newMember(c echo.Context) error { return s.showNewMember(c, http.StatusOK, nil) }

// addMember enters the member, then leads to the list of the side they play, if a campaign was named.
func (s *Handlers) addMember(c echo.Context) error {
	v, err := s.MemberVisit(c)
	if err != nil {
		return err
	}
	camp := v.State.Campaigns[c.FormValue("campaign")]
	if c.FormValue("campaign") != "" && (camp == nil || camp.Closed) {
		return s.showNewMember(c, http.StatusUnprocessableEntity, &campaign.Error{Code: campaign.Invalid, Field: "campaign", Key: "no-campaign"})
	}
	name := strings.TrimSpace(c.FormValue("name"))
	if same := namesake(v.State, name); same != nil && c.FormValue("twice") != "yes" && !alreadySent(c, v) {
		return s.showNewMember(c, http.StatusUnprocessableEntity, &campaign.Error{Code: campaign.Conflict, Field: "name", Key: "namesake", Params: map[string]string{"name": same.Name}})
	}
	act, err := s.Do(c, v, campaign.ActRequest{Body: campaign.Join{Name: name, Role: campaign.Player}})
	if err != nil {
		return s.showNewMember(c, site.StatusOf(err), err)
	}
	member := act.Body.(campaign.Join).Member
	if camp != nil {
		return s.RedirectWithNotice(c, site.EnterForURL(v.Club, camp.ID, member), "member_added")
	}
	return s.RedirectWithNotice(c, site.ClubURL(v.Club)+"/members/"+member, "member_added")
}

// alreadySent reports whether the form that was sent has been obeyed before.
func alreadySent(c echo.Context, v site.Visit) bool {
	_, ok := v.State.ActByKey(v.Member.ID, site.FormIdempotencyKey(c))
	return ok
}

// namesake is a member who is called the same, or nil.
func namesake(st *campaign.State, name string) *campaign.Member {
	for _, m := range st.AllMembers() {
		if strings.EqualFold(m.Name, name) {
			return m
		}
	}
	return nil
}

func (s *Handlers) showNewMember(c echo.Context, status int, failed error) error {
	v, err := s.MemberVisit(c)
	if err != nil {
		return err
	}
	wrong, whole, ok := site.FieldErrors(site.CatalogOf(c), failed, "name", "campaign")
	if failed != nil && !ok {
		return failed
	}
	f := s.Frame(c, site.CatalogOf(c).Say("member.add"), views.SectionMembers)
	f.Back = site.ClubURL(v.Club) + "/members"
	m := clubviews.AddMemberPage{Action: addMemberURL(v.Club), Cancel: f.Back, Trouble: whole,
		Name:     views.Field{Name: "name", Label: f.Say("member.add_name"), Value: c.FormValue("name"), Required: true, Max: 60, Wrong: wrong["name"]},
		Campaign: views.Field{Name: "campaign", Label: f.Say("member.add_campaign"), Wrong: wrong["campaign"]}}
	if v.Can(campaign.ActionInvite) {
		m.InviteURL = site.ClubURL(v.Club) + "/invite"
	}
	if e, ok := failed.(*campaign.Error); ok && e.Key == "namesake" {
		m.Twice = f.Say("member.add_twice", "name", e.Params["name"])
	}
	m.Campaigns = []views.Option{{Text: f.Say("member.add_nowhere")}}
	for _, camp := range v.State.AllCampaigns() {
		if !camp.Closed {
			m.Campaigns = append(m.Campaigns, views.Option{Value: camp.ID, Text: camp.Settings.Name, Chosen: camp.ID == c.FormValue("campaign")})
		}
	}
	return s.Render(c, status, clubviews.AddMember(f, m))
}
