package club_test

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
	"oriflamme/campaign/web/site"
	"oriflamme/campaign/web/webtest"
	"oriflamme/content"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
)

// A deliveryFixture is a club on a site that sends e-mails, push notifications and webhook messages to this machine.
type deliveryFixture struct {
	*webtest.ClubFixture
	deliverer *notify.Deliverer
	mailbox   *bytes.Buffer
}

func newDeliveryFixture(t *testing.T) *deliveryFixture {
	t.Helper()
	w := &deliveryFixture{mailbox: &bytes.Buffer{}}
	testSite := webtest.NewTestSite(t)
	books := content.Catalogs()
	var err error
	w.deliverer, err = notify.New(t.Context(), notify.Config{Service: testSite.Service, Outbox: testSite.Store, Catalogs: books, Now: testSite.Clock, Summarise: site.NotificationLine,
		Base: "https://club.example", Mail: &notify.PrintMailer{Out: w.mailbox}, Private: true})
	rulestest.Must(t, err)
	testSite.Server = httptest.NewServer(web.New(web.Config{Service: testSite.Service, Catalogs: books, Games: []*rules.Game{webtest.NoEngineGame}, Now: testSite.Clock, Deliverer: w.deliverer}))
	t.Cleanup(testSite.Server.Close)
	w.ClubFixture = webtest.NewClubFixtureOn(testSite)
	return w
}

// deliver sends everything that is due, and returns the e-mails.
func (w *deliveryFixture) deliver() string {
	w.T.Helper()
	w.mailbox.Reset()
	rulestest.Must(w.T, w.deliverer.RunOnce(w.T.Context(), w.ID))
	return w.mailbox.String()
}

var linkInMail = regexp.MustCompile(`https://club\.example(/letters/\S+)`)

// firstLink returns the path of the first link in e-mails that needs no sign-in.
func (w *deliveryFixture) firstLink(letters string) string {
	w.T.Helper()
	m := linkInMail.FindStringSubmatch(letters)
	if m == nil {
		w.T.Fatalf("no link in %q", letters)
	}
	return m[1]
}

// TestMail: the link that was sent to an address confirms it, whoever opens it. E-mails are sent by choice, and end by their
// own link, with a button or with one click in a mail program.
func TestMail(t *testing.T) {
	w := newDeliveryFixture(t)
	settings := "/clubs/" + w.ID + "/notices"
	w.Player.Get(settings).Want(200, "Être prévenu", "Courriel", "Appareils")
	webtest.CheckPage(t, settings, w.Player.Page)
	w.Player.Submit("/notices/address", "address", "inès@").Want(422, "Ce n’est pas une adresse")
	w.Player.WantValue("#address", "inès@")
	w.Player.Get(settings).Submit("/notices/address", "address", "ines@poste.example").Want(200, "Un courriel est parti")
	letter := w.deliver()
	if !strings.Contains(letter, "To: ") || !strings.Contains(letter, "<ines@poste.example>") || !strings.Contains(letter, "confirmez-la") {
		t.Fatalf("the e-mail: %s", letter)
	}
	anyone := w.Browser()
	anyone.Get(w.firstLink(letter)).Want(200, "Confirmer l’adresse", "ines@poste.example")
	webtest.CheckPage(t, "a link in a letter", anyone.Page)
	w.Player.Get(settings).Want(200, "Un courriel est parti") // opening the page confirms nothing
	anyone.Post(w.firstLink(letter), nil).Want(200, "C’est fait")
	w.Player.Get(settings).Want(200, "Adresse confirmée.")
	anyone.Get(w.firstLink(letter)[:60]).Want(401, "lien")

	w.ScheduleBattle()
	letter = w.deliver()
	if !strings.Contains(letter, "Camille a fixé une bataille") || !strings.Contains(letter, "/clubs/"+w.ID+"/battles/") {
		t.Fatalf("of a battle: %s", letter)
	}
	w.Player.Get(settings)
	form := url.Values{"_csrf": {webtest.CSRFOf(w.Player)}, "language": {"en"}, "zone": {"Nowhere/Else"}, "inbox": {"battles"}, "mail": {"stories"}, "from": {"22:00"}, "until": {"07:00"}}
	w.Player.Post(settings, form).Want(422, "Ce fuseau n’existe pas")
	if w.Player.Page.Find("#zone").AttrOr("value", "") != "Nowhere/Else" || w.Player.Page.Find("#from").AttrOr("value", "") != "22:00" || w.Player.Page.Find("input[name=mail][checked]").Length() != 1 {
		t.Error("a refused form came back otherwise")
	}
	form.Set("zone", "Europe/Paris")
	form.Set("until", "")
	w.Player.Post(settings, form).Want(422, "Donnez les deux heures, ou aucune.")
	form.Set("until", "07:00")
	w.Player.Post(settings, form).Want(200, "Enregistré")
	if on := w.Player.Page.Find("input[name=mail][checked]"); on.Length() != 1 || on.AttrOr("value", "") != "stories" || w.Player.Page.Find("option[value=en][selected]").Length() != 1 {
		t.Error("the choice was not kept")
	}
	w.Owner.Get(w.CampaignPath("/stories/new")).Submit("/stories", "title", "La digue", "text", "Il pleuvait.").Want(200)
	letter = w.deliver()
	if !strings.Contains(letter, "Camille has published a story") && !strings.Contains(letter, "Camille published a story") {
		t.Fatalf("in English: %s", letter)
	}
	end := w.firstLink(letter)
	anyone.Get(end).Want(200, "Plus de courriels")
	res, err := http.PostForm(w.Server.URL+end, url.Values{"List-Unsubscribe": {"One-Click"}}) // without cookies and from no page
	rulestest.Must(t, err)
	res.Body.Close()
	if res.StatusCode != 200 || w.Player.Get(settings).Page.Find("input[name=mail][checked]").Length() != 0 {
		t.Errorf("one click: %d", res.StatusCode)
	}
	w.Owner.Get(w.CampaignPath("/stories/new")).Submit("/stories", "title", "Encore", "text", "Il neigeait.").Want(200)
	if letter = w.deliver(); letter != "" {
		t.Errorf("after the end: %s", letter)
	}
}

// TestMailFlood: nobody can have many e-mails sent to an address that is not theirs.
func TestMailFlood(t *testing.T) {
	w := newDeliveryFixture(t)
	sent := 0
	for range 12 {
		w.Player.Get("/clubs/"+w.ID+"/notices").Submit("/notices/address", "address", "victime@poste.example")
		if w.deliver() != "" {
			sent++
		}
	}
	if sent != 5 || w.Player.Status != 429 {
		t.Errorf("%d letters, at last %d", sent, w.Player.Status)
	}
}

// TestDevicesPage: a member adds a browser by its push subscription and removes it.
func TestDevicesPage(t *testing.T) {
	w := newDeliveryFixture(t)
	settings := "/clubs/" + w.ID + "/notices"
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	rulestest.Must(t, err)
	if w.Player.Get(settings).Page.Find("form[data-push]").AttrOr("data-push", "") != w.deliverer.PushKey() {
		t.Error("the page does not hold the key of the site")
	}
	device := url.Values{"_csrf": {webtest.CSRFOf(w.Player)}, "endpoint": {"https://push.example/1"}, "p256dh": {base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes())}, "auth": {base64.RawURLEncoding.EncodeToString(make([]byte, 16))}}
	w.Player.Post(settings+"/devices", device, "User-Agent", "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0").Want(200, "Cet appareil sera prévenu.", "Firefox, Android")
	device.Set("auth", "x")
	w.Player.Post(settings+"/devices", device).Want(422, "Ce navigateur ne s’est pas présenté comme il faut.")
	w.Owner.Get(settings)
	if strings.Contains(w.Owner.Text("main"), "Firefox, Android") {
		t.Error("somebody else's browser is shown")
	}
	w.Player.Get(settings).Submit("/drop").Want(200, "Appareil retiré.")
	if strings.Contains(w.Player.Text("main"), "Firefox, Android") {
		t.Error("the browser is still there")
	}
}

// TestHooksPage: the organiser adds a webhook, sees its secret once, sends a test message and sees the response and the
// deliveries that failed. Nobody else can.
func TestHooksPage(t *testing.T) {
	w := newDeliveryFixture(t)
	page := "/clubs/" + w.ID + "/outbox"
	var status atomic.Int32
	status.Store(http.StatusOK)
	var heard atomic.Value
	hooked := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		heard.Store(string(body))
		rw.WriteHeader(int(status.Load()))
		_, _ = io.WriteString(rw, "bien <b>reçu</b>")
	}))
	defer hooked.Close()
	w.Player.Get(page).Want(403)
	w.Owner.Get("/clubs/"+w.ID+"/settings").Get(w.Owner.Link("Sites prévenus")).Want(200, "Aucun site n’est prévenu.")
	webtest.CheckPage(t, page, w.Owner.Page)
	w.Owner.Submit("/hooks", "name", "Salon", "url", "gopher://x").Want(422, "https://")
	if w.Owner.Page.Find("#name").AttrOr("value", "") != "Salon" {
		t.Error("the form came back empty")
	}
	w.Owner.Submit("/hooks", "url", hooked.URL, "form", "json").Want(200, "Voici le secret", "Salon")
	secret := w.Owner.Page.Find("#secret").AttrOr("value", "")
	if !strings.HasPrefix(secret, "whsec_") || w.Owner.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("secret %q, kept %q", secret, w.Owner.Header.Get("Cache-Control"))
	}
	if strings.Contains(w.Owner.Get(page).Body, secret) || strings.Contains(w.Owner.Body, hooked.URL) {
		t.Error("the secret or the address shows again")
	}
	w.Owner.Submit("/test").Want(200, "Essai\u00a0: Salon", "Réponse 200 OK", "bien <b>reçu</b>")
	if said, _ := heard.Load().(string); !strings.Contains(said, `"test":true`) {
		t.Errorf("heard %s", said)
	}
	status.Store(http.StatusGone)
	w.ScheduleBattle()
	w.deliver()
	w.Owner.Get(page).Want(200, "Camille a fixé une bataille", "Autre site\u00a0: Salon", "1 essai", "réponse 410")
	status.Store(http.StatusOK)
	heard.Store("")
	w.Owner.Submit("/again").Want(200, "L’envoi repart.")
	w.deliver()
	if said, _ := heard.Load().(string); !strings.Contains(said, `"kind":"schedule"`) {
		t.Errorf("heard %s", said)
	}
	w.Owner.Get(page).Submit("/hooks", "name", "Autre", "url", hooked.URL).Want(200)
	rows := w.Owner.Get(page).Page.Find("form[action$='/drop']")
	if rows.Length() != 2 || rows.FilterFunction(func(_ int, s *goquery.Selection) bool { return s.Find("input[name=_csrf]").Length() == 1 }).Length() != 2 {
		t.Errorf("%d hooks", rows.Length())
	}
	w.Owner.Submit("/drop").Want(200, "ne sera plus prévenu")
	for _, lang := range []string{"fr", "en"} {
		w.Owner.Lang = lang
		for _, path := range []string{page, "/clubs/" + w.ID + "/notices"} {
			if i := strings.Index(w.Owner.Get(path).Body, "⟨"); i >= 0 {
				t.Errorf("%s in %s: a phrase is missing: %s", path, lang, w.Owner.Body[i:min(i+40, len(w.Owner.Body))])
			}
		}
	}
}

// TestNotificationsInEveryLanguage: every topic and every kind of act with notifications has its phrases in both languages.
func TestNotificationsInEveryLanguage(t *testing.T) {
	for lang, book := range content.Catalogs() {
		for _, kind := range campaign.NotifiedKinds() {
			if !book.Has("inbox.act." + string(kind)) {
				t.Errorf("%s has no words for %q", lang, kind)
			}
		}
	}
}
