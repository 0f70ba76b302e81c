package magnamund

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/grid"
	"oriflamme/rules/magnamund/ruling"
	"oriflamme/rules/rulestest"
)

// TestLaws plays battles between bots and checks the laws after every step.
func TestLaws(t *testing.T) {
	rulestest.Slow(t)
	rulestest.Laws(t, Game, "", 100, battleLaws...)
}

// battleLaws are what holds after every step of every battle.
var battleLaws = []rulestest.Law[*Battle]{
	rulestest.Plain("one troop a cell, all on the board", oneTroopACell),
	rulestest.Plain("who is gone was killed or left, once", goneByEvents),
	rulestest.Plain("nobody moves but by an event", movedByEvents),
	rulestest.Plain("who is next to an enemy stays", engagedStay),
	rulestest.Plain("nobody spends more movement than there is", pointsSuffice),
	rulestest.Plain("hits are neither lost nor counted twice", hitsAccount),
	rulestest.Plain("wounds are those received less those healed", woundsAccount),
	rulestest.Plain("spell cards are cast, stolen or held", cardsAccount),
	rulestest.Plain("one shot a phase and one attack a turn", onceOnly),
	rulestest.Plain("no unit is parted by its own moves", staysTogether),
	rulestest.Plain("what a measured table remembers is in play", memoryInPlay),
	rulestest.Plain("rulings give the battle's own answer", rulingsAgree),
	rulestest.OneIn(29, "a mirrored board allows the mirrored commands", mirrorsAgree),
}

func oneTroopACell(_, b *Battle, _ rules.Step) error {
	if b.measured() {
		return nil
	}
	holders := map[grid.Cell]int{}
	for i := range b.troops {
		if !b.inPlay(i) {
			continue
		}
		for _, c := range b.troopPlace(i).Cells() {
			if !b.bareBoard.OnBoard(c) {
				return fmt.Errorf("%s stands off the board at %v", b.id(i), c)
			}
			if k, held := holders[c]; held {
				return fmt.Errorf("%s and %s stand at %v", b.id(k), b.id(i), c)
			}
			if holders[c] = i; int(b.troopAt[b.bareBoard.Index(c)]) != i {
				return fmt.Errorf("the board knows nothing of %s at %v", b.id(i), c)
			}
		}
	}
	return nil
}

func goneByEvents(before, after *Battle, s rules.Step) error {
	gone := map[string]int{}
	for _, e := range s.Events {
		switch e := e.(type) {
		case Killed:
			gone[e.Troop]++
		case Left:
			gone[e.Troop]++
		}
	}
	for i := range after.troops {
		was, is := before.inPlay(i), after.inPlay(i)
		if rules.BoolToInt(was && !is) != gone[after.id(i)] || before.s.Troops[i].Out && !after.s.Troops[i].Out {
			return fmt.Errorf("%s was in play: %v, is: %v, and goes %d times", after.id(i), was, is, gone[after.id(i)])
		}
	}
	return nil
}

func movedByEvents(before, after *Battle, s rules.Step) error {
	named := map[string]bool{}
	for _, e := range s.Events {
		switch e := e.(type) {
		case Deployed:
			for _, i := range after.troopsOf(e.Unit) {
				named[after.id(i)] = true
			}
		case Moved:
			named[e.Troop] = true
		}
	}
	for i := range after.troops {
		p, q := &before.s.Troops[i], &after.s.Troops[i]
		if !named[after.id(i)] && (p.Cell != q.Cell || p.Facing != q.Facing) {
			return fmt.Errorf("%s moves from %v to %v by no event", after.id(i), p.Cell, q.Cell)
		}
	}
	return nil
}

func engagedStay(before, _ *Battle, s rules.Step) error {
	if c, is := s.Command.(Move); is && before.isEngaged(before.find(c.Troop)) {
		return fmt.Errorf("%s moves", c.Troop)
	}
	return nil
}

func pointsSuffice(before, after *Battle, s rules.Step) error {
	for _, e := range s.Events {
		if e, is := e.(Moved); is && (e.Cause == "move" || e.Cause == "guide") {
			if i := before.find(e.Troop); e.Spent > before.pointsLeft(i) {
				return fmt.Errorf("%s spends %d of %d", e.Troop, e.Spent, before.pointsLeft(i))
			}
		}
	}
	return nil
}

// hitsAccount counts the wounds and deaths that follow an attack.
func hitsAccount(before, _ *Battle, s rules.Step) error {
	hits, pooled, open := 0, false, false
	struck := map[string]bool{}
	done := 0
	settle := func() error {
		if open && (done > hits || done < hits && !pooled) {
			return fmt.Errorf("%d hits strike %d", hits, done)
		}
		open, done = false, 0
		clear(struck)
		return nil
	}
	for _, e := range s.Events {
		switch e := e.(type) {
		case Shot:
			if err := settle(); err != nil {
				return err
			}
			hits, pooled, open = e.Hits, len(e.Shooters) > 1 || e.Deflected, true
		case Struck:
			if err := settle(); err != nil {
				return err
			}
			if hits, pooled, open = e.Hits, len(e.Attackers) > 1, true; e.Parried && e.Hits > 0 {
				return errors.New("a parried attack hits")
			}
		case Wounded:
			done++
			struck[e.Troop] = true
		case Killed:
			if e.Cause != "fire" && e.Cause != "melee" {
				continue
			}
			if before.troops[before.find(e.Troop)].profile.Category == "soldier" {
				done++
			} else if !struck[e.Troop] {
				return fmt.Errorf("%s dies without a wound", e.Troop)
			}
		case SpellCast, SkillUsed, Tested, StepBegan:
			if err := settle(); err != nil {
				return err
			}
		}
	}
	return settle()
}

func woundsAccount(before, after *Battle, s rules.Step) error {
	change := map[string]int{}
	for _, e := range s.Events {
		switch e := e.(type) {
		case Wounded:
			change[e.Troop] += rules.BoolToInt(e.Ignored == "none")
		case Healed:
			change[e.Troop] -= rules.BoolToInt(e.Severity == "")
		}
	}
	for i := range after.troops {
		if was, is := before.s.Troops[i].Hurts, after.s.Troops[i].Hurts; is != min(maxWounds, was+change[after.id(i)]) {
			return fmt.Errorf("%s had %d wounds, has %d, and the events say %+d", after.id(i), was, is, change[after.id(i)])
		}
	}
	return nil
}

func cardsAccount(before, after *Battle, s rules.Step) error {
	count := func(b *Battle) (n int) {
		for _, h := range b.s.Hands {
			n += len(h.Cards)
		}
		return n
	}
	want := count(before)
	for _, e := range s.Events {
		switch e := e.(type) {
		case SpellsDealt:
			want += len(e.Cards)
		case SpellCast:
			want--
		}
	}
	if got := count(after); got != want {
		return fmt.Errorf("%d cards are held, not %d", got, want)
	}
	return nil
}

func onceOnly(_, b *Battle, _ rules.Step) error {
	for i := range b.troops {
		p := &b.s.Troops[i]
		if most := 1 + rules.BoolToInt(b.troops[i].profile.has("double-attack")); p.Attacks > most || p.Shots > 1 {
			return fmt.Errorf("%s has shot %d times and attacked %d times", b.id(i), p.Shots, p.Attacks)
		}
	}
	return nil
}

// staysTogether checks the moves of a unit that was together when its movement step began:
// each leaves it together or with a way to come together again, if there was one before. Others
// may then take that way (ruling MG-AMB-15); while there is one, the step does not end.
func staysTogether(before, after *Battle, s rules.Step) error {
	if before.measured() || before.s.Phase != phaseMovement {
		return nil
	}
	canJoin := func(b *Battle, u int) bool {
		if b.groupsOf(u, noUnit).groups < 2 {
			return true
		}
		i, _ := b.wayToRegroup(u)
		return i != noUnit
	}
	switch c := s.Command.(type) {
	case Move:
		u := before.troops[before.find(c.Troop)].unit
		calm := !slices.ContainsFunc(s.Events, func(e rules.Event) bool { return e.Kind() == "step-began" || e.Kind() == "revealed" })
		if u != noUnit && before.s.Units[u].Whole && calm && canJoin(before, u) && !canJoin(after, u) {
			return fmt.Errorf("%s was parted", before.units[u].id)
		}
	case EndStep:
		for u := range before.units {
			if before.s.Units[u].Whole && before.units[u].side == before.s.Side && before.groupsOf(u, noUnit).groups > 1 && canJoin(before, u) {
				return fmt.Errorf("%s could close up", before.units[u].id)
			}
		}
	}
	return nil
}

func memoryInPlay(_, b *Battle, _ rules.Step) error {
	for _, c := range b.s.Contacts {
		if !b.inPlay(c[0]) || !b.inPlay(c[1]) || !b.measured() {
			return fmt.Errorf("%s and %s are in contact", b.id(c[0]), b.id(c[1]))
		}
	}
	for _, c := range b.s.Covers {
		if !b.measured() || !b.inPlay(b.find(c.Target)) {
			return fmt.Errorf("%s has cover", c.Target)
		}
	}
	for _, r := range b.s.Ranks {
		// Whoever changes sides by a power stays where it stood.
		if !b.measured() || !b.inPlay(r[0]) || !b.inPlay(r[1]) || b.sideOf(r[0]) == b.sideOf(r[1]) && !b.inOneFormation(r[0], r[1]) {
			return fmt.Errorf("%s stands behind %s", b.id(r[0]), b.id(r[1]))
		}
	}
	return nil
}

// askRuling asks a ruling with facts and dice, and returns its result as a tree.
func askRuling(name string, facts map[string]any, faces ...int) (result map[string]any, err error) {
	err = rulestest.Ask(Game, name, facts, &result, faces...)
	return result, err
}

// victimFacts are the facts of a target.
func victimFacts(b *Battle, j int) map[string]any {
	p := b.troops[j].profile
	facts := map[string]any{"category": p.Category, "immunity": p.has("immunity"), "strength": p.has("strength"), "hard_as_iron": p.has("hard-as-iron") && !b.s.Troops[j].IronUsed && b.s.Troops[j].Hurts == 0}
	if p.Category == "monster" {
		facts["damage_table"] = p.sheet.Damage
	}
	return facts
}

// rulingsAgree asks the rulings for what was rolled in a single shot or blow on a board, for a
// morale test, and for the cohesion of the units of the side.
func rulingsAgree(before, after *Battle, s rules.Step) error {
	if before.measured() || slices.ContainsFunc(s.Events, func(e rules.Event) bool { return e.Kind() == "spell-cast" || e.Kind() == "skill-used" }) {
		return nil
	}
	var faces []int
	for _, d := range s.Dice {
		faces = append(faces, d.Value)
	}
	switch c := s.Command.(type) {
	case Shoot:
		if len(c.Shooters) == 1 {
			return fireAgrees(before, c, s, faces)
		}
	case Strike:
		if len(c.Attackers) == 1 && !c.Second {
			return meleeAgrees(before, c, s, faces)
		}
	case TestMorale:
		return moraleAgrees(before, s, faces)
	case EndStep:
		if before.s.Phase == phaseMovement {
			return cohesionAgrees(before)
		}
	}
	return nil
}

// attackFacts are the facts that shots and melee attacks share.
func attackFacts(b *Battle, i, j int, table Armoured, shield int, modifiers []int) map[string]any {
	p, q := b.troops[i].profile, b.troops[j].profile
	armour := q.Armour
	if b.s.Troops[j].Rusted {
		armour = "none"
	}
	facts := map[string]any{
		"base_percentage": *table.of(armour), "base_percentage_no_armour": *table.None, "modifiers": modifiers,
		"poisoned": p.has("poisoner"), "target": victimFacts(b, j), "target_veiled": b.s.Troops[j].VeiledTo > b.s.Turn, "halvings": b.burdenOf(i).Halvings,
	}
	if q.Shield {
		facts["shield_modifier"] = shield
	}
	return facts
}

func fireAgrees(b *Battle, c Shoot, s rules.Step, faces []int) error {
	at := slices.IndexFunc(s.Events, func(e rules.Event) bool { return e.Kind() == "shot" })
	if at < 0 {
		return nil
	}
	got := s.Events[at].(Shot)
	i, j := b.find(c.Shooters[0]), b.find(c.Target)
	p, sheet := b.troops[i].profile, b.troops[i].profile.sheet
	_, cover := b.sees(i, j)
	modifiers := []int{p.levelModifier(sheet.FireModifiers.Weak, sheet.FireModifiers.Veteran), b.troops[i].coverModifier(cover)}
	if b.s.Troops[j].Moved {
		modifiers = append(modifiers, sheet.FireModifiers.TargetMoved)
	}
	far := grid.Nearest(b.troopPlace(i).Cells(), b.troopPlace(j).Cells())
	facts := attackFacts(b, i, j, sheet.Fire[p.Ranged], sheet.FireModifiers.TargetShield, modifiers)
	facts["phase"], facts["weapon"], facts["distance"], facts["max_range"] = b.s.Phase, p.Ranged, far, *sheet.Ranges[p.Ranged].Long
	facts["long_range"], facts["weapon_mastery"] = far > *sheet.Ranges[p.Ranged].Short, p.mastery(p.Ranged)
	facts["enchanted_aim"] = b.s.Troops[i].AimOn == b.s.Turn && b.s.Troops[i].AimPhase == b.s.Phase
	if q := b.troops[j].profile; q.Category == "kai-lord" && q.has("camouflage") {
		facts["camouflage_terrain"] = b.bareBoard.Terrain(b.s.Troops[j].Cell).String()
	}
	return sameAttack("fire", facts, got.Percent, got.Hits, s, faces)
}

func meleeAgrees(b *Battle, c Strike, s rules.Step, faces []int) error {
	at := slices.IndexFunc(s.Events, func(e rules.Event) bool { return e.Kind() == "struck" })
	if at < 0 {
		return nil
	}
	got := s.Events[at].(Struck)
	i, j := b.find(c.Attackers[0]), b.find(c.Target)
	p, sheet := b.troops[i].profile, b.troops[i].profile.sheet
	m := sheet.CombatModifiers
	modifiers := []int{p.levelModifier(m.Weak, m.Veteran), map[string]int{"front": 0, "flank": m.Flank, "rear": m.Rear}[got.Aspect]}
	facts := attackFacts(b, i, j, sheet.Combat[p.Melee], m.TargetShield, modifiers)
	facts["weapon"], facts["level"], facts["wound_modifier"] = p.Melee, p.Level, b.burdenOf(i).Melee
	facts["weapon_mastery"], facts["battle_madness"] = p.mastery(p.Melee), b.s.Troops[i].MadOn == b.s.Turn
	facts["target_stunned"], facts["secret_parry"] = b.s.Troops[j].StunnedOn == b.s.Turn, got.Parried
	return sameAttack("melee", facts, got.Percent, got.Hits, s, faces)
}

// sameAttack compares the answer of a ruling with what happened.
func sameAttack(name string, facts map[string]any, percent, hits int, s rules.Step, faces []int) error {
	out, err := askRuling(name, facts, faces...)
	if err != nil {
		return err
	}
	if hit, _ := out["hit"].(bool); fmt.Sprint(out["final"]) != strconv.Itoa(percent) || rules.BoolToInt(hit) != hits {
		return fmt.Errorf("the ruling says %v and %v, the battle %d and %d", out["final"], out["hit"], percent, hits)
	}
	killed := slices.ContainsFunc(s.Events, func(e rules.Event) bool { return e.Kind() == "killed" })
	if ruled := out["outcome"] == "killed"; ruled != killed {
		return fmt.Errorf("the ruling says %v, in the battle somebody dies: %v", out["outcome"], killed)
	}
	return nil
}

func moraleAgrees(b *Battle, s rules.Step, faces []int) error {
	for _, e := range s.Events {
		got, is := e.(Tested)
		if !is || got.Brutal || slices.ContainsFunc(s.Events, func(e rules.Event) bool { return e.Kind() == "steeled" }) {
			continue
		}
		m := b.units[b.unitIndex(got.Unit)].profile.sheet.Morale
		if len(faces) < *m.Dice {
			return fmt.Errorf("%d dice", len(faces))
		}
		out, err := askRuling("morale-test", map[string]any{"category": "soldier", "index_fixed": *m.Fixed, "index_dice": *m.Dice, "modifiers": []int{got.Modifier}, "bands": m.Bands}, faces[:*m.Dice]...)
		if err != nil {
			return err
		}
		if fmt.Sprint(out["modified_morale"]) != strconv.Itoa(got.Morale) || out["result"] != got.Result {
			return fmt.Errorf("the ruling says %v, the battle %d %s", out, got.Morale, got.Result)
		}
		return nil
	}
	return nil
}

func cohesionAgrees(b *Battle) error {
	for u := range b.units {
		var troops []map[string]any
		for _, i := range b.units[u].troops {
			if b.inPlay(i) && !b.entranced(i) {
				troops = append(troops, map[string]any{"id": b.id(i), "cells": b.troopPlace(i).Cells()})
			}
		}
		if len(troops) == 0 {
			continue
		}
		out, err := askRuling("cohesion", map[string]any{"rule": map[int]string{1: "standard", 2: "open-order"}[b.reach], "pieces": troops})
		if err != nil {
			return err
		}
		if groups := b.groupsOf(u, noUnit).groups; out["cohesive"] != (groups < 2) {
			return fmt.Errorf("the ruling says of %s: %v, the battle counts %d groups", b.units[u].id, out["cohesive"], groups)
		}
	}
	return nil
}

// A mirror reflects a board along an axis.
type mirror struct {
	wide, high int
	alongX     bool // left and right change places, otherwise near and far
}

func (m mirror) cell(c grid.Cell) grid.Cell {
	if m.alongX {
		return grid.Cell{X: m.wide - 1 - c.X, Y: c.Y}
	}
	return grid.Cell{X: c.X, Y: m.high - 1 - c.Y}
}

func (m mirror) facing(f grid.Facing) grid.Facing {
	if (f == grid.East || f == grid.West) == m.alongX {
		return f.Turned(2)
	}
	return f
}

// step is the mirrored step of a path.
func (m mirror) step(word string) string {
	swapped := map[string]string{"forward-left": "forward-right", "forward-right": "forward-left"}
	if to, is := swapped[word]; is {
		return to
	}
	kind, way, _ := strings.Cut(word, "-")
	if kind == "forward" {
		return word
	}
	pairs := "ns"
	if m.alongX {
		pairs = "ew"
	}
	return kind + "-" + strings.Map(func(r rune) rune {
		if at := strings.IndexRune(pairs, r); at >= 0 {
			return rune(pairs[1-at])
		}
		return r
	}, way)
}

// battle is the mirrored battle.
func (m mirror) battle(b *Battle) (*Battle, error) {
	setup := b.setup
	sc := b.scenario
	sc.Terrain, sc.Edges, sc.Zones = nil, nil, nil
	for _, a := range b.scenario.Terrain {
		p, q := m.cell(a.From), m.cell(a.To)
		a.From, a.To = grid.Cell{X: min(p.X, q.X), Y: min(p.Y, q.Y)}, grid.Cell{X: max(p.X, q.X), Y: max(p.Y, q.Y)}
		sc.Terrain = append(sc.Terrain, a)
	}
	for _, e := range b.scenario.Edges {
		along := grid.Cell{X: 1}
		if e.A.Y == e.B.Y {
			along = grid.Cell{Y: 1}
		}
		for n := range e.Times {
			sc.Edges = append(sc.Edges, Edge{m.cell(e.A.Plus(along.Times(n))), m.cell(e.B.Plus(along.Times(n))), e.Type, 1})
		}
	}
	for _, z := range b.zones {
		p, q := m.cell(grid.Cell{X: z.XMin, Y: z.YMin}), m.cell(grid.Cell{X: z.XMax, Y: z.YMax})
		sc.Zones = append(sc.Zones, ruling.Zone{XMin: min(p.X, q.X), XMax: max(p.X, q.X), YMin: min(p.Y, q.Y), YMax: max(p.Y, q.Y)})
	}
	sc.Victory.Cells = nil
	for _, c := range b.scenario.Victory.Cells {
		sc.Victory.Cells = append(sc.Victory.Cells, m.cell(c))
	}
	field, err := json.Marshal(Field{sc, b.sheets})
	if err != nil {
		return nil, err
	}
	setup.Field = dropNulls(field)
	s := b.Clone().(*Battle).s
	for i := range s.Troops {
		s.Troops[i].Cell, s.Troops[i].Facing = m.cell(s.Troops[i].Cell), m.facing(s.Troops[i].Facing)
	}
	raw, err := json.Marshal(savedBattle{Setup: setup, State: s})
	if err != nil {
		return nil, err
	}
	loaded, err := load(raw)
	if err != nil {
		return nil, err
	}
	return loaded.(*Battle), nil
}

// dropNulls leaves out the members of objects that are null.
func dropNulls(raw []byte) []byte {
	var tree any
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	if d.Decode(&tree) != nil {
		return raw
	}
	var drop func(v any)
	drop = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, member := range v {
				if member == nil {
					delete(v, name)
					continue
				}
				drop(member)
			}
		case []any:
			for _, member := range v {
				drop(member)
			}
		}
	}
	drop(tree)
	out, _ := json.Marshal(tree)
	return out
}

// command is the mirrored command.
func (m mirror) command(c rules.Command) rules.Command {
	switch c := c.(type) {
	case Move:
		path := make([]string, len(c.Path))
		for n, word := range c.Path {
			path[n] = m.step(word)
		}
		c.Path = path
		return c
	case Strike:
		if c.To != nil {
			to := m.cell(*c.To)
			c.To = &to
		}
		return c
	case Drive:
		if c.Facing = m.facing(c.Facing); c.To != nil {
			to := m.cell(*c.To)
			c.To = &to
		}
		return c
	}
	return c
}

// mirrorsAgree compares the legal commands of a battle with those of its mirror images. What
// only a plan for a whole unit decides is left out: plans try the ways in an order.
func mirrorsAgree(_, b *Battle, _ rules.Step) error {
	if b.measured() || b.s.Phase == phaseDeploy || b.s.Phase == phaseOver {
		return nil
	}
	planned := func(c rules.Command) bool {
		if _, ends := c.(EndStep); ends && b.s.Phase == phaseMovement {
			return slices.ContainsFunc(b.units, func(u unitInfo) bool {
				at := b.unitIndex(u.id)
				return u.side == b.s.Side && b.s.Units[at].Whole && b.groupsOf(at, noUnit).groups > 1
			})
		}
		move, is := c.(Move)
		if !is {
			return false
		}
		u := b.troops[b.find(move.Troop)].unit
		return u != noUnit && b.s.Units[u].Whole || len(move.Path) > 1
	}
	list := func(b *Battle, m *mirror) (all []string) {
		for _, c := range b.Legal() {
			if planned(c) {
				continue
			}
			if m != nil {
				c = m.command(c)
			}
			raw, _ := rules.EncodeCommand(c)
			all = append(all, string(raw))
		}
		slices.Sort(all)
		return all
	}
	for _, alongX := range []bool{true, false} {
		m := mirror{b.bareBoard.Width, b.bareBoard.Height, alongX}
		image, err := m.battle(b)
		if err != nil {
			return err
		}
		want, got := list(b, &m), list(image, nil)
		for _, c := range want {
			if _, there := slices.BinarySearch(got, c); !there {
				return fmt.Errorf("the mirror image (left and right: %v) lacks %s", alongX, c)
			}
		}
		if len(got) != len(want) {
			return fmt.Errorf("the mirror image (left and right: %v) has %d commands, not %d", alongX, len(got), len(want))
		}
	}
	return nil
}
