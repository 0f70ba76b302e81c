package warmachine

import (
	"slices"
	"strconv"

	"oriflamme/rules"
)

// playStart settles the order of turns, and on a board the edge from which the
// first player deploys.
func (b *Battle) playStart(t *rules.Turn) {
	if b.format == "free-for-all" {
		b.startAll(t)
	} else {
		b.startSides(t)
	}
	if b.board && b.zones == nil && b.format != "free-for-all" {
		edges := []string{"south", "north", "east", "west"}
		t.Emit(EdgeChosen{edges[t.Ask("WM-SETUP-4", b.s.Order[0], "edge", edges...)]})
	}
}

// startSides has two sides roll for who goes first, and each name its players in
// turn (WM-SETUP-3, WM-MULTI-5, WM-MULTI-6, ruling A-11).
func (b *Battle) startSides(t *rules.Turn) {
	var left [2][]rules.Seat
	for seat, side := range b.teams {
		left[side] = append(left[side], rules.Seat(seat))
	}
	winner, rolls := RollOff(t.Roller, int(left[0][0]), int(left[1][0]))
	t.Emit(RolledOff{left[winner][0], len(rolls)})
	rule, named := "WM-SETUP-3", "WM-SETUP-7"
	if b.format == "teams" {
		rule, named = "WM-MULTI-5", "WM-MULTI-6"
	}
	side := FirstSide(winner, [2]string{"self", "opponent"}[t.Ask(rule, left[winner][0], "first-player", "self", "opponent")])
	for place := range b.teams {
		if len(left[side]) == 0 {
			side = 1 - side
		}
		k := t.Ask("WM-MULTI-6", left[side][0], "next-player", MapEach(left[side], b.sideName)...)
		t.Emit(PlaceTaken{left[side][k], place + 1, named})
		left[side] = slices.Delete(left[side], k, k+1)
		side = 1 - side
	}
}

func (b *Battle) sideName(seat rules.Seat) string { return b.setup.Rosters[seat].Name }

// startAll has everyone roll and choose a free place in the order, best first (WM-MULTI-8).
func (b *Battle) startAll(t *rules.Turn) {
	in := FreeForAll{Players: seatNames[:len(b.teams)]}
	order := RollOrder(t.Roller, in)
	if len(order.ChoosingOrder) == 0 { // odds tell the first chooser alone
		order.ChoosingOrder = append(order.ChoosingOrder, order.FirstChooser)
		for _, name := range in.Players {
			if name != order.FirstChooser {
				order.ChoosingOrder = append(order.ChoosingOrder, name)
			}
		}
	}
	var free []string
	for place := range in.Players {
		free = append(free, strconv.Itoa(place+1))
	}
	for _, name := range order.ChoosingOrder {
		seat := rules.Seat(slices.Index(in.Players, name))
		k := t.Ask("WM-MULTI-8", seat, "place", free...)
		place, _ := strconv.Atoi(free[k])
		free = slices.Delete(free, k, k+1)
		t.Emit(PlaceTaken{seat, place, "WM-MULTI-8"})
	}
}

// seatNames are the players as rulings know them.
var seatNames = [8]string{"1", "2", "3", "4", "5", "6", "7", "8"}

// corners are those of a free-for-all in the order of turns (WM-MULTI-10).
var corners = [4]string{"south-west", "north-east", "south-east", "north-west"}

// zone is where a seat deploys (WM-SETUP-4, WM-SETUP-6, WM-MULTI-7, WM-MULTI-10).
func (b *Battle) zone(seat rules.Seat) Zone {
	switch {
	case b.zones != nil:
		return b.zones[seat]
	case b.format == "free-for-all":
		return Zone{Shape: "corner", Corner: corners[slices.Index(b.s.Order, seat)]}
	case b.hostile(seat, b.s.Order[0]):
		return Zone{Shape: "edge", Edge: OppositeEdge[b.s.Edge]}
	}
	return Zone{Shape: "edge", Edge: b.s.Edge}
}
