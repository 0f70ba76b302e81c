package campaign

import (
	"fmt"
	"slices"

	"oriflamme/rules"
)

// The kinds of rules.Effect that the ledger posts.
const (
	EffectHonour     = "honour"
	EffectScar       = "scar"
	EffectExperience = "experience"
	EffectResource   = "resource"
	EffectKill       = "kill"
	EffectLost       = "lost"
)

// EffectKinds are all of them.
var EffectKinds = []string{EffectHonour, EffectScar, EffectExperience, EffectResource, EffectKill, EffectLost}

// checkEffects refuses effects of unknown kinds, on units that did not fight,
// and figures out of range.
func (f *fold) checkEffects(b *Battle, field string, effects []rules.Effect) error {
	if len(effects) > 1000 {
		return refuse(Invalid, field, "too-long", "", "most", "1000")
	}
	for i, e := range effects {
		at := fmt.Sprintf("%s[%d]", field, i)
		if e.Seat < 0 || int(e.Seat) >= len(b.Seats) {
			return refuse(Invalid, at+".seat", "no-seat", "")
		}
		var there bool
		if b.RosterSnapshots != nil {
			there = listHasUnit(b.RosterSnapshots[e.Seat], e.Unit)
		} else {
			r := f.Rosters[b.Seats[e.Seat]]
			there = listHasUnit(r.List, e.Unit) && !r.Lost(e.Unit)
		}
		if e.Unit != "" && !there {
			return refuse(Invalid, at+".unit", "unit-not-there", "CAMP-LED-1", "unit", e.Unit)
		}
		if err := checkPosting(at, e.Kind, e.Key, e.Unit, e.Amount); err != nil {
			return err
		}
	}
	return nil
}

func listHasUnit(list rules.Roster, unit string) bool {
	return slices.ContainsFunc(list.Units, func(u rules.Unit) bool { return u.ID == unit })
}

func checkPosting(at, kind, key, unit string, amount int) error {
	switch {
	case !slices.Contains(EffectKinds, kind):
		return refuse(Invalid, at+".kind", "unknown-effect", "CAMP-LED-2", "kind", kind)
	case kind != EffectResource && unit == "":
		return refuse(Invalid, at+".unit", "required", "CAMP-LED-2")
	case (kind == EffectHonour || kind == EffectScar || kind == EffectResource) && key == "":
		return refuse(Invalid, at+".key", "required", "CAMP-LED-2")
	case amount < -10000 || amount > 10000:
		return refuse(Invalid, at+".amount", "range", "", "from", "-10000", "to", "10000")
	}
	return checkLength(at+".key", key, 0, 80)
}

// postBattle posts everything a battle does to the campaign: service records,
// effects, land.
func (f *fold) postBattle(b *Battle, a *Act) {
	b.Status, b.FinalActNo, b.FinalAt = Final, ActNo(a.No), a.At
	corrected := f.correctionAt(b, a)
	if corrected.Effects != nil {
		b.Effects = corrected.Effects
	}
	for seat, id := range b.Seats {
		against := slices.Delete(slices.Clone(b.Seats), seat, seat+1)
		r := f.editRoster(id)
		for _, u := range b.RosterSnapshots[seat].Units {
			if b.Result.Forfeit {
				break // nobody drew a sword
			}
			rec := r.Records[u.ID]
			rec.Battles++
			fight := Fight{Battle: b.ID, Against: against, ActNo: ActNo(a.No)}
			for _, e := range b.Effects {
				if int(e.Seat) == seat && e.Unit == u.ID {
					switch e.Kind {
					case EffectKill:
						fight.Kills += max(e.Amount, 1)
					case EffectExperience:
						fight.Experience += e.Amount
					}
				}
			}
			rec.Fights = appendOwned(f, rec.Fights, fight)
			r.Records[u.ID] = rec
		}
		for _, e := range b.Effects {
			if int(e.Seat) == seat && !f.honourDisabled(b.Campaign, e) {
				f.postEffect(r, e, Mark{Key: e.Key, Rule: e.Rule, Battle: b.ID, At: a.At, ActNo: ActNo(a.No)})
			}
		}
	}
	f.capture(b, corrected.Lands, a)
	f.moveOnLadder(b, a)
	f.awardHonours(b, a)
}

// capture gives what was staked to the winner, or to whom the arbiter has it, if its
// holder fought.
func (f *fold) capture(b *Battle, lands []RegionAward, a *Act) {
	for _, id := range b.Stakes {
		to, supplied := ID(""), slices.IndexFunc(lands, func(l RegionAward) bool { return l.Region == id })
		switch {
		case supplied >= 0:
			to = lands[supplied].To
		case b.Result.Winner != rules.Nobody:
			to = b.Seats[b.Result.Winner]
		default:
			continue
		}
		c := f.editCampaign(b.Campaign)
		region := c.Map.Region(id)
		if region == nil || region.Owner == to || region.Owner != "" && !slices.Contains(b.Seats, region.Owner) {
			continue
		}
		b.Captures = append(b.Captures, Capture{id, region.Owner, to, region.Capital})
		c.Map.setOwner(id, to, false, ActNo(a.No))
	}
}

// appendOwned appends to a slice of a service record. Records are values that an
// earlier snapshot shares, so its array is only written on in a fold of its own.
func appendOwned[T any](f *fold, to []T, v T) []T {
	if !f.fresh {
		to = slices.Clip(to)
	}
	return append(to, v)
}

// postEffect carries out one effect on a roster.
func (f *fold) postEffect(r *Roster, e rules.Effect, m Mark) {
	if e.Kind == EffectResource {
		r.Resources[e.Key] += e.Amount
		r.Postings = append(r.Postings, Posting{e.Key, e.Amount, e.Rule, m.Battle, m.ActNo})
		return
	}
	rec := r.Records[e.Unit]
	switch e.Kind {
	case EffectKill:
		rec.Kills += max(e.Amount, 1)
	case EffectExperience:
		rec.Experience += e.Amount
	case EffectHonour:
		rec.Honours = appendOwned(f, rec.Honours, m)
	case EffectScar:
		rec.Scars = appendOwned(f, rec.Scars, m)
	case EffectLost:
		if rec.Lost == nil {
			rec.Lost = &m
		}
	}
	r.Records[e.Unit] = rec
}

// Grant is the arbiter's posting: an honour, a scar, experience, a resource, a
// death. When a battle caused it, it falls with the battle.
type Grant struct {
	Roster ID     `json:"roster"`
	Unit   string `json:"unit"` // "" for the whole roster, of a resource
	What   string `json:"what"` // of EffectKinds
	Key    string `json:"key"`
	Name   string `json:"name"`
	Note   string `json:"note"`
	Amount int    `json:"amount"`
	Battle ID     `json:"battle"` // or ""
}

// Kind is "grant".
func (Grant) Kind() Kind { return KindGrant }

func (b Grant) subject() Subject {
	return Subject{Roster: b.Roster, Battle: b.Battle, staleKey: b.Roster}
}

func (b Grant) names(_ *State, check nameChecker) { check("name", b.Name) }

func (b Grant) apply(f *fold, a *Act) error {
	r := f.Rosters[b.Roster]
	switch {
	case r == nil:
		return notFound("roster", "roster", b.Roster)
	case b.Unit != "" && !listHasUnit(r.List, b.Unit):
		return refuse(Invalid, "unit", "unit-not-listed", "CAMP-LED-1", "unit", b.Unit)
	case b.Battle != "" && (f.Battles[b.Battle] == nil || !slices.Contains(f.Battles[b.Battle].Seats, b.Roster)):
		return notFound("battle", "battle", b.Battle)
	}
	if b.What == EffectHonour && f.Campaigns[r.Campaign].HonourDisabled(b.Key) {
		return refuse(Conflict, "key", "honour-off", "CAMP-HON-2", "key", b.Key)
	}
	if err := firstError(checkPosting("grant", b.What, b.Key, b.Unit, b.Amount), checkLength("name", b.Name, 0, 80), checkLength("note", b.Note, 0, 1000)); err != nil {
		return err
	}
	f.postEffect(f.editRoster(b.Roster), rules.Effect{Unit: b.Unit, Kind: b.What, Key: b.Key, Amount: b.Amount},
		Mark{b.Key, b.Name, b.Note, "", b.Battle, a.At, ActNo(a.No)})
	return nil
}
