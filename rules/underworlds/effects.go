package underworlds

import (
	"maps"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// use is a card in use.
type use struct {
	seat    rules.Seat
	n       int
	card    int16
	fighter int // who bears the upgrade; hex.None for a gambit
	moment  *moment
}

// effect is the small function behind a card.
type effect struct {
	kind     string // "upgrade" or "ploy"
	adds     string // what it adds n to, as an upgrade or while it lies face up
	saps     string // what it takes n from, of the enemies, while it lies face up
	stays    string // "next" or "persists": the gambit stays face up
	window   string // the reaction step at which it is used
	destroys bool   // an upgrade that its use destroys
	action   bool   // an upgrade or fighter card that prints an action
	usable   func(b *Battle, u *use) bool
	play     func(b *Battle, t *rules.Turn, u *use)
}

// adding is an effect that adds to a characteristic.
func adding(kind, what, stays string) *effect {
	return &effect{kind: kind, adds: what, stays: stays, usable: func(*Battle, *use) bool { return true }, play: func(*Battle, *rules.Turn, *use) {}}
}

// sapping has an effect take from the enemies.
func (e *effect) sapping(what string) *effect {
	e.saps = what
	return e
}

// upon is a ploy whose player chooses one of the fighters for whom it makes sense.
func upon(fits func(b *Battle, u *use, i int) bool, do func(b *Battle, t *rules.Turn, u *use, i int)) *effect {
	candidates := func(b *Battle, u *use) []int {
		var list []int
		for i := range b.fighters {
			if b.inPlay(i) && fits(b, u, i) {
				list = append(list, i)
			}
		}
		return list
	}
	return &effect{
		kind: "ploy",
		usable: func(b *Battle, u *use) bool {
			for i := range b.fighters {
				if b.inPlay(i) && fits(b, u, i) {
					return true
				}
			}
			return false
		},
		play: func(b *Battle, t *rules.Turn, u *use) {
			list := candidates(b, u)
			do(b, t, u, list[b.pick(t, u.seat, "WU-GEN-6", "choose-fighter", list)])
		},
	}
}

func (u *use) friend(b *Battle, i int) bool { return b.fighters[i].seat == u.seat }
func (u *use) foe(b *Battle, i int) bool    { return b.fighters[i].seat != u.seat }

// at makes an effect a reaction.
func (e *effect) at(window string) *effect {
	e.window = window
	return e
}

// upgraded makes a reaction that of an upgrade.
func (e *effect) upgraded(destroys bool) *effect {
	e.kind, e.destroys = "upgrade", destroys
	return e
}

// onAttack is a reaction during an Attack action for which a condition holds.
func onAttack(window string, holds func(b *Battle, u *use, x *blow) bool, do func(b *Battle, t *rules.Turn, u *use, x *blow)) *effect {
	return &effect{
		kind: "ploy", window: window,
		usable: func(b *Battle, u *use) bool { return u.moment.blow != nil && holds(b, u, u.moment.blow) },
		play:   func(b *Battle, t *rules.Turn, u *use) { do(b, t, u, u.moment.blow) },
	}
}

// ends are the cells where a push by n can end.
func (b *Battle) pushEnds(i, n int) hex.Set {
	free := b.empty()
	free.Put(b.s.Warriors[i].At)
	var ends hex.Set
	for k := range n {
		if b.switches.pushUpTo || k == n-1 {
			ends = ends.Or(pushEnds(b.Grid, b.s.Warriors[i].At, k+1, "any", hex.None, free))
		}
	}
	return ends
}

// canPush holds when a push by n is possible; on a measured table the players see to that.
func (b *Battle) canPush(i, n int) bool { return b.stated || !ptr(b.pushEnds(i, n)).Empty() }

// push lets a player push a fighter by exactly n hexes (WU-PUSH-4).
func (b *Battle) push(t *rules.Turn, seat rules.Seat, i, n int) {
	if b.stated {
		t.Emit(Pushed{b.id(i), nil, false, b.askStanding(t, seat, i)})
		return
	}
	to := b.pickHex(t, seat, "WU-PUSH-1", "push", b.pushEnds(i, n), false)
	t.Emit(Pushed{b.id(i), b.hexAt(to), false, nil})
}

func (b *Battle) heal(t *rules.Turn, i, n int) { t.Emit(Healed{b.id(i), min(n, b.s.Warriors[i].Hurt)}) }

// effects are all effects of power cards by id. It is filled by init, since
// effects play cards and cards have effects.
var effects map[string]*effect

func init() {
	effects = map[string]*effect{
		// Upgrades that change a characteristic
		"move": adding("upgrade", "move", ""), "wounds": adding("upgrade", "wounds", ""), "defence": adding("upgrade", "defence", ""),
		"dice": adding("upgrade", "dice", ""), "damage": adding("upgrade", "damage", ""), "range": adding("upgrade", "range", ""),
		"grievous": adding("upgrade", "grievous", ""), "knockback": adding("upgrade", "knockback", ""), "cleave": adding("upgrade", "cleave", ""),
		"ensnare": adding("upgrade", "ensnare", ""), "stagger": adding("upgrade", "stagger", ""), "flying": adding("upgrade", "flying", ""),
		// Upgrades with a reaction
		"mend": onAttack("combat-8-end",
			func(b *Battle, u *use, x *blow) bool {
				return x.attacker == u.fighter && x.succeeds && b.s.Warriors[u.fighter].Hurt > 0
			},
			func(b *Battle, t *rules.Turn, u *use, _ *blow) { b.heal(t, u.fighter, u.n) }).upgraded(false),
		"ward": {
			kind: "upgrade", window: windowDamagePlaced, destroys: true,
			usable: func(b *Battle, u *use) bool { return u.moment.actor == u.fighter && b.s.Warriors[u.fighter].Hurt > 0 },
			play:   func(b *Battle, t *rules.Turn, u *use) { b.heal(t, u.fighter, u.n) },
		},
		"sidestep": onAttack("combat-8-end",
			func(b *Battle, u *use, x *blow) bool {
				return x.target == u.fighter && !x.succeeds && b.canPush(u.fighter, 1)
			},
			func(b *Battle, t *rules.Turn, u *use, _ *blow) { b.push(t, u.seat, u.fighter, 1) }).upgraded(false),
	}
	for _, more := range []map[string]*effect{actions(), ploys(), orders(), reactionPloys()} {
		maps.Copy(effects, more)
	}
}

// ploys are gambits of a power step.
func ploys() map[string]*effect {
	wounded := func(b *Battle, u *use, i int) bool { return u.friend(b, i) && b.s.Warriors[i].Hurt > 0 }
	list := map[string]*effect{
		"push-friend": upon(func(b *Battle, u *use, i int) bool { return u.friend(b, i) && b.canPush(i, u.n) },
			func(b *Battle, t *rules.Turn, u *use, i int) { b.push(t, u.seat, i, u.n) }),
		"push-enemy": upon(func(b *Battle, u *use, i int) bool { return u.foe(b, i) && b.canPush(i, u.n) },
			func(b *Battle, t *rules.Turn, u *use, i int) { b.push(t, u.seat, i, u.n) }),
		"heal": upon(wounded, func(b *Battle, t *rules.Turn, u *use, i int) { b.heal(t, i, u.n) }),
		"wound": upon(func(b *Battle, u *use, i int) bool { return u.foe(b, i) && b.nextTo(i) },
			func(b *Battle, t *rules.Turn, u *use, i int) { b.hurt(t, i, u.n, hex.None, int(u.card), u.seat, nil) }),
		"guard-friend": upon(func(b *Battle, u *use, i int) bool { return u.friend(b, i) },
			func(b *Battle, t *rules.Turn, _ *use, i int) { t.Emit(TokensChanged{b.id(i), "guard", true}) }),
		"stagger-enemy": upon(func(b *Battle, u *use, i int) bool { return u.foe(b, i) && b.s.Warriors[i].Tokens.Stagger == 0 },
			func(b *Battle, t *rules.Turn, u *use, i int) { b.stagger(t, i, u.seat) }),
		"free-move": upon(func(b *Battle, u *use, i int) bool { return u.friend(b, i) && b.s.Warriors[i].Tokens.Move > 0 },
			func(b *Battle, t *rules.Turn, _ *use, i int) { t.Emit(TokensChanged{b.id(i), "move", false}) }),
		"free-charge": upon(func(b *Battle, u *use, i int) bool { return u.friend(b, i) && b.s.Warriors[i].Tokens.Charge > 0 },
			func(b *Battle, t *rules.Turn, _ *use, i int) { t.Emit(TokensChanged{b.id(i), "charge", false}) }),
		"steady": upon(func(b *Battle, u *use, i int) bool { return u.friend(b, i) && b.s.Warriors[i].Tokens.Stagger > 0 },
			func(b *Battle, t *rules.Turn, _ *use, i int) { t.Emit(TokensChanged{b.id(i), "stagger", false}) }),
		"unguard": upon(func(b *Battle, u *use, i int) bool { return u.foe(b, i) && b.s.Warriors[i].Tokens.Guard > 0 },
			func(b *Battle, t *rules.Turn, _ *use, i int) { t.Emit(TokensChanged{b.id(i), "guard", false}) }),
		"recall": upon(
			func(b *Battle, u *use, i int) bool {
				return u.friend(b, i) && (b.stated || !ptr(b.empty().And(b.started[u.seat])).Empty())
			},
			func(b *Battle, t *rules.Turn, u *use, i int) {
				if b.stated {
					t.Emit(FighterPlaced{b.id(i), nil, b.askStanding(t, u.seat, i)})
					return
				}
				to := b.pickHex(t, u.seat, "WU-SETUP-16", "place", b.empty().And(b.started[u.seat]), false)
				t.Emit(FighterPlaced{b.id(i), b.hexAt(to), nil})
			}),
		"draw": {kind: "ploy",
			usable: func(b *Battle, u *use) bool { return len(b.s.Camps[u.seat].Decks[power]) > 0 },
			play:   func(b *Battle, t *rules.Turn, u *use) { b.draw(t, u.seat, power, u.n) }},
		"shift-objective": {kind: "ploy", usable: func(b *Battle, _ *use) bool { return len(b.shifts()) > 0 }, play: (*Battle).shiftObjective},
		"march":           {kind: "ploy", usable: func(b *Battle, u *use) bool { return len(b.marchers(u.seat)) > 0 }, play: (*Battle).march},
	}
	for _, what := range []string{"dice", "damage", "defence", "move", "range"} {
		list["sap-"+what] = adding("ploy", "", "persists").sapping(what)
	}
	for _, what := range []string{"dice", "damage", "defence", "move", "cleave", "ensnare", "knockback"} {
		list["next-"+what] = adding("ploy", what, "next")
		list["all-"+what] = adding("ploy", what, "persists")
	}
	return list
}

// shifts lists the objective tokens that can be pushed one hex.
func (b *Battle) shifts() (values []int) {
	for k := range b.s.Objectives {
		if b.stated || !ptr(b.shiftEnds(k)).Empty() {
			values = append(values, b.s.Values[k])
		}
	}
	return values
}

// shiftEnds are the cells beside a token that are not blocked and hold no other token.
func (b *Battle) shiftEnds(k int) hex.Set {
	s := b.Around(b.s.Objectives[k]).And(b.open)
	for _, at := range b.s.Objectives {
		s.Drop(at)
	}
	return s
}

func (b *Battle) shiftObjective(t *rules.Turn, u *use) {
	values := b.shifts()
	names := make([]string, len(values))
	for k, v := range values {
		names[k] = itoa(v)
	}
	v := values[t.Ask("WU-GEN-3", u.seat, "choose-objective", names...)]
	if b.stated {
		holders := []string{"nobody"}
		for i := range b.fighters {
			if b.inPlay(i) && b.s.Warriors[i].Foot.Objective == 0 {
				holders = append(holders, b.id(i))
			}
		}
		holder := holders[t.Ask("WU-SETUP-11", u.seat, "stands-there", holders...)]
		t.Emit(ObjectiveMoved{v, nil, holder})
		return
	}
	to := b.pickHex(t, u.seat, "WU-PUSH-1", "push", b.shiftEnds(slices.Index(b.s.Values, v)), false)
	t.Emit(ObjectiveMoved{v, b.hexAt(to), ""})
}

// marchers are the fighters that can make a Move action (WU-MOVE-3).
func (b *Battle) marchers(seat rules.Seat) (list []int) {
	var empty hex.Set
	if !b.stated {
		empty = b.empty()
	}
	for i := range b.team(seat) {
		if b.stated && b.move(i) > 0 || !b.stated && !ptr(b.walks(i, empty)).Empty() {
			list = append(list, i)
		}
	}
	return list
}

// march lets a fighter make a Move action without being activated (WU-ACT-7, WU-MOVE-4).
func (b *Battle) march(t *rules.Turn, u *use) {
	list := b.marchers(u.seat)
	i := list[b.pick(t, u.seat, "WU-GEN-6", "choose-fighter", list)]
	b.moveTo(t, i, b.askMove(t, u.seat, i), false)
}

// askMove has a player tell where a Move action of a fighter ends.
func (b *Battle) askMove(t *rules.Turn, seat rules.Seat, i int) going {
	if b.stated {
		return going{Stand: b.askStanding(t, seat, i)}
	}
	return going{Hex: b.hexAt(b.pickHex(t, seat, "WU-MOVE-1", "move", b.walks(i, b.empty()), false))}
}

// reactionPloys are gambits played at reaction steps.
func reactionPloys() map[string]*effect {
	mine := func(b *Battle, u *use, x *blow) bool { return b.fighters[x.attacker].seat == u.seat }
	theirs := func(b *Battle, u *use, x *blow) bool { return b.fighters[x.attacker].seat != u.seat }
	return map[string]*effect{
		"strike-harder": onAttack("combat-1-declare", mine, func(_ *Battle, _ *rules.Turn, u *use, x *blow) { x.dice += u.n }),
		"brace":         onAttack("combat-1-declare", theirs, func(_ *Battle, _ *rules.Turn, u *use, x *blow) { x.defence += u.n }),
		"slip-away": onAttack("combat-1-declare",
			func(b *Battle, u *use, x *blow) bool { return theirs(b, u, x) && b.canPush(x.target, 1) },
			func(b *Battle, t *rules.Turn, u *use, x *blow) { b.push(t, u.seat, x.target, 1) }),
		"parry": onAttack("combat-2-attack-roll", theirs, func(_ *Battle, _ *rules.Turn, u *use, x *blow) { x.defence += u.n }),
		"riposte": onAttack("combat-8-end",
			func(b *Battle, u *use, x *blow) bool { return theirs(b, u, x) && !x.succeeds && b.inPlay(x.attacker) },
			func(b *Battle, t *rules.Turn, u *use, x *blow) { b.stagger(t, x.attacker, u.seat) }),
		"follow": onAttack("combat-8-end",
			func(b *Battle, u *use, x *blow) bool {
				return mine(b, u, x) && b.inPlay(x.attacker) && b.canPush(x.attacker, 1)
			},
			func(b *Battle, t *rules.Turn, u *use, x *blow) { b.push(t, u.seat, x.attacker, 1) }),
		"shrapnel": onAttack(windowDamageCheck,
			func(b *Battle, u *use, x *blow) bool {
				return theirs(b, u, x) && (b.s.Warriors[x.target].Out || b.doomed(x.target)) && u.moment.actor == x.target && b.inPlay(x.attacker)
			},
			func(b *Battle, t *rules.Turn, u *use, x *blow) {
				b.hurt(t, x.attacker, u.n, hex.None, int(u.card), u.seat, nil)
			}),
		"endure": {
			kind: "ploy", window: windowDamagePlaced,
			usable: func(b *Battle, u *use) bool {
				i := u.moment.actor
				return b.inPlay(i) && u.friend(b, i) && b.s.Warriors[i].Hurt > 0
			},
			play: func(b *Battle, t *rules.Turn, u *use) { b.heal(t, u.moment.actor, u.n) },
		},
		"deny": {
			kind: "ploy", window: "reaction-announced",
			usable: func(_ *Battle, u *use) bool {
				return u.moment.against.seat != u.seat && u.moment.against.fighter == hex.None && !u.moment.against.denied
			},
			play: func(_ *Battle, _ *rules.Turn, u *use) { u.moment.against.denied = true },
		},
		"after-steps": upon(func(b *Battle, u *use, i int) bool { return u.friend(b, i) && b.canPush(i, u.n) },
			func(b *Battle, t *rules.Turn, u *use, i int) { b.push(t, u.seat, i, u.n) }).at(afterAction),
		"last-word": upon(func(b *Battle, u *use, i int) bool { return u.friend(b, i) },
			func(b *Battle, t *rules.Turn, _ *use, i int) { t.Emit(TokensChanged{b.id(i), "guard", true}) }).at("after-power-step"),
	}
}
