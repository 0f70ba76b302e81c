package ruling

import (
	"cmp"
	"slices"

	"oriflamme/rules"
)

// reactionStepInput is one reaction step with the reactions that each player would use in
// it.
type reactionStepInput struct {
	TurnPlayer *Player            `json:"turn_player" in:"a|b" null:"true"` // nil: no player's turn
	First      *Player            `json:"first" in:"a|b" default:"-"`
	Reactions  reactionPair       `json:"reactions"`
	Suspended  *interruptedAction `json:"suspended" default:"-"`
}

// reactionPair is at most one reaction of each player (WU-REACT-3, ruling A-19).
type reactionPair struct {
	A *reaction `json:"a" default:"null" null:"true"`
	B *reaction `json:"b" default:"null" null:"true"`
}

func (p reactionPair) of(who Player) *reaction {
	if who == "a" {
		return p.A
	}
	return p.B
}

// reaction is one reaction and the steps that it opens.
type reaction struct {
	ID              string        `json:"id" in:"1..60"`
	Source          string        `json:"source" in:"fighter|upgrade|gambit"`
	JoinsOnly       bool          `json:"joins_only" default:"false"`
	Needs           []string      `json:"needs" len:"0..10" each:"1..60" distinct:"true" default:"[]"`
	Breaks          []string      `json:"breaks" len:"0..10" each:"1..60" distinct:"true" default:"[]"`
	DestroysUpgrade bool          `json:"destroys_upgrade" default:"false"`
	OnAnnounced     *reactionPair `json:"on_announced" default:"-"`
	OnResolved      *reactionPair `json:"on_resolved" default:"-"`
}

// interruptedAction is what a reaction step interrupts (WU-REACT-10).
type interruptedAction struct {
	Kind  string   `json:"kind" in:"action|card|effect"`
	Needs []string `json:"needs" len:"0..10" each:"1..60" distinct:"true" default:"[]"`
}

type reactionStepResult struct {
	First        Player          `json:"first"`
	Log          []reactionEvent `json:"log"`
	Chain        []string        `json:"chain"`
	Resolved     []string        `json:"resolved"`
	Fizzled      []string        `json:"fizzled"`
	NotUsed      []string        `json:"not_used"`
	Suspended    string          `json:"suspended"`
	CountsAsMade *bool           `json:"counts_as_made"`
}

// reactionEvent is what happens to a reaction.
type reactionEvent struct {
	Event  string `json:"event"`
	Player Player `json:"player"`
	ID     string `json:"id"`
}

// maxReactionDepth is the deepest level of reactions to reactions.
const maxReactionDepth = 4

// visit calls look with each reaction of a pair and of the pairs below it, with its path and
// level. It stops at the first fault.
func (p reactionPair) visit(path string, level int, look func(r *reaction, path string, level int) *rules.Fault) *rules.Fault {
	for _, who := range Players {
		r := p.of(who)
		if r == nil {
			continue
		}
		at := rules.Join(path, string(who))
		if fault := look(r, at, level); fault != nil {
			return fault
		}
		for _, below := range []struct {
			name string
			pair *reactionPair
		}{{"on_announced", r.OnAnnounced}, {"on_resolved", r.OnResolved}} {
			if below.pair == nil {
				continue
			}
			if fault := below.pair.visit(rules.Join(at, below.name), level+1, look); fault != nil {
				return fault
			}
		}
	}
	return nil
}

func (in reactionStepInput) check() *rules.Fault {
	seen := map[string]bool{}
	fault := in.Reactions.visit("reactions", 1, func(r *reaction, at string, level int) *rules.Fault {
		again := seen[r.ID]
		seen[r.ID] = true
		deep := func(field string, p *reactionPair) *rules.Fault {
			return rules.FaultIf(level >= maxReactionDepth && p != nil, rules.Faultf(rules.OutOfRange, at+"."+field, "is nested too deeply"))
		}
		return rules.FirstFault(
			deep("on_announced", r.OnAnnounced), deep("on_resolved", r.OnResolved),
			rules.FaultIf(again, rules.Faultf(rules.OutOfRange, at+".id", "is there twice")),
			rules.FaultIf(r.DestroysUpgrade && r.Source != "upgrade", rules.Faultf(rules.OutOfRange, at+".destroys_upgrade", "is for upgrades")),
		)
	})
	return rules.FirstFault(fault, rules.FaultIf(in.TurnPlayer == nil && in.First == nil, rules.Missing("first")))
}

// reactionChains resolves reaction steps. Facts that are broken stay broken.
type reactionChains struct {
	first  Player
	broken map[string]bool
	r      *reactionStepResult
	used   map[string]bool
}

func (c *reactionChains) usable(r *reaction) bool { return r != nil && c.factsHold(r.Needs) }

func (c *reactionChains) factsHold(facts []string) bool {
	return !slices.ContainsFunc(facts, func(f string) bool { return c.broken[f] })
}

func (c *reactionChains) log(event string, by Player, r *reaction) {
	c.r.Log = append(c.r.Log, reactionEvent{event, by, r.ID})
}

// opener returns the player who opens the chain of a step, or "" (WU-REACT-4).
func (c *reactionChains) opener(p reactionPair) Player {
	for _, who := range []Player{c.first, c.first.Opponent()} {
		if r := p.of(who); c.usable(r) && !r.JoinsOnly {
			return who
		}
	}
	return ""
}

// step resolves one reaction step and returns the players who announced a reaction, in order
// (WU-REACT-6 to WU-REACT-9, rulings ).
func (c *reactionChains) step(p reactionPair) []Player {
	opener := c.opener(p)
	if opener == "" {
		return nil
	}
	links := []Player{opener}
	c.announce(opener, p.of(opener))
	if joiner := opener.Opponent(); c.usable(p.of(joiner)) {
		links = append(links, joiner)
		c.announce(joiner, p.of(joiner))
	}
	for _, who := range links {
		c.resolve(who, p.of(who))
	}
	return links
}

func (c *reactionChains) announce(by Player, r *reaction) {
	c.used[r.ID] = true
	c.log("announced", by, r)
	if r.OnAnnounced != nil {
		c.step(*r.OnAnnounced)
	}
}

// resolve carries out a reaction of a chain, unless it has become impossible (WU-REACT-8).
func (c *reactionChains) resolve(by Player, r *reaction) {
	resolved := c.usable(r)
	if resolved {
		c.log("resolved", by, r)
		c.r.Resolved = append(c.r.Resolved, r.ID)
		for _, f := range r.Breaks {
			c.broken[f] = true
		}
	} else {
		c.log("fizzled", by, r)
		c.r.Fizzled = append(c.r.Fizzled, r.ID)
	}
	if r.DestroysUpgrade {
		c.log("upgrade-destroyed", by, r)
	}
	if r.Source == "gambit" {
		c.log("discarded", by, r)
	}
	if resolved && r.OnResolved != nil {
		c.step(*r.OnResolved)
	}
}

func (in reactionStepInput) resolve() reactionStepResult {
	var r reactionStepResult
	r.First = cmp.Or(rules.ValueOr(in.TurnPlayer, ""), rules.ValueOr(in.First, ""))
	c := reactionChains{first: r.First, broken: map[string]bool{}, used: map[string]bool{}, r: &r}
	for _, who := range c.step(in.Reactions) {
		r.Chain = append(r.Chain, in.Reactions.of(who).ID)
	}
	in.Reactions.visit("", 1, func(x *reaction, _ string, _ int) *rules.Fault {
		if !c.used[x.ID] {
			r.NotUsed = append(r.NotUsed, x.ID)
		}
		return nil
	})
	slices.Sort(r.NotUsed)
	r.Suspended = "none"
	if s := in.Suspended; s != nil {
		if r.Suspended = "continues"; !c.factsHold(s.Needs) {
			r.Suspended = "ends-unresolved"
		}
		if s.Kind == "action" {
			r.CountsAsMade = new(true)
		}
	}
	return r
}

var reactionStepRuling = rules.DicelessRuling("reaction-step",
	"WU-REACT-2 WU-REACT-3 WU-REACT-4 WU-REACT-6 WU-REACT-7 WU-REACT-8 WU-REACT-9 WU-REACT-10 WU-REACT-11",
	reactionStepInput.check, reactionStepInput.resolve)

// reactionWindowsInput asks which reaction steps an event opens.
type reactionWindowsInput struct {
	Event           string          `json:"event" in:"move-action|guard-action|stun-action|player-action|attack-action|charge-action|shock-action|scything-action|gambit|upgrade|reaction|turn|end-phase"`
	Activation      bool            `json:"activation" default:"true"`
	Attacks         *[]windowAttack `json:"attacks" default:"-"`
	DamageInstances *int            `json:"damage_instances" in:"0..6" default:"-"`
}

// windowAttack is the result of an attack as far as it opens reaction steps.
type windowAttack struct {
	Result      string `json:"result" in:"critical-hit|critical-defence|hit|draw|miss"`
	OutOfAction bool   `json:"target_out_of_action" default:"false"`
}

type reactionWindowsResult struct {
	Windows []reactionWindow `json:"windows"`
	Count   int              `json:"count"`
}

// reactionWindow is a reaction step with its other names.
type reactionWindow struct {
	Window string   `json:"window"`
	SameAs []string `json:"same_as"`
}

const (
	AfterAction     = "after-action"
	afterActivation = "after-activation"
	superActionPart = "super-action-part"
)

func (in reactionWindowsInput) check() *rules.Fault {
	most := map[string]int{"attack-action": 1, "charge-action": 1, "scything-action": 6}[in.Event]
	switch {
	case most == 0 && in.Attacks != nil:
		return rules.Unexpected("attacks")
	case most > 0 && in.Attacks == nil:
		return rules.Missing("attacks")
	case most > 0 && (len(*in.Attacks) < 1 || len(*in.Attacks) > most):
		return rules.Faultf(rules.OutOfRange, "attacks", "has %d members, not 1 to %d", len(*in.Attacks), most)
	case in.Event != "gambit" && in.Event != "reaction" && in.DamageInstances != nil:
		return rules.Unexpected("damage_instances")
	}
	if in.Attacks == nil {
		return nil
	}
	for i, a := range *in.Attacks {
		if a.OutOfAction && !Succeeds(a.Result) {
			return rules.Breaks("WU-COMBAT-10", rules.At("attacks", i)+".target_out_of_action", "the attack does not succeed")
		}
	}
	return nil
}

// windowList collects the reaction steps of one event.
type windowList []reactionWindow

func (w *windowList) add(name string, same ...string) { *w = append(*w, reactionWindow{name, same}) }

// attack adds the reaction steps of a combat (WU-COMBAT-14); the last also has the names
// same.
func (w *windowList) attack(a windowAttack, same ...string) {
	w.add("combat-1-declare")
	w.add("combat-2-attack-roll")
	w.add("combat-3-defence-roll")
	w.add("combat-4-determine-success")
	if Succeeds(a.Result) {
		w.add("combat-5-deal-damage", WindowDamagePlaced)
		w.add("combat-6-check-out-of-action", WindowDamageCheck)
	}
	if Succeeds(a.Result) && !a.OutOfAction || a.Result == ResultDraw {
		w.add("combat-7-drive-back")
	}
	w.add("combat-8-end", same...)
}

func (w *windowList) damage(instances *int) {
	if instances == nil {
		return
	}
	for range *instances {
		w.add(WindowDamagePlaced)
		w.add(WindowDamageCheck)
	}
}

// resolve returns the reaction steps (WU-REACT-12, WU-REACT-13).
func (in reactionWindowsInput) resolve() reactionWindowsResult {
	var w windowList
	var end []string
	if in.Activation {
		end = []string{afterActivation}
	}
	with := func(names ...string) []string { return append(names, end...) }
	switch in.Event {
	case "move-action", "guard-action", "stun-action", "player-action":
		w.add(AfterAction, end...)
	case "attack-action":
		w.attack((*in.Attacks)[0], with(AfterAction)...)
	case "charge-action":
		w.add(superActionPart, AfterAction)
		w.attack((*in.Attacks)[0], with(AfterAction, superActionPart)...)
	case "shock-action":
		w.add(superActionPart, AfterAction)
		w.add(superActionPart, with(AfterAction)...)
	case "scything-action":
		w.scything(*in.Attacks, end)
	case "gambit":
		w.add("power-card-revealed")
		w.damage(in.DamageInstances)
		w.add("power-card-resolved")
	case "upgrade":
		w.add("power-card-revealed")
		w.add("power-card-resolved")
	case "reaction":
		w.add("reaction-announced")
		w.damage(in.DamageInstances)
		w.add("reaction-resolved")
	case "turn":
		w.add("turn-start")
		w.add(afterActivation, AfterAction)
		w.add("after-power-step")
	}
	return reactionWindowsResult{w, len(w)}
}

// scything adds the steps of several attacks. The activation ends with the last attack.
func (w *windowList) scything(attacks []windowAttack, end []string) {
	for i, a := range attacks {
		same := []string{AfterAction}
		if len(attacks) >= 2 {
			same = append(same, superActionPart)
		}
		if i == len(attacks)-1 {
			same = append(same, end...)
		}
		w.attack(a, same...)
	}
}

var reactionWindowsRuling = rules.DicelessRuling("reaction-windows", "WU-REACT-12 WU-REACT-13 WU-REACT-14 WU-DMG-2 WU-COMBAT-14",
	reactionWindowsInput.check, reactionWindowsInput.resolve)
