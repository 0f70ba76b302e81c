package webtest

import (
	"bytes"
	"compress/gzip"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
	"oriflamme/campaign/web"
	"oriflamme/content"
	"oriflamme/content/reference"
	"oriflamme/content/reference/build"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
)

const (
	ClubPath     = "/api/v1/clubs/{club}"
	CampaignPath = ClubPath + "/campaigns/{campaign}"
	BattlePath   = ClubPath + "/battles/{battle}"
)

// LoadSetup reads a setup of a game's own tests, from the folder of any part of the site.
func LoadSetup(t testing.TB, game, name string) (setup rules.Setup) {
	t.Helper()
	raw, err := os.ReadFile("../../../rules/" + game + "/testdata/setups/" + name + ".json")
	rulestest.Must(t, err)
	rulestest.Must(t, rules.Decode(raw, &setup))
	return setup
}

// HistorySteps returns the steps of the history that a battle's page shows.
func HistorySteps(r *Browser) []string {
	var all []string
	r.Page.Find(".past > li").Each(func(_ int, li *goquery.Selection) { all = append(all, strings.Join(strings.Fields(li.Text()), " ")) })
	return all
}

// CheckOrder fails unless got and want have the same length and each got contains the parts of its want, which " … " separates.
func CheckOrder(t *testing.T, got []string, want ...string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d steps, want %d:\n%s", len(got), len(want), strings.Join(got, "\n"))
		return
	}
	for i := range want {
		for _, part := range strings.Split(want[i], " … ") {
			if !strings.Contains(got[i], part) {
				t.Errorf("step %d is %q, want %q", i+1, got[i], part)
			}
		}
	}
}

// VisibleFields counts the fields of the form for a new campaign that a person sees without opening anything.
func VisibleFields(r *Browser) int {
	names := map[string]bool{}
	r.Page.Find("form[action$='/campaigns']").Find("input[name],select[name],textarea[name]").Each(func(_ int, s *goquery.Selection) {
		if s.AttrOr("type", "") != "hidden" && s.ParentsFiltered("details").Length() == 0 {
			names[s.AttrOr("name", "")] = true
		}
	})
	return len(names)
}

// CheckPhrases fails if a phrase of the page is missing, and checks the page as CheckPage does.
func CheckPhrases(t *testing.T, r *Browser) {
	t.Helper()
	if strings.Contains(r.Body, "⟨") {
		t.Errorf("%s: a phrase is missing: %s", r.Path, r.Text("main"))
	}
	CheckPage(t, r.Path, r.Page)
}

// CheckPage checks what every page must have: no inline code, landmarks, labels, unique ids, a token in each form.
func CheckPage(t *testing.T, path string, page *goquery.Document) {
	t.Helper()
	if n := page.Find("[style],style,script:not([src]),[onclick],[onchange],[onsubmit]").Length(); n > 0 {
		t.Errorf("%s: %d inline styles or scripts", path, n)
	}
	for _, sel := range []string{"main#main", "a.skip[href='#main']", "head title", "html[lang]"} {
		if page.Find(sel).Length() != 1 {
			t.Errorf("%s: want one %s", path, sel)
		}
	}
	if page.Find("h1").Length() != 1 {
		t.Errorf("%s: %d headings of the first level, want 1", path, page.Find("h1").Length())
	}
	page.Find("input:not([type=hidden]):not([type=radio]):not([type=checkbox]),select,textarea").Each(func(_ int, s *goquery.Selection) {
		id := s.AttrOr("id", "")
		if s.AttrOr("aria-label", "") == "" && page.Find("label[for='"+id+"']").Length() != 1 {
			t.Errorf("%s: field %q has no label", path, s.AttrOr("name", ""))
		}
	})
	seen := map[string]bool{}
	page.Find("[id]").Each(func(_ int, s *goquery.Selection) {
		id := s.AttrOr("id", "")
		if seen[id] {
			t.Errorf("%s: id %q is there twice", path, id)
		}
		seen[id] = true
	})
	page.Find("form[method=post]").Each(func(_ int, s *goquery.Selection) {
		if s.Find("input[name=_csrf]").Length() != 1 {
			t.Errorf("%s: the form to %q holds no token", path, s.AttrOr("action", ""))
		}
	})
}

// GetPage gets a page as a visitor with a token of their own, and returns the response with its body decompressed.
func GetPage(t testing.TB, client *http.Client, address, seed, encoding, tag string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequest(http.MethodGet, address, nil)
	rulestest.Must(t, err)
	req.Header.Set("Accept-Encoding", encoding) // set even when empty, because the client would otherwise ask for gzip
	if seed != "" {
		req.Header.Set("Cookie", "seed="+seed)
	}
	if tag != "" {
		req.Header.Set("If-None-Match", tag)
	}
	answer, err := client.Do(req)
	rulestest.Must(t, err)
	defer answer.Body.Close()
	var body io.Reader = answer.Body
	if answer.Header.Get("Content-Encoding") == "gzip" {
		body, err = gzip.NewReader(answer.Body)
		rulestest.Must(t, err)
	}
	text, err := io.ReadAll(body)
	if err != nil {
		t.Fatalf("%s %q: %v", address, encoding, err)
	}
	return answer, string(text)
}

// Photograph returns a JPEG of one colour, followed by a text that the site must remove.
func Photograph(t testing.TB, shade uint8) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 120, 80))
	for i := range img.Pix {
		img.Pix[i] = shade
	}
	img.SetRGBA(1, 1, color.RGBA{255, 0, 0, 255})
	var b bytes.Buffer
	rulestest.Must(t, jpeg.Encode(&b, img, nil))
	return append(b.Bytes(), "<script>48.8566 N</script>"...)
}

// CSRFOf returns the token of a reader's forms.
func CSRFOf(r *Browser) string {
	u, _ := url.Parse(r.Base)
	for _, c := range r.Client.Jar.Cookies(u) {
		if c.Name == "seed" {
			return c.Value
		}
	}
	r.T.Fatal("no token for forms")
	return ""
}

// hiddenParts selects the parts of the frame that a phone does not show until something is pressed, or at all.
const hiddenParts = ".nav .brand, .nav .club, .nav .more, .nav .me, dialog, .desk, [hidden]"

// NewReferenceSite serves the reference of Warcry, and returns it with a function that gets a path and follows no redirect.
func NewReferenceSite(t *testing.T) (*reference.Site, func(path string, headers ...string) (*http.Response, string)) {
	t.Helper()
	games := []*rules.Game{warcry.Game}
	site, err := reference.Build(content.FS, games, build.Options{})
	rulestest.Must(t, err)
	now := func() time.Time { return FixtureStart }
	server := httptest.NewServer(web.New(web.Config{Service: campaign.NewService(nil, games, now), Catalogs: content.Catalogs(), Games: games, Reference: func() *reference.Site { return site }, Now: now}))
	t.Cleanup(server.Close)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return site, func(path string, headers ...string) (*http.Response, string) {
		t.Helper()
		r, err := http.NewRequest(http.MethodGet, server.URL+path, nil)
		rulestest.Must(t, err)
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		answer, err := client.Do(r)
		rulestest.Must(t, err)
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		rulestest.Must(t, err)
		return answer, string(body)
	}
}

// RouteNeeds is what each route of the site needs, by method and path.
func RouteNeeds() map[string]campaign.Action {
	needs := map[string]campaign.Action{}
	for _, r := range web.Routes(web.Config{}) {
		needs[r.Method+" "+r.Path] = r.Need
	}
	return needs
}
