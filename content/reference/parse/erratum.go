package parse

import "time"

// An Erratum is the YAML of a fenced block named erratum. The block stands in the rule that it corrects: below its text,
// before the next rule. The text of the rule is the corrected one; the erratum says that it was printed or published
// otherwise, and keeps the old text. Both languages have the same errata.
//
//	date: 2026-11-21
//	says: La légende disait le contraire de la règle.   what is another now
//	was: Le Boucher ne voit pas le Gardien.             what stood there before, in our words
//	by: [WM-A-1]                                        decisions behind it; optional
//	rule: [WM-LOS-FIG-3]                                for rules of a list or a table above
type Erratum struct {
	Date string   `yaml:"date"`
	Says string   `yaml:"says"`
	Was  string   `yaml:"was"`
	By   []string `yaml:"by"`
	Rule []string `yaml:"rule"`
}

// readErratum reads the erratum of a block. It corrects the open rule unless it names another.
func (s *Source) readErratum(f *Fence, open *Rule, diags *Diagnostics) {
	var e Erratum
	if fault := DecodeBlock(f.YAML, &e); fault != nil {
		diags.Add(s.File, f.Line+fault.Line, "erratum: %s", fault.Text)
		return
	}
	if len(e.Rule) == 0 && open != nil {
		e.Rule = open.IDs
	}
	_, err := time.Parse(time.DateOnly, e.Date)
	switch {
	case len(e.Rule) == 0:
		diags.Add(s.File, f.Line, "erratum: stands in no rule, and names none")
	case err != nil:
		diags.Add(s.File, f.Line, "erratum: date %q is no day such as 2026-11-21", e.Date)
	case e.Says == "" || e.Was == "":
		diags.Add(s.File, f.Line, "erratum: wants what it says, and what was there before")
	}
	s.Errata = append(s.Errata, &e)
	f.Erratum, f.Title = &e, e.Says
}
