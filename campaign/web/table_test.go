package web_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/campaign/web"
	"oriflamme/content"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/warcry"
)

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
	if p.status != http.StatusOK || p.page.Find(".duel").Length() == 0 {
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
