package league

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// mapDraft is a map under the editor: the strokes since it was last saved, and how
// the next is made. The page carries it, so nothing is lost with a session.
type mapDraft struct {
	site.Visit
	camp      *campaign.Campaign
	strokes   []campaign.Stroke
	result    *campaign.Map // what the strokes make of the campaign's map; nil until they are tried
	tool      string
	terrain   string
	name      string
	route     string
	routeFrom campaign.ID // the first end of a route
	failed    error
}

// mapEditorPage shows the map editor.
func (s *Handlers) mapEditorPage(c echo.Context) error {
	v, camp, err := s.MemberCampaign(c)
	if err != nil {
		return err
	}
	return s.showMapEditor(c, http.StatusOK, mapDraft{Visit: v, camp: camp, tool: "paint", terrain: campaign.Terrains[0]})
}

// drawOnMap makes a stroke, takes the last one back, or saves them all as one act.
func (s *Handlers) drawOnMap(c echo.Context) error {
	v, camp, err := s.MemberCampaign(c)
	if err != nil {
		return err
	}
	k := mapDraft{Visit: v, camp: camp, tool: c.FormValue("tool"), terrain: c.FormValue("terrain"), name: c.FormValue("label"), route: c.FormValue("route"), routeFrom: c.FormValue("from")}
	if text := c.FormValue("strokes"); text != "" {
		if err := json.Unmarshal([]byte(text), &k.strokes); err != nil {
			k.strokes, k.failed = nil, &campaign.Error{Code: campaign.Invalid, Field: "strokes", Key: "not-a-body"}
			return s.showMapEditor(c, http.StatusUnprocessableEntity, k)
		}
	}
	if pick := c.FormValue("pick"); pick != "" {
		k.tool, k.routeFrom = pick, ""
		return s.showMapEditor(c, http.StatusOK, k)
	}
	if how := c.FormValue("picture"); how != "" {
		return s.movePicture(c, k, how)
	}
	switch c.FormValue("do") {
	case "picture":
		return s.addPicture(c, k)
	case "keep": // Enter in a field
		return s.showMapEditor(c, http.StatusOK, k)
	case "undo":
		k.strokes = k.strokes[:max(len(k.strokes)-1, 0)]
		return s.showMapEditor(c, http.StatusOK, k)
	case "title":
		return s.addStroke(c, k, campaign.Stroke{Tool: "title", Text: c.FormValue("title")})
	case "isle":
		size, err := strconv.Atoi(c.FormValue("size"))
		if err != nil {
			k.failed = site.NotANumber("size")
			return s.showMapEditor(c, http.StatusUnprocessableEntity, k)
		}
		tool := "isle"
		if c.FormValue("shape") == campaign.FreeShape {
			tool = "free"
		}
		return s.addStroke(c, k, campaign.Stroke{Tool: tool, Q: size, Text: c.FormValue("seed")})
	case "income":
		if k.failed = s.saveIncome(c, v, camp); k.failed == nil {
			return s.RedirectWithNotice(c, mapEditURL(v.Club, camp.ID), "saved")
		}
		return s.showMapEditor(c, site.StatusOf(k.failed), k)
	case "save":
		drawn, err := mapOrEmpty(camp).WithStrokes(k.strokes, site.CatalogOf(c).Lang)
		if err == nil {
			_, err = s.Do(c, v, campaign.ActRequest{Body: campaign.DrawMap{Campaign: camp.ID, Map: drawn}})
		}
		if err != nil {
			k.failed = err
			return s.showMapEditor(c, site.StatusOf(err), k)
		}
		return s.RedirectWithNotice(c, site.CampaignURL(v.Club, camp.ID), "saved")
	}
	return s.applyTap(c, k)
}

// applyTap is a tap on a region or a free place, with the tool in hand.
func (s *Handlers) applyTap(c echo.Context, k mapDraft) error {
	at := c.FormValue("at")
	stroke := campaign.Stroke{Tool: k.tool, At: at}
	switch k.tool {
	case "paint":
		stroke.Text = k.terrain
	case "name":
		stroke.Text = k.name
	case "add":
		q, r, _ := strings.Cut(at, ",")
		var wrong [2]error
		stroke.At, stroke.Text = "", k.terrain
		stroke.Q, wrong[0] = strconv.Atoi(q)
		stroke.R, wrong[1] = strconv.Atoi(r)
		if errors.Join(wrong[:]...) != nil {
			k.failed = &campaign.Error{Code: campaign.Invalid, Field: "at", Key: "no-place-there"}
			return s.showMapEditor(c, http.StatusUnprocessableEntity, k)
		}
	case "route":
		if k.routeFrom == "" {
			k.routeFrom = at
			return s.showMapEditor(c, http.StatusOK, k)
		}
		stroke.At, stroke.To, stroke.Text, k.routeFrom = k.routeFrom, at, k.route, ""
	}
	return s.addStroke(c, k, stroke)
}

// addStroke tries a stroke; one that cannot be is told and forgotten.
func (s *Handlers) addStroke(c echo.Context, k mapDraft, stroke campaign.Stroke) error {
	tried := append(k.strokes, stroke)
	drawn, err := mapOrEmpty(k.camp).WithStrokes(tried, site.CatalogOf(c).Lang)
	if err != nil {
		k.failed = err
		return s.showMapEditor(c, site.StatusOf(err), k)
	}
	k.strokes, k.result = tried, drawn
	return s.showMapEditor(c, http.StatusOK, k)
}

func (s *Handlers) saveIncome(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	set := camp.Settings
	set.Income = nil
	for _, terrain := range campaign.Terrains {
		text := c.FormValue("income." + terrain)
		if text == "" || terrain == campaign.Sea {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			return site.NotANumber("income." + terrain)
		}
		if n != 0 {
			if set.Income == nil {
				set.Income = map[string]int{}
			}
			set.Income[terrain] = n
		}
	}
	_, err := s.Do(c, v, campaign.ActRequest{Body: campaign.EditCampaign{Campaign: camp.ID, Settings: set, Closed: camp.Closed}})
	return err
}

// mapOrEmpty is a campaign's map, or an empty one to begin with.
func mapOrEmpty(camp *campaign.Campaign) *campaign.Map {
	if camp.Map == nil {
		return &campaign.Map{}
	}
	return camp.Map
}

func mapEditURL(club, camp campaign.ID) string { return site.CampaignURL(club, camp) + "/map/edit" }

func (s *Handlers) showMapEditor(c echo.Context, status int, k mapDraft) error {
	v, camp := k.Visit, k.camp
	fields := append([]string{"seed", "size", "title", "image"}, placementFields[:]...)
	for _, t := range campaign.Terrains {
		fields = append(fields, "income."+t)
	}
	wrong, whole, ok := site.FieldErrors(site.CatalogOf(c), k.failed, fields...)
	if k.failed != nil && !ok {
		return k.failed
	}
	f := s.Frame(c, site.CatalogOf(c).Say("atlas.edit"), views.SectionCampaign)
	f.Back, f.Scripts = site.CampaignURL(v.Club, camp.ID), []string{"js/map_picture.js"}
	drawn := k.result
	if drawn == nil {
		var err error
		if drawn, err = mapOrEmpty(camp).WithStrokes(k.strokes, f.Catalog.Lang); err != nil { // somebody else saved the map meanwhile
			k.strokes, k.routeFrom = nil, ""
			drawn, whole, status = mapOrEmpty(camp), f.Say("atlas.stale"), http.StatusConflict
		}
	}
	text, err := json.Marshal(k.strokes)
	if err != nil {
		return err
	}
	if !f.Catalog.Has("atlas.tool_" + k.tool) {
		k.tool = "paint"
	}
	m := leagueviews.MapEditor{Campaign: camp.Settings.Name, Action: mapEditURL(v.Club, camp.ID), Cancel: f.Back, Strokes: string(text), Count: len(k.strokes),
		From: k.routeFrom, Trouble: whole, Tool: k.tool}
	for _, tool := range []string{"paint", "add", "name", "route", "remove"} {
		m.Tools = append(m.Tools, views.Option{Value: tool, Text: f.Say("atlas.tool_" + tool), Chosen: tool == k.tool})
	}
	m.Label = views.Field{Name: "label", Label: f.Say("atlas.name"), Value: k.name, Max: 60}
	m.Terrain = views.Field{Name: "terrain", Label: f.Say("map.terrain")}
	for _, t := range campaign.Terrains {
		m.Terrains = append(m.Terrains, views.Option{Value: t, Text: site.TerrainName(f, t), Chosen: t == k.terrain})
		if t != campaign.Sea {
			name := "income." + t
			value := strconv.Itoa(camp.Settings.Income[t])
			if c.FormValue("do") == "income" {
				value = c.FormValue(name)
			}
			m.Income = append(m.Income, views.Field{Name: name, Type: "number", Label: site.TerrainName(f, t), Value: value, Min: "0", Upto: "1000", Wrong: wrong[name]})
		}
	}
	m.Route = views.Field{Name: "route", Label: f.Say("atlas.route")}
	for _, r := range campaign.RouteKinds {
		m.Routes = append(m.Routes, views.Option{Value: r, Text: f.Say("atlas.route_" + r), Chosen: r == k.route})
	}
	m.Title = views.Field{Name: "title", Label: f.Say("atlas.title"), Value: drawn.Name, Max: 80, Wrong: wrong["title"]}
	if k.failed != nil && c.FormValue("do") != "save" {
		m.Title.Value = c.FormValue("title")
	}
	m.Seed = views.Field{Name: "seed", Label: f.Say("found.seed"), Value: c.FormValue("seed"), Max: 40, Wrong: wrong["seed"]}
	m.Size = views.Field{Name: "size", Type: "number", Label: f.Say("atlas.size"), Value: "37", Min: "7", Upto: "200", Wrong: wrong["size"]}
	if n := c.FormValue("size"); n != "" {
		m.Size.Value = n
	}
	shape := c.FormValue("shape")
	if shape == "" {
		shape = drawn.Shape
	}
	m.Shape, m.Shapes = views.Field{Name: "shape", Label: f.Say("atlas.shape")}, shapeOptions(f, shape)
	m.Image = site.ImageField(f, wrong)
	if drawn.Backdrop != nil {
		m.Place = placementRows(c, f, drawn.Backdrop, wrong)
		for _, how := range slices.Concat(campaign.BackdropMoves, []string{"away"}) {
			m.Moves = append(m.Moves, views.Option{Value: how, Text: f.Say("atlas.picture_" + how)})
		}
	}
	shown := *camp
	shown.Map = drawn
	m.Map = site.DrawnMap(f, v, &shown, "map")
	m.Map.Buttons, m.Map.Supply = true, nil
	if k.tool == "add" {
		m.Map.Shore = drawn.FreePlaces()
	}
	for i := range m.Map.Regions {
		m.Map.Regions[i].Chosen = m.Map.Regions[i].ID == k.routeFrom
	}
	return s.Render(c, status, leagueviews.EditMap(f, m))
}
