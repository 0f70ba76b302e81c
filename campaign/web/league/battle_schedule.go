package league

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// scheduleFields are the form that arranges a battle.
type scheduleFields struct {
	First   campaign.ID `form:"first" label:"schedule.first" required:"true" error:"seats[0]"`
	Second  campaign.ID `form:"second" label:"schedule.second" required:"true" error:"seats[1],seats"`
	Seat3   campaign.ID `form:"seat-3" error:"seats[2]"`
	Seat4   campaign.ID `form:"seat-4" error:"seats[3]"`
	Seat5   campaign.ID `form:"seat-5" error:"seats[4]"`
	Seat6   campaign.ID `form:"seat-6" error:"seats[5]"`
	At      time.Time   `form:"at" label:"schedule.at"`
	Table   string      `form:"table" label:"schedule.table" len:"0..40"`
	Round   int         `form:"round" label:"schedule.round" in:"0..100"`
	Mission string      `form:"mission" label:"schedule.mission" len:"0..120"`
	Stake   campaign.ID `form:"stake" label:"schedule.stake" hint:"schedule.stake_hint" error:"stakes"`
}

// newBattle shows the form that arranges a battle.
func (s *Handlers) newBattle(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	in := scheduleFields{Round: camp.Round}
	for _, r := range v.State.RostersBy(v.Member.ID) {
		if r.Campaign == camp.ID && !r.Retired {
			in.First = r.ID
		}
	}
	if region := camp.Map.Region(c.QueryParam("stake")); region != nil {
		in.Stake, in.Second = region.ID, region.Owner
	}
	return s.showSchedule(c, v, camp, http.StatusOK, in, nil)
}

// scheduleBattle arranges the battle of the form.
func (s *Handlers) scheduleBattle(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	var in scheduleFields
	if err := s.ReadForm(c, &in); err != nil {
		return s.showSchedule(c, v, camp, site.StatusOf(err), in, err)
	}
	body := campaign.Schedule{Campaign: camp.ID, Table: in.Table, Mission: in.Mission, Round: in.Round, At: in.At, Seats: []campaign.ID{in.First, in.Second}, Attacker: rules.Nobody}
	for _, id := range []campaign.ID{in.Seat3, in.Seat4, in.Seat5, in.Seat6} {
		if id != "" {
			body.Seats = append(body.Seats, id)
		}
	}
	if in.Stake != "" {
		body.Stakes, body.Attacker = []campaign.ID{in.Stake}, 0
	}
	act, err := s.Do(c, v, campaign.ActRequest{Body: body})
	if err != nil {
		return s.showSchedule(c, v, camp, site.StatusOf(err), in, err)
	}
	return s.RedirectWithNotice(c, site.BattleURL(v.Club, act.Body.(campaign.Schedule).Battle), "scheduled")
}

func (s *Handlers) showSchedule(c echo.Context, v site.Visit, camp *campaign.Campaign, status int, in scheduleFields, failed error) error {
	form, err := site.NewForm(c, in, failed)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("schedule.title"), views.SectionBattle)
	f.Back, f.Where = site.CampaignURL(v.Club, camp.ID), f.Say("schedule.title")
	m := leagueviews.SchedulePage{Action: site.CampaignURL(v.Club, camp.ID) + "/battles", Cancel: f.Back, Campaign: camp.Settings.Name, Trouble: form.Trouble(),
		At: form.Field("at"), Table: form.Field("table"), Round: form.Field("round"), Mission: form.Field("mission")}
	var own []views.Option
	others := []views.Option{{Text: f.Say("schedule.choose")}}
	for _, r := range v.State.RostersOf(camp.ID) {
		if r.Retired {
			continue
		}
		o := views.Option{Value: r.ID, Text: f.Say("schedule.side", "name", r.List.Name, "player", site.PlayerNames(v.State, r))}
		if r.PlayedBy(v.Member.ID) || v.Can(campaign.ActionOthers) {
			own = append(own, o)
		}
		others = append(others, o)
	}
	m.First, m.Sides = form.Choice("first", own)
	m.Second, m.Others = form.Choice("second", others)
	if len(others) > 3 { // the choice of nobody is one of them
		others[0].Text = f.Say("schedule.nobody")
		for n := 3; n <= 6; n++ {
			field, options := form.Choice("seat-"+strconv.Itoa(n), others)
			field.Label = f.Say("schedule.seat", "n", n)
			m.More, m.MoreOthers = append(m.More, field), append(m.MoreOthers, options)
		}
	}
	if camp.Map != nil {
		m.Stake, m.Stakes = form.Choice("stake", stakeOptions(f, v, camp, in))
	}
	return s.Render(c, status, leagueviews.Schedule(f, m))
}

// stakeOptions lists the regions for which a side may fight: those that border its land and that nobody fights for. The service
// decides.
func stakeOptions(f views.Frame, v site.Visit, camp *campaign.Campaign, in scheduleFields) []views.Option {
	options := []views.Option{{Text: f.Say("schedule.no_stake")}}
	contested := v.State.Contested(camp.ID)
	own := in.First
	for _, r := range camp.Map.Regions {
		chosen := in.Stake == r.ID
		near := own == "" || camp.Map.Borders(r.ID, own) || camp.Map.RegionCount(own) == 0
		gone := v.State.Rosters[r.Owner] != nil && v.State.Rosters[r.Owner].Retired
		landing := own != "" && camp.Map.RegionCount(own) == 0 && r.Capital // a side without land may not attack a capital
		if !chosen && (r.Terrain == campaign.Sea || r.Owner == own && own != "" || len(contested[r.ID]) > 0 || !near || gone || landing) {
			continue
		}
		holder := f.Say("map.free")
		if r.Owner != "" {
			holder = site.RosterName(v.State, r.Owner)
		}
		options = append(options, views.Option{Value: r.ID, Text: f.Say("schedule.side", "name", r.Name, "player", holder)})
	}
	return options
}
