package campaign

import (
	"cmp"
	"fmt"
	"slices"

	"oriflamme/rules"
)

// maxHonours is how many honours a catalogue may hold.
const maxHonours = 60

// An Honour is an entry of a campaign's catalogue. When a battle becomes final it is granted
// automatically to the units that fulfil every condition; without conditions only the
// arbiter grants it.
type Honour struct {
	Key      string      `json:"key"`            // a key of the game's content, or any other
	Name     string      `json:"name,omitempty"` // the club's name for it; "" if the game's content has one for Key
	To       string      `json:"to,omitempty"`   // HonourEach or HonourBest; "" if only the arbiter grants it
	When     []Condition `json:"when,omitempty"` // all of them must hold
	ActsAs   string      `json:"like,omitempty"` // key of the game's honour whose effect it has in battles; "" for its own effect, if any
	Disabled bool        `json:"off,omitempty"`  // neither granted nor in effect in battles (CAMP-HON-2)
}

// To whom an honour is granted.
const (
	HonourEach = "each" // every unit that fulfils the conditions
	HonourBest = "best" // of these units the one with the most kills, then the most experience, then the first in the list
)

// A Condition holds when a fact of a battle lies between Least and Most.
type Condition struct {
	Fact  string `json:"fact"`           // one of Facts
	Key   string `json:"key,omitempty"`  // key of the resource or mark that the fact is about
	Least int    `json:"least"`          // 0 if only Most counts
	Most  *int   `json:"most,omitempty"` // nil for no limit
}

// An Award is an honour of the catalogue that a unit earned in a battle.
type Award struct {
	Seat rules.Seat
	Unit string
	Key  string
}

// A fact is a number about a unit that fought, its side or its battle.
type fact struct {
	name string
	of   func(w factContext) int
}

// facts are the numbers that conditions may ask for about a unit that fought, its side and its battle.
var facts = []fact{
	{"kills", func(w factContext) int { return w.fight.Kills }},                                                      // of the unit, in the battle
	{"experience", func(w factContext) int { return w.fight.Experience }},                                            // of the unit, in the battle
	{"career", func(w factContext) int { return w.record.Kills }},                                                    // kills of the unit so far
	{"battles", func(w factContext) int { return w.record.Battles }},                                                 // of the unit so far
	{"scars", func(w factContext) int { return len(w.record.Scars) }},                                                // of the unit so far
	{"mark", factContext.earnedMark},                                                                                 // 1 if the battle gave the unit the mark Key, or any mark for ""
	{"won", func(w factContext) int { return rules.BoolToInt(w.battle.Result.Winner == w.seat) }},                    // 1 or 0
	{"drawn", func(w factContext) int { return rules.BoolToInt(w.battle.Result.Winner == rules.Nobody) }},            // 1 or 0
	{"lost", func(w factContext) int { return rules.BoolToInt(w.lost(w.battle)) }},                                   // 1 or 0
	{"score", func(w factContext) int { own, _ := w.scores(); return own }},                                          // battle points of the side
	{"margin", func(w factContext) int { own, other := w.scores(); return own - other }},                             // ahead of the best other side
	{"toll", func(w factContext) int { return w.sum(rules.EffectKill, "", w.seat) }},                                 // kills of the side
	{"fallen", func(w factContext) int { return w.sum(rules.EffectLost, "", w.seat) }},                               // units of the side lost for good
	{"slain", func(w factContext) int { return w.sum(rules.EffectLost, "", rules.Nobody) }},                          // units of the other sides lost for good
	{"resource", func(w factContext) int { return w.sum(rules.EffectResource, w.when.Key, w.seat) }},                 // amount of the resource Key that the side won
	{"outnumbered", func(w factContext) int { return w.enemyUnits() - len(w.battle.RosterSnapshots[w.seat].Units) }}, // how many more units the enemies have
	{"taken", func(w factContext) int { return w.captured(false) }},                                                  // regions that the side took
	{"capital", func(w factContext) int { return w.captured(true) }},                                                 // capitals among them
	{"held", factContext.regionsHeld},                                                                                // regions at stake that the side kept
	{"streak", factContext.streak},                                                                                   // consecutive victories of the unit
	{"revenge", factContext.revenge},                                                                                 // 1 if the side beat an opponent who won their last meeting
	{"rungs", factContext.ranksGained},                                                                               // places climbed on the ladder
}

// Facts lists the names of the facts that conditions may ask for.
var Facts = convert(facts, func(f fact) string { return f.name })

func checkHonours(all []Honour) error {
	if len(all) > maxHonours {
		return refuse(Invalid, "honours", "too-long", "", "most", fmt.Sprint(maxHonours))
	}
	seen := map[string]bool{}
	for i, h := range all {
		at := fmt.Sprintf("honours[%d]", i)
		switch {
		case seen[h.Key]:
			return refuse(Invalid, at+".key", "honour-twice", "", "key", h.Key)
		case h.To != "" && h.To != HonourEach && h.To != HonourBest || (h.To == "") != (len(h.When) == 0):
			return refuse(Invalid, at+".to", "unknown-honour", "", "key", h.Key)
		case len(h.When) > 6:
			return refuse(Invalid, at+".when", "too-long", "", "most", "6")
		}
		if err := firstError(checkLength(at+".key", h.Key, 1, 80), checkLength(at+".name", h.Name, 0, 80), checkLength(at+".like", h.ActsAs, 0, 80)); err != nil {
			return err
		}
		for _, c := range h.When {
			if !slices.Contains(Facts, c.Fact) {
				return refuse(Invalid, at+".when", "unknown-fact", "", "fact", c.Fact)
			}
		}
		seen[h.Key] = true
	}
	return nil
}

// SetHonours replaces the catalogue of a campaign. Honours that were granted stay.
type SetHonours struct {
	Campaign ID       `json:"campaign"`
	Honours  []Honour `json:"honours"`
}

// Kind returns "honours".
func (SetHonours) Kind() Kind { return KindHonours }

func (b SetHonours) subject() Subject {
	return Subject{Campaign: b.Campaign, staleKey: b.Campaign + " honours"}
}

func (b SetHonours) names(s *State, check nameChecker) {
	if c := s.Campaigns[b.Campaign]; c != nil {
		check.honours(b.Honours, c.Honours)
	}
}

func (b SetHonours) apply(f *fold, a *Act) error {
	if f.Campaigns[b.Campaign] == nil {
		return notFound("campaign", "campaign", b.Campaign)
	}
	if err := checkHonours(b.Honours); err != nil {
		return err
	}
	f.editCampaign(b.Campaign).Honours = b.Honours
	return nil
}

// Honour returns an honour of the catalogue by its key, or nil.
func (c *Campaign) Honour(key string) *Honour {
	return find(c.Honours, func(h *Honour) bool { return h.Key == key })
}

// HonourDisabled reports whether an honour is switched off in the campaign.
func (c *Campaign) HonourDisabled(key string) bool {
	h := c.Honour(key)
	return h != nil && h.Disabled
}

// honourDisabled reports whether an effect is an honour that is switched off (CAMP-HON-2).
func (f *fold) honourDisabled(campaign ID, e rules.Effect) bool {
	return e.Kind == rules.EffectHonour && f.Campaigns[campaign].HonourDisabled(e.Key)
}

// BattleList returns a roster's list as it can fight now in its campaign, without lost
// units. Each unit has its marks without the honours that are switched off, and the game's
// honours as which its other honours act.
func (s *State) BattleList(r *Roster) rules.Roster {
	list, c := r.BattleList(), s.Campaigns[r.Campaign]
	for i := range list.Units {
		u := &list.Units[i]
		u.Marks = slices.DeleteFunc(u.Marks, c.HonourDisabled)
		for _, key := range u.Marks[:len(u.Marks):len(u.Marks)] {
			if h := c.Honour(key); h != nil && h.ActsAs != "" && !slices.Contains(u.Marks, h.ActsAs) {
				u.Marks = append(u.Marks, h.ActsAs)
			}
		}
	}
	return list
}

// awardHonours grants the honours of the catalogue that a battle has earned (CAMP-HON-1).
func (f *fold) awardHonours(b *Battle, a *Act) {
	if b.Result.Forfeit {
		return
	}
	c := f.Campaigns[b.Campaign]
	for _, h := range c.Honours {
		if h.Disabled || h.To == "" {
			continue
		}
		for seat, id := range b.Seats {
			for _, unit := range f.unitsEarning(h, b, rules.Seat(seat)) {
				r := f.editRoster(id)
				rec := r.Records[unit]
				rec.Honours = appendOwned(f, rec.Honours, Mark{Key: h.Key, Name: h.Name, Rule: "CAMP-HON-1", Battle: b.ID, At: a.At, ActNo: ActNo(a.No)})
				r.Records[unit] = rec
				b.Awards = append(b.Awards, Award{rules.Seat(seat), unit, h.Key})
			}
		}
	}
}

// unitsEarning returns the units of a seat that earn an honour in a battle.
func (f *fold) unitsEarning(h Honour, b *Battle, seat rules.Seat) []string {
	var all []factContext
	r := f.Rosters[b.Seats[seat]]
	for _, u := range b.RosterSnapshots[seat].Units {
		rec := r.Records[u.ID]
		if rec.Lost != nil || len(rec.Fights) == 0 || slices.ContainsFunc(rec.Honours, func(m Mark) bool { return m.Key == h.Key }) {
			continue
		}
		w := factContext{state: f.State, battle: b, seat: seat, unit: u.ID, record: rec, fight: rec.Fights[len(rec.Fights)-1]}
		if w.fulfils(h.When) {
			all = append(all, w)
		}
	}
	if h.To == HonourBest && len(all) > 1 {
		slices.SortStableFunc(all, func(x, y factContext) int {
			return cmp.Or(y.fight.Kills-x.fight.Kills, y.fight.Experience-x.fight.Experience)
		})
		all = all[:1]
	}
	return convert(all, func(w factContext) string { return w.unit })
}

// factContext is what the facts are computed from: a unit after a battle.
type factContext struct {
	state  *State
	battle *Battle
	seat   rules.Seat
	unit   string
	record ServiceRecord
	fight  Fight
	when   Condition
}

func (c factContext) fulfils(all []Condition) bool {
	for _, cond := range all {
		c.when = cond
		n := facts[slices.Index(Facts, cond.Fact)].of(c)
		if n < cond.Least || cond.Most != nil && n > *cond.Most {
			return false
		}
	}
	return true
}

// sum adds up the effects of a kind on one seat, or with Nobody those on all other seats.
func (c factContext) sum(kind rules.EffectKind, key string, of rules.Seat) int {
	n := 0
	for _, e := range c.battle.Effects {
		if e.Kind == kind && (key == "" || e.Key == key) && (e.Seat == of || of == rules.Nobody && e.Seat != c.seat) {
			n += max(e.Amount, 1)
		}
	}
	return n
}

func (c factContext) earnedMark() int {
	return rules.BoolToInt(slices.ContainsFunc(c.battle.Effects, func(e rules.Effect) bool {
		return e.Seat == c.seat && e.Unit == c.unit && (e.Kind == rules.EffectHonour || e.Kind == rules.EffectScar) && (c.when.Key == "" || e.Key == c.when.Key)
	}))
}

// scores returns the battle points of the side and of the best other side.
func (c factContext) scores() (own, other int) {
	for i, n := range c.battle.Result.Scores {
		if rules.Seat(i) == c.seat {
			own = n
		} else {
			other = max(other, n)
		}
	}
	return own, other
}

func (c factContext) enemyUnits() int {
	n := 0
	for seat, list := range c.battle.RosterSnapshots {
		if rules.Seat(seat) != c.seat {
			n += len(list.Units)
		}
	}
	return n
}

func (c factContext) captured(capitals bool) int {
	n := 0
	for _, x := range c.battle.Captures {
		if x.To == c.battle.Seats[c.seat] && (x.Capital || !capitals) {
			n++
		}
	}
	return n
}

func (c factContext) regionsHeld() int {
	n := 0
	camp := c.state.Campaigns[c.battle.Campaign]
	for _, id := range c.battle.Stakes {
		taken := slices.ContainsFunc(c.battle.Captures, func(x Capture) bool { return x.Region == id })
		if region := camp.Map.Region(id); region != nil && region.Owner == c.battle.Seats[c.seat] && !taken {
			n++
		}
	}
	return n
}

// lost reports whether the unit's side lost a battle.
func (c factContext) lost(b *Battle) bool {
	return b.Result.Winner != rules.Nobody && b.Seats[b.Result.Winner] != c.battle.Seats[c.seat]
}

func (c factContext) streak() int {
	n := 0
	for i := len(c.record.Fights) - 1; i >= 0; i-- {
		b := c.state.Battles[c.record.Fights[i].Battle]
		if b.Result.Winner == rules.Nobody || c.lost(b) {
			break
		}
		n++
	}
	return n
}

func (c factContext) revenge() int {
	if c.battle.Result.Winner != c.seat || len(c.battle.Seats) != 2 {
		return 0
	}
	for i := len(c.record.Fights) - 2; i >= 0; i-- {
		if fight := c.record.Fights[i]; slices.Equal(fight.Against, c.fight.Against) {
			return rules.BoolToInt(c.lost(c.state.Battles[fight.Battle]))
		}
	}
	return 0
}

func (c factContext) ranksGained() int {
	climbs := c.state.Campaigns[c.battle.Campaign].RankChanges
	if n := len(climbs); n > 0 && climbs[n-1].Battle == c.battle.ID && climbs[n-1].Up == c.battle.Seats[c.seat] {
		return climbs[n-1].From - climbs[n-1].To
	}
	return 0
}
