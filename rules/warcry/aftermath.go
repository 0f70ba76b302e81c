package warcry

import (
	"encoding/json"

	"oriflamme/rules"
	"oriflamme/rules/aftermath"
)

// The book has no campaign, so the aftermath follows house rules:
//
//	WC-HOUSE-1  actions that players carry out by hand are logged
//	WC-HOUSE-2  each fighter taken down rolls a D6: 1 a scar, 2 rests, 3+ recovers;
//	            a leader is never lost, others are lost on a second 1
//	WC-HOUSE-3  a scar is rolled on the table of six
//	WC-HOUSE-4  experience: 1 for the battle, 1 for each kill, 1 more for survivors
//	WC-HOUSE-5  honours by what fighters did
//	WC-HOUSE-6  glory: 3 for a victory, 2 for a draw, 1 for a defeat, 1 for a monster
//	WC-HOUSE-7  one glory may be spent on a search: 6 finds 3 glory, 4-5 one back
//	WC-HOUSE-8  a steady hand re-rolls one hit roll once a battle (aftermath_marks.go)

// house names the house rules to the events of the aftermath.
type house struct{}

// Rules returns the ids of the rules.
func (house) Rules() aftermath.RuleIDs {
	return aftermath.RuleIDs{
		Injury: "WC-HOUSE-2", Scar: "WC-HOUSE-3", Experience: "WC-HOUSE-4", Honour: "WC-HOUSE-5",
		Resource: "WC-HOUSE-6", Offer: "WC-HOUSE-7", End: "WC-HOUSE-7", Over: "WC-SEQ-2",
	}
}

// The events of the aftermath.
type (
	Recovered      = aftermath.FighterRecovered[house]
	Honoured       = aftermath.FighterHonoured[house]
	Gained         = aftermath.FighterGained[house]
	AftermathEnded = aftermath.Ended[house]
)

// aftermathDefinition declares the aftermath.
var aftermathDefinition = aftermath.Definition[*Battle]{
	Game:   "Warcry",
	Events: aftermath.FighterEvents[house](),
	Units:  (*Battle).aftermathUnits,
	Scars:  []string{"limp", "cracked-ribs", "weak-grip", "brittle", "clouded-eye", "nightmares"},
	Gains: func(b *Battle, seat rules.Seat) []aftermath.Gain {
		return []aftermath.Gain{{What: "glory", Amount: b.gloryEarned(seat)}}
	},
	Offers: func(b *Battle, seat rules.Seat) []aftermath.Offer {
		return []aftermath.Offer{
			{Command: Spend{bySeat{seat}, false}},
			{Command: Spend{bySeat{seat}, true}, Price: 1, Do: func(t *rules.Turn) { b.search(t, seat) }},
		}
	},
	Kills:     aftermath.Kills{Key: "points", Rule: "WC-DMG-2", When: aftermath.BeforeResource},
	Recovered: "settled",
	Done:      "done",
	Resources: []aftermath.Resource{{What: "glory", Key: "glory"}},
	Save: func(b *Battle, after *json.RawMessage) ([]byte, error) {
		return json.Marshal(savedBattle{b.setup, b.s, after})
	},
}

// Spend spends a glory on a search, or ends the side's aftermath.
type Spend struct {
	bySeat
	Search bool `json:"search"`
}

func (Spend) Kind() string { return "spend" }

// search throws a die; on a 6 the player chooses a reward (WC-HOUSE-7).
func (b *Battle) search(t *rules.Turn, seat rules.Seat) {
	found := t.Count("search", 1, 6, 4, 6)
	switch {
	case found[2] == 1:
		if t.Ask("WC-HOUSE-7", seat, "trinket", "sell", "share") == 0 {
			t.Emit(Gained{Seat: seat, What: "glory", Amount: 3, Law: "WC-HOUSE-7"})
			return
		}
		for i := range b.info {
			if b.info[i].seat == seat && b.info[i].leader {
				t.Emit(Gained{Seat: seat, Unit: b.id(i), What: "experience", Amount: 2, Law: "WC-HOUSE-7"})
			}
		}
	case found[1] == 1:
		t.Emit(Gained{Seat: seat, What: "glory", Amount: 1, Law: "WC-HOUSE-7"})
	}
}

// What becomes of a fighter that was taken down (WC-HOUSE-2).
var (
	injuries       = aftermath.Injuries{Roll: "injury", Lines: []aftermath.Line{{Then: &graveInjuries}, {From: 2, Fate: "rests"}, {From: 3, Fate: "recovers"}}}
	graveInjuries  = aftermath.Injuries{Roll: "injury", Lines: []aftermath.Line{{Fate: aftermath.Lost}, {From: 2, Fate: "scar", Scar: true}}}
	leaderInjuries = aftermath.Injuries{Roll: "injury", Lines: []aftermath.Line{{Fate: "scar", Scar: true}, {From: 2, Fate: "rests"}, {From: 3, Fate: "recovers"}}}
)

// aftermathUnits returns what each fighter did in the battle.
func (b *Battle) aftermathUnits() (all []aftermath.Unit) {
	for i, f := range b.info {
		w := &b.s.Fighters[i]
		u := aftermath.Unit{ID: f.id, Seat: f.seat, Marks: aftermath.MarksOf(b.setup.Rosters[f.seat], f.id), Kills: w.Kills, Experience: 2 + w.Kills, Honours: b.honours(i)}
		if w.Out {
			u.Experience--
			u.Injuries = &injuries
			if f.leader {
				u.Injuries = &leaderInjuries
			}
		}
		all = append(all, u)
	}
	return all
}

// honours returns the honours of what a fighter did (WC-HOUSE-5).
func (b *Battle) honours(i int) []aftermath.Honour {
	w, seat := &b.s.Fighters[i], b.info[i].seat
	did := func(a achievement) bool { return w.Achievements&int(a) != 0 }
	alive, mates := !w.Out, 0
	for j := range b.info {
		if j != i && b.info[j].seat == seat && !b.s.Fighters[j].Out {
			mates++
		}
	}
	return []aftermath.Honour{
		{ID: "first-blood", Earned: b.s.FirstBlood == i},
		{ID: "monster-slayer", Earned: did(tookDownMonster)},
		{ID: "headhunter", Earned: did(tookDownLeader)},
		{ID: "reaper", Earned: w.Kills >= 3},
		{ID: "last-standing", Earned: alive && mates == 0 && len(b.setup.Rosters[seat].Units) > 1},
		{ID: "treasure-bearer", Earned: alive && w.Carrying >= 0},
		{ID: "cold-riposte", Earned: did(tookDownByCounter)},
		{ID: "unbreakable", Earned: alive && did(lostHalfWounds) && w.Kills > 0},
		{ID: "cat-footed", Earned: alive && did(survivedFall)},
	}
}

// gloryEarned returns the glory that a side earned in the battle (WC-HOUSE-6).
func (b *Battle) gloryEarned(seat rules.Seat) int {
	o, _ := b.Outcome()
	glory := map[rules.Seat]int{seat: 3, rules.Nobody: 2, opponent(seat): 1}[o.Winner]
	for i := range b.info {
		if b.info[i].seat == seat && b.s.Fighters[i].Achievements&int(tookDownMonster) != 0 {
			glory++
		}
	}
	return glory
}
