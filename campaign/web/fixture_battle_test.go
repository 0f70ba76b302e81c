package web_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/campaign/web"
	"oriflamme/content"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/warcry"
)

// playOut has both players press buttons until sel is on the first one's page.
func (w *battleFixture) playOut(sel string) []*phone {
	w.t.Helper()
	phones := []*phone{w.phone(w.yanis), w.phone(w.odile)}
	at := w.battlePath("battles", w.battle)
	for n := 0; n < 700 && phones[0].get(at).page.Find(sel).Length() == 0; n++ {
		p := phones[n%2].get(at)
		for k := range 9 {
			if !p.act(n*7 + k*3) {
				break
			}
		}
	}
	if phones[0].page.Find(sel).Length() == 0 {
		w.t.Fatalf("no end after %d steps: %s", w.steps(), phones[0].text(".ask"))
	}
	return phones
}

// moments follows the event stream of a battle; each call waits for a moment that was not told before.
func (w *battleFixture) stateEvents(at string) (next func() string) {
	w.t.Helper()
	answer, err := http.Get(w.server.URL + at + "/events")
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { answer.Body.Close() })
	lines, last := bufio.NewScanner(answer.Body), ""
	return func() string {
		w.t.Helper()
		for lines.Scan() {
			if described, is := strings.CutPrefix(lines.Text(), "data: "); is && described != last {
				last = described
				return described
			}
		}
		w.t.Fatalf("the stream ends: %v", lines.Err())
		return ""
	}
}

func (w *battleFixture) newKey(of campaign.Session, scopes ...campaign.Scope) string {
	w.t.Helper()
	key, err := w.service.IssueAPIKey(w.t.Context(), actor(of), w.club, "robot", scopes, fixtureStart.Add(72*time.Hour))
	if err != nil {
		w.t.Fatal(err)
	}
	return key.Secret
}

// report states a result for a seat.
func (w *battleFixture) reportBattle(of campaign.Session, seat rules.Seat, winner rules.Seat, scores ...int) {
	w.t.Helper()
	_, err := w.service.Report(context.Background(), actor(of), w.club, "report "+of.Member,
		campaign.Report{Battle: w.battle, Seat: seat, Result: campaign.Result{Winner: winner, Scores: scores}, Note: "J’ai noté au fur et à mesure."})
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *battleFixture) foughtBattle() *campaign.Battle {
	w.t.Helper()
	s, err := w.service.State(context.Background(), w.club)
	if err != nil {
		w.t.Fatal(err)
	}
	return s.Battles[w.battle]
}

// act does the next thing that a page asks for, without a script: it presses
// the button or follows the link whose turn it is by n. It reports whether there
// was anything to do.
func (p *phone) act(n int) bool {
	p.w.t.Helper()
	ask := p.page.Find(".ask")
	pick := func(of int) int { return n % of }
	post := func(form string, pairs ...string) bool {
		p.send(form, pairs...)
		return true
	}
	if buttons := ask.Find(".die-btn"); buttons.Length() > 0 {
		return post(".rolling", "face", buttons.Eq(pick(buttons.Length())).AttrOr("value", ""))
	}
	if answers := ask.Find("button[name=choice]"); answers.Length() > 0 {
		return post(".ask form.options", "choice", answers.Eq(pick(answers.Length())).AttrOr("value", ""))
	}
	if ask.Find("form.inputs").Length() > 0 {
		return post(".ask form.inputs")
	}
	if ask.HasClass("ask-ready") {
		return post(".ask form", "command", ask.Find("button[name=command]").AttrOr("value", ""))
	}
	doors := ask.Find(".pickable a, .pickable button, .options a:not(.cite), .options button[name=command]")
	if doors.Length() == 0 {
		return false
	}
	door := doors.Eq(pick(doors.Length()))
	if href, ok := door.Attr("href"); ok {
		p.get(href)
		return true
	}
	return post(".ask .options form, .ask .pickable form", "command", door.AttrOr("value", ""))
}

// barsTellTheTruth holds the bar of every fighter on a battle's page to what the battle knows of it, which must have hurt somebody.
func (w *battleFixture) checkWoundBars(p *phone) {
	w.t.Helper()
	live, err := w.service.Live(w.t.Context(), w.club, w.battle)
	if err != nil {
		w.t.Fatal(err)
	}
	hurt, lines := 0, p.page.Find(".force .fighter:not(.out)")
	units := slices.DeleteFunc(live.Battle.View(rules.Nobody).Units, func(u rules.UnitView) bool { return u.Gone })
	slices.SortStableFunc(units, func(a, b rules.UnitView) int { return int(a.Seat - b.Seat) })
	for n, u := range units {
		line := lines.Eq(n)
		for i, track := range u.Tracks {
			left := track.Max - track.Now
			if track.Now > 0 {
				hurt++
			}
			bar := line.Find(".wounds").Eq(i)
			if got, want := bar.Find("[aria-hidden=true]").Last().Text(), fmt.Sprintf("%d/%d", left, track.Max); got != want {
				w.t.Errorf("%s: the page shows %q, want %q", u.Name, got, want)
			}
			if got, want := bar.Find("svg .k5").AttrOr("width", ""), fmt.Sprintf("%.2f%%", 100*float64(left)/float64(track.Max)); got != want {
				w.t.Errorf("%s: the bar is %s long, want %s", u.Name, got, want)
			}
		}
	}
	if hurt == 0 {
		w.t.Error("nobody was hurt: the bars show nothing")
	}
}

// toBattle goes from the club's home to the battle by the link that is there.
func (p *phone) toBattle() *phone {
	p.w.t.Helper()
	p.get("/clubs/" + p.w.club)
	link := p.page.Find("main a[href$='/battles/" + p.w.battle + "']").First()
	if link.Length() == 0 {
		p.w.t.Fatalf("home does not lead to the battle: %s", p.text("main"))
	}
	return p.get(link.AttrOr("href", ""))
}

// turnOf is the player who gives the next command.
func (w *battleFixture) turnOf(live *campaign.LiveSnapshot) campaign.Session {
	if live.Battle.Legal()[0].By() == 1 {
		return w.odile
	}
	return w.yanis
}

// lastCommand is the command of the last step, as JSON.
func (w *battleFixture) lastCommand(into any) {
	w.t.Helper()
	live, err := w.service.Live(w.t.Context(), w.club, w.battle)
	if err != nil {
		w.t.Fatal(err)
	}
	raw, err := rules.EncodeCommand(live.Steps[live.Number-1].Command)
	if err != nil {
		w.t.Fatal(err)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		w.t.Fatal(err)
	}
}

// browse opens a phone with a script engine, signed in; without Chromium the
// test is skipped.
func (w *battleFixture) openBrowser(of campaign.Session) context.Context {
	w.t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("CI") != "" {
			w.t.Fatal("no Chromium in CI")
		}
		w.t.Skip("no Chromium here")
	}
	// Not t.TempDir: a browser that is being stopped may still write, which is no fault of the test.
	home, err := os.MkdirTemp("", "browser")
	if err != nil {
		w.t.Fatal(err)
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(home),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.WSURLReadTimeout(120*time.Second))
	alloc, stop := chromedp.NewExecAllocator(context.Background(), opts...)
	ctx, cancel := chromedp.NewContext(alloc)
	w.t.Cleanup(func() {
		_ = chromedp.Cancel(ctx)
		cancel()
		stop()
		_ = os.RemoveAll(home)
	})
	err = chromedp.Run(ctx, chromedp.EmulateViewport(390, 844), network.SetCookie("session", of.Cookie).WithURL(w.server.URL).WithPath("/"))
	if err != nil {
		w.t.Fatal(err)
	}
	return ctx
}

// see waits until an expression of the page is true.
func (w *battleFixture) waitFor(ctx context.Context, what, expression string) {
	w.t.Helper()
	began := time.Now()
	for {
		var ok bool
		if err := chromedp.Run(ctx, chromedp.Evaluate("Boolean("+expression+")", &ok)); err != nil && !strings.Contains(err.Error(), "context") {
			w.t.Fatalf("%s: %v", what, err)
		}
		if ok {
			return
		}
		if time.Since(began) > pageTimeout {
			var html string
			_ = chromedp.Run(ctx, chromedp.Text(".ask", &html, chromedp.ByQuery))
			w.t.Fatalf("%s: not seen within %v; the page asks %q", what, pageTimeout, html)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// listen follows the stream of the battle until it is told to stop, and then gives all that came.
func (w *battleFixture) recordStream() (<-chan string, func()) {
	w.t.Helper()
	ctx, stop := context.WithCancel(w.t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.server.URL+w.battlePath("battles", w.battle, "events"), nil)
	if err != nil {
		w.t.Fatal(err)
	}
	answer, err := w.phone(w.odile).client.Do(req)
	if err != nil {
		w.t.Fatal(err)
	}
	all := make(chan string, 1)
	go func() {
		defer answer.Body.Close()
		var said strings.Builder
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
			said.WriteString(lines.Text() + "\n")
		}
		all <- said.String()
	}()
	return all, stop
}

// elsewhere restores the club from the archive that its owner may take out, on a site of its own.
func (w *battleFixture) restoreElsewhere(games []*rules.Game) *battleFixture {
	w.t.Helper()
	var kept bytes.Buffer
	if err := w.service.Export(w.t.Context(), actor(w.camille), w.club, &kept); err != nil {
		w.t.Fatal(err)
	}
	db, err := store.Open(filepath.Join(w.t.TempDir(), "elsewhere.db"))
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { db.Close() })
	var ticks atomic.Int64
	now := func() time.Time { return fixtureStart.Add(time.Hour + time.Duration(ticks.Add(1))*time.Second) }
	there := *w
	there.service = campaign.NewService(db, games, now)
	if _, err := there.service.Import(w.t.Context(), &kept); err != nil {
		w.t.Fatal(err)
	}
	there.server = httptest.NewServer(web.New(web.Config{Service: there.service, Catalogs: content.Catalogs(), Games: games, Now: now}))
	w.t.Cleanup(there.server.Close)
	for _, s := range []*campaign.Session{&there.camille, &there.yanis, &there.odile} {
		link, err := there.service.IssueLink(w.t.Context(), campaign.Actor{}, there.club, s.Member)
		if err != nil {
			w.t.Fatal(err)
		}
		if *s, err = there.service.SignIn(w.t.Context(), link); err != nil {
			w.t.Fatal(err)
		}
	}
	return &there
}

// byHand gives a command with dice of the table, as the organiser.
func (w *battleFixture) playByHand(live *campaign.LiveSnapshot, c rules.Command, rng *rand.Rand) {
	w.t.Helper()
	raw, err := rules.EncodeCommand(c)
	if err != nil {
		w.t.Fatal(err)
	}
	m := campaign.Move{Number: live.Number, Command: raw, Key: "by hand " + formatInt(live.Number)}
	for {
		_, err := w.service.Play(w.t.Context(), actor(w.camille), w.club, w.battle, m)
		var need *dice.MissingError
		var q *rules.Question
		switch {
		case errors.As(err, &need):
			for range need.Roll.N - len(need.Present) {
				m.Dice = append(m.Dice, 1+rng.IntN(need.Roll.Sides))
			}
		case errors.As(err, &q):
			m.Choices = append(m.Choices, rng.IntN(len(q.Options)))
		case err != nil:
			w.t.Fatalf("%s: %v", raw, err)
		default:
			return
		}
	}
}

// until has the owner, who may act for others, give commands with dice of the program until
// one of a kind may be given.
func (w *battleFixture) playUntil(kind string) *campaign.LiveSnapshot {
	w.t.Helper()
	ctx := context.Background()
	var picks []int
	for n := 0; n < 300; n++ {
		live, err := w.service.Live(ctx, w.club, w.battle)
		if err != nil {
			w.t.Fatal(err)
		}
		legal := live.Battle.Legal()
		if len(legal) == 0 {
			break
		}
		if legal[0].Kind() == kind {
			return live
		}
		raw, err := rules.EncodeCommand(legal[0])
		if err != nil {
			w.t.Fatal(err)
		}
		_, err = w.service.Play(ctx, actor(w.camille), w.club, w.battle, campaign.Move{Number: live.Number, Command: raw, Choices: picks, Roll: campaign.RollApp, Key: "until " + strconv.Itoa(n)})
		var q *rules.Question
		switch {
		case errors.As(err, &q):
			picks = append(picks, 0)
		case err != nil:
			w.t.Fatal(err)
		default:
			picks = nil
		}
	}
	w.t.Fatalf("no %s", kind)
	return nil
}

// thrown is the last step: its dice, and which of them the program threw.
func (w *battleFixture) lastDice() (faces []int, byApp []bool) {
	w.t.Helper()
	live, err := w.service.Live(context.Background(), w.club, w.battle)
	if err != nil {
		w.t.Fatal(err)
	}
	last := live.Steps[live.Number-1]
	return rules.Faces(last.Dice), live.Rows[live.Number-1].Roll.Thrown(len(last.Dice))
}

// tableNow is when every test of the tables begins.
var fixtureStart = time.Date(2026, 11, 19, 19, 45, 0, 0, time.UTC)

// tables is a club with a battle of Warcry to be played: Camille, the owner, has
// a roster but no seat; Yanis and Odile have one each.
type battleFixture struct {
	t                                       *testing.T
	service                                 *campaign.Service
	server                                  *httptest.Server
	club, camp, battle                      campaign.ID
	camille                                 campaign.Session
	yanis, odile                            campaign.Session
	rosterYanis, rosterOdile, rosterCamille campaign.ID
	pack                                    rules.Pack
	advance                                 func(time.Duration) // moves the clock on
}

func newBattleFixture(t *testing.T) *battleFixture {
	t.Helper()
	return newBattleFixtureWith(t, campaign.DefaultSettings("Les Marches de Sarle", "warcry"))
}

func newBattleFixtureWith(t *testing.T, settings campaign.Settings) *battleFixture {
	t.Helper()
	ctx := context.Background()
	db, err := store.Open(filepath.Join(t.TempDir(), "club.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	var ticks atomic.Int64 // every look at the clock is a second later
	now := func() time.Time { return fixtureStart.Add(time.Duration(ticks.Load()) * time.Second) }
	games := []*rules.Game{warcry.Game}
	w := &battleFixture{t: t, service: campaign.NewService(db, games, func() time.Time { ticks.Add(1); return now() }), advance: func(d time.Duration) { ticks.Add(int64(d / time.Second)) }}
	w.service.UseSeeds(t.Name)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	w.camille, err = w.service.FoundClub(ctx, campaign.FoundClub{Name: "Les Hussards du Jeudi", Lang: "fr", Owner: "Camille"})
	must(err)
	w.club = w.camille.Club
	invite, err := w.service.Invite(ctx, actor(w.camille), w.club, campaign.Player, 2, fixtureStart.Add(time.Hour), "")
	must(err)
	w.yanis, err = w.service.AcceptInvitation(ctx, invite.Token, "Yanis")
	must(err)
	w.odile, err = w.service.AcceptInvitation(ctx, invite.Token, "Odile")
	must(err)
	act, err := w.service.CreateCampaign(ctx, actor(w.camille), w.club, "k1", campaign.NewCampaign{Settings: settings})
	must(err)
	w.camp = act.Body.(campaign.NewCampaign).Campaign
	all, _ := packs.Load(content.FS, warcry.Game)
	w.pack = all[0]
	w.rosterCamille = w.enterRoster(w.camille, "low-tide", "Marée basse", "c")
	w.rosterYanis = w.enterRoster(w.yanis, "watch-at-the-bridge", "Garde de Hautecombe", "y")
	w.rosterOdile = w.enterRoster(w.odile, "last-ball", "Corbeaux d’Aigremont", "o")
	act, err = w.service.Schedule(ctx, actor(w.camille), w.club, "k2", campaign.Schedule{Campaign: w.camp, Seats: []campaign.ID{w.rosterYanis, w.rosterOdile},
		Mission: "Lignes telluriques", Table: "4", Attacker: 0, At: fixtureStart})
	must(err)
	w.battle = act.Body.(campaign.Schedule).Battle
	w.server = httptest.NewServer(web.New(web.Config{Service: w.service, Catalogs: content.Catalogs(), Games: games, Packs: map[string][]rules.Pack{"warcry": all}, Now: now}))
	t.Cleanup(w.server.Close)
	return w
}

func actor(s campaign.Session) campaign.Actor { return campaign.Actor{Member: s.Member} }

// roster enters a ready-made warband of the pack.
func (w *battleFixture) enterRoster(of campaign.Session, band, name, prefix string) campaign.ID {
	w.t.Helper()
	for _, raw := range w.pack.Parts["warbands"] {
		var b packs.ReadyList
		if err := json.Unmarshal(raw, &b); err != nil || b.ID != band {
			continue
		}
		list, err := packs.NewRoster(w.pack, b.Faction, prefix, b.Units, 7)
		if err != nil {
			w.t.Fatal(err)
		}
		list.Name = name
		act, err := w.service.AddRoster(context.Background(), actor(of), w.club, "roster "+band, campaign.NewRoster{Campaign: w.camp, Member: of.Member, List: list})
		if err != nil {
			w.t.Fatal(err)
		}
		return act.Body.(campaign.NewRoster).Roster
	}
	w.t.Fatalf("no warband %q", band)
	return ""
}

// A phone is a browser that keeps cookies and follows no redirect by itself.
type phone struct {
	w      *battleFixture
	client *http.Client
	page   *goquery.Document // the last page
	at     string            // its address
	status int
}

// phone signs a member in; the zero session is a visitor.
func (w *battleFixture) phone(of campaign.Session) *phone {
	w.t.Helper()
	jar := newCookieJar()
	base, err := url.Parse(w.server.URL)
	if err != nil {
		w.t.Fatal(err)
	}
	if of.Cookie != "" {
		jar.SetCookies(base, []*http.Cookie{{Name: "session", Value: of.Cookie, Path: "/"}})
	}
	return &phone{w: w, client: &http.Client{Jar: jar, Timeout: 5 * time.Minute}}
}

func (w *battleFixture) battlePath(parts ...string) string {
	return "/clubs/" + w.club + "/" + strings.Join(parts, "/")
}

func (p *phone) take(answer *http.Response, err error) *phone {
	p.w.t.Helper()
	if err != nil {
		p.w.t.Fatal(err)
	}
	defer answer.Body.Close()
	p.status, p.at = answer.StatusCode, answer.Request.URL.RequestURI()
	if p.page, err = goquery.NewDocumentFromReader(answer.Body); err != nil {
		p.w.t.Fatal(err)
	}
	if n := p.page.Find("[style], script:not([src]), style").Length(); n > 0 {
		p.w.t.Errorf("%s: %d pieces that the content policy forbids", p.at, n)
	}
	if text := p.page.Text(); strings.Contains(text, "⟨") {
		i := strings.Index(text, "⟨")
		p.w.t.Errorf("%s: a phrase is missing: %s", p.at, text[i:min(len(text), i+60)])
	}
	return p
}

func (p *phone) get(path string) *phone {
	p.w.t.Helper()
	return p.take(p.client.Get(p.w.server.URL + path))
}

// send fills the first form that sel finds with what it holds, changed by the
// given names and values, and sends it.
func (p *phone) send(sel string, pairs ...string) *phone {
	p.w.t.Helper()
	form := p.page.Find(sel).First()
	if form.Length() == 0 {
		html, _ := p.page.Find("main").Html()
		p.w.t.Fatalf("%s: no form %s in %s", p.at, sel, html)
	}
	q := formValues(form)
	for i := 0; i+1 < len(pairs); i += 2 {
		q.Set(pairs[i], pairs[i+1])
	}
	action, ok := form.Attr("action")
	if !ok {
		action = strings.SplitN(p.at, "?", 2)[0]
	}
	if form.AttrOr("method", "get") == "get" {
		return p.get(action + "?" + q.Encode())
	}
	return p.take(p.client.PostForm(p.w.server.URL+action, q))
}

// filled are the values that a browser would send with a form, without a button.
func formValues(form *goquery.Selection) url.Values {
	q := url.Values{}
	form.Find("input[name], select[name], textarea[name]").Each(func(_ int, in *goquery.Selection) {
		name, value := in.AttrOr("name", ""), in.AttrOr("value", "")
		_, checked := in.Attr("checked")
		switch kind := in.AttrOr("type", ""); {
		case goquery.NodeName(in) == "select":
			value = in.Find("option[selected]").AttrOr("value", in.Find("option").First().AttrOr("value", ""))
		case goquery.NodeName(in) == "textarea":
			value = in.Text()
		case (kind == "checkbox" || kind == "radio") && !checked:
			return
		}
		q.Add(name, value)
	})
	return q
}

// text is the text of what sel finds, with single spaces.
func (p *phone) text(sel string) string {
	return strings.Join(strings.Fields(p.page.Find(sel).Text()), " ")
}

// raw fetches a path as it is.
func (p *phone) raw(path string) (int, string) {
	p.w.t.Helper()
	answer, err := p.client.Get(p.w.server.URL + path)
	if err != nil {
		p.w.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		p.w.t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

func (w *battleFixture) openBattle(mode rules.Mode) {
	w.t.Helper()
	p := w.phone(w.yanis).get(w.battlePath("battles", w.battle))
	p.send("form[action$='/open']", "mode", string(mode))
	if p.status != http.StatusOK || p.page.Find(".score-header").Length() == 0 {
		w.t.Fatalf("opening: %d %s", p.status, p.text("main"))
	}
}

// steps is how many commands the battle has seen.
func (w *battleFixture) steps() int {
	w.t.Helper()
	live, err := w.service.Live(context.Background(), w.club, w.battle)
	if err != nil {
		w.t.Fatal(err)
	}
	return live.Number
}

func formatInt(n int) string { return strconv.Itoa(n) }
