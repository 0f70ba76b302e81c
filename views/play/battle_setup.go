package play

import "oriflamme/views"

// A SetupPage prepares a battle: who fights, with what, on which field.
type SetupPage struct {
	Title, Where  string
	Path          string
	Sides         []SetupSide
	Engine        bool          // the game can be played through here
	ArbiterLink   *views.Action // where an arbiter rules; nil when the reader may not
	Several       bool          // the engine can play the game, but not with this number of sides
	NotInArchive  bool          // the battle was begun on another server, and the archive of the club does not have its steps
	Mine          bool          // this person may begin it
	Modes         []views.Option
	Play          SetupPart   // how the sides fight each other; no options for two sides
	Teams         []SetupPart // the team of each seat, where there may be teams
	Parts         []SetupPart
	Options       []SetupOption
	Faults        []views.FaultLine
	ScoreSheetURL string      // address of the sheet to print
	Arrange       string      // address of its date and claims; empty for visitors
	Sheets        string      // the Game Sheets that a club may enter; empty when the game prints all
	Report        string      // address where it is reported without being played here
	Flow          Flow        // progress that the page follows
	Minutes       views.Field // minutes on the clocks of a battle without the engine; has no name when there are no clocks
}

// A SetupSide is one side before the battle.
type SetupSide struct {
	Name, Player string
	Emblem       views.Emblem
	URL          string // of the roster
	Units        []string
	Faults       []views.FaultLine
	Attacker     bool
}

// A SetupPart is a kind of card of the pack from which one is drawn.
type SetupPart struct {
	Field   views.Field
	Options []views.Option
}

// A SetupOption is a house rule, with the rule it settles.
type SetupOption struct {
	SetupPart
	Rule views.RuleRef
}

// A BattleSummary is a battle outside play: its pairing, its reports and its result.
type BattleSummary struct {
	Flow   Flow
	Answer *ReportPage // the report and the buttons that answer it; nil where there is nothing to answer

	Kicker, Title string
	Paired        string // how the pairing came about; empty when people arranged it
	Path          string
	State         views.Tag
	Sides         []SummarySide
	Draw          bool
	Forfeit       string // who forfeited, "" for a battle that was fought
	Stamp         string // sentence saying that the engine has checked the record
	Reports       []views.ReportLine
	Engine        string // what the engine counted, "" when it was not played here
	Deadline      string
	Dispute       string        // its reason
	Evidence      *EvidenceForm // nil when the reader may not submit evidence
	Ruling        string
	History       []views.HistoryStep // history in order, when there is more than the reports
	Changed       string              // sentence saying that the result has changed, and what it was at first; "" when it has not
	Confirm       bool                // it waits for this person's confirmation
	Report        string              // address where the reader reports, confirms or disputes; "" when there is nothing to answer
	Appeal        bool
	AppealReason  views.Field
	After         bool // the aftermath can be played here
	Post          bool // the aftermath is posted without being played
	Honours       []views.MarkLine
	Experience    []XPLine
	Captures      []CaptureLine
	RecordURL     string        // address of the record
	ProofURL      string        // address of the proof of the program's dice
	StoryURL      string        // address of the form for a story
	ArbiterLink   *views.Action // where an arbiter rules or corrects; nil when the reader may not
	StopGaps      []StopGap
	ListsURL      string // address of the lists as they fought
	Trouble       string
}

// A SummarySide is a side with its score.
type SummarySide struct {
	Name, Player, URL string
	Emblem            views.Emblem
	Score             string
	Won               bool
	Reported          bool // has reported or confirmed
}

// An EvidenceForm shows the arbiter one more image.
type EvidenceForm struct {
	Action string
	Image  views.ImageField
	Alt    views.Field
}

// An XPLine is all the experience and resources that one unit or side earned.
type XPLine struct {
	Name    string
	Amounts []string
}

// A CaptureLine is a region that changed hands.
type CaptureLine struct{ Region, From, To string }

// role returns who leads a side and whether it attacks.
func (s SetupSide) role(f views.Frame) string {
	if s.Attacker {
		return s.Player + ", " + f.Say("fight.attacks")
	}
	return s.Player
}
