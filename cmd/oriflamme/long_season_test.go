package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/chromedp/chromedp"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/content/packs"
	"oriflamme/rules/games"
	"oriflamme/rules/rulestest"
)

// The size of a club after some years.
const (
	seasonBattles  = 200
	seasonFighters = 15
	pageLimit      = 60 << 10 // most bytes of any page under gzip
)

// makeSeason writes the demo club with another campaign of 200 battles, in which Camille leads a warband of fifteen;
// her last battle is half-way.
func makeSeason(ctx context.Context, file string, now time.Time) (err error) {
	s, err := store.Open(file)
	if err != nil {
		return err
	}
	defer func() {
		if shut := s.Close(); err == nil {
			err = shut
		}
	}()
	began := now.Add(-300 * 24 * time.Hour)
	d := newDemo(ctx, s, games.All, began.Add(5*7*24*time.Hour))
	if err := d.run(); err != nil {
		return err
	}
	d.end = now
	set := campaign.DefaultSettings("Les longues saisons", d.game.ID)
	set.Limit, set.Rounds, set.Aftermath = 1200, seasonBattles/3+1, true
	land, err := campaign.GenerateIsland("les-longues-saisons", 37, "fr")
	if err != nil {
		return err
	}
	act, err := d.service.CreateCampaign(ctx, d.actor(0), d.club, d.key(), campaign.NewCampaign{Settings: set, Map: land})
	if err != nil {
		return err
	}
	d.campaign = act.Body.(campaign.NewCampaign).Campaign
	homes := corners(land, len(d.sides))
	pairHomes(land, homes)
	for i := range d.sides {
		prefix := "s" + strconv.Itoa(i+1) + "-"
		list, err := d.newRoster(d.sides[i].band, prefix, uint64(i+31))
		if i == 0 {
			units := append([]string{"pack-mother"}, slices.Repeat([]string{"salt-gnawer"}, seasonFighters-1)...)
			list, err = packs.NewRoster(d.pack, "salt-pack", prefix, units, 31)
		}
		if err != nil {
			return err
		}
		if err := d.enterRoster(i, list, "Anciens de "+d.sides[i].force, homes[i]); err != nil {
			return err
		}
	}
	for n := range seasonBattles {
		b := demoBattle{week: 1 + n/3, attacker: n % 6, defender: (n + 1 + n/6%5) % 6, result: "slip", winner: n%3 - 1, scores: []int{3 + n%7, 2 + n%5}}
		switch {
		case n == seasonBattles-1:
			b.attacker, b.defender, b.result = 0, 1, "half"
		case n%40 == 0:
			b.result = "engine"
		}
		d.now = d.now.Add(24 * time.Hour)
		if err := d.playBattle(b); err != nil {
			return fmt.Errorf("battle %d: %w", n, err)
		}
	}
	return nil
}

// TestLongSeason opens the pages of a club with two hundred battles and a warband of fifteen: each answers and is
// bounded in size, and the lists lead to every battle.
func TestLongSeason(t *testing.T) {
	t.Parallel()
	rulestest.Slow(t)
	file := filepath.Join(t.TempDir(), "season.db")
	start := time.Now()
	must(t, makeSeason(context.Background(), file, start))
	t.Logf("made in %v", time.Since(start).Round(time.Millisecond))
	site := serveSite(t, file)
	state := site.state(t)
	var camp *campaign.Campaign
	for _, c := range state.AllCampaigns() {
		if c.Settings.Name == "Les longues saisons" {
			camp = c
		}
	}
	battles := state.BattlesOf(camp.ID)
	if len(battles) != seasonBattles {
		t.Fatalf("%d battles", len(battles))
	}
	var half, final *campaign.Battle
	for _, b := range battles {
		switch {
		case b.Status == campaign.Scheduled:
			half = b
		case len(b.EngineParts) > 0:
			final = b
		}
	}
	var roster *campaign.Roster
	for _, r := range state.RostersOf(camp.ID) {
		if r.Member == site.people["Camille"] {
			roster = r
		}
	}
	if n := len(roster.BattleList().Units); n < 2 {
		t.Fatalf("%d fighters can still fight", n)
	}
	club := "/clubs/" + site.club
	at := club + "/campaigns/" + camp.ID
	client := site.client(t, "Camille")
	for _, path := range []string{
		"/", "/battles", "/waiting", "/rosters", club, club + "/campaigns", at, at + "/battles", at + "/standings", at + "/chronicle", at + "/rosters",
		at + "/schedule", club + "/rosters/" + roster.ID, club + "/rosters/" + roster.ID + "/edit", club + "/rosters/" + roster.ID + "/print",
		club + "/battles/" + half.ID, club + "/battles/" + final.ID, club + "/battles/" + half.ID + "/report",
	} {
		start := time.Now()
		body := get(t, client, site.url+path)
		took := time.Since(start)
		packed := gzippedLen(t, body)
		t.Logf("%-60s %7d bytes %6d gzip %v", strings.ReplaceAll(path, site.club, "C"), len(body), packed, took.Round(time.Millisecond/10))
		if packed > pageLimit {
			t.Errorf("%s weighs %d bytes", path, packed)
		}
	}
	seen := map[string]bool{}
	for next := at + "/battles"; next != ""; {
		page := getPage(t, client, site.url+next)
		page.Find("main a[href*='/battles/']").Each(func(_ int, s *goquery.Selection) {
			id, _, _ := strings.Cut(strings.TrimPrefix(s.AttrOr("href", ""), club+"/battles/"), "/")
			seen[id] = true
		})
		next = page.Find("a[rel=next]").AttrOr("href", "")
	}
	for _, b := range battles {
		if !seen[b.ID] {
			t.Errorf("no list leads to battle %s", b.ID)
		}
	}
	t.Run("phone", func(t *testing.T) {
		tb := newBrowser(t).person(360, 780)
		tb.t = t
		site.signIn(tb, "Camille", "fr")
		for name, path := range map[string]string{
			"battles": at + "/battles", "chronicle": at + "/chronicle", "campaign": at, "standings": at + "/standings", "rosters": at + "/rosters",
			"roster": club + "/rosters/" + roster.ID, "edit": club + "/rosters/" + roster.ID + "/edit",
			"half": club + "/battles/" + half.ID, "final": club + "/battles/" + final.ID, "club": club, "own": "/battles",
		} {
			tb.open(site.url + path)
			if px := tb.overflow(); px > 0 {
				var wide []string
				tb.eval(`[...document.querySelectorAll("main *")].filter(e => e.getBoundingClientRect().right > innerWidth).map(e => e.outerHTML.slice(0, 90))`, &wide)
				t.Errorf("%s scrolls sideways by %d px: %q", name, px, wide)
			}
			if dir := os.Getenv("ORIFLAMME_SHOTS"); dir != "" {
				var picture []byte
				tb.run(chromedp.FullScreenshot(&picture, 80))
				must(t, os.WriteFile(filepath.Join(dir, "season-"+name+".jpg"), picture, 0o644))
			}
		}
	})
}

// client returns the HTTP client of a person of the demo, signed in without a browser; its language is French.
func (d demoSite) client(t testing.TB, name string) *http.Client {
	t.Helper()
	client := newVisitor(t)
	d.enter(t, client, getPage(t, client, d.url+"/?lang=fr"), name)
	return client
}

// enter signs a client in as a person of the demo by the form on the first page.
func (d demoSite) enter(t testing.TB, client *http.Client, first *goquery.Document, name string) {
	t.Helper()
	answer, err := client.PostForm(d.url+"/demo/enter", url.Values{
		"_csrf": {first.Find("input[name=_csrf]").First().AttrOr("value", "")}, "member": {d.people[name]},
	})
	must(t, err)
	must(t, answer.Body.Close())
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("the sign-in page answers %s", answer.Status)
	}
}

// getPage returns the page at an address.
func getPage(t testing.TB, client *http.Client, url string) *goquery.Document {
	t.Helper()
	page, err := goquery.NewDocumentFromReader(bytes.NewReader(get(t, client, url)))
	must(t, err)
	return page
}

// newVisitor returns the HTTP client of a person who is not signed in.
func newVisitor(t testing.TB) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	must(t, err)
	return &http.Client{Jar: jar}
}

func get(t testing.TB, client *http.Client, url string) []byte {
	t.Helper()
	answer, err := client.Get(url)
	must(t, err)
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	must(t, err)
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", url, answer.Status)
	}
	return body
}

func gzippedLen(t testing.TB, body []byte) int {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(body)
	must(t, err)
	must(t, w.Close())
	return b.Len()
}
