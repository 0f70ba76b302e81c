package warmaster_test

import (
	"fmt"

	"oriflamme/rules"
)

// wrong returns commands that a rule may forbid: too far, too early, out of sight, by the wrong player, of the wrong unit, or against what the board
// shows.
func wrong(b rules.Battle) []string {
	v := b.View(rules.Nobody)
	by := max(0, v.ToAct)
	var all []string
	add := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	add(`{"kind":"start","separation_cm":60}`)
	add(`{"kind":"concede","by":%d}`, by)
	add(`{"kind":"end-phase","by":%d}`, 1-by)
	add(`{"kind":"deploy","by":%d,"unit":"a1"}`, by)
	add(`{"kind":"deploy","by":%d,"unit":"a4","place":{"x_cm":90,"y_cm":60}}`, by)
	add(`{"kind":"deploy","by":%d,"unit":"b4","place":{"x_cm":90,"y_cm":110,"heading":[5,12]}}`, by)
	var own, enemies, characters []string
	for _, u := range v.Units {
		if u.Gone {
			continue
		}
		officer := len(u.Tags) > 0 && (u.Tags[0] == "general" || u.Tags[0] == "hero" || u.Tags[0] == "wizard")
		switch {
		case u.Seat == by && officer:
			characters = append(characters, u.ID)
		case u.Seat == by:
			own = append(own, u.ID)
		case !officer:
			enemies = append(enemies, u.ID)
		default:
			add(`{"kind":"shoot","by":%d,"unit":%q,"target":%q,"distance_cm":10}`, by, first(own), u.ID)
		}
	}
	if len(own) > 0 { // a different unit first each time
		from := (v.Round + len(enemies)) % len(own)
		own = append(own[from:len(own):len(own)], own[:from]...)
	}
	for k, unit := range own {
		target := enemies[k%max(1, len(enemies)):]
		wrongMoves(add, by, unit, first(target))
		wrongFights(add, by, unit, first(target))
		if k > 0 {
			add(`{"kind":"order","by":%d,"character":%q,"unit":%q,"with":[%q],"distance_cm":20,"enemy_within_20":false,"in_dense_terrain":false,"touching":false}`, by, first(characters), unit, own[0])
			add(`{"kind":"evade","by":%d,"unit":%q,"enemy":%q,"distance_cm":10,"enemy_distance_cm":12,"end_enemy_distance_cm":12,"visible":true,"bursts_through":true,"through":[%q]}`, by, unit, first(target), own[0])
		}
		if k == 1 && len(own) > 4 {
			add(`{"kind":"order","by":%d,"character":%q,"unit":%q,"with":[%q,%q,%q,%q],"distance_cm":20}`, by, first(characters), unit, own[0], own[2], own[3], own[4])
		}
		if k == 1 {
			break
		}
	}
	for k, unit := range own {
		if k > 1 {
			add(`{"kind":"charge","by":%d,"unit":%q,"target":%q}`, by, unit, first(enemies))
			add(`{"kind":"shoot","by":%d,"unit":%q,"target":%q}`, by, unit, first(enemies))
			add(`{"kind":"shoot","by":%d,"unit":%q,"target":%q,"distance_cm":5,"stands":1,"nearest":true}`, by, unit, first(enemies))
		}
	}
	for _, c := range characters {
		add(`{"kind":"order","by":%d,"character":%q,"unit":%q,"distance_cm":1}`, by, c, first(own))
		add(`{"kind":"order","by":%d,"character":%q,"unit":%q,"distance_cm":15,"enemy_within_20":true,"in_dense_terrain":false,"touching":true}`, by, c, first(own))
		add(`{"kind":"order","by":%d,"character":%q,"unit":%q}`, by, first(own), c)
		add(`{"kind":"move-character","by":%d,"character":%q,"distance_cm":120}`, by, c)
		add(`{"kind":"move-character","by":%d,"character":%q,"x_cm":3,"y_cm":60}`, by, c)
		add(`{"kind":"move-character","by":%d,"character":%q,"x_cm":160,"y_cm":44}`, by, c)
		add(`{"kind":"move-character","by":%d,"character":%q,"x_cm":0,"y_cm":0}`, by, c)
		add(`{"kind":"magic","by":%d,"wizard":%q,"target":%q,"hits":2}`, by, c, first(enemies))
	}
	return all
}

func first(ids []string) string {
	if len(ids) == 0 {
		return "nobody"
	}
	return ids[0]
}

// wrongMoves adds moves that a unit may not make.
func wrongMoves(add func(string, ...any), by rules.Seat, unit, target string) {
	add(`{"kind":"charge","by":%d,"unit":%q,"target":%q}`, by, unit, target)
	add(`{"kind":"charge","by":%d,"unit":%q,"target":%q,"distance_cm":90,"visible":true,"nearest":true}`, by, unit, target)
	add(`{"kind":"charge","by":%d,"unit":%q,"target":%q,"distance_cm":10,"visible":true,"nearest":true}`, by, unit, target)
	add(`{"kind":"charge","by":%d,"unit":%q,"target":%q,"distance_cm":19,"visible":false}`, by, unit, target)
	add(`{"kind":"charge","by":%d,"unit":%q,"target":%q,"distance_cm":19,"visible":true,"nearest":false}`, by, unit, target)
	add(`{"kind":"charge","by":%d,"unit":%q,"target":%q,"distance_cm":19,"visible":true,"nearest":true,"ignore":"separated"}`, by, unit, target)
	add(`{"kind":"charge","by":%d,"unit":%q,"target":%q,"distance_cm":19,"visible":true,"nearest":true,"shooters":[%q]}`, by, unit, target, unit)
	add(`{"kind":"evade","by":%d,"unit":%q,"enemy":%q,"distance_cm":90,"enemy_distance_cm":12,"visible":true}`, by, unit, target)
	add(`{"kind":"evade","by":%d,"unit":%q,"enemy":%q,"distance_cm":5,"enemy_distance_cm":12,"end_enemy_distance_cm":0.5,"visible":true,"bursts_through":false}`, by, unit, target)
	add(`{"kind":"evade","by":%d,"unit":%q,"enemy":%q,"distance_cm":0.1}`, by, unit, target)
	for _, far := range []string{"70", "11"} {
		for _, form := range []string{"line", "irregular"} {
			add(`{"kind":"move","by":%d,"unit":%q,"distance_cm":%s,"form":%q,"passes_enemy":false}`, by, unit, far, form)
		}
	}
	for _, ground := range []string{"wood", "fordable-river", "exceptional"} {
		add(`{"kind":"move","by":%d,"unit":%q,"distance_cm":4,"enters":%q}`, by, unit, ground)
	}
	add(`{"kind":"move","by":%d,"unit":%q,"distance_cm":4,"gap_cm":1}`, by, unit)
	add(`{"kind":"move","by":%d,"unit":%q,"place":{"x_cm":90,"y_cm":60}}`, by, unit)
	add(`{"kind":"move","by":%d,"unit":%q,"place":{"x_cm":90,"y_cm":60,"heading":[1,1]}}`, by, unit)
	add(`{"kind":"move","by":%d,"unit":%q,"place":{"x_cm":90,"y_cm":60,"form":"irregular","stands":[{"x_cm":1,"y_cm":1},{"x_cm":9,"y_cm":9},{"x_cm":1,"y_cm":1}]}}`, by, unit)
	add(`{"kind":"reform","by":%d,"unit":%q,"place":{"x_cm":90,"y_cm":60}}`, by, unit)
	add(`{"kind":"return","by":%d,"unit":%q}`, by, unit)
}

// wrongFights adds shots and combat commands that a unit may not carry out.
func wrongFights(add func(string, ...any), by rules.Seat, unit, target string) {
	add(`{"kind":"shoot","by":%d,"unit":%q,"target":%q,"distance_cm":90,"stands":1,"nearest":true}`, by, unit, target)
	add(`{"kind":"shoot","by":%d,"unit":%q,"target":%q,"distance_cm":5,"stands":1,"nearest":false}`, by, unit, target)
	add(`{"kind":"shoot","by":%d,"unit":%q,"target":%q,"distance_cm":5,"stands":0,"nearest":true}`, by, unit, target)
	add(`{"kind":"shoot","by":%d,"unit":%q,"target":%q,"distance_cm":5,"stands":1,"nearest":true}`, by, unit, target)
	add(`{"kind":"shoot-charger","by":%d,"unit":%q,"stands":9}`, by, unit)
	add(`{"kind":"hold-fire","by":%d,"unit":%q}`, by, target)
	add(`{"kind":"drive-back","by":%d,"unit":%q}`, by, unit)
	add(`{"kind":"engage","by":%d,"unit":%q}`, by, unit)
	add(`{"kind":"fight","by":%d,"units":[{"unit":%q,"stands":[{"target":%q},{"target":"nobody"},{}]}]}`, by, unit, target)
	add(`{"kind":"result","by":%d,"support_a":19}`, by)
	for _, side := range []string{"rear", "left"} {
		add(`{"kind":"retreat","by":%d,"unit":%q,"away_from":%q}`, by, unit, side)
	}
	add(`{"kind":"hold","by":%d,"unit":%q}`, by, unit)
	add(`{"kind":"fall-back","by":%d,"unit":%q}`, by, unit)
	add(`{"kind":"withdraw","by":%d,"unit":%q,"distance_cm":40,"end_enemy_distance_cm":9}`, by, unit)
	add(`{"kind":"withdraw","by":%d,"unit":%q,"distance_cm":6,"end_enemy_distance_cm":0.2}`, by, unit)
	add(`{"kind":"withdraw","by":%d,"unit":%q,"stay":true}`, by, unit)
	for _, fact := range []string{"", `,"front_edge_contact_possible":false,"through_impassable":false`, `,"front_edge_contact_possible":true,"through_impassable":true`} {
		add(`{"kind":"pursue","by":%d,"unit":%q,"target":%q%s}`, by, unit, target, fact)
	}
	add(`{"kind":"advance","by":%d,"unit":%q,"target":%q,"distance_cm":25}`, by, unit, target)
}
