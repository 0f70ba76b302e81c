package warmachine

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmachine/ruling"
)

// TestLaws plays battles between bots and checks the laws after every step.
func TestLaws(t *testing.T) { rulestest.Laws(t, Game, "", 100, battleLaws...) }

// TestLawsFindFaults: battles of an older version break the law that was made for their faults:
// they let models run after magic, and troopers out of formation stay where they are.
func TestLawsFindFaults(t *testing.T) {
	list, _ := rulestest.Setups(t, "")
	for n := range 60 {
		s := list[n%len(list)]
		s.Version = oldestVersion
		if broken, _ := rulestest.UnderLaws(t, Game, s, n, n/len(list), battleLaws...); broken["the ruling of activations finds nothing wrong"] != nil {
			return
		}
	}
	t.Error("no fault was found in sixty battles of the oldest version")
}

// battleLaws are what holds after every step of every battle.
var battleLaws = []rulestest.Law[*Battle]{
	rulestest.Plain("bases do not overlap and stand on the table", basesApart),
	rulestest.Plain("who leaves the table falls", goneByFalling),
	rulestest.Plain("nothing moves but by an event", movedByEvents),
	rulestest.Plain("damage is neither lost nor counted twice", damageAddsUp),
	rulestest.Plain("every hit that hurts rolls its damage once", hitsHurtOnce),
	rulestest.Plain("focus received is spent, discarded or left", focusAddsUp),
	{Name: "everybody is activated once a turn", Start: activatedOnce},
	{Name: "the ruling of activations finds nothing wrong", Start: activationsAgree},
	rulestest.Plain("what a measured table remembers is in play", memoryInPlay),
	rulestest.Plain("troopers out of formation are those too far away", straysAreFar),
	rulestest.Plain("nobody moves farther than allowed", movesWithinReach),
	rulestest.Plain("a charge that succeeds reaches its target", chargesReach),
	rulestest.Plain("rulings give the battle's own answer", rulingsAgree),
}

// basesApart checks the places of all models on a board.
func basesApart(_, b *Battle, _ rules.Step) error {
	if !b.board || b.s.Phase == phaseStart {
		return nil
	}
	standing := b.modelsWhere(func(r modelRef) bool { return b.s.Units[r.unit].Placed })
	for n, r := range standing {
		d := b.disc(r)
		if !b.onTable(d.Point(), d.Radius) {
			return fmt.Errorf("%s stands off the table at %v", b.id(r), d.Point())
		}
		for _, o := range standing[:n] {
			both := float64(d.Radius + b.info[o.unit].radius - ruling.ContactTolerance)
			if gap := b.model(o).at().Minus(d.Point()).Length(); gap < both-1 {
				return fmt.Errorf("%s and %s overlap by %.0f thousandths", b.id(r), b.id(o), both-gap)
			}
		}
	}
	return nil
}

// goneByFalling checks that models leave play only by an event, and each once.
func goneByFalling(before, after *Battle, s rules.Step) error {
	fell := map[string]int{}
	for _, e := range s.Events {
		if e, is := e.(Fell); is {
			fell[e.Unit]++
		}
	}
	for i := range after.info {
		left := 0
		for k := range after.s.Units[i].Models {
			r := modelRef{i, k}
			was, is := before.modelInPlay(r), after.modelInPlay(r)
			if want := was && !is; rules.BoolToInt(want) != fell[after.id(r)] {
				return fmt.Errorf("%s was in play: %v, is: %v, and falls %d times", after.id(r), was, is, fell[after.id(r)])
			}
			left += rules.BoolToInt(is)
		}
		if t := &after.s.Units[i]; t.Left != left || left > 0 && t.Models[t.Lead].Gone {
			return fmt.Errorf("%s counts %d models of %d, led by %d", after.info[i].id, t.Left, left, t.Lead)
		}
	}
	return nil
}

// movedByEvents checks that a model is elsewhere only when an event says so.
func movedByEvents(before, after *Battle, s rules.Step) error {
	if !after.board {
		return nil
	}
	named := map[int]bool{}
	for _, e := range s.Events {
		var id string
		switch e := e.(type) {
		case Placed:
			id = e.Unit
		case Moved:
			id = e.Unit
		case ChargedOut:
			id = e.Unit
		case Shifted:
			id = e.Unit
		case Pushed:
			id = e.Unit
		case Hurled:
			id = e.Unit
		case Corrected:
			id = e.Unit
		default:
			continue
		}
		named[after.find(id)] = true
	}
	for i := range after.info {
		for k := range after.s.Units[i].Models {
			if r := (modelRef{i, k}); !named[i] && before.model(r).Spot != after.model(r).Spot {
				return fmt.Errorf("%s moves from %v to %v by no event", after.id(r), before.model(r).Spot, after.model(r).Spot)
			}
		}
	}
	return nil
}

// boxesFilled returns the damage on each model; that on a grid counts for its only model.
func boxesFilled(b *Battle) map[string]int {
	all := map[string]int{}
	for i := range b.info {
		for k := range b.s.Units[i].Models {
			r := modelRef{i, k}
			n := b.model(r).Damage
			for _, f := range b.s.Units[i].Filled {
				n += f
			}
			all[b.id(r)] = n
		}
	}
	return all
}

// damageAddsUp adds up the damage events of a step.
func damageAddsUp(before, after *Battle, s rules.Step) error {
	was, is := boxesFilled(before), boxesFilled(after)
	for _, e := range s.Events {
		switch e := e.(type) {
		case Damaged:
			r, _ := after.findModel(e.Unit)
			most := after.info[r.unit].boxes
			was[after.id(r)] = min(most, was[after.id(r)]+e.Amount)
		case Healed:
			r, _ := after.findModel(e.Unit)
			was[after.id(r)] -= e.Amount
		case Saved:
			r, _ := after.findModel(e.Unit)
			was[after.id(r)]--
		case Corrected:
			if e.What == "boxes" {
				was[e.Unit] = e.Value
			}
		}
	}
	for id, n := range is {
		if was[id] != n {
			return fmt.Errorf("%s has %d boxes filled, the events make %d", id, n, was[id])
		}
	}
	return nil
}

// hitsHurtOnce checks that each hit with a weapon that has power is followed by one damage roll
// against the model hit, and a miss by none.
func hitsHurtOnce(before, after *Battle, s rules.Step) error {
	if !after.combat {
		return nil
	}
	var last *AttackRolled
	direct := 0
	settle := func() error {
		if last == nil {
			return nil
		}
		r, _ := before.findModel(last.Unit)
		p := &before.info[r.unit].profile
		power := p.Str // of a power attack
		if w := p.weapon(last.Weapon); w >= 0 {
			power = p.Weapons[w].Power
		} else if n := p.spell(last.Weapon); n >= 0 {
			power = p.Spells[n].Power
		}
		least, most := 0, 0
		if last.Hit && power > 0 {
			least, most = 1, 1
		}
		if last.Weapon == pushing {
			least, most = 0, 0
		}
		if last.Weapon == throwing || last.Weapon == locking { // an opposed roll may save it
			least = 0
		}
		if direct < least || direct > most {
			return fmt.Errorf("%s with %s at %s, hit %v: %d damage rolls", last.Unit, last.Weapon, last.Target, last.Hit, direct)
		}
		return nil
	}
	for _, e := range s.Events {
		switch e := e.(type) {
		case AttackRolled:
			if err := settle(); err != nil {
				return err
			}
			last, direct = &e, 0
		case Damaged:
			if last != nil && e.Unit == last.Target && e.Law == "WM-X-DMG-1" {
				direct++
			}
		}
	}
	return settle()
}

// focusAddsUp follows the focus of each unit through the events of a step.
func focusAddsUp(before, after *Battle, s rules.Step) error {
	have := make([]int, len(before.info))
	for i := range have {
		have[i] = before.s.Units[i].Focus
	}
	lent := before.s.Activation.MarshalPointUsed
	for _, e := range s.Events {
		switch e := e.(type) {
		case TurnBegan:
			for i := range have {
				if before.info[i].seat == e.Seat {
					have[i] = 0
				}
			}
		case FocusReceived:
			i := before.find(e.Unit)
			if e.Law == marshalRule {
				have[i] += e.Points
				lent = true
			} else {
				have[i] = e.Points
			}
		case FocusAllocated:
			have[before.find(e.From)] -= e.Points
			have[before.find(e.To)] += e.Points
		case FocusSpent:
			have[before.find(e.Unit)] -= e.Points
		case Activated:
			lent = false
		case ActivationEnded:
			if lent {
				have[before.find(e.Unit)] = 0
			}
			lent = false
		case Damaged:
			r, _ := before.findModel(e.Unit)
			if c := &before.info[r.unit]; len(e.Filled) > 0 && c.gridDepths.Crippled(cortexSystem, e.Filled) {
				have[r.unit] = 0
			}
		case Fell:
			if r, _ := before.findModel(e.Unit); e.Left == 0 {
				have[r.unit] = 0
			}
		}
		for i, n := range have {
			if n < 0 {
				return fmt.Errorf("%s has %d focus after %s", before.info[i].id, n, e.Kind())
			}
		}
	}
	for i, n := range have {
		if after.s.Units[i].Focus != n {
			return fmt.Errorf("%s has %d focus, the events make %d", after.info[i].id, after.s.Units[i].Focus, n)
		}
	}
	return nil
}

// activatedOnce checks that no unit is activated twice in a turn, that only the units of the
// turn's player are, and that a turn ends only when every unit that can be activated was.
func activatedOnce(*Battle) rulestest.Check[*Battle] {
	done := map[string]bool{}
	return func(before, after *Battle, s rules.Step) error {
		seat := before.s.Turn
		for _, e := range s.Events {
			switch e := e.(type) {
			case Activated:
				if done[e.Unit] || before.info[before.find(e.Unit)].seat != seat {
					return fmt.Errorf("%s is activated again, or in another's turn", e.Unit)
				}
				done[e.Unit] = true
			case Conceded:
				done["given up"] = true
			case TurnBegan:
				for i := range after.info {
					if after.info[i].seat != seat || before.s.Phase == phaseDeploy || !before.unitInPlay(i) || !after.unitInPlay(i) || after.inert(i) || before.inert(i) || done["given up"] || !after.playing(seat) {
						continue
					}
					ids := []string{after.info[i].id}
					if after.ofSolos(i) {
						ids = after.info[i].models
					}
					for k, id := range ids {
						if r := (modelRef{i, k}); !done[id] && (!after.ofSolos(i) || before.modelInPlay(r) && after.modelInPlay(r)) {
							return fmt.Errorf("the turn of %d ends and %s was not activated", seat, id)
						}
					}
				}
				clear(done)
				seat = e.Seat
			}
		}
		return nil
	}
}

// memoryInPlay checks what a measured table remembers.
func memoryInPlay(_, b *Battle, _ rules.Step) error {
	if b.board && len(b.s.Contacts)+len(b.s.Shelters) > 0 {
		return errors.New("a board remembers what it can see")
	}
	for _, x := range b.s.Contacts {
		if p, q := x.models(); p == q || !b.modelInPlay(p) || !b.modelInPlay(q) {
			return fmt.Errorf("%s is in melee with %s", b.id(p), b.id(q))
		}
	}
	for _, x := range b.s.Shelters {
		if p, q := (modelRef{x.Unit, x.Model}), (modelRef{x.From, x.FromModel}); !b.modelInPlay(p) || !b.modelInPlay(q) {
			return fmt.Errorf("%s is protected from %s", b.id(p), b.id(q))
		}
	}
	return nil
}

// activationsAgree asks the ruling of activations about each activation of the battle.
func activationsAgree(*Battle) rulestest.Check[*Battle] {
	var models, events []any
	acted := map[string]bool{}
	skip := true
	do := func(what, who string, more ...any) {
		e := map[string]any{"do": what, "who": who}
		for n := 0; n < len(more); n += 2 {
			e[more[n].(string)] = more[n+1]
		}
		events = append(events, e)
	}
	return func(before, after *Battle, s rules.Step) error {
		acting := before.s.Acting
		for _, e := range s.Events {
			switch e := e.(type) {
			case Activated:
				i := before.find(e.Unit)
				acting = i
				models, events = nil, nil
				clear(acted)
				unit := before.info[i].profile.Kind == "unit"
				named, _ := before.findModel(e.Unit)
				skip = before.flees(named) || unit && before.info[i].size == 1
				for k := range before.s.Units[i].Models {
					r := modelRef{i, k}
					if before.ofSolos(i) && before.id(r) != e.Unit {
						continue
					}
					m := map[string]any{"id": before.id(r), "on_table": before.modelInPlay(r), "may_move_after_action": before.info[i].profile.hasAbility("light-cavalry")}
					if unit {
						m["unit"], m["commander"], m["in_formation"] = e.Unit, r == before.lead(i), !slices.Contains(e.Strays, k)
					}
					models = append(models, m)
				}
				if unit && e.Order != "none" {
					do("begin", e.Unit, "order", e.Order)
				} else {
					do("begin", e.Unit)
				}
				for k := range before.s.Units[i].Models {
					r := modelRef{i, k}
					switch m := before.model(r); {
					case m.Gone, before.ofSolos(i) && before.id(r) != e.Unit:
					case m.StationaryUntil > 0:
						skip = true
					case m.Down && e.Rises == "action":
						do("act", before.id(r), "kind", ruling.Forfeit)
					case m.Down:
						skip = skip || slices.Contains(e.Strays, k)
						do("move", before.id(r), "kind", ruling.Forfeit)
					}
				}
			case Moved:
				skip = skip || e.Law == fleeRule || e.Law == cavalryRule || e.Movement == slamming || e.Movement == trample
				for k := range before.s.Units[acting].Models {
					d, r := &before.s.Activation.Models, modelRef{acting, k}
					if e.Model != k && (e.Model != noUnit || k < len(*d) && (*d)[k].Movement != "" || before.model(r).helpless()) || !before.modelInPlay(r) {
						continue
					}
					if e.Movement == rideOn {
						if k < len(*d) && (*d)[k].Attacks > 0 {
							do("extra-move", before.id(r))
						}
						continue
					}
					kind := e.Movement
					if k < len(*d) && (*d)[k].OutOfFormation && kind != ruling.Forfeit {
						kind = map[string]string{ruling.FullAdvance: "full-advance-toward-commander", ruling.Run: "run-directly-toward-commander"}[kind]
					}
					if kind == ruling.Charge {
						do("move", before.id(r), "kind", kind, "success", e.Law != failedChargeRule)
					} else {
						do("move", before.id(r), "kind", kind)
					}
				}
			case AttackRolled:
				if e.Free || e.Stray || e.Law == spellRule || e.Law == sprayRule || e.Law == cavalryRule || isChargeOutRule(e.Law) {
					break
				}
				for _, id := range append([]string{e.Unit}, e.With...) {
					if r, _ := before.findModel(id); r.unit == acting && !acted[id] {
						acted[id] = true
						do("act", id, "kind", "combat")
					}
				}
			case SkillRolled:
				do("act", e.Unit, "kind", "special")
			case SpellCast:
				do("cast", e.Unit)
			case FeatUsed:
				do("feat", e.Unit)
			case Fell, Struck, Fled, Conceded: // what a model of the unit owes may have become impossible
				skip = true
			case ActivationEnded:
				ends := !skip
				skip = true
				if !ends {
					break
				}
				do("end", e.Unit)
				out, err := ask("activation-check", map[string]any{"models": models, "events": events})
				if err != nil {
					return err
				}
				if out["legal"] != true {
					found, _ := out["violations"].([]any)
					for _, v := range found {
						v := v.(map[string]any)
						r, _ := before.findModel(v["subject"].(string))
						barred := r.unit == before.s.Acting && v["rule"] == "WM-UNIT-3" && before.board && !before.mustReturn(r.model)
						unreachable := v["rule"] == "WM-CHARGE-17" && r.unit == before.s.Acting && !before.owesAttack(r.model)
						if !barred && !unreachable {
							return fmt.Errorf("%v of %v", v, events)
						}
					}
				}
			}
		}
		return nil
	}
}

// straysAreFar checks who is out of formation at the activation of a unit (WM-UNIT-2).
func straysAreFar(before, _ *Battle, s rules.Step) error {
	c, is := s.Command.(Activate)
	if !is || !before.board {
		return nil
	}
	e, is := s.Events[0].(Activated)
	if !is {
		return nil
	}
	i := before.find(c.Unit)
	lead := before.lead(i)
	for k := range before.s.Units[i].Models {
		r := modelRef{i, k}
		if !before.modelInPlay(r) || r == lead || before.info[i].profile.Kind != "unit" {
			continue
		}
		gap := before.model(r).at().Minus(before.model(lead).at()).Length() - float64(2*before.info[i].radius)
		far := gap > float64(before.info[i].profile.Cmd)*1000+0.5
		if far != slices.Contains(e.Strays, k) {
			return fmt.Errorf("%s is %.3f inches from its commander of CMD %d and out of formation: %v", before.id(r), gap/1000, before.info[i].profile.Cmd, !far)
		}
	}
	return nil
}

// movesWithinReach checks the distances of movements against the ruling of allowances.
func movesWithinReach(before, after *Battle, s rules.Step) error {
	c, is := s.Command.(Move)
	if !is {
		return nil
	}
	i := before.s.Acting
	for _, e := range s.Events {
		e, is := e.(Moved)
		if !is || e.Movement == ruling.Forfeit || before.find(e.Unit) != i || e.Law == cavalryRule {
			continue
		}
		kind := e.Movement
		if kind == ruling.Charge {
			kind = "charge"
		}
		in := map[string]any{"kind": kind, "model_type": "independent", "spd": before.spd(i), "modifiers": []any{}}
		if n := before.effectBonus(i, "move"); n != 0 {
			in["modifiers"] = []any{map[string]any{"to": "movement", "amount": n}}
		}
		if kind == rideOn {
			in["kind"], in["modifiers"] = "full-advance", []any{}
		}
		out, err := ask("movement-allowance", in)
		if err != nil {
			return err
		}
		most := ruling.Inches(0)
		if f, is := out["max_distance"].(float64); is {
			most = ruling.Inches(math.Round(f * 1000))
		}
		if far := ruling.InchesOf(e.Distance); far > most {
			return fmt.Errorf("%s goes %s inches by %s, allowed are %s (%v)", e.Unit, far, e.Movement, most, c)
		}
		if e.To != nil && e.Model >= 0 {
			r := modelRef{i, e.Model}
			way := append([]ruling.Point{before.model(r).at()}, e.Via...)
			sum := 0.0
			for n, p := range append(way, e.To.at())[1:] {
				sum += p.Minus(way[n]).Length()
			}
			if len(e.Via) == 0 && ruling.RoundInches(sum) > ruling.InchesOf(e.Distance)+1 && e.Movement != rideOn {
				return fmt.Errorf("%s says %s inches and goes %.0f thousandths", e.Unit, ruling.InchesOf(e.Distance), sum)
			}
		}
	}
	return nil
}

// chargesReach checks that the target of a charge that succeeds is in melee range where the
// charger ends, and that a charger that fails ends its activation.
func chargesReach(before, after *Battle, s rules.Step) error {
	if !after.board {
		return nil
	}
	for _, e := range s.Events {
		e, is := e.(Moved)
		if !is || e.Movement != ruling.Charge || e.To == nil || e.Law == cavalryRule {
			continue
		}
		r, _ := before.findModel(e.Unit)
		r.model = max(0, e.Model)
		target, _ := before.findModel(e.Target)
		gap := ruling.BaseGap(e.To.at(), after.info[r.unit].radius, before.model(target).at(), before.info[target.unit].radius)
		if reach := after.info[r.unit].reach(); e.Law != failedChargeRule && gap > reach {
			return fmt.Errorf("%s charges %s and ends %s inches away with a reach of %s", before.id(r), e.Target, gap, reach)
		}
	}
	return nil
}

// ask asks a ruling and returns the members of its answer.
func ask(name string, in map[string]any, faces ...int) (result map[string]any, err error) {
	err = rulestest.Ask(Game, name, in, &result, faces...)
	return result, err
}

// rulingsAgree asks the rulings of attack and damage rolls, and of charges, for the facts of the
// battle, and compares their answers with what happened.
func rulingsAgree(before, after *Battle, s rules.Step) error {
	switch c := s.Command.(type) {
	case Attack:
		return attackAgrees(before, c, s)
	case Move:
		return chargeAgrees(before, c, s)
	}
	return nil
}

// facesFor returns the first n faces that were thrown for a roll.
func facesFor(s rules.Step, why string, n int) []int {
	faces := rulestest.FacesFor(s, why)
	return faces[:min(n, len(faces))]
}

func attackAgrees(b *Battle, c Attack, s rules.Step) error {
	if !b.combat || slices.ContainsFunc(s.Events, func(e rules.Event) bool { return e.Kind() == "steadied" }) {
		return nil
	}
	n := slices.IndexFunc(s.Events, func(e rules.Event) bool { return e.Kind() == "attack-rolled" })
	if n < 0 {
		return nil
	}
	e := s.Events[n].(AttackRolled)
	by, _ := b.findModel(e.Unit)
	at, _ := b.findModel(e.Target)
	p, w := &b.info[by.unit].profile, b.info[by.unit].profile.weapon(e.Weapon)
	weapon, d := &p.Weapons[w], &b.s.Activation.Models[by.model]
	boosted := func(what string, events []rules.Event) bool {
		return slices.ContainsFunc(events, func(e rules.Event) bool { f, is := e.(FocusSpent); return is && f.For == what })
	}
	stat := map[string]int{ruling.Melee: p.Mat + b.effectBonus(by.unit, "mat"), ruling.Ranged: p.Rat + b.effectBonus(by.unit, "rat")}[weapon.Kind]
	in := map[string]any{"kind": weapon.Kind, "stat": stat, "defense": b.def(at.unit), "boosted": boosted("boost-attack", s.Events[:n])}
	modifier := c.AttackModifier + b.effectBonus(by.unit, "attack")
	if e.Charge && p.rides() {
		modifier += 2
	}
	in["modifier"] = modifier
	in["aiming"] = weapon.Kind == ruling.Ranged && d.Movement == ruling.Forfeit
	if len(e.With) > 0 {
		in["combined_models"] = len(e.With) + 1
	}
	crippled := 0
	if b.weaponCrippled(by.unit, w) {
		crippled = -1
	}
	in["extra_dice"] = crippled
	switch m := b.model(at); {
	case m.StationaryUntil > 0:
		in["target_state"] = stationary
	case m.Down:
		in["target_state"] = "knocked-down"
	}
	if b.board {
		in["back_strike"] = b.backStrike(by, at)
	} else {
		in["back_strike"] = c.BackStrike
	}
	if weapon.Kind == ruling.Ranged {
		in["spray"], in["range"] = weapon.Spray, weapon.Range
		in["stealth"] = b.info[at.unit].profile.hasAbility("stealth") || b.effectBonus(at.unit, "stealth") != 0
		if b.board {
			in["distance"] = b.distance(by, at)
			in["target_in_melee"] = b.inMelee(by, at)
			hidden, cover := b.sheltered(b.model(by).at(), b.model(at).at(), b.info[at.unit].radius)
			in["concealment"], in["cover"] = hidden || b.effectBonus(at.unit, "concealment") != 0, cover
			in["elevated_target"] = b.ground(b.model(at).at())-b.ground(b.model(by).at()) >= ruling.OneHigher
		} else {
			return nil // the other side adds facts
		}
	}
	first, err := ask("attack-roll", in, facesFor(s, "attack", 0)...)
	var need *dice.MissingError
	if errors.As(err, &need) {
		first, err = ask("attack-roll", in, facesFor(s, "attack", need.Roll.N)...)
	}
	if err != nil {
		return err
	}
	if first["hit"] != e.Hit || first["critical"] != e.Critical || e.Total != nil && first["total"] != float64(*e.Total) || first["target_def"] != float64(e.Def) {
		return fmt.Errorf("the ruling of %v gives %v, the battle %+v", in, first, e)
	}
	if n+1 >= len(s.Events) || !e.Hit || weapon.Power == 0 {
		return nil
	}
	rest := s.Events[n+1:]
	k := slices.IndexFunc(rest, func(x rules.Event) bool { return x.Kind() == "damaged" })
	if k < 0 {
		return fmt.Errorf("a hit without damage: %+v", e)
	}
	return damageAgrees(b, c, e, rest[k].(Damaged), boosted("boost-damage", rest[:k]), s)
}

func damageAgrees(b *Battle, c Attack, e AttackRolled, hurt Damaged, boosted bool, s rules.Step) error {
	by, _ := b.findModel(e.Unit)
	at, _ := b.findModel(e.Target)
	p := &b.info[by.unit].profile
	w := p.weapon(e.Weapon)
	extra := b.effectBonus(by.unit, "damage-dice")
	if b.weaponCrippled(by.unit, w) {
		extra--
	}
	if p.Weapons[w].Kind == ruling.Melee && p.hasAbility("weapon-master") {
		extra++
	}
	in := map[string]any{
		"power": p.Weapons[w].Power, "modifier": c.DamageModifier + b.effectBonus(by.unit, "damage"), "arm": b.arm(at.unit),
		"boosted": e.Charge || boosted, "extra_dice": extra,
	}
	if len(e.With) > 0 {
		in["combined_models"] = len(e.With) + 1
	}
	out, err := ask("damage-roll", in)
	var need *dice.MissingError
	if errors.As(err, &need) {
		out, err = ask("damage-roll", in, facesFor(s, "damage", need.Roll.N)...)
	}
	if err != nil {
		return err
	}
	if out["total"] != float64(hurt.Total) || out["damage"] != float64(hurt.Amount) {
		return fmt.Errorf("the ruling of %v gives %v, the battle %+v", in, out, hurt)
	}
	return nil
}

// chargeAgrees compares the charge of one model on a table without terrain with the ruling.
func chargeAgrees(b *Battle, c Move, s rules.Step) error {
	e, is := s.Events[len(s.Events)-1].(Moved)
	for _, x := range s.Events {
		if m, moved := x.(Moved); moved {
			e, is = m, true
			break
		}
	}
	if !is || c.Movement != ruling.Charge || !b.board || len(b.pieces) > 0 || len(b.s.Wrecks) > 0 || b.info[b.s.Acting].size > 1 || b.info[b.s.Acting].profile.rides() || e.Distance == 0 {
		return nil
	}
	r := modelRef{b.s.Acting, 0}
	target, _ := b.findModel(e.Target)
	disc := func(o modelRef) map[string]any {
		m := b.model(o)
		return map[string]any{"x": m.X, "y": m.Y, "radius": b.info[o.unit].radius}
	}
	charger := disc(r)
	charger["spd"], charger["movement_bonus"], charger["melee_range"] = b.spd(r.unit), max(0, b.effectBonus(r.unit, "move")), b.info[r.unit].reach()
	in := map[string]any{"charger": charger, "target": disc(target)}
	others := []any{}
	for _, o := range b.modelsWhere(func(o modelRef) bool { return o != r && o != target }) {
		others = append(others, disc(o))
	}
	in["others"] = others
	if len(c.Path) == 1 {
		way := c.Path[0].Minus(b.model(r).at())
		in["direction"], in["stop_at"] = ruling.Heading(float64(way.X), float64(way.Y)), ruling.RoundInches(way.Length())
	}
	out, err := ask("charge-move", in)
	if err != nil {
		return err
	}
	far, _ := out["distance_moved"].(float64)
	beyond := ruling.BaseGap(e.To.at(), b.info[r.unit].radius, b.model(target).at(), b.info[target.unit].radius) - b.info[r.unit].reach()
	if out["success"] == true && e.Law == failedChargeRule && beyond == 1 {
		return nil // the ruling rounds no place
	}
	if ruling.Inches(math.Round(far*1000)) != ruling.InchesOf(e.Distance) || out["success"] != (e.Law != failedChargeRule) {
		return fmt.Errorf("the ruling of %v gives %v, the battle %+v", in, out, e)
	}
	return nil
}
