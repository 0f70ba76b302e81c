package web_test

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
	"oriflamme/campaign/web"
)

// TestContract calls every operation of the published description and holds status, shape and every field of the
// answers against it; an operation that nobody calls, or a route that is not described, fails.
func TestContract(t *testing.T) {
	set := campaign.DefaultSettings("Les Marches de Sarle", "warcry")
	set.AutoConfirmDays = 1
	w := newBattleFixtureWith(t, set)
	a := newAPI(t, w.server.URL)
	fill := []string{"{club}", w.club, "{campaign}", w.camp, "{battle}", w.battle, "{roster}", w.rosterYanis}
	yanis, odile := w.newKey(w.yanis, campaign.Scopes...), w.newKey(w.odile, campaign.ScopeResults)

	for _, path := range []string{"/api/v1/games", clubPath, campaignPath, campaignPath + "/standings", campaignPath + "/battles", campaignPath + "/rosters", campaignPath + "/map",
		campaignPath + "/chronicle", clubPath + "/rosters/{roster}", battlePath} {
		a.call(200, "GET", path, "", "", fill...)
	}
	a.call(200, "GET", "/api/v1/me", yanis, "")
	if got := fmt.Sprint(a.field("name"), a.field("role"), a.field("scopes")); got != "Yanisplayer[results play stories sides]" {
		t.Errorf("the key is of %s", got)
	}
	a.call(401, "GET", "/api/v1/me", "", "")
	a.call(401, "GET", "/api/v1/me", "guessed", "")
	a.call(404, "GET", clubPath, "", "", "{club}", "nobody")
	a.call(404, "GET", battlePath, "", "", "{club}", w.club, "{battle}", "none")

	fall := `{"id":"1","game":"warcry","procedure":"fall-test","input":{"resting_on":"ladder"}`
	a.call(200, "POST", "/api/v1/odds", "", fall+`}`)
	a.call(200, "POST", "/api/v1/resolve", "", fall+`,"seed":7}`)
	a.call(422, "POST", "/api/v1/resolve", "", fall+`}`)
	if a.field("error", "code") != "missing-field" {
		t.Errorf("without dice: %s", a.body)
	}
	a.call(422, "POST", "/api/v1/odds", "", `{"game":"chess","procedure":"x","input":{}}`)

	w.openBattle("measured")
	record := w.phone(w.yanis)
	_, lines := record.raw(w.battlePath("battles", w.battle, "record"))
	setup, _, _ := strings.Cut(lines, "\n")
	a.call(200, "POST", "/api/v1/battle/begin", "", `{"setup":`+setup+`,"legal":true}`)
	state, legal := a.field("state"), a.field("legal").([]any)
	if len(legal) == 0 {
		t.Fatalf("no command is legal: %s", a.body)
	}
	request, err := json.Marshal(map[string]any{"game": "warcry", "state": state, "command": legal[0], "choices": []int{0}, "seed": "x"})
	if err != nil {
		t.Fatal(err)
	}
	a.call(200, "POST", "/api/v1/battle/play", "", string(request))
	a.call(422, "POST", "/api/v1/battle/play", "", strings.Replace(string(request), `"seed":"x"`, `"dice":[]`, 1))
	if a.field("error", "need", "sides") != 6.0 {
		t.Errorf("without dice: %s", a.body)
	}
	a.call(422, "POST", "/api/v1/battle/begin", "", `{"setup":{"game":"warcry"}}`)

	a.call(200, "GET", battlePath+"/live", yanis, "", fill...)
	command, err := json.Marshal(legal[0])
	if err != nil {
		t.Fatal(err)
	}
	step := fmt.Sprintf(`{"number":0,"command":%s,"choices":[0],"roll":"app"}`, command)
	a.call(403, "POST", battlePath+"/steps", odile, step, fill...) // the key lacks the scope
	a.call(401, "POST", battlePath+"/steps", "", step, fill...)
	a.call(200, "POST", battlePath+"/steps", yanis, step, fill...)
	a.call(409, "POST", battlePath+"/steps", yanis, strings.Replace(step, "app", "table", 1)+" ", fill...)
	if w.steps() != 1 {
		t.Errorf("%d steps, want 1", w.steps())
	}

	a.call(200, "POST", campaignPath+"/stories", yanis, `{"title":"La digue","text":"Il pleuvait."}`, fill...)
	a.call(422, "POST", campaignPath+"/stories", yanis, `{"title":"","text":"Il pleuvait."}`, fill...)
	a.call(404, "POST", campaignPath+"/stories", yanis, `{"title":"x","text":"y"}`, "{club}", w.club, "{campaign}", "none")
	a.call(200, "POST", battlePath+"/report", yanis, `{"winner":0,"scores":[3,1]}`, fill...)
	a.call(200, "POST", battlePath+"/dispute", odile, `{"reason":"Le décompte oublie un trésor."}`, fill...)
	shot := fmt.Sprintf(`{"alt":"La table","image":%q}`, base64.StdEncoding.EncodeToString(photograph(t, 60)))
	a.call(403, "POST", battlePath+"/exhibits", w.newKey(w.odile, campaign.ScopeStories), shot, fill...) // the key lacks the scope
	a.call(422, "POST", battlePath+"/exhibits", odile, `{"alt":"La table","image":"PHN2Zy8+"}`, fill...)
	a.call(422, "POST", battlePath+"/exhibits", odile, `{"alt":"La table","image":"no base64"}`, fill...)
	a.call(200, "POST", battlePath+"/exhibits", odile, shot, fill...)
	first := string(a.body)
	if a.call(200, "POST", battlePath+"/exhibits", odile, shot, fill...); string(a.body) != first {
		t.Errorf("sent again: %s, at first %s", a.body, first)
	}
	act, err := w.service.Schedule(t.Context(), actor(w.camille), w.club, "again", campaign.Schedule{Campaign: w.camp, Seats: []campaign.ID{w.rosterYanis, w.rosterOdile}, Attacker: -1})
	if err != nil {
		t.Fatal(err)
	}
	second := append([]string{"{battle}", act.Body.(campaign.Schedule).Battle}, fill...)
	a.call(200, "POST", battlePath+"/report", odile, `{"winner":-1,"note":"Nul."}`, second...)
	a.call(200, "POST", battlePath+"/confirm", yanis, `{}`, second...)
	a.call(409, "POST", battlePath+"/confirm", yanis, `{} `, second...)
	if act, err = w.service.Schedule(t.Context(), actor(w.camille), w.club, "third", campaign.Schedule{Campaign: w.camp, Seats: []campaign.ID{w.rosterYanis, w.rosterOdile}, Attacker: -1}); err != nil {
		t.Fatal(err)
	}
	third := append([]string{"{battle}", act.Body.(campaign.Schedule).Battle}, fill...)
	a.call(200, "POST", battlePath+"/report", odile, `{"winner":1}`, third...)
	a.call(409, "POST", battlePath+"/silence", odile, `{}`, third...)
	w.advance(25 * time.Hour)
	a.call(200, "POST", battlePath+"/silence", odile, `{} `, third...)
	a.call(403, "POST", clubPath+"/rosters/{roster}/company", odile, `{}`, fill...) // the key lacks the scope
	a.call(200, "POST", clubPath+"/rosters/{roster}/company", yanis, `{"club":"Les Ours"}`, fill...)
	a.call(409, "POST", clubPath+"/rosters/{roster}/company", yanis, `{"allies":["`+w.camille.Member+`"]}`, fill...)
	a.call(200, "GET", battlePath, "", "", second...)
	a.call(200, "GET", battlePath, "", "", fill...)

	for path, methods := range a.doc["paths"].(map[string]any) {
		for method := range methods.(map[string]any) {
			if op := strings.ToUpper(method) + " " + path; !a.seen[op] {
				t.Errorf("%s is described and was never seen to work", op)
			}
		}
	}
	for _, route := range w.server.Config.Handler.(*echo.Echo).Routes() {
		path := strings.NewReplacer(":club", "{club}", ":campaign", "{campaign}", ":battle", "{battle}", ":roster", "{roster}").Replace(route.Path)
		if strings.HasPrefix(path, "/api/v1/") && path != "/api/v1/openapi.json" && !a.seen[route.Method+" "+path] {
			t.Errorf("%s %s is a route and is not described", route.Method, path)
		}
	}
}

// TestOnceForEachKey: the same request ten times is one act; another under the same key is refused.
func TestOnceForEachKey(t *testing.T) {
	w := newBattleFixture(t)
	a := newAPI(t, w.server.URL)
	key := w.newKey(w.yanis, campaign.ScopeResults, campaign.ScopeStories)
	path := strings.NewReplacer("{club}", w.club, "{campaign}", w.camp).Replace(campaignPath + "/stories")
	before, _ := w.service.State(t.Context(), w.club)
	var first []byte
	for i := range 10 {
		a.send("POST", path, key, `{"title":"La digue","text":"Il pleuvait."}`, "Idempotency-Key", "k")
		if a.answer.StatusCode != 200 {
			t.Fatalf("the %d. time: %d %s", i+1, a.answer.StatusCode, a.body)
		}
		if first == nil {
			first = a.body
		}
		if !bytes.Equal(a.body, first) {
			t.Errorf("the %d. answer differs: %s", i+1, a.body)
		}
	}
	after, _ := w.service.State(t.Context(), w.club)
	if after.No != before.No+1 {
		t.Errorf("ten requests made %d acts", after.No-before.No)
	}
	a.send("POST", path, key, `{"title":"Une autre","text":"Il pleuvait."}`, "Idempotency-Key", "k")
	if a.answer.StatusCode != 409 || a.field("error", "key") != "key-reused" {
		t.Errorf("another story under the key: %d %s", a.answer.StatusCode, a.body)
	}
	a.send("POST", path, key, `{"title":"Une autre","text":"Il pleuvait."}`, "Idempotency-Key", "")
	if a.answer.StatusCode != 422 {
		t.Errorf("without a key: %d %s", a.answer.StatusCode, a.body)
	}
}

// TestETags: who has an answer is told so, until something happens.
func TestETags(t *testing.T) {
	w := newBattleFixture(t)
	a := newAPI(t, w.server.URL)
	for _, path := range []string{"/api/v1/openapi.json", "/api/v1/clubs/" + w.club, "/api/v1" + w.battlePath("campaigns", w.camp, "chronicle")} {
		a.send("GET", path, "", "")
		tag := a.answer.Header.Get("ETag")
		a.send("GET", path, "", "", "If-None-Match", `"other", `+tag)
		if tag == "" || a.answer.StatusCode != 304 || len(a.body) != 0 {
			t.Errorf("%s with its ETag %q: %d and %d bytes", path, tag, a.answer.StatusCode, len(a.body))
		}
		if strings.HasSuffix(path, "/chronicle") {
			if _, err := w.service.PostStory(t.Context(), actor(w.yanis), w.club, "s", campaign.PostStory{Campaign: w.camp, Title: "T", Text: "U", Lang: "fr"}); err != nil {
				t.Fatal(err)
			}
			a.send("GET", path, "", "", "If-None-Match", tag)
			if a.answer.StatusCode != 200 {
				t.Errorf("after a story: %d", a.answer.StatusCode)
			}
		}
	}
}

// TestKeysOfMembers: keys are made and revoked on a page, shown once, and end with the membership; no cookie opens the API.
func TestKeysOfMembers(t *testing.T) {
	w := newClubFixture(t)
	w.player.get("/clubs/"+w.id+"/me").get(w.player.link("Clés pour programmes")).want(200, "Aucune clé")
	w.player.submit("/keys", "name", "", "until", "30").want(422, "Ce champ est à remplir")
	w.player.submit("/keys", "name", "Robot du salon", "until", "400").want(422, "Entre 1 et 366")
	w.player.submit("/keys", "name", "Robot du salon", "until", "30", "scopes", "stories").want(200, "La clé est faite", "lire, récits")
	secret := w.player.page.Find("#secret").AttrOr("value", "")
	if w.player.header.Get("Cache-Control") != "no-store" || strings.Contains(w.player.get("/clubs/"+w.id+"/keys").body, secret) {
		t.Error("the secret is shown again, or may be kept")
	}
	a := newAPI(t, w.server.URL)
	a.send("GET", "/api/v1/me", secret, "")
	if a.answer.StatusCode != 200 || a.field("name") != "Inès" {
		t.Fatalf("with the key: %d %s", a.answer.StatusCode, a.body)
	}
	w.owner.get(w.campaignPath("/settings")).submit("/settings", "private", "yes").want(200)
	a.send("GET", "/api/v1"+w.campaignPath(""), secret, "")
	if a.answer.StatusCode != 200 {
		t.Errorf("a member's program does not see the private campaign: %d", a.answer.StatusCode)
	}
	a.send("GET", "/api/v1"+w.campaignPath(""), "", "")
	if a.answer.StatusCode != 404 {
		t.Errorf("anyone's program sees the private campaign: %d", a.answer.StatusCode)
	}
	req, _ := http.NewRequest("GET", w.server.URL+"/api/v1"+w.campaignPath(""), nil)
	if w.player.do(req).status != 404 {
		t.Errorf("a cookie opens the API: %d", w.player.status)
	}
	w.player.get("/clubs/"+w.id+"/keys").submit("/revoke").want(200, "Clé retirée", "Aucune clé")
	a.send("GET", "/api/v1/me", secret, "")
	if a.answer.StatusCode != 401 {
		t.Errorf("with a revoked key: %d", a.answer.StatusCode)
	}
}

// TestEveryOperationAsEveryRole: a key with all scopes does no more than its member's role allows.
func TestEveryOperationAsEveryRole(t *testing.T) {
	w := newBattleFixture(t)
	a := newAPI(t, w.server.URL)
	invite, err := w.service.Invite(t.Context(), actor(w.camille), w.club, campaign.Guest, 1, fixtureStart.Add(time.Hour), "")
	if err != nil {
		t.Fatal(err)
	}
	guest, err := w.service.AcceptInvitation(t.Context(), invite.Token, "Hôte")
	if err != nil {
		t.Fatal(err)
	}
	keys := map[campaign.Role]string{"": "", campaign.Guest: w.newKey(guest, campaign.Scopes...), campaign.Player: w.newKey(w.yanis, campaign.Scopes...)}
	fill := strings.NewReplacer(":club", w.club, ":campaign", w.camp, ":battle", w.battle, ":roster", w.rosterYanis)
	asked := 0
	for _, route := range w.server.Config.Handler.(*echo.Echo).Routes() {
		if !strings.HasPrefix(route.Path, "/api/v1/clubs/") {
			continue
		}
		what, ok := web.RoutePermissions[route.Method+" "+route.Path]
		if !ok {
			t.Errorf("%s %s is in no permission", route.Method, route.Path)
		}
		for role, key := range keys {
			a.send(route.Method, fill.Replace(route.Path), key, "{}")
			refused := a.answer.StatusCode == 401 || a.answer.StatusCode == 403
			if may := what == "" || role != "" && campaign.Can(role, what); !may && !refused {
				t.Errorf("%s %s as %q: %d", route.Method, route.Path, role, a.answer.StatusCode)
			} else if may && refused && route.Method == "GET" {
				t.Errorf("%s %s as %q: refused with %d", route.Method, route.Path, role, a.answer.StatusCode)
			}
			asked++
		}
	}
	if asked < 40 {
		t.Errorf("only %d requests", asked)
	}
}
