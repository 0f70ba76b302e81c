package auth_test

import (
	"crypto/rand"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"oriflamme/campaign/web"
	"oriflamme/campaign/web/webtest"
)

const secret = "quatre chevaux bleus"

// setPassword lets the player set a password on their own page, just after they signed in by a link.
func setPassword(w *webtest.ClubFixture) string {
	w.T.Helper()
	w.Player.Get("/clubs/" + w.ID + "/me").Want(200)
	own := w.Player.Path
	w.Player.Submit(own+"/password", "login", "  Inès   du Port ", "password", secret).Want(200, "Mot de passe enregistré")
	return own
}

// removePassword sends the second button of the form.
func removePassword(r *webtest.Browser, own, current string) *webtest.Browser {
	return r.Post(own+"/password/remove", url.Values{"_csrf": {webtest.CSRFOf(r)}, "_key": {rand.Text()}, "current": {current}})
}

// checkFilledIn checks the name that the form shows again.
func checkFilledIn(t *testing.T, r *webtest.Browser, name string) {
	t.Helper()
	if got := r.Page.Find("#login").AttrOr("value", ""); got != name {
		t.Errorf("the form comes back with %q, not %q", got, name)
	}
}

// TestPasswords: a member sets a password, uses it with any spelling of the name, changes it, exports their data without
// it and removes it. Links still work beside it.
func TestPasswords(t *testing.T) {
	w := webtest.NewClubFixture(t)
	own := setPassword(w)
	enter := func(name, password string) *webtest.Browser {
		t.Helper()
		return w.Browser().Get("/sign-in").Submit("/password", "login", name, "password", password)
	}
	phone := enter("INÈS du port", secret).Want(200, "Vous voici")
	if !strings.HasPrefix(phone.Path, "/clubs/"+w.ID) {
		t.Errorf("led to %s", phone.Path)
	}
	phone.Get(own).Want(200, "par un mot de passe")
	if account := phone.Get(own + "/account").Body; !strings.Contains(account, "inès du port") || strings.Contains(account, "argon2id") {
		t.Errorf("the account:\n%s", account)
	}
	checkFilledIn(t, enter("inès du port", "quatre chevaux blancs").Want(401, "Ce nom et ce mot de passe n’ouvrent rien ici"), "inès du port")
	enter("personne", secret).Want(401, "n’ouvrent rien ici")

	// A session that began with the password, or long ago, must give it before changing or removing it.
	fresh := "cinq barques vertes"
	for _, r := range []*webtest.Browser{phone, w.Player} {
		w.Advance(time.Hour)
		r.Get(own).Submit(own+"/password", "login", "Inès", "password", fresh).Want(422, "Ce champ est à remplir")
		r.Get(own).Submit(own+"/password", "login", "Inès", "password", fresh, "current", "autre chose").Want(422, "Ce n’est pas votre mot de passe")
		removePassword(r.Get(own), own, "autre chose").Want(422, "Ce n’est pas votre mot de passe")
	}
	phone.Get(own).Submit(own+"/password", "login", "Inès", "password", fresh, "current", secret).Want(200, "Mot de passe enregistré")
	enter("inès du port", secret).Want(401)
	enter("inès", secret).Want(401)
	enter("inès", fresh).Want(200, "Vous voici")

	// Nobody else can see it, change it or take its name.
	w.Owner.Get(own).Want(200).WantNot("the owner sees another's password", "/password")
	w.Owner.Post(own+"/password", url.Values{"_csrf": {webtest.CSRFOf(w.Owner)}, "login": {"moi"}, "password": {secret}}).Want(404)
	removePassword(w.Owner, own, fresh).Want(404)
	w.Owner.Get("/clubs/" + w.ID + "/me")
	checkFilledIn(t, w.Owner.Submit(w.Owner.Path+"/password", "login", "INÈS", "password", secret).Want(409, "Ce nom est déjà pris"), "INÈS")

	removePassword(phone.Get(own), own, fresh).Want(200, "Mot de passe retiré")
	enter("inès", fresh).Want(401)
}

// TestPasswordsRefused: common passwords and those that are too short or too long are refused, and the form keeps the name.
func TestPasswordsRefused(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Player.Get("/clubs/" + w.ID + "/me").Want(200)
	own := w.Player.Path
	for _, c := range []struct{ name, password, want string }{
		{"Inès", "sept774", "Entre 8 et 128 caractères"},
		{"Inès", strings.Repeat("x", 129), "Entre 8 et 128 caractères"},
		{"Inès", "PassWord", "ceux qu’on essaie d’abord"},
		{"Inès du Port", "inès du port", "ceux qu’on essaie d’abord"},
		{"Jo", secret, "Entre 3 et 60 caractères"},
		{"", secret, "Ce champ est à remplir"},
	} {
		checkFilledIn(t, w.Player.Get(own).Submit(own+"/password", "login", c.name, "password", c.password).Want(422, c.want), c.name)
		if strings.Contains(w.Player.Body, c.password) && c.password != "inès du port" {
			t.Errorf("the page repeats %q", c.password)
		}
	}
}

// TestPasswordsForgotten: a member who signs in by a new link need not know the old password. A forgotten member cannot sign in.
func TestPasswordsForgotten(t *testing.T) {
	w := webtest.NewClubFixture(t)
	own := setPassword(w)
	w.Advance(time.Hour)
	w.Player.Get(own).Submit(own + "/link").Want(200)
	link := w.Player.Page.Find("#address").AttrOr("value", "")
	phone := w.Browser().Get(link[strings.Index(link, "/enter/"):]).Submit("/enter").Want(200, "Vous voici")
	phone.Get(own).WantCount("#current", 0, "who has just come by a link is asked for the old password")
	phone.Submit(own+"/password", "login", "Inès", "password", "cinq barques vertes").Want(200, "Mot de passe enregistré")
	phone.Get(own).Submit("/forget", "sure", "yes").Want(200)
	w.Browser().Get("/sign-in").Submit("/password", "login", "Inès", "password", "cinq barques vertes").Want(401)
}

// TestPasswordsTried: guessing is stopped, and does not lock the member out, neither with the password nor by a link.
func TestPasswordsTried(t *testing.T) {
	w := webtest.NewClubFixtureOn(webtest.NewTestSiteWith(t, func(config *web.Config) { config.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")} }))
	setPassword(w)
	try := func(r *webtest.Browser, from, password string) *webtest.Browser {
		t.Helper()
		r.Get("/sign-in")
		return r.Post("/password", url.Values{"_csrf": {webtest.CSRFOf(r)}, "login": {"Inès du Port"}, "password": {password}}, "X-Forwarded-For", from)
	}
	thief := w.Browser()
	for i := range 10 {
		try(thief, "198.51.100.7", fmt.Sprint("devinette ", i)).Want(401)
	}
	checkFilledIn(t, try(thief, "198.51.100.7", secret).Want(429, "Trop d’essais"), "Inès du Port")
	thief.Get("/sign-in")
	thief.Post("/password", url.Values{"_csrf": {webtest.CSRFOf(thief)}, "login": {"  INÈS  du   port "}, "password": {secret}}, "X-Forwarded-For", "198.51.100.7").Want(429)
	try(w.Browser(), "198.51.100.8", secret).Want(200, "Vous voici")
}
