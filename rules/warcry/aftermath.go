package warcry

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
)

// The book has no campaign, so the aftermath follows house rules:
//
//	WC-HOUSE-1  actions that players carry out by hand are logged
//	WC-HOUSE-2  each fighter taken down rolls a D6: 1 a scar, 2 rests, 3+ recovers;
//	            a leader is never lost, others are lost on a second 1
//	WC-HOUSE-3  a scar is rolled on the table of six
//	WC-HOUSE-4  experience: 1 for the battle, 1 for each kill, 1 more for survivors
//	WC-HOUSE-5  honours by what fighters did
//	WC-HOUSE-6  glory: 3 for a victory, 2 for a draw, 1 for a defeat, 1 for a monster
//	WC-HOUSE-7  one glory may be spent on a search: 6 finds 3 glory, 4-5 one back
//	WC-HOUSE-8  a steady hand re-rolls one hit roll once a battle (aftermath_marks.go)

// Recover rolls for the injuries of a side's fighters and gives its experience, honours and
// glory.
type Recover struct{ bySeat }

// Spend spends a glory on a search, or ends the side's aftermath.
type Spend struct {
	bySeat
	Search bool `json:"search"`
}

func (Recover) Kind() string { return "recover" }
func (Spend) Kind() string   { return "spend" }

// Recovered is the injury of a fighter that was taken down.
type Recovered struct {
	Fighter string `json:"fighter"`
	Injury  string `json:"injury"` // "recovers", "rests", "scar" or "lost"
	Scar    string `json:"scar"`
}

// Honoured gives an honour to a fighter.
type Honoured struct {
	Fighter string `json:"fighter"`
	Honour  string `json:"honour"`
}

// Gained gives experience to a fighter, or glory to a side (Fighter is "" then).
type Gained struct {
	Seat    rules.Seat `json:"seat"`
	Fighter string     `json:"fighter"`
	What    string     `json:"what"` // "experience" or "glory"
	Amount  int        `json:"amount"`
	Law     string     `json:"law"` // id of the house rule
}

// AftermathEnded ends the aftermath of a side.
type AftermathEnded struct {
	Seat rules.Seat `json:"seat"`
}

func (Recovered) Kind() string      { return "recovered" }
func (Honoured) Kind() string       { return "honoured" }
func (Gained) Kind() string         { return "gained" }
func (AftermathEnded) Kind() string { return "aftermath-ended" }

func (e Recovered) Rule() string {
	if e.Injury == "scar" {
		return "WC-HOUSE-3"
	}
	return "WC-HOUSE-2"
}
func (Honoured) Rule() string { return "WC-HOUSE-5" }
func (e Gained) Rule() string {
	if e.Law != "" {
		return e.Law
	}
	return "WC-HOUSE-4"
}
func (AftermathEnded) Rule() string { return "WC-HOUSE-7" }

// An Aftermath is what follows a finished battle: a short battle of dice and choices whose
// outcome has the effects on the campaign.
type Aftermath struct {
	battle *Battle
	state  aftermathState
}

// aftermathState is the state of an aftermath.
type aftermathState struct {
	Settled [2]bool        `json:"settled"` // the seat has played Recover
	Done    [2]bool        `json:"done"`
	Glory   [2]int         `json:"glory"`
	Effects []rules.Effect `json:"effects"`
}

func newAftermath(b rules.Battle) (rules.Battle, error) {
	w, ok := b.(*Battle)
	if !ok {
		return nil, rules.Faultf(rules.WrongType, "", "no battle of Warcry")
	}
	if _, over := w.Outcome(); !over {
		return nil, rules.Faultf(rules.Illegal, "", "the battle is not over")
	}
	return &Aftermath{battle: w}, nil
}

// Clone returns an independent copy.
func (a *Aftermath) Clone() rules.Battle {
	c := *a
	c.state.Effects = slices.Clone(a.state.Effects)
	return &c
}

// MarshalJSON writes the aftermath with its battle.
func (a *Aftermath) MarshalJSON() ([]byte, error) {
	return json.Marshal(savedBattle{Setup: a.battle.setup, State: a.battle.s, Aftermath: &a.state})
}

// Legal returns the commands that each side can still give.
func (a *Aftermath) Legal() []rules.Command {
	var list []rules.Command
	for seat := range rules.Seat(2) {
		g := bySeat{Seat: seat}
		switch {
		case a.state.Done[seat]:
		case !a.state.Settled[seat]:
			list = append(list, Recover{g})
		default:
			list = append(list, Spend{g, false})
			if a.state.Glory[seat] > 0 {
				list = append(list, Spend{g, true})
			}
		}
	}
	return list
}

// Play carries out a command of the aftermath.
func (a *Aftermath) Play(t *rules.Turn, c rules.Command) error {
	seat := c.By()
	if seat != 0 && seat != 1 {
		return rules.Faultf(rules.OutOfRange, "by", "no seat %d", seat)
	}
	switch c := c.(type) {
	case Recover:
		if a.state.Settled[seat] {
			return rules.Breaks("WC-HOUSE-2", "by", "has recovered already")
		}
		a.recoverSide(t, seat)
		return nil
	case Spend:
		switch {
		case !a.state.Settled[seat] || a.state.Done[seat]:
			return rules.Breaks("WC-HOUSE-7", "by", "not now")
		case c.Search && a.state.Glory[seat] == 0:
			return rules.Breaks("WC-HOUSE-7", "search", "there is no glory to spend")
		}
		if c.Search {
			a.search(t, seat)
		}
		t.Emit(AftermathEnded{Seat: seat})
		return nil
	}
	return rules.Breaks("WC-SEQ-2", "kind", "the battle is over")
}

// search spends a glory and throws a die; on a 6 the player chooses a reward (WC-HOUSE-7).
func (a *Aftermath) search(t *rules.Turn, seat rules.Seat) {
	t.Emit(Gained{Seat: seat, What: "glory", Amount: -1, Law: "WC-HOUSE-7"})
	found := t.Count("search", 1, 6, 4, 6)
	switch {
	case found[2] == 1:
		if t.Ask("WC-HOUSE-7", seat, "trinket", "sell", "share") == 0 {
			t.Emit(Gained{Seat: seat, What: "glory", Amount: 3, Law: "WC-HOUSE-7"})
			return
		}
		for i := range a.battle.info {
			if a.battle.info[i].seat == seat && a.battle.info[i].leader {
				t.Emit(Gained{Seat: seat, Fighter: a.battle.id(i), What: "experience", Amount: 2, Law: "WC-HOUSE-7"})
			}
		}
	case found[1] == 1:
		t.Emit(Gained{Seat: seat, What: "glory", Amount: 1, Law: "WC-HOUSE-7"})
	}
}

// recoverSide carries out injuries, experience, honours and glory of a side.
func (a *Aftermath) recoverSide(t *rules.Turn, seat rules.Seat) {
	b := a.battle
	for i := range b.info {
		if b.info[i].seat != seat {
			continue
		}
		w := &b.s.Fighters[i]
		lost := false
		if w.Out {
			lost = a.rollInjury(t, i)
		}
		if lost {
			continue
		}
		xp := 1 + w.Kills
		if !w.Out {
			xp++
		}
		t.Emit(Gained{Seat: seat, Fighter: b.id(i), What: "experience", Amount: xp, Law: "WC-HOUSE-4"})
		for _, h := range a.honours(i) {
			t.Emit(Honoured{Fighter: b.id(i), Honour: h})
		}
	}
	t.Emit(Gained{Seat: seat, What: "glory", Amount: a.gloryEarned(seat), Law: "WC-HOUSE-6"})
}

// rollInjury rolls for a fighter that was taken down and reports whether it is lost
// (WC-HOUSE-2).
func (a *Aftermath) rollInjury(t *rules.Turn, i int) (lost bool) {
	e := Recovered{Fighter: a.battle.id(i), Injury: "recovers"}
	rolled := t.Count("injury", 1, 6, 2, 3)
	switch {
	case rolled[0] == 1 && !a.battle.info[i].leader && t.Count("injury", 1, 6, 2)[0] == 1:
		e.Injury = "lost"
	case rolled[0] == 1:
		e.Injury, e.Scar = "scar", marks[t.Roll("scar", 1, 6)[0]-1].id
	case rolled[1] == 1:
		e.Injury = "rests"
	}
	t.Emit(e)
	return e.Injury == "lost"
}

// honours returns the honours that a fighter earned (WC-HOUSE-5).
func (a *Aftermath) honours(i int) []string {
	b := a.battle
	w := &b.s.Fighters[i]
	did := func(a achievement) bool { return w.Achievements&int(a) != 0 }
	alive, mates := !w.Out, 0
	for j := range b.info {
		if j != i && b.info[j].seat == b.info[i].seat && !b.s.Fighters[j].Out {
			mates++
		}
	}
	var list []string
	for _, h := range [...]struct {
		id string
		ok bool
	}{
		{"first-blood", b.s.FirstBlood == i},
		{"monster-slayer", did(tookDownMonster)},
		{"headhunter", did(tookDownLeader)},
		{"reaper", w.Kills >= 3},
		{"last-standing", alive && mates == 0 && len(b.setup.Rosters[b.info[i].seat].Units) > 1},
		{"treasure-bearer", alive && w.Carrying >= 0},
		{"cold-riposte", did(tookDownByCounter)},
		{"unbreakable", alive && did(lostHalfWounds) && w.Kills > 0},
		{"cat-footed", alive && did(survivedFall)},
	} {
		if h.ok && !slices.Contains(b.setup.Rosters[b.info[i].seat].Units[a.unit(i)].Marks, h.id) {
			list = append(list, h.id)
		}
	}
	return list
}

// unit returns the index of a fighter in its roster.
func (a *Aftermath) unit(i int) int {
	if a.battle.info[i].seat == 1 {
		return i - len(a.battle.setup.Rosters[0].Units)
	}
	return i
}

// gloryEarned returns the glory that a side earned in the battle (WC-HOUSE-6).
func (a *Aftermath) gloryEarned(seat rules.Seat) int {
	o, _ := a.battle.Outcome()
	glory := map[rules.Seat]int{seat: 3, rules.Nobody: 2, opponent(seat): 1}[o.Winner]
	for i := range a.battle.info {
		if a.battle.info[i].seat == seat && a.battle.s.Fighters[i].Achievements&int(tookDownMonster) != 0 {
			glory++
		}
	}
	return glory
}

// Apply changes the aftermath by an event.
func (a *Aftermath) Apply(e rules.Event) {
	b := a.battle
	add := func(f rules.Effect) { a.state.Effects = append(a.state.Effects, f) }
	switch e := e.(type) {
	case Recovered:
		seat := b.info[b.find(e.Fighter)].seat
		switch e.Injury {
		case "scar":
			add(rules.Effect{Seat: seat, Unit: e.Fighter, Kind: "scar", Key: e.Scar, Amount: 1, Rule: e.Rule()})
		case "lost":
			add(rules.Effect{Seat: seat, Unit: e.Fighter, Kind: "lost", Key: "lost", Amount: 1, Rule: e.Rule()})
		}
	case Honoured:
		add(rules.Effect{Seat: b.info[b.find(e.Fighter)].seat, Unit: e.Fighter, Kind: "honour", Key: e.Honour, Amount: 1, Rule: e.Rule()})
	case Gained:
		f := rules.Effect{Seat: e.Seat, Unit: e.Fighter, Kind: "experience", Key: "experience", Amount: e.Amount, Rule: e.Rule()}
		if e.What == "glory" {
			f.Kind, f.Key = "resource", "glory"
			a.state.Glory[e.Seat] += e.Amount
			if e.Law == "WC-HOUSE-6" {
				a.state.Settled[e.Seat] = true
				a.addKills(e.Seat)
			}
		}
		add(f)
	case AftermathEnded:
		a.state.Done[e.Seat] = true
	}
}

// addKills adds the effects for kills of a side's fighters.
func (a *Aftermath) addKills(seat rules.Seat) {
	for i := range a.battle.info {
		if w := &a.battle.s.Fighters[i]; a.battle.info[i].seat == seat && w.Kills > 0 {
			a.state.Effects = append(a.state.Effects, rules.Effect{Seat: seat, Unit: a.battle.id(i), Kind: "kill", Key: "points", Amount: w.Kills, Rule: "WC-DMG-2"})
		}
	}
}

// Outcome returns the outcome of the battle with its effects on the campaign; it is not ok
// before both sides are done.
func (a *Aftermath) Outcome() (rules.Outcome, bool) {
	if !a.state.Done[0] || !a.state.Done[1] {
		return rules.Outcome{}, false
	}
	o, _ := a.battle.Outcome()
	o.Effects = slices.Clone(a.state.Effects)
	return o, true
}
