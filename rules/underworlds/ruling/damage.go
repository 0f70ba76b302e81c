package ruling

import (
	"oriflamme/rules"
)

// damageInput is damage dealt to a fighter by any source.
type damageInput struct {
	Damage int          `json:"damage" in:"1..20"` // after all modifiers
	Source damageSource `json:"source"`
	Target damageTarget `json:"target"`
}

type damageSource struct {
	Kind    string  `json:"kind" in:"attack-action|upgrade|other-card"`
	Player  Player  `json:"player" in:"a|b"`
	Fighter *string `json:"fighter" in:"1..60" default:"-"`
}

type damageTarget struct {
	ID              string             `json:"id" in:"1..60"`
	Owner           Player             `json:"owner" in:"a|b"`
	Wounds          int                `json:"wounds" in:"1..20"`
	WoundsModifiers []int              `json:"wounds_modifiers" len:"0..8" each:"-6..6" default:"[]"`
	Counters        int                `json:"counters" in:"0..40" default:"0"`
	Tokens          Tokens             `json:"tokens" default:"{}"`
	OtherCounters   int                `json:"other_counters" in:"0..40" default:"0"`
	Upgrades        []upgradeDestroyed `json:"upgrades" len:"0..10" default:"[]"`
}

type upgradeDestroyed struct {
	ID       string `json:"id" in:"1..60"`
	Counters int    `json:"counters" in:"0..40" default:"0"`
}

type damageResult struct {
	Wounds           int                `json:"wounds"`
	Large            bool               `json:"large"`
	CountersReached  int                `json:"counters_reached"`
	OutOfAction      bool               `json:"out_of_action"`
	Bounty           byPlayer[int]      `json:"bounty"`
	DamageCreditedTo credit             `json:"damage_credited_to"`
	OutCreditedTo    *credit            `json:"out_of_action_credited_to"`
	TargetAfter      damageTargetResult `json:"target_after"`
	CountsAsRemoved  bool               `json:"counts_as_removed"`
	ReactionWindows  []string           `json:"reaction_windows"`
}

// credit names the source of damage: a fighter, or a warband by its player.
type credit struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
}

type damageTargetResult struct {
	ID            string             `json:"id"`
	Tokens        Tokens             `json:"tokens"`
	Counters      int                `json:"counters"`
	OtherCounters int                `json:"other_counters"`
	Upgrades      []upgradeDestroyed `json:"upgrades"`
	OnBattlefield bool               `json:"on_battlefield"`
	AbilitiesWork bool               `json:"abilities_work"`
	TraitsApply   bool               `json:"traits_and_keywords_apply"`
}

// Reaction windows of damage (WU-DMG-2).
const (
	WindowDamagePlaced = "damage-counters-placed"
	WindowDamageCheck  = "damage-check"
)

func (in damageInput) check() *rules.Fault {
	return rules.FirstFault(
		rules.FaultIf(in.Source.Kind != "other-card" && in.Source.Fighter == nil, rules.Missing("source.fighter")),
		in.Target.Tokens.check("target.tokens"),
	)
}

// credit returns who dealt the damage (WU-DMG-3, WU-DMG-4).
func (s damageSource) credit() credit {
	if s.Kind == "other-card" {
		return credit{"warband", string(s.Player)}
	}
	return credit{"fighter", *s.Fighter}
}

// resolve places the counters and takes the target out of action when there are enough
// (WU-DMG-1, WU-OOA-1, WU-OOA-2, rulings ).
func (in damageInput) resolve() damageResult {
	t := in.Target
	r := damageResult{
		Wounds: withModifiers(t.Wounds, t.WoundsModifiers), CountersReached: t.Counters + in.Damage,
		DamageCreditedTo: in.Source.credit(), ReactionWindows: []string{WindowDamagePlaced, WindowDamageCheck},
	}
	r.Large, r.OutOfAction = IsLarge(r.Wounds), r.CountersReached >= r.Wounds
	r.TargetAfter = damageTargetResult{
		ID: t.ID, Tokens: t.Tokens, Counters: r.CountersReached, OtherCounters: t.OtherCounters, Upgrades: t.Upgrades,
		OnBattlefield: true, AbilitiesWork: true, TraitsApply: true,
	}
	if !r.OutOfAction {
		return r
	}
	*r.Bounty.of(t.Owner.Opponent()) = Bounty(r.Wounds)
	r.OutCreditedTo = &r.DamageCreditedTo
	r.TargetAfter = damageTargetResult{ID: t.ID, TraitsApply: true}
	for _, u := range t.Upgrades {
		r.TargetAfter.Upgrades = append(r.TargetAfter.Upgrades, upgradeDestroyed{ID: u.ID})
	}
	return r
}

var dealDamageRuling = rules.DicelessRuling("deal-damage",
	"WU-DMG-1 WU-DMG-2 WU-DMG-3 WU-DMG-4 WU-OOA-1 WU-OOA-2 WU-OOA-3 WU-OOA-4 WU-BOUNTY-1 WU-BOUNTY-2",
	damageInput.check, damageInput.resolve)
