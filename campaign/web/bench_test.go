package web_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/campaign/web"
	"oriflamme/campaign/web/webtest"
	"oriflamme/content"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
)

// A benchSite is a club with a campaign and a side, on a database file and a real server.
type benchSite struct {
	address, club, camp string
	owner               campaign.Session
}

func newBenchSite(b *testing.B) benchSite {
	b.Helper()
	db, err := store.Open(filepath.Join(b.TempDir(), "club.db"))
	rulestest.Must(b, err)
	b.Cleanup(func() { db.Close() })
	service := campaign.NewService(db, []*rules.Game{webtest.NoEngineGame}, time.Now)
	owner, err := service.FoundClub(b.Context(), campaign.FoundClub{Name: "Les Hussards du Jeudi", Lang: "fr", Place: "Rennes", Owner: "Camille"})
	rulestest.Must(b, err)
	by := campaign.Actor{Member: owner.Member}
	act, err := service.CreateCampaign(b.Context(), by, owner.Club, "camp", campaign.NewCampaign{Settings: campaign.DefaultSettings("Les Marches", "warmaster")})
	rulestest.Must(b, err)
	s := benchSite{club: owner.Club, camp: act.Body.(campaign.NewCampaign).Campaign, owner: owner}
	for i := range 12 {
		list := rules.Roster{Name: fmt.Sprint("Garde ", i), Units: []rules.Unit{{ID: fmt.Sprint("u", i), Name: "Brune", Profile: []byte(`{}`)}}}
		if _, err := service.Do(b.Context(), by, s.club, list.Name, campaign.ActRequest{Body: campaign.NewRoster{Campaign: s.camp, Member: owner.Member, List: list}}); err != nil {
			b.Fatal(err)
		}
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	rulestest.Must(b, err)
	site := web.New(web.Config{Service: service, Catalogs: content.Catalogs(), Games: []*rules.Game{webtest.NoEngineGame}, Now: time.Now})
	go func() { _ = web.Serve(b.Context(), ln, site) }()
	s.address = ln.Addr().String()
	return s
}

// load sends b.N requests over 128 connections, each of which waits for its response, and reports the requests per second
// and the response times. They include the work of the client, which runs on the same machine.
func (s benchSite) load(b *testing.B, status int, request func(n int64) string) {
	const connections = 128
	var next atomic.Int64
	var mu sync.Mutex
	var took []time.Duration
	var wg sync.WaitGroup
	before := cpuTime()
	b.ResetTimer()
	for range min(connections, b.N) {
		wg.Go(func() {
			conn, err := net.Dial("tcp", s.address)
			if err != nil {
				b.Error(err)
				return
			}
			defer conn.Close()
			in := bufio.NewReader(conn)
			var own []time.Duration
			for n := next.Add(1); n <= int64(b.N); n = next.Add(1) {
				began := time.Now()
				if _, err := io.WriteString(conn, request(n)); err != nil {
					b.Error(err)
					return
				}
				answer, err := http.ReadResponse(in, nil)
				if err != nil {
					b.Error(err)
					return
				}
				_, err = io.Copy(io.Discard, answer.Body)
				answer.Body.Close()
				if err != nil || answer.StatusCode != status {
					b.Errorf("%d, want %d: %v", answer.StatusCode, status, err)
					return
				}
				own = append(own, time.Since(began))
			}
			mu.Lock()
			defer mu.Unlock()
			took = append(took, own...)
		})
	}
	wg.Wait()
	if len(took) == 0 {
		return
	}
	slices.Sort(took)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "answers/s")
	// The processor time of client and server together, which other work on the machine changes least.
	b.ReportMetric(float64((cpuTime()-before).Microseconds())/float64(b.N), "cpu-µs/answer")
	b.ReportMetric(float64(took[len(took)/2])/1e6, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100])/1e6, "p99-ms")
}

// BenchmarkCachedPage gets a club's standings as visitors do: uncompressed, compressed, and with an ETag that saves the body.
func BenchmarkCachedPage(b *testing.B) {
	s := newBenchSite(b)
	page := "/clubs/" + s.club + "/campaigns/" + s.camp + "/standings"
	seed := strings.Repeat("5", 32)
	ask := func(header string) string {
		return "GET " + page + " HTTP/1.1\r\nHost: " + s.address + "\r\nCookie: seed=" + seed + "\r\n" + header + "\r\n"
	}
	first, _ := webtest.GetPage(b, http.DefaultClient, "http://"+s.address+page, seed, "", "")
	for _, c := range []struct {
		name, header string
		status       int
	}{{"plain", "", 200}, {"gzip", "Accept-Encoding: gzip\r\n", 200}, {"spared", "If-None-Match: " + first.Header.Get("ETag") + "\r\n", 304}} {
		request := ask(c.header)
		b.Run(c.name, func(b *testing.B) { s.load(b, c.status, func(int64) string { return request }) })
	}
}

// BenchmarkMembersPage gets the same page as a member, for whom it is rendered each time.
func BenchmarkMembersPage(b *testing.B) {
	s := newBenchSite(b)
	request := "GET /clubs/" + s.club + "/campaigns/" + s.camp + "/standings HTTP/1.1\r\nHost: " + s.address + "\r\nAccept-Encoding: gzip\r\nCookie: session=" + s.owner.Cookie + "\r\n\r\n"
	s.load(b, 200, func(int64) string { return request })
}

// BenchmarkActs lets members do acts, a form for each: permission, fold, hash, and storage (synchronous FULL) come before the
// response.
func BenchmarkActs(b *testing.B) {
	s := newBenchSite(b)
	seed := strings.Repeat("5", 32)
	s.load(b, 303, func(n int64) string {
		body := fmt.Sprintf("_csrf=%s&_key=act-%d&name=Club+%d&place=Rennes&language=fr", seed, n, n)
		return fmt.Sprintf("POST /clubs/%s/settings HTTP/1.1\r\nHost: %s\r\nOrigin: http://%s\r\nCookie: session=%s; seed=%s\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n%s",
			s.club, s.address, s.address, s.owner.Cookie, seed, len(body), body)
	})
}
