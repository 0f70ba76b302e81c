package roster

import (
	"strings"

	"oriflamme/views"
)

// A ProfileCard is a unit's profile as a page shows it.
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

// A RosterPage is a side: its list, and the record of its units.
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
	EmblemURL             string // address of the emblem editor; empty when the reader may not
	SidePlayersURL        string // address of the form for the side's players; empty when the reader may not
	Withdraw              string // address that withdraws the side from its campaign; empty when the reader may not
	Away                  string // address of the form for absences; empty when the reader may not
	Return                string // address that returns the side to its campaign; empty when the reader may not
	Gone                  string // sentence for a side that has left its campaign
	Versions              string // address of all versions
}

// A RosterFact is one figure of the head.
type RosterFact struct{ Label, Value, Of string }

// A RosterUnit is a unit with its service record.
type RosterUnit struct {
	URL            string // address of its service record; empty while it has none
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

// countMarks counts marks, each as often as it was earned.
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

// A BuilderPage is the form that makes or changes a list.
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
	Extra        views.Field    // further data of the game about the list, in a hidden field
	For          views.Field    // member who is to play it, out of Members; empty when only the reader can
	Members      []views.Option
	Behalf       string // for whom and by whom, where that is not the same person
	Trouble      string
	Homes        []views.Option // regions for a capital; none without a map
	Budgets      []BuilderBudget
	Choices      []BuilderChoice // of the whole list
	Rare         []BuilderChoice // choices of the whole list that few lists need
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
	Words   bool // it is answered by free text and has no picks
}

// A BuilderPick is one answer and the rule behind it.
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

// line says in words what a unit is, what it costs, and how it was lost.
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

// rareLabels names the choices that few lists need.
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
