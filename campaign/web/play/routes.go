// Package play has the pages of one battle: arranged, set up, played step by step, reported, confirmed or disputed, and
// its aftermath. Score sheets, games' sheets and simulated battles are here too.
//
// It holds no rule: commands go to the service, which replays them in the engine. Begin with battle.go; battle_play.go
// sends a command and battle_report.go a result.
package play

import (
	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
)

// Handlers are the pages of battles.
type Handlers struct {
	*site.Base
	simulations *simulations
}

// New returns the handlers of a site.
func New(b *site.Base) *Handlers {
	return &Handlers{Base: b,
		simulations: &simulations{byMember: map[campaign.ID]*simulation{}, slots: make(chan struct{}, site.MaxComputing)}}
}

// Routes mounts the pages.
func (s *Handlers) Routes(e *echo.Echo) {
	battle := site.BattleURL(":club", ":battle")
	e.GET(battle, s.battlePage)
	e.GET(battle+site.BothSidesSuffix, s.battlePage)
	e.POST(battle+"/open", s.battleOpen)
	e.GET(battle+"/events", s.battleEvents)
	e.GET(battle+"/screen", s.battleScreen)
	e.GET(battle+"/state", s.battleState)
	e.POST(battle+"/lend", s.lend)
	e.GET(battle+"/dice", s.diceProof)
	for _, at := range []string{battle, battle + site.BothSidesSuffix} {
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
	e.POST(site.EvidenceURL(":club", ":battle"), s.addEvidence)
	e.POST(battle+"/silence", s.autoConfirm)
	e.POST(battle+"/appeal", s.battleAppeal)

	duel := site.CampaignURL(":club", ":campaign") + "/duel"
	e.GET(duel, s.simulationPage)
	e.POST(duel, s.startSimulation)
	e.GET(duel+"/kit", s.simulationKit)

	sheets := site.SheetsURL(":club", ":game")
	e.GET(sheets, s.sheets)
	e.GET(sheets+"/:sheet", s.sheet)
	e.POST(sheets+"/:sheet", s.saveSheet)
}
