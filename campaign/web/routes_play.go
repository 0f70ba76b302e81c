package web

import (
	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
)

// playRoutes are the pages used at and around the table: the battle, its
// aftermath and slip, rosters, odds, the arbiter's desk.
func (s *site) playRoutes(e *echo.Echo) {
	battle := battleURL(":club", ":battle")
	e.GET(battle, s.battlePage)
	e.POST(battle+"/open", s.battleOpen)
	e.GET(battle+"/events", s.battleEvents)
	e.GET(battle+"/screen", s.battleScreen)
	e.GET(battle+"/state", s.battleState)
	e.POST(battle+"/lend", s.lend)
	e.GET(battle+"/dice", s.diceProof)
	for _, at := range []campaign.ID{battle, battle + bothSidesSuffix} {
		e.POST(at+"/play", s.battlePlay)
		e.POST(at+"/undo", s.battleUndo)
		e.POST(at+"/finish", s.battleFinish)
		e.POST(at+"/clock", s.battleClock)
		e.GET(at+"/record", s.battleRecord)
	}
	e.GET(battle+bothSidesSuffix, s.battlePage)
	e.GET(battle+"/aftermath", s.aftermathFormPage)
	e.POST(battle+"/aftermath", s.battleAftermath)
	e.POST(battle+"/appeal", s.battleAppeal)
	e.GET(battle+"/arrange", s.arrangePage)
	e.POST(battle+"/dates", s.proposeDate)
	e.POST(battle+"/agree", s.agreeDate)
	e.POST(battle+"/claims", s.claimNotPlayed)
	e.POST(battle+"/answer", s.answerClaim)
	e.POST(battle+"/concede", s.concedeBattle)
	e.POST(battle+"/stand", s.nameSubstitute)

	e.GET(battle+"/slip", s.printScoreSheets)

	const desk = "/clubs/:club/arbiter"
	e.GET("/arbiter", s.arbiterPage)
	e.GET(desk, s.arbiterPage)
	e.GET(desk+"/battles/:battle", s.arbiterCase)
	e.POST(desk+"/battles/:battle", s.arbiterRule)
	e.POST(desk+"/battles/:battle/dismiss", s.arbiterDismiss)
	e.GET(desk+"/void", s.voidPage)
	e.POST(desk+"/void", s.voidActs)

	e.GET(sheetsURL(":club", ":game"), s.sheets)
	e.GET(sheetsURL(":club", ":game")+"/:sheet", s.sheet)
	e.POST(sheetsURL(":club", ":game")+"/:sheet", s.saveSheet)

	roster := rosterURL(":club", ":roster")
	e.GET(roster, s.rosterPage)
	e.GET(roster+"/print", s.rosterPrint)
	e.GET(roster+"/edit", s.editRoster)
	e.POST(roster+"/edit", s.saveRoster)
	e.GET(roster+"/withdraw", s.withdrawPage)
	e.POST(roster+"/withdraw", s.withdraw)
	e.GET(roster+"/away", s.awayPage)
	e.POST(roster+"/away", s.sitOut)
	e.POST(roster+"/return", s.rejoinCampaign)
	fresh := campaignURL(":club", ":campaign") + "/rosters/new"
	e.GET(fresh, s.newRoster)
	e.POST(fresh, s.saveRoster)

	e.GET(oddsPath, s.oddsPage)
	e.GET(oddsFormsPath, s.oddsForms)
	e.GET(comparePath, s.comparePage)
}
