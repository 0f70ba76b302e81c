package league_test

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules/rulestest"
)

// TestDrawMap draws on the map without scripts: every tool, undo, refused strokes that keep the drawing, and one act at the end.
func TestDrawMap(t *testing.T) {
	w := webtest.NewClubFixture(t)
	edit := w.CampaignPath("/map/edit")
	camp := func() *campaign.Campaign { return w.State().Campaigns[w.Campaign] }
	before := camp().Map
	w.Player.Get(edit).Want(403)

	var free, other campaign.ID
	for _, r := range before.Regions {
		if len(r.Owners) == 0 && len(w.State().Contested(w.Campaign)[r.ID]) == 0 {
			other, free = free, r.ID
		}
	}
	r := w.Owner.Get(edit).Want(200, "Dessiner la carte")
	if got := r.Page.Find("button.cell-pick").Length(); got != len(before.Regions) {
		t.Errorf("%d buttons on the map", got)
	}
	r.Submit("/map/edit", "terrain", campaign.Sea, "at", free).Want(200, "Enregistrer 1 trait")
	r.Submit("/map/edit", "do", "undo").Want(200, "Enregistrer Défaire")
	r.Submit("/map/edit", "terrain", "ruin", "at", free)
	r.Submit("/map/edit", "pick", "name").Submit("/map/edit", "label", "Vieux Moulin", "at", free).Want(200, "Enregistrer 2 traits")
	r.Submit("/map/edit", "label", "  ", "at", free).Want(422, "Enregistrer 2 traits")
	r.Submit("/map/edit", "pick", "route").Submit("/map/edit", "route", "crossing", "at", free).Want(200, "l’autre bout").Submit("/map/edit", "route", "crossing", "at", other)
	r.Submit("/map/edit", "pick", "add").Want(200)
	place := r.Page.Find("button.free-place").First().AttrOr("value", "")
	r.Submit("/map/edit", "terrain", campaign.Sea, "at", place).Want(200, "Enregistrer 4 traits")
	r.Submit("/map/edit", "at", "far off").Want(422, "pas de place libre")
	r.Submit("/map/edit", "do", "title", "title", "Les Îles").Want(200, "Enregistrer 5 traits")
	r.Submit("/map/edit", "pick", "remove").Submit("/map/edit", "at", w.HomeRegion()).Want(409, "reste où elle est", "Enregistrer 5 traits")
	r.Submit("/map/edit", "do", "isle", "size", "many").Want(422)
	r.Submit("/map/edit", "do", "isle", "size", "19").Want(409, "reste où elle est")

	acts := len(w.State().Acts)
	r.Submit("/map/edit", "do", "save").Want(200)
	if n := len(w.State().Acts); n != acts+1 {
		t.Errorf("%d acts", n-acts)
	}
	m := camp().Map
	if g := m.Region(free); g.Terrain != "ruin" || g.Name != "Vieux Moulin" || m.Name != "Les Îles" || len(m.Routes) != 1 || len(m.Regions) != len(before.Regions)+1 || m.Region("N1").Terrain != campaign.Sea {
		t.Errorf("the map is %+v", m)
	}
	if m.RegionCount(w.OwnerSide) != before.RegionCount(w.OwnerSide) {
		t.Error("land was lost")
	}
	w.Owner.Get(w.CampaignPath("")).Want(200, "Vieux Moulin, terre libre", "Pierrelieu, mer")
	if drawn := w.Owner.Page.Find("svg.map"); drawn.AttrOr("aria-label", "") != "Les Îles" || drawn.Find(".crossing").Length() != 1 {
		t.Error("the map shows no crossing, or not its name")
	}
}

// TestIncomeForm sets what land pays, and checks that the next round pays it.
func TestIncomeForm(t *testing.T) {
	w := webtest.NewClubFixture(t)
	terrain := w.State().Campaigns[w.Campaign].Map.Region(w.HomeRegion()).Terrain
	r := w.Owner.Get(w.CampaignPath("/map/edit"))
	form := map[string][]string{}
	r.Page.Find("input[type=hidden]").Each(func(_ int, s *goquery.Selection) { form[s.AttrOr("name", "")] = []string{s.AttrOr("value", "")} })
	form["do"], form["income."+terrain] = []string{"income"}, []string{"x"}
	r.Post(w.CampaignPath("/map/edit"), form).Want(422, "nombre")
	form["income."+terrain] = []string{"4"}
	r.Post(w.CampaignPath("/map/edit"), form).Want(200)
	w.Owner.Get(w.CampaignPath("/conduct")).Submit("/rounds", "round", "3").Want(200)
	if got := w.State().Rosters[w.OwnerSide].Resources[campaign.IncomeResource]; got < 4 {
		t.Errorf("the round paid %d", got)
	}
}

// TestMapFiles reads the map as XML and the poster, as they are now and at the beginning.
func TestMapFiles(t *testing.T) {
	w := webtest.NewClubFixture(t)
	file := w.Owner.Get(w.CampaignPath("/map.svg?at=0")).Want(200)
	if kind := file.Header.Get("Content-Type"); kind != "image/svg+xml" {
		t.Errorf("the file is %s", kind)
	}
	texts := 0
	for d := xml.NewDecoder(strings.NewReader(file.Body)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		rulestest.Must(t, err)
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "text" {
			texts++
		}
	}
	if texts < 19 {
		t.Errorf("%d texts", texts)
	}
	file.WantNot("the file leans on the sheets of the site", "var(")
	w.Owner.Get(w.CampaignPath("/map/print")).Want(200, "Garde de Hautecombe")
}

// TestGarrisonForm garrisons a region from its card. The map, its list and the file show the garrison, not by colour alone.
func TestGarrisonForm(t *testing.T) {
	w := webtest.NewClubFixture(t)
	home := w.HomeRegion()
	at := w.CampaignPath("?region=" + home)
	w.Player.Get(at).WantCount("form[action*=garrison]", 0, "another side's land is offered to garrison")
	w.Owner.Get(at).Want(200, "Qui y tient garnison")
	unit := w.State().Rosters[w.OwnerSide].List.Units[0]
	w.Owner.Submit("/garrison", "unit", unit.ID).Want(200, "Enregistré", "Garnison\u00a0: "+unit.Name, "garnison de 1 unité")
	if got := len(w.State().Garrison(w.Campaign, home)); got != 1 {
		t.Fatalf("%d units stand there", got)
	}
	w.Player.Get(w.CampaignPath("")).Want(200, "garnison de 1 unité")
	w.Owner.Get(w.CampaignPath("/chronicle")).Want(200, "1 unité en garnison, par")
	w.Owner.Get(at).Submit("/garrison", "unit", "nobody").Want(422, "pas de la liste")
	w.Owner.Get(at).Submit("/garrison", "unit", "").Want(422)

	far := campaign.ID("")
	st := w.State()
	for _, r := range st.Campaigns[w.Campaign].Map.Regions {
		if r.Owner == "" && st.MayChallenge(w.OwnerSide, r.ID) != nil && len(st.Contested(w.Campaign)[r.ID]) == 0 {
			far = r.ID
		}
	}
	w.Owner.Get(w.CampaignPath("?region="+far)).Want(200, "Vous ne pouvez pas l’attaquer", "CAMP-MAP-2")
	w.Owner.Get(w.CampaignPath("/schedule")).Submit("/battles", "first", w.OwnerSide, "second", w.PlayerSide, "stake", far).Want(422, "CAMP-MAP-2")
	w.Owner.Get(w.CampaignPath("/rules")).Want(200, "Règles de la carte", "CAMP-MAP-8")
}

// TestFreeLandForms creates a campaign on a map of free regions and draws on it.
func TestFreeLandForms(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Owner.Get("/clubs/"+w.ID+"/campaigns/new").Submit("/campaigns", "name", "Provinces", "map", "19", "shape", campaign.FreeShape, "seed", "sarle").Want(200, "Provinces")
	id := w.Owner.Path[strings.LastIndex(w.Owner.Path, "/")+1:]
	land := func() *campaign.Map { return w.State().Campaigns[id].Map }
	if m := land(); m.Shape != campaign.FreeShape || m.Seed != "sarle" || len(m.Regions) != 19 {
		t.Fatalf("the land is %+v", m)
	}
	corners := map[int]bool{}
	w.Owner.Page.Find("svg.map .grip").Each(func(_ int, s *goquery.Selection) { corners[strings.Count(s.AttrOr("d", ""), "L")] = true })
	if len(corners) < 3 {
		t.Errorf("regions have %v corners: they are drawn alike", corners)
	}
	edit := "/clubs/" + w.ID + "/campaigns/" + id + "/map/edit"
	r := w.Owner.Get(edit).Submit("/map/edit", "pick", "add")
	place := r.Page.Find("button.free-place").First().AttrOr("value", "")
	r.Submit("/map/edit", "terrain", campaign.Sea, "at", place).Want(200, "Enregistrer 1 trait")
	r.Submit("/map/edit", "do", "save").Want(200)
	if m := land(); m.Region("N1").Terrain != campaign.Sea || len(m.Regions) != 20 {
		t.Errorf("drawn %+v", m)
	}
	w.Owner.Get(edit).Submit("/map/edit", "do", "isle", "size", "7", "shape", "hexagons", "seed", "x").Submit("/map/edit", "do", "save").Want(200)
	if m := land(); m.Shape != "" || len(m.Regions) != 7 {
		t.Errorf("drawn again %+v", m)
	}
	w.Owner.Get(strings.Replace(edit, "/edit", ".svg", 1)).Want(200)
}
