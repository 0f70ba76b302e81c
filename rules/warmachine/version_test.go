package warmachine

import (
	"encoding/json"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/warmachine/ruling"
)

// setVersion sets the version of the game that the duel is played under.
func (x *scriptedDuel) setVersion(v int) { x.b.setup.Version = v }

// TestModifierHasAReason: a modifier entered by hand needs a reason, which is recorded
// before the roll.
func TestModifierHasAReason(t *testing.T) {
	x := newScriptedDuel(t, figureModel{"b", "medium", 12_000, 20_000})
	x.setVersion(currentVersion)
	x.jack(1, 8)
	hit := Attack{Who: "a", Target: "b", Weapon: "left", AttackModifier: 2, DamageModifier: -1}
	hit.LOS, hit.InReach = yes, yes
	_, _, err := rules.Play(x.b, hit, dice.Seeded("reason"), rules.ChooseFirst)
	if f, is := err.(*rules.Fault); !is || f.Code != rules.MissingField || f.Field != "modifier_reason" {
		t.Errorf("without a reason: %v", err)
	}
	hit.ModifierReason = " flanked "
	if events := x.do(hit, []int{1}); len(events) != 1 || events[0] != (Contested{0, 1, "modifier", law{modifierRule}}) {
		t.Errorf("refused: %+v", events)
	}
	events := x.do(hit, []int{0}, 6, 5, 4, 3, 1)
	stated, is := events[0].(Modified)
	if !is || stated != (Modified{Unit: "a", Target: "b", Attack: 2, Damage: -1, Reason: "flanked", law: law{"WM-COMBAT-3"}}) {
		t.Errorf("first is %#v", events[0])
	}
	rolled := events[1].(AttackRolled)
	if *rolled.Total != 6+5+6+2 { // the dice, MAT and the modifier
		t.Errorf("rolled %d", *rolled.Total)
	}

	x = newScriptedDuel(t, figureModel{"b", "medium", 12_000, 20_000})
	x.setVersion(oldestVersion)
	hit.ModifierReason = ""
	if _, is := x.do(hit, nil, 1, 2)[0].(AttackRolled); !is {
		t.Error("a battle of version 3 wants a reason")
	}
	x.setVersion(currentVersion)
	plain := Attack{Who: "a", Target: "b", Weapon: "right", ModifierReason: "nothing"}
	plain.LOS, plain.InReach = yes, yes
	if _, _, err := rules.Play(x.b, plain, dice.Seeded("reason"), rules.ChooseFirst); err == nil {
		t.Error("a reason without a modifier passes")
	}
}

// TestNoRunAfterMagic is WM-RUN-3: a model that has cast a spell or used its feat may
// advance, but not run.
func TestNoRunAfterMagic(t *testing.T) {
	for _, e := range []rules.Event{SpellCast{Unit: "a", Spell: "ward", Target: "a", law: law{"WM-X-FOC-7"}}, FeatUsed{Unit: "a", Feat: "tide"}} {
		x := newScriptedDuel(t, figureModel{"b", "medium", 30_000, 20_000})
		x.b.Apply(e)
		for v, want := range map[int]string{currentVersion: "WM-RUN-3", oldestVersion: ""} {
			x.setVersion(v)
			if _, rule := x.b.moveAllowance(0, ruling.Run); rule != want {
				t.Errorf("version %d, after %s: run gives %q, not %q", v, e.Kind(), rule, want)
			}
			if _, rule := x.b.moveAllowance(0, ruling.FullAdvance); rule != "" {
				t.Errorf("after %s no advance: %s", e.Kind(), rule)
			}
		}
		raw, err := json.Marshal(x.b.s.Activation)
		var again activationState
		if err != nil || json.Unmarshal(raw, &again) != nil || !again.UsedMagic {
			t.Errorf("%s is forgotten when the battle is stored", e.Kind())
		}
		x.setVersion(currentVersion)
		x.b.Apply(Activated{Unit: "a", Order: "none"})
		if _, rule := x.b.moveAllowance(0, ruling.Run); rule != "" {
			t.Errorf("still in the next activation: %s", rule)
		}
	}
}
