package warmachine

import (
	"encoding/json"

	"oriflamme/rules"
	"oriflamme/rules/aftermath"
)

// The book has no campaign. The rules of the aftermath are this program's own:
//
//	WM-HOUSE-1  each destroyed entry rolls a D6: on 1 a warcaster, warjack or solo keeps
//	            a scar, on 2 or more it recovers; units replace their losses
//	WM-HOUSE-2  a scar is rolled on a table of six
//	WM-HOUSE-3  experience: 1 for the battle, 1 for each model destroyed up to 3, 1 more
//	            for entries that are left
//	WM-HOUSE-4  honours for what entries did
//	WM-HOUSE-5  scrap: 3 for a victory, 2 for a draw, 1 for a defeat, 1 for each warjack
//	            or warcaster destroyed
//	WM-HOUSE-6  steady hand: once a battle an attack that missed may be rolled again

// house names the house rules to the events of the aftermath.
type house struct{}

// Rules returns the ids of the rules.
func (house) Rules() aftermath.RuleIDs {
	return aftermath.RuleIDs{
		Injury: "WM-HOUSE-1", Experience: "WM-HOUSE-3", Honour: "WM-HOUSE-4", Resource: "WM-HOUSE-5", End: "WM-HOUSE-5", Over: "WM-VICT-4",
	}
}

// The events of the aftermath.
type (
	Honoured = aftermath.Honoured[house]
	Gained   = aftermath.Gained[house]
)

// aftermathDefinition declares the aftermath.
var aftermathDefinition = aftermath.Definition[*Battle]{
	Game:   "WARMACHINE",
	Events: aftermathEvents(),
	Units:  (*Battle).aftermathUnits,
	Scars:  []string{"limp", "stiff-arm", "clouded-eye", "slow-hand", "cracked-plate", "faint-voice"},
	Gains:  (*Battle).scrapEarned,
	Kills:  aftermath.Kills{Key: "models", Rule: "WM-HOUSE-5", When: aftermath.AtEnd},
	Done:   "done",
	Save: func(b *Battle, after *json.RawMessage) ([]byte, error) {
		return rules.EncodeResult(savedBattle{b.setup, b.s, after})
	},
	InTurn: true,
}

func aftermathEvents() aftermath.Events {
	e := aftermath.UnitEvents[house]()
	e.Recovered = func(_ *aftermath.Unit, i aftermath.Injury) rules.Event { return Recovered{i.Unit, i.Scar} }
	e.Ended = func(seat rules.Seat) rules.Event { return AftermathEnded{aftermath.Ended[house]{Seat: seat}} }
	return e
}

// Recovered is the result of the roll for a destroyed entry.
type Recovered struct {
	Unit string `json:"unit"`
	Scar string `json:"scar"` // "": it recovers without a scar
}

// Kind returns "recovered".
func (Recovered) Kind() string { return "recovered" }

// Rule returns the rule of the result.
func (e Recovered) Rule() string {
	if e.Scar != "" {
		return "WM-HOUSE-2"
	}
	return "WM-HOUSE-1"
}

// Effect is the scar.
func (e Recovered) Effect() rules.Effect {
	return aftermath.Injury{Unit: e.Unit, Scar: e.Scar}.Effect()
}

// AftermathEnded closes the aftermath of a side.
type AftermathEnded struct{ aftermath.Ended[house] }

// Kind returns "reckoned".
func (AftermathEnded) Kind() string { return "reckoned" }

// What becomes of a destroyed warcaster, warjack or solo, and of a unit (WM-HOUSE-1).
var (
	wrecked  = aftermath.Injuries{Roll: "injury", Lines: []aftermath.Line{{Scar: true}, {From: 2}}}
	replaced = aftermath.Injuries{Lines: []aftermath.Line{{}}}
)

// aftermathUnits returns what each entry did in the battle.
func (b *Battle) aftermathUnits() (all []aftermath.Unit) {
	for i := range b.info {
		s, c := &b.s.Units[i], &b.info[i]
		u := aftermath.Unit{ID: c.id, Seat: c.seat, Marks: aftermath.MarksOf(b.setup.Rosters[c.seat], c.id), Kills: s.Slain, Experience: 1 + min(3, s.Slain), Honours: b.honours(i)}
		switch {
		case b.unitInPlay(i):
			u.Experience++
		case c.size == 1:
			u.Injuries = &wrecked
		default:
			u.Injuries = &replaced
		}
		all = append(all, u)
	}
	return all
}

// honours returns the honours of what an entry did (WM-HOUSE-4).
func (b *Battle) honours(i int) []aftermath.Honour {
	s, c := &b.s.Units[i], &b.info[i]
	won := b.s.Outcome.Winner != rules.Nobody && !b.hostile(b.s.Outcome.Winner, c.seat)
	return []aftermath.Honour{
		{ID: "iron-breaker", Earned: s.SlainHeavies > 0},
		{ID: "reaper", Earned: s.Slain >= 5},
		{ID: "unbroken", Earned: won && c.size > 1 && s.Left == c.size},
		{ID: "last-standing", Earned: won && b.unitInPlay(i) && b.leftOf(c.seat) == 1},
	}
}

// leftOf returns the number of entries of a seat that are left.
func (b *Battle) leftOf(seat rules.Seat) int {
	return b.countUnits(func(i int) bool { return b.info[i].seat == seat && b.unitInPlay(i) })
}

// scrapEarned returns the scrap that a side gains (WM-HOUSE-5).
func (b *Battle) scrapEarned(seat rules.Seat) []aftermath.Gain {
	scrap := 3
	switch w := b.s.Outcome.Winner; {
	case w == rules.Nobody:
		scrap = 2
	case b.hostile(w, seat):
		scrap = 1
	}
	for i := range b.info {
		if b.info[i].seat == seat {
			scrap += b.s.Units[i].SlainHeavies
		}
	}
	return []aftermath.Gain{{What: "scrap", Amount: scrap}}
}

// scars are the changes of a profile by each scar.
var scars = map[string]func(p *Profile){
	"limp":          func(p *Profile) { p.Spd = max(1, p.Spd-1) },
	"stiff-arm":     func(p *Profile) { p.Mat = max(1, p.Mat-1) },
	"clouded-eye":   func(p *Profile) { p.Rat = max(1, p.Rat-1) },
	"slow-hand":     func(p *Profile) { p.Def = max(5, p.Def-1) },
	"cracked-plate": func(p *Profile) { p.Arm = max(5, p.Arm-1) },
	"faint-voice":   func(p *Profile) { p.Cmd = max(1, p.Cmd-1) },
}

// applyMark changes a profile by a scar. Other marks change no stats.
func applyMark(p *Profile, id string) {
	if change, scar := scars[id]; scar {
		change(p)
	}
}

// steadyHand is an honour of campaigns: once a battle a unit with it may roll again for an
// attack that missed (WM-HOUSE-6). Odds before an attack leave it out, because the player
// chooses when to use it.
const steadyHand = "steady-hand"

// Steadied states that an entry has used its second roll.
type Steadied struct {
	Unit string `json:"unit"`
}

// Kind returns "steadied".
func (Steadied) Kind() string { return "steadied" }

// Rule returns "WM-HOUSE-6".
func (Steadied) Rule() string { return "WM-HOUSE-6" }

// rerollAnswers are the answers to the question whether an attack is rolled again. Odds take the
// first.
var rerollAnswers = []string{"accept", "throw-again"}

// rerollsMiss asks whether an attack that missed is rolled again, and reports the answer.
func (b *Battle) rerollsMiss(t *rules.Turn, i int) bool {
	if !b.info[i].steadyHand || b.s.Units[i].UsedSteadyHand || t.ForOdds() && t.PresetDice() == 0 ||
		t.Ask("WM-HOUSE-6", b.info[i].seat, "steady", rerollAnswers...) != 1 {
		return false
	}
	t.Emit(Steadied{b.info[i].id})
	return true
}
