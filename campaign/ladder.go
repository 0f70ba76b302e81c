package campaign

import (
	"fmt"
	"slices"
	"time"

	"oriflamme/rules"
)

// LadderRules say how places on a ladder change.
type LadderRules struct {
	Reach int  `json:"reach"` // how many places up a roster may challenge
	Days  int  `json:"days"`  // days to answer a challenge
	Yield bool `json:"yield"` // a roster that declines or does not answer loses its place to the challenger
	Shift bool `json:"climb"` // the winner takes the place and the rosters between move down; else the two swap
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

// A ChallengeState says how far a challenge has come.
type ChallengeState string

const (
	Waiting   ChallengeState = "waiting"   // must be answered by its deadline
	Accepted  ChallengeState = "accepted"  // its battle is arranged
	Declined  ChallengeState = "declined"  // the challenged roster declined
	Lapsed    ChallengeState = "lapsed"    // not answered in time
	Withdrawn ChallengeState = "withdrawn" // the challenger withdrew it
)

// A Challenge is a roster's challenge of another for its place on a ladder.
type Challenge struct {
	ID           ID
	From, To     ID // rosters
	At, Deadline time.Time
	Note         string
	State        ChallengeState
	Battle       ID // once accepted
	ActNo        ActNo
	EndedBy      ActNo // the act that answered or closed it; 0 while it waits
}

// A RankChange is a change of two rosters' places on a ladder. Places are counted from 1.
type RankChange struct {
	Up, Down  ID // rosters
	From, To  int
	Challenge ID
	Battle    ID // "" when the place was given up
	At        time.Time
	ActNo     ActNo
}

// LadderPlace returns the place of a roster on the ladder, from 1, or 0 if it has none.
func (c *Campaign) LadderPlace(roster ID) int { return slices.Index(c.Ladder, roster) + 1 }

// ChallengeOpen reports whether a challenge still has to be answered or fought at a time.
func (s *State) ChallengeOpen(d Challenge, at time.Time) bool {
	switch d.State {
	case Waiting:
		return !at.After(d.Deadline)
	case Accepted:
		b := s.Battles[d.Battle]
		return b != nil && b.Status != Final
	}
	return false
}

// challenge returns a challenge of a campaign, or nil.
func (s *State) challenge(campaign, id ID) *Challenge {
	c := s.Campaigns[campaign]
	if c == nil {
		return nil
	}
	return find(c.Challenges, func(d *Challenge) bool { return d.ID == id })
}

// RaiseChallenge challenges a roster higher on the ladder.
type RaiseChallenge struct {
	Challenge ID     `json:"dare"` // made by the service when empty
	Campaign  ID     `json:"campaign"`
	From      ID     `json:"from"`
	To        ID     `json:"to"`
	Note      string `json:"note"`
}

// Kind returns "challenge".
func (RaiseChallenge) Kind() Kind { return KindChallenge }

func (b RaiseChallenge) subject() Subject {
	return Subject{Campaign: b.Campaign, Roster: b.From, staleKey: b.Challenge}
}

func (b RaiseChallenge) ownedBy(s *State, by ID) bool { return s.playsRoster(by, b.From) }

func (b RaiseChallenge) check(s *State, by ID, _ time.Time) error {
	return s.checkNotSelfPaired(by, []ID{b.From, b.To})
}

func (b RaiseChallenge) fill(g idFiller) Body {
	b.Challenge = g.id(b.Challenge)
	return b
}

func (b RaiseChallenge) concerns(s *State, m *Member, _ Entry) bool { return s.has(m, b.To) }

func (b RaiseChallenge) apply(f *fold, a *Act) error {
	c, err := f.openCampaign(b.Campaign)
	if err != nil {
		return err
	}
	switch {
	case c.Settings.Ladder == nil:
		return refuse(Conflict, "campaign", "no-ladder", "CAMP-LAD-1")
	case c.LadderPlace(b.From) == 0:
		return notFound("from", "roster", b.From)
	case c.LadderPlace(b.To) == 0:
		return notFound("to", "roster", b.To)
	}
	set := c.Settings.Ladder
	name := f.rosterName(b.To)
	switch up := c.LadderPlace(b.From) - c.LadderPlace(b.To); {
	case up <= 0:
		return refuse(Invalid, "to", "not-above", "CAMP-LAD-1", "roster", name)
	case up > set.Reach:
		return refuse(Invalid, "to", "out-of-reach", "CAMP-LAD-1", "roster", name, "reach", fmt.Sprint(set.Reach))
	case f.Rosters[b.From].Unfinished:
		return refuse(Conflict, "from", "roster-unfinished", "CAMP-ROS-3", "roster", f.rosterName(b.From))
	}
	for _, d := range c.Challenges {
		switch {
		case !f.ChallengeOpen(d, a.At):
		case d.ID == b.Challenge:
			return refuse(Conflict, "dare", "exists", "")
		case d.From == b.From:
			return refuse(Conflict, "from", "dares-already", "CAMP-LAD-2", "roster", f.rosterName(d.To))
		case d.To == b.To:
			return refuse(Conflict, "to", "dared-already", "CAMP-LAD-2", "roster", name)
		}
	}
	if err := firstError(checkLength("dare", b.Challenge, 1, 40), checkLength("note", b.Note, 0, 400)); err != nil {
		return err
	}
	c = f.editCampaign(c.ID)
	c.Challenges = append(c.Challenges, Challenge{ID: b.Challenge, From: b.From, To: b.To, At: a.At, Deadline: a.At.Add(day(set.Days)),
		Note: b.Note, State: Waiting, ActNo: ActNo(a.No)})
	return nil
}

// AnswerChallenge accepts a challenge, which arranges its battle, or declines it.
type AnswerChallenge struct {
	Campaign  ID        `json:"campaign"`
	Challenge ID        `json:"dare"`
	Accept    bool      `json:"accept"`
	At        time.Time `json:"at"`     // when it is to be played; zero when not fixed
	Battle    ID        `json:"battle"` // made by the service when empty; always empty for a refusal
	Number    int       `json:"number"` // given by the service when 0
}

// Kind returns "respond".
func (AnswerChallenge) Kind() Kind { return KindRespond }

func (b AnswerChallenge) subject() Subject {
	return Subject{Campaign: b.Campaign, Battle: b.Battle, staleKey: b.Challenge}
}

func (b AnswerChallenge) ownedBy(s *State, by ID) bool {
	d := s.challenge(b.Campaign, b.Challenge)
	return d == nil || s.playsRoster(by, d.To)
}

func (b AnswerChallenge) fill(g idFiller) Body {
	if b.Accept {
		b.Battle, b.Number = g.id(b.Battle), g.number(b.Campaign, b.Number)
	}
	return b
}

func (b AnswerChallenge) arranges() []ArrangedBattle {
	if !b.Accept {
		return nil
	}
	return []ArrangedBattle{{Battle: b.Battle, Campaign: b.Campaign, Number: b.Number}}
}

func (b AnswerChallenge) concerns(s *State, m *Member, _ Entry) bool {
	d := s.challenge(b.Campaign, b.Challenge)
	return d != nil && s.has(m, d.From)
}

func (b AnswerChallenge) apply(f *fold, a *Act) error {
	d, err := f.waitingChallenge(b.Campaign, b.Challenge)
	switch {
	case err != nil:
		return err
	case a.At.After(d.Deadline):
		return refuse(Conflict, "dare", "dare-over", "CAMP-LAD-3")
	case !b.Accept:
		return f.endChallenge(b.Campaign, b.Challenge, Declined, a)
	}
	c := f.Campaigns[b.Campaign]
	s := Schedule{Battle: b.Battle, Campaign: c.ID, Number: b.Number, Round: c.Round, At: b.At, Seats: []ID{d.From, d.To}, Attacker: 0}
	if days := c.Settings.RoundDays; days > 0 {
		s.Deadline = a.At.Add(day(days))
	}
	if err := s.apply(f, a); err != nil {
		return err
	}
	f.editBattle(b.Battle).Challenge = b.Challenge
	if err := f.endChallenge(c.ID, b.Challenge, Accepted, a); err != nil {
		return err
	}
	f.challenge(c.ID, b.Challenge).Battle = b.Battle
	return nil
}

// CloseChallenge withdraws a challenge, or after its deadline closes it because nobody
// answered (CAMP-LAD-3).
type CloseChallenge struct {
	Campaign  ID `json:"campaign"`
	Challenge ID `json:"dare"`
}

// Kind returns "lapse".
func (CloseChallenge) Kind() Kind { return KindLapse }

func (b CloseChallenge) subject() Subject {
	return Subject{Campaign: b.Campaign, staleKey: b.Challenge}
}

func (b CloseChallenge) ownedBy(s *State, by ID) bool {
	d := s.challenge(b.Campaign, b.Challenge)
	return d == nil || s.playsRoster(by, d.From)
}

func (b CloseChallenge) apply(f *fold, a *Act) error {
	d, err := f.waitingChallenge(b.Campaign, b.Challenge)
	if err != nil {
		return err
	}
	if a.At.After(d.Deadline) {
		return f.endChallenge(b.Campaign, b.Challenge, Lapsed, a)
	}
	return f.endChallenge(b.Campaign, b.Challenge, Withdrawn, a)
}

// waitingChallenge returns a challenge that nobody has answered or closed.
func (f *fold) waitingChallenge(campaign, id ID) (*Challenge, error) {
	d := f.challenge(campaign, id)
	switch {
	case d == nil:
		return nil, notFound("dare", "dare", id)
	case d.State != Waiting:
		return nil, refuse(Conflict, "dare", "dare-over", "CAMP-LAD-3")
	}
	return d, nil
}

// endChallenge answers or closes a challenge. If the ladder's rules say so, the challenged
// loses its place (CAMP-LAD-4).
func (f *fold) endChallenge(campaign, id ID, how ChallengeState, a *Act) error {
	c := f.editCampaign(campaign)
	d := f.challenge(campaign, id)
	d.State, d.EndedBy = how, ActNo(a.No)
	if set := c.Settings.Ladder; set != nil && set.Yield && (how == Declined || how == Lapsed) {
		c.changeRanks(*d, "", a)
	}
	return nil
}

// moveOnLadder moves the two rosters of a challenge if the challenger won the battle.
func (f *fold) moveOnLadder(b *Battle, a *Act) {
	d := f.challenge(b.Campaign, b.Challenge)
	if b.Challenge == "" || d == nil || b.Result.Winner == rules.Nobody || b.Seats[b.Result.Winner] != d.From {
		return
	}
	f.editCampaign(b.Campaign).changeRanks(*d, b.ID, a)
}

// changeRanks moves the challenger up, unless it already stands above the challenged or one
// of them is not on the ladder any more.
func (c *Campaign) changeRanks(d Challenge, battle ID, a *Act) {
	from, to := c.LadderPlace(d.From)-1, c.LadderPlace(d.To)-1
	if from < 0 || to < 0 || from <= to {
		return
	}
	if set := c.Settings.Ladder; set != nil && set.Shift {
		c.Ladder = slices.Insert(slices.Delete(c.Ladder, from, from+1), to, d.From)
	} else {
		c.Ladder[from], c.Ladder[to] = c.Ladder[to], c.Ladder[from]
	}
	c.RankChanges = append(c.RankChanges, RankChange{Up: d.From, Down: d.To, From: from + 1, To: to + 1, Challenge: d.ID, Battle: battle, At: a.At, ActNo: ActNo(a.No)})
}

// buildLadder fills a new ladder with the campaign's rosters in the order of entry.
func (f *fold) buildLadder(c *Campaign) {
	if c.Settings.Ladder == nil {
		return
	}
	for _, r := range f.RostersOf(c.ID) {
		if !r.Retired && c.LadderPlace(r.ID) == 0 {
			c.Ladder = append(c.Ladder, r.ID)
		}
	}
}

// Summary returns the rules in a short form for comparing and listing, "" without a ladder.
func (l *LadderRules) Summary() string {
	if l == nil {
		return ""
	}
	return fmt.Sprintf("%d/%d/%t/%t", l.Reach, l.Days, l.Yield, l.Shift)
}
