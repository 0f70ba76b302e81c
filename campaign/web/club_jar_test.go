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
var quiet = &rules.Game{ID: "warmaster", Name: "Warmaster", Edition: "test"}

// club is a site on a fresh database, with a real server.
type club struct {
	t      *testing.T
	hall   *campaign.Hall
	db     *store.Store
	server *httptest.Server

	mu  sync.Mutex
	now time.Time
}

func newClub(t *testing.T) *club {
	t.Helper()
	return newClubWith(t, func(*web.Config) {})
}

// newClubWith is newClub on a site that is set up otherwise.
func newClubWith(t *testing.T, change func(*web.Config)) *club {
	t.Helper()
	db, err := store.Open(filepath.Join(t.TempDir(), "club.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w := &club{t: t, db: db, now: time.Date(2026, 11, 19, 19, 30, 0, 0, time.UTC)}
	w.hall = campaign.NewHall(db, []*rules.Game{quiet}, w.clock)
	config := web.Config{Hall: w.hall, Books: content.Books(), Games: []*rules.Game{quiet}, Now: w.clock}
	change(&config)
	w.server = httptest.NewServer(web.New(config))
	t.Cleanup(w.server.Close)
	return w
}

// reader is one browser, without scripts: it follows links and sends forms.
type reader struct {
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

func (w *club) reader() *reader {
	jar, err := cookiejar.New(nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return &reader{t: w.t, base: w.server.URL, client: &http.Client{Jar: jar}, lang: "fr"}
}

func (r *reader) do(req *http.Request) *reader {
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

func (r *reader) get(path string) *reader {
	r.t.Helper()
	req, err := http.NewRequest(http.MethodGet, r.base+path, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	return r.do(req)
}

// send fills the form whose action ends so and posts it.
func (r *reader) send(action string, pairs ...string) *reader {
	r.t.Helper()
	to, values := r.fill(action, pairs...)
	return r.post(to, values)
}

// fill fills the form whose action ends so, and returns where it goes.
func (r *reader) fill(action string, pairs ...string) (to string, values url.Values) {
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

func (r *reader) post(path string, values url.Values, header ...string) *reader {
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

func (r *reader) want(status int, texts ...string) *reader {
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
func (r *reader) text(sel string) string {
	return strings.Join(strings.FieldsFunc(r.page.Find(sel).Text(), func(c rune) bool { return c == ' ' || c == '\n' || c == '\t' }), " ")
}

// link is the address of the first link with this text.
func (r *reader) link(text string) string {
	r.t.Helper()
	found := r.page.Find("a").FilterFunction(func(_ int, s *goquery.Selection) bool { return strings.Contains(s.Text(), text) })
	if found.Length() == 0 {
		r.t.Fatalf("%s: no link %q", r.path, text)
	}
	return found.First().AttrOr("href", "")
}

// founded is a club with an owner and a player, both signed in, and a narrative campaign with a map and a roster for each.
type founded struct {
	*club
	owner, player     *reader
	id, campaign      string
	ownerSide, hisOwn campaign.ID
}

func found(t *testing.T) *founded {
	t.Helper()
	return foundIn(newClub(t))
}

// foundIn is found on a given site.
func foundIn(site *club) *founded {
	t := site.t
	t.Helper()
	w := &founded{club: site}
	w.owner, w.player = w.reader(), w.reader()
	w.owner.get("/clubs/new").want(200).send("/clubs", "name", "Les Hussards du Jeudi", "place", "Rennes", "owner", "Camille").want(200, "Le club est fondé")
	w.id = strings.TrimPrefix(w.owner.path, "/clubs/")
	w.owner.get(w.owner.link("Inviter")).send("/invite", "uses", "3", "until", "7").want(200)
	address := w.owner.page.Find("#address").AttrOr("value", "")
	w.player.get(strings.TrimPrefix(address, w.server.URL)).want(200, "Les Hussards du Jeudi", "Camille").send(address[strings.Index(address, "/join/"):], "name", "Inès").want(200, "Bienvenue")
	w.owner.get("/clubs/"+w.id+"/campaigns/new").send("/campaigns", "name", "Les Marches de Sarle", "map", "19", "seed", "sarle", "rounds", "4").want(200, "Recrute")
	w.campaign = w.owner.path[strings.LastIndex(w.owner.path, "/")+1:]
	st, err := w.hall.State(t.Context(), w.id)
	if err != nil {
		t.Fatal(err)
	}
	regions := st.Campaigns[w.campaign].Map.Regions
	for i, m := range st.AllMembers() {
		name := []string{"Garde de Hautecombe", "Ligue du Sel"}[i]
		body := campaign.NewRoster{Campaign: w.campaign, Member: m.ID, Home: regions[i*(len(regions)-1)].ID,
			List: rules.Roster{Name: name, Units: []rules.Unit{{ID: "u" + name, Name: "Brune", Profile: []byte(`{}`)}}}}
		act, err := w.hall.Do(t.Context(), campaign.Actor{Member: m.ID}, w.id, "roster", campaign.Draft{Body: body})
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			w.ownerSide = act.Body.(campaign.NewRoster).Roster
		} else {
			w.hisOwn = act.Body.(campaign.NewRoster).Roster
		}
	}
	return w
}

// at is an address in the campaign.
func (w *founded) at(page string) string { return "/clubs/" + w.id + "/campaigns/" + w.campaign + page }

// clock is the time that stands still on the site.
func (w *club) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

// goTo sets the clock, later moves it on.
func (w *club) goTo(now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = now
}

func (w *club) later(d time.Duration) { w.goTo(w.clock().Add(d)) }
