package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules/rulestest"
)

// TestEveryRouteAsEveryRole requests every route of a club in every role and as a visitor. A role without the permission is
// refused and changes nothing; a role with it gets past the check. A route that was not listed fails.
func TestEveryRouteAsEveryRole(t *testing.T) {
	rulestest.Slow(t)
	w := webtest.NewClubFixture(t)
	battle := w.PlayBattle(1, 0, 3, 1)
	st := w.State()
	ownerID := campaign.Actor{Member: st.Rosters[w.OwnerSide].Member}
	stranger := w.Browser()
	stranger.Get("/") // for the token of its forms
	readers := map[campaign.Role]*webtest.Browser{"": stranger, campaign.Owner: w.Owner, campaign.Player: w.Player}
	for _, role := range []campaign.Role{campaign.Organiser, campaign.Arbiter, campaign.Guest} {
		name := "Membre " + string(role)
		readers[role] = w.NewMember(string(role), name)
	}
	routes := w.Server.Config.Handler.(*echo.Echo).Routes()
	fill := strings.NewReplacer(":club", w.ID, ":campaign", w.Campaign, ":battle", battle, ":roster", w.PlayerSide, ":member", st.Rosters[w.PlayerSide].Member,
		":game", "warmaster", ":session", "none", ":passkey", "none", ":challenge", "none", ":version", "1", ":unit", "uLigue%20du%20Sel", ":invitation", "none", ":sheet", "new")
	needs := webtest.RouteNeeds()
	asked := 0
	for _, route := range routes {
		key := route.Method + " " + route.Path
		if !strings.HasPrefix(route.Path, "/clubs/:club") || strings.HasSuffix(route.Path, "/events") {
			continue // roles exist only inside a club; event streams never end
		}
		what, ok := needs[key]
		if !ok {
			t.Errorf("%s is in no permission", key)
			continue
		}
		for role, r := range readers {
			if role != "" && campaign.Can(role, what) && route.Method == http.MethodPost {
				continue // other tests send permitted forms; here they would end sessions and memberships
			}
			before, _ := w.Service.State(t.Context(), w.ID)
			r.Client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
			if route.Method == http.MethodGet {
				r.Get(fill.Replace(route.Path))
			} else {
				r.Post(fill.Replace(route.Path), url.Values{"_csrf": {webtest.CSRFOf(r)}})
			}
			asked++
			after, _ := w.Service.State(t.Context(), w.ID)
			door := r.Status == http.StatusSeeOther && strings.HasPrefix(r.Header.Get("Location"), "/sign-in")
			refused := r.Status == http.StatusForbidden || r.Status == http.StatusUnauthorized || door
			may := what == site.Anyone || role != "" && campaign.Can(role, what)
			switch {
			case may && refused && !ownObjectRoutes[key]:
				t.Errorf("%s as %q: refused with %d", key, role, r.Status)
			case !may && !refused:
				t.Errorf("%s as %q: answered with %d", key, role, r.Status)
			case !may && after.No != before.No:
				t.Errorf("%s as %q: changed the club", key, role)
			}
		}
	}
	if asked < 200 {
		t.Errorf("only %d requests", asked)
	}
	for key := range needs {
		if !strings.Contains(fmt.Sprint(routesOf(routes)), " "+key+" ") {
			t.Errorf("%s is listed, the site does not know it", key)
		}
	}
	if !st.MayDo(ownerID, campaign.EditClub{}) {
		t.Error("the owner may not edit the club")
	}
}

// ownObjectRoutes are pages for which the object must also be the member's own.
var ownObjectRoutes = map[string]bool{"GET /clubs/:club/rosters/:roster/withdraw": true, "GET /clubs/:club/rosters/:roster/edit": true, "GET /clubs/:club/rosters/:roster/arms": true, "GET /clubs/:club/battles/:battle/report": true}

func routesOf(all []*echo.Route) []string {
	list := []string{""}
	for _, r := range all {
		list = append(list, r.Method+" "+r.Path)
	}
	return append(list, "")
}

// TestPermissionsPage: the page shows the whole table of the code.
func TestPermissionsPage(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Player.Get("/clubs/"+w.ID+"/members").Get(w.Player.Link("Qui peut quoi")).Want(200, "Joueur (vous)", "Trancher une bataille")
	rows := w.Player.Page.Find(".permissions tbody tr")
	if rows.Length() != len(campaign.Actions()) {
		t.Errorf("%d rows, want %d", rows.Length(), len(campaign.Actions()))
	}
	for i, a := range campaign.Actions() {
		for j, role := range campaign.Roles {
			want := map[bool]string{true: "oui", false: "non"}[campaign.Can(role, a)]
			if got := strings.TrimSpace(rows.Eq(i).Find("td").Eq(j).Text()); got != want {
				t.Errorf("%s as %s: %q, want %q", a, role, got, want)
			}
		}
	}
	w.Player.WantNot("a phrase is missing", "⟨")
	w.Browser().Get("/clubs/"+w.ID+"/permissions").Want(200, "Lien ou code")
}
