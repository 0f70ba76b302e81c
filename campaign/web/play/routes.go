// Package play has the pages of one battle: arranged, set up, played step by step, reported, confirmed or disputed, and
// its aftermath. Score sheets, games' sheets and simulated battles are here too.
//
// It holds no rule: commands go to the service, which replays them in the engine. Begin with battle.go; battle_play.go
// sends a command and battle_report.go a result.
package play

import (
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

// Routes lists the pages.
func (s *Handlers) Routes() []site.Route {
	battle := site.BattleURL(":club", ":battle")
	duel := site.CampaignURL(":club", ":campaign") + "/duel"
	sheets := site.SheetsURL(":club", ":game")
	routes := []site.Route{
		site.GET(battle, site.Anyone, s.battlePage),
		site.GET(battle+site.BothSidesSuffix, site.Anyone, s.battlePage),
		site.POST(battle+"/open", campaign.KindOpen, s.battleOpen),
		site.GET(battle+"/events", site.Anyone, s.battleEvents, site.Stream),
		site.GET(battle+"/screen", site.Anyone, s.battleScreen),
		site.GET(battle+"/state", campaign.ActionPlay, s.battleState),
		site.POST(battle+"/lend", campaign.KindLend, s.lend),
		site.GET(battle+"/dice", site.Anyone, s.diceProof),
		site.GET(battle+"/aftermath", campaign.KindAftermath, s.aftermathFormPage),
		site.POST(battle+"/aftermath", campaign.KindAftermath, s.battleAftermath),

		// the date
		site.GET(battle+"/arrange", campaign.ActionView, s.arrangePage),
		site.POST(battle+"/dates", campaign.KindPropose, s.proposeDate),
		site.POST(battle+"/agree", campaign.KindAgree, s.agreeDate),
		site.POST(battle+"/claims", campaign.KindClaim, s.claimNotPlayed),
		site.POST(battle+"/answer", campaign.KindAnswer, s.answerClaim),
		site.POST(battle+"/concede", campaign.KindConcede, s.concedeBattle),
		site.POST(battle+"/stand", campaign.KindSubstitute, s.nameSubstitute),

		// the result
		site.GET(battle+"/sheets", site.Anyone, s.battleLists),
		site.GET(battle+"/slip", site.Anyone, s.printScoreSheets),
		site.GET(battle+"/report", campaign.KindReport, s.reportPage),
		site.POST(battle+"/report", campaign.KindReport, s.postReport),
		site.POST(battle+"/confirm", campaign.KindConfirm, s.confirmReport),
		site.POST(battle+"/dispute", campaign.KindDispute, s.disputeReport, site.Upload),
		site.POST(site.EvidenceURL(":club", ":battle"), campaign.KindEvidence, s.addEvidence, site.Upload),
		site.POST(battle+"/silence", campaign.KindAutoConfirm, s.autoConfirm),
		site.POST(battle+"/appeal", campaign.KindAppeal, s.battleAppeal),

		site.GET(duel, campaign.ActionView, s.simulationPage),
		site.POST(duel, campaign.ActionView, s.startSimulation),
		site.GET(duel+"/kit", campaign.ActionView, s.simulationKit),

		site.GET(sheets, campaign.ActionView, s.sheets),
		site.GET(sheets+"/:sheet", campaign.ActionView, s.sheet),
		site.POST(sheets+"/:sheet", campaign.KindSheet, s.saveSheet),
	}
	for _, at := range []string{battle, battle + site.BothSidesSuffix} {
		routes = append(routes,
			site.POST(at+"/play", campaign.ActionPlay, s.battlePlay),
			site.POST(at+"/undo", campaign.ActionPlay, s.battleUndo),
			site.POST(at+"/finish", campaign.ActionPlay, s.battleFinish),
			site.POST(at+"/clock", campaign.KindClock, s.battleClock),
			site.GET(at+"/record", site.Anyone, s.battleRecord),
		)
	}
	return routes
}
