package campaign

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"oriflamme/rules"
)

// complete fills in what the hall gives: IDs and battle numbers.
func (s *State) complete(body Body, now time.Time) Body {
	id := func(given ID) ID {
		if given == "" {
			return NewID(now)
		}
		return given
	}
	switch b := body.(type) {
	case Join:
		b.Member = id(b.Member)
		return b
	case NewCampaign:
		b.Campaign = id(b.Campaign)
		return b
	case NewRoster:
		b.Roster = id(b.Roster)
		return b
	case Schedule:
		b.Battle = id(b.Battle)
		if b.Number == 0 {
			b.Number = s.lastNumber(b.Campaign) + 1
		}
		return b
	case RaiseDare:
		b.Dare = id(b.Dare)
		return b
	case AnswerDare:
		if b.Accept {
			b.Battle = id(b.Battle)
			if b.Number == 0 {
				b.Number = s.lastNumber(b.Campaign) + 1
			}
		}
		return b
	case DrawRound:
		b.Games = slices.Clone(b.Games)
		next := s.lastNumber(b.Campaign) + 1
		for i := range b.Games {
			if g := &b.Games[i]; g.B != "" {
				g.Battle, g.Number = id(g.Battle), next
				next++
			}
		}
		return b
	}
	return body
}

// lastNumber is the highest number of a battle that a campaign ever had. Battles that
// were voided keep theirs, so that a number on a printed slip never comes to
// mean another battle.
func (s *State) lastNumber(campaign ID) int {
	last := 0
	for _, a := range s.Acts {
		switch b := a.Body.(type) {
		case Schedule:
			if b.Campaign == campaign {
				last = max(last, b.Number)
			}
		case AnswerDare:
			if b.Campaign == campaign {
				last = max(last, b.Number)
			}
		case DrawRound:
			if b.Campaign == campaign {
				for _, g := range b.Games {
					last = max(last, g.Number)
				}
			}
		}
	}
	return last
}

// bare is a body without what complete fills in, for comparing drafts.
func bare(body Body) Body {
	switch b := body.(type) {
	case Join:
		b.Member = ""
		return b
	case NewCampaign:
		b.Campaign = ""
		return b
	case NewRoster:
		b.Roster = ""
		return b
	case Schedule:
		b.Battle, b.Number = "", 0
		return b
	case RaiseDare:
		b.Dare = ""
		return b
	case AnswerDare:
		b.Battle, b.Number = "", 0
		return b
	case DrawRound:
		b.Games = slices.Clone(b.Games)
		for i := range b.Games {
			b.Games[i].Battle, b.Games[i].Number = "", 0
		}
		return b
	case Open:
		return Open{Battle: b.Battle, Part: b.Part} // the seed is new at each attempt
	}
	return body
}

// about returns what an act is about: a battle, roster, region, member or campaign.
func about(body Body) string {
	switch b := body.(type) {
	case FoundClub:
		return "club"
	case EditClub:
		return "club"
	case Join:
		return b.Member
	case NewCampaign:
		return b.Campaign
	case NewRoster:
		return b.Roster
	case Schedule:
		return b.Battle
	case Grant:
		return b.Roster
	case EnterSheet:
		return "sheet " + sheetKey(b.Game, b.Sheet)
	case PostStory:
		return b.Campaign
	case EditMember:
		return b.Member
	case Leave:
		return b.Member
	case EditCampaign:
		return b.Campaign
	case SetRound:
		return b.Campaign
	case DrawRound:
		return b.Campaign
	case DrawMap:
		return b.Campaign + " map"
	case SetRegion:
		return b.Campaign + " " + b.Region
	case Garrison:
		return b.Campaign + " " + b.Region
	case ReviseRoster:
		return b.Roster
	case RetireRoster:
		return b.Roster
	case ReturnRoster:
		return b.Roster
	case SitOut:
		return b.Roster
	case Reschedule:
		return b.Battle
	case Open:
		return b.Battle
	case Report:
		return b.Battle
	case Confirm:
		return b.Battle
	case RaiseDispute:
		return b.Battle
	case Exhibit:
		return b.Battle
	case Rule:
		return b.Battle
	case Appeal:
		return b.Battle
	case Dismiss:
		return b.Battle
	case Aftermath:
		return b.Battle
	case RaiseClaim:
		return b.Battle
	case AnswerClaim:
		return b.Battle
	case Concede:
		return b.Battle
	case ProposeDate:
		return b.Battle
	case AgreeDate:
		return b.Battle
	case NameStand:
		return b.Battle
	case Correct:
		return b.Battle
	case Silence:
		return b.Battle
	case SetClock:
		return b.Battle
	case Lend:
		return b.Battle
	case SetCompany:
		return b.Roster + " company"
	case RaiseDare:
		return b.Dare
	case AnswerDare:
		return b.Dare
	case CloseDare:
		return b.Dare
	case SetHonours:
		return b.Campaign + " honours"
	}
	return ""
}

// fresh refuses a draft drawn from a head after which somebody else has acted
// on the same thing.
func (s *State) fresh(by ID, d Draft) error {
	thing := about(d.Body)
	if d.Head == 0 || thing == "" || kinds[d.Body.Kind()].bearing == adding {
		return nil
	}
	for i := len(s.Acts) - 1; i >= 0 && s.Acts[i].No > d.Head; i-- {
		if a := &s.Acts[i]; a.By != by && about(a.Body) == thing && kinds[a.Kind].bearing != aside {
			return refuse(Stale, "head", "changed-since", "CAMP-ACT-5", "act", strconv.FormatInt(a.No, 10))
		}
	}
	return nil
}

// checkByGame has the game judge lists and campaigns. The fold does not, so that
// a new edition of a game leaves old histories as they are.
func (h *Hall) checkByGame(s *State, body Body) error {
	var camp *Campaign
	var list rules.Roster
	switch b := body.(type) {
	case EnterSheet:
		return h.checkSheet(b)
	case NewCampaign:
		return h.checkSettings(b.Settings)
	case EditCampaign:
		return h.checkSettings(b.Settings)
	case NewRoster:
		if c := s.Campaigns[b.Campaign]; c != nil && !b.Unfinished {
			camp, list = c, b.List
		}
	case ReviseRoster:
		if r := s.Rosters[b.Roster]; r != nil && !b.Unfinished {
			camp, list = s.Campaigns[r.Campaign], b.List
		}
	}
	if camp == nil {
		return nil
	}
	faults := h.Faults(camp.Settings, list)
	if len(faults) == 0 {
		return nil
	}
	f := faults[0]
	with := map[string]string{"message": f.Message}
	maps.Copy(with, f.With)
	return &Error{Code: Invalid, Field: rules.Join("list", f.Field), Key: "roster-fault", Rule: f.Rule, With: with}
}

// Faults returns every fault that the campaign's game finds in a list, under the
// campaign's limit of points; none for a game that checks none.
func (h *Hall) Faults(set Settings, list rules.Roster) []rules.Fault {
	if g := h.games[set.Game]; g != nil && g.Check != nil {
		return g.Check(g.Within(list, set.Limit))
	}
	return nil
}

func (h *Hall) checkSettings(set Settings) error {
	g := h.games[set.Game]
	if g == nil {
		return refuse(Invalid, "settings.game", "unknown-game", "", "game", set.Game)
	}
	for i, t := range set.Ties {
		if slices.Index(set.Ties, t) != i {
			return refuse(Invalid, fmt.Sprintf("ties[%d]", i), "tie-twice", "", "tie", t)
		}
	}
	for id, value := range set.Options {
		if !allows(g, id, value) {
			return refuse(Invalid, "settings.options."+id, "unknown-option", "", "value", value)
		}
	}
	return nil
}

func allows(g *rules.Game, id, value string) bool {
	for _, o := range g.Options {
		if o.ID == id {
			for _, v := range o.Values {
				if v == value {
					return true
				}
			}
		}
	}
	return false
}
