package web_test

import (
	"crypto/rand"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"oriflamme/campaign/web"
)

const secret = "quatre chevaux bleus"

// setPassword has the player choose a password on their own page, just after they came in by a link.
func setPassword(w *clubFixture) string {
	w.t.Helper()
	w.player.get("/clubs/" + w.id + "/me").want(200)
	own := w.player.path
	w.player.submit(own+"/password", "login", "  Inès   du Port ", "password", secret).want(200, "Mot de passe enregistré")
	return own
}

// remove presses the second button of the form.
func removePassword(r *browser, own, current string) *browser {
	return r.post(own+"/password/remove", url.Values{"_csrf": {csrfOf(r)}, "_key": {rand.Text()}, "current": {current}})
}

// filledIn checks the name that a form comes back with.
func checkFilledIn(t *testing.T, r *browser, name string) {
	t.Helper()
	if got := r.page.Find("#login").AttrOr("value", ""); got != name {
		t.Errorf("the form comes back with %q, not %q", got, name)
	}
}

// TestPasswords: chosen, used whatever the case of the name, changed by who knows it, taken along without the secret, removed;
// links go on working beside it.
func TestPasswords(t *testing.T) {
	w := newClubFixture(t)
	own := setPassword(w)
	enter := func(name, password string) *browser {
		t.Helper()
		return w.browser().get("/sign-in").submit("/password", "login", name, "password", password)
	}
	phone := enter("INÈS du port", secret).want(200, "Vous voici")
	if !strings.HasPrefix(phone.path, "/clubs/"+w.id) {
		t.Errorf("led to %s", phone.path)
	}
	phone.get(own).want(200, "par un mot de passe")
	if account := phone.get(own + "/account").body; !strings.Contains(account, "inès du port") || strings.Contains(account, "argon2id") {
		t.Errorf("the account:\n%s", account)
	}
	checkFilledIn(t, enter("inès du port", "quatre chevaux blancs").want(401, "Ce nom et ce mot de passe n’ouvrent rien ici"), "inès du port")
	enter("personne", secret).want(401, "n’ouvrent rien ici")

	// Who came by the password, or long ago, says it before it is changed or removed.
	fresh := "cinq barques vertes"
	for _, r := range []*browser{phone, w.player} {
		w.advance(time.Hour)
		r.get(own).submit(own+"/password", "login", "Inès", "password", fresh).want(422, "Ce champ est à remplir")
		r.get(own).submit(own+"/password", "login", "Inès", "password", fresh, "current", "autre chose").want(422, "Ce n’est pas votre mot de passe")
		removePassword(r.get(own), own, "autre chose").want(422, "Ce n’est pas votre mot de passe")
	}
	phone.get(own).submit(own+"/password", "login", "Inès", "password", fresh, "current", secret).want(200, "Mot de passe enregistré")
	enter("inès du port", secret).want(401)
	enter("inès", secret).want(401)
	enter("inès", fresh).want(200, "Vous voici")

	// Nobody else sees or changes it, nor takes its name.
	w.owner.get(own).want(200)
	if strings.Contains(w.owner.body, "/password") {
		t.Error("the owner sees another's password")
	}
	w.owner.post(own+"/password", url.Values{"_csrf": {csrfOf(w.owner)}, "login": {"moi"}, "password": {secret}}).want(404)
	removePassword(w.owner, own, fresh).want(404)
	w.owner.get("/clubs/" + w.id + "/me")
	checkFilledIn(t, w.owner.submit(w.owner.path+"/password", "login", "INÈS", "password", secret).want(409, "Ce nom est déjà pris"), "INÈS")

	removePassword(phone.get(own), own, fresh).want(200, "Mot de passe retiré")
	enter("inès", fresh).want(401)
}

// TestPasswordsRefused: what would be guessed first, and what is too short or too long, with the form filled in again.
func TestPasswordsRefused(t *testing.T) {
	w := newClubFixture(t)
	w.player.get("/clubs/" + w.id + "/me").want(200)
	own := w.player.path
	for _, c := range []struct{ name, password, want string }{
		{"Inès", "sept774", "Entre 8 et 128 caractères"},
		{"Inès", strings.Repeat("x", 129), "Entre 8 et 128 caractères"},
		{"Inès", "PassWord", "ceux qu’on essaie d’abord"},
		{"Inès du Port", "inès du port", "ceux qu’on essaie d’abord"},
		{"Jo", secret, "Entre 3 et 60 caractères"},
		{"", secret, "Ce champ est à remplir"},
	} {
		checkFilledIn(t, w.player.get(own).submit(own+"/password", "login", c.name, "password", c.password).want(422, c.want), c.name)
		if strings.Contains(w.player.body, c.password) && c.password != "inès du port" {
			t.Errorf("the page repeats %q", c.password)
		}
	}
}

// TestPasswordsForgotten: who comes by a new link need not know the old password; who is forgotten enters no more.
func TestPasswordsForgotten(t *testing.T) {
	w := newClubFixture(t)
	own := setPassword(w)
	w.advance(time.Hour)
	w.player.get(own).submit(own + "/link").want(200)
	link := w.player.page.Find("#address").AttrOr("value", "")
	phone := w.browser().get(link[strings.Index(link, "/enter/"):]).submit("/enter").want(200, "Vous voici")
	if phone.get(own).page.Find("#current").Length() != 0 {
		t.Error("who has just come by a link is asked for the old password")
	}
	phone.submit(own+"/password", "login", "Inès", "password", "cinq barques vertes").want(200, "Mot de passe enregistré")
	phone.get(own).submit("/forget", "sure", "yes").want(200)
	w.browser().get("/sign-in").submit("/password", "login", "Inès", "password", "cinq barques vertes").want(401)
}

// TestPasswordsTried: who guesses is stopped, and the member is not locked out by it, neither at the door nor by a link.
func TestPasswordsTried(t *testing.T) {
	w := newClubFixtureOn(newTestSiteWith(t, func(config *web.Config) { config.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")} }))
	setPassword(w)
	try := func(r *browser, from, password string) *browser {
		t.Helper()
		r.get("/sign-in")
		return r.post("/password", url.Values{"_csrf": {csrfOf(r)}, "login": {"Inès du Port"}, "password": {password}}, "X-Forwarded-For", from)
	}
	thief := w.browser()
	for i := range 10 {
		try(thief, "198.51.100.7", fmt.Sprint("devinette ", i)).want(401)
	}
	checkFilledIn(t, try(thief, "198.51.100.7", secret).want(429, "Trop d’essais"), "Inès du Port")
	thief.get("/sign-in")
	thief.post("/password", url.Values{"_csrf": {csrfOf(thief)}, "login": {"  INÈS  du   port "}, "password": {secret}}, "X-Forwarded-For", "198.51.100.7").want(429)
	try(w.browser(), "198.51.100.8", secret).want(200, "Vous voici")
}
