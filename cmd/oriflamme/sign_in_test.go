package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/campaign/store/pgtest"
	"oriflamme/campaign/web"
	"oriflamme/content"
	"oriflamme/rules/games"
)

// makeTwinMembers makes a database with a club of an owner, two members with the same name, and one who left; then a
// second club.
func makeTwinMembers(t *testing.T, db string, clubs ...string) {
	t.Helper()
	s, err := store.Open(db)
	must(t, err)
	defer s.Close()
	service := campaign.NewService(s, games.All, time.Now)
	ctx := context.Background()
	for _, name := range clubs {
		session, err := service.FoundClub(ctx, campaign.FoundClub{Name: name, Lang: "fr", Owner: "Camille Rousset"})
		must(t, err)
		owner := campaign.Actor{Member: session.Member}
		for _, member := range []string{"Luc", "Luc", "Odile"} {
			id := campaign.NewID(time.Now())
			_, err = service.Do(ctx, owner, session.Club, "join"+id, campaign.ActRequest{Body: campaign.Join{Member: id, Name: member, Role: campaign.Player}})
			must(t, err)
			if member == "Odile" {
				_, err = service.Do(ctx, owner, session.Club, "leave"+id, campaign.ActRequest{Body: campaign.Leave{Member: id}})
				must(t, err)
			}
		}
	}
}

var printedLink = regexp.MustCompile(`https://club\.example(/enter/\S+)`)

// openLink opens a printed link on a site over the database, as a browser without a session does, and returns the
// greeting on the page of the club.
func openLink(t *testing.T, db, printed string) string {
	t.Helper()
	found := printedLink.FindStringSubmatch(printed)
	if found == nil {
		t.Fatalf("no link in %q", printed)
	}
	s, err := store.Open(db)
	must(t, err)
	defer s.Close()
	server := httptest.NewServer(web.New(web.Config{Service: campaign.NewService(s, games.All, time.Now), Catalogs: content.Catalogs(), Games: games.All, Now: time.Now}))
	defer server.Close()
	browser := newVisitor(t)
	read := func(answer *http.Response, err error) *goquery.Document {
		t.Helper()
		must(t, err)
		defer answer.Body.Close()
		page, err := goquery.NewDocumentFromReader(answer.Body)
		must(t, err)
		if answer.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s", answer.Request.URL, answer.Status)
		}
		return page
	}
	page := read(browser.Get(server.URL + found[1]))
	form := page.Find("main form[method=post]").First()
	values := url.Values{}
	form.Find("input[name]").Each(func(_ int, f *goquery.Selection) { values.Set(f.AttrOr("name", ""), f.AttrOr("value", "")) })
	page = read(browser.PostForm(server.URL+form.AttrOr("action", ""), values))
	if answer, err := (&http.Client{}).PostForm(server.URL+form.AttrOr("action", ""), values); err != nil {
		t.Fatal(err)
	} else if answer.Body.Close(); answer.StatusCode == http.StatusOK {
		t.Error("the link works twice")
	}
	club := page.Find("a[href^='/clubs/']").First().AttrOr("href", "")
	me := read(browser.Get(server.URL + strings.Join(strings.Split(club, "/")[:3], "/") + "/me"))
	return strings.Join(strings.Fields(me.Find("body").Text()), " ")
}

// TestLink: a person with access to the machine can let a member sign in, on either database. A name that fits nobody
// or two people is refused with the names that there are.
func TestLink(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) { checkLinks(t, t.TempDir()+"/club.db") })
	t.Run("postgres", func(t *testing.T) { checkLinks(t, pgtest.Fresh(t)) })
}

func checkLinks(t *testing.T, db string) {
	makeTwinMembers(t, db, "Les Hussards")
	link := func(args ...string) (int, string, string) {
		t.Helper()
		return call(t, "", append([]string{"link", "--db", db, "--base", "https://club.example/"}, args...)...)
	}
	code, out, errs := link("--member", " camille  rousset")
	if code != 0 || !strings.Contains(out, "Camille Rousset (owner) of Les Hussards") {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	if me := openLink(t, db, out); !strings.Contains(me, "Camille Rousset") {
		t.Errorf("the link opens the page of %.300s", me)
	}
	for want, args := range map[string][]string{
		"Camille Rousset (":       {"--member", "Personne"},
		"has no member \"Odile\"": {"--member", "Odile"}, // Odile has left the club
		"--member whom":           nil,
		"no club \"Les Autres\"":  {"--member", "Luc", "--club", "Les Autres"},
		"unexpected argument":     {"--member", "Luc", "extra"},
	} {
		if code, out, errs := link(args...); code == 0 || out != "" || !strings.Contains(errs, want) {
			t.Errorf("%q: exit %d, %s%s", args, code, out, errs)
		}
	}
	_, _, errs = link("--member", "luc")
	ids := regexp.MustCompile(`Luc \((\w+)\), player`).FindAllStringSubmatch(errs, -1)
	if len(ids) != 2 || strings.Contains(errs, "Camille") {
		t.Fatalf("two of a name: %s", errs)
	}
	if code, out, errs := link("--member", ids[1][1]); code != 0 || !strings.Contains(openLink(t, db, out), "Luc") {
		t.Errorf("by id: exit %d %s%s", code, out, errs)
	}
	makeTwinMembers(t, db, "Les Dragons", "Les Dragons")
	for want, args := range map[string][]string{
		"say with --club":                        {"--member", "Camille Rousset"},
		"several clubs are called \"les dragons": {"--member", "Camille Rousset", "--club", "les dragons"},
	} {
		if code, _, errs := link(args...); code == 0 || !strings.Contains(errs, want) || !strings.Contains(errs, "Les Hussards (") && want == "say with --club" {
			t.Errorf("%q: exit %d, %s", args, code, errs)
		}
	}
	wantCall(t, 0, "of Les Hussards", "link", "--db", db, "--base", "https://club.example/", "--member", "Camille Rousset", "--club", "les hussards")
	wantCall(t, 2, "--base", "link", "--db", db, "--base", "club.example", "--member", "Luc")
}

// TestRestoreLetsTheOwnerIn: restoring a club from its archive prints a link with which its owner can sign in.
func TestRestoreLetsTheOwnerIn(t *testing.T) {
	dir := t.TempDir()
	makeTwinMembers(t, dir+"/a.db", "Les Hussards")
	if code, out, errs := call(t, "", "export", "--db", dir+"/a.db", "--out", dir+"/a.json"); code != 0 {
		t.Fatalf("export: %d %s%s", code, out, errs)
	}
	code, out, errs := call(t, "", "restore", "--db", dir+"/b.db", "--base", "https://club.example", dir+"/a.json")
	if code != 0 || !strings.HasPrefix(out, "restored Les Hussards") {
		t.Fatalf("restore: %d %s%s", code, out, errs)
	}
	if me := openLink(t, dir+"/b.db", out); !strings.Contains(me, "Camille Rousset") {
		t.Errorf("the link opens the page of %.300s", me)
	}
}

// TestReadmeContainer: the container image that the README describes can speak TLS, knows the time zones, and runs as
// an unprivileged user with a folder of its own.
func TestReadmeContainer(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	must(t, err)
	_, file, ok := strings.Cut(string(text), "```dockerfile\n")
	file, _, ok2 := strings.Cut(file, "```")
	_, last, ok3 := strings.Cut(file, "\nFROM scratch\n")
	if !ok || !ok2 || !ok3 {
		t.Fatal("the README has no container from scratch")
	}
	for _, want := range []string{
		"COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt", // where Go looks for certificates
		"COPY --from=build /usr/local/go/lib/time/zoneinfo.zip /zoneinfo.zip",
		"COPY --from=build --chown=65532:65532 /data /data",
		"USER 65532:65532",
		"VOLUME /data",
	} {
		if !strings.Contains(last, want+"\n") {
			t.Errorf("the container lacks %q:\n%s", want, last)
		}
	}
	if at := strings.Index(last, "USER "); at < 0 || at > strings.Index(last, "ENTRYPOINT") || !strings.Contains(last, `"--db", "/data/`) {
		t.Errorf("the program does not run as that user over its folder:\n%s", last)
	}
}

// TestPasskey makes a passkey on a phone and signs in with it in a browser that has forgotten everything else.
func TestPasskey(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	site.url = strings.Replace(site.url, "127.0.0.1", "localhost", 1) // passkeys belong to host names, not to IP addresses
	tb := b.person(320, 700)
	refused := tb.csp()
	tb.run(webauthn.Enable(), chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := webauthn.AddVirtualAuthenticator(&webauthn.VirtualAuthenticatorOptions{Protocol: webauthn.AuthenticatorProtocolCtap2, Transport: webauthn.AuthenticatorTransportInternal,
			HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true}).Do(ctx)
		return err
	}))
	site.signIn(tb, "Camille", "fr")
	tb.open(site.url + "/clubs/" + site.club + "/me")
	tb.wait(`document.querySelector("form[data-make]").checkVisibility()`)
	tb.eval(`document.querySelector("#passkey").value = "Mon téléphone"; true`, nil)
	tb.click(`form[data-make] button`)
	tb.wait(`document.body.innerText.includes("Clé d’accès ajoutée")`)
	tb.screenshot("passkeys")
	tb.wantNoFaults("the page")
	tb.wantFits("the page")
	wantNone(t, "small targets", tb.smallTargets())
	// The device already has a passkey for this member and makes no second one.
	tb.eval(`document.querySelector("#passkey").value = "Encore"; true`, nil)
	tb.click(`form[data-make] button`)
	tb.wait(`document.querySelector("form[data-make] [role=status]").textContent.includes("déjà")`)

	tb.click(`form[action="/sign-out"] button`)
	tb.wait(`location.pathname == "/"`)
	tb.open(site.url + "/sign-in")
	tb.wait(`document.querySelector("form[data-passkey]").checkVisibility()`)
	tb.screenshot("passkey-door")
	tb.click(`form[data-passkey] button`)
	tb.wait(`location.pathname == "/clubs/` + site.club + `"`)
	tb.open(site.url + "/clubs/" + site.club + "/me")
	if text := tb.text(); !strings.Contains(text, "Camille") {
		t.Errorf("not in:\n%s", text)
	}
	wantNone(t, "refused by the content security policy", refused())
}
