package book_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/content/engineapi"
	"oriflamme/public"
	"oriflamme/rules"
	"oriflamme/rules/games"
	"oriflamme/rules/rulestest"
)

// TestOnlyTheWorkerMayCompile: no page may compile WebAssembly. The worker that runs the engine is a file of its own with its
// own policy.
func TestOnlyTheWorkerMayCompile(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	w.OpenBattle(rules.Measured)
	p := w.Phone(w.Yanis)
	for path, may := range map[string]bool{
		public.URL(public.EngineScript): true, public.URL("js/engine_client.js"): false, public.URL("js/wasm_exec.js"): false,
		"/odds": false, "/odds/forms": false, w.BattlePath("battles", w.Battle): false,
	} {
		answer, err := p.Client.Get(w.Server.URL + path)
		rulestest.Must(t, err)
		answer.Body.Close()
		policy := answer.Header.Get("Content-Security-Policy")
		if got := strings.Contains(policy, "'wasm-unsafe-eval'"); got != may || strings.Contains(policy, "'unsafe-eval'") || !strings.Contains(policy, "default-src 'none'") {
			t.Errorf("%s: status %d, policy %q", path, answer.StatusCode, policy)
		}
	}
}

// TestEngineFilesAreThere fetches every file that a browser is told to keep, and weighs the page with all calculators.
func TestEngineFilesAreThere(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	p := w.Phone(w.Yanis)
	_, body := p.Raw("/pocket")
	var list struct{ Assets, Words, Pages []string }
	rulestest.Must(t, json.Unmarshal([]byte(body), &list))
	if !slices.Contains(list.Assets, public.EngineURL()) || len(list.Words) == 0 || len(list.Pages) < 3 {
		t.Fatalf("the list is %s", body)
	}
	native := engineapi.New(games.All)
	for _, path := range slices.Concat(list.Assets, list.Words, list.Pages) {
		status, body := p.Raw(path)
		if status != http.StatusOK {
			t.Errorf("%s: status %d", path, status)
		}
		if slices.Contains(list.Words, path) {
			if got := native.Answer(engineapi.AddPhrases, []byte(body)); string(got) != "{}" {
				t.Errorf("%s: the engine says %s", path, got)
			}
		}
		if strings.HasPrefix(path, "/odds/forms") {
			var packed bytes.Buffer
			z := gzip.NewWriter(&packed)
			if _, err := z.Write([]byte(body)); err != nil {
				t.Fatal(err)
			}
			z.Close()
			if packed.Len() > 60<<10 || strings.Count(body, "<template") < 3 {
				t.Errorf("%s weighs %d bytes packed and has %d forms", path, packed.Len(), strings.Count(body, "<template"))
			}
		}
	}
	question, err := json.Marshal(engineapi.OddsRequest{Lang: "fr", Game: "warcry", Query: "ruling=resolve-attack"})
	rulestest.Must(t, err)
	var r engineapi.OddsResult
	if err := json.Unmarshal(native.Answer(engineapi.ComputeOdds, question), &r); err != nil || r.Main != nil || len(r.Faults) != 1 {
		t.Errorf("an attack without figures: %+v, %v", r, err)
	}
}

// TestStateIsForPlayers: only the players of a battle get its state, at the present step.
func TestStateIsForPlayers(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	w.OpenBattle(rules.Measured)
	at := w.BattlePath("battles", w.Battle) + "/state"
	status, body := w.Phone(w.Yanis).Raw(at)
	var kept struct {
		Game  string
		Step  int
		Seat  rules.Seat
		State json.RawMessage
	}
	if err := json.Unmarshal([]byte(body), &kept); status != http.StatusOK || err != nil {
		t.Fatalf("status %d, %v: %s", status, err, body)
	}
	g := games.Find(kept.Game)
	if g == nil || kept.Step != w.Steps() || kept.Seat < 0 {
		t.Fatalf("the state is %+v", kept)
	}
	if _, err := g.Load(kept.State); err != nil {
		t.Error(err)
	}
	if status, body := w.Phone(campaign.Session{}).Raw(at); strings.Contains(body, `"state"`) {
		t.Errorf("a visitor gets status %d and %s", status, body)
	}
	v := webtest.NewUnderworldsFixture(t)
	if status, body := v.Phone(v.Camille).Raw(v.BattlePath("battles", v.Battle) + "/state"); status != http.StatusForbidden {
		t.Errorf("where hands are hidden: status %d, %.80s", status, body)
	}
}
