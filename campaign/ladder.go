package campaign

import (
	"fmt"
	"slices"
	"time"

	"oriflamme/rules"
)

// LadderRules are how places on a ladder change hands.
type LadderRules struct {
	Reach int  `json:"reach"` // how many places up a challenge may go
	Days  int  `json:"days"`  // to answer a challenge
	Yield bool `json:"yield"` // who declines or does not answer gives the place up
	Climb bool `json:"climb"` // the winner takes the place and those between move down; else the two swap
}

func (l *LadderRules) check() error {
	switch {
	case l == nil:
		return nil
	case l.Reach < 1 || l.Reach > 50:
		return refuse(Invalid, "reach", "range", "CAMP-LAD-1", "from", "1", "to", "50")
	case l.Days < 1 || l.Days > 60:
		return refuse(Invalid, "answer", "range", "CAMP-LAD-3", "from", "1", "to", "60")
	}
	return nil
}

// A DareState is how far a challenge has come.
type DareState string

const (
	Waiting   DareState = "waiting"   // to be answered by its deadline
	Accepted  DareState = "accepted"  // its battle is arranged
	Declined  DareState = "declined"  // by the challenged
	Lapsed    DareState = "lapsed"    // not answered in time
	Withdrawn DareState = "withdrawn" // by the challenger
)

// A Dare is a challenge on a ladder.
type Dare struct {
	ID           ID
	From, To     ID // rosters
	At, Deadline time.Time
	Note         string
	State        DareState
	Battle       ID // once accepted
	Cause        Cause
	Ended        Cause // the act that answered or closed it; 0 before
}

// A Climb is a change of places on a ladder. Places are counted from 1.
type Climb struct {
	Up, Down ID // rosters
	From, To int
	Dare     ID
	Battle   ID // "" when the place was given up
	At       time.Time
	Cause    Cause
}

// Rung is the place of a roster on the ladder, from 1; 0 when it has none.
func (c *Campaign) Rung(roster ID) int { return slices.Index(c.Rungs, roster) + 1 }

// Open reports whether a challenge is still to be answered or fought at a moment.
func (s *State) Open(d Dare, at time.Time) bool {
	switch d.State {
	case Waiting:
		return !at.After(d.Deadline)
	case Accepted:
		b := s.Battles[d.Battle]
		return b != nil && b.Phase != Final
	}
	return false
}

// dare finds a challenge, or nil.
func (s *State) dare(campaign, id ID) *Dare {
	c := s.Campaigns[campaign]
	if c == nil {
		return nil
	}
	for i := range c.Dares {
		if c.Dares[i].ID == id {
			return &c.Dares[i]
		}
	}
	return nil
}

// RaiseDare challenges a roster that stands above.
type RaiseDare struct {
	Dare     ID     `json:"dare"` // made by the hall when empty
	Campaign ID     `json:"campaign"`
	From     ID     `json:"from"`
	To       ID     `json:"to"`
	Note     string `json:"note"`
}

// Kind is "challenge".
func (RaiseDare) Kind() Kind { return KindChallenge }

func (b RaiseDare) subject() Subject {
	return Subject{Campaign: b.Campaign, Roster: b.From, stale: b.Dare}
}

func (b RaiseDare) ownedBy(s *State, by ID) bool { return s.plays(by, b.From) }

func (b RaiseDare) check(s *State, by ID, _ time.Time) error {
	return s.meetsSelf(by, []ID{b.From, b.To})
}

func (b RaiseDare) fill(g giver) Body {
	b.Dare = g.id(b.Dare)
	return b
}

func (b RaiseDare) concerns(s *State, m *Member, _ Entry) bool { return s.has(m, b.To) }

func (b RaiseDare) apply(f *fold, a *Act) error {
	c, err := f.openCampaign(b.Campaign)
	if err != nil {
		return err
	}
	switch {
	case c.Settings.Ladder == nil:
		return refuse(Conflict, "campaign", "no-ladder", "CAMP-LAD-1")
	case c.Rung(b.From) == 0:
		return missing("from", "roster", b.From)
	case c.Rung(b.To) == 0:
		return missing("to", "roster", b.To)
	}
	set := c.Settings.Ladder
	name := f.rosterName(b.To)
	switch up := c.Rung(b.From) - c.Rung(b.To); {
	case up <= 0:
		return refuse(Invalid, "to", "not-above", "CAMP-LAD-1", "roster", name)
	case up > set.Reach:
		return refuse(Invalid, "to", "out-of-reach", "CAMP-LAD-1", "roster", name, "reach", fmt.Sprint(set.Reach))
	case f.Rosters[b.From].Unfinished:
		return refuse(Conflict, "from", "roster-unfinished", "CAMP-ROS-3", "roster", f.rosterName(b.From))
	}
	for _, d := range c.Dares {
		switch {
		case !f.Open(d, a.At):
		case d.ID == b.Dare:
			return refuse(Conflict, "dare", "exists", "")
		case d.From == b.From:
			return refuse(Conflict, "from", "dares-already", "CAMP-LAD-2", "roster", f.rosterName(d.To))
		case d.To == b.To:
			return refuse(Conflict, "to", "dared-already", "CAMP-LAD-2", "roster", name)
		}
	}
	if err := first(text("dare", b.Dare, 1, 40), text("note", b.Note, 0, 400)); err != nil {
		return err
	}
	c = f.editCampaign(c.ID)
	c.Dares = append(c.Dares, Dare{ID: b.Dare, From: b.From, To: b.To, At: a.At, Deadline: a.At.Add(day(set.Days)),
		Note: b.Note, State: Waiting, Cause: Cause(a.No)})
	return nil
}

// AnswerDare accepts a challenge, which arranges its battle, or declines it.
type AnswerDare struct {
	Campaign ID        `json:"campaign"`
	Dare     ID        `json:"dare"`
	Accept   bool      `json:"accept"`
	At       time.Time `json:"at"`     // when it is to be played; zero when not fixed
	Battle   ID        `json:"battle"` // made by the hall when empty; of a refusal always empty
	Number   int       `json:"number"` // given by the hall when 0
}

// Kind is "respond".
func (AnswerDare) Kind() Kind { return KindRespond }

func (b AnswerDare) subject() Subject {
	return Subject{Campaign: b.Campaign, Battle: b.Battle, stale: b.Dare}
}

func (b AnswerDare) ownedBy(s *State, by ID) bool {
	d := s.dare(b.Campaign, b.Dare)
	return d == nil || s.plays(by, d.To)
}

func (b AnswerDare) fill(g giver) Body {
	if b.Accept {
		b.Battle, b.Number = g.id(b.Battle), g.number(b.Campaign, b.Number)
	}
	return b
}

func (b AnswerDare) arranges() []Arranged {
	if !b.Accept {
		return nil
	}
	return []Arranged{{Battle: b.Battle, Campaign: b.Campaign, Number: b.Number}}
}

func (b AnswerDare) concerns(s *State, m *Member, _ Entry) bool {
	d := s.dare(b.Campaign, b.Dare)
	return d != nil && s.has(m, d.From)
}

func (b AnswerDare) apply(f *fold, a *Act) error {
	d, err := f.waitingDare(b.Campaign, b.Dare)
	switch {
	case err != nil:
		return err
	case a.At.After(d.Deadline):
		return refuse(Conflict, "dare", "dare-over", "CAMP-LAD-3")
	case !b.Accept:
		return f.endDare(b.Campaign, b.Dare, Declined, a)
	}
	c := f.Campaigns[b.Campaign]
	s := Schedule{Battle: b.Battle, Campaign: c.ID, Number: b.Number, Round: c.Round, At: b.At, Seats: []ID{d.From, d.To}, Attacker: 0}
	if days := c.Settings.Days; days > 0 {
		s.Deadline = a.At.Add(day(days))
	}
	if err := s.apply(f, a); err != nil {
		return err
	}
	f.editBattle(b.Battle).Dare = b.Dare
	if err := f.endDare(c.ID, b.Dare, Accepted, a); err != nil {
		return err
	}
	f.dare(c.ID, b.Dare).Battle = b.Battle
	return nil
}

// CloseDare withdraws a challenge; after its deadline it says that nobody answered.
type CloseDare struct {
	Campaign ID `json:"campaign"`
	Dare     ID `json:"dare"`
}

// Kind is "lapse".
func (CloseDare) Kind() Kind { return KindLapse }

func (b CloseDare) subject() Subject { return Subject{Campaign: b.Campaign, stale: b.Dare} }

func (b CloseDare) ownedBy(s *State, by ID) bool {
	d := s.dare(b.Campaign, b.Dare)
	return d == nil || s.plays(by, d.From)
}

func (b CloseDare) apply(f *fold, a *Act) error {
	d, err := f.waitingDare(b.Campaign, b.Dare)
	if err != nil {
		return err
	}
	if a.At.After(d.Deadline) {
		return f.endDare(b.Campaign, b.Dare, Lapsed, a)
	}
	return f.endDare(b.Campaign, b.Dare, Withdrawn, a)
}

// waitingDare finds a challenge that nobody has answered or closed.
func (f *fold) waitingDare(campaign, id ID) (*Dare, error) {
	d := f.dare(campaign, id)
	switch {
	case d == nil:
		return nil, missing("dare", "dare", id)
	case d.State != Waiting:
		return nil, refuse(Conflict, "dare", "dare-over", "CAMP-LAD-3")
	}
	return d, nil
}

// endDare answers or closes a challenge; where the ladder says so its place is given up.
func (f *fold) endDare(campaign, id ID, how DareState, a *Act) error {
	c := f.editCampaign(campaign)
	d := f.dare(campaign, id)
	d.State, d.Ended = how, Cause(a.No)
	if set := c.Settings.Ladder; set != nil && set.Yield && (how == Declined || how == Lapsed) {
		c.swap(*d, "", a)
	}
	return nil
}

// climb moves the sides of a challenge that the challenger has won.
func (f *fold) climb(b *Battle, a *Act) {
	d := f.dare(b.Campaign, b.Dare)
	if b.Dare == "" || d == nil || b.Result.Winner == rules.Nobody || b.Seats[b.Result.Winner] != d.From {
		return
	}
	f.editCampaign(b.Campaign).swap(*d, b.ID, a)
}

// swap moves the challenger up, unless it has come to stand above meanwhile or one of them has left.
func (c *Campaign) swap(d Dare, battle ID, a *Act) {
	from, to := c.Rung(d.From)-1, c.Rung(d.To)-1
	if from < 0 || to < 0 || from <= to {
		return
	}
	if set := c.Settings.Ladder; set != nil && set.Climb {
		c.Rungs = slices.Insert(slices.Delete(c.Rungs, from, from+1), to, d.From)
	} else {
		c.Rungs[from], c.Rungs[to] = c.Rungs[to], c.Rungs[from]
	}
	c.Climbs = append(c.Climbs, Climb{Up: d.From, Down: d.To, From: from + 1, To: to + 1, Dare: d.ID, Battle: battle, At: a.At, Cause: Cause(a.No)})
}

// raiseLadder puts rosters on a ladder that has just been set up, in the order in which they entered.
func (f *fold) raiseLadder(c *Campaign) {
	if c.Settings.Ladder == nil {
		return
	}
	for _, r := range f.RostersOf(c.ID) {
		if !r.Retired && c.Rung(r.ID) == 0 {
			c.Rungs = append(c.Rungs, r.ID)
		}
	}
}

func (l *LadderRules) text() string {
	if l == nil {
		return ""
	}
	return fmt.Sprintf("%d/%d/%t/%t", l.Reach, l.Days, l.Yield, l.Climb)
}
