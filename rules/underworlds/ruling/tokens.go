package ruling

import (
	"oriflamme/rules"
)

// tokenEventsInput is what happens to one fighter, in order.
type tokenEventsInput struct {
	Tokens Tokens   `json:"tokens" default:"{}"`
	Events []string `json:"events" len:"1..20" each:"move-action|charge-action|guard-action|receive-guard|shock-action|receive-stagger|receive-move|receive-charge|attack-action|stun-action|push|drive-back|place|remove-move|remove-charge|remove-guard|remove-stagger|end-of-round|out-of-action"`
}

type tokenEventsResult struct {
	Tokens  Tokens       `json:"tokens"`
	History []tokenEvent `json:"history"`
	Removed Tokens       `json:"removed"`
	States  tokenStates  `json:"states"`
}

// tokenEvent is an event with the tokens after it, or the rule that prevents it.
type tokenEvent struct {
	Event   string             `json:"event"`
	Applied bool               `json:"applied"`
	Rule    rules.NullableText `json:"rule"`
	Tokens  Tokens             `json:"tokens"`
}

// tokenStates are the states that the tokens of a fighter give it.
type tokenStates struct {
	Moved     bool `json:"moved"`
	Charged   bool `json:"charged"`
	OnGuard   bool `json:"on_guard"`
	Staggered bool `json:"staggered"`
	Surviving bool `json:"surviving"`
}

// GiveGuard gives a Guard token, which removes the Stagger tokens (WU-GUARD-1); it returns
// how many it removed.
func (t *Tokens) GiveGuard() (removed int) {
	removed, t.Stagger = t.Stagger, 0
	t.Guard++
	return removed
}

// GiveStagger gives Stagger tokens, which remove the Guard tokens (WU-STAG-1); it returns
// how many they removed.
func (t *Tokens) GiveStagger(n int) (removed int) {
	removed, t.Guard = t.Guard, 0
	t.Stagger += n
	return removed
}

// GiveCharge gives a Charge token and removes the Guard tokens (WU-CHARGE-1); it returns how
// many it removed.
func (t *Tokens) GiveCharge() (removed int) {
	removed, t.Guard = t.Guard, 0
	t.Charge++
	return removed
}

// takeToken removes one of the held tokens and counts it; it reports whether there was one
// (WU-TOK-4).
func takeToken(held, removed *int) bool {
	if *held == 0 {
		return false
	}
	*held--
	*removed++
	return true
}

// apply applies an event and returns the rule that prevents it, if any.
func (r *tokenEventsResult) apply(event string) (prevented rules.NullableText) {
	t, gone := &r.Tokens, &r.Removed
	applied := true
	switch event {
	case "move-action", "receive-move":
		t.Move++
	case "charge-action":
		gone.Guard += t.GiveCharge()
	case "receive-charge":
		t.Charge++
	case "guard-action", "receive-guard":
		gone.Stagger += t.GiveGuard()
	case "shock-action":
		t.Move++
		gone.Guard += t.GiveStagger(1)
	case "receive-stagger":
		gone.Guard += t.GiveStagger(1)
	case "remove-move":
		applied = takeToken(&t.Move, &gone.Move)
	case "remove-charge":
		applied = takeToken(&t.Charge, &gone.Charge)
	case "remove-guard":
		applied = takeToken(&t.Guard, &gone.Guard)
	case "remove-stagger":
		applied = takeToken(&t.Stagger, &gone.Stagger)
	case "end-of-round":
		*t = Tokens{}
	case "out-of-action":
		*t, r.States.Surviving = Tokens{}, false
	}
	if !applied {
		return "WU-TOK-4"
	}
	return ""
}

func (in tokenEventsInput) resolve() tokenEventsResult {
	r := tokenEventsResult{Tokens: in.Tokens, States: tokenStates{Surviving: true}}
	for _, event := range in.Events {
		prevented := rules.NullableText("WU-OOA-4")
		if r.States.Surviving {
			prevented = r.apply(event)
		}
		r.History = append(r.History, tokenEvent{event, prevented == "", prevented, r.Tokens})
	}
	t := r.Tokens
	r.States = tokenStates{t.Move > 0, t.Charge > 0, t.Guard > 0, t.Stagger > 0, r.States.Surviving}
	return r
}

var tokenEventsRuling = rules.DicelessRuling("token-events",
	"WU-TOK-1 WU-TOK-4 WU-MOVE-4 WU-MOVE-5 WU-CHARGE-1 WU-SHOCK-1 WU-GUARD-1 WU-GUARD-4 WU-STAG-1 WU-END-8 WU-OOA-2",
	func(in tokenEventsInput) *rules.Fault { return in.Tokens.check("tokens") }, tokenEventsInput.resolve)
