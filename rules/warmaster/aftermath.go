package warmaster

import (
	"encoding/json"

	"oriflamme/rules"
	"oriflamme/rules/aftermath"
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
//	WR-HOUSE-7  a carrying voice repeats a failed order once a battle (aftermath_marks.go)

// house names the house rules to the events of the aftermath.
type house struct{}

// Rules returns the ids of the rules.
func (house) Rules() aftermath.RuleIDs {
	return aftermath.RuleIDs{
		Injury: "WR-HOUSE-2", Honour: "WR-HOUSE-1", Experience: "WR-HOUSE-4", Resource: "WR-HOUSE-5",
		Offer: "WR-HOUSE-6", End: "WR-HOUSE-6", Over: "WR-END-1",
	}
}

// The events of the aftermath.
type (
	Honoured       = aftermath.Honoured[house]
	Gained         = aftermath.Gained[house]
	AftermathEnded = aftermath.Ended[house]
)

// aftermathDefinition declares the aftermath.
var aftermathDefinition = aftermath.Definition[*Battle]{
	Game:   "Warmaster",
	Events: aftermathEvents(),
	Units:  (*Battle).aftermathUnits,
	Gains:  (*Battle).reputation,
	Offers: func(b *Battle, seat rules.Seat) []aftermath.Offer {
		return []aftermath.Offer{
			{Command: Rest{bySeat{seat}, false}},
			{Command: Rest{bySeat{seat}, true}, Price: 1, Do: func(t *rules.Turn) { b.parade(t, seat) }},
		}
	},
	Recovered: "settled",
	Done:      "done",
	Resources: []aftermath.Resource{{What: "reputation", Key: "renown"}},
	Save: func(b *Battle, after *json.RawMessage) ([]byte, error) {
		return rules.EncodeResult(savedBattle{b.setup, b.s, after})
	},
	Over: phaseOver,
}

func aftermathEvents() aftermath.Events {
	e := aftermath.UnitEvents[house]()
	e.Recovered = func(u *aftermath.Unit, i aftermath.Injury) rules.Event {
		return Recovered{i.Unit, i.Fate, u.Injuries != &stragglers}
	}
	return e
}

// Rest closes the aftermath of a side, with a parade if it has reputation for one.
type Rest struct {
	bySeat
	Parade bool `json:"parade" default:"false"`
}

// Kind returns "rest".
func (Rest) Kind() string { return "rest" }

// Recovered is what became of a unit or character that suffered losses.
type Recovered struct {
	Unit string `json:"unit"`
	Fate string `json:"fate"` // "whole", "thinned" or "lost"
	Gone bool   `json:"gone"` // it was destroyed in the battle
}

// Kind returns "recovered".
func (Recovered) Kind() string { return "recovered" }

// Rule returns the rule of the unit's losses.
func (e Recovered) Rule() string {
	if e.Gone {
		return "WR-HOUSE-3"
	}
	return "WR-HOUSE-2"
}

// Effect is the loss of the unit, or the scar of one that is thinned.
func (e Recovered) Effect() rules.Effect {
	i := aftermath.Injury{Unit: e.Unit, Fate: e.Fate}
	if e.Fate == "thinned" {
		i.Scar = thinnedScar
	}
	return i.Effect()
}

// What becomes of the stands that a unit lost (WR-HOUSE-2), of a unit that was destroyed, and
// of characters (WR-HOUSE-3).
var (
	stragglers     = aftermath.Injuries{Roll: "stragglers", Lines: []aftermath.Line{{Fate: "thinned"}, {From: 2, Fate: "whole"}}}
	destroyed      = aftermath.Injuries{Roll: "recovery", Lines: []aftermath.Line{{Fate: aftermath.Lost}, {From: 2, Fate: "thinned"}, {From: 4, Fate: "whole"}}}
	fallen         = aftermath.Injuries{Roll: "recovery", Lines: []aftermath.Line{{Fate: aftermath.Lost}, {From: 2, Fate: "whole"}}}
	fallenGenerals = aftermath.Injuries{Roll: "recovery", Lines: []aftermath.Line{{Fate: "whole"}, {From: 2, Fate: "whole"}}}
)

// aftermathUnits returns what each unit and character did in the battle.
func (b *Battle) aftermathUnits() (all []aftermath.Unit) {
	for i := range b.info {
		p, c := &b.s.Units[i], &b.info[i]
		u := aftermath.Unit{ID: b.id(i), Seat: c.seat, Marks: aftermath.MarksOf(b.setup.Rosters[c.seat], b.id(i)), Experience: 1 + p.Kills, Honours: b.honours(i)}
		switch {
		case p.Gone && c.profile.Type == "general":
			u.Injuries = &fallenGenerals
		case p.Gone && c.isCharacter():
			u.Injuries = &fallen
		case p.Gone:
			u.Injuries = &destroyed
		case !c.isCharacter() && b.standsLost(i) > 0:
			u.Injuries, u.Dice = &stragglers, b.standsLost(i)
		}
		all = append(all, u)
	}
	return all
}

// honours lists the honours of what a unit did in the battle (WR-HOUSE-1).
func (b *Battle) honours(i int) []aftermath.Honour {
	p, c := &b.s.Units[i], &b.info[i]
	if c.isCharacter() {
		return []aftermath.Honour{
			{ID: "clear-voice", Earned: p.Orders >= 5 && p.Failed == 0},
			{ID: "great-captain", Earned: p.Orders >= 8},
		}
	}
	return []aftermath.Honour{
		{ID: "line-breaker", Earned: p.Kills >= 2},
		{ID: "relentless", Earned: p.Pursuits >= 2},
		{ID: "unbroken", Earned: p.Won >= 2 && b.standsLost(i) == 0 && !p.Gone},
		{ID: "bloodied", Earned: p.Won >= 2 && b.standsLost(i) > 0 && !p.Gone},
	}
}

// reputation lists what a General's reputation gains, one entry for each reason (WR-HOUSE-5).
func (b *Battle) reputation(seat rules.Seat) (all []aftermath.Gain) {
	gain := func(amount int) { all = append(all, aftermath.Gain{What: "reputation", Amount: amount}) }
	switch o, _ := b.Outcome(); o.Winner {
	case seat:
		gain(3)
	case rules.Nobody:
		gain(1)
	}
	if b.s.Fled[opponent(seat)] {
		gain(1)
	}
	for i := range b.info {
		p := &b.s.Units[i]
		if b.info[i].seat == seat && b.info[i].profile.Type == "general" && p.Orders > 0 && p.Failed == 0 {
			gain(1)
		}
	}
	return all
}

// parade rolls for the experience of units that destroyed an enemy (WR-HOUSE-6).
func (b *Battle) parade(t *rules.Turn, seat rules.Seat) {
	if t.Count("parade", 1, 6, 5)[1] == 0 {
		return
	}
	for i := range b.info {
		if p := &b.s.Units[i]; b.info[i].seat == seat && p.Kills > 0 && !p.Gone {
			t.Emit(Gained{Seat: seat, Unit: b.id(i), What: "experience", Amount: 1, Law: "WR-HOUSE-6"})
		}
	}
}

// carryingVoiceMark is an honour of campaigns: once a battle, a character that bears it may
// repeat an order that failed (WR-HOUSE-7). Odds of an order leave it out, because the
// player chooses when to use it.
const carryingVoiceMark = "carrying-voice"

// Repeated is a character that gives a failed order a second time.
type Repeated struct {
	Character string `json:"character"`
}

// Kind returns "repeated".
func (Repeated) Kind() string { return "repeated" }

// Rule returns "WR-HOUSE-7".
func (Repeated) Rule() string { return "WR-HOUSE-7" }

// hasCarryingVoice reports whether a character may still repeat an order.
func (b *Battle) hasCarryingVoice(i int) bool {
	return b.info[i].carrying && b.info[i].isCharacter() && !b.s.Units[i].Repeated
}

// repeatAnswers are the answers to the question whether to repeat an order; odds take the
// first.
var repeatAnswers = []string{"accept", "repeat"}

// askRepeat asks whether to repeat a failed order.
func (b *Battle) askRepeat(t *rules.Turn, i int) bool {
	if t.ForOdds() && t.PresetDice() == 0 || t.Ask("WR-HOUSE-7", b.info[i].seat, "repeat", repeatAnswers...) != 1 {
		return false
	}
	t.Emit(Repeated{b.id(i)})
	return true
}
