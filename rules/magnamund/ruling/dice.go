package ruling

import (
	"oriflamme/rules"
)

// halfUp rounds n × 2^doublings / 2^halvings to the nearest integer in exact arithmetic;
// halves go towards plus infinity (ruling MG-AMB-10).
func halfUp(n, doublings, halvings int) int {
	return (n<<(doublings+1) + 1<<halvings) >> (halvings + 1)
}

// finalFire is the Final Fire Percentage of a modified percentage: halved and rounded at
// long range, then all factors at once (MG-FIRE-13, MG-FIRE-14, ruling MG-AMB-23).
func finalFire(modified int, long bool, doublings, halvings int) int {
	if long {
		modified = halfUp(modified, 0, 1)
	}
	return halfUp(modified, doublings, halvings)
}

// FinalCombat is the Final Combat Percentage of a modified percentage (MG-CBT-6).
func FinalCombat(modified, doublings, halvings int) int { return halfUp(modified, doublings, halvings) }

// ThrowPercent throws 1D100 against a percentage. The roll succeeds if it is at most the
// percentage; no value succeeds or fails by itself (MG-DICE-3, MG-DICE-4). Callers use only
// the success, so odds need not tell other faces apart.
func ThrowPercent(c *rules.Roller, label string, percentage int) (roll int, success bool) {
	roll = c.Pool(label, 1, 100, percentCuts[min(101, max(1, percentage+1))][:]...)[0]
	return roll, roll <= percentage
}

// percentCuts holds, for each percentage, the only face at which 1D100 changes its meaning.
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

var percentileRuling = rules.CheckedRuling("percentile", "MG-DICE-2 MG-DICE-3 MG-DICE-4 MG-AMB-02 MG-AMB-26", "success", nil,
	func(c *rules.Roller, in percentileInput) (r percentileResult) {
		r.Roll, r.Success = ThrowPercent(c, "percentage", in.Percentage)
		r.TensDie, r.UnitsDie = r.Roll/10%10, r.Roll%10
		return r
	})

// HitPool adds up the Final Percentages of several troops. Each full hundred is a hit; the
// remainder is the chance of one more (MG-POOL-3, MG-POOL-4, MG-CPOOL-3).
type HitPool struct {
	Finals      []int `json:"finals"`
	Total       int   `json:"total"`
	CertainHits int   `json:"certain_hits"`
	Remainder   int   `json:"remainder"`
	Roll        *int  `json:"roll"`
	Hits        int   `json:"hits"`
}

// Add adds a number of troops with the same Final Percentage; below 0 counts as 0.
func (p *HitPool) Add(final, troops int) {
	p.Finals = append(p.Finals, final)
	p.Total += troops * max(0, final)
}

// throw finds the number of hits. It throws no die if there is no remainder.
func (p *HitPool) throw(c *rules.Roller) {
	p.CertainHits, p.Remainder = p.Total/100, p.Total%100
	p.Hits = p.CertainHits
	if p.Remainder == 0 {
		return
	}
	roll, more := ThrowPercent(c, "pool", p.Remainder)
	p.Roll = &roll
	p.Hits += rules.BoolToInt(more)
}
