package ruling

import (
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/odds"
)

type maintenanceInput struct {
	Models  []maintainedInput `json:"models" len:"1..100"`
	Outside bool              `json:"outside" default:"true"`
}

type maintainedInput struct {
	ID      string             `json:"id" in:"1..80"`
	Focus   int                `json:"focus" in:"0..99" default:"0"`
	Arm     *int               `json:"arm" in:"0..60" default:"-"`
	Boxes   *int               `json:"boxes" in:"1..200" default:"-"`
	Effects []continuousEffect `json:"effects" len:"0..20" default:"[]"`
}

// continuousEffect is a continuous effect on a model. Its end and its damage are stated, or
// follow from the facts from outside the book.
type continuousEffect struct {
	ID     string `json:"id" in:"1..80"`
	Kind   string `json:"kind" in:"fire|corrosion|other"`
	Ends   *bool  `json:"ends" default:"-"`
	Damage *int   `json:"damage" in:"0..200" default:"-"`
}

type maintenanceResult struct {
	Models        []maintainedModel `json:"models"`
	DamageTotal   int               `json:"damage_total"`
	DisabledCount int               `json:"disabled_count"`
	Simultaneous  bool              `json:"simultaneous"`
}

type maintainedModel struct {
	ID             string   `json:"id"`
	FocusDiscarded int      `json:"focus_discarded"`
	FocusAfter     int      `json:"focus_after"`
	Ended          []string `json:"ended"`
	Remaining      []string `json:"remaining"`
	Damage         int      `json:"damage"`
	BoxesLeft      *int     `json:"boxes_left"`
	Disabled       *bool    `json:"disabled"`
}

func (in maintenanceInput) check() *rules.Fault {
	return rules.FirstFault(
		rules.RepeatedID("models", in.Models, func(m maintainedInput) string { return m.ID }),
		EachFault(in.Models, in.checkModel),
	)
}

func (in maintenanceInput) checkModel(i int, m maintainedInput) *rules.Fault {
	list := MemberPath("models", i, "effects")
	return rules.FirstFault(
		rules.RepeatedID(list, m.Effects, func(e continuousEffect) string { return e.ID }),
		EachFault(m.Effects, func(j int, e continuousEffect) *rules.Fault {
			return rules.FirstFault(
				rules.FaultIf(e.Ends == nil && !in.Outside, rules.Missing(MemberPath(list, j, "ends"))),
				rules.FaultIf(e.Damage == nil && (e.Kind == "other" || !in.Outside), rules.Missing(MemberPath(list, j, "damage"))),
				rules.FaultIf(e.Damage == nil && e.Kind == "fire" && m.Arm == nil, rules.Missing(MemberPath("models", i, "arm"))),
			)
		}),
	)
}

// ends reports whether an effect ends, as stated or by a die (WM-MAINT-2).
func (e continuousEffect) ends(c *rules.Roller) bool {
	if e.Ends != nil {
		return *e.Ends
	}
	return ContinuousEffectEnds(c)
}

// effectDamage returns the damage of an effect that continues (WM-MAINT-3).
func (e continuousEffect) effectDamage(c *rules.Roller, arm *int) int {
	switch {
	case e.Damage != nil:
		return *e.Damage
	case e.Kind == "corrosion":
		return CorrosionDamage
	}
	return FireDamage(c, *arm)
}

// maintain discards focus, ends continuous effects and resolves the others. All damage is
// simultaneous: every effect is checked before any is resolved (WM-MAINT-1 to WM-MAINT-3).
func maintain(c *rules.Roller, in maintenanceInput) maintenanceResult {
	ended := MapEach(in.Models, func(m maintainedInput) []bool {
		return MapEach(m.Effects, func(e continuousEffect) bool { return e.ends(c) })
	})
	r := maintenanceResult{Simultaneous: true}
	for i, m := range in.Models {
		shown := maintainedModel{ID: m.ID, FocusDiscarded: m.Focus}
		for j, e := range m.Effects {
			if ended[i][j] {
				shown.Ended = append(shown.Ended, e.ID)
				continue
			}
			shown.Remaining = append(shown.Remaining, e.ID)
			shown.Damage += e.effectDamage(c, m.Arm)
		}
		if m.Boxes != nil {
			left, disabled := max(0, *m.Boxes-shown.Damage), shown.Damage >= *m.Boxes
			shown.BoxesLeft, shown.Disabled = &left, &disabled
			if disabled {
				r.DisabledCount++
			}
		}
		r.DamageTotal += shown.Damage
		r.Models = append(r.Models, shown)
	}
	return r
}

// damageTotals is what the odds of a Maintenance Phase add up from effect to effect.
type damageTotals struct{ damage, disabled int }

// maintenanceChances adds the effects one by one: their sums do not depend on their order,
// and each has dice of its own.
func maintenanceChances(in maintenanceInput, most int) (map[string]odds.Dist[string], error) {
	total, fallen := odds.NewChain(0), odds.NewChain(damageTotals{})
	total.MaxOutcomes, fallen.MaxOutcomes = most, most
	for _, m := range in.Models {
		for _, e := range m.Effects {
			suffer := func(c *rules.Roller) int {
				if e.ends(c) {
					return 0
				}
				return e.effectDamage(c, m.Arm)
			}
			err := total.Step(func(sum int, src dice.Source) (int, error) {
				hurt, err := rules.RunRule(src, suffer)
				return sum + hurt, err
			})
			if err != nil {
				return nil, err
			}
			if m.Boxes == nil {
				continue
			}
			err = fallen.Step(func(t damageTotals, src dice.Source) (damageTotals, error) {
				hurt, err := rules.RunRule(src, suffer)
				return damageTotals{min(*m.Boxes, t.damage+hurt), t.disabled}, err
			})
			if err != nil {
				return nil, err
			}
		}
		err := fallen.Step(func(t damageTotals, _ dice.Source) (damageTotals, error) {
			if m.Boxes != nil && t.damage >= *m.Boxes {
				t.disabled++
			}
			return damageTotals{0, t.disabled}, nil
		})
		if err != nil {
			return nil, err
		}
	}
	return map[string]odds.Dist[string]{
		"damage_total":   odds.GroupBy(total.Dist(), strconv.Itoa),
		"disabled_count": odds.GroupBy(fallen.Dist(), func(t damageTotals) string { return strconv.Itoa(t.disabled) }),
	}, nil
}

var maintenancePhaseRuling = withChances(rules.CheckedRuling("maintenance-phase",
	"WM-MAINT-1 WM-MAINT-2 WM-MAINT-3 WM-FOCUS-7 WM-X-CE-1 WM-X-CE-2", "damage_total disabled_count",
	maintenanceInput.check, maintain), maintenanceInput.check, maintenanceChances)
