package ruling

import (
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/odds"
)

// ChargeMoment is a moment of a charge at which a stand might shoot; the distance is in cm.
type ChargeMoment struct {
	Visible  bool      `json:"visible"`
	Distance rules.Dec `json:"distance_cm" in:"0..1000" digits:"4"`
}

// ChargedStand is a stand of the charged unit, with the moments at which it might shoot.
type ChargedStand struct {
	TouchesOther bool           `json:"touches_other_enemy" default:"false"`
	Moments      []ChargeMoment `json:"moments" len:"0..6"`
}

// Charger is the unit that charges and may be shot at.
type Charger struct {
	Hits       int    `json:"hits" in:"1..20"`
	Armour     string `json:"armour" in:"0|6+|5+|4+|3+" default:"\"0\""`
	Size       int    `json:"size" in:"1..12"`
	HitsMarked int    `json:"hits_marked" in:"0..19" default:"0"`
}

// ChargeShotInput is a charged unit shooting at its charger.
type ChargeShotInput struct {
	Attacks int            `json:"attacks" in:"0..20"`
	Range   rules.Dec      `json:"range_cm" in:"0..1000" digits:"4" default:"30"`
	Stands  []ChargedStand `json:"stands" len:"1..12"`
	Charger Charger        `json:"charger"`
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

func (in ChargeShotInput) check() *rules.Fault {
	return rules.OutOfRangeIf(in.Charger.HitsMarked >= in.Charger.Hits, "charger.hits_marked", "would have removed a stand")
}

// shoots reports whether a stand may shoot at the charger at any moment (WR-CSHOT-1 to
// WR-CSHOT-4).
func (in ChargeShotInput) shoots(s ChargedStand) bool {
	inRange := func(m ChargeMoment) bool { return m.Visible && m.Distance <= in.Range }
	return in.Attacks > 0 && !s.TouchesOther && slices.ContainsFunc(s.Moments, inRange)
}

// shooters lists the stands that shoot.
func (in ChargeShotInput) shooters() (all []int) {
	for i, s := range in.Stands {
		if in.shoots(s) {
			all = append(all, i)
		}
	}
	return all
}

// suffer applies unsaved hits to the charger. The hits that count carry over into the first
// round of combat (WR-CSHOT-5 to WR-CSHOT-9, WR-RES-2).
func (in ChargeShotInput) suffer(r *chargeShotResult, unsaved int) {
	by := in.Charger
	r.UnsavedHits = unsaved
	r.StandsRemoved, r.HitsMarked = TakeHits(by.Size, by.Hits, by.HitsMarked, unsaved)
	r.StandsLeft = by.Size - r.StandsRemoved
	r.Round1Hits = min(unsaved, by.Size*by.Hits-by.HitsMarked)
	r.Destroyed = r.StandsLeft == 0
}

// Resolve throws the shots of all stands that may shoot, and applies their hits.
func (in ChargeShotInput) Resolve(c *rules.Roller) (r chargeShotResult) {
	r.StandsShooting = in.shooters()
	r.DiceCount = len(r.StandsShooting) * in.Attacks
	r.HitsScored, r.Saved = throwVolley(c, r.DiceCount, toHit("none"), LeastSave(in.Charger.Armour))
	in.suffer(&r, r.HitsScored-r.Saved)
	return r
}

// odds derives the odds of all dice from those of one die.
func (in ChargeShotInput) odds(int) (map[string]odds.Dist[string], error) {
	n := len(in.shooters()) * in.Attacks
	hit, unsaved, err := perDie(toHit("none"), LeastSave(in.Charger.Armour))
	if err != nil {
		return nil, err
	}
	after := func(hits int) (r chargeShotResult) {
		in.suffer(&r, hits)
		return r
	}
	suffered := addDice(n, n, certainly(0), unsaved)
	number := func(of func(chargeShotResult) int) odds.Dist[string] {
		return suffered.distribution(func(hits int) string { return strconv.Itoa(of(after(hits))) })
	}
	return map[string]odds.Dist[string]{
		"hits_scored":    addDice(n, n, certainly(0), hit).distribution(strconv.Itoa),
		"unsaved_hits":   suffered.distribution(strconv.Itoa),
		"stands_removed": number(func(r chargeShotResult) int { return r.StandsRemoved }),
		"hits_marked":    number(func(r chargeShotResult) int { return r.HitsMarked }),
		"round_1_hits":   number(func(r chargeShotResult) int { return r.Round1Hits }),
		"destroyed":      suffered.distribution(func(hits int) string { return strconv.FormatBool(after(hits).Destroyed) }),
	}, nil
}

var chargeShootingRuling = withComputedOdds(rules.CheckedRuling("charge-shooting",
	"WR-CSHOT-1 WR-CSHOT-2 WR-CSHOT-3 WR-CSHOT-4 WR-CSHOT-5 WR-CSHOT-6 WR-CSHOT-7 WR-CSHOT-9 WR-SHOOT-10 WR-SHOOT-13 WR-RES-2 WR-RES-4",
	"hits_scored unsaved_hits stands_removed hits_marked round_1_hits destroyed", ChargeShotInput.check,
	func(c *rules.Roller, in ChargeShotInput) chargeShotResult { return in.Resolve(c) }), ChargeShotInput.odds)
