package views

// A ReportLine is one side's report of a battle.
type ReportLine struct {
	By, Result, Note, When string
	Behalf                 string // for whom and by whom it was entered, "" when the side did so itself
	Differs                bool
	Evidence               []EvidenceImage // images it has submitted to the arbiter
}

// A HistoryStep is one step in the history of a battle's result.
type HistoryStep struct {
	Icon, When, Text string
	Quote            string // reason given by the person who did it
	InForce          bool   // this step decides the result in force
	Evidence         []EvidenceImage
}

// An EvidenceImage is an image submitted to the arbiter.
type EvidenceImage struct {
	URL, Alt, By, When string // URL is "" when the image was removed
	Width, Height      int
}

// A MarkLine is a lasting mark of a unit, such as an injury or an honour.
type MarkLine struct {
	Kind, Key  string
	Name, Unit string
	Note       string
	Rule       RuleRef
	Times      int // how often it was earned; 0 means once
}
