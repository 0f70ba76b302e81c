package web

import (
	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
)

// tableRoutes are the pages used at and around the table: the battle, its
// aftermath and slip, rosters, odds, the arbiter's desk.
func (s *site) tableRoutes(e *echo.Echo) {
	battle := battleURL(":club", ":battle")
	e.GET(battle, s.battle)
	e.POST(battle+"/open", s.battleOpen)
	e.GET(battle+"/events", s.battleEvents)
	e.GET(battle+"/screen", s.battleScreen)
	e.GET(battle+"/state", s.battleState)
	e.POST(battle+"/lend", s.lend)
	e.GET(battle+"/dice", s.diceProof)
	for _, at := range []campaign.ID{battle, battle + bothSides} {
		e.POST(at+"/play", s.battlePlay)
		e.POST(at+"/undo", s.battleUndo)
		e.POST(at+"/finish", s.battleFinish)
		e.POST(at+"/clock", s.battleClock)
		e.GET(at+"/record", s.battleRecord)
	}
	e.GET(battle+bothSides, s.battle)
	e.GET(battle+"/aftermath", s.deedsPage)
	e.POST(battle+"/aftermath", s.battleAftermath)
	e.POST(battle+"/appeal", s.battleAppeal)
	e.GET(battle+"/arrange", s.arrange)
	e.POST(battle+"/dates", s.proposeDate)
	e.POST(battle+"/agree", s.agreeDate)
	e.POST(battle+"/claims", s.claim)
	e.POST(battle+"/answer", s.answerClaim)
	e.POST(battle+"/concede", s.concede)
	e.POST(battle+"/stand", s.stand)

	e.GET(battle+"/slip", s.slip)

	const desk = "/clubs/:club/arbiter"
	e.GET("/arbiter", s.arbiter)
	e.GET(desk, s.arbiter)
	e.GET(desk+"/battles/:battle", s.arbiterCase)
	e.POST(desk+"/battles/:battle", s.arbiterRule)
	e.POST(desk+"/battles/:battle/dismiss", s.arbiterDismiss)
	e.GET(desk+"/void", s.voidPage)
	e.POST(desk+"/void", s.voidActs)

	e.GET(sheetsURL(":club", ":game"), s.sheets)
	e.GET(sheetsURL(":club", ":game")+"/:sheet", s.sheet)
	e.POST(sheetsURL(":club", ":game")+"/:sheet", s.enterSheet)

	roster := rosterURL(":club", ":roster")
	e.GET(roster, s.rosterPage)
	e.GET(roster+"/print", s.rosterPrint)
	e.GET(roster+"/edit", s.editRoster)
	e.POST(roster+"/edit", s.saveRoster)
	e.GET(roster+"/withdraw", s.withdrawPage)
	e.POST(roster+"/withdraw", s.withdraw)
	e.GET(roster+"/away", s.awayPage)
	e.POST(roster+"/away", s.sitOut)
	e.POST(roster+"/return", s.comeBack)
	fresh := campaignURL(":club", ":campaign") + "/rosters/new"
	e.GET(fresh, s.newRoster)
	e.POST(fresh, s.saveRoster)

	e.GET(oddsPath, s.odds)
	e.GET(oddsFormsPath, s.oddsForms)
	e.GET(comparePath, s.compare)
}
