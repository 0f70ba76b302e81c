package magnamund

import (
	"math"

	"oriflamme/rules"
	"oriflamme/rules/grid"
)

var bots = []rules.Bot{
	{Name: "random", Any: true, Choose: func(_ rules.Battle, legal []rules.Command, pick func(int) int) rules.Command {
		return legal[pick(len(legal))]
	}},
	{Name: "greedy", Choose: greedy},
}

// greedy takes the command that promises most: blows and shots by their chances,
// then ground towards the enemy. Ties are left to chance.
func greedy(b rules.Battle, legal []rules.Command, pick func(int) int) rules.Command {
	w, ok := b.(*Battle)
	if !ok {
		return legal[pick(len(legal))]
	}
	best, worth := legal[pick(len(legal))], math.Inf(-1)
	for _, c := range legal {
		if v := w.worth(c) + float64(pick(100))/1000; v > worth {
			best, worth = c, v
		}
	}
	return best
}

// worth is what a command promises, in pieces struck or so; ending a step is 0.
func (b *Battle) worth(c rules.Command) float64 {
	switch c := c.(type) {
	case Strike:
		return 2 + b.promise(c)
	case Shoot:
		total := 0
		for _, id := range c.Shooters {
			i, j := b.find(id), b.find(c.Target)
			s := b.shot(i, j)
			base, modifiers := s.against(s.Target)
			total += max(0, finalFire(base+modifiers, s.LongRange, count(s.EnchantedAim), s.Halvings))
		}
		return 1 + float64(total)/100 - float64(count(len(c.Shooters) == 1))/2
	case Move:
		return b.progress(c)
	case Cast:
		return b.casts(c)
	case UseSkill:
		return 1.5
	case Drive:
		return -1
	}
	return 0
}

func (b *Battle) promise(c Strike) float64 {
	total := 0
	j := b.find(c.Target)
	for _, id := range c.Attackers {
		f, _ := b.blowAt(b.find(id), j)
		base, modifiers := f.against(f.Target)
		total += max(0, finalCombat(base+modifiers+f.WoundModifier, count(f.BattleMadness)+count(f.TargetStunned), f.Halvings))
	}
	if b.figures[j].unit == none {
		total += 20
	}
	return float64(total) / 100
}

// progress is how much nearer a step brings a piece to the enemy. Shooters with
// somebody in range and magicians stay where they are.
func (b *Battle) progress(c Move) float64 {
	i := b.find(c.Piece)
	m, f := b.path(i, c.Path)
	if f != nil || b.figures[i].p.Category == "magician" {
		return -1
	}
	now, then := b.outlook(i, b.piece(i)), b.outlook(i, m.piece)
	if b.figures[i].p.Ranged != "" && now <= 2*float64(b.figures[i].short) {
		return -1
	}
	return (now - then) / 4
}

// outlook is how far a piece would be from the nearest enemy, twice in cells, and
// whether it would look that way.
func (b *Battle) outlook(i int, p piece) float64 {
	nearest, at := math.Inf(1), grid.Cell{}
	for j := range b.figures {
		if b.alive(j) && !b.s.Pieces[j].Hidden && b.sideOf(j) != b.sideOf(i) {
			if d := float64(grid.Distance(p.Cell, b.s.Pieces[j].Cell)); d < nearest {
				nearest, at = d, b.s.Pieces[j].Cell
			}
		}
	}
	if math.IsInf(nearest, 1) {
		return 0
	}
	if p.Facing.InQuarter(p.Cell, at) {
		return 2 * nearest
	}
	return 2*nearest + 1
}

// casts values spells that harm when there is somebody to harm, and those that
// help when they come in time.
func (b *Battle) casts(c Cast) float64 {
	switch c.Spell {
	case "fireball", "lightning":
		j := b.find(c.Target)
		if b.sideOf(j) == b.sideOf(b.find(c.Caster)) {
			return -1
		}
		return 1.2
	case "battle-madness":
		if b.s.Phase == phaseCombat && b.engaged(b.find(c.Target)) {
			return 2.9
		}
	case "doom-and-despair", "rust":
		return 0.9
	}
	return -1
}
