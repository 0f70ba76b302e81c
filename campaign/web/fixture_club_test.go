package web_test

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
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

// disagreed is a battle whose two sides have reported it differently, 9 to 4 each for itself.
func (w *clubFixture) disputedBattle() (id campaign.ID, page string) {
	w.t.Helper()
	id = w.scheduleBattle()
	page = "/clubs/" + w.id + "/battles/" + id
	w.owner.get(page+"/report").submit("/report", "winner", "0", "score0", "9", "score1", "4", "note", "Une belle soirée.").want(200)
	w.player.get(page+"/report").submit("/report", "winner", "1", "score0", "4", "score1", "9").want(200)
	return id, page
}

// member is the id of a member by name.
func (w *clubFixture) member(name string) campaign.ID {
	w.t.Helper()
	for _, m := range w.state().AllMembers() {
		if m.Name == name {
			return m.ID
		}
	}
	w.t.Fatalf("no member %s", name)
	return ""
}

// sideOf is the side that a member plays in the campaign.
func (w *clubFixture) sideOf(name string) campaign.ID {
	w.t.Helper()
	for _, r := range w.state().RostersBy(w.member(name)) {
		if r.Campaign == w.campaign {
			return r.ID
		}
	}
	w.t.Fatalf("%s plays no side", name)
	return ""
}

// pages are addresses that anyone signed in may open.
func (w *clubFixture) publicPages() []string {
	return []string{"/", "/battles", "/waiting", "/sign-in", "/clubs/new", "/clubs/" + w.id, "/clubs/" + w.id + "/members", "/clubs/" + w.id + "/me", "/clubs/" + w.id + "/invite",
		"/clubs/" + w.id + "/campaigns", "/clubs/" + w.id + "/campaigns/new", w.campaignPath(""), w.campaignPath("?at=0"), w.campaignPath("/standings"), w.campaignPath("/standings?why=" + w.ownerSide), w.campaignPath("/battles"), w.campaignPath("/chronicle"),
		w.campaignPath("/rosters"), w.campaignPath("/schedule"), w.campaignPath("/stories/new"), w.campaignPath("/settings"), w.campaignPath("/conduct"), w.campaignPath("/rules"), w.campaignPath("/honours"), w.campaignPath("/ladder"), w.campaignPath("/cemetery"),
		"/clubs/" + w.id + "/campaigns/new?from=" + w.campaign, "/clubs/" + w.id + "/rosters/" + w.playerSide + "/versions", "/clubs/" + w.id + "/rosters/" + w.playerSide + "/units/uLigue%20du%20Sel", "/clubs/" + w.id + "/settings", "/nothing-here"}
}

// battle has the two sides meet for a region of free land next to the owner's home, and returns its ID.
func (w *clubFixture) scheduleBattle() campaign.ID {
	w.t.Helper()
	w.owner.lang = "fr"
	w.owner.get(w.campaignPath("/schedule")).want(200)
	stake := w.owner.page.Find("#stake option[value!='']").First().AttrOr("value", "")
	if stake == "" {
		w.t.Fatal("no land may be fought for")
	}
	w.owner.submit("/battles", "second", w.playerSide, "stake", stake, "table", "4", "round", "1", "at", "2026-11-26T19:45")
	st, err := w.service.State(w.t.Context(), w.id)
	if err != nil {
		w.t.Fatal(err)
	}
	all := st.BattlesOf(w.campaign)
	if len(all) == 0 {
		w.t.Fatalf("no battle was arranged: %d %s", w.owner.status, w.owner.text("main"))
	}
	return all[len(all)-1].ID
}

// muster gives a side fifteen units.
func (w *clubFixture) addUnits(side campaign.ID) {
	w.t.Helper()
	list := w.state().Rosters[side].List
	list.Units = nil
	for i := range 15 {
		list.Units = append(list.Units, rules.Unit{ID: fmt.Sprintf("u%d", i), Name: fmt.Sprintf("Lame %02d", i), Profile: []byte(`{}`)})
	}
	member := campaign.Actor{Member: w.state().Rosters[side].Member}
	if _, err := w.service.Do(w.t.Context(), member, w.id, "muster "+side, campaign.ActRequest{Body: campaign.ReviseRoster{Roster: side, List: list}}); err != nil {
		w.t.Fatal(err)
	}
}

// deploy plays a battle until a unit has something that can be lost.
func (w *testSite) deploy(t *testing.T, club, battle campaign.ID) {
	t.Helper()
	owner := campaign.Actor{}
	for n := range 200 {
		live, err := w.service.Live(t.Context(), club, battle)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(live.Battle.View(rules.Nobody).Units, func(u rules.UnitView) bool { return len(u.Tracks) > 0 }) {
			return
		}
		st, err := w.service.State(t.Context(), club)
		if err != nil {
			t.Fatal(err)
		}
		for id := range st.Members {
			owner.Member = id
		}
		raw, err := rules.EncodeCommand(live.Battle.Legal()[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.service.Play(t.Context(), owner, club, battle, campaign.Move{Number: live.Number, Command: raw, Roll: campaign.RollApp, Key: fmt.Sprint("deploy", n)}); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("no unit has anything to lose")
}

// fight has a battle end by the arbiter's ruling, with effects.
func (w *clubFixture) ruleBattle(key string, winner rules.Seat, effects ...rules.Effect) campaign.ID {
	w.t.Helper()
	owner := campaign.Actor{Member: w.state().Rosters[w.ownerSide].Member}
	act, err := w.service.Do(w.t.Context(), owner, w.id, "s"+key, campaign.ActRequest{Body: campaign.Schedule{Campaign: w.campaign, Seats: []campaign.ID{w.ownerSide, w.playerSide}, Attacker: rules.Nobody}})
	if err != nil {
		w.t.Fatal(err)
	}
	id := act.Body.(campaign.Schedule).Battle
	_, err = w.service.Do(w.t.Context(), owner, w.id, "r"+key, campaign.ActRequest{Why: "vu", Body: campaign.Rule{Battle: id, Result: campaign.Result{Winner: winner, Scores: []int{5, 2}, Effects: effects}}})
	if err != nil {
		w.t.Fatal(err)
	}
	return id
}

// joined is a new member with a role.
func (w *clubFixture) newMember(role, name string) *browser {
	w.t.Helper()
	w.owner.get("/clubs/"+w.id+"/invite").submit("/invite", "role", role, "uses", "1", "until", "7").want(200)
	address := w.owner.page.Find("#address").AttrOr("value", "")
	r := w.browser()
	return r.get(strings.TrimPrefix(address, w.server.URL)).submit(address[strings.Index(address, "/join/"):], "name", name).want(200)
}

// sendAll is send for a form with several boxes of one name.
func (r *browser) submitAll(action, name string) *browser {
	r.t.Helper()
	form := r.page.Find("main form").FilterFunction(func(_ int, s *goquery.Selection) bool { return strings.HasSuffix(s.AttrOr("action", ""), action) }).First()
	values := map[string][]string{"_csrf": {csrfOf(r)}, "_key": {form.Find("input[name=_key]").AttrOr("value", "")}}
	form.Find("input[name='" + name + "'][checked]").Each(func(_ int, s *goquery.Selection) { values[name] = append(values[name], s.AttrOr("value", "")) })
	return r.post(form.AttrOr("action", ""), values)
}

// upload fills the form whose action ends so and posts it with a file, as a browser without script does.
func (r *browser) upload(action string, file []byte, pairs ...string) *browser {
	r.t.Helper()
	return r.uploadAs("image", action, file, pairs...)
}

// uploadAs is upload into a field.
func (r *browser) uploadAs(field, action string, file []byte, pairs ...string) *browser {
	r.t.Helper()
	to, values := r.fill(action, pairs...)
	return r.uploadInto(field, to, file, values)
}

func (r *browser) uploadTo(to string, file []byte, values url.Values) *browser {
	r.t.Helper()
	return r.uploadInto("image", to, file, values)
}

func (r *browser) uploadInto(field, to string, file []byte, values url.Values) *browser {
	r.t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	values.Del(field)
	for name, all := range values {
		for _, value := range all {
			if err := w.WriteField(name, value); err != nil {
				r.t.Fatal(err)
			}
		}
	}
	part, err := w.CreateFormFile(field, "IMG 1.svg.jpg")
	if err == nil {
		_, err = part.Write(file)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		r.t.Fatal(err)
	}
	req, err := http.NewRequest(http.MethodPost, r.base+to, &b)
	if err != nil {
		r.t.Fatal(err)
	}
	req.Header.Set("Content-Type", w.FormDataContentType())
	return r.do(req)
}

// play has a battle end by the arbiter's ruling.
func (w *clubFixture) playBattle(round int, winner rules.Seat, one, two int) campaign.ID {
	w.t.Helper()
	st, err := w.service.State(w.t.Context(), w.id)
	if err != nil {
		w.t.Fatal(err)
	}
	owner := campaign.Actor{Member: st.Rosters[w.ownerSide].Member}
	act, err := w.service.Do(w.t.Context(), owner, w.id, fmt.Sprint("schedule", st.No), campaign.ActRequest{Body: campaign.Schedule{Campaign: w.campaign, Round: round,
		Seats: []campaign.ID{w.ownerSide, w.playerSide}, Attacker: rules.Nobody}})
	if err != nil {
		w.t.Fatal(err)
	}
	id := act.Body.(campaign.Schedule).Battle
	_, err = w.service.Do(w.t.Context(), owner, w.id, fmt.Sprint("rule", st.No), campaign.ActRequest{Why: "vu", Body: campaign.Rule{Battle: id,
		Result: campaign.Result{Winner: winner, Scores: []int{one, two}}}})
	if err != nil {
		w.t.Fatal(err)
	}
	return id
}

func (w *clubFixture) state() *campaign.State {
	w.t.Helper()
	st, err := w.service.State(w.t.Context(), w.id)
	if err != nil {
		w.t.Fatal(err)
	}
	return st
}

// home is the capital of the owner's side.
func (w *clubFixture) homeRegion() campaign.ID {
	for _, r := range w.state().Campaigns[w.campaign].Map.Regions {
		if r.Owner == w.ownerSide && r.Capital {
			return r.ID
		}
	}
	w.t.Fatal("no capital")
	return ""
}

// shown is the address of the link with this text that a phone shows in the bars or on the page.
func (r *browser) visibleLink(text string) string {
	r.t.Helper()
	found := r.page.Find("a[href]").FilterFunction(func(_ int, s *goquery.Selection) bool {
		return strings.Contains(s.Text(), text) && s.Closest(hiddenParts).Length() == 0
	})
	if found.Length() == 0 {
		r.t.Fatalf("%s: a phone shows no link %q", r.path, text)
	}
	return found.First().AttrOr("href", "")
}

// menu opens the Menu as a browser without scripts does, and lists its places.
func (r *browser) menu() []string {
	r.t.Helper()
	r.get(r.visibleLink("Menu")).want(http.StatusOK)
	var names []string
	r.page.Find("main .places a").Each(func(_ int, s *goquery.Selection) {
		names = append(names, strings.TrimSpace(s.Find("span").First().Text()))
	})
	return names
}

// enter gives a member of the club a side in the campaign.
func (w *clubFixture) enterSide(name string) (*browser, campaign.ID) {
	w.t.Helper()
	r := w.newMember("player", name)
	list := rules.Roster{Name: "Bande de " + name, Units: []rules.Unit{{ID: "u" + name, Name: name, Profile: []byte(`{}`)}}}
	var member campaign.ID
	for _, m := range w.state().AllMembers() {
		if m.Name == name {
			member = m.ID
		}
	}
	act, err := w.service.Do(w.t.Context(), campaign.Actor{Member: member}, w.id, "enter "+name, campaign.ActRequest{Body: campaign.NewRoster{Campaign: w.campaign, Member: member, List: list, Unfinished: true}})
	if err != nil {
		w.t.Fatal(err)
	}
	id := act.Body.(campaign.NewRoster).Roster
	// The game would not have so small a list; its own act lets it in, as an older edition may have.
	owner := campaign.Actor{Member: w.state().Rosters[w.ownerSide].Member}
	list.Units = w.state().Rosters[w.ownerSide].List.Units
	if _, err := w.service.Do(w.t.Context(), owner, w.id, "fill "+name, campaign.ActRequest{Body: campaign.ReviseRoster{Roster: id, List: list}}); err != nil {
		w.t.Fatal(err)
	}
	return r, id
}

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

func newCookieJar() http.CookieJar {
	jar, err := cookiejar.New(nil)
	if err != nil {
		panic(err) // it takes no options that could be wrong
	}
	return jar
}
