package play

import (
	"testing"

	"oriflamme/campaign"
)

// TestEveryActHasAHistoryRow: every kind of act that is about a battle says whether it is a step towards the result.
func TestEveryActHasAHistoryRow(t *testing.T) {
	about := map[campaign.Kind]bool{}
	for _, kind := range campaign.Kinds() {
		body, err := campaign.DecodeBody(kind, []byte(`{"battle":"b"}`)) // refused where the body has no battle
		if about[kind] = err == nil && campaign.SubjectOf(body).Battle == "b"; !about[kind] {
			continue
		}
		if _, ok := historyRows[kind]; !ok {
			t.Errorf("no row says whether %q is a step towards the result", kind)
		}
	}
	for kind, row := range historyRows {
		if !about[kind] {
			t.Errorf("%q has a row and is not about a battle", kind)
		}
		if (row.icon == "") != (row.describe == nil) {
			t.Errorf("%q has an icon and no words, or the other way round", kind)
		}
	}
	if len(historyRows) < 20 {
		t.Errorf("only %d kinds are about battles", len(historyRows))
	}
}
