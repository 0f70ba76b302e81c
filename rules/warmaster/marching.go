package warmaster

import (
	"math"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/oblong"
)

// Stands shows how the unit or character of a command would stand on the board.
func (b *Battle) Stands(c rules.Command) (stands []rules.Spot) {
	if !b.board {
		return nil
	}
	i, spots := b.destination(c)
	for _, s := range spots {
		stands = append(stands, b.spotView(i, s))
	}
	return stands
}

// destination is which piece a command places, and where; none if it places none.
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
	if i = b.find(unit); i == noUnit || place == nil {
		return noUnit, nil
	}
	spots, _, fault := b.readPlace(i, *place, "place")
	if fault != nil {
		return noUnit, nil
	}
	return i, spots
}

// explainMove tells how far and which way a command moves a piece, seen from its
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
	if way == (oblong.Point{}) {
		key = "march.turn"
	}
	cm := math.Ceil(math.Sqrt(float64(square))*10/boardUnitsPerCM) / 10
	notes := []rules.Note{{Key: key, Rule: "WR-MOVE-1", With: map[string]string{"cm": strconv.FormatFloat(cm, 'f', -1, 64)}}}
	if form := classifyBlocks(after); form != "single" && form != b.s.Units[i].Form {
		notes = append(notes, rules.Note{Key: "takes." + form, Rule: "WR-MOVE-4"})
	}
	return notes
}

// bearing names the eighth of a circle in which a way leads.
func bearing(way, ahead, left oblong.Point) string {
	turn := math.Atan2(float64(way.Dot(left)), float64(way.Dot(ahead)))
	return [8]string{"ahead", "ahead-left", "left", "back-left", "back", "back-right", "right", "ahead-right"}[int(math.Round(turn/(math.Pi/4))+8)%8]
}
