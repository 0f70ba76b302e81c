package views

// A ReportLine is what one side says.
type ReportLine struct {
	By, Result, Note, When string
	Behalf                 string // for whom and by whom it was entered, "" when the side did so itself
	Differs                bool
	Evidence               []EvidenceImage // what it has shown the arbiter
}

// A HistoryStep is a step by which the result of a battle came about.
type HistoryStep struct {
	Icon, When, Text string
	Quote            string // in the words of who did it
	InForce          bool   // it is what holds
	Evidence         []EvidenceImage
}

// A EvidenceImage is an image that was laid before the arbiter.
type EvidenceImage struct {
	URL, Alt, By, When string // URL "" for one that was taken away
	Width, Height      int
}

// A MarkLine is a mark that a battle left.
type MarkLine struct {
	Kind, Key  string
	Name, Unit string
	Note       string
	Rule       RuleRef
	Times      int // how often it was earned; 0 for once
}
