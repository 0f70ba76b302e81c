package warcry

import "strings"

// PhraseKeys returns the keys of the content's phrases that the game can show, apart from those
// of its commands, events, options, bots and measures.
func PhraseKeys() []string {
	var keys []string
	for _, g := range []struct {
		kind  string
		names []string
	}{
		{"phase.", phaseKeys}, {"tag.", tagKeys}, {"ask.", questionKeys}, {"option.", optionKeys}, {"fault.", faultKeys},
		{"note.", noteKeys}, {"piece.", pieceKeys}, {"counter.", counterKeys}, {"stat.", statKeys}, {"track.", []string{"wounds"}},
		{"reason.", []string{"victory-points", "draw"}}, {"roll.", rollKeys},
	} {
		for _, n := range g.names {
			keys = append(keys, g.kind+n)
		}
	}
	for _, m := range marks {
		keys = append(keys, "mark."+m.id, "mark."+m.id+".text")
	}
	return keys
}

// rollKeys holds the names of rolls.
var rollKeys = []string{
	"deadly-climb", "deadly-fall", "fall-test", "grab-and-maul", "hit", "impact", "initiative a", "initiative b",
	"injury", "roll-off a", "roll-off b", "ropes", "scar", "search", "strike-them-down", "strike-them-down-damage",
	"take-cover", "taunt",
}

// phaseKeys holds the phases of views.
var phaseKeys = strings.Fields(`
	aftermath awaken colours combat deployment first-turn groups initiative muster orientation over reserve tally
	wild`)

// tagKeys holds the tags of fighters.
var tagKeys = strings.Fields(`
	acting activated beast carrying climbing engaged fly group-dagger group-hammer group-shield half-blinded hero
	leader monster mount reacted-once reacted-twice reserve roped taken-down taunted waiting`)

// questionKeys holds the questions in the middle of commands.
var questionKeys = strings.Fields(`
	agree colour drop-point fall-order fall-point inspired reaction role storm strike-them-down trinket`)

// optionKeys holds the options of questions, apart from ids of units.
var optionKeys = strings.Fields(`
	activate agree attacker blue counter deadly-first decline defender drop-here drop-north drop-south fall-east
	fall-far-east fall-far-north fall-far-north-east fall-far-north-west fall-far-south fall-far-south-east
	fall-far-south-west fall-far-west fall-here fall-long fall-long-deadly fall-north fall-north-east
	fall-north-west fall-nowhere fall-short fall-short-deadly fall-south fall-south-east fall-south-west fall-west
	impact-first no-reaction red refuse sell share take-cover`)

// faultKeys holds the rules by which commands, setups and warbands are refused.
var faultKeys = strings.Fields(`
	WC-ABL-1 WC-ABL-12 WC-ABL-13 WC-ABL-14 WC-ABL-2 WC-ABL-3 WC-ABL-5 WC-ACT-1 WC-ACT-2 WC-ACT-5 WC-ACT-6 WC-ATK-1
	WC-ATK-2 WC-ATK-3 WC-ATK-4 WC-ATK-5 WC-ATK-7 WC-CON-7 WC-COV-1 WC-DIS-1 WC-DIS-3 WC-DMG-3 WC-GEN-1 WC-GEN-2
	WC-GEN-4 WC-HOUSE-1 WC-HOUSE-2 WC-HOUSE-7 WC-HUNT-1 WC-HUNT-3 WC-INIT-6 WC-INIT-7 WC-INIT-9 WC-MABL-2
	WC-MABL-3 WC-MON-4 WC-MON-5 WC-MON-6 WC-MON-7 WC-MON-8 WC-MON-9 WC-MOVE-1 WC-MOVE-10 WC-MOVE-11 WC-MOVE-12
	WC-MOVE-13 WC-MOVE-14 WC-MOVE-15 WC-MOVE-4 WC-MOVE-5 WC-MOVE-6 WC-MOVE-7 WC-MOVE-8 WC-MOVE-9 WC-OBJ-2 WC-R-1
	WC-R-10 WC-R-11 WC-R-12 WC-R-13 WC-R-14 WC-R-15 WC-R-16 WC-R-17 WC-R-18 WC-R-19 WC-R-2 WC-R-3 WC-R-4 WC-R-5
	WC-R-6 WC-R-7 WC-R-8 WC-R-9 WC-REA-12 WC-REA-6 WC-RES-2 WC-RES-3 WC-SCN-2 WC-SEQ-1 WC-SEQ-2 WC-SET-10
	WC-SET-11 WC-SET-13 WC-SET-6 WC-SET-7 WC-SET-9 WC-TER-15 WC-TER-17 WC-TER-18 WC-TER-6 WC-TER-9 WC-TRE-1
	WC-TRE-2 WC-TRE-3 WC-TRE-4 WC-TRE-5 WC-TRE-7 WC-TRE-9 WC-VIS-1 WC-WAIT-1 WC-WAIT-2 WC-WAIT-3 WC-WAIT-4
	WC-WAIT-6`)

// noteKeys holds the notes of views.
var noteKeys = strings.Fields(`
	initiative rounds score-assassinate-end score-assassinate-round score-break-through-end
	score-break-through-round score-carry-end score-carry-round score-control-end score-control-round
	score-ley-lines-end score-ley-lines-round score-majority-end score-majority-round score-reaper-end
	score-reaper-round score-survive-end score-survive-round score-take-down-end score-take-down-round twist-fog
	twist-fury twist-move twist-storm twist-wild`)

// pieceKeys holds the kinds of pieces on a board.
var pieceKeys = strings.Fields(`
	arch deadly deployment-dagger deployment-hammer deployment-shield door-closed door-open ladder low-terrain
	objective objective-dormant obstacle platform stairs treasure unclimbable`)

// counterKeys holds the counters of a side.
var counterKeys = strings.Fields(`
	ability-dice blood-count glory singles wild-dice`)

// statKeys holds the characteristics of a fighter.
var statKeys = strings.Fields(`
	move points toughness weapon wounds`)
