package build

import (
	"cmp"
	_ "embed"
	"strings"

	"oriflamme/content/reference/locale"
)

// ruleStatusText is the list of what is known of each rule. TestLock -update writes it.
//
//go:embed rule_status.txt
var ruleStatusText string

// A RuleStatus is what is known of a rule besides its text. A line of the file is
//
//	warcry WC-ATK-3 1306-1329 sitg 2026-11-21 0a1b2c3d 4e5f6a7b
//
// Its fields are the game, the rule, the lines of the source that the rule comes from (- when it names none), its coverage
// (s specified, i implemented, t tested, g in golden battles; - for none), the day on which its text last changed, and the
// checksums of its text by language (- where it is not written).
type RuleStatus struct {
	Game, ID string
	Lines    string
	Coverage string
	Changed  string   // day of the last change
	Sums     []string // in the order of Languages
}

// String writes the line.
func (s RuleStatus) String() string {
	return strings.Join(append([]string{s.Game, s.ID, cmp.Or(s.Lines, "-"), cmp.Or(s.Coverage, "-"), s.Changed}, s.Sums...), " ")
}

// ReadRuleStatus reads the lines of such a list, by game and rule.
func ReadRuleStatus(text string) map[[2]string]RuleStatus {
	all := map[[2]string]RuleStatus{}
	for _, line := range strings.Split(text, "\n") {
		f := strings.Fields(line)
		if strings.HasPrefix(line, "#") || len(f) != 5+len(locale.Languages) {
			continue
		}
		all[[2]string{f[0], f[1]}] = RuleStatus{f[0], f[1], strings.TrimPrefix(f[2], "-"), strings.TrimPrefix(f[3], "-"), f[4], f[5:]}
	}
	return all
}
