package magnamund

import (
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/magnamund/ruling"
)

// Explain explains how the percentage of an attack comes about: what each troop adds, the
// running total, and the hits of the total (MG-POOL-3, MG-POOL-4, MG-CPOOL-3).
func (b *Battle) Explain(c rules.Command) []rules.Note {
	b = b.reader()
	var finals []int
	var who []string
	law := "MG-POOL-1"
	switch c := c.(type) {
	case Shoot:
		_, _, shots, f := b.volleyOf(&c)
		if f != nil {
			return nil
		}
		who = c.Shooters
		for _, s := range shots {
			finals = append(finals, s.FinalPercentage())
		}
	case Strike:
		troops, target, f := b.checkAttackers(&c)
		if f != nil {
			return nil
		}
		who, law = c.Attackers, "MG-CPOOL-1"
		for _, i := range troops {
			finals = append(finals, b.combatInputFor(i, target, b.strikeFactsOf(&c, i, target)).FinalPercentage())
		}
	default:
		return nil
	}
	return explainTotals(who, finals, law)
}

// explainTotals lists the running totals of a pool, or the percentage of a single attack.
func explainTotals(who []string, finals []int, law string) (all []rules.Note) {
	sum := ruling.HitPool{}
	for n, final := range finals {
		sum.Add(final, 1)
		all = append(all, rules.Note{Key: "share", Rule: law, With: map[string]string{
			"piece": who[n], "percent": strconv.Itoa(max(0, final)), "total": strconv.Itoa(sum.Total),
		}})
	}
	if len(finals) > 1 {
		all = append(all, rules.Note{Key: "pool", Rule: map[string]string{"MG-POOL-1": "MG-POOL-4", "MG-CPOOL-1": "MG-CPOOL-3"}[law], With: map[string]string{
			"total": strconv.Itoa(sum.Total), "hits": strconv.Itoa(sum.Total / 100), "rest": strconv.Itoa(sum.Total % 100),
		}})
	}
	return all
}
