package site_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
)

// TestMountRefuses: a route that does not say who may open it is not served: the site does not start with it. So for one
// whose need nobody can fulfil, and for one that is listed twice.
func TestMountRefuses(t *testing.T) {
	page := func(c echo.Context) error { return c.String(http.StatusOK, "page") }
	club := site.ClubURL(":club")
	good := site.GET(club, site.Anyone, page)
	for _, c := range []struct {
		about  string
		routes []site.Route
		want   string // why it is refused; "" when it is not
	}{
		{"open to visitors", []site.Route{good}, ""},
		{"open to a role", []site.Route{good, site.POST(club, campaign.KindClub, page)}, ""},
		{"of no club", []site.Route{site.GET("/odds", site.Anyone, page)}, ""},
		{"of a club, without a need", []site.Route{good, site.POST(club, "", page)}, "POST /clubs/:club does not say what it needs"},
		{"of a club's part, without a need", []site.Route{good, site.GET(club+"/members", "", page)}, "GET /clubs/:club/members does not say what it needs"},
		{"of the API, without a need", []site.Route{{Method: http.MethodPost, Path: site.APIPrefix + club}}, "POST /api/v1/clubs/:club does not say what it needs"},
		{"of no club, without a need", []site.Route{site.GET("/odds", "", page)}, "GET /odds does not say what it needs"},
		{"needs what no role allows", []site.Route{site.GET(club, "fly", page)}, `GET /clubs/:club needs "fly", which no role allows`},
		{"needs a role outside of clubs", []site.Route{site.GET("/odds", campaign.ActionView, page)}, `GET /odds needs "view", and outside of a club nobody has a role`},
		{"listed twice", []site.Route{good, site.GET(club, campaign.ActionView, page)}, "GET /clubs/:club is listed twice"},
	} {
		e, refused := echo.New(), ""
		func() {
			defer func() {
				if r := recover(); r != nil {
					refused = fmt.Sprint(r)
				}
			}()
			site.NewBase(site.Config{}).Mount(e, c.routes)
		}()
		if refused != c.want {
			t.Errorf("%s: refused %q, want %q", c.about, refused, c.want)
		}
		if all := len(e.Routes()) == len(c.routes); all != (c.want == "") {
			t.Errorf("%s: %d of %d routes are served", c.about, len(e.Routes()), len(c.routes))
		}
	}
}
