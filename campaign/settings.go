package campaign

import (
	"fmt"
	"maps"
	"slices"

	"oriflamme/rules"
)

// Settings are what an organiser chooses for a campaign.
type Settings struct {
	Name            string            `json:"name"`
	Game            string            `json:"game"`    // rules.Game.ID
	Preset          string            `json:"preset"`  // what it was made from: "narrative", "league", "ladder" …
	Story           string            `json:"story"`   // an introduction, Markdown
	Options         map[string]string `json:"options"` // of the game, by rules.Option.ID
	Limit           int               `json:"limit"`   // points of a roster; 0 for none
	Rounds          int               `json:"rounds"`  // 0 for an open end
	Win             int               `json:"win"`     // campaign points
	Draw            int               `json:"draw"`
	Loss            int               `json:"loss"`
	Bye             int               `json:"bye"`
	TieBreaks       []string          `json:"ties"`               // tie-breaks in order, of TieBreakKeys
	DisputeDays     int               `json:"disputes"`           // days to settle a dispute
	AppealDays      int               `json:"appeals"`            // days to appeal after a ruling; 0 for none
	RoundDays       int               `json:"days,omitempty"`     // of a round; 0 when rounds have no date
	GraceDays       int               `json:"grace,omitempty"`    // days after a deadline before a battle is overdue
	AutoConfirmDays int               `json:"silence,omitempty"`  // days after which a report without an answer holds; 0 for never
	Income          map[string]int    `json:"income,omitempty"`   // what a region of a terrain pays at the start of a round
	Aftermath       bool              `json:"aftermath"`          // a battle is final only when its aftermath is posted
	Private         bool              `json:"private"`            // read by members only
	Unlisted        bool              `json:"unlisted,omitempty"` // read by whoever has its address, and named nowhere to visitors

	Method        DrawMethod        `json:"method,omitempty"`  // of drawing rounds; "" for Swiss
	Groups        int               `json:"groups,omitempty"`  // of a league in groups; 0 or 1 for none
	Ladder        *LadderRules      `json:"ladder,omitempty"`  // nil where there is no ladder
	Margins       []Margin          `json:"margins,omitempty"` // other points for clear victories, by rising margin
	ScoreResource string            `json:"fame,omitempty"`    // the resource that counts as campaign points too, as aftermaths post it; "" for none
	Penalty       int               `json:"penalty,omitempty"` // campaign points that whoever loses by forfeit pays
	OptionReasons map[string]string `json:"whys,omitempty"`    // why an option is not as the game has it, by option
	HouseRules    []HouseRule       `json:"house,omitempty"`   // what the club plays otherwise, beyond the options
	ClonedFrom    ID                `json:"from,omitempty"`    // the campaign that this one was cloned from
	Tables        []Table           `json:"tables,omitempty"`  // where rounds are played, in the order of the hall; none: games are numbered
	Unrated       bool              `json:"unrated,omitempty"` // its battles are among friends and move no rating

	ForfeitScore  int      `json:"forfeit,omitempty"`   // battle points of who wins by forfeit, and tie-breaks take that opponent as no weaker than oneself; 0 for neither
	AbsencePoints int      `json:"absence,omitempty"`   // campaign points of a round that is sat out
	LandLeft      LandLeft `json:"land_left,omitempty"` // what becomes of the land of who withdraws
}

// Listed reports whether the campaign is named to visitors: on the club's pages, in its feeds, to search engines.
func (s *Settings) Listed() bool { return !s.Private && !s.Unlisted }

// DefaultSettings returns a campaign as most clubs play it.
func DefaultSettings(name, game string) Settings {
	return Settings{Name: name, Game: game, Preset: "narrative", Options: map[string]string{}, Win: 3, Draw: 1, Bye: 3,
		TieBreaks: []string{"opposition", "head", "sonneborn", "for"}, DisputeDays: 7, AppealDays: 7, LandLeft: LandFree}
}

func (s Settings) check() error {
	if err := firstError(checkLength("name", s.Name, 1, 80), checkLength("game", s.Game, 1, 40), checkLength("preset", s.Preset, 0, 40), checkLength("story", s.Story, 0, 20000), checkLength("fame", s.ScoreResource, 0, 40)); err != nil {
		return err
	}
	for _, n := range []struct {
		field string
		value int
		hi    int
	}{{"limit", s.Limit, 100000}, {"rounds", s.Rounds, 100}, {"win", s.Win, 100}, {"draw", s.Draw, 100}, {"loss", s.Loss, 100},
		{"bye", s.Bye, 100}, {"disputes", s.DisputeDays, 365}, {"appeals", s.AppealDays, 365}, {"days", s.RoundDays, 365}, {"grace", s.GraceDays, 365}, {"silence", s.AutoConfirmDays, 365}, {"groups", s.Groups, MaxGroups}, {"penalty", s.Penalty, 100},
		{"forfeit", s.ForfeitScore, 9999}, {"absence", s.AbsencePoints, 100}} {
		if n.value < 0 || n.value > n.hi {
			return refuse(Invalid, n.field, "range", "", "from", "0", "to", fmt.Sprint(n.hi))
		}
	}
	if len(s.TieBreaks) > MaxTieBreaks {
		return refuse(Invalid, "ties", "too-long", "", "most", fmt.Sprint(MaxTieBreaks))
	}
	for _, terrain := range slices.Sorted(maps.Keys(s.Income)) {
		if n := s.Income[terrain]; !slices.Contains(Terrains, terrain) || terrain == Sea {
			return refuse(Invalid, "income."+terrain, "unknown-terrain", "", "terrain", terrain)
		} else if n < 0 || n > maxIncome {
			return refuse(Invalid, "income."+terrain, "range", "", "from", "0", "to", fmt.Sprint(maxIncome))
		}
	}
	for i, t := range s.TieBreaks {
		if !slices.Contains(TieBreakKeys, t) {
			return refuse(Invalid, fmt.Sprintf("ties[%d]", i), "unknown-tie-break", "", "tie", t)
		}
	}
	if s.Method != "" && !slices.Contains(DrawMethods, s.Method) {
		return refuse(Invalid, "method", "unknown-method", "", "method", string(s.Method))
	}
	if !slices.Contains(LandPolicies, s.LandLeft) {
		return refuse(Invalid, "land_left", "unknown-land-left", "", "what", string(s.LandLeft))
	}
	return firstError(s.Ladder.check(), checkMargins(s.Margins), s.checkHouseRules(), checkTables(s.Tables))
}

// maxHouseRules is how many house rules of its own a campaign may write down.
const maxHouseRules = 30

// A HouseRule is what a club plays otherwise than the book, where no option of the game says it.
type HouseRule struct {
	Name string `json:"name"`
	Was  string `json:"was"` // as the book has it
	Now  string `json:"now"`
	Why  string `json:"why"`
}

func (s Settings) checkHouseRules() error {
	if len(s.HouseRules) > maxHouseRules {
		return refuse(Invalid, "house", "too-long", "", "most", fmt.Sprint(maxHouseRules))
	}
	for i, h := range s.HouseRules {
		at := fmt.Sprintf("house[%d].", i)
		if err := firstError(checkLength(at+"name", h.Name, 1, 80), checkLength(at+"was", h.Was, 0, 400), checkLength(at+"now", h.Now, 1, 400), checkLength(at+"why", h.Why, 0, 400)); err != nil {
			return err
		}
	}
	for _, id := range slices.Sorted(maps.Keys(s.OptionReasons)) {
		if err := checkLength("whys."+id, s.OptionReasons[id], 0, 400); err != nil {
			return err
		}
	}
	return nil
}

// An OptionChange is an option of the game that a campaign plays otherwise.
type OptionChange struct {
	Option   rules.Option
	Now, Why string
	ActNo    ActNo // the act since which it holds
}

// OptionChanges are the options that a campaign has changed from what the game has, in the game's order.
func (s *State) OptionChanges(c *Campaign, g *rules.Game) []OptionChange {
	var all []OptionChange
	for _, o := range g.Options {
		if now, ok := c.Settings.Options[o.ID]; ok && now != o.Default {
			all = append(all, OptionChange{o, now, c.Settings.OptionReasons[o.ID], s.optionSetBy(c, o, now)})
		}
	}
	return all
}

// optionSetBy is the act from which on an option has had its value.
func (s *State) optionSetBy(c *Campaign, o rules.Option, now string) ActNo {
	var since ActNo
	was := o.Default
	for i := range s.Acts {
		a := &s.Acts[i]
		if s.Voided[a.No] != 0 || a.corrective() {
			continue
		}
		body := a.Body
		if by, ok := s.Act(s.Amended[a.No]); ok {
			body = by.Body
		}
		b, ok := body.(settingsHolder)
		if !ok {
			continue
		}
		campaign, set := b.settings()
		if campaign != c.ID {
			continue
		}
		value, ok := set.Options[o.ID]
		if !ok {
			value = o.Default
		}
		if value != was && value == now {
			since = ActNo(a.No)
		}
		was = value
	}
	return since
}

// SettingsBefore returns the settings that an act of kind "campaign" or "settings" changed; zero for the first.
func (s *State) SettingsBefore(no int64, campaign ID) Settings {
	var was Settings
	for i := range s.Acts {
		a := &s.Acts[i]
		if a.No >= no {
			break
		}
		if s.Voided[a.No] != 0 || a.corrective() {
			continue
		}
		if b, ok := a.Body.(settingsHolder); ok {
			if of, set := b.settings(); of == campaign {
				was = set
			}
		}
	}
	return was
}

// CloneCampaign returns a campaign to begin anew with the settings, house rules, honours and
// the map of another, where nobody has any land yet. Rosters and results are left behind.
func CloneCampaign(c *Campaign, name string) NewCampaign {
	set := c.Settings
	set.Name, set.ClonedFrom = name, c.ID
	m := c.Map.clone()
	if m != nil {
		for i := range m.Regions {
			m.Regions[i].Owner, m.Regions[i].Capital, m.Regions[i].Owners = "", false, nil
			m.Regions[i].Garrison = nil
		}
	}
	return NewCampaign{Settings: set, Map: m, Honours: slices.Clone(c.Honours)}
}

// maxMargins is how many steps of clear victories settings may have.
const maxMargins = 6

// A Margin gives other campaign points to victories that are clear by so many battle points.
type Margin struct {
	MinLead int `json:"least"` // battle points between the winner and the other side
	Win     int `json:"win"`   // campaign points
	Loss    int `json:"loss"`
}

func checkMargins(all []Margin) error {
	if len(all) > maxMargins {
		return refuse(Invalid, "margins", "too-long", "", "most", fmt.Sprint(maxMargins))
	}
	for i, m := range all {
		at := fmt.Sprintf("margins[%d]", i)
		switch {
		case m.MinLead < 1 || m.MinLead > 9999 || i > 0 && m.MinLead <= all[i-1].MinLead:
			return refuse(Invalid, at+".least", "not-rising", "")
		case m.Win < 0 || m.Win > 100 || m.Loss < 0 || m.Loss > 100:
			return refuse(Invalid, at+".win", "range", "", "from", "0", "to", "100")
		}
	}
	return nil
}

// PointsFor returns the campaign points that a result gives to its winner and to who lost.
func (s Settings) PointsFor(r Result) (win, loss int) {
	win, loss = s.Win, s.Loss
	if r.Forfeit {
		return win, loss - s.Penalty
	}
	if len(r.Scores) != 2 {
		return win, loss
	}
	margin := max(r.Scores[0]-r.Scores[1], r.Scores[1]-r.Scores[0])
	for _, m := range s.Margins {
		if margin >= m.MinLead {
			win, loss = m.Win, m.Loss
		}
	}
	return win, loss
}

// MaxPoints is the most campaign points that a battle can give.
func (s Settings) MaxPoints() int {
	best := max(s.Win, s.Draw, s.Loss)
	for _, m := range s.Margins {
		best = max(best, m.Win, m.Loss)
	}
	return best
}

// A Preset is a manner of campaign, from which an organiser begins.
type Preset struct {
	Key       string // of its name
	Regions   int    // regions of the map to begin with; 0 for none
	Honours   bool   // whether the catalogue of the game is in force
	Aftermath bool   // whether battles end with an aftermath, where the game has one
	apply     func(*Settings)
}

// presets are all manners: four plain ones, two leagues more, and two mixes.
var presets = []Preset{
	{"narrative", 37, true, true, func(*Settings) {}},
	{"conquest", 37, true, true, func(s *Settings) {
		s.Rounds, s.RoundDays, s.GraceDays = 8, 14, 3
		s.TieBreaks = []string{"lands", "wins", "head", "for"}
	}},
	{"league", 0, false, false, func(s *Settings) {
		s.Method, s.RoundDays, s.GraceDays = RoundRobin, 7, 2
		s.TieBreaks = []string{"head", "difference", "for", "wins"}
	}},
	{"pools", 0, false, false, func(s *Settings) {
		s.Method, s.Groups, s.RoundDays, s.GraceDays = GroupRoundRobin, 2, 7, 2
		s.TieBreaks = []string{"head", "difference", "for", "wins"}
	}},
	{"swiss", 0, false, false, func(s *Settings) {
		s.Method, s.Rounds, s.RoundDays, s.GraceDays = Swiss, 5, 14, 2
		s.TieBreaks = []string{"opposition", "cut1", "sonneborn", "for"}
	}},
	{"ladder", 0, false, false, func(s *Settings) {
		s.Ladder = &LadderRules{Reach: 3, Days: 7}
		s.TieBreaks = []string{"wins", "difference"}
	}},
	{"warpath", 37, true, true, func(s *Settings) {
		s.Method, s.Rounds, s.RoundDays, s.GraceDays = Swiss, 6, 14, 3
		s.TieBreaks = []string{"lands", "opposition", "sonneborn", "for"}
	}},
	{"feud", 0, true, true, func(s *Settings) {
		s.Ladder = &LadderRules{Reach: 2, Days: 10, Yield: true, Shift: true}
		s.TieBreaks = []string{"honours", "wins"}
	}},
}

// PresetKeys are the keys of all manners.
var PresetKeys = func() []string {
	keys := make([]string, len(presets))
	for i, p := range presets {
		keys[i] = p.Key
	}
	return keys
}()

// PresetOf returns a manner by its key, else the first.
func PresetOf(key string) Preset { return presets[max(0, slices.Index(PresetKeys, key))] }

// Settings are what the manner begins with; its points are those of DefaultSettings.
func (p Preset) Settings(name, game string) Settings {
	s := DefaultSettings(name, game)
	s.Preset = p.Key
	p.apply(&s)
	return s
}
