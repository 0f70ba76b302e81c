package underworlds

import (
	"maps"
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/hex"
	"oriflamme/rules/underworlds/ruling"
)

// cardUse is a card that is being played or used.
type cardUse struct {
	seat    rules.Seat
	n       int
	card    int16
	fighter int // the fighter with the upgrade; hex.None for a gambit
	step    *reactionStep
}

// effect is the function of a card.
type effect struct {
	kind      string // "upgrade" or "ploy"
	adds      string // characteristic to which it adds n, as an upgrade or while it is face up
	subtracts string // characteristic of the enemies from which it subtracts n while it is face up
	lasts     string // "next" or "persists": the gambit stays face up
	window    string // the reaction step at which it is used
	destroys  bool   // using it destroys the upgrade
	action    bool   // it is the action printed on an upgrade or fighter card
	usable    func(b *Battle, u *cardUse) bool
	play      func(b *Battle, t *rules.Turn, u *cardUse)
}

// addsTo returns an effect that adds to a characteristic.
func addsTo(kind, what, stays string) *effect {
	return &effect{kind: kind, adds: what, lasts: stays, usable: func(*Battle, *cardUse) bool { return true }, play: func(*Battle, *rules.Turn, *cardUse) {}}
}

// subtractingFrom makes an effect subtract from a characteristic of the enemies.
func (e *effect) subtractingFrom(what string) *effect {
	e.subtracts = what
	return e
}

// A fighterTest reports whether a card may be played on a fighter in play.
type fighterTest func(b *Battle, u *cardUse, i int) bool

// The fighters of the player who uses the card, and those of the other player.
var (
	friends fighterTest = func(b *Battle, u *cardUse, i int) bool { return b.fighters[i].seat == u.seat }
	enemies fighterTest = func(b *Battle, u *cardUse, i int) bool { return b.fighters[i].seat != u.seat }
)

// and returns a test that also asks whether something holds for the fighter.
func (f fighterTest) and(holds func(b *Battle, i int) bool) fighterTest {
	return func(b *Battle, u *cardUse, i int) bool { return f(b, u, i) && holds(b, i) }
}

// pushable returns a test that also asks whether the card can push the fighter.
func (f fighterTest) pushable() fighterTest {
	return func(b *Battle, u *cardUse, i int) bool { return f(b, u, i) && b.canPush(i, u.n) }
}

// next returns the first fighter in play from index i on that passes the test, or hex.None.
func (f fighterTest) next(b *Battle, u *cardUse, i int) int {
	for ; i < len(b.fighters); i++ {
		if b.inPlay(i) && f(b, u, i) {
			return i
		}
	}
	return hex.None
}

// onFighter returns a ploy whose player chooses one of the fighters that pass a test.
func onFighter(fits fighterTest, do func(b *Battle, t *rules.Turn, u *cardUse, i int)) *effect {
	return &effect{
		kind:   "ploy",
		usable: func(b *Battle, u *cardUse) bool { return fits.next(b, u, 0) != hex.None },
		play: func(b *Battle, t *rules.Turn, u *cardUse) {
			var list []int
			for i := fits.next(b, u, 0); i != hex.None; i = fits.next(b, u, i+1) {
				list = append(list, i)
			}
			do(b, t, u, b.askFighter(t, u.seat, "WU-GEN-6", "choose-fighter", list))
		},
	}
}

// What cards do to the fighter that their player chooses.

func pushFighter(b *Battle, t *rules.Turn, u *cardUse, i int) { b.push(t, u.seat, i, u.n) }
func healFighter(b *Battle, t *rules.Turn, u *cardUse, i int) { b.heal(t, i, u.n) }

// What upgrades and fighter cards do to their own fighter.

func pushBearer(b *Battle, t *rules.Turn, u *cardUse) { b.push(t, u.seat, u.fighter, u.n) }
func healBearer(b *Battle, t *rules.Turn, u *cardUse) { b.heal(t, u.fighter, u.n) }

// drawing returns a ploy that draws cards.
func drawing() *effect {
	return &effect{
		kind:   "ploy",
		usable: func(b *Battle, u *cardUse) bool { return len(b.s.Sides[u.seat].Decks[powerDeck]) > 0 },
		play:   func(b *Battle, t *rules.Turn, u *cardUse) { b.drawCards(t, u.seat, powerDeck, u.n) },
	}
}

// changeToken returns what gives a fighter a token or takes one away.
func changeToken(token string, gained bool) func(b *Battle, t *rules.Turn, u *cardUse, i int) {
	return func(b *Battle, t *rules.Turn, _ *cardUse, i int) { t.Emit(TokensChanged{b.id(i), token, gained}) }
}

// reactionAt makes an effect a reaction.
func (e *effect) reactionAt(window string) *effect {
	e.window = window
	return e
}

// asUpgrade makes a reaction the reaction of an upgrade.
func (e *effect) asUpgrade() *effect {
	e.kind = "upgrade"
	return e
}

// asAction makes an effect an action of upgrades and fighter cards.
func (e *effect) asAction() *effect {
	e.kind, e.action = "upgrade", true
	return e
}

// onAttack returns a reaction during an Attack action for which holds is true.
func onAttack(window string, holds func(b *Battle, u *cardUse, x *attackState) bool, do func(b *Battle, t *rules.Turn, u *cardUse, x *attackState)) *effect {
	return &effect{
		kind: "ploy", window: window,
		usable: func(b *Battle, u *cardUse) bool { return u.step.attack != nil && holds(b, u, u.step.attack) },
		play:   func(b *Battle, t *rules.Turn, u *cardUse) { do(b, t, u, u.step.attack) },
	}
}

// pushEndsOf returns the cells where a push of a fighter by n can end.
func (b *Battle) pushEndsOf(i, n int) hex.Set {
	free := b.empty()
	free.Add(b.s.Fighters[i].At)
	var ends hex.Set
	for k := range n {
		if b.options.pushUpTo || k == n-1 {
			ends = ends.Or(ruling.PushEnds(b.Grid, b.s.Fighters[i].At, k+1, "any", hex.None, free))
		}
	}
	return ends
}

// canPush reports whether a push by n is possible; on a measured table the players judge
// that.
func (b *Battle) canPush(i, n int) bool { return b.measured || !new(b.pushEndsOf(i, n)).Empty() }

// push lets a player push a fighter by exactly n hexes (WU-PUSH-4).
func (b *Battle) push(t *rules.Turn, seat rules.Seat, i, n int) {
	if b.measured {
		t.Emit(Pushed{b.id(i), nil, false, b.askStanding(t, seat, i)})
		return
	}
	to := b.pickHex(t, hexQuestion{"WU-PUSH-1", seat, "push", b.id(i), false}, b.pushEndsOf(i, n))
	t.Emit(Pushed{b.id(i), b.hexAt(to), false, nil})
}

// wounded reports whether a fighter has wound counters.
func (b *Battle) wounded(i int) bool { return b.s.Fighters[i].WoundCounters > 0 }

func (b *Battle) heal(t *rules.Turn, i, n int) {
	t.Emit(Healed{b.id(i), min(n, b.s.Fighters[i].WoundCounters)})
}

// effects are all effects of power cards by id. init fills it, because effects play cards
// and cards have effects.
var effects map[string]*effect

func init() {
	effects = map[string]*effect{ // upgrades with a reaction
		"mend": onAttack("combat-8-end",
			func(b *Battle, u *cardUse, x *attackState) bool {
				return x.attacker == u.fighter && x.succeeds && b.wounded(u.fighter)
			},
			func(b *Battle, t *rules.Turn, u *cardUse, _ *attackState) { b.heal(t, u.fighter, u.n) }).asUpgrade(),
		"ward": {
			kind: "upgrade", window: ruling.WindowDamagePlaced, destroys: true,
			usable: func(b *Battle, u *cardUse) bool { return u.step.actor == u.fighter && b.wounded(u.fighter) },
			play:   healBearer,
		},
		"sidestep": onAttack("combat-8-end",
			func(b *Battle, u *cardUse, x *attackState) bool {
				return x.target == u.fighter && !x.succeeds && b.canPush(u.fighter, 1)
			},
			func(b *Battle, t *rules.Turn, u *cardUse, _ *attackState) { b.push(t, u.seat, u.fighter, 1) }).asUpgrade(),
	}
	for _, what := range []string{"move", "wounds", "defence", "dice", "damage", "range", "grievous", "knockback", "cleave", "ensnare", "stagger", "flying"} {
		effects[what] = addsTo("upgrade", what, "")
	}
	for _, more := range []map[string]*effect{printedActions(), ploys(), actionGambits(), reactionPloys()} {
		maps.Copy(effects, more)
	}
}

// ploys returns the gambits of a power step by id.
func ploys() map[string]*effect {
	list := map[string]*effect{
		"push-friend": onFighter(friends.pushable(), pushFighter),
		"push-enemy":  onFighter(enemies.pushable(), pushFighter),
		"heal":        onFighter(friends.and((*Battle).wounded), healFighter),
		"wound": onFighter(enemies.and((*Battle).besideEnemy), func(b *Battle, t *rules.Turn, u *cardUse, i int) {
			b.dealDamage(t, i, u.n, hex.None, int(u.card), u.seat, nil)
		}),
		"guard-friend": onFighter(friends, changeToken("guard", true)),
		"stagger-enemy": onFighter(enemies.and(func(b *Battle, i int) bool { return !b.staggered(i) }),
			func(b *Battle, t *rules.Turn, u *cardUse, i int) { b.giveStagger(t, i, u.seat) }),
		"free-move":       onFighter(friends.and((*Battle).moved), changeToken("move", false)),
		"free-charge":     onFighter(friends.and((*Battle).charged), changeToken("charge", false)),
		"steady":          onFighter(friends.and((*Battle).staggered), changeToken("stagger", false)),
		"unguard":         onFighter(enemies.and((*Battle).onGuard), changeToken("guard", false)),
		"recall":          onFighter(friends.and((*Battle).canReturn), (*Battle).returnToStart),
		"draw":            drawing(),
		"shift-objective": {kind: "ploy", usable: func(b *Battle, _ *cardUse) bool { return len(b.movableObjectives()) > 0 }, play: (*Battle).moveObjectiveOneHex},
		"march": onFighter(friends.and((*Battle).canMove), func(b *Battle, t *rules.Turn, u *cardUse, i int) { // WU-ACT-7, WU-MOVE-4
			b.endMove(t, i, b.askMove(t, u.seat, i), false)
		}),
	}
	for _, what := range []string{"dice", "damage", "defence", "move", "range"} {
		list["sap-"+what] = addsTo("ploy", "", "persists").subtractingFrom(what)
	}
	for _, what := range []string{"dice", "damage", "defence", "move", "cleave", "ensnare", "knockback"} {
		list["next-"+what] = addsTo("ploy", what, "next")
		list["all-"+what] = addsTo("ploy", what, "persists")
	}
	return list
}

// movableObjectives returns the values of the objective tokens that can be moved one hex.
func (b *Battle) movableObjectives() (values []int) {
	for k := range b.s.Objectives {
		if b.measured || !new(b.objectiveMoveEnds(k)).Empty() {
			values = append(values, b.s.Values[k])
		}
	}
	return values
}

// objectiveMoveEnds returns the cells beside a token that are not blocked and hold no other
// token.
func (b *Battle) objectiveMoveEnds(k int) hex.Set {
	s := b.NeighbourSet(b.s.Objectives[k]).And(b.open)
	for _, at := range b.s.Objectives {
		s.Remove(at)
	}
	return s
}

// moveObjectiveOneHex asks the player for an objective token and moves it one hex.
func (b *Battle) moveObjectiveOneHex(t *rules.Turn, u *cardUse) {
	values := b.movableObjectives()
	names := make([]string, len(values))
	for k, v := range values {
		names[k] = strconv.Itoa(v)
	}
	v := values[t.Ask("WU-GEN-3", u.seat, "choose-objective", names...)]
	if b.measured {
		holders := []string{"nobody"}
		for i := range b.fighters {
			if b.inPlay(i) && b.s.Fighters[i].Standing.Objective == 0 {
				holders = append(holders, b.id(i))
			}
		}
		holder := holders[t.Ask("WU-SETUP-11", u.seat, "stands-there", holders...)]
		t.Emit(ObjectiveMoved{v, nil, holder})
		return
	}
	to := b.pickHex(t, hexQuestion{"WU-PUSH-1", u.seat, "push", "", false}, b.objectiveMoveEnds(slices.Index(b.s.Values, v)))
	t.Emit(ObjectiveMoved{v, b.hexAt(to), ""})
}

// canReturn reports whether a fighter can be placed on a starting hex of its own territory; on
// a measured table the players judge that.
func (b *Battle) canReturn(i int) bool {
	return b.measured || !new(b.freeStarts(b.fighters[i].seat)).Empty()
}

// freeStarts returns the empty starting hexes in the territory of a seat.
func (b *Battle) freeStarts(seat rules.Seat) hex.Set { return b.startHexes[seat].And(b.empty()) }

// returnToStart places a fighter on a starting hex that the player chooses.
func (b *Battle) returnToStart(t *rules.Turn, u *cardUse, i int) {
	if b.measured {
		t.Emit(FighterPlaced{b.id(i), nil, b.askStanding(t, u.seat, i)})
		return
	}
	to := b.pickHex(t, hexQuestion{"WU-SETUP-16", u.seat, "place", b.id(i), false}, b.freeStarts(u.seat))
	t.Emit(FighterPlaced{b.id(i), b.hexAt(to), nil})
}

// canMove reports whether a fighter can make a Move action (WU-MOVE-3).
func (b *Battle) canMove(i int) bool {
	return b.measured && b.move(i) > 0 || !b.measured && !new(b.moveEnds(i, b.empty())).Empty()
}

// askMove asks a player where a Move action of a fighter ends.
func (b *Battle) askMove(t *rules.Turn, seat rules.Seat, i int) moveEnd {
	if b.measured {
		return moveEnd{Stand: b.askStanding(t, seat, i)}
	}
	return moveEnd{Hex: b.hexAt(b.pickHex(t, hexQuestion{"WU-MOVE-1", seat, "move", b.id(i), false}, b.moveEnds(i, b.empty())))}
}

// reactionPloys returns the gambits played at reaction steps by id.
func reactionPloys() map[string]*effect {
	mine := func(b *Battle, u *cardUse, x *attackState) bool { return b.fighters[x.attacker].seat == u.seat }
	theirs := func(b *Battle, u *cardUse, x *attackState) bool { return b.fighters[x.attacker].seat != u.seat }
	return map[string]*effect{
		"strike-harder": onAttack("combat-1-declare", mine, func(_ *Battle, _ *rules.Turn, u *cardUse, x *attackState) { x.dice += u.n }),
		"brace":         onAttack("combat-1-declare", theirs, func(_ *Battle, _ *rules.Turn, u *cardUse, x *attackState) { x.defence += u.n }),
		"slip-away": onAttack("combat-1-declare",
			func(b *Battle, u *cardUse, x *attackState) bool { return theirs(b, u, x) && b.canPush(x.target, 1) },
			func(b *Battle, t *rules.Turn, u *cardUse, x *attackState) { b.push(t, u.seat, x.target, 1) }),
		"parry": onAttack("combat-2-attack-roll", theirs, func(_ *Battle, _ *rules.Turn, u *cardUse, x *attackState) { x.defence += u.n }),
		"riposte": onAttack("combat-8-end",
			func(b *Battle, u *cardUse, x *attackState) bool {
				return theirs(b, u, x) && !x.succeeds && b.inPlay(x.attacker)
			},
			func(b *Battle, t *rules.Turn, u *cardUse, x *attackState) { b.giveStagger(t, x.attacker, u.seat) }),
		"follow": onAttack("combat-8-end",
			func(b *Battle, u *cardUse, x *attackState) bool {
				return mine(b, u, x) && b.inPlay(x.attacker) && b.canPush(x.attacker, 1)
			},
			func(b *Battle, t *rules.Turn, u *cardUse, x *attackState) { b.push(t, u.seat, x.attacker, 1) }),
		"shrapnel": onAttack(ruling.WindowDamageCheck,
			func(b *Battle, u *cardUse, x *attackState) bool {
				return theirs(b, u, x) && (b.s.Fighters[x.target].Out || b.mustGoOut(x.target)) && u.step.actor == x.target && b.inPlay(x.attacker)
			},
			func(b *Battle, t *rules.Turn, u *cardUse, x *attackState) {
				b.dealDamage(t, x.attacker, u.n, hex.None, int(u.card), u.seat, nil)
			}),
		"endure": {
			kind: "ploy", window: ruling.WindowDamagePlaced,
			usable: func(b *Battle, u *cardUse) bool {
				i := u.step.actor
				return b.inPlay(i) && friends(b, u, i) && b.wounded(i)
			},
			play: func(b *Battle, t *rules.Turn, u *cardUse) { b.heal(t, u.step.actor, u.n) },
		},
		"deny": {
			kind: "ploy", window: "reaction-announced",
			usable: func(_ *Battle, u *cardUse) bool {
				return u.step.against.seat != u.seat && u.step.against.fighter == hex.None && !u.step.against.denied
			},
			play: func(_ *Battle, _ *rules.Turn, u *cardUse) { u.step.against.denied = true },
		},
		"after-steps": onFighter(friends.pushable(), pushFighter).reactionAt(ruling.AfterAction),
		"last-word":   onFighter(friends, changeToken("guard", true)).reactionAt("after-power-step"),
	}
}
