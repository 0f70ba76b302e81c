package ruling

import (
	"slices"

	"oriflamme/rules"
)

type controlInput struct {
	Moment        string         `json:"moment" in:"control-phase|game-start" default:"\"control-phase\""`
	Casters       []caster       `json:"casters" len:"1..20"`
	Warjacks      []warjackInput `json:"warjacks" len:"0..50" default:"[]"`
	Allocations   []allocation   `json:"allocations" len:"0..100" default:"[]"`
	Upkeep        []upkeep       `json:"upkeep" len:"0..50" default:"[]"`
	MaxAllocation *int           `json:"max_allocation" in:"0..20" default:"-"`
	Outside       bool           `json:"outside" default:"true"`
}

// caster is a model with Focus Manipulation.
type caster struct {
	ID        string `json:"id" in:"1..80"`
	FocusStat int    `json:"focus_stat" in:"0..20"`
}

// warjackInput is a warjack that may receive focus. Whether it is in the control area of the
// model that gives the focus is stated, or follows from the distance.
type warjackInput struct {
	ID            string  `json:"id" in:"1..80"`
	Caster        string  `json:"caster" in:"1..80" default:"-"`
	InControlArea *bool   `json:"in_control_area" default:"-"`
	Distance      *Inches `json:"distance" in:"0..1000" default:"-"`
}

// allocation is focus given from a caster to a warjack.
type allocation struct {
	Caster  string `json:"caster" in:"1..80"`
	Warjack string `json:"warjack" in:"1..80"`
	Points  int    `json:"points" in:"1..20"`
}

// upkeep is the choice to pay for an upkeep spell or to let it end.
type upkeep struct {
	Caster string `json:"caster" in:"1..80"`
	Spell  string `json:"spell" in:"1..80"`
	Pay    bool   `json:"pay"`
	Cost   *int   `json:"cost" in:"0..20" default:"-"`
}

type controlResult struct {
	Legal      bool           `json:"legal"`
	Violations []Breach       `json:"violations"`
	Casters    []casterFocus  `json:"casters"`
	Warjacks   []warjackFocus `json:"warjacks"`
	Spells     []spellStatus  `json:"spells"`
}

// casterFocus is the focus of a caster after the phase.
type casterFocus struct {
	ID         string `json:"id"`
	Received   int    `json:"received"`
	Allocated  int    `json:"allocated"`
	UpkeepPaid int    `json:"upkeep_paid"`
	Focus      int    `json:"focus"`
}

// warjackFocus is the focus of a warjack after the phase.
type warjackFocus struct {
	ID    string `json:"id"`
	Focus int    `json:"focus"`
}

// spellStatus is whether an upkeep spell is still in play.
type spellStatus struct {
	Caster string `json:"caster"`
	Spell  string `json:"spell"`
	InPlay bool   `json:"in_play"`
}

func (in controlInput) caster(id string) int {
	return slices.IndexFunc(in.Casters, func(c caster) bool { return c.ID == id })
}

func (in controlInput) warjack(id string) int {
	return slices.IndexFunc(in.Warjacks, func(w warjackInput) bool { return w.ID == id })
}

func (in controlInput) check() *rules.Fault {
	start := in.Moment == "game-start"
	return rules.FirstFault(
		rules.RepeatedID("casters", in.Casters, func(c caster) string { return c.ID }),
		rules.RepeatedID("warjacks", in.Warjacks, func(w warjackInput) string { return w.ID }),
		EachFault(in.Warjacks, in.checkWarjack),
		EachFault(in.Allocations, func(i int, a allocation) *rules.Fault {
			return rules.FirstFault(
				rules.FaultIf(in.caster(a.Caster) < 0, BadValue(MemberPath("allocations", i, "caster"), "no caster %q", a.Caster)),
				rules.FaultIf(in.warjack(a.Warjack) < 0, BadValue(MemberPath("allocations", i, "warjack"), "no warjack %q", a.Warjack)),
			)
		}),
		EachFault(in.Upkeep, func(i int, u upkeep) *rules.Fault {
			return rules.FirstFault(
				rules.FaultIf(in.caster(u.Caster) < 0, BadValue(MemberPath("upkeep", i, "caster"), "no caster %q", u.Caster)),
				rules.FaultIf(u.Cost == nil && !in.Outside, rules.Missing(MemberPath("upkeep", i, "cost"))),
			)
		}),
		rules.FaultIf(in.MaxAllocation != nil && !in.Outside, rules.Breaks("WM-X-FOC-2", "max_allocation", "is no rule of the book")),
		rules.FaultIf(start && len(in.Allocations) > 0, rules.Breaks("WM-SETUP-9", "allocations", "no focus is allocated before the first turn")),
		rules.FaultIf(start && len(in.Upkeep) > 0, rules.Breaks("WM-SETUP-9", "upkeep", "no spell is in play before the first turn")),
	)
}

func (in controlInput) checkWarjack(i int, w warjackInput) *rules.Fault {
	at := func(name string) string { return MemberPath("warjacks", i, name) }
	return rules.FirstFault(
		rules.FaultIf(w.Caster != "" && in.caster(w.Caster) < 0, BadValue(at("caster"), "no caster %q", w.Caster)),
		CheckPresence(w.Distance == nil, w.InControlArea != nil, at("in_control_area")),
		rules.FaultIf(w.Distance != nil && !in.Outside, rules.Breaks("WM-X-FOC-1", at("distance"), "the size of a control area is no rule of the book")),
	)
}

// refusal returns the first rule that forbids an allocation, or "".
func (in controlInput) refusal(a allocation, from casterFocus, to warjackFocus) string {
	w, c := in.Warjacks[in.warjack(a.Warjack)], in.Casters[in.caster(a.Caster)]
	inArea := w.Distance != nil && *w.Distance <= ControlArea(c.FocusStat) || w.InControlArea != nil && *w.InControlArea
	switch {
	case w.Caster != a.Caster:
		return "WM-FOCUS-1"
	case !inArea:
		return "WM-FOCUS-2"
	case from.Focus < a.Points:
		return "WM-CTRL-2"
	case in.Outside && to.Focus+a.Points > valueOr(in.MaxAllocation, MostAllocated):
		return "WM-X-FOC-2"
	}
	return ""
}

// settle gives every caster its focus (WM-CTRL-1, WM-SETUP-9), then carries out the
// allocations (WM-CTRL-2) and the upkeep (WM-CTRL-3) in order. Unspent focus stays on the
// caster (ruling A-37).
func (in controlInput) settle() controlResult {
	var broken breachList
	r := controlResult{
		Casters:  MapEach(in.Casters, func(c caster) casterFocus { return casterFocus{ID: c.ID, Received: c.FocusStat, Focus: c.FocusStat} }),
		Warjacks: MapEach(in.Warjacks, func(w warjackInput) warjackFocus { return warjackFocus{ID: w.ID} }),
	}
	for i, a := range in.Allocations {
		from, to := &r.Casters[in.caster(a.Caster)], &r.Warjacks[in.warjack(a.Warjack)]
		if rule := in.refusal(a, *from, *to); rule != "" {
			broken = append(broken, Breach{rule, rules.At("allocations", i)})
			continue
		}
		from.Focus -= a.Points
		from.Allocated += a.Points
		to.Focus += a.Points
	}
	for i, u := range in.Upkeep {
		by, cost := &r.Casters[in.caster(u.Caster)], valueOr(u.Cost, UpkeepCost)
		kept := u.Pay && by.Focus >= cost
		if kept {
			by.Focus -= cost
			by.UpkeepPaid += cost
		}
		broken.note(u.Pay && !kept, "WM-CTRL-3", rules.At("upkeep", i))
		r.Spells = append(r.Spells, spellStatus{u.Caster, u.Spell, kept})
	}
	r.Violations, r.Legal = broken, len(broken) == 0
	return r
}

var controlPhaseRuling = rules.DicelessRuling("control-phase",
	"WM-SETUP-9 WM-CTRL-1 WM-CTRL-2 WM-CTRL-3 WM-FOCUS-1 WM-FOCUS-2 WM-FOCUS-6 WM-FOCUS-8 WM-X-FOC-1 WM-X-FOC-2 WM-X-FOC-4",
	controlInput.check, controlInput.settle)
