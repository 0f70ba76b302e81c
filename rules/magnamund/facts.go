package magnamund

import (
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// aiming is what a shot needs to know of the table.
type aiming struct {
	distance, rank          int
	engaged, visible, inArc bool
	cover                   coverSet
	terrain                 string // under the target
}

// aiming measures a shot on the board. Of a shot out of range nobody asks for the rest.
func (b *Battle) aiming(i, j int) aiming {
	rank, front := b.file(i)
	a := aiming{distance: b.reaches(i, j), rank: rank, engaged: b.engaged(i), terrain: b.base.terrain(b.s.Pieces[j].Cell).String()}
	if a.distance < minRange || a.distance > b.figures[i].long {
		return a
	}
	if a.inArc = b.within45(i, j, front); a.inArc {
		a.visible, a.cover = b.sees(i, j)
	}
	return a
}

// stated reads the facts of a shot as the players state them.
func (c *Shoot) stated() aiming {
	a := aiming{
		distance: said(c.Distance, minRange), rank: said(c.Rank, 1), engaged: said(c.Engaged, false),
		visible: said(c.Visible, true), inArc: said(c.InArc, true), terrain: c.Terrain,
	}
	for _, word := range c.Cover {
		a.cover |= 1 << slices.Index(kindNames[:], word)
	}
	return a
}

// contradicts refuses stated facts that the board does not bear out.
func (c *Shoot) contradicts(a aiming) *rules.Fault {
	if f := first(
		countFact("distance", "MG-DIST-1", c.Distance, a.distance),
		countFact("rank", "MG-FRANK-2", c.Rank, a.rank),
		truthFact("engaged", "MG-FIRE-1", c.Engaged, a.engaged),
		wordFact("target_terrain", "MG-KAI-2", c.Terrain, a.terrain),
		truthFact("in_arc", "MG-ARC-1", c.InArc, a.inArc),
	); f != nil || !a.inArc {
		return f
	}
	if f := truthFact("visible", "MG-FIRE-4", c.Visible, a.visible); f != nil || len(c.Cover) == 0 {
		return f
	}
	return forbid(c.stated().cover != a.cover, "MG-FIRE-12", "cover", "the board says otherwise")
}

// aimingOf is what a volley needs to know of one of its shooters.
func (b *Battle) aimingOf(c *Shoot, i, j int) aiming {
	if b.measured() {
		return c.stated()
	}
	return b.aiming(i, j)
}

// contact is what a blow needs to know of the table.
type contact struct {
	rank, distance int
	aspect         string
}

// contact measures a blow on the board.
func (b *Battle) contact(i, j int) contact {
	c := contact{rank: b.rank(i, j), distance: b.reaches(i, j), aspect: "front"}
	if c.distance == 1 {
		c.aspect = aspect(b.piece(i), b.piece(j))
	}
	return c
}

// stated reads the facts of a blow as the players state them.
func (c *Strike) stated() contact {
	k := contact{rank: said(c.Rank, 1), aspect: c.Aspect}
	if k.aspect == "" || k.rank > 1 {
		k.aspect = "front"
	}
	k.distance = said(c.Distance, k.rank)
	return k
}

// contradicts refuses stated facts that the board does not bear out. A second
// attack is looked at from where the hero goes.
func (c *Strike) contradicts(k contact) *rules.Fault {
	return first(
		countFact("rank", "MG-CRANK-3", c.Rank, k.rank),
		countFact("distance", "MG-DIST-1", c.Distance, k.distance),
		wordFact("aspect", "MG-CBT-4", c.Aspect, k.aspect),
	)
}

// contactOf is what an attack needs to know of one of its attackers.
func (b *Battle) contactOf(c *Strike, i, j int) contact {
	if b.measured() {
		return c.stated()
	}
	return b.contact(i, j)
}

// spell and skill facts: how far a target is, whether it is seen, and whether an
// enemy stands next to the user.
type regard struct {
	distance         int
	visible, engaged bool
}

// regards measures on the board; asked says whether sight matters.
func (b *Battle) regards(i, j int, asked bool) (r regard) {
	r.engaged = b.engaged(i)
	if i != j {
		r.distance = b.reaches(i, j)
	}
	if asked && i != j {
		r.visible, _ = b.sees(i, j)
	}
	return r
}

// regardOf is what a skill needs to know.
func (b *Battle) regardOf(c *UseSkill, i, j int, asked bool) (regard, *rules.Fault) {
	if b.measured() {
		return regard{said(c.Distance, minRange), said(c.Visible, true), said(c.Engaged, false)}, nil
	}
	r := b.regards(i, j, asked)
	return r, first(
		countFact("distance", "MG-DIST-4", c.Distance, r.distance), truthFact("engaged", "MG-DIST-3", c.Engaged, r.engaged),
		forbid(asked && c.Visible != nil && *c.Visible != r.visible, "MG-FIRE-4", "visible", "the board says otherwise"),
	)
}

// said is a stated fact, or what holds when nothing is said.
func said[T any](fact *T, otherwise T) T {
	if fact != nil {
		return *fact
	}
	return otherwise
}

func countFact(field, rule string, stated *int, real int) *rules.Fault {
	if stated == nil || *stated == real {
		return nil
	}
	return rules.Breaks(rule, field, "the board says %d", real)
}

func truthFact(field, rule string, stated *bool, real bool) *rules.Fault {
	if stated == nil || *stated == real {
		return nil
	}
	return rules.Breaks(rule, field, "the board says %v", real)
}

func wordFact(field, rule, stated, real string) *rules.Fault {
	if stated == "" || stated == real {
		return nil
	}
	return rules.Breaks(rule, field, "the board says %s", strconv.Quote(real))
}

// crossings tells of each step of a path over what it led, as the board has it.
func (b *Battle) crossings(i int, path []string) (over []Crossing) {
	p := b.piece(i)
	for _, step := range path {
		s := stepOf(step)
		switch {
		case s.pivot:
			p.Facing = s.facing
		case s.leap:
			p.Cell = p.Cell.Plus(s.eighth.Times(leapLength))
		default:
			to := p.Cell.Plus(p.Facing.Eighths(s.turn))
			over = append(over, b.crossing(p.Cell, to))
			p.Cell = to
		}
	}
	return over
}

func (b *Battle) crossing(from, to grid.Cell) Crossing {
	c := Crossing{Terrain: b.base.terrain(to).String()}
	if grid.ShareSide(from, to) {
		c.Edge = b.base.between(from, to).String()
	}
	return c
}
