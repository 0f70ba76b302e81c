package web

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/content/packs"
	"oriflamme/content/telling"
	"oriflamme/rules"
	"oriflamme/rules/trial"
	"oriflamme/views"
)

const (
	duelLeft    = 20 * time.Second // nobody looks any more: the trial is given up
	duelLongest = 2 * time.Minute
	kitSides    = 24 // most sides that a phone carries
)

// duelSizes are how many battles a trial may have.
var duelSizes = []int{50, 200, 1000}

// A duel is a trial that a member has running, or has had last.
type duel struct {
	trial.Trial
	campaign campaign.ID
	want     int
	cancel   context.CancelFunc

	mu    sync.Mutex
	tally trial.Tally
	seen  time.Time // when the page was last looked at
	ended bool
	err   error
}

// duels are the trials of members, one each, of which only so many compute at a time.
type duels struct {
	mu  sync.Mutex
	of  map[campaign.ID]*duel
	run chan struct{}
}

// begin replaces a member's trial.
func (d *duels) begin(member campaign.ID, job *duel) {
	ctx, cancel := context.WithTimeout(context.Background(), duelLongest)
	job.cancel, job.seen = cancel, time.Now()
	d.mu.Lock()
	if old := d.of[member]; old != nil {
		old.cancel()
	}
	d.of[member] = job
	d.mu.Unlock()
	go func() {
		defer cancel()
		select {
		case d.run <- struct{}{}:
			job.fight(ctx)
			<-d.run
		case <-ctx.Done():
			job.end(ctx.Err())
		}
	}()
}

// find is a member's trial, looked at just now; nil when there is none.
func (d *duels) find(member campaign.ID) *duel {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.of[member]
}

// fight fights the battles until all are fought or nobody looks.
func (j *duel) fight(ctx context.Context) {
	for i := range j.want {
		rec, o, err := j.Fight(ctx, i)
		if err != nil {
			j.end(err)
			return
		}
		j.mu.Lock()
		j.tally.Add(o, len(rec.Steps))
		left := time.Since(j.seen) > duelLeft
		j.mu.Unlock()
		if left {
			j.end(context.Canceled)
			return
		}
	}
	j.end(nil)
}

func (j *duel) end(err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.ended, j.err = true, err
}

// look reads how far the trial has come, and notes that somebody wanted to know.
func (j *duel) look() (t trial.Tally, ended bool, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.seen = time.Now()
	t = j.tally
	t.Wins = append(make([]int, 0, len(t.Wins)), t.Wins...)
	return t, j.ended, j.err
}

// duelPage shows the form of a trial between two sides of a campaign, and how the reader's own is going.
func (s *site) duelPage(c echo.Context) error { return s.duelForm(c, http.StatusOK, nil) }

// duel begins a trial.
func (s *site) duel(c echo.Context) error {
	v, camp, err := s.memberCampaign(c)
	if err != nil {
		return err
	}
	if c.FormValue("stop") != "" {
		if j := s.trials.find(v.member.ID); j != nil {
			j.cancel()
		}
		return c.Redirect(http.StatusSeeOther, campaignURL(v.club, camp.ID)+"/duel")
	}
	job, err := s.duelOf(c, v, camp)
	if err != nil {
		return s.duelForm(c, http.StatusUnprocessableEntity, err)
	}
	s.trials.begin(v.member.ID, job)
	return c.Redirect(http.StatusSeeOther, campaignURL(v.club, camp.ID)+"/duel")
}

// duelOf makes the trial that a form asks for.
func (s *site) duelOf(c echo.Context, v visit, camp *campaign.Campaign) (*duel, error) {
	g := s.Hall.Game(camp.Settings.Game)
	if g == nil || g.Begin == nil || len(g.Bots) == 0 {
		return nil, &campaign.Error{Code: campaign.Conflict, Key: "no-engine"}
	}
	j := &duel{campaign: camp.ID, want: duelSizes[0]}
	if n, err := strconv.Atoi(c.FormValue("battles")); err == nil && n <= duelSizes[len(duelSizes)-1] && n > 0 {
		j.want = n
	}
	j.Game, j.Seed = g, strings.TrimSpace(c.FormValue("seed"))
	if len(j.Seed) > 80 || j.Seed == "" {
		j.Seed = rand.Text()[:8]
	}
	j.Setup = duelSetup(g, camp)
	for _, name := range []string{"first", "second"} {
		r := v.state.Rosters[c.FormValue(name)]
		if r == nil || r.Campaign != camp.ID {
			return nil, &campaign.Error{Code: campaign.Invalid, Field: name, Key: "no-roster"}
		}
		j.Setup.Rosters = append(j.Setup.Rosters, g.Within(r.Fielded(), camp.Settings.Limit))
		j.Bots = append(j.Bots, trial.Bot(g, c.FormValue("bot_"+name)))
	}
	j.tally.Wins = make([]int, 2)
	field, err := s.drawField(v.state, g)(j.Setup.Rosters...)
	if err != nil {
		return nil, err
	}
	j.Setup.Field = field
	_, err = g.Begin(j.Setup)
	return j, err
}

// duelSetup is how all duels of a campaign are fought; sides and field come to it.
func duelSetup(g *rules.Game, camp *campaign.Campaign) rules.Setup {
	setup := rules.Setup{Game: g.ID, Version: g.Version, Mode: rules.Measured, Options: camp.Settings.Options, Field: json.RawMessage("{}")}
	if g.Plays(rules.Board) {
		setup.Mode = rules.Board
	}
	return setup
}

// drawField returns what draws the field on which two sides meet, of a pack that is read once for all of them.
func (s *site) drawField(state *campaign.State, g *rules.Game) func(sides ...rules.Roster) (json.RawMessage, error) {
	p := s.pack(g, "")
	if p == nil {
		return func(...rules.Roster) (json.RawMessage, error) { return json.RawMessage("{}"), nil }
	}
	entered, cards := state.Entered(g, *p), s.firstCards(g, p)
	return func(sides ...rules.Roster) (json.RawMessage, error) {
		field, err := packs.Draw(entered, g, cards, sides...)
		if err != nil {
			return nil, rules.Faultf(rules.OutOfRange, "field", "%v", err)
		}
		return field, nil
	}
}

// A duelKit is what a phone needs to fight any duel of a campaign by itself.
type duelKit struct {
	Setup   rules.Setup                  `json:"setup"` // without sides and field
	Rosters map[campaign.ID]rules.Roster `json:"rosters"`
	Fields  []json.RawMessage            `json:"fields"`
	At      map[string]int               `json:"at"` // of Fields, by the two sides with a space between
}

// duelKit hands it out.
func (s *site) duelKit(c echo.Context) error {
	v, camp, err := s.memberCampaign(c)
	if err != nil {
		return err
	}
	g := s.Hall.Game(camp.Settings.Game)
	if g == nil || g.Begin == nil || len(g.Bots) == 0 {
		return &campaign.Error{Code: campaign.Conflict, Key: "no-engine"}
	}
	kit := duelKit{Setup: duelSetup(g, camp), Rosters: map[campaign.ID]rules.Roster{}, Fields: []json.RawMessage{}, At: map[string]int{}}
	var sides []*campaign.Roster
	for _, r := range v.state.RostersOf(camp.ID) {
		if !r.Retired && !r.Unfinished && len(sides) < kitSides {
			sides = append(sides, r)
			kit.Rosters[r.ID] = g.Within(r.Fielded(), camp.Settings.Limit)
		}
	}
	known, draw := map[string]int{}, s.drawField(v.state, g)
	for _, a := range sides {
		for _, b := range sides {
			field, err := draw(kit.Rosters[a.ID], kit.Rosters[b.ID])
			if err != nil {
				continue // this pair the site refuses as well
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

// firstCards takes the first card of each deck, as the form of a battle does.
func (s *site) firstCards(g *rules.Game, p *rules.Pack) map[string]string {
	choice := map[string]string{}
	for _, deck := range g.Decks {
		if deck.Brought != nil {
			continue
		}
		if cards, err := packs.Cards(*p, deck.Part); err == nil && len(cards) > 0 {
			choice[deck.Field] = cards[0].ID
		}
	}
	return choice
}

func (s *site) duelForm(c echo.Context, status int, failed error) error {
	v, camp, err := s.memberCampaign(c)
	if err != nil {
		return err
	}
	f := s.frame(c, bookOf(c).Say("lab.duel"), views.SectionCampaign)
	m := views.DuelPage{CampaignHead: campaignHead(&f, v, camp, "/duel"), Action: campaignURL(v.club, camp.ID) + "/duel", Kit: campaignURL(v.club, camp.ID) + "/duel/kit"}
	f.Back, f.Scripts = campaignURL(v.club, camp.ID), []string{"js/battle.js"}
	if failed != nil {
		m.Trouble = sentence(f.Book, failed)
	}
	g := s.Hall.Game(camp.Settings.Game)
	if g == nil || g.Begin == nil || len(g.Bots) == 0 {
		m.Trouble = f.Say("refusal.no-engine")
		return s.page(c, status, views.Duel(f, m))
	}
	s.duelFields(c, f, v, camp, g, &m)
	if j := s.trials.find(v.member.ID); j != nil && j.campaign == camp.ID {
		m.Run = duelRun(f, j)
		if !m.Run.Ended {
			f.Refresh = 2
		}
	}
	return s.page(c, status, views.Duel(f, m))
}

func (s *site) duelFields(c echo.Context, f views.Frame, v visit, camp *campaign.Campaign, g *rules.Game, m *views.DuelPage) {
	for i, name := range []string{"first", "second"} {
		side := views.DuelSide{Roster: views.Field{Name: name, Label: f.Say("lab.side_" + name), Required: true}, Bot: views.Field{Name: "bot_" + name, Label: f.Say("lab.bot")}}
		for _, r := range v.state.RostersOf(camp.ID) {
			if !r.Retired && !r.Unfinished {
				side.Rosters = append(side.Rosters, views.Option{Value: r.ID, Text: r.List.Name, Chosen: c.FormValue(name) == r.ID || c.FormValue(name) == "" && len(side.Rosters) == i})
			}
		}
		for k, b := range g.Bots {
			side.Bots = append(side.Bots, views.Option{Value: b.Name, Text: f.Say("lab.bot_" + b.Name), Chosen: c.FormValue("bot_"+name) == b.Name || c.FormValue("bot_"+name) == "" && k == len(g.Bots)-1})
		}
		m.Sides = append(m.Sides, side)
	}
	m.Battles = views.Field{Name: "battles", Label: f.Say("lab.battles")}
	for _, n := range duelSizes {
		m.Sizes = append(m.Sizes, views.Option{Value: strconv.Itoa(n), Text: f.Book.Number(n), Chosen: c.FormValue("battles") == strconv.Itoa(n) || c.FormValue("battles") == "" && n == duelSizes[0]})
	}
	m.Seed = views.Field{Name: "seed", Label: f.Say("lab.seed"), Hint: f.Say("lab.seed_hint"), Value: c.FormValue("seed"), Max: 80}
}

// duelRun tells how a trial stands, each share with its interval.
func duelRun(f views.Frame, j *duel) *views.DuelRun {
	t, ended, err := j.look()
	state := telling.TrialRuns
	switch {
	case ended && err != nil:
		state = telling.TrialStopped
	case ended:
		state = telling.TrialEnded
	}
	var names []string
	for _, list := range j.Setup.Rosters {
		names = append(names, list.Name)
	}
	return &views.DuelRun{Done: t.Battles, All: j.want, Ended: ended, TrialTold: telling.Trial(f.Book, j.Seed, names, t, j.want, state)}
}
