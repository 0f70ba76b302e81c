package web_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules/rulestest"
)

// TestRequestBodies: bodies that are too large, compressed, too deep or malformed are refused with a status of their own, quickly and without a
// panic.
func TestRequestBodies(t *testing.T) {
	rulestest.Slow(t)
	w := webtest.NewClubFixture(t)
	token := webtest.CSRFOf(w.Owner)
	form := "application/x-www-form-urlencoded"
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write(bytes.Repeat([]byte("name=a&"), 10_000_000))
	_ = z.Close()
	var parts strings.Builder
	parts.WriteString("_csrf=" + token)
	for i := range 60_000 {
		fmt.Fprintf(&parts, "&a%d=", i)
	}
	deep := strings.Repeat(`[`, 500_000)
	for _, c := range []struct {
		name, path, kind, encoding string
		body                       []byte
		want                       []int
	}{
		{"three megabytes", "/display", form, "", []byte("_csrf=" + token + "&x=" + strings.Repeat("a", 3<<20)), []int{413, 403}},
		{"three megabytes, length not told", "/display", form, "chunked", []byte("_csrf=" + token + "&x=" + strings.Repeat("a", 3<<20)), []int{413, 403}},
		{"a bomb of gzip", "/display", form, "gzip", packed.Bytes(), []int{403}},
		{"sixty thousand fields", "/display", form, "", []byte(parts.String()), []int{303, 403}},
		{"half a million brackets", "/api/v1/resolve", "application/json", "", []byte(deep), []int{400, 404, 413, 415, 422}},
		{"an upload where none is", "/display", "multipart/form-data; boundary=x", "", []byte("--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"../../etc/passwd\"\r\n\r\nx\r\n--x--\r\n"), []int{403}},
		{"not a form at all", "/display", "text/xml", "", []byte(`<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`), []int{403}},
		{"broken escapes", "/display", form, "", []byte("_csrf=" + token + "&x=%zz%"), []int{303, 400, 403}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var body io.Reader = bytes.NewReader(c.body)
			if c.encoding == "chunked" {
				body = io.MultiReader(body)
			}
			req, err := http.NewRequest(http.MethodPost, w.Server.URL+c.path, body)
			rulestest.Must(t, err)
			req.Header.Set("Content-Type", c.kind)
			if c.encoding == "gzip" {
				req.Header.Set("Content-Encoding", "gzip")
			}
			began := time.Now()
			r := w.Owner
			r.Client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
			res, err := r.Client.Do(req)
			if err != nil {
				return // the server closed the connection
			}
			res.Body.Close()
			if took := time.Since(began); !slices.Contains(c.want, res.StatusCode) || took > 2*time.Minute {
				t.Errorf("%d after %v, want one of %v", res.StatusCode, took, c.want)
			}
		})
	}
}

// TestServerIsNotHeld: the server closes connections that send headers too slowly or too many of them, and serves others meanwhile.
func TestServerIsNotHeld(t *testing.T) {
	if testing.Short() {
		t.Skip("the server waits some seconds for whoever is slow")
	}
	t.Parallel()
	w := webtest.NewTestSite(t)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	rulestest.Must(t, err)
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(t.Context(), ln, w.Server.Config.Handler) }()
	slow, err := net.Dial("tcp", ln.Addr().String())
	rulestest.Must(t, err)
	defer slow.Close()
	fmt.Fprint(slow, "GET / HTTP/1.1\r\nHost: x\r\n")
	large, err := net.Dial("tcp", ln.Addr().String())
	rulestest.Must(t, err)
	defer large.Close()
	go fmt.Fprintf(large, "GET / HTTP/1.1\r\nHost: x\r\nX-Large: %s\r\n\r\n", strings.Repeat("a", 64<<10))
	if answer, err := http.ReadResponse(bufio.NewReader(large), nil); err != nil || answer.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("64 KiB of headers: %v %v", answer, err)
	}
	if answer, err := http.Get("http://" + ln.Addr().String() + "/healthz"); err != nil || answer.StatusCode != 200 {
		t.Errorf("meanwhile: %v", err)
	}
	began := time.Now()
	_ = slow.SetReadDeadline(time.Now().Add(3 * time.Minute))
	if _, err := io.ReadAll(slow); err != nil || time.Since(began) > 2*time.Minute {
		t.Errorf("half a request is held for %v: %v", time.Since(began), err)
	}
}

// TestHeaders: every kind of response (pages, refusals, files, JSON) has the headers that protect browsers.
func TestHeaders(t *testing.T) {
	w := webtest.NewClubFixture(t)
	for path, status := range map[string]int{"/": 200, "/clubs/" + w.ID: 200, "/no/such": 404, "/clubs/none": 404, "/healthz": 200, "/readyz": 200, "/sign-in": 200,
		"/clubs/" + w.ID + "/archive": 200, "/api/v1/clubs/" + w.ID: 200, "/clubs/" + w.ID + "/status": 200} {
		r := w.Owner.Get(path)
		if r.Status != status {
			t.Errorf("%s: %d", path, r.Status)
		}
		policy := r.Header.Get("Content-Security-Policy")
		for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin"} {
			if got := r.Header.Get(name); got != want && !strings.HasPrefix(path, "/api/") {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
		for _, want := range []string{"default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"} {
			if !strings.Contains(policy, want) && !strings.HasPrefix(path, "/api/") {
				t.Errorf("%s: no %s in %q", path, want, policy)
			}
		}
		if strings.Contains(policy, "unsafe") || strings.Contains(policy, "*") {
			t.Errorf("%s: the policy allows too much: %s", path, policy)
		}
		if r.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: browsers may guess what it is", path)
		}
		for _, name := range []string{"Server", "X-Powered-By"} {
			if r.Header.Get(name) != "" {
				t.Errorf("%s: the header %s reveals the software", path, name)
			}
		}
		if kind := r.Header.Get("Content-Type"); kind == "" {
			t.Errorf("%s: no content type", path)
		}
	}
	// Every form needs its token: without it no route does anything.
	posts := 0
	for _, route := range w.Server.Config.Handler.(*echo.Echo).Routes() {
		if route.Method != http.MethodPost || strings.HasPrefix(route.Path, "/api/") {
			continue
		}
		if strings.HasPrefix(route.Path, "/letters/") {
			continue // mail programs end e-mails by one click; the secret in the address replaces the token
		}
		if w.Owner.Post(strings.ReplaceAll(route.Path, ":club", w.ID), url.Values{"name": {"x"}}); w.Owner.Status != 403 {
			t.Errorf("%s without a token: %d", route.Path, w.Owner.Status)
		}
		posts++
	}
	if posts < 30 {
		t.Errorf("only %d forms", posts)
	}
	for _, method := range []string{"TRACE", "PUT", "DELETE", "PATCH"} {
		req, _ := http.NewRequest(method, w.Server.URL+"/clubs/"+w.ID, nil)
		if w.Owner.Do(req); w.Owner.Status < 400 || w.Owner.Status >= 500 {
			t.Errorf("%s: %d", method, w.Owner.Status)
		}
	}
}
