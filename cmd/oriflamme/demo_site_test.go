package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/notify"
	"oriflamme/campaign/web"
	"oriflamme/campaign/web/site"
	"oriflamme/content"
	"oriflamme/content/reference"
	"oriflamme/rules"
	"oriflamme/rules/games"
	"oriflamme/rules/rulestest"
)

// demoSite is the demo club served for a test.
type demoSite struct {
	url     string
	service *campaign.Service
	club    campaign.ID
	people  map[string]campaign.ID // by name
	app     *echo.Echo             // knows the routes
	offline *atomic.Bool           // while true the site drops every connection, those of service workers too
}

func newDemoSite(t *testing.T) demoSite {
	t.Helper()
	file := filepath.Join(t.TempDir(), "demo.db")
	text, err := demoFile()
	must(t, err)
	must(t, os.WriteFile(file, text, 0o600))
	return serveSite(t, file)
}

// demoFile returns the database of the demo, made once for all tests.
var demoFile = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "oriflamme-demo")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	file := filepath.Join(dir, "demo.db")
	if err := makeDemo(context.Background(), file, time.Now()); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
})

// sharedReference returns the reference, built once for all tests: under the race detector building takes longer than
// a request may.
var sharedReference = sync.OnceValue(func() func() *reference.Site {
	site := lazyReference()
	site()
	return site
})

// serveSite serves a database of the demo.
func serveSite(t *testing.T, file string) demoSite {
	t.Helper()
	ctx := context.Background()
	service, s, err := openService(file, false)
	must(t, err)
	service.UseSeeds(numberedSeeds(t.Name()))
	people, err := demoPeople(ctx, service)
	must(t, err)
	packsByGame, err := (&siteOptions{}).loadPacks()
	must(t, err)
	deliverer, err := notify.New(ctx, notify.Config{Service: service, Outbox: s, Catalogs: content.Catalogs(), Now: time.Now, Summarise: site.NotificationLine,
		Base: "https://club.example", Mail: &notify.PrintMailer{Out: io.Discard}})
	must(t, err)
	handler := web.New(web.Config{
		Service: service, Catalogs: content.Catalogs(), Games: games.All, Packs: packsByGame, Reference: sharedReference(), Now: time.Now, Demo: people, Deliverer: deliverer,
	})
	away := new(atomic.Bool)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if away.Load() {
			panic(http.ErrAbortHandler)
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	d := demoSite{app: handler.(*echo.Echo), offline: away, url: server.URL, service: service, club: people[0].Club, people: map[string]campaign.ID{}}
	state := d.state(t)
	for _, m := range state.AllMembers() {
		d.people[m.Name] = m.ID
	}
	return d
}

func (d demoSite) state(t *testing.T) *campaign.State {
	t.Helper()
	state, err := d.service.State(context.Background(), d.club)
	must(t, err)
	return state
}

// battle returns the first battle with a status.
func (d demoSite) battle(t *testing.T, status campaign.BattleStatus) *campaign.Battle {
	t.Helper()
	for _, b := range d.state(t).AllBattles() {
		if b.Status == status {
			return b
		}
	}
	t.Fatalf("no battle is %s", status)
	return nil
}

// lastBattle returns the last battle that fits, and ends the test when none does.
func (d demoSite) lastBattle(t *testing.T, fits func(s *campaign.State, b *campaign.Battle) bool) (last *campaign.Battle) {
	t.Helper()
	state := d.state(t)
	for _, b := range state.AllBattles() {
		if fits(state, b) {
			last = b
		}
	}
	if last == nil {
		t.Fatal("the demo has no such battle")
	}
	return last
}

// plannedBattle returns the battle of a game that is planned for tonight.
func (d demoSite) plannedBattle(t *testing.T, game string) *campaign.Battle {
	t.Helper()
	return d.lastBattle(t, func(s *campaign.State, b *campaign.Battle) bool {
		return b.Status == campaign.Scheduled && s.Campaigns[b.Campaign].Settings.Game == game
	})
}

// battleURL returns the address of a battle.
func (d demoSite) battleURL(battle *campaign.Battle) string {
	return d.url + "/clubs/" + d.club + "/battles/" + battle.ID
}

// live returns how far a battle has come.
func (d demoSite) live(t *testing.T, battle campaign.ID) *campaign.LiveSnapshot {
	t.Helper()
	live, err := d.service.Live(t.Context(), d.club, battle)
	must(t, err)
	return live
}

// playCommand gives a command with dice of the program, as Camille, who may act for others. Questions in the middle of
// the command are answered by their first option.
func (d demoSite) playCommand(t *testing.T, live *campaign.LiveSnapshot, battle campaign.ID, c rules.Command) {
	t.Helper()
	raw, err := rules.EncodeCommand(c)
	must(t, err)
	m := campaign.Move{Number: live.Number, Command: raw, Roll: campaign.RollApp, Key: fmt.Sprint("test-", live.Part, live.Number)}
	for {
		_, err := d.service.Play(t.Context(), campaign.Actor{Member: d.people["Camille"]}, d.club, battle, m)
		if q := (*rules.Question)(nil); !errors.As(err, &q) {
			if err != nil {
				t.Fatalf("%s: %v", raw, err)
			}
			return
		}
		m.Choices = append(m.Choices, rules.Reply{})
	}
}

// phones signs Camille and Yanis in, each on a phone.
func (d demoSite) phones(b browser) []tab {
	phones := []tab{b.person(390, 844), b.person(390, 844)}
	for i, name := range []string{"Camille", "Yanis"} {
		d.signIn(phones[i], name, "fr")
	}
	return phones
}

// signIn signs the tab in as a person of the demo, in a language.
func (d demoSite) signIn(tb tab, name, lang string) {
	tb.t.Helper()
	tb.open(d.url + "/?lang=" + lang)
	tb.click(`button[name=member][value="` + d.people[name] + `"]`)
	tb.wait(`document.querySelector("main") && location.pathname.startsWith("/clubs/")`)
}

// addresses returns the pages that people meet, by a short name.
func (d demoSite) addresses(t *testing.T) map[string]string {
	t.Helper()
	state := d.state(t)
	club := "/clubs/" + d.club
	camp := club + "/campaigns/" + state.AllCampaigns()[0].ID
	roster := club + "/rosters/" + state.RostersBy(d.people["Camille"])[0].ID
	battle := func(status campaign.BattleStatus) string { return club + "/battles/" + d.battle(t, status).ID }
	live, scheduled := "", ""
	for _, b := range state.AllBattles() {
		switch {
		case b.Status == campaign.Scheduled && len(b.EngineParts) > 0:
			live = club + "/battles/" + b.ID
		case b.Status == campaign.Scheduled && len(b.Stakes) > 0 && state.Seat(b, d.people["Camille"]) >= 0:
			scheduled = club + "/battles/" + b.ID
		}
	}
	pages := map[string]string{
		"club": club, "members": club + "/members", "me": club + "/me", "invite": club + "/invite",
		"campaigns": club + "/campaigns", "campaign-new": club + "/campaigns/new", "club-new": "/clubs/new",
		"campaign": camp, "standings": camp + "/standings", "battles": camp + "/battles", "chronicle": camp + "/chronicle",
		"rosters": camp + "/rosters", "schedule": camp + "/schedule", "settings": camp + "/settings", "story-new": camp + "/stories/new",
		"rules": camp + "/rules", "honours": camp + "/honours", "cemetery": camp + "/cemetery", "clone": club + "/campaigns/new?from=" + state.AllCampaigns()[0].ID,
		"versions": roster + "/versions", "unit": roster + "/units/" + state.RostersBy(d.people["Camille"])[0].List.Units[0].ID, "battle-sheets": battle(campaign.Final) + "/sheets",
		"roster": roster, "battle-scheduled": scheduled, "battle-live": live,
		"battle-final": battle(campaign.Final), "battle-disputed": battle(campaign.Disputed),
		"report": scheduled + "/report", "waiting": "/waiting",
		"keys": club + "/keys", "inbox": club + "/inbox", "notices": club + "/notices", "outbox": club + "/outbox", "compare": "/odds/compare", "duel": camp + "/duel", "share": camp + "/share", "pairings": camp + "/pairings", "poster": camp + "/poster", "import": camp + "/import",
		"map-edit": camp + "/map/edit", "draw": camp + "/draw", "permissions": club + "/permissions", "ratings": club + "/ratings/warcry",
		"company": roster + "/company", "club-settings": club + "/settings", "aftermath": battle(campaign.Final) + "/aftermath", "arrange": scheduled + "/arrange",
		"conduct": camp + "/conduct", "void": club + "/arbiter/void", "arbiter-case": club + "/arbiter/battles/" + d.battle(t, campaign.Disputed).ID,
		"own-battles": "/battles", "own-rosters": "/rosters", "sign-in": "/sign-in",
	}
	for _, b := range state.AllBattles() {
		if b.Status == campaign.Final && len(b.EngineParts) > 0 {
			pages["dice"] = club + "/battles/" + b.ID + "/dice"
		}
	}
	for name, path := range pages {
		if strings.HasSuffix(path, "/battles/") || path == "" {
			t.Fatalf("the demo has no %s", name)
		}
	}
	return pages
}

var must = rulestest.Must
