package campaign

import (
	"cmp"
	"fmt"
	"slices"

	"oriflamme/rules"
)

// mostHonours is how many honours a catalogue may have.
const mostHonours = 60

// An Honour of a campaign's catalogue: granted by itself when a battle becomes final,
// to those that fulfil every condition, or by the arbiter alone.
type Honour struct {
	Key  string      `json:"key"`            // known to the game's content, or free
	Name string      `json:"name,omitempty"` // the club's own; "" when Key has a name
	To   string      `json:"to,omitempty"`   // one of HonourTo; "" for the arbiter's
	When []Condition `json:"when,omitempty"` // all of them must hold
	Like string      `json:"like,omitempty"` // the honour of the game as which it acts in battles; "" for its own effect, if any
	Off  bool        `json:"off,omitempty"`  // neither granted nor heeded in battles
}

// To whom an honour is granted.
const (
	HonourEach = "each" // every unit that fulfils the conditions
	HonourBest = "best" // of those the one with the most kills, then experience, then the first of the list
)

// A Condition holds when a fact of a battle lies between Least and Most.
type Condition struct {
	Fact  string `json:"fact"`           // one of Facts
	Key   string `json:"key,omitempty"`  // of a resource or mark
	Least int    `json:"least"`          // 0 where only Most counts
	Most  *int   `json:"most,omitempty"` // nil for no limit
}

// An Award is an honour of the catalogue that a battle brought.
type Award struct {
	Seat rules.Seat
	Unit string
	Key  string
}

// facts are what conditions may ask about a unit that fought, its side and its battle.
var facts = []struct {
	name string
	of   func(w witness) int
}{
	{"kills", func(w witness) int { return w.fight.Kills }},           // of the unit, in the battle
	{"experience", func(w witness) int { return w.fight.Experience }}, // of the unit, in the battle
	{"career", func(w witness) int { return w.record.Kills }},         // kills of the unit so far
	{"battles", func(w witness) int { return w.record.Battles }},      // of the unit so far
	{"scars", func(w witness) int { return len(w.record.Scars) }},     // of the unit so far
	{"mark", witness.mark}, // 1 when the battle gave the unit the mark Key, any for ""
	{"won", func(w witness) int { return one(w.battle.Result.Winner == w.seat) }},                 // 1 or 0
	{"drawn", func(w witness) int { return one(w.battle.Result.Winner == rules.Nobody) }},         // 1 or 0
	{"lost", func(w witness) int { return one(w.beaten(w.battle)) }},                              // 1 or 0
	{"score", func(w witness) int { own, _ := w.scores(); return own }},                           // battle points of the side
	{"margin", func(w witness) int { own, other := w.scores(); return own - other }},              // ahead of the best other side
	{"toll", func(w witness) int { return w.sum(EffectKill, "", w.seat) }},                        // kills of the side
	{"fallen", func(w witness) int { return w.sum(EffectLost, "", w.seat) }},                      // units of the side lost for good
	{"slain", func(w witness) int { return w.sum(EffectLost, "", rules.Nobody) }},                 // units of the other sides lost for good
	{"resource", func(w witness) int { return w.sum(EffectResource, w.when.Key, w.seat) }},        // resource Key that the side won
	{"outnumbered", func(w witness) int { return w.foes() - len(w.battle.Frozen[w.seat].Units) }}, // by so many units
	{"taken", func(w witness) int { return w.captured(false) }},                                   // regions that the side took
	{"capital", func(w witness) int { return w.captured(true) }},                                  // capitals among them
	{"held", witness.held},       // regions at stake that the side kept
	{"streak", witness.streak},   // victories of the unit in a row
	{"revenge", witness.revenge}, // 1 when it beat who beat it when they last met
	{"rungs", witness.rungs},     // places climbed on the ladder
}

// Facts are the names of everything that conditions may ask about.
var Facts = func() []string {
	names := make([]string, len(facts))
	for i := range facts {
		names[i] = facts[i].name
	}
	return names
}()

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func checkHonours(all []Honour) error {
	if len(all) > mostHonours {
		return refuse(Invalid, "honours", "too-long", "", "most", fmt.Sprint(mostHonours))
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
		if err := first(text(at+".key", h.Key, 1, 80), text(at+".name", h.Name, 0, 80), text(at+".like", h.Like, 0, 80)); err != nil {
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

// SetHonours replaces the catalogue of a campaign. What was granted stays.
type SetHonours struct {
	Campaign ID       `json:"campaign"`
	Honours  []Honour `json:"honours"`
}

// Kind is "honours".
func (SetHonours) Kind() Kind { return KindHonours }

func (b SetHonours) subject() Subject {
	return Subject{Campaign: b.Campaign, stale: b.Campaign + " honours"}
}

func (b SetHonours) names(s *State, check nameCheck) {
	if c := s.Campaigns[b.Campaign]; c != nil {
		check.honours(b.Honours, c.Honours)
	}
}

func (b SetHonours) apply(f *fold, a *Act) error {
	if f.Campaigns[b.Campaign] == nil {
		return missing("campaign", "campaign", b.Campaign)
	}
	if err := checkHonours(b.Honours); err != nil {
		return err
	}
	f.editCampaign(b.Campaign).Honours = b.Honours
	return nil
}

// Honour returns an honour of the catalogue by its key, or nil.
func (c *Campaign) Honour(key string) *Honour {
	for i := range c.Honours {
		if c.Honours[i].Key == key {
			return &c.Honours[i]
		}
	}
	return nil
}

// Off reports whether an honour is switched off in the campaign.
func (c *Campaign) Off(key string) bool {
	h := c.Honour(key)
	return h != nil && h.Off
}

// muted reports whether an effect is an honour that is switched off (CAMP-HON-2).
func (f *fold) muted(campaign ID, e rules.Effect) bool {
	return e.Kind == EffectHonour && f.Campaigns[campaign].Off(e.Key)
}

// Fielded returns a roster's list as it can fight now in its campaign: without lost
// units, each unit with its marks but for honours that are switched off, and with
// those as which its other honours act.
func (s *State) Fielded(r *Roster) rules.Roster {
	list, c := r.Fielded(), s.Campaigns[r.Campaign]
	for i := range list.Units {
		u := &list.Units[i]
		u.Marks = slices.DeleteFunc(u.Marks, c.Off)
		for _, key := range u.Marks[:len(u.Marks):len(u.Marks)] {
			if h := c.Honour(key); h != nil && h.Like != "" && !slices.Contains(u.Marks, h.Like) {
				u.Marks = append(u.Marks, h.Like)
			}
		}
	}
	return list
}

// award grants the honours of the catalogue that a battle has earned (CAMP-HON-1).
func (f *fold) award(b *Battle, a *Act) {
	if b.Result.Forfeit {
		return
	}
	c := f.Campaigns[b.Campaign]
	for _, h := range c.Honours {
		if h.Off || h.To == "" {
			continue
		}
		for seat, id := range b.Seats {
			for _, unit := range f.worthy(h, b, rules.Seat(seat)) {
				r := f.editRoster(id)
				rec := r.Records[unit]
				rec.Honours = extend(f, rec.Honours, Mark{Key: h.Key, Name: h.Name, Rule: "CAMP-HON-1", Battle: b.ID, At: a.At, Cause: Cause(a.No)})
				r.Records[unit] = rec
				b.Awards = append(b.Awards, Award{rules.Seat(seat), unit, h.Key})
			}
		}
	}
}

// worthy are the units of a seat that an honour goes to.
func (f *fold) worthy(h Honour, b *Battle, seat rules.Seat) []string {
	var all []witness
	r := f.Rosters[b.Seats[seat]]
	for _, u := range b.Frozen[seat].Units {
		rec := r.Records[u.ID]
		if rec.Lost != nil || len(rec.Fights) == 0 || slices.ContainsFunc(rec.Honours, func(m Mark) bool { return m.Key == h.Key }) {
			continue
		}
		w := witness{state: f.State, battle: b, seat: seat, unit: u.ID, record: rec, fight: rec.Fights[len(rec.Fights)-1]}
		if w.fulfils(h.When) {
			all = append(all, w)
		}
	}
	if h.To == HonourBest && len(all) > 1 {
		slices.SortStableFunc(all, func(x, y witness) int {
			return cmp.Or(y.fight.Kills-x.fight.Kills, y.fight.Experience-x.fight.Experience)
		})
		all = all[:1]
	}
	units := make([]string, len(all))
	for i, w := range all {
		units[i] = w.unit
	}
	return units
}

// witness is a unit after a battle, for the facts about it.
type witness struct {
	state  *State
	battle *Battle
	seat   rules.Seat
	unit   string
	record Service
	fight  Fight
	when   Condition
}

func (w witness) fulfils(all []Condition) bool {
	for _, c := range all {
		w.when = c
		n := facts[slices.Index(Facts, c.Fact)].of(w)
		if n < c.Least || c.Most != nil && n > *c.Most {
			return false
		}
	}
	return true
}

// sum adds up effects of a kind: of one seat, or for Nobody of all others.
func (w witness) sum(kind, key string, of rules.Seat) int {
	n := 0
	for _, e := range w.battle.Effects {
		if e.Kind == kind && (key == "" || e.Key == key) && (e.Seat == of || of == rules.Nobody && e.Seat != w.seat) {
			n += max(e.Amount, 1)
		}
	}
	return n
}

func (w witness) mark() int {
	return one(slices.ContainsFunc(w.battle.Effects, func(e rules.Effect) bool {
		return e.Seat == w.seat && e.Unit == w.unit && (e.Kind == EffectHonour || e.Kind == EffectScar) && (w.when.Key == "" || e.Key == w.when.Key)
	}))
}

// scores are the battle points of the side and of the best other.
func (w witness) scores() (own, other int) {
	for i, n := range w.battle.Result.Scores {
		if rules.Seat(i) == w.seat {
			own = n
		} else {
			other = max(other, n)
		}
	}
	return own, other
}

func (w witness) foes() int {
	n := 0
	for seat, list := range w.battle.Frozen {
		if rules.Seat(seat) != w.seat {
			n += len(list.Units)
		}
	}
	return n
}

func (w witness) captured(capitals bool) int {
	n := 0
	for _, x := range w.battle.Captures {
		if x.To == w.battle.Seats[w.seat] && (x.Capital || !capitals) {
			n++
		}
	}
	return n
}

func (w witness) held() int {
	n := 0
	c := w.state.Campaigns[w.battle.Campaign]
	for _, id := range w.battle.Stakes {
		taken := slices.ContainsFunc(w.battle.Captures, func(x Capture) bool { return x.Region == id })
		if region := c.Map.Region(id); region != nil && region.Owner == w.battle.Seats[w.seat] && !taken {
			n++
		}
	}
	return n
}

// beaten reports whether the unit's side lost a battle.
func (w witness) beaten(b *Battle) bool {
	return b.Result.Winner != rules.Nobody && b.Seats[b.Result.Winner] != w.battle.Seats[w.seat]
}

func (w witness) streak() int {
	n := 0
	for i := len(w.record.Fights) - 1; i >= 0; i-- {
		b := w.state.Battles[w.record.Fights[i].Battle]
		if b.Result.Winner == rules.Nobody || w.beaten(b) {
			break
		}
		n++
	}
	return n
}

func (w witness) revenge() int {
	if w.battle.Result.Winner != w.seat || len(w.battle.Seats) != 2 {
		return 0
	}
	for i := len(w.record.Fights) - 2; i >= 0; i-- {
		if fight := w.record.Fights[i]; slices.Equal(fight.Against, w.fight.Against) {
			return one(w.beaten(w.state.Battles[fight.Battle]))
		}
	}
	return 0
}

func (w witness) rungs() int {
	climbs := w.state.Campaigns[w.battle.Campaign].Climbs
	if n := len(climbs); n > 0 && climbs[n-1].Battle == w.battle.ID && climbs[n-1].Up == w.battle.Seats[w.seat] {
		return climbs[n-1].From - climbs[n-1].To
	}
	return 0
}
