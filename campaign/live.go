package campaign

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// A StepLog stores live battles: the head of each part, and its steps.
type StepLog interface {
	// SaveLive stores the head of a battle's part. It returns a Conflict if the part has steps.
	SaveLive(ctx context.Context, h LiveHead) error
	// Lives returns the heads of a club, sorted by battle and part.
	Lives(ctx context.Context, club ID) ([]LiveHead, error)
	// Live returns the head of a part, or NotFound.
	Live(ctx context.Context, club, battle ID, part Part) (LiveHead, error)
	// AppendStep stores a step and removes the pending move. It returns Stale if the
	// step's number is not the next.
	AppendStep(ctx context.Context, s StepRow) error
	// DropStep removes the last step and the pending move after it. It returns Stale
	// if the last step has another number.
	DropStep(ctx context.Context, club, battle ID, part Part, number int) error
	// Steps returns the steps of a part in order.
	Steps(ctx context.Context, club, battle ID, part Part) ([]StepRow, error)
}

// A LiveSnapshot is a part of a battle in the engine at one moment. Its Battle must be
// cloned before it is played on.
type LiveSnapshot struct {
	Club, BattleID ID
	Part           Part
	Setup          rules.Setup
	Battle         rules.Battle
	Steps          []rules.Step
	Rows           []StepRow // one for each of Steps: author, time, who threw the dice
	Number         int       // number of steps
	Over           bool
	Outcome        rules.Outcome // set once the battle is over
	SeedHash       string        // published before the first die
	SeedLost       bool          // the seed was left behind when the club was moved: all dice are thrown at the table
	Pending        *Pending      // a move that waits for dice or a choice; nil when none does
}

type liveKey struct {
	club, battle ID
	part         Part
}

// A liveBattle is one part of a battle being played. Its mutex lets in one command at a time.
type liveBattle struct {
	mu           sync.Mutex
	game         *rules.Game
	head         LiveHead
	live         *LiveSnapshot
	pendingStamp string // stamp of the pending move in the store; "" without one
	lastAnswer   string // answerID of the answer that made the last step
}

func (l *liveBattle) key() liveKey { return liveKey{l.head.Club, l.head.Battle, l.head.Part} }

// OpenBattle starts a battle in the engine and publishes the hash of its seed. It fills in
// the setup's game and version; the setup needs one roster for each seat. Errors of the
// game are returned as *rules.Fault. Permission: open, for one's own battle.
func (s *Service) OpenBattle(ctx context.Context, by Actor, club, battle ID, setup rules.Setup, key string) (*LiveSnapshot, error) {
	st, b, g, err := s.battle(ctx, club, battle)
	if err != nil {
		return nil, err
	}
	if g == nil || g.Begin == nil {
		return nil, refuse(Conflict, "battle", "no-engine", "", "game", st.Campaigns[b.Campaign].Settings.Game)
	}
	setup.Game, setup.Version = g.ID, g.Version
	setup.Rosters = slices.Clone(setup.Rosters)
	for i, r := range setup.Rosters {
		setup.Rosters[i] = g.WithPoints(r, st.Campaigns[b.Campaign].Settings.Limit)
	}
	raw, err := rules.EncodeResult(setup)
	if err != nil {
		return nil, err
	}
	if _, err := beginBattle(g, raw); err != nil {
		return nil, err
	}
	return s.openPart(ctx, by, LiveHead{Club: club, Battle: battle, Part: PartBattle, Setup: raw}, setup.Rosters, key)
}

// OpenAftermath starts the aftermath of a settled battle in the engine. Permission: open,
// for one's own battle.
func (s *Service) OpenAftermath(ctx context.Context, by Actor, club, battle ID, key string) (*LiveSnapshot, error) {
	_, _, g, err := s.battle(ctx, club, battle)
	if err != nil {
		return nil, err
	}
	if g == nil || g.Aftermath == nil {
		return nil, refuse(Conflict, "battle", "no-aftermath", "")
	}
	fought, err := s.liveBattle(ctx, liveKey{club, battle, PartBattle})
	if err != nil {
		return nil, err
	}
	if l := fought.snapshot(); !l.Over {
		return nil, refuse(Conflict, "battle", "not-over", "CAMP-BAT-5")
	}
	return s.openPart(ctx, by, LiveHead{Club: club, Battle: battle, Part: PartAftermath, Setup: fought.head.Setup}, nil, key)
}

func (s *Service) openPart(ctx context.Context, by Actor, head LiveHead, rosters []rules.Roster, key string) (*LiveSnapshot, error) {
	s.openMu.Lock()
	defer s.openMu.Unlock()
	head.Seed = s.newSeed()
	st, b, _, err := s.battle(ctx, head.Club, head.Battle)
	if err != nil {
		return nil, err
	}
	if err := st.authorise(by.Member, ActRequest{Body: Open{Battle: head.Battle}}); err != nil {
		return nil, err
	}
	at := liveKey{head.Club, head.Battle, head.Part}
	if b.enginePart(head.Part) == nil {
		if err := b.mayOpen(head.Part); err != nil {
			return nil, err
		}
		// The seed is stored before its hash is published: without the seed the
		// dice could not be proved.
		if err := s.steps.SaveLive(ctx, head); err != nil {
			return nil, err
		}
		s.dropLive(at)
	}
	open := Open{Battle: head.Battle, Part: head.Part, Setup: sha256Hex(head.Setup), SeedHash: HashToken(head.Seed), Rosters: rosters}
	if _, err := s.Do(ctx, by, head.Club, key, ActRequest{Body: open}); err != nil {
		return nil, err
	}
	return s.Live(ctx, head.Club, head.Battle)
}

// Live returns the part of a battle that was opened last: the aftermath once it is open,
// else the battle. It returns NotFound if the battle was never opened.
func (s *Service) Live(ctx context.Context, club, battle ID) (*LiveSnapshot, error) {
	t, _, err := s.currentLive(ctx, club, battle)
	if err != nil {
		return nil, err
	}
	return t.snapshot(), nil
}

// LivePart returns one part of a battle.
func (s *Service) LivePart(ctx context.Context, club, battle ID, part Part) (*LiveSnapshot, error) {
	t, err := s.liveBattle(ctx, liveKey{club, battle, part})
	if err != nil {
		return nil, err
	}
	return t.snapshot(), nil
}

// Record returns a part as a record of package rules, with everything needed to replay a
// battle. The record of an aftermath also needs that of its battle.
func (l *LiveSnapshot) Record() rules.Record { return rules.Record{Setup: l.Setup, Steps: l.Steps} }

// battle returns a battle with its state and its game. The game is nil if the service does
// not have it.
func (s *Service) battle(ctx context.Context, club, battle ID) (*State, *Battle, *rules.Game, error) {
	st, err := s.State(ctx, club)
	if err != nil {
		return nil, nil, nil, err
	}
	b := st.Battles[battle]
	if b == nil {
		return nil, nil, nil, notFound("battle", "battle", battle)
	}
	return st, b, s.games[st.Campaigns[b.Campaign].Settings.Game], nil
}

func (b *Battle) enginePart(part Part) *EnginePart {
	return find(b.EngineParts, func(p *EnginePart) bool { return p.Part == part })
}

// liveBattle returns the live battle of a part. The first call loads it from the store. What was loaded while the battle was
// dropped or written to may be old already, and is not kept for the next call.
func (s *Service) liveBattle(ctx context.Context, at liveKey) (*liveBattle, error) {
	s.mu.Lock()
	t, load := s.liveBattles[at], s.liveLoads[at]
	if t == nil && load == nil {
		load = new(int)
		s.liveLoads[at] = load
	}
	s.mu.Unlock()
	if t != nil {
		return t, nil
	}
	head, err := s.steps.Live(ctx, at.club, at.battle, at.part)
	if err == nil {
		t, err = s.replay(ctx, head)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	current := s.liveLoads[at] == load
	if current {
		delete(s.liveLoads, at)
	}
	if err != nil {
		return nil, err
	}
	if other := s.liveBattles[at]; other != nil {
		return other, nil
	}
	if current {
		s.liveBattles[at] = t
	}
	return t, nil
}

// dropLive removes a live battle from memory; the next call of liveBattle loads it again.
func (s *Service) dropLive(at liveKey) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.liveBattles, at)
	delete(s.liveLoads, at)
}

// wroteLive is called when t has been written to the store. If the service has another one in memory or is loading one,
// which does not have what was written, it is dropped.
func (s *Service) wroteLive(t *liveBattle) {
	s.mu.Lock()
	kept := s.liveBattles[t.key()] == t
	s.mu.Unlock()
	if !kept {
		s.dropLive(t.key())
	}
}

// replay replays the stored steps of a part; for an aftermath it replays the battle first.
func (s *Service) replay(ctx context.Context, head LiveHead) (*liveBattle, error) {
	defer s.taskDone(TaskReplay, time.Now())
	var setup rules.Setup
	if err := json.Unmarshal(head.Setup, &setup); err != nil {
		return nil, err
	}
	g := s.games[setup.Game]
	if g == nil || g.Begin == nil {
		return nil, refuse(Conflict, "game", "no-engine", "", "game", setup.Game)
	}
	start, err := s.startPart(ctx, g, head)
	if err != nil {
		return nil, err
	}
	rows, err := s.steps.Steps(ctx, head.Club, head.Battle, head.Part)
	if err != nil {
		return nil, err
	}
	live := &LiveSnapshot{Club: head.Club, BattleID: head.Battle, Part: head.Part, Setup: setup, Battle: start, SeedHash: HashToken(head.Seed)}
	if head.Seed == "" {
		_, b, _, err := s.battle(ctx, head.Club, head.Battle)
		if err != nil {
			return nil, err
		}
		if p := b.enginePart(head.Part); p != nil {
			live.SeedHash = p.SeedHash
		}
		live.SeedLost = true
	}
	for _, row := range rows {
		step, err := g.DecodeStep(row.Line)
		if err != nil {
			return nil, stepError(head, row, err)
		}
		after, again, err := rules.Play(live.Battle, step.Command, dice.NewTape(rules.Faces(step.Dice)...), rules.ChooseFrom(step.Choices))
		if err != nil {
			return nil, stepError(head, row, err)
		}
		if err := sameStep(step, again); err != nil {
			return nil, stepError(head, row, err)
		}
		live = live.withStep(after, step, row)
	}
	live.Outcome, live.Over = live.Battle.Outcome()
	t := &liveBattle{game: g, head: head, live: live}
	waiting, err := s.moves.Pending(ctx, head.Club, head.Battle, head.Part)
	if err != nil {
		return nil, err
	}
	return t, t.restorePending(waiting)
}

// startPart returns the battle as it is before the first step of a part.
func (s *Service) startPart(ctx context.Context, g *rules.Game, head LiveHead) (rules.Battle, error) {
	if head.Part == PartBattle {
		return beginBattle(g, head.Setup)
	}
	if g.Aftermath == nil {
		return nil, refuse(Conflict, "battle", "no-aftermath", "")
	}
	fought, err := s.liveBattle(ctx, liveKey{head.Club, head.Battle, PartBattle})
	if err != nil {
		return nil, err
	}
	return g.Aftermath(fought.snapshot().Battle.Clone())
}

// beginBattle starts a battle from the stored bytes of its setup, so that it is the same
// after a restart.
func beginBattle(g *rules.Game, raw json.RawMessage) (rules.Battle, error) {
	var setup rules.Setup
	if err := json.Unmarshal(raw, &setup); err != nil {
		return nil, err
	}
	return g.Begin(setup)
}

func (l *liveBattle) snapshot() *LiveSnapshot {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.live.withOwnBattle()
}

// withOwnBattle returns the snapshot with a clone of its battle. A battle caches what it
// measures, so two goroutines must not read the same one.
func (l *LiveSnapshot) withOwnBattle() *LiveSnapshot {
	n := *l
	n.Battle = l.Battle.Clone()
	return &n
}

// withStep returns the snapshot with one more step. Slices are clipped, so that a step
// after an undo does not overwrite one that older snapshots still show.
func (l *LiveSnapshot) withStep(b rules.Battle, step rules.Step, row StepRow) *LiveSnapshot {
	n := *l
	n.Battle, n.Pending = b, nil
	n.Steps, n.Rows = append(slices.Clip(l.Steps), step), append(slices.Clip(l.Rows), row)
	n.Number = len(n.Steps)
	n.Outcome, n.Over = b.Outcome()
	return &n
}

func sha256Hex(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// Open starts a part of a battle in the engine. It publishes the hash of the seed; the
// seed itself is published when the part is finished.
type Open struct {
	Battle   ID             `json:"battle"`
	Part     Part           `json:"part"`
	Setup    string         `json:"setup"`     // SHA-256 of the setup's JSON
	SeedHash string         `json:"seed_hash"` // SHA-256 of the seed
	Rosters  []rules.Roster `json:"rosters"`   // the rosters as they fight, for PartBattle
}

func (b Open) subject() Subject { return ofBattle(b.Battle) }

func (b Open) ownedBy(s *State, by ID) bool { return s.hasSeat(by, b.Battle) }

func (b Open) fill(g idFiller) Body {
	if g.clear {
		return Open{Battle: b.Battle, Part: b.Part} // without what a repeated request makes anew: the setup and the seed
	}
	return b
}

func (b Open) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	if old == nil {
		return notFound("battle", "battle", b.Battle)
	}
	if slices.ContainsFunc(old.EngineParts, func(p EnginePart) bool { return p.Part == b.Part }) {
		return refuse(Conflict, "part", "open-already", "CAMP-BAT-2")
	}
	if err := old.mayOpen(b.Part); err != nil {
		return err
	}
	if b.Part == PartBattle {
		if len(b.Rosters) != len(old.Seats) {
			return refuse(Invalid, "rosters", "seats-differ", "", "seats", fmt.Sprint(len(old.Seats)))
		}
		if err := f.checkFielded(old, b.Rosters); err != nil {
			return err
		}
	}
	n := f.editAndNote(b.Battle, a)
	if b.Part == PartBattle {
		n.RosterSnapshots = b.Rosters
	}
	n.EngineParts = append(n.EngineParts, EnginePart{Part: b.Part, Setup: b.Setup, SeedHash: b.SeedHash, ActNo: ActNo(a.No)})
	return nil
}

// mayOpen refuses a battle that is reported already (CAMP-BAT-1), and the aftermath of one
// that is not settled (CAMP-BAT-5).
func (b *Battle) mayOpen(part Part) error {
	switch {
	case part == PartBattle && b.Status != Scheduled:
		return refuse(Conflict, "battle", "played-already", "CAMP-BAT-1", "phase", string(b.Status))
	case part == PartAftermath && b.Status != Confirmed && b.Status != Ruled:
		return refuse(Conflict, "battle", "not-settled", "CAMP-BAT-5", "phase", string(b.Status))
	case part != PartBattle && part != PartAftermath:
		return refuse(Invalid, "part", "unknown-part", "")
	}
	return nil
}

// checkFielded refuses units that are lost or not in their roster's list (CAMP-ROS-2).
func (f *fold) checkFielded(b *Battle, fielded []rules.Roster) error {
	for i, list := range fielded {
		r := f.Rosters[b.Seats[i]]
		for j, u := range list.Units {
			field := fmt.Sprintf("rosters[%d].units[%d].id", i, j)
			if !slices.ContainsFunc(r.List.Units, func(o rules.Unit) bool { return o.ID == u.ID }) {
				return refuse(Invalid, field, "unit-not-listed", "CAMP-ROS-2", "unit", u.Name)
			}
			if r.Lost(u.ID) {
				return refuse(Invalid, field, "unit-lost", "CAMP-ROS-2", "unit", u.Name)
			}
		}
	}
	return nil
}

// checkRecord refuses a record of a part that was not opened, or with another seed than the
// one whose hash was published (CAMP-BAT-7). An empty seed is accepted if the seed was left
// behind in another database.
func (b *Battle) checkRecord(part Part, record, seed string) error {
	switch p := b.enginePart(part); {
	case record == "":
		return nil
	case p == nil:
		return refuse(Conflict, "record", "not-open", "CAMP-BAT-7")
	case seed != "" && HashToken(seed) != p.SeedHash:
		return refuse(Invalid, "seed", "seed-differs", "CAMP-BAT-7")
	}
	return nil
}

func (b *Battle) closePart(part Part, record, seed string, steps int) {
	if p := b.enginePart(part); p != nil && record != "" {
		p.Record, p.Seed, p.Steps = record, seed, steps
	}
}
