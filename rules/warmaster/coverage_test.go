package warmaster

import (
	"regexp"
	"testing"

	"oriflamme/rules/rulestest"
)

// TestEveryRule checks that every rule of the specification is accounted for.
func TestEveryRule(t *testing.T) {
	rulestest.RequireEveryRule(t, Game, "../../../shared/rules/warmaster.md", regexp.MustCompile(`WR-[A-Z]+-\d+`), rulestest.Proofs{
		Tests: map[string]func(*testing.T){
			"WR-BRIG-5": TestDiagram17, "WR-CAS-3": TestHitsStay, "WR-CAS-5": TestHitsStay, "WR-MOVE-3": TestHitsStay, "WR-CHAR-6": TestCharactersFollow,
			"WR-CHARGE-8": TestDiagram36, "WR-CHARGE-12": TestNoRoomInFront, "WR-CHARGE-13": TestDiagram38Crooked, "WR-CHARGE-14": TestDiagram38,
			"WR-EVADE-3": TestDiagram23, "WR-EVADE-4": TestDiagram24, "WR-ADV-6": TestAdvanceIsACharge, "WR-DRIVE-2": TestDiagram29,
			"WR-PUR-11": TestDiagram46, "WR-PUR-12": TestDiagram46, "WR-PUR-13": TestDiagram47, "WR-PUR-14": TestDiagram48, "WR-PUR-15": TestDiagram48,
			"WR-PUR-16": TestDiagram47,
		},
		SameAs: map[string]string{
			"WR-CHARGE-17": "WR-FORM-2", "WR-CMD-18": "WR-PROV-2", "WR-CONF-6": "WR-EVADE-8", "WR-CONF-7": "WR-PROV-8", "WR-CONF-8": "WR-ATT-11",
			"WR-TERROR-1": "WR-ATT-9", "WR-KEY-1": "WR-LOS-5", "WR-KEY-3": "WR-PROV-10", "WR-KEY-4": "WR-INIT-6", "WR-KEY-5": "WR-PROV-13",
			"WR-KEY-6": "WR-PROV-2", "WR-KEY-7": "WR-SUP-1", "WR-KEY-8": "WR-EVADE-8", "WR-KEY-9": "WR-RET-4", "WR-STATE-1": "WR-PROV-5",
			"WR-STATE-2": "WR-PROV-5", "WR-STATE-4": "WR-EDGE-3", "WR-PUR-17": "WR-ATT-10", "WR-RET-8": "WR-RET-5", "WR-TERR-9": "WR-DRIVE-10",
			"WR-FALL-3": "WR-PROV-3", "WR-END-2": "WR-PROV-11", "WR-SEQ-5": "WR-SEQ-1", "WR-SEQ-4": "WR-ATT-1", "WR-CHAR-7": "WR-EDGE-6",
			"WR-CHAR-8": "WR-PROV-9", "WR-PROV-1": "WR-ARMY-8", "WR-BRIG-2": "WR-BRIG-6", "WR-MOVE-2": "WR-CMD-11", "WR-CMD-14": "WR-SEQ-2",
		},
		NothingToDo: map[string]string{
			"WR-GEN-3": "lengths are centimetres throughout", "WR-GEN-4": "anyone may measure: the program does not stop them",
			"WR-GEN-6": "players change rules by the options", "WR-GEOM-1": "the measure of the board", "WR-GEOM-6": "terrain is given by the battlefield",
			"WR-PROF-1": "the fields of a profile", "WR-PROF-9": "typical figures", "WR-CHARGE-2": "nothing has to be announced",
			"WR-BRIG-8": "initiative is a command of a single unit", "WR-MOVE-4": "stands are placed freely within the allowance",
			"WR-SCEN-1": "the general battle is the only one", "WR-SCEN-2": "the pages are missing", "WR-SET-6": "the pages are missing",
			"WR-TERR-11": "the siege rules are missing", "WR-KEY-2": "the page on bolts is missing", "WR-CSHOT-8": "the page on bolts is missing",
		},
	})
}
