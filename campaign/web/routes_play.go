package web

import (
	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
)

// playHandlers are the pages of battles.
type playHandlers struct {
	*Base
	simulations *simulations
}

// newPlay returns the handlers of a site.
func newPlay(b *Base) *playHandlers {
	return &playHandlers{Base: b,
		simulations: &simulations{byMember: map[campaign.ID]*simulation{}, slots: make(chan struct{}, maxComputing)}}
}

// Routes mounts the pages.
func (s *playHandlers) Routes(e *echo.Echo) {
	battle := battleURL(":club", ":battle")
	e.GET(battle, s.battlePage)
	e.GET(battle+bothSidesSuffix, s.battlePage)
	e.POST(battle+"/open", s.battleOpen)
	e.GET(battle+"/events", s.battleEvents)
	e.GET(battle+"/screen", s.battleScreen)
	e.GET(battle+"/state", s.battleState)
	e.POST(battle+"/lend", s.lend)
	e.GET(battle+"/dice", s.diceProof)
	for _, at := range []string{battle, battle + bothSidesSuffix} {
		e.POST(at+"/play", s.battlePlay)
		e.POST(at+"/undo", s.battleUndo)
		e.POST(at+"/finish", s.battleFinish)
		e.POST(at+"/clock", s.battleClock)
		e.GET(at+"/record", s.battleRecord)
	}
	e.GET(battle+"/aftermath", s.aftermathFormPage)
	e.POST(battle+"/aftermath", s.battleAftermath)

	// the date
	e.GET(battle+"/arrange", s.arrangePage)
	e.POST(battle+"/dates", s.proposeDate)
	e.POST(battle+"/agree", s.agreeDate)
	e.POST(battle+"/claims", s.claimNotPlayed)
	e.POST(battle+"/answer", s.answerClaim)
	e.POST(battle+"/concede", s.concedeBattle)
	e.POST(battle+"/stand", s.nameSubstitute)

	// the result
	e.GET(battle+"/sheets", s.battleLists)
	e.GET(battle+"/slip", s.printScoreSheets)
	e.GET(battle+"/report", s.reportPage)
	e.POST(battle+"/report", s.postReport)
	e.POST(battle+"/confirm", s.confirmReport)
	e.POST(battle+"/dispute", s.disputeReport)
	e.POST(evidenceURL(":club", ":battle"), s.addEvidence)
	e.POST(battle+"/silence", s.autoConfirm)
	e.POST(battle+"/appeal", s.battleAppeal)

	duel := campaignURL(":club", ":campaign") + "/duel"
	e.GET(duel, s.simulationPage)
	e.POST(duel, s.startSimulation)
	e.GET(duel+"/kit", s.simulationKit)

	sheets := sheetsURL(":club", ":game")
	e.GET(sheets, s.sheets)
	e.GET(sheets+"/:sheet", s.sheet)
	e.POST(sheets+"/:sheet", s.saveSheet)
}
