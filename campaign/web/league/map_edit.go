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
	"oriflamme/campaign/web/form"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// A mapDraft is a map in the editor: the strokes since it was last saved, and the tool of the next stroke. The page keeps it in
// its form, so nothing is lost with a session.
type mapDraft struct {
	site.Visit
	camp    *campaign.Campaign
	fields  mapFields
	strokes []campaign.Stroke
	result  *campaign.Map // the campaign's map after the strokes; nil until they are tried
	failed  error
}

// mapFields are the tool in hand and what a new island is made with. They stand as they were sent after each tap.
type mapFields struct {
	Tool      string      `form:"tool"`
	RouteFrom campaign.ID `form:"from"` // the first end of a route
	Name      string      `form:"label" label:"atlas.name" len:"0..60"`
	Terrain   string      `form:"terrain" label:"map.terrain"`
	Route     string      `form:"route" label:"atlas.route"`
	Seed      string      `form:"seed" label:"found.seed" len:"0..40"`
	Size      int         `form:"size" label:"atlas.size" in:"7..200"`
	Shape     string      `form:"shape" label:"atlas.shape"`
	Image     string      `form:"image" error:"image"` // a file
}

// titleFields are the form of a map's name.
type titleFields struct {
	Title string `form:"title" label:"atlas.title" len:"0..80"`
}

// incomeFields are the form of what land pays, by terrain.
type incomeFields struct {
	Income map[string]int `form:"income.#" in:"0..1000" error:"income.#"`
}

// islandSize is how many regions the form proposes for a new island.
const islandSize = 37

// mapEditorPage shows the map editor.
func (s *Handlers) mapEditorPage(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	return s.showMapEditor(c, http.StatusOK, mapDraft{Visit: v, camp: camp, fields: mapFields{Tool: "paint", Size: islandSize}})
}

// drawOnMap makes a stroke, undoes the last one, or saves all of them as one act.
func (s *Handlers) drawOnMap(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	k := mapDraft{Visit: v, camp: camp, fields: mapFields{Size: islandSize}}
	wrong := s.ReadForm(c, &k.fields)
	// The whole page is one form: whatever is refused, the name and the income stand as they were typed.
	var title titleFields
	wrongTitle, _ := s.ReadForm(c, &title), s.ReadForm(c, &incomeFields{})
	if text := c.FormValue("strokes"); text != "" {
		if err := json.Unmarshal([]byte(text), &k.strokes); err != nil {
			k.strokes, k.failed = nil, &campaign.Error{Code: campaign.Invalid, Field: "strokes", Key: "not-a-body"}
			return s.showMapEditor(c, http.StatusUnprocessableEntity, k)
		}
	}
	if pick := c.FormValue("pick"); pick != "" {
		k.fields.Tool, k.fields.RouteFrom = pick, ""
		return s.showMapEditor(c, http.StatusOK, k)
	}
	if how := c.FormValue("picture"); how != "" {
		return s.movePicture(c, k, how)
	}
	switch c.FormValue("do") {
	case "picture":
		return s.addPicture(c, k)
	case "keep": // the Enter key in a field
		return s.showMapEditor(c, http.StatusOK, k)
	case "undo":
		k.strokes = k.strokes[:max(len(k.strokes)-1, 0)]
		return s.showMapEditor(c, http.StatusOK, k)
	case "title":
		if k.failed = wrongTitle; k.failed != nil {
			return s.showMapEditor(c, site.StatusOf(k.failed), k)
		}
		return s.addStroke(c, k, campaign.Stroke{Tool: "title", Text: title.Title})
	case "isle":
		if k.failed = wrong; k.failed != nil {
			return s.showMapEditor(c, site.StatusOf(k.failed), k)
		}
		tool := "isle"
		if k.fields.Shape == campaign.FreeShape {
			tool = "free"
		}
		return s.addStroke(c, k, campaign.Stroke{Tool: tool, Q: k.fields.Size, Text: k.fields.Seed})
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

// applyTap handles a tap on a region or a free place with the chosen tool.
func (s *Handlers) applyTap(c echo.Context, k mapDraft) error {
	at := c.FormValue("at")
	stroke := campaign.Stroke{Tool: k.fields.Tool, At: at}
	switch k.fields.Tool {
	case "paint":
		stroke.Text = k.fields.Terrain
	case "name":
		stroke.Text = k.fields.Name
	case "add":
		q, r, _ := strings.Cut(at, ",")
		var wrong [2]error
		stroke.At, stroke.Text = "", k.fields.Terrain
		stroke.Q, wrong[0] = strconv.Atoi(q)
		stroke.R, wrong[1] = strconv.Atoi(r)
		if errors.Join(wrong[:]...) != nil {
			k.failed = &campaign.Error{Code: campaign.Invalid, Field: "at", Key: "no-place-there"}
			return s.showMapEditor(c, http.StatusUnprocessableEntity, k)
		}
	case "route":
		if k.fields.RouteFrom == "" {
			k.fields.RouteFrom = at
			return s.showMapEditor(c, http.StatusOK, k)
		}
		stroke.At, stroke.To, stroke.Text, k.fields.RouteFrom = k.fields.RouteFrom, at, k.fields.Route, ""
	}
	return s.addStroke(c, k, stroke)
}

// addStroke tries a stroke. A stroke that is impossible is reported and dropped.
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
	var in incomeFields
	if err := s.ReadForm(c, &in); err != nil {
		return err
	}
	set := camp.Settings
	set.Income = nil
	for _, terrain := range campaign.Terrains {
		if n := in.Income[terrain]; n != 0 && terrain != campaign.Sea {
			if set.Income == nil {
				set.Income = map[string]int{}
			}
			set.Income[terrain] = n
		}
	}
	_, err := s.Do(c, v, campaign.ActRequest{Body: campaign.EditCampaign{Campaign: camp.ID, Settings: set, Closed: camp.Closed}})
	return err
}

// mapOrEmpty returns a campaign's map, or an empty one.
func mapOrEmpty(camp *campaign.Campaign) *campaign.Map {
	if camp.Map == nil {
		return &campaign.Map{}
	}
	return camp.Map
}

func mapEditURL(club, camp campaign.ID) string { return site.CampaignURL(club, camp) + "/map/edit" }

func (s *Handlers) showMapEditor(c echo.Context, status int, k mapDraft) error {
	v, camp := k.Visit, k.camp
	f := s.Frame(c, site.CatalogOf(c).Say("atlas.edit"), views.SectionCampaign)
	f.Back, f.Scripts = site.CampaignURL(v.Club, camp.ID), []string{"js/map_picture.js"}
	drawn, stale := k.result, ""
	if drawn == nil {
		var err error
		if drawn, err = mapOrEmpty(camp).WithStrokes(k.strokes, f.Catalog.Lang); err != nil { // somebody else has saved the map in the meantime
			k.strokes, k.fields.RouteFrom = nil, ""
			drawn, stale, status = mapOrEmpty(camp), f.Say("atlas.stale"), http.StatusConflict
		}
	}
	text, err := json.Marshal(k.strokes)
	if err != nil {
		return err
	}
	if !f.Catalog.Has("atlas.tool_" + k.fields.Tool) {
		k.fields.Tool = "paint"
	}
	if k.fields.Shape == "" {
		k.fields.Shape = drawn.Shape
	}
	income := incomeFields{map[string]int{}}
	for _, t := range campaign.Terrains {
		income.Income[t] = camp.Settings.Income[t]
	}
	forms, err := site.NewForms(c, k.failed, k.fields, titleFields{drawn.Name}, income, placeOf(drawn.Backdrop))
	if err != nil {
		return err
	}
	tool, trouble := forms[0], forms[0].Trouble()
	if stale != "" {
		trouble = stale
	}
	if k.failed == nil && c.Request().Method == http.MethodPost { // what is typed stands while one draws
		tool = form.New(f.Catalog, k.fields, c.Request().Form, &form.Refusal{})
	}
	m := leagueviews.MapEditor{Campaign: camp.Settings.Name, Action: mapEditURL(v.Club, camp.ID), Cancel: f.Back, Strokes: string(text), Count: len(k.strokes),
		From: k.fields.RouteFrom, Trouble: trouble, Tool: k.fields.Tool, Label: tool.Field("label"), Seed: tool.Field("seed"), Size: tool.Field("size"), Title: forms[1].Field("title"), Image: site.ImageField(f, tool.Wrong("image"))}
	m.Tools = site.Options(f.Catalog, "atlas.tool_", []string{"paint", "add", "name", "route", "remove"})
	for i := range m.Tools {
		m.Tools[i].Chosen = m.Tools[i].Value == k.fields.Tool
	}
	var terrains []views.Option
	for _, t := range campaign.Terrains {
		terrains = append(terrains, views.Option{Value: t, Text: site.TerrainName(f, t)})
		if t != campaign.Sea {
			field := forms[2].Field("income." + t)
			field.Label = site.TerrainName(f, t)
			m.Income = append(m.Income, field)
		}
	}
	m.Terrain, m.Terrains = tool.Choice("terrain", terrains)
	m.Route, m.Routes = tool.Choice("route", site.Options(f.Catalog, "atlas.route_", campaign.RouteKinds))
	m.Shape, m.Shapes = tool.Choice("shape", site.Options(f.Catalog, "atlas.shape_", mapShapes))
	if drawn.Backdrop != nil {
		m.Place = []views.Field{forms[3].Field("picture.x"), forms[3].Field("picture.y"), forms[3].Field("picture.width"), forms[3].Field("picture.turn")}
		for _, how := range slices.Concat(campaign.BackdropMoves, []string{"away"}) {
			m.Moves = append(m.Moves, views.Option{Value: how, Text: f.Say("atlas.picture_" + how)})
		}
	}
	shown := *camp
	shown.Map = drawn
	m.Map = site.DrawnMap(f, v, &shown, "map")
	m.Map.Buttons, m.Map.Supply = true, nil
	if k.fields.Tool == "add" {
		m.Map.Shore = drawn.FreePlaces()
	}
	for i := range m.Map.Regions {
		m.Map.Regions[i].Chosen = m.Map.Regions[i].ID == k.fields.RouteFrom
	}
	return s.Render(c, status, leagueviews.EditMap(f, m))
}
