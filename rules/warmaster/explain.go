package warmaster

import (
	"math"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// Stands shows where the stands of a command's unit or character would be on the board.
func (b *Battle) Stands(c rules.Command) (stands []rules.Spot) {
	b = b.reader()
	if !b.board {
		return nil
	}
	i, spots := b.destination(c)
	for _, s := range spots {
		stands = append(stands, b.spotView(i, s))
	}
	return stands
}

// destination returns the unit that a command places and its spots; i is noUnit if the
// command places none.
func (b *Battle) destination(c rules.Command) (i int, spots []Spot) {
	unit, place := "", (*Place)(nil)
	switch c := c.(type) {
	case Deploy:
		unit, place = c.Unit, c.Place
	case Move:
		unit, place = c.Unit, c.Place
	case Withdraw:
		unit, place = c.Unit, c.Place
	case Reform:
		unit, place = c.Unit, c.Place
	case MoveCharacter:
		if i = b.find(c.Character); i != noUnit && c.Joins == "" && len(b.s.Units[i].Spots) > 0 {
			return i, []Spot{{int(boardUnits(c.X)), int(boardUnits(c.Y)), b.s.Units[i].Spots[0][2]}}
		}
	}
	if i = b.find(unit); i == noUnit {
		return noUnit, nil
	}
	spots, _, fault := b.readPlace(i, place, "place")
	if fault != nil {
		return noUnit, nil
	}
	return i, spots
}

// explainMove explains how far and in which direction a command moves a unit, seen from its
// middle stand, and the formation that it takes (WR-MOVE-1, WR-MOVE-4).
func (b *Battle) explainMove(c rules.Command) []rules.Note {
	i, spots := b.destination(c)
	if i == noUnit || len(b.s.Units[i].blocks) != len(spots) || len(spots) == 0 {
		return nil
	}
	before, after := b.s.Units[i].blocks, b.blocksOf(i, spots)
	var square int64
	for k := range before {
		square = max(square, farthest(before[k], after[k]))
	}
	from := before[len(before)/2]
	way := after[len(after)/2].Centre.Minus(from.Centre)
	key := "march." + bearing(way, from.Ahead(), from.ToLeft())
	if way == (rect.Point{}) {
		key = "march.turn"
	}
	cm := math.Ceil(math.Sqrt(float64(square))*10/boardUnitsPerCM) / 10
	notes := []rules.Note{{Key: key, Rule: "WR-MOVE-1", With: map[string]string{"cm": strconv.FormatFloat(cm, 'f', -1, 64)}}}
	if form := classifyBlocks(after); form != "single" && form != b.s.Units[i].Form {
		notes = append(notes, rules.Note{Key: "takes." + form, Rule: "WR-MOVE-4"})
	}
	return notes
}

// bearing names the eighth of the circle in which a direction lies.
func bearing(way, ahead, left rect.Point) string {
	turn := math.Atan2(float64(way.Dot(left)), float64(way.Dot(ahead)))
	return [8]string{"ahead", "ahead-left", "left", "back-left", "back", "back-right", "right", "ahead-right"}[int(math.Round(turn/(math.Pi/4))+8)%8]
}

// Explain explains what a command's dice will be compared with: the penalties of a Command
// test, the attacks of a round, the dice of a drive-back; on a board also how far a move
// goes.
func (b *Battle) Explain(c rules.Command) []rules.Note {
	b = b.reader()
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
			by, _ := b.nearestShooter(i)
			in := ruling.DriveInput{HitsSuffered: b.s.Units[i].Suffered, Type: b.info[i].profile.Type, Protection: b.protectionFrom(i, b.s.Units[by].blocks)}
			ignored, n := in.Dice()
			return []rules.Note{{Key: "drive", Rule: "WR-DRIVE-3", With: noteFigures("hits", in.HitsSuffered, "ignored", ignored, "dice", n, "pace", b.info[i].pace.Full)}}
		}
	}
	return nil
}

// noteFigures makes the figures of a note from names and numbers.
func noteFigures(pairs ...any) map[string]string {
	with := map[string]string{}
	for k := 0; k+1 < len(pairs); k += 2 {
		with[pairs[k].(string)] = strconv.Itoa(pairs[k+1].(int))
	}
	return with
}

// explainOrder explains how the target number of an order comes about (WR-CMD-7).
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
	r := in.Penalties()
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

// explainCombat explains, for each unit, what its stands contribute one by one, at what
// number they hit, and why.
func explainCombat(in ruling.CombatInput) (all []rules.Note) {
	for _, side := range [2]ruling.Side{"a", "b"} {
		targets := in.Targets(side)
		for _, u := range in.Of(side).Units {
			r := u.Attacker().Attacks(targets, in.Round, in.Floor)
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
