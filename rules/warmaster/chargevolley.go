package warmaster

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/oblong"
)

// standardRange is how far troops shoot whose list tells no range (WR-SHOOT-7).
var standardRange = CM(30)

// rangeOf is how far a unit shoots.
func (b *Battle) rangeOf(i int) rules.Dec {
	if r := b.info[i].profile.Range; r > 0 {
		return r
	}
	return standardRange
}

// standsAbleToShoot counts the stands of a charged unit that touch no other enemy and
// see the charger in range, where it started or where it ends (WR-CSHOT-3, WR-CSHOT-7).
func (b *Battle) standsAbleToShoot(unit, by int, end []Spot) (n int) {
	if b.info[unit].profile.Attack.Shooting == 0 {
		return 0
	}
	limit := int64(b.rangeOf(unit)/rules.One) * boardUnitsPerCM * oblong.FineUnits
	w := b.watch(unit, by, true)
	final := b.blocksOf(by, end)
	for k, s := range b.s.Units[unit].blocks {
		if b.standEngaged(unit, k) {
			continue
		}
		for _, charger := range [2][]oblong.Block{b.s.Units[by].blocks, final} {
			inRange := slices.ContainsFunc(charger, func(r oblong.Block) bool { return s.Distance(r) <= limit*limit })
			if inRange && w.stand(k, charger) {
				n++
				break
			}
		}
	}
	return n
}

// standEngaged tells whether a stand touches an enemy.
func (b *Battle) standEngaged(unit, stand int) bool {
	s := b.s.Units[unit].blocks[stand : stand+1]
	return slices.ContainsFunc(b.enemiesTouching(unit), func(j int) bool { return anyTouching(s, b.s.Units[j].blocks) })
}

// volleyUnit finds a unit that may still shoot at the charger.
func (b *Battle) volleyUnit(by rules.Seat, id string) (at int, fault *rules.Fault) {
	if fault := b.checkPhase(by, phaseVolley); fault != nil {
		return 0, fault
	}
	at = slices.Index(b.s.Volley.Units, b.find(id))
	return at, forbidIf(at < 0, "WR-CSHOT-1", "unit", "it does not shoot at the charger")
}

// shootCharger rolls the shots of a charged unit (WR-CSHOT-4 to WR-CSHOT-6).
func (b *Battle) shootCharger(t *rules.Turn, c ShootCharger) *rules.Fault {
	at, fault := b.volleyUnit(c.Seat, c.Unit)
	if fault != nil {
		return fault
	}
	able := b.s.Volley.Able[at]
	n := able
	if c.Stands != nil {
		n = *c.Stands
	}
	if fault := firstFault(
		forbidIf(n > able, "WR-CSHOT-3", "stands", "not so many can"),
		forbidIf(b.board && n != able, "WR-CSHOT-3", "stands", "the board says otherwise"),
	); fault != nil {
		return fault
	}
	i, by := b.find(c.Unit), b.s.Volley.Charger
	q := &b.s.Units[by]
	in := chargeShotInput{
		Attacks: b.info[i].profile.Attack.Shooting, Range: b.rangeOf(i),
		Charger: chargerOf(b, by),
	}
	for range n {
		in.Stands = append(in.Stands, chargedStand{Moments: []ChargeMoment{{true, 0}}})
	}
	r := in.resolve(t.Roller)
	marked, left := r.HitsMarked, q.Stands-r.StandsRemoved
	t.Emit(Volleyed{Unit: c.Unit, Target: b.id(by), Why: "charge", Dice: r.DiceCount, ToHit: 4, Hits: r.HitsScored, Saved: r.Saved, Unsaved: r.Round1Hits})
	if r.UnsavedHits > 0 {
		b.takeHits(t, by, i, "charge", "WR-CSHOT-5", r.UnsavedHits, q.Stands-left, marked, nil)
	}
	b.nextStep(t) // after an advance the engagement before it may be over
	return nil
}

func chargerOf(b *Battle, i int) Charger {
	q, p := &b.s.Units[i], &b.info[i].profile
	return Charger{Hits: p.Hits, Armour: p.Armour, Size: q.Stands, HitsMarked: q.Marked}
}

// holdFire lets the charger come.
func (b *Battle) holdFire(t *rules.Turn, c HoldFire) *rules.Fault {
	if _, fault := b.volleyUnit(c.Seat, c.Unit); fault != nil {
		return fault
	}
	t.Emit(HeldFire{c.Unit})
	b.nextStep(t)
	return nil
}
