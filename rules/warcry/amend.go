package warcry

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warcry/ruling"
)

// Amend puts right what the battle holds, in any phase, or carries out an ability that is played by
// hand: a forgotten rule, a slip that was seen late, a card that a club wrote. The opponent must
// agree (WC-HOUSE-9).
type Amend struct {
	bySeat
	Ability string   `json:"ability" in:"0..64" default:"\"\""` // of the acting fighter; its dice are spent
	Value   int      `json:"value" in:"0..6" default:"0"`       // score of the group spent; 0 without ability
	Name    string   `json:"name" in:"0..80" default:"\"\""`    // of what is played by hand; "": a correction
	Text    string   `json:"text" in:"0..600" default:"\"\""`   // what it says
	Reason  string   `json:"reason" in:"0..200" default:"\"\""` // why
	Changes []Change `json:"changes" len:"0..20" default:"[]"`
}

// A Change is one thing that an amendment sets. What it needs beside What follows from amendments.
type Change struct {
	What      string     `json:"what" in:"victory-points|wild-dice|ability-dice|initiative|turn|control|awake|treasure|damage|taken-down|back|position|contact|activations|waiting|reactions|ability-used|ropes|eyes"`
	Seat      rules.Seat `json:"seat" in:"-1..1" default:"-1"`
	Fighter   string     `json:"fighter" in:"0..64" default:"\"\""`
	Enemy     string     `json:"enemy" in:"0..64" default:"\"\""` // the other fighter of a contact
	Objective string     `json:"objective" in:"0..64" default:"\"\""`
	Treasure  string     `json:"treasure" in:"0..64" default:"\"\""`
	Score     int        `json:"score" in:"0..6" default:"0"`    // of ability dice
	Amount    int        `json:"amount" in:"0..999" default:"0"` // the new number
	Yes       bool       `json:"yes" default:"false"`            // whether it holds from now on
	At        *Point     `json:"at" default:"null" null:"true"`  // the new place, on a board
}

// PhraseKey is the key of the phrases that describe a change.
func (Change) PhraseKey() string { return "change" }

// Kind returns the kind of the command.
func (Amend) Kind() string { return "amend" }

// Amended holds what both players put right, or carried out by hand.
type Amended struct {
	Seat    rules.Seat `json:"seat"`
	Name    string     `json:"name"`
	Text    string     `json:"text"`
	Reason  string     `json:"reason"`
	Changes []Change   `json:"changes"`
}

// Kind returns the kind of the event.
func (Amended) Kind() string { return "amended" }

// Rule returns the house rule of agreements.
func (Amended) Rule() string { return "WC-HOUSE-9" }

// An amendment is a kind of Change: what is wrong with one now, and what it does.
type amendment struct {
	fault func(b *Battle, c *Change) *rules.Fault
	apply func(b *Battle, c *Change)
}

// amendments is the table of what can be amended. Nil without a fault of its own: any value fits.
var amendments = map[string]amendment{
	"victory-points": {needsScores, func(b *Battle, c *Change) {
		side := &b.s.Sides[c.Seat]
		side.Rounds[len(side.Rounds)-1] += c.Amount - side.VP
		side.VP = c.Amount
	}},
	"wild-dice": {func(b *Battle, c *Change) *rules.Fault { return rules.FirstFault(needsSeat(b, c), most(c, maxUses)) },
		func(b *Battle, c *Change) { b.s.Sides[c.Seat].Wild = c.Amount }},
	"ability-dice": {func(b *Battle, c *Change) *rules.Fault {
		return rules.FirstFault(needsSeat(b, c), rules.OutOfRangeIf(c.Score == 0, "score", "which score?"), most(c, 7))
	}, func(b *Battle, c *Change) {
		side := &b.s.Sides[c.Seat]
		if side.Singles[c.Score] = c.Amount == 1; c.Amount == 1 {
			side.Dice[c.Score] = 0
			return
		}
		side.Dice[c.Score] = c.Amount
	}},
	"initiative": {func(b *Battle, c *Change) *rules.Fault {
		return rules.FirstFault(needsSeat(b, c), rules.OutOfRangeIf(b.s.Initiative == rules.Nobody, "what", "nobody has had it yet"))
	}, func(b *Battle, c *Change) {
		switch b.s.Initiative = c.Seat; b.s.Phase {
		case phaseFirst:
			b.s.Next = c.Seat
		case phaseAwaken:
			b.s.Next = opponent(c.Seat)
		}
	}},
	"turn": {func(b *Battle, c *Change) *rules.Fault {
		return rules.FirstFault(needsSeat(b, c), rules.ForbidIf(b.s.Phase != phaseCombat || b.s.Acting >= 0, "WC-ACT-1", "what", "nobody is to activate a fighter now"))
	}, func(b *Battle, c *Change) { b.s.Turn = c.Seat }},
	"control": {needsObjective, func(b *Battle, c *Change) { b.s.Objectives[b.objective(c.Objective)].Controller = c.Seat }},
	"awake":   {needsObjective, func(b *Battle, c *Change) { b.s.Objectives[b.objective(c.Objective)].Awake = c.Yes }},
	"treasure": {treasureFault, func(b *Battle, c *Change) {
		k := b.treasure(c.Treasure)
		if i := b.s.Treasures[k].Carrier; i >= 0 {
			b.s.Fighters[i].Carrying = noUnit
		}
		t := &b.s.Treasures[k]
		if t.Carrier = noUnit; c.Fighter != "" {
			t.Carrier = b.find(c.Fighter)
			b.s.Fighters[t.Carrier].Carrying = k
		}
		if c.At != nil {
			t.At = *c.At
		}
	}},
	"damage": {func(b *Battle, c *Change) *rules.Fault {
		if f := needsPlay(b, c); f != nil {
			return f
		}
		return most(c, b.info[b.find(c.Fighter)].profile.Wounds-1)
	}, func(b *Battle, c *Change) { b.w(c.Fighter).Damage = c.Amount }},
	"taken-down": {needsPlay, func(*Battle, *Change) {}}, // by the event of its own that follows
	"back":       {backFault, (*Battle).bringBack},
	"position": {func(b *Battle, c *Change) *rules.Fault {
		if f := needsPlay(b, c); f != nil {
			return f
		}
		return b.placeAmended(c, b.find(c.Fighter))
	}, func(b *Battle, c *Change) {
		w := b.w(c.Fighter)
		if c.At != nil {
			b.put(w, *c.At)
		}
		w.ClimbsOn, w.Climbing = "", noUnit
		b.moved(c.Fighter, nil)
	}},
	"contact": {func(b *Battle, c *Change) *rules.Fault {
		if f := needsPlay(b, c); f != nil {
			return f
		}
		if !b.tableKnows() {
			return rules.Breaks("WC-GEN-2", "what", "the board says who is within 1 inch")
		}
		return b.nearFault(b.find(c.Fighter), "enemy", []string{c.Enemy})
	}, func(b *Battle, c *Change) {
		i, j := b.find(c.Fighter), b.find(c.Enemy)
		b.touch(i, j, c.Yes)
		b.s.Pairs = slices.DeleteFunc(b.s.Pairs, func(p pairFacts) bool { return p.From == i && p.To == j || p.From == j && p.To == i })
	}},
	"activations": {func(b *Battle, c *Change) *rules.Fault {
		if f := needsReady(b, c); f != nil {
			return f
		}
		return most(c, 1+(ruling.MonsterActivations-1)*rules.BoolToInt(b.info[b.find(c.Fighter)].monster))
	}, func(b *Battle, c *Change) {
		w := b.w(c.Fighter)
		if w.Activated, w.Waiting = c.Amount > 0, false; w.monster {
			w.Activations = c.Amount
		}
	}},
	"waiting": {func(b *Battle, c *Change) *rules.Fault {
		if f := needsReady(b, c); f != nil {
			return f
		}
		w := b.w(c.Fighter)
		return rules.ForbidIf(c.Yes && (w.monster || w.Reactions > 0), "WC-WAIT-6", "fighter", "cannot wait")
	}, func(b *Battle, c *Change) {
		w := b.w(c.Fighter)
		w.Waiting, w.Activated = c.Yes, w.Activated || c.Yes
	}},
	"reactions": {func(b *Battle, c *Change) *rules.Fault {
		if f := needsReady(b, c); f != nil {
			return f
		}
		return rules.FirstFault(most(c, 2), rules.ForbidIf(b.w(c.Fighter).monster, "WC-REA-9", "fighter", "monsters do not react"))
	}, func(b *Battle, c *Change) {
		w := b.w(c.Fighter)
		w.Reactions, w.Waiting = c.Amount, w.Waiting && c.Amount == 0
	}},
	"ability-used": {func(b *Battle, c *Change) *rules.Fault {
		return rules.ForbidIf(b.s.Acting < 0, "WC-ABL-1", "what", "nobody is activated")
	}, func(b *Battle, c *Change) { b.s.Act.Used = c.Yes }},
	"ropes": {func(b *Battle, c *Change) *rules.Fault { return rules.FirstFault(needsPlay(b, c), most(c, 60)) },
		func(b *Battle, c *Change) { b.w(c.Fighter).Ropes = c.Amount }},
	"eyes": {func(b *Battle, c *Change) *rules.Fault { return rules.FirstFault(needsPlay(b, c), most(c, 30)) },
		func(b *Battle, c *Change) { b.w(c.Fighter).Eyes = c.Amount }},
}

// most refuses an amount above a limit.
func most(c *Change, limit int) *rules.Fault {
	return rules.OutOfRangeIf(c.Amount > limit, "amount", "is more than it can be")
}

func needsSeat(_ *Battle, c *Change) *rules.Fault {
	return rules.OutOfRangeIf(c.Seat == rules.Nobody, "seat", "whose?")
}

func needsScores(b *Battle, c *Change) *rules.Fault {
	return rules.FirstFault(needsSeat(b, c), rules.OutOfRangeIf(b.s.Round == 0, "what", "no round has begun"))
}

func needsObjective(b *Battle, c *Change) *rules.Fault {
	return rules.OutOfRangeIf(b.objective(c.Objective) < 0 || len(b.s.Objectives) == 0, "objective", "is no objective of this battle")
}

func needsPlay(b *Battle, c *Change) *rules.Fault {
	i := b.find(c.Fighter)
	return rules.OutOfRangeIf(i < 0 || !b.inPlay(i), "fighter", "is no fighter in play")
}

// needsReady refuses fighters that are not in play or are acting just now.
func needsReady(b *Battle, c *Change) *rules.Fault {
	if f := needsPlay(b, c); f != nil {
		return f
	}
	return rules.ForbidIf(b.s.Acting == b.find(c.Fighter), "WC-ACT-2", "fighter", "is activated just now")
}

func treasureFault(b *Battle, c *Change) *rules.Fault {
	k := b.treasure(c.Treasure)
	if k < 0 || len(b.s.Treasures) == 0 {
		return rules.Faultf(rules.OutOfRange, "treasure", "is no treasure of this battle")
	}
	if c.Fighter == "" {
		return nil
	}
	if f := needsPlay(b, c); f != nil {
		return f
	}
	i := b.find(c.Fighter)
	return rules.FirstFault(
		rules.ForbidIf(b.info[i].beast || b.info[i].monster, "WC-TRE-3", "fighter", "carries no treasure"),
		rules.ForbidIf(b.s.Fighters[i].Carrying >= 0 && b.s.Fighters[i].Carrying != k, "WC-TRE-2", "fighter", "carries another one"),
	)
}

// backFault refuses to bring a fighter back that is not down, or to where it cannot stand.
func backFault(b *Battle, c *Change) *rules.Fault {
	i := b.find(c.Fighter)
	if i < 0 || !b.s.Fighters[i].Out {
		return rules.Faultf(rules.OutOfRange, "fighter", "is not taken down")
	}
	return rules.FirstFault(most(c, b.info[i].profile.Wounds-1), b.placeAmended(c, i))
}

// placeAmended refuses a place where a fighter cannot stand; on a board one is needed.
func (b *Battle) placeAmended(c *Change, i int) *rules.Fault {
	if !b.board {
		return nil
	}
	if c.At == nil {
		return rules.Faultf(rules.MissingField, "at", "is needed on a board")
	}
	return rules.ForbidIf(!b.mayStand(i, *c.At), "WC-MOVE-15", "at", "there is no room")
}

// bringBack puts a fighter back that was taken down, and takes back what its fall gave the enemy.
func (b *Battle) bringBack(c *Change) {
	i := b.find(c.Fighter)
	w := &b.s.Fighters[i]
	if w.DownRound == b.s.Round {
		side := &b.s.Sides[opponent(w.seat)]
		side.BloodPoints = max(0, side.BloodPoints-b.info[i].profile.Points)
	}
	if by := w.DownBy; by >= 0 && b.info[by].seat != w.seat {
		k := &b.s.Fighters[by]
		k.Kills, k.KillPoints = max(0, k.Kills-1), max(0, k.KillPoints-b.info[i].profile.Points)
		if b.s.FirstBlood == by && k.Kills == 0 {
			b.s.FirstBlood = noUnit
		}
	}
	w.Out, w.Damage, w.DownRound, w.DownCause, w.DownBy = false, c.Amount, 0, "", noUnit
	if c.At != nil {
		b.put(w, *c.At)
	}
}

// playAmend carries out what both players agree on.
func (b *Battle) playAmend(t *rules.Turn, c Amend) *rules.Fault {
	if !b.amends() {
		return b.wrongPhase()
	}
	if _, over := b.Outcome(); over {
		return b.wrongPhase()
	}
	user, fault := b.byHand(c.Seat, c.Ability, c.Value)
	if fault != nil {
		return fault
	}
	if len(c.Changes) == 0 && c.Ability == "" && c.Name == "" {
		return rules.Faultf(rules.MissingField, "changes", "what is put right?")
	}
	// A change may rest on one before it, so each is checked on a copy that has those made.
	tried := b.Clone().(*Battle)
	for k := range c.Changes {
		change := &c.Changes[k]
		if fault := amendments[change.What].fault(tried, change); fault != nil {
			fault.Field = rules.Join(rules.At("changes", k), fault.Field)
			return fault
		}
		amendments[change.What].apply(tried, change)
	}
	if t.Ask("WC-HOUSE-9", opponent(c.Seat), "agree", "agree", "refuse") == 1 {
		return nil
	}
	if c.Ability != "" {
		t.Emit(AbilityUsed{Fighter: b.id(user), Ability: c.Ability, Value: c.Value, Dice: b.s.Sides[c.Seat].Dice[c.Value]})
	}
	t.Emit(Amended{Seat: c.Seat, Name: c.Name, Text: c.Text, Reason: c.Reason, Changes: c.Changes})
	for _, change := range c.Changes {
		if i := b.find(change.Fighter); change.What == "taken-down" && b.inPlay(i) {
			b.takeDown(t, i, noUnit, "agreed")
		}
	}
	b.goOn(t)
	return nil
}

// goOn continues a combat phase after an amendment: it ends the activation of a fighter that is gone
// and lets players pass who have nobody left to activate.
func (b *Battle) goOn(t *rules.Turn) {
	switch {
	case b.s.Phase != phaseCombat:
	case b.s.Acting >= 0 && !b.inPlay(b.s.Acting):
		b.endActivation(t, b.s.Acting)
	case b.s.Acting < 0:
		b.passTurns(t)
	}
}

// applyAmended makes the changes of an amendment.
func (b *Battle) applyAmended(e Amended) {
	b.memo.reset()
	for k := range e.Changes {
		amendments[e.Changes[k].What].apply(b, &e.Changes[k])
	}
}
