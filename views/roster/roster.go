package roster

import (
	"strings"

	"oriflamme/views"
)

// A ProfileCard is a profile as a page prints it.
type ProfileCard struct {
	Stats  []views.StatLine
	Words  []string // marks, keywords
	Tables []ProfileTable
}

// A ProfileTable is a list of a profile, such as its weapons.
type ProfileTable struct {
	Title string
	Heads []string
	Rows  [][]string
}

// A RosterPage is an army or warband with its life.
type RosterPage struct {
	Name, Owner, Campaign string
	CampaignURL           string
	Behalf                string // for whom and by whom it was entered, "" when its player did so
	Emblem                views.Emblem
	EmblemText            string
	Facts                 []RosterFact
	Legal                 bool
	Faults                []views.FaultLine
	Draft                 bool
	Version               string
	Units                 []RosterUnit
	Lost                  []RosterUnit
	Edit, Print           string
	EmblemURL             string // address of the armorial; empty when the reader may not
	SidePlayersURL        string // where it is asked who plays the side; empty when the reader may not say
	Withdraw              string // address that takes the side out of its campaign; likewise
	Away                  string // address where rounds are sat out; likewise
	Return                string // address that brings the side back into its campaign; likewise
	Gone                  string // said of one that has left its campaign
	Versions              string // address of all versions
}

// A RosterFact is one figure of the head.
type RosterFact struct{ Label, Value, Of string }

// A RosterUnit is a unit with its service record.
type RosterUnit struct {
	URL            string // of its life; empty while it has none
	ID, Name, Type string
	Points         int
	Card           ProfileCard
	Honours, Scars []views.MarkLine
	Experience     int
	Fights         []FightLine
	Kills          int
	Faults         []views.FaultLine
	Gone           string // how it was lost
}

const pipsShown = 12

// countMarks counts countMarks as often as they were earned.
func countMarks(lines []views.MarkLine) int {
	n := 0
	for _, h := range lines {
		n += max(h.Times, 1)
	}
	return n
}

// A FightLine is one battle of a unit.
type FightLine struct {
	Name, URL, Against string
	Kills, Experience  int
}

// A BuilderPage makes or changes a list.
type BuilderPage struct {
	Title, Where string
	Action       string
	Cancel       string
	Name         views.Field
	Faction      views.Field
	Factions     []views.Option
	Bands        []views.Option // ready-made lists of the pack
	Entries      []BuilderEntry
	Points       int
	Limit        int
	Faults       []views.FaultLine // of the whole list
	Checked      bool              // the game has checked it
	Offers       []BuilderOffer
	Others       []BuilderOffer // of other factions
	Extra        views.Field    // what the game keeps of a list besides, carried along unseen
	For          views.Field    // who is to play it, with Members; empty for oneself only
	Members      []views.Option
	Behalf       string // for whom and by whom, where that is not the same person
	Trouble      string
	Homes        []views.Option // regions for a capital; none without a map
	Budgets      []BuilderBudget
	Choices      []BuilderChoice // of the whole list
	Rare         []BuilderChoice // likewise, of what few lists need
	Unusual      bool            // those are open
}

// A BuilderBudget is a limit of the list, and how much of it is used.
type BuilderBudget struct {
	Label      string
	Used, Most int
	Rule       views.RuleRef
}

// A BuilderEntry is a unit of the list being built.
type BuilderEntry struct {
	No          int
	ID, Profile string
	Name, Type  string
	Points      int
	Stats       string
	Fought      bool
	Faults      []views.FaultLine
	First       bool
	Choices     []BuilderChoice
}

// A BuilderChoice is a question about a list or a unit, and its answers.
type BuilderChoice struct {
	Field   views.Field
	Options []BuilderPick
	Many    bool // any number of them may hold
	Words   bool // it is answered in words, and has none
}

// A BuilderPick is one answer, and the rule that it is about.
type BuilderPick struct {
	views.Option
	Rule views.RuleRef
}

// A BuilderOffer is a profile that may be added.
type BuilderOffer struct {
	ID, Name, Faction string
	Points            int
	Stats             string
	Words             string
	Missing           []string // abilities that are carried out by hand
}

// line says what a unit is and costs, and how it was lost.
func (u RosterUnit) line(f views.Frame) string {
	var parts []string
	if u.Type != "" {
		parts = append(parts, u.Type)
	}
	if u.Points > 0 {
		parts = append(parts, f.Say("common.points", "n", u.Points))
	}
	if u.Gone != "" {
		parts = append(parts, u.Gone)
	}
	return joinWords(parts)
}

func (m BuilderPage) anyFault() bool {
	for _, e := range m.Entries {
		if len(e.Faults) > 0 {
			return true
		}
	}
	return len(m.Faults) > 0
}

// rareLabels names what few lists need.
func (m BuilderPage) rareLabels() string {
	labels := make([]string, len(m.Rare))
	for i, q := range m.Rare {
		labels[i] = q.Field.Label
	}
	return joinWords(labels)
}

func joinWords(words []string) string { return strings.Join(words, ", ") }

func factLine(facts []RosterFact) string {
	parts := make([]string, len(facts))
	for i, x := range facts {
		parts[i] = x.Label + " " + x.Value
	}
	return joinWords(parts)
}
