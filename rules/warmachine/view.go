package warmachine

import (
	"strconv"
	"strings"

	"oriflamme/rules"
)

// View is what a seat sees: everything, for nothing is hidden in this game.
func (b *Battle) View(rules.Seat) rules.View {
	v := rules.View{Round: b.round(), Phase: b.s.Stage, ToAct: b.s.Turn}
	switch b.s.Stage {
	case stageStart:
		v.ToAct = Start{}.By()
	case stageOver:
		v.ToAct = rules.Nobody
	}
	for seat, r := range b.setup.Rosters {
		v.Sides = append(v.Sides, rules.SideView{
			Seat: rules.Seat(seat), Name: r.Name, Score: b.destroyed(other(rules.Seat(seat))),
			Counters: []rules.Counter{{Key: "warcasters", Value: b.warcasters(rules.Seat(seat))}},
		})
	}
	for i := range b.cards {
		v.Units = append(v.Units, b.unitView(i))
	}
	return v
}

func (b *Battle) unitView(i int) rules.UnitView {
	c, t := &b.cards[i], &b.s.Troops[i]
	u := rules.UnitView{
		ID: c.id, Seat: c.seat, Name: c.name, Type: c.p.Name, Gone: !b.alive(i),
		Ready: b.s.Stage == stageActivation && b.s.Acting == none && b.waits(i) || b.s.Acting == i,
	}
	if c.size > 1 {
		u.Tracks = append(u.Tracks, rules.Track{Key: "models", Now: c.size - t.Models, Max: c.size})
	}
	if len(c.p.Grid) > 0 {
		g := damageGrid{c.p.Grid, t.Filled}
		boxes := 0
		for _, col := range c.p.Grid {
			boxes += len(col)
		}
		u.Tracks = append(u.Tracks, rules.Track{Key: "boxes", Now: boxes - g.left(), Max: boxes})
	} else if c.p.Boxes > 1 {
		u.Tracks = append(u.Tracks, rules.Track{Key: "boxes", Now: t.Damage, Max: c.p.Boxes})
	}
	if c.p.spends() {
		u.Tracks = append(u.Tracks, rules.Track{Key: "focus", Now: t.Focus, Max: max(c.p.Focus, mostAllocated)})
	}
	u.Tags = b.tags(i)
	for _, s := range []struct {
		key   string
		value int
	}{{"spd", b.spd(i)}, {"mat", c.p.Mat}, {"rat", c.p.Rat}, {"def", b.def(i)}, {"arm", b.arm(i)}} {
		u.Stats = append(u.Stats, rules.Stat{Key: s.key, Value: strconv.Itoa(s.value)})
	}
	return u
}

// tags are what is to be known of a troop at a glance.
func (b *Battle) tags(i int) []string {
	tags := []string{b.cards[i].p.Kind}
	add := func(is bool, tag string) {
		if is {
			tags = append(tags, tag)
		}
	}
	t := &b.s.Troops[i]
	add(b.s.Acting == i, "acting")
	add(t.Activated, "activated")
	add(t.Down, "knocked-down")
	add(b.alive(i) && b.inert(i), "inert")
	add(!b.alive(i), "destroyed")
	for s, down := range b.crippled(i) {
		add(down, "crippled-"+systems[s].name)
	}
	return tags
}

// measures are the figures by which the odds of a command are told.
var measures = []rules.Measure{
	{Name: "hit", Of: func(_, _ rules.Battle, events []rules.Event) string {
		for _, e := range events {
			if a, ok := e.(AttackRolled); ok && a.Hit {
				return "true"
			}
		}
		return "false"
	}},
	{Name: "damage", Of: func(_, _ rules.Battle, events []rules.Event) string {
		n := 0
		for _, e := range events {
			if d, ok := e.(Damaged); ok {
				n += d.Amount
			}
		}
		return strconv.Itoa(n)
	}},
	{Name: "destroyed", Of: func(_, _ rules.Battle, events []rules.Event) string {
		n := 0
		for _, e := range events {
			if _, ok := e.(Fell); ok {
				n++
			}
		}
		return strconv.Itoa(n)
	}},
}

var bots = []rules.Bot{
	{Name: "random", Any: true, Choose: func(_ rules.Battle, legal []rules.Command, pick func(int) int) rules.Command {
		return legal[pick(len(legal))]
	}},
	{Name: "bold", Choose: bold},
}

// bold attacks whatever it can, charges when it can, and never gives up.
func bold(_ rules.Battle, legal []rules.Command, pick func(int) int) rules.Command {
	for _, eager := range []func(rules.Command) bool{
		func(c rules.Command) bool { a, ok := c.(Attack); return ok && (a.BoostDamage || !a.Additional) },
		func(c rules.Command) bool { m, ok := c.(Move); return ok && m.Movement == charge && m.InReach },
		func(c rules.Command) bool { _, gives := c.(Concede); return !gives },
	} {
		var some []rules.Command
		for _, c := range legal {
			if eager(c) {
				some = append(some, c)
			}
		}
		if len(some) > 0 {
			return some[pick(len(some))]
		}
	}
	return legal[0]
}

// covered are the rules that battles must be seen to follow.
var covered = strings.Fields(`
	WM-ACT-1 WM-ACT-3 WM-ACT-4 WM-ACT-5 WM-ACTP-1 WM-ACTP-5 WM-ADV-1 WM-CHARGE-10 WM-CHARGE-17 WM-CHARGE-18 WM-CHARGE-19
	WM-CHARGE-20 WM-CHARGE-5 WM-CHARGE-6 WM-CHARGE-8 WM-COMBAT-11 WM-COMBAT-12 WM-COMBAT-3 WM-COMBAT-4 WM-COMBAT-7
	WM-COMBAT-8 WM-COMBAT-9 WM-CTRL-1 WM-CTRL-2 WM-FOCUS-1 WM-FOCUS-2 WM-FOCUS-3 WM-FOCUS-4 WM-LOS-1 WM-MAINT-1
	WM-MOVE-8 WM-RUN-1 WM-RUN-3 WM-RUN-6 WM-RUN-7 WM-SETUP-3 WM-SETUP-4 WM-SETUP-6 WM-SETUP-7 WM-SETUP-9 WM-TURN-1
	WM-TURN-3 WM-UNIT-6 WM-VICT-2 WM-X-DIS-1 WM-X-DMG-1 WM-X-FOC-2 WM-X-FOC-3 WM-X-MELEE-2`)
