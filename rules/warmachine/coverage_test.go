package warmachine

import (
	"errors"
	"regexp"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmachine/ruling"
)

// TestEveryRule accounts for every rule id of the specification.
func TestEveryRule(t *testing.T) {
	rulestest.RequireEveryRule(t, Game, "../../../shared/rules/warmachine.md", regexp.MustCompile(`WM-(X-)?[A-Z0-9]*[A-Z][A-Z0-9]*(-FIG)?-\d+`), rulestest.Proofs{
		Tests: map[string]func(*testing.T){
			"WM-LOS-13":    sightFigure("out of the front arc"),
			"WM-LOS-FIG-1": sightFigure("the Butcher on the level"),
			"WM-LOS-FIG-2": sightFigure("the Butcher on the level"),
			"WM-LOS-FIG-3": sightFigure("the Butcher an inch higher"),
			"WM-LOS-FIG-4": sightFigure("the Charger on the hill"),
			"WM-LOS-FIG-5": sightFigure("past a building"),
			"WM-SPEC-3":    repairsNeedContact,
			"WM-X-FOC-9":   inertWithoutWarcaster,
			"WM-X-GRID-3":  noFocusWithoutCortex,
			"WM-X-GRID-4":  lameWithoutMovement,
			"WM-X-GRID-5":  armsGoWithTheirSystem,
			"WM-X-PA-2":    noHeadButtUpward,
			"WM-X-PA-5":    TestThrow,
			"WM-X-TER-2":   obstructionsBar,
			"WM-X-TER-3":   forestsHide,
			"WM-X-TER-4":   cloudsHide,
			"WM-X-TER-5":   wallsCover,
		},
		SameAs: map[string]string{
			"WM-ABIL-1": "WM-CTRL-1", "WM-ABIL-3": "WM-SKILL-1", "WM-ABIL-4": "WM-COMBAT-14", "WM-ABIL-6": "WM-X-JM-1",
			"WM-ABIL-7": "WM-OOA-5", "WM-ABIL-8": "WM-COMBAT-6", "WM-ABIL-10": "WM-B2B-2", "WM-X-ORD-1": "WM-RUN-7",
		},
		NothingToDo: definitions,
	})
}

// definitions are the rules that require no procedure: definitions, and statements about
// profiles that no procedure can break.
var definitions = map[string]string{
	"WM-ABIL-5":    "an example of a special action whose text is not printed",
	"WM-ABIL-9":    "orders of single commanders, whose texts are not printed",
	"WM-ARMY-17":   "what a character is: profiles say so",
	"WM-CTRL-4":    "other effects of the phase: the book has none",
	"WM-LOS-14":    "how to look at the table: the engine reckons instead",
	"WM-LOS-FIG-7": "a picture of the three bases",
	"WM-MAINT-4":   "other effects of the phase: the book has none",
	"WM-MULTI-11":  "suggestions for deployments",
	"WM-SETUP-2":   "terrain lies before the battle begins",
	"WM-SETUP-8":   "objectives are agreed on before the battle begins",
	"WM-UNIT-7":    "orders of single commanders, whose texts are not printed",
	"WM-X-BASE-2":  "which bases models have: profiles say so",
	"WM-X-MEAS-2":  "nothing can forbid looking at a rule",
	"WM-X-NAME-1":  "names of the sizes of encounters",
	"WM-X-STAT-1":  "what is printed on a profile",
	"WM-X-STAT-3":  "FOCUS of single warcasters",
}

// sightFigure tests which models the viewer of a figure sees.
func sightFigure(title string) func(*testing.T) {
	return func(t *testing.T) {
		for _, f := range figures {
			if f.title != title {
				continue
			}
			f.check(t)
			return
		}
		t.Fatalf("no figure %q", title)
	}
}

// withJack returns a battle with a warcaster "a" and a warjack "j" three inches away, whose
// cortex, movement, left arm and arc node are crippled if crippled is set.
func withJack(crippled bool) *Battle {
	b := battleWithActive(figure{viewer: figureModel{"a", "small", 20_000, 20_000}, others: []figureModel{{"j", "medium", 23_000, 20_000}, {"b", "small", 40_000, 20_000}}})
	b.info[0].profile.Focus, b.s.Units[0].Focus = 6, 6
	b.info[0].profile.Actions = []ActionProfile{{ID: "repair", Boxes: 6}}
	b.info[1] = newUnitInfo(0, rules.Unit{ID: "j"}, Profile{
		Kind: "warjack", Base: "medium", Models: 1, Spd: 5, Def: 12, Grid: []ruling.Column{"C", "M", "L", "R", "A", "."},
		Weapons: []WeaponProfile{{ID: "fist", Kind: ruling.Melee, Power: 10, System: "left-arm"}},
	})
	b.info[1].models, b.info[1].controller = []string{"j"}, 0
	b.s.Units[1].Filled = make([]int, ruling.GridColumns)
	if crippled {
		b.s.Units[1].Filled = []int{1, 1, 1, 0, 1, 0}
	}
	return b
}

// refusalRule returns the rule by which a battle refuses a command.
func refusalRule(b *Battle, c rules.Command) string {
	var f *rules.Fault
	if _, _, err := rules.Play(b, c, dice.Seeded("rules"), rules.ChooseFirst); errors.As(err, &f) {
		return f.Rule
	}
	return ""
}

func repairsNeedContact(t *testing.T) {
	b := withJack(true)
	for x, want := range map[ruling.Inches]string{23_000: "WM-SPEC-3", 21_400: ""} {
		b.s.Units[1].Models[0].X = x
		if got := refusalRule(b, Special{Action: "repair", Target: "j", Contact: yes}); got != want {
			t.Errorf("from %s: got %q, want %q", x, got, want)
		}
	}
}

func inertWithoutWarcaster(t *testing.T) {
	b := withJack(false)
	b.Apply(ActivationEnded{Unit: "a"})
	if got := refusalRule(b, Activate{Unit: "j", Order: "none"}); got != "" {
		t.Errorf("with its warcaster: %q", got)
	}
	b.Apply(Enchanted{By: "a", Spell: "ward", Unit: "j"})
	b.Apply(Fell{Unit: "a", By: "b"})
	if got := refusalRule(b, Activate{Unit: "j", Order: "none"}); got != "WM-X-FOC-9" || len(b.s.Effects) > 0 {
		t.Errorf("without: %q, and %d spells in play", got, len(b.s.Effects))
	}
}

func noFocusWithoutCortex(t *testing.T) {
	for crippled, want := range map[bool]string{true: "WM-X-GRID-3", false: ""} {
		b := withJack(crippled)
		b.Apply(ActivationEnded{Unit: "a"})
		b.s.Phase = phaseControl
		if got := refusalRule(b, Allocate{bySeat{0}, "j", 1, yes}); got != want {
			t.Errorf("crippled %v: got %q, want %q", crippled, got, want)
		}
	}
}

func lameWithoutMovement(t *testing.T) {
	if b := withJack(false); b.mayNotRunOrCharge(1) || b.spd(1) != 5 || b.def(1) != 12 {
		t.Errorf("whole: lame %v, SPD %d, DEF %d", b.mayNotRunOrCharge(1), b.spd(1), b.def(1))
	}
	if b := withJack(true); !b.mayNotRunOrCharge(1) || b.spd(1) != ruling.LameSpd || b.def(1) != ruling.LameDef {
		t.Errorf("crippled: lame %v, SPD %d, DEF %d", b.mayNotRunOrCharge(1), b.spd(1), b.def(1))
	}
}

func armsGoWithTheirSystem(t *testing.T) {
	for _, crippled := range []bool{false, true} {
		b := withJack(crippled)
		want := 0
		if crippled {
			want = -1
		}
		in := b.attackRollOf(&attackState{attacker: modelRef{1, 0}, target: modelRef{2, 0}, weapon: 0, kind: ruling.Melee})
		if in.ExtraDice != want || b.extraDamage(&attackState{attacker: modelRef{1, 0}, target: modelRef{2, 0}, weapon: 0, kind: ruling.Melee}) != want {
			t.Errorf("crippled %v: %d dice more", crippled, in.ExtraDice)
		}
	}
}

func noHeadButtUpward(t *testing.T) {
	for base, want := range map[string]string{"large": "WM-X-PA-2", "small": ""} {
		b := battleWithActive(figure{viewer: figureModel{"a", "medium", 20_000, 20_000}, others: []figureModel{{"b", base, 21_800, 20_000}}})
		b.info[0].profile.Kind, b.s.Units[0].Focus = "warjack", 1
		if got := refusalRule(b, PowerAttack{Attack: "head-butt", Target: "b", LOS: yes, InReach: yes}); got != want {
			t.Errorf("%s base: got %q, want %q", base, got, want)
		}
	}
}

// between returns a battle with a viewer and a target ten inches apart, with terrain between
// them.
func between(kind string, height ruling.Inches, area ruling.Polygon) *Battle {
	return battleOfFigure(figure{
		viewer: figureModel{"a", "small", 10_000, 20_000}, others: []figureModel{{"b", "small", 20_000, 20_000}},
		terrain: []Piece{{Kind: kind, Height: height, Polygon: area}},
	})
}

// block returns a rectangle across the line between them.
func block(from, to ruling.Inches) ruling.Polygon {
	return ruling.Polygon{{X: from, Y: 15_000}, {X: to, Y: 15_000}, {X: to, Y: 25_000}, {X: from, Y: 25_000}}
}

func obstructionsBar(t *testing.T) {
	b := between("obstruction", 2000, block(14_000, 15_000))
	if !b.barred(ruling.Point{X: 10_000, Y: 20_000}, ruling.Point{X: 14_500, Y: 20_000}, 591, false) || b.barred(ruling.Point{X: 10_000, Y: 20_000}, ruling.Point{X: 12_000, Y: 20_000}, 591, true) {
		t.Error("a base goes up to the obstruction and not through it")
	}
	wall := between("obstacle", 900, block(14_000, 14_200))
	way := ruling.Course{From: ruling.Point{X: 10_000, Y: 20_000}, Ux: 1, Uy: 0, Radius: 591}
	if _, stopped := wall.barrier(way, 9000, true); !stopped {
		t.Error("a charge stops at an obstacle")
	}
}

func forestsHide(t *testing.T) {
	for _, c := range []struct {
		from, to  ruling.Inches
		sees, hid bool
	}{{13_000, 15_000, false, false}, {18_000, 22_000, true, true}, {15_000, 25_000, false, true}} {
		b := between("forest", 0, block(c.from, c.to))
		if got := b.sees(modelRef{0, 0}, modelRef{1, 0}); got != c.sees {
			t.Errorf("forest from %s to %s: sees %v", c.from, c.to, got)
		}
		if hid, _ := b.sheltered(ruling.Point{X: 10_000, Y: 20_000}, ruling.Point{X: 20_000, Y: 20_000}, 591); hid != c.hid {
			t.Errorf("forest from %s to %s: concealed %v", c.from, c.to, hid)
		}
	}
}

func cloudsHide(t *testing.T) {
	for in, area := range map[bool]ruling.Polygon{false: block(14_000, 16_000), true: block(18_000, 22_000)} {
		b := between("cloud", 0, area)
		hid, _ := b.sheltered(ruling.Point{X: 10_000, Y: 20_000}, ruling.Point{X: 20_000, Y: 20_000}, 591)
		if b.sees(modelRef{0, 0}, modelRef{1, 0}) != in || hid != in {
			t.Errorf("the target in the cloud: %v; concealed %v", in, hid)
		}
	}
}

func wallsCover(t *testing.T) {
	for near, at := range map[bool]ruling.Inches{true: 18_500, false: 15_000} {
		b := between("obstacle", 900, block(at, at+200))
		if _, cover := b.sheltered(ruling.Point{X: 10_000, Y: 20_000}, ruling.Point{X: 20_000, Y: 20_000}, 591); cover != near {
			t.Errorf("a wall at %s: cover %v", at, cover)
		}
	}
}
