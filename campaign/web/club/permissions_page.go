package club

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// permissionsPage shows the table of permissions that the service uses.
func (s *Handlers) permissionsPage(c echo.Context, v site.Visit) error {
	f := s.Frame(c, site.CatalogOf(c).Say("permission.title"), views.SectionMembers)
	f.Back = site.ClubURL(v.Club) + "/members"
	m := clubviews.PermissionsPage{Club: v.State.Club.Name}
	for _, r := range campaign.Roles {
		m.Roles = append(m.Roles, clubviews.PermissionRole{Name: f.Say("role." + string(r)), Mine: r == v.Member.Role})
	}
	for _, a := range campaign.Actions() {
		row := clubviews.PermissionRow{Action: f.Say("permission." + string(a))}
		for _, r := range campaign.Roles {
			row.May = append(row.May, campaign.Can(r, a))
		}
		m.Rows = append(m.Rows, row)
	}
	return s.Render(c, http.StatusOK, clubviews.Permissions(f, m))
}
