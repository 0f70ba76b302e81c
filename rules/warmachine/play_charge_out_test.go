package warmachine

import (
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// newAmbush returns a duel in which a warcaster "a" is about to walk up to "b", a cavalry
// model with Counter-Charge.
func newAmbush(t *testing.T, far ruling.Inches, abilities ...string) *scriptedDuel {
	b := battleWithActive(figure{viewer: figureModel{"a", "small", 20_000, 20_000}, others: []figureModel{{"b", "small", 20_000 + far, 20_000}}})
	b.info[0] = newUnitInfo(0, rules.Unit{ID: "a"}, Profile{
		Kind: "warcaster", Base: "small", Models: 1, Spd: 6, Mat: 6, Def: 12, Arm: 14, Focus: 6, Boxes: 15,
		Weapons: []WeaponProfile{{ID: "sword", Kind: ruling.Melee, Power: 10}},
	})
	b.info[1] = newUnitInfo(1, rules.Unit{ID: "b"}, Profile{
		Kind: "solo", Base: "small", Models: 1, Spd: 6, Mat: 6, Def: 12, Arm: 14, Boxes: 8, Abilities: append(abilities, counterCharge),
		Weapons: []WeaponProfile{
			{ID: "lance", Kind: ruling.Melee, Power: 11, Reach: true}, {ID: "horn", Kind: ruling.Melee, Power: 9},
			{ID: "couch", Kind: ruling.Melee, Power: 15, Special: "lance"}, {ID: "hooves", Kind: ruling.Melee, Power: 8, Mount: true},
		},
	})
	b.info[0].models, b.info[1].models = []string{"a"}, []string{"b"}
	b.info = append(b.info, unitInfo{id: "boss", seat: 1, size: 1, models: []string{"boss"}, radius: 591, controller: noUnit, profile: Profile{Kind: "warcaster", Base: "small", Boxes: 5}})
	b.ids["boss"] = modelRef{len(b.info) - 1, 0}
	b.s.Units = append(b.s.Units, unitState{Models: []modelState{{Spot: Spot{X: 2000, Y: 2000}}}, Left: 1, Placed: true})
	b.s.Units[1].Models[0].Facing = 180_000
	b.s.Units[1].Left = 1
	b.s.Units[0].Focus = 6
	b.counterChargers, b.s.Order = []int{1}, []rules.Seat{0, 1}
	b.Apply(Activated{Unit: "a", Order: "none"})
	return &scriptedDuel{t, b}
}

func walk(x ruling.Inches) Move {
	return Move{Movement: ruling.FullAdvance, Path: []ruling.Point{{X: x, Y: 20_000}}, LOS: yes, InReach: yes}
}

// charges returns the charges outside the activation among events.
func charges(events []rules.Event) (all []ChargedOut) {
	for _, e := range events {
		if c, ok := e.(ChargedOut); ok {
			all = append(all, c)
		}
	}
	return all
}

// TestCounterCharge is WM-OOA-1 to WM-OOA-4: one attack, boosted after three inches,
// once between two turns, and no special attack among the weapons asked about.
func TestCounterCharge(t *testing.T) {
	x := newAmbush(t, 12_000)
	// b charges with its lance: 5 + 4 + MAT 6 hits; 3 dice + 11 against ARM 14 + 6 of focus.
	events := x.do(walk(25_500), []int{1, 0}, 5, 4, 6, 6, 6)
	made := charges(events)
	if len(made) != 1 || made[0].Law != "WM-OOA-3" || !made[0].Counter || made[0].To == nil {
		t.Fatalf("charges: %+v", made)
	}
	rolled := events[slices.IndexFunc(events, func(e rules.Event) bool { return e.Kind() == "attack-rolled" })].(AttackRolled)
	if !rolled.Charge || rolled.Weapon != "lance" || !rolled.Hit {
		t.Errorf("attack: %+v", rolled)
	}
	if got := x.b.s.Units[0].Models[0].Damage; got != 9 {
		t.Errorf("damage %d, want 29 less 20", got)
	}
	if x.b.s.Acting != 0 || x.b.s.Activation.Models[0].Attacks != 0 {
		t.Errorf("acting %d, attacks %d: the charge is none of the activation's", x.b.s.Acting, x.b.s.Activation.Models[0].Attacks)
	}
	if x.b.mayCounterCharge(1) {
		t.Error("it has made its Counter-Charge")
	}
	x.b.Apply(TurnBegan{1, x.b.s.Turns + 1})
	if x.b.s.Units[1].UsedCounterCharge {
		t.Error("its next turn gives it back")
	}

	near := newAmbush(t, 8000)
	if made := charges(near.do(walk(24_500), []int{1, 1}, 1, 1)); len(made) != 1 || made[0].Law != "WM-OOA-4" {
		t.Errorf("from near: %+v", made)
	}
	for why, change := range map[string]func(*Battle){
		"it lies down":  func(b *Battle) { b.model(modelRef{1, 0}).Down = true },
		"it looks away": func(b *Battle) { b.model(modelRef{1, 0}).Facing = 0 },
		"it is slowed": func(b *Battle) {
			b.info[0].profile.Feat = &FeatProfile{ID: "mud", Effects: []Effect{{"spd", -1}}}
			b.Apply(Enchanted{By: "a", Spell: "mud", Unit: "b"})
		},
		"it has no blade": func(b *Battle) { b.info[1].profile.Weapons = nil },
	} {
		x := newAmbush(t, 12_000)
		change(x.b)
		if made := charges(x.do(walk(25_500), nil)); len(made) > 0 {
			t.Errorf("%s, and it charges: %+v", why, made)
		}
	}
	if made := charges(newAmbush(t, 20_000).do(walk(25_500), nil)); len(made) > 0 {
		t.Error("more than six inches are too far")
	}
}

// TestCounterChargeOfCavalry is WM-OOA-5: the mount strikes too.
func TestCounterChargeOfCavalry(t *testing.T) {
	x := newAmbush(t, 12_000, "cavalry")
	x.b.info[1].profile.Weapons[0].Reach = false
	x.b.info[1].meleeReach = shortReach
	// The hooves miss; then the lance with +2 misses too.
	events := x.do(walk(25_500), []int{1, 0}, 1, 1, 1, 2)
	var with []string
	for _, e := range events {
		if a, ok := e.(AttackRolled); ok {
			with = append(with, a.Weapon)
			if a.Weapon == "lance" && *a.Total != 3+6+cavalryBonus {
				t.Errorf("rolled %d", *a.Total)
			}
		}
	}
	if !slices.Equal(with, []string{"hooves", "lance"}) {
		t.Errorf("attacks with %v", with)
	}
}

// TestCounterChargeMeasured asks for the result of the charge, and lets the players state
// the result of the attack without the combat module before the activation goes on.
func TestCounterChargeMeasured(t *testing.T) {
	x := newAmbush(t, 12_000)
	x.b.board, x.b.combat = false, false
	m := Move{Movement: ruling.Run, Distance: ruling.Inches(9000).Dec(), LOS: yes, InReach: yes}
	made := charges(x.do(m, []int{1, 0, 0}))
	if len(made) != 1 || made[0].Law != "WM-OOA-3" || x.b.s.Pending == nil || x.b.s.Acting != 0 {
		t.Fatalf("charges %+v, waiting %v, acting %d", made, x.b.s.Pending, x.b.s.Acting)
	}
	x.do(Settle{bySeat{0}, 2, false}, nil)
	if x.b.s.Acting == 0 || x.b.s.Units[0].Models[0].Damage != 2 {
		t.Errorf("acting %d, damage %d: the runner's activation is over", x.b.s.Acting, x.b.s.Units[0].Models[0].Damage)
	}
	x = newAmbush(t, 12_000)
	x.b.board = false
	if events := x.do(Move{Movement: ruling.FullAdvance, Distance: ruling.Inches(3000).Dec(), LOS: yes, InReach: yes}, []int{1, 2}); charges(events)[0].Law != "WM-OOA-7" || len(events) != 2 {
		t.Errorf("a charge that fails gives no attack: %+v", events)
	}
}

// TestSpellUrges has a friendly model charge by a spell.
func TestSpellUrges(t *testing.T) {
	x := newAmbush(t, 12_000)
	x.b.info[1].seat, x.b.counterChargers = 0, nil
	x.b.info[0].profile.Spells = []SpellProfile{{ID: "whistle", Cost: 2, On: "friend", Range: 20 * ruling.Inch, Effects: []Effect{{onward, 1}}}}
	boss := x.b.model(x.b.ids["boss"])
	boss.X, boss.Y = 25_000, 20_000
	x.b.model(x.b.ids["a"]).Facing = 0
	x.b.Apply(ActivationEnded{Unit: "b"})
	x.b.Apply(Activated{Unit: "a", Order: "none"})
	c := Cast{Spell: "whistle", Target: "b", Open: yes}
	c.LOS = yes
	made := charges(x.do(c, []int{1, 0}, 1, 1))
	if len(made) != 1 || made[0].Target != "boss" || made[0].Law != "WM-OOA-3" || made[0].Counter {
		t.Errorf("charges: %+v", made)
	}
}
