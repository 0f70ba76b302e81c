package underworlds

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
)

// The book has no campaign. The rules of the aftermath are this program's own:
//
//	WU-HOUSE-1  each fighter out of action rolls a D6: 1 a scar, 2 rests, 3 or more recovers
//	WU-HOUSE-2  a scar is rolled on the list of scars; a fighter has each scar at most once
//	WU-HOUSE-3  experience: 1 for the battle, 1 for each kill, 1 for being Inspired
//	WU-HOUSE-4  honours for what fighters did
//	WU-HOUSE-5  renown of the warband: 3 for a victory, 2 for a draw, 1 for a defeat
//	WU-HOUSE-6  the glory of the battle is kept as campaign glory
//	WU-HOUSE-7  one survivor may keep an upgrade
//	WU-HOUSE-8  a fighter taken out of action by an enemy fighter becomes a rival of that warband
//	WU-HOUSE-9  rivals gain experience when they take out fighters of that warband
//	WU-HOUSE-10 steady hand: once a battle one attack die may be re-rolled

// An injuryOrHonour is an honour or a scar that a fighter keeps, with its changes of both
// faces of the fighter card.
type injuryOrHonour struct {
	id                  string
	move, wounds, reach int
	honour              func(w *fighter) bool // whether a fighter earned it; nil for a scar
}

// marks are all scars and honours. No mark raises dice or Damage.
var marks = []injuryOrHonour{
	{id: "limp", move: -1},
	{id: "old-wound", wounds: -1},
	{id: "short-breath", move: -1},
	{id: "reaper", wounds: 1, honour: func(w *fighter) bool { return w.Kills >= 2 }},
	{id: "keen-edge", move: 1, honour: func(w *fighter) bool { return w.Criticals >= 2 }},
	{id: "unbroken", wounds: 1, honour: func(w *fighter) bool { return !w.Out && w.Taken >= 3 }},
	{id: "long-arm", reach: 1, honour: func(w *fighter) bool { return w.Dealt >= 6 }},
}

// scarCount is the number of scars, which come first in marks.
const scarCount = 3

// applyMark changes a profile by a scar or honour, within playable values. An unknown mark
// changes nothing. A mark that changes Range does so for Attack actions of Range 3 or more.
func applyMark(p *Profile, id string) {
	for _, m := range marks {
		if m.id != id {
			continue
		}
		for _, f := range []*Face{&p.Plain, &p.Inspired} {
			f.Move = max(min(f.Move, 1), f.Move+m.move)
			f.Wounds = max(1, f.Wounds+m.wounds)
			f.Attacks = slices.Clone(f.Attacks)
			for k := range f.Attacks {
				if f.Attacks[k].Range >= 3 {
					f.Attacks[k].Range += m.reach
				}
			}
		}
	}
}

// Recover resolves the injuries of a side's fighters and gives them honours.
type Recover struct{ bySeat }

// Kind returns "recover".
func (Recover) Kind() string { return "recover" }

// Recovered is the result of the roll for a fighter that was out of action.
type Recovered struct {
	Fighter string `json:"fighter"`
	Injury  string `json:"injury"` // "recovers", "rests" or "scar"
	Scar    string `json:"scar"`
}

// Honoured is an honour that a fighter gains.
type Honoured struct {
	Fighter string `json:"fighter"`
	Honour  string `json:"honour"`
}

// Gained is experience that a fighter gains, or renown or glory that a side gains (Fighter
// "").
type Gained struct {
	Seat    rules.Seat `json:"seat"`
	Fighter string     `json:"fighter"`
	What    string     `json:"what"` // "experience", "renown" or "glory"
	Amount  int        `json:"amount"`
}

// SideTended states that all that a side has left to do is to choose an upgrade.
type SideTended struct {
	Seat rules.Seat `json:"seat"`
}

// SideSettled states that the aftermath of a side is over.
type SideSettled struct {
	Seat rules.Seat `json:"seat"`
}

// Kind returns "recovered".
func (Recovered) Kind() string { return "recovered" }

// Kind returns "honoured".
func (Honoured) Kind() string { return "honoured" }

// Kind returns "gained".
func (Gained) Kind() string { return "gained" }

// Kind returns "side-tended".
func (SideTended) Kind() string { return "side-tended" }

// Kind returns "side-settled".
func (SideSettled) Kind() string { return "side-settled" }

// Rule returns the house rule of the result.
func (e Recovered) Rule() string {
	if e.Scar != "" {
		return "WU-HOUSE-2"
	}
	return "WU-HOUSE-1"
}

// Rule returns WU-HOUSE-4.
func (Honoured) Rule() string { return "WU-HOUSE-4" }

// Rule returns the house rule of the gain.
func (e Gained) Rule() string {
	switch e.What {
	case "renown":
		return "WU-HOUSE-5"
	case "glory":
		return "WU-HOUSE-6"
	}
	return "WU-HOUSE-3"
}

// Rule returns WU-HOUSE-5.
func (SideTended) Rule() string { return "WU-HOUSE-5" }

// Rule returns WU-HOUSE-5.
func (SideSettled) Rule() string { return "WU-HOUSE-5" }

// An Aftermath resolves the consequences of a finished battle for the campaign.
type Aftermath struct {
	battle *Battle
	state  aftermathState
}

// aftermathState is the state of an aftermath.
type aftermathState struct {
	Tended  [2]bool        `json:"tended"` // by seat: everything but the choice of an upgrade is done
	Settled [2]bool        `json:"settled"`
	Renown  [2]int         `json:"renown"`
	Glory   [2]int         `json:"glory"`
	Effects []rules.Effect `json:"effects"`
}

// newAftermath returns the aftermath of a battle that is over; a battle in progress is
// refused.
func newAftermath(b rules.Battle) (rules.Battle, error) {
	w, ok := b.(*Battle)
	if !ok {
		return nil, rules.Faultf(rules.WrongType, "", "no battle of Underworlds")
	}
	if _, over := w.Outcome(); !over {
		return nil, rules.Faultf(rules.Illegal, "", "the battle is not over")
	}
	return &Aftermath{battle: w}, nil
}

// Clone returns a copy that can be played on independently.
func (a *Aftermath) Clone() rules.Battle {
	c := *a
	c.state.Effects = slices.Clone(a.state.Effects)
	return &c
}

// MarshalJSON returns the aftermath together with its battle.
func (a *Aftermath) MarshalJSON() ([]byte, error) {
	return json.Marshal(savedBattle{Setup: a.battle.setup, State: a.battle.s, Aftermath: &a.state})
}

// Legal returns the commands that each side may still give.
func (a *Aftermath) Legal() []rules.Command {
	var list []rules.Command
	for seat := range rules.Seat(2) {
		switch {
		case a.state.Settled[seat]:
		case a.state.Tended[seat]:
			list = append(a.legalKeeps(list, seat), Done{bySeat{seat}})
		default:
			list = append(list, Recover{bySeat{seat}})
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
	if a.state.Settled[seat] {
		return rules.Breaks("WU-HOUSE-1", "by", "has recovered already")
	}
	switch c := c.(type) {
	case Recover:
		if a.state.Tended[seat] {
			return rules.Breaks("WU-HOUSE-1", "by", "has recovered already")
		}
		a.settleSide(t, seat)
		return nil
	case Keep:
		if fault := a.mayKeep(c); fault != nil {
			return fault
		}
		t.Emit(Kept{c.Fighter, c.Card})
	case Done:
		if !a.state.Tended[seat] {
			return rules.Breaks("WU-HOUSE-1", "kind", "the warband recovers first")
		}
	default:
		return rules.Breaks("WU-SEQ-1", "kind", "the battle is over")
	}
	t.Emit(SideSettled{seat})
	return nil
}

// settleSide resolves everything of a side that leaves no choice.
func (a *Aftermath) settleSide(t *rules.Turn, seat rules.Seat) {
	b := a.battle
	for i := range b.fighters {
		if b.fighters[i].seat == seat {
			a.settleFighter(t, i)
			a.rivalry(t, i)
		}
	}
	o, _ := b.Outcome()
	t.Emit(Gained{Seat: seat, What: "renown", Amount: a.renown(seat)})
	if glory := o.Scores[seat]; glory > 0 {
		t.Emit(Gained{Seat: seat, What: "glory", Amount: glory})
	}
	t.Emit(SideTended{seat})
	if len(a.legalKeeps(nil, seat)) == 0 {
		t.Emit(SideSettled{seat})
	}
}

// settleFighter rolls for a fighter and gives it experience and honours.
func (a *Aftermath) settleFighter(t *rules.Turn, i int) {
	b := a.battle
	f, w := &b.fighters[i], &b.s.Fighters[i]
	if w.Out {
		e := Recovered{Fighter: f.id, Injury: "recovers"}
		switch rolled := t.Count("injury", 1, 6, 2, 3); {
		case rolled[0] == 1:
			e.Injury = "scar"
			if scar := marks[t.Roll("scar", 1, scarCount)[0]-1].id; !slices.Contains(f.marks, scar) {
				e.Scar = scar
			}
		case rolled[1] == 1:
			e.Injury = "rests"
		}
		t.Emit(e)
	}
	gained := 1 + w.Kills
	if w.Inspired {
		gained++
	}
	t.Emit(Gained{f.seat, f.id, "experience", gained})
	for _, m := range marks {
		if m.honour != nil && m.honour(w) && !slices.Contains(f.marks, m.id) {
			t.Emit(Honoured{f.id, m.id})
		}
	}
}

// renown returns the renown that a side gains by the result (WU-HOUSE-5).
func (a *Aftermath) renown(seat rules.Seat) int {
	switch o, _ := a.battle.Outcome(); o.Winner {
	case seat:
		return 3
	case rules.Nobody:
		return 2
	}
	return 1
}

// Apply changes the aftermath by an event.
func (a *Aftermath) Apply(e rules.Event) {
	b := a.battle
	effect := func(fighter string, kind rules.EffectKind, key string, amount int) {
		seat := b.fighters[b.find(fighter)].seat
		a.state.Effects = append(a.state.Effects, rules.Effect{Seat: seat, Unit: fighter, Kind: kind, Key: key, Amount: amount, Rule: e.Rule()})
	}
	switch e := e.(type) {
	case Recovered:
		if e.Scar != "" {
			effect(e.Fighter, "scar", e.Scar, 1)
		}
	case Honoured:
		effect(e.Fighter, "honour", e.Honour, 1)
	case Gained:
		if e.Fighter != "" {
			effect(e.Fighter, rules.EffectKind(e.What), "", e.Amount)
			if kills := b.s.Fighters[b.find(e.Fighter)].Kills; kills > 0 {
				effect(e.Fighter, "kill", "", kills)
			}
			return
		}
		if e.What == "glory" {
			a.state.Glory[e.Seat] += e.Amount
		} else {
			a.state.Renown[e.Seat] += e.Amount
		}
		a.state.Effects = append(a.state.Effects, rules.Effect{Seat: e.Seat, Kind: "resource", Key: e.What, Amount: e.Amount, Rule: e.Rule()})
	case Kept:
		effect(e.Fighter, "honour", keptUpgradeMark+e.Card, 1)
	case RivalryBegan:
		effect(e.Fighter, "scar", rivalMark+e.Warband, 1)
	case Avenged:
		effect(e.Fighter, "experience", "", e.Amount)
	case SideTended:
		a.state.Tended[e.Seat] = true
	case SideSettled:
		a.state.Settled[e.Seat] = true
	}
}

// Outcome returns the outcome of the battle with the effects of the aftermath; ok when both
// sides are done.
func (a *Aftermath) Outcome() (rules.Outcome, bool) {
	o, _ := a.battle.Outcome()
	o.Effects = a.state.Effects
	return o, a.state.Settled == [2]bool{true, true}
}

// View returns the view of the battle with the phase of the aftermath.
func (a *Aftermath) View(seat rules.Seat) rules.View {
	v := a.battle.View(seat)
	v.Phase, v.ToAct = phaseAftermath, rules.Nobody
	for s := range v.Sides {
		v.Sides[s].Counters = []rules.Counter{{Key: "renown", Value: a.state.Renown[s]}, {Key: "glory", Value: a.state.Glory[s]}}
	}
	return v
}
