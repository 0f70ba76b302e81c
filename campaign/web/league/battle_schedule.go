package league

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// newBattle shows the form that arranges a battle.
func (s *Handlers) newBattle(c echo.Context) error {
	v, camp, err := s.MemberCampaign(c)
	if err != nil {
		return err
	}
	body := campaign.Schedule{Campaign: camp.ID, Round: camp.Round, Seats: []campaign.ID{"", ""}}
	for _, r := range v.State.RostersBy(v.Member.ID) {
		if r.Campaign == camp.ID && !r.Retired {
			body.Seats[0] = r.ID
		}
	}
	if region := camp.Map.Region(c.QueryParam("stake")); region != nil {
		body.Stakes, body.Seats[1] = []campaign.ID{region.ID}, region.Owner
	}
	return s.showSchedule(c, http.StatusOK, body, "", nil)
}

// scheduleBattle arranges it.
func (s *Handlers) scheduleBattle(c echo.Context) error {
	v, err := s.MemberVisit(c)
	if err != nil {
		return err
	}
	body := campaign.Schedule{Campaign: c.Param("campaign"), Table: strings.TrimSpace(c.FormValue("table")), Mission: strings.TrimSpace(c.FormValue("mission")),
		Seats: []campaign.ID{c.FormValue("first"), c.FormValue("second")}, Attacker: rules.Nobody}
	for n := thirdSeat; n <= lastSeat; n++ {
		if id := c.FormValue(seatField(n)); id != "" {
			body.Seats = append(body.Seats, id)
		}
	}
	if stake := c.FormValue("stake"); stake != "" {
		body.Stakes, body.Attacker = []campaign.ID{stake}, 0
	}
	at := c.FormValue("at")
	if round := strings.TrimSpace(c.FormValue("round")); round != "" {
		if body.Round, err = strconv.Atoi(round); err != nil {
			return s.showSchedule(c, http.StatusUnprocessableEntity, body, at, site.NotANumber("round"))
		}
	}
	if at != "" {
		if body.At, err = time.ParseInLocation(site.LocalTime, at, s.Zone); err != nil {
			return s.showSchedule(c, http.StatusUnprocessableEntity, body, at, &campaign.Error{Code: campaign.Invalid, Field: "at", Key: "not-a-time"})
		}
	}
	act, err := s.Do(c, v, campaign.ActRequest{Body: body})
	if err != nil {
		return s.showSchedule(c, site.StatusOf(err), body, at, err)
	}
	return s.RedirectWithNotice(c, site.BattleURL(v.Club, act.Body.(campaign.Schedule).Battle), "scheduled")
}

func (s *Handlers) showSchedule(c echo.Context, status int, body campaign.Schedule, at string, failed error) error {
	v, camp, err := s.MemberCampaign(c)
	if err != nil {
		return err
	}
	wrong, whole, ok := site.FieldErrors(site.CatalogOf(c), seatNames(failed), "first", "second", "stakes", "at", "table", "mission", "round")
	if failed != nil && !ok {
		return failed
	}
	f := s.Frame(c, site.CatalogOf(c).Say("schedule.title"), views.SectionBattle)
	f.Back, f.Where = site.CampaignURL(v.Club, camp.ID), f.Say("schedule.title")
	m := leagueviews.SchedulePage{Action: site.CampaignURL(v.Club, camp.ID) + "/battles", Cancel: f.Back, Campaign: camp.Settings.Name, Trouble: whole,
		First:   views.Field{Name: "first", Label: f.Say("schedule.first"), Required: true, Wrong: wrong["first"]},
		Second:  views.Field{Name: "second", Label: f.Say("schedule.second"), Required: true, Wrong: wrong["second"]},
		At:      views.Field{Name: "at", Type: "datetime-local", Label: f.Say("schedule.at"), Value: at, Wrong: wrong["at"]},
		Table:   views.Field{Name: "table", Label: f.Say("schedule.table"), Value: body.Table, Max: 40, Wrong: wrong["table"]},
		Round:   views.Field{Name: "round", Type: "number", Label: f.Say("schedule.round"), Value: strconv.Itoa(body.Round), Min: "0", Upto: "100", Wrong: wrong["round"]},
		Mission: views.Field{Name: "mission", Label: f.Say("schedule.mission"), Value: body.Mission, Max: 120, Wrong: wrong["mission"]},
		Stake:   views.Field{Name: "stake", Label: f.Say("schedule.stake"), Hint: f.Say("schedule.stake_hint"), Wrong: wrong["stakes"]}}
	m.Others = []views.Option{{Text: f.Say("schedule.choose")}}
	for _, r := range v.State.RostersOf(camp.ID) {
		if r.Retired {
			continue
		}
		o := views.Option{Value: r.ID, Text: f.Say("schedule.side", "name", r.List.Name, "player", site.PlayerNames(v.State, r))}
		if r.PlayedBy(v.Member.ID) || v.Can(campaign.ActionOthers) {
			o.Chosen = r.ID == body.Seats[0]
			m.Sides = append(m.Sides, o)
		}
		o.Chosen = r.ID == body.Seats[1]
		m.Others = append(m.Others, o)
	}
	if len(m.Others) > thirdSeat { // the choice of nobody is one of them
		moreSeats(f, &m, body)
	}
	if camp.Map != nil {
		m.Stakes = stakeOptions(f, v, camp, body)
	}
	return s.Render(c, status, leagueviews.Schedule(f, m))
}

// Seats beyond two that the form offers.
const thirdSeat, lastSeat = 3, 6

func seatField(n int) string { return "seat-" + strconv.Itoa(n) }

// moreSeats adds the seats beyond two.
func moreSeats(f views.Frame, m *leagueviews.SchedulePage, body campaign.Schedule) {
	for n := thirdSeat; n <= lastSeat; n++ {
		options := slices.Clone(m.Others)
		options[0].Text = f.Say("schedule.nobody")
		for i := range options {
			options[i].Chosen = len(body.Seats) >= n && options[i].Value == body.Seats[n-1]
		}
		m.More = append(m.More, views.Field{Name: seatField(n), Label: f.Say("schedule.seat", "n", n)})
		m.MoreOthers = append(m.MoreOthers, options)
	}
}

// stakeOptions lists the land one may fight for: what borders the attacker's and nobody fights for yet. The campaign has
// the last word.
func stakeOptions(f views.Frame, v site.Visit, camp *campaign.Campaign, body campaign.Schedule) []views.Option {
	options := []views.Option{{Text: f.Say("schedule.no_stake")}}
	contested := v.State.Contested(camp.ID)
	own := body.Seats[0]
	for _, r := range camp.Map.Regions {
		chosen := len(body.Stakes) > 0 && body.Stakes[0] == r.ID
		near := own == "" || camp.Map.Borders(r.ID, own) || camp.Map.RegionCount(own) == 0
		gone := v.State.Rosters[r.Owner] != nil && v.State.Rosters[r.Owner].Retired
		landing := own != "" && camp.Map.RegionCount(own) == 0 && r.Capital // without land nobody lands on a capital
		if !chosen && (r.Terrain == campaign.Sea || r.Owner == own && own != "" || len(contested[r.ID]) > 0 || !near || gone || landing) {
			continue
		}
		holder := f.Say("map.free")
		if r.Owner != "" {
			holder = site.RosterName(v.State, r.Owner)
		}
		options = append(options, views.Option{Value: r.ID, Text: f.Say("schedule.side", "name", r.Name, "player", holder), Chosen: chosen})
	}
	return options
}

// seatNames turns the fields of seats into the names the form has for them.
func seatNames(err error) error {
	e, ok := err.(*campaign.Error)
	if !ok {
		return err
	}
	named := *e
	switch e.Field {
	case "seats[0]":
		named.Field = "first"
	case "seats[1]", "seats":
		named.Field = "second"
	}
	return &named
}
