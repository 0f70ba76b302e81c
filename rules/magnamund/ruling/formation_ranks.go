package ruling

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// FireRanksOf is the number of ranks of a unit that may fire at one target (MG-FRANK-1).
func FireRanksOf(level string) int {
	switch level {
	case "weak":
		return 1
	case "standard":
		return 2
	}
	return 3
}

// FileOf finds the rank of a cell among those of its unit, and the foremost cell of its
// file; gaps make no difference (MG-FRANK-2, MG-ARC-2).
func FileOf(cell grid.Cell, facing grid.Facing, unit []grid.Cell) (rank int, front grid.Cell) {
	rank, front = 1, cell
	farthest := 0
	for _, c := range unit {
		forward, right := facing.Relative(cell, c)
		if right != 0 || forward <= 0 {
			continue
		}
		rank++
		if forward > farthest {
			farthest, front = forward, c
		}
	}
	return rank, front
}

type fireRanksInput struct {
	Level  string      `json:"level" in:"weak|standard|veteran"`
	Facing grid.Facing `json:"facing" in:"n|e|s|w"`
	Troops []struct {
		ID   string    `json:"id" in:"1..64"`
		Cell grid.Cell `json:"cell"`
	} `json:"pieces" len:"1..200"`
	TargetCell *grid.Cell `json:"target_cell" default:"-"`
}

type fireRank struct {
	ID      string    `json:"id"`
	Rank    int       `json:"rank"`
	ArcCell grid.Cell `json:"arc_cell"`
	InArc   *bool     `json:"in_arc"`
	MayFire bool      `json:"may_fire"`
}

type fireRanksResult struct {
	RanksAllowed int        `json:"ranks_allowed"`
	Troops       []fireRank `json:"pieces"`
	Firing       []string   `json:"firing"`
}

// checkDistinct refuses troops with the same id or on the same cell.
func checkDistinct(ids []string, cells []grid.Cell) *rules.Fault {
	if i, found := firstRepeated(ids...); found {
		return rules.Faultf(rules.OutOfRange, rules.At("pieces", i)+".id", "%q is there twice", ids[i])
	}
	for i, c := range cells {
		if slices.Contains(cells[:i], c) {
			return rules.Faultf(rules.OutOfRange, rules.At("pieces", i)+".cell", "another piece stands there")
		}
	}
	return nil
}

func (in fireRanksInput) cells() (ids []string, cells []grid.Cell) {
	for _, p := range in.Troops {
		ids, cells = append(ids, p.ID), append(cells, p.Cell)
	}
	return ids, cells
}

func (in fireRanksInput) check() *rules.Fault { return checkDistinct(in.cells()) }

var fireRanksRuling = rules.CheckedRuling("fire-ranks", "MG-FRANK-1 MG-FRANK-2 MG-ARC-1 MG-ARC-2 MG-AMB-05", "", fireRanksInput.check,
	func(_ *rules.Roller, in fireRanksInput) fireRanksResult {
		_, cells := in.cells()
		r := fireRanksResult{RanksAllowed: FireRanksOf(in.Level)}
		for _, p := range in.Troops {
			f := fireRank{ID: p.ID}
			f.Rank, f.ArcCell = FileOf(p.Cell, in.Facing, cells)
			f.MayFire = f.Rank <= r.RanksAllowed
			if in.TargetCell != nil {
				inArc := in.Facing.InQuarter(f.ArcCell, *in.TargetCell)
				f.InArc = &inArc
				f.MayFire = f.MayFire && inArc
			}
			r.Troops = append(r.Troops, f)
			if f.MayFire {
				r.Firing = append(r.Firing, f.ID)
			}
		}
		return r
	})

// MeleeRanksOf is the number of ranks from which a weapon strikes; weak troops have one
// (MG-CRANK-1).
func MeleeRanksOf(level, weapon string) int {
	switch {
	case level == "weak":
		return 1
	case weapon == "spear", weapon == "halberd":
		return 2
	case weapon == "pike":
		return 3
	}
	return 1
}

// ranker is a troop whose rank is to be found.
type ranker struct {
	Position
	ranks int // number of ranks from which its weapon strikes
}

// meleeRanks finds the rank from which each troop fights, 0 for those that do not. A troop
// of the second or third rank is behind a troop that faces the enemy, and has the same
// facing (MG-CRANK-3 to MG-CRANK-5).
func meleeRanks(troops []ranker, enemy func(grid.Cell) bool) []int {
	ranks := make([]int, len(troops))
	leads := make([]bool, len(troops)) // in front of others: first those who face the enemy, then the second rank
	for i, p := range troops {
		for _, step := range grid.Compass() {
			if cell := p.Cell.Plus(step); enemy(cell) {
				ranks[i] = 1
				leads[i] = leads[i] || p.Facing.InFront(p.Cell, cell)
			}
		}
	}
	for rank := 2; rank <= 3; rank++ {
		next := make([]bool, len(troops))
		for i, p := range troops {
			if ranks[i] != 0 || p.ranks < rank {
				continue
			}
			for j, ahead := range troops {
				if leads[j] && ahead.Facing == p.Facing && p.Facing.InFront(p.Cell, ahead.Cell) {
					next[i] = true
				}
			}
		}
		for i := range troops {
			if next[i] {
				ranks[i] = rank
			}
		}
		leads = next
	}
	return ranks
}

type meleeRanksInput struct {
	Level  string `json:"level" in:"weak|standard|veteran"`
	Weapon string `json:"weapon" in:"dagger|sword|axe|mace|long-sword|two-handed-axe|spear|pike|halberd"`
	Troops []struct {
		ID string `json:"id" in:"1..64"`
		Position
		Category string `json:"category" in:"soldier|hero" default:"\"soldier\""`
		Weapon   string `json:"weapon" in:"dagger|sword|axe|mace|long-sword|two-handed-axe|spear|pike|halberd" default:"-"`
	} `json:"pieces" len:"1..200"`
	EnemyCells []grid.Cell `json:"enemy_cells" len:"1..400"`
}

type meleeRank struct {
	ID        string `json:"id"`
	Rank      int    `json:"rank"`
	Fights    bool   `json:"fights"`
	JoinsPool bool   `json:"joins_pool"`
}

type meleeRanksResult struct {
	RanksAllowed int         `json:"ranks_allowed"`
	Troops       []meleeRank `json:"pieces"`
	Fighting     []string    `json:"fighting"`
}

func (in meleeRanksInput) check() *rules.Fault {
	var ids []string
	var cells []grid.Cell
	for _, p := range in.Troops {
		ids, cells = append(ids, p.ID), append(cells, p.Cell)
	}
	if f := checkDistinct(ids, cells); f != nil {
		return f
	}
	for i, c := range in.EnemyCells {
		if slices.Contains(in.EnemyCells[:i], c) || slices.Contains(cells, c) {
			return rules.Faultf(rules.OutOfRange, rules.At("enemy_cells", i), "the cell is held already")
		}
	}
	for i, p := range in.Troops {
		if p.Category == "soldier" && p.Weapon != "" && p.Weapon != in.Weapon {
			return rules.Breaks("MG-R-2", rules.At("pieces", i)+".weapon", "soldiers of a unit have the same weapon")
		}
	}
	return nil
}

var meleeRanksRuling = rules.CheckedRuling("melee-ranks", "MG-CRANK-1 MG-CRANK-2 MG-CRANK-3 MG-CRANK-4 MG-CRANK-5 MG-R-2 MG-AMB-16", "", meleeRanksInput.check,
	func(_ *rules.Roller, in meleeRanksInput) meleeRanksResult {
		enemies := make(map[grid.Cell]bool, len(in.EnemyCells))
		for _, c := range in.EnemyCells {
			enemies[c] = true
		}
		r := meleeRanksResult{RanksAllowed: MeleeRanksOf(in.Level, in.Weapon)}
		troops := make([]ranker, len(in.Troops))
		for i, p := range in.Troops {
			troops[i] = ranker{p.Position, r.RanksAllowed}
			if p.Category == "hero" { // a hero has the ranks of his own weapon, as a veteran
				weapon := p.Weapon
				if weapon == "" {
					weapon = in.Weapon
				}
				troops[i].ranks = MeleeRanksOf("veteran", weapon)
			}
		}
		for i, rank := range meleeRanks(troops, func(c grid.Cell) bool { return enemies[c] }) {
			m := meleeRank{in.Troops[i].ID, rank, rank > 0, rank > 0 && in.Troops[i].Category == "soldier"}
			r.Troops = append(r.Troops, m)
			if m.Fights {
				r.Fighting = append(r.Fighting, m.ID)
			}
		}
		return r
	})
