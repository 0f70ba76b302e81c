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
	"oriflamme/rules"
	"oriflamme/rules/trial"
	"oriflamme/views"
)

const (
	duelLeft    = 20 * time.Second // nobody looks any more: the trial is given up
	duelLongest = 2 * time.Minute
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
	j.Setup = rules.Setup{Game: g.ID, Version: g.Version, Mode: rules.Measured, Options: camp.Settings.Options, Field: json.RawMessage("{}")}
	if g.Plays(rules.Board) {
		j.Setup.Mode = rules.Board
	}
	for _, name := range []string{"first", "second"} {
		r := v.state.Rosters[c.FormValue(name)]
		if r == nil || r.Campaign != camp.ID {
			return nil, &campaign.Error{Code: campaign.Invalid, Field: name, Key: "no-roster"}
		}
		j.Setup.Rosters = append(j.Setup.Rosters, g.Within(r.Fielded(), camp.Settings.Limit))
		bot := g.Bots[len(g.Bots)-1]
		for _, b := range g.Bots {
			if b.Name == c.FormValue("bot_"+name) {
				bot = b
			}
		}
		j.Bots = append(j.Bots, bot)
	}
	j.tally.Wins = make([]int, 2)
	if p := s.pack(g, ""); p != nil {
		field, err := packs.Draw(v.state.Entered(g, *p), g, s.firstCards(g, p), j.Setup.Rosters...)
		if err != nil {
			return nil, rules.Faultf(rules.OutOfRange, "field", "%v", err)
		}
		j.Setup.Field = field
	}
	_, err := g.Begin(j.Setup)
	return j, err
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
	m := views.DuelPage{CampaignHead: campaignHead(&f, v, camp, "/duel"), Action: campaignURL(v.club, camp.ID) + "/duel"}
	f.Back = campaignURL(v.club, camp.ID)
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
		f.Scripts = []string{"js/battle.js"}
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
			text := b.Name
			if f.Book.Has("lab.bot_" + b.Name) {
				text = f.Say("lab.bot_" + b.Name)
			}
			side.Bots = append(side.Bots, views.Option{Value: b.Name, Text: text, Chosen: c.FormValue("bot_"+name) == b.Name || c.FormValue("bot_"+name) == "" && k == len(g.Bots)-1})
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
	r := &views.DuelRun{Done: t.Battles, All: j.want, Ended: ended, Line: f.Say("lab.seed_was", "seed", j.Seed)}
	switch {
	case ended && err != nil:
		r.Title = f.Say("lab.stopped", "n", t.Battles)
	case ended:
		r.Title = f.Say("lab.fought", "n", t.Battles)
	default:
		r.Title = f.Say("lab.fighting", "n", t.Battles, "of", j.want)
	}
	if t.Battles == 0 {
		return r
	}
	line := func(name string, won int) views.DuelLine {
		low, high := trial.Interval(won, t.Battles)
		share := float64(won) / float64(t.Battles)
		return views.DuelLine{Name: name, Percent: f.Book.Percent(share), Share: 100 * share, Low: 100 * low, High: 100 * high,
			Line: f.Say("lab.interval", "low", f.Book.Percent(low), "high", f.Book.Percent(high), "won", won)}
	}
	for seat, list := range j.Setup.Rosters {
		r.Lines = append(r.Lines, line(list.Name, t.Wins[seat]))
	}
	r.Lines = append(r.Lines, line(f.Say("lab.draws"), t.Draws))
	r.Line += " " + f.Say("lab.steps", "n", t.Steps/t.Battles)
	return r
}
