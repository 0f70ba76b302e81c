package underworlds

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/aftermath"
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

// house names the house rules to the events of the aftermath.
type house struct{}

// Rules returns the ids of the rules.
func (house) Rules() aftermath.RuleIDs {
	return aftermath.RuleIDs{
		Injury: "WU-HOUSE-1", Scar: "WU-HOUSE-2", Experience: "WU-HOUSE-3", Honour: "WU-HOUSE-4",
		Resource: "WU-HOUSE-5", Offer: "WU-HOUSE-7", End: "WU-HOUSE-5", Over: "WU-SEQ-1",
	}
}

// The events of the aftermath that are as in other games.
type (
	Recovered = aftermath.FighterRecovered[house]
	Honoured  = aftermath.FighterHonoured[house]
)

// aftermathDefinition declares the aftermath.
var aftermathDefinition = aftermath.Definition[*Battle]{
	Game:      "Underworlds",
	Events:    aftermathEvents(),
	Units:     (*Battle).aftermathUnits,
	Scars:     []string{"limp", "old-wound", "short-breath"},
	Single:    true,
	Gains:     (*Battle).gains,
	Offers:    (*Battle).legalKeeps,
	Kills:     aftermath.Kills{Rule: "WU-HOUSE-3", When: aftermath.AfterExperience},
	Recovered: "tended",
	Done:      "settled",
	Resources: []aftermath.Resource{{What: "renown", Key: "renown"}, {What: "glory", Key: "glory"}},
	Save: func(b *Battle, after *json.RawMessage) ([]byte, error) {
		return json.Marshal(savedBattle{b.setup, b.s, after})
	},
}

func aftermathEvents() aftermath.Events {
	e := aftermath.FighterEvents[house]()
	e.Gained = func(g aftermath.Gain) rules.Event { return Gained{g.Seat, g.Unit, g.What, g.Amount} }
	e.Settled = func(seat rules.Seat) rules.Event { return SideTended{seat} }
	e.Ended = func(seat rules.Seat) rules.Event { return SideSettled{aftermath.Ended[house]{Seat: seat}} }
	return e
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
type SideTended seatEvent

// SideSettled states that the aftermath of a side is over.
type SideSettled struct{ aftermath.Ended[house] }

// Kind returns "gained".
func (Gained) Kind() string { return "gained" }

// Kind returns "side-tended".
func (SideTended) Kind() string { return "side-tended" }

// Kind returns "side-settled".
func (SideSettled) Kind() string { return "side-settled" }

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

// Effect is what is gained; experience has no key.
func (e Gained) Effect() rules.Effect {
	f := aftermath.Gain{Seat: e.Seat, Unit: e.Fighter, What: e.What, Amount: e.Amount}.Effect()
	if e.Fighter != "" {
		f.Key = ""
	}
	return f
}

// injuries are what becomes of a fighter that is out of action (WU-HOUSE-1).
var injuries = aftermath.Injuries{Roll: "injury", Lines: []aftermath.Line{{Fate: "scar", Scar: true}, {From: 2, Fate: "rests"}, {From: 3, Fate: "recovers"}}}

// aftermathUnits returns what each fighter did in the battle.
func (b *Battle) aftermathUnits() (all []aftermath.Unit) {
	for i := range b.fighters {
		f, w := &b.fighters[i], &b.s.Fighters[i]
		u := aftermath.Unit{ID: f.id, Seat: f.seat, Marks: f.marks, Kills: w.Kills, Experience: 1 + w.Kills, Own: b.rivalry(i)}
		if w.Inspired {
			u.Experience++
		}
		if w.Out {
			u.Injuries = &injuries
		}
		for _, m := range marks {
			u.Honours = append(u.Honours, aftermath.Honour{ID: m.id, Earned: m.honour != nil && m.honour(w)})
		}
		all = append(all, u)
	}
	return all
}

// gains returns the renown that a side gains by the result (WU-HOUSE-5) and the glory that it
// scored (WU-HOUSE-6).
func (b *Battle) gains(seat rules.Seat) []aftermath.Gain {
	o, _ := b.Outcome()
	all := []aftermath.Gain{{What: "renown", Amount: map[rules.Seat]int{seat: 3, rules.Nobody: 2, opponent(seat): 1}[o.Winner]}}
	if glory := o.Scores[seat]; glory > 0 {
		all = append(all, aftermath.Gain{What: "glory", Amount: glory})
	}
	return all
}

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
