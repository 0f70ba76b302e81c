package warmaster

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// reformers are the units of the active side that fought, are out of contact and
// may rearrange their stands (WR-PROV-4).
func (b *Battle) reformers() (all []int) {
	if b.option("re-form") == "never" {
		return nil
	}
	for _, i := range b.units(b.s.Turn) {
		if b.mayReform(i) {
			all = append(all, i)
		}
	}
	return all
}

func (b *Battle) mayReform(i int) bool {
	p := &b.s.Units[i]
	return p.Fought && !p.Halted && p.Stands > 1 && !b.engaged(i)
}

// reform rearranges a unit around a stand that stays.
func (b *Battle) reform(t *rules.Turn, c Reform) *rules.Fault {
	if b.s.Phase != phaseReform {
		return b.checkPhase(c.Seat, phaseReform)
	}
	i, fault := b.ownUnit(c.Seat, c.Unit, "unit")
	if fault == nil {
		fault = ruling.ForbidIf(b.option("re-form") == "never" || !b.mayReform(i), "WR-PROV-4", "unit", "it does not re-form")
	}
	if fault != nil {
		return fault
	}
	e := Moved{Unit: c.Unit, Why: "re-form", Form: c.Form, Cover: b.s.Units[i].Cover, Pace: "full"}
	if b.board {
		if fault := ruling.MissingFieldIf(c.Place == nil, "place", "where?"); fault != nil {
			return fault
		}
		spots, form, fault := b.readPlace(i, *c.Place, "place")
		if fault == nil {
			fault = b.checkReform(i, spots)
		}
		if fault != nil {
			return fault
		}
		e.Spots, e.Form = spots, form
	}
	t.Emit(e)
	return nil
}

// checkReform judges the new places of a unit that re-forms.
func (b *Battle) checkReform(i int, spots []Spot) *rules.Fault {
	stays := slices.ContainsFunc(spots, func(s Spot) bool { return slices.Contains(b.s.Units[i].Spots, s) })
	blocks := b.blocksOf(i, spots)
	for _, r := range blocks {
		if fault := ruling.FirstFault(ruling.ForbidIf(!b.ground.onTable(r), "WR-EDGE-1", "place", "the table ends there"), b.checkRoom(i, r, "place")); fault != nil {
			return fault
		}
	}
	return ruling.FirstFault(
		ruling.ForbidIf(!stays, "WR-PROV-4", "place", "one stand stays where it is"),
		ruling.ForbidIf(!b.clearOf(i, blocks), "WR-PROV-4", "place", "an enemy is too near"),
	)
}

// reformPlaces are places in which a unit may re-form: lines and columns around each
// stand as it stands.
func (b *Battle) reformPlaces(i int) (all []Place) {
	for _, s := range b.s.Units[i].Spots {
		for _, form := range [2]string{"line", "column"} {
			spots := b.formationSpots(i, rect.Point{X: int64(s[0]), Y: int64(s[1])}, s[2], form)
			for _, o := range spots {
				moved := moveSpots(spots, rect.Point{X: int64(s[0] - o[0]), Y: int64(s[1] - o[1])})
				if !sameSpots(moved, b.s.Units[i].Spots) && b.checkReform(i, moved) == nil {
					all = append(all, placeOf(moved))
					break
				}
			}
		}
	}
	return all
}

func sameSpots(a, c []Spot) bool {
	for _, s := range a {
		if !slices.Contains(c, s) {
			return false
		}
	}
	return true
}
