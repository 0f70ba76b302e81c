package warmaster

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// deployments lists places for units that are still to be deployed.
func (b *Battle) deployments() (all []rules.Command) {
	seat := b.s.Placing
	if !b.board {
		c := Deploy{bySeat: bySeat{seat}, Units: []Station{}}
		all = append(all, c)
		for k, i := range b.unplaced(seat) {
			if troop := b.info[i].profile.Type; b.since(3) && b.option("cover") == "terrain" && !b.info[i].isCharacter() {
				s := Station{Unit: b.id(i), Form: [3]string{"line", "column", "irregular"}[k%3], Cover: "none"}
				if troop == "infantry" || troop == "artillery" {
					s.Cover = ruling.Protections[k%len(ruling.Protections)]
				}
				c.Units = append(c.Units, s)
			}
		}
		if len(c.Units) > 0 {
			all = append(all, c)
		}
		return all
	}
	for _, i := range b.unplaced(seat) {
		all = append(all, b.deploymentsOf(i, 2)...)
	}
	return all
}

// deploymentsOf lists at most so many free places in the deployment zone for a unit: flush
// beside friends first, then along the front of the zone and behind it.
func (b *Battle) deploymentsOf(i, most int) (all []rules.Command) {
	seat, dir := b.info[i].seat, 5
	rows := [3]int64{19 * boardUnitsPerCM, 13 * boardUnitsPerCM, 6 * boardUnitsPerCM}
	if seat == 1 {
		dir = 15
		for k := range rows {
			rows[k] = b.ground.depth - rows[k]
		}
	}
	half := b.info[i].halfFront * int64(b.s.Units[i].Stands)
	place := int64(i) // in its army, so that both armies try the same places
	if seat == 1 {
		place -= int64(len(b.setup.Rosters[0].Units))
	}
	try := func(x, y int64) bool {
		p := Place{X: fromBoardUnits(x), Y: fromBoardUnits(y), Heading: headingOf(dir), Form: "line"}
		for _, s := range b.formationSpots(i, rect.Point{X: x, Y: y}, dir, "line") {
			if r := b.blockAt(i, s); !b.inDeploymentZone(seat, r) || b.checkRoom(i, r, false, "") != nil {
				return false
			}
		}
		all = append(all, Deploy{bySeat: bySeat{seat}, Unit: b.id(i), Place: &p})
		return len(all) == most
	}
	for j := range b.info {
		if q := &b.s.Units[j]; j != i && q.Placed && b.info[j].seat == seat && !b.info[j].isCharacter() && !b.info[i].isCharacter() {
			_, right := rect.Bounds(q.blocks...)
			if try(right.X+half, int64(q.Spots[0][1])+[2]int64{1, -1}[seat]*b.info[j].halfDepth) {
				return all
			}
		}
	}
	for k := range int64(3 * 12) {
		if try(15*boardUnitsPerCM+(k*5+place*7)%12*13*boardUnitsPerCM, rows[(k+place/3)%3]) {
			return all
		}
	}
	return all
}

// chargesOf lists the charges of a unit, on its initiative or on an order.
func (b *Battle) chargesOf(i int, initiative bool) (all []rules.Command) {
	r, _ := b.allowance(i, "charge")
	if !r.MayMove {
		return nil
	}
	c := Charge{bySeat: bySeat{b.info[i].seat}, Unit: b.id(i), Side: "left", Ignore: "none"}
	if !b.board {
		return b.statedCharges(i, c, r.Allowance)
	}
	if initiative {
		return b.initiativeCharges(i, c, r.Allowance)
	}
	pace := int64(r.Allowance / rules.One)
	for _, j := range slices.DeleteFunc(b.units(opponent(c.Seat)), func(j int) bool { return !b.within(i, j, pace) }) {
		c.Target = b.id(j)
		if _, fault := b.chargeEnd(i, j, r.Allowance, 0, "left"); fault == nil {
			all = append(all, c)
		}
	}
	return all
}

// initiativeCharges lists the charges of a unit on its initiative: on the nearest enemies in
// sight, and on those that are nearest when it ignores others (WR-INIT-7, WR-INIT-8).
func (b *Battle) initiativeCharges(i int, c Charge, allowance rules.Dec) (all []rules.Command) {
	for _, drawn := range b.drawnBy(i) {
		c.Target, c.Ignore = drawn[0], drawn[1]
		if _, fault := b.chargeEnd(i, b.find(c.Target), allowance, 0, "left"); fault == nil {
			all = append(all, c)
		}
	}
	return all
}

// drawnBy lists the enemies that draw a unit, each with the enemies that it ignores for it.
func (b *Battle) drawnBy(i int) (all [][2]string) {
	in := ruling.InitiativeInput{Unit: ruling.InitiativeUnit{Type: b.info[i].profile.Type}, Enemies: b.enemiesAround(i)}
	for _, ignore := range [3]string{"none", "fortified", "separated"} {
		in.IgnoreFortified, in.IgnoreSeparated = ignore == "fortified", ignore == "separated"
		for _, id := range in.Nearest() {
			if !slices.ContainsFunc(all, func(d [2]string) bool { return d[0] == id }) {
				all = append(all, [2]string{id, ignore})
			}
		}
	}
	return all
}

// statedCharges lists charges at a measured table: on one of two enemies, sometimes with
// another beside it, and with shooters.
func (b *Battle) statedCharges(i int, c Charge, most rules.Dec) (all []rules.Command) {
	enemies := b.units(opponent(c.Seat))
	c.Visible, c.Nearest = b.stated(true), b.stated(true)
	for k := range min(2, len(enemies)) {
		j := enemies[(i+b.s.Turns+k)%len(enemies)]
		d := min(most, ruling.NearEnemy)
		c.Target, c.Distance, c.Shots, c.Also = b.id(j), &d, nil, nil
		if b.info[j].profile.Attack.Shooting > 0 && !b.since(3) {
			c.Shots = []string{c.Target}
		}
		all = append(all, c)
		if next := enemies[(i+b.s.Turns+k+1)%len(enemies)]; next != j && k == 1 {
			c.Also = []string{b.id(next)}
			all = append(all, c)
		}
	}
	return all
}

// evadesOf lists the ways in which a unit may evade on its own initiative.
func (b *Battle) evadesOf(i int) (all []rules.Command) {
	r, _ := b.allowance(i, "evade")
	c := Evade{bySeat: bySeat{b.info[i].seat}, Unit: b.id(i), Ignore: "none"}
	if !b.board {
		enemies := b.units(opponent(c.Seat))
		if len(enemies) == 0 {
			return nil
		}
		from, end := ruling.CM(12), ruling.CM(20)
		c.Visible, c.Bursts = b.stated(true), b.stated(false)
		c.Enemy, c.Distance, c.From, c.End = b.id(enemies[(i+b.s.Turns)%len(enemies)]), r.Allowance, &from, &end
		all = append(all, c)
		for _, j := range b.units(c.Seat) {
			if j != i && !b.engaged(j) && (i+j+b.s.Turns)%3 == 0 {
				c.Through, c.Bursts = []string{b.id(j)}, b.stated(true)
				return append(all, c)
			}
		}
		return all
	}
	for _, drawn := range b.drawnBy(i) {
		c.Enemy, c.Ignore = drawn[0], drawn[1]
		id := c.Enemy
		for _, d := range [2]rules.Dec{r.Allowance, r.Allowance / 2} {
			c.Distance = d
			if b.mayEvade(i, b.find(id), d) {
				all = append(all, c)
				break
			}
		}
	}
	return all
}

// movesOf lists moves of ordered units that have not moved yet: together ahead, aside and
// back, and a single unit also to a new front.
func (b *Battle) movesOf(moving []int) (all []rules.Command) {
	if len(moving) == 0 {
		return nil
	}
	seat := b.s.Turn
	if !b.board {
		for _, i := range moving {
			r, _ := b.allowance(i, "normal")
			d := r.Allowance
			for k, form := range []string{"line", "column", "irregular"} {
				c := Move{bySeat: bySeat{seat}, Unit: b.id(i), Form: form, Distance: &d, Enters: "open-ground", Cover: "none", Beside: b.stated(false)}
				if k == (i+b.s.Turns)%3 && b.info[i].profile.Type == "infantry" {
					c.Cover, c.Enters = []string{"defended", "fortified", "none"}[(i+b.s.Turns/3)%3], "ruins"
				}
				all = append(all, c)
			}
		}
		return all
	}
	for k := range moveIdeas {
		if c, ok := b.moveIdea(moving, k); ok {
			all = append(all, c)
		}
	}
	if len(moving) == 1 {
		all = append(all, b.wheels(moving[0])...)
	}
	return all
}

// moveIdeas is the number of moves that moveIdea tries: ten directions, each as far as
// possible and half as far.
const moveIdeas = 20

// moveIdea returns the k-th straight move of units together, if they can make it.
func (b *Battle) moveIdea(moving []int, k int) (rules.Command, bool) {
	most := int64(1 << 40)
	for _, i := range moving {
		r, _ := b.allowance(i, "normal")
		if !r.MayMove || b.s.Units[i].Form == "broken" {
			return nil, false
		}
		most = min(most, int64(r.Allowance/rules.One))
	}
	turn := [10]int{0, 1, 19, 2, 18, 3, 17, 5, 15, 10}[k%10]
	if k >= 10 {
		most = (most + 1) / 2
	}
	by := rect.Toward((b.s.Units[moving[0]].Spots[0][2] + turn) % 20).Times(grainsPerCM * most)
	c := Move{bySeat: bySeat{b.info[moving[0]].seat}, Form: "line", Enters: "open-ground", Cover: "none"}
	for n, i := range moving {
		spots := moveSpots(b.s.Units[i].Spots, by)
		if _, fault := b.checkMove(i, spots, nil, ruling.CM(int(most)), "WR-MOVE-1", "", moving...); fault != nil {
			return nil, false
		}
		p := placeOf(spots)
		if n == 0 {
			c.Unit, c.Place = b.id(i), &p
		} else {
			c.With = append(c.With, Placing{Unit: b.id(i), Place: p})
		}
	}
	return c, b.brigadeConnected(nil)
}

// wheels lists moves of a unit into a line or a column that faces the nearest enemy.
func (b *Battle) wheels(i int) (all []rules.Command) {
	dir := b.towardsEnemy(i)
	at := b.s.Units[i].blocks[len(b.s.Units[i].blocks)/2].Centre
	r, _ := b.allowance(i, "normal")
	for _, form := range [2]string{"line", "column"} {
		for _, d := range [3]int64{int64(r.Allowance/rules.One) - 5, 5, 1} {
			if d <= 0 {
				continue
			}
			front := at.Plus(rect.Toward(dir).Times(grainsPerCM * d))
			spots := b.formationSpots(i, front, dir, form)
			if _, fault := b.checkMove(i, spots, nil, r.Allowance, "WR-MOVE-1", "", i); fault != nil || !b.brigadeConnected(map[int][]Spot{i: spots}) {
				continue
			}
			p := Place{X: fromBoardUnits(front.X), Y: fromBoardUnits(front.Y), Heading: headingOf(dir), Form: form}
			all = append(all, Move{bySeat: bySeat{b.info[i].seat}, Unit: b.id(i), Place: &p, Form: "line", Enters: "open-ground", Cover: "none"})
			break
		}
	}
	return all
}

// towardsEnemy is the direction closest to that of the nearest enemy.
func (b *Battle) towardsEnemy(i int) int {
	way := b.wayToEnemy(b.info[i].seat, b.s.Units[i].blocks[0].Centre)
	return b.evadeFacings(b.s.Units[i].Spots[0][2], way)[1]
}

// wayToEnemy is the vector from a point to the middle of the first stand of the nearest enemy of
// a seat.
func (b *Battle) wayToEnemy(seat rules.Seat, from rect.Point) (way rect.Point) {
	least := int64(-1)
	for _, j := range b.units(opponent(seat)) {
		if d := b.s.Units[j].blocks[0].Centre.Minus(from); least < 0 || d.Square() < least {
			way, least = d, d.Square()
		}
	}
	return way
}

// characterMovesOf lists the moves of a character: to join units, or to leave one.
func (b *Battle) characterMovesOf(who int) (all []rules.Command) {
	id := b.info[who].id
	if b.s.Units[who].Halted || b.ordersSoFar().RuleAgainst(ruling.OrdersAction{Event: "character-move", Character: &id}) != "" {
		return nil
	}
	c := MoveCharacter{bySeat: bySeat{b.info[who].seat}, Character: id}
	if !b.board {
		d := ruling.CM(30)
		c.Distance = &d
		all = append(all, c)
		for _, i := range b.units(c.Seat) {
			c.Joins = b.id(i)
			all = append(all, c)
		}
		return all
	}
	for k := range 6 {
		if m, ok := b.characterMoveIdea(who, k); ok {
			all = append(all, m)
		}
	}
	return all
}

// characterMoveIdea returns the k-th move of a character: four of them join a unit, two do
// not.
func (b *Battle) characterMoveIdea(who, k int) (rules.Command, bool) {
	c := MoveCharacter{bySeat: bySeat{b.info[who].seat}, Character: b.id(who)}
	most := ruling.CM(b.info[who].pace.Full)
	if k < 4 {
		units := b.units(c.Seat)
		if len(units) == 0 {
			return nil, false
		}
		i := units[(k*3+b.s.Turns)%len(units)]
		_, fault := b.checkCharacterWay(who, b.s.Units[i].Spots[0], most)
		c.Joins = b.id(i)
		return c, fault == nil
	}
	at := b.s.Units[who].Spots[0]
	step := [2]int{1, -1}[c.Seat] * 10 * boardUnitsPerCM * (5 - k)
	to := Spot{at[0] + 500, at[1] + step, at[2]}
	_, fault := b.checkCharacterWay(who, to, most)
	c.X, c.Y = fromBoardUnits(int64(to[0])), fromBoardUnits(int64(to[1]))
	return c, fault == nil
}
