package campaign_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// clock is a time that tests move.
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

// club is a club of three on an island: Anne the owner, Bob and Cléo players,
// each of these with a roster of three in the campaign.
type club struct {
	*campaign.Hall
	t               *testing.T
	clock           *clock
	store           *store.Store
	id, camp        campaign.ID
	anne, bob, cleo campaign.Actor
	rBob, rCleo     campaign.ID
	keys            int
}

var ctx = context.Background()

func newClub(t *testing.T, aftermath bool) *club {
	t.Helper()
	c := &club{t: t, clock: &clock{at: time.Date(2026, 3, 1, 19, 0, 0, 0, time.UTC)}}
	s, err := store.Open(filepath.Join(t.TempDir(), "club.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	c.store = s
	c.Hall = campaign.NewHall(s, []*rules.Game{toy}, c.clock.now)
	anne, err := c.Found(ctx, campaign.FoundClub{Name: "Les Jeudis", Lang: "fr", Owner: "Anne"})
	if err != nil {
		t.Fatal(err)
	}
	c.id, c.anne = anne.Club, campaign.Actor{Member: anne.Member}
	inv, err := c.Invite(ctx, c.anne, c.id, campaign.Player, 2, c.clock.now().Add(time.Hour), "")
	if err != nil {
		t.Fatal(err)
	}
	join := func(name string) campaign.Actor {
		s, err := c.Accept(ctx, inv.Token, name)
		if err != nil {
			t.Fatal(err)
		}
		return campaign.Actor{Member: s.Member}
	}
	c.bob, c.cleo = join("Bob"), join("Cléo")
	set := campaign.DefaultSettings("Les Marches", "toy")
	set.Aftermath = aftermath
	act := c.do(c.anne, campaign.NewCampaign{Settings: set, Map: strip()})
	c.camp = act.Body.(campaign.NewCampaign).Campaign
	c.rBob = c.do(c.bob, campaign.NewRoster{Campaign: c.camp, Member: c.bob.Member, List: list(1, 3), Home: "A1"}).Body.(campaign.NewRoster).Roster
	c.rCleo = c.do(c.cleo, campaign.NewRoster{Campaign: c.camp, Member: c.cleo.Member, List: list(2, 3), Home: "A5"}).Body.(campaign.NewRoster).Roster
	return c
}

// strip is a map of five regions in a row.
func strip() *campaign.Map {
	m := &campaign.Map{Name: "Strip"}
	for i := range 5 {
		m.Regions = append(m.Regions, campaign.Region{ID: fmt.Sprintf("A%d", i+1), Q: i, Name: fmt.Sprintf("Land %d", i+1), Terrain: "plain"})
	}
	return m
}

func (c *club) try(by campaign.Actor, b campaign.Body) (campaign.Act, error) {
	c.keys++
	return c.Do(ctx, by, c.id, fmt.Sprint("k", c.keys), campaign.Draft{Body: b, Why: "because"})
}

func (c *club) do(by campaign.Actor, b campaign.Body) campaign.Act {
	c.t.Helper()
	a, err := c.try(by, b)
	if err != nil {
		c.t.Fatalf("%s: %v", b.Kind(), err)
	}
	return a
}

func (c *club) state() *campaign.State {
	c.t.Helper()
	s, err := c.State(ctx, c.id)
	if err != nil {
		c.t.Fatal(err)
	}
	return s
}

func (c *club) schedule(stakes ...campaign.ID) campaign.ID {
	c.t.Helper()
	return c.do(c.bob, campaign.Schedule{Campaign: c.camp, Round: 1, Seats: []campaign.ID{c.rBob, c.rCleo}, Stakes: stakes}).Body.(campaign.Schedule).Battle
}

func (c *club) clean() {
	c.t.Helper()
	found, err := c.Check(ctx)
	if err != nil || len(found) > 0 {
		c.t.Errorf("check: %v %v", found, err)
	}
}

func won(winner rules.Seat, a, b int) campaign.Result {
	return campaign.Result{Winner: winner, Scores: []int{a, b}}
}

// same asks whether an error has a code, key and rule.
func wantError(t *testing.T, err error, code campaign.Code, field, key, rule string) {
	t.Helper()
	var e *campaign.Error
	if !errors.As(err, &e) || e.Code != code || e.Field != field || e.Key != key || e.Rule != rule {
		t.Errorf("got %v, want %s: %s (%s) by %s", err, code, key, field, rule)
	}
}

func TestBattleByHand(t *testing.T) {
	c := newClub(t, false)
	b := c.schedule("A2")
	if got := c.state().Contested(c.camp)["A2"]; len(got) != 1 {
		t.Errorf("A2 is contested by %v", got)
	}
	c.do(c.bob, campaign.Report{Battle: b, Seat: 0, Result: campaign.Result{Winner: 0, Scores: []int{3, 1},
		Effects: []rules.Effect{{Seat: 0, Unit: "u1-0", Kind: "kill", Amount: 2}, {Seat: 1, Unit: "u2-1", Kind: "lost"}}}})
	if got := c.state().Battles[b].Phase; got != campaign.Reported {
		t.Errorf("after one report: %s", got)
	}
	c.do(c.cleo, campaign.Confirm{Battle: b, Seat: 1})
	s := c.state()
	if got := s.Battles[b].Phase; got != campaign.Final {
		t.Fatalf("after both: %s", got)
	}
	rec := s.Rosters[c.rBob].Records["u1-0"]
	if rec.Kills != 2 || rec.Battles != 1 || rec.Fights[0].Kills != 2 || rec.Fights[0].Cause != s.Battles[b].Closed {
		t.Errorf("record %+v", rec)
	}
	if !s.Rosters[c.rCleo].Lost("u2-1") || len(s.Rosters[c.rCleo].Fielded().Units) != 2 {
		t.Error("the lost unit is still fielded")
	}
	if got := s.Campaigns[c.camp].Map.Region("A2").Owner; got != c.rBob {
		t.Errorf("A2 belongs to %q", got)
	}
	rows := s.Standings(c.camp, 0)
	if rows[0].Roster != c.rBob || rows[0].Points != 3 || rows[0].Rank != 1 || rows[1].Losses != 1 || rows[1].Rank != 2 {
		t.Errorf("standings %+v", rows)
	}
	act := c.do(c.anne, campaign.Void{Acts: s.ActsOf(b)})
	s = c.state()
	if s.Battles[b] != nil || s.Rosters[c.rCleo].Lost("u2-1") || s.Campaigns[c.camp].Map.Region("A2").Owner != "" || s.Standings(c.camp, 0)[0].Points != 0 {
		t.Error("the void battle left a trace")
	}
	c.do(c.anne, campaign.Void{Acts: []int64{act.No}})
	if c.state().Battles[b].Phase != campaign.Final {
		t.Error("the void of the void did not restore the battle")
	}
	c.clean()
}

func TestDispute(t *testing.T) {
	c := newClub(t, false)
	b := c.schedule()
	c.do(c.bob, campaign.Report{Battle: b, Seat: 0, Result: won(0, 14, 11)})
	c.do(c.cleo, campaign.Report{Battle: b, Seat: 1, Result: won(1, 11, 14)})
	d := c.state().Battles[b]
	if d.Phase != campaign.Disputed || !d.Dispute.Unequal || !d.Dispute.Deadline.Equal(d.Dispute.At.AddDate(0, 0, 7)) {
		t.Fatalf("unequal reports: %s %+v", d.Phase, d.Dispute)
	}
	_, err := c.try(c.bob, campaign.Rule{Battle: b, Result: won(0, 14, 11)})
	wantError(t, err, campaign.Forbidden, "", "not-allowed", "CAMP-ROLE-1")
	ruling := c.do(c.anne, campaign.Rule{Battle: b, Result: won(0, 14, 11)})
	if s := c.state(); s.Battles[b].Phase != campaign.Final || s.Battles[b].Settled != campaign.Ruled {
		t.Fatalf("ruled: %s", s.Battles[b].Phase)
	}
	c.do(c.cleo, campaign.Appeal{Battle: b, Reason: "sides were swapped"})
	if _, err := c.Amend(ctx, c.anne, c.id, "amend", ruling.No, campaign.Rule{Battle: b, Result: won(1, 11, 14)}, "appeal granted"); err != nil {
		t.Fatal(err)
	}
	s := c.state()
	if s.Battles[b].Result.Winner != 1 || s.Standings(c.camp, 0)[0].Roster != c.rCleo {
		t.Error("the amended ruling does not hold")
	}
	if got := s.ActsOf(b); len(got) != 6 {
		t.Errorf("acts of the battle: %v", got)
	}
	c.clean()
}

func TestBadInput(t *testing.T) {
	c := newClub(t, false)
	open := c.schedule("A2")
	seats := []campaign.ID{c.rBob, c.rCleo}
	for _, w := range []struct {
		name string
		by   campaign.Actor
		body campaign.Body
		code campaign.Code
		at   string // field, key, rule
	}{
		{"no border", c.bob, campaign.Schedule{Campaign: c.camp, Seats: seats, Stakes: []string{"A4"}}, campaign.Invalid, "stakes[0] no-border CAMP-MAP-2"},
		{"contested", c.bob, campaign.Schedule{Campaign: c.camp, Seats: seats, Stakes: []string{"A2"}}, campaign.Conflict, "stakes[0] contested-already CAMP-MAP-3"},
		{"own land", c.bob, campaign.Schedule{Campaign: c.camp, Seats: seats, Stakes: []string{"A1"}}, campaign.Invalid, "stakes[0] own-land CAMP-MAP-2"},
		{"not attacker", c.bob, campaign.Schedule{Campaign: c.camp, Seats: seats, Attacker: 1, Stakes: []string{"A4"}}, campaign.Forbidden, " not-yours CAMP-ROLE-2"},
		{"taken home", c.bob, campaign.NewRoster{Campaign: c.camp, Member: c.bob.Member, List: list(3, 2), Home: "A5"}, campaign.Conflict, "home region-taken CAMP-MAP-1"},
		{"game's fault", c.bob, campaign.NewRoster{Campaign: c.camp, Member: c.bob.Member, List: list(3, 1)}, campaign.Invalid, "list.units roster-fault TOY-3"},
		{"other's roster", c.bob, campaign.ReviseRoster{Roster: c.rCleo, List: list(2, 2)}, campaign.Forbidden, " not-yours CAMP-ROLE-2"},
		{"other's seat", c.bob, campaign.Report{Battle: open, Seat: 1, Result: won(0, 1, 0)}, campaign.Forbidden, " not-yours CAMP-ROLE-2"},
		{"winner", c.bob, campaign.Report{Battle: open, Seat: 0, Result: won(2, 1, 0)}, campaign.Invalid, "result.winner no-seat "},
		{"scores", c.bob, campaign.Report{Battle: open, Seat: 0, Result: campaign.Result{Scores: []int{1}}}, campaign.Invalid, "result.scores seats-differ "},
		{"effect", c.bob, campaign.Report{Battle: open, Seat: 0, Result: campaign.Result{Effects: []rules.Effect{{Unit: "u2-0", Kind: "kill"}}}}, campaign.Invalid, "result.effects[0].unit unit-not-there CAMP-LED-1"},
		{"nothing reported", c.cleo, campaign.Confirm{Battle: open, Seat: 1}, campaign.Conflict, "battle nothing-to-confirm CAMP-BAT-3"},
		{"aftermath first", c.bob, campaign.Aftermath{Battle: open}, campaign.Conflict, "battle not-settled CAMP-BAT-5"},
		{"option", c.anne, campaign.NewCampaign{Settings: campaign.Settings{Name: "X", Game: "toy", Options: map[string]string{"fog": "thick"}}}, campaign.Invalid, "settings.options.fog unknown-option "},
		{"game", c.anne, campaign.NewCampaign{Settings: campaign.Settings{Name: "X", Game: "chess"}}, campaign.Invalid, "settings.game unknown-game "},
		{"founding", c.anne, campaign.Void{Acts: []int64{1}}, campaign.Invalid, "acts[0] founding CAMP-ACT-1"},
		{"last owner", c.anne, campaign.Leave{Member: c.anne.Member}, campaign.Conflict, "member last-owner CAMP-CLUB-1"},
		{"own promotion", c.bob, campaign.EditMember{Member: c.bob.Member, Name: "Bob", Role: campaign.Owner}, campaign.Forbidden, "role above-you CAMP-ROLE-2"},
		{"long name", c.anne, campaign.EditClub{Name: strings.Repeat("é", 81), Lang: "fr"}, campaign.Invalid, "name length "},
		{"stranger", campaign.Actor{Member: "x"}, campaign.Comment{On: 1, Text: "hi"}, campaign.Forbidden, " not-allowed CAMP-ROLE-1"},
		{"nobody", campaign.Actor{}, campaign.Comment{On: 1, Text: "hi"}, campaign.Unauthenticated, " sign-in "},
	} {
		t.Run(w.name, func(t *testing.T) {
			head := c.state().Head
			_, err := c.try(w.by, w.body)
			at := strings.Split(w.at, " ")
			wantError(t, err, w.code, at[0], at[1], at[2])
			if c.state().Head != head {
				t.Error("a refused act was stored")
			}
		})
	}
}

func TestExactlyOnce(t *testing.T) {
	c := newClub(t, false)
	b := c.schedule()
	draft := campaign.Draft{Body: campaign.Report{Battle: b, Seat: 0, Result: won(0, 2, 1)}}
	before := c.state().No
	var wg sync.WaitGroup
	hashes := make([]string, 20)
	for i := range hashes {
		wg.Go(func() {
			a, err := c.Do(ctx, c.bob, c.id, "once", draft)
			if err != nil {
				t.Error(err)
			}
			hashes[i] = a.Hash
		})
	}
	wg.Wait()
	for _, h := range hashes {
		if h != hashes[0] {
			t.Error("the same key gave two acts")
		}
	}
	if got := c.state().No; got != before+1 {
		t.Errorf("%d acts were stored", got-before)
	}
	draft.Body = campaign.Report{Battle: b, Seat: 0, Result: won(1, 1, 2)}
	_, err := c.Do(ctx, c.bob, c.id, "once", draft)
	wantError(t, err, campaign.Conflict, "key", "key-reused", "CAMP-ACT-4")
	// After a restart the key still finds the act.
	again := campaign.NewHall(c.store, []*rules.Game{toy}, c.clock.now)
	a, err := again.Do(ctx, c.bob, c.id, "once", campaign.Draft{Body: campaign.Report{Battle: b, Seat: 0, Result: won(0, 2, 1)}})
	if err != nil || a.Hash != hashes[0] {
		t.Errorf("after a restart: %v %v", a.Hash, err)
	}
}

// TestTwoHalls: two processes on one database never fork a chain.
func TestTwoHalls(t *testing.T) {
	c := newClub(t, false)
	other := campaign.NewHall(c.store, []*rules.Game{toy}, c.clock.now)
	for i := range 6 {
		h := c.Hall
		if i%2 == 1 {
			h = other
		}
		if _, err := h.Do(ctx, c.anne, c.id, fmt.Sprint("two", i), campaign.Draft{Body: campaign.Comment{On: 1, Text: "hi"}}); err != nil {
			t.Fatal(err)
		}
	}
	c.clean()
}

func TestStale(t *testing.T) {
	c := newClub(t, false)
	b := c.schedule()
	head := c.state().No
	c.do(c.cleo, campaign.Reschedule{Battle: b, Table: "2"})
	_, err := c.Do(ctx, c.bob, c.id, "late", campaign.Draft{Body: campaign.Reschedule{Battle: b, Table: "3"}, Head: head})
	wantError(t, err, campaign.Stale, "head", "changed-since", "CAMP-ACT-5")
	other := c.schedule()
	if _, err := c.Do(ctx, c.bob, c.id, "fine", campaign.Draft{Body: campaign.Reschedule{Battle: other, Table: "3"}, Head: head}); err != nil {
		t.Errorf("another battle: %v", err)
	}
}

func TestSignIn(t *testing.T) {
	c := newClub(t, false)
	token, err := c.IssueLink(ctx, c.bob, c.id, c.bob.Member)
	if err != nil {
		t.Fatal(err)
	}
	s, err := c.SignIn(ctx, token)
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.SignIn(ctx, token)
	wantError(t, err, campaign.Unauthenticated, "token", "link-spent", "CAMP-CLUB-2")
	if got, err := c.Session(ctx, s.Cookie); err != nil || got.Member != c.bob.Member {
		t.Errorf("session %+v %v", got, err)
	}
	if _, err := c.Session(ctx, token); campaign.CodeOf(err) != campaign.Unauthenticated {
		t.Errorf("a link as cookie: %v", err)
	}
	c.clock.pass(29 * 24 * time.Hour)
	if _, err := c.Session(ctx, s.Cookie); err != nil {
		t.Errorf("used within 30 days: %v", err)
	}
	c.clock.pass(31 * 24 * time.Hour)
	if _, err := c.Session(ctx, s.Cookie); campaign.CodeOf(err) != campaign.Unauthenticated {
		t.Errorf("unused for 31 days: %v", err)
	}
	if _, err := c.IssueLink(ctx, c.bob, c.id, c.anne.Member); campaign.CodeOf(err) != campaign.Forbidden {
		t.Errorf("a player made a link for the owner: %v", err)
	}
}

func TestSignOut(t *testing.T) {
	c := newClub(t, false)
	token, err := c.IssueLink(ctx, c.anne, c.id, c.bob.Member)
	if err != nil {
		t.Fatal(err)
	}
	s, err := c.SignIn(ctx, token)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := c.SignOut(ctx, s.Cookie); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.Session(ctx, s.Cookie); campaign.CodeOf(err) != campaign.Unauthenticated {
		t.Errorf("after signing out: %v", err)
	}
}

func TestInvitation(t *testing.T) {
	c := newClub(t, false)
	inv, err := c.Invite(ctx, c.anne, c.id, campaign.Guest, 3, c.clock.now().Add(time.Hour), "Saturday")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	in := 0
	for i := range 10 {
		wg.Go(func() {
			if _, err := c.Accept(ctx, inv.Token, fmt.Sprint("Guest ", i)); err == nil {
				mu.Lock()
				in++
				mu.Unlock()
			} else if campaign.CodeOf(err) != campaign.Unauthenticated {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if in != 3 {
		t.Errorf("%d joined by an invitation for 3", in)
	}
	inv, err = c.Invite(ctx, c.anne, c.id, campaign.Guest, 3, c.clock.now().Add(time.Hour), "")
	if err != nil {
		t.Fatal(err)
	}
	c.clock.pass(2 * time.Hour)
	_, err = c.Accept(ctx, inv.Token, "Late")
	wantError(t, err, campaign.Unauthenticated, "token", "link-spent", "CAMP-CLUB-2")
	if _, err := c.Invite(ctx, c.bob, c.id, campaign.Player, 1, c.clock.now().Add(time.Hour), ""); campaign.CodeOf(err) != campaign.Forbidden {
		t.Errorf("a player invited: %v", err)
	}
}

func TestArchive(t *testing.T) {
	c := newClub(t, true)
	playDuel(t, c)
	var one, two bytes.Buffer
	if err := c.Export(ctx, c.anne, c.id, &one); err != nil {
		t.Fatal(err)
	}
	if err := c.Export(ctx, c.bob, c.id, &two); campaign.CodeOf(err) != campaign.Forbidden {
		t.Errorf("a player exported: %v", err)
	}
	s, err := store.Open(filepath.Join(t.TempDir(), "new.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	h := campaign.NewHall(s, []*rules.Game{toy}, c.clock.now)
	id, err := h.Import(ctx, bytes.NewReader(one.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Export(ctx, campaign.Actor{}, id, &two); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("the archive of the restored club differs")
	}
	got, err := h.State(ctx, id)
	if err != nil || got.Hash() != c.state().Hash() {
		t.Errorf("the restored state differs: %v", err)
	}
	if found, err := h.Check(ctx); err != nil || len(found) > 0 {
		t.Errorf("check of the restored club: %v %v", found, err)
	}
	if _, err := h.Import(ctx, bytes.NewReader(one.Bytes())); campaign.CodeOf(err) != campaign.Conflict {
		t.Errorf("imported twice: %v", err)
	}
	forged := bytes.Replace(one.Bytes(), []byte("Les Marches"), []byte("Les Plaines"), 1)
	if _, err := campaign.ReadArchive(bytes.NewReader(forged)); err == nil || !strings.Contains(err.Error(), "was changed") {
		t.Errorf("a forged archive: %v", err)
	}
}

func send(c *club, by campaign.Actor, b campaign.ID, n int, seat rules.Seat, roll campaign.Roll, faces ...int) (*campaign.Live, error) {
	raw, _ := json.Marshal(map[string]any{"kind": "strike", "seat": seat})
	return c.Play(ctx, by, c.id, b, campaign.Move{Number: n, Command: raw, Dice: faces, Roll: roll, Key: fmt.Sprint("s", n)})
}

// playDuel plays a battle through the engine that Bob wins with A2 at stake, and
// leaves it with its aftermath final.
func playDuel(t *testing.T, c *club) campaign.ID {
	t.Helper()
	b := c.schedule("A2")
	s := c.state()
	setup := rules.Setup{Mode: rules.Measured, Rosters: []rules.Roster{s.Rosters[c.rBob].Fielded(), s.Rosters[c.rCleo].Fielded()}}
	live, err := c.OpenBattle(ctx, c.bob, c.id, b, setup, "open")
	if err != nil {
		t.Fatal(err)
	}
	if live.SeedHash == "" || live.SeedHash != c.state().Battles[b].Engine[0].SeedHash {
		t.Error("the seed is not promised")
	}
	for _, m := range []struct {
		by    campaign.Actor
		seat  rules.Seat
		faces []int
	}{{c.bob, 0, []int{5, 6}}, {c.cleo, 1, []int{1, 5}}, {c.bob, 0, []int{5, 1}}} {
		if live, err = send(c, m.by, b, live.Number, m.seat, campaign.RollTable, m.faces...); err != nil {
			t.Fatal(err)
		}
	}
	if !live.Over {
		t.Fatal("the duel goes on")
	}
	if _, err := c.FinishBattle(ctx, c.bob, c.id, b, "finish"); err != nil {
		t.Fatal(err)
	}
	c.do(c.cleo, campaign.Confirm{Battle: b, Seat: 1})
	if _, err := c.OpenAftermath(ctx, c.bob, c.id, b, "after"); err != nil {
		t.Fatal(err)
	}
	raw := json.RawMessage(`{"kind":"strike","seat":0}`)
	if _, err = c.Play(ctx, c.bob, c.id, b, campaign.Move{Command: raw, Roll: campaign.RollApp, Key: "fate"}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.FinishBattle(ctx, c.bob, c.id, b, "finish after"); err != nil {
		t.Fatal(err)
	}
	return b
}

func TestLiveBattle(t *testing.T) {
	c := newClub(t, true)
	b := playDuel(t, c)
	s := c.state()
	battle := s.Battles[b]
	if battle.Phase != campaign.Final || s.Campaigns[c.camp].Map.Region("A2").Owner != c.rBob {
		t.Errorf("phase %s", battle.Phase)
	}
	for _, p := range battle.Engine {
		if campaign.HashToken(p.Seed) != p.SeedHash || p.Record == "" {
			t.Errorf("%s: the promise was not kept: %+v", p.Part, p)
		}
	}
	if got := s.Rosters[c.rBob].Records["u1-1"].Kills; got != 3 {
		t.Errorf("kills %d", got)
	}
	marked := 0
	for _, r := range s.Rosters[c.rCleo].Records {
		if len(r.Scars) == 1 || r.Lost != nil {
			marked++
		}
	}
	if marked != 3 {
		t.Errorf("the aftermath marked %d of 3", marked)
	}
	// A new hall replays the same battle from the store.
	again := campaign.NewHall(c.store, []*rules.Game{toy}, c.clock.now)
	live, err := again.LivePart(ctx, c.id, b, campaign.PartBattle)
	if err != nil || live.Number != 3 || !live.Over {
		t.Errorf("replayed: %+v %v", live, err)
	}
	c.clean()
}

func TestLiveRefusals(t *testing.T) {
	c := newClub(t, true)
	b := c.schedule()
	s := c.state()
	setup := rules.Setup{Mode: rules.Measured, Rosters: []rules.Roster{s.Rosters[c.rBob].Fielded(), s.Rosters[c.rCleo].Fielded()}}
	if _, err := c.OpenBattle(ctx, c.bob, c.id, b, setup, "open"); err != nil {
		t.Fatal(err)
	}
	numbers, stop := c.Watch(c.id, b)
	defer stop()
	var need *dice.Need
	if _, err := send(c, c.bob, b, 0, 0, campaign.RollTable, 5); !errors.As(err, &need) || need.Roll.N != 2 {
		t.Errorf("too few dice: %v", err)
	}
	var fault *rules.Fault
	if _, err := send(c, c.cleo, b, 0, 1, campaign.RollTable, 5, 5); !errors.As(err, &fault) || fault.Rule != "TOY-1" {
		t.Errorf("out of turn: %v", err)
	}
	_, err := send(c, c.cleo, b, 0, 0, campaign.RollTable, 5, 5)
	wantError(t, err, campaign.Forbidden, "command", "not-your-seat", "CAMP-ROLE-2")
	if _, err = send(c, c.bob, b, 0, 0, campaign.RollTable, 1, 1); err != nil {
		t.Fatal(err)
	}
	if n := <-numbers; n != 1 {
		t.Errorf("watched %d", n)
	}
	if again, err := send(c, c.bob, b, 0, 0, campaign.RollTable, 1, 1); err != nil || again.Number != 1 {
		t.Errorf("the same key again: %v", err)
	}
	_, err = send(c, c.cleo, b, 0, 1, campaign.RollTable, 1, 1)
	wantError(t, err, campaign.Stale, "number", "changed-since", "CAMP-BAT-8")
	_, err = c.Undo(ctx, c.cleo, c.id, b, 1)
	wantError(t, err, campaign.Forbidden, "number", "not-undoable", "CAMP-BAT-9")
	if l, err := c.Undo(ctx, c.bob, c.id, b, 1); err != nil || l.Number != 0 {
		t.Fatalf("undo: %v", err)
	}
	l, err := send(c, c.bob, b, 0, 0, campaign.RollApp)
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Undo(ctx, c.bob, c.id, b, 1)
	wantError(t, err, campaign.Forbidden, "number", "not-undoable", "CAMP-BAT-9")
	if _, err := c.Undo(ctx, c.anne, c.id, b, 1); err != nil {
		t.Fatal(err)
	}
	m, err := send(c, c.bob, b, 0, 0, campaign.RollApp)
	if err != nil || fmt.Sprint(m.Steps[0].Dice) != fmt.Sprint(l.Steps[0].Dice) {
		t.Errorf("the seed gave other dice after an undo: %v", err)
	}
	_, err = c.FinishBattle(ctx, c.bob, c.id, b, "f")
	wantError(t, err, campaign.Conflict, "battle", "not-over", "CAMP-BAT-5")
	c.clean()
}

// TestAftermathByHand: each side posts its own part and no more; the battle is
// final after the last.
func TestAftermathByHand(t *testing.T) {
	c := newClub(t, true)
	b := c.schedule()
	c.do(c.bob, campaign.Report{Battle: b, Seat: 0, Result: won(0, 2, 0)})
	c.do(c.cleo, campaign.Confirm{Battle: b, Seat: 1})
	glory := []rules.Effect{{Seat: 0, Kind: "resource", Key: "glory", Amount: 3}}
	_, err := c.try(c.bob, campaign.Aftermath{Battle: b, Seat: rules.Nobody, Effects: glory})
	wantError(t, err, campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	_, err = c.try(c.bob, campaign.Aftermath{Battle: b, Seat: rules.Nobody, Effects: glory, Record: "forged", Seed: "guessed"})
	wantError(t, err, campaign.Conflict, "record", "not-open", "CAMP-BAT-7")
	_, err = c.try(c.cleo, campaign.Aftermath{Battle: b, Seat: 1, Effects: glory})
	wantError(t, err, campaign.Invalid, "effects[0].seat", "not-yours", "CAMP-ROLE-2")
	c.do(c.bob, campaign.Aftermath{Battle: b, Seat: 0, Effects: glory})
	if got := c.state().Battles[b].Phase; got != campaign.Confirmed {
		t.Errorf("after one side: %s", got)
	}
	if got := c.state().Rosters[c.rBob].Resources["glory"]; got != 0 {
		t.Errorf("glory %d before the battle is final", got)
	}
	c.do(c.cleo, campaign.Aftermath{Battle: b, Seat: 1})
	s := c.state()
	if s.Battles[b].Phase != campaign.Final || s.Rosters[c.rBob].Resources["glory"] != 3 {
		t.Errorf("after both: %s %v", s.Battles[b].Phase, s.Rosters[c.rBob].Resources)
	}
	c.clean()
}

// TestOpenedTwice: two players who open a battle at once get the same battle,
// with the seed that was promised.
func TestOpenedTwice(t *testing.T) {
	c := newClub(t, true)
	b := c.schedule()
	s := c.state()
	setup := rules.Setup{Mode: rules.Measured, Rosters: []rules.Roster{s.Rosters[c.rBob].Fielded(), s.Rosters[c.rCleo].Fielded()}}
	var wg sync.WaitGroup
	for i, by := range []campaign.Actor{c.bob, c.cleo, c.bob, c.cleo} {
		wg.Go(func() {
			if _, err := c.OpenBattle(ctx, by, c.id, b, setup, fmt.Sprint("open", i)); err != nil && campaign.CodeOf(err) != campaign.Conflict {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	live, err := c.Live(ctx, c.id, b)
	if err != nil || live.SeedHash != c.state().Battles[b].Engine[0].SeedHash {
		t.Errorf("another seed than promised: %v", err)
	}
	c.clean()
}

// TestDeadDoNotFight: a unit that was lost cannot be in a setup.
func TestDeadDoNotFight(t *testing.T) {
	c := newClub(t, true)
	s := c.state()
	setup := rules.Setup{Mode: rules.Measured, Rosters: []rules.Roster{s.Rosters[c.rBob].List, s.Rosters[c.rCleo].List}}
	c.do(c.anne, campaign.Grant{Roster: c.rBob, Unit: "u1-2", What: "lost"})
	b := c.schedule()
	_, err := c.OpenBattle(ctx, c.bob, c.id, b, setup, "open")
	wantError(t, err, campaign.Invalid, "rosters[0].units[2].id", "unit-lost", "CAMP-ROS-2")
}

func TestWatchClub(t *testing.T) {
	c := newClub(t, false)
	acts, stop := c.WatchClub(c.id)
	var last int64
	for range 5 {
		last = c.do(c.anne, campaign.Comment{On: 1, Text: "hi"}).No
	}
	got := int64(0)
	for got < last {
		select {
		case got = <-acts:
		case <-time.After(5 * time.Second):
			t.Fatalf("heard of %d, not of %d", got, last)
		}
	}
	stop()
	stop()
	if _, open := <-acts; open {
		t.Error("the channel is still open")
	}
}
