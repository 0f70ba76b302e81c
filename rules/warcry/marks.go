package warcry

// A mark is an honour or a scar that a fighter keeps, and what it changes on its card.
type mark struct {
	id        string
	scar      bool
	movement  int
	toughness int
	wounds    int
	attacks   int // of the first weapon
	strength  int
	crit      int
}

// marks are all honours and scars of the house, scars in the order of their D6.
var marks = []mark{
	{id: "limp", scar: true, movement: -1},
	{id: "cracked-ribs", scar: true, wounds: -2},
	{id: "weak-grip", scar: true, strength: -1},
	{id: "brittle", scar: true, toughness: -1},
	{id: "clouded-eye", scar: true, crit: -1},
	{id: "nightmares", scar: true, wounds: -1},
	{id: "first-blood", wounds: 1},
	{id: "monster-slayer", crit: 1},
	{id: "headhunter", wounds: 2},
	{id: "reaper", strength: 1},
	{id: "last-standing", wounds: 2},
	{id: "treasure-bearer", movement: 1},
	{id: "cold-riposte", attacks: 1},
	{id: "unbreakable", toughness: 1},
	{id: "cat-footed", movement: 1},
	{id: "giant-shoulders", wounds: 1},
}

// applyMark changes a profile by an honour or scar; figures stay playable. A
// mark that the game does not know changes nothing.
func applyMark(p *Profile, id string) {
	for _, m := range marks {
		if m.id != id {
			continue
		}
		p.Movement = max(min(p.Movement, 1), p.Movement+m.movement)
		p.Toughness = max(1, p.Toughness+m.toughness)
		p.Wounds = max(1, p.Wounds+m.wounds)
		if len(p.Weapons) > 0 {
			w := &p.Weapons[0]
			w.Attacks = max(1, w.Attacks+m.attacks)
			w.Strength = max(1, w.Strength+m.strength)
			w.DmgCrit = max(w.DmgHit, w.DmgCrit+m.crit)
		}
	}
}
