package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// membersPage lists the club's membersPage, and its invitations to those who may make them.
func (s *clubHandlers) membersPage(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	f := s.frame(c, catalogOf(c).Say("club.members"), views.SectionMembers)
	f.Back = clubURL(v.club)
	m := clubviews.MembersPage{Playing: v.state.PlayingMembers(), PermissionsURL: clubURL(v.club) + "/permissions", TableURL: clubURL(v.club) + "/members.csv"}
	for _, p := range v.state.AllMembers() {
		m.Members = append(m.Members, clubviews.MemberLine{Name: p.Name, Role: f.Say("role." + string(p.Role)), Line: f.Say("member.since", "date", f.Day(p.Joined)),
			URL: clubURL(v.club) + "/members/" + p.ID, Emblem: memberEmblem(v.state, p.ID), Mine: p.ID == v.member.ID})
	}
	if v.can(campaign.ActionInvite) {
		m.InviteURL = clubURL(v.club) + "/invite"
		if v.can(campaign.KindJoin) {
			m.AddURL = addMemberURL(v.club)
		}
		open, err := s.Service.Invitations(c.Request().Context(), v.actor, v.club)
		if err != nil {
			return err
		}
		for _, i := range open {
			if i.Uses > 0 && i.Expires.After(s.Now()) {
				line := f.Say("invite.left", "n", i.Uses, "date", f.Day(i.Expires), "by", memberName(v.state, i.By))
				if i.Note != "" {
					line = i.Note + ". " + line
				}
				m.Invitations = append(m.Invitations, clubviews.InvitationLine{Role: f.Say("role." + string(i.Role)), Line: line, RevokeURL: clubURL(v.club) + "/invitations/" + i.ID + "/revoke"})
			}
		}
	}
	return s.render(c, http.StatusOK, clubviews.Members(f, m))
}

// revokeInvitation ends an invitation.
func (s *clubHandlers) revokeInvitation(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	if err := s.Service.RevokeInvitation(c.Request().Context(), v.actor, v.club, c.Param("invitation")); err != nil {
		return err
	}
	return s.redirectWithNotice(c, clubURL(v.club)+"/members", "revoked")
}
