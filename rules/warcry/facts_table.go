package warcry

import (
	"math/bits"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/plane"
	"oriflamme/rules/warcry/ruling"
)

// A pairFacts is what the players said about an attack action: facts from one fighter to another,
// known until one of them moves.
type pairFacts struct {
	From         int       `json:"from"`
	To           int       `json:"to"`
	Distance     rules.Dec `json:"distance"`
	Horizontal   rules.Dec `json:"horizontal"`
	Cover        bool      `json:"cover"`
	NearOpenEdge bool      `json:"near_open_edge"`
	Seen         bool      `json:"seen"` // the target was visible and nobody has moved since
}

// An attackNote holds the facts of an attack action on a measured table that the battle keeps.
type attackNote struct {
	Distance     rules.Dec `json:"distance"`
	Horizontal   rules.Dec `json:"horizontal"`
	NearOpenEdge bool      `json:"near_open_edge"`
}

// A Presence says which fighters are within 3 inches of an objective.
type Presence struct {
	ID       string   `json:"id" in:"1..64"`
	Fighters []string `json:"fighters" len:"0..30" each:"1..64" distinct:"true" default:"[]"`
}

// A Contact is a fighter and an enemy within 1 inch of each other.
type Contact struct {
	Fighter string `json:"fighter" in:"1..64"`
	Enemy   string `json:"enemy" in:"1..64"`
}

// tableKnows reports whether the battle keeps what players of a measured table have said.
func (b *Battle) tableKnows() bool { return !b.board && b.keepsFacts() }

// touch sets whether two enemies are within 1 inch of each other.
func (b *Battle) touch(i, j int, near bool) {
	for _, p := range [2][2]int{{i, j}, {j, i}} {
		w := &b.s.Fighters[p[0]]
		if w.Near &^= 1 << p[1]; near {
			w.Near |= 1 << p[1]
		}
	}
}

// touching reports whether two enemies are known to be within 1 inch of each other.
func (b *Battle) touching(i, j int) bool { return b.s.Fighters[i].Near>>j&1 == 1 }

// contacts returns the number of enemies known to be within 1 inch of a fighter.
func (b *Battle) contacts(i int) int { return bits.OnesCount32(b.s.Fighters[i].Near) }

// forget drops what is known of a fighter that changes its place or leaves the battle.
func (b *Battle) forget(i int) {
	for j := range b.s.Fighters {
		b.touch(i, j, false)
	}
	w := &b.s.Fighters[i]
	w.OnObjectives, w.Counted = 0, false
	b.s.Pairs = slices.DeleteFunc(b.s.Pairs, func(p pairFacts) bool { return p.From == i || p.To == i })
	for k := range b.s.Pairs {
		b.s.Pairs[k].Seen = false
	}
}

// moved records the new contacts of a fighter that changed its place on a measured table.
func (b *Battle) moved(id string, near []string) {
	if !b.tableKnows() {
		return
	}
	i := b.find(id)
	b.forget(i)
	for _, enemy := range near {
		b.touch(i, b.find(enemy), true)
	}
}

// pair returns what is known of an attack from one fighter to another, or nil.
func (b *Battle) pair(i, j int) *pairFacts {
	for k := range b.s.Pairs {
		if p := &b.s.Pairs[k]; p.From == i && p.To == j {
			return p
		}
	}
	return nil
}

// noteAttack keeps the facts of an attack action.
func (b *Battle) noteAttack(e Attacked) {
	if e.Facts == nil {
		return
	}
	i, j := b.find(e.Fighter), b.find(e.Target)
	known := pairFacts{From: i, To: j, Distance: e.Facts.Distance, Horizontal: e.Facts.Horizontal, Cover: e.Cover, NearOpenEdge: e.Facts.NearOpenEdge, Seen: true}
	if p := b.pair(i, j); p != nil {
		*p = known
		return
	}
	b.s.Pairs = append(b.s.Pairs, known)
}

// isEngaged reports whether an enemy is within 1 inch of a fighter, on a board or as the table
// knows.
func (b *Battle) isEngaged(i int) bool {
	if b.board {
		return b.engaged(i)
	}
	return b.keepsFacts() && b.s.Fighters[i].Near != 0
}

// stated returns the fault for a fact that nobody has stated.
func stated[T any](field string, value *T) *rules.Fault {
	return rules.MissingFieldIf(value == nil, field, "must be stated")
}

// nearFault checks a list of enemies within 1 inch of a fighter.
func (b *Battle) nearFault(i int, field string, ids []string) *rules.Fault {
	for k, id := range ids {
		if j := b.find(id); j < 0 || b.info[j].seat == b.info[i].seat || !b.inPlay(j) {
			return rules.Faultf(rules.OutOfRange, rules.At(field, k), "%q is no enemy in play", id)
		}
	}
	return nil
}

// knownMove adds to a stated move what the table knows of contacts (WC-MOVE-7). The player states
// who is within 1 inch at the end; the other player nods (askContact).
func (b *Battle) knownMove(c *Move, i int, w *measuredMove) *rules.Fault {
	if !b.tableKnows() {
		return nil
	}
	if b.contacts(i) > 0 {
		if c.NearestEnemy != nil && *c.NearestEnemy > rules.One {
			return rules.Breaks("WC-MOVE-7", "nearest_enemy", "an enemy is known to be within 1 inch")
		}
		one := rules.One
		w.NearestEnemyAtStart = &one
	}
	return rules.FirstFault(stated("ends_near", c.EndsNear), b.nearFault(i, "ends_near", valueOr(c.EndsNear, nil)))
}

// knownAttack returns the facts of an attack action on a measured table: those that the table knows,
// and for the rest those that the player states. What favours the attacker must be stated; whether
// the target is in cover is left to its player.
func (b *Battle) knownAttack(c *Attack, i, j int) (f attackFacts, fault *rules.Fault) {
	f.enemies = b.contacts(i)
	if fault := equalFact("enemies_within_1", "WC-ATK-3", c.EnemiesWithin1, f.enemies); fault != nil {
		return f, tableSays(fault)
	}
	if k := b.friendTouching(i, j); k >= 0 {
		f.friendDistance, f.hasFriend = rules.One, true
		if c.FriendDistance != nil && *c.FriendDistance > rules.One {
			return f, tableSays(rules.Breaks("WC-ATK-7", "other_friend_distance", "%s is within 1 inch of the target", b.id(k)))
		}
	} else if c.FriendDistance != nil {
		f.friendDistance, f.hasFriend = *c.FriendDistance, true
	}
	known := b.pair(i, j)
	switch {
	case known != nil:
		f.distance, f.horizontal, f.cover, f.coverKnown, f.nearOpenEdge = known.Distance, known.Horizontal, known.Cover, true, known.NearOpenEdge
		f.edgeKnown, f.visible = true, known.Seen
		if fault := rules.FirstFault(lengthFact("distance", "WC-GEN-2", c.Distance, f.distance), lengthFact("horizontal", "WC-GEN-4", c.Horizontal, f.horizontal),
			equalFact("in_cover", "WC-COV-1", c.InCover, f.cover), equalFact("near_open_edge", "WC-TER-6", c.NearOpenEdge, f.nearOpenEdge)); fault != nil {
			return f, tableSays(fault)
		}
	case b.touching(i, j):
		f.distance = valueOr(c.Distance, rules.One)
		if f.distance > rules.One {
			return f, tableSays(rules.Breaks("WC-GEN-2", "distance", "is at most 1 inch"))
		}
	default:
		if fault := stated("distance", c.Distance); fault != nil {
			return f, fault
		}
		if f.distance = *c.Distance; f.distance <= rules.One {
			return f, tableSays(rules.Breaks("WC-GEN-2", "distance", "is more than 1 inch"))
		}
	}
	if known == nil {
		f.horizontal, f.cover, f.nearOpenEdge = valueOr(c.Horizontal, f.distance), valueOr(c.InCover, false), valueOr(c.NearOpenEdge, false)
	}
	if !f.visible {
		if fault := stated("visible", c.Visible); fault != nil {
			return f, fault
		}
		f.visible = *c.Visible
	} else if c.Visible != nil && !*c.Visible {
		return f, tableSays(rules.Breaks("WC-VIS-1", "visible", "was visible, and nobody has moved"))
	}
	return f, nil
}

// tableSays says in a fault that the fact contradicts what was said before.
func tableSays(f *rules.Fault) *rules.Fault {
	f.Message = "contradicts what the table knows: " + f.Message
	return f
}

// friendTouching returns a friend of fighter i, other than itself, within 1 inch of enemy j, or
// noUnit (WC-ATK-7).
func (b *Battle) friendTouching(i, j int) int {
	for k := range b.s.Fighters {
		if k != i && b.touching(j, k) && b.info[k].seat == b.info[i].seat {
			return k
		}
	}
	return noUnit
}

// askAttackFacts asks the player of the target for the facts that would harm it (WC-COV-1,
// WC-TER-6).
func (b *Battle) askAttackFacts(t *rules.Turn, j int, f *attackFacts) {
	if !b.tableKnows() {
		return
	}
	if !f.coverKnown && !f.cover {
		f.cover = t.Ask("WC-COV-1", b.info[j].seat, "cover", "no-cover", "in-cover") == 1
	}
	if !f.edgeKnown && f.nearOpenEdge {
		f.nearOpenEdge = t.Ask("WC-TER-6", b.info[j].seat, "near-edge", "agree", "refuse") == 0
	}
}

// note returns the facts of an attack for its event; nil where the battle does not keep them.
func (b *Battle) note(f *attackFacts) *attackNote {
	if !b.tableKnows() {
		return nil
	}
	return &attackNote{Distance: f.distance, Horizontal: f.horizontal, NearOpenEdge: f.nearOpenEdge}
}

// knownDisengage adds to a stated disengage action what the table knows (WC-DIS-1): the enemies
// within 1 inch may react.
func (b *Battle) knownDisengage(c *Disengage, i int, d *ruling.DisengageInput) (strikers []int, fault *rules.Fault) {
	for j := range b.info {
		if b.touching(i, j) {
			strikers = append(strikers, j)
		}
	}
	if len(strikers) == 0 {
		return nil, rules.Breaks("WC-DIS-1", "nearest_enemy_at_start", "no enemy is known to be within 1 inch")
	}
	one := rules.One
	if d.NearestEnemyAtStart = &one; c.NearestAtStart != nil && *c.NearestAtStart > one {
		return nil, rules.Breaks("WC-DIS-1", "nearest_enemy_at_start", "an enemy is known to be within 1 inch")
	}
	for k, id := range c.Strikers {
		if j := b.find(id); j < 0 || !b.touching(i, j) {
			return nil, rules.Breaks("WC-REA-12", rules.At("strikers", k), "%q is not known to be within 1 inch", id)
		}
	}
	return strikers, rules.FirstFault(stated("nearest_enemy_at_end", c.NearestAtEnd), stated("path_length", c.PathLength))
}

// needsSight holds the abilities of the core rules whose target must be visible.
var needsSight = map[string]bool{"taunt": true, "grab-and-maul": true}

// knownTarget checks the facts of the target of an ability on a measured table: what the user gains
// by must be stated, unless the table knows it.
func (b *Battle) knownTarget(c *UseAbility, t *ruling.AbilityTarget, i, j int) *rules.Fault {
	k := b.ability(c.Ability)
	modelled := k >= 0 && b.field.Abilities[k].Effect != nil
	switch {
	case c.Distance != nil && !t.Friendly && (*c.Distance <= rules.One) != b.touching(i, j):
		return tableSays(rules.Breaks("WC-GEN-2", "distance", "the table knows who is within 1 inch"))
	case c.Distance == nil && b.touching(i, j):
		t.Distance = rules.One
	case c.Distance == nil:
		return stated("distance", c.Distance)
	}
	if needsSight[c.Ability] || modelled {
		if fault := stated("visible", c.Visible); fault != nil {
			return fault
		}
	}
	if c.Ability == "grab-and-maul" {
		return stated("free_spot", c.FreeSpot)
	}
	return nil
}

// askLanding asks the player who chose the point of a fall which enemies of the fallen fighter are
// within 1 inch of it.
func (b *Battle) askLanding(t *rules.Turn, i int) (near []string) {
	if !b.tableKnows() {
		return nil
	}
	options := append([]string{"nobody"}, b.ids(func(j int) bool { return b.info[j].seat != b.info[i].seat && b.inPlay(j) })...)
	for len(options) > 1 {
		k := t.Ask("WC-GEN-2", opponent(b.info[i].seat), "landed-near", options...)
		if k == 0 {
			break
		}
		near, options = append(near, options[k]), slices.Delete(options, k, k+1)
	}
	return near
}

// askContact asks the other player to nod when a player names enemies within 1 inch: they are held by
// it and may be struck (WC-MOVE-7, WC-ATK-3). Who does not agree has the fighters measured and placed
// anew.
func (b *Battle) askContact(t *rules.Turn, seat rules.Seat, named int) (agreed bool) {
	return named == 0 || t.Ask("WC-GEN-2", opponent(seat), "agree", "agree", "refuse") == 0
}

// contactsOf returns the enemies that contacts name for a fighter.
func contactsOf(list []Contact, fighter string) (near []string) {
	for _, c := range list {
		if c.Fighter == fighter {
			near = append(near, c.Enemy)
		}
	}
	return near
}

// contactFault checks the contacts of a battle group that is placed.
func (b *Battle) contactFault(c *Deploy, group int) *rules.Fault {
	for k, pair := range c.Contacts {
		i := b.find(pair.Fighter)
		if i < 0 || b.info[i].seat != c.Seat || b.s.Fighters[i].Group != group {
			return rules.Faultf(rules.OutOfRange, rules.At("contacts", k)+".fighter", "%q is not of this group", pair.Fighter)
		}
		if f := b.nearFault(i, rules.At("contacts", k)+".enemy", []string{pair.Enemy}); f != nil {
			f.Field = rules.At("contacts", k) + ".enemy"
			return f
		}
	}
	return nil
}

// playControl uses what the players counted at the end of a round of a measured battle, to which the
// other player agrees (WC-OBJ-2).
func (b *Battle) playControl(t *rules.Turn, c ReportControl) *rules.Fault {
	if !b.keepsFacts() {
		return b.wrongPhase()
	}
	on, fault := b.presence(c.Objectives)
	if fault != nil {
		return fault
	}
	var through ruling.PerPlayer
	for k, id := range c.Through {
		i := b.find(id)
		if i < 0 || !b.inPlay(i) || !b.countsThrough() {
			return rules.Breaks("WC-SET-13", rules.At("through", k), "%q does not count near the enemy's edge", id)
		}
		*through.Of(playerOf(b.info[i].seat))++
	}
	if t.Ask("WC-OBJ-2", opponent(c.Seat), "agree", "agree", "refuse") == 1 {
		return nil
	}
	t.Emit(PresenceNoted{Seat: c.Seat, Objectives: c.Objectives})
	for k := range b.s.Objectives {
		b.updateControl(t, k, b.countInPlay(func(i int) bool { return on[i]>>k&1 == 1 }))
	}
	b.scoreRound(t, through)
	return nil
}

// presence returns the objectives that each fighter is near, as bits, or a fault for a report that
// contradicts the table or itself.
func (b *Battle) presence(list []Presence) (on [30]uint16, fault *rules.Fault) {
	if len(list) != len(b.s.Objectives) {
		return on, rules.Breaks("WC-OBJ-2", "objectives", "there are %d objectives", len(b.s.Objectives))
	}
	var seen uint16
	for n, o := range list {
		at := rules.At("objectives", n)
		k := b.objective(o.ID)
		if k < 0 || seen>>k&1 == 1 {
			return on, rules.Faultf(rules.OutOfRange, at+".id", "%q is no other objective", o.ID)
		}
		seen |= 1 << k
		for m, id := range o.Fighters {
			field := rules.At(at+".fighters", m)
			i := b.find(id)
			if i < 0 || !b.inPlay(i) {
				return on, rules.Faultf(rules.OutOfRange, field, "%q is no fighter in play", id)
			}
			for l := range b.s.Objectives {
				if on[i]>>l&1 == 1 && b.tooFarApart(k, l, i) {
					return on, rules.Breaks("WC-OBJ-2", field, "%s cannot be near both %s and %s", id, o.ID, b.field.Victory.Objectives[l].ID)
				}
			}
			on[i] |= 1 << k
		}
	}
	for i := range b.info {
		if w := &b.s.Fighters[i]; b.inPlay(i) && w.Counted && w.OnObjectives != on[i] {
			return on, rules.Breaks("WC-OBJ-2", "objectives", "%s has not moved since the last count", b.id(i))
		}
	}
	return on, nil
}

// tooFarApart reports whether a base cannot be within 3 inches of two objectives at once.
func (b *Battle) tooFarApart(k, l, i int) bool {
	return !plane.Within(b.s.Objectives[k].At.base(0), b.s.Objectives[l].At.base(0), 2*ruling.ControlRange+ruling.Mils(b.info[i].profile.Base))
}

// applyPresence keeps who is near which objective.
func (b *Battle) applyPresence(e PresenceNoted) {
	for i := range b.s.Fighters {
		b.s.Fighters[i].OnObjectives, b.s.Fighters[i].Counted = 0, true
	}
	for _, o := range e.Objectives {
		for _, id := range o.Fighters {
			b.w(id).OnObjectives |= 1 << b.objective(o.ID)
		}
	}
}

// knownPresence returns the report of who is near which objective as far as the table knows it.
func (b *Battle) knownPresence() []Presence {
	list := make([]Presence, len(b.s.Objectives))
	for k, m := range b.field.Victory.Objectives {
		list[k] = Presence{ID: m.ID, Fighters: b.ids(func(i int) bool {
			return b.inPlay(i) && b.s.Fighters[i].OnObjectives>>k&1 == 1
		})}
	}
	return list
}

// controlVariants is the number of reports that Legal offers to each player.
const controlVariants = 3

// controlIdea returns a report in which fighters whose place is not known stand near no objective,
// or near one.
func (b *Battle) controlIdea(n int) (rules.Command, bool) {
	seat, variant := rules.Seat(n/controlVariants), n%controlVariants
	c := ReportControl{bySeat: bySeat{seat}, Objectives: b.knownPresence()}
	free := b.ids(func(i int) bool { return b.inPlay(i) && !b.s.Fighters[i].Counted })
	for n, id := range free {
		if k := n % (3 * max(1, len(c.Objectives))); variant > 0 && k < len(c.Objectives) && (variant == 1 || b.info[b.find(id)].seat == seat) {
			c.Objectives[k].Fighters = append(c.Objectives[k].Fighters, id)
		}
	}
	if b.countsThrough() && variant > 0 {
		all := b.ids(func(i int) bool { return b.inPlay(i) && b.info[i].seat == seat })
		c.Through = all[:min(len(all), variant-1)]
	}
	return c, true
}
