// Package webtest serves real sites to tests: a club with a campaign (ClubFixture), a battle on two phones (BattleFixture)
// and a battle of Underworlds, each on a database of its own, with a Browser that follows links and sends forms as a person does.
// Begin with NewClubFixture and NewBattleFixture.
package webtest

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
	"oriflamme/rules/rulestest"
)

// DisputedBattle returns a battle that both sides have reported as their own victory by 9 to 4, and the path of its page.
func (w *ClubFixture) DisputedBattle() (id campaign.ID, page string) {
	w.T.Helper()
	id = w.ScheduleBattle()
	page = "/clubs/" + w.ID + "/battles/" + id
	w.Owner.Get(page+"/report").Submit("/report", "winner", "0", "score0", "9", "score1", "4", "note", "Une belle soirée.").Want(200)
	w.Player.Get(page+"/report").Submit("/report", "winner", "1", "score0", "4", "score1", "9").Want(200)
	return id, page
}

// Member returns the ID of a member by name.
func (w *ClubFixture) Member(name string) campaign.ID {
	w.T.Helper()
	for _, m := range w.State().AllMembers() {
		if m.Name == name {
			return m.ID
		}
	}
	w.T.Fatalf("no member %s", name)
	return ""
}

// SideOf returns the side that a member plays in the campaign.
func (w *ClubFixture) SideOf(name string) campaign.ID {
	w.T.Helper()
	for _, r := range w.State().RostersBy(w.Member(name)) {
		if r.Campaign == w.Campaign {
			return r.ID
		}
	}
	w.T.Fatalf("%s plays no side", name)
	return ""
}

// PublicPages returns the paths of pages that every signed-in person may open.
func (w *ClubFixture) PublicPages() []string {
	return []string{"/", "/battles", "/waiting", "/sign-in", "/clubs/new", "/clubs/" + w.ID, "/clubs/" + w.ID + "/members", "/clubs/" + w.ID + "/me", "/clubs/" + w.ID + "/invite",
		"/clubs/" + w.ID + "/campaigns", "/clubs/" + w.ID + "/campaigns/new", w.CampaignPath(""), w.CampaignPath("?at=0"), w.CampaignPath("/standings"), w.CampaignPath("/standings?why=" + w.OwnerSide), w.CampaignPath("/battles"), w.CampaignPath("/chronicle"),
		w.CampaignPath("/rosters"), w.CampaignPath("/schedule"), w.CampaignPath("/stories/new"), w.CampaignPath("/settings"), w.CampaignPath("/conduct"), w.CampaignPath("/rules"), w.CampaignPath("/honours"), w.CampaignPath("/ladder"), w.CampaignPath("/cemetery"),
		"/clubs/" + w.ID + "/campaigns/new?from=" + w.Campaign, "/clubs/" + w.ID + "/rosters/" + w.PlayerSide + "/versions", "/clubs/" + w.ID + "/rosters/" + w.PlayerSide + "/units/uLigue%20du%20Sel", "/clubs/" + w.ID + "/settings", "/nothing-here"}
}

// ScheduleBattle arranges a battle of the two sides for a free region next to the owner's home, and returns its ID.
func (w *ClubFixture) ScheduleBattle() campaign.ID {
	w.T.Helper()
	w.Owner.Lang = "fr"
	w.Owner.Get(w.CampaignPath("/schedule")).Want(200)
	stake := w.Owner.Page.Find("#stake option[value!='']").First().AttrOr("value", "")
	if stake == "" {
		w.T.Fatal("no land may be fought for")
	}
	w.Owner.Submit("/battles", "second", w.PlayerSide, "stake", stake, "table", "4", "round", "1", "at", "2026-11-26T19:45")
	st := w.State()
	all := st.BattlesOf(w.Campaign)
	if len(all) == 0 {
		w.T.Fatalf("no battle was arranged: %d %s", w.Owner.Status, w.Owner.Text("main"))
	}
	return all[len(all)-1].ID
}

// AddUnits gives a side a list of fifteen units.
func (w *ClubFixture) AddUnits(side campaign.ID) {
	w.T.Helper()
	list := w.State().Rosters[side].List
	list.Units = nil
	for i := range 15 {
		list.Units = append(list.Units, rules.Unit{ID: fmt.Sprintf("u%d", i), Name: fmt.Sprintf("Lame %02d", i), Profile: []byte(`{}`)})
	}
	w.Do(w.State().Rosters[side].Member, "muster "+side, campaign.ActRequest{Body: campaign.ReviseRoster{Roster: side, List: list}})
}

// Deploy plays a battle until a unit on the board has a track, such as wounds.
func (w *TestSite) Deploy(t *testing.T, club, battle campaign.ID) {
	t.Helper()
	owner := campaign.Actor{}
	for n := range 200 {
		live, err := w.Service.Live(t.Context(), club, battle)
		rulestest.Must(t, err)
		if slices.ContainsFunc(live.Battle.View(rules.Nobody).Units, func(u rules.UnitView) bool { return len(u.Tracks) > 0 }) {
			return
		}
		st, err := w.Service.State(t.Context(), club)
		rulestest.Must(t, err)
		for id := range st.Members {
			owner.Member = id
		}
		raw, err := rules.EncodeCommand(live.Battle.Legal()[0])
		rulestest.Must(t, err)
		if _, err := w.Service.Play(t.Context(), owner, club, battle, campaign.Move{Number: live.Number, Command: raw, Roll: campaign.RollApp, Key: fmt.Sprint("deploy", n)}); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("no unit has anything to lose")
}

// Do does an act for a member.
func (w *ClubFixture) Do(member campaign.ID, key string, r campaign.ActRequest) campaign.Act {
	w.T.Helper()
	act, err := w.Service.Do(w.T.Context(), campaign.Actor{Member: member}, w.ID, key, r)
	rulestest.Must(w.T, err)
	return act
}

// OwnerID returns the member who founded the club.
func (w *ClubFixture) OwnerID() campaign.ID {
	w.T.Helper()
	return w.State().Rosters[w.OwnerSide].Member
}

// RuleBattle arranges a battle and ends it by the arbiter's ruling with effects.
func (w *ClubFixture) RuleBattle(key string, winner rules.Seat, effects ...rules.Effect) campaign.ID {
	w.T.Helper()
	return w.playBattle(key, 0, campaign.Result{Winner: winner, Scores: []int{5, 2}, Effects: effects})
}

// PlayBattle arranges a battle of a round and ends it by the arbiter's ruling.
func (w *ClubFixture) PlayBattle(round int, winner rules.Seat, one, two int) campaign.ID {
	w.T.Helper()
	return w.playBattle(fmt.Sprint(w.State().No), round, campaign.Result{Winner: winner, Scores: []int{one, two}})
}

func (w *ClubFixture) playBattle(key string, round int, result campaign.Result) campaign.ID {
	w.T.Helper()
	act := w.Do(w.OwnerID(), "schedule "+key, campaign.ActRequest{Body: campaign.Schedule{Campaign: w.Campaign, Round: round, Seats: []campaign.ID{w.OwnerSide, w.PlayerSide}, Attacker: rules.Nobody}})
	id := act.Body.(campaign.Schedule).Battle
	w.Do(w.OwnerID(), "rule "+key, campaign.ActRequest{Why: "vu", Body: campaign.Rule{Battle: id, Result: result}})
	return id
}

// NewMember lets somebody join the club with a role.
func (w *ClubFixture) NewMember(role, name string) *Browser {
	w.T.Helper()
	w.Owner.Get("/clubs/"+w.ID+"/invite").Submit("/invite", "role", role, "uses", "1", "until", "7").Want(200)
	address := w.Owner.Page.Find("#address").AttrOr("value", "")
	r := w.Browser()
	return r.Get(strings.TrimPrefix(address, w.Server.URL)).Submit(address[strings.Index(address, "/join/"):], "name", name).Want(200)
}

// SubmitAll sends a form with several checked boxes of one name.
func (r *Browser) SubmitAll(action, name string) *Browser {
	r.T.Helper()
	form := r.Page.Find("main form").FilterFunction(func(_ int, s *goquery.Selection) bool { return strings.HasSuffix(s.AttrOr("action", ""), action) }).First()
	values := map[string][]string{"_csrf": {CSRFOf(r)}, "_key": {form.Find("input[name=_key]").AttrOr("value", "")}}
	form.Find("input[name='" + name + "'][checked]").Each(func(_ int, s *goquery.Selection) { values[name] = append(values[name], s.AttrOr("value", "")) })
	return r.Post(form.AttrOr("action", ""), values)
}

// Upload fills in the form whose action ends with action, and sends it with an image, as a browser without scripts does.
func (r *Browser) Upload(action string, file []byte, pairs ...string) *Browser {
	r.T.Helper()
	return r.UploadAs("image", action, file, pairs...)
}

// UploadAs is Upload with the file in a field of another name.
func (r *Browser) UploadAs(field, action string, file []byte, pairs ...string) *Browser {
	r.T.Helper()
	to, values := r.Fill(action, pairs...)
	return r.uploadInto(field, to, file, values)
}

// UploadTo sends values and an image to an address.
func (r *Browser) UploadTo(to string, file []byte, values url.Values) *Browser {
	r.T.Helper()
	return r.uploadInto("image", to, file, values)
}

func (r *Browser) uploadInto(field, to string, file []byte, values url.Values) *Browser {
	r.T.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	values.Del(field)
	for name, all := range values {
		for _, value := range all {
			rulestest.Must(r.T, w.WriteField(name, value))
		}
	}
	part, err := w.CreateFormFile(field, "IMG 1.svg.jpg")
	if err == nil {
		_, err = part.Write(file)
	}
	if err == nil {
		err = w.Close()
	}
	rulestest.Must(r.T, err)
	req, err := http.NewRequest(http.MethodPost, r.Base+to, &b)
	rulestest.Must(r.T, err)
	req.Header.Set("Content-Type", w.FormDataContentType())
	return r.Do(req)
}

// State returns the present state of the club.
func (w *ClubFixture) State() *campaign.State {
	w.T.Helper()
	st, err := w.Service.State(w.T.Context(), w.ID)
	rulestest.Must(w.T, err)
	return st
}

// HomeRegion returns the capital of the owner's side.
func (w *ClubFixture) HomeRegion() campaign.ID {
	for _, r := range w.State().Campaigns[w.Campaign].Map.Regions {
		if r.Owner == w.OwnerSide && r.Capital {
			return r.ID
		}
	}
	w.T.Fatal("no capital")
	return ""
}

// VisibleLink returns the address of the first link with this text that a phone shows in the bars or on the page.
func (r *Browser) VisibleLink(text string) string {
	r.T.Helper()
	found := r.Page.Find("a[href]").FilterFunction(func(_ int, s *goquery.Selection) bool {
		return strings.Contains(s.Text(), text) && s.Closest(hiddenParts).Length() == 0
	})
	if found.Length() == 0 {
		r.T.Fatalf("%s: a phone shows no link %q", r.Path, text)
	}
	return found.First().AttrOr("href", "")
}

// Menu opens the Menu as a browser without scripts does, and returns the names of its links.
func (r *Browser) Menu() []string {
	r.T.Helper()
	r.Get(r.VisibleLink("Menu")).Want(http.StatusOK)
	var names []string
	r.Page.Find("main .places a").Each(func(_ int, s *goquery.Selection) {
		names = append(names, strings.TrimSpace(s.Find("span").First().Text()))
	})
	return names
}

// EnterSide lets a new member join the club and gives them a side in the campaign.
func (w *ClubFixture) EnterSide(name string) (*Browser, campaign.ID) {
	w.T.Helper()
	r := w.NewMember("player", name)
	list := rules.Roster{Name: "Bande de " + name, Units: []rules.Unit{{ID: "u" + name, Name: name, Profile: []byte(`{}`)}}}
	member := w.Member(name)
	act := w.Do(member, "enter "+name, campaign.ActRequest{Body: campaign.NewRoster{Campaign: w.Campaign, Member: member, List: list, Unfinished: true}})
	id := act.Body.(campaign.NewRoster).Roster
	// The game would refuse so short a list for a finished roster, so this act finishes it, as an older edition of the game might have.
	list.Units = w.State().Rosters[w.OwnerSide].List.Units
	w.Do(w.OwnerID(), "fill "+name, campaign.ActRequest{Body: campaign.ReviseRoster{Roster: id, List: list}})
	return r, id
}

// NoEngineGame is a game without an engine, which clubs and campaigns do not need.
var NoEngineGame = &rules.Game{ID: "warmaster", Name: "Warmaster", Edition: "test"}

// A TestSite is a site on an empty database, with a real server and a clock that stands still.
type TestSite struct {
	T       *testing.T
	Service *campaign.Service
	Store   *store.Store
	Server  *httptest.Server

	mu  sync.Mutex
	now time.Time
}

// NewTestSite returns a site without clubs.
func NewTestSite(t *testing.T) *TestSite {
	t.Helper()
	return NewTestSiteWith(t, func(*web.Config) {})
}

// NewTestSiteWith is NewTestSite with a changed configuration.
func NewTestSiteWith(t *testing.T, change func(*web.Config)) *TestSite {
	t.Helper()
	db, err := store.Open(filepath.Join(t.TempDir(), "club.db"))
	rulestest.Must(t, err)
	t.Cleanup(func() { db.Close() })
	w := &TestSite{T: t, Store: db, now: time.Date(2026, 11, 19, 19, 30, 0, 0, time.UTC)}
	w.Service = campaign.NewService(db, []*rules.Game{NoEngineGame}, w.Clock)
	config := web.Config{Service: w.Service, Catalogs: content.Catalogs(), Games: []*rules.Game{NoEngineGame}, Now: w.Clock}
	change(&config)
	w.Server = httptest.NewServer(web.New(config))
	t.Cleanup(w.Server.Close)
	return w
}

// A Browser follows links and sends forms, without scripts. Its fields describe the last page.
type Browser struct {
	T      *testing.T
	Base   string
	Client *http.Client
	Lang   string
	Status int
	Path   string // after redirects, with its query
	Body   string
	Page   *goquery.Document
	Header http.Header
}

// Browser returns a browser of a visitor.
func (w *TestSite) Browser() *Browser {
	jar, err := cookiejar.New(nil)
	rulestest.Must(w.T, err)
	return &Browser{T: w.T, Base: w.Server.URL, Client: &http.Client{Jar: jar}, Lang: "fr"}
}

// Do sends a request and reads the page. It refuses inline styles and scripts, and missing phrases.
func (r *Browser) Do(req *http.Request) *Browser {
	r.T.Helper()
	if r.Lang != "fr" {
		req.AddCookie(&http.Cookie{Name: "lang", Value: r.Lang})
	}
	res, err := r.Client.Do(req)
	rulestest.Must(r.T, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	rulestest.Must(r.T, err)
	r.Status, r.Body, r.Path, r.Header = res.StatusCode, string(body), res.Request.URL.RequestURI(), res.Header
	r.Page, err = goquery.NewDocumentFromReader(strings.NewReader(r.Body))
	rulestest.Must(r.T, err)
	if strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") {
		r.WantCount("[style], script:not([src]), style", 0, "pieces that the content policy forbids")
		if _, missing, found := strings.Cut(r.Page.Text(), "⟨"); found {
			r.T.Errorf("%s: a phrase is missing: %s", r.Path, missing[:min(len(missing), 60)])
		}
	}
	return r
}

// Get opens a page.
func (r *Browser) Get(path string) *Browser {
	r.T.Helper()
	req, err := http.NewRequest(http.MethodGet, r.Base+path, nil)
	rulestest.Must(r.T, err)
	return r.Do(req)
}

// Submit fills in the form whose action ends with action, and sends it.
func (r *Browser) Submit(action string, pairs ...string) *Browser {
	r.T.Helper()
	to, values := r.Fill(action, pairs...)
	return r.Post(to, values)
}

// Fill returns the values of the form whose action ends with action, changed by pairs of names and values, and its address.
func (r *Browser) Fill(action string, pairs ...string) (to string, values url.Values) {
	r.T.Helper()
	form := r.Page.Find("main form").FilterFunction(func(_ int, s *goquery.Selection) bool {
		return strings.HasSuffix(s.AttrOr("action", ""), action) && s.AttrOr("method", "") == "post"
	}).First()
	if form.Length() == 0 {
		r.T.Fatalf("no form for %q on %s\n%s", action, r.Path, r.Text("main"))
	}
	return form.AttrOr("action", ""), FormValues(form, pairs...)
}

// Send sends the first form that sel matches, with the form's own values, changed by pairs of names and values.
func (r *Browser) Send(sel string, pairs ...string) *Browser {
	r.T.Helper()
	form := r.Page.Find(sel).First()
	if form.Length() == 0 {
		r.T.Fatalf("%s: no form %s in %s", r.Path, sel, r.Text("main"))
	}
	values := FormValues(form, pairs...)
	path, _, _ := strings.Cut(r.Path, "?")
	action := form.AttrOr("action", path)
	if form.AttrOr("method", "get") == "get" {
		return r.Get(action + "?" + values.Encode())
	}
	return r.Post(action, values)
}

// Act presses a button or follows a link of the question on the page, without a script. n selects one of them. It reports
// whether there was one.
func (r *Browser) Act(n int) bool {
	r.T.Helper()
	ask := r.Page.Find(".ask")
	pick := func(of int) int { return n % of }
	post := func(form string, pairs ...string) bool {
		r.Send(form, pairs...)
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
		r.Get(href)
		return true
	}
	return post(".ask .options form, .ask .pickable form", "command", door.AttrOr("value", ""))
}

// Raw returns the status and the body at a path, and leaves the page as it is.
func (r *Browser) Raw(path string) (int, string) {
	r.T.Helper()
	other := *r
	other.Get(path)
	return other.Status, other.Body
}

// FormValues returns the values that a browser would send with a form, without those of buttons, changed by pairs of names and
// values.
func FormValues(form *goquery.Selection, pairs ...string) url.Values {
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
	for i := 0; i+1 < len(pairs); i += 2 {
		q.Set(pairs[i], pairs[i+1])
	}
	return q
}

// Post sends values to a path; header lists names and values of headers.
func (r *Browser) Post(path string, values url.Values, header ...string) *Browser {
	r.T.Helper()
	req, err := http.NewRequest(http.MethodPost, r.Base+path, strings.NewReader(values.Encode()))
	rulestest.Must(r.T, err)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	return r.Do(req)
}

// Want checks the status, and that the page contains each of the texts.
func (r *Browser) Want(status int, texts ...string) *Browser {
	r.T.Helper()
	if r.Status != status {
		r.T.Fatalf("%s: got status %d, want %d\n%s", r.Path, r.Status, status, r.Text("main"))
	}
	for _, s := range texts {
		if !strings.Contains(r.Text("body"), s) {
			r.T.Errorf("%s: no %q in\n%s", r.Path, s, r.Text("main"))
		}
	}
	return r
}

// WantNot fails with a sentence about the problem if the page contains the text.
func (r *Browser) WantNot(problem, text string) {
	r.T.Helper()
	if strings.Contains(r.Body, text) {
		r.T.Errorf("%s: %s", r.Path, problem)
	}
}

// WantCount fails with a sentence about the problem unless sel matches n elements of the page.
func (r *Browser) WantCount(sel string, n int, problem string) {
	r.T.Helper()
	if got := r.Page.Find(sel).Length(); got != n {
		r.T.Errorf("%s: %s: %d of %s, want %d", r.Path, problem, got, sel, n)
	}
}

// WantValue checks the value of an input, such as what was typed into a form that was refused.
func (r *Browser) WantValue(sel, want string) {
	r.T.Helper()
	if got := r.Page.Find(sel).AttrOr("value", ""); got != want {
		r.T.Errorf("%s: %s came back as %q, want %q", r.Path, sel, got, want)
	}
}

// Text returns the text that a person reads in the elements that sel matches, with single spaces.
func (r *Browser) Text(sel string) string {
	return strings.Join(strings.FieldsFunc(r.Page.Find(sel).Text(), func(c rune) bool { return c == ' ' || c == '\n' || c == '\t' }), " ")
}

// Link returns the address of the first link with this text.
func (r *Browser) Link(text string) string {
	r.T.Helper()
	found := r.Page.Find("a").FilterFunction(func(_ int, s *goquery.Selection) bool { return strings.Contains(s.Text(), text) })
	if found.Length() == 0 {
		r.T.Fatalf("%s: no link %q", r.Path, text)
	}
	return found.First().AttrOr("href", "")
}

// A ClubFixture is a club with an owner and a player, both signed in, and a narrative campaign with a map and a roster of each.
type ClubFixture struct {
	*TestSite
	Owner, Player         *Browser
	ID, Campaign          string
	OwnerSide, PlayerSide campaign.ID
}

// NewClubFixture returns a club on a site of its own.
func NewClubFixture(t *testing.T) *ClubFixture {
	t.Helper()
	return NewClubFixtureOn(NewTestSite(t))
}

// NewClubFixtureOn founds the club on a given site.
func NewClubFixtureOn(site *TestSite) *ClubFixture {
	t := site.T
	t.Helper()
	w := &ClubFixture{TestSite: site}
	w.Owner, w.Player = w.Browser(), w.Browser()
	w.Owner.Get("/clubs/new").Want(200).Submit("/clubs", "name", "Les Hussards du Jeudi", "place", "Rennes", "owner", "Camille").Want(200, "Le club est fondé")
	w.ID = strings.TrimPrefix(w.Owner.Path, "/clubs/")
	w.Owner.Get(w.Owner.Link("Inviter")).Submit("/invite", "uses", "3", "until", "7").Want(200)
	address := w.Owner.Page.Find("#address").AttrOr("value", "")
	w.Player.Get(strings.TrimPrefix(address, w.Server.URL)).Want(200, "Les Hussards du Jeudi", "Camille").Submit(address[strings.Index(address, "/join/"):], "name", "Inès").Want(200, "Bienvenue")
	w.Owner.Get("/clubs/"+w.ID+"/campaigns/new").Submit("/campaigns", "name", "Les Marches de Sarle", "map", "19", "seed", "sarle", "rounds", "4").Want(200, "Recrute")
	w.Campaign = w.Owner.Path[strings.LastIndex(w.Owner.Path, "/")+1:]
	st := w.State()
	regions := st.Campaigns[w.Campaign].Map.Regions
	for i, m := range st.AllMembers() {
		name := []string{"Garde de Hautecombe", "Ligue du Sel"}[i]
		body := campaign.NewRoster{Campaign: w.Campaign, Member: m.ID, Home: regions[i*(len(regions)-1)].ID,
			List: rules.Roster{Name: name, Units: []rules.Unit{{ID: "u" + name, Name: "Brune", Profile: []byte(`{}`)}}}}
		act := w.Do(m.ID, "roster", campaign.ActRequest{Body: body})
		if i == 0 {
			w.OwnerSide = act.Body.(campaign.NewRoster).Roster
		} else {
			w.PlayerSide = act.Body.(campaign.NewRoster).Roster
		}
	}
	return w
}

// CampaignPath returns the path of a page of the campaign.
func (w *ClubFixture) CampaignPath(page string) string {
	return "/clubs/" + w.ID + "/campaigns/" + w.Campaign + page
}

// Clock returns the time of the site, which changes only by SetClock and Advance.
func (w *TestSite) Clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

// SetClock sets the time of the site.
func (w *TestSite) SetClock(now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = now
}

// Advance moves the clock on.
func (w *TestSite) Advance(d time.Duration) { w.SetClock(w.Clock().Add(d)) }

func newCookieJar() http.CookieJar {
	jar, err := cookiejar.New(nil)
	if err != nil {
		panic(err) // cannot happen without options
	}
	return jar
}
