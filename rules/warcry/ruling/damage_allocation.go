package ruling

import (
	"oriflamme/rules"
)

// damageEvent is damage or healing of a fighter.
type damageEvent struct {
	Kind   string `json:"kind" in:"damage|heal"`
	Amount int    `json:"amount" in:"0..300"`
	Source string `json:"source" in:"attack|counter|strike-them-down|fall|impact|deadly-terrain|ability" default:"\"attack\""`
}

type allocation struct {
	Health
	Carrying bool          `json:"carrying" default:"false"`
	Events   []damageEvent `json:"events" len:"0..30"`
}

type allocationStep struct {
	Applied   int `json:"applied"`
	Allocated int `json:"allocated"`
}

type allocationResult struct {
	Allocated   int              `json:"allocated"`
	WoundsLeft  int              `json:"wounds_left"`
	TakenDown   bool             `json:"taken_down"`
	TakenDownBy *int             `json:"taken_down_by"`
	Discarded   int              `json:"discarded"`
	Steps       []allocationStep `json:"steps"`
	Removal     []string         `json:"removal"`
}

// allocateDamage applies damage and healing in order; they do nothing once the fighter is
// taken down (WC-DMG-2 to WC-DMG-5, WC-ABL-12).
func allocateDamage(h Health, carrying bool, events []damageEvent) allocationResult {
	var r allocationResult
	for i, e := range events {
		applied := 0
		switch {
		case h.TakenDown():
			if e.Kind == "damage" {
				r.Discarded += e.Amount
			}
		case e.Kind == "heal":
			applied = h.Heal(e.Amount)
		default:
			applied = h.Suffer(e.Amount)
			r.Discarded += e.Amount - applied
			if h.TakenDown() {
				r.TakenDownBy = &i
			}
		}
		r.Steps = append(r.Steps, allocationStep{applied, h.Allocated})
	}
	r.Allocated, r.WoundsLeft, r.TakenDown = h.Allocated, h.Left(), h.TakenDown()
	if r.TakenDown {
		r.Removal = Removal(carrying)
	}
	return r
}

// Removal returns the steps of removing a fighter that is taken down, in order: its treasure is
// placed first (WC-DMG-5, WC-TRE-8).
func Removal(carrying bool) []string {
	if carrying {
		return []string{"place-treasure", "remove-fighter"}
	}
	return []string{"remove-fighter"}
}

var allocateDamageRuling = rules.CheckedRuling("allocate-damage",
	"WC-DMG-1 WC-DMG-2 WC-DMG-3 WC-DMG-4 WC-DMG-5 WC-ABL-12 WC-TRE-8", "",
	func(in allocation) *rules.Fault { return in.check("") },
	func(_ *rules.Roller, in allocation) allocationResult {
		return allocateDamage(in.Health, in.Carrying, in.Events)
	})
