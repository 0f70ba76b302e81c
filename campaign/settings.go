package campaign

import (
	"fmt"
	"maps"
	"slices"
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
