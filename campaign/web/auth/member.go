package auth

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/form"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// ownPage redirects to the reader's own page.
func (s *Handlers) ownPage(c echo.Context, v site.Visit) error {
	return c.Redirect(http.StatusSeeOther, site.ClubURL(v.Club)+"/members/"+v.Member.ID)
}

// memberFields are the form of a member's name and role.
type memberFields struct {
	Name string        `form:"name" label:"common.name" len:"1..60"`
	Role campaign.Role `form:"role" label:"member.role"`
}

// memberPage shows the page of one member.
func (s *Handlers) memberPage(c echo.Context, v site.Visit) error {
	return s.showMember(c, v, http.StatusOK, nil)
}

func (s *Handlers) showMember(c echo.Context, v site.Visit, status int, failed error) error {
	p := v.State.Members[c.Param("member")]
	if p == nil {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-member"}
	}
	own := p.ID == v.Member.ID
	var login string
	var err error
	if own && !p.HasLeft {
		if login, err = s.Service.PasswordName(c.Request().Context(), v.Actor, v.Club); err != nil {
			return err
		}
	}
	forms, err := site.NewForms(c, failed, memberFields{p.Name, p.Role}, passwordFields{Login: login})
	if err != nil {
		return err
	}
	f := s.Frame(c, p.Name, views.SectionMembers)
	f.Back = site.ClubURL(v.Club) + "/members"
	base := site.ClubURL(v.Club) + "/members/" + p.ID
	m := clubviews.MemberPage{Emblem: site.MemberEmblem(v.State, p.ID), Name: p.Name, Role: f.Say("role." + string(p.Role)), Line: f.Say("member.since", "date", f.Day(p.Joined)), Trouble: forms[0].Trouble()}
	for _, r := range v.State.RostersBy(p.ID) {
		line := site.RosterLine(f, v, r)
		line.Line = v.State.Campaigns[r.Campaign].Settings.Name + ". " + line.Line
		m.Rosters = append(m.Rosters, line)
	}
	if p.HasLeft {
		return s.Render(c, status, clubviews.Member(f, m))
	}
	if !own && p.Role != campaign.Guest && v.Can(campaign.ActionOthers) && v.Can(campaign.KindRoster) {
		m.EnterText = f.Say("member.enter_for", "name", p.Name, "by", v.Member.Name)
		for _, camp := range v.State.AllCampaigns() {
			if !camp.Closed && !playsIn(v.State, camp.ID, p.ID) {
				m.EnterFor = append(m.EnterFor, views.Link{Text: f.Say("member.enter_in", "campaign", camp.Settings.Name), URL: site.EnterForURL(v.Club, camp.ID, p.ID)})
			}
		}
	}
	memberForms(f, v, p, &m, base, forms[0])
	if own || v.Can(campaign.ActionSignFor) {
		m.LinkURL, m.LinkText = base+"/link", f.Say("member.device_text")
		if !own {
			m.LinkText = f.Say("member.link_for", "name", p.Name)
		}
	}
	if v.State.MayDo(v.Actor, campaign.Forget{Member: p.ID}) && (own || v.Can(campaign.KindJoin)) {
		m.ForgetURL, m.Former = base+"/forget", s.ClubCatalog(v).Say("member.former")
	}
	if own {
		m.KeysURL, m.EndAllURL, m.AccountURL = site.KeysURL(v.Club), base+"/sessions/end", base+"/account"
		if m.Entries, err = s.signInLines(c, f, v); err != nil {
			return err
		}
		m.PasskeysURL, f.Scripts = base+"/passkeys", []string{"js/passkey.js"}
		m.Password = s.passwordForms(c, f, v, base, login, forms[1])
		if m.Passkeys, err = s.passkeyLines(c, f, v, base); err != nil {
			return err
		}
		if m.Sessions, err = s.sessionLines(c, f, v, base); err != nil {
			return err
		}
	}
	return s.Render(c, status, clubviews.Member(f, m))
}

// playsIn reports whether a member plays a side in a campaign.
func playsIn(st *campaign.State, camp, member campaign.ID) bool {
	return slices.ContainsFunc(st.RostersBy(member), func(r *campaign.Roster) bool { return r.Campaign == camp && !r.Retired })
}

func memberForms(f views.Frame, v site.Visit, p *campaign.Member, m *clubviews.MemberPage, base string, form *form.Form) {
	if !v.State.MayDo(v.Actor, campaign.EditMember{Member: p.ID, Name: p.Name, Role: p.Role}) {
		return
	}
	own := p.ID == v.Member.ID
	if own || v.Can(campaign.KindJoin) {
		m.EditURL = base
		m.NameField = form.Field("name")
	}
	roles := slices.DeleteFunc(slices.Clone(campaign.Roles), func(r campaign.Role) bool {
		return r != p.Role && !(v.Can(campaign.KindJoin) && v.State.MayDo(v.Actor, campaign.EditMember{Member: p.ID, Name: p.Name, Role: r}))
	})
	m.RoleField, m.Roles = form.Choice("role", site.Options(f.Catalog, "role.", roles))
	if len(m.Roles) < 2 {
		m.Roles = nil
	}
	if v.State.MayDo(v.Actor, campaign.Leave{Member: p.ID}) && (own || v.Can(campaign.KindJoin)) {
		m.LeaveURL, m.LeaveText = base+"/leave", f.Say("member.leave")
		if !own {
			m.LeaveText = f.Say("member.remove")
		}
	}
}

func (s *Handlers) sessionLines(c echo.Context, f views.Frame, v site.Visit, base string) ([]clubviews.SessionLine, error) {
	all, err := s.Service.Sessions(c.Request().Context(), v.Actor, v.Club)
	if err != nil {
		return nil, err
	}
	var lines []clubviews.SessionLine
	for _, one := range all {
		line := clubviews.SessionLine{Line: f.Say("member.session", "date", f.Moment(one.Created)), EndURL: base + "/sessions/" + one.ID + "/end"}
		line.This = slices.ContainsFunc(site.SessionsOf(c), func(mine site.Login) bool { return mine.ID == one.ID })
		lines = append(lines, line)
	}
	return lines, nil
}

// editMember changes a member's name and role.
func (s *Handlers) editMember(c echo.Context, v site.Visit) error {
	p := v.State.Members[c.Param("member")]
	if p == nil {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-member"}
	}
	in := memberFields{Role: p.Role}
	err := s.ReadForm(c, &in)
	if err == nil {
		_, err = s.Do(c, v, campaign.ActRequest{Body: campaign.EditMember{Member: p.ID, Name: in.Name, Role: in.Role}})
	}
	if err != nil {
		return s.showMember(c, v, site.StatusOf(err), err)
	}
	return s.RedirectWithNotice(c, site.ClubURL(v.Club)+"/members/"+p.ID, "saved")
}

// removeMember ends a membership.
func (s *Handlers) removeMember(c echo.Context, v site.Visit) error {
	if _, err := s.Do(c, v, campaign.ActRequest{Body: campaign.Leave{Member: c.Param("member")}}); err != nil {
		return s.showMember(c, v, site.StatusOf(err), err)
	}
	if c.Param("member") == v.Member.ID {
		return s.signOut(c)
	}
	return s.RedirectWithNotice(c, site.ClubURL(v.Club)+"/members", "left")
}

// endSession ends a session of the reader in another browser.
func (s *Handlers) endSession(c echo.Context, v site.Visit) error {
	if err := s.Service.EndSession(c.Request().Context(), v.Actor, v.Club, c.Param("session")); err != nil {
		return err
	}
	return s.RedirectWithNotice(c, site.ClubURL(v.Club)+"/me", "ended")
}

// memberLink makes a sign-in link and shows it once.
func (s *Handlers) memberLink(c echo.Context, v site.Visit) error {
	if err := s.LimitLinks(c, v); err != nil {
		return err
	}
	token, err := s.Service.IssueLink(c.Request().Context(), v.Actor, v.Club, c.Param("member"))
	if err != nil {
		return err
	}
	name := site.MemberName(v.State, c.Param("member"))
	return s.ShowSecretLink(c, v, site.CatalogOf(c).Say("member.link_title", "name", name), site.CatalogOf(c).Say("member.link_text"), "/enter/"+token, site.ClubURL(v.Club)+"/members/"+c.Param("member"))
}
