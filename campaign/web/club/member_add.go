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

// addMemberURL returns the address of the form that adds a member without a device.
func addMemberURL(club campaign.ID) string { return site.ClubURL(club) + "/members/new" }

// newMemberFields declares the form of a member without a device.
type newMemberFields struct {
	Name     string      `form:"name" label:"member.add_name" len:"1..60"`
	Campaign campaign.ID `form:"campaign" label:"member.add_campaign"`
	Twice    bool        `form:"twice"` // this is another person of the same name
}

// newMember shows the form of a member without a device.
func (s *Handlers) newMember(c echo.Context, v site.Visit) error {
	return s.showNewMember(c, v, http.StatusOK, newMemberFields{}, nil)
}

// addMember adds the member, and then leads to the list of their side if the form names a campaign.
func (s *Handlers) addMember(c echo.Context, v site.Visit) error {
	var in newMemberFields
	if err := s.ReadForm(c, &in); err != nil {
		return s.showNewMember(c, v, site.StatusOf(err), in, err)
	}
	camp := v.State.Campaigns[in.Campaign]
	if in.Campaign != "" && (camp == nil || camp.Closed) {
		return s.showNewMember(c, v, http.StatusUnprocessableEntity, in, &campaign.Error{Code: campaign.Invalid, Field: "campaign", Key: "no-campaign"})
	}
	if same := namesake(v.State, in.Name); same != nil && !in.Twice && !alreadySent(c, v) {
		return s.showNewMember(c, v, http.StatusUnprocessableEntity, in, &campaign.Error{Code: campaign.Conflict, Field: "name", Key: "namesake", Params: map[string]string{"name": same.Name}})
	}
	act, err := s.Do(c, v, campaign.ActRequest{Body: campaign.Join{Name: in.Name, Role: campaign.Player}})
	if err != nil {
		return s.showNewMember(c, v, site.StatusOf(err), in, err)
	}
	member := act.Body.(campaign.Join).Member
	if camp != nil {
		return s.RedirectWithNotice(c, site.EnterForURL(v.Club, camp.ID, member), "member_added")
	}
	return s.RedirectWithNotice(c, site.ClubURL(v.Club)+"/members/"+member, "member_added")
}

// alreadySent reports whether the form was already carried out.
func alreadySent(c echo.Context, v site.Visit) bool {
	_, ok := v.State.ActByKey(v.Member.ID, site.FormIdempotencyKey(c))
	return ok
}

// namesake returns a member of the same name, or nil.
func namesake(st *campaign.State, name string) *campaign.Member {
	for _, m := range st.AllMembers() {
		if strings.EqualFold(m.Name, name) {
			return m
		}
	}
	return nil
}

func (s *Handlers) showNewMember(c echo.Context, v site.Visit, status int, in newMemberFields, failed error) error {
	form, err := site.NewForm(c, in, failed)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("member.add"), views.SectionMembers)
	f.Back = site.ClubURL(v.Club) + "/members"
	m := clubviews.AddMemberPage{Action: addMemberURL(v.Club), Cancel: f.Back, Trouble: form.Trouble(), Name: form.Field("name")}
	if v.Can(campaign.ActionInvite) {
		m.InviteURL = site.ClubURL(v.Club) + "/invite"
	}
	if e, ok := failed.(*campaign.Error); ok && e.Key == "namesake" {
		m.Twice = f.Say("member.add_twice", "name", e.Params["name"])
	}
	campaigns := []views.Option{{Text: f.Say("member.add_nowhere")}}
	for _, camp := range v.State.AllCampaigns() {
		if !camp.Closed {
			campaigns = append(campaigns, views.Option{Value: camp.ID, Text: camp.Settings.Name})
		}
	}
	m.Campaign, m.Campaigns = form.Choice("campaign", campaigns)
	return s.Render(c, status, clubviews.AddMember(f, m))
}
