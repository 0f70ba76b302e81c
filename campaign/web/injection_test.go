package web_test

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign/web/webtest"
	"oriflamme/rules/rulestest"
)

// injections are texts that would run as scripts, or lead to another site, on a page that does not escape them.
var injections = []string{
	`<script>alert(1)</script>`, `"><script>alert(1)</script>`, `'><img src=x onerror=alert(1)>`, `<svg/onload=alert(1)>`, `<iframe srcdoc="<script>alert(1)</script>">`,
	`[x](javascript:alert(1))`, `[x](JaVaScRiPt:alert(1))`, `[x](javascript&colon;alert(1))`, `[x](java&#10;script:alert(1))`, `[x](&#x6A;avascript:alert(1))`,
	`[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)`, `[x](vbscript:msgbox(1))`, `[x]( javascript:alert(1))`, "[x](\x01javascript:alert(1))",
	`![x](javascript:alert(1))`, `![x](x"onerror="alert(1))`, `<javascript:alert(1)>`, `[x]: javascript:alert(1)` + "\n\n[x]", `<a href="javascript:alert(1)">x</a>`,
	`<style>*{background:url(//evil.example)}</style>`, `<base href="//evil.example">`, `<form action="//evil.example"><button>x</button></form>`, `<meta http-equiv=refresh content="0;//evil.example">`,
	"```\n</code></pre><script>alert(1)</script>\n```", "`</code><script>alert(1)</script>`", `|<script>alert(1)</script>|x|` + "\n|-|-|\n|1|2|", `{{constructor.constructor('alert(1)')()}}`,
	`<!--<img src="--><img src=x onerror=alert(1)//">`, `<math><mtext></p><style><img src=x onerror=alert(1)>`, `&lt;script&gt;alert(1)&lt;/script&gt;`, "</textarea><script>alert(1)</script>",
}

// TestInjections puts them into every text that people write (stories, names, reasons, notes) and reads the pages that show
// them: nothing runs or leads to another site, in any attribute.
func TestInjections(t *testing.T) {
	if rulestest.RaceDetector {
		t.Skip("one request after the other: nothing runs beside it")
	}
	w := webtest.NewClubFixture(t)
	battle := w.PlayBattle(1, 0, 3, 1)
	for i, poison := range injections {
		line := strings.Join(strings.Fields(strings.Map(func(r rune) rune {
			if r < ' ' {
				return ' '
			}
			return r
		}, poison)), " ")
		if len([]rune(line)) > 60 {
			line = string([]rune(line)[:60])
		}
		w.Player.Get(w.CampaignPath("/stories/new")).Submit("/stories", "title", line, "text", poison).Want(200)
		w.Player.Get("/clubs/"+w.ID+"/me").Submit(strings.TrimPrefix(w.Player.Path, w.Server.URL), "name", line).Want(200)
		w.Owner.Get("/clubs/"+w.ID+"/settings").Submit("/settings", "name", line, "place", line).Want(200)
		if i%8 == 0 {
			w.Owner.Get("/clubs/"+w.ID+"/invite").Submit("/invite", "note", line).Want(200)
		}
		for _, page := range []string{"/clubs/" + w.ID, "/clubs/" + w.ID + "/members", w.CampaignPath(""), w.CampaignPath("/chronicle"), w.CampaignPath("/standings"), w.CampaignPath("/battles"), "/clubs/" + w.ID + "/settings",
			"/clubs/" + w.ID + "/battles/" + battle, "/clubs/" + w.ID + "/rosters/" + w.PlayerSide} {
			checkHarmless(t, w.Owner.Get(page).Want(200), poison)
		}
	}
	for _, poison := range injections { // texts that a page repeats from its address or from a refused form
		checkHarmless(t, w.Owner.Get("/rules/search?q="+url.QueryEscape(poison)), poison)
		checkHarmless(t, w.Owner.Get("/sign-in?return="+url.QueryEscape(poison)), poison)
		checkHarmless(t, w.Owner.Get("/no/"+url.PathEscape(poison)), poison)
		checkHarmless(t, w.Owner.Get(w.CampaignPath("/campaigns/new")).Get("/clubs/"+w.ID+"/campaigns/new").Submit("/campaigns", "name", poison, "rounds", poison), poison)
	}
}

// checkHarmless checks a page as a browser would read it.
func checkHarmless(t *testing.T, r *webtest.Browser, poison string) {
	t.Helper()
	r.Page.Find("*").Each(func(_ int, s *goquery.Selection) {
		name := goquery.NodeName(s)
		for _, a := range s.Nodes[0].Attr {
			value := strings.ToLower(strings.Map(func(c rune) rune {
				if c <= ' ' {
					return -1
				}
				return c
			}, a.Val))
			switch {
			case strings.HasPrefix(a.Key, "on"):
				t.Errorf("%s: <%s %s=%q> from %q", r.Path, name, a.Key, a.Val, poison)
			case a.Key == "href" || a.Key == "src" || a.Key == "action" || a.Key == "formaction" || a.Key == "xlink:href":
				if strings.HasPrefix(value, "javascript:") || strings.HasPrefix(value, "vbscript:") || strings.HasPrefix(value, "data:text") || strings.HasPrefix(value, "//") {
					t.Errorf("%s: <%s %s=%q> from %q", r.Path, name, a.Key, a.Val, poison)
				}
			case a.Key == "style" || a.Key == "srcdoc":
				t.Errorf("%s: <%s %s> from %q", r.Path, name, a.Key, poison)
			}
		}
		switch name {
		case "script":
			if s.AttrOr("src", "") == "" || strings.TrimSpace(s.Text()) != "" {
				t.Errorf("%s: a script in the page from %q", r.Path, poison)
			}
		case "iframe", "object", "embed", "base", "style", "math":
			t.Errorf("%s: <%s> from %q", r.Path, name, poison)
		case "meta":
			if strings.EqualFold(s.AttrOr("http-equiv", ""), "refresh") {
				t.Errorf("%s: refresh from %q", r.Path, poison)
			}
		}
	})
}

// TestRedirectsLeadNowhereElse tries addresses of other sites in every parameter that holds an address to return to.
func TestRedirectsLeadNowhereElse(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Owner.Client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	token := webtest.CSRFOf(w.Owner)
	for _, to := range []string{"https://evil.example", "//evil.example", "///evil.example", `/\evil.example`, `\\evil.example`, "/\t/evil.example", "/%09/evil.example", "\t//evil.example",
		"http:evil.example", "javascript:alert(1)", "/ /evil.example", "/\r\nSet-Cookie: a=b", "//evil.example/%2f..", "/.//evil.example", "https:/evil.example", "?return=//evil.example"} {
		q := url.QueryEscape(to)
		for _, ask := range []func(){
			func() { w.Owner.Get("/?lang=en&return=" + q) },
			func() { w.Owner.Get("/" + strings.TrimLeft(strings.ReplaceAll(q, "+", "%20"), "/") + "?lang=en") },
			func() { w.Owner.Get("/" + strings.TrimLeft(url.PathEscape(to), "/") + "/") },
			func() { w.Owner.Post("/display", url.Values{"_csrf": {token}, "theme": {"dark"}, "return": {to}}) },
			func() {
				w.Owner.Post("/sign-in", url.Values{"_csrf": {token}, "code": {"ABC"}, "return": {to}})
			},
			func() {
				w.Owner.Post("/sign-in", url.Values{"_csrf": {token}, "code": {to}, "return": {"/"}})
			},
		} {
			ask()
			if w.Owner.Status < 300 || w.Owner.Status > 399 {
				continue
			}
			at := w.Owner.Header.Get("Location")
			u, err := url.Parse(at)
			if err != nil || u.Host != "" || u.Scheme != "" || !strings.HasPrefix(at, "/") || strings.HasPrefix(at, "//") || strings.ContainsAny(at, "\\\t\r\n") {
				t.Errorf("%q leads to %q (%v)", to, at, err)
			}
			if strings.Contains(strings.Join(w.Owner.Header.Values("Set-Cookie"), ";"), "a=b") {
				t.Errorf("%q sets a cookie", to)
			}
		}
	}
}

// TestPathsStayInside requests files with every spelling of the parent folder.
func TestPathsStayInside(t *testing.T) {
	w := webtest.NewTestSite(t)
	for _, up := range []string{"..", "%2e%2e", "%2E%2e", "..%2f", "..%5c", `..\`, "%252e%252e", "....//", "..;", "%c0%ae%c0%ae", "..%00"} {
		for _, base := range []string{"/public/", "/public/js/", "/fr/regles/", "/en/rules/", "/rules/", "/clubs/"} {
			for _, file := range []string{"/go.mod", "/club.db", "/public.go", "/etc/passwd"} {
				req, err := http.NewRequest(http.MethodGet, w.Server.URL, nil)
				rulestest.Must(t, err)
				req.URL.Opaque = base + strings.Repeat(up+"/", 6) + strings.TrimPrefix(file, "/")
				jar, _ := cookiejar.New(nil)
				client := &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
				answer, err := client.Do(req)
				rulestest.Must(t, err)
				answer.Body.Close()
				if answer.StatusCode == http.StatusOK || answer.StatusCode >= 500 {
					t.Errorf("%s: %d", req.URL.Opaque, answer.StatusCode)
				}
			}
		}
	}
}
