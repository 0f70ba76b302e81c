package web_test

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
	"oriflamme/campaign/web"
	"oriflamme/content"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/games"
)

// TestCampaignOfEveryGame has a new club begin a campaign of each game that can be
// played at once: whatever people fill in or press from the founding of the club to a
// battle that may begin, but for names, is at most ten a game.
func TestCampaignOfEveryGame(t *testing.T) {
	shelved := map[string][]rules.Pack{}
	for _, g := range games.All {
		all, faults := packs.Load(content.FS, g)
		if len(faults) > 0 {
			t.Fatal(faults[0])
		}
		shelved[g.ID] = all
	}
	w := newTestSite(t)
	w.service = campaign.NewService(w.store, games.All, w.clock)
	w.service.UseSeeds(t.Name)
	w.server = httptest.NewServer(web.New(web.Config{Service: w.service, Catalogs: content.Catalogs(), Games: games.All, Packs: shelved, Now: w.clock}))
	t.Cleanup(w.server.Close)
	owner := w.browser()
	owner.get("/clubs/new").submit("/clubs", "name", "Les Hussards", "owner", "Camille").want(200)
	club := owner.path
	for _, g := range games.All {
		t.Run(g.ID, func(t *testing.T) {
			owner.t = t
			filled := 0
			fill := func(action string, pairs ...string) {
				t.Helper()
				filled += len(pairs) / 2
				owner.submit(action, pairs...).want(200)
			}
			owner.get(club + "/campaigns/new?game=" + g.ID)
			if n := visibleFields(owner); n >= 10 {
				t.Errorf("the form shows %d fields", n)
			}
			fill("/campaigns", "name", "Première")
			camp := owner.path
			id := camp[strings.LastIndex(camp, "/")+1:]
			for range 2 {
				owner.get(camp + "/rosters/new")
				band := owner.page.Find("button[name=band]").First()
				if band.Length() == 0 {
					t.Fatalf("%s has no ready-made list", g.ID)
				}
				fill("/rosters/new", "band", band.AttrOr("value", ""))
				fill("/rosters/new", "save", "1")
				if !strings.Contains(owner.path, "/rosters/") || strings.HasSuffix(owner.path, "/new") {
					t.Fatalf("the ready-made list is not taken: %s", owner.text("main"))
				}
			}
			st, err := w.service.State(t.Context(), strings.TrimPrefix(club, "/clubs/"))
			if err != nil {
				t.Fatal(err)
			}
			sides := st.RostersOf(id)
			owner.get(camp + "/schedule")
			fill("/battles", "first", sides[0].ID, "second", sides[1].ID)
			if st, err = w.service.State(t.Context(), st.Club.ID); err != nil {
				t.Fatal(err)
			}
			battles := st.BattlesOf(id)
			if len(battles) != 1 {
				t.Fatalf("%d battles", len(battles))
			}
			owner.get(club + "/battles/" + battles[0].ID).want(200)
			if owner.page.Find("form[action$='/open']").Length() != 1 {
				t.Errorf("the battle cannot begin: %s", owner.text("main"))
			}
			if c := st.Campaigns[id]; filled > 10 || len(c.Honours) < 12 || c.Map == nil {
				t.Errorf("%d things filled in; %d honours, a map %t", filled, len(c.Honours), c.Map != nil)
			}
			t.Logf("%d things filled in", filled)
			owner.submit("/open").want(200)
			w.deploy(t, st.Club.ID, battles[0].ID)
			checkFreshUnits(t, owner.get(club+"/battles/"+battles[0].ID))
		})
	}
}

// fresh holds the units of a battle that has just begun to full bars, and their types to words.
func checkFreshUnits(t *testing.T, r *browser) {
	t.Helper()
	bars := r.page.Find(".force .fighter .wounds")
	bars.Each(func(_ int, bar *goquery.Selection) {
		left, of, _ := strings.Cut(bar.Find("[aria-hidden=true]").Last().Text(), "/")
		if left != of || left == "" || bar.Find("svg .k5").AttrOr("width", "") != "100.00%" {
			t.Errorf("a fresh unit shows %q", bar.Text())
		}
	})
	if bars.Length() == 0 {
		t.Error("no bar on the page")
	}
	r.page.Find(".force .fighter .f-name small").Each(func(_ int, kind *goquery.Selection) {
		if slices.Contains([]string{"human", "dwarf", "wolf-rider", "vassagonian"}, kind.Text()) {
			t.Errorf("the type of a unit is the key %q", kind.Text())
		}
	})
}
