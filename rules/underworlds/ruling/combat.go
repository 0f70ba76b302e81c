package ruling

import (
	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// combatInput is one whole Attack action without positions.
type combatInput struct {
	Attack             attackInput `json:"attack"`
	AttackerSupporters int         `json:"attacker_supporters" in:"0..6" default:"0"`
	Target             targetInput `json:"target"`
	TargetSupporters   int         `json:"target_supporters" in:"0..6" default:"0"`
	Cornered           bool        `json:"cornered" default:"false"`       // at step 4
	CorneredAtStep7    *bool       `json:"cornered_at_step_7" default:"-"` // ruling A-10; nil: as at step 4
	CannotBeDrivenBack bool        `json:"cannot_be_driven_back" default:"false"`
	AttackRerolls      Rerolls     `json:"attack_rerolls" default:"{}"`
	DefenceRerolls     Rerolls     `json:"defence_rerolls" default:"{}"`
	GuardNeverTrapped  bool        `json:"guard_never_trapped" default:"false"`     // ruling A-9
	KnockbackNeeds     bool        `json:"knockback_needs_success" default:"false"` // ruling A-11
}

type attackInput struct {
	Dice            int      `json:"dice" in:"0..12"`
	Symbol          string   `json:"symbol" in:"smash|fury"`
	Damage          int      `json:"damage" in:"0..12"`
	DiceModifiers   []int    `json:"dice_modifiers" len:"0..8" each:"-6..6" default:"[]"`
	DamageModifiers []int    `json:"damage_modifiers" len:"0..8" each:"-6..6" default:"[]"`
	Keywords        Keywords `json:"keywords" default:"{}"`
}

type targetInput struct {
	Dice            int    `json:"dice" in:"0..12"`
	Symbol          string `json:"symbol" in:"block|dodge"`
	DiceModifiers   []int  `json:"dice_modifiers" len:"0..8" each:"-6..6" default:"[]"`
	Wounds          int    `json:"wounds" in:"1..20"`
	WoundsModifiers []int  `json:"wounds_modifiers" len:"0..8" each:"-6..6" default:"[]"`
	Counters        int    `json:"counters" in:"0..40" default:"0"`
	GuardTokens     int    `json:"guard_tokens" in:"0..10" default:"0"`
	StaggerTokens   int    `json:"stagger_tokens" in:"0..10" default:"0"`
}

// Rerolls are the re-rolls of one roll.
type Rerolls struct {
	Mode       string         `json:"mode" in:"listed|failures" default:"\"listed\""`
	Groups     *[]rerollGroup `json:"groups" len:"0..12" default:"-"`
	OtherRules *int           `json:"other_rules" in:"0..6" default:"-"`
}

// rerollGroup is a group of dice that are re-rolled together.
type rerollGroup struct {
	By   string `json:"by" in:"stagger|rule"`
	Dice []int  `json:"dice" len:"1..60" each:"0..59"`
}

type combatResult struct {
	AttackDice         int           `json:"attack_dice"`
	DefenceDice        int           `json:"defence_dice"`
	AttackRollInitial  []string      `json:"attack_roll_initial"`
	AttackRerolled     []int         `json:"attack_rerolled"`
	AttackRoll         []string      `json:"attack_roll"`
	DefenceRollInitial []string      `json:"defence_roll_initial"`
	DefenceRerolled    []int         `json:"defence_rerolled"`
	DefenceRoll        []string      `json:"defence_roll"`
	Trapped            bool          `json:"trapped"`
	TrappedBonus       int           `json:"trapped_bonus"`
	AttackCriticals    int           `json:"attack_criticals"`
	AttackSuccesses    int           `json:"attack_successes"`
	DefenceCriticals   int           `json:"defence_criticals"`
	DefenceSuccesses   int           `json:"defence_successes"`
	Result             string        `json:"result"`
	Succeeds           bool          `json:"succeeds"`
	DamageDealt        int           `json:"damage_dealt"`
	Counters           int           `json:"counters"`
	Wounds             int           `json:"wounds"`
	OutOfAction        bool          `json:"out_of_action"`
	Large              bool          `json:"large"`
	Bounty             int           `json:"bounty"`
	Steps              []int         `json:"steps"`
	DriveBackAllowed   bool          `json:"drive_back_allowed"`
	DriveBackMaxHexes  int           `json:"drive_back_max_hexes"`
	TargetTokens       guardAndShock `json:"target_tokens"`
}

type guardAndShock struct {
	Guard   int `json:"guard"`
	Stagger int `json:"stagger"`
}

// Results of an Attack action (WU-COMBAT-7, WU-COMBAT-8).
const (
	ResultCriticalHit     = "critical-hit"
	ResultCriticalDefence = "critical-defence"
	ResultHit             = "hit"
	ResultDraw            = "draw"
	ResultMiss            = "miss"
)

// Succeeds reports whether an Attack action with this result succeeds.
func Succeeds(result string) bool { return result == ResultHit || result == ResultCriticalHit }

// SuccessFaces reports by face whether it is a success (WU-COMBAT-5, WU-SUP-3).
type SuccessFaces [7]bool

// supported returns the faces that count as successes for a side with a number of
// supporters.
func supported(supporters int) SuccessFaces {
	return SuccessFaces{Critical: true, singleSupport: supporters >= 1, doubleSupport: supporters >= 2}
}

// AttackCounts returns the faces that are successes of an attack roll.
func AttackCounts(symbol string, supporters int) SuccessFaces {
	c := supported(supporters)
	for f, s := range AttackFaces {
		c[f] = c[f] || s == symbol
	}
	return c
}

// DefenceCounts returns the faces that are successes of a defence roll.
func DefenceCounts(symbol string, supporters int, onGuard bool, k Keywords) SuccessFaces {
	c := supported(supporters)
	for f, s := range DefenceFaces {
		own := s == symbol || onGuard && (s == "block" || s == "dodge")
		c[f] = c[f] || own && !(k.Cleave && s == "block") && !(k.Ensnare && s == "dodge")
	}
	return c
}

// Failing returns how many of the six faces are not a success.
func (c SuccessFaces) Failing() int {
	n := 6
	for _, ok := range c {
		if ok {
			n--
		}
	}
	return n
}

// DiceRoll is one roll of a combat: its first faces, the dice re-rolled, the last faces.
type DiceRoll struct {
	initial, Final []int
	rerolled       []int
	Criticals      int
	Successes      int
}

// Count counts the successes of the last faces.
func (r *DiceRoll) Count(c SuccessFaces) {
	for _, f := range r.Final {
		if c[f] {
			r.Successes++
		}
		if f == Critical {
			r.Criticals++
		}
	}
}

// Throw makes a roll of n dice with its re-rolls (WU-COMBAT-2, WU-COMBAT-3, WU-DICE-8). free
// is the number of failures that are re-rolled in the mode "failures".
func (r Rerolls) Throw(c *rules.Roller, label string, n, free int, count SuccessFaces) DiceRoll {
	if c.ForOdds() && c.PresetDice() == 0 {
		return throwForOdds(c, label, n, free, count)
	}
	var made DiceRoll
	made.initial = c.Roll(label, n, 6)
	made.Final = append([]int(nil), made.initial...)
	for i, f := range made.initial {
		if !count[f] && len(made.rerolled) < free {
			made.rerolled = append(made.rerolled, i)
		}
	}
	for _, g := range rules.ValueOr(r.Groups, nil) {
		made.rerolled = append(made.rerolled, g.Dice...)
	}
	for k, f := range c.Roll(label+"-reroll", len(made.rerolled), 6) {
		made.Final[made.rerolled[k]] = f
	}
	made.Count(count)
	return made
}

// throwForOdds throws a roll for odds, which depend only on the numbers of criticals and
// successes: the lowest faces stand for failures, 6 is a critical. The dice that may be
// re-rolled are thrown with the others and used for dice that fail. A re-roll of named dice
// is a fresh die whatever it showed.
func throwForOdds(c *rules.Roller, label string, n, free int, count SuccessFaces) DiceRoll {
	fails := count.Failing()
	free = min(free, n)
	after := func(faces []int) DiceRoll { return ReadForOdds(faces, n, fails) }
	r := dice.Roll{Why: label, N: n + free, Sides: 6, Read: dice.Pool, Cuts: []int{fails + 1, Critical}}
	if free > 0 {
		r.PoolSizes, r.CacheKey = []int{n, free}, "combat"
		r.ClassOf = func(faces []int) int {
			made := after(faces)
			return made.Successes*(n+1) + made.Criticals
		}
	}
	return after(c.Throw(r))
}

// ReadForOdds reads the faces of n dice thrown for odds, followed by the dice thrown in
// place of failures.
func ReadForOdds(faces []int, n, fails int) (made DiceRoll) {
	count := func(faces []int) {
		for _, f := range faces {
			if f > fails {
				made.Successes++
			}
			if f == Critical {
				made.Criticals++
			}
		}
	}
	count(faces[:n])
	failures := n - made.Successes
	count(faces[n:min(len(faces), n+failures)])
	return made
}

// AttackResult returns the result of the rolls (WU-COMBAT-7, WU-COMBAT-8): a and d
// successes, ac and dc criticals among them. a includes the bonus against a trapped target.
func AttackResult(a, ac, d, dc int) string {
	switch {
	case ac > dc:
		return ResultCriticalHit
	case dc > ac:
		return ResultCriticalDefence
	case a > d && ac >= 1:
		return ResultCriticalHit
	case a > d:
		return ResultHit
	case a == d && a >= 1:
		return ResultDraw
	}
	return ResultMiss
}

// prepare returns what is known of a combat before its dice: their numbers, which faces are
// successes, whether the target is trapped and whether it can be driven back.
func (in combatInput) prepare() (r combatResult, attacking, defending SuccessFaces, canMove bool) {
	onGuard := in.Target.GuardTokens > 0
	r = combatResult{
		AttackDice: withModifiers(in.Attack.Dice, in.Attack.DiceModifiers), DefenceDice: withModifiers(in.Target.Dice, in.Target.DiceModifiers),
		Wounds: withModifiers(in.Target.Wounds, in.Target.WoundsModifiers), Counters: in.Target.Counters,
	}
	canMove = CanBeDriven(in.CannotBeDrivenBack, onGuard, in.Attack.Keywords.Knockback)
	r.Trapped = IsTrapped(in.Cornered, canMove, onGuard, in.GuardNeverTrapped)
	return r, AttackCounts(in.Attack.Symbol, in.AttackerSupporters),
		DefenceCounts(in.Target.Symbol, in.TargetSupporters, onGuard, in.Attack.Keywords), canMove
}

// resolve carries out the steps of the combat sequence (WU-COMBAT).
func (in combatInput) resolve(c *rules.Roller) combatResult {
	r, attacking, defending, canMove := in.prepare()
	a := in.AttackRerolls.Throw(c, "attack", r.AttackDice, in.AttackRerolls.FreeRerolls(in.Target.StaggerTokens > 0), attacking)
	d := in.DefenceRerolls.Throw(c, "defence", r.DefenceDice, in.DefenceRerolls.FreeRerolls(false), defending)
	if !c.ForOdds() {
		r.AttackRollInitial, r.AttackRerolled, r.AttackRoll = SymbolsOf(a.initial, &AttackFaces), a.rerolled, SymbolsOf(a.Final, &AttackFaces)
		r.DefenceRollInitial, r.DefenceRerolled, r.DefenceRoll = SymbolsOf(d.initial, &DefenceFaces), d.rerolled, SymbolsOf(d.Final, &DefenceFaces)
	}
	if r.Trapped && a.Successes > 0 {
		r.TrappedBonus = 1
	}
	r.AttackCriticals, r.AttackSuccesses = a.Criticals, a.Successes+r.TrappedBonus
	r.DefenceCriticals, r.DefenceSuccesses = d.Criticals, d.Successes
	r.Result = AttackResult(r.AttackSuccesses, r.AttackCriticals, r.DefenceSuccesses, r.DefenceCriticals)
	in.consequences(&r, canMove)
	return r
}

// FreeRerolls returns how many failures a roll may re-roll in the mode "failures"
// (WU-STAG-1, WU-DICE-10).
func (r Rerolls) FreeRerolls(staggered bool) int {
	if r.Mode != "failures" {
		return 0
	}
	n := rules.ValueOr(r.OtherRules, 0)
	if staggered {
		n++
	}
	return n
}

// consequences carries out steps 5 to 8 (WU-COMBAT-9 to WU-COMBAT-12).
func (in combatInput) consequences(r *combatResult, canMove bool) {
	k := in.Attack.Keywords
	r.Succeeds, r.Large = Succeeds(r.Result), IsLarge(r.Wounds)
	r.Steps = append(make([]int, 0, 8), 1, 2, 3, 4)
	if r.Succeeds {
		r.Steps = append(r.Steps, 5, 6)
		r.DamageDealt = DamageOf(in.Attack.Damage, in.Attack.DamageModifiers, k.Grievous, r.Result)
		r.Counters += r.DamageDealt
		if r.OutOfAction = r.Counters >= r.Wounds; r.OutOfAction {
			r.Bounty = Bounty(r.Wounds)
		}
	}
	if r.Succeeds && !r.OutOfAction || r.Result == ResultDraw {
		r.Steps = append(r.Steps, 7)
		cornered := in.Cornered
		if in.CorneredAtStep7 != nil {
			cornered = *in.CorneredAtStep7
		}
		if r.DriveBackAllowed = canMove && !cornered; r.DriveBackAllowed {
			r.DriveBackMaxHexes = 1 + KnockbackHexes(r.Result, k.Knockback, in.KnockbackNeeds)
		}
	}
	r.Steps = append(r.Steps, 8)
	if r.OutOfAction {
		return
	}
	r.TargetTokens = guardAndShock{in.Target.GuardTokens, in.Target.StaggerTokens}
	if n := StaggerTokens(k, r.Result); n > 0 {
		r.TargetTokens = guardAndShock{0, in.Target.StaggerTokens + n}
	}
}

// DamageOf returns the damage of a successful Attack action (WU-COMBAT-9, WU-KW-3).
func DamageOf(base int, modifiers []int, grievous int, result string) int {
	if result == ResultCriticalHit {
		base += grievous
	}
	return withModifiers(base, modifiers)
}

// KnockbackHexes returns the hexes that Knockback adds to a drive back (WU-KW-7, ruling
//
func KnockbackHexes(result string, knockback int, needsSuccess bool) int {
	if result == ResultDraw && needsSuccess {
		return 0
	}
	return knockback
}

// StaggerTokens returns how many Stagger tokens an Attack action gives its target (WU-KW-8,
// WU-KW-9).
func StaggerTokens(k Keywords, result string) int {
	n := 0
	if k.Stagger && Succeeds(result) {
		n++
	}
	if k.CriticalStagger && result == ResultCriticalHit {
		n++
	}
	return n
}

func (in combatInput) check() *rules.Fault {
	staggered := in.Target.StaggerTokens > 0
	if in.Target.GuardTokens > 0 && staggered {
		return rules.Breaks("WU-STAG-1", "target.stagger_tokens", "a Guard token and a Stagger token exclude each other")
	}
	return rules.FirstFault(
		in.AttackRerolls.check("attack_rerolls", withModifiers(in.Attack.Dice, in.Attack.DiceModifiers), true, staggered),
		in.DefenceRerolls.check("defence_rerolls", withModifiers(in.Target.Dice, in.Target.DiceModifiers), false, false),
	)
}

// check refuses re-rolls that the mode, the roll of n dice or the rules do not allow.
func (r Rerolls) check(path string, n int, attacks, staggered bool) *rules.Fault {
	if r.Mode == "failures" && r.Groups != nil {
		return rules.Unexpected(path + ".groups")
	}
	if r.Mode == "listed" && r.OtherRules != nil {
		return rules.Unexpected(path + ".other_rules")
	}
	seen := map[int]bool{}
	for i, g := range rules.ValueOr(r.Groups, nil) {
		at := rules.At(path+".groups", i)
		if g.By == "stagger" {
			switch {
			case !attacks:
				return rules.Faultf(rules.OutOfRange, at+".by", "Stagger grants no defence re-roll")
			case !staggered:
				return rules.Breaks("WU-STAG-1", at+".by", "Stagger grants one re-roll against a staggered target")
			case len(g.Dice) != 1:
				return rules.Breaks("WU-STAG-1", at+".dice", "Stagger grants the re-roll of one die")
			}
			staggered = false
		}
		for j, die := range g.Dice {
			if die >= n {
				return rules.Faultf(rules.OutOfRange, rules.At(at+".dice", j), "there is no die %d", die)
			}
			if seen[die] {
				return rules.Breaks("WU-DICE-9", rules.At(at+".dice", j), "the die was re-rolled already")
			}
			seen[die] = true
		}
	}
	return nil
}

var combatRuling = func() rules.Ruling {
	r := rules.CheckedRuling("combat",
		"WU-COMBAT-1 WU-COMBAT-2 WU-COMBAT-3 WU-COMBAT-4 WU-COMBAT-5 WU-COMBAT-6 WU-COMBAT-7 WU-COMBAT-8 WU-COMBAT-9 WU-COMBAT-10 "+
			"WU-COMBAT-11 WU-COMBAT-12 WU-COMBAT-13 WU-SUP-3 WU-KW-1 WU-KW-2 WU-KW-3 WU-KW-7 WU-KW-8 WU-KW-9 WU-STAG-1 WU-GUARD-2 WU-BOUNTY-1 WU-BOUNTY-2",
		"result damage_dealt out_of_action bounty attack_criticals attack_successes defence_criticals defence_successes drive_back_allowed",
		combatInput.check, func(c *rules.Roller, in combatInput) combatResult { return in.resolve(c) })
	r.Chances = combatChances
	return r
}()
