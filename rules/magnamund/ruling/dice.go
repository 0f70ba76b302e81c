package ruling

import "oriflamme/rules"

// halfUp rounds n × 2^doublings / 2^halvings to the nearest integer, a half
// towards plus infinity, in exact arithmetic (ruling MG-AMB-10).
func halfUp(n, doublings, halvings int) int {
	return (n<<(doublings+1) + 1<<halvings) >> (halvings + 1)
}

// finalFire is the Final Fire Percentage of a modified one: half at long range,
// rounded, then all factors at once (MG-FIRE-13, MG-FIRE-14, ruling MG-AMB-23).
func finalFire(modified int, long bool, doublings, halvings int) int {
	if long {
		modified = halfUp(modified, 0, 1)
	}
	return halfUp(modified, doublings, halvings)
}

// FinalCombat is the Final Combat Percentage of a modified one (MG-CBT-6).
func FinalCombat(modified, doublings, halvings int) int { return halfUp(modified, doublings, halvings) }

// BoolToInt returns 1 for true.
func BoolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// ThrowPercent throws 1D100 against a percentage: it succeeds on the percentage
// or less, whatever the natural value (MG-DICE-3, MG-DICE-4). Nothing but the
// success is read of the die.
func ThrowPercent(c *rules.Roller, label string, percentage int) (roll int, success bool) {
	roll = c.Pool(label, 1, 100, percentCuts[min(101, max(1, percentage+1))][:]...)[0]
	return roll, roll <= percentage
}

// percentCuts are the faces where a die of a hundred may change its meaning, each as
// the one of its roll.
var percentCuts = func() (all [102][1]int) {
	for n := range all {
		all[n][0] = n
	}
	return all
}()

type percentileInput struct {
	Percentage int `json:"percentage" in:"-1000..1000"`
}

type percentileResult struct {
	Roll     int  `json:"roll"`
	TensDie  int  `json:"tens_die"`
	UnitsDie int  `json:"units_die"`
	Success  bool `json:"success"`
}

var percentileRuling = newRuling("percentile", "MG-DICE-2 MG-DICE-3 MG-DICE-4 MG-AMB-02 MG-AMB-26", "success", nil,
	func(c *rules.Roller, in percentileInput) (r percentileResult) {
		r.Roll, r.Success = ThrowPercent(c, "percentage", in.Percentage)
		r.TensDie, r.UnitsDie = r.Roll/10%10, r.Roll%10
		return r
	})

// HitPool adds the Final Percentages of several troops: each full hundred is a hit,
// the rest the chance of one more (MG-POOL-3, MG-POOL-4, MG-CPOOL-3).
type HitPool struct {
	Finals      []int `json:"finals"`
	Total       int   `json:"total"`
	CertainHits int   `json:"certain_hits"`
	Remainder   int   `json:"remainder"`
	Roll        *int  `json:"roll"`
	Hits        int   `json:"hits"`
}

// Add counts so many troops of one Final Percentage; below 0 counts as 0.
func (p *HitPool) Add(final, pieces int) {
	p.Finals = append(p.Finals, final)
	p.Total += pieces * max(0, final)
}

// throw settles the hits. No die falls when the total has no rest.
func (p *HitPool) throw(c *rules.Roller) {
	p.CertainHits, p.Remainder = p.Total/100, p.Total%100
	p.Hits = p.CertainHits
	if p.Remainder == 0 {
		return
	}
	roll, more := ThrowPercent(c, "pool", p.Remainder)
	p.Roll = &roll
	p.Hits += BoolToInt(more)
}
