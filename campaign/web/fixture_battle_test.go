package web_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/campaign/web"
	"oriflamme/content"
	"oriflamme/rules"
	"oriflamme/rules/dice"
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
