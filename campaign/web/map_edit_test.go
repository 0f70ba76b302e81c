package web_test

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
)

// TestDrawMap draws on the map without script: every tool, undo, faults that keep what was drawn, and one act in the end.
func TestDrawMap(t *testing.T) {
	w := newClubFixture(t)
	edit := w.campaignPath("/map/edit")
	camp := func() *campaign.Campaign { return w.state().Campaigns[w.campaign] }
	before := camp().Map
	w.player.get(edit).want(403)

	var free, other campaign.ID
	for _, r := range before.Regions {
		if len(r.Owners) == 0 && len(w.state().Contested(w.campaign)[r.ID]) == 0 {
			other, free = free, r.ID
		}
	}
	r := w.owner.get(edit).want(200, "Dessiner la carte")
	if got := r.page.Find("button.cell-pick").Length(); got != len(before.Regions) {
		t.Errorf("%d buttons on the map", got)
	}
	r.submit("/map/edit", "terrain", campaign.Sea, "at", free).want(200, "Enregistrer 1 trait")
	r.submit("/map/edit", "do", "undo").want(200, "Enregistrer Défaire")
	r.submit("/map/edit", "terrain", "ruin", "at", free)
	r.submit("/map/edit", "pick", "name").submit("/map/edit", "label", "Vieux Moulin", "at", free).want(200, "Enregistrer 2 traits")
	r.submit("/map/edit", "label", "  ", "at", free).want(422, "Enregistrer 2 traits")
	r.submit("/map/edit", "pick", "route").submit("/map/edit", "route", "crossing", "at", free).want(200, "l’autre bout").submit("/map/edit", "route", "crossing", "at", other)
	r.submit("/map/edit", "pick", "add").want(200)
	place := r.page.Find("button.free-place").First().AttrOr("value", "")
	r.submit("/map/edit", "terrain", campaign.Sea, "at", place).want(200, "Enregistrer 4 traits")
	r.submit("/map/edit", "at", "far off").want(422, "pas de place libre")
	r.submit("/map/edit", "do", "title", "title", "Les Îles").want(200, "Enregistrer 5 traits")
	r.submit("/map/edit", "pick", "remove").submit("/map/edit", "at", w.homeRegion()).want(409, "reste où elle est", "Enregistrer 5 traits")
	r.submit("/map/edit", "do", "isle", "size", "many").want(422)
	r.submit("/map/edit", "do", "isle", "size", "19").want(409, "reste où elle est")

	acts := len(w.state().Acts)
	r.submit("/map/edit", "do", "save").want(200)
	if n := len(w.state().Acts); n != acts+1 {
		t.Errorf("%d acts", n-acts)
	}
	m := camp().Map
	if g := m.Region(free); g.Terrain != "ruin" || g.Name != "Vieux Moulin" || m.Name != "Les Îles" || len(m.Routes) != 1 || len(m.Regions) != len(before.Regions)+1 || m.Region("N1").Terrain != campaign.Sea {
		t.Errorf("the map is %+v", m)
	}
	if m.RegionCount(w.ownerSide) != before.RegionCount(w.ownerSide) {
		t.Error("land was lost")
	}
	w.owner.get(w.campaignPath("")).want(200, "Vieux Moulin, terre libre", "Pierrelieu, mer")
	if drawn := w.owner.page.Find("svg.map"); drawn.AttrOr("aria-label", "") != "Les Îles" || drawn.Find(".crossing").Length() != 1 {
		t.Error("the map shows no crossing, or not its name")
	}
}

// TestIncomeForm sets what land pays, and the next round pays it.
func TestIncomeForm(t *testing.T) {
	w := newClubFixture(t)
	terrain := w.state().Campaigns[w.campaign].Map.Region(w.homeRegion()).Terrain
	r := w.owner.get(w.campaignPath("/map/edit"))
	form := map[string][]string{}
	r.page.Find("input[type=hidden]").Each(func(_ int, s *goquery.Selection) { form[s.AttrOr("name", "")] = []string{s.AttrOr("value", "")} })
	form["do"], form["income."+terrain] = []string{"income"}, []string{"x"}
	r.post(w.campaignPath("/map/edit"), form).want(422, "nombre")
	form["income."+terrain] = []string{"4"}
	r.post(w.campaignPath("/map/edit"), form).want(200)
	w.owner.get(w.campaignPath("/conduct")).submit("/rounds", "round", "3").want(200)
	if got := w.state().Rosters[w.ownerSide].Resources[campaign.IncomeResource]; got < 4 {
		t.Errorf("the round paid %d", got)
	}
}

// TestMapFiles reads the file as XML and the poster, now and at the beginning.
func TestMapFiles(t *testing.T) {
	w := newClubFixture(t)
	file := w.owner.get(w.campaignPath("/map.svg?at=0")).want(200)
	if kind := file.header.Get("Content-Type"); kind != "image/svg+xml" {
		t.Errorf("the file is %s", kind)
	}
	texts := 0
	for d := xml.NewDecoder(strings.NewReader(file.body)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "text" {
			texts++
		}
	}
	if texts < 19 {
		t.Errorf("%d texts", texts)
	}
	if strings.Contains(file.body, "var(") {
		t.Error("the file leans on the sheets of the site")
	}
	w.owner.get(w.campaignPath("/map/print")).want(200, "Garde de Hautecombe")
}

// TestGarrisonForm posts a unit from the card of a region; the map, its list and the file tell it without colour.
func TestGarrisonForm(t *testing.T) {
	w := newClubFixture(t)
	home := w.homeRegion()
	at := w.campaignPath("?region=" + home)
	if w.player.get(at); w.player.page.Find("form[action*=garrison]").Length() != 0 {
		t.Error("another side's land is offered to garrison")
	}
	w.owner.get(at).want(200, "Qui y tient garnison")
	unit := w.state().Rosters[w.ownerSide].List.Units[0]
	w.owner.submit("/garrison", "unit", unit.ID).want(200, "Enregistré", "Garnison\u00a0: "+unit.Name, "garnison de 1 unité")
	if got := len(w.state().Garrison(w.campaign, home)); got != 1 {
		t.Fatalf("%d units stand there", got)
	}
	w.player.get(w.campaignPath("")).want(200, "garnison de 1 unité")
	w.owner.get(w.campaignPath("/chronicle")).want(200, "1 unité en garnison, par")
	w.owner.get(at).submit("/garrison", "unit", "nobody").want(422, "pas de la liste")
	w.owner.get(at).submit("/garrison", "unit", "").want(422)

	far := campaign.ID("")
	st := w.state()
	for _, r := range st.Campaigns[w.campaign].Map.Regions {
		if r.Owner == "" && st.MayChallenge(w.ownerSide, r.ID) != nil && len(st.Contested(w.campaign)[r.ID]) == 0 {
			far = r.ID
		}
	}
	w.owner.get(w.campaignPath("?region="+far)).want(200, "Vous ne pouvez pas l’attaquer", "CAMP-MAP-2")
	w.owner.get(w.campaignPath("/schedule")).submit("/battles", "first", w.ownerSide, "second", w.playerSide, "stake", far).want(422, "CAMP-MAP-2")
	w.owner.get(w.campaignPath("/rules")).want(200, "Règles de la carte", "CAMP-MAP-8")
}

// TestFreeLandForms founds a campaign on free land and draws on it.
func TestFreeLandForms(t *testing.T) {
	w := newClubFixture(t)
	w.owner.get("/clubs/"+w.id+"/campaigns/new").submit("/campaigns", "name", "Provinces", "map", "19", "shape", campaign.FreeShape, "seed", "sarle").want(200, "Provinces")
	id := w.owner.path[strings.LastIndex(w.owner.path, "/")+1:]
	land := func() *campaign.Map { return w.state().Campaigns[id].Map }
	if m := land(); m.Shape != campaign.FreeShape || m.Seed != "sarle" || len(m.Regions) != 19 {
		t.Fatalf("the land is %+v", m)
	}
	corners := map[int]bool{}
	w.owner.page.Find("svg.map .grip").Each(func(_ int, s *goquery.Selection) { corners[strings.Count(s.AttrOr("d", ""), "L")] = true })
	if len(corners) < 3 {
		t.Errorf("regions have %v corners: they are drawn alike", corners)
	}
	edit := "/clubs/" + w.id + "/campaigns/" + id + "/map/edit"
	r := w.owner.get(edit).submit("/map/edit", "pick", "add")
	place := r.page.Find("button.free-place").First().AttrOr("value", "")
	r.submit("/map/edit", "terrain", campaign.Sea, "at", place).want(200, "Enregistrer 1 trait")
	r.submit("/map/edit", "do", "save").want(200)
	if m := land(); m.Region("N1").Terrain != campaign.Sea || len(m.Regions) != 20 {
		t.Errorf("drawn %+v", m)
	}
	w.owner.get(edit).submit("/map/edit", "do", "isle", "size", "7", "shape", "hexagons", "seed", "x").submit("/map/edit", "do", "save").want(200)
	if m := land(); m.Shape != "" || len(m.Regions) != 7 {
		t.Errorf("drawn anew %+v", m)
	}
	w.owner.get(strings.Replace(edit, "/edit", ".svg", 1)).want(200)
}
