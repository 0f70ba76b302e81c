package league

import (
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

// conductPage is the page on which an arbiter moves a campaign on.
func (s *Handlers) conductPage(c echo.Context) error {
	return s.showConduct(c, http.StatusOK, nil)
}

// openRound opens a round.
func (s *Handlers) openRound(c echo.Context) error {
	round, err := strconv.Atoi(c.FormValue("round"))
	if err != nil {
		return s.showConduct(c, http.StatusUnprocessableEntity, site.NotANumber("round"))
	}
	return s.doConduct(c, campaign.SetRound{Campaign: c.Param("campaign"), Round: round}, "round")
}

// giveBye gives a side a round without an opponent.
func (s *Handlers) giveBye(c echo.Context) error {
	round, err := strconv.Atoi(c.FormValue("bye-round"))
	if err != nil {
		return s.showConduct(c, http.StatusUnprocessableEntity, site.NotANumber("bye-round"))
	}
	return s.doConduct(c, campaign.Bye{Campaign: c.Param("campaign"), Roster: c.FormValue("bye"), Round: round}, "bye")
}

// grant posts an honour, a scar, experience, a resource or a death.
func (s *Handlers) grant(c echo.Context) error {
	roster, unit, _ := strings.Cut(c.FormValue("unit"), " ")
	amount, err := strconv.Atoi(c.FormValue("amount"))
	if err != nil {
		return s.showConduct(c, http.StatusUnprocessableEntity, site.NotANumber("amount"))
	}
	name := strings.TrimSpace(c.FormValue("name"))
	body := campaign.Grant{Roster: roster, Unit: unit, What: c.FormValue("what"), Key: site.KeyFromName(name), Name: name, Amount: amount}
	if key := c.FormValue("key"); key != "" {
		body.Key = key
	}
	if c.FormValue("from") == "honours" {
		return s.grantHonour(c, body)
	}
	return s.doConduct(c, body, "granted")
}

// giveRegion says who holds a region.
func (s *Handlers) giveRegion(c echo.Context) error {
	return s.doConduct(c, campaign.SetRegion{Campaign: c.Param("campaign"), Region: c.FormValue("region"), Owner: c.FormValue("owner")}, "given")
}

// freeDepartedLand lets all land be free that is held by those who have left.
func (s *Handlers) freeDepartedLand(c echo.Context) error {
	v, camp, err := s.MemberCampaign(c)
	if err != nil {
		return err
	}
	for _, r := range v.State.WithdrawnLand(camp.ID) {
		body := campaign.SetRegion{Campaign: camp.ID, Region: r.ID}
		if _, err := s.Service.Do(c.Request().Context(), v.Actor, v.Club, site.FormIdempotencyKey(c)+"-"+r.ID, campaign.ActRequest{Body: body, Why: site.CatalogOf(c).Say("conduct.left_why")}); err != nil {
			return s.showConduct(c, site.StatusOf(err), err)
		}
	}
	return s.RedirectWithNotice(c, site.CampaignURL(v.Club, camp.ID)+"/conduct", "given")
}

// markAway notes that a side sits a round out.
func (s *Handlers) markAway(c echo.Context) error {
	round, err := strconv.Atoi(c.FormValue("away-round"))
	if err != nil {
		return s.showConduct(c, http.StatusUnprocessableEntity, site.NotANumber("away-round"))
	}
	return s.doConduct(c, campaign.SitOut{Campaign: c.Param("campaign"), Roster: c.FormValue("away"), Round: round}, "away")
}

// creditPoints gives a side points without a battle, such as for joining late.
func (s *Handlers) creditPoints(c echo.Context) error {
	v, err := s.Visit(c)
	if err != nil {
		return err
	}
	camp, err := v.Campaign(c)
	if err != nil {
		return err
	}
	points, err := strconv.Atoi(c.FormValue("points"))
	if err != nil {
		return s.showConduct(c, http.StatusUnprocessableEntity, site.NotANumber("points"))
	}
	return s.doConduct(c, campaign.Credit{Roster: c.FormValue("credited"), Round: camp.Round, Points: points}, "credited")
}

func (s *Handlers) doConduct(c echo.Context, body campaign.Body, notice string) error {
	v, camp, err := s.MemberCampaign(c)
	if err != nil {
		return err
	}
	if _, err := s.Do(c, v, campaign.ActRequest{Body: body, Why: c.FormValue("why") + c.FormValue("why-region") + c.FormValue("why-credit")}); err != nil {
		return s.showConduct(c, site.StatusOf(err), err)
	}
	return s.RedirectWithNotice(c, site.CampaignURL(v.Club, camp.ID)+"/conduct", notice)
}

func (s *Handlers) showConduct(c echo.Context, status int, failed error) error {
	v, camp, err := s.MemberCampaign(c)
	if err != nil {
		return err
	}
	if !v.Can(campaign.KindGrant) {
		return &campaign.Error{Code: campaign.Forbidden, Key: "not-allowed"}
	}
	wrong, whole, ok := site.FieldErrors(site.CatalogOf(c), failed, "away-round", "bye-round", "round", "unit", "key", "name", "amount", "region", "owner", "roster", "why", "points")
	if failed != nil && !ok {
		return failed
	}
	f := s.Frame(c, site.CatalogOf(c).Say("conduct.title"), views.SectionArbiter)
	base := site.CampaignURL(v.Club, camp.ID)
	f.Back = base
	m := leagueviews.ConductPage{Campaign: camp.Settings.Name, Trouble: whole}
	m.Round = views.ConductForm{Action: base + "/rounds", Title: f.Say("conduct.round"), Text: f.Say("conduct.round_text"), Button: f.Say("conduct.round_button"),
		Rows: []views.ConductRow{{Field: views.Field{Name: "round", Type: "number", Label: f.Say("schedule.round"), Value: strconv.Itoa(camp.Round + 1), Min: "0", Upto: "100", Wrong: wrong["round"]}}}}
	sides, units := sideOptions(f, v, camp)
	playing := slices.DeleteFunc(slices.Clone(sides), func(o views.Option) bool { return v.State.Rosters[o.Value].Retired })
	if len(sides) == 0 {
		return s.Render(c, status, leagueviews.Conduct(f, m))
	}
	m.Bye = views.ConductForm{Action: base + "/byes", Title: f.Say("outcome.bye"), Text: f.Say("conduct.bye_text"), Button: f.Say("conduct.bye_button"),
		Rows: []views.ConductRow{{Field: views.Field{Name: "bye", Label: f.Say("table.side"), Wrong: wrong["roster"]}, Options: sides},
			{Field: views.Field{Name: "bye-round", Type: "number", Label: f.Say("schedule.round"), Value: strconv.Itoa(max(camp.Round, 1)), Min: "1", Upto: "100", Wrong: wrong["bye-round"]}}}}
	m.Away = views.ConductForm{Action: base + "/absences", Title: f.Say("away.title"), Text: f.Say("away.text", "n", camp.Settings.AbsencePoints), Button: f.Say("away.button"),
		Rows: []views.ConductRow{{Field: views.Field{Name: "away", Label: f.Say("table.side")}, Options: playing},
			{Field: views.Field{Name: "away-round", Type: "number", Label: f.Say("schedule.round"), Value: strconv.Itoa(v.State.NextRound(camp.ID)), Min: "1", Upto: "100", Wrong: wrong["away-round"]}}}}
	m.Grant = grantForm(f, base, units, wrong)
	if camp.Map != nil {
		m.Region = regionForm(f, base, camp, sides, wrong)
		var left []string
		for _, r := range v.State.WithdrawnLand(camp.ID) {
			left = append(left, f.Say("schedule.side", "name", r.Name, "player", site.RosterName(v.State, r.Owner)))
		}
		if len(left) > 0 {
			m.Left = views.ConductForm{Action: base + "/regions/left", Title: f.Say("conduct.left"), Text: f.Say("conduct.left_text", "lands", strings.Join(left, ", ")), Button: f.Say("conduct.left_button", "n", len(left))}
		}
	}
	m.Credit = views.ConductForm{Action: base + "/credits", Title: f.Say("conduct.credit"), Text: f.Say("conduct.credit_text"), Button: f.Say("conduct.credit_button"), Rows: []views.ConductRow{
		{Field: views.Field{Name: "credited", Label: f.Say("table.side")}, Options: sides},
		{Field: views.Field{Name: "points", Type: "number", Label: f.Say("table.points"), Value: "0", Min: "-1000", Upto: "1000", Wrong: wrong["points"]}},
		{Field: views.Field{Name: "why-credit", Label: f.Say("report.why"), Max: 4000}}}}
	if failed != nil {
		for _, form := range []*views.ConductForm{&m.Round, &m.Bye, &m.Away, &m.Grant, &m.Region, &m.Credit} {
			site.Refill(c, form)
		}
	}
	return s.Render(c, status, leagueviews.Conduct(f, m))
}

func sideOptions(f views.Frame, v site.Visit, camp *campaign.Campaign) (sides, units []views.Option) {
	for _, r := range v.State.RostersOf(camp.ID) {
		sides = append(sides, views.Option{Value: r.ID, Text: r.List.Name})
		units = append(units, views.Option{Value: r.ID, Text: f.Say("conduct.whole", "name", r.List.Name)})
		for _, u := range r.List.Units {
			if !r.Lost(u.ID) {
				units = append(units, views.Option{Value: r.ID + " " + u.ID, Text: f.Say("schedule.side", "name", u.Name, "player", r.List.Name)})
			}
		}
	}
	return sides, units
}

func grantForm(f views.Frame, base string, units []views.Option, wrong map[string]string) views.ConductForm {
	var kinds []views.Option
	for _, k := range campaign.EffectKinds {
		kinds = append(kinds, views.Option{Value: k, Text: f.Say("conduct.kind_" + k)})
	}
	return views.ConductForm{Action: base + "/grants", Title: f.Say("conduct.grant"), Text: f.Say("conduct.grant_text"), Button: f.Say("conduct.grant_button"), Rows: []views.ConductRow{
		{Field: views.Field{Name: "unit", Label: f.Say("conduct.to"), Wrong: wrong["unit"]}, Options: units},
		{Field: views.Field{Name: "what", Label: f.Say("conduct.what")}, Options: kinds},
		{Field: views.Field{Name: "name", Label: f.Say("conduct.name"), Hint: f.Say("conduct.name_hint"), Max: 80, Wrong: wrong["key"] + wrong["name"]}},
		{Field: views.Field{Name: "amount", Type: "number", Label: f.Say("conduct.amount"), Value: "1", Min: "-10000", Upto: "10000", Wrong: wrong["amount"]}},
		{Field: views.Field{Name: "why", Label: f.Say("report.why"), Max: 4000, Wrong: wrong["why"]}},
	}}
}

func regionForm(f views.Frame, base string, camp *campaign.Campaign, sides []views.Option, wrong map[string]string) views.ConductForm {
	var regions []views.Option
	for _, r := range camp.Map.Regions {
		if r.Terrain != campaign.Sea {
			regions = append(regions, views.Option{Value: r.ID, Text: r.Name})
		}
	}
	owners := append([]views.Option{{Text: f.Say("map.free")}}, sides...)
	return views.ConductForm{Action: base + "/regions", Title: f.Say("conduct.region"), Text: f.Say("conduct.region_text"), Button: f.Say("conduct.region_button"), Rows: []views.ConductRow{
		{Field: views.Field{Name: "region", Label: f.Say("map.region"), Wrong: wrong["region"]}, Options: regions},
		{Field: views.Field{Name: "owner", Label: f.Say("map.held"), Wrong: wrong["owner"]}, Options: owners},
		{Field: views.Field{Name: "why-region", Label: f.Say("report.why"), Max: 4000, Wrong: wrong["why"]}},
	}}
}
