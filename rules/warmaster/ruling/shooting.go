package ruling

import (
	"slices"

	"oriflamme/rules"
)

// VolleyShooter is a shooting unit: its stands that shoot, and the Attacks of each.
type VolleyShooter struct {
	Stands  int `json:"stands" in:"0..12"`
	Attacks int `json:"attacks" in:"0..20"`
}

// Classes of stands by protection; the easiest to hit is first.
const (
	ClassOpen = iota
	ClassDefended
	ClassFortified
)

// Protections names the protection of each class.
var Protections = [3]string{ClassOpen: "none", ClassDefended: "defended", ClassFortified: "fortified"}

// ProtectionClass is the class of stands with a protection.
func ProtectionClass(protection string) int {
	return max(ClassOpen, slices.Index(Protections[:], protection))
}

// StandClasses counts the stands of a target by class.
type StandClasses struct {
	Open      int `json:"open" in:"0..12" default:"0"`
	Defended  int `json:"defended" in:"0..12" default:"0"`
	Fortified int `json:"fortified" in:"0..12" default:"0"`
}

// SightClasses says which classes of stands are in sight.
type SightClasses struct {
	Open      bool `json:"open" default:"true"`
	Defended  bool `json:"defended" default:"true"`
	Fortified bool `json:"fortified" default:"true"`
}

// VolleyTarget is a unit that is shot at.
type VolleyTarget struct {
	Type       string       `json:"type" in:"infantry|cavalry|chariots|monsters|artillery|machines"`
	Hits       int          `json:"hits" in:"1..20"`
	Armour     string       `json:"armour" in:"0|6+|5+|4+|3+" default:"\"0\""`
	Stands     StandClasses `json:"stands"`
	InSight    SightClasses `json:"in_sight" default:"{}"`
	HitsMarked int          `json:"hits_marked" in:"0..19" default:"0"`
	PhaseHits  int          `json:"phase_hits" in:"0..200" default:"0"`
}

// VolleyInput is a volley of one or more units at one target.
type VolleyInput struct {
	Shooters []VolleyShooter `json:"shooters" len:"1..8"`
	Target   VolleyTarget    `json:"target"`
}

// batch is dice thrown together with the same number to hit, and what they did.
type batch struct {
	Dice          int `json:"dice"`
	ToHit         int `json:"to_hit"`
	HitsScored    int `json:"hits_scored"`
	Saved         int `json:"saved"`
	UnsavedHits   int `json:"unsaved_hits"`
	StandsRemoved int `json:"stands_removed"`
}

type volleyResult struct {
	DiceCount            int          `json:"dice_count"`
	Batches              []batch      `json:"batches"`
	HitsScored           int          `json:"hits_scored"`
	Saved                int          `json:"saved"`
	UnsavedHits          int          `json:"unsaved_hits"`
	StandsRemoved        int          `json:"stands_removed"`
	StandsLeft           int          `json:"stands_left"`
	Remaining            StandClasses `json:"remaining"`
	HitsMarked           int          `json:"hits_marked"`
	Destroyed            bool         `json:"destroyed"`
	PhaseHits            int          `json:"phase_hits"`
	DriveBackDice        int          `json:"drive_back_dice"`
	HitsMarkedAtPhaseEnd int          `json:"hits_marked_at_phase_end"`
}

// maxVolleyDice is the greatest number of dice in one volley.
const maxVolleyDice = 60

func (in VolleyInput) dice() (n int) {
	for _, s := range in.Shooters {
		n += s.Stands * s.Attacks
	}
	return n
}

func (t VolleyTarget) stands() [3]int {
	return [3]int{t.Stands.Open, t.Stands.Defended, t.Stands.Fortified}
}

func (t VolleyTarget) inSight() [3]bool {
	return [3]bool{t.InSight.Open, t.InSight.Defended, t.InSight.Fortified}
}

func (in VolleyInput) check() *rules.Fault {
	t, stands, seen := in.Target, in.Target.stands(), false
	total := stands[ClassOpen] + stands[ClassDefended] + stands[ClassFortified]
	for k, sight := range t.inSight() {
		seen = seen || sight && stands[k] > 0
	}
	return rules.FirstFault(
		rules.OutOfRangeIf(in.dice() > maxVolleyDice, "shooters", "too many dice"),
		rules.OutOfRangeIf(total < 1 || total > 12, "target.stands", "a unit has 1 to 12 stands"),
		rules.OutOfRangeIf(t.HitsMarked >= t.Hits, "target.hits_marked", "would have removed a stand"),
		rules.ForbidIf(!seen, "WR-SHOOT-6", "target.in_sight", "the shooters see none of the stands"),
	)
}

// UnseenRank is added to the class of stands out of sight to get their rank. Stands are
// removed by rank: those in sight first, then the others, each by class.
const UnseenRank = 3

// ranks counts the stands of a target by rank; a whole class is in sight or out of sight.
func (t VolleyTarget) ranks() (n [6]int) {
	for k, stands := range t.stands() {
		if t.inSight()[k] {
			n[k] = stands
		} else {
			n[UnseenRank+k] = stands
		}
	}
	return n
}

// VolleyState is a volley after the batches thrown so far. The rest of the volley depends on
// nothing else; the score so far is in it too.
type VolleyState struct {
	Stands  [6]int // that are left, by rank
	marked  int
	left    int // dice not thrown yet
	need    int // lowest die that hit in the batch before
	scored  int
	unsaved int
}

// toHitClass is the lowest die that hits a class of stands of the target.
func (t VolleyTarget) toHitClass(k int) int {
	return toHit(EffectiveProtection(t.Type, Protections[k]))
}

// aim finds what the next batch needs to hit and its number of dice: as many as are sure to
// be thrown at that number (WR-SHOOT-12).
func (t VolleyTarget) aim(b VolleyState) (need, n int) {
	easy, harder := 0, false
	need = b.need
	for k, stands := range b.Stands[:UnseenRank] {
		if stands == 0 {
			continue
		}
		switch number := t.toHitClass(k); {
		case easy == 0:
			need, easy = number, stands
		case number == need:
			easy += stands
		default:
			harder = true
		}
	}
	if harder {
		return need, min(b.left, easy*t.Hits-b.marked)
	}
	return need, b.left
}

// throwBatch throws the next batch and removes its casualties.
func (t VolleyTarget) throwBatch(c *rules.Roller, b VolleyState) (VolleyState, batch) {
	need, n := t.aim(b)
	hits, saved := throwVolley(c, n, need, LeastSave(t.Armour))
	return t.takeBatch(b, batch{Dice: n, ToHit: need, HitsScored: hits, Saved: saved, UnsavedHits: hits - saved})
}

// takeBatch removes the casualties of a batch.
func (t VolleyTarget) takeBatch(b VolleyState, r batch) (VolleyState, batch) {
	n := 0
	for _, stands := range b.Stands {
		n += stands
	}
	r.StandsRemoved, b.marked = TakeHits(n, t.Hits, b.marked, r.UnsavedHits)
	b.remove(r.StandsRemoved)
	b.left, b.need = b.left-r.Dice, r.ToHit
	b.scored, b.unsaved = b.scored+r.HitsScored, b.unsaved+r.UnsavedHits
	return b, r
}

// remove removes stands: those in sight first, the easiest to hit first.
func (b *VolleyState) remove(n int) {
	for k := range b.Stands {
		gone := min(n, b.Stands[k])
		b.Stands[k], n = b.Stands[k]-gone, n-gone
	}
}

// remaining is the number of stands left of a class.
func (b VolleyState) remaining(class int) int { return b.Stands[class] + b.Stands[UnseenRank+class] }

// Start is the state of the volley before its first batch.
func (in VolleyInput) Start() VolleyState {
	return VolleyState{Stands: in.Target.ranks(), marked: in.Target.HitsMarked, left: in.dice()}
}

// resultOf describes a target after a volley (WR-SHOOT-13 to WR-SHOOT-16, WR-DRIVE-4).
func (t VolleyTarget) resultOf(b VolleyState) volleyResult {
	r := volleyResult{
		HitsScored: b.scored, Saved: b.scored - b.unsaved, UnsavedHits: b.unsaved, HitsMarked: b.marked,
		Remaining: StandClasses{b.remaining(ClassOpen), b.remaining(ClassDefended), b.remaining(ClassFortified)},
		PhaseHits: t.PhaseHits + b.unsaved,
	}
	for k, n := range t.stands() {
		r.StandsLeft += b.remaining(k)
		r.StandsRemoved += n - b.remaining(k)
	}
	if r.Destroyed = r.StandsLeft == 0; !r.Destroyed {
		r.DriveBackDice = max(0, r.PhaseHits-ignoredHits(EffectiveProtection(t.Type, b.strongest())))
	}
	return r
}

// strongest is the best protection among the stands left.
func (b VolleyState) strongest() string {
	k := ClassFortified
	for k > ClassOpen && b.remaining(k) == 0 {
		k--
	}
	return Protections[k]
}

// ignoredHits is the number of hits that do not drive a protected unit back (WR-DRIVE-4,
// WR-DRIVE-5).
func ignoredHits(protection string) int { return ProtectionClass(protection) }

func (in VolleyInput) resolve(c *rules.Roller) volleyResult { return in.Throw(c, in.Start()) }

// Throw rolls batch after batch from a state until no dice are left.
func (in VolleyInput) Throw(c *rules.Roller, b VolleyState) volleyResult {
	var batches []batch
	for b.left > 0 {
		var shot batch
		b, shot = in.Target.throwBatch(c, b)
		batches = append(batches, shot)
	}
	r := in.Target.resultOf(b)
	r.DiceCount, r.Batches = in.dice(), batches
	return r
}

var shootingVolleyRuling = withComputedOdds(rules.CheckedRuling("shooting-volley",
	"WR-SHOOT-9 WR-SHOOT-10 WR-SHOOT-11 WR-SHOOT-12 WR-SHOOT-13 WR-SHOOT-14 WR-SHOOT-15 WR-SHOOT-16 WR-DRIVE-1 WR-DRIVE-4 WR-DRIVE-5",
	"hits_scored unsaved_hits stands_removed hits_marked destroyed drive_back_dice", VolleyInput.check,
	func(c *rules.Roller, in VolleyInput) volleyResult { return in.resolve(c) }), VolleyInput.odds)
