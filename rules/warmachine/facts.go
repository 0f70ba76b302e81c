package warmachine

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// FactsOf returns the facts that the players of a measured table must state for a command,
// and the models concerned: a push needs no distance, and only enemies that can strike are
// candidates for free strikes.
func (b *Battle) FactsOf(c rules.Command) []rules.Fact {
	b = b.reader()
	switch c := c.(type) {
	case Activate:
		return b.measuredActivation(c)
	case Allocate:
		return factsNamed("in_control_area")
	case Move:
		return b.measuredMove(c)
	case Attack:
		return b.measuredAttack(c)
	case PowerAttack:
		switch c.Attack {
		case trample:
			small := func(r modelRef) bool { return b.info[r.unit].base == 0 && r.unit != b.s.Acting }
			return append(factsNamed("distance"), rules.Fact{Name: "contacted", AllowedIDs: b.modelIDs(small)})
		case slamming:
			return factsNamed("distance", "los", "in_reach")
		}
		return factsNamed("los", "in_reach")
	case Cast:
		return b.measuredSpell(c)
	case Feat:
		return b.measuredFeat()
	case Special:
		return factsNamed("contact")
	}
	return nil
}

// factsNamed returns facts that are not lists of models.
func factsNamed(names ...string) []rules.Fact {
	all := make([]rules.Fact, len(names))
	for i, name := range names {
		all[i].Name = name
	}
	return all
}

// modelIDs returns the ids of the models in play for which fits is true, enemies first.
func (b *Battle) modelIDs(fits func(modelRef) bool) []string {
	ids, models := []string{}, b.modelsWhere(fits)
	for _, hostile := range [2]bool{true, false} {
		for _, r := range models {
			if b.hostile(b.info[r.unit].seat, b.s.Turn) == hostile {
				ids = append(ids, b.id(r))
			}
		}
	}
	return ids
}

func (b *Battle) measuredActivation(c Activate) []rules.Fact {
	var all []rules.Fact
	i := b.find(c.Unit)
	if i == noUnit {
		return nil
	}
	if b.info[i].profile.Kind == "unit" {
		lead := b.lead(i)
		all = append(all, rules.Fact{Name: "strays", AllowedIDs: b.modelIDs(func(r modelRef) bool { return r.unit == i && r != lead })})
	}
	if b.marshalOf(i) != noUnit {
		all = append(all, factsNamed("in_command_range")...)
	}
	return all
}

func (b *Battle) measuredMove(c Move) []rules.Fact {
	others := func(r modelRef) bool { return r.unit != b.s.Acting }
	strikers := func(r modelRef) bool {
		return b.hostile(b.info[r.unit].seat, b.s.Turn) && b.info[r.unit].reach() > 0 && !b.model(r).helpless() && !b.flees(r) && !b.inert(r.unit)
	}
	switch {
	case c.Movement == ruling.Forfeit:
		return nil
	case c.Movement == ruling.Charge && b.combat && b.info[b.s.Acting].profile.rides():
		return append(factsNamed("distance", "los", "in_reach"), rules.Fact{Name: "contacted", AllowedIDs: b.modelIDs(others)})
	case c.Movement == ruling.Charge:
		return factsNamed("distance", "los", "in_reach")
	case b.combat:
		return append(factsNamed("distance"), rules.Fact{Name: "strikers", AllowedIDs: b.modelIDs(strikers)})
	}
	return factsNamed("distance")
}

func (b *Battle) measuredAttack(c Attack) []rules.Fact {
	p := &b.info[b.s.Acting].profile
	w := p.weapon(c.Weapon)
	switch {
	case w == noUnit:
		return nil
	case p.Weapons[w].Kind == ruling.Melee && b.tableRemembers() && b.inKnownMelee(c):
		return factsNamed("back_strike") // the table knows the others
	case p.Weapons[w].Kind == ruling.Melee && b.combat:
		return factsNamed("los", "in_reach", "back_strike")
	case p.Weapons[w].Kind == ruling.Melee:
		return factsNamed("los", "in_reach")
	case !b.combat:
		return factsNamed("los")
	}
	all := factsNamed("los", "distance", "target_in_melee", "concealment", "cover", "elevated", "engaged", "back_strike")
	if p.Weapons[w].Spray {
		at := b.find(c.Target)
		all = append(all, rules.Fact{Name: "under", AllowedIDs: b.modelIDs(func(r modelRef) bool { return r.unit != b.s.Acting && (r.unit != at || b.info[at].size > 1) })})
	}
	return all
}

// inKnownMelee reports whether the attacker of a command is known to be in melee with its target.
func (b *Battle) inKnownMelee(c Attack) bool {
	s, d := b.attackOf(c)
	return d.rule == "" && b.met(s.attacker, s.target)
}

func (b *Battle) measuredSpell(c Cast) []rules.Fact {
	p := &b.info[b.s.Acting].profile
	n := p.spell(c.Spell)
	if n == noUnit || p.Spells[n].On == "self" {
		return nil
	}
	all := factsNamed("los", "distance")
	if p.Spells[n].Offensive {
		all = append(all, factsNamed("target_in_melee", "concealment", "cover", "elevated")...)
	}
	if c.Through != "" {
		all = append(all, factsNamed("node_open")...)
	}
	return all
}

func (b *Battle) measuredFeat() []rules.Fact {
	profile := b.info[b.s.Acting].profile.Feat
	if profile == nil {
		return nil
	}
	return []rules.Fact{{Name: "on", AllowedIDs: b.featIDs(profile)}}
}

// What a measured table remembers, since version 5: who is in melee with whom, what protects whom
// from whom, and which units may have lost their formation, until something moves. What
// favours the player who speaks must be stated; what harms that player is asked of the other
// side, unless it is known or impossible.

// tableRemembers reports whether the battle remembers a measured table.
func (b *Battle) tableRemembers() bool { return !b.board && b.sinceVersion5() }

// contactState is two models that are in melee with each other.
type contactState struct {
	Unit      int `json:"unit"`
	Model     int `json:"model"`
	With      int `json:"with"`
	WithModel int `json:"with_model"`
}

func (c contactState) models() (a, with modelRef) {
	return modelRef{c.Unit, c.Model}, modelRef{c.With, c.WithModel}
}

// shelterState is what protects a model from the shots and spells of another.
type shelterState struct {
	Unit      int    `json:"unit"`
	Model     int    `json:"model"`
	From      int    `json:"from"`
	FromModel int    `json:"from_model"`
	By        string `json:"by"` // key of shelters
}

// shotFacts are the facts of a ranged or magic attack that count.
type shotFacts struct {
	Distance                                    ruling.Inches
	TargetInMelee, Concealment, Cover, Elevated bool
}

// facts returns the facts as stated; what is not stated is 0 or false.
func (s statedShot) facts() shotFacts {
	f := shotFacts{TargetInMelee: s.TargetInMelee, Concealment: s.Concealment, Cover: s.Cover, Elevated: s.Elevated}
	if s.Distance != nil {
		f.Distance = ruling.InchesOf(*s.Distance)
	}
	return f
}

// met reports whether two models are known to be in melee with each other.
func (b *Battle) met(a, c modelRef) bool {
	return slices.ContainsFunc(b.s.Contacts, func(x contactState) bool {
		p, q := x.models()
		return p == a && q == c || p == c && q == a
	})
}

// contactWith returns the model of unit j that a model is known to be in melee with.
func (b *Battle) contactWith(r modelRef, j int) (modelRef, bool) {
	for k := range b.s.Units[j].Models {
		if o := (modelRef{j, k}); b.modelInPlay(o) && b.met(r, o) {
			return o, true
		}
	}
	return modelRef{}, false
}

// knownEngaged reports whether a model is known to be in melee with an enemy other than but:
// one of them can strike the other.
func (b *Battle) knownEngaged(r, but modelRef) bool {
	return slices.ContainsFunc(b.s.Contacts, func(x contactState) bool {
		p, q := x.models()
		if q == r {
			p, q = q, p
		}
		return p == r && q != but && b.hostile(b.info[p.unit].seat, b.info[q.unit].seat) && (b.canFight(p) || b.canFight(q))
	})
}

// canFight reports whether a model is able to strike in melee at all (WM-X-MELEE-2).
func (b *Battle) canFight(r modelRef) bool {
	m := b.model(r)
	return !m.Gone && !m.helpless() && !b.flees(r) && !b.inert(r.unit) && b.info[r.unit].reach() > 0
}

// openingGap is the least distance between models of two sides at the start.
func (b *Battle) openingGap(a, c rules.Seat) ruling.Inches {
	if b.zones != nil {
		return b.ZoneGap(b.zones[a], b.zones[c])
	}
	return min(b.Width, b.Depth) - 2*ruling.Zone{Shape: "edge"}.DepthOf()
}

// couldMeet reports whether two models may have come into melee range of each other, as far as
// each has moved since deployment.
func (b *Battle) couldMeet(a, c modelRef) bool {
	gap := b.openingGap(b.info[a.unit].seat, b.info[c.unit].seat) - b.model(a).Roamed - b.model(c).Roamed
	for _, r := range [2]modelRef{a, c} {
		if b.hasAdvanceDeployment(r.unit) {
			gap -= advanceBy
		}
	}
	return gap <= max(b.info[a.unit].reach(), b.info[c.unit].reach())
}

// remember keeps what an event tells about a measured table, before the event is applied.
func (b *Battle) remember(e rules.Event) {
	switch e := e.(type) {
	case Moved:
		b.rememberMove(e)
	case ChargedOut:
		r, _ := b.findModel(e.Unit)
		b.leave(r, ruling.Inches(b.spd(r.unit)+ruling.ChargeBonus)*ruling.Inch)
		if target, ok := b.findModel(e.Target); ok && e.Law != chargeOutFailedRule {
			b.meet(r, target)
		}
	case Pushed:
		r, _ := b.findModel(e.Unit)
		b.leave(r, ruling.InchesOf(e.Distance))
	case Hurled:
		r, _ := b.findModel(e.Unit)
		b.leave(r, ruling.InchesOf(e.Distance)+ruling.Inches(e.Deviation)*ruling.Inch)
	case Shifted:
		r, _ := b.findModel(e.Unit)
		b.leave(r, b.Width+b.Depth)
	case Fell:
		r, _ := b.findModel(e.Unit)
		b.leave(r, 0)
	case AttackRolled:
		b.rememberAttack(e)
	case Engaged:
		r, _ := b.findModel(e.Unit)
		if with, ok := b.findModel(e.With); ok && e.With != "" {
			b.meet(r, with)
		} else {
			b.model(r).Apart = true
		}
	case Sheltered:
		r, _ := b.findModel(e.Unit)
		from, _ := b.findModel(e.From)
		b.s.Shelters = append(b.s.Shelters, shelterState{r.unit, r.model, from.unit, from.model, e.By})
	case Activated:
		b.s.Units[b.find(e.Unit)].Loose = len(e.Strays) > 0
	}
}

// rememberMove forgets what a movement makes uncertain and keeps whom a charge has reached.
func (b *Battle) rememberMove(e Moved) {
	if e.Movement == ruling.Forfeit {
		return
	}
	i, far := b.find(e.Unit), ruling.InchesOf(e.Distance)
	if far == 0 { // the players may leave it out
		far = max(b.chargeDistance(i), b.lengthened(i, 2*b.spd(i)))
	}
	loose := b.s.Units[i].Loose
	for k := range b.s.Units[i].Models {
		r := modelRef{i, k}
		if !b.modelInPlay(r) || e.Model != k && (e.Model != noUnit || e.Movement != rideOn && b.s.Activation.Models[k].Movement != "") {
			continue
		}
		b.leave(r, far)
		if target, ok := b.findModel(e.Target); ok && e.Movement == ruling.Charge && e.Law != failedChargeRule {
			b.meet(r, target)
		}
	}
	if e.Model == noUnit && e.Movement != ruling.Charge {
		b.s.Units[i].Loose = loose // troopers that move together stay together
	}
}

// rememberAttack keeps that a melee attack has its target in melee range.
func (b *Battle) rememberAttack(e AttackRolled) {
	r, _ := b.findModel(e.Unit)
	target, ok := b.findModel(e.Target)
	p := &b.info[r.unit].profile
	if w := p.weapon(e.Weapon); !ok || e.Stray || e.Law == spellRule || w >= 0 && p.Weapons[w].Kind != ruling.Melee {
		return
	}
	b.meet(r, target)
	for _, id := range e.With {
		if other, ok := b.findModel(id); ok {
			b.meet(other, target)
		}
	}
}

// meet keeps that two models are in melee with each other.
func (b *Battle) meet(a, c modelRef) {
	if !b.met(a, c) {
		b.s.Contacts = append(b.s.Contacts, contactState{a.unit, a.model, c.unit, c.model})
	}
	b.model(a).Apart, b.model(c).Apart = false, false
}

// leave forgets the contacts of a model that moves, what protects it and others from it, and
// that enemies are in melee with nobody. A trooper may leave its formation, or leave it without a
// commander.
func (b *Battle) leave(r modelRef, far ruling.Inches) {
	b.s.Contacts = slices.DeleteFunc(b.s.Contacts, func(x contactState) bool {
		p, q := x.models()
		return p == r || q == r
	})
	b.s.Shelters = slices.DeleteFunc(b.s.Shelters, func(x shelterState) bool {
		return r == modelRef{x.Unit, x.Model} || r == modelRef{x.From, x.FromModel}
	})
	m, t := b.model(r), &b.s.Units[r.unit]
	m.Roamed += far
	m.Apart = false
	if far > 0 {
		for j := range b.s.Units {
			if !b.hostile(b.info[j].seat, b.info[r.unit].seat) {
				continue
			}
			for k := range b.s.Units[j].Models {
				b.s.Units[j].Models[k].Apart = false
			}
		}
	}
	t.Loose = t.Loose || b.info[r.unit].profile.Kind == "unit" && t.Left > 1 && (far > 0 || r.model == t.Lead)
}

// missingFact refuses an attack of which a fact that favours the attacker is neither stated nor
// known: that the target is in melee range and seen, or how far away it is.
func (b *Battle) missingFact(c *Attack, s *attackState, kind string) refusal {
	known := b.met(s.attacker, s.target)
	switch {
	case kind == ruling.Melee && c.InReach == nil && !known:
		return refusal{notStated, "in_reach"}
	case c.LOS == nil && !known:
		return refusal{notStated, "los"}
	case kind == ruling.Ranged && c.Distance == nil && b.combat:
		return refusal{notStated, "distance"}
	}
	return refusal{}
}

// addKnownFacts adds to the stated facts of a shot or spell what is known to harm it.
func (b *Battle) addKnownFacts(s *attackState) {
	if s.kind == ruling.Melee || !b.combat {
		return
	}
	s.facts.TargetInMelee = s.facts.TargetInMelee || b.knownEngaged(s.target, s.attacker)
	if by := b.shelter(s); by != "" {
		x := shelters[slices.IndexFunc(shelters[:], func(x shelter) bool { return x.key == by })]
		s.facts.Concealment, s.facts.Cover, s.facts.Elevated = s.facts.Concealment || x.concealment, s.facts.Cover || x.cover, s.facts.Elevated || x.elevated
	}
	s.facts.Concealment = s.facts.Concealment || b.effectBonus(s.target.unit, "concealment") != 0
}

// shelter returns the key of what is known to protect the target of a shot or spell, or "".
func (b *Battle) shelter(s *attackState) string {
	for _, x := range b.s.Shelters {
		if (modelRef{x.Unit, x.Model}) == s.target && (modelRef{x.From, x.FromModel}) == s.attacker {
			return x.By
		}
	}
	return ""
}

// shelter is what may protect a target.
type shelter struct {
	key                          string
	concealment, cover, elevated bool
}

// shelters are the answers to what protects a target.
var shelters = [...]shelter{
	{key: "open"}, {key: "concealed", concealment: true}, {key: "covered", cover: true},
	{key: "raised", elevated: true}, {key: "raised-concealed", concealment: true, elevated: true}, {key: "raised-covered", cover: true, elevated: true},
}

// askShelter asks the player of the target what protects it from a shot or spell, and whether it
// is in melee, and adds the answers to the facts.
func (b *Battle) askShelter(t *rules.Turn, s *attackState) {
	seat := b.info[s.target.unit].seat
	if !s.facts.TargetInMelee && !s.spray && !b.model(s.target).Apart {
		others := b.modelsWhere(func(o modelRef) bool {
			return o != s.attacker && b.hostile(b.info[o.unit].seat, seat) && (b.canFight(o) || b.canFight(s.target)) && b.couldMeet(o, s.target)
		})
		s.facts.TargetInMelee = b.askMelee(t, s.target, seat, "target-in-melee", others)
	}
	if b.shelter(s) != "" {
		return
	}
	var keys []string
	var ways []int
	for n, x := range shelters {
		if (x.cover || !s.facts.Cover) && (x.cover || x.concealment || !s.facts.Concealment) && (x.elevated || !s.facts.Elevated) {
			keys, ways = append(keys, x.key), append(ways, n)
		}
	}
	x := shelters[ways[t.Ask("WM-X-RNG-4", seat, "shelter", keys...)]]
	t.Emit(Sheltered{b.id(s.target), b.id(s.attacker), x.key})
	b.addKnownFacts(s)
}

// askWhoEngages asks the enemies of a model that is about to shoot whether one of them engages
// it. If so, it does not shoot (WM-X-RNG-1).
func (b *Battle) askWhoEngages(t *rules.Turn, s *attackState) bool {
	r := s.attacker
	if b.info[r.unit].profile.hasAbility("gunfighter") || b.model(r).Apart {
		return false
	}
	for _, seat := range b.s.Order {
		if !b.hostile(seat, b.info[r.unit].seat) {
			continue
		}
		others := b.modelsWhere(func(o modelRef) bool {
			return b.info[o.unit].seat == seat && (b.canFight(o) || b.canFight(r)) && b.couldMeet(o, r)
		})
		if b.askMelee(t, r, seat, "who-engages", others) {
			return true
		}
	}
	return false
}

// askMelee asks a seat with which of other models a model is in melee, and keeps the answer. Nobody
// is asked when there is no other.
func (b *Battle) askMelee(t *rules.Turn, r modelRef, seat rules.Seat, why string, others []modelRef) bool {
	if len(others) == 0 {
		return false
	}
	k := t.Ask("WM-X-MELEE-2", seat, why, append([]string{"with-nobody"}, ruling.MapEach(others, b.id)...)...)
	if k == 0 {
		t.Emit(Engaged{Unit: b.id(r)})
		return false
	}
	t.Emit(Engaged{b.id(r), b.id(others[k-1])})
	return true
}

// witness returns the seat that is asked about what harms another: the first of its enemies that
// plays.
func (b *Battle) witness(seat rules.Seat) rules.Seat {
	for _, s := range b.s.Order {
		if b.hostile(s, seat) && b.playing(s) {
			return s
		}
	}
	return seat
}

// askStrays asks the other side which troopers of a unit are out of formation (WM-UNIT-2), one
// after another.
func (b *Battle) askStrays(t *rules.Turn, i int) (strays []int) {
	for {
		var left []int
		keys := []string{"in-formation"}
		for k := range b.s.Units[i].Models {
			if r := (modelRef{i, k}); b.modelInPlay(r) && k != b.s.Units[i].Lead && !slices.Contains(strays, k) {
				left, keys = append(left, k), append(keys, b.id(r))
			}
		}
		n := t.Ask("WM-UNIT-2", b.witness(b.info[i].seat), "strays", keys...)
		if n == 0 {
			slices.Sort(strays)
			return strays
		}
		strays = append(strays, left[n-1])
	}
}

// advanceStated moves models at a measured table, after the free strikes that their enemies
// make. Those that are stopped stay where they are.
func (b *Battle) advanceStated(t *rules.Turn, e Moved, movers moverSet, strikers []modelRef) {
	i := b.s.Acting
	target, ok := b.findModel(e.Target)
	if !ok {
		target = modelRef{noUnit, noUnit}
	}
	stopped := b.askFreeStrikes(t, i, movers.list, strikers, target)
	if b.s.Phase == phaseOver || b.s.Acting != i {
		return
	}
	left := len(movers.list)
	for _, k := range stopped {
		left--
		if b.modelInPlay(modelRef{i, k}) {
			stays := e
			if stays.Model, stays.Distance = k, 0; e.Movement == ruling.Charge {
				stays.Law = failedChargeRule
			}
			t.Emit(stays)
		}
	}
	if left > 0 {
		t.Emit(e)
	}
}

// askFreeStrikes makes the free strikes at models of unit i that advance: of the enemies that are
// stated, and of those that their players name, who may be in melee with a mover. The target of a
// charge makes none. It returns the models that are stopped (WM-X-MELEE-3).
func (b *Battle) askFreeStrikes(t *rules.Turn, i int, list []int, stated []modelRef, target modelRef) (stopped []int) {
	struck := slices.Clone(stated)
	moving := func(o modelRef) (near []modelRef) { // the movers that an enemy may strike, or those that it is known to be in melee with
		known := false
		for _, k := range list {
			r := modelRef{i, k}
			if !b.modelInPlay(r) || slices.Contains(stopped, k) {
				continue
			}
			switch met := b.met(o, r); {
			case met && !known:
				near, known = []modelRef{r}, true
			case met, !known && (slices.Contains(stated, o) || len(stated) == 0 && !b.model(r).Apart && b.couldMeet(o, r)):
				near = append(near, r)
			}
		}
		return near
	}
	strike := func(o modelRef) {
		near := moving(o)
		if len(near) == 0 || !b.canFight(o) || b.s.Phase == phaseOver {
			return
		}
		r := near[t.Ask("WM-X-MELEE-3", b.info[o.unit].seat, "struck", ruling.MapEach(near, b.id)...)]
		if b.freeStrike(t, o, r) {
			stopped = append(stopped, r.model)
		}
	}
	for _, o := range stated {
		strike(o)
	}
	for _, seat := range b.s.Order {
		for b.hostile(seat, b.info[i].seat) && b.s.Phase != phaseOver {
			able := b.modelsWhere(func(o modelRef) bool {
				return b.info[o.unit].seat == seat && o != target && !slices.Contains(struck, o) && b.canFight(o) && len(moving(o)) > 0
			})
			if len(able) == 0 {
				break
			}
			k := t.Ask("WM-X-MELEE-3", seat, "free-strikers", append([]string{"no-strike"}, ruling.MapEach(able, b.id)...)...)
			if k == 0 {
				break
			}
			struck = append(struck, able[k-1])
			strike(able[k-1])
		}
	}
	return stopped
}
