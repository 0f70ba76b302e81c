package warcry

import (
	"math"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warcry/ruling"
)

// ringAt returns the direction of place k of n on a ring.
func ringAt(k, n int) (sin, cos float64) {
	if n < len(rings) {
		return rings[n][k].y, rings[n][k].x
	}
	return math.Sincos(2 * math.Pi * float64(k) / float64(n))
}

// rings holds the directions of rings with few places.
var rings = func() (rings [33][]vec) {
	for n := range rings {
		for k := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(n))
			rings[n] = append(rings[n], vec{cos, sin})
		}
	}
	return rings
}()

// playInitiative rolls the initiative dice of a round (WC-INIT-1 to WC-INIT-6).
func (b *Battle) playInitiative(t *rules.Turn) {
	r := ruling.RollRoundInitiative(t.Roller, ruling.PerPlayer{A: b.s.Sides[0].Wild, B: b.s.Sides[1].Wild})
	if r.RollOffs > 0 {
		t.Emit(RolledOff{For: "initiative", Winner: seatOf(r.Initiative), Times: r.RollOffs})
	}
	t.Emit(InitiativeRolled{A: [6]int(r.A.Dice), B: [6]int(r.B.Dice), Holder: seatOf(r.Initiative)})
	t.Emit(WildGranted{})
	t.Emit(PhaseBegan{Phase: phaseWild, Round: b.s.Round, Seat: b.s.Initiative})
}

// wildHand returns the dice of a player, as input for the rulings.
func (c *sideState) wildHand(uses []WildUse) ruling.WildHand {
	h := ruling.WildHand{WildDice: c.Wild, SingleValues: make([]int, 0, 6), Groups: make([]ruling.DiceGroup, 0, 3), Uses: uses}
	for v := 1; v <= 6; v++ {
		if c.Singles[v] {
			h.SingleValues = append(h.SingleValues, v)
		}
		if c.Dice[v] > 0 {
			h.Groups = append(h.Groups, ruling.DiceGroup{Value: v, Dice: c.Dice[v]})
		}
	}
	return h
}

// playWild declares wild dice; the player with the initiative declares first (WC-INIT-7).
func (b *Battle) playWild(t *rules.Turn, c DeclareWild) *rules.Fault {
	if len(c.Uses) > 0 {
		if f := b.s.Sides[c.Seat].wildHand(c.Uses).Check(""); f != nil {
			return f
		}
	}
	t.Emit(WildDeclared{Seat: c.Seat, Uses: c.Uses})
	if !b.s.Sides[opponent(c.Seat)].Declared {
		t.Emit(PhaseBegan{Phase: phaseWild, Round: b.s.Round, Seat: opponent(c.Seat)})
		return nil
	}
	b.recount(t)
	b.startReserve(t)
	return nil
}

// recount determines who has the initiative after wild dice are used (WC-INIT-11).
func (b *Battle) recount(t *rules.Turn) {
	before := ruling.PerPlayer{A: 1, B: 0}
	if b.s.Tied {
		before = ruling.PerPlayer{}
	}
	now, rolls := ruling.Seize(t.Roller, playerOf(b.s.Initiative), before, ruling.PerPlayer{A: b.s.Sides[0].singles(), B: b.s.Sides[1].singles()})
	if rolls > 0 {
		t.Emit(RolledOff{For: "recount", Winner: seatOf(now), Times: rolls})
	}
	t.Emit(InitiativeSettled{Holder: seatOf(now), Seized: seatOf(now) != b.s.Initiative})
}

// startReserve starts the reserve phase when a group arrives, else the combat phase (WC-RES-1).
func (b *Battle) startReserve(t *rules.Turn) {
	if b.s.Round >= 2 {
		if _, _, arrives := b.nextGroupOfRound(b.s.Round); arrives {
			t.Emit(PhaseBegan{Phase: phaseReserve, Round: b.s.Round, Seat: b.s.Initiative})
			return
		}
	}
	b.startCombat(t)
}

// startCombat starts the combat phase; in Ley Lines an objective may be awakened first (WC-SCN-2).
func (b *Battle) startCombat(t *rules.Turn) {
	if b.leyLines && slices.ContainsFunc(b.s.Objectives, func(o objectiveState) bool { return !o.Awake }) {
		t.Emit(PhaseBegan{Phase: phaseAwaken, Round: b.s.Round, Seat: opponent(b.s.Initiative)})
		return
	}
	b.startTurns(t)
}

func (b *Battle) playAwaken(t *rules.Turn, c Awaken) *rules.Fault {
	if c.Objective != "" {
		i := b.objective(c.Objective)
		if i < 0 {
			return rules.Faultf(rules.OutOfRange, "objective", "no objective %q", c.Objective)
		}
		if b.s.Objectives[i].Awake {
			return rules.Breaks("WC-SCN-2", "objective", "is awake already")
		}
	}
	t.Emit(Awakened{Seat: c.Seat, Objective: c.Objective})
	b.startTurns(t)
	return nil
}

// startTurns carries out a storm and then asks who takes the first turn (WC-ACT-1).
func (b *Battle) startTurns(t *rules.Turn) {
	if b.field.Twist.Kind == "storm" {
		for _, seat := range [2]rules.Seat{b.s.Initiative, opponent(b.s.Initiative)} {
			b.storm(t, seat)
		}
	}
	t.Emit(PhaseBegan{Phase: phaseFirst, Round: b.s.Round, Seat: b.s.Initiative})
}

// storm deals impact damage to an enemy fighter that a player names (WC-SET-14).
func (b *Battle) storm(t *rules.Turn, seat rules.Seat) {
	ids := b.ids(func(i int) bool { return b.info[i].seat != seat && b.inPlay(i) })
	if len(ids) == 0 {
		return
	}
	i := b.find(ids[t.Ask("WC-SET-14", seat, "storm", ids...)])
	b.allocateDamage(t, i, ruling.ResolveHazard(t.Roller, ruling.Impact, []ruling.HazardTarget{{ID: b.id(i), Health: b.health(i)}}, true)[0].Damage, noUnit, "impact")
}

func (b *Battle) playFirst(t *rules.Turn, c FirstTurn) *rules.Fault {
	if c.First != 0 && c.First != 1 {
		return rules.Faultf(rules.OutOfRange, "first", "no seat %d", c.First)
	}
	t.Emit(PhaseBegan{Phase: phaseCombat, Round: b.s.Round, Seat: rules.Nobody})
	t.Emit(TurnBegan{Seat: c.First, First: true})
	b.passTurns(t)
	return nil
}

// turnBegan holds the events of turns after the first, by seat.
var turnBegan = [2]rules.Event{TurnBegan{Seat: 0}, TurnBegan{Seat: 1}}

// passTurns lets players pass who have no fighter to activate; when both pass, the round ends
// (WC-ACT-3, WC-ACT-4).
func (b *Battle) passTurns(t *rules.Turn) {
	if b.canActivate(b.s.Turn) {
		return
	}
	t.Emit(Passed{Seat: b.s.Turn})
	if enemy := opponent(b.s.Turn); b.canActivate(enemy) {
		t.Emit(turnBegan[enemy])
		return
	}
	t.Emit(Passed{Seat: opponent(b.s.Turn)})
	b.closeRound(t)
}

// canActivate reports whether a player has an eligible fighter (WC-ACT-2).
func (b *Battle) canActivate(seat rules.Seat) bool {
	for i := range b.s.Fighters {
		if w := &b.s.Fighters[i]; w.seat == seat && !w.Out && b.mayBeActivated(i) {
			return true
		}
	}
	return false
}

func (b *Battle) playActivate(t *rules.Turn, c Activate) *rules.Fault {
	i := b.find(c.Fighter)
	switch {
	case i < 0:
		return rules.Faultf(rules.OutOfRange, "fighter", "no fighter %q", c.Fighter)
	case b.s.Acting >= 0:
		return rules.Breaks("WC-ACT-2", "fighter", "%s is still activated", b.id(b.s.Acting))
	case c.Seat != b.s.Turn:
		return rules.Breaks("WC-ACT-1", "by", "it is the turn of seat %d", b.s.Turn)
	case b.info[i].seat != c.Seat:
		return rules.Breaks("WC-GEN-1", "fighter", "is not yours")
	}
	standing := b.engagement(i).Standing()
	if !standing.MayBeActivated {
		return rules.Breaks(b.idleRule(i, standing.State), "fighter", "cannot be activated: %s", standing.State)
	}
	if standing.State == "waiting" {
		t.Emit(b.info[i].prebuilt.again)
		return nil
	}
	t.Emit(b.info[i].prebuilt.activated[standing.Actions])
	return nil
}

// idleRule returns the rule by which a fighter in a state cannot be activated.
func (b *Battle) idleRule(i int, state string) string {
	switch {
	case state == "out":
		return "WC-DMG-3"
	case state == "reserve":
		return "WC-CON-7"
	case b.info[i].monster:
		return "WC-MON-4"
	case !b.s.Fighters[i].Activated:
		return "WC-REA-7" // its reactions used up its actions
	}
	return "WC-ACT-2"
}

// endActivation carries out the end of an activation and starts the opponent's turn (WC-ACT-9,
//
func (b *Battle) endActivation(t *rules.Turn, i int) {
	if w := &b.s.Fighters[i]; b.inPlay(i) && w.ClimbsOn != "" && b.resting(i) == "" {
		b.fall(t, i, "activation-end-climbing")
	}
	t.Emit(b.info[i].prebuilt.ended)
	seat := b.info[i].seat
	if k := b.s.Inspired; k >= 0 {
		if st := b.engagement(k).Standing(); st.State == "ready" &&
			t.Ask("WC-ABL-13", seat, "inspired", "activate", "decline") == 0 {
			t.Emit(Activated{Fighter: b.id(k), Actions: st.Actions})
			return
		}
	}
	t.Emit(turnBegan[opponent(seat)])
	b.passTurns(t)
}

// playEnd ends an activation. Actions that are left are lost, but only if the fighter may not wait
//
func (b *Battle) playEnd(t *rules.Turn, i int) *rules.Fault {
	if b.s.Act.Actions > 0 && b.s.Fighters[i].Reactions == 0 {
		return rules.Breaks("WC-WAIT-1", "fighter", "has an action left: it can wait")
	}
	if b.bonusPending() {
		t.Emit(BonusForgone{Fighter: b.id(i)})
	}
	b.endActivation(t, i)
	return nil
}

// playWait makes a wait action. As the first of two actions it lets the fighter be activated again
// (WC-WAIT-1, WC-WAIT-2, WC-MON-6).
func (b *Battle) playWait(t *rules.Turn, i int) *rules.Fault {
	if f := b.mayAct(i, false, "wait"); f != nil {
		return f
	}
	k := b.activationProgress(i)
	k.Apply(ruling.ActivationStep{Type: "action", Action: "wait"})
	e := b.info[i].prebuilt.waited[0]
	if k.Waiting {
		e = b.info[i].prebuilt.waited[1]
	}
	t.Emit(e)
	b.endActivation(t, i)
	return nil
}
