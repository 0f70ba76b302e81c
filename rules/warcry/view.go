package warcry

import (
	"cmp"
	"fmt"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/warcry/ruling"
)

// View returns what a seat may see: everything, because Warcry hides nothing.
func (b *Battle) View(rules.Seat) rules.View {
	v := rules.View{Round: b.s.Round, Phase: b.s.Phase, ToAct: b.toAct(), Notes: b.notes(), Labels: b.fieldLabels()}
	for seat := range rules.Seat(2) {
		v.Sides = append(v.Sides, b.viewSide(seat))
	}
	for i := range b.info {
		v.Units = append(v.Units, b.viewUnit(i))
	}
	if len(b.field.Abilities) > 0 || b.drawsPlan() {
		v.Names = make(map[string]rules.Text, len(b.field.Abilities))
		v.Texts, v.Kinds = make(map[string]rules.Text, len(b.field.Abilities)), make(map[string]string, len(b.field.Abilities))
		b.nameCards(&v)
		for _, a := range b.field.Abilities {
			v.Texts[a.ID], v.Kinds[a.ID] = a.Text, a.Cost
			if len(a.Name) > 0 {
				v.Names[a.ID] = a.Name
			}
		}
	}
	if b.board {
		v.Board = b.viewBoard()
	}
	return v
}

// nameCards adds the names and texts of the cards that the battle draws.
func (b *Battle) nameCards(v *rules.View) {
	if !b.drawsPlan() {
		return
	}
	for k := range pileNames {
		for _, c := range b.piles.cards(k) {
			if v.Texts[c.id] = c.text; len(c.name) > 0 {
				v.Names[c.id] = c.name
			}
		}
	}
}

// toAct returns the seat that must give the next command, or Nobody when either may.
func (b *Battle) toAct() rules.Seat {
	switch b.s.Phase {
	case phaseCombat:
		if b.s.Acting >= 0 {
			return b.info[b.s.Acting].seat
		}
		return b.s.Turn
	case phaseDeploy, phaseReserve:
		if seat, _, ok := b.nextGroup(); ok {
			return seat
		}
	case phaseGroups, phaseOrient, phaseWild, phaseAwaken:
		return b.s.Next
	case phaseFirst:
		return b.s.Initiative
	}
	return rules.Nobody
}

func (b *Battle) viewSide(seat rules.Seat) rules.SideView {
	c := &b.s.Sides[seat]
	var singles, dice []int
	for value := 1; value <= 6; value++ {
		if c.Singles[value] {
			singles = append(singles, value)
		}
		for range c.Dice[value] {
			dice = append(dice, value)
		}
	}
	return rules.SideView{
		Seat: seat, Name: b.setup.Rosters[seat].Name, Score: c.VP, Cards: []rules.CardView{},
		Counters: []rules.Counter{
			{Key: "singles", Value: c.singles(), Faces: singles},
			{Key: "ability-dice", Value: len(dice), Faces: dice},
			{Key: "wild-dice", Value: c.Wild},
			{Key: "blood-count", Value: c.BloodPoints},
		},
	}
}

func (b *Battle) viewUnit(i int) rules.UnitView {
	c, w, st := &b.info[i], &b.s.Fighters[i], b.stats(i)
	u := rules.UnitView{
		ID: c.id, Seat: c.seat, Name: c.name, Type: cmp.Or(c.profile.Name, c.name), Gone: w.Out, Tags: b.tags(i),
		Tracks: []rules.Track{{Key: "wounds", Now: w.Damage, Max: c.profile.Wounds}},
		Stats: []rules.Stat{
			{Key: "move", Value: strconv.Itoa(ruling.WithPenalty(b.movement(i), w.Ropes, 3))}, {Key: "toughness", Value: strconv.Itoa(st.toughness)},
			{Key: "wounds", Value: strconv.Itoa(c.profile.Wounds)}, {Key: "points", Value: strconv.Itoa(c.profile.Points)},
		},
	}
	for k := range c.profile.Weapons {
		wp := st.weapons[k]
		reach := strconv.Itoa(wp.MaxRange)
		if wp.MinRange > 0 {
			reach = strconv.Itoa(wp.MinRange) + "-" + reach
		}
		u.Stats = append(u.Stats, rules.Stat{
			Key: "weapon",
			With: map[string]string{
				"name": cmp.Or(wp.Runemark, "weapon"), "reach": reach, "attacks": strconv.Itoa(ruling.WithPenalty(wp.Attacks, w.Eyes, 1)),
				"strength": strconv.Itoa(wp.Strength), "hit": strconv.Itoa(wp.DmgHit), "crit": strconv.Itoa(wp.DmgCrit),
			},
			Value: fmt.Sprintf("%s %d %d %d/%d", reach, ruling.WithPenalty(wp.Attacks, w.Eyes, 1), wp.Strength, wp.DmgHit, wp.DmgCrit),
		})
	}
	if b.board && b.inPlay(i) {
		u.Spot = &rules.Spot{X: w.At.X.Float(), Y: w.At.Y.Float(), Z: w.At.z(), Width: 2 * c.radius}
	}
	if b.s.Phase == phaseCombat {
		u.Ready = b.s.Acting == i || b.s.Acting < 0 && c.seat == b.s.Turn && b.engagement(i).Standing().MayBeActivated
	}
	return u
}

// tags returns the keys of a fighter's state and nature, which views show beside it.
func (b *Battle) tags(i int) []string {
	c, w := &b.info[i], &b.s.Fighters[i]
	tags := []string{}
	for _, t := range [...]struct {
		key string
		on  bool
	}{
		{"leader", c.leader}, {"hero", c.hero}, {"monster", c.monster}, {"beast", c.beast}, {"mount", c.mount}, {"fly", c.fly},
		{"group-dagger", w.Group == 0}, {"group-shield", w.Group == 1}, {"group-hammer", w.Group == 2},
		{"reserve", !w.Placed && !w.Out && b.s.Round > 0}, {"acting", b.s.Acting == i}, {"waiting", w.Waiting},
		{"activated", w.Activated && !w.Waiting && !c.monster}, {"reacted-once", w.Reactions == 1}, {"reacted-twice", w.Reactions >= 2},
		{"carrying", w.Carrying >= 0 && !w.Out}, {"climbing", w.ClimbsOn != ""}, {"roped", w.Ropes > 0}, {"half-blinded", w.Eyes > 0},
		{"taunted", w.TauntedBy >= 0}, {"taken-down", w.Out}, {"engaged", b.inPlay(i) && b.isEngaged(i)},
	} {
		if t.on {
			tags = append(tags, t.key)
		}
	}
	return tags
}

// notes returns the battleplan and the state of this round.
func (b *Battle) notes() []rules.Note {
	round := ""
	if b.s.Round > 0 {
		round = strconv.Itoa(b.s.Round)
	}
	if _, undrawn := b.nextPile(); undrawn {
		return []rules.Note{{Key: "battleplan-undrawn", With: map[string]string{}, Rule: "WC-SET-4"}}
	}
	list := []rules.Note{{Key: "rounds", With: map[string]string{"round": round, "rounds": strconv.Itoa(b.rounds)}, Rule: "WC-SEQ-1"}}
	if b.s.Initiative != rules.Nobody {
		list = append(list, rules.Note{Key: "initiative", With: map[string]string{"name": b.setup.Rosters[b.s.Initiative].Name}, Rule: "WC-INIT-4"})
	}
	if k := b.field.Twist.Kind; k != "none" {
		list = append(list, rules.Note{Key: "twist-" + k, With: map[string]string{"amount": strconv.Itoa(b.field.Twist.Amount)}, Rule: "WC-SET-14"})
	}
	for _, s := range b.field.Victory.Scoring {
		list = append(list, rules.Note{Key: "score-" + s.Kind + "-" + s.When, With: map[string]string{"vp": strconv.Itoa(s.VP)}, Rule: Scored{For: s.Kind}.Rule()})
	}
	return list
}

func (b *Battle) viewBoard() *rules.BoardView {
	v := &rules.BoardView{Shape: "plane", Width: b.field.Width.Float(), Height: b.field.Length.Float(), Pieces: []rules.Piece{}}
	for k, p := range b.field.Terrain {
		if !b.partStands(k) {
			continue
		}
		piece := rules.Piece{ID: p.ID, Key: p.Kind, Seat: rules.Nobody, Height: p.Top.Float()}
		for _, c := range p.Polygon {
			piece.Shape = append(piece.Shape, [2]float64{c.X.Float(), c.Y.Float()})
		}
		v.Pieces = append(v.Pieces, piece)
	}
	marker := func(id, key string, seat rules.Seat, at Point) {
		v.Pieces = append(v.Pieces, rules.Piece{ID: id, Key: key, Seat: seat, Shape: [][2]float64{{at.X.Float(), at.Y.Float()}}, Height: at.z()})
	}
	for k, o := range b.s.Objectives {
		key := "objective"
		if !o.Awake {
			key = "objective-dormant"
		}
		marker(b.field.Victory.Objectives[k].ID, key, o.Controller, o.At)
	}
	for k, t := range b.s.Treasures {
		if t.Carrier < 0 {
			marker(b.field.Victory.Treasures[k].ID, "treasure", rules.Nobody, t.At)
		}
	}
	for seat := range rules.Seat(2) {
		for g, name := range ruling.GroupNames {
			if s := b.spot(seat, g); s.Line == nil && b.unplaced(seat, g) && (b.s.Phase == phaseDeploy || b.s.Round > 0) {
				marker(fmt.Sprintf("deployment-%d-%s", seat, name), "deployment-"+name, seat, Point{X: s.X, Y: s.Y})
			}
		}
	}
	return v
}
