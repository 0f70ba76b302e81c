package ruling

import (
	"slices"

	"oriflamme/rules"
)

// fighterActionsInput asks which actions a fighter may make.
type fighterActionsInput struct {
	FighterTokens   Tokens           `json:"fighter_tokens" default:"{}"`
	FriendsTokens   []Tokens         `json:"friends_tokens" len:"0..20" default:"[]"` // of the other survivors
	OutOfAction     bool             `json:"out_of_action" default:"false"`
	Activated       bool             `json:"activated" default:"true"`
	Grant           *actionGrant     `json:"grant" default:"-"`
	Conditions      actionConditions `json:"conditions" default:"{}"`
	ScythingTargets int              `json:"scything_targets" in:"0..6" default:"0"`
}

// actionGrant is an effect that lets a fighter make an action without being activated.
type actionGrant struct {
	By      string   `json:"by" in:"gambit|other"`
	Actions []string `json:"actions" len:"1..7" each:"move|attack|charge|guard|stun|shock|scything" distinct:"true"`
}

// actionConditions are the conditions of each action that depend on more than tokens.
type actionConditions struct {
	Move   bool `json:"move" default:"true"`
	Attack bool `json:"attack" default:"true"`
	Charge bool `json:"charge" default:"true"`
	Stun   bool `json:"stun" default:"true"`
	Shock  bool `json:"shock" default:"true"`
}

type fighterActionsResult struct {
	CanBeActivated bool           `json:"can_be_activated"`
	Actions        actionVerdicts `json:"actions"`
}

// actionVerdicts are the verdicts on each action.
type actionVerdicts struct {
	Move     actionVerdict `json:"move"`
	Attack   actionVerdict `json:"attack"`
	Charge   actionVerdict `json:"charge"`
	Guard    actionVerdict `json:"guard"`
	Stun     actionVerdict `json:"stun"`
	Shock    actionVerdict `json:"shock"`
	Scything actionVerdict `json:"scything"`
}

// actionVerdict is whether an action is allowed, with the rules that forbid it.
type actionVerdict struct {
	Legal       bool     `json:"legal"`
	Rules       []string `json:"rules"`
	SuperAction bool     `json:"super_action"`
}

// mayActivate reports whether a fighter may be activated: it survives and has no Charge
// token, or all its surviving friends have one too (WU-ACT-3, WU-OOA-4).
func mayActivate(own Tokens, friends []Tokens, out bool) bool {
	return !out && (own.Charge == 0 || !slices.ContainsFunc(friends, func(t Tokens) bool { return t.Charge == 0 }))
}

// Actor is a fighter about to act, with what tokens and grants allow it.
type Actor struct {
	Tokens    Tokens
	Out       bool
	MayAct    bool // it may be activated
	Activated bool
	granted   func(action string) bool
	gambit    bool // the grant overrides Move and Guard tokens (WU-ACT-7)
}

// Barred returns the rules by which tokens and grants forbid an action. If whole is set
// nothing else needs to be checked.
func (a Actor) Barred(action string, super bool) (list []string, whole bool) {
	switch {
	case a.Out:
		return []string{"WU-OOA-4"}, true
	case a.Activated && !a.MayAct:
		return []string{"WU-ACT-3"}, true
	case !a.Activated && !a.granted(action):
		return []string{"WU-ACT-7"}, true
	}
	if a.Activated && a.Tokens.Charge > 0 && (action == "move" || super) {
		list = append(list, "WU-ACT-3")
	}
	if a.Activated || !a.gambit {
		if action == "charge" && a.Tokens.Move > 0 {
			list = append(list, "WU-ACT-4")
		}
		if action == "guard" && a.Tokens.Guard > 0 {
			list = append(list, "WU-GUARD-3")
		}
	}
	return list, false
}

// May reports whether neither tokens nor grants forbid an action.
func (a Actor) May(action string, super bool) bool {
	barred, _ := a.Barred(action, super)
	return len(barred) == 0
}

func (in fighterActionsInput) check() *rules.Fault {
	if !in.Activated && in.Grant == nil {
		return rules.Missing("grant")
	}
	fault := in.FighterTokens.check("fighter_tokens")
	for i, t := range in.FriendsTokens {
		fault = rules.FirstFault(fault, t.check(rules.At("friends_tokens", i)))
	}
	return fault
}

func (in fighterActionsInput) resolve() fighterActionsResult {
	r := fighterActionsResult{CanBeActivated: mayActivate(in.FighterTokens, in.FriendsTokens, in.OutOfAction)}
	a := Actor{
		Tokens: in.FighterTokens, Out: in.OutOfAction, MayAct: r.CanBeActivated, Activated: in.Activated,
		granted: func(action string) bool { return slices.Contains(in.Grant.Actions, action) },
		gambit:  in.Grant != nil && in.Grant.By == "gambit",
	}
	for _, x := range []struct {
		name      string
		to        *actionVerdict
		super     bool
		condition bool
		rule      string
	}{
		{"move", &r.Actions.Move, false, in.Conditions.Move, "WU-MOVE-3"},
		{"attack", &r.Actions.Attack, false, in.Conditions.Attack, "WU-ATK-2"},
		{"charge", &r.Actions.Charge, true, in.Conditions.Charge, "WU-CHARGE-2"},
		{"guard", &r.Actions.Guard, false, true, ""},
		{"stun", &r.Actions.Stun, false, in.Conditions.Stun, "WU-STUN-1"},
		{"shock", &r.Actions.Shock, true, in.Conditions.Shock, "WU-SHOCK-2"},
		{"scything", &r.Actions.Scything, in.ScythingTargets >= 2, in.ScythingTargets > 0, "WU-KW-4"},
	} {
		list, whole := a.Barred(x.name, x.super)
		if !whole && !x.condition {
			list = append(list, x.rule)
		}
		*x.to = actionVerdict{len(list) == 0, list, x.super}
	}
	return r
}

var fighterActionsRuling = rules.DicelessRuling("fighter-actions", "WU-ACT-1 WU-ACT-3 WU-ACT-4 WU-ACT-7 WU-ACT-8 WU-GUARD-3 WU-KW-5",
	fighterActionsInput.check, fighterActionsInput.resolve)
