package warmaster

import "oriflamme/rules"

type moment struct {
	Visible  bool      `json:"visible"`
	Distance rules.Dec `json:"distance_cm" in:"0..1000" digits:"4"`
}

type chargedStand struct {
	TouchesOther bool     `json:"touches_other_enemy" default:"false"`
	Moments      []moment `json:"moments" len:"0..6"`
}

type charger struct {
	Hits       int    `json:"hits" in:"1..20"`
	Armour     string `json:"armour" in:"0|6+|5+|4+|3+" default:"\"0\""`
	Size       int    `json:"size" in:"1..12"`
	HitsMarked int    `json:"hits_marked" in:"0..19" default:"0"`
}

type chargeShotInput struct {
	Attacks int            `json:"attacks" in:"0..20"`
	Range   rules.Dec      `json:"range_cm" in:"0..1000" digits:"4" default:"30"`
	Stands  []chargedStand `json:"stands" len:"1..12"`
	Charger charger        `json:"charger"`
}

type chargeShotResult struct {
	StandsShooting []int `json:"stands_shooting"`
	DiceCount      int   `json:"dice_count"`
	HitsScored     int   `json:"hits_scored"`
	Saved          int   `json:"saved"`
	UnsavedHits    int   `json:"unsaved_hits"`
	StandsRemoved  int   `json:"stands_removed"`
	StandsLeft     int   `json:"stands_left"`
	HitsMarked     int   `json:"hits_marked"`
	Round1Hits     int   `json:"round_1_hits"`
	Destroyed      bool  `json:"destroyed"`
	DriveBackDice  int   `json:"drive_back_dice"`
}

func (in chargeShotInput) check() *rules.Fault {
	return outside(in.Charger.HitsMarked >= in.Charger.Hits, "charger.hits_marked", "would have removed a stand")
}

// shoots tells whether a stand may shoot at the charger at some moment (WR-CSHOT-1 to WR-CSHOT-4).
func (in chargeShotInput) shoots(s chargedStand) bool {
	if in.Attacks == 0 || s.TouchesOther {
		return false
	}
	for _, m := range s.Moments {
		if m.Visible && m.Distance <= in.Range {
			return true
		}
	}
	return false
}

// resolve shoots at a charger, which suffers at once and carries what counts into
// the first round of combat (WR-CSHOT-5 to WR-CSHOT-9, WR-RES-2).
func (in chargeShotInput) resolve(c *rules.Cup) (r chargeShotResult) {
	for i, s := range in.Stands {
		if in.shoots(s) {
			r.StandsShooting = append(r.StandsShooting, i)
		}
	}
	r.DiceCount = len(r.StandsShooting) * in.Attacks
	by := in.Charger
	r.HitsScored, r.Saved = volley(c, r.DiceCount, toHit("none"), saveOn(by.Armour))
	r.UnsavedHits = r.HitsScored - r.Saved
	r.StandsRemoved, r.HitsMarked = suffer(by.Size, by.Hits, by.HitsMarked, r.UnsavedHits)
	r.StandsLeft = by.Size - r.StandsRemoved
	r.Round1Hits = min(r.UnsavedHits, by.Size*by.Hits-by.HitsMarked)
	r.Destroyed = r.StandsLeft == 0
	return r
}

var chargeShootingRuling = ruling("charge-shooting",
	"WR-CSHOT-1 WR-CSHOT-2 WR-CSHOT-3 WR-CSHOT-4 WR-CSHOT-5 WR-CSHOT-6 WR-CSHOT-7 WR-CSHOT-9 WR-SHOOT-10 WR-SHOOT-13 WR-RES-2 WR-RES-4",
	"hits_scored unsaved_hits stands_removed hits_marked round_1_hits destroyed", chargeShotInput.check,
	func(c *rules.Cup, in chargeShotInput) chargeShotResult { return in.resolve(c) })
