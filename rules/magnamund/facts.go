package magnamund

import (
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/grid"
	"oriflamme/rules/magnamund/ruling"
)

// shotFacts is what a shot depends on besides the troops.
type shotFacts struct {
	distance, rank          int
	engaged, visible, inArc bool
	cover                   ruling.CoverSet
	terrain                 string // of the target's cell
}

// shotFactsOf returns the facts of a shot of one of a volley's shooters. For a shot out of range
// on a board it measures only the distance.
func (b *Battle) shotFactsOf(c *Shoot, i, j int) shotFacts {
	if b.measured() {
		return c.stated()
	}
	rank, front := b.file(i)
	a := shotFacts{distance: b.distanceBetween(i, j), rank: rank, engaged: b.engaged(i), terrain: b.bareBoard.Terrain(b.s.Troops[j].Cell).String()}
	if a.distance < ruling.MinRange || a.distance > b.troops[i].longRange {
		return a
	}
	a.visible = true // what lies out of the arc is refused for that
	if a.inArc = b.within45(i, j, front); a.inArc {
		a.visible, a.cover = b.sees(i, j)
	}
	return a
}

// stated returns the facts of a shot that the players state.
func (c *Shoot) stated() shotFacts {
	a := shotFacts{
		distance: rules.ValueOr(c.Distance, ruling.MinRange), rank: rules.ValueOr(c.Rank, 1), engaged: rules.ValueOr(c.Engaged, false),
		visible: rules.ValueOr(c.Visible, true), inArc: rules.ValueOr(c.InArc, true), terrain: c.Terrain,
	}
	for _, word := range c.Cover {
		a.cover |= 1 << slices.Index(ruling.CoverNames[:], word)
	}
	return a
}

// contradicts refuses stated facts that differ from the board.
func (c *Shoot) contradicts(a shotFacts) *rules.Fault {
	if f := rules.FirstFault(
		contradicts("distance", "MG-DIST-1", c.Distance, a.distance),
		contradicts("rank", "MG-FRANK-2", c.Rank, a.rank),
		contradicts("engaged", "MG-FIRE-1", c.Engaged, a.engaged),
		contradictsWord("target_terrain", "MG-KAI-2", c.Terrain, a.terrain),
		contradicts("in_arc", "MG-ARC-1", c.InArc, a.inArc),
	); f != nil || !a.inArc {
		return f
	}
	if f := contradicts("visible", "MG-FIRE-4", c.Visible, a.visible); f != nil || len(c.Cover) == 0 {
		return f
	}
	return rules.ForbidIf(c.stated().cover != a.cover, "MG-FIRE-12", "cover", "the board says otherwise")
}

// strikeFacts is what a melee attack depends on besides the troops.
type strikeFacts struct {
	rank, distance int
	aspect         string
}

// strikeFactsOnBoard measures a melee attack on the board.
func (b *Battle) strikeFactsOnBoard(i, j int) strikeFacts {
	c := strikeFacts{rank: b.rank(i, j), distance: b.distanceBetween(i, j), aspect: "front"}
	if c.distance == 1 {
		c.aspect = ruling.AspectOf(b.troopPlace(i), b.troopPlace(j))
	}
	return c
}

// stated returns the facts of a melee attack that the players state.
func (c *Strike) stated() strikeFacts {
	k := strikeFacts{rank: rules.ValueOr(c.Rank, 1), aspect: c.Aspect}
	if k.aspect == "" || k.rank > 1 {
		k.aspect = "front"
	}
	k.distance = rules.ValueOr(c.Distance, k.rank)
	return k
}

// contradicts refuses stated facts that differ from the board. A second attack is measured
// from the hero's new cell.
func (c *Strike) contradicts(k strikeFacts) *rules.Fault {
	return rules.FirstFault(
		contradicts("rank", "MG-CRANK-3", c.Rank, k.rank),
		contradicts("distance", "MG-DIST-1", c.Distance, k.distance),
		contradictsWord("aspect", "MG-CBT-4", c.Aspect, k.aspect),
	)
}

// strikeFactsOf returns the facts of the attack of one of several attackers.
func (b *Battle) strikeFactsOf(c *Strike, i, j int) strikeFacts {
	if b.measured() {
		return c.stated()
	}
	return b.strikeFactsOnBoard(i, j)
}

// skillFacts is what a spell or skill depends on: the distance of the target, whether it is
// seen, and whether an enemy is next to the user.
type skillFacts struct {
	distance         int
	visible, engaged bool
}

// skillFactsOf returns the facts of a skill. On a board it looks for sight only if asked.
func (b *Battle) skillFactsOf(c *UseSkill, i, j int, asked bool) (skillFacts, *rules.Fault) {
	if b.measured() {
		r := skillFacts{rules.ValueOr(c.Distance, ruling.MinRange), rules.ValueOr(c.Visible, true), rules.ValueOr(c.Engaged, false)}
		if b.remembersTable() {
			r.engaged = r.engaged || b.isEngaged(i)
			return r, b.checkStatedSkill(c, i, j, asked)
		}
		return r, nil
	}
	r := skillFacts{engaged: b.engaged(i)}
	if i != j {
		r.distance = b.distanceBetween(i, j)
	}
	if asked && i != j {
		r.visible, _ = b.sees(i, j)
	}
	return r, rules.FirstFault(
		contradicts("distance", "MG-DIST-4", c.Distance, r.distance), contradicts("engaged", "MG-DIST-3", c.Engaged, r.engaged),
		rules.ForbidIf(asked && c.Visible != nil && *c.Visible != r.visible, "MG-FIRE-4", "visible", "the board says otherwise"),
	)
}

// contradicts refuses a stated fact that differs from the board.
func contradicts[T comparable](field, rule string, stated *T, real T) *rules.Fault {
	if stated == nil || *stated == real {
		return nil
	}
	return rules.Breaks(rule, field, "the board says %v", real)
}

// contradictsWord refuses a stated word that differs from the board.
func contradictsWord(field, rule, stated, real string) *rules.Fault {
	if stated == "" || stated == real {
		return nil
	}
	return rules.Breaks(rule, field, "the board says %s", strconv.Quote(real))
}

// crossings lists what each step of a path crosses on the board.
func (b *Battle) crossings(i int, path []string) (over []Crossing) {
	p := b.troopPlace(i)
	for _, step := range path {
		s := ruling.StepByName(step)
		switch {
		case s.Pivot:
			p.Facing = s.Facing
		case s.Leap:
			p.Cell = p.Cell.Plus(s.Eighth.Times(ruling.LeapLength))
		default:
			to := p.Cell.Plus(p.Facing.Eighths(s.Turn))
			c := Crossing{Terrain: b.bareBoard.Terrain(to).String()}
			if grid.ShareSide(p.Cell, to) {
				c.Edge = b.bareBoard.Feature(p.Cell, to).String()
			}
			over = append(over, c)
			p.Cell = to
		}
	}
	return over
}
