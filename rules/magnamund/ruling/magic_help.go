package ruling

import (
	"slices"

	"oriflamme/rules"
)

// touchInput is a spell on a target that the caster need not see.
type touchInput struct {
	CastInput
	Distance     int  `json:"distance" in:"0..200"`
	TargetVeiled bool `json:"target_veiled" default:"false"`
}

func (s *touchInput) check() *rules.Fault {
	return rules.FirstFault(s.CastInput.check(), s.checkAim(s.Distance, true))
}

// doublingInput is Battle Madness or Enchantment of Precision.
type doublingInput struct {
	touchInput
	Turn      int    `json:"turn" in:"1..1000"`
	Phase     string `json:"phase" in:"fire-1|movement|fire-2|combat|morale"`
	StepBegun bool   `json:"step_begun" default:"false"`
}

type doublingResult struct {
	CastResult
	AppliesPhase rules.NullableText `json:"applies_phase"`
	AppliesTurn  *int               `json:"applies_turn"`
}

// NextPhase is the next of the wanted phases to begin for a side: the current one if its
// step has not begun, otherwise one later in this turn or in the next (ruling MG-AMB-36).
// when is the number of its turn.
func NextPhase(turn int, now string, started bool, wanted ...string) (phase string, when int) {
	at := slices.Index(Phases[:], now) + rules.BoolToInt(started)
	for _, next := range Phases[at:] {
		if slices.Contains(wanted, next) {
			return next, turn
		}
	}
	return wanted[0], turn + 1
}

// resolve doubles the next combat or fire percentage of the target (MG-SPELL-2, MG-SPELL-3).
func (f *doublingInput) resolve(c *rules.Roller) any {
	r := doublingResult{CastResult: f.Throw(c)}
	if !r.Success || f.TargetVeiled {
		return r
	}
	wanted := []string{"combat"}
	if f.Spell == "enchanted-aim" {
		wanted = []string{"fire-1", "fire-2"}
	}
	phase, turn := NextPhase(f.Turn, f.Phase, f.StepBegun, wanted...)
	r.Outcome, r.AppliesPhase, r.AppliesTurn = "affected", rules.NullableText(phase), &turn
	return r
}

type veilInput struct {
	touchInput
	Turn int `json:"turn" in:"1..1000"`
}

type veilResult struct {
	CastResult
	ProtectedTurns []int `json:"protected_turns"`
	FreeFromTurn   *int  `json:"free_from_turn"`
}

// resolve protects the target for three turns (MG-SPELL-4).
func (v *veilInput) resolve(c *rules.Roller) any {
	r := veilResult{CastResult: v.Throw(c)}
	if !r.Success || v.TargetVeiled {
		return r
	}
	free := v.Turn + VeilTurns
	for t := v.Turn; t < free; t++ {
		r.ProtectedTurns = append(r.ProtectedTurns, t)
	}
	r.Outcome, r.FreeFromTurn = "affected", &free
	return r
}

type healInput struct {
	touchInput
	PatientCategory string `json:"patient_category" in:"soldier|hero|kai-lord|magician|monster"`
	Wound           *Wound `json:"wound" default:"-"`
}

type healResult struct {
	CastResult
	WoundAfter *Wound `json:"wound_after"`
}

func (h *healInput) check() *rules.Fault {
	return rules.FirstFault(
		h.touchInput.check(),
		rules.ForbidIf(h.PatientCategory == "soldier" || h.PatientCategory == "monster", "MG-SPELL-5", "patient_category", "only heroes are healed so"),
	)
}

// resolve makes a wound one step less severe or, after a failed roll, one step more severe,
// which may kill (MG-SPELL-5, ruling MG-AMB-37).
func (h *healInput) resolve(c *rules.Roller) any {
	r := healResult{CastResult: h.Throw(c), WoundAfter: h.Wound}
	switch {
	case h.TargetVeiled || h.Wound == nil || h.Wound.deadly():
	case r.Success:
		if r.WoundAfter = h.Wound.Worsen(-1); r.WoundAfter == nil {
			r.Outcome = "healed"
		} else {
			r.Outcome = "reduced"
		}
	case h.Wound.Severity != "critical":
		r.WoundAfter = h.Wound.Worsen(1)
		r.Outcome = "worsened"
		if r.WoundAfter.deadly() {
			r.Outcome = "killed"
		}
	}
	return r
}

type theftInput struct {
	aimedInput
	CasterCards int `json:"caster_cards" in:"1..60"` // with the card of this spell
	VictimCards int `json:"victim_cards" in:"0..60"`
}

type theftResult struct {
	CastResult
	CasterCardsAfter int `json:"caster_cards_after"`
	VictimCardsAfter int `json:"victim_cards_after"`
}

// resolve moves one card to the caster or, after a failed roll, from the caster to the
// opponent (MG-SPELL-9, ruling MG-AMB-37). The card of this spell is used up before.
func (t *theftInput) resolve(c *rules.Roller) any {
	r := theftResult{t.Throw(c), t.CasterCards - 1, t.VictimCards}
	switch {
	case t.TargetVeiled:
	case r.Success && r.VictimCardsAfter > 0:
		r.Outcome = "stolen"
		r.CasterCardsAfter++
		r.VictimCardsAfter--
	case !r.Success && r.CasterCardsAfter > 0:
		r.Outcome = "lost"
		r.CasterCardsAfter--
		r.VictimCardsAfter++
	}
	return r
}

// landing is a cell where the caster of Wings of Ether may arrive.
type landing struct {
	Occupied   bool `json:"occupied" default:"false"`
	Impassable bool `json:"impassable" default:"false"`
}

type wingsInput struct {
	CastInput
	Destination         landing `json:"destination" default:"{}"`
	OpponentDestination struct {
		landing
		AdjacentToEnemy bool `json:"adjacent_to_enemy" default:"false"`
	} `json:"opponent_destination" default:"{}"`
}

type wingsResult struct {
	CastResult
	MayMoveThisTurn bool `json:"may_move_this_turn"`
}

func (w *wingsInput) check() *rules.Fault {
	const rule, why = "MG-SPELL-10", "nobody can be placed there"
	own, theirs := w.Destination, w.OpponentDestination
	return rules.FirstFault(
		w.CastInput.check(),
		rules.ForbidIf(own.Occupied, rule, "destination.occupied", why),
		rules.ForbidIf(own.Impassable, rule, "destination.impassable", why),
		rules.ForbidIf(theirs.Occupied, rule, "opponent_destination.occupied", why),
		rules.ForbidIf(theirs.Impassable, rule, "opponent_destination.impassable", why),
		rules.ForbidIf(theirs.AdjacentToEnemy, rule, "opponent_destination.adjacent_to_enemy", why),
	)
}

// resolve moves the caster to the cell that the player chose or, after a failed roll, to the
// one that the opponent chose (MG-SPELL-10).
func (w *wingsInput) resolve(c *rules.Roller) any {
	r := wingsResult{CastResult: w.Throw(c), MayMoveThisTurn: true}
	r.Outcome = "placed-by-opponent"
	if r.Success {
		r.Outcome, r.MayMoveThisTurn = "placed-by-caster", false
	}
	return r
}
