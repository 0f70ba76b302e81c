package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules/rulestest"
)

// TestForeignObjects requests every object of another club, as the owner of one club and below its address, on every route:
// each is missing as if it did not exist, and neither club changes. Then it requests the other club itself: what is not public
// leads to the sign-in page.
func TestForeignObjects(t *testing.T) {
	w := webtest.NewClubFixture(t)
	battle := w.PlayBattle(1, 0, 3, 1)
	theirs := w.State()
	stranger := w.Browser()
	stranger.Get("/clubs/new").Submit("/clubs", "name", "Les Autres", "owner", "Odon").Want(200)
	own := strings.TrimPrefix(stranger.Path, "/clubs/")
	stranger.Client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	player := theirs.Rosters[w.PlayerSide].Member
	invitation, err := w.Service.Invite(t.Context(), campaign.Actor{Member: theirs.Rosters[w.OwnerSide].Member}, w.ID, campaign.Player, 1, w.Clock().Add(time.Hour), "")
	rulestest.Must(t, err)
	sessions, err := w.Service.Sessions(t.Context(), campaign.Actor{Member: player}, w.ID)
	if err != nil || len(sessions) != 1 {
		t.Fatalf("%d sessions, %v", len(sessions), err)
	}
	objects := strings.NewReplacer(":campaign", w.Campaign, ":battle", battle, ":roster", w.PlayerSide, ":member", player,
		":session", sessions[0].ID, ":invitation", invitation.ID, ":game", "warmaster")
	ask := func(method, path string) {
		if method == http.MethodGet {
			stranger.Get(path)
		} else {
			stranger.Post(path, url.Values{"_csrf": {webtest.CSRFOf(stranger)}, "name": {"x"}, "why": {"x"}, "sure": {"yes"}})
		}
	}
	asked, closed := 0, 0
	for _, route := range w.Server.Config.Handler.(*echo.Echo).Routes() {
		if !strings.HasPrefix(route.Path, "/clubs/:club") || strings.HasSuffix(route.Path, "/events") || route.Method == "echo_route_not_found" {
			continue
		}
		if rest := strings.TrimPrefix(route.Path, "/clubs/:club"); objects.Replace(rest) != rest && !routesWithoutObject[rest] {
			path := "/clubs/" + own + objects.Replace(rest)
			ask(route.Method, path)
			asked++
			// A form may answer that what its field names does not exist: 422.
			if missing := stranger.Status == 404 || stranger.Status == 422 && route.Method == http.MethodPost; !missing && !idempotentEndings[route.Method+" "+rest] {
				t.Errorf("%s %s: answered with %d %s", route.Method, route.Path, stranger.Status, stranger.Header.Get("Location"))
			}
			for _, secret := range []string{"Inès", "Ligue du Sel", "Garde de Hautecombe", "Marches de Sarle"} {
				if strings.Contains(stranger.Body, secret) {
					t.Errorf("%s %s reveals %s", route.Method, route.Path, secret)
				}
			}
		}
		// The address of the other club, of which they are no member.
		ask(route.Method, "/clubs/"+w.ID+objects.Replace(strings.TrimPrefix(route.Path, "/clubs/:club")))
		door := stranger.Status == 303 && strings.HasPrefix(stranger.Header.Get("Location"), "/sign-in")
		if stranger.Status == 401 || stranger.Status == 403 || door {
			closed++
		}
	}
	after, err := w.Service.State(t.Context(), w.ID)
	if err != nil || after.No != theirs.No {
		t.Errorf("the other club has %d acts more (%v)", after.No-theirs.No, err)
	}
	if still, err := w.Service.Sessions(t.Context(), campaign.Actor{Member: player}, w.ID); err != nil || len(still) != 1 {
		t.Errorf("a session of the other club was ended: %d left, %v", len(still), err)
	}
	if i, err := w.Service.Invitation(t.Context(), invitation.Token); err != nil || i.Uses != 1 {
		t.Errorf("an invitation of the other club was touched: %v", err)
	}
	if asked < 60 || closed < 50 {
		t.Errorf("only %d objects were asked for, %d doors closed", asked, closed)
	}
	t.Logf("%d routes with foreign objects, %d closed doors", asked, closed)
}

// routesWithoutObject are routes whose address names only a game.
var routesWithoutObject = map[string]bool{"/ratings/:game": true, "/sheets/:game": true, "/sheets/:game/:sheet": true}

// idempotentEndings are forms that end something and succeed when it does not exist.
var idempotentEndings = map[string]bool{"POST /invitations/:invitation/revoke": true, "POST /keys/:key/revoke": true}
