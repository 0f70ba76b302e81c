package campaign

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"oriflamme/rules"
)

// A Roster is a member's army or warband in one campaign: the side that fights,
// holds land and stands in the table. Its units persist from battle to battle.
type Roster struct {
	ID         ID
	Campaign   ID
	Member     ID
	List       rules.Roster             // as it is now, also units that are lost
	Versions   []Version                // every list there was; the last is List
	Heraldry   string                   // blazon or key of its device
	Records    map[string]ServiceRecord // by unit ID
	Resources  map[string]int           // by key
	Postings   []Posting                // how the resources came about
	Credits    []CreditRow              // campaign points without a battle
	Allies     []ID                     // members who play it beside Member
	Club       string                   // where its players come from, or ""
	Travel     string                   // with whom they travel, or ""
	Retired    bool
	Unfinished bool // may not be called to battle
	ActNo      ActNo
}

// A Version is the list as it was from an act on.
type Version struct {
	List  rules.Roster
	At    time.Time
	Note  string
	ActNo ActNo
}

// A ServiceRecord record is what a unit has lived through.
type ServiceRecord struct {
	Battles, Kills, Experience int
	Fights                     []Fight
	Honours, Scars             []Mark
	Lost                       *Mark // nil while it lives
}

// A Fight is one battle of a unit.
type Fight struct {
	Battle            ID
	Against           []ID // rosters
	Kills, Experience int
	ActNo             ActNo
}

// A Mark is an honour, a scar or a death, with where it comes from.
type Mark struct {
	Key    string // known to the game's content, or free
	Name   string // given by the arbiter; "" when APIKey has a name
	Note   string
	Rule   string // id of the rule that grants it, or ""
	Battle ID     // or "" when no battle caused it
	At     time.Time
	ActNo  ActNo // the act that granted it
}

// A Posting is a change of a resource.
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

// Lost reports whether a unit is dead or gone.
func (r *Roster) Lost(unit string) bool { return r.Records[unit].Lost != nil }

// BattleList returns the list as it can fight now: without lost units, and each
// unit with the marks of its service record.
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

// NewRoster enters a roster in a campaign.
type NewRoster struct {
	Roster   ID           `json:"roster"` // made by the hall when empty
	Campaign ID           `json:"campaign"`
	Member   ID           `json:"member"`
	List     rules.Roster `json:"list"`
	Heraldry string       `json:"arms"`
	Home     ID           `json:"home"` // a free region of the map that becomes its capital, or ""

	Unfinished bool `json:"unfinished"` // a draft that the game's rules need not allow yet
}

// Kind is "roster".
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

// ReviseRoster replaces the list of a roster. Units keep their service records
// by their IDs; a unit that has fought stays in the records when it is dropped.
type ReviseRoster struct {
	Roster   ID           `json:"roster"`
	List     rules.Roster `json:"list"`
	Heraldry string       `json:"arms"`

	Unfinished bool `json:"unfinished"`
}

// Kind is "revise".
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

// RetireRoster ends a roster's part in its campaign; its record stays, and its land goes
// as the campaign has it.
type RetireRoster struct {
	Roster ID `json:"roster"`
}

// Kind is "retire".
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

// checkList checks what every game asks of a list; the game's own faults are
// found by the hall.
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
