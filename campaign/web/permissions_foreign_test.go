package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
)

// TestForeignObjects asks, as the owner of one club, for every object of another under the address of one's own club, on
// every route there is: each is missing, as if it did not exist, and neither club changes. Then for the other club itself:
// what is not public leads to the door.
func TestForeignObjects(t *testing.T) {
	w := newClubFixture(t)
	battle := w.playBattle(1, 0, 3, 1)
	theirs, err := w.service.State(t.Context(), w.id)
	if err != nil {
		t.Fatal(err)
	}
	stranger := w.browser()
	stranger.get("/clubs/new").submit("/clubs", "name", "Les Autres", "owner", "Odon").want(200)
	own := strings.TrimPrefix(stranger.path, "/clubs/")
	stranger.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	player := theirs.Rosters[w.playerSide].Member
	invitation, err := w.service.Invite(t.Context(), campaign.Actor{Member: theirs.Rosters[w.ownerSide].Member}, w.id, campaign.Player, 1, w.clock().Add(time.Hour), "")
	if err != nil {
		t.Fatal(err)
	}
	sessions, err := w.service.Sessions(t.Context(), campaign.Actor{Member: player}, w.id)
	if err != nil || len(sessions) != 1 {
		t.Fatalf("%d sessions, %v", len(sessions), err)
	}
	objects := strings.NewReplacer(":campaign", w.campaign, ":battle", battle, ":roster", w.playerSide, ":member", player,
		":session", sessions[0].ID, ":invitation", invitation.ID, ":game", "warmaster")
	ask := func(method, path string) {
		if method == http.MethodGet {
			stranger.get(path)
		} else {
			stranger.post(path, url.Values{"_csrf": {csrfOf(stranger)}, "name": {"x"}, "why": {"x"}, "sure": {"yes"}})
		}
	}
	asked, closed := 0, 0
	for _, route := range w.server.Config.Handler.(*echo.Echo).Routes() {
		if !strings.HasPrefix(route.Path, "/clubs/:club") || strings.HasSuffix(route.Path, "/events") || route.Method == "echo_route_not_found" {
			continue
		}
		if rest := strings.TrimPrefix(route.Path, "/clubs/:club"); objects.Replace(rest) != rest && !routesWithoutObject[rest] {
			path := "/clubs/" + own + objects.Replace(rest)
			ask(route.Method, path)
			asked++
			// A form may say that what its field names is missing: 422.
			if missing := stranger.status == 404 || stranger.status == 422 && route.Method == http.MethodPost; !missing && !idempotentEndings[route.Method+" "+rest] {
				t.Errorf("%s %s: answered with %d %s", route.Method, route.Path, stranger.status, stranger.header.Get("Location"))
			}
			for _, secret := range []string{"Inès", "Ligue du Sel", "Garde de Hautecombe", "Marches de Sarle"} {
				if strings.Contains(stranger.body, secret) {
					t.Errorf("%s %s tells %s", route.Method, route.Path, secret)
				}
			}
		}
		// Their own address, with whom they are not.
		ask(route.Method, "/clubs/"+w.id+objects.Replace(strings.TrimPrefix(route.Path, "/clubs/:club")))
		door := stranger.status == 303 && strings.HasPrefix(stranger.header.Get("Location"), "/sign-in")
		if stranger.status == 401 || stranger.status == 403 || door {
			closed++
		}
	}
	after, err := w.service.State(t.Context(), w.id)
	if err != nil || after.No != theirs.No {
		t.Errorf("the other club has %d acts more (%v)", after.No-theirs.No, err)
	}
	if still, err := w.service.Sessions(t.Context(), campaign.Actor{Member: player}, w.id); err != nil || len(still) != 1 {
		t.Errorf("a session of the other club was ended: %d left, %v", len(still), err)
	}
	if i, err := w.service.Invitation(t.Context(), invitation.Token); err != nil || i.Uses != 1 {
		t.Errorf("an invitation of the other club was touched: %v", err)
	}
	if asked < 60 || closed < 50 {
		t.Errorf("only %d objects were asked for, %d doors closed", asked, closed)
	}
	t.Logf("%d routes with foreign objects, %d closed doors", asked, closed)
}

// noObject are routes whose only name in the address is that of a game.
var routesWithoutObject = map[string]bool{"/ratings/:game": true, "/sheets/:game": true, "/sheets/:game/:sheet": true}

// gone are forms that end something: what is not there needs no ending.
var idempotentEndings = map[string]bool{"POST /invitations/:invitation/revoke": true, "POST /keys/:key/revoke": true}
