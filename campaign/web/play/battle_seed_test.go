package play_test

import (
	"bytes"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules"
	"oriflamme/rules/games"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
)

// liveSeed is a seed like those that the service makes; no page contains it by chance.
const liveSeed = "K7QX2MN4RT5VBZ3H6JDPWY2CFG"

// seedForms returns the ways in which a page could contain the seed: as it is stored, or encoded within a longer text.
func seedForms() map[string]string {
	forms := map[string]string{"stored": liveSeed, "lower case": strings.ToLower(liveSeed), "hex": hex.EncodeToString([]byte(liveSeed)), "HEX": strings.ToUpper(hex.EncodeToString([]byte(liveSeed)))}
	raw, _ := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(liveSeed)
	for name, b := range map[string][]byte{"": []byte(liveSeed), " of its bytes": raw} {
		forms["hex"+name+"."] = hex.EncodeToString(b)
		for shift := range 3 {
			// The text before the seed changes only the letters at both ends.
			text := base64.RawStdEncoding.EncodeToString(append(make([]byte, shift), b...))
			forms["base64"+name+strconv.Itoa(shift)] = text[4 : len(text)-4]
			text = base64.RawURLEncoding.EncodeToString(append(make([]byte, shift), b...))
			forms["base64url"+name+strconv.Itoa(shift)] = text[4 : len(text)-4]
		}
	}
	return forms
}

// seedIn returns the form in which a text contains the seed, or "".
func seedIn(text string) string {
	for name, form := range seedForms() {
		if strings.Contains(text, form) {
			return name
		}
	}
	return ""
}

// TestLiveSeedIsNowhere reads everything that the site serves during a battle, as every kind of person and program: pages, feeds,
// tables, calendars, archives, the whole API and the event stream of the battle. Nothing contains the seed of its dice.
func TestLiveSeedIsNowhere(t *testing.T) {
	rulestest.Slow(t) // request after request: nothing is shared
	w := webtest.NewBattleFixture(t)
	w.Service.UseSeeds(func() string { return liveSeed })
	w.OpenBattle(rules.Measured)
	var machine bytes.Buffer
	if err := w.Service.Export(t.Context(), campaign.Actor{}, w.Club, &machine); err != nil || seedIn(machine.String()) == "" {
		t.Fatalf("the machine's own archive: %v, or the scan finds nothing", err)
	}
	people := map[string]campaign.Session{"visitor": {}, "player": w.Yanis, "other player": w.Odile, "owner": w.Camille}
	for name, role := range map[string]campaign.Role{"arbiter": campaign.Arbiter, "organiser": campaign.Organiser, "plain member": campaign.Player, "guest": campaign.Guest} {
		invite, err := w.Service.Invite(t.Context(), webtest.Actor(w.Camille), w.Club, role, 1, webtest.FixtureStart.Add(48*time.Hour), "")
		rulestest.Must(t, err)
		people[name], err = w.Service.AcceptInvitation(t.Context(), invite.Token, strings.ToUpper(name))
		rulestest.Must(t, err)
	}
	if elsewhere, err := w.Service.FoundClub(t.Context(), campaign.FoundClub{Name: "Ailleurs", Lang: "fr", Owner: "Zoé"}); err != nil {
		t.Fatal(err)
	} else {
		people["member of another club"] = elsewhere
	}
	heard, done := w.RecordStream()
	// The battle goes on with dice of the program, typed dice, a roll that is half typed, and a previewed result.
	w.PlayUntil("roll-initiative")
	w.Phone(w.Yanis).Get(w.BattlePath("battles", w.Battle)).Send(".rolling", "face", "4")
	st := w.State()
	fill := strings.NewReplacer(":club", w.Club, ":campaign", w.Camp, ":battle", w.Battle, ":roster", w.RosterYanis, ":member", w.Yanis.Member, ":game", "warcry",
		":lang", "fr", ":session", "none", ":challenge", "none", ":version", "1", ":unit", st.Rosters[w.RosterYanis].List.Units[0].ID, ":sheet", "new", ":act", "1")
	read, answered := 0, map[string]bool{}
	for name, session := range people {
		p := w.Phone(session)
		key := ""
		if session.Club == w.Club {
			key = w.NewKey(session, campaign.Scopes...)
		}
		for _, route := range w.Server.Config.Handler.(*echo.Echo).Routes() {
			if route.Method != http.MethodGet || strings.HasSuffix(route.Path, "/events") || strings.Contains(route.Path, "*") {
				continue
			}
			req, err := http.NewRequest(http.MethodGet, w.Server.URL+fill.Replace(route.Path), nil)
			rulestest.Must(t, err)
			if strings.HasPrefix(route.Path, "/api/") && key != "" {
				req.Header.Set("Authorization", "Bearer "+key)
			}
			answer, err := p.Client.Do(req)
			rulestest.Must(t, err)
			body, err := io.ReadAll(answer.Body)
			answer.Body.Close()
			rulestest.Must(t, err)
			read++
			answered[route.Path] = answered[route.Path] || answer.StatusCode == http.StatusOK
			var head bytes.Buffer
			rulestest.Must(t, answer.Header.Write(&head))
			if form := seedIn(string(body) + head.String()); form != "" {
				t.Errorf("%s as %s: the live seed, %s", route.Path, name, form)
			}
		}
	}
	for _, must := range []string{"/clubs/:club/battles/:battle", "/clubs/:club/archive", "/clubs/:club/battles/:battle/record", "/clubs/:club/battles/:battle/dice", "/clubs/:club/battles/:battle/screen",
		"/clubs/:club/battles/:battle/state", "/clubs/:club/members/:member/account", "/clubs/:club/campaigns/:campaign/battles.csv", "/clubs/:club/campaigns/:campaign/feed/:lang",
		"/clubs/:club/campaigns/:campaign/calendar.ics", "/api/v1/clubs/:club/battles/:battle", "/api/v1/clubs/:club/battles/:battle/live"} {
		if !answered[must] {
			t.Errorf("%s answered nobody", must)
		}
	}
	if read < 1000 {
		t.Errorf("only %d requests", read)
	}
	done()
	if got := <-heard; !strings.Contains(got, "event: step") || seedIn(got) != "" {
		t.Errorf("the stream sent %q", got)
	}
}

// TestRestoredWithoutItsSeed: a battle from an archive without the seed is played to its end with dice thrown at the table. The
// page says so, offers no other dice, shows the hash from the start, and does not claim that the dice are proved.
func TestRestoredWithoutItsSeed(t *testing.T) {
	settings := campaign.DefaultSettings("Les Marches de Sarle", "warcry")
	settings.Aftermath = true
	w := webtest.NewBattleFixtureWith(t, settings)
	w.OpenBattle(rules.Measured)
	w.PlayUntil("roll-initiative")
	before := w.Live()
	there := w.RestoreElsewhere([]*rules.Game{warcry.Game})
	at := there.BattlePath("battles", there.Battle)
	p := there.Phone(there.Yanis).Get(at)
	if p.Status != http.StatusOK || p.Page.Find(".rolling .die-btn").Length() != 6 || p.Page.Find(".rolling button[name=roll]").Length() != 0 || !strings.Contains(p.Text(".rolling"), "sans la graine") {
		t.Fatalf("the dice are asked for so: %d %s", p.Status, p.Text(".ask"))
	}
	if said := there.Phone(campaign.Session{}).Get(at + "/screen").Page.Text(); !strings.Contains(said, before.SeedHash[:8]) {
		t.Errorf("the screen does not show the hash of the seed %s", before.SeedHash)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for n := 0; ; n++ {
		live, err := there.Service.Live(t.Context(), there.Club, there.Battle)
		rulestest.Must(t, err)
		if live.SeedHash != before.SeedHash || !live.SeedLost {
			t.Fatalf("the hash of the seed is %s, lost %t", live.SeedHash, live.SeedLost)
		}
		if live.Over {
			break
		}
		there.PlayByHand(live, rules.Sample(live.Battle, rng.IntN), rng)
	}
	if _, err := there.Service.FinishBattle(t.Context(), webtest.Actor(there.Yanis), there.Club, there.Battle, "finish"); err != nil {
		t.Fatal(err)
	}
	there.Phone(there.Odile).Get(at).Send("form[action$='/confirm']")
	proof, err := there.Service.ProveDice(t.Context(), there.Club, there.Battle, campaign.PartBattle)
	if err != nil || !proof.SeedLost || proof.SeedMatches() || proof.SeedHash != before.SeedHash || proof.TypedSteps == 0 {
		t.Errorf("the proof says %+v, %v", proof, err)
	}
	if said := there.Phone(campaign.Session{}).Get(at + "/dice").Text("main"); !strings.Contains(said, "n’a pas suivi l’archive") {
		t.Errorf("the page of the dice says %q", said)
	}
	if found, err := there.Service.Check(t.Context()); err != nil || len(found) > 0 {
		t.Errorf("check finds %v, %v", found, err)
	}
	// The aftermath has a seed of its own.
	after, err := there.Service.OpenAftermath(t.Context(), webtest.Actor(there.Yanis), there.Club, there.Battle, "after")
	if err != nil || after.SeedLost || after.SeedHash == before.SeedHash {
		t.Errorf("the aftermath: %+v, %v", after, err)
	}
}

// TestSecretBattleStaysBehind: an archive does not contain an unfinished battle with hidden hands. Where the club is restored,
// the battle's page says so and how to continue.
func TestSecretBattleStaysBehind(t *testing.T) {
	w := newQuestionFixture(t, "underworlds", "measured-choir-moths")
	there := w.RestoreElsewhere(games.All)
	p := there.Phone(there.Yanis).Get(there.BattlePath("battles", there.Battle))
	if p.Status != http.StatusOK || !strings.Contains(p.Text("main"), "n’est pas dans l’archive") {
		t.Fatalf("status %d: %s", p.Status, p.Text("main"))
	}
	report := p.Page.Find("main a[href$='/report']")
	if report.Length() == 0 {
		t.Fatalf("no way to the result: %s", p.Text("main"))
	}
	if p.Get(report.First().AttrOr("href", "")).Send("form[action$='/report']", "winner", "0"); p.Status != http.StatusOK {
		t.Errorf("the result: %d %s", p.Status, p.Text("main"))
	}
	if st, err := there.Service.State(t.Context(), there.Club); err != nil || st.Battles[there.Battle].Status != campaign.Reported {
		t.Errorf("the battle is %s, %v", st.Battles[there.Battle].Status, err)
	}
	if found, err := there.Service.Check(t.Context()); err != nil || len(found) > 0 {
		t.Errorf("check finds %v, %v", found, err)
	}
}
