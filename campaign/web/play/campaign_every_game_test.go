package play_test

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
	"oriflamme/campaign/web"
	"oriflamme/campaign/web/webtest"
	"oriflamme/content"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/games"
	"oriflamme/rules/rulestest"
)

// TestCampaignOfEveryGame lets a new club create a campaign of each game and play it at once. From founding the club until the
// battle can begin, people fill in or press at most ten things for each game, not counting names.
func TestCampaignOfEveryGame(t *testing.T) {
	shelved := map[string][]rules.Pack{}
	for _, g := range games.All {
		all, faults := packs.Load(content.FS, g)
		if len(faults) > 0 {
			t.Fatal(faults[0])
		}
		shelved[g.ID] = all
	}
	w := webtest.NewTestSite(t)
	w.Service = campaign.NewService(w.Store, games.All, w.Clock)
	w.Service.UseSeeds(t.Name)
	w.Server = httptest.NewServer(web.New(web.Config{Service: w.Service, Catalogs: content.Catalogs(), Games: games.All, Packs: shelved, Now: w.Clock}))
	t.Cleanup(w.Server.Close)
	owner := w.Browser()
	owner.Get("/clubs/new").Submit("/clubs", "name", "Les Hussards", "owner", "Camille").Want(200)
	club := owner.Path
	for _, g := range games.All {
		t.Run(g.ID, func(t *testing.T) {
			owner.T = t
			filled := 0
			fill := func(action string, pairs ...string) {
				t.Helper()
				filled += len(pairs) / 2
				owner.Submit(action, pairs...).Want(200)
			}
			owner.Get(club + "/campaigns/new?game=" + g.ID)
			if n := webtest.VisibleFields(owner); n >= 10 {
				t.Errorf("the form shows %d fields", n)
			}
			fill("/campaigns", "name", "Première")
			camp := owner.Path
			id := camp[strings.LastIndex(camp, "/")+1:]
			for range 2 {
				owner.Get(camp + "/rosters/new")
				band := owner.Page.Find("button[name=band]").First()
				if band.Length() == 0 {
					t.Fatalf("%s has no ready-made list", g.ID)
				}
				fill("/rosters/new", "band", band.AttrOr("value", ""))
				fill("/rosters/new", "save", "1")
				if !strings.Contains(owner.Path, "/rosters/") || strings.HasSuffix(owner.Path, "/new") {
					t.Fatalf("the ready-made list is not taken: %s", owner.Text("main"))
				}
			}
			st, err := w.Service.State(t.Context(), strings.TrimPrefix(club, "/clubs/"))
			rulestest.Must(t, err)
			sides := st.RostersOf(id)
			owner.Get(camp + "/schedule")
			fill("/battles", "first", sides[0].ID, "second", sides[1].ID)
			st, err = w.Service.State(t.Context(), st.Club.ID)
			rulestest.Must(t, err)
			battles := st.BattlesOf(id)
			if len(battles) != 1 {
				t.Fatalf("%d battles", len(battles))
			}
			owner.Get(club + "/battles/" + battles[0].ID).Want(200)
			if owner.Page.Find("form[action$='/open']").Length() != 1 {
				t.Errorf("the battle cannot begin: %s", owner.Text("main"))
			}
			if c := st.Campaigns[id]; filled > 10 || len(c.Honours) < 12 || c.Map == nil {
				t.Errorf("%d things filled in; %d honours, a map %t", filled, len(c.Honours), c.Map != nil)
			}
			t.Logf("%d things filled in", filled)
			owner.Submit("/open").Want(200)
			w.Deploy(t, st.Club.ID, battles[0].ID)
			checkFreshUnits(t, owner.Get(club+"/battles/"+battles[0].ID))
		})
	}
}

// checkFreshUnits checks that all units of a battle that has just begun have full bars and named types.
func checkFreshUnits(t *testing.T, r *webtest.Browser) {
	t.Helper()
	bars := r.Page.Find(".force .fighter .wounds")
	bars.Each(func(_ int, bar *goquery.Selection) {
		left, of, _ := strings.Cut(bar.Find("[aria-hidden=true]").Last().Text(), "/")
		if left != of || left == "" || bar.Find("svg .k5").AttrOr("width", "") != "100.00%" {
			t.Errorf("a fresh unit shows %q", bar.Text())
		}
	})
	if bars.Length() == 0 {
		t.Error("no bar on the page")
	}
	r.Page.Find(".force .fighter .f-name small").Each(func(_ int, kind *goquery.Selection) {
		if slices.Contains([]string{"human", "dwarf", "wolf-rider", "vassagonian"}, kind.Text()) {
			t.Errorf("the type of a unit is the key %q", kind.Text())
		}
	})
}
