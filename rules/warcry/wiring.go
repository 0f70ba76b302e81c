package warcry

import "oriflamme/rules"

// options are the doubtful points that an organiser may settle otherwise.
var options = []rules.Option{
	{ID: "counter-stops-attack", Rule: "A-15", Values: []string{"no", "yes"}, Default: "no"},
}

// covered are the rules that show in the log of battles; the acceptance kit wants to see each.
var covered = []string{
	"WC-GEN-10", "WC-SET-1", "WC-SET-3", "WC-SET-7", "WC-SET-8", "WC-SET-9", "WC-SET-10", "WC-SET-13", "WC-R-17", "WC-R-18", "WC-R-19",
	"WC-SEQ-1", "WC-SEQ-2", "WC-SCN-1", "WC-SCN-2", "WC-SCN-3", "WC-RES-1", "WC-RES-2",
	"WC-INIT-4", "WC-INIT-5", "WC-INIT-6", "WC-INIT-7", "WC-INIT-8", "WC-INIT-9", "WC-INIT-10", "WC-INIT-11",
	"WC-ACT-1", "WC-ACT-2", "WC-ACT-3", "WC-ACT-5", "WC-ACT-9", "WC-WAIT-1", "WC-WAIT-2", "WC-WAIT-3",
	"WC-MOVE-1", "WC-MOVE-11", "WC-FALL-2", "WC-FALL-5", "WC-IMP-1", "WC-TER-7", "WC-TER-8",
	"WC-ATK-10", "WC-ATK-11", "WC-DMG-2", "WC-DIS-1", "WC-REA-10", "WC-REA-11", "WC-REA-12",
	"WC-ABL-10", "WC-ABL-11", "WC-ABL-12", "WC-ABL-13", "WC-ABL-14", "WC-HUNT-1", "WC-HUNT-2", "WC-HUNT-3",
	"WC-MABL-1", "WC-MABL-2", "WC-MABL-3", "WC-OBJ-2", "WC-TRE-1", "WC-TRE-7", "WC-TRE-8",
	"WC-HOUSE-1", "WC-HOUSE-2", "WC-HOUSE-3", "WC-HOUSE-4", "WC-HOUSE-5", "WC-HOUSE-6", "WC-HOUSE-7",
}
