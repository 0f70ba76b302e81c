package warmaster

import (
	"strconv"

	"oriflamme/rules"
)

// Explain tells what the dice of a command will be counted against: the penalties
// of a Command test, the engagement sheet of a round, the dice of a drive-back; and
// how far a move goes on a board.
func (b *Battle) Explain(c rules.Command) []rules.Note {
	switch c := c.(type) {
	case Move, MoveCharacter, Reform, Withdraw:
		if b.board {
			return b.explainMove(c)
		}
	case Order:
		return b.explainOrder(c)
	case Fight:
		if b.s.Phase != phaseFight {
			return nil
		}
		if in, fault := b.combatInputFor(nil, c.Units); fault == nil {
			return explainCombat(in)
		}
	case DriveBack:
		if i := b.find(c.Unit); i != noUnit && b.s.Units[i].Suffered > 0 {
			in := driveInput{HitsSuffered: b.s.Units[i].Suffered, Type: b.info[i].profile.Type, Protection: b.protection(i)}
			ignored, n := in.dice()
			return []rules.Note{{Key: "drive", Rule: "WR-DRIVE-3", With: noteFigures("hits", in.HitsSuffered, "ignored", ignored, "dice", n, "pace", b.info[i].pace.full)}}
		}
	}
	return nil
}

// noteFigures makes the noteFigures of a note from names and numbers.
func noteFigures(pairs ...any) map[string]string {
	with := map[string]string{}
	for k := 0; k+1 < len(pairs); k += 2 {
		with[pairs[k].(string)] = strconv.Itoa(pairs[k+1].(int))
	}
	return with
}

// explainOrder tells how the target number of an order comes about (WR-CMD-7).
func (b *Battle) explainOrder(c Order) (all []rules.Note) {
	who := b.find(c.Character)
	if who == noUnit || !b.info[who].isCharacter() {
		return nil
	}
	ids := append([]string{c.Unit}, c.With...)
	for _, id := range ids {
		if i := b.find(id); i == noUnit || b.info[i].seat != b.s.Turn || b.info[i].isCharacter() {
			return nil
		}
	}
	in, fault := b.commandTest(who, ids, c)
	if fault != nil {
		return nil
	}
	r := in.penalties()
	sum := strconv.Itoa(in.Command)
	for _, p := range []struct {
		rule string
		n    int
	}{
		{"WR-CMD-2", r.DistancePenalty}, {"WR-CMD-3", r.SuccessivePenalty}, {"WR-CMD-4", r.EnemyPenalty},
		{"WR-CMD-5", r.DensePenalty}, {"WR-CMD-6", r.LossesPenalty},
	} {
		if p.n < 0 {
			sum += " − " + strconv.Itoa(-p.n)
			all = append(all, rules.Note{Key: "penalty." + p.rule, Rule: p.rule, With: noteFigures("n", -p.n)})
		}
	}
	need := rules.Note{Key: "need", Rule: "WR-CMD-1", With: noteFigures("needed", r.NumberNeeded)}
	need.With["sum"] = sum
	return append([]rules.Note{need}, all...)
}

// explainCombat is the engagement sheet: for each unit what its stands bring one by
// one, at what number they hit, and why.
func explainCombat(in combatInput) (all []rules.Note) {
	for _, side := range [2]Side{"a", "b"} {
		targets := in.targets(side)
		for _, u := range in.of(side).Units {
			r := u.attacker().attacks(targets, in.Round, in.Floor)
			sum := ""
			for _, s := range r.Stands {
				sum += " + " + strconv.Itoa(s.Attacks)
			}
			for _, c := range u.CharacterAttacks {
				sum += " + " + strconv.Itoa(c.Attacks)
			}
			for _, t := range r.ByTarget {
				if t.Dice > 0 {
					with := noteFigures("dice", t.Dice, "hit", t.ToHit)
					with["unit"], with["target"], with["sum"] = u.ID, t.ID, sum[len(" + "):]
					all = append(all, rules.Note{Key: "sheet", Rule: "WR-ATT-12", With: with})
				}
			}
			for _, rule := range u.Causes(targets, in.Round) {
				all = append(all, rules.Note{Key: "cause." + rule, Rule: rule, With: map[string]string{"unit": u.ID}})
			}
		}
	}
	return all
}
