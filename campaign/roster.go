package campaign

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"oriflamme/rules"
)

// A Roster is a member's army or warband in one campaign. It is the side that fights, holds
// land and has a row in the standings. Its units persist from battle to battle.
type Roster struct {
	ID         ID
	Campaign   ID
	Member     ID
	List       rules.Roster             // the present list, including lost units
	Versions   []Version                // all lists it has had; the last is List
	Heraldry   string                   // blazon text, or key of an emblem
	Records    map[string]ServiceRecord // by unit ID
	Resources  map[string]int           // by key
	Postings   []Posting                // changes of Resources, oldest first
	Credits    []CreditRow              // campaign points without a battle
	Allies     []ID                     // members who play it besides Member
	Club       string                   // the club that its players come from, or ""
	Travel     string                   // their travelling group, or ""
	Retired    bool
	Unfinished bool // may not be scheduled for a battle (CAMP-ROS-3)
	ActNo      ActNo
}

// A Version is a roster's list as it was from an act on.
type Version struct {
	List  rules.Roster
	At    time.Time
	Note  string
	ActNo ActNo
}

// A ServiceRecord is what a unit has done and suffered in a campaign.
type ServiceRecord struct {
	Battles, Kills, Experience int
	Fights                     []Fight
	Honours, Scars             []Mark
	Lost                       *Mark // nil unless the unit is lost for good
}

// A Fight is one battle in a unit's service record.
type Fight struct {
	Battle            ID
	Against           []ID // rosters
	Kills, Experience int
	ActNo             ActNo
}

// A Mark is an honour, a scar or a loss in a service record, and where it comes from.
type Mark struct {
	Key    string // a key of the game's content, or any other
	Name   string // given by the arbiter; "" if the game's content has a name for Key
	Note   string
	Rule   string // id of the rule that grants it, or ""
	Battle ID     // the battle that caused it, or ""
	At     time.Time
	ActNo  ActNo // the act that granted it
}

// A Posting is one change of a roster's resource.
type Posting struct {
	Key    string
	Amount int
	Rule   string
	Battle ID
	ActNo  ActNo
}

func (r *Roster) clone() *Roster {
	n := *r
	n.Versions = slices.Clip(r.Versions)
	n.Postings = slices.Clip(r.Postings)
	n.Records, n.Resources = maps.Clone(r.Records), maps.Clone(r.Resources)
	return &n
}

// Lost reports whether a unit is lost for good.
func (r *Roster) Lost(unit string) bool { return r.Records[unit].Lost != nil }

// BattleList returns the list as it can fight now, without lost units and with the marks of
// each unit's service record. State.BattleList also applies the campaign's catalogue.
func (r *Roster) BattleList() rules.Roster {
	list := r.List
	list.Units = nil
	for _, u := range r.List.Units {
		rec := r.Records[u.ID]
		if rec.Lost != nil {
			continue
		}
		u.Marks = slices.Clone(u.Marks)
		for _, m := range slices.Concat(rec.Honours, rec.Scars) {
			u.Marks = append(u.Marks, m.Key)
		}
		list.Units = append(list.Units, u)
	}
	return list
}

// NewRoster enters a roster into a campaign.
type NewRoster struct {
	Roster   ID           `json:"roster"` // made by the service when empty
	Campaign ID           `json:"campaign"`
	Member   ID           `json:"member"`
	List     rules.Roster `json:"list"`
	Heraldry string       `json:"arms"`
	Home     ID           `json:"home"` // a free region that becomes its capital (CAMP-MAP-1), or ""

	Unfinished bool `json:"unfinished"` // the list need not be legal yet
}

// Kind returns "roster".
func (NewRoster) Kind() Kind { return KindRoster }

func (b NewRoster) subject() Subject { return ofRoster(b.Roster) }

func (b NewRoster) ownedBy(s *State, by ID) bool { return b.Member == by }

func (b NewRoster) fill(g idFiller) Body {
	b.Roster = g.id(b.Roster)
	return b
}

func (b NewRoster) names(_ *State, check nameChecker) { check.list(b.List, nil) }

func (b NewRoster) checkByGame(h *Service, s *State) error {
	return h.checkLegal(s.Campaigns[b.Campaign], b.List, b.Unfinished)
}

func (b NewRoster) apply(f *fold, a *Act) error {
	c, err := f.openCampaign(b.Campaign)
	if err != nil {
		return err
	}
	switch {
	case f.Members[b.Member] == nil:
		return notFound("member", "member", b.Member)
	case f.Rosters[b.Roster] != nil:
		return refuse(Conflict, "roster", "exists", "")
	}
	if err := firstError(checkLength("roster", b.Roster, 1, 40), checkLength("arms", b.Heraldry, 0, 400), checkList(b.List)); err != nil {
		return err
	}
	if b.Home != "" {
		region := c.Map.Region(b.Home)
		if region == nil {
			return notFound("home", "region", b.Home)
		}
		if region.Terrain == Sea {
			return refuse(Invalid, "home", "nobody-holds-sea", "CAMP-MAP-6", "region", region.Name)
		}
		if region.Owner != "" || region.Capital {
			return refuse(Conflict, "home", "region-taken", "CAMP-MAP-1", "region", region.Name)
		}
		f.editCampaign(c.ID).Map.setOwner(b.Home, b.Roster, true, ActNo(a.No))
	}
	r := &Roster{ID: b.Roster, Campaign: b.Campaign, Member: b.Member, List: b.List, Heraldry: b.Heraldry,
		Versions: []Version{{b.List, a.At, a.Why, ActNo(a.No)}},
		Records:  map[string]ServiceRecord{}, Resources: map[string]int{}, Unfinished: b.Unfinished, ActNo: ActNo(a.No)}
	f.Rosters[r.ID] = r
	f.markOwn(r)
	if c.Settings.Ladder != nil {
		n := f.editCampaign(c.ID)
		n.Ladder = append(n.Ladder, r.ID)
	}
	return nil
}

// ReviseRoster replaces the list of a roster. Units keep their service records by ID; the
// record of a dropped unit stays.
type ReviseRoster struct {
	Roster   ID           `json:"roster"`
	List     rules.Roster `json:"list"`
	Heraldry string       `json:"arms"`

	Unfinished bool `json:"unfinished"`
}

// Kind returns "revise".
func (ReviseRoster) Kind() Kind { return KindRevise }

func (b ReviseRoster) subject() Subject { return ofRoster(b.Roster) }

func (b ReviseRoster) ownedBy(s *State, by ID) bool { return s.playsRoster(by, b.Roster) }

func (b ReviseRoster) names(s *State, check nameChecker) { check.list(b.List, s.Rosters[b.Roster]) }

func (b ReviseRoster) checkByGame(h *Service, s *State) error {
	r := s.Rosters[b.Roster]
	if r == nil {
		return nil
	}
	return h.checkLegal(s.Campaigns[r.Campaign], b.List, b.Unfinished)
}

func (b ReviseRoster) apply(f *fold, a *Act) error {
	r := f.Rosters[b.Roster]
	switch {
	case r == nil:
		return notFound("roster", "roster", b.Roster)
	case r.Retired:
		return refuse(Conflict, "roster", "roster-retired", "")
	}
	if err := firstError(checkLength("arms", b.Heraldry, 0, 400), checkList(b.List)); err != nil {
		return err
	}
	r = f.editRoster(b.Roster)
	r.List, r.Heraldry, r.Unfinished = b.List, b.Heraldry, b.Unfinished
	r.Versions = append(r.Versions, Version{b.List, a.At, a.Why, ActNo(a.No)})
	return nil
}

// RetireRoster withdraws a roster from its campaign. Its results stay. The settings decide
// what becomes of its land (LandLeft).
type RetireRoster struct {
	Roster ID `json:"roster"`
}

// Kind returns "retire".
func (RetireRoster) Kind() Kind { return KindRetire }

func (b RetireRoster) subject() Subject { return ofRoster(b.Roster) }

func (b RetireRoster) ownedBy(s *State, by ID) bool { return s.ownsRoster(by, b.Roster) }

func (b RetireRoster) concerns(s *State, m *Member, e Entry) bool {
	return s.concernsWithdrawal(m, e.Campaign)
}

func (b RetireRoster) apply(f *fold, a *Act) error {
	r := f.Rosters[b.Roster]
	if r == nil || r.Retired {
		return notFound("roster", "roster", b.Roster)
	}
	f.editRoster(b.Roster).Retired = true
	f.freeLand(r, a)
	if slices.Contains(f.Campaigns[r.Campaign].Ladder, r.ID) {
		c := f.editCampaign(r.Campaign)
		c.Ladder = slices.DeleteFunc(c.Ladder, func(id ID) bool { return id == r.ID })
	}
	return nil
}

// checkList checks what every game demands of a list. Service.checkLegal checks the rules of
// the game.
func checkList(l rules.Roster) error {
	if err := firstError(checkLength("list.name", l.Name, 1, 80), checkLength("list.faction", l.Faction, 0, 80)); err != nil {
		return err
	}
	if len(l.Units) > 200 {
		return refuse(Invalid, "list.units", "too-long", "", "most", "200")
	}
	seen := map[string]bool{}
	for i, u := range l.Units {
		at := fmt.Sprintf("list.units[%d]", i)
		if err := firstError(checkLength(at+".id", u.ID, 1, 64), checkLength(at+".name", u.Name, 1, 80)); err != nil {
			return err
		}
		if seen[u.ID] {
			return refuse(Invalid, at+".id", "unit-twice", "CAMP-ROS-1", "unit", u.ID)
		}
		seen[u.ID] = true
	}
	return nil
}

// EffectKinds lists the kinds of effects that a campaign knows (CAMP-LED-2).
var EffectKinds = []rules.EffectKind{rules.EffectHonour, rules.EffectScar, rules.EffectExperience, rules.EffectResource, rules.EffectKill, rules.EffectLost}

// checkEffects refuses effects of unknown kinds, on units that did not fight, and with
// amounts out of range (CAMP-LED-1, CAMP-LED-2).
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
			there = ListHasUnit(b.RosterSnapshots[e.Seat], e.Unit)
		} else {
			r := f.Rosters[b.Seats[e.Seat]]
			there = ListHasUnit(r.List, e.Unit) && !r.Lost(e.Unit)
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

// ListHasUnit reports whether a list has a unit of that ID.
func ListHasUnit(list rules.Roster, unit string) bool {
	return slices.ContainsFunc(list.Units, func(u rules.Unit) bool { return u.ID == unit })
}

// checkPosting checks the values of an effect or grant of a kind; at is the path of its
// field, used in errors.
func checkPosting(at string, kind rules.EffectKind, key, unit string, amount int) error {
	switch {
	case !slices.Contains(EffectKinds, kind):
		return refuse(Invalid, at+".kind", "unknown-effect", "CAMP-LED-2", "kind", string(kind))
	case kind != rules.EffectResource && unit == "":
		return refuse(Invalid, at+".unit", "required", "CAMP-LED-2")
	case (kind == rules.EffectHonour || kind == rules.EffectScar || kind == rules.EffectResource) && key == "":
		return refuse(Invalid, at+".key", "required", "CAMP-LED-2")
	case amount < -10000 || amount > 10000:
		return refuse(Invalid, at+".amount", "range", "", "from", "-10000", "to", "10000")
	}
	return checkLength(at+".key", key, 0, 80)
}

// postBattle applies everything that a final battle does to the campaign: service records,
// effects and land.
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
				break // a forfeit was not fought
			}
			rec := r.Records[u.ID]
			rec.Battles++
			fight := Fight{Battle: b.ID, Against: against, ActNo: ActNo(a.No)}
			for _, e := range b.Effects {
				if int(e.Seat) == seat && e.Unit == u.ID {
					switch e.Kind {
					case rules.EffectKill:
						fight.Kills += max(e.Amount, 1)
					case rules.EffectExperience:
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

// capture gives the regions at stake to the winner if their owner fought, or to the rosters
// that a correction names in lands.
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

// appendOwned appends to a slice of a service record. An earlier snapshot may share the
// array, so it is copied unless everything is the fold's own.
func appendOwned[T any](f *fold, to []T, v T) []T {
	if !f.fresh {
		to = slices.Clip(to)
	}
	return append(to, v)
}

// postEffect applies one effect to a roster.
func (f *fold) postEffect(r *Roster, e rules.Effect, m Mark) {
	if e.Kind == rules.EffectResource {
		r.Resources[e.Key] += e.Amount
		r.Postings = append(r.Postings, Posting{e.Key, e.Amount, e.Rule, m.Battle, m.ActNo})
		return
	}
	rec := r.Records[e.Unit]
	switch e.Kind {
	case rules.EffectKill:
		rec.Kills += max(e.Amount, 1)
	case rules.EffectExperience:
		rec.Experience += e.Amount
	case rules.EffectHonour:
		rec.Honours = appendOwned(f, rec.Honours, m)
	case rules.EffectScar:
		rec.Scars = appendOwned(f, rec.Scars, m)
	case rules.EffectLost:
		if rec.Lost == nil {
			rec.Lost = &m
		}
	}
	r.Records[e.Unit] = rec
}

// Grant is the arbiter's own effect on a roster: an honour, a scar, experience, a resource
// or a loss. If it names a battle, it depends on that battle.
type Grant struct {
	Roster ID               `json:"roster"`
	Unit   string           `json:"unit"` // "" for a resource, which belongs to the whole roster
	What   rules.EffectKind `json:"what"` // one of EffectKinds
	Key    string           `json:"key"`
	Name   string           `json:"name"`
	Note   string           `json:"note"`
	Amount int              `json:"amount"`
	Battle ID               `json:"battle"` // the battle that caused it, or ""
}

// Kind returns "grant".
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
	case b.Unit != "" && !ListHasUnit(r.List, b.Unit):
		return refuse(Invalid, "unit", "unit-not-listed", "CAMP-LED-1", "unit", b.Unit)
	case b.Battle != "" && (f.Battles[b.Battle] == nil || !slices.Contains(f.Battles[b.Battle].Seats, b.Roster)):
		return notFound("battle", "battle", b.Battle)
	}
	if b.What == rules.EffectHonour && f.Campaigns[r.Campaign].HonourDisabled(b.Key) {
		return refuse(Conflict, "key", "honour-off", "CAMP-HON-2", "key", b.Key)
	}
	if err := firstError(checkPosting("grant", b.What, b.Key, b.Unit, b.Amount), checkLength("name", b.Name, 0, 80), checkLength("note", b.Note, 0, 1000)); err != nil {
		return err
	}
	f.postEffect(f.editRoster(b.Roster), rules.Effect{Unit: b.Unit, Kind: b.What, Key: b.Key, Amount: b.Amount},
		Mark{b.Key, b.Name, b.Note, "", b.Battle, a.At, ActNo(a.No)})
	return nil
}
