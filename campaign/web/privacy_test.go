package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/content"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
)

// privateWord is part of every name, title and remark of a private campaign, and of nothing else.
const privateWord = "Zorglub"

// A privacyFixture is a club with a private campaign of every preset, each with byes and acts of every kind, and with two public
// campaigns with byes, of which one is drawn before and one after the private ones.
type privacyFixture struct {
	*webtest.ClubFixture
	private []campaign.ID
	images  []string
}

func newPrivacyFixture(t *testing.T) *privacyFixture {
	w := &privacyFixture{ClubFixture: webtest.NewClubFixture(t)}
	owner := campaign.Actor{Member: w.State().Rosters[w.OwnerSide].Member}
	player := campaign.Actor{Member: w.State().Rosters[w.PlayerSide].Member}
	n := 0
	do := func(by campaign.Actor, d campaign.ActRequest) campaign.Act {
		t.Helper()
		n++
		a, err := w.Service.Do(t.Context(), by, w.ID, fmt.Sprint("privacy ", n), d)
		if err != nil {
			t.Fatalf("%T: %v", d.Body, err)
		}
		return a
	}
	roster := func(camp campaign.ID, by campaign.Actor, name string) campaign.ID {
		unit := "u-" + strings.ToLower(strings.Fields(name)[0])
		return do(by, campaign.ActRequest{Body: campaign.NewRoster{Campaign: camp, Member: by.Member,
			List: rules.Roster{Name: name, Faction: name, Units: []rules.Unit{{ID: unit, Name: "Unité " + name, Profile: []byte(`{}`)}}}}}).Body.(campaign.NewRoster).Roster
	}
	// draw draws a round in which one side has no opponent.
	draw := func(camp campaign.ID, round int) campaign.DrawRound {
		t.Helper()
		drawn, err := w.State().Draw(camp, round, campaign.Swiss, nil, 1)
		rulestest.Must(t, err)
		if !slices.ContainsFunc(drawn.Games, func(g campaign.DrawnGame) bool { return g.B == "" }) {
			t.Fatal("the round has no bye")
		}
		return do(owner, campaign.ActRequest{Body: drawn}).Body.(campaign.DrawRound)
	}
	roster(w.Campaign, owner, "Compagnie du Quai")
	draw(w.Campaign, 1)
	for i, preset := range campaign.PresetKeys {
		name := func(thing string) string { return fmt.Sprint(thing, " ", privateWord, " ", preset) }
		set := campaign.PresetOf(preset).Settings(name("Campagne"), "warmaster")
		set.Private, set.Story, set.DisputeDays, set.AppealDays = true, name("Il était une fois"), 7, 7
		set.HouseRules = []campaign.HouseRule{{Name: name("Règle"), Was: name("Au livre"), Now: name("On joue"), Why: name("parce que")}}
		land := &campaign.Map{Regions: []campaign.Region{{ID: "a", Name: name("Terre"), Terrain: "plain"}, {ID: "b", Name: name("Gué"), Q: 1, Terrain: "plain"}}}
		camp := do(owner, campaign.ActRequest{Body: campaign.NewCampaign{Settings: set, Map: land, Honours: []campaign.Honour{{Key: "own", Name: name("Honneur")}}}}).Body.(campaign.NewCampaign).Campaign
		w.private = append(w.private, camp)
		sides := []campaign.ID{roster(camp, owner, name("Espions")), roster(camp, player, name("Guetteurs")), roster(camp, owner, name("Renards"))}
		do(owner, campaign.ActRequest{Why: name("avance"), Body: campaign.Credit{Roster: sides[0], Points: 2}})
		do(owner, campaign.ActRequest{Why: name("don"), Body: campaign.SetRegion{Campaign: camp, Region: "a", Owner: sides[0]}})
		do(owner, campaign.ActRequest{Why: name("titre"), Body: campaign.Grant{Roster: sides[0], Unit: "u-espions", What: "honour", Key: "x", Name: name("Titre")}})
		do(owner, campaign.ActRequest{Body: campaign.SetSidePlayers{Roster: sides[0], Club: name("Maison"), Travel: name("Covoiturage")}})
		image, err := w.Service.AddImage(t.Context(), owner, w.ID, webtest.Photograph(t, uint8(40+i)))
		rulestest.Must(t, err)
		w.images = append(w.images, image.Hash)
		do(owner, campaign.ActRequest{Body: campaign.PostStory{Campaign: camp, Title: name("Récit"), Text: name("Le soir") + " ![" + name("vue") + "](image:" + image.Hash + ")", Lang: "fr"}})
		if set.Ladder != nil {
			do(player, campaign.ActRequest{Body: campaign.RaiseChallenge{Campaign: camp, From: sides[1], To: sides[0], Note: name("Viens")}})
		} else {
			draw(camp, 1)
		}
		fought := do(owner, campaign.ActRequest{Body: campaign.Schedule{Campaign: camp, Seats: sides[:2], Attacker: rules.Nobody, Mission: name("Mission"), Table: privateWord, At: w.Clock()}}).Body.(campaign.Schedule).Battle
		do(owner, campaign.ActRequest{Body: campaign.Report{Battle: fought, Seat: 0, Result: campaign.Result{Winner: 0, Scores: []int{5, 2}}, Note: name("Belle partie")}})
		said := do(player, campaign.ActRequest{Body: campaign.RaiseDispute{Battle: fought, Reason: name("Non")}})
		do(player, campaign.ActRequest{Body: campaign.Comment{On: said.No, Text: name("Je maintiens")}})
		if _, err := w.Service.SubmitEvidence(t.Context(), player, w.ID, "show"+preset, fought, name("Photo"), webtest.Photograph(t, uint8(120+i))); err != nil {
			t.Fatal(err)
		}
		w.images = append(w.images, w.State().Battles[fought].Evidence[0].Image)
		do(owner, campaign.ActRequest{Why: name("Vu"), Body: campaign.Rule{Battle: fought, Result: campaign.Result{Winner: 0, Scores: []int{5, 2}}}})
		do(player, campaign.ActRequest{Body: campaign.Appeal{Battle: fought, Reason: name("Encore non")}})
		mistaken := roster(camp, owner, name("Erreur"))
		for _, a := range w.State().Acts {
			if b, ok := a.Body.(campaign.NewRoster); ok && b.Roster == mistaken {
				do(owner, campaign.ActRequest{Why: name("Double"), Body: campaign.Void{Acts: []int64{a.No}}})
			}
		}
		do(owner, campaign.ActRequest{Body: campaign.Schedule{Campaign: camp, Seats: sides[1:], Attacker: rules.Nobody, Mission: name("Demain"), At: w.Clock().AddDate(0, 0, 1)}})
		if preset != campaign.PresetKeys[0] {
			do(owner, campaign.ActRequest{Body: campaign.RetireRoster{Roster: sides[2]}})
		}
	}
	last := do(owner, campaign.ActRequest{Body: campaign.NewCampaign{Settings: campaign.DefaultSettings("La ligue ouverte", "warmaster")}}).Body.(campaign.NewCampaign).Campaign
	for i, by := range []campaign.Actor{owner, player, owner} {
		roster(last, by, fmt.Sprint("Garde ouverte ", i))
	}
	draw(last, 1)
	return w
}

// paths returns all addresses of a route, with every object of the club for each parameter.
func (w *privacyFixture) paths(route string) []string {
	st := w.State()
	values := map[string][]string{":club": {w.ID}, ":lang": {"fr", "en"}, ":game": {"warmaster"}, ":image": w.images}
	for _, c := range st.AllCampaigns() {
		values[":campaign"] = append(values[":campaign"], c.ID)
	}
	for id := range st.Battles {
		values[":battle"] = append(values[":battle"], id)
	}
	for id, r := range st.Rosters {
		values[":roster"] = append(values[":roster"], id)
		values[":unit"] = append(values[":unit"], url.PathEscape(r.List.Units[0].ID))
	}
	for id := range st.Members {
		values[":member"] = append(values[":member"], id)
	}
	all := []string{""}
	for _, part := range strings.Split(strings.Trim(route, "/"), "/") {
		options := []string{part}
		if strings.HasPrefix(part, ":") {
			if options = values[part]; options == nil {
				options = []string{"1"}
			}
		}
		var longer []string
		for _, before := range all {
			for _, o := range options {
				longer = append(longer, before+"/"+o)
			}
		}
		all = longer
	}
	return all
}

var spaces = regexp.MustCompile(`\s+`)

// TestPrivateCampaignsTellNobody: no visitor and no member of another club can read anything of a private campaign, by any route,
// object or link: no page, feed, calendar, table, image, embedded page or response of the API.
func TestPrivateCampaignsTellNobody(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	w := newPrivacyFixture(t)
	member := w.Owner.Get("/clubs/" + w.ID + "/campaigns/" + w.private[0] + "/chronicle")
	for _, word := range []string{"Espions", "Récit", "Je maintiens", "Titre"} {
		if member.Status != 200 || !strings.Contains(member.Body, word+" "+privateWord) {
			t.Errorf("a member reads no %s of the private campaign", word)
		}
	}
	for _, c := range w.State().AllCampaigns() {
		for _, e := range w.State().Chronicle(c.ID) {
			if b, ok := e.Body.(campaign.NewRoster); ok && b.Campaign != c.ID {
				t.Errorf("%s is in the chronicle of %s", b.List.Name, c.Settings.Name)
			}
		}
		w.Owner.Get("/clubs/" + w.ID + "/campaigns/" + c.ID + "/chronicle")
		for _, r := range w.State().RostersOf(c.ID) {
			line := content.Catalogs()["fr"].Say("chronicle.entered", "name", r.List.Name, "by", w.State().Members[r.Member].Name)
			if !strings.Contains(w.Owner.Text("main"), strings.Join(strings.Fields(line), " ")) && !strings.Contains(w.Owner.Text("main"), line) {
				t.Errorf("the chronicle of %s lacks %q", c.Settings.Name, line)
			}
		}
	}
	visitor, other := w.Browser(), w.Browser()
	other.Get("/clubs/new").Submit("/clubs", "name", "Les Autres", "owner", "Odon").Want(200)
	for who, r := range map[string]*webtest.Browser{"a visitor": visitor, "another club's owner": other} {
		asked, seen := 0, map[string]bool{}
		var queue []string
		open := func(path string) {
			if seen[path] {
				return
			}
			seen[path] = true
			r.Get(path)
			asked++
			for _, text := range []string{r.Body, fmt.Sprint(r.Header)} {
				if i := strings.Index(strings.ToLower(text), strings.ToLower(privateWord)); i >= 0 {
					t.Errorf("%s reads in %s: …%s", who, path, spaces.ReplaceAllString(text[max(0, i-80):min(len(text), i+60)], " "))
				}
			}
			if strings.HasPrefix(r.Header.Get("Content-Type"), "image/png") {
				for _, id := range w.private {
					if strings.Contains(path, id) {
						t.Errorf("%s sees the picture %s", who, path)
					}
				}
			}
			if strings.HasPrefix(r.Header.Get("Content-Type"), "image/") {
				for _, hash := range w.images {
					if strings.Contains(path, hash) {
						t.Errorf("%s sees the photograph %s", who, path)
					}
				}
			}
			for _, a := range r.Page.Find("a[href],link[href],img[src],iframe[src]").Nodes {
				for _, attr := range a.Attr {
					if attr.Key == "href" || attr.Key == "src" {
						u, err := url.Parse(attr.Val)
						if err == nil && (u.Host == "" || strings.HasSuffix(w.Server.URL, u.Host)) && strings.HasPrefix(u.Path, "/") && !strings.HasPrefix(u.Path, "/rules") {
							queue = append(queue, u.RequestURI())
						}
					}
				}
			}
		}
		routes := w.Server.Config.Handler.(*echo.Echo).Routes()
		for _, route := range routes {
			if route.Method != http.MethodGet || strings.HasSuffix(route.Path, "/events") || strings.Contains(route.Path, "*") {
				continue // event streams never end; the files belong to no club
			}
			for _, path := range w.paths(route.Path) {
				if strings.Contains(route.Path, "/units/") && !w.fits(path) {
					continue
				}
				open(path)
			}
		}
		queue = append(queue, "/", "/clubs/"+w.ID)
		for len(queue) > 0 && asked < 6000 {
			at := queue[0]
			queue = queue[1:]
			open(at)
		}
		if asked < 1000 {
			t.Errorf("%s opened only %d addresses", who, asked)
		}
		t.Logf("%s opened %d addresses, %d left", who, asked, len(queue))
	}
}

// fits reports whether the unit in an address is in its roster.
func (w *privacyFixture) fits(path string) bool {
	for id, r := range w.State().Rosters {
		if strings.Contains(path, id) {
			return strings.HasSuffix(path, url.PathEscape(r.List.Units[0].ID))
		}
	}
	return false
}
