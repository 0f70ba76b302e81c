package webtest

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
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/campaign/web"
	"oriflamme/content"
	"oriflamme/content/contenttest"
	"oriflamme/content/packs"
	"oriflamme/content/reference"
	"oriflamme/content/reference/build"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
)

// PlayOut lets both players press buttons in turn until the first player's page has an element that sel matches.
func (w *BattleFixture) PlayOut(sel string) []*Browser {
	w.T.Helper()
	phones := []*Browser{w.Phone(w.Yanis), w.Phone(w.Odile)}
	at := w.BattlePath("battles", w.Battle)
	for n := 0; n < 700 && phones[0].Get(at).Page.Find(sel).Length() == 0; n++ {
		p := phones[n%2].Get(at)
		for k := range 9 {
			if !p.Act(n*7 + k*3) {
				break
			}
		}
	}
	if phones[0].Page.Find(sel).Length() == 0 {
		w.T.Fatalf("no end after %d steps: %s", w.Steps(), phones[0].Text(".ask"))
	}
	return phones
}

// StateEvents follows the event stream of a battle. Each call of next waits for an event that differs from the one before.
func (w *BattleFixture) StateEvents(at string) (next func() string) {
	w.T.Helper()
	answer, err := http.Get(w.Server.URL + at + "/events")
	rulestest.Must(w.T, err)
	w.T.Cleanup(func() { answer.Body.Close() })
	lines, last := bufio.NewScanner(answer.Body), ""
	return func() string {
		w.T.Helper()
		for lines.Scan() {
			if described, is := strings.CutPrefix(lines.Text(), "data: "); is && described != last {
				last = described
				return described
			}
		}
		w.T.Fatalf("the stream ends: %v", lines.Err())
		return ""
	}
}

// NewKey makes an API key for a member.
func (w *BattleFixture) NewKey(of campaign.Session, scopes ...campaign.Scope) string {
	w.T.Helper()
	key, err := w.Service.IssueAPIKey(w.T.Context(), Actor(of), w.Club, "robot", scopes, FixtureStart.Add(72*time.Hour))
	rulestest.Must(w.T, err)
	return key.Secret
}

// ReportBattle reports a result for a seat.
func (w *BattleFixture) ReportBattle(of campaign.Session, seat rules.Seat, winner rules.Seat, scores ...int) {
	w.T.Helper()
	_, err := w.Service.Report(context.Background(), Actor(of), w.Club, "report "+of.Member,
		campaign.Report{Battle: w.Battle, Seat: seat, Result: campaign.Result{Winner: winner, Scores: scores}, Note: "J’ai noté au fur et à mesure."})
	rulestest.Must(w.T, err)
}

// FoughtBattle returns the battle of the fixture in the present state.
func (w *BattleFixture) FoughtBattle() *campaign.Battle {
	w.T.Helper()
	return w.State().Battles[w.Battle]
}

// CheckWoundBars compares the bars of all fighters on a battle's page with the battle, in which somebody must be wounded.
func (w *BattleFixture) CheckWoundBars(p *Browser) {
	w.T.Helper()
	live := w.Live()
	hurt, lines := 0, p.Page.Find(".force .fighter:not(.out)")
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
				w.T.Errorf("%s: the page shows %q, want %q", u.Name, got, want)
			}
			if got, want := bar.Find("svg .k5").AttrOr("width", ""), fmt.Sprintf("%.2f%%", 100*float64(left)/float64(track.Max)); got != want {
				w.T.Errorf("%s: the bar is %s long, want %s", u.Name, got, want)
			}
		}
	}
	if hurt == 0 {
		w.T.Error("nobody was hurt: the bars show nothing")
	}
}

// ToBattle goes from the club's home to the battle by the link there.
func (w *BattleFixture) ToBattle(p *Browser) *Browser {
	p.T.Helper()
	p.Get("/clubs/" + w.Club)
	link := p.Page.Find("main a[href$='/battles/" + w.Battle + "']").First()
	if link.Length() == 0 {
		p.T.Fatalf("home does not lead to the battle: %s", p.Text("main"))
	}
	return p.Get(link.AttrOr("href", ""))
}

// TurnOf returns the player who gives the next command.
func (w *BattleFixture) TurnOf(live *campaign.LiveSnapshot) campaign.Session {
	if live.Battle.Legal()[0].By() == 1 {
		return w.Odile
	}
	return w.Yanis
}

// LastCommand decodes the command of the last step.
func (w *BattleFixture) LastCommand(into any) {
	w.T.Helper()
	live := w.Live()
	raw, err := rules.EncodeCommand(live.Steps[live.Number-1].Command)
	rulestest.Must(w.T, err)
	rulestest.Must(w.T, json.Unmarshal(raw, into))
}

// ServeReference serves the club anew, with the rules reference of a game beside it.
func (w *BattleFixture) ServeReference(game *rules.Game) {
	w.T.Helper()
	games := []*rules.Game{game}
	site, err := reference.Build(content.FS, games, build.Options{})
	rulestest.Must(w.T, err)
	all, _ := packs.Load(content.FS, game)
	w.Server.Close()
	w.Server = httptest.NewServer(web.New(web.Config{Service: w.Service, Catalogs: content.Catalogs(), Games: games, Packs: map[string][]rules.Pack{game.ID: all},
		Reference: func() *reference.Site { return site }, Now: func() time.Time { return FixtureStart }}))
	w.T.Cleanup(w.Server.Close)
}

// OpenBrowser opens Chromium at the size of a phone with a member signed in.
func (w *BattleFixture) OpenBrowser(of campaign.Session) context.Context {
	w.T.Helper()
	return contenttest.Chromium(w.T, chromedp.EmulateViewport(390, 844), network.SetCookie("session", of.Cookie).WithURL(w.Server.URL).WithPath("/"))
}

// WaitFor waits until an expression in the page is true.
func (w *BattleFixture) WaitFor(ctx context.Context, what, expression string) {
	w.T.Helper()
	if err := chromedp.Run(ctx, contenttest.Until(expression)); err != nil {
		var question string
		_ = chromedp.Run(ctx, chromedp.Text(".ask", &question, chromedp.ByQuery))
		w.T.Fatalf("%s: %v; the page asks %q", what, err, question)
	}
}

// RecordStream follows the event stream of the battle until stop is called; the channel then receives all of it.
func (w *BattleFixture) RecordStream() (<-chan string, func()) {
	w.T.Helper()
	ctx, stop := context.WithCancel(w.T.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.Server.URL+w.BattlePath("battles", w.Battle, "events"), nil)
	rulestest.Must(w.T, err)
	answer, err := w.Phone(w.Odile).Client.Do(req)
	rulestest.Must(w.T, err)
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

// RestoreElsewhere restores the club on a site of its own, from the archive that its owner can download.
func (w *BattleFixture) RestoreElsewhere(games []*rules.Game) *BattleFixture {
	w.T.Helper()
	var kept bytes.Buffer
	rulestest.Must(w.T, w.Service.Export(w.T.Context(), Actor(w.Camille), w.Club, &kept))
	db, err := store.Open(filepath.Join(w.T.TempDir(), "elsewhere.db"))
	rulestest.Must(w.T, err)
	w.T.Cleanup(func() { db.Close() })
	var ticks atomic.Int64
	now := func() time.Time { return FixtureStart.Add(time.Hour + time.Duration(ticks.Add(1))*time.Second) }
	there := *w
	there.Service = campaign.NewService(db, games, now)
	if _, err := there.Service.Import(w.T.Context(), &kept); err != nil {
		w.T.Fatal(err)
	}
	there.Server = httptest.NewServer(web.New(web.Config{Service: there.Service, Catalogs: content.Catalogs(), Games: games, Now: now}))
	w.T.Cleanup(there.Server.Close)
	for _, s := range []*campaign.Session{&there.Camille, &there.Yanis, &there.Odile} {
		link, err := there.Service.IssueLink(w.T.Context(), campaign.Actor{}, there.Club, s.Member)
		rulestest.Must(w.T, err)
		*s, err = there.Service.SignIn(w.T.Context(), link)
		rulestest.Must(w.T, err)
	}
	return &there
}

// PlayByHand gives a command as the organiser, with dice as if thrown at the table.
func (w *BattleFixture) PlayByHand(live *campaign.LiveSnapshot, c rules.Command, rng *rand.Rand) {
	w.T.Helper()
	raw, err := rules.EncodeCommand(c)
	rulestest.Must(w.T, err)
	m := campaign.Move{Number: live.Number, Command: raw, Key: "by hand " + strconv.Itoa(live.Number)}
	for {
		_, err := w.Service.Play(w.T.Context(), Actor(w.Camille), w.Club, w.Battle, m)
		var need *dice.MissingError
		var q *rules.Question
		switch {
		case errors.As(err, &need):
			for range need.Roll.N - len(need.Present) {
				m.Dice = append(m.Dice, 1+rng.IntN(need.Roll.Sides))
			}
		case errors.As(err, &q):
			m.Choices = append(m.Choices, rules.Reply{Option: rng.IntN(len(q.Options))})
		case err != nil:
			w.T.Fatalf("%s: %v", raw, err)
		default:
			return
		}
	}
}

// PlayUntil lets the owner, who may act for others, give commands with dice of the program until a command of a kind is
// legal.
func (w *BattleFixture) PlayUntil(kind string) *campaign.LiveSnapshot {
	w.T.Helper()
	ctx := context.Background()
	var picks []rules.Reply
	for n := 0; n < 300; n++ {
		live := w.Live()
		legal := live.Battle.Legal()
		if len(legal) == 0 {
			break
		}
		if legal[0].Kind() == kind {
			return live
		}
		raw, err := rules.EncodeCommand(legal[0])
		rulestest.Must(w.T, err)
		_, err = w.Service.Play(ctx, Actor(w.Camille), w.Club, w.Battle, campaign.Move{Number: live.Number, Command: raw, Choices: picks, Roll: campaign.RollApp, Key: "until " + strconv.Itoa(n)})
		var q *rules.Question
		switch {
		case errors.As(err, &q):
			picks = append(picks, rules.Reply{})
		case err != nil:
			w.T.Fatal(err)
		default:
			picks = nil
		}
	}
	w.T.Fatalf("no %s", kind)
	return nil
}

// LastDice returns the dice of the last step, and which of them the program threw.
func (w *BattleFixture) LastDice() (faces []int, byApp []bool) {
	w.T.Helper()
	live := w.Live()
	last := live.Steps[live.Number-1]
	return rules.Faces(last.Dice), live.Rows[live.Number-1].Roll.Thrown(len(last.Dice))
}

// FixtureStart is the time at which every BattleFixture begins.
var FixtureStart = time.Date(2026, 11, 19, 19, 45, 0, 0, time.UTC)

// A BattleFixture is a club with a battle of Warcry that is not opened yet. Camille, the owner, has a roster but no seat;
// Yanis and Odile have one seat each.
type BattleFixture struct {
	T                                       *testing.T
	Service                                 *campaign.Service
	Server                                  *httptest.Server
	Club, Camp, Battle                      campaign.ID
	Camille                                 campaign.Session
	Yanis, Odile                            campaign.Session
	RosterYanis, RosterOdile, RosterCamille campaign.ID
	Pack                                    rules.Pack
	Advance                                 func(time.Duration) // moves the clock on
	scheduled                               int                 // number of battles that Schedule arranged
}

// NewBattleFixture returns a club with a battle in a campaign with default settings.
func NewBattleFixture(t *testing.T) *BattleFixture {
	t.Helper()
	return NewBattleFixtureWith(t, campaign.DefaultSettings("Les Marches de Sarle", "warcry"))
}

// NewBattleFixtureWith returns a club with a battle in a campaign with these settings.
func NewBattleFixtureWith(t *testing.T, settings campaign.Settings) *BattleFixture {
	t.Helper()
	w := NewGameFixture(t, warcry.Game, "Les Hussards du Jeudi", settings)
	w.RosterCamille = w.EnterRoster(w.Camille, "low-tide", "Marée basse", "c")
	w.RosterYanis = w.EnterRoster(w.Yanis, "watch-at-the-bridge", "Garde de Hautecombe", "y")
	w.RosterOdile = w.EnterRoster(w.Odile, "last-ball", "Corbeaux d’Aigremont", "o")
	w.Schedule(campaign.Schedule{Seats: []campaign.ID{w.RosterYanis, w.RosterOdile}, Mission: "Lignes telluriques", Table: "4", Attacker: 0, At: FixtureStart})
	return w
}

// NewGameFixture returns a club of Camille, Yanis and Odile with a campaign of a game, without a battle.
func NewGameFixture(t *testing.T, game *rules.Game, club string, settings campaign.Settings) *BattleFixture {
	t.Helper()
	ctx := context.Background()
	db, err := store.Open(filepath.Join(t.TempDir(), "club.db"))
	rulestest.Must(t, err)
	t.Cleanup(func() { db.Close() })
	var ticks atomic.Int64 // every look of the service at the clock is a second later
	now := func() time.Time { return FixtureStart.Add(time.Duration(ticks.Load()) * time.Second) }
	games := []*rules.Game{game}
	w := &BattleFixture{T: t, Service: campaign.NewService(db, games, func() time.Time { ticks.Add(1); return now() }), Advance: func(d time.Duration) { ticks.Add(int64(d / time.Second)) }}
	w.Service.UseSeeds(t.Name)
	w.Camille, err = w.Service.FoundClub(ctx, campaign.FoundClub{Name: club, Lang: "fr", Owner: "Camille"})
	rulestest.Must(t, err)
	w.Club = w.Camille.Club
	invite, err := w.Service.Invite(ctx, Actor(w.Camille), w.Club, campaign.Player, 2, FixtureStart.Add(time.Hour), "")
	rulestest.Must(t, err)
	w.Yanis, err = w.Service.AcceptInvitation(ctx, invite.Token, "Yanis")
	rulestest.Must(t, err)
	w.Odile, err = w.Service.AcceptInvitation(ctx, invite.Token, "Odile")
	rulestest.Must(t, err)
	act, err := w.Service.CreateCampaign(ctx, Actor(w.Camille), w.Club, "k1", campaign.NewCampaign{Settings: settings})
	rulestest.Must(t, err)
	w.Camp = act.Body.(campaign.NewCampaign).Campaign
	all, _ := packs.Load(content.FS, game)
	w.Pack = all[0]
	w.Server = httptest.NewServer(web.New(web.Config{Service: w.Service, Catalogs: content.Catalogs(), Games: games, Packs: map[string][]rules.Pack{game.ID: all}, Now: now}))
	t.Cleanup(w.Server.Close)
	return w
}

// Schedule arranges a battle in the campaign of the fixture, and makes it the battle of the fixture.
func (w *BattleFixture) Schedule(body campaign.Schedule) {
	w.T.Helper()
	body.Campaign = w.Camp
	w.scheduled++
	act, err := w.Service.Schedule(w.T.Context(), Actor(w.Camille), w.Club, fmt.Sprint("schedule ", w.scheduled), body)
	rulestest.Must(w.T, err)
	w.Battle = act.Body.(campaign.Schedule).Battle
}

// State returns the present state of the club.
func (w *BattleFixture) State() *campaign.State {
	w.T.Helper()
	s, err := w.Service.State(w.T.Context(), w.Club)
	rulestest.Must(w.T, err)
	return s
}

// Live returns the battle in the engine as it is now.
func (w *BattleFixture) Live() *campaign.LiveSnapshot {
	w.T.Helper()
	live, err := w.Service.Live(w.T.Context(), w.Club, w.Battle)
	rulestest.Must(w.T, err)
	return live
}

// Actor returns the member of a session as an actor.
func Actor(s campaign.Session) campaign.Actor { return campaign.Actor{Member: s.Member} }

// EnterRoster enters a ready-made warband of the pack.
func (w *BattleFixture) EnterRoster(of campaign.Session, band, name, prefix string) campaign.ID {
	w.T.Helper()
	for _, raw := range w.Pack.Parts["warbands"] {
		var b packs.ReadyList
		if err := json.Unmarshal(raw, &b); err != nil || b.ID != band {
			continue
		}
		list, err := packs.NewRoster(w.Pack, b.Faction, prefix, b.Units, 7)
		rulestest.Must(w.T, err)
		list.Name = name
		act, err := w.Service.AddRoster(context.Background(), Actor(of), w.Club, "roster "+band, campaign.NewRoster{Campaign: w.Camp, Member: of.Member, List: list})
		rulestest.Must(w.T, err)
		return act.Body.(campaign.NewRoster).Roster
	}
	w.T.Fatalf("no warband %q", band)
	return ""
}

// Phone returns the phone of a member who is signed in; for the zero session, that of a visitor.
func (w *BattleFixture) Phone(of campaign.Session) *Browser {
	w.T.Helper()
	jar := newCookieJar()
	base, err := url.Parse(w.Server.URL)
	rulestest.Must(w.T, err)
	if of.Cookie != "" {
		jar.SetCookies(base, []*http.Cookie{{Name: "session", Value: of.Cookie, Path: "/"}})
	}
	return &Browser{T: w.T, Base: w.Server.URL, Client: &http.Client{Jar: jar, Timeout: 5 * time.Minute}, Lang: "fr"}
}

// BattlePath returns a path in the club of the fixture.
func (w *BattleFixture) BattlePath(parts ...string) string {
	return "/clubs/" + w.Club + "/" + strings.Join(parts, "/")
}

// OpenBattle opens the battle in the engine by its form.
func (w *BattleFixture) OpenBattle(mode rules.Mode) {
	w.T.Helper()
	p := w.Phone(w.Yanis).Get(w.BattlePath("battles", w.Battle))
	p.Send("form[action$='/open']", "mode", string(mode))
	if p.Status != http.StatusOK || p.Page.Find(".score-header").Length() == 0 {
		w.T.Fatalf("opening: %d %s", p.Status, p.Text("main"))
	}
}

// Steps returns the number of commands so far.
func (w *BattleFixture) Steps() int {
	w.T.Helper()
	return w.Live().Number
}
