package warmachine

// This file holds facts from outside the rulebook: 'jack marshals.

// warjacksPerMarshal is how many warjacks a 'jack marshal controls (WM-X-JM-1).
const warjacksPerMarshal = 2

// overloadedMarshals are 'jack marshals that control more warjacks than they may.
func (a ArmyInput) overloadedMarshals() []Breach {
	var ids []string
	copies := map[string]int{}
	for _, e := range a.Others {
		if !e.JackMarshal {
			continue
		}
		if copies[e.ID] == 0 {
			ids = append(ids, e.ID)
		}
		copies[e.ID] += e.Count
	}
	led := map[string]int{}
	for _, j := range a.Marshalled {
		led[j.Marshal]++
	}
	var all []Breach
	for _, id := range ids {
		if led[id] > warjacksPerMarshal*copies[id] {
			all = append(all, Breach{"WM-X-JM-1", id})
		}
	}
	return all
}
