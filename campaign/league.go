package campaign

import (
	"fmt"
	"slices"
	"time"

	"oriflamme/rules"
)

// A ClaimKind is what a side may claim about a battle that was not played.
type ClaimKind string

const (
	NoShow  ClaimKind = "no-show" // the other side did not come
	Overdue ClaimKind = "overdue" // the deadline and its grace have passed
)

// ClaimKinds lists all kinds of claims.
var ClaimKinds = []ClaimKind{NoShow, Overdue}

// A LeagueClaim is a seat's claim about a battle that was not played, with the arbiter's
// answer.
type LeagueClaim struct {
	Objection
	Seat   rules.Seat
	What   ClaimKind
	Answer *ClaimAnswer
}

// A ClaimAnswer is the arbiter's answer to a claim.
type ClaimAnswer struct {
	Upheld bool
	By     ID
	At     time.Time
	Why    string
	ActNo  ActNo
}

// OpenClaim returns the claim that waits for an answer, or nil.
func (b *Battle) OpenClaim() *LeagueClaim {
	return find(b.Claims, func(c *LeagueClaim) bool { return c.Answer == nil })
}

// unplayedBattle returns a battle of two sides that is not reported, for an act of one of
// its seats. It refuses any other battle (CAMP-LEA-1).
func (f *fold) unplayedBattle(id ID, seat rules.Seat) (*Battle, error) {
	b := f.Battles[id]
	switch {
	case b == nil:
		return nil, notFound("battle", "battle", id)
	case b.Status != Scheduled || len(b.EngineParts) > 0:
		return nil, refuse(Conflict, "battle", "played-already", "CAMP-BAT-1", "phase", string(b.Status))
	case len(b.Seats) != 2:
		return nil, refuse(Conflict, "battle", "no-duel", "CAMP-LEA-1")
	case seat != 0 && seat != 1:
		return nil, refuse(Invalid, "seat", "no-seat", "")
	}
	return b, nil
}

// RaiseClaim claims a battle that was not played. The arbiter answers it.
type RaiseClaim struct {
	Battle ID         `json:"battle"`
	Seat   rules.Seat `json:"seat"`
	What   ClaimKind  `json:"what"`
	Reason string     `json:"reason"`
}

// Kind returns "claim".
func (RaiseClaim) Kind() Kind { return KindClaim }

func (b RaiseClaim) subject() Subject { return ofBattle(b.Battle) }

func (b RaiseClaim) ownedBy(s *State, by ID) bool { return s.ownsSeat(by, b.Battle, b.Seat) }

// check refuses a claim that comes too early (CAMP-LEA-2). An arbiter who does not play the
// battle need not wait: they see that a side is missing.
func (b RaiseClaim) check(s *State, by ID, now time.Time) error {
	battle := s.Battles[b.Battle]
	if b.What != NoShow || battle == nil || !battle.At.IsZero() || now.After(s.NoShowFrom(battle)) {
		return nil // a battle with an hour is checked when the act is folded
	}
	if m := s.Members[by]; m != nil && Can(m.Role, ActionOthers) && s.Seat(battle, by) == rules.Nobody {
		return nil
	}
	return refuse(Conflict, "what", "not-yet-without-hour", "CAMP-LEA-2")
}

func (b RaiseClaim) apply(f *fold, a *Act) error {
	old, err := f.unplayedBattle(b.Battle, b.Seat)
	if err != nil {
		return err
	}
	days := f.Campaigns[old.Campaign].Settings.GraceDays
	switch {
	case !slices.Contains(ClaimKinds, b.What):
		return refuse(Invalid, "what", "unknown-claim", "CAMP-LEA-2", "what", string(b.What))
	case old.OpenClaim() != nil:
		return refuse(Conflict, "what", "claimed-already", "CAMP-LEA-2")
	case b.What == Overdue && (old.Deadline.IsZero() || !a.At.After(old.Deadline.Add(day(days)))):
		return refuse(Conflict, "what", "not-overdue", "CAMP-LEA-2", "days", fmt.Sprint(days))
	case b.What == NoShow && !old.At.IsZero() && !a.At.After(old.At):
		return refuse(Conflict, "what", "not-yet", "CAMP-LEA-2")
	}
	if err := checkLength("reason", b.Reason, 1, 4000); err != nil {
		return err
	}
	n := f.editAndNote(b.Battle, a)
	n.Claims = append(slices.Clone(n.Claims), LeagueClaim{Objection: Objection{a.By, a.At, b.Reason, ActNo(a.No)}, Seat: b.Seat, What: b.What})
	return nil
}

// AnswerClaim is the arbiter's answer to a claim. If the claim is upheld, the battle ends
// by forfeit, with a winner or with none.
type AnswerClaim struct {
	Battle ID         `json:"battle"`
	Uphold bool       `json:"uphold"`
	Winner rules.Seat `json:"winner"`
}

// Kind returns "answer".
func (AnswerClaim) Kind() Kind { return KindAnswer }

func (b AnswerClaim) subject() Subject { return ofBattle(b.Battle) }

func (b AnswerClaim) apply(f *fold, a *Act) error {
	old, err := f.unplayedBattle(b.Battle, 0)
	switch {
	case err != nil:
		return err
	case old.OpenClaim() == nil:
		return refuse(Conflict, "battle", "no-claim", "CAMP-LEA-2")
	case b.Winner < rules.Nobody || b.Winner > 1:
		return refuse(Invalid, "winner", "no-seat", "")
	}
	if err := checkLength("why", a.Why, 1, 4000); err != nil {
		return err
	}
	n := f.editAndNote(b.Battle, a)
	n.Claims = slices.Clone(n.Claims)
	n.OpenClaim().Answer = &ClaimAnswer{b.Uphold, a.By, a.At, a.Why, ActNo(a.No)}
	if b.Uphold {
		f.forfeit(n, b.Winner, a)
	}
	return nil
}

// Concede gives up a battle that is not played. The other side wins by forfeit.
type Concede struct {
	Battle ID         `json:"battle"`
	Seat   rules.Seat `json:"seat"` // the side that gives up
}

// Kind returns "concede".
func (Concede) Kind() Kind { return KindConcede }

func (b Concede) subject() Subject { return ofBattle(b.Battle) }

func (b Concede) ownedBy(s *State, by ID) bool { return s.ownsSeat(by, b.Battle, b.Seat) }

func (b Concede) statedSeat() rules.Seat { return b.Seat }

func (b Concede) apply(f *fold, a *Act) error {
	if _, err := f.unplayedBattle(b.Battle, b.Seat); err != nil {
		return err
	}
	f.forfeit(f.editAndNote(b.Battle, a), 1-b.Seat, a)
	return nil
}

// forfeit ends a battle that was not fought, and so has no aftermath.
func (f *fold) forfeit(b *Battle, winner rules.Seat, a *Act) {
	f.snapshotRosters(b)
	f.settle(b, Result{Winner: winner, Forfeit: true}, Ruled, a)
}

// Kind returns "propose".
func (ProposeDate) Kind() Kind { return KindPropose }

// Kind returns "agree".
func (AgreeDate) Kind() Kind { return KindAgree }

// Kind returns "stand".
func (NameSubstitute) Kind() Kind { return KindSubstitute }

// Kind returns "credit".
func (Credit) Kind() Kind { return KindCredit }

// NoShowFrom returns the time from which a side may claim that the other did not come: the
// hour of the battle, else its deadline, else a day after it was arranged (CAMP-LEA-2).
func (s *State) NoShowFrom(b *Battle) time.Time {
	switch {
	case !b.At.IsZero():
		return b.At
	case !b.Deadline.IsZero():
		return b.Deadline
	}
	a, _ := s.Act(int64(b.Acts[0]))
	return a.At.Add(day(1))
}

// withForfeitScore returns a forfeit with the battle points that the settings give its
// winner, unless the result states scores (CAMP-LEA-5).
func (s Settings) withForfeitScore(r Result, seats int) Result {
	if r.Forfeit && s.ForfeitScore > 0 && seats == 2 && len(r.Scores) == 0 && r.Winner != rules.Nobody {
		r.Scores = make([]int, seats)
		r.Scores[r.Winner] = s.ForfeitScore
	}
	return r
}
