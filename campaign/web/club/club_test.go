package club_test

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
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules/rulestest"
)

func TestCreateClubInviteJoin(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Owner.Get("/clubs/"+w.ID+"/members").Want(200, "Camille", "Inès", "Fondateur", "Joueur", "2 entrées")
	w.Player.Get("/clubs/"+w.ID+"/invite").Want(403, "Votre rôle ne le permet pas")
	w.Owner.Get("/clubs/"+w.ID+"/members").Submit("/revoke").Want(200, "Invitation retirée")
	if strings.Contains(w.Owner.Text("main"), "entrées") {
		t.Error("the invitation is still listed")
	}
}

func TestSignInByLink(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Player.Get("/clubs/"+w.ID+"/me").Want(200, "Appareils connectés").Submit("/link").Want(200)
	address := strings.TrimPrefix(w.Player.Page.Find("#address").AttrOr("value", ""), w.Server.URL)
	if w.Player.Page.Find("svg.qr path.qr-fg").AttrOr("d", "") == "" {
		t.Error("no code for cameras beside the link")
	}
	phone := w.Browser()
	phone.Get(address).Want(200, "Vous voici à la porte")
	phone.Get(address).Want(200) // opening the page does not use the link up
	phone.Submit("/enter").Want(200, "Vous voici.", "Inès")
	other := w.Browser()
	other.Get(address).Submit("/enter").Want(401, "Ce lien a déjà servi")
	other.Get("/sign-in").Submit("/sign-in", "code", "  ").Want(422, "Ce champ est à remplir")
	phone.Get("/clubs/"+w.ID).Submit("/sign-out").Want(200, "Fonder un club")
	phone.Get("/clubs/"+w.ID+"/me").Want(200, "Lien ou code")
	if phone.Path != "/sign-in?return="+url.QueryEscape("/clubs/"+w.ID+"/me") {
		t.Errorf("a stranger was led to %s", phone.Path)
	}
}

func TestRefusedFormsComeBackFilledIn(t *testing.T) {
	w := webtest.NewTestSite(t)
	r := w.Browser()
	r.Get("/clubs/new").Submit("/clubs", "name", "Les Hussards", "owner", "").Want(422, "Ce champ est à remplir")
	r.WantValue("#name", "Les Hussards")
	wrong := r.Page.Find("#owner")
	if wrong.AttrOr("aria-invalid", "") != "true" || r.Page.Find("#"+wrong.AttrOr("aria-describedby", "none")).Length() != 1 {
		t.Error("the wrong field is not marked and described")
	}
	if focus := r.Page.Find("main [autofocus]"); focus.Length() != 1 || focus.AttrOr("name", "") != "owner" {
		t.Error("a long form does not open at the field that is wrong")
	}
	r.Get("/clubs/new").WantCount("main [autofocus]", 0, "a fresh form takes the focus")
	r.Lang = "en"
	r.Get("/clubs/new").Submit("/clubs", "name", "The Hussars", "owner", "").Want(422, "This field is needed")
}

func TestForgedForms(t *testing.T) {
	w := webtest.NewClubFixture(t)
	token := w.Owner.Get("/clubs/"+w.ID+"/invite").Page.Find("input[name=_csrf]").AttrOr("value", "")
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
			if got := w.Owner.Post("/display", test.values, test.header...).Status; got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}

func TestRedirectsStayHere(t *testing.T) {
	w := webtest.NewTestSite(t)
	r := w.Browser()
	r.Client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	token := r.Get("/").Page.Find("input[name=_csrf]").AttrOr("value", "")
	for to, want := range map[string]string{"https://example.org/": "/", "//example.org": "/", `/\example.org`: "/", "/rules?x=1": "/rules?x=1", "": "/", "/a\nb": "/"} {
		r.Post("/display", url.Values{"_csrf": {token}, "theme": {"light"}, "return": {to}})
		if got := r.Header.Get("Location"); got != want {
			t.Errorf("return to %q: got %q, want %q", to, got, want)
		}
	}
	r.Get("//example.org/?lang=en")
	if got := r.Header.Get("Location"); strings.HasPrefix(got, "//") {
		t.Errorf("the switch of language leads to %q", got)
	}
}

func TestLanguagesAndLight(t *testing.T) {
	w := webtest.NewTestSite(t)
	r := w.Browser()
	r.Get("/").Want(200, "Fonder un club") // whatever language the browser prefers
	r.Get(r.Page.Find("footer a[hreflang=en]").AttrOr("href", "")).Want(200, "Found a club")
	if r.Path != "/" || r.Page.Find("html").AttrOr("lang", "") != "en" {
		t.Errorf("after the switch: %s in %q", r.Path, r.Page.Find("html").AttrOr("lang", ""))
	}
	r.Get("/sign-in").Want(200, "Enter the club") // the site remembers the choice
	r.Get("/").Submit("/display", "theme", "dark").Want(200)
	if got := r.Page.Find("html").AttrOr("data-theme", ""); got != "dark" {
		t.Errorf("data-theme: got %q, want dark", got)
	}
}

func TestEveryPage(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.ScheduleBattle()
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "ladder", "yes", "house0-name", "Froid", "house0-now", "un pas de moins").Want(200)
	for _, lang := range []string{"fr", "en"} {
		w.Owner.Lang = lang
		for _, path := range w.PublicPages() {
			r := w.Owner.Get(path)
			if r.Status != 200 && !(path == "/nothing-here" && r.Status == 404) {
				t.Errorf("%s: status %d", path, r.Status)
			}
			if i := strings.Index(r.Body, "⟨"); i >= 0 {
				t.Errorf("%s in %s: a phrase is missing: %s", path, lang, r.Body[i:min(len(r.Body), i+60)])
			}
			webtest.CheckPage(t, path, r.Page)
			csp := r.Header.Get("Content-Security-Policy")
			if strings.Contains(csp, "unsafe") || !strings.Contains(csp, "script-src 'self'") || r.Header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s: headers %v", path, r.Header)
			}
		}
	}
}

func TestFirstVisitIsLight(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.ScheduleBattle()
	for _, path := range []string{"/", w.CampaignPath("")} {
		r := w.Owner.Get(path)
		total := gzippedSize(t, r.Body)
		var names []string
		r.Page.Find("link[rel=stylesheet],script[src],link[rel=icon]").Each(func(_ int, s *goquery.Selection) {
			names = append(names, s.AttrOr("href", s.AttrOr("src", "")))
		})
		for _, name := range names {
			req, err := http.NewRequest(http.MethodGet, w.Server.URL+name, nil)
			rulestest.Must(t, err)
			req.Header.Set("Accept-Encoding", "gzip")
			res, err := http.DefaultTransport.RoundTrip(req)
			rulestest.Must(t, err)
			n, err := io.Copy(io.Discard, res.Body)
			rulestest.Must(t, err)
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
	rulestest.Must(t, z.Close())
	return b.Len()
}

func TestPrivateCampaigns(t *testing.T) {
	w := webtest.NewClubFixture(t)
	stranger := w.Browser()
	stranger.Get(w.CampaignPath("")).Want(200, "Les Marches de Sarle")
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "private", "yes").Want(200, "Enregistré")
	for _, page := range []string{"", "/standings", "/battles", "/chronicle", "/rosters"} {
		if got := stranger.Get(w.CampaignPath(page)).Status; got != 404 {
			t.Errorf("a stranger at %q: got %d, want 404", page, got)
		}
	}
	stranger.Get("/clubs/"+w.ID).WantNot("the club's page names a private campaign to a stranger", "Marches de Sarle")
	w.Player.Get(w.CampaignPath("")).Want(200, "Les Marches de Sarle")
}

func TestErrorsAreExplained(t *testing.T) {
	w := webtest.NewTestSite(t)
	r := w.Browser()
	r.Get("/clubs/nobody").Want(404, "Ce club n’existe pas")
	r.Get("/nothing").Want(404, "Rien à cette adresse")
	req, err := http.NewRequest(http.MethodGet, w.Server.URL+"/clubs/nobody", nil)
	rulestest.Must(t, err)
	req.Header.Set("Accept", "application/json")
	r.Do(req)
	if r.Status != 404 || !strings.Contains(r.Body, `"code":"not-found"`) {
		t.Errorf("as JSON: %d %s", r.Status, r.Body)
	}
	r.Get("/")
	r.Post("/clubs", url.Values{"_csrf": {r.Page.Find("input[name=_csrf]").AttrOr("value", "")}, "name": {strings.Repeat("x", 3<<20)}})
	if r.Status != http.StatusRequestEntityTooLarge {
		t.Errorf("three megabytes: got %d, want 413", r.Status)
	}
}

func TestServeEndsGracefully(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	rulestest.Must(t, err)
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
