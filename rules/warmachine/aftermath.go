package warmachine

import (
	"slices"

	"oriflamme/rules"
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

// Recover resolves the scars, experience, honours and scrap of a side.
type Recover struct {
	Seat rules.Seat `json:"by" in:"0..7"`
}

// Kind names the command.
func (Recover) Kind() string { return "recover" }

// By returns the seat of the player who gives the command.
func (c Recover) By() rules.Seat { return c.Seat }

// Recovered is the result of the roll for a destroyed entry.
type Recovered struct {
	Unit string `json:"unit"`
	Scar string `json:"scar"` // "": it recovers without a scar
}

// Honoured is an honour that an entry gains.
type Honoured struct {
	Unit   string `json:"unit"`
	Honour string `json:"honour"`
}

// Gained is experience that an entry gains, or scrap that a side gains (Unit "").
type Gained struct {
	Seat   rules.Seat `json:"seat"`
	Unit   string     `json:"unit"`
	What   string     `json:"what"` // "experience" or "scrap"
	Amount int        `json:"amount"`
	Law    string     `json:"law"`
}

// AftermathEnded closes the aftermath of a side.
type AftermathEnded struct {
	Seat rules.Seat `json:"seat"`
}

func (Recovered) Kind() string      { return "recovered" }
func (Honoured) Kind() string       { return "honoured" }
func (Gained) Kind() string         { return "gained" }
func (AftermathEnded) Kind() string { return "reckoned" }

func (e Recovered) Rule() string {
	if e.Scar != "" {
		return "WM-HOUSE-2"
	}
	return "WM-HOUSE-1"
}
func (Honoured) Rule() string       { return "WM-HOUSE-4" }
func (e Gained) Rule() string       { return e.Law }
func (AftermathEnded) Rule() string { return "WM-HOUSE-5" }

// An Aftermath resolves the consequences of a finished battle for the campaign.
type Aftermath struct {
	battle *Battle
	state  aftermathState
}

// aftermathState is the state of an aftermath.
type aftermathState struct {
	Done    []bool         `json:"done"`
	Effects []rules.Effect `json:"effects"`
}

// newAftermath returns the aftermath of a battle that is over; a battle in progress is
// refused.
func newAftermath(b rules.Battle) (rules.Battle, error) {
	w, ok := b.(*Battle)
	if !ok {
		return nil, rules.Faultf(rules.WrongType, "", "no battle of WARMACHINE")
	}
	if _, over := w.Outcome(); !over {
		return nil, rules.Faultf(rules.Illegal, "", "the battle is not over")
	}
	return &Aftermath{w, aftermathState{Done: make([]bool, len(w.teams))}}, nil
}

// Clone returns a copy that can be played on independently.
func (a *Aftermath) Clone() rules.Battle {
	return &Aftermath{a.battle, aftermathState{slices.Clone(a.state.Done), slices.Clone(a.state.Effects)}}
}

// MarshalJSON returns the aftermath together with its battle.
func (a *Aftermath) MarshalJSON() ([]byte, error) {
	return rules.EncodeResult(savedBattle{a.battle.setup, a.battle.s, &a.state})
}

// View returns the view of the battle with the phase of the aftermath.
func (a *Aftermath) View(seat rules.Seat) rules.View {
	v := a.battle.View(seat)
	v.Phase = "aftermath"
	for s, done := range a.state.Done {
		if !done {
			v.ToAct = rules.Seat(s)
			break
		}
	}
	return v
}

// Legal returns a Recover for each side that has not given it.
func (a *Aftermath) Legal() []rules.Command {
	var list []rules.Command
	for seat, done := range a.state.Done {
		if !done {
			list = append(list, Recover{rules.Seat(seat)})
		}
	}
	return list
}

// Play carries out a command of the aftermath.
func (a *Aftermath) Play(t *rules.Turn, c rules.Command) error {
	if _, ok := c.(Recover); !ok {
		return rules.Breaks("WM-VICT-4", "kind", "the battle is over")
	}
	seat := c.By()
	if seat < 0 || int(seat) >= len(a.state.Done) {
		return rules.Faultf(rules.OutOfRange, "by", "no seat %d", seat)
	}
	if a.state.Done[seat] {
		return rules.Breaks("WM-HOUSE-1", "by", "has recovered already")
	}
	b, scrap := a.battle, a.scrapEarned(seat)
	for i := range b.info {
		if b.info[i].seat != seat {
			continue
		}
		xp := 1 + min(3, b.s.Units[i].Slain)
		if b.unitInPlay(i) {
			xp++
		} else {
			a.mend(t, i)
		}
		t.Emit(Gained{seat, b.info[i].id, "experience", xp, "WM-HOUSE-3"})
		for _, h := range a.honours(i) {
			t.Emit(Honoured{b.info[i].id, h})
		}
		scrap += b.s.Units[i].SlainHeavies
	}
	t.Emit(Gained{seat, "", "scrap", scrap, "WM-HOUSE-5"})
	t.Emit(AftermathEnded{seat})
	return nil
}

// mend rolls for a destroyed entry (WM-HOUSE-1, WM-HOUSE-2).
func (a *Aftermath) mend(t *rules.Turn, i int) {
	e := Recovered{Unit: a.battle.info[i].id}
	if a.battle.info[i].size == 1 && t.Count("injury", 1, 6, 2)[0] == 1 {
		e.Scar = scars[t.Roll("scar", 1, 6)[0]-1].id
	}
	t.Emit(e)
}

// honours returns what an entry earned (WM-HOUSE-4), without the honours that it has already.
func (a *Aftermath) honours(i int) []string {
	b := a.battle
	t, c := &b.s.Units[i], &b.info[i]
	won := b.s.Outcome.Winner != rules.Nobody && !b.hostile(b.s.Outcome.Winner, c.seat)
	var has []string
	for _, u := range b.setup.Rosters[c.seat].Units {
		if u.ID == c.id {
			has = u.Marks
		}
	}
	var list []string
	for _, h := range []struct {
		id string
		ok bool
	}{
		{"iron-breaker", t.SlainHeavies > 0},
		{"reaper", t.Slain >= 5},
		{"unbroken", won && c.size > 1 && t.Left == c.size},
		{"last-standing", won && b.unitInPlay(i) && b.leftOf(c.seat) == 1},
	} {
		if h.ok && !slices.Contains(has, h.id) {
			list = append(list, h.id)
		}
	}
	return list
}

// leftOf returns the number of entries of a seat that are left.
func (b *Battle) leftOf(seat rules.Seat) int {
	n := 0
	for i := range b.info {
		if b.info[i].seat == seat && b.unitInPlay(i) {
			n++
		}
	}
	return n
}

// scrapEarned returns the scrap that a side gains by the result (WM-HOUSE-5).
func (a *Aftermath) scrapEarned(seat rules.Seat) int {
	switch w := a.battle.s.Outcome.Winner; {
	case w == rules.Nobody:
		return 2
	case a.battle.hostile(w, seat):
		return 1
	}
	return 3
}

// Apply changes the aftermath by an event.
func (a *Aftermath) Apply(e rules.Event) {
	b := a.battle
	add := func(unit string, kind rules.EffectKind, key string, amount int) {
		a.state.Effects = append(a.state.Effects, rules.Effect{
			Seat: b.info[b.find(unit)].seat, Unit: unit, Kind: kind, Key: key, Amount: amount, Rule: e.Rule(),
		})
	}
	switch e := e.(type) {
	case Recovered:
		if e.Scar != "" {
			add(e.Unit, "scar", e.Scar, 1)
		}
	case Honoured:
		add(e.Unit, "honour", e.Honour, 1)
	case Gained:
		if e.Unit != "" {
			add(e.Unit, rules.EffectKind(e.What), e.What, e.Amount)
		} else {
			a.state.Effects = append(a.state.Effects, rules.Effect{Seat: e.Seat, Kind: "resource", Key: e.What, Amount: e.Amount, Rule: e.Law})
		}
	case AftermathEnded:
		a.state.Done[e.Seat] = true
		for i := range b.info {
			if b.info[i].seat == e.Seat && b.s.Units[i].Slain > 0 {
				add(b.info[i].id, "kill", "models", b.s.Units[i].Slain)
			}
		}
	}
}

// Outcome returns the outcome of the battle with the effects of the aftermath, once all sides
// are done.
func (a *Aftermath) Outcome() (rules.Outcome, bool) {
	if slices.Contains(a.state.Done, false) {
		return rules.Outcome{}, false
	}
	o, _ := a.battle.Outcome()
	o.Effects = slices.Clone(a.state.Effects)
	return o, true
}

// scars are the changes of a profile by each scar, in the order of the D6.
var scars = [6]struct {
	id     string
	change func(p *Profile)
}{
	{"limp", func(p *Profile) { p.Spd = max(1, p.Spd-1) }},
	{"stiff-arm", func(p *Profile) { p.Mat = max(1, p.Mat-1) }},
	{"clouded-eye", func(p *Profile) { p.Rat = max(1, p.Rat-1) }},
	{"slow-hand", func(p *Profile) { p.Def = max(5, p.Def-1) }},
	{"cracked-plate", func(p *Profile) { p.Arm = max(5, p.Arm-1) }},
	{"faint-voice", func(p *Profile) { p.Cmd = max(1, p.Cmd-1) }},
}

// applyMark changes a profile by a scar. Other marks change no stats.
func applyMark(p *Profile, id string) {
	for _, s := range scars {
		if s.id == id {
			s.change(p)
		}
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
