package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// permissionsPage shows the table that permitted and the hall go by.
func (s *clubHandlers) permissionsPage(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	f := s.frame(c, catalogOf(c).Say("permission.title"), views.SectionMembers)
	f.Back = clubURL(v.club) + "/members"
	m := clubviews.PermissionsPage{Club: v.state.Club.Name}
	for _, r := range campaign.Roles {
		m.Roles = append(m.Roles, clubviews.PermissionRole{Name: f.Say("role." + string(r)), Mine: r == v.member.Role})
	}
	for _, a := range campaign.Actions() {
		row := clubviews.PermissionRow{Action: f.Say("permission." + string(a))}
		for _, r := range campaign.Roles {
			row.May = append(row.May, campaign.Can(r, a))
		}
		m.Rows = append(m.Rows, row)
	}
	return s.render(c, http.StatusOK, clubviews.Permissions(f, m))
}
