package league_test

import (
	"bytes"
	"encoding/csv"
	"image/png"
	"io"
	"net/http"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
)

// fetchCSV fetches a table and reads it as a spreadsheet does.
func fetchCSV(t *testing.T, r *webtest.Browser, path string, comma rune) [][]string {
	t.Helper()
	r.Get(path)
	if r.Status != 200 || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/csv") || !strings.HasPrefix(r.Body, "\ufeff") {
		t.Fatalf("%s: %d %v", path, r.Status, r.Header)
	}
	in := csv.NewReader(strings.NewReader(strings.TrimPrefix(r.Body, "\ufeff")))
	in.Comma = comma
	rows, err := in.ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return rows
}

// TestExportTables: standings, battles and rosters open in a spreadsheet, and no text in them is a formula.
func TestExportTables(t *testing.T) {
	w := webtest.NewClubFixture(t)
	id := w.PlayBattle(1, 0, 3, 1)
	st, _ := w.Service.State(t.Context(), w.ID)
	evil := campaign.NewRoster{Campaign: w.Campaign, Member: st.Rosters[w.PlayerSide].Member,
		List: rules.Roster{Name: `=HYPERLINK("http://x";"y")`, Faction: "+1", Units: []rules.Unit{{ID: "x", Name: "@SUM(A1)", Profile: []byte(`{}`)}}}}
	w.Do(evil.Member, "evil", campaign.ActRequest{Body: evil})
	visitor := w.Browser()
	rows := fetchCSV(t, visitor, w.CampaignPath("/standings.csv"), ';')
	if len(rows) != 4 || rows[0][0] != "Rang" || rows[1][1] != "Garde de Hautecombe" || rows[1][8] != "3" {
		t.Errorf("standings: %v", rows)
	}
	visitor.Lang = "en"
	rows = fetchCSV(t, visitor, w.CampaignPath("/battles.csv"), ',')
	if len(rows) != 2 || rows[0][0] != "Number" || rows[1][9] != "3" || rows[1][10] != "1" || rows[1][8] != "Garde de Hautecombe" {
		t.Errorf("battle %s: %v", id, rows)
	}
	for _, row := range fetchCSV(t, visitor, w.CampaignPath("/rosters.csv"), ',') {
		for _, cell := range row {
			if cell != "" && strings.ContainsAny(cell[:1], "=+-@") {
				t.Errorf("a spreadsheet would carry out %q", cell)
			}
		}
	}
}

// TestImportTables: players and fixtures are imported from a pasted table or a file, all or none of them, and importing twice
// adds nothing. Faults are reported with line and column.
func TestImportTables(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Owner.Get(w.CampaignPath("/share")).Get(w.Owner.Link("Importer un tableau")).Want(200)
	w.Owner.Submit("/import", "kind", "players", "table", "Odile;player\n\nYanis;king\n").Want(422, "Ligne 3, colonne «\u202fRôle\u202f», «\u202fking\u202f»", "Ce rôle n’existe pas", "Odile;player")
	w.Owner.Submit("/import", "kind", "players", "table", "Odile;player\n\"Yanis;guest\n").Want(422, "La ligne 2 n’est pas lisible")
	w.Owner.Submit("/import", "kind", "players", "table", "Odile\tplayer\nOdile\tplayer\n'=Yanis\tInvité\nInès\t\n").Want(200, "Odile", "=Yanis")
	w.Owner.Submit("/import", "kind", "players", "table", "odile;player\n").Want(200, "Tout y était déjà")
	if st := w.State(); len(st.AllMembers()) != 4 || st.AllMembers()[3].Role != campaign.Guest {
		t.Errorf("%d members, want 4", len(st.AllMembers()))
	}
	fixtures := "2,Garde de Hautecombe,Ligue du Sel,26/11/2026 19:45,4,La digue\n"
	w.Owner.Submit("/import", "kind", "fixtures", "table", fixtures+"2,Garde de Hautecombe,Personne").Want(422, "Ligne 2, colonne «\u202fSecond camp\u202f»", "Aucune bande ne s’appelle")
	w.Owner.Submit("/import", "kind", "fixtures", "table", "2,Ligue du Sel,Ligue du Sel").Want(422, "deux bandes différentes")
	w.Owner.Submit("/import", "kind", "fixtures", "table", "2,Garde de Hautecombe,Ligue du Sel,demain").Want(422, "colonne «\u202fDate\u202f», «\u202fdemain\u202f»", "La date n’est pas lisible")
	w.Owner.Submit("/import", "kind", "fixtures", "table", "2,Garde de Hautecombe,Ligue du Sel,,,,neuf,4").Want(422, "colonne «\u202fPoints du premier\u202f», «\u202fneuf\u202f»")
	w.Owner.Submit("/import", "kind", "fixtures", "table", "2,Garde de Hautecombe,Ligue du Sel,,,,9").Want(422, "colonne «\u202fPoints du second\u202f»")
	if n := len(w.State().BattlesOf(w.Campaign)); n != 0 {
		t.Fatalf("%d battles of tables that were refused", n)
	}
	for range 2 {
		w.Owner.Submit("/import", "kind", "fixtures", "table", fixtures).Want(200)
	}
	all := w.State().BattlesOf(w.Campaign)
	if len(all) != 1 || all[0].Round != 2 || all[0].Table != "4" || all[0].At.Format("2006-01-02 15:04") != "2026-11-26 19:45" {
		t.Errorf("fixtures: %+v", all)
	}
	// A file of a French spreadsheet, with the columns in another order, and with the result of this battle.
	file := "Second camp;Ronde;Premier camp;Points du premier;Points du second;Remarque;Mission\r\n" +
		"Garde de Hautecombe;2;Ligue du Sel;4;9;;\r\nLigue du Sel;3;Garde de Hautecombe;2;2;on a bien ri;La for\xeat\r\n"
	for range 2 {
		w.Owner.Get(w.CampaignPath("/import")).UploadAs("file", "/import", []byte(file), "kind", "fixtures").Want(200)
	}
	all = w.State().BattlesOf(w.Campaign)
	if len(all) != 2 || all[0].Result == nil || all[0].Result.Winner != 0 || all[0].Result.Scores[0] != 9 || all[1].Mission != "La forêt" || all[1].Result == nil || all[1].Result.Winner != rules.Nobody {
		t.Errorf("results: %+v", all)
	}
	w.Owner.Submit("/import", "kind", "fixtures", "table", "2,Garde de Hautecombe,Ligue du Sel,,,,3,9").Want(422, "Ligne 1")
}

// TestTablesRoundTrip: what one club exports another imports, and its own export is the same, with all results.
func TestTablesRoundTrip(t *testing.T) {
	w, other := webtest.NewClubFixture(t), webtest.NewClubFixture(t)
	w.PlayBattle(1, 0, 3, 1)
	w.PlayBattle(2, 1, 0, 7)
	w.ScheduleBattle()
	for _, table := range []struct{ kind, path string }{{"players", "/clubs/ID/members.csv"}, {"fixtures", "AT/battles.csv"}} {
		path := func(w *webtest.ClubFixture) string {
			return strings.NewReplacer("ID", w.ID, "AT", w.CampaignPath("")).Replace(table.path)
		}
		w.Owner.Get(path(w)).Want(200)
		out := w.Owner.Body
		other.Owner.Get(other.CampaignPath("/import")).UploadAs("file", "/import", []byte(out), "kind", table.kind).Want(200)
		other.Owner.Get(path(other)).Want(200)
		settled := strings.NewReplacer("Close", "x", "Tranchée", "x") // in the other club these results come from an organiser's ruling
		if got, want := settled.Replace(other.Owner.Body), settled.Replace(out); got != want {
			t.Errorf("%s came back as\n%s\nwant\n%s", table.kind, got, want)
		}
	}
}

// TestEmbedding: only the embedded pages may be framed. They have no forms and no scripts, set no cookie, and never show a
// private campaign.
func TestEmbedding(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Owner.Get(w.CampaignPath("/share")).Want(200, "Sur un autre site")
	code := w.Owner.Page.Find("#frame-map").Text()
	if !strings.Contains(code, `src="`+w.Server.URL+"/embed"+w.CampaignPath("/map")+`?lang=fr"`) {
		t.Errorf("code of the frame: %s", code)
	}
	for _, name := range []string{"/standings", "/map"} {
		path := "/embed" + w.CampaignPath(name) + "?lang=en"
		res, err := http.Get(w.Server.URL + path)
		rulestest.Must(t, err)
		res.Body.Close()
		if csp := res.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "frame-ancestors *") || strings.Contains(csp, "script-src") || len(res.Cookies()) > 0 {
			t.Errorf("%s: %s, cookies %v", path, csp, res.Cookies())
		}
		r := w.Owner.Get(path)
		if r.Status != 200 || r.Page.Find("form,script").Length() != 0 || r.Page.Find("html[lang=en]").Length() != 1 || !strings.Contains(r.Text("main"), "Garde de Hautecombe") && name == "/standings" {
			t.Errorf("%s: %d %s", path, r.Status, r.Text("main"))
		}
		webtest.CheckPage(t, path, r.Page)
		if got := w.Owner.Get(path+"&theme=dark").Page.Find("html").AttrOr("data-theme", ""); got != "dark" {
			t.Errorf("%s in the dark: %q", path, got)
		}
	}
	if csp := w.Owner.Get(w.CampaignPath("/share")).Header.Get("Content-Security-Policy"); !strings.Contains(csp, "frame-ancestors 'none'") {
		t.Errorf("other pages may be framed: %s", csp)
	}
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "private", "yes").Want(200)
	if r := w.Owner.Get("/embed" + w.CampaignPath("/map")); r.Status != 404 {
		t.Errorf("a frame shows a private campaign by the cookie of its owner: %d", r.Status)
	}
}

// TestOGImages: pages of clubs, campaigns, leagues and battles, and invitations, name an image. It is a PNG of the size that
// messengers want, in the language of the page, and is sent without cookies.
func TestOGImages(t *testing.T) {
	w := webtest.NewClubFixture(t)
	id := w.PlayBattle(1, 0, 3, 1)
	w.Owner.Get("/clubs/"+w.ID+"/invite").Submit("/invite", "role", "player", "uses", "1", "days", "3").Want(200)
	invitation := strings.TrimPrefix(w.Owner.Page.Find("input[readonly]").AttrOr("value", ""), w.Server.URL)
	for _, path := range []string{w.CampaignPath(""), w.CampaignPath("/standings"), "/clubs/" + w.ID, "/clubs/" + w.ID + "/battles/" + id, invitation} {
		pictured := map[string]string{}
		for _, lang := range []string{"fr", "en"} {
			r := w.Browser()
			r.Lang = lang
			pictured[lang] = fetchOGImage(t, w.Server.URL, r.Get(path).Want(200))
		}
		named := path == invitation || path == "/clubs/"+w.ID // this image shows names only
		if differs := pictured["fr"] != pictured["en"]; differs == named {
			t.Errorf("%s: in another language another picture: %v", path, differs)
		}
	}
}

// fetchOGImage fetches the image that a page names, as a messenger does.
func fetchOGImage(t *testing.T, base string, r *webtest.Browser) string {
	t.Helper()
	image := r.Page.Find("meta[property='og:image']").AttrOr("content", "")
	if !strings.HasPrefix(image, base+"/") || r.Page.Find("meta[property='og:title']").AttrOr("content", "") == "" || r.Page.Find("meta[property='og:image:alt']").AttrOr("content", "") == "" {
		t.Fatalf("%s: picture %q", r.Path, image)
	}
	res, err := http.Get(image)
	rulestest.Must(t, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	rulestest.Must(t, err)
	pic, err := png.DecodeConfig(bytes.NewReader(body))
	if err != nil || pic.Width != 1200 || pic.Height != 630 || len(body) > 100<<10 || res.Request.URL.String() != image || res.Header.Get("Set-Cookie") != "" && strings.Contains(res.Header.Get("Set-Cookie"), "lang") {
		t.Errorf("%s: %+v %v, %d bytes, from %s, cookies %q", image, pic, err, len(body), res.Request.URL, res.Header["Set-Cookie"])
	}
	return string(body)
}
