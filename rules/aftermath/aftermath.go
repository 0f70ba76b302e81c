package aftermath

import (
	"encoding/json"
	"errors"
	"slices"

	"oriflamme/rules"
)

// An Aftermath is the aftermath of a finished battle.
type Aftermath[B rules.Battle] struct {
	def    *Definition[B]
	battle B
	units  []Unit

	done    []bool // by seat
	effects []rules.Effect
}

// New returns the aftermath of a battle. It refuses one that is not over.
func (d *Definition[B]) New(b rules.Battle) (rules.Battle, error) {
	fought, ok := b.(B)
	if !ok {
		return nil, rules.Faultf(rules.WrongType, "", "no battle of %s", d.Game)
	}
	if _, over := b.Outcome(); !over {
		return nil, rules.Faultf(rules.Illegal, "", "the battle is not over")
	}
	return d.begin(fought), nil
}

func (d *Definition[B]) begin(b B) *Aftermath[B] {
	return &Aftermath[B]{def: d, battle: b, units: d.Units(b), done: make([]bool, len(b.View(rules.Nobody).Sides))}
}

// Load returns the aftermath of a battle with a state that was given to Definition.Save.
func (d *Definition[B]) Load(b B, saved json.RawMessage) (rules.Battle, error) {
	a := d.begin(b)
	seats := len(a.done)
	var members map[string]json.RawMessage
	err := json.Unmarshal(saved, &members)
	if err == nil {
		err = errors.Join(json.Unmarshal(members[d.Done], &a.done), json.Unmarshal(members["effects"], &a.effects))
	}
	switch {
	case err != nil:
		return nil, rules.Faultf(rules.WrongType, "aftermath", "%v", err)
	case len(a.done) != seats:
		return nil, rules.Faultf(rules.OutOfRange, "aftermath", "does not fit the battle")
	}
	return a, nil
}

// MarshalJSON writes the aftermath with its battle. Load reads only who is done and the
// effects, from which the rest follows.
func (a *Aftermath[B]) MarshalJSON() ([]byte, error) {
	members := map[string]any{a.def.Done: a.done, "effects": a.effects}
	if key := a.def.Recovered; key != "" {
		recovered := make([]bool, len(a.done))
		for seat := range recovered {
			recovered[seat] = a.recovered(rules.Seat(seat))
		}
		members[key] = recovered
	}
	for _, r := range a.def.Resources {
		amounts := make([]int, len(a.done))
		for seat := range amounts {
			amounts[seat] = a.amount(rules.Seat(seat), r.What)
		}
		members[r.Key] = amounts
	}
	saved, err := rules.EncodeResult(members)
	if err != nil {
		return nil, err
	}
	return a.def.Save(a.battle, (*json.RawMessage)(&saved))
}

// Clone returns a copy that shares nothing that changes.
func (a *Aftermath[B]) Clone() rules.Battle {
	c := *a
	c.done, c.effects = slices.Clone(a.done), slices.Clone(a.effects)
	return &c
}

// recovered reports whether a side has given Recover, which has an effect on every side.
func (a *Aftermath[B]) recovered(seat rules.Seat) bool {
	return a.done[seat] || slices.ContainsFunc(a.effects, func(e rules.Effect) bool { return e.Seat == seat })
}

// amount returns how much of a resource a side has gained and not spent.
func (a *Aftermath[B]) amount(seat rules.Seat, what string) (n int) {
	for _, e := range a.effects {
		if e.Seat == seat && e.Kind == rules.EffectResource && e.Key == what {
			n += e.Amount
		}
	}
	return n
}

// offers returns the offers of the game that a side can pay for.
func (a *Aftermath[B]) offers(seat rules.Seat) []Offer {
	if a.def.Offers == nil {
		return nil
	}
	return slices.DeleteFunc(a.def.Offers(a.battle, seat), func(o Offer) bool {
		return o.Price > 0 && a.amount(seat, a.def.Resources[0].What) < o.Price
	})
}

// Legal returns the commands that each side can still give.
func (a *Aftermath[B]) Legal() (list []rules.Command) {
	for i, done := range a.done {
		seat := rules.Seat(i)
		switch {
		case done:
		case !a.recovered(seat):
			list = append(list, Recover{seat})
		default:
			for _, o := range a.offers(seat) {
				list = append(list, o.Command)
			}
		}
	}
	return list
}

// Play carries out a command of the aftermath.
func (a *Aftermath[B]) Play(t *rules.Turn, c rules.Command) error {
	seat, ids := c.By(), a.def.Events.Rules
	if seat < 0 || int(seat) >= len(a.done) {
		return rules.Faultf(rules.OutOfRange, "by", "no seat %d", seat)
	}
	if _, ok := c.(Recover); ok {
		if a.recovered(seat) {
			return rules.Breaks(ids.Injury, "by", "has recovered already")
		}
		a.recover(t, seat)
		return nil
	}
	offers := a.offers(seat)
	if !slices.ContainsFunc(offers, func(o Offer) bool { return o.Command.Kind() == c.Kind() }) {
		return rules.Breaks(ids.Over, "kind", "the battle is over")
	}
	i := slices.IndexFunc(offers, func(o Offer) bool { return o.Command == c })
	if i < 0 || a.done[seat] || !a.recovered(seat) {
		return rules.Breaks(ids.Offer, "by", "not now")
	}
	o := offers[i]
	if o.Price > 0 {
		t.Emit(a.def.Events.Gained(Gain{Seat: seat, What: a.def.Resources[0].What, Amount: -o.Price, Law: ids.Offer}))
	}
	if o.Do != nil {
		o.Do(t)
	}
	t.Emit(a.def.Events.Ended(seat))
	return nil
}

// recover carries out injuries, experience and honours of the units of a side, then its gains.
func (a *Aftermath[B]) recover(t *rules.Turn, seat rules.Seat) {
	events := &a.def.Events
	for i := range a.units {
		if a.units[i].Seat == seat {
			a.recoverUnit(t, &a.units[i])
		}
	}
	for _, g := range a.def.Gains(a.battle, seat) {
		g.Seat = seat
		if g.Law == "" {
			g.Law = events.Rules.Resource
		}
		t.Emit(events.Gained(g))
	}
	if events.Settled != nil {
		t.Emit(events.Settled(seat))
	}
	if len(a.offers(seat)) == 0 {
		t.Emit(events.Ended(seat))
	}
}

func (a *Aftermath[B]) recoverUnit(t *rules.Turn, u *Unit) {
	events := &a.def.Events
	if u.Injuries != nil {
		l := u.Injuries.roll(t, u.Dice)
		injury := Injury{Unit: u.ID, Fate: l.Fate}
		if l.Scar {
			injury.Scar = a.def.Scars[t.Roll("scar", 1, len(a.def.Scars))[0]-1]
		}
		if a.def.Single && slices.Contains(u.Marks, injury.Scar) {
			injury.Scar = ""
		}
		t.Emit(events.Recovered(u, injury))
		if l.Fate == Lost {
			return
		}
	}
	t.Emit(events.Gained(Gain{u.Seat, u.ID, "experience", u.Experience, events.Rules.Experience}))
	for _, h := range u.Honours {
		if h.Earned && !slices.Contains(u.Marks, h.ID) {
			t.Emit(events.Honoured(u.ID, h.ID))
		}
	}
	for _, e := range u.Own {
		t.Emit(e)
	}
}

// Apply changes the aftermath by an event.
func (a *Aftermath[B]) Apply(e rules.Event) {
	switch e := e.(type) {
	case Ending:
		a.tellKills(AtEnd, e.Ends(), "")
		a.done[e.Ends()] = true
	case Change:
		f, ids := e.Effect(), a.def.Events.Rules
		if f.Kind == "" {
			return
		}
		f.Rule = e.Rule()
		if f.Unit != "" {
			f.Seat = a.units[slices.IndexFunc(a.units, func(u Unit) bool { return u.ID == f.Unit })].Seat
		}
		if f.Kind == rules.EffectResource && f.Rule == ids.Resource {
			a.tellKills(BeforeResource, f.Seat, "")
		}
		a.effects = append(a.effects, f)
		if f.Kind == rules.EffectExperience && f.Rule == ids.Experience {
			a.tellKills(AfterExperience, f.Seat, f.Unit)
		}
	}
}

// tellKills adds the effects for the kills of a unit, or of all units of a side for "", if
// their place is here.
func (a *Aftermath[B]) tellKills(when When, seat rules.Seat, unit string) {
	k := a.def.Kills
	if k.Rule == "" || k.When != when {
		return
	}
	for _, u := range a.units {
		if u.Seat == seat && u.Kills > 0 && (unit == "" || unit == u.ID) {
			a.effects = append(a.effects, rules.Effect{Seat: seat, Unit: u.ID, Kind: rules.EffectKill, Key: k.Key, Amount: u.Kills, Rule: k.Rule})
		}
	}
}

// Outcome returns the outcome of the battle with its effects on the campaign. It is not ok
// before all sides are done.
func (a *Aftermath[B]) Outcome() (rules.Outcome, bool) {
	if slices.Contains(a.done, false) {
		return rules.Outcome{}, false
	}
	o, _ := a.battle.Outcome()
	o.Effects = slices.Clone(a.effects)
	return o, true
}

// View returns the view of the finished battle, with what each side gained.
func (a *Aftermath[B]) View(seat rules.Seat) rules.View {
	v, left := a.battle.View(seat), slices.Index(a.done, false)
	v.Phase, v.ToAct = "aftermath", rules.Nobody
	if left < 0 && a.def.Over != "" {
		v.Phase = a.def.Over
	}
	if left >= 0 && a.def.InTurn {
		v.ToAct = rules.Seat(left)
	}
	if counted := a.def.Resources; counted != nil {
		for s := range v.Sides {
			v.Sides[s].Counters = nil
			for _, r := range counted {
				v.Sides[s].Counters = append(v.Sides[s].Counters, rules.Counter{Key: r.What, Value: a.amount(rules.Seat(s), r.What)})
			}
		}
	}
	for i := range v.Units {
		v.Units[i].Ready = false
	}
	return v
}
