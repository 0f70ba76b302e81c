package warcry

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/plane"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry/ruling"
)

// TestLaws plays battles between bots and checks after each step what must hold.
func TestLaws(t *testing.T) { rulestest.Laws(t, Game, "", 100, battleLaws...) }

// battleLaws hold in every battle.
var battleLaws = []rulestest.Law[*Battle]{
	rulestest.Plain("bases do not overlap", basesApart),
	rulestest.Plain("fighters stand on the battlefield", standsSomewhere),
	{Name: "damage is allocated once", Start: damageAddsUp},
	rulestest.Plain("hits are neither lost nor counted twice", hitsCount),
	{Name: "fighters act as often as the book lets them", Start: actionsAddUp},
	{Name: "points are scored once", Start: pointsAddUp},
	rulestest.Plain("a treasure has one carrier", oneCarrier),
	rulestest.Plain("control follows the counts", controlFollows),
	rulestest.Plain("contacts are mutual", contactsMutual),
	rulestest.Plain("rulings agree with the battle", rulingsAgree),
	rulestest.Plain("falls agree with the ruling", fallsAgree),
}

// basesApart requires that no two fighters take up the same space, but for the rounding of positions
// to a thousandth of an inch.
func basesApart(_, b *Battle, _ rules.Step) error {
	if !b.board {
		return nil
	}
	for i := range b.s.Fighters {
		for j := range i {
			w, v := &b.s.Fighters[i], &b.s.Fighters[j]
			if !b.inPlay(i) || !b.inPlay(j) || w.base.Z >= v.base.Z+v.heightMils || v.base.Z >= w.base.Z+w.heightMils {
				continue
			}
			if dx, dy, r := w.base.X-v.base.X, w.base.Y-v.base.Y, w.base.Radius+v.base.Radius-2; dx*dx+dy*dy < r*r {
				return fmt.Errorf("%s and %s overlap", b.id(i), b.id(j))
			}
		}
	}
	return nil
}

// standsSomewhere requires that a fighter in play is wholly on the battlefield, on a surface or
// climbing, in no wall, and that only taken down fighters leave it.
func standsSomewhere(before, b *Battle, _ rules.Step) error {
	for i := range b.s.Fighters {
		w := &b.s.Fighters[i]
		if before.s.Fighters[i].Placed && !w.Placed || before.s.Fighters[i].Out && !w.Out {
			return fmt.Errorf("%s left the battlefield by no rule", b.id(i))
		}
		if !b.board || !b.inPlay(i) {
			continue
		}
		if !b.onBattlefield(w.pos, w.r) {
			return fmt.Errorf("%s is over the edge", b.id(i))
		}
		if on, _ := b.onSurface(w.pos, w.z); !on && w.ClimbsOn == "" {
			return fmt.Errorf("%s stands on nothing", b.id(i))
		}
		if w.ClimbsOn == "" && b.findObstacle(i, w.pos, w.pos, w.z, noUnit) == "terrain" {
			return fmt.Errorf("%s stands in a wall", b.id(i))
		}
	}
	return nil
}

// damageAddsUp adds up what events deal and heal: nobody suffers more than its Wounds, and who has
// suffered them is taken down.
func damageAddsUp(start *Battle) rulestest.Check[*Battle] {
	book := make([]int, len(start.info))
	return func(before, b *Battle, s rules.Step) error {
		downs := map[string]int{}
		for _, e := range s.Events {
			switch e := e.(type) {
			case Damaged:
				if i := b.find(e.Fighter); e.Amount < 1 || before.s.Fighters[i].Out {
					return fmt.Errorf("%s suffers %d, out %t", e.Fighter, e.Amount, before.s.Fighters[i].Out)
				}
				book[b.find(e.Fighter)] += e.Amount
			case Healed:
				book[b.find(e.Fighter)] -= e.Amount
			case TakenDown:
				if downs[e.Fighter]++; downs[e.Fighter] > 1 {
					return fmt.Errorf("%s is taken down twice", e.Fighter)
				}
			}
		}
		for i := range b.s.Fighters {
			w, wounds := &b.s.Fighters[i], b.info[i].profile.Wounds
			switch full := book[i] == wounds; {
			case w.Damage != book[i] || book[i] < 0 || book[i] > wounds:
				return fmt.Errorf("%s has %d damage, added up %d of %d", b.id(i), w.Damage, book[i], wounds)
			case full && !w.Out:
				return fmt.Errorf("%s has suffered all its Wounds and is in play", b.id(i))
			case w.Out && !full && w.DownCause != "no-fall-point":
				return fmt.Errorf("%s is down with %d of %d damage: %s", b.id(i), book[i], wounds, w.DownCause)
			}
		}
		return nil
	}
}

// hitsCount requires that every hit roll is a hit, a critical or a miss, that damage is what the
// weapon does with them, and that it is allocated up to the Wounds that are left.
func hitsCount(before, b *Battle, s rules.Step) error {
	for _, e := range rulestest.EventsOf[Attacked](s.Events) {
		rolls := 0
		for _, d := range s.Dice {
			rolls += rules.BoolToInt(d.For == "hit")
		}
		if n := e.Hits + e.Criticals + e.Misses; n != rolls {
			return fmt.Errorf("%d hits, criticals and misses of %d dice", n, rolls)
		}
		j := b.find(e.Target)
		dealt, left := 0, before.info[j].profile.Wounds-before.s.Fighters[j].Damage
		for _, d := range rulestest.EventsOf[Damaged](s.Events) {
			if d.Fighter == e.Target && d.Cause == "attack" {
				dealt += d.Amount
			}
		}
		if want := min(e.Damage, left); dealt != want {
			return fmt.Errorf("%d damage with %d Wounds left allocates %d", e.Damage, left, dealt)
		}
	}
	return nil
}

// actionsAddUp counts activations, waits and reactions of each round, and whose turn it is. Battles of
// earlier versions did not.
func actionsAddUp(start *Battle) rulestest.Check[*Battle] {
	if !start.since(tableRemembers) {
		return func(_, _ *Battle, _ rules.Step) error { return nil }
	}
	n := len(start.info)
	activated, waited, reacted := make([]int, n), make([]int, n), make([]int, n)
	last := rules.Nobody
	return func(before, b *Battle, s rules.Step) error {
		for _, e := range s.Events {
			switch e := e.(type) {
			case RoundEnded:
				activated, waited, reacted = make([]int, n), make([]int, n), make([]int, n)
				last = rules.Nobody
			case TurnBegan:
				if e.Seat == last {
					return fmt.Errorf("seat %d has two turns in a row, and the other did not pass", e.Seat)
				}
				last = e.Seat
			case Passed:
				last = e.Seat
			case Activated:
				i := b.find(e.Fighter)
				activated[i]++
				most := 1 + waited[i]
				if b.info[i].monster {
					most = ruling.MonsterActivations
				}
				if activated[i] > most || reacted[i] > 1 || e.Second != (activated[i] == 2 && !b.info[i].monster) {
					return fmt.Errorf("%s is activated %d times, with %d waits and %d reactions", e.Fighter, activated[i], waited[i], reacted[i])
				}
				if want := actionsOf(b.info[i].monster, e.Second, reacted[i]); e.Actions != want {
					return fmt.Errorf("%s has %d actions, want %d", e.Fighter, e.Actions, want)
				}
			case Waited:
				i := b.find(e.Fighter)
				if waited[i] += rules.BoolToInt(e.Waiting); waited[i] > 1 || e.Waiting && (b.info[i].monster || reacted[i] > 0) {
					return fmt.Errorf("%s waits %d times after %d reactions", e.Fighter, waited[i], reacted[i])
				}
			case Reacted:
				i := b.find(e.Fighter)
				if reacted[i]++; reacted[i] > 2 || b.info[i].monster || activated[i] > waited[i] {
					return fmt.Errorf("%s reacts %d times after %d activations", e.Fighter, reacted[i], activated[i])
				}
				waited[i] = 0 // a reaction ends the waiting (WC-REA-8)
				if activated[i] > 0 {
					activated[i] = 9
				}
			}
		}
		if len(rulestest.EventsOf[Reacted](s.Events)) > 1 {
			return fmt.Errorf("two reactions to one action")
		}
		return nil
	}
}

// actionsOf returns the actions of an activation (WC-ACT-5, WC-WAIT-3, WC-REA-6, WC-MON-4).
func actionsOf(monster, second bool, reactions int) int {
	if monster || second || reactions > 0 {
		return 1
	}
	return 2
}

// pointsAddUp adds up the points that events score.
func pointsAddUp(*Battle) rulestest.Check[*Battle] {
	var book [2]int
	return func(_, b *Battle, s rules.Step) error {
		for _, e := range rulestest.EventsOf[Scored](s.Events) {
			book[e.Seat] += e.VP
		}
		for seat := range book {
			rounds := 0
			for _, n := range b.s.Sides[seat].Rounds {
				rounds += n
			}
			if vp := b.s.Sides[seat].VP; vp != book[seat] || rounds != book[seat] {
				return fmt.Errorf("seat %d has %d points, %d by rounds, added up %d", seat, vp, rounds, book[seat])
			}
		}
		return nil
	}
}

// oneCarrier requires that treasures and carriers point at each other and that only fighters in
// play that may carry do so.
func oneCarrier(_, b *Battle, _ rules.Step) error {
	for k, t := range b.s.Treasures {
		if t.Carrier >= 0 && (b.s.Fighters[t.Carrier].Carrying != k || !b.inPlay(t.Carrier)) {
			return fmt.Errorf("treasure %d is carried by %s, who carries %d", k, b.id(t.Carrier), b.s.Fighters[t.Carrier].Carrying)
		}
	}
	for i := range b.s.Fighters {
		if k := b.s.Fighters[i].Carrying; k >= 0 && (b.s.Treasures[k].Carrier != i || b.info[i].beast || b.info[i].monster) {
			return fmt.Errorf("%s carries treasure %d, which %d carries", b.id(i), k, b.s.Treasures[k].Carrier)
		}
	}
	return nil
}

// controlFollows requires that objectives only change hands when a round ends, to the side with more
// fighters near them (WC-OBJ-2, WC-OBJ-3).
func controlFollows(before, b *Battle, s rules.Step) error {
	for k := range b.s.Objectives {
		if k >= len(before.s.Objectives) {
			return nil
		}
		was, is := before.s.Objectives[k].Controller, b.s.Objectives[k].Controller
		if len(rulestest.EventsOf[RoundEnded](s.Events)) == 0 {
			if was != is {
				return fmt.Errorf("objective %d changes hands within a round", k)
			}
			continue
		}
		if !b.board {
			continue
		}
		var n [2]int
		for i := range b.info {
			if gap := plane.Distance(b.s.Fighters[i].base, b.s.Objectives[k].At.base(0)); b.inPlay(i) && gap <= 3+tolerance {
				n[b.info[i].seat]++
			}
		}
		want := was
		switch {
		case n[0] > n[1]:
			want = 0
		case n[1] > n[0]:
			want = 1
		}
		if is != want {
			return fmt.Errorf("objective %d: %v fighters, controlled by %d, before by %d", k, n, is, was)
		}
	}
	return nil
}

// contactsMutual requires that what a measured table knows is about enemies in play and the same for
// both.
func contactsMutual(_, b *Battle, _ rules.Step) error {
	for i := range b.s.Fighters {
		for j := range b.s.Fighters {
			if !b.touching(i, j) {
				continue
			}
			if b.board || !b.touching(j, i) || b.info[i].seat == b.info[j].seat || !b.inPlay(i) || !b.inPlay(j) {
				return fmt.Errorf("%s is known to be near %s", b.id(i), b.id(j))
			}
		}
	}
	for _, p := range b.s.Pairs {
		if !b.inPlay(p.From) || !b.inPlay(p.To) || b.touching(p.From, p.To) != (p.Distance <= rules.One) {
			return fmt.Errorf("%s and %s are known to be %s apart, near %t", b.id(p.From), b.id(p.To), p.Distance, b.touching(p.From, p.To))
		}
	}
	return nil
}

// rulingsAgree asks the procedures of the rulebook for the facts of a step, with its dice, and
// requires the same answer.
func rulingsAgree(before, b *Battle, s rules.Step) error {
	switch c := s.Command.(type) {
	case Attack:
		return attackAgrees(before, s, c)
	case Move:
		return moveAgrees(before, s, c)
	case UseAbility:
		return abilityAgrees(before, s, c)
	case RollInitiative:
		e := rulestest.EventsOf[InitiativeRolled](s.Events)[0]
		for seat, faces := range [2][6]int{e.A, e.B} {
			singles, groups := ruling.SortInitiative(faces[:])
			if side := &b.s.Sides[seat]; side.singles() != len(singles) || side.largest() != largestGroup(groups) {
				return fmt.Errorf("seat %d rolls %v: %d singles", seat, faces, side.singles())
			}
		}
	}
	return nil
}

func (c *sideState) largest() int { return slices.Max(c.Dice[:]) }

func largestGroup(groups []ruling.Group) (most int) {
	for _, g := range groups {
		most = max(most, g.Dice)
	}
	return most
}

// ask returns the answer of a ruling to a struct, with dice; as an object.
func ask(procedure string, input any, faces []int) (answer map[string]any, err error) {
	text, err := json.Marshal(input)
	if err != nil {
		return nil, err
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		return nil, err
	}
	dropUnset(tree)
	err = rulestest.Ask(Game, procedure, tree, &answer, faces...)
	return answer, err
}

// dropUnset leaves out the members that are empty texts or null, which inputs leave out as well.
func dropUnset(tree any) {
	switch tree := tree.(type) {
	case map[string]any:
		for k, v := range tree {
			if v == nil || v == "" {
				delete(tree, k)
			} else {
				dropUnset(v)
			}
		}
	case []any:
		for _, v := range tree {
			dropUnset(v)
		}
	}
}

func attackAgrees(before *Battle, s rules.Step, c Attack) error {
	attacks := rulestest.EventsOf[Attacked](s.Events)
	if len(attacks) == 0 || len(rulestest.EventsOf[Steadied](s.Events)) > 0 {
		return nil
	}
	e, i := attacks[0], before.find(c.Fighter)
	j, weapon, f, fault := before.attackOf(&c, i)
	if fault != nil {
		return fault
	}
	if f.cover = e.Cover; e.Facts != nil {
		f.nearOpenEdge = e.Facts.NearOpenEdge
	}
	a := before.attack(i, j, &weapon, &f)
	for _, r := range rulestest.EventsOf[Reacted](s.Events) {
		a.Reaction = r.Reaction
	}
	got, err := ask("resolve-attack", a, rulestest.FacesFor(s, "hit", "take-cover", "fall-test"))
	if err != nil {
		return err
	}
	for name, want := range map[string]int{"hits": e.Hits, "criticals": e.Criticals, "misses": e.Misses, "damage": e.Damage} {
		if got[name] != float64(want) {
			return fmt.Errorf("attack: %s is %d, the ruling says %v", name, want, got[name])
		}
	}
	tests := rulestest.EventsOf[FallTested](s.Events)
	if (len(tests) > 0) != (got["fall_test"] == true) || len(tests) > 0 && tests[0].Falls != (got["target_falls"] == true) {
		return fmt.Errorf("attack: fall tests %v, the ruling says %v, %v", tests, got["fall_test"], got["target_falls"])
	}
	return nil
}

func moveAgrees(before *Battle, s rules.Step, c Move) error {
	if len(rulestest.EventsOf[Moved](s.Events)) == 0 {
		return nil
	}
	w, fault := before.moveFacts(&c, before.find(c.Fighter), nil)
	if fault != nil {
		return fault
	}
	got, err := ask("resolve-move", w.MoveInput, rulestest.FacesFor(s, "deadly-climb", "impact"))
	if err != nil {
		return err
	}
	if got["legal"] != true {
		return fmt.Errorf("move: the ruling forbids it: %v", got["faults"])
	}
	return nil
}

func abilityAgrees(before *Battle, s rules.Step, c UseAbility) error {
	if len(rulestest.EventsOf[AbilityUsed](s.Events)) == 0 || before.ability(c.Ability) >= 0 {
		return nil
	}
	u, _, fault := before.abilityOf(&c, before.find(c.Fighter))
	if fault != nil {
		return fault
	}
	got, err := ask("use-ability", u, rulestest.FacesFor(s, c.Ability, "impact"))
	if err != nil {
		return err
	}
	if got["usable"] != true {
		return fmt.Errorf("ability: the ruling forbids %s: %v", c.Ability, got["faults"])
	}
	for _, e := range rulestest.EventsOf[Healed](s.Events) {
		if want := float64(u.Fighter.Allocated - e.Amount); got["allocated_after"] != want {
			return fmt.Errorf("ability: %v damage remains, the ruling says %v", want, got["allocated_after"])
		}
	}
	for _, e := range rulestest.EventsOf[Hampered](s.Events) {
		if got["successes"] != float64(e.Amount) {
			return fmt.Errorf("ability: %d successes, the ruling says %v", e.Amount, got["successes"])
		}
	}
	return nil
}

// A fallen is a fall in a step: the battle when it began, its event, and the events after it.
type fallen struct {
	now *Battle
	Fell
	after []rules.Event
}

// fallsAgree asks the ruling of falls for each fall, from where the fighter was when it fell and with
// the dice of its landing, and requires the same drop and the same damage (WC-FALL-1 to WC-FALL-6).
// Who is taken down because it can land nowhere stood on no platform (WC-FALL-4).
func fallsAgree(before, _ *Battle, s rules.Step) error {
	var falls []fallen
	now := before.Clone().(*Battle)
	for k, e := range s.Events {
		switch e := e.(type) {
		case Fell:
			falls = append(falls, fallen{now.Clone().(*Battle), e, s.Events[k+1:]})
		case TakenDown:
			w := now.w(e.Fighter)
			if on, _ := now.onSurface(w.pos, w.z); e.Cause == "no-fall-point" && now.board && on && w.At.Z > 0 {
				return fmt.Errorf("%s falls nowhere and stands on a platform", e.Fighter)
			}
		}
		now.Apply(e)
	}
	if !before.board && len(falls) > 1 {
		return nil // whose landing was near deadly terrain is not told
	}
	thrown := slices.DeleteFunc(slices.Clone(s.Dice), func(d dice.Die) bool { return d.For != "impact" && d.For != "deadly-fall" })
	for _, f := range slices.Backward(falls) { // the dice of the last fall were thrown last, those of a move first
		used, err := f.agrees(before, s, thrown)
		if err != nil {
			return fmt.Errorf("fall of %s: %w", f.Fighter, err)
		}
		thrown = thrown[:len(thrown)-used]
	}
	return nil
}

// agrees asks the ruling of falls for one fall. It tries as many of the last dice as a landing may need,
// and returns how many it took.
func (f fallen) agrees(before *Battle, s rules.Step, thrown []dice.Die) (used int, err error) {
	b, i := f.now, f.now.find(f.Fighter)
	w := &b.s.Fighters[i]
	in := ruling.FallInput{
		Fighter: ruling.Faller{Runemarks: b.info[i].profile.Runemarks, Health: b.health(i)}, Controller: playerOf(w.seat),
		Cause: f.cause(before, s), ClimbingOn: w.ClimbsOn, Height: w.At.Z, Chosen: new(int),
	}
	if b.board {
		in.Candidates = []ruling.LandingPoint{b.landingPoint(i, f.To)}
	} else {
		near := slices.ContainsFunc(thrown, func(d dice.Die) bool { return d.For == "deadly-fall" })
		in.Height = 3 * rules.One
		in.Candidates = []ruling.LandingPoint{{Height: in.Height - f.Drop, DeadlyWithin1: rules.BoolToInt(near)}}
	}
	for used = 0; used <= min(2, len(thrown)); used++ {
		last := thrown[len(thrown)-used:]
		in.DeadlyFirst = used > 0 && last[0].For == "deadly-fall"
		if err = f.lands(in, rulestest.FacesFor(rules.Step{Dice: last}, "impact", "deadly-fall")); err == nil {
			break
		}
	}
	return used, err
}

// lands asks the ruling about a landing and compares its answer with the events.
func (f fallen) lands(in ruling.FallInput, faces []int) error {
	got, err := ask("resolve-fall", in, faces)
	if err != nil {
		return err
	}
	damage, down := map[string]int{}, false
	for _, e := range f.after {
		if _, another := e.(Fell); another {
			break
		}
		if e, is := e.(Damaged); is && e.Fighter == f.Fighter {
			damage[e.Cause] += e.Amount
		}
		if e, is := e.(TakenDown); is && e.Fighter == f.Fighter {
			down = true
		}
	}
	for name, is := range map[string]any{
		"falls": true, "drop": f.Drop.Float(), "taken_down": down,
		"impact_damage": float64(damage["fall"]), "deadly_damage": float64(damage["deadly-terrain"]),
	} {
		if got[name] != is {
			return fmt.Errorf("%s is %v, the ruling says %v", name, is, got[name])
		}
	}
	return nil
}

// cause returns why the fighter falls (WC-FALL-1).
func (f fallen) cause(before *Battle, s rules.Step) string {
	for _, e := range rulestest.EventsOf[FallTested](s.Events) {
		if e.Fighter == f.Fighter {
			return "fall-test"
		}
	}
	if c, is := s.Command.(Move); is && c.Fighter == f.Fighter {
		if w, fault := before.moveFacts(&c, before.find(c.Fighter), nil); fault == nil {
			switch w.FallRule() {
			case "":
			case "WC-TER-10":
				return "unclimbable"
			default:
				return "move-end"
			}
		}
	}
	return "activation-end-climbing"
}

// TestFallsLawFails tampers with the step of a fall: the law notices.
func TestFallsLawFails(t *testing.T) {
	b := battleOnDeck(t, 3)
	b.s.Fighters[0].put(Point{3_500_000, 11 * rules.One, 3 * rules.One})
	after, step, err := fallOf(b, Point{2_300_000, 11_100_000, 0})
	rulestest.Must(t, err)
	if err := fallsAgree(b, after, step); err != nil || len(rulestest.EventsOf[Damaged](step.Events)) == 0 {
		t.Fatalf("a fall with damage: %v, %v", err, step.Events)
	}
	for name, tamper := range map[string]func(e rules.Event) rules.Event{
		"another drop":   func(e rules.Event) rules.Event { f, is := e.(Fell); f.Drop -= rules.One; return either(is, f, e) },
		"too far":        func(e rules.Event) rules.Event { f, is := e.(Fell); f.To.X = 0; return either(is, f, e) },
		"not below":      func(e rules.Event) rules.Event { f, is := e.(Fell); f.To.Z = 3 * rules.One; return either(is, f, e) },
		"another damage": func(e rules.Event) rules.Event { d, is := e.(Damaged); d.Amount++; return either(is, d, e) },
		"other terrain": func(e rules.Event) rules.Event {
			d, is := e.(Damaged)
			d.Cause = "deadly-terrain"
			return either(is, d, e)
		},
	} {
		wrong := step
		wrong.Events = nil
		for _, e := range step.Events {
			wrong.Events = append(wrong.Events, tamper(e))
		}
		if fallsAgree(b, after, wrong) == nil {
			t.Errorf("%s: not noticed", name)
		}
	}
	if step.Dice = nil; fallsAgree(b, after, step) == nil {
		t.Error("no die: not noticed")
	}
}

// either returns an event that was tampered with when it is the one meant, or else the event.
func either(is bool, tampered, e rules.Event) rules.Event {
	if is {
		return tampered
	}
	return e
}
