package campaign

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"sort"

	"oriflamme/campaign/cells"
)

// GenerateIsland draws an island of as many hexagons as asked (7 to 200), from a seed: the
// same seed, size and language give the same island. Names are put together from
// syllables of the language, or of English where it has none.
func GenerateIsland(seed string, size int, lang string) (*Map, error) {
	return generateIsland(&Map{Seed: seed}, size, lang)
}

// GenerateFreeIsland draws an island as GenerateIsland does, of regions that have every shape.
func GenerateFreeIsland(seed string, size int, lang string) (*Map, error) {
	return generateIsland(&Map{Seed: seed, Shape: FreeShape}, size, lang)
}

// generateIsland draws an island on an empty map.
func generateIsland(m *Map, size int, lang string) (*Map, error) {
	if size < 7 || size > 200 {
		return nil, refuse(Invalid, "size", "range", "", "from", "7", "to", "200")
	}
	if err := checkLanguage(lang); err != nil {
		return nil, err
	}
	rng := seededRand("isle " + m.Seed)
	spots := m.grow(rng, size)
	taken := map[string]bool{}
	left, top := bounds(spots)
	for _, at := range spots {
		r := Region{Q: at[0], R: at[1], Terrain: m.pickTerrain(rng, at, spots)}
		// Rows are letters and columns numbers, as on a printed map; a slanted
		// axis is straightened so that numbers grow to the right in every row.
		r.ID = rowName(at[1]-top) + fmt.Sprint(at[0]+floorHalf(at[1])-left+1)
		r.Name = regionName(rng, lang, r.Terrain, taken)
		m.Regions = append(m.Regions, r)
	}
	m.Name = landName(rng, lang)
	return m, nil
}

// seededRand returns the random numbers of a text.
func seededRand(seed string) *rand.Rand {
	return rand.New(rand.NewChaCha8(sha256.Sum256([]byte(seed))))
}

// grow starts from one region and adds coast until the island is large enough;
// spots with more neighbours are likelier, which keeps it in one round piece.
func (m *Map) grow(rng *rand.Rand, size int) []cells.Place {
	in := map[cells.Place]bool{{0, 0}: true}
	for len(in) < size {
		weight, total := map[cells.Place]int{}, 0
		for at := range in {
			for _, n := range m.lattice().Borders(at) {
				if !in[n] {
					weight[n]++
				}
			}
		}
		edge := sortedPlaces(weight)
		for _, at := range edge {
			weight[at] *= weight[at]
			total += weight[at]
		}
		pick := rng.IntN(total)
		for _, at := range edge {
			if pick -= weight[at]; pick < 0 {
				in[at] = true
				break
			}
		}
	}
	return sortedPlaces(in)
}

func sortedPlaces[T any](spots map[cells.Place]T) []cells.Place {
	all := make([]cells.Place, 0, len(spots))
	for at := range spots {
		all = append(all, at)
	}
	sort.Slice(all, func(i, j int) bool {
		if all[i][1] != all[j][1] {
			return all[i][1] < all[j][1]
		}
		return all[i][0] < all[j][0]
	})
	return all
}

func bounds(spots []cells.Place) (left, top int) {
	for i, at := range spots {
		if x := at[0] + floorHalf(at[1]); i == 0 || x < left {
			left = x
		}
		if i == 0 || at[1] < top {
			top = at[1]
		}
	}
	return left, top
}

// floorHalf is n/2 rounded down, also below zero.
func floorHalf(n int) int { return (n - (n & 1)) / 2 }

func rowName(n int) string {
	if n < 26 {
		return string(rune('A' + n))
	}
	return rowName(n/26-1) + rowName(n%26)
}

// pickTerrain makes the shore coast or marsh and puts peaks inland.
func (m *Map) pickTerrain(rng *rand.Rand, at cells.Place, spots []cells.Place) string {
	land := map[cells.Place]bool{}
	for _, s := range spots {
		land[s] = true
	}
	shore := false
	for _, n := range m.lattice().Borders(at) {
		shore = shore || !land[n]
	}
	if shore {
		return []string{"coast", "coast", "plain", "forest", "marsh"}[rng.IntN(5)]
	}
	return []string{"plain", "plain", "forest", "forest", "hill", "hill", "peak"}[rng.IntN(7)]
}
