package warmaster

import (
	"cmp"
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/warmaster/ruling"
)

// rosterCheck is a roster that is being checked: each unit with its profile and upgrades.
type rosterCheck struct {
	rules.Roster
	extra    Extra
	profiles []Profile
	taken    [][]*Upgrade
	faults   []rules.Fault
}

// checkRoster lists every fault of an army: those of the book (WR-ARMY-1 to WR-ARMY-11)
// and those of its list, which the book leaves to another volume:
//
//	WR-LIST-1  the army costs more than agreed
//	WR-LIST-2  fewer of a unit than its list wants, for each full 1,000 points
//	WR-LIST-3  more of a unit than its list allows, for each full 1,000 points
//	WR-LIST-4  fewer of a unit than its list wants in an army
//	WR-LIST-5  more of a unit than its list allows in an army
//	WR-LIST-6  an upgrade that is not open to its bearer
//	WR-LIST-7  two mounts or two items for one bearer
//	WR-LIST-8  more of an upgrade than the list allows
//	WR-LIST-9  an upgrade without the unit that it needs
//	WR-LIST-10 stands to be added with no unit to join
//	WR-LIST-11 a unit of another army
//
// An army of less than 1,000 points counts as one thousand. Command and the
// General's table (WR-ARMY-8, WR-ARMY-9) are the list's to say.
func checkRoster(r rules.Roster) []rules.Fault {
	e, faults := newRosterCheck(r)
	if len(faults) > 0 {
		return faults
	}
	e.checkBookRules()
	e.checkPoints()
	e.checkNumbers()
	for i := range e.profiles {
		e.checkBearer(i)
	}
	e.checkUpgrades()
	e.checkJoiners()
	return e.faults
}

// newRosterCheck reads a roster, or lists what in it cannot be read or found.
func newRosterCheck(r rules.Roster) (e *rosterCheck, faults []rules.Fault) {
	e = &rosterCheck{Roster: r}
	add := func(path string, err error) {
		if err != nil {
			faults = append(faults, *rules.Within(path, err))
		}
	}
	raw := r.Extra
	if len(raw) == 0 {
		raw = []byte("{}")
	}
	add("extra", rules.Decode(raw, &e.extra))
	for i, u := range r.Units {
		var p Profile
		add(rules.Join(rules.At("units", i), "profile"), rules.Decode(u.Profile, &p))
		e.profiles = append(e.profiles, p)
		var taken []*Upgrade
		for k, id := range e.extra.Taken[u.ID] {
			at := ruling.IndexByID(e.extra.Upgrades, id, func(u Upgrade) string { return u.ID })
			if at < 0 {
				add("", rules.Faultf(rules.OutOfRange, rules.At("extra.taken."+u.ID, k), "there is no upgrade %q", id))
				continue
			}
			taken = append(taken, &e.extra.Upgrades[at])
		}
		e.taken = append(e.taken, taken)
	}
	for id := range e.extra.Taken {
		if ruling.IndexByID(r.Units, id, func(u rules.Unit) string { return u.ID }) < 0 {
			add("", rules.Faultf(rules.OutOfRange, "extra.taken."+id, "there is no unit %q", id))
		}
	}
	return e, faults
}

// profileName is the name of a profile in the list, if the roster has it.
func (e *rosterCheck) profileName(id string) string {
	if i := ruling.IndexByID(e.extra.Minima, id, func(m Minimum) string { return m.ID }); i >= 0 {
		return e.extra.Minima[i].displayName()
	}
	return id
}

// addFault adds a broken rule. The figures are for the translated sentence.
func (e *rosterCheck) addFault(rule, field, what string, with ...string) {
	f := rules.Breaks(rule, field, "%s", what)
	f.With = map[string]string{}
	for i := 0; i+1 < len(with); i += 2 {
		f.With[with[i]] = with[i+1]
	}
	e.faults = append(e.faults, *f)
}

// thousands is the factor for the list's numbers: full thousands of points, at least 1.
func (e *rosterCheck) thousands() int { return max(1, e.extra.PointsLimit/1000) }

// checkBookRules applies the ruling on rosters of any list.
func (e *rosterCheck) checkBookRules() {
	in := ruling.ArmyInput{}
	for _, p := range e.profiles {
		entry := ruling.RosterEntry{Name: p.Name, Type: p.Type, Count: 1, Size: p.Size, Attack: ruling.RawAttack{There: true, Fine: true}, Armour: &p.Armour, Command: p.Command}
		if p.Hits > 0 {
			entry.Hits = &p.Hits
		}
		in.Units = append(in.Units, entry)
	}
	for _, v := range in.Resolve().Violations {
		if v.Rule == "WR-ARMY-8" {
			continue
		}
		field, name := "units", e.Name
		if v.Unit != nil {
			field, name = rules.At("units", *v.Unit), e.Units[*v.Unit].Name
		}
		e.addFault(v.Rule, field, "the army breaks "+v.Rule, "names", name)
	}
}

func (e *rosterCheck) checkPoints() {
	total := 0
	for i, p := range e.profiles {
		total += p.Points
		for _, u := range e.taken[i] {
			total += u.Points
		}
	}
	if total > e.extra.PointsLimit {
		e.addFault("WR-LIST-1", "units", "the army costs too much", "points", strconv.Itoa(total), "limit", strconv.Itoa(e.extra.PointsLimit))
	}
}

// checkNumbers counts the units of each profile; profiles that share a maximum count
// together.
func (e *rosterCheck) checkNumbers() {
	number := map[string]int{}
	for i, p := range e.profiles {
		number[p.ID]++
		if p.Army != "" && e.Faction != "" && p.Army != e.Faction {
			e.addFault("WR-LIST-11", rules.At("units", i), "the unit is of another army", "names", e.Units[i].Name)
		}
	}
	minima := slices.Clone(e.extra.Minima)
	seen := map[string]bool{}
	for i, p := range e.profiles {
		if seen[p.ID] {
			continue
		}
		seen[p.ID] = true
		together := number[p.ID]
		for _, id := range p.Shares {
			if id != p.ID {
				together += number[id]
			}
		}
		at := rules.At("units", i)
		e.checkMost("WR-LIST-3", at, p.Name, together, p.Max, e.thousands())
		e.checkMost("WR-LIST-5", at, p.Name, together, p.ArmyMax, 1)
		if ruling.IndexByID(minima, p.ID, func(m Minimum) string { return m.ID }) < 0 {
			minima = append(minima, Minimum{p.ID, p.Name, p.Min, p.ArmyMin})
		}
	}
	for _, m := range minima {
		e.checkLeast("WR-LIST-2", "units", "there are too few "+m.displayName(), m.displayName(), number[m.ID], m.Min, e.thousands())
		e.checkLeast("WR-LIST-4", "units", "there are too few "+m.displayName(), m.displayName(), number[m.ID], m.ArmyMin, 1)
	}
}

// checkMost refuses more than a number, if there is one, times a factor.
func (e *rosterCheck) checkMost(rule, field, name string, n int, most *int, factor int) {
	if most != nil && n > *most*factor {
		e.addFault(rule, field, "there are too many", "names", name, "count", strconv.Itoa(n), "limit", strconv.Itoa(*most*factor))
	}
}

// checkLeast refuses less than a number, if there is one, times a factor.
func (e *rosterCheck) checkLeast(rule, field, what, name string, n int, least *int, factor int) {
	if least != nil && n < *least*factor {
		e.addFault(rule, field, what, "names", name, "count", strconv.Itoa(n), "limit", strconv.Itoa(*least*factor))
	}
}

// checkBearer checks the upgrades of one unit or character.
func (e *rosterCheck) checkBearer(i int) {
	p, field := &e.profiles[i], "extra.taken."+e.Units[i].ID
	of := map[string]int{}
	for k, u := range e.taken[i] {
		if !e.isOpen(p, u, e.taken[i]) {
			e.addFault("WR-LIST-6", rules.At(field, k), "the upgrade is not open to it", "names", e.Units[i].Name, "upgrade", u.displayName())
		}
		of[u.Kind]++
		twice := slices.Index(e.taken[i], u) < k
		if twice || u.Kind != "special" && of[u.Kind] == 2 {
			e.addFault("WR-LIST-7", rules.At(field, k), "one of a kind for each bearer", "names", e.Units[i].Name, "upgrade", u.displayName())
		}
	}
}

// isOpen reports whether a bearer may take an upgrade: by its list, by its type if it is an
// item, or by another upgrade that it takes.
func (e *rosterCheck) isOpen(p *Profile, u *Upgrade, taken []*Upgrade) bool {
	if slices.Contains(p.Upgrades, u.ID) {
		return true
	}
	if u.Army != "" && p.Army != "" && u.Army != p.Army {
		return false
	}
	if u.Kind == "item" && !p.NoMagic && slices.Contains(u.Carriers, p.Type) {
		return true
	}
	return slices.ContainsFunc(taken, func(o *Upgrade) bool { return slices.Contains(o.Opens, u.ID) })
}

// checkUpgrades counts the upgrades of the whole army.
func (e *rosterCheck) checkUpgrades() {
	number := map[*Upgrade]int{}
	for _, taken := range e.taken {
		for _, u := range taken {
			number[u]++
		}
	}
	for k := range e.extra.Upgrades {
		u := &e.extra.Upgrades[k]
		at := rules.At("extra.upgrades", k)
		e.checkMost("WR-LIST-8", at, u.displayName(), number[u], u.Max, e.thousands())
		e.checkMost("WR-LIST-8", at, u.displayName(), number[u], u.ArmyMax, 1)
		e.checkLeast("WR-LIST-4", at, "there are too few", u.displayName(), number[u], u.ArmyMin, 1)
		for _, id := range u.Needs {
			if number[u] > 0 && ruling.IndexByID(e.profiles, id, func(p Profile) string { return p.ID }) < 0 {
				e.addFault("WR-LIST-9", at, "the army lacks "+id, "names", e.profileName(id), "upgrade", u.displayName())
			}
		}
	}
}

// checkJoiners refuses stands to be added for which there is no unit.
func (e *rosterCheck) checkJoiners() {
	for i, p := range e.profiles {
		alike := func(q Profile) bool { return slices.Equal(p.Joins, q.Joins) }
		if len(p.Joins) == 0 || slices.IndexFunc(e.profiles, alike) < i {
			continue
		}
		joining, unitsToJoin := 0, 0
		for _, q := range e.profiles {
			joining += rules.BoolToInt(alike(q))
			unitsToJoin += rules.BoolToInt(slices.Contains(p.Joins, q.ID))
		}
		e.checkMost("WR-LIST-10", rules.At("units", i), p.Name, joining, &unitsToJoin, 1)
	}
}

// A Minimum is the least number of units of a profile that an army must have.
type Minimum struct {
	ID      string `json:"id" in:"1..80"`
	Name    string `json:"name" in:"0..120" default:"\"\""`
	Min     *int   `json:"min" in:"0..50" default:"-" null:"true"` // for each full 1,000 points
	ArmyMin *int   `json:"army_min" in:"0..50" default:"-" null:"true"`
}

// displayName is the name for people, or the id without one.
func (m Minimum) displayName() string { return cmp.Or(m.Name, m.ID) }

// Extra is the game's own part of a rules.Roster: the upgrades taken, and as much of the
// army list as checking the roster needs.
type Extra struct {
	PointsLimit int                 `json:"points_limit" in:"0..100000" default:"2000"`
	Taken       map[string][]string `json:"taken" default:"{}"`                               // upgrades by Unit.ID
	Upgrades    []Upgrade           `json:"upgrades" len:"0..200" distinct:"id" default:"[]"` // that the list offers
	Minima      []Minimum           `json:"minima" len:"0..200" distinct:"id" default:"[]"`   // of the list
}

// checkPack lists the faults of a pack of profiles.
func checkPack(p rules.Pack) []rules.Fault {
	var faults []rules.Fault
	add := func(path string, err error) {
		if err != nil {
			faults = append(faults, *rules.Within(path, err))
		}
	}
	found := map[string]bool{}
	for i, raw := range p.Parts["upgrades"] {
		var u Upgrade
		add(rules.At("parts.upgrades", i), rules.Decode(raw, &u))
		found[u.ID] = true
	}
	for i, u := range p.Units {
		at := rules.Join(rules.At("units", i), "profile")
		var profile Profile
		if err := rules.Decode(u.Profile, &profile); err != nil {
			add(at, err)
			continue
		}
		if f := profile.fault(u); f != nil {
			add(at, f)
		}
		for k, id := range profile.Upgrades {
			if !found[id] {
				add(at, rules.Faultf(rules.OutOfRange, rules.At("upgrades", k), "%q is no upgrade of the pack", id))
			}
		}
	}
	return faults
}
