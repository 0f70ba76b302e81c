package campaign

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// A Campaign is a row of battles of one game: a narrative with a map, a league
// with rounds, or both.
type Campaign struct {
	ID       ID
	Settings Settings
	Round    int // the round being played, from 1; 0 before the first
	Paid     int // the last round that paid income
	Map      *Map
	Byes     []ByeRow
	Absences []AbsenceRow
	Honours  []Honour // its catalogue
	Rungs    []ID     // rosters from the top of the ladder down; empty where there is none
	Dares    []Dare   // challenges on the ladder, oldest first
	Climbs   []Climb  // how places changed, oldest first
	Closed   bool
	Begun    time.Time
	Cause    Cause
}

// Settings are what an organiser chooses for a campaign.
type Settings struct {
	Name      string            `json:"name"`
	Game      string            `json:"game"`    // rules.Game.ID
	Preset    string            `json:"preset"`  // what it was made from: "narrative", "league", "ladder" …
	Story     string            `json:"story"`   // an introduction, Markdown
	Options   map[string]string `json:"options"` // of the game, by rules.Option.ID
	Limit     int               `json:"limit"`   // points of a roster; 0 for none
	Rounds    int               `json:"rounds"`  // 0 for an open end
	Win       int               `json:"win"`     // campaign points
	Draw      int               `json:"draw"`
	Loss      int               `json:"loss"`
	Bye       int               `json:"bye"`
	Ties      []string          `json:"ties"`               // tie-breaks in order, of TieBreaks
	Disputes  int               `json:"disputes"`           // days to settle a dispute
	Appeals   int               `json:"appeals"`            // days to appeal after a ruling; 0 for none
	Days      int               `json:"days,omitempty"`     // of a round; 0 when rounds have no date
	Grace     int               `json:"grace,omitempty"`    // days after a deadline before a battle is overdue
	Silence   int               `json:"silence,omitempty"`  // days after which a report without an answer holds; 0 for never
	Income    map[string]int    `json:"income,omitempty"`   // what a region of a terrain pays at the start of a round
	Aftermath bool              `json:"aftermath"`          // a battle is final only when its aftermath is posted
	Private   bool              `json:"private"`            // read by members only
	Unlisted  bool              `json:"unlisted,omitempty"` // read by whoever has its address, and named nowhere to visitors

	Method  Method            `json:"method,omitempty"`  // of drawing rounds; "" for Swiss
	Groups  int               `json:"groups,omitempty"`  // of a league in groups; 0 or 1 for none
	Ladder  *LadderRules      `json:"ladder,omitempty"`  // nil where there is no ladder
	Margins []Margin          `json:"margins,omitempty"` // other points for clear victories, by rising margin
	Fame    string            `json:"fame,omitempty"`    // the resource that counts as campaign points too, as aftermaths post it; "" for none
	Penalty int               `json:"penalty,omitempty"` // campaign points that whoever loses by forfeit pays
	Whys    map[string]string `json:"whys,omitempty"`    // why an option is not as the game has it, by option
	House   []HouseRule       `json:"house,omitempty"`   // what the club plays otherwise, beyond the options
	From    ID                `json:"from,omitempty"`    // the campaign that this one was cloned from
	Tables  []Place           `json:"tables,omitempty"`  // where rounds are played, in the order of the hall; none: games are numbered
	Unrated bool              `json:"unrated,omitempty"` // its battles are among friends and move no rating

	Forfeit  int      `json:"forfeit,omitempty"`   // battle points of who wins by forfeit, and tie-breaks take that opponent as no weaker than oneself; 0 for neither
	Absence  int      `json:"absence,omitempty"`   // campaign points of a round that is sat out
	LandLeft LandLeft `json:"land_left,omitempty"` // what becomes of the land of who withdraws
}

// Listed reports whether the campaign is named to visitors: on the club's pages, in its feeds, to search engines.
func (s *Settings) Listed() bool { return !s.Private && !s.Unlisted }

// DefaultSettings returns a campaign as most clubs play it.
func DefaultSettings(name, game string) Settings {
	return Settings{Name: name, Game: game, Preset: "narrative", Options: map[string]string{}, Win: 3, Draw: 1, Bye: 3,
		Ties: []string{"opposition", "head", "sonneborn", "for"}, Disputes: 7, Appeals: 7, LandLeft: LandFree}
}

// A ByeRow is a round in which a roster had no opponent.
type ByeRow struct {
	Roster ID
	Round  int
	Cause  Cause
}

func (c *Campaign) clone() *Campaign {
	n := *c
	n.Map = c.Map.clone()
	n.Byes, n.Absences = slices.Clone(c.Byes), slices.Clone(c.Absences)
	n.Rungs, n.Dares, n.Climbs = slices.Clone(c.Rungs), slices.Clone(c.Dares), slices.Clip(c.Climbs)
	return &n
}

func (s Settings) check() error {
	if err := first(text("name", s.Name, 1, 80), text("game", s.Game, 1, 40), text("preset", s.Preset, 0, 40), text("story", s.Story, 0, 20000), text("fame", s.Fame, 0, 40)); err != nil {
		return err
	}
	for _, n := range []struct {
		field string
		value int
		hi    int
	}{{"limit", s.Limit, 100000}, {"rounds", s.Rounds, 100}, {"win", s.Win, 100}, {"draw", s.Draw, 100}, {"loss", s.Loss, 100},
		{"bye", s.Bye, 100}, {"disputes", s.Disputes, 365}, {"appeals", s.Appeals, 365}, {"days", s.Days, 365}, {"grace", s.Grace, 365}, {"silence", s.Silence, 365}, {"groups", s.Groups, MostGroups}, {"penalty", s.Penalty, 100},
		{"forfeit", s.Forfeit, 9999}, {"absence", s.Absence, 100}} {
		if n.value < 0 || n.value > n.hi {
			return refuse(Invalid, n.field, "range", "", "from", "0", "to", fmt.Sprint(n.hi))
		}
	}
	if len(s.Ties) > MostTies {
		return refuse(Invalid, "ties", "too-long", "", "most", fmt.Sprint(MostTies))
	}
	for _, terrain := range slices.Sorted(maps.Keys(s.Income)) {
		if n := s.Income[terrain]; !slices.Contains(Terrains, terrain) || terrain == Sea {
			return refuse(Invalid, "income."+terrain, "unknown-terrain", "", "terrain", terrain)
		} else if n < 0 || n > mostIncome {
			return refuse(Invalid, "income."+terrain, "range", "", "from", "0", "to", fmt.Sprint(mostIncome))
		}
	}
	for i, t := range s.Ties {
		if !slices.Contains(TieBreaks, t) {
			return refuse(Invalid, fmt.Sprintf("ties[%d]", i), "unknown-tie-break", "", "tie", t)
		}
	}
	if s.Method != "" && !slices.Contains(Methods, s.Method) {
		return refuse(Invalid, "method", "unknown-method", "", "method", string(s.Method))
	}
	if !slices.Contains(LandsLeft, s.LandLeft) {
		return refuse(Invalid, "land_left", "unknown-land-left", "", "what", string(s.LandLeft))
	}
	return first(s.Ladder.check(), checkMargins(s.Margins), s.checkHouse(), checkPlaces(s.Tables))
}

// NewCampaign begins a campaign; the map may be drawn later.
type NewCampaign struct {
	Campaign ID       `json:"campaign"` // made by the hall when empty
	Settings Settings `json:"settings"`
	Map      *Map     `json:"map"`
	Honours  []Honour `json:"honours,omitempty"` // the catalogue to begin with
}

// Kind is "campaign".
func (NewCampaign) Kind() Kind { return KindCampaign }

func (b NewCampaign) subject() Subject { return ofCampaign(b.Campaign) }

func (b NewCampaign) fill(g giver) Body {
	b.Campaign = g.id(b.Campaign)
	return b
}

func (b NewCampaign) settings() (ID, Settings) { return b.Campaign, b.Settings }

func (b NewCampaign) names(_ *State, check nameCheck) {
	check.settings(b.Settings, Settings{})
	check.land(b.Map, nil)
	check.honours(b.Honours, nil)
}

func (b NewCampaign) checkByGame(h *Hall, _ *State) error { return h.checkSettings(b.Settings) }

func (b NewCampaign) images() (ID, []string) {
	return b.Campaign, append(hashesIn(b.Settings.Story), b.Map.images()...)
}

func (b NewCampaign) apply(f *fold, a *Act) error {
	if f.Campaigns[b.Campaign] != nil {
		return refuse(Conflict, "campaign", "exists", "")
	}
	if err := first(text("campaign", b.Campaign, 1, 40), b.Settings.check(), b.Map.check(), checkHonours(b.Honours)); err != nil {
		return err
	}
	if b.Map != nil {
		for i, r := range b.Map.Regions {
			if r.Owner != "" {
				return missing(fmt.Sprintf("map.regions[%d].owner", i), "roster", r.Owner)
			}
		}
	}
	c := &Campaign{ID: b.Campaign, Settings: b.Settings, Map: b.Map.clone(), Honours: b.Honours, Begun: a.At, Cause: Cause(a.No)}
	f.Campaigns[c.ID] = c
	f.made(c)
	return nil
}

// openCampaign returns a campaign that is not closed.
func (s *State) openCampaign(id ID) (*Campaign, error) {
	c := s.Campaigns[id]
	switch {
	case c == nil:
		return nil, missing("campaign", "campaign", id)
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

// Kind is "settings".
func (EditCampaign) Kind() Kind { return KindSettings }

func (b EditCampaign) subject() Subject { return ofCampaign(b.Campaign) }

func (b EditCampaign) settings() (ID, Settings) { return b.Campaign, b.Settings }

func (b EditCampaign) names(s *State, check nameCheck) {
	if c := s.Campaigns[b.Campaign]; c != nil {
		check.settings(b.Settings, c.Settings)
	}
}

func (b EditCampaign) checkByGame(h *Hall, _ *State) error { return h.checkSettings(b.Settings) }

func (b EditCampaign) images() (ID, []string) { return b.Campaign, hashesIn(b.Settings.Story) }

func (b EditCampaign) apply(f *fold, a *Act) error {
	c := f.Campaigns[b.Campaign]
	if c == nil {
		return missing("campaign", "campaign", b.Campaign)
	}
	if err := b.Settings.check(); err != nil {
		return err
	}
	if b.Settings.Game != c.Settings.Game {
		return refuse(Invalid, "settings.game", "game-fixed", "CAMP-SET-1")
	}
	c = f.editCampaign(b.Campaign)
	c.Settings, c.Closed = b.Settings, b.Closed
	f.raiseLadder(c)
	return nil
}

// SetRound opens a round of a campaign.
type SetRound struct {
	Campaign ID  `json:"campaign"`
	Round    int `json:"round"`
}

// Kind is "round".
func (SetRound) Kind() Kind { return KindRound }

func (b SetRound) subject() Subject { return ofCampaign(b.Campaign) }

func (b SetRound) apply(f *fold, a *Act) error {
	c := f.Campaigns[b.Campaign]
	switch {
	case c == nil:
		return missing("campaign", "campaign", b.Campaign)
	case b.Round < 0 || c.Settings.Rounds > 0 && b.Round > c.Settings.Rounds:
		return refuse(Invalid, "round", "range", "", "from", "0", "to", fmt.Sprint(c.Settings.Rounds))
	}
	c = f.editCampaign(b.Campaign)
	c.Round = b.Round
	if c.Round > c.Paid {
		c.Paid = c.Round
		f.payIncome(c, Cause(a.No))
	}
	return nil
}

// Bye gives a roster a round without an opponent.
type Bye struct {
	Campaign ID  `json:"campaign"`
	Roster   ID  `json:"roster"`
	Round    int `json:"round"`
}

// Kind is "bye".
func (Bye) Kind() Kind { return KindBye }

func (b Bye) subject() Subject { return Subject{Campaign: b.Campaign, Roster: b.Roster, stale: never} }

func (b Bye) apply(f *fold, a *Act) error {
	c, r := f.Campaigns[b.Campaign], f.Rosters[b.Roster]
	switch {
	case c == nil:
		return missing("campaign", "campaign", b.Campaign)
	case r == nil || r.Campaign != c.ID:
		return missing("roster", "roster", b.Roster)
	case slices.ContainsFunc(c.Byes, func(o ByeRow) bool { return o.Roster == b.Roster && o.Round == b.Round }):
		return refuse(Conflict, "round", "bye-already", "")
	}
	f.comes(c, b.Roster, b.Round)
	c = f.editCampaign(c.ID)
	c.Byes = append(c.Byes, ByeRow{b.Roster, b.Round, Cause(a.No)})
	return nil
}
