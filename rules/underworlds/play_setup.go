package underworlds

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/hex"
	"oriflamme/rules/underworlds/ruling"
)

// setupPhases are the phases of the setup by the command that is given only in them.
var setupPhases = map[string]string{
	"choose-board": phaseFirst, "join-boards": phaseJoin, "place-objective": phaseObjectives,
	"deal": phaseDeal, "mulligan": phaseMulligan, "place-fighter": phaseFighters,
}

// playSetup carries out the commands before the first round, and the roll-off of each round.
func (b *Battle) playSetup(t *rules.Turn, c rules.Command) *rules.Fault {
	if fault := b.notYourTurn(c.By()); fault != nil {
		return fault
	}
	if phase, found := setupPhases[c.Kind()]; found && phase != b.s.Phase {
		return b.wrongPhase()
	}
	switch c := c.(type) {
	case RollOff:
		return b.playRollOff(t, c)
	case ChooseBoard:
		k, fault := b.chooseBoard(c.Board)
		if fault != nil {
			return fault
		}
		t.Emit(BoardChosen{c.Seat, k})
		t.Emit(PhaseBegan{phaseJoin, 0, opponent(c.Seat)})
		return nil
	case JoinBoards:
		return b.playJoin(t, c)
	case PlaceObjective:
		return b.playObjective(t, c)
	case Deal:
		b.deal(t)
		return nil
	case Mulligan:
		return b.playMulligan(t, c)
	case PlaceFighter:
		return b.playPlacement(t, c)
	}
	return b.wrongPhase()
}

// boardOf returns the index of the board with an id, -1 if there is none.
func (b *Battle) boardOf(id string) int {
	return slices.IndexFunc(b.boards, func(s BoardSide) bool { return s.ID == id })
}

// chooseBoard returns the index of a board that a player chooses, -1 for a board of a measured
// table without a name.
func (b *Battle) chooseBoard(id string) (int, *rules.Fault) {
	k := b.boardOf(id)
	if k < 0 && !(b.measured && id == "") {
		return k, rules.Faultf(rules.OutOfRange, "board", "no board %q", id)
	}
	return k, nil
}

// rollOffPurposes are the purposes of roll-offs by the phase that begins with them.
var rollOffPurposes = map[string]string{phaseBoards: "board-choice", phasePlacer: "fighter-placement", phaseRound: "first-turn"}

// playRollOff rolls off and lets the winner choose a player (WU-SETUP-1, WU-SETUP-13,
// WU-SEQ-3).
func (b *Battle) playRollOff(t *rules.Turn, c RollOff) *rules.Fault {
	purpose, due := rollOffPurposes[b.s.Phase]
	if !due {
		return b.wrongPhase()
	}
	round := max(1, b.s.Round)
	o := ruling.RollOffInput{Purpose: purpose, Round: round, FinishedFirst: playerOf(b.s.FirstPlaced), DoubleFirst: b.options.doubleFirst}
	by, decided, attempts := o.Decide(t.Roller)
	winner := seatOf(by)
	named := winner
	if t.Ask("WU-DICE-5", winner, "name-player", "myself", "opponent") == 1 {
		named = opponent(winner)
	}
	t.Emit(RolledOff{purpose, winner, decided, attempts, named})
	switch b.s.Phase {
	case phaseBoards:
		t.Emit(PhaseBegan{phaseFirst, 0, named})
	case phasePlacer:
		t.Emit(PhaseBegan{phaseFighters, 0, named})
	default:
		b.beginTurn(t, named)
	}
	return nil
}

// playJoin joins the second board to the first and shuffles the objective tokens.
func (b *Battle) playJoin(t *rules.Turn, c JoinBoards) *rules.Fault {
	k, fault := b.chooseBoard(c.Board)
	if fault != nil {
		return fault
	}
	if b.measured {
		return b.playStatedJoin(t, c, k)
	}
	l := boardJoin{c.Rotation, hex.Cell(c.Translation), c.Edge}
	if !slices.Contains(b.joinsOf(b.s.Boards[0], k), l) {
		return rules.Breaks("WU-SETUP-4", "translation", "the boards cannot be joined so")
	}
	if c.Complete != nil && *c.Complete != b.completedHexes(k, l) {
		return rules.Breaks("WU-SETUP-4", "complete_hexes", "the boards say %d", b.completedHexes(k, l))
	}
	t.Emit(BoardsJoined{c.Seat, k, c.Rotation, ruling.Hex(c.Translation), c.Edge})
	values := []int{1, 2, 3, 4, 5}
	shuffle(t, values)
	t.Emit(TokensShuffled{values})
	t.Emit(PhaseBegan{phaseObjectives, 0, b.s.Chooser})
	return nil
}

// completedHexes returns the number of hexes that a join of board k to the first completes.
func (b *Battle) completedHexes(k int, l boardJoin) int {
	j := ruling.BoardsInput{BoardA: b.boards[b.s.Boards[0]].face(), BoardB: b.boards[k].face(), Rotation: l.rotation, Translation: ruling.Shift(l.translation)}
	whole, _, _ := j.Overlaps()
	return len(whole)
}

// playStatedJoin takes the join of the boards on a measured table. The players shuffle the
// tokens by hand.
func (b *Battle) playStatedJoin(t *rules.Turn, c JoinBoards, k int) *rules.Fault {
	if c.Complete == nil {
		return rules.Missing("complete_hexes")
	}
	if need := ruling.CompleteHexesNeeded[c.Edge]; *c.Complete < need {
		return rules.Breaks("WU-SETUP-4", "complete_hexes", "%d complete hexes join the boards, not %d", need, *c.Complete)
	}
	t.Emit(BoardsJoined{c.Seat, k, c.Rotation, ruling.Hex(c.Translation), c.Edge})
	t.Emit(PhaseBegan{phaseObjectives, 0, b.s.Chooser})
	return nil
}

// shuffle puts a list in random order, with one throw for each place from the last.
func shuffle[T any](t *rules.Turn, list []T) {
	for k := len(list) - 1; k > 0; k-- {
		j := t.Roll("shuffle", 1, k+1)[0] - 1
		list[k], list[j] = list[j], list[k]
	}
}

func (b *Battle) playObjective(t *rules.Turn, c PlaceObjective) *rules.Fault {
	if fault := b.checkObjectiveHex(c); fault != nil {
		return fault
	}
	t.Emit(ObjectivePlaced{c.Seat, c.Hex})
	if n := len(b.s.Objectives); n < ruling.ObjectivesInPlay {
		next := seatOf(ruling.ObjectiveOrder(playerOf(b.s.Chooser))[n])
		t.Emit(PhaseBegan{phaseObjectives, 0, next})
		return nil
	}
	values := b.s.Values
	if b.measured {
		values = []int{1, 2, 3, 4, 5}
	}
	t.Emit(ObjectivesTurned{values})
	t.Emit(PhaseBegan{phaseDeal, 0, rules.Nobody})
	if b.own[0] && b.own[1] { // the players shuffle their own decks
		b.deal(t)
	}
	return nil
}

// checkObjectiveHex refuses a hex for an objective token (WU-SETUP-8, WU-SETUP-9).
func (b *Battle) checkObjectiveHex(c PlaceObjective) *rules.Fault {
	if b.measured {
		return c.Site.check(len(b.s.Objectives))
	}
	if c.Hex == nil {
		return rules.Missing("hex")
	}
	legal, exception := b.legalObjectiveHexes(b.s.Objectives)
	at := b.Find(hex.Cell(*c.Hex))
	if at == hex.None || !legal.Has(at) {
		return rules.Breaks("WU-SETUP-8", "hex", "no objective may be placed there")
	}
	if c.Site == nil {
		return nil
	}
	real := Site{Edge: b.edge.Has(at), Nearest: max(0, b.Gap(at, b.s.Objectives)), Forced: exception != ruling.ExceptNone}
	return rules.FaultIf(*c.Site != real, rules.Breaks("WU-SETUP-8", "site", "the board says otherwise"))
}

// check refuses a site that is impossible beside a number of tokens.
func (s *Site) check(tokens int) *rules.Fault {
	if s == nil {
		return rules.Missing("site")
	}
	bad := func(broken bool, field, message string) *rules.Fault {
		return rules.FaultIf(broken, rules.Breaks("WU-SETUP-8", "site."+field, "%s", message))
	}
	return rules.FirstFault(
		bad(s.Starting, "starting", "no token lies on a starting hex"),
		bad(s.Blocked, "blocked", "no token lies on a blocked hex"),
		rules.FaultIf(tokens > 0 && s.Nearest == 0, rules.Missing("site.nearest")),
		bad(s.Edge && !s.Forced, "edge_hex", "no token lies on an edge hex while another is free"),
		bad(s.Nearest > 0 && s.Nearest < ruling.ObjectiveGap && !s.Forced, "nearest", "another token is too near"),
	)
}

// deal shuffles all decks and draws the opening hands (WU-CARD-1).
func (b *Battle) deal(t *rules.Turn) {
	for seat := range rules.Seat(2) {
		for k, n := range [2]int{ruling.ObjectiveHand, ruling.PowerHand} {
			b.shuffleDeck(t, seat, k)
			b.drawCards(t, seat, k, n)
		}
	}
	t.Emit(PhaseBegan{phaseMulligan, 0, b.s.Chooser})
}

func (b *Battle) shuffleDeck(t *rules.Turn, seat rules.Seat, deck int) {
	if b.own[seat] {
		return
	}
	cards := b.s.Sides[seat].Decks[deck]
	order := make([]int, len(cards))
	for i, c := range cards {
		order[i] = int(c)
	}
	shuffle(t, order)
	t.Emit(Shuffled{seat, deck, order})
}

// playMulligan exchanges hands and, after both players, goes on to the placing of
// fighters.
func (b *Battle) playMulligan(t *rules.Turn, c Mulligan) *rules.Fault {
	for k, name := range [2]string{"objectives", "power"} {
		if c.Hands == name || c.Hands == "all" {
			t.Emit(Exchanged{c.Seat, k})
			b.shuffleDeck(t, c.Seat, k)
		}
	}
	t.Emit(MulliganSettled{c.Seat, c.Hands})
	if next := opponent(c.Seat); !b.s.Sides[next].Mulligan {
		t.Emit(PhaseBegan{phaseMulligan, 0, next})
		return nil
	}
	t.Emit(PhaseBegan{phasePlacer, 0, rules.Nobody})
	return nil
}

// unplaced returns the fighters of a seat that are not on the battlefield.
func (b *Battle) unplaced(seat rules.Seat) (list []int) {
	for i := range b.fighters {
		if b.fighters[i].seat == seat && !b.inPlay(i) {
			list = append(list, i)
		}
	}
	return list
}

func (b *Battle) playPlacement(t *rules.Turn, c PlaceFighter) *rules.Fault {
	i := b.find(c.Fighter)
	if i < 0 || b.fighters[i].seat != c.Seat || b.inPlay(i) {
		return rules.Breaks("WU-SETUP-13", "fighter", "is no fighter of yours still to place")
	}
	if fault := b.checkStart(i, c); fault != nil {
		return fault
	}
	t.Emit(FighterPlaced{c.Fighter, c.Hex, b.statedOnly(c.Stand)})
	next := opponent(c.Seat)
	if len(b.unplaced(next)) == 0 {
		next = c.Seat
	}
	if len(b.unplaced(next)) == 0 {
		t.Emit(PhaseBegan{phaseRound, 1, rules.Nobody})
		return nil
	}
	t.Emit(PhaseBegan{phaseFighters, 0, next})
	return nil
}

// checkStart refuses a hex that is not an empty starting hex of the fighter's own territory.
func (b *Battle) checkStart(i int, c PlaceFighter) *rules.Fault {
	if b.measured {
		if fault := b.checkStanding(i, c.Stand); fault != nil {
			return fault
		}
		return rules.FirstFault(
			rules.FaultIf(c.Stand.Territory != "own", rules.Breaks("WU-SETUP-13", "stand.territory", "fighters start in their own territory")),
			rules.FaultIf(c.Stand.Objective > 0, rules.Breaks("WU-SETUP-8", "stand.objective", "no token lies on a starting hex")),
		)
	}
	if c.Hex == nil {
		return rules.Missing("hex")
	}
	free := b.freeStarts(c.Seat)
	at := b.Find(hex.Cell(*c.Hex))
	if at == hex.None || !free.Has(at) {
		return rules.Breaks("WU-SETUP-13", "hex", "is no empty starting hex of the own territory")
	}
	return c.Stand.contradicts(b.standingAt(i, at))
}
