package club

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// membersPage lists the club's members, and its invitations to those who may make them.
func (s *Handlers) membersPage(c echo.Context, v site.Visit) error {
	f := s.Frame(c, site.CatalogOf(c).Say("club.members"), views.SectionMembers)
	f.Back = site.ClubURL(v.Club)
	m := clubviews.MembersPage{Playing: v.State.PlayingMembers(), PermissionsURL: site.ClubURL(v.Club) + "/permissions", TableURL: site.ClubURL(v.Club) + "/members.csv"}
	for _, p := range v.State.AllMembers() {
		m.Members = append(m.Members, clubviews.MemberLine{Name: p.Name, Role: f.Say("role." + string(p.Role)), Line: f.Say("member.since", "date", f.Day(p.Joined)),
			URL: site.ClubURL(v.Club) + "/members/" + p.ID, Emblem: site.MemberEmblem(v.State, p.ID), Mine: p.ID == v.Member.ID})
	}
	if v.Can(campaign.ActionInvite) {
		m.InviteURL = site.ClubURL(v.Club) + "/invite"
		if v.Can(campaign.KindJoin) {
			m.AddURL = addMemberURL(v.Club)
		}
		open, err := s.Service.Invitations(c.Request().Context(), v.Actor, v.Club)
		if err != nil {
			return err
		}
		for _, i := range open {
			if i.Uses > 0 && i.Expires.After(s.Now()) {
				line := f.Say("invite.left", "n", i.Uses, "date", f.Day(i.Expires), "by", site.MemberName(v.State, i.By))
				if i.Note != "" {
					line = i.Note + ". " + line
				}
				m.Invitations = append(m.Invitations, clubviews.InvitationLine{Role: f.Say("role." + string(i.Role)), Line: line, RevokeURL: site.ClubURL(v.Club) + "/invitations/" + i.ID + "/revoke"})
			}
		}
	}
	return s.Render(c, http.StatusOK, clubviews.Members(f, m))
}

// revokeInvitation revokes an invitation.
func (s *Handlers) revokeInvitation(c echo.Context, v site.Visit) error {
	if err := s.Service.RevokeInvitation(c.Request().Context(), v.Actor, v.Club, c.Param("invitation")); err != nil {
		return err
	}
	return s.RedirectWithNotice(c, site.ClubURL(v.Club)+"/members", "revoked")
}
