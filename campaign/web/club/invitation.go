package club

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// invitePage asks for the terms of an invitation.
func (s *Handlers) invitePage(c echo.Context) error {
	return s.showInvite(c, http.StatusOK, "player", "20", "14", "", nil)
}

// makeInvitation makes the link and shows it once, with its code for cameras.
func (s *Handlers) makeInvitation(c echo.Context) error {
	v, err := s.MemberVisit(c)
	if err != nil {
		return err
	}
	if err := s.LimitLinks(c, v); err != nil {
		return err
	}
	role, note := c.FormValue("role"), c.FormValue("note")
	uses, err1 := strconv.Atoi(c.FormValue("uses"))
	days, err2 := strconv.Atoi(c.FormValue("until"))
	if err1 != nil {
		uses = 0
	}
	if err2 != nil {
		days = 0
	}
	i, err := s.Service.Invite(c.Request().Context(), v.Actor, v.Club, campaign.Role(role), uses, s.Now().Add(time.Duration(days)*24*time.Hour), note)
	if err != nil {
		return s.showInvite(c, site.StatusOf(err), role, c.FormValue("uses"), c.FormValue("until"), note, err)
	}
	b := site.CatalogOf(c)
	text := b.Say("invite.text", "role", b.Say("role."+string(i.Role)), "n", i.Uses, "date", b.Date(i.Expires.In(s.Zone)))
	return s.ShowSecretLink(c, v, b.Say("invite.title"), text, "/join/"+i.Token, site.ClubURL(v.Club)+"/members")
}

func (s *Handlers) showInvite(c echo.Context, status int, role, uses, days, note string, failed error) error {
	v, err := s.MemberVisit(c)
	if err != nil {
		return err
	}
	if !v.Can(campaign.ActionInvite) {
		return &campaign.Error{Code: campaign.Forbidden, Key: "not-allowed"}
	}
	wrong, whole, ok := site.FieldErrors(site.CatalogOf(c), failed, "role", "uses", "until", "note")
	if failed != nil && !ok {
		return failed
	}
	f := s.Frame(c, site.CatalogOf(c).Say("invite.title"), views.SectionMembers)
	f.Back = site.ClubURL(v.Club) + "/members"
	m := clubviews.InvitePage{Action: site.ClubURL(v.Club) + "/invite", Cancel: f.Back, Trouble: whole,
		Role: views.Field{Name: "role", Label: f.Say("member.role"), Wrong: wrong["role"]},
		Uses: views.Field{Name: "uses", Type: "number", Label: f.Say("invite.uses"), Value: uses, Min: "1", Upto: "500", Required: true, Wrong: wrong["uses"]},
		Days: views.Field{Name: "until", Type: "number", Label: f.Say("invite.days"), Value: days, Min: "1", Upto: "90", Required: true, Wrong: wrong["until"]},
		Note: views.Field{Name: "note", Label: f.Say("invite.note"), Hint: f.Say("invite.note_hint"), Value: note, Max: 200, Wrong: wrong["note"]}}
	for _, r := range campaign.Roles {
		if v.State.MayDo(v.Actor, campaign.Join{Role: r}) {
			m.Roles = append(m.Roles, views.Option{Value: string(r), Text: f.Say("role." + string(r)), Chosen: string(r) == role})
		}
	}
	return s.Render(c, status, clubviews.Invite(f, m))
}
