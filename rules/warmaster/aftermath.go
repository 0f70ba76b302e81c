package warmaster

import (
	"slices"

	"oriflamme/rules"
)

// The aftermath is ours: the pages on campaigns are missing. Its house rules:
//
//	WR-HOUSE-1  battle honours for units and characters, by what they did
//	WR-HOUSE-2  each stand lost rolls a D6: on a 1 it is not back for the next battle
//	WR-HOUSE-3  each unit destroyed rolls a D6: 1 it is lost, 2-3 it is thinned;
//	            characters recover on 2+, a General always
//	WR-HOUSE-4  experience: 1 for the battle and 1 for each enemy unit destroyed
//	WR-HOUSE-5  reputation of the General: 3 for a victory, 1 for a draw, 1 for an
//	            enemy General who fled, 1 when no order of his failed
//	WR-HOUSE-6  one point of reputation may be spent on a parade: on 5+ the units
//	            that destroyed an enemy learn from it
//	WR-HOUSE-7  a carrying voice repeats a failed order once a battle (carrying.go)

// Recover settles the losses, experience, honours and reputation of a side.
type Recover struct{ bySeat }

// Rest closes the aftermath of a side, with a parade if it has reputation for one.
type Rest struct {
	bySeat
	Parade bool `json:"parade" default:"false"`
}

func (Recover) Kind() string { return "recover" }
func (Rest) Kind() string    { return "rest" }

// Recovered is what became of a unit or character that suffered losses.
type Recovered struct {
	Unit string `json:"unit"`
	Fate string `json:"fate"` // "whole", "thinned" or "lost"
	Gone bool   `json:"gone"` // it was destroyed in the battle
}

// Honoured is a unit or character that earned a battle honour.
type Honoured struct {
	Unit   string `json:"unit"`
	Honour string `json:"honour"`
}

// Gained is experience of a unit or character, or reputation of a side when Unit is "".
type Gained struct {
	Seat   rules.Seat `json:"seat"`
	Unit   string     `json:"unit"`
	What   string     `json:"what"` // "experience" or "reputation"
	Amount int        `json:"amount"`
	Law    string     `json:"law"`
}

// AftermathEnded is the end of a side's aftermath.
type AftermathEnded struct {
	Seat rules.Seat `json:"seat"`
}

func (Recovered) Kind() string      { return "recovered" }
func (Honoured) Kind() string       { return "honoured" }
func (Gained) Kind() string         { return "gained" }
func (AftermathEnded) Kind() string { return "aftermath-ended" }

func (e Recovered) Rule() string {
	if e.Gone {
		return "WR-HOUSE-3"
	}
	return "WR-HOUSE-2"
}
func (Honoured) Rule() string       { return "WR-HOUSE-1" }
func (e Gained) Rule() string       { return e.Law }
func (AftermathEnded) Rule() string { return "WR-HOUSE-6" }

// An Aftermath is what follows a battle for the campaign: dice and choices of each side,
// played with the same commands and events as a battle.
type Aftermath struct {
	battle *Battle
	state  aftermathState
}

// aftermathState is what the aftermath has settled so far.
type aftermathState struct {
	Settled [2]bool        `json:"settled"`
	Done    [2]bool        `json:"done"`
	Renown  [2]int         `json:"renown"` // reputation gained so far
	Effects []rules.Effect `json:"effects"`
}

// newAftermath begins the aftermath of a battle that is over.
func newAftermath(b rules.Battle) (rules.Battle, error) {
	w, ok := b.(*Battle)
	if !ok {
		return nil, rules.Faultf(rules.WrongType, "", "no battle of Warmaster")
	}
	if _, over := w.Outcome(); !over {
		return nil, rules.Faultf(rules.Illegal, "", "the battle is not over")
	}
	return &Aftermath{battle: w}, nil
}

// Clone returns a copy that shares nothing that changes.
func (a *Aftermath) Clone() rules.Battle {
	c := *a
	c.state.Effects = slices.Clone(a.state.Effects)
	return &c
}

// MarshalJSON writes the battle with its aftermath.
func (a *Aftermath) MarshalJSON() ([]byte, error) {
	return rules.EncodeResult(savedBattle{a.battle.setup, a.battle.s, &a.state})
}

// Legal lists what each side has still to do.
func (a *Aftermath) Legal() (list []rules.Command) {
	for seat := range rules.Seat(2) {
		g := bySeat{seat}
		switch {
		case a.state.Done[seat]:
		case !a.state.Settled[seat]:
			list = append(list, Recover{g})
		default:
			list = append(list, Rest{g, false})
			if a.state.Renown[seat] > 0 {
				list = append(list, Rest{g, true})
			}
		}
	}
	return list
}

// Play carries out a command of the aftermath.
func (a *Aftermath) Play(t *rules.Turn, c rules.Command) error {
	seat := c.By()
	if seat != 0 && seat != 1 {
		return rules.Faultf(rules.OutOfRange, "by", "there is no seat %d", seat)
	}
	switch c := c.(type) {
	case Recover:
		if a.state.Settled[seat] {
			return rules.Breaks("WR-HOUSE-2", "by", "has recovered already")
		}
		a.recover(t, seat)
		return nil
	case Rest:
		switch {
		case !a.state.Settled[seat] || a.state.Done[seat]:
			return rules.Breaks("WR-HOUSE-6", "by", "not now")
		case c.Parade && a.state.Renown[seat] == 0:
			return rules.Breaks("WR-HOUSE-6", "parade", "there is no reputation to spend")
		}
		if c.Parade {
			a.parade(t, seat)
		}
		t.Emit(AftermathEnded{seat})
		return nil
	}
	return rules.Breaks("WR-END-1", "kind", "the battle is over")
}

// recover settles a side's losses, then its experience and honours, then its reputation.
func (a *Aftermath) recover(t *rules.Turn, seat rules.Seat) {
	b := a.battle
	for i := range b.info {
		if b.info[i].seat != seat {
			continue
		}
		if a.heal(t, i) {
			continue
		}
		t.Emit(Gained{seat, b.id(i), "experience", 1 + b.s.Units[i].Kills, "WR-HOUSE-4"})
		for _, h := range a.honours(i) {
			t.Emit(Honoured{b.id(i), h})
		}
	}
	for _, g := range a.reputation(seat) {
		t.Emit(Gained{seat, "", "reputation", g, "WR-HOUSE-5"})
	}
}

// heal rolls for the losses of a unit; it reports whether the unit is lost for good.
func (a *Aftermath) heal(t *rules.Turn, i int) (lost bool) {
	b, p, c := a.battle, &a.battle.s.Units[i], &a.battle.info[i]
	e := Recovered{Unit: b.id(i), Fate: "whole", Gone: p.Gone}
	switch {
	case p.Gone && c.isCharacter():
		if lostForGood := t.Count("recovery", 1, 6, 2)[0] == 1; lostForGood && c.profile.Type != "general" {
			e.Fate = "lost"
		}
	case p.Gone:
		switch n := t.Count("recovery", 1, 6, 2, 4); {
		case n[0] == 1:
			e.Fate = "lost"
		case n[1] == 1:
			e.Fate = "thinned"
		}
	case !c.isCharacter() && b.standsLost(i) > 0:
		if t.Count("stragglers", b.standsLost(i), 6, 2)[0] > 0 {
			e.Fate = "thinned"
		}
	default:
		return false
	}
	t.Emit(e)
	return e.Fate == "lost"
}

// honours lists the honours that a unit earned in the battle (WR-HOUSE-1).
func (a *Aftermath) honours(i int) (all []string) {
	b, p, c := a.battle, &a.battle.s.Units[i], &a.battle.info[i]
	note := func(earned bool, honour string) {
		if earned && !slices.Contains(b.marksOf(i), honour) {
			all = append(all, honour)
		}
	}
	if c.isCharacter() {
		note(p.Orders >= 5 && p.Failed == 0, "clear-voice")
		note(p.Orders >= 8, "great-captain")
		return all
	}
	note(p.Kills >= 2, "line-breaker")
	note(p.Pursuits >= 2, "relentless")
	note(p.Won >= 2 && b.standsLost(i) == 0 && !p.Gone, "unbroken")
	note(p.Won >= 2 && b.standsLost(i) > 0 && !p.Gone, "bloodied")
	return all
}

// marksOf lists the honours and scars with which a unit came to the battle.
func (b *Battle) marksOf(i int) []string {
	for _, r := range b.setup.Rosters {
		for _, u := range r.Units {
			if u.ID == b.id(i) {
				return u.Marks
			}
		}
	}
	return nil
}

// reputation lists the points that a General's reputation gains, one entry for each reason
// (WR-HOUSE-5).
func (a *Aftermath) reputation(seat rules.Seat) (all []int) {
	b := a.battle
	switch o, _ := b.Outcome(); o.Winner {
	case seat:
		all = append(all, 3)
	case rules.Nobody:
		all = append(all, 1)
	}
	if b.s.Fled[opponent(seat)] {
		all = append(all, 1)
	}
	for i := range b.info {
		p := &b.s.Units[i]
		if b.info[i].seat == seat && b.info[i].profile.Type == "general" && p.Orders > 0 && p.Failed == 0 {
			all = append(all, 1)
		}
	}
	return all
}

// parade spends a point of reputation: units that destroyed an enemy roll for experience
// (WR-HOUSE-6).
func (a *Aftermath) parade(t *rules.Turn, seat rules.Seat) {
	t.Emit(Gained{seat, "", "reputation", -1, "WR-HOUSE-6"})
	if t.Count("parade", 1, 6, 5)[1] == 0 {
		return
	}
	for i := range a.battle.info {
		if p := &a.battle.s.Units[i]; a.battle.info[i].seat == seat && p.Kills > 0 && !p.Gone {
			t.Emit(Gained{seat, a.battle.id(i), "experience", 1, "WR-HOUSE-6"})
		}
	}
}

// Apply changes the aftermath as an event says.
func (a *Aftermath) Apply(e rules.Event) {
	b := a.battle
	post := func(seat rules.Seat, unit string, kind rules.EffectKind, key string, amount int, rule string) {
		a.state.Effects = append(a.state.Effects, rules.Effect{Seat: seat, Unit: unit, Kind: kind, Key: key, Amount: amount, Rule: rule})
	}
	switch e := e.(type) {
	case Recovered:
		seat := b.info[b.find(e.Unit)].seat
		switch e.Fate {
		case "lost":
			post(seat, e.Unit, "lost", "lost", 1, e.Rule())
		case "thinned":
			post(seat, e.Unit, "scar", thinnedScar, 1, e.Rule())
		}
	case Honoured:
		post(b.info[b.find(e.Unit)].seat, e.Unit, "honour", e.Honour, 1, e.Rule())
	case Gained:
		kind := rules.EffectExperience
		if e.What == "reputation" {
			kind = rules.EffectResource
			a.state.Renown[e.Seat] += e.Amount
			a.state.Settled[e.Seat] = true
		}
		post(e.Seat, e.Unit, kind, e.What, e.Amount, e.Rule())
		a.state.Settled[e.Seat] = true
	case AftermathEnded:
		a.state.Done[e.Seat] = true
	}
}

// Outcome is the outcome of the battle with the marks, experience and losses for the
// campaign.
func (a *Aftermath) Outcome() (rules.Outcome, bool) {
	if !a.state.Done[0] || !a.state.Done[1] {
		return rules.Outcome{}, false
	}
	o, _ := a.battle.Outcome()
	o.Effects = slices.Clone(a.state.Effects)
	return o, true
}

// View shows the battle as it ended, with the sides that have still to recover.
func (a *Aftermath) View(seat rules.Seat) rules.View {
	v := a.battle.View(seat)
	v.Phase, v.ToAct = "aftermath", rules.Nobody
	if a.state.Done[0] && a.state.Done[1] {
		v.Phase = phaseOver
	}
	for i := range v.Sides {
		v.Sides[i].Counters = []rules.Counter{{Key: "reputation", Value: a.state.Renown[i]}}
	}
	for i := range v.Units {
		v.Units[i].Ready = false
	}
	return v
}
