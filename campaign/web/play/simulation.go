package play

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/form"
	"oriflamme/campaign/web/site"
	"oriflamme/content/describe"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/simulate"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

const (
	simulationIdleLimit = 20 * time.Second // after this time without a reader the simulation is stopped
	simulationTimeLimit = 2 * time.Minute
	maxKitSides         = 24 // the most sides whose data a phone gets
)

// simulationSizes are the numbers of battles that a simulation may have.
var simulationSizes = []int{50, 200, 1000}

// A simulation is the running or last simulation of a member.
type simulation struct {
	simulate.Simulation
	campaign campaign.ID
	want     int
	cancel   context.CancelFunc

	mu       sync.Mutex
	result   simulate.Tally
	lastSeen time.Time // when the page was last opened
	ended    bool
	err      error
}

// simulations has one simulation for each member. Only some compute at the same time.
type simulations struct {
	mu       sync.Mutex
	byMember map[campaign.ID]*simulation
	slots    chan struct{}
}

// start replaces a member's simulation.
func (s *simulations) start(member campaign.ID, job *simulation) {
	ctx, cancel := context.WithTimeout(context.Background(), simulationTimeLimit)
	job.cancel, job.lastSeen = cancel, time.Now()
	s.mu.Lock()
	if old := s.byMember[member]; old != nil {
		old.cancel()
	}
	s.byMember[member] = job
	s.mu.Unlock()
	go func() {
		defer cancel()
		select {
		case s.slots <- struct{}{}:
			job.run(ctx)
			<-s.slots
		case <-ctx.Done():
			job.finish(ctx.Err())
		}
	}()
}

// find returns a member's simulation and notes that it was looked at, or nil.
func (s *simulations) find(member campaign.ID) *simulation {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.byMember[member]
}

// run plays battles until all are played or nobody looks any more.
func (s *simulation) run(ctx context.Context) {
	for i := range s.want {
		rec, o, err := s.Play(ctx, i)
		if err != nil {
			s.finish(err)
			return
		}
		s.mu.Lock()
		s.result.Add(o, len(rec.Steps))
		left := time.Since(s.lastSeen) > simulationIdleLimit
		s.mu.Unlock()
		if left {
			s.finish(context.Canceled)
			return
		}
	}
	s.finish(nil)
}

func (s *simulation) finish(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended, s.err = true, err
}

// progress returns how far the simulation has come, and notes that it was looked at.
func (s *simulation) progress() (t simulate.Tally, ended bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lastSeen = time.Now()
	t = s.result
	t.Wins = append(make([]int, 0, len(t.Wins)), t.Wins...)
	return t, s.ended, s.err
}

// simulationPage shows the form for a simulation between two sides of a campaign, and the progress of the reader's own.
func (s *Handlers) simulationPage(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	return s.showSimulationForm(c, v, camp, http.StatusOK, nil)
}

// simulationFields are the form of a trial.
type simulationFields struct {
	First     campaign.ID `form:"first" label:"lab.side_first" required:"true"`
	FirstBot  string      `form:"bot_first" label:"lab.bot"`
	Second    campaign.ID `form:"second" label:"lab.side_second" required:"true"`
	SecondBot string      `form:"bot_second" label:"lab.bot"`
	Battles   int         `form:"battles" as:"choice" label:"lab.battles"`
	Seed      string      `form:"seed" label:"lab.seed" hint:"lab.seed_hint" len:"0..80"`
}

// startSimulation starts a simulation.
func (s *Handlers) startSimulation(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	if c.FormValue("stop") != "" {
		if j := s.simulations.find(v.Member.ID); j != nil {
			j.cancel()
		}
		return c.Redirect(http.StatusSeeOther, site.CampaignURL(v.Club, camp.ID)+"/duel")
	}
	job, err := s.readSimulation(c, v, camp)
	if err != nil {
		return s.showSimulationForm(c, v, camp, http.StatusUnprocessableEntity, err)
	}
	s.simulations.start(v.Member.ID, job)
	return c.Redirect(http.StatusSeeOther, site.CampaignURL(v.Club, camp.ID)+"/duel")
}

// readSimulation makes the simulation that a form asks for.
func (s *Handlers) readSimulation(c echo.Context, v site.Visit, camp *campaign.Campaign) (*simulation, error) {
	g := s.Service.Game(camp.Settings.Game)
	if g == nil || g.Begin == nil || len(g.Bots) == 0 {
		return nil, &campaign.Error{Code: campaign.Conflict, Key: "no-engine"}
	}
	var in simulationFields
	if err := s.ReadForm(c, &in); err != nil {
		return nil, err
	}
	j := &simulation{campaign: camp.ID, want: simulationSizes[0]}
	if in.Battles > 0 && in.Battles <= simulationSizes[len(simulationSizes)-1] {
		j.want = in.Battles
	}
	if j.Game, j.Seed = g, in.Seed; j.Seed == "" {
		j.Seed = rand.Text()[:8]
	}
	j.Setup = simulationSetup(g, camp)
	for _, side := range []struct{ name, roster, bot string }{{"first", in.First, in.FirstBot}, {"second", in.Second, in.SecondBot}} {
		r := v.State.Rosters[side.roster]
		if r == nil || r.Campaign != camp.ID {
			return nil, &campaign.Error{Code: campaign.Invalid, Field: side.name, Key: "no-roster"}
		}
		j.Setup.Rosters = append(j.Setup.Rosters, g.WithPoints(r.BattleList(), camp.Settings.Limit))
		j.Bots = append(j.Bots, simulate.FindBot(g, side.bot))
	}
	j.result.Wins = make([]int, 2)
	field, err := s.fieldDrawer(v.State, g)(j.Setup.Rosters...)
	if err != nil {
		return nil, err
	}
	j.Setup.Field = field
	_, err = g.Begin(j.Setup)
	return j, err
}

// simulationSetup returns the setup of all simulations of a campaign, without sides and battlefield.
func simulationSetup(g *rules.Game, camp *campaign.Campaign) rules.Setup {
	setup := rules.Setup{Game: g.ID, Version: g.Version, Mode: rules.Measured, Options: camp.Settings.Options, Field: json.RawMessage("{}")}
	if g.Plays(rules.Board) {
		setup.Mode = rules.Board
	}
	return setup
}

// fieldDrawer returns a function that draws the battlefield for two sides. The pack is read once for all of them.
func (s *Handlers) fieldDrawer(state *campaign.State, g *rules.Game) func(sides ...rules.Roster) (json.RawMessage, error) {
	p := s.Pack(g, "")
	if p == nil {
		return func(...rules.Roster) (json.RawMessage, error) { return json.RawMessage("{}"), nil }
	}
	entered, cards := state.WithClubSheets(g, *p), packs.FirstCards(*p, g)
	return func(sides ...rules.Roster) (json.RawMessage, error) {
		field, err := packs.DrawField(entered, g, cards, sides...)
		if err != nil {
			return nil, rules.Faultf(rules.OutOfRange, "field", "%v", err)
		}
		return field, nil
	}
}

// A simulationKit is what a phone needs to simulate any duel of a campaign by itself.
type simulationKit struct {
	Setup   rules.Setup                  `json:"setup"` // without sides and battlefield
	Rosters map[campaign.ID]rules.Roster `json:"rosters"`
	Fields  []json.RawMessage            `json:"fields"`
	At      map[string]int               `json:"at"` // index into Fields, by the two sides with a space between
}

// simulationKit sends it.
func (s *Handlers) simulationKit(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	g := s.Service.Game(camp.Settings.Game)
	if g == nil || g.Begin == nil || len(g.Bots) == 0 {
		return &campaign.Error{Code: campaign.Conflict, Key: "no-engine"}
	}
	kit := simulationKit{Setup: simulationSetup(g, camp), Rosters: map[campaign.ID]rules.Roster{}, Fields: []json.RawMessage{}, At: map[string]int{}}
	var sides []*campaign.Roster
	for _, r := range v.State.RostersOf(camp.ID) {
		if !r.Retired && !r.Unfinished && len(sides) < maxKitSides {
			sides = append(sides, r)
			kit.Rosters[r.ID] = g.WithPoints(r.BattleList(), camp.Settings.Limit)
		}
	}
	known, draw := map[string]int{}, s.fieldDrawer(v.State, g)
	for _, a := range sides {
		for _, b := range sides {
			field, err := draw(kit.Rosters[a.ID], kit.Rosters[b.ID])
			if err != nil {
				continue // the site refuses this pair as well
			}
			n, there := known[string(field)]
			if !there {
				n = len(kit.Fields)
				known[string(field)], kit.Fields = n, append(kit.Fields, field)
			}
			kit.At[a.ID+" "+b.ID] = n
		}
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return c.JSON(http.StatusOK, kit)
}

func (s *Handlers) showSimulationForm(c echo.Context, v site.Visit, camp *campaign.Campaign, status int, failed error) error {
	f := s.Frame(c, site.CatalogOf(c).Say("lab.duel"), views.SectionCampaign)
	m := playviews.SimulationPage{CampaignHead: site.CampaignHead(&f, v, camp, "/duel"), Action: site.CampaignURL(v.Club, camp.ID) + "/duel", Kit: site.CampaignURL(v.Club, camp.ID) + "/duel/kit"}
	f.Back, f.Scripts = site.CampaignURL(v.Club, camp.ID), []string{"js/battle.js"}
	g := s.Service.Game(camp.Settings.Game)
	if g == nil || g.Begin == nil || len(g.Bots) == 0 {
		m.Trouble = f.Say("refusal.no-engine")
		return s.Render(c, status, playviews.Simulation(f, m))
	}
	fillSimulationFields(c, f, v, camp, g, &m, failed)
	if j := s.simulations.find(v.Member.ID); j != nil && j.campaign == camp.ID {
		m.Run = simulationRun(f, j)
		if !m.Run.Ended {
			f.Refresh = 2
		}
	}
	return s.Render(c, status, playviews.Simulation(f, m))
}

func fillSimulationFields(c echo.Context, f views.Frame, v site.Visit, camp *campaign.Campaign, g *rules.Game, m *playviews.SimulationPage, failed error) {
	var rosters, bots, sizes []views.Option
	for _, r := range v.State.RostersOf(camp.ID) {
		if !r.Retired && !r.Unfinished {
			rosters = append(rosters, views.Option{Value: r.ID, Text: r.List.Name})
		}
	}
	for _, b := range g.Bots {
		bots = append(bots, views.Option{Value: b.Name, Text: f.Say("lab.bot_" + b.Name)})
	}
	for _, n := range simulationSizes {
		sizes = append(sizes, views.Option{Value: strconv.Itoa(n), Text: f.Catalog.Number(n)})
	}
	best := g.Bots[len(g.Bots)-1].Name
	in := simulationFields{FirstBot: best, SecondBot: best, Battles: simulationSizes[0]}
	if len(rosters) > 1 {
		in.First, in.Second = rosters[0].Value, rosters[1].Value
	}
	var refusal *form.Refusal
	if failed != nil {
		refusal = &form.Refusal{Err: failed, Text: site.ErrorText(f.Catalog, failed)} // the engine's refusals too
	}
	inputs := form.New(f.Catalog, in, c.Request().Form, refusal)
	for _, name := range []string{"first", "second"} {
		var side playviews.SimulationSide
		side.Roster, side.Rosters = inputs.Choice(name, rosters)
		side.Bot, side.Bots = inputs.Choice("bot_"+name, bots)
		m.Sides = append(m.Sides, side)
	}
	m.Battles, m.Sizes = inputs.Choice("battles", sizes)
	m.Seed, m.Trouble = inputs.Field("seed"), inputs.Trouble()
}

// simulationRun describes the progress of a simulation; each share has its confidence interval.
func simulationRun(f views.Frame, j *simulation) *playviews.SimulationRun {
	t, ended, err := j.progress()
	state := describe.SimulationRunning
	switch {
	case ended && err != nil:
		state = describe.SimulationStopped
	case ended:
		state = describe.SimulationEnded
	}
	var names []string
	for _, list := range j.Setup.Rosters {
		names = append(names, list.Name)
	}
	return &playviews.SimulationRun{Done: t.Battles, All: j.want, Ended: ended, SimulationText: describe.DescribeSimulation(f.Catalog, j.Seed, names, t, j.want, state)}
}
