package warmaster

import (
	"cmp"

	"oriflamme/rules"
)

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
