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
	Preset          string            `json:"preset"`  // key of the preset it was made from: "narrative", "league", "ladder" …
	Story           string            `json:"story"`   // introduction, in Markdown
	Options         map[string]string `json:"options"` // options of the game, by rules.Option.ID
	Limit           int               `json:"limit"`   // points limit of a roster; 0 for none
	Rounds          int               `json:"rounds"`  // number of rounds; 0 for no fixed number
	Win             int               `json:"win"`     // campaign points for a victory
	Draw            int               `json:"draw"`
	Loss            int               `json:"loss"`
	Bye             int               `json:"bye"`
	TieBreaks       []string          `json:"ties"`               // tie-breaks in order, each one of TieBreakKeys
	DisputeDays     int               `json:"disputes"`           // days to settle a dispute
	AppealDays      int               `json:"appeals"`            // days to appeal after a ruling; 0 for no appeals
	RoundDays       int               `json:"days,omitempty"`     // days of a round; 0 if rounds have no dates
	GraceDays       int               `json:"grace,omitempty"`    // days after a deadline before a battle is overdue
	AutoConfirmDays int               `json:"silence,omitempty"`  // days after which a report without an answer is confirmed; 0 for never
	Income          map[string]int    `json:"income,omitempty"`   // what a region pays at the start of a round, by terrain
	Aftermath       bool              `json:"aftermath"`          // a battle is final only once its aftermath is posted
	Private         bool              `json:"private"`            // only members may read it
	Unlisted        bool              `json:"unlisted,omitempty"` // everybody who has its address may read it, but visitors see no link to it

	Method        DrawMethod        `json:"method,omitempty"`  // how rounds are drawn; "" for Swiss
	Groups        int               `json:"groups,omitempty"`  // number of groups of a league; 0 or 1 for none
	Ladder        *LadderRules      `json:"ladder,omitempty"`  // nil without a ladder
	Margins       []Margin          `json:"margins,omitempty"` // other points for clear victories, by increasing margin
	ScoreResource string            `json:"fame,omitempty"`    // key of the resource that also counts as campaign points; "" for none
	Penalty       int               `json:"penalty,omitempty"` // campaign points that a side loses by a forfeit
	OptionReasons map[string]string `json:"whys,omitempty"`    // why an option differs from the game's default, by option
	HouseRules    []HouseRule       `json:"house,omitempty"`   // what the club plays differently, besides the options
	ClonedFrom    ID                `json:"from,omitempty"`    // the campaign that this one was cloned from, or ""
	Tables        []Table           `json:"tables,omitempty"`  // gaming tables in the order of the room; without any, games are numbered
	Unrated       bool              `json:"unrated,omitempty"` // its battles change no ratings

	ForfeitScore  int      `json:"forfeit,omitempty"`   // battle points for winning by forfeit; if set, tie-breaks also count the opponent as no weaker than the winner (CAMP-LEA-5)
	AbsencePoints int      `json:"absence,omitempty"`   // campaign points for a round that a roster sits out
	LandLeft      LandLeft `json:"land_left,omitempty"` // what becomes of the land of a roster that withdraws
}

// Listed reports whether visitors see the campaign on the club's pages and in its feeds, and
// search engines may index it.
func (s *Settings) Listed() bool { return !s.Private && !s.Unlisted }

// DefaultSettings returns settings as most clubs use them.
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

// maxHouseRules is how many house rules a campaign may have.
const maxHouseRules = 30

// A HouseRule describes in words what a club plays differently from the rulebook, where the
// game has no option for it.
type HouseRule struct {
	Name string `json:"name"`
	Was  string `json:"was"` // the rule in the rulebook
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

// An OptionChange is an option of the game that a campaign has changed from its default.
type OptionChange struct {
	Option   rules.Option
	Now, Why string
	ActNo    ActNo // the act that set it
}

// OptionChanges returns the options that a campaign has changed from the game's defaults, in
// the game's order.
func (s *State) OptionChanges(c *Campaign, g *rules.Game) []OptionChange {
	var all []OptionChange
	for _, o := range g.Options {
		if now, ok := c.Settings.Options[o.ID]; ok && now != o.Default {
			all = append(all, OptionChange{o, now, c.Settings.OptionReasons[o.ID], s.optionSetBy(c, o, now)})
		}
	}
	return all
}

// optionSetBy returns the act that gave an option its present value.
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

// SettingsBefore returns the settings of a campaign before an act of kind "campaign" or
// "settings"; zero if that act was the first.
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

// CloneCampaign returns a new campaign with the settings, house rules, honours and map of
// another, without owners of land, rosters and results.
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

// maxMargins is how many margins settings may have.
const maxMargins = 6

// A Margin gives other campaign points for a victory by at least MinLead battle points.
type Margin struct {
	MinLead int `json:"least"` // difference of battle points between the winner and the other side
	Win     int `json:"win"`   // campaign points for the winner
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

// PointsFor returns the campaign points that a result gives to the winner and to the loser.
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

// MaxPoints returns the most campaign points that a battle can give.
func (s Settings) MaxPoints() int {
	best := max(s.Win, s.Draw, s.Loss)
	for _, m := range s.Margins {
		best = max(best, m.Win, m.Loss)
	}
	return best
}

// A Preset is a kind of campaign from which an organiser starts.
type Preset struct {
	Key       string // key of its name in the UI texts
	Regions   int    // regions of the first map; 0 for no map
	Honours   bool   // whether it starts with the game's catalogue of honours
	Aftermath bool   // whether battles have an aftermath, if the game has one
	apply     func(*Settings)
}

// presets lists all presets in display order.
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

// PresetKeys lists the keys of all presets.
var PresetKeys = convert(presets, func(p Preset) string { return p.Key })

// PresetOf returns a preset by its key, or the first if there is none.
func PresetOf(key string) Preset { return presets[max(0, slices.Index(PresetKeys, key))] }

// Settings returns the first settings of a campaign of this kind. The points are those of
// DefaultSettings.
func (p Preset) Settings(name, game string) Settings {
	s := DefaultSettings(name, game)
	s.Preset = p.Key
	p.apply(&s)
	return s
}
