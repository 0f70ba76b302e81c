package campaign_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
)

// clock is a time that only tests move.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(time.Second)
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// A club is a club of three with a map of an island: the owner Anne and the players Bob and Cléo, who each have a roster of
// three units in the campaign.
type club struct {
	*campaign.Service
	t               *testing.T
	clock           *clock
	store           *store.Store
	id, campaign    campaign.ID
	anne, bob, cleo campaign.Actor
	rBob, rCleo     campaign.ID
	keys            int
}

var ctx = context.Background()

var must = rulestest.Must

func newClub(t *testing.T, aftermath bool) *club {
	t.Helper()
	c := &club{t: t, clock: &clock{at: time.Date(2026, 3, 1, 19, 0, 0, 0, time.UTC)}}
	s, err := store.Open(filepath.Join(t.TempDir(), "club.db"))
	must(t, err)
	t.Cleanup(func() { s.Close() })
	c.store = s
	c.Service = campaign.NewService(s, []*rules.Game{toy}, c.clock.now)
	c.UseSeeds(t.Name)
	anne, err := c.FoundClub(ctx, campaign.FoundClub{Name: "Les Jeudis", Lang: "fr", Owner: "Anne"})
	must(t, err)
	c.id, c.anne = anne.Club, campaign.Actor{Member: anne.Member}
	inv, err := c.Invite(ctx, c.anne, c.id, campaign.Player, 2, c.clock.now().Add(time.Hour), "")
	must(t, err)
	join := func(name string) campaign.Actor {
		s, err := c.AcceptInvitation(ctx, inv.Token, name)
		must(t, err)
		return campaign.Actor{Member: s.Member}
	}
	c.bob, c.cleo = join("Bob"), join("Cléo")
	set := campaign.DefaultSettings("Les Marches", "toy")
	set.Aftermath = aftermath
	act := c.do(c.anne, campaign.NewCampaign{Settings: set, Map: strip()})
	c.campaign = act.Body.(campaign.NewCampaign).Campaign
	c.rBob = c.do(c.bob, campaign.NewRoster{Campaign: c.campaign, Member: c.bob.Member, List: list(1, 3), Home: "A1"}).Body.(campaign.NewRoster).Roster
	c.rCleo = c.do(c.cleo, campaign.NewRoster{Campaign: c.campaign, Member: c.cleo.Member, List: list(2, 3), Home: "A5"}).Body.(campaign.NewRoster).Roster
	return c
}

// strip returns a map of five regions in a row.
func strip() *campaign.Map {
	m := &campaign.Map{Name: "Strip"}
	for i := range 5 {
		m.Regions = append(m.Regions, campaign.Region{ID: fmt.Sprintf("A%d", i+1), Q: i, Name: fmt.Sprintf("Land %d", i+1), Terrain: "plain"})
	}
	return m
}

func (c *club) try(by campaign.Actor, b campaign.Body) (campaign.Act, error) {
	c.keys++
	return c.Do(ctx, by, c.id, fmt.Sprint("k", c.keys), campaign.ActRequest{Body: b, Why: "because"})
}

func (c *club) do(by campaign.Actor, b campaign.Body) campaign.Act {
	c.t.Helper()
	a, err := c.try(by, b)
	if err != nil {
		c.t.Fatalf("%s: %v", b.Kind(), err)
	}
	return a
}

// ok stops the test if a call returned an error.
func (c *club) ok(_ any, err error) {
	c.t.Helper()
	must(c.t, err)
}

func (c *club) state() *campaign.State {
	c.t.Helper()
	s, err := c.State(ctx, c.id)
	must(c.t, err)
	return s
}

func (c *club) schedule(stakes ...campaign.ID) campaign.ID {
	c.t.Helper()
	return c.do(c.bob, campaign.Schedule{Campaign: c.campaign, Round: 1, Seats: []campaign.ID{c.rBob, c.rCleo}, Stakes: stakes}).Body.(campaign.Schedule).Battle
}

func (c *club) clean() {
	c.t.Helper()
	found, err := c.Check(ctx)
	if err != nil || len(found) > 0 {
		c.t.Errorf("check: %v %v", found, err)
	}
}

// replays checks that folding the acts of a club again gives the same state.
func (c *club) replays() {
	c.t.Helper()
	s := c.state()
	whole, err := campaign.Fold(s.Acts)
	if err != nil || whole.Hash() != s.Hash() {
		c.t.Errorf("folded again it differs: %v", err)
	}
}

// set changes the settings of the campaign.
func (c *club) set(change func(*campaign.Settings)) {
	c.t.Helper()
	set := c.state().Campaigns[c.campaign].Settings
	change(&set)
	c.do(c.anne, campaign.EditCampaign{Campaign: c.campaign, Settings: set})
}

// refused checks that an act of a member is refused with an error.
func (c *club) refused(by campaign.Actor, body campaign.Body, code campaign.Code, field, key, rule string) {
	c.t.Helper()
	_, err := c.try(by, body)
	wantError(c.t, err, code, field, key, rule)
}

// setup returns the setup of a battle between the rosters of Bob and Cléo as they can fight.
func (c *club) setup() rules.Setup {
	c.t.Helper()
	s := c.state()
	return rules.Setup{Mode: rules.Measured, Rosters: []rules.Roster{s.Rosters[c.rBob].BattleList(), s.Rosters[c.rCleo].BattleList()}}
}

// open opens a battle in the engine.
func (c *club) open(b campaign.ID) *campaign.LiveSnapshot {
	c.t.Helper()
	live, err := c.OpenBattle(ctx, c.bob, c.id, b, c.setup(), "open")
	must(c.t, err)
	return live
}

func won(winner rules.Seat, a, b int) campaign.Result {
	return campaign.Result{Winner: winner, Scores: []int{a, b}}
}

// wantError checks an error's code, field, key and rule.
func wantError(t *testing.T, err error, code campaign.Code, field, key, rule string) {
	t.Helper()
	var e *campaign.Error
	if !errors.As(err, &e) || e.Code != code || e.Field != field || e.Key != key || e.Rule != rule {
		t.Errorf("got %v, want %s: %s (%s) by %s", err, code, key, field, rule)
	}
}
