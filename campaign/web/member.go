package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// ownPage leads to the reader's own page.
func (s *authHandlers) ownPage(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, clubURL(v.club)+"/members/"+v.member.ID)
}

// memberPage is one memberPage's page.
func (s *authHandlers) memberPage(c echo.Context) error { return s.showMember(c, http.StatusOK, nil) }

func (s *authHandlers) showMember(c echo.Context, status int, failed error) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	p := v.state.Members[c.Param("member")]
	if p == nil {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-member"}
	}
	wrong, whole, ok := fieldErrors(catalogOf(c), failed, "name", "role", "login", "password", "current")
	if failed != nil && !ok {
		return failed
	}
	f := s.frame(c, p.Name, views.SectionMembers)
	f.Back = clubURL(v.club) + "/members"
	base := clubURL(v.club) + "/members/" + p.ID
	m := clubviews.MemberPage{Emblem: memberEmblem(v.state, p.ID), Name: p.Name, Role: f.Say("role." + string(p.Role)), Line: f.Say("member.since", "date", f.Day(p.Joined)), Trouble: whole}
	for _, r := range v.state.RostersBy(p.ID) {
		line := rosterLine(f, v, r)
		line.Line = v.state.Campaigns[r.Campaign].Settings.Name + ". " + line.Line
		m.Rosters = append(m.Rosters, line)
	}
	own := p.ID == v.member.ID
	if p.HasLeft {
		return s.render(c, status, clubviews.Member(f, m))
	}
	if !own && p.Role != campaign.Guest && v.can(campaign.ActionOthers) && v.can(campaign.KindRoster) {
		m.EnterText = f.Say("member.enter_for", "name", p.Name, "by", v.member.Name)
		for _, camp := range v.state.AllCampaigns() {
			if !camp.Closed && !playsIn(v.state, camp.ID, p.ID) {
				m.EnterFor = append(m.EnterFor, views.Link{Text: f.Say("member.enter_in", "campaign", camp.Settings.Name), URL: enterForURL(v.club, camp.ID, p.ID)})
			}
		}
	}
	memberForms(f, v, p, &m, base, wrong)
	if failed != nil && c.Request().PostForm.Has("name") {
		m.NameField.Value = c.FormValue("name")
	}
	if own || v.can(campaign.ActionSignFor) {
		m.LinkURL, m.LinkText = base+"/link", f.Say("member.device_text")
		if !own {
			m.LinkText = f.Say("member.link_for", "name", p.Name)
		}
	}
	if v.state.MayDo(v.actor, campaign.Forget{Member: p.ID}) && (own || v.can(campaign.KindJoin)) {
		m.ForgetURL, m.Former = base+"/forget", s.clubCatalog(v).Say("member.former")
	}
	if own {
		m.KeysURL, m.EndAllURL, m.AccountURL = keysURL(v.club), base+"/sessions/end", base+"/account"
		if m.Entries, err = s.signInLines(c, f, v); err != nil {
			return err
		}
		m.PasskeysURL, f.Scripts = base+"/passkeys", []string{"js/passkey.js"}
		if m.Password, err = s.passwordForms(c, f, v, base, wrong); err != nil {
			return err
		}
		if m.Passkeys, err = s.passkeyLines(c, f, v, base); err != nil {
			return err
		}
		if m.Sessions, err = s.sessionLines(c, f, v, base); err != nil {
			return err
		}
	}
	return s.render(c, status, clubviews.Member(f, m))
}

// playsIn reports whether a member plays a side in a campaign.
func playsIn(st *campaign.State, camp, member campaign.ID) bool {
	for _, r := range st.RostersBy(member) {
		if r.Campaign == camp && !r.Retired {
			return true
		}
	}
	return false
}

func memberForms(f views.Frame, v visit, p *campaign.Member, m *clubviews.MemberPage, base string, wrong map[string]string) {
	if !v.state.MayDo(v.actor, campaign.EditMember{Member: p.ID, Name: p.Name, Role: p.Role}) {
		return
	}
	own := p.ID == v.member.ID
	if own || v.can(campaign.KindJoin) {
		m.EditURL = base
		m.NameField = views.Field{Name: "name", Label: f.Say("common.name"), Value: p.Name, Required: true, Max: 60, Wrong: wrong["name"]}
	}
	m.RoleField = views.Field{Name: "role", Label: f.Say("member.role"), Wrong: wrong["role"]}
	for _, r := range campaign.Roles {
		if r == p.Role || v.can(campaign.KindJoin) && v.state.MayDo(v.actor, campaign.EditMember{Member: p.ID, Name: p.Name, Role: r}) {
			m.Roles = append(m.Roles, views.Option{Value: string(r), Text: f.Say("role." + string(r)), Chosen: r == p.Role})
		}
	}
	if len(m.Roles) < 2 {
		m.Roles = nil
	}
	if v.state.MayDo(v.actor, campaign.Leave{Member: p.ID}) && (own || v.can(campaign.KindJoin)) {
		m.LeaveURL, m.LeaveText = base+"/leave", f.Say("member.leave")
		if !own {
			m.LeaveText = f.Say("member.remove")
		}
	}
}

func (s *authHandlers) sessionLines(c echo.Context, f views.Frame, v visit, base string) ([]clubviews.SessionLine, error) {
	all, err := s.Service.Sessions(c.Request().Context(), v.actor, v.club)
	if err != nil {
		return nil, err
	}
	var lines []clubviews.SessionLine
	for _, one := range all {
		line := clubviews.SessionLine{Line: f.Say("member.session", "date", f.Moment(one.Created)), EndURL: base + "/sessions/" + one.ID + "/end"}
		for _, mine := range sessionsOf(c) {
			line.This = line.This || mine.ID == one.ID
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// editMember changes a member's name and role.
func (s *authHandlers) editMember(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	p := v.state.Members[c.Param("member")]
	if p == nil {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-member"}
	}
	body := campaign.EditMember{Member: p.ID, Name: c.FormValue("name"), Role: p.Role}
	if role := c.FormValue("role"); role != "" {
		body.Role = campaign.Role(role)
	}
	if _, err := s.do(c, v, campaign.ActRequest{Body: body}); err != nil {
		return s.showMember(c, statusOf(err), err)
	}
	return s.redirectWithNotice(c, clubURL(v.club)+"/members/"+p.ID, "saved")
}

// removeMember takes a member out of the club.
func (s *authHandlers) removeMember(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	if _, err := s.do(c, v, campaign.ActRequest{Body: campaign.Leave{Member: c.Param("member")}}); err != nil {
		return s.showMember(c, statusOf(err), err)
	}
	if c.Param("member") == v.member.ID {
		return s.signOut(c)
	}
	return s.redirectWithNotice(c, clubURL(v.club)+"/members", "left")
}

// endSession signs another browser of the reader's out.
func (s *authHandlers) endSession(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	if err := s.Service.EndSession(c.Request().Context(), v.actor, v.club, c.Param("session")); err != nil {
		return err
	}
	return s.redirectWithNotice(c, clubURL(v.club)+"/me", "ended")
}

// memberLink makes a sign-in link and shows it once.
func (s *authHandlers) memberLink(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	if err := s.limitLinks(c, v); err != nil {
		return err
	}
	token, err := s.Service.IssueLink(c.Request().Context(), v.actor, v.club, c.Param("member"))
	if err != nil {
		return err
	}
	name := memberName(v.state, c.Param("member"))
	return s.showSecretLink(c, v, catalogOf(c).Say("member.link_title", "name", name), catalogOf(c).Say("member.link_text"), "/enter/"+token, clubURL(v.club)+"/members/"+c.Param("member"))
}
