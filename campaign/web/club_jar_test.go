package web_test

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/campaign/web"
	"oriflamme/content"
	"oriflamme/rules"
)

// quiet is a game without an engine: what clubs and campaigns do does not depend on one.
var noEngineGame = &rules.Game{ID: "warmaster", Name: "Warmaster", Edition: "test"}

// club is a site on a fresh database, with a real server.
type testSite struct {
	t       *testing.T
	service *campaign.Service
	store   *store.Store
	server  *httptest.Server

	mu  sync.Mutex
	now time.Time
}

func newTestSite(t *testing.T) *testSite {
	t.Helper()
	return newTestSiteWith(t, func(*web.Config) {})
}

// newClubWith is newClub on a site that is set up otherwise.
func newTestSiteWith(t *testing.T, change func(*web.Config)) *testSite {
	t.Helper()
	db, err := store.Open(filepath.Join(t.TempDir(), "club.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w := &testSite{t: t, store: db, now: time.Date(2026, 11, 19, 19, 30, 0, 0, time.UTC)}
	w.service = campaign.NewService(db, []*rules.Game{noEngineGame}, w.clock)
	config := web.Config{Service: w.service, Catalogs: content.Catalogs(), Games: []*rules.Game{noEngineGame}, Now: w.clock}
	change(&config)
	w.server = httptest.NewServer(web.New(config))
	t.Cleanup(w.server.Close)
	return w
}

// reader is one browser, without scripts: it follows links and sends forms.
type browser struct {
	t      *testing.T
	base   string
	client *http.Client
	lang   string
	status int
	path   string // after redirects, with its query
	body   string
	page   *goquery.Document
	header http.Header
}

func (w *testSite) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return &browser{t: w.t, base: w.server.URL, client: &http.Client{Jar: jar}, lang: "fr"}
}

func (r *browser) do(req *http.Request) *browser {
	r.t.Helper()
	if r.lang != "fr" {
		req.AddCookie(&http.Cookie{Name: "lang", Value: r.lang})
	}
	res, err := r.client.Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	r.status, r.body, r.path, r.header = res.StatusCode, string(body), res.Request.URL.RequestURI(), res.Header
	if r.page, err = goquery.NewDocumentFromReader(strings.NewReader(r.body)); err != nil {
		r.t.Fatal(err)
	}
	return r
}

func (r *browser) get(path string) *browser {
	r.t.Helper()
	req, err := http.NewRequest(http.MethodGet, r.base+path, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	return r.do(req)
}

// send fills the form whose action ends so and posts it.
func (r *browser) submit(action string, pairs ...string) *browser {
	r.t.Helper()
	to, values := r.fill(action, pairs...)
	return r.post(to, values)
}

// fill fills the form whose action ends so, and returns where it goes.
func (r *browser) fill(action string, pairs ...string) (to string, values url.Values) {
	r.t.Helper()
	form := r.page.Find("main form").FilterFunction(func(_ int, s *goquery.Selection) bool {
		return strings.HasSuffix(s.AttrOr("action", ""), action) && s.AttrOr("method", "") == "post"
	}).First()
	if form.Length() == 0 {
		r.t.Fatalf("no form for %q on %s\n%s", action, r.path, r.text("main"))
	}
	values = url.Values{}
	form.Find("input[name],textarea[name]").Each(func(_ int, s *goquery.Selection) {
		kind := s.AttrOr("type", "")
		if (kind == "radio" || kind == "checkbox") && s.AttrOr("checked", "no") == "no" {
			return
		}
		values.Add(s.AttrOr("name", ""), s.AttrOr("value", s.Text()))
	})
	form.Find("select[name]").Each(func(_ int, s *goquery.Selection) {
		chosen := s.Find("option[selected]")
		if chosen.Length() == 0 {
			chosen = s.Find("option").First()
		}
		values.Set(s.AttrOr("name", ""), chosen.AttrOr("value", ""))
	})
	for i := 0; i+1 < len(pairs); i += 2 {
		values.Set(pairs[i], pairs[i+1])
	}
	return form.AttrOr("action", ""), values
}

func (r *browser) post(path string, values url.Values, header ...string) *browser {
	r.t.Helper()
	req, err := http.NewRequest(http.MethodPost, r.base+path, strings.NewReader(values.Encode()))
	if err != nil {
		r.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	return r.do(req)
}

func (r *browser) want(status int, texts ...string) *browser {
	r.t.Helper()
	if r.status != status {
		r.t.Fatalf("%s: got status %d, want %d\n%s", r.path, r.status, status, r.text("main"))
	}
	for _, s := range texts {
		if !strings.Contains(r.text("body"), s) {
			r.t.Errorf("%s: no %q in\n%s", r.path, s, r.text("main"))
		}
	}
	return r
}

// text is what a person reads, with single spaces.
func (r *browser) text(sel string) string {
	return strings.Join(strings.FieldsFunc(r.page.Find(sel).Text(), func(c rune) bool { return c == ' ' || c == '\n' || c == '\t' }), " ")
}

// link is the address of the first link with this text.
func (r *browser) link(text string) string {
	r.t.Helper()
	found := r.page.Find("a").FilterFunction(func(_ int, s *goquery.Selection) bool { return strings.Contains(s.Text(), text) })
	if found.Length() == 0 {
		r.t.Fatalf("%s: no link %q", r.path, text)
	}
	return found.First().AttrOr("href", "")
}

// founded is a club with an owner and a player, both signed in, and a narrative campaign with a map and a roster for each.
type clubFixture struct {
	*testSite
	owner, player         *browser
	id, campaign          string
	ownerSide, playerSide campaign.ID
}

func newClubFixture(t *testing.T) *clubFixture {
	t.Helper()
	return newClubFixtureOn(newTestSite(t))
}

// foundIn is found on a given site.
func newClubFixtureOn(site *testSite) *clubFixture {
	t := site.t
	t.Helper()
	w := &clubFixture{testSite: site}
	w.owner, w.player = w.browser(), w.browser()
	w.owner.get("/clubs/new").want(200).submit("/clubs", "name", "Les Hussards du Jeudi", "place", "Rennes", "owner", "Camille").want(200, "Le club est fondé")
	w.id = strings.TrimPrefix(w.owner.path, "/clubs/")
	w.owner.get(w.owner.link("Inviter")).submit("/invite", "uses", "3", "until", "7").want(200)
	address := w.owner.page.Find("#address").AttrOr("value", "")
	w.player.get(strings.TrimPrefix(address, w.server.URL)).want(200, "Les Hussards du Jeudi", "Camille").submit(address[strings.Index(address, "/join/"):], "name", "Inès").want(200, "Bienvenue")
	w.owner.get("/clubs/"+w.id+"/campaigns/new").submit("/campaigns", "name", "Les Marches de Sarle", "map", "19", "seed", "sarle", "rounds", "4").want(200, "Recrute")
	w.campaign = w.owner.path[strings.LastIndex(w.owner.path, "/")+1:]
	st, err := w.service.State(t.Context(), w.id)
	if err != nil {
		t.Fatal(err)
	}
	regions := st.Campaigns[w.campaign].Map.Regions
	for i, m := range st.AllMembers() {
		name := []string{"Garde de Hautecombe", "Ligue du Sel"}[i]
		body := campaign.NewRoster{Campaign: w.campaign, Member: m.ID, Home: regions[i*(len(regions)-1)].ID,
			List: rules.Roster{Name: name, Units: []rules.Unit{{ID: "u" + name, Name: "Brune", Profile: []byte(`{}`)}}}}
		act, err := w.service.Do(t.Context(), campaign.Actor{Member: m.ID}, w.id, "roster", campaign.ActRequest{Body: body})
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			w.ownerSide = act.Body.(campaign.NewRoster).Roster
		} else {
			w.playerSide = act.Body.(campaign.NewRoster).Roster
		}
	}
	return w
}

// at is an address in the campaign.
func (w *clubFixture) campaignPath(page string) string {
	return "/clubs/" + w.id + "/campaigns/" + w.campaign + page
}

// clock is the time that stands still on the site.
func (w *testSite) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

// goTo sets the clock, later moves it on.
func (w *testSite) setClock(now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = now
}

func (w *testSite) advance(d time.Duration) { w.setClock(w.clock().Add(d)) }
