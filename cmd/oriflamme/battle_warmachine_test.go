package main

import (
	"testing"

	"oriflamme/rules/warmachine"
)

// TestWarmachineBoard opens the demo's battle of WARMACHINE on a board and plays its first turns on two phones. On
// the way it checks the budgets of the army builder, the damage grids and the board.
func TestWarmachineBoard(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	phones, battle := site.phones(b), site.plannedBattle(t, warmachine.Game.ID)
	phones[0].open(site.url + "/clubs/" + site.club + "/rosters/" + battle.Seats[0] + "/edit")
	phones[0].wait(`document.querySelectorAll(".budgets li").length > 3`)
	phones[0].screenshot("warmachine-builder")
	at := site.battleURL(battle)
	phones[0].open(at)
	phones[0].eval(`(() => { document.querySelector("input[name=mode][value=board], select[name=mode] option[value=board]").click(); return true })()`, new(bool))
	phones[0].screenshot("warmachine-setup")
	phones[0].click(`form[action$="/open"] .btn.flame`)
	phones[0].wait(`document.querySelector(".ask")`)
	phones[1].open(at)
	newPhonePlayers(t, phones).play(130)
	for i, phone := range phones {
		phone.open(at)
		phone.screenshot([]string{"warmachine-board-a", "warmachine-board-b"}[i])
		phone.wantFits("the battle")
		phone.wantNoFaults("the battle")
	}
	var grids, bases int
	phones[0].eval(`document.querySelectorAll(".grid-boxes").length`, &grids)
	phones[0].eval(`document.querySelectorAll(".board .b-unit").length`, &bases)
	if grids == 0 || bases < 10 {
		t.Errorf("%d damage grids and %d bases are shown", grids, bases)
	}
}
