package web_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign/web"
)

func TestCreateClubInviteJoin(t *testing.T) {
	w := newClubFixture(t)
	w.owner.get("/clubs/"+w.id+"/members").want(200, "Camille", "Inès", "Fondateur", "Joueur", "2 entrées")
	w.player.get("/clubs/"+w.id+"/invite").want(403, "Votre rôle ne le permet pas")
	w.owner.get("/clubs/"+w.id+"/members").submit("/revoke").want(200, "Invitation retirée")
	if strings.Contains(w.owner.text("main"), "entrées") {
		t.Error("the invitation is still listed")
	}
}

func TestSignInByLink(t *testing.T) {
	w := newClubFixture(t)
	w.player.get("/clubs/"+w.id+"/me").want(200, "Appareils connectés").submit("/link").want(200)
	address := strings.TrimPrefix(w.player.page.Find("#address").AttrOr("value", ""), w.server.URL)
	if w.player.page.Find("svg.qr path.qr-fg").AttrOr("d", "") == "" {
		t.Error("no code for cameras beside the link")
	}
	phone := w.browser()
	phone.get(address).want(200, "Vous voici à la porte")
	phone.get(address).want(200) // looking at it does not spend it
	phone.submit("/enter").want(200, "Vous voici.", "Inès")
	other := w.browser()
	other.get(address).submit("/enter").want(401, "Ce lien a déjà servi")
	other.get("/sign-in").submit("/sign-in", "code", "  ").want(422, "Ce champ est à remplir")
	phone.get("/clubs/"+w.id).submit("/sign-out").want(200, "Fonder un club")
	phone.get("/clubs/"+w.id+"/me").want(200, "Lien ou code")
	if phone.path != "/sign-in?return="+url.QueryEscape("/clubs/"+w.id+"/me") {
		t.Errorf("a stranger was led to %s", phone.path)
	}
}

func TestRefusedFormsComeBackFilledIn(t *testing.T) {
	w := newTestSite(t)
	r := w.browser()
	r.get("/clubs/new").submit("/clubs", "name", "Les Hussards", "owner", "").want(422, "Ce champ est à remplir")
	if got := r.page.Find("#name").AttrOr("value", ""); got != "Les Hussards" {
		t.Errorf("name came back as %q", got)
	}
	wrong := r.page.Find("#owner")
	if wrong.AttrOr("aria-invalid", "") != "true" || r.page.Find("#"+wrong.AttrOr("aria-describedby", "none")).Length() != 1 {
		t.Error("the wrong field is not marked and described")
	}
	if focus := r.page.Find("main [autofocus]"); focus.Length() != 1 || focus.AttrOr("name", "") != "owner" {
		t.Error("a long form does not open at the field that is wrong")
	}
	if r.get("/clubs/new").page.Find("main [autofocus]").Length() != 0 {
		t.Error("a fresh form takes the focus")
	}
	r.lang = "en"
	r.get("/clubs/new").submit("/clubs", "name", "The Hussars", "owner", "").want(422, "This field is needed")
}

func TestForgedForms(t *testing.T) {
	w := newClubFixture(t)
	token := w.owner.get("/clubs/"+w.id+"/invite").page.Find("input[name=_csrf]").AttrOr("value", "")
	form := url.Values{"_csrf": {token}, "theme": {"dark"}, "return": {"/"}}
	for _, test := range []struct {
		name   string
		values url.Values
		header []string
		want   int
	}{
		{"from the page", form, []string{"Sec-Fetch-Site", "same-origin"}, 200},
		{"from another site", form, []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"from another origin", form, []string{"Origin", "https://example.org"}, 403},
		{"without the token", url.Values{"theme": {"dark"}}, nil, 403},
		{"with another token", url.Values{"_csrf": {strings.Repeat("0", 32)}}, nil, 403},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := w.owner.post("/display", test.values, test.header...).status; got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}

func TestRedirectsStayHere(t *testing.T) {
	w := newTestSite(t)
	r := w.browser()
	r.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	token := r.get("/").page.Find("input[name=_csrf]").AttrOr("value", "")
	for to, want := range map[string]string{"https://example.org/": "/", "//example.org": "/", `/\example.org`: "/", "/rules?x=1": "/rules?x=1", "": "/", "/a\nb": "/"} {
		r.post("/display", url.Values{"_csrf": {token}, "theme": {"light"}, "return": {to}})
		if got := r.header.Get("Location"); got != want {
			t.Errorf("return to %q: got %q, want %q", to, got, want)
		}
	}
	r.get("//example.org/?lang=en")
	if got := r.header.Get("Location"); strings.HasPrefix(got, "//") {
		t.Errorf("the switch of language leads to %q", got)
	}
}

func TestLanguagesAndLight(t *testing.T) {
	w := newTestSite(t)
	r := w.browser()
	r.get("/").want(200, "Fonder un club") // whatever the browser says
	r.get(r.page.Find("footer a[hreflang=en]").AttrOr("href", "")).want(200, "Found a club")
	if r.path != "/" || r.page.Find("html").AttrOr("lang", "") != "en" {
		t.Errorf("after the switch: %s in %q", r.path, r.page.Find("html").AttrOr("lang", ""))
	}
	r.get("/sign-in").want(200, "Enter the club") // the choice is kept
	r.get("/").submit("/display", "theme", "dark").want(200)
	if got := r.page.Find("html").AttrOr("data-theme", ""); got != "dark" {
		t.Errorf("data-theme: got %q, want dark", got)
	}
}

func TestEveryPage(t *testing.T) {
	w := newClubFixture(t)
	w.scheduleBattle()
	w.owner.get(w.campaignPath("/settings")).submit("/settings", "ladder", "yes", "house0-name", "Froid", "house0-now", "un pas de moins").want(200)
	for _, lang := range []string{"fr", "en"} {
		w.owner.lang = lang
		for _, path := range w.publicPages() {
			r := w.owner.get(path)
			if r.status != 200 && !(path == "/nothing-here" && r.status == 404) {
				t.Errorf("%s: status %d", path, r.status)
			}
			if i := strings.Index(r.body, "⟨"); i >= 0 {
				t.Errorf("%s in %s: a phrase is missing: %s", path, lang, r.body[i:min(len(r.body), i+60)])
			}
			checkPage(t, path, r.page)
			csp := r.header.Get("Content-Security-Policy")
			if strings.Contains(csp, "unsafe") || !strings.Contains(csp, "script-src 'self'") || r.header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s: headers %v", path, r.header)
			}
		}
	}
}

func TestFirstVisitIsLight(t *testing.T) {
	w := newClubFixture(t)
	w.scheduleBattle()
	for _, path := range []string{"/", w.campaignPath("")} {
		r := w.owner.get(path)
		total := gzippedSize(t, r.body)
		var names []string
		r.page.Find("link[rel=stylesheet],script[src],link[rel=icon]").Each(func(_ int, s *goquery.Selection) {
			names = append(names, s.AttrOr("href", s.AttrOr("src", "")))
		})
		for _, name := range names {
			req, err := http.NewRequest(http.MethodGet, w.server.URL+name, nil)
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Accept-Encoding", "gzip")
			res, err := http.DefaultTransport.RoundTrip(req)
			if err != nil {
				t.Fatal(err)
			}
			n, err := io.Copy(io.Discard, res.Body)
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			total += int(n)
		}
		t.Logf("%s: %d bytes in %d files", path, total, len(names)+1)
		if total > 60<<10 {
			t.Errorf("%s: %d bytes over the wire, want at most 60 KiB", path, total)
		}
	}
}

func gzippedSize(t *testing.T, body string) int {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, body); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}

func TestPrivateCampaigns(t *testing.T) {
	w := newClubFixture(t)
	stranger := w.browser()
	stranger.get(w.campaignPath("")).want(200, "Les Marches de Sarle")
	w.owner.get(w.campaignPath("/settings")).submit("/settings", "private", "yes").want(200, "Enregistré")
	for _, page := range []string{"", "/standings", "/battles", "/chronicle", "/rosters"} {
		if got := stranger.get(w.campaignPath(page)).status; got != 404 {
			t.Errorf("a stranger at %q: got %d, want 404", page, got)
		}
	}
	if strings.Contains(stranger.get("/clubs/"+w.id).body, "Marches de Sarle") {
		t.Error("the club's page names a private campaign to a stranger")
	}
	w.player.get(w.campaignPath("")).want(200, "Les Marches de Sarle")
}

func TestErrorsAreTold(t *testing.T) {
	w := newTestSite(t)
	r := w.browser()
	r.get("/clubs/nobody").want(404, "Ce club n’existe pas")
	r.get("/nothing").want(404, "Rien à cette adresse")
	req, err := http.NewRequest(http.MethodGet, w.server.URL+"/clubs/nobody", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept", "application/json")
	r.do(req)
	if r.status != 404 || !strings.Contains(r.body, `"code":"not-found"`) {
		t.Errorf("as JSON: %d %s", r.status, r.body)
	}
	r.get("/")
	r.post("/clubs", url.Values{"_csrf": {r.page.Find("input[name=_csrf]").AttrOr("value", "")}, "name": {strings.Repeat("x", 3<<20)}})
	if r.status != http.StatusRequestEntityTooLarge {
		t.Errorf("three megabytes: got %d, want 413", r.status)
	}
}

func TestServeEndsGracefully(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	arrived, goOn := make(chan struct{}), make(chan struct{})
	slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(arrived)
		<-goOn
		_, _ = io.WriteString(w, "whole")
	})
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(ctx, ln, slow) }()
	answer := make(chan string, 1)
	go func() {
		res, err := http.Get("http://" + ln.Addr().String())
		if err != nil {
			answer <- err.Error()
			return
		}
		defer res.Body.Close()
		b, _ := io.ReadAll(res.Body)
		answer <- string(b)
	}()
	<-arrived
	stop()
	close(goOn)
	if got := <-answer; got != "whole" {
		t.Errorf("a request under way got %q", got)
	}
	if err := <-ended; err != nil {
		t.Errorf("Serve: %v", err)
	}
}
