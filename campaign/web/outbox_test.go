package web_test

import (
	"bytes"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
	"oriflamme/campaign/notify"
	"oriflamme/campaign/web"
	"oriflamme/content"
	"oriflamme/rules"
)

// typedAct is a club on a site that sends letters, pushes, and tells hooks on this machine.
type deliveryFixture struct {
	*clubFixture
	deliverer *notify.Deliverer
	mailbox   *bytes.Buffer
}

func newDeliveryFixture(t *testing.T) *deliveryFixture {
	t.Helper()
	w := &deliveryFixture{mailbox: &bytes.Buffer{}}
	site := newTestSite(t)
	books := content.Catalogs()
	var err error
	w.deliverer, err = notify.New(t.Context(), notify.Config{Service: site.service, Outbox: site.store, Catalogs: books, Now: site.clock, Summarise: web.NotificationLine,
		Base: "https://club.example", Mail: &notify.PrintMailer{Out: w.mailbox}, Private: true})
	if err != nil {
		t.Fatal(err)
	}
	site.server = httptest.NewServer(web.New(web.Config{Service: site.service, Catalogs: books, Games: []*rules.Game{noEngineGame}, Now: site.clock, Deliverer: w.deliverer}))
	t.Cleanup(site.server.Close)
	w.clubFixture = newClubFixtureOn(site)
	return w
}

// bring brings all there is, and returns the letters.
func (w *deliveryFixture) deliver() string {
	w.t.Helper()
	w.mailbox.Reset()
	if err := w.deliverer.RunOnce(w.t.Context(), w.id); err != nil {
		w.t.Fatal(err)
	}
	return w.mailbox.String()
}

var linkInMail = regexp.MustCompile(`https://club\.example(/letters/\S+)`)

// path is the path of the first link of a letter that needs no sign-in.
func (w *deliveryFixture) firstLink(letters string) string {
	w.t.Helper()
	m := linkInMail.FindStringSubmatch(letters)
	if m == nil {
		w.t.Fatalf("no link in %q", letters)
	}
	return m[1]
}

// TestLetters: an address is confirmed by the link that was sent there, whoever opens it; letters come by choice, and end by
// their own link, by a button as by one click of a mail program.
func TestMail(t *testing.T) {
	w := newDeliveryFixture(t)
	settings := "/clubs/" + w.id + "/notices"
	w.player.get(settings).want(200, "Être prévenu", "Courriel", "Appareils")
	checkPage(t, settings, w.player.page)
	w.player.submit("/notices/address", "address", "inès@").want(422, "Ce n’est pas une adresse")
	if got := w.player.page.Find("#address").AttrOr("value", ""); got != "inès@" {
		t.Errorf("the address came back as %q", got)
	}
	w.player.get(settings).submit("/notices/address", "address", "ines@poste.example").want(200, "Un courriel est parti")
	letter := w.deliver()
	if !strings.Contains(letter, "To: ") || !strings.Contains(letter, "<ines@poste.example>") || !strings.Contains(letter, "confirmez-la") {
		t.Fatalf("the letter: %s", letter)
	}
	anyone := w.browser()
	anyone.get(w.firstLink(letter)).want(200, "Confirmer l’adresse", "ines@poste.example")
	checkPage(t, "a link in a letter", anyone.page)
	w.player.get(settings).want(200, "Un courriel est parti") // looking confirms nothing
	anyone.post(w.firstLink(letter), nil).want(200, "C’est fait")
	w.player.get(settings).want(200, "Adresse confirmée.")
	anyone.get(w.firstLink(letter)[:60]).want(401, "lien")

	w.scheduleBattle()
	letter = w.deliver()
	if !strings.Contains(letter, "Camille a fixé une bataille") || !strings.Contains(letter, "/clubs/"+w.id+"/battles/") {
		t.Fatalf("of a battle: %s", letter)
	}
	w.player.get(settings)
	form := url.Values{"_csrf": {csrfOf(w.player)}, "language": {"en"}, "zone": {"Nowhere/Else"}, "inbox": {"battles"}, "mail": {"stories"}, "from": {"22:00"}, "until": {"07:00"}}
	w.player.post(settings, form).want(422, "Ce fuseau n’existe pas")
	if w.player.page.Find("#zone").AttrOr("value", "") != "Nowhere/Else" || w.player.page.Find("#from").AttrOr("value", "") != "22:00" || w.player.page.Find("input[name=mail][checked]").Length() != 1 {
		t.Error("a refused form came back otherwise")
	}
	form.Set("zone", "Europe/Paris")
	form.Set("until", "")
	w.player.post(settings, form).want(422, "Donnez les deux heures, ou aucune.")
	form.Set("until", "07:00")
	w.player.post(settings, form).want(200, "Enregistré")
	if on := w.player.page.Find("input[name=mail][checked]"); on.Length() != 1 || on.AttrOr("value", "") != "stories" || w.player.page.Find("option[value=en][selected]").Length() != 1 {
		t.Error("the choice was not kept")
	}
	w.owner.get(w.campaignPath("/stories/new")).submit("/stories", "title", "La digue", "text", "Il pleuvait.").want(200)
	letter = w.deliver()
	if !strings.Contains(letter, "Camille has published a story") && !strings.Contains(letter, "Camille published a story") {
		t.Fatalf("in English: %s", letter)
	}
	end := w.firstLink(letter)
	anyone.get(end).want(200, "Plus de courriels")
	res, err := http.PostForm(w.server.URL+end, url.Values{"List-Unsubscribe": {"One-Click"}}) // without cookies, from nowhere
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != 200 || w.player.get(settings).page.Find("input[name=mail][checked]").Length() != 0 {
		t.Errorf("one click: %d", res.StatusCode)
	}
	w.owner.get(w.campaignPath("/stories/new")).submit("/stories", "title", "Encore", "text", "Il neigeait.").want(200)
	if letter = w.deliver(); letter != "" {
		t.Errorf("after the end: %s", letter)
	}
}

// TestAddressFlood: nobody has letters sent by the dozen to an address that is not theirs.
func TestMailFlood(t *testing.T) {
	w := newDeliveryFixture(t)
	sent := 0
	for range 12 {
		w.player.get("/clubs/"+w.id+"/notices").submit("/notices/address", "address", "victime@poste.example")
		if w.deliver() != "" {
			sent++
		}
	}
	if sent != 5 || w.player.status != 429 {
		t.Errorf("%d letters, at last %d", sent, w.player.status)
	}
}

// TestDevicesPage: a browser is added by what it says of itself, and taken off again.
func TestDevicesPage(t *testing.T) {
	w := newDeliveryFixture(t)
	settings := "/clubs/" + w.id + "/notices"
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if w.player.get(settings).page.Find("form[data-push]").AttrOr("data-push", "") != w.deliverer.PushKey() {
		t.Error("the page does not hold the key of the site")
	}
	device := url.Values{"_csrf": {csrfOf(w.player)}, "endpoint": {"https://push.example/1"}, "p256dh": {base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes())}, "auth": {base64.RawURLEncoding.EncodeToString(make([]byte, 16))}}
	w.player.post(settings+"/devices", device, "User-Agent", "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0").want(200, "Cet appareil sera prévenu.", "Firefox, Android")
	device.Set("auth", "x")
	w.player.post(settings+"/devices", device).want(422, "Ce navigateur ne s’est pas présenté comme il faut.")
	w.owner.get(settings)
	if strings.Contains(w.owner.text("main"), "Firefox, Android") {
		t.Error("somebody else's browser is shown")
	}
	w.player.get(settings).submit("/drop").want(200, "Appareil retiré.")
	if strings.Contains(w.player.text("main"), "Firefox, Android") {
		t.Error("the browser is still there")
	}
}

// TestHooksPage: the organiser adds a hook, sees its secret once, tries it and sees the answer, and what could not be
// brought; nobody else does.
func TestHooksPage(t *testing.T) {
	w := newDeliveryFixture(t)
	page := "/clubs/" + w.id + "/outbox"
	var status atomic.Int32
	status.Store(http.StatusOK)
	var heard atomic.Value
	site := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		heard.Store(string(body))
		rw.WriteHeader(int(status.Load()))
		_, _ = io.WriteString(rw, "bien <b>reçu</b>")
	}))
	defer site.Close()
	w.player.get(page).want(403)
	w.owner.get("/clubs/"+w.id+"/settings").get(w.owner.link("Sites prévenus")).want(200, "Aucun site n’est prévenu.")
	checkPage(t, page, w.owner.page)
	w.owner.submit("/hooks", "name", "Salon", "url", "gopher://x").want(422, "https://")
	if w.owner.page.Find("#name").AttrOr("value", "") != "Salon" {
		t.Error("the form came back empty")
	}
	w.owner.submit("/hooks", "url", site.URL, "form", "json").want(200, "Voici le secret", "Salon")
	secret := w.owner.page.Find("#secret").AttrOr("value", "")
	if !strings.HasPrefix(secret, "whsec_") || w.owner.header.Get("Cache-Control") != "no-store" {
		t.Errorf("secret %q, kept %q", secret, w.owner.header.Get("Cache-Control"))
	}
	if strings.Contains(w.owner.get(page).body, secret) || strings.Contains(w.owner.body, site.URL) {
		t.Error("the secret or the address shows again")
	}
	w.owner.submit("/test").want(200, "Essai\u00a0: Salon", "Réponse 200 OK", "bien <b>reçu</b>")
	if said, _ := heard.Load().(string); !strings.Contains(said, `"test":true`) {
		t.Errorf("heard %s", said)
	}
	status.Store(http.StatusGone)
	w.scheduleBattle()
	w.deliver()
	w.owner.get(page).want(200, "Camille a fixé une bataille", "Autre site\u00a0: Salon", "1 essai", "réponse 410")
	status.Store(http.StatusOK)
	heard.Store("")
	w.owner.submit("/again").want(200, "L’envoi repart.")
	w.deliver()
	if said, _ := heard.Load().(string); !strings.Contains(said, `"kind":"schedule"`) {
		t.Errorf("heard %s", said)
	}
	w.owner.get(page).submit("/hooks", "name", "Autre", "url", site.URL).want(200)
	rows := w.owner.get(page).page.Find("form[action$='/drop']")
	if rows.Length() != 2 || rows.FilterFunction(func(_ int, s *goquery.Selection) bool { return s.Find("input[name=_csrf]").Length() == 1 }).Length() != 2 {
		t.Errorf("%d hooks", rows.Length())
	}
	w.owner.submit("/drop").want(200, "ne sera plus prévenu")
	for _, lang := range []string{"fr", "en"} {
		w.owner.lang = lang
		for _, path := range []string{page, "/clubs/" + w.id + "/notices"} {
			if i := strings.Index(w.owner.get(path).body, "⟨"); i >= 0 {
				t.Errorf("%s in %s: a phrase is missing: %s", path, lang, w.owner.body[i:min(i+40, len(w.owner.body))])
			}
		}
	}
}

// TestNoticesInEveryTongue: every topic of every kind of act that is told has its words in both languages.
func TestNotificationsInEveryLanguage(t *testing.T) {
	for lang, book := range content.Catalogs() {
		for _, kind := range campaign.NotifiedKinds() {
			if !book.Has("inbox.act." + string(kind)) {
				t.Errorf("%s has no words for %q", lang, kind)
			}
		}
	}
}
