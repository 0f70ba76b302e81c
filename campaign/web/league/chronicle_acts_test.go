package league

import (
	"testing"

	"oriflamme/campaign"
	"oriflamme/content"
)

// TestEveryActIsDescribed: every kind of act has a row that says how the chronicle describes it, and phrases for the arbiter's
// list and the table of permissions in every language.
func TestEveryActIsDescribed(t *testing.T) {
	for _, kind := range campaign.Kinds() {
		if _, ok := actRows[kind]; !ok {
			t.Errorf("no row describes %q", kind)
		}
		for lang, book := range content.Catalogs() {
			for _, key := range []string{"arbiter.act.", "permission."} {
				if !book.Has(key + string(kind)) {
					t.Errorf("%s has no %s%s", lang, key, kind)
				}
			}
		}
	}
	if len(actRows) != len(campaign.Kinds()) {
		t.Errorf("%d rows for %d kinds", len(actRows), len(campaign.Kinds()))
	}
	for kind, row := range actRows {
		if row.tell != nil && row.icon == "" && row.only != onlyStories {
			t.Errorf("%q has no icon", kind)
		}
	}
}
