package api_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules/rulestest"
)

// TestContract calls every operation of the published description, and checks the status, shape and fields of every
// response. It fails if an operation is not called or a route is not described.
func TestContract(t *testing.T) {
	set := campaign.DefaultSettings("Les Marches de Sarle", "warcry")
	set.AutoConfirmDays = 1
	w := webtest.NewBattleFixtureWith(t, set)
	a := webtest.NewAPI(t, w.Server.URL)
	fill := []string{"{club}", w.Club, "{campaign}", w.Camp, "{battle}", w.Battle, "{roster}", w.RosterYanis}
	yanis, odile := w.NewKey(w.Yanis, campaign.Scopes...), w.NewKey(w.Odile, campaign.ScopeResults)

	for _, path := range []string{"/api/v1/games", webtest.ClubPath, webtest.CampaignPath, webtest.CampaignPath + "/standings", webtest.CampaignPath + "/battles", webtest.CampaignPath + "/rosters", webtest.CampaignPath + "/map",
		webtest.CampaignPath + "/chronicle", webtest.ClubPath + "/rosters/{roster}", webtest.BattlePath} {
		a.Call(200, "GET", path, "", "", fill...)
	}
	a.Call(200, "GET", "/api/v1/me", yanis, "")
	if got := fmt.Sprint(a.Field("name"), a.Field("role"), a.Field("scopes")); got != "Yanisplayer[results play stories sides]" {
		t.Errorf("the key is of %s", got)
	}
	a.Call(401, "GET", "/api/v1/me", "", "")
	a.Call(401, "GET", "/api/v1/me", "guessed", "")
	a.Call(404, "GET", webtest.ClubPath, "", "", "{club}", "nobody")
	a.Call(404, "GET", webtest.BattlePath, "", "", "{club}", w.Club, "{battle}", "none")

	fall := `{"id":"1","game":"warcry","procedure":"fall-test","input":{"resting_on":"ladder"}`
	a.Call(200, "POST", "/api/v1/odds", "", fall+`}`)
	a.Call(200, "POST", "/api/v1/resolve", "", fall+`,"seed":7}`)
	a.Call(422, "POST", "/api/v1/resolve", "", fall+`}`)
	if a.Field("error", "code") != "missing-field" {
		t.Errorf("without dice: %s", a.Body)
	}
	a.Call(422, "POST", "/api/v1/odds", "", `{"game":"chess","procedure":"x","input":{}}`)

	w.OpenBattle("measured")
	record := w.Phone(w.Yanis)
	_, lines := record.Raw(w.BattlePath("battles", w.Battle, "record"))
	setup, _, _ := strings.Cut(lines, "\n")
	a.Call(200, "POST", "/api/v1/battle/begin", "", `{"setup":`+setup+`,"legal":true}`)
	state, legal := a.Field("state"), a.Field("legal").([]any)
	if len(legal) == 0 {
		t.Fatalf("no command is legal: %s", a.Body)
	}
	request, err := json.Marshal(map[string]any{"game": "warcry", "state": state, "command": legal[0], "choices": []int{0}, "seed": "x"})
	rulestest.Must(t, err)
	a.Call(200, "POST", "/api/v1/battle/play", "", string(request))
	a.Call(422, "POST", "/api/v1/battle/play", "", strings.Replace(string(request), `"seed":"x"`, `"dice":[]`, 1))
	if a.Field("error", "need", "sides") != 6.0 {
		t.Errorf("without dice: %s", a.Body)
	}
	a.Call(422, "POST", "/api/v1/battle/begin", "", `{"setup":{"game":"warcry"}}`)

	a.Call(200, "GET", webtest.BattlePath+"/live", yanis, "", fill...)
	command, err := json.Marshal(legal[0])
	rulestest.Must(t, err)
	step := fmt.Sprintf(`{"number":0,"command":%s,"choices":[0],"roll":"app"}`, command)
	a.Call(403, "POST", webtest.BattlePath+"/steps", odile, step, fill...) // the key lacks the scope
	a.Call(401, "POST", webtest.BattlePath+"/steps", "", step, fill...)
	a.Call(200, "POST", webtest.BattlePath+"/steps", yanis, step, fill...)
	a.Call(409, "POST", webtest.BattlePath+"/steps", yanis, strings.Replace(step, "app", "table", 1)+" ", fill...)
	if w.Steps() != 1 {
		t.Errorf("%d steps, want 1", w.Steps())
	}

	a.Call(200, "POST", webtest.CampaignPath+"/stories", yanis, `{"title":"La digue","text":"Il pleuvait."}`, fill...)
	a.Call(422, "POST", webtest.CampaignPath+"/stories", yanis, `{"title":"","text":"Il pleuvait."}`, fill...)
	a.Call(404, "POST", webtest.CampaignPath+"/stories", yanis, `{"title":"x","text":"y"}`, "{club}", w.Club, "{campaign}", "none")
	a.Call(200, "POST", webtest.BattlePath+"/report", yanis, `{"winner":0,"scores":[3,1]}`, fill...)
	a.Call(200, "POST", webtest.BattlePath+"/dispute", odile, `{"reason":"Le décompte oublie un trésor."}`, fill...)
	shot := fmt.Sprintf(`{"alt":"La table","image":%q}`, base64.StdEncoding.EncodeToString(webtest.Photograph(t, 60)))
	a.Call(403, "POST", webtest.BattlePath+"/exhibits", w.NewKey(w.Odile, campaign.ScopeStories), shot, fill...) // the key lacks the scope
	a.Call(422, "POST", webtest.BattlePath+"/exhibits", odile, `{"alt":"La table","image":"PHN2Zy8+"}`, fill...)
	a.Call(422, "POST", webtest.BattlePath+"/exhibits", odile, `{"alt":"La table","image":"no base64"}`, fill...)
	a.Call(200, "POST", webtest.BattlePath+"/exhibits", odile, shot, fill...)
	first := string(a.Body)
	if a.Call(200, "POST", webtest.BattlePath+"/exhibits", odile, shot, fill...); string(a.Body) != first {
		t.Errorf("sent again: %s, at first %s", a.Body, first)
	}
	act, err := w.Service.Schedule(t.Context(), webtest.Actor(w.Camille), w.Club, "again", campaign.Schedule{Campaign: w.Camp, Seats: []campaign.ID{w.RosterYanis, w.RosterOdile}, Attacker: -1})
	rulestest.Must(t, err)
	second := append([]string{"{battle}", act.Body.(campaign.Schedule).Battle}, fill...)
	a.Call(200, "POST", webtest.BattlePath+"/report", odile, `{"winner":-1,"note":"Nul."}`, second...)
	a.Call(200, "POST", webtest.BattlePath+"/confirm", yanis, `{}`, second...)
	a.Call(409, "POST", webtest.BattlePath+"/confirm", yanis, `{} `, second...)
	act, err = w.Service.Schedule(t.Context(), webtest.Actor(w.Camille), w.Club, "third", campaign.Schedule{Campaign: w.Camp, Seats: []campaign.ID{w.RosterYanis, w.RosterOdile}, Attacker: -1})
	rulestest.Must(t, err)
	third := append([]string{"{battle}", act.Body.(campaign.Schedule).Battle}, fill...)
	a.Call(200, "POST", webtest.BattlePath+"/report", odile, `{"winner":1}`, third...)
	a.Call(409, "POST", webtest.BattlePath+"/silence", odile, `{}`, third...)
	w.Advance(25 * time.Hour)
	a.Call(200, "POST", webtest.BattlePath+"/silence", odile, `{} `, third...)
	a.Call(403, "POST", webtest.ClubPath+"/rosters/{roster}/company", odile, `{}`, fill...) // the key lacks the scope
	a.Call(200, "POST", webtest.ClubPath+"/rosters/{roster}/company", yanis, `{"club":"Les Ours"}`, fill...)
	a.Call(409, "POST", webtest.ClubPath+"/rosters/{roster}/company", yanis, `{"allies":["`+w.Camille.Member+`"]}`, fill...)
	a.Call(200, "GET", webtest.BattlePath, "", "", second...)
	a.Call(200, "GET", webtest.BattlePath, "", "", fill...)

	for path, methods := range a.Doc["paths"].(map[string]any) {
		for method := range methods.(map[string]any) {
			if op := strings.ToUpper(method) + " " + path; !a.Seen[op] {
				t.Errorf("%s is described and was never seen to work", op)
			}
		}
	}
	for _, route := range w.Server.Config.Handler.(*echo.Echo).Routes() {
		path := strings.NewReplacer(":club", "{club}", ":campaign", "{campaign}", ":battle", "{battle}", ":roster", "{roster}").Replace(route.Path)
		if strings.HasPrefix(path, "/api/v1/") && path != "/api/v1/openapi.json" && !a.Seen[route.Method+" "+path] {
			t.Errorf("%s %s is a route and is not described", route.Method, path)
		}
	}
}

// TestOnceForEachKey: the same request sent ten times is one act; another request with the same key is refused.
func TestOnceForEachKey(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	a := webtest.NewAPI(t, w.Server.URL)
	key := w.NewKey(w.Yanis, campaign.ScopeResults, campaign.ScopeStories)
	path := strings.NewReplacer("{club}", w.Club, "{campaign}", w.Camp).Replace(webtest.CampaignPath + "/stories")
	before, _ := w.Service.State(t.Context(), w.Club)
	var first []byte
	for i := range 10 {
		a.Send("POST", path, key, `{"title":"La digue","text":"Il pleuvait."}`, "Idempotency-Key", "k")
		if a.Answer.StatusCode != 200 {
			t.Fatalf("the %d. time: %d %s", i+1, a.Answer.StatusCode, a.Body)
		}
		if first == nil {
			first = a.Body
		}
		if !bytes.Equal(a.Body, first) {
			t.Errorf("the %d. answer differs: %s", i+1, a.Body)
		}
	}
	after, _ := w.Service.State(t.Context(), w.Club)
	if after.No != before.No+1 {
		t.Errorf("ten requests made %d acts", after.No-before.No)
	}
	a.Send("POST", path, key, `{"title":"Une autre","text":"Il pleuvait."}`, "Idempotency-Key", "k")
	if a.Answer.StatusCode != 409 || a.Field("error", "key") != "key-reused" {
		t.Errorf("another story under the key: %d %s", a.Answer.StatusCode, a.Body)
	}
	a.Send("POST", path, key, `{"title":"Une autre","text":"Il pleuvait."}`, "Idempotency-Key", "")
	if a.Answer.StatusCode != 422 {
		t.Errorf("without a key: %d %s", a.Answer.StatusCode, a.Body)
	}
}

// TestETags: a client that has the newest response gets status 304, until something happens.
func TestETags(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	a := webtest.NewAPI(t, w.Server.URL)
	for _, path := range []string{"/api/v1/openapi.json", "/api/v1/clubs/" + w.Club, "/api/v1" + w.BattlePath("campaigns", w.Camp, "chronicle")} {
		a.Send("GET", path, "", "")
		tag := a.Answer.Header.Get("ETag")
		a.Send("GET", path, "", "", "If-None-Match", `"other", `+tag)
		if tag == "" || a.Answer.StatusCode != 304 || len(a.Body) != 0 {
			t.Errorf("%s with its ETag %q: %d and %d bytes", path, tag, a.Answer.StatusCode, len(a.Body))
		}
		if strings.HasSuffix(path, "/chronicle") {
			if _, err := w.Service.PostStory(t.Context(), webtest.Actor(w.Yanis), w.Club, "s", campaign.PostStory{Campaign: w.Camp, Title: "T", Text: "U", Lang: "fr"}); err != nil {
				t.Fatal(err)
			}
			a.Send("GET", path, "", "", "If-None-Match", tag)
			if a.Answer.StatusCode != 200 {
				t.Errorf("after a story: %d", a.Answer.StatusCode)
			}
		}
	}
}

// TestKeysOfMembers: keys are made and revoked on a page, are shown once, and end with the membership. Cookies do not open the API.
func TestKeysOfMembers(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Player.Get("/clubs/"+w.ID+"/me").Get(w.Player.Link("Clés pour programmes")).Want(200, "Aucune clé")
	w.Player.Submit("/keys", "name", "", "until", "30").Want(422, "Ce champ est à remplir")
	w.Player.Submit("/keys", "name", "Robot du salon", "until", "400").Want(422, "Entre 1 et 366")
	w.Player.Submit("/keys", "name", "Robot du salon", "until", "30", "scopes", "stories").Want(200, "La clé est faite", "lire, récits")
	secret := w.Player.Page.Find("#secret").AttrOr("value", "")
	if w.Player.Header.Get("Cache-Control") != "no-store" || strings.Contains(w.Player.Get("/clubs/"+w.ID+"/keys").Body, secret) {
		t.Error("the secret is shown again, or may be kept")
	}
	a := webtest.NewAPI(t, w.Server.URL)
	a.Send("GET", "/api/v1/me", secret, "")
	if a.Answer.StatusCode != 200 || a.Field("name") != "Inès" {
		t.Fatalf("with the key: %d %s", a.Answer.StatusCode, a.Body)
	}
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "private", "yes").Want(200)
	a.Send("GET", "/api/v1"+w.CampaignPath(""), secret, "")
	if a.Answer.StatusCode != 200 {
		t.Errorf("a member's program does not see the private campaign: %d", a.Answer.StatusCode)
	}
	a.Send("GET", "/api/v1"+w.CampaignPath(""), "", "")
	if a.Answer.StatusCode != 404 {
		t.Errorf("anyone's program sees the private campaign: %d", a.Answer.StatusCode)
	}
	req, _ := http.NewRequest("GET", w.Server.URL+"/api/v1"+w.CampaignPath(""), nil)
	if w.Player.Do(req).Status != 404 {
		t.Errorf("a cookie opens the API: %d", w.Player.Status)
	}
	w.Player.Get("/clubs/"+w.ID+"/keys").Submit("/revoke").Want(200, "Clé retirée", "Aucune clé")
	a.Send("GET", "/api/v1/me", secret, "")
	if a.Answer.StatusCode != 401 {
		t.Errorf("with a revoked key: %d", a.Answer.StatusCode)
	}
}

// TestEveryOperationAsEveryRole: a key with all scopes does no more than its member's role allows.
func TestEveryOperationAsEveryRole(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	a := webtest.NewAPI(t, w.Server.URL)
	invite, err := w.Service.Invite(t.Context(), webtest.Actor(w.Camille), w.Club, campaign.Guest, 1, webtest.FixtureStart.Add(time.Hour), "")
	rulestest.Must(t, err)
	guest, err := w.Service.AcceptInvitation(t.Context(), invite.Token, "Hôte")
	rulestest.Must(t, err)
	keys := map[campaign.Role]string{"": "", campaign.Guest: w.NewKey(guest, campaign.Scopes...), campaign.Player: w.NewKey(w.Yanis, campaign.Scopes...)}
	fill := strings.NewReplacer(":club", w.Club, ":campaign", w.Camp, ":battle", w.Battle, ":roster", w.RosterYanis)
	needs := webtest.RouteNeeds()
	asked := 0
	for _, route := range w.Server.Config.Handler.(*echo.Echo).Routes() {
		if !strings.HasPrefix(route.Path, "/api/v1/clubs/") {
			continue
		}
		what, ok := needs[route.Method+" "+route.Path]
		if !ok {
			t.Errorf("%s %s is in no permission", route.Method, route.Path)
		}
		for role, key := range keys {
			a.Send(route.Method, fill.Replace(route.Path), key, "{}")
			refused := a.Answer.StatusCode == 401 || a.Answer.StatusCode == 403
			if may := what == site.Anyone || role != "" && campaign.Can(role, what); !may && !refused {
				t.Errorf("%s %s as %q: %d", route.Method, route.Path, role, a.Answer.StatusCode)
			} else if may && refused && route.Method == "GET" {
				t.Errorf("%s %s as %q: refused with %d", route.Method, route.Path, role, a.Answer.StatusCode)
			}
			asked++
		}
	}
	if asked < 40 {
		t.Errorf("only %d requests", asked)
	}
}
