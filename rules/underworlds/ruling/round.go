package ruling

import (
	"slices"

	"oriflamme/rules"
)

const (
	RoundCount     = 3
	TurnsPerPlayer = 4 // turns of each player in a round, with one activation each (WU-SEQ-4)
)

// roundSequenceInput asks for the turns of a round.
type roundSequenceInput struct {
	Round      int    `json:"round" in:"1..3"`
	First      Player `json:"first" in:"a|b"`
	TurnsTaken int    `json:"turns_taken" in:"0..8" default:"0"`
	SurvivorsA int    `json:"survivors_a" in:"0..20" default:"1"`
	SurvivorsB int    `json:"survivors_b" in:"0..20" default:"1"`
}

type roundSequenceResult struct {
	Turns           []Player      `json:"turns"`
	NextTurn        Player        `json:"next_turn"`
	ActivationsLeft byPlayer[int] `json:"activations_left"`
	TurnSteps       []string      `json:"turn_steps"`
	EndPhase        []endPhaseOf  `json:"end_phase"`
	EndReaction     int           `json:"end_phase_reaction_steps"`
	EndInspire      int           `json:"end_phase_inspire_steps"`
	EndSurge        int           `json:"end_phase_surge_steps"`
	ClearedTokens   []string      `json:"cleared_tokens"`
	NextRound       *int          `json:"next_round"`
	RoundsRemaining int           `json:"rounds_remaining"`
	EndsEarly       bool          `json:"ends_early"`
}

type endPhaseOf struct {
	Player Player   `json:"player"`
	Steps  []string `json:"steps"`
}

// turnSteps are the steps of a turn in order (WU-SEQ-5).
var turnSteps = []string{
	"reaction", "inspire", "surge", "activation", "reaction", "inspire", "surge", "power", "reaction", "inspire", "surge",
}

// endSteps returns the steps of a player's end phase (WU-END-1 to WU-END-7, WU-END-10).
func endSteps(round int) []string {
	if round == RoundCount {
		return []string{"score-objectives"}
	}
	return []string{"score-objectives", "discard-objectives", "play-upgrades", "discard-power", "draw-objectives", "draw-power"}
}

func (in roundSequenceInput) resolve() roundSequenceResult {
	r := roundSequenceResult{TurnSteps: turnSteps, RoundsRemaining: RoundCount - in.Round}
	for n, p := 0, in.First; n < 2*TurnsPerPlayer; n, p = n+1, p.Opponent() {
		r.Turns = append(r.Turns, p)
		if n >= in.TurnsTaken {
			*r.ActivationsLeft.of(p)++
		}
		if n == in.TurnsTaken {
			r.NextTurn = p
		}
	}
	r.EndPhase = []endPhaseOf{{in.First, endSteps(in.Round)}, {in.First.Opponent(), endSteps(in.Round)}}
	if in.Round < RoundCount {
		r.ClearedTokens, r.NextRound = []string{"move", "charge", "guard", "stagger"}, new(in.Round+1)
	}
	return r
}

var roundSequenceRuling = rules.DicelessRuling("round-sequence",
	"WU-SEQ-1 WU-SEQ-2 WU-SEQ-3 WU-SEQ-4 WU-SEQ-5 WU-END-1 WU-END-8 WU-END-9 WU-END-10", nil, roundSequenceInput.resolve)

// ObjectiveCard is an objective card with what scoring needs.
type ObjectiveCard struct {
	Name       string   `json:"name" in:"1..60"`
	Keywords   []string `json:"keywords" len:"0..3" each:"surge|hybrid|dual" distinct:"true" default:"[]"`
	Conditions []bool   `json:"conditions"`
	Glory      int      `json:"glory" in:"0..10"`
}

func (o ObjectiveCard) has(keyword string) bool { return slices.Contains(o.Keywords, keyword) }

// CanBeScored reports whether the card can be scored (WU-OBJ-1 to WU-OBJ-3).
func (o ObjectiveCard) CanBeScored() bool {
	if o.has("hybrid") {
		return slices.Contains(o.Conditions, true)
	}
	return !slices.Contains(o.Conditions, false)
}

// Check refuses a card whose fields contradict each other; path is put before the field.
func (o ObjectiveCard) Check(path string) *rules.Fault {
	want := 1
	if o.has("hybrid") || o.has("dual") {
		want = 2
	}
	return rules.FirstFault(
		rules.FaultIf(o.has("hybrid") && o.has("dual"), rules.Faultf(rules.OutOfRange, path+".keywords", "hybrid and dual exclude each other")),
		rules.FaultIf(len(o.Conditions) != want, rules.Faultf(rules.OutOfRange, path+".conditions", "has %d members, not %d", len(o.Conditions), want)),
	)
}

// endPhaseInput is the end phase of one player with the player's choices.
type endPhaseInput struct {
	Round             int             `json:"round" in:"1..3"`
	ObjectiveHand     []ObjectiveCard `json:"objective_hand" len:"0..3" distinct:"name"`
	PowerHand         []heldPower     `json:"power_hand" len:"0..40" distinct:"name"`
	ObjectiveDeck     []string        `json:"objective_deck" len:"0..40" each:"1..60" distinct:"true"`
	PowerDeck         []string        `json:"power_deck" len:"0..40" each:"1..60" distinct:"true"`
	GloryUnspent      int             `json:"glory_unspent" in:"0..60" default:"0"`
	GlorySpent        int             `json:"glory_spent" in:"0..60" default:"0"`
	Score             []string        `json:"score" len:"0..3" each:"1..60" distinct:"true" default:"[]"`
	DiscardObjectives []string        `json:"discard_objectives" len:"0..3" each:"1..60" distinct:"true" default:"[]"`
	Upgrades          []givenPower    `json:"upgrades" len:"0..40" default:"[]"`
	DiscardPower      []string        `json:"discard_power" len:"0..40" each:"1..60" distinct:"true" default:"[]"`
}

type heldPower struct {
	Name string `json:"name" in:"1..60"`
	Kind string `json:"kind" in:"upgrade|gambit"`
}

type givenPower struct {
	Name             string `json:"name" in:"1..60"`
	FighterSurviving bool   `json:"fighter_surviving" default:"true"`
	RestrictionsMet  bool   `json:"restrictions_met" default:"true"`
}

type endPhaseResult struct {
	Steps            []string `json:"steps"`
	Scorable         []string `json:"scorable"`
	GloryGained      int      `json:"glory_gained"`
	GloryUnspent     int      `json:"glory_unspent"`
	GlorySpent       int      `json:"glory_spent"`
	GloryTotal       int      `json:"glory_total"`
	ObjectiveHand    []string `json:"objective_hand"`
	PowerHand        []string `json:"power_hand"`
	ObjectiveDeck    []string `json:"objective_deck"`
	PowerDeck        []string `json:"power_deck"`
	ObjectivesDrawn  []string `json:"objectives_drawn"`
	PowerDrawn       []string `json:"power_drawn"`
	ScoredPile       []string `json:"scored_pile"`
	ObjectiveDiscard []string `json:"objective_discard"`
	PowerDiscard     []string `json:"power_discard"`
}

// removeName removes a name from a hand, and reports whether it was there.
func removeName(hand *[]string, name string) bool {
	i := slices.Index(*hand, name)
	if i < 0 {
		return false
	}
	*hand = slices.Delete(*hand, i, i+1)
	return true
}

// resolve carries out the end phase. The fault is the first choice that is not allowed.
func (in endPhaseInput) resolve() (r endPhaseResult, fault *rules.Fault) {
	r = endPhaseResult{
		Steps: endSteps(in.Round), GloryUnspent: in.GloryUnspent, GlorySpent: in.GlorySpent,
		ObjectiveDeck: in.ObjectiveDeck, PowerDeck: in.PowerDeck,
		ScoredPile: in.Score, ObjectiveDiscard: in.DiscardObjectives, PowerDiscard: in.DiscardPower,
	}
	for i, o := range in.ObjectiveHand {
		if fault := o.Check(rules.At("objective_hand", i)); fault != nil {
			return r, fault
		}
		r.ObjectiveHand = append(r.ObjectiveHand, o.Name)
		if o.CanBeScored() && !o.has("surge") {
			r.Scorable = append(r.Scorable, o.Name)
		}
	}
	for _, p := range in.PowerHand {
		r.PowerHand = append(r.PowerHand, p.Name)
	}
	if fault := rules.FirstFault(in.checkLastRound(), in.scoreCards(&r), in.discard(&r.ObjectiveHand, "discard_objectives", in.DiscardObjectives),
		in.playUpgrades(&r), in.discard(&r.PowerHand, "discard_power", in.DiscardPower)); fault != nil {
		return r, fault
	}
	if in.Round < RoundCount {
		r.ObjectivesDrawn, r.ObjectiveDeck = DrawTop(in.ObjectiveDeck, ObjectiveHand-len(r.ObjectiveHand))
		r.PowerDrawn, r.PowerDeck = DrawTop(in.PowerDeck, PowerHand-len(r.PowerHand))
		r.ObjectiveHand = append(r.ObjectiveHand, r.ObjectivesDrawn...)
		r.PowerHand = append(r.PowerHand, r.PowerDrawn...)
	}
	r.GloryTotal = r.GloryUnspent + r.GlorySpent
	return r, nil
}

// checkLastRound refuses every choice but scoring in the last round (WU-END-10).
func (in endPhaseInput) checkLastRound() *rules.Fault {
	if in.Round < RoundCount {
		return nil
	}
	last := func(n int, field string) *rules.Fault {
		return rules.FaultIf(n > 0, rules.Breaks("WU-END-10", field, "the last end phase is for scoring only"))
	}
	return rules.FirstFault(last(len(in.DiscardObjectives), "discard_objectives"), last(len(in.Upgrades), "upgrades"), last(len(in.DiscardPower), "discard_power"))
}

func (in endPhaseInput) scoreCards(r *endPhaseResult) *rules.Fault {
	for i, name := range in.Score {
		at := rules.At("score", i)
		k := slices.IndexFunc(in.ObjectiveHand, func(o ObjectiveCard) bool { return o.Name == name })
		if k < 0 {
			return rules.Faultf(rules.OutOfRange, at, "is not in the hand")
		}
		o := in.ObjectiveHand[k]
		if o.has("surge") {
			return rules.Breaks("WU-SURGE-4", at, "Surge cards are not scored in the end phase")
		}
		if !o.CanBeScored() {
			return rules.Breaks("WU-END-2", at, "its condition is not met")
		}
		removeName(&r.ObjectiveHand, name)
		r.GloryGained += o.Glory
		r.GloryUnspent += o.Glory
	}
	return nil
}

func (in endPhaseInput) discard(hand *[]string, field string, names []string) *rules.Fault {
	for i, name := range names {
		if !removeName(hand, name) {
			return rules.Faultf(rules.OutOfRange, rules.At(field, i), "is not in the hand")
		}
	}
	return nil
}

// playUpgrades plays the upgrades (WU-END-4, WU-UPG-1).
func (in endPhaseInput) playUpgrades(r *endPhaseResult) *rules.Fault {
	for i, u := range in.Upgrades {
		at := rules.At("upgrades", i)
		name := at + ".name"
		if !removeName(&r.PowerHand, u.Name) {
			return rules.Faultf(rules.OutOfRange, name, "is not in the hand")
		}
		k := slices.IndexFunc(in.PowerHand, func(p heldPower) bool { return p.Name == u.Name })
		switch {
		case in.PowerHand[k].Kind == "gambit":
			return rules.Breaks("WU-GAMBIT-4", name, "gambits are not played in the end phase")
		case !u.FighterSurviving:
			return rules.Breaks("WU-UPG-3", at+".fighter_surviving", "the fighter is out of action")
		case !u.RestrictionsMet:
			return rules.Breaks("WU-UPG-2", at+".restrictions_met", "is not for this fighter")
		case r.GloryUnspent == 0:
			return rules.Breaks("WU-UPG-1", at, "no unspent glory is left")
		}
		r.GloryUnspent--
		r.GlorySpent++
	}
	return nil
}

var endPhaseRuling = rules.NewRuling("end-phase",
	"WU-END-2 WU-END-3 WU-END-4 WU-END-5 WU-END-6 WU-END-7 WU-END-10 WU-OBJ-1 WU-OBJ-2 WU-OBJ-3 WU-SURGE-4", "",
	func(in endPhaseInput) (rules.Resolver, error) {
		r, fault := in.resolve()
		if fault != nil {
			return nil, fault
		}
		return func(*rules.Roller) any { return r }, nil
	})
