package ruling

import (
	"oriflamme/rules"
)

// Characteristics are those of a monster and of one of its weapons; nil: not asked for.
type Characteristics struct {
	Movement  *int `json:"movement" in:"0..30" default:"null" null:"true"`
	Toughness *int `json:"toughness" in:"1..30" default:"null" null:"true"`
	Attacks   *int `json:"attacks" in:"1..30" default:"null" null:"true"`
	Strength  *int `json:"strength" in:"1..30" default:"null" null:"true"`
	DmgHit    *int `json:"dmg_hit" in:"0..100" default:"null" null:"true"`
	DmgCrit   *int `json:"dmg_crit" in:"0..100" default:"null" null:"true"`
}

type monsterInput struct {
	Base        Characteristics `json:"base"`
	DamageTable []DamageRow     `json:"damage_table" len:"0..10" default:"[]"`
	Allocated   int             `json:"allocated" in:"0..300"`
	Ropes       int             `json:"ropes" in:"0..60" default:"0"`
	EyesHits    int             `json:"eyes_hits" in:"0..30" default:"0"`
}

type monsterResult struct {
	Row *int `json:"row"`
	Characteristics
}

// DamageRowOf returns the index of the row for an amount of allocated damage, or -1 (WC-MON-2).
func DamageRowOf(table []DamageRow, allocated int) int {
	for i, row := range table {
		if row.From <= allocated && (row.To == nil || allocated <= *row.To) {
			return i
		}
	}
	return -1
}

// MonsterCharacteristics returns the characteristics of a monster after its damage table, Ropes
// and Aim for the Eyes (WC-MON-2, WC-HUNT-1, WC-HUNT-2, ruling A-48).
func MonsterCharacteristics(base Characteristics, table []DamageRow, allocated, ropes, eyesHits int) Characteristics {
	c := base
	if i := DamageRowOf(table, allocated); i >= 0 {
		row := table[i]
		for _, v := range []struct{ to, from *(*int) }{
			{&c.Movement, &row.Movement}, {&c.Toughness, &row.Toughness}, {&c.Attacks, &row.Attacks},
			{&c.Strength, &row.Strength}, {&c.DmgHit, &row.DmgHit}, {&c.DmgCrit, &row.DmgCrit},
		} {
			if *v.from != nil {
				*v.to = *v.from
			}
		}
	}
	c.Movement, c.Attacks = reduced(c.Movement, ropes, 3), reduced(c.Attacks, eyesHits, 1)
	return c
}

func reduced(value *int, penalty, floor int) *int {
	if value == nil {
		return nil
	}
	v := WithPenalty(*value, penalty, floor)
	return &v
}

// CheckTable returns a fault for a damage table with a gap, an overlap or an early end.
func CheckTable(table []DamageRow) *rules.Fault {
	next := 0
	for i, row := range table {
		at := rules.At("damage_table", i)
		if row.From != next {
			return rules.Faultf(rules.OutOfRange, at+".from", "is %d, not %d", row.From, next)
		}
		switch {
		case row.To == nil && i < len(table)-1:
			return rules.Faultf(rules.OutOfRange, at+".to", "only the last row has no limit")
		case row.To == nil:
		case *row.To < row.From:
			return rules.Faultf(rules.OutOfRange, at+".to", "%d is less than %d", *row.To, row.From)
		default:
			next = *row.To + 1
		}
	}
	return nil
}

var monsterRuling = rules.CheckedRuling("monster-characteristics", "WC-MON-2 WC-HUNT-1 WC-HUNT-2 WC-PRO-2", "",
	func(in monsterInput) *rules.Fault {
		return rules.FirstFault(
			CheckTable(in.DamageTable),
			rules.FaultIf(len(in.DamageTable) > 0 && DamageRowOf(in.DamageTable, in.Allocated) < 0,
				rules.Faultf(rules.OutOfRange, "allocated", "no row of the table holds %d", in.Allocated)),
		)
	},
	func(_ *rules.Roller, in monsterInput) monsterResult {
		r := monsterResult{Characteristics: MonsterCharacteristics(in.Base, in.DamageTable, in.Allocated, in.Ropes, in.EyesHits)}
		if i := DamageRowOf(in.DamageTable, in.Allocated); i >= 0 {
			r.Row = &i
		}
		return r
	})
