package main

import (
	"math/rand/v2"
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// TestTwoPhonesEndTogether has two people end a battle of two games. Whatever one of them presses after the last
// attack, the other's phone follows by itself, through result, agreement and aftermath to the end.
func TestTwoPhonesEndTogether(t *testing.T) {
	for _, game := range []string{"warcry", "underworlds"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			b := newBrowser(t)
			site := newDemoSite(t)
			names := []string{"Camille", "Yanis"}
			battle := site.lastBattle(t, func(s *campaign.State, b *campaign.Battle) bool {
				both := s.Seat(b, site.people[names[0]]) >= 0 && s.Seat(b, site.people[names[1]]) >= 0
				return both && b.Status == campaign.Scheduled && len(b.EngineParts) == 0 && s.Campaigns[b.Campaign].Settings.Game == game
			})
			phones := site.phones(b)
			camille, yanis := phones[0], phones[1]
			// visit goes from the first page to the battle by visible links.
			visit := func(phone tab) {
				t.Helper()
				phone.open(site.url + "/battles")
				phone.click(`a[href$="/battles/` + battle.ID + `"]`)
				phone.wait(`location.pathname.endsWith("` + battle.ID + `") && document.querySelector("[data-events]")`)
			}
			for _, phone := range phones {
				visit(phone)
			}
			shows := func(phone tab, text string) {
				t.Helper()
				phone.wait(`document.querySelector("main")?.innerText.includes(` + quote(text) + `)`)
			}
			never := func(text string) {
				t.Helper()
				for i, phone := range phones {
					var there bool
					phone.eval(`document.querySelector("main").innerText.includes(`+quote(text)+`)`, &there)
					if there {
						t.Errorf("%s still reads %q:\n%s", names[i], text, phone.text())
					}
				}
			}
			camille.click(`form[action$="/open"] .btn.flame`)
			camille.wait(`document.querySelector(".ask")`)
			yanis.wait(`document.querySelector(".ask")`)
			for _, phone := range phones {
				phone.leave()
			}
			site.playToEnd(t, battle.ID)
			for _, phone := range phones {
				visit(phone)
				shows(phone, "La bataille est finie")
			}
			camille.click(`form[action$="/finish"] button`)
			shows(camille, "On attend la réponse de Yanis.")
			shows(yanis, "C’est exact")
			shows(yanis, "Pas d’accord")
			shows(yanis, "Camille a donné le résultat.")
			never("Envoyer le résultat")
			yanis.screenshot("together-" + game + "-answer")
			yanis.click(`form[action$="/confirm"] button`)
			for _, phone := range phones {
				shows(phone, "Jouer les suites")
			}
			never("Envoyer le résultat")
			camille.screenshot("together-" + game + "-agreed")
			yanis.click(`form[action$="/aftermath"] .btn.flame`)
			for _, phone := range phones {
				shows(phone, "Les suites ont commencé, ouvertes par Yanis.")
				phone.wantFits("the page")
			}
			camille.screenshot("together-" + game + "-aftermath")
			for _, phone := range phones {
				phone.leave()
			}
			site.playToEnd(t, battle.ID)
			for _, phone := range phones {
				visit(phone)
				shows(phone, "Les suites sont jouées")
			}
			never("Envoyer le résultat")
			never("La bataille est finie")
			camille.click(`form[action$="/finish"] button`)
			for _, phone := range phones {
				phone.wait(`document.querySelector(".flow-steps [aria-current]")?.innerText.trim() === "Fin"`)
			}
			never("Envoyer le résultat")
			never("Inscrire les suites")
			yanis.screenshot("together-" + game + "-end")
			if got := site.state(t).Battles[battle.ID].Status; got != campaign.Final {
				t.Errorf("in the end the battle is %s", got)
			}
		})
	}
}

// playToEnd plays the open part of a battle to its end with bots.
func (d demoSite) playToEnd(t *testing.T, battle campaign.ID) {
	t.Helper()
	coins := rand.New(rand.NewPCG(4, 11))
	for range 6000 {
		live := d.live(t, battle)
		if live.Over {
			return
		}
		d.playCommand(t, live, battle, rules.Sample(live.Battle, coins.IntN))
	}
	t.Fatal("the battle never ends")
}

// TestAppealAfterRefusal appeals against a ruling with a form that is refused first. The page that says what is missing stands
// at an address that cannot be asked for: it stays while others act, and from there too the appeal leads back to the battle.
func TestAppealAfterRefusal(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	battle := site.battle(t, campaign.Disputed)
	_, err := site.service.Do(t.Context(), campaign.Actor{Member: site.people["Camille"]}, site.club, "rule", campaign.ActRequest{Why: "La feuille le dit.", Body: campaign.Rule{Battle: battle.ID, Result: battle.Reports[0].Result}})
	must(t, err)
	state := site.state(t)
	tb := b.person(390, 844)
	site.signIn(tb, state.Members[state.Rosters[battle.Seats[1]].Member].Name, "fr")
	at := site.battleURL(battle)
	tb.open(at)
	tb.eval(`document.querySelector("form[action$='/appeal']").closest("details").open = true`, nil)
	appeal := func(reason string) {
		tb.eval(`document.querySelector("form[action$='/appeal'] textarea").value = `+quote(reason), nil)
		tb.click(`form[action$="/appeal"] button:not([type=button])`)
	}
	appeal(" ")
	tb.wait(`document.querySelector("form[action$='/appeal'] textarea[aria-invalid=true]")`)
	// The other side acts meanwhile. The page asks what is new, and stays as it is.
	_, err = site.service.PostAftermath(t.Context(), campaign.Actor{Member: state.Rosters[battle.Seats[0]].Member}, site.club, "aftermath", battle.ID, []rules.Effect{})
	must(t, err)
	tb.wait(`performance.getEntriesByName(location.href, "resource").length > 0`)
	appeal("La feuille est celle d’hier.")
	tb.wait(`location.href == ` + quote(at) + ` && document.body.innerText.includes("fait appel")`)
	if got := site.state(t).Battles[battle.ID]; got.Appeal == nil || got.Appeal.Reason != "La feuille est celle d’hier." {
		t.Errorf("the battle is %s, the appeal %+v", got.Status, got.Appeal)
	}
}
