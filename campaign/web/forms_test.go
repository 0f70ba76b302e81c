package web_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
	"oriflamme/campaign/notify"
	"oriflamme/campaign/web"
	"oriflamme/campaign/web/webtest"
	"oriflamme/content"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
)

// A declaredField is one input of a form as the source declares it.
type declaredField struct {
	name, kind string
	tag        reflect.StructTag
}

// declaredForms reads every struct with form tags from the source of the site, by its package and name. Rows and embedded
// structs are part of the form that holds them.
func declaredForms(t *testing.T) map[string][]declaredField {
	t.Helper()
	files, err := filepath.Glob("*/*.go")
	rulestest.Must(t, err)
	structs, part := map[string]*ast.StructType{}, map[string]bool{}
	for _, name := range files {
		room := filepath.Dir(name)
		if strings.HasSuffix(name, "_test.go") || room == "form" {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		rulestest.Must(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				if s, ok := spec.Type.(*ast.StructType); ok && slices.ContainsFunc(s.Fields.List, func(f *ast.Field) bool {
					return f.Tag != nil && (strings.Contains(f.Tag.Value, `form:"`) || strings.Contains(f.Tag.Value, `rows:"`))
				}) {
					structs[room+"."+spec.Name.Name] = s
				}
			}
			return true
		})
	}
	var fieldsOf func(room string, s *ast.StructType) []declaredField
	fieldsOf = func(room string, s *ast.StructType) []declaredField {
		var all []declaredField
		for _, f := range s.Fields.List {
			kind := f.Type
			if list, ok := kind.(*ast.ArrayType); ok {
				kind = list.Elt
			}
			if id, ok := kind.(*ast.Ident); ok && structs[room+"."+id.Name] != nil {
				part[room+"."+id.Name] = true
				all = append(all, fieldsOf(room, structs[room+"."+id.Name])...)
				continue
			}
			if f.Tag != nil {
				text, err := strconv.Unquote(f.Tag.Value)
				rulestest.Must(t, err)
				tag := reflect.StructTag(text)
				all = append(all, declaredField{tag.Get("form"), typeName(f.Type), tag})
			}
		}
		return all
	}
	forms := map[string][]declaredField{}
	for name, s := range structs {
		forms[name] = fieldsOf(name[:strings.Index(name, ".")], s)
	}
	maps.DeleteFunc(forms, func(name string, _ []declaredField) bool { return part[name] })
	return forms
}

func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.ArrayType:
		return "[]" + typeName(e.Elt)
	case *ast.MapType:
		return typeName(e.Value)
	}
	return ""
}

// wrongValues are values that a field cannot take, with none for what any value may be.
func (d declaredField) wrongValues() []string {
	var lo, hi int
	if _, err := fmt.Sscanf(d.tag.Get("len"), "%d..%d", &lo, &hi); err == nil {
		all := []string{strings.Repeat("x", hi+1)}
		if lo > 0 {
			all = append(all, "")
		}
		return all
	}
	switch {
	case d.kind == "Time":
		return []string{"gestern"}
	case d.kind != "int" || d.tag.Get("as") == "choice":
		return nil
	case d.tag.Get("in") == "":
		return []string{"viele"}
	}
	if _, err := fmt.Sscanf(d.tag.Get("in"), "%d..%d", &lo, &hi); err != nil {
		panic(err)
	}
	return []string{"viele", strconv.Itoa(hi + 1)}
}

// input finds the input of a field in the form: the first where it repeats.
func (d declaredField) input(form *goquery.Selection) *goquery.Selection {
	before, after, repeats := strings.Cut(d.name, "#")
	return form.Find("[name]").FilterFunction(func(_ int, s *goquery.Selection) bool {
		name := s.AttrOr("name", "")
		return !repeats && name == d.name || repeats && strings.HasPrefix(name, before) && strings.HasSuffix(name, after) && len(name) > len(before+after)
	}).First()
}

// A shownForm is where a form of the site is filled in: the page, the end of its address, and what is sent with it besides.
type shownForm struct {
	browser      *webtest.Browser
	page, action string
	with         []string
}

// TestEveryForm sends each field of every form of the site wrong: the answer is the form again, the error stands at the field,
// and what was typed stands in all of them.
func TestEveryForm(t *testing.T) {
	if rulestest.RaceDetector {
		t.Skip("one request after the other: nothing runs beside it")
	}
	shown := shownForms(t)
	for name, fields := range declaredForms(t) {
		at, ok := shown[name]
		if !ok {
			t.Errorf("nobody says where %s is filled in", name)
			continue
		}
		t.Run(name, func(t *testing.T) { checkForm(t, at, fields) })
		delete(shown, name)
	}
	for name := range shown {
		t.Errorf("there is no form %s", name)
	}
}

func checkForm(t *testing.T, at shownForm, fields []declaredField) {
	r := at.browser
	find := func() *goquery.Selection {
		return r.Page.Find("main form").FilterFunction(func(_ int, s *goquery.Selection) bool {
			return strings.HasSuffix(s.AttrOr("action", ""), at.action) && s.AttrOr("method", "") == "post"
		}).FilterFunction(func(_ int, s *goquery.Selection) bool {
			return slices.ContainsFunc(fields, func(d declaredField) bool { return d.input(s).Length() > 0 })
		}).First()
	}
	for _, d := range fields {
		for _, wrong := range d.wrongValues() {
			form := func() *goquery.Selection { r.T = t; r.Get(at.page).Want(http.StatusOK); return find() }()
			if form.Length() == 0 {
				t.Fatalf("%s has no form for %q", at.page, at.action)
			}
			input := d.input(form)
			if input.Length() == 0 || input.AttrOr("type", "") == "hidden" {
				continue
			}
			values, typed := webtest.FormValues(form), map[string]string{}
			for i, other := range fields {
				var lo, hi int
				if _, err := fmt.Sscanf(other.tag.Get("len"), "%d..%d", &lo, &hi); err == nil && other.input(form).Length() > 0 && other.tag.Get("as") != "email" && other.tag.Get("as") != "url" {
					name, text := other.input(form).AttrOr("name", ""), fmt.Sprintf("getippt %d", i)
					values.Set(name, text)
					if other.tag.Get("as") != "password" {
						typed[name] = text
					}
				}
			}
			for i := 0; i < len(at.with); i += 2 {
				values.Set(at.with[i], at.with[i+1])
				delete(typed, at.with[i])
			}
			name := input.AttrOr("name", "")
			values.Set(name, wrong)
			if typed[name] = wrong; d.tag.Get("as") == "password" {
				delete(typed, name)
			}
			if r.Post(form.AttrOr("action", ""), values); r.Status < 400 || r.Status >= 500 {
				t.Errorf("%s=%.20q: status %d", name, wrong, r.Status)
				continue
			}
			again := find()
			if at := d.input(again); at.AttrOr("aria-invalid", "") != "true" || again.Find("#"+strings.ReplaceAll(name, ".", `\.`)+"-wrong").Length() != 1 {
				t.Errorf("%s=%.20q: no error stands at it: %q, %q", name, wrong, r.Text("main .wrong"), r.Text("main .notice.bad"))
			}
			back := webtest.FormValues(again)
			for other, text := range typed {
				if got := back.Get(other); got != text {
					t.Errorf("%s=%.20q: in %s stands %.20q, typed was %.20q", name, wrong, other, got, text)
				}
			}
		}
	}
}

// shownForms says where each form of the site is filled in.
func shownForms(t *testing.T) map[string]shownForm {
	site := webtest.NewTestSite(t)
	catalogs := content.Catalogs()
	deliverer, err := notify.New(t.Context(), notify.Config{Service: site.Service, Outbox: site.Store, Catalogs: catalogs, Now: site.Clock, Base: "https://club.example",
		Mail: &notify.PrintMailer{Out: io.Discard}})
	rulestest.Must(t, err)
	site.Server = httptest.NewServer(web.New(web.Config{Service: site.Service, Catalogs: catalogs, Games: []*rules.Game{webtest.NoEngineGame}, Now: site.Clock, Deliverer: deliverer}))
	t.Cleanup(site.Server.Close)
	w := webtest.NewClubFixtureOn(site)
	club := "/clubs/" + w.ID
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "ladder", "yes").Want(http.StatusOK)
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "house0-name", "Brume", "house0-now", "Elle tombe.").Want(http.StatusOK)
	own := strings.TrimSuffix(w.Owner.Get(club+"/me").Path, "?")
	w.Owner.Get(club+"/invite").Submit("/invite", "uses", "3", "until", "30").Want(http.StatusOK)
	address := w.Owner.Page.Find("#address").AttrOr("value", "")
	join := address[strings.Index(address, "/join/"):]
	w.Owner.Get(w.CampaignPath("/map/edit")).Upload("/map/edit", webtest.Photograph(t, 90), "do", "picture").Want(http.StatusOK)
	w.Owner.Submit("/map/edit", "do", "save").Want(http.StatusOK)
	battle := func() string {
		w.Owner.Get(w.CampaignPath("/schedule")).Submit("/battles", "second", w.PlayerSide, "at", "2026-11-26T19:45").Want(http.StatusOK)
		page, _, _ := strings.Cut(w.Owner.Path, "?")
		return page
	}
	reported, claimed, fresh, ruled := battle(), battle(), battle(), club+"/battles/"+w.RuleBattle("appeal", 0)
	w.Player.Get(ruled).Submit("/appeal", "reason", "Non.").Want(http.StatusOK)
	w.Player.Get(reported+"/report").Submit("/report", "winner", "0", "score0", "9", "score1", "4").Want(http.StatusOK)
	w.Advance(9 * 24 * time.Hour)
	w.Player.Get(w.CampaignPath("/ladder")).Submit("/challenges").Want(http.StatusOK)
	w.Player.Get(claimed+"/arrange").Submit("/claims", "what", string(campaign.NoShow), "reason", "Personne.").Want(http.StatusOK)
	b := webtest.NewBattleFixture(t)
	engine := &webtest.Browser{T: t, Base: b.Server.URL, Client: b.Phone(b.Camille).Client, Lang: "fr"}
	opened := webtest.NewBattleFixture(t)
	opened.OpenBattle(rules.Measured)
	player := &webtest.Browser{T: t, Base: opened.Server.URL, Client: opened.Phone(opened.Yanis).Client, Lang: "fr"}
	conduct := func(action string) shownForm { return shownForm{w.Owner, w.CampaignPath("/conduct"), action, nil} }
	return map[string]shownForm{
		"arbiter.rulingFields":         {w.Owner, club + "/arbiter" + strings.TrimPrefix(claimed, club), strings.TrimPrefix(claimed, club), []string{"take", "other", "winner", "0"}},
		"arbiter.voidFields":           {w.Owner, club + "/arbiter/void?battle=" + strings.TrimPrefix(ruled, club+"/battles/"), strings.TrimPrefix(ruled, club+"/battles/"), nil},
		"arbiter.dismissalFields":      {w.Owner, club + "/arbiter" + strings.TrimPrefix(ruled, club), "/dismiss", nil},
		"roster.draftFields":           {w.Owner, w.CampaignPath("/rosters/new"), "/rosters/new", nil},
		"roster.sidePlayersFields":     {w.Owner, club + "/rosters/" + w.OwnerSide + "/company", "/company", nil},
		"league.challengeAnswerFields": {w.Owner, w.CampaignPath("/ladder"), "", []string{"do", "accept"}},
		"play.reportFields":            {w.Owner, fresh + "/report", "/report", []string{"winner", "0"}},
		"play.disputeFields":           {w.Owner, reported + "/report", "/dispute", nil},
		"play.appealFields":            {w.Player, club + "/battles/" + w.RuleBattle("another", 0), "/appeal", nil},
		"play.setupFields":             {engine, b.BattlePath("battles", b.Battle), "/open", nil},
		"play.clockFields":             {player, opened.BattlePath("battles", opened.Battle), "/clock", nil},
		"play.effectFields":            {w.Owner, fresh + "/report", "/report", []string{"winner", "0"}},
		"play.dateFields":              {w.Owner, fresh + "/arrange", "/dates", []string{"at", "2026-12-10T19:00"}},
		"play.claimFields":             {w.Owner, fresh + "/arrange", "/claims", nil},
		"play.concedeFields":           {w.Owner, fresh + "/arrange", "/concede", nil},
		"play.substituteFields":        {w.Owner, fresh + "/arrange", "/stand", nil},
		"play.claimAnswerFields":       {w.Owner, claimed + "/arrange", "/answer", nil},
		"play.simulationFields":        {engine, b.BattlePath("campaigns", b.Camp, "duel"), "/duel", nil},
		"auth.newClubFields":           {w.Browser(), "/clubs/new", "/clubs", nil},
		"auth.joinFields":              {w.Browser(), join, join, nil},
		"auth.memberFields":            {w.Owner, own, own, nil},
		"auth.passwordFields":          {w.Owner, own, "/password", nil},
		"auth.keyFields":               {w.Owner, club + "/keys", "/keys", nil},
		"club.clubFields":              {w.Owner, club + "/settings", "/settings", nil},
		"club.invitationFields":        {w.Owner, club + "/invite", "/invite", nil},
		"club.newMemberFields":         {w.Owner, club + "/members/new", "/members/new", nil},
		"club.hookFields":              {w.Owner, club + "/outbox", "/hooks", []string{"url", "https://chat.example.org/hook"}},
		"club.notificationFields":      {w.Owner, club + "/notices", "/notices", nil},
		"club.addressFields":           {w.Owner, club + "/notices", "/address", nil},
		"league.settingsFields":        {w.Owner, w.CampaignPath("/settings"), "/settings", nil},
		"league.newCampaignFields":     {w.Owner, club + "/campaigns/new", "/campaigns", nil},
		"league.mapFields":             {w.Owner, w.CampaignPath("/map/edit"), "/map/edit", []string{"do", "isle"}},
		"league.titleFields":           {w.Owner, w.CampaignPath("/map/edit"), "/map/edit", []string{"do", "title"}},
		"league.incomeFields":          {w.Owner, w.CampaignPath("/map/edit"), "/map/edit", []string{"do", "income"}},
		"league.placeFields":           {w.Owner, w.CampaignPath("/map/edit"), "/map/edit", []string{"picture", "place"}},
		"league.remarkFields":          {w.Owner, w.CampaignPath("/chronicle"), "/comments", nil},
		"league.garrisonFields":        {w.Owner, w.CampaignPath(""), "/garrison", nil},
		"league.storyFields":           {w.Owner, w.CampaignPath("/stories/new"), "/stories", nil},
		"league.scheduleFields":        {w.Owner, w.CampaignPath("/schedule"), "/battles", []string{"second", w.PlayerSide}},
		"league.drawFields":            {w.Owner, w.CampaignPath("/draw"), "/draw", nil},
		"league.roundFields":           {w.Owner, w.CampaignPath("/draw"), "/draw", nil},
		"league.awayFields":            {w.Owner, "/clubs/" + w.ID + "/rosters/" + w.OwnerSide + "/away", "/away", nil},
		"league.importFields":          {w.Owner, w.CampaignPath("/import"), "/import", nil},
		"league.honourFields":          {w.Owner, w.CampaignPath("/honours"), "/honours", []string{"do", "write"}},
		"league.challengeFields":       {w.Owner, w.CampaignPath("/ladder"), "/challenges", nil},
		"league.openRoundFields":       conduct("/rounds"),
		"league.byeFields":             conduct("/byes"),
		"league.absenceFields":         conduct("/absences"),
		"league.grantFields":           conduct("/grants"),
		"league.giveRegionFields":      conduct("/regions"),
		"league.creditFields":          conduct("/credits"),
	}
}
