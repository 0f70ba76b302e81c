package warmaster

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rect"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmaster/ruling"
)

var battleLaws = []rulestest.Law[*Battle]{
	rulestest.Plain("places", lawOfPlaces), rulestest.Plain("formations and contacts", lawOfFormations), rulestest.Plain("company", lawOfCompany),
	{Name: "hits", Start: newHitAccount}, rulestest.Plain("rulings", lawOfRulings), {Name: "symmetry", Start: newLawOfSymmetry},
}

// TestLaws plays battles of bots and holds every step against the laws.
func TestLaws(t *testing.T) { rulestest.Laws(t, Game, "board", 100, battleLaws...) }

// TestLawsFindBreaches expects that battles of version 1 break the laws of hits, of company and of
// symmetry.
func TestLawsFindBreaches(t *testing.T) {
	list, _ := rulestest.Setups(t, "board")
	for k, name := range map[int]string{2: "company", 3: "hits", 5: "symmetry"} {
		found := false
		for n := 0; n < 60 && !found; n++ {
			s := list[n%len(list)]
			s.Version = 1
			broken, _ := rulestest.UnderLaws(t, Game, s, n, n/len(list), battleLaws[k])
			found = broken[name] != nil
		}
		if !found {
			t.Errorf("no battle of version 1 breaks the law of %s", name)
		}
	}
}

// TestRulingsFindBreaches changes the events of steps and expects that the rulings disagree.
func TestRulingsFindBreaches(t *testing.T) {
	list, _ := rulestest.Setups(t, "board-plains")
	found := map[string]bool{}
	tamper := rulestest.Plain("tampered", func(before, after *Battle, s rules.Step) error {
		events := slices.Clone(s.Events)
		for k, e := range events {
			switch e := e.(type) {
			case Tested:
				e.Success = !e.Success
				events[k] = e
			case Volleyed:
				e.Unsaved++
				events[k] = e
			case Driven:
				e.Distance++
				events[k] = e
			case RoundFought:
				e.Counted[0]++
				events[k] = e
			}
		}
		s.Events = events
		if lawOfRulings(before, after, s) != nil {
			found[s.Command.Kind()] = true
		}
		return nil
	})
	for n := 0; n < 40 && len(found) < 4; n++ {
		rulestest.UnderLaws(t, Game, list[0], n, n, tamper)
	}
	for _, kind := range []string{"order", "shoot", "drive-back", "fight"} {
		if !found[kind] {
			t.Errorf("a false %s is not found", kind)
		}
	}
}

// lawOfPlaces: no two stands overlap, all are on the table or left it by a rule, each unit has as
// many places as stands, and units in contact with an enemy fight.
func lawOfPlaces(_, after *Battle, _ rules.Step) error {
	if wrong := after.placementErrors(); len(wrong) > 0 {
		return fmt.Errorf("%s", wrong[0])
	}
	for i := range after.info {
		if p := &after.s.Units[i]; p.Gone && p.GoneBy == "" {
			return fmt.Errorf("%s is gone by no rule", after.id(i))
		}
	}
	return nil
}

// lawOfFormations: a unit has the formation that its stands make, in one piece unless casualties
// tore it apart, and the contacts of the battle are those of the stands.
func lawOfFormations(before, after *Battle, s rules.Step) error {
	for i := range after.info {
		if after.info[i].isCharacter() || !after.inPlay(i) {
			continue
		}
		p := &after.s.Units[i]
		if form := classifyBlocks(p.blocks); form != p.Form {
			return fmt.Errorf("%s stands in formation %q, the battle says %q", after.id(i), form, p.Form)
		}
		lost := before.s.Units[i].Stands > p.Stands
		if p.Form == "broken" && before.s.Units[i].Form != "broken" && !lost {
			return fmt.Errorf("%s fell apart by %s", after.id(i), s.Command.Kind())
		}
		for j := range i {
			if after.info[j].isCharacter() || !after.inPlay(j) || after.info[i].seat == after.info[j].seat {
				continue
			}
			touch := anyTouching(p.blocks, after.s.Units[j].blocks)
			if listed := slices.Contains(after.s.Contacts, contact{j, i}); listed != touch {
				return fmt.Errorf("%s and %s: touch %t, contact %t", after.id(j), after.id(i), touch, listed)
			}
		}
	}
	return nil
}

// lawOfCompany: a character with a unit is where its first stand is, dies and leaves with it, and
// stays behind when it moves in the Orders phase; one that is alone moves only by its own move.
func lawOfCompany(before, after *Battle, s rules.Step) error {
	own := map[string]bool{}
	for _, e := range s.Events {
		switch e := e.(type) {
		case CharacterMoved:
			own[e.Character] = true
		case EdgeRolled:
			own[e.Unit] = true
		case Placed:
			own[e.Unit] = true
		case Moved:
			if e.Why != "order" && e.Why != "evade" || e.Distance == 0 {
				continue
			}
			for j := range after.info {
				if after.s.Units[j].Joined == after.find(e.Unit) {
					return fmt.Errorf("%s moves along with %s", after.id(j), e.Unit)
				}
			}
		}
	}
	for j := range after.info {
		p, was := &after.s.Units[j], &before.s.Units[j]
		if !after.info[j].isCharacter() {
			continue
		}
		if p.Joined != noUnit {
			q := &after.s.Units[p.Joined]
			switch {
			case p.Gone != q.Gone || p.Off != q.Off:
				return fmt.Errorf("%s is not where %s is: gone %t, off %t", after.id(j), after.id(p.Joined), p.Gone, p.Off)
			case after.inPlay(j) && p.Spots[0] != q.Spots[0]:
				return fmt.Errorf("%s is at %v, %s at %v", after.id(j), p.Spots[0], after.id(p.Joined), q.Spots[0])
			}
		}
		if p.Joined == noUnit && was.Joined == noUnit && after.inPlay(j) && before.inPlay(j) && !own[after.id(j)] && p.Spots[0] != was.Spots[0] {
			return fmt.Errorf("%s moved by %s", after.id(j), s.Command.Kind())
		}
	}
	return nil
}

// newHitAccount returns a law with a memory: every hit that armour does not save is marked, removes
// a stand or is more than the unit could take; marked hits are erased at the end of the Shooting
// phase, but for those on a charger, and at the end of the Combat phase; a drive-back throws a die
// for each hit; hits on a charge count in one round.
func newHitAccount(start *Battle) rulestest.Check[*Battle] {
	n := len(start.info)
	owed, marked, shot, onCharge := make([]int, n), make([]int, n), make([]int, n), make([]int, n)
	return func(before, after *Battle, s rules.Step) error {
		fold := before.Clone().(*Battle)
		for _, e := range s.Events {
			if err := accountEntry(fold, e, owed, marked, shot, onCharge); err != nil {
				return err
			}
			fold.Apply(e)
			for i := range fold.info {
				if !fold.s.Units[i].Gone && fold.s.Units[i].Marked != marked[i] {
					return fmt.Errorf("after %s %s has %d hits marked, the account %d", e.Kind(), fold.id(i), fold.s.Units[i].Marked, marked[i])
				}
			}
		}
		for i := range fold.info {
			if owed[i] != 0 && !fold.s.Units[i].Gone {
				return fmt.Errorf("%d hits on %s are lost", owed[i], fold.id(i))
			}
		}
		return nil
	}
}

// accountEntry enters an event into the account of hits, before the battle applies it.
func accountEntry(b *Battle, e rules.Event, owed, marked, shot, onCharge []int) error {
	switch e := e.(type) {
	case Volleyed:
		i := b.find(e.Target)
		owed[i] += e.Unsaved
		if e.Why == "charge" {
			onCharge[i] += e.Unsaved
		} else {
			shot[i] += e.Unsaved
		}
	case Attacked:
		owed[b.find(e.Target)] += e.Unsaved
	case HitsTaken:
		return accountCasualties(b, e, owed, marked)
	case Destroyed:
		i := b.find(e.Unit)
		owed[i], marked[i], shot[i] = 0, 0, 0
	case Driven:
		i := b.find(e.Unit)
		ignored := map[string]int{"none": 0, "defended": 1, "fortified": 2}[b.protectionFrom(i, b.s.Units[b.find(e.From)].blocks)]
		if want := max(0, shot[i]-ignored); e.Dice != want {
			return fmt.Errorf("%s was hit %d times and driven by %d dice, want %d", e.Unit, shot[i], e.Dice, want)
		}
		shot[i] = 0
	case HitsErased:
		for i := range marked {
			shot[i] = 0
			if e.Phase == phaseCombat || !b.s.Units[i].Charged {
				marked[i] = 0
			}
			if e.Phase == phaseCombat {
				onCharge[i] = 0
			}
		}
	case Corrected:
		if e.What == "hits" {
			marked[b.find(e.Unit)] = e.Value
		}
	case TurnBegan:
		clear(shot)
	case RoundSettled:
		var want [2]int
		for seat, units := range b.s.Fight.Units {
			for _, i := range units {
				if b.s.Fight.Round == 1 {
					want[1-seat] += onCharge[i]
					onCharge[i] = 0
				}
			}
		}
		if e.Shots != want {
			return fmt.Errorf("hits on charges count %v, want %v", e.Shots, want)
		}
	}
	return nil
}

// accountCasualties enters the casualties of a unit.
func accountCasualties(b *Battle, e HitsTaken, owed, marked []int) error {
	i := b.find(e.Unit)
	p, hits := &b.s.Units[i], b.info[i].profile.Hits
	if e.Why == "retreat" {
		if e.Removed == p.Stands {
			marked[i] = 0
		}
		if e.Marked != marked[i] {
			return fmt.Errorf("a retreat of %s changes its hits from %d to %d", e.Unit, marked[i], e.Marked)
		}
		return nil
	}
	all := marked[i] + owed[i]
	removed := min(all/hits, p.Stands)
	left := all - removed*hits
	if removed == p.Stands {
		left = 0
	}
	if e.Removed != removed || e.Marked != left {
		return fmt.Errorf("%s had %d hits and suffers %d: %d stands removed, %d marked; want %d and %d", e.Unit, marked[i], owed[i], e.Removed, e.Marked, removed, left)
	}
	owed[i], marked[i] = 0, left
	return nil
}

// lawOfRulings: a ruling that is asked for the facts of the battle, with the dice of the battle,
// gives the battle's own answer.
func lawOfRulings(before, after *Battle, s rules.Step) error {
	faces := rules.Faces(s.Dice)
	switch c := s.Command.(type) {
	case Order:
		return orderAgrees(before, c, s, faces)
	case Shoot:
		return volleyAgrees(before, s, faces)
	case DriveBack:
		return driveAgrees(before, c, s, faces)
	case Fight:
		return roundAgrees(before, s, faces)
	}
	return nil
}

// eventOf returns the first event of a type.
func eventOf[E rules.Event](s rules.Step) (e E, found bool) {
	if all := rulestest.EventsOf[E](s.Events); len(all) > 0 {
		return all[0], true
	}
	return e, false
}

// orderAgrees asks the ruling on Command tests.
func orderAgrees(b *Battle, c Order, s rules.Step, faces []int) error {
	e, found := eventOf[Tested](s)
	if !found || len(faces) != 2 {
		return nil
	}
	who := b.find(c.Character)
	in := ruling.CommandInput{Command: b.commandOf(who), Character: b.info[who].profile.Type, Together: true}
	for _, id := range append([]string{c.Unit}, c.With...) {
		i := b.find(id)
		u := ruling.CommandedUnit{StandsLost: b.info[i].size - b.s.Units[i].Stands, State: "free", PriorOrders: priorOrders(b, id)}
		u.Distance = cmFromSquare(leastDistance(b.s.Units[who].blocks, b.s.Units[i].blocks), rect.FineUnits)
		near := rules.Dec(-1)
		for _, j := range b.units(1 - b.info[i].seat) {
			if d := cmFromSquare(leastDistance(b.s.Units[i].blocks, b.s.Units[j].blocks), rect.FineUnits); near < 0 || d < near {
				near = d
			}
		}
		if near >= 0 {
			u.Enemy = &near
		}
		for _, a := range b.ground.areas {
			if a.Kind == "wood" || a.Kind == "ruins" || a.Kind == "buildings" {
				u.Dense = u.Dense || anyOverlapping([]rect.Block{a.block}, b.s.Units[i].blocks)
			}
		}
		in.Units = append(in.Units, u)
	}
	r, err := rules.RunRule(dice.NewTape(faces...), in.Resolve)
	if err != nil {
		return err
	}
	if r.Success != e.Success || r.NumberNeeded != e.Needed || r.Roll != e.Roll {
		return fmt.Errorf("the ruling says %d or less, success %t; the battle %d, %t", r.NumberNeeded, r.Success, e.Needed, e.Success)
	}
	return nil
}

// priorOrders counts the orders that a unit received in this phase.
func priorOrders(b *Battle, id string) (n int) {
	for _, a := range b.s.OrdersActions {
		if a.Event == "order" && a.Success && slices.Contains(a.Units, id) {
			n++
		}
	}
	return n
}

// volleyAgrees asks the ruling on shooting, for volleys at one target.
func volleyAgrees(b *Battle, s rules.Step, faces []int) error {
	shots := rulestest.EventsOf[Volleyed](s.Events)
	if len(shots) != 1 { // several targets or numbers to hit share the dice
		return nil
	}
	e := shots[0]
	i, j := b.find(e.Unit), b.find(e.Target)
	seen := map[string]int{}
	w := b.newWatcher(i, j, true)
	n := 0
	for k := range b.s.Units[i].blocks {
		if w.standSees(k, b.s.Units[j].blocks) && leastDistance(b.s.Units[i].blocks[k:k+1], b.s.Units[j].blocks) <= squaredReach(int64(b.rangeOf(i)/rules.One)) {
			n++
		}
	}
	if e.Dice != n*b.info[i].profile.Attack.Shooting {
		return fmt.Errorf("%d stands of %s see %s in range, %d dice", n, e.Unit, e.Target, e.Dice)
	}
	for k := range b.s.Units[j].blocks {
		seen[b.coverFrom(j, k, b.s.Units[i].blocks)]++
	}
	if len(seen) > 1 {
		return nil
	}
	p := &b.info[j].profile
	in := ruling.VolleyInput{
		Shooters: []ruling.VolleyShooter{{Stands: n, Attacks: b.info[i].profile.Attack.Shooting}},
		Target: ruling.VolleyTarget{
			Type: p.Type, Hits: p.Hits, Armour: p.Armour, HitsMarked: b.s.Units[j].Marked, PhaseHits: b.s.Units[j].Suffered,
			InSight: ruling.SightClasses{Open: true, Defended: true, Fortified: true},
			Stands:  ruling.StandClasses{Open: seen["none"], Defended: seen["defended"], Fortified: seen["fortified"]},
		},
	}
	r, err := rules.RunRule(dice.NewTape(faces...), func(c *rules.Roller) int { return in.Throw(c, in.Start()).UnsavedHits })
	if err != nil {
		return err
	}
	if r != e.Unsaved {
		return fmt.Errorf("the ruling says %d hits, the battle %d", r, e.Unsaved)
	}
	return nil
}

// driveAgrees asks the ruling on drive-backs for the distance and what meets no obstacle.
func driveAgrees(b *Battle, c DriveBack, s rules.Step, faces []int) error {
	i := b.find(c.Unit)
	by, _ := b.nearestShooter(i)
	full := ruling.CM(b.info[i].pace.Full)
	in := ruling.DriveInput{
		HitsSuffered: b.s.Units[i].Suffered, Type: b.info[i].profile.Type, Flying: b.flies(i), FullPace: &full,
		Protection: b.protectionFrom(i, b.s.Units[by].blocks),
	}
	_, n := in.Dice()
	if len(faces) < n {
		return fmt.Errorf("%d dice for %d hits on %s", len(faces), in.HitsSuffered, c.Unit)
	}
	r, err := rules.RunRule(dice.NewTape(faces[:n]...), in.Resolve)
	if err != nil {
		return err
	}
	e, driven := eventOf[Driven](s)
	switch {
	case r.Dispersed == driven:
		return fmt.Errorf("%s: the ruling says dispersed %t", c.Unit, r.Dispersed)
	case driven && (r.DistanceCm != e.Distance || e.Moved > ruling.CM(e.Distance) || e.Stopped == "" && r.Confused && !slices.ContainsFunc(s.Events, func(ev rules.Event) bool {
		x, is := ev.(Confused)
		return is && x.Unit == c.Unit
	}) && !b.s.Units[i].Confused):
		return fmt.Errorf("%s: the ruling says %d cm, confused %t; the battle %+v", c.Unit, r.DistanceCm, r.Confused, e)
	}
	return nil
}

// roundAgrees asks the ruling on rounds of combat, with contacts measured on exact rectangles.
func roundAgrees(b *Battle, s rules.Step, faces []int) error {
	f := &b.s.Fight
	in := ruling.CombatInput{Round: f.Round, Floor: rules.BoolToInt(b.option("attacks-floor") == "1"), Active: sideOf(b.s.Turn)}
	choices := 0
	for _, seat := range [2]rules.Seat{0, 1} {
		side := in.Of(sideOf(seat))
		if f.Round == 1 {
			side.ChargeShots = f.ChargeHits[seat]
		}
		for _, i := range b.stillInPlay(f.Units[seat]) {
			u := b.engagedUnit(i)
			for _, r := range b.s.Units[i].blocks {
				var st ruling.FightingStand
				var targets []string
				for _, j := range b.enemiesTouching(i) {
					meets := false
					for _, q := range b.s.Units[j].blocks {
						one, two := r.Rect(1), q.Rect(1)
						if rect.Meet(one, two) == rect.Touch {
							how := rect.ContactOf(one, two)
							meets = true
							st.Flanked = st.Flanked || ruling.Flanked(how.A, how.B)
						}
					}
					if meets {
						targets = append(targets, b.id(j))
						st.TouchesTerrifying = st.TouchesTerrifying || b.info[j].terrifying || b.hasTerrifyingCharacter(j)
					}
				}
				if len(targets) > 1 {
					st.Target = targets[s.Choices[choices].Option]
					choices++
				} else if len(targets) == 1 {
					st.Target = targets[0]
				}
				u.Stands = append(u.Stands, st)
			}
			u.CharacterAttacks = b.characterAttacks(i, u.Stands)
			side.Units = append(side.Units, u)
		}
	}
	r, err := rules.RunRule(dice.NewTape(faces...), in.Resolve)
	if err != nil {
		return err
	}
	e, _ := eventOf[RoundFought](s)
	if got := [2]int{r.CountedHits.A, r.CountedHits.B}; got != e.Counted || [2]int{r.StandsRemoved.A, r.StandsRemoved.B} != e.Removed {
		return fmt.Errorf("the ruling counts %v, the battle %v", got, e.Counted)
	}
	return nil
}

// newLawOfSymmetry returns a law: the same command, with the same dice, on the table turned by
// half a circle and with the sides exchanged does the same.
func newLawOfSymmetry(start *Battle) rulestest.Check[*Battle] {
	other, err := start.turnedStart()
	return func(before, after *Battle, s rules.Step) error {
		if err != nil {
			return err
		}
		switch s.Command.(type) {
		case Start, Fight: // their dice are rolled for the first side first
			return nil
		}
		return turnsAlike(before, after, s, other)
	}
}

// turnsAlike compares a step with the same step on the turned table.
func turnsAlike(before, after *Battle, s rules.Step, other *Battle) error {
	turned, want := before.turned(other.fixed), after.turned(other.fixed)
	c, err := before.turnedCommand(s.Command)
	if err != nil {
		return err
	}
	choices := slices.Clone(s.Choices)
	for k, r := range choices {
		var p Place
		if r.Value == nil {
			continue
		}
		if err := rules.Decode(r.Value, &p); err != nil {
			return err
		}
		p = before.turnedPlace(p)
		if choices[k].Value, err = rules.EncodeResult(p); err != nil {
			return err
		}
	}
	got, _, err := rules.Play(turned, c, dice.NewTape(rules.Faces(s.Dice)...), rules.ChooseFrom(choices))
	if err != nil {
		return fmt.Errorf("turned: %w", err)
	}
	one, two := got.(*Battle).plainState(), want.plainState()
	if one != two {
		k := 0 // where they differ
		for k < min(len(one), len(two)) && one[k] == two[k] {
			k++
		}
		return fmt.Errorf("turned it gives …%s…, want …%s…", one[max(0, k-120):min(len(one), k+80)], two[max(0, k-120):min(len(two), k+80)])
	}
	return nil
}

// plainState is the state as text, with contacts in order.
func (b *Battle) plainState() string {
	s := b.s
	for _, list := range []*[]contact{&s.Contacts, &s.Touching, &s.Fight.StartContacts} {
		*list = slices.Clone(*list)
		slices.SortFunc(*list, func(l, m contact) int { return slices.Compare(l[:], m[:]) })
	}
	for _, list := range []*[]int{&s.Fight.Waiting, &s.NextToFight, &s.Fight.Front, &s.Fight.Units[0], &s.Fight.Units[1], &s.Volley.Units} {
		*list = slices.Clone(*list)
		slices.Sort(*list)
	}
	s.Volley.Able = nil
	text, err := rules.EncodeResult(s)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// turnedSpot is a spot on the table turned by half a circle.
func (b *Battle) turnedSpot(s Spot) Spot {
	return Spot{int(b.ground.width) - s[0], int(b.ground.depth) - s[1], (s[2] + 10) % 20}
}

// turnedPlace is a place on the turned table.
func (b *Battle) turnedPlace(p Place) Place {
	wide, deep := fromBoardUnits(b.ground.width), fromBoardUnits(b.ground.depth)
	around := func(h ruling.Heading) ruling.Heading { return ruling.Heading{-h[0], -h[1]} }
	p.Heading = around(p.Heading)
	if len(p.Stands) == 0 {
		p.X, p.Y = wide-p.X, deep-p.Y
		return p
	}
	p.Stands = slices.Clone(p.Stands)
	for k, s := range p.Stands {
		p.Stands[k] = Posture{wide - s.X, deep - s.Y, around(s.Heading)}
	}
	return p
}

// turnedCommand is a command of the other seat on the turned table.
func (b *Battle) turnedCommand(c rules.Command) (rules.Command, error) {
	turn := func(p *Place) *Place {
		if p == nil {
			return nil
		}
		q := b.turnedPlace(*p)
		return &q
	}
	via := func(all []Waypoint) []Waypoint {
		all = slices.Clone(all)
		for k, w := range all {
			all[k] = Waypoint{fromBoardUnits(b.ground.width) - w.X, fromBoardUnits(b.ground.depth) - w.Y}
		}
		return all
	}
	switch m := c.(type) {
	case Deploy:
		m.Place = turn(m.Place)
		c = m
	case Withdraw:
		m.Place = turn(m.Place)
		c = m
	case Reform:
		m.Place = turn(m.Place)
		c = m
	case MoveCharacter:
		if m.Joins == "" {
			m.X, m.Y = fromBoardUnits(b.ground.width)-m.X, fromBoardUnits(b.ground.depth)-m.Y
		}
		c = m
	case Move:
		m.Place, m.Via, m.With = turn(m.Place), via(m.Via), slices.Clone(m.With)
		for k, w := range m.With {
			m.With[k] = Placing{w.Unit, *turn(&w.Place), via(w.Via)}
		}
		c = m
	}
	raw, err := rules.EncodeCommand(c)
	if err != nil {
		return nil, err
	}
	var tree map[string]any
	if err := json.Unmarshal(raw, &tree); err != nil {
		return nil, err
	}
	if by, found := tree["by"].(float64); found {
		tree["by"] = 1 - by
	}
	if raw, err = json.Marshal(tree); err != nil {
		return nil, err
	}
	return Game.DecodeCommand(raw)
}

// turnedStart is a battle that begins on the table turned by half a circle, with the sides
// exchanged.
func (b *Battle) turnedStart() (*Battle, error) {
	setup := b.setup
	setup.Rosters = []rules.Roster{b.setup.Rosters[1], b.setup.Rosters[0]}
	var field struct {
		Table Table `json:"table" default:"{}"`
	}
	if len(setup.Field) > 0 && string(setup.Field) != "null" {
		if err := rules.Decode(setup.Field, &field); err != nil {
			return nil, err
		}
		for k, a := range field.Table.Terrain {
			a.X, a.Y, a.Heading = field.Table.Width-a.X, field.Table.Depth-a.Y, ruling.Heading{-a.Heading[0], -a.Heading[1]}
			field.Table.Terrain[k] = a
		}
		raw, err := rules.EncodeResult(field)
		if err != nil {
			return nil, err
		}
		setup.Field = raw
	}
	begun, err := begin(setup)
	if err != nil {
		return nil, err
	}
	return begun.(*Battle), nil
}

// turned is the battle on the table turned by half a circle, with the sides exchanged; other is
// what never changes in it.
func (b *Battle) turned(other *fixed) *Battle {
	t := &Battle{fixed: other}
	to := func(i int) int {
		if i < 0 {
			return i
		}
		return t.find(b.id(i))
	}
	list := func(all []int) []int {
		if all == nil {
			return nil
		}
		other := make([]int, len(all))
		for k, i := range all {
			other[k] = to(i)
		}
		return other
	}
	contacts := func(all []contact) []contact {
		other := make([]contact, len(all))
		for k, l := range all {
			other[k] = newContact(to(l[0]), to(l[1]))
		}
		return other
	}
	seat := func(s rules.Seat) rules.Seat {
		if s < 0 {
			return s
		}
		return 1 - s
	}
	s := b.s
	s.First, s.Placing, s.Turn = seat(s.First), seat(s.Placing), seat(s.Turn)
	s.Returning, s.Moving, s.NextToFight = list(s.Returning), list(s.Moving), list(s.NextToFight)
	s.Touching, s.Contacts = contacts(s.Touching), contacts(s.Contacts)
	s.Volley.Charger, s.Volley.Units = to(s.Volley.Charger), list(s.Volley.Units)
	s.Conceded[0], s.Conceded[1] = s.Conceded[1], s.Conceded[0]
	s.Fled[0], s.Fled[1] = s.Fled[1], s.Fled[0]
	s.Amended[0], s.Amended[1] = s.Amended[1], s.Amended[0]
	s.Outcome.Winner, s.Outcome.Scores = seat(s.Outcome.Winner), slices.Clone(s.Outcome.Scores)
	if b.s.Phase != phaseOver {
		s.Outcome.Winner = b.s.Outcome.Winner
	}
	slices.Reverse(s.Outcome.Scores)
	f := &s.Fight
	f.Units = [2][]int{list(f.Units[1]), list(f.Units[0])}
	f.Front = slices.Clone(f.Front)
	for k, n := range f.Front {
		f.Front[k] = to(n/100)*100 + n%100
	}
	f.Counted, f.Removed = [2]int{f.Counted[1], f.Counted[0]}, [2]int{f.Removed[1], f.Removed[0]}
	f.Wiped, f.ChargeHits = [2]bool{f.Wiped[1], f.Wiped[0]}, [2]int{f.ChargeHits[1], f.ChargeHits[0]}
	f.Winner, f.Waiting, f.StartContacts = seat(f.Winner), list(f.Waiting), contacts(f.StartContacts)
	if len(f.FallBackRoll) > 0 {
		f.FallBackRoll = append([]int{to(f.FallBackRoll[0])}, f.FallBackRoll[1:]...)
	}
	s.Units = make([]unitState, len(b.s.Units))
	for i, p := range b.s.Units {
		p.Joined, p.ShotBy = to(p.Joined), list(p.ShotBy)
		p.Spots, p.Before = slices.Clone(p.Spots), slices.Clone(p.Before)
		for _, list := range [2][]Spot{p.Spots, p.Before} {
			for k, at := range list {
				list[k] = b.turnedSpot(at)
			}
		}
		n := to(i)
		p.blocks = t.blocksOf(n, p.Spots)
		p.sightBlocks = joinRows(p.blocks)
		s.Units[n] = p
	}
	t.s = s
	return t
}
