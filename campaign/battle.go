package campaign

import (
	"fmt"
	"slices"
	"time"

	"oriflamme/rules"
)

// A BattleStatus says how far a battle has come.
type BattleStatus string

const (
	Scheduled BattleStatus = "scheduled" // agreed, not reported
	Reported  BattleStatus = "reported"  // a side has reported; another has still to report or confirm
	Disputed  BattleStatus = "disputed"  // the sides differ, or one objects: the arbiter rules
	Confirmed BattleStatus = "confirmed" // the sides agree; the aftermath is to come
	Ruled     BattleStatus = "ruled"     // the arbiter has ruled; the aftermath is to come
	Final     BattleStatus = "final"     // its effects are in the campaign
)

// A Battle is a battle of a campaign. A voided battle is not in the state, only its acts
// are.
type Battle struct {
	ID       ID
	Campaign ID
	Number   int // within the campaign; never used again after a void
	Round    int
	Table    string
	Mission  string
	At       time.Time // when it is to be played; zero when not fixed
	Deadline time.Time // for the report; zero for none
	Seats    []ID      // rosters, by seat
	Attacker rules.Seat
	Stakes   []ID // regions that the winner takes

	Status          BattleStatus
	RosterSnapshots []rules.Roster  // by seat, as they were when it was first opened or reported; nil before
	Reports         []Statement     // one a seat, in the order of arrival
	ConfirmedBy     []rules.Seat    // seats that agree with the first report
	Dispute         *Dispute        // the last one
	Evidence        []EvidenceImage // images submitted to the arbiter, in the order of arrival
	Appeal          *Objection      // the appeal against the ruling
	AppealAnswer    *Objection      // a dismissal of the appeal, or the correction that grants it; nil until the arbiter answers
	Ruling          *Statement
	Result          *Result        // the settled result, from Confirmed or Ruled on
	Effects         []rules.Effect // what the battle does to the campaign, in force once Final
	AftermathPosted []rules.Seat   // seats that have posted their aftermath
	Captures        []Capture
	EngineParts     []EnginePart  // the parts that were played through the engine
	DrawInfo        *DrawInfo     // how the pairing was drawn; nil if the battle was arranged
	Claims          []LeagueClaim // claims that it is overdue or that a side did not appear
	Proposal        *DateProposal // the date that waits for an answer, or nil
	Clock           *BattleClock  // nil if none is set
	Loans           []SeatLoan    // seats that another member may play on their device
	Substitutes     []Substitute  // members who take the seats of others
	Challenge       ID            // the ladder challenge that it settles, or ""
	Awards          []Award       // honours of the catalogue that it earned
	Corrected       *Statement    // the correction that the result comes from, or nil
	SettledAs       BattleStatus  // Confirmed or Ruled: how the result was settled
	Acts            []ActNo       // every act about it
	FinalActNo      ActNo         // the act that made it final; 0 before
	FinalAt         time.Time
}

// A Result is how a battle ended, as somebody states it.
type Result struct {
	Winner  rules.Seat     `json:"winner"` // rules.Nobody for a draw
	Scores  []int          `json:"scores"` // by seat; may be empty
	Reason  string         `json:"reason"` // key of the game's phrases, or the reporter's own word
	Rule    string         `json:"rule"`
	Effects []rules.Effect `json:"effects"`           // kills, losses, honours …
	Forfeit bool           `json:"forfeit,omitempty"` // won without a fight: counts in the standings, not in the ratings
}

// Same reports whether two results agree on the winner, the scores and whether it is a forfeit.
func (r Result) Same(o Result) bool {
	return r.Winner == o.Winner && slices.Equal(r.Scores, o.Scores) && r.Forfeit == o.Forfeit
}

// A Statement is a result and who stated it.
type Statement struct {
	Seat   rules.Seat // Nobody for the arbiter
	By     ID
	At     time.Time
	Result Result
	Note   string
	ActNo  ActNo
}

// A Dispute keeps a battle from becoming final until the arbiter rules.
type Dispute struct {
	Objection
	Deadline time.Time
	Unequal  bool // opened automatically, because the reports differ
}

// An Objection is a dispute or an appeal: who raised it and why.
type Objection struct {
	By     ID
	At     time.Time
	Reason string
	ActNo  ActNo
}

// A Capture is a region that changed hands.
type Capture struct {
	Region, From, To ID
	Capital          bool // of From
}

// An EnginePart is a part of a battle that was played through the engine: the hashes
// published before the first die, and what proves them afterwards. The program throws
// the dice of step n with dice.Seeded(seed + "/" + n).
type EnginePart struct {
	Part     Part
	Setup    string // SHA-256 of the setup's JSON
	SeedHash string // SHA-256 of the seed, published before the first die
	Seed     string // revealed when the part is finished; "" before
	Record   string // SHA-256 of the record's lines; "" before
	Steps    int
	ActNo    ActNo
}

// A Part is one of the parts of a battle that the engine can play.
type Part string

const (
	PartBattle    Part = "battle"
	PartAftermath Part = "aftermath"
)

func (b *Battle) clone() *Battle {
	n := *b
	n.Reports, n.ConfirmedBy, n.AftermathPosted = slices.Clip(b.Reports), slices.Clip(b.ConfirmedBy), slices.Clip(b.AftermathPosted)
	n.EngineParts, n.Acts, n.Evidence = slices.Clone(b.EngineParts), slices.Clip(b.Acts), slices.Clip(b.Evidence)
	return &n
}

// Seat returns the seat that a member plays, for their own side or as a substitute, or
// Nobody.
func (s *State) Seat(b *Battle, member ID) rules.Seat {
	for i, id := range b.Seats {
		if r := s.Rosters[id]; r != nil && r.PlayedBy(member) {
			return rules.Seat(i)
		}
	}
	for _, stand := range b.Substitutes {
		if stand.Member == member {
			return stand.Seat
		}
	}
	return rules.Nobody
}

// Schedule arranges a battle between rosters. In a battle with stakes one side attacks:
// the regions at stake must border the attacker's land.
type Schedule struct {
	Battle       ID         `json:"battle"` // made by the service when empty
	Campaign     ID         `json:"campaign"`
	Number       int        `json:"number"` // given by the service when 0
	Round        int        `json:"round"`
	Table        string     `json:"table"`
	Mission      string     `json:"mission"`
	At           time.Time  `json:"at"`
	Deadline     time.Time  `json:"deadline"`
	Seats        []ID       `json:"seats"`
	Attacker     rules.Seat `json:"attacker"`
	Stakes       []ID       `json:"stakes"`
	IgnoreBorder bool       `json:"leave"` // the arbiter allows it without a common border
}

// Kind returns "schedule".
func (Schedule) Kind() Kind { return KindSchedule }

func (b Schedule) subject() Subject { return ofBattle(b.Battle) }

func (b Schedule) ownedBy(s *State, by ID) bool {
	switch {
	case b.IgnoreBorder:
		return false
	case len(b.Stakes) > 0 && b.Attacker >= 0 && int(b.Attacker) < len(b.Seats):
		return s.playsRoster(by, b.Seats[b.Attacker])
	}
	return slices.ContainsFunc(b.Seats, func(id ID) bool { return s.playsRoster(by, id) })
}

func (b Schedule) check(s *State, by ID, _ time.Time) error { return s.checkNotSelfPaired(by, b.Seats) }

func (b Schedule) fill(g idFiller) Body {
	b.Battle, b.Number = g.id(b.Battle), g.number(b.Campaign, b.Number)
	return b
}

func (b Schedule) arranges() []ArrangedBattle {
	return []ArrangedBattle{{b.Battle, b.Campaign, b.Number, b.Table, b.Seats, b.At}}
}

func (b Schedule) apply(f *fold, a *Act) error {
	c, err := f.openCampaign(b.Campaign)
	if err != nil {
		return err
	}
	switch {
	case f.Battles[b.Battle] != nil:
		return refuse(Conflict, "battle", "exists", "")
	case len(b.Seats) < 2 || len(b.Seats) > 8:
		return refuse(Invalid, "seats", "range", "", "from", "2", "to", "8")
	case b.Round < 0:
		return refuse(Invalid, "round", "range", "", "from", "0", "to", fmt.Sprint(c.Settings.Rounds))
	case b.Attacker < rules.Nobody || int(b.Attacker) >= len(b.Seats):
		return refuse(Invalid, "attacker", "no-seat", "")
	}
	for i, id := range b.Seats {
		field := fmt.Sprintf("seats[%d]", i)
		r := f.Rosters[id]
		switch {
		case r == nil || r.Campaign != c.ID:
			return notFound(field, "roster", id)
		case r.Retired:
			return refuse(Conflict, field, "roster-retired", "", "roster", r.List.Name)
		case r.Unfinished:
			return refuse(Conflict, field, "roster-unfinished", "CAMP-ROS-3", "roster", r.List.Name)
		case slices.Index(b.Seats, id) != i:
			return refuse(Invalid, field, "roster-twice", "", "roster", r.List.Name)
		}
	}
	if err := firstError(checkLength("battle", b.Battle, 1, 40), checkLength("table", b.Table, 0, 40), checkLength("mission", b.Mission, 0, 120), f.checkStakes(c, b)); err != nil {
		return err
	}
	n := &Battle{ID: b.Battle, Campaign: c.ID, Number: b.Number, Round: b.Round, Table: b.Table, Mission: b.Mission,
		At: b.At.UTC(), Deadline: b.Deadline.UTC(), Seats: b.Seats, Attacker: b.Attacker, Stakes: b.Stakes,
		Status: Scheduled, Acts: []ActNo{ActNo(a.No)}}
	f.Battles[n.ID] = n
	f.markOwn(n)
	if b.Round > 0 {
		for _, id := range b.Seats {
			f.endAbsence(f.Campaigns[c.ID], id, b.Round)
		}
	}
	return nil
}

// checkStakes checks the rules of the map: CAMP-MAP-2 (a common border), CAMP-MAP-3 (one
// open battle over a region), CAMP-MAP-4 (a side without land may attack any region but a
// capital), CAMP-MAP-9 (nobody fights for the land of a roster that has left).
func (s *State) checkStakes(c *Campaign, b Schedule) error {
	if len(b.Stakes) == 0 {
		return nil
	}
	if b.Attacker == rules.Nobody {
		return refuse(Invalid, "attacker", "required", "CAMP-MAP-2")
	}
	attacker := b.Seats[b.Attacker]
	for i, id := range b.Stakes {
		field := fmt.Sprintf("stakes[%d]", i)
		region := c.Map.Region(id)
		if region == nil {
			return notFound(field, "region", id)
		}
		landless := c.Map.RegionCount(attacker) == 0
		switch with := []string{"region", region.Name, "roster", s.Rosters[attacker].List.Name}; {
		case region.Terrain == Sea:
			return refuse(Invalid, field, "nobody-holds-sea", "CAMP-MAP-6", with...)
		case slices.Index(b.Stakes, id) != i:
			return refuse(Invalid, field, "region-twice", "", with...)
		case s.contested(c.ID, id):
			return refuse(Conflict, field, "contested-already", "CAMP-MAP-3", with...)
		case region.Owner == attacker:
			return refuse(Invalid, field, "own-land", "CAMP-MAP-2", with...)
		case s.Rosters[region.Owner] != nil && s.Rosters[region.Owner].Retired:
			return refuse(Conflict, field, "owner-left", "CAMP-MAP-9", with...)
		case region.Owner != "" && !slices.Contains(b.Seats, region.Owner):
			return refuse(Invalid, field, "owner-not-there", "CAMP-MAP-2", with...)
		case b.IgnoreBorder:
		case landless && region.Capital:
			return refuse(Invalid, field, "capital-landing", "CAMP-MAP-4", with...)
		case !landless && !c.Map.Borders(id, attacker):
			return refuse(Invalid, field, "no-border", "CAMP-MAP-2", with...)
		}
	}
	return nil
}

// MayChallenge returns nil if a roster may fight for a region now, else the reason why not.
func (s *State) MayChallenge(roster, region ID) error {
	c := s.Campaigns[s.Rosters[roster].Campaign]
	b := Schedule{Seats: []ID{roster}, Stakes: []ID{region}}
	if r := c.Map.Region(region); r != nil && r.Owner != "" {
		b.Seats = append(b.Seats, r.Owner)
	}
	return s.checkStakes(c, b)
}

// Reschedule changes the date, the table and the mission of a battle; seats and stakes stay.
type Reschedule struct {
	Battle   ID        `json:"battle"`
	Round    int       `json:"round"`
	Table    string    `json:"table"`
	Mission  string    `json:"mission"`
	At       time.Time `json:"at"`
	Deadline time.Time `json:"deadline"`
}

// Kind returns "move".
func (Reschedule) Kind() Kind { return KindMove }

func (b Reschedule) subject() Subject { return ofBattle(b.Battle) }

func (b Reschedule) ownedBy(s *State, by ID) bool { return s.hasSeat(by, b.Battle) }

func (b Reschedule) dates(c *calendar) { c.move(b.Battle, b.At) }

func (b Reschedule) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	if old == nil {
		return notFound("battle", "battle", b.Battle)
	}
	if old.Status != Scheduled {
		return refuse(Conflict, "battle", "played-already", "CAMP-BAT-1", "phase", string(old.Status))
	}
	if err := firstError(checkLength("table", b.Table, 0, 40), checkLength("mission", b.Mission, 0, 120)); err != nil {
		return err
	}
	n := f.editAndNote(b.Battle, a)
	n.Round, n.Table, n.Mission, n.At, n.Deadline = b.Round, b.Table, b.Mission, b.At.UTC(), b.Deadline.UTC()
	return nil
}

// editAndNote returns a battle that may be changed, with the act added to its Acts.
func (f *fold) editAndNote(id ID, a *Act) *Battle {
	b := f.editBattle(id)
	b.Acts = append(b.Acts, ActNo(a.No))
	return b
}

// snapshotRosters stores the rosters' lists as they are now, unless it has been done before.
func (f *fold) snapshotRosters(b *Battle) {
	if b.RosterSnapshots == nil {
		for _, id := range b.Seats {
			b.RosterSnapshots = append(b.RosterSnapshots, f.BattleList(f.Rosters[id]))
		}
	}
}

// A DateProposal is a date that waits for the other side to agree.
type DateProposal struct {
	Seat  rules.Seat
	At    time.Time // when it is to be played
	Note  string
	ActNo ActNo
}

// ProposeDate proposes when to play; it replaces an earlier proposal.
type ProposeDate struct {
	Battle ID         `json:"battle"`
	Seat   rules.Seat `json:"seat"`
	At     time.Time  `json:"at"`
	Note   string     `json:"note"`
}

func (b ProposeDate) subject() Subject { return ofBattle(b.Battle) }

func (b ProposeDate) ownedBy(s *State, by ID) bool { return s.ownsSeat(by, b.Battle, b.Seat) }

func (b ProposeDate) dates(c *calendar) { c.proposed[b.Battle] = b.At }

func (b ProposeDate) apply(f *fold, a *Act) error {
	old, err := f.unplayedBattle(b.Battle, b.Seat)
	if err != nil {
		return err
	}
	last := old.Deadline.Add(day(f.Campaigns[old.Campaign].Settings.GraceDays))
	switch {
	case b.At.Before(a.At):
		return refuse(Invalid, "at", "past", "CAMP-LEA-3")
	case !old.Deadline.IsZero() && b.At.After(last):
		return refuse(Invalid, "at", "after-deadline", "CAMP-LEA-3")
	}
	if err := checkLength("note", b.Note, 0, 400); err != nil {
		return err
	}
	f.editAndNote(b.Battle, a).Proposal = &DateProposal{b.Seat, b.At.UTC(), b.Note, ActNo(a.No)}
	return nil
}

// AgreeDate accepts the other side's proposal, which becomes the date of the battle.
type AgreeDate struct {
	Battle ID         `json:"battle"`
	Seat   rules.Seat `json:"seat"`
}

func (b AgreeDate) subject() Subject { return ofBattle(b.Battle) }

func (b AgreeDate) ownedBy(s *State, by ID) bool { return s.ownsSeat(by, b.Battle, b.Seat) }

func (b AgreeDate) dates(c *calendar) { c.move(b.Battle, c.proposed[b.Battle]) }

func (b AgreeDate) apply(f *fold, a *Act) error {
	old, err := f.unplayedBattle(b.Battle, b.Seat)
	if err != nil {
		return err
	}
	if old.Proposal == nil || old.Proposal.Seat == b.Seat {
		return refuse(Conflict, "battle", "no-proposal", "CAMP-LEA-3")
	}
	n := f.editAndNote(b.Battle, a)
	n.At, n.Proposal = n.Proposal.At, nil
	return nil
}

// checkNotSelfPaired refuses a battle of which one person plays both sides, because nobody
// else could confirm its result (CAMP-BAT-13). A member who may act for others may arrange
// it and enter the result.
func (s *State) checkNotSelfPaired(by ID, seats []ID) error {
	for i, id := range seats {
		r := s.Rosters[id]
		for _, other := range seats[:i] {
			o := s.Rosters[other]
			if r == nil || o == nil || id == other || r.Member != o.Member {
				continue
			}
			if m := s.Members[by]; m == nil || !Can(m.Role, ActionOthers) {
				return refuse(Conflict, fmt.Sprintf("seats[%d]", i), "both-yours", "CAMP-BAT-13")
			}
		}
	}
	return nil
}
