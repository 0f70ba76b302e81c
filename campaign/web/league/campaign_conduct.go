package league

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// The forms of the page on which an arbiter moves a campaign on.
type (
	openRoundFields struct {
		Round int `form:"round" label:"schedule.round" in:"0..100" required:"true"`
	}
	byeFields struct {
		Roster campaign.ID `form:"bye" label:"table.side" error:"roster"`
		Round  int         `form:"bye-round" label:"schedule.round" in:"1..100" required:"true" error:"round"`
	}
	absenceFields struct {
		Roster campaign.ID `form:"away" label:"table.side" error:"roster"`
		Round  int         `form:"away-round" label:"schedule.round" in:"1..100" required:"true" error:"round"`
	}
	grantFields struct {
		Unit   string `form:"unit" label:"conduct.to"`
		What   string `form:"what" label:"conduct.what"`
		Name   string `form:"name" label:"conduct.name" hint:"conduct.name_hint" len:"0..80" error:"key"`
		Amount int    `form:"amount" label:"conduct.amount" in:"-10000..10000" required:"true"`
		Why    string `form:"why" label:"report.why" len:"0..4000"`
		Key    string `form:"key"`  // of an honour of the catalogue
		From   string `form:"from"` // "honours" on the page of the catalogue
	}
	giveRegionFields struct {
		Region string      `form:"region" label:"map.region"`
		Owner  campaign.ID `form:"owner" label:"map.held"`
		Why    string      `form:"why-region" label:"report.why" len:"0..4000" error:"why"`
	}
	creditFields struct {
		Roster campaign.ID `form:"credited" label:"table.side" error:"roster"`
		Points int         `form:"points" label:"table.points" in:"-1000..1000" required:"true"`
		Why    string      `form:"why-credit" label:"report.why" len:"0..4000" error:"why"`
	}
)

// conductPage shows the forms with which an arbiter runs a campaign.
func (s *Handlers) conductPage(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	return s.showConduct(c, v, camp, http.StatusOK, nil)
}

// openRound opens a round.
func (s *Handlers) openRound(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	var in openRoundFields
	return s.doConduct(c, v, camp, &in, "round", func() (campaign.Body, string) {
		return campaign.SetRound{Campaign: camp.ID, Round: in.Round}, ""
	})
}

// giveBye gives a side a round without an opponent.
func (s *Handlers) giveBye(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	var in byeFields
	return s.doConduct(c, v, camp, &in, "bye", func() (campaign.Body, string) {
		return campaign.Bye{Campaign: camp.ID, Roster: in.Roster, Round: in.Round}, ""
	})
}

// grant grants an honour, a scar, experience, a resource or a loss.
func (s *Handlers) grant(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	var in grantFields
	body := func() campaign.Grant {
		roster, unit, _ := strings.Cut(in.Unit, " ")
		grant := campaign.Grant{Roster: roster, Unit: unit, What: rules.EffectKind(in.What), Key: in.Key, Name: in.Name, Amount: in.Amount}
		if in.Key == "" {
			grant.Key = site.KeyFromName(in.Name)
		}
		return grant
	}
	if c.FormValue("from") == "honours" {
		if err := s.ReadForm(c, &in); err != nil {
			return s.showHonours(c, v, camp, site.StatusOf(err), err)
		}
		return s.grantHonour(c, v, camp, body(), in.Why)
	}
	return s.doConduct(c, v, camp, &in, "granted", func() (campaign.Body, string) { return body(), in.Why })
}

// giveRegion sets who holds a region.
func (s *Handlers) giveRegion(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	var in giveRegionFields
	return s.doConduct(c, v, camp, &in, "given", func() (campaign.Body, string) {
		return campaign.SetRegion{Campaign: camp.ID, Region: in.Region, Owner: in.Owner}, in.Why
	})
}

// freeDepartedLand frees all land of withdrawn sides.
func (s *Handlers) freeDepartedLand(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	for _, r := range v.State.WithdrawnLand(camp.ID) {
		body := campaign.SetRegion{Campaign: camp.ID, Region: r.ID}
		if _, err := s.Service.Do(c.Request().Context(), v.Actor, v.Club, site.FormIdempotencyKey(c)+"-"+r.ID, campaign.ActRequest{Body: body, Why: site.CatalogOf(c).Say("conduct.left_why")}); err != nil {
			fresh, camp, failed := site.VisitAt(s.Base, c, site.Visit.Campaign) // some of it may be free already
			if failed != nil {
				return failed
			}
			return s.showConduct(c, fresh, camp, site.StatusOf(err), err)
		}
	}
	return s.RedirectWithNotice(c, site.CampaignURL(v.Club, camp.ID)+"/conduct", "given")
}

// markAway records that a side sits a round out.
func (s *Handlers) markAway(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	var in absenceFields
	return s.doConduct(c, v, camp, &in, "away", func() (campaign.Body, string) {
		return campaign.SitOut{Campaign: camp.ID, Roster: in.Roster, Round: in.Round}, ""
	})
}

// creditPoints gives a side campaign points without a battle, for example for joining late.
func (s *Handlers) creditPoints(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	var in creditFields
	return s.doConduct(c, v, camp, &in, "credited", func() (campaign.Body, string) {
		return campaign.Credit{Roster: in.Roster, Round: camp.Round, Points: in.Points}, in.Why
	})
}

// doConduct reads a form of the page and does the act that body makes of it, with its reason.
func (s *Handlers) doConduct(c echo.Context, v site.Visit, camp *campaign.Campaign, in any, notice string, body func() (campaign.Body, string)) error {
	err := s.ReadForm(c, in)
	if err == nil {
		act, why := body()
		_, err = s.Do(c, v, campaign.ActRequest{Body: act, Why: why})
	}
	if err != nil {
		return s.showConduct(c, v, camp, site.StatusOf(err), err)
	}
	return s.RedirectWithNotice(c, site.CampaignURL(v.Club, camp.ID)+"/conduct", notice)
}

func (s *Handlers) showConduct(c echo.Context, v site.Visit, camp *campaign.Campaign, status int, failed error) error {
	if !v.Can(campaign.KindGrant) {
		return &campaign.Error{Code: campaign.Forbidden, Key: "not-allowed"}
	}
	forms, err := site.NewForms(c, failed, openRoundFields{camp.Round + 1}, byeFields{Round: max(camp.Round, 1)}, absenceFields{Round: v.State.NextRound(camp.ID)}, grantFields{Amount: 1}, giveRegionFields{}, creditFields{})
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("conduct.title"), views.SectionArbiter)
	base := site.CampaignURL(v.Club, camp.ID)
	f.Back = base
	m := leagueviews.ConductPage{Campaign: camp.Settings.Name, Trouble: forms[0].Trouble()}
	type options = map[string][]views.Option
	form := func(n int, path, title, text, button string, of options) views.ConductForm {
		return views.ConductForm{Action: base + path, Title: f.Say(title), Text: text, Button: f.Say(button), Rows: forms[n].Rows(of)}
	}
	m.Round = form(0, "/rounds", "conduct.round", f.Say("conduct.round_text"), "conduct.round_button", nil)
	sides, units := sideOptions(f, v, camp)
	if len(sides) == 0 {
		return s.Render(c, status, leagueviews.Conduct(f, m))
	}
	playing := slices.DeleteFunc(slices.Clone(sides), func(o views.Option) bool { return v.State.Rosters[o.Value].Retired })
	m.Bye = form(1, "/byes", "outcome.bye", f.Say("conduct.bye_text"), "conduct.bye_button", options{"bye": sides})
	m.Away = form(2, "/absences", "away.title", f.Say("away.text", "n", camp.Settings.AbsencePoints), "away.button", options{"away": playing})
	m.Grant = form(3, "/grants", "conduct.grant", f.Say("conduct.grant_text"), "conduct.grant_button", options{"unit": units, "what": site.Options(f.Catalog, "conduct.kind_", campaign.EffectKinds)})
	if camp.Map != nil {
		var regions []views.Option
		for _, r := range camp.Map.Regions {
			if r.Terrain != campaign.Sea {
				regions = append(regions, views.Option{Value: r.ID, Text: r.Name})
			}
		}
		m.Region = form(4, "/regions", "conduct.region", f.Say("conduct.region_text"), "conduct.region_button",
			options{"region": regions, "owner": append([]views.Option{{Text: f.Say("map.free")}}, sides...)})
		var left []string
		for _, r := range v.State.WithdrawnLand(camp.ID) {
			left = append(left, f.Say("schedule.side", "name", r.Name, "player", site.RosterName(v.State, r.Owner)))
		}
		if len(left) > 0 {
			m.Left = views.ConductForm{Action: base + "/regions/left", Title: f.Say("conduct.left"), Text: f.Say("conduct.left_text", "lands", strings.Join(left, ", ")), Button: f.Say("conduct.left_button", "n", len(left))}
		}
	}
	m.Credit = form(5, "/credits", "conduct.credit", f.Say("conduct.credit_text"), "conduct.credit_button", options{"credited": sides})
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
