package club

import (
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// invitationFields declares the form of an invitation.
type invitationFields struct {
	Role campaign.Role `form:"role" label:"member.role"`
	Uses int           `form:"uses" label:"invite.uses" in:"1..500" required:"true"`
	Days int           `form:"until" label:"invite.days" in:"1..90" required:"true"`
	Note string        `form:"note" label:"invite.note" hint:"invite.note_hint" len:"0..200"`
}

// invitePage shows the form of an invitation.
func (s *Handlers) invitePage(c echo.Context, v site.Visit) error {
	return s.showInvite(c, v, http.StatusOK, invitationFields{Role: campaign.Player, Uses: 20, Days: 14}, nil)
}

// makeInvitation makes the link and shows it once, with its QR code.
func (s *Handlers) makeInvitation(c echo.Context, v site.Visit) error {
	if err := s.LimitLinks(c, v); err != nil {
		return err
	}
	var in invitationFields
	var i campaign.Invitation
	err := s.ReadForm(c, &in)
	if err == nil {
		i, err = s.Service.Invite(c.Request().Context(), v.Actor, v.Club, in.Role, in.Uses, s.Now().Add(time.Duration(in.Days)*24*time.Hour), in.Note)
	}
	if err != nil {
		return s.showInvite(c, v, site.StatusOf(err), in, err)
	}
	b := site.CatalogOf(c)
	text := b.Say("invite.text", "role", b.Say("role."+string(i.Role)), "n", i.Uses, "date", b.Date(i.Expires.In(s.Zone)))
	return s.ShowSecretLink(c, v, b.Say("invite.title"), text, "/join/"+i.Token, site.ClubURL(v.Club)+"/members")
}

func (s *Handlers) showInvite(c echo.Context, v site.Visit, status int, in invitationFields, failed error) error {
	if !v.Can(campaign.ActionInvite) {
		return &campaign.Error{Code: campaign.Forbidden, Key: "not-allowed"}
	}
	form, err := site.NewForm(c, in, failed)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("invite.title"), views.SectionMembers)
	f.Back = site.ClubURL(v.Club) + "/members"
	m := clubviews.InvitePage{Action: site.ClubURL(v.Club) + "/invite", Cancel: f.Back, Trouble: form.Trouble(), Uses: form.Field("uses"), Days: form.Field("until"), Note: form.Field("note")}
	roles := slices.DeleteFunc(slices.Clone(campaign.Roles), func(r campaign.Role) bool { return !v.State.MayDo(v.Actor, campaign.Join{Role: r}) })
	m.Role, m.Roles = form.Choice("role", site.Options(f.Catalog, "role.", roles))
	return s.Render(c, status, clubviews.Invite(f, m))
}
