package campaign

import (
	"fmt"
	"slices"
	"time"
)

// A Campaign is a series of battles of one game: a narrative with a map, a league with
// rounds, a ladder, or a mixture of these.
type Campaign struct {
	ID          ID
	Settings    Settings
	Round       int // the current round, from 1; 0 before the first
	Paid        int // the last round that paid income
	Map         *Map
	Byes        []ByeRow
	Absences    []AbsenceRow
	Honours     []Honour     // its catalogue
	Ladder      []ID         // rosters from the top of the ladder down; empty without a ladder
	Challenges  []Challenge  // challenges on the ladder, oldest first
	RankChanges []RankChange // changes of places, oldest first
	Closed      bool
	StartedAt   time.Time
	ActNo       ActNo
}

// A ByeRow records a round in which a roster had no opponent.
type ByeRow struct {
	Roster ID
	Round  int
	ActNo  ActNo
}

func (c *Campaign) clone() *Campaign {
	n := *c
	n.Map = c.Map.clone()
	n.Byes, n.Absences = slices.Clone(c.Byes), slices.Clone(c.Absences)
	n.Ladder, n.Challenges, n.RankChanges = slices.Clone(c.Ladder), slices.Clone(c.Challenges), slices.Clip(c.RankChanges)
	return &n
}

// NewCampaign creates a campaign; the map may be drawn later.
type NewCampaign struct {
	Campaign ID       `json:"campaign"` // made by the service when empty
	Settings Settings `json:"settings"`
	Map      *Map     `json:"map"`
	Honours  []Honour `json:"honours,omitempty"` // the first catalogue
}

// Kind returns "campaign".
func (NewCampaign) Kind() Kind { return KindCampaign }

func (b NewCampaign) subject() Subject { return ofCampaign(b.Campaign) }

func (b NewCampaign) fill(g idFiller) Body {
	b.Campaign = g.id(b.Campaign)
	return b
}

func (b NewCampaign) settings() (ID, Settings) { return b.Campaign, b.Settings }

func (b NewCampaign) names(_ *State, check nameChecker) {
	check.settings(b.Settings, Settings{})
	check.mapNames(b.Map, nil)
	check.honours(b.Honours, nil)
}

func (b NewCampaign) checkByGame(h *Service, _ *State) error { return h.checkSettings(b.Settings) }

func (b NewCampaign) images() (ID, []string) {
	return b.Campaign, append(imageHashesIn(b.Settings.Story), b.Map.images()...)
}

func (b NewCampaign) apply(f *fold, a *Act) error {
	if f.Campaigns[b.Campaign] != nil {
		return refuse(Conflict, "campaign", "exists", "")
	}
	if err := firstError(checkLength("campaign", b.Campaign, 1, 40), b.Settings.check(), b.Map.check(), checkHonours(b.Honours)); err != nil {
		return err
	}
	if b.Map != nil {
		for i, r := range b.Map.Regions {
			if r.Owner != "" {
				return notFound(fmt.Sprintf("map.regions[%d].owner", i), "roster", r.Owner)
			}
		}
	}
	c := &Campaign{ID: b.Campaign, Settings: b.Settings, Map: b.Map.clone(), Honours: b.Honours, StartedAt: a.At, ActNo: ActNo(a.No)}
	f.Campaigns[c.ID] = c
	f.markOwn(c)
	return nil
}

// openCampaign returns a campaign, or an error if it does not exist or is closed.
func (s *State) openCampaign(id ID) (*Campaign, error) {
	c := s.Campaigns[id]
	switch {
	case c == nil:
		return nil, notFound("campaign", "campaign", id)
	case c.Closed:
		return nil, refuse(Conflict, "campaign", "campaign-closed", "")
	}
	return c, nil
}

// EditCampaign changes the settings of a campaign, or closes it.
type EditCampaign struct {
	Campaign ID       `json:"campaign"`
	Settings Settings `json:"settings"`
	Closed   bool     `json:"closed"`
}

// Kind returns "settings".
func (EditCampaign) Kind() Kind { return KindSettings }

func (b EditCampaign) subject() Subject { return ofCampaign(b.Campaign) }

func (b EditCampaign) settings() (ID, Settings) { return b.Campaign, b.Settings }

func (b EditCampaign) names(s *State, check nameChecker) {
	if c := s.Campaigns[b.Campaign]; c != nil {
		check.settings(b.Settings, c.Settings)
	}
}

func (b EditCampaign) checkByGame(h *Service, _ *State) error { return h.checkSettings(b.Settings) }

func (b EditCampaign) images() (ID, []string) { return b.Campaign, imageHashesIn(b.Settings.Story) }

func (b EditCampaign) apply(f *fold, a *Act) error {
	c := f.Campaigns[b.Campaign]
	if c == nil {
		return notFound("campaign", "campaign", b.Campaign)
	}
	if err := b.Settings.check(); err != nil {
		return err
	}
	if b.Settings.Game != c.Settings.Game {
		return refuse(Invalid, "settings.game", "game-fixed", "CAMP-SET-1")
	}
	c = f.editCampaign(b.Campaign)
	c.Settings, c.Closed = b.Settings, b.Closed
	f.buildLadder(c)
	return nil
}

// SetRound opens a round of a campaign.
type SetRound struct {
	Campaign ID  `json:"campaign"`
	Round    int `json:"round"`
}

// Kind returns "round".
func (SetRound) Kind() Kind { return KindRound }

func (b SetRound) subject() Subject { return ofCampaign(b.Campaign) }

func (b SetRound) opensRound() (campaign ID, round int) { return b.Campaign, b.Round }

func (b SetRound) apply(f *fold, a *Act) error {
	c := f.Campaigns[b.Campaign]
	switch {
	case c == nil:
		return notFound("campaign", "campaign", b.Campaign)
	case b.Round < 0 || c.Settings.Rounds > 0 && b.Round > c.Settings.Rounds:
		return refuse(Invalid, "round", "range", "", "from", "0", "to", fmt.Sprint(c.Settings.Rounds))
	}
	c = f.editCampaign(b.Campaign)
	c.Round = b.Round
	if c.Round > c.Paid {
		c.Paid = c.Round
		f.payIncome(c, ActNo(a.No))
	}
	return nil
}

// Bye gives a roster a round without an opponent.
type Bye struct {
	Campaign ID  `json:"campaign"`
	Roster   ID  `json:"roster"`
	Round    int `json:"round"`
}

// Kind returns "bye".
func (Bye) Kind() Kind { return KindBye }

func (b Bye) subject() Subject {
	return Subject{Campaign: b.Campaign, Roster: b.Roster, staleKey: neverStale}
}

func (b Bye) apply(f *fold, a *Act) error {
	c, r := f.Campaigns[b.Campaign], f.Rosters[b.Roster]
	switch {
	case c == nil:
		return notFound("campaign", "campaign", b.Campaign)
	case r == nil || r.Campaign != c.ID:
		return notFound("roster", "roster", b.Roster)
	case slices.ContainsFunc(c.Byes, func(o ByeRow) bool { return o.Roster == b.Roster && o.Round == b.Round }):
		return refuse(Conflict, "round", "bye-already", "")
	}
	f.endAbsence(c, b.Roster, b.Round)
	c = f.editCampaign(c.ID)
	c.Byes = append(c.Byes, ByeRow{b.Roster, b.Round, ActNo(a.No)})
	return nil
}
