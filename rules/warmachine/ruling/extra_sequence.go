package ruling

import (
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/odds"
)

// This file holds facts from outside the rulebook: whole sequences of attacks,
// with focus spent by a plan.

// SequenceInput is a sequence of attacks of one model on one target, with a plan for its
// focus.
type SequenceInput struct {
	Attacker SequenceAttacker `json:"attacker"`
	Weapons  []SequenceWeapon `json:"weapons" len:"1..6"`
	Target   SequenceTarget   `json:"target"`
	Charge   bool             `json:"charge" default:"false"`
	Attacks  []plannedAttack  `json:"attacks" len:"1..10"`
	Repeat   *repeatedAttack  `json:"repeat" default:"-"`
	Outside  bool             `json:"outside" default:"true"`
}

// SequenceAttacker is the attacking model.
type SequenceAttacker struct {
	Kind           string `json:"kind" in:"melee|ranged"`
	Stat           int    `json:"stat" in:"0..20"`
	Focus          int    `json:"focus" in:"0..10" default:"0"`
	AttackModifier int    `json:"attack_modifier" in:"-20..20" default:"0"`
	DamageModifier int    `json:"damage_modifier" in:"-20..20" default:"0"`
}

// SequenceWeapon is a weapon of the attacker.
type SequenceWeapon struct {
	ID              string `json:"id" in:"1..80"`
	Power           int    `json:"power" in:"0..60"`
	Rof             int    `json:"rof" in:"1..20" default:"-"` // 0: melee
	ExtraAttackDice int    `json:"extra_attack_dice" in:"-1..4" default:"0"`
	ExtraDamageDice int    `json:"extra_damage_dice" in:"-1..4" default:"0"`
}

// SequenceTarget is the target of the attacks.
type SequenceTarget struct {
	Defense int    `json:"defense" in:"0..40"`
	Arm     int    `json:"arm" in:"0..60"`
	Boxes   int    `json:"boxes" in:"1..100"`
	State   string `json:"state" in:"none|knocked-down|stationary" default:"\"none\""`
	Tough   bool   `json:"tough" default:"false"`
}

// plannedAttack is an attack of the plan.
type plannedAttack struct {
	Type string `json:"type" in:"initial|additional"`
	repeatedAttack
}

// repeatedAttack is an attack that is made again as long as it can be paid for.
type repeatedAttack struct {
	Weapon      string `json:"weapon" in:"1..80"`
	BoostAttack bool   `json:"boost_attack" default:"false"`
	BoostDamage bool   `json:"boost_damage" default:"false"`
}

type sequenceResult struct {
	Attacks     []attackRecord `json:"attacks"`
	AttacksMade int            `json:"attacks_made"`
	Hits        int            `json:"hits"`
	TotalDamage int            `json:"total_damage"`
	BoxesLeft   int            `json:"boxes_left"`
	Destroyed   bool           `json:"destroyed"`
	FocusLeft   int            `json:"focus_left"`
	Stopped     string         `json:"stopped"`
}

// attackRecord is one attack of a sequence with its result.
type attackRecord struct {
	Weapon        string `json:"weapon"`
	Type          string `json:"type"`
	ChargeAttack  bool   `json:"charge_attack"`
	AttackBoosted bool   `json:"attack_boosted"`
	AttackTotal   *int   `json:"attack_total"`
	Hit           bool   `json:"hit"`
	DamageBoosted bool   `json:"damage_boosted"`
	DamageTotal   *int   `json:"damage_total"`
	Damage        int    `json:"damage"`
	ToughRoll     *int   `json:"tough_roll"`
	BoxesLeft     int    `json:"boxes_left"`
	Focus         int    `json:"focus"`
}

func (in SequenceInput) weapon(id string) int {
	return slices.IndexFunc(in.Weapons, func(w SequenceWeapon) bool { return w.ID == id })
}

func (in SequenceInput) check() *rules.Fault {
	ranged := in.Attacker.Kind == Ranged
	return rules.FirstFault(
		notInTheBook(in.Outside),
		rules.RepeatedID("weapons", in.Weapons, func(w SequenceWeapon) string { return w.ID }),
		EachFault(in.Weapons, func(i int, w SequenceWeapon) *rules.Fault {
			return CheckPresence(ranged, w.Rof > 0, MemberPath("weapons", i, "rof"))
		}),
		rules.FaultIf(in.Charge && ranged, rules.Breaks("WM-CHARGE-20", "charge", "a charge attack is a melee attack")),
		in.checkPlan(),
		rules.FaultIf(in.Repeat != nil && in.weapon(valueOr(in.Repeat, repeatedAttack{}).Weapon) < 0, BadValue("repeat.weapon", "no such weapon")),
	)
}

// checkPlan refuses plans that no combat action allows.
func (in SequenceInput) checkPlan() *rules.Fault {
	listed, begun := make([]int, len(in.Weapons)), make([]bool, len(in.Weapons))
	once := "WM-COMBAT-3"
	if in.Attacker.Kind == Ranged {
		once = "WM-COMBAT-4"
	}
	for i, a := range in.Attacks {
		w, kind, with := in.weapon(a.Weapon), MemberPath("attacks", i, "type"), MemberPath("attacks", i, "weapon")
		if w < 0 {
			return BadValue(with, "no weapon %q", a.Weapon)
		}
		late := i > 0 && a.Type == initial && in.Attacks[i-1].Type == Additional
		if late || i == 0 && a.Type == Additional {
			return rules.Breaks("WM-COMBAT-7", kind, "additional attacks come after the initial ones")
		}
		if a.Type == initial && begun[w] {
			return rules.Breaks(once, with, "one initial attack with each weapon")
		}
		begun[w] = begun[w] || a.Type == initial
		listed[w]++
		if in.Attacker.Kind == Ranged && listed[w] > in.Weapons[w].Rof {
			return rules.Breaks("WM-COMBAT-9", with, "more attacks than the rate of fire")
		}
	}
	return nil
}

// sequenceState is the state of a sequence between two attacks: all that the following
// attacks depend on and all that odds ask for.
type sequenceState struct {
	made, focus, boxes int
	down               bool // the target was knocked down by a Tough roll
	repeats            int  // number of attacks made beyond the plan
	hits, damage       int
}

// begin returns the state before the first attack.
func (in SequenceInput) begin() sequenceState {
	return sequenceState{focus: in.Attacker.Focus, boxes: in.Target.Boxes}
}

// next returns the next attack, or why there is none.
func (in SequenceInput) next(s sequenceState) (a plannedAttack, stopped string) {
	switch {
	case s.boxes == 0:
		return a, "destroyed"
	case s.made < len(in.Attacks):
		a = in.Attacks[s.made]
	case in.Repeat == nil:
		return a, "plan-complete"
	default:
		a = plannedAttack{Additional, *in.Repeat}
		if in.Attacker.Kind == Ranged && in.listed(a.Weapon)+s.repeats >= in.Weapons[in.weapon(a.Weapon)].Rof {
			return a, "rof"
		}
	}
	if a.Type == Additional && s.focus == 0 {
		return a, "no-focus"
	}
	return a, ""
}

// listed returns the number of attacks of the plan with a weapon.
func (in SequenceInput) listed(id string) int {
	n := 0
	for _, a := range in.Attacks {
		if a.Weapon == id {
			n++
		}
	}
	return n
}

// attack makes one attack of the plan (WM-X-ATK-1, WM-X-DMG-1, WM-X-FOC-3).
func (in SequenceInput) attack(c *rules.Roller, a plannedAttack, s *sequenceState) attackRecord {
	w := in.Weapons[in.weapon(a.Weapon)]
	r := attackRecord{Weapon: a.Weapon, Type: a.Type, ChargeAttack: in.Charge && s.made == 0, Hit: true}
	if s.made >= len(in.Attacks) {
		s.repeats++
	}
	s.made++
	if a.Type == Additional {
		s.focus--
	}
	pay := func(wanted bool) bool {
		if !wanted || s.focus == 0 {
			return false
		}
		s.focus--
		return true
	}
	open := s.down || helpless(in.Target.State)
	if in.Attacker.Kind == Ranged || !open {
		def := in.Target.Defense
		if open {
			def = HelplessDef
		}
		r.AttackBoosted = pay(a.BoostAttack)
		bonus := in.Attacker.Stat + in.Attacker.AttackModifier
		d := throwToHit(c, DiceCount(r.AttackBoosted, w.ExtraAttackDice), bonus, def)
		total := d.sum + bonus
		r.AttackTotal = &total
		r.Hit, _ = d.Hits(bonus, def)
	}
	if r.Hit {
		r.DamageBoosted = r.ChargeAttack || pay(a.BoostDamage)
		in.rollDamage(c, w, s, &r)
	}
	r.BoxesLeft, r.Focus = s.boxes, s.focus
	return r
}

// rollDamage makes the damage roll of a hit and the Tough roll that may follow.
func (in SequenceInput) rollDamage(c *rules.Roller, w SequenceWeapon, s *sequenceState, r *attackRecord) {
	s.hits++
	n := DiceCount(r.DamageBoosted, w.ExtraDamageDice)
	total, damage := RollDamage(c, n, w.Power+in.Attacker.DamageModifier, in.Target.Arm)
	r.DamageTotal, r.Damage = &total, damage
	s.damage += damage
	s.boxes = max(0, s.boxes-damage)
	if s.boxes > 0 || !in.Target.Tough {
		return
	}
	face, saved := RollTough(c)
	r.ToughRoll = &face
	if saved {
		s.boxes, s.down = 1, true
	}
}

// throwToHit is throwAttack where only hit or miss matters.
func throwToHit(c *rules.Roller, n, bonus, def int) AttackDice {
	return ReadAttack(c.Throw(dice.Roll{
		Why: "attack", N: n, Sides: 6, Read: dice.Pool, CacheKey: "hit " + strconv.Itoa(n) + " " + strconv.Itoa(def-bonus),
		ClassOf: ClassIf(func(faces []int) bool {
			hit, _ := ReadAttack(faces).Hits(bonus, def)
			return hit
		}),
	}))
}

func playSequence(c *rules.Roller, in SequenceInput) sequenceResult { return in.play(c, in.next) }

// play makes attacks with dice. next returns the next attack, or why there is none.
func (in SequenceInput) play(c *rules.Roller, next func(sequenceState) (a plannedAttack, stopped string)) (r sequenceResult) {
	s := in.begin()
	for {
		a, stopped := next(s)
		if stopped != "" {
			r.Stopped = stopped
			break
		}
		r.Attacks = append(r.Attacks, in.attack(c, a, &s))
	}
	r.AttacksMade, r.Hits, r.TotalDamage = s.made, s.hits, s.damage
	r.BoxesLeft, r.Destroyed, r.FocusLeft = s.boxes, s.boxes == 0, s.focus
	return r
}

// sequenceChances computes the odds of hits and of damage separately, because either needs
// only a part of the state.
func sequenceChances(in SequenceInput, most int) (map[string]odds.Dist[string], error) {
	ways := AttackWays{}
	byHits, err := in.walk(ways, most, func(s sequenceState) sequenceState { s.damage = 0; return s })
	if err != nil {
		return nil, err
	}
	byDamage, err := in.walk(ways, most, func(s sequenceState) sequenceState { s.hits = 0; return s })
	if err != nil {
		return nil, err
	}
	return map[string]odds.Dist[string]{
		"hits":         distBy(byHits, strconv.Itoa, func(s sequenceState) int { return s.hits }),
		"total_damage": distBy(byDamage, strconv.Itoa, func(s sequenceState) int { return s.damage }),
		"boxes_left":   distBy(byHits, strconv.Itoa, func(s sequenceState) int { return s.boxes }),
		"destroyed":    distBy(byHits, strconv.FormatBool, func(s sequenceState) bool { return s.boxes == 0 }),
		"focus_left":   distBy(byHits, strconv.Itoa, func(s sequenceState) int { return s.focus }),
		"attacks_made": distBy(byHits, strconv.Itoa, func(s sequenceState) int { return s.made }),
	}, nil
}

var attackSequenceRuling = withChances(rules.CheckedRuling("attack-sequence",
	"WM-COMBAT-3 WM-COMBAT-4 WM-COMBAT-7 WM-COMBAT-8 WM-COMBAT-9 WM-COMBAT-10 WM-COMBAT-11 WM-COMBAT-17 WM-CHARGE-20 WM-FOCUS-5 "+
		"WM-X-ATK-1 WM-X-ATK-2 WM-X-DMG-1 WM-X-DICE-1 WM-X-DIS-1 WM-X-FOC-3 WM-X-KD-1 WM-X-STAT-2",
	"hits total_damage boxes_left destroyed focus_left attacks_made", SequenceInput.check, playSequence),
	SequenceInput.check, sequenceChances)
