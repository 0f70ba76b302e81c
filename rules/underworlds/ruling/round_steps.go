package ruling

import (
	"cmp"
	"slices"

	"oriflamme/rules"
)

// firstPlayer determines who goes first in an Inspire or Surge step (rulings ).
type firstPlayer struct {
	LastActivationBy Player  `json:"last_activation_by" in:"a|b" default:"null" null:"true"`
	TurnPlayer       *Player `json:"turn_player" in:"a|b" default:"-"`
}

func (l firstPlayer) check() *rules.Fault {
	return rules.FaultIf(l.LastActivationBy == "" && l.TurnPlayer == nil, rules.Missing("turn_player"))
}

func (l firstPlayer) order() []Player {
	p := cmp.Or(l.LastActivationBy, rules.ValueOr(l.TurnPlayer, ""))
	return []Player{p, p.Opponent()}
}

// surgeStepInput is a Surge step.
type surgeStepInput struct {
	firstPlayer
	byPlayer[surgeStepSide]
}

// surgeStepSide is the objective cards of a player in a Surge step.
type surgeStepSide struct {
	Hand []surgeCard `json:"hand" len:"0..3" distinct:"name"`
	Deck []string    `json:"deck" len:"0..40" each:"1..60" distinct:"true"`
}

// surgeCard is an objective card that may be revealed.
type surgeCard struct {
	ObjectiveCard
	Revealed bool `json:"revealed" default:"false"`
}

type surgeStepResult struct {
	Order []Player `json:"order"`
	byPlayer[surgeSideResult]
	Log []surgeScored `json:"log"`
}

type surgeSideResult struct {
	Scored      []string `json:"scored"`
	Drawn       []string `json:"drawn"`
	Hand        []string `json:"hand"`
	Deck        []string `json:"deck"`
	GloryGained int      `json:"glory_gained"`
}

// surgeScored is a card that is scored and the card that replaces it.
type surgeScored struct {
	Player Player             `json:"player"`
	Card   string             `json:"card"`
	Glory  int                `json:"glory"`
	Drew   rules.NullableText `json:"drew"`
}

func (s surgeStepSide) check(path string) *rules.Fault {
	for i, c := range s.Hand {
		at := rules.At(path+".hand", i)
		if fault := c.Check(at); fault != nil {
			return fault
		}
		if c.Revealed && !(c.has("surge") && c.CanBeScored()) {
			return rules.Breaks("WU-SURGE-1", at+".revealed", "only Surge cards whose condition was met are revealed")
		}
	}
	for i, name := range s.Deck {
		if slices.ContainsFunc(s.Hand, func(c surgeCard) bool { return c.Name == name }) {
			return rules.Faultf(rules.OutOfRange, rules.At(path+".deck", i), "is in the hand")
		}
	}
	return nil
}

// resolve scores the revealed cards and replaces each at once (WU-SURGE-2, WU-SURGE-3).
func (in surgeStepInput) resolve() surgeStepResult {
	r := surgeStepResult{Order: in.order()}
	for _, p := range r.Order {
		side, to := in.of(p), r.of(p)
		to.Deck = side.Deck
		for _, c := range side.Hand {
			to.Hand = append(to.Hand, c.Name)
		}
		for _, c := range side.Hand {
			if !c.Revealed {
				continue
			}
			var drew rules.NullableText
			to.Hand, to.Deck, _, drew = replaceCard(to.Hand, to.Deck, c.Name)
			if drew != "" {
				to.Drawn = append(to.Drawn, string(drew))
			}
			to.Scored = append(to.Scored, c.Name)
			to.GloryGained += c.Glory
			r.Log = append(r.Log, surgeScored{p, c.Name, c.Glory, drew})
		}
	}
	return r
}

var surgeStepRuling = rules.DicelessRuling("surge-step", "WU-SURGE-1 WU-SURGE-2 WU-SURGE-3 WU-OBJ-2 WU-OBJ-3",
	func(in surgeStepInput) *rules.Fault {
		return rules.FirstFault(in.firstPlayer.check(), in.A.check("a"), in.B.check("b"))
	},
	surgeStepInput.resolve)

// inspireStepInput is an Inspire step.
type inspireStepInput struct {
	firstPlayer
	Fighters []inspireFighter `json:"fighters" len:"0..20" distinct:"id"`
}

type inspireFighter struct {
	ID          string `json:"id" in:"1..60"`
	Player      Player `json:"player" in:"a|b"`
	Inspired    bool   `json:"inspired" default:"false"`
	MetSince    bool   `json:"condition_met_since_last_step" default:"false"` // ruling A-24
	MetNow      bool   `json:"condition_met_now" default:"false"`
	OutOfAction bool   `json:"out_of_action" default:"false"`
}

type inspireStepResult struct {
	Order         []Player       `json:"order"`
	NewlyInspired []string       `json:"newly_inspired"`
	Fighters      []inspireState `json:"fighters"`
}

type inspireState struct {
	ID       string `json:"id"`
	Inspired bool   `json:"inspired"`
}

// becomesInspired reports whether a fighter card is turned over now (WU-INSP-1, WU-INSP-4,
// WU-OOA-4).
func (f inspireFighter) becomesInspired() bool {
	return !f.Inspired && !f.OutOfAction && (f.MetSince || f.MetNow)
}

func (in inspireStepInput) resolve() inspireStepResult {
	r := inspireStepResult{Order: in.order()}
	for _, p := range r.Order {
		for _, f := range in.Fighters {
			if f.Player == p && f.becomesInspired() {
				r.NewlyInspired = append(r.NewlyInspired, f.ID)
			}
		}
	}
	for _, f := range in.Fighters {
		r.Fighters = append(r.Fighters, inspireState{f.ID, f.Inspired || f.becomesInspired()})
	}
	return r
}

var inspireStepRuling = rules.DicelessRuling("inspire-step", "WU-INSP-1 WU-INSP-2 WU-INSP-3 WU-INSP-4 WU-OOA-4",
	func(in inspireStepInput) *rules.Fault { return in.firstPlayer.check() }, inspireStepInput.resolve)

// simultaneousInput is the abilities of both players that resolve at the same time.
type simultaneousInput struct {
	A             []momentAbility `json:"a" len:"0..10" distinct:"id" default:"[]"`
	B             []momentAbility `json:"b" len:"0..10" distinct:"id" default:"[]"`
	RolloffWinner Player          `json:"rolloff_winner" in:"a|b" default:"null" null:"true"`
}

// momentAbility is an ability that could resolve at the moment.
type momentAbility struct {
	ID       string `json:"id" in:"1..60"`
	Optional bool   `json:"optional" default:"false"`
	Use      bool   `json:"use" default:"true"`
}

type simultaneousResult struct {
	RolloffNeeded bool              `json:"rolloff_needed"`
	Sequence      []resolvedAbility `json:"sequence"`
	Declined      []string          `json:"declined"`
	Lost          []string          `json:"lost"`
}

// resolvedAbility is an ability in the order of resolution.
type resolvedAbility struct {
	Player Player `json:"player"`
	ID     string `json:"id"`
}

// sortAbilities splits a player's abilities: those to resolve, those declined, and the
// optional ones lost by declining (WU-ORDER-3).
func sortAbilities(list []momentAbility) (use, declined, lost []string) {
	for _, a := range list {
		switch {
		case !a.Use:
			declined = append(declined, a.ID)
		case a.Optional && len(declined) > 0:
			lost = append(lost, a.ID)
		default:
			use = append(use, a.ID)
		}
	}
	return use, declined, lost
}

func (in simultaneousInput) check() *rules.Fault {
	for _, side := range []struct {
		name string
		list []momentAbility
	}{{"a", in.A}, {"b", in.B}} {
		for i, x := range side.list {
			if !x.Use && !x.Optional {
				return rules.Breaks("WU-ORDER-3", rules.At(side.name, i)+".use", "the ability is not optional")
			}
			if side.name == "b" && slices.ContainsFunc(in.A, func(y momentAbility) bool { return y.ID == x.ID }) {
				return rules.Faultf(rules.OutOfRange, rules.At("b", i)+".id", "is there twice")
			}
		}
	}
	a, _, _ := sortAbilities(in.A)
	b, _, _ := sortAbilities(in.B)
	return rules.FaultIf(len(a) > 0 && len(b) > 0 && in.RolloffWinner == "", rules.Missing("rolloff_winner"))
}

// resolve alternates between the players, beginning with the winner of the roll-off
// (WU-ORDER-1, WU-ORDER-2).
func (in simultaneousInput) resolve() simultaneousResult {
	a, declinedA, lostA := sortAbilities(in.A)
	b, declinedB, lostB := sortAbilities(in.B)
	r := simultaneousResult{
		RolloffNeeded: len(a) > 0 && len(b) > 0,
		Declined:      slices.Concat(declinedA, declinedB), Lost: slices.Concat(lostA, lostB),
	}
	left := byPlayer[[]string]{a, b}
	next := Player("a")
	if r.RolloffNeeded {
		next = in.RolloffWinner
	}
	for ; len(left.A)+len(left.B) > 0; next = next.Opponent() {
		if list := left.of(next); len(*list) > 0 {
			r.Sequence = append(r.Sequence, resolvedAbility{next, (*list)[0]})
			*list = (*list)[1:]
		}
	}
	return r
}

var simultaneousRuling = rules.DicelessRuling("simultaneous-abilities", "WU-ORDER-1 WU-ORDER-2 WU-ORDER-3", simultaneousInput.check, simultaneousInput.resolve)

// characteristicInput is a printed value with its modifiers.
type characteristicInput struct {
	Name      string `json:"name" in:"move|range|dice|damage|defence|wounds"`
	Base      int    `json:"base" in:"0..20"`
	Modifiers []int  `json:"modifiers" len:"0..8" each:"-6..6" default:"[]"`
	AtLeast   []int  `json:"at_least" len:"0..10" each:"0..20" default:"[]"`
}

type characteristicResult struct {
	Value      int    `json:"value"`
	Clamped    bool   `json:"clamped"`
	DiceRolled *int   `json:"dice_rolled"`
	Large      *bool  `json:"large"`
	AtLeast    []bool `json:"at_least"`
}

func (in characteristicInput) resolve() characteristicResult {
	r := characteristicResult{Value: withModifiers(in.Base, in.Modifiers)}
	sum := in.Base
	for _, m := range in.Modifiers {
		sum += m
	}
	r.Clamped = sum < 0
	switch in.Name {
	case "dice", "defence":
		r.DiceRolled = &r.Value
	case "wounds":
		r.Large = new(IsLarge(r.Value))
	}
	for _, n := range in.AtLeast {
		r.AtLeast = append(r.AtLeast, r.Value >= n)
	}
	return r
}

var characteristicRuling = rules.DicelessRuling("characteristic", "WU-MOD-1 WU-MOD-2 WU-MOD-3 WU-ATK-3 WU-BOUNTY-2", nil, characteristicInput.resolve)
