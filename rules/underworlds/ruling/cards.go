package ruling

import (
	"cmp"
	"slices"
	"strings"

	"oriflamme/rules"
)

// playCardInput asks whether a power card may be played.
type playCardInput struct {
	Card                 powerCard     `json:"card"`
	Moment               string        `json:"moment" in:"power-step|reaction-step|activation-step|end-phase"`
	Round                int           `json:"round" in:"1..3" default:"1"`
	GloryUnspent         int           `json:"glory_unspent" in:"0..60" default:"0"`
	GlorySpent           int           `json:"glory_spent" in:"0..60" default:"0"`
	InHand               bool          `json:"in_hand" default:"true"`
	InstructionsPossible bool          `json:"instructions_possible" default:"true"`
	ConditionMet         bool          `json:"condition_met" default:"true"`
	Fighter              *upgradeTaker `json:"fighter" default:"-"`
}

// powerCard is the card to be played.
type powerCard struct {
	Kind         string       `json:"kind" in:"upgrade|ploy"`
	Reaction     bool         `json:"reaction" default:"false"`
	Duration     string       `json:"duration" in:"immediate|next-event|persists" default:"\"immediate\""`
	Restrictions Restrictions `json:"restrictions" default:"{}"`
}

// Restrictions limit who may be given an upgrade (WU-UPG-2).
type Restrictions struct {
	Fighters []string `json:"fighters" len:"0..20" each:"1..60" distinct:"true" default:"[]"`
	Traits   []string `json:"traits" len:"0..20" each:"1..60" distinct:"true" default:"[]"`
	Keywords []string `json:"keywords" len:"0..20" each:"1..60" distinct:"true" default:"[]"`
}

// upgradeTaker is the fighter that would be given an upgrade.
type upgradeTaker struct {
	ID        string   `json:"id" in:"1..60"`
	Friendly  bool     `json:"friendly" default:"true"`
	Surviving bool     `json:"surviving" default:"true"`
	Traits    []string `json:"traits" len:"0..20" each:"1..60" distinct:"true" default:"[]"`
	Keywords  []string `json:"keywords" len:"0..20" each:"1..60" distinct:"true" default:"[]"`
}

type playCardResult struct {
	Legal           bool        `json:"legal"`
	Violations      []violation `json:"violations"`
	GloryUnspent    int         `json:"glory_unspent"`
	GlorySpent      int         `json:"glory_spent"`
	GloryTotal      int         `json:"glory_total"`
	CardGoesTo      string      `json:"card_goes_to"`
	ReactionWindows []string    `json:"reaction_windows"`
}

// Met reports whether a fighter meets the restrictions: every list that is not empty.
func (r Restrictions) Met(id string, traits, keywords []string) bool {
	shared := func(want, have []string) bool {
		return len(want) == 0 || slices.ContainsFunc(want, func(w string) bool { return slices.Contains(have, w) })
	}
	return shared(r.Fighters, []string{id}) && shared(r.Traits, traits) && shared(r.Keywords, keywords)
}

// cardWindows are the reaction windows of power cards and reactions (WU-REACT-13).
var cardWindows = map[string][]string{
	"power-step":    {"power-card-revealed", "power-card-resolved"},
	"reaction-step": {"reaction-announced", "reaction-resolved"},
}

// violations returns the rules that playing the card breaks, sorted.
func (in playCardInput) violations() (list violations) {
	add := list.add
	add(!in.InHand, "WU-POWER-2", "not-in-hand")
	add(!in.InstructionsPossible, "WU-POWER-2", "instructions-impossible")
	add(!in.ConditionMet, "WU-GEN-4", "condition-not-met")
	if in.Card.Kind == "upgrade" {
		f := in.Fighter
		add(in.Moment == "end-phase" && in.Round == 3, "WU-END-10", "final-end-phase")
		add(in.Moment == "reaction-step" || in.Moment == "activation-step", "WU-UPG-1", "wrong-moment")
		add(in.GloryUnspent == 0, "WU-UPG-1", "no-unspent-glory")
		add(!f.Friendly, "WU-UPG-1", "not-friendly")
		add(!f.Surviving, "WU-UPG-3", "fighter-out-of-action")
		add(!in.Card.Restrictions.Met(f.ID, f.Traits, f.Keywords), "WU-UPG-2", "restriction")
	} else {
		ending := in.Moment == "end-phase"
		add(ending, "WU-GAMBIT-4", "gambit-in-end-phase")
		add(!ending && in.Card.Reaction && in.Moment != "reaction-step", "WU-REACT-1", "wrong-moment")
		add(!ending && !in.Card.Reaction && in.Moment != "power-step", "WU-POWER-1", "wrong-moment")
	}
	slices.SortStableFunc(list, func(x, y violation) int {
		return cmp.Or(strings.Compare(x.Rule, y.Rule), strings.Compare(x.Code, y.Code))
	})
	return list
}

// resolve checks the card and returns where it goes (WU-POWER-2, WU-UPG-1, WU-GAMBIT-1).
func (in playCardInput) resolve() playCardResult {
	r := playCardResult{Violations: in.violations(), GloryUnspent: in.GloryUnspent, GlorySpent: in.GlorySpent, GloryTotal: in.GloryUnspent + in.GlorySpent}
	r.Legal = len(r.Violations) == 0
	switch {
	case !r.Legal && in.InHand:
		r.CardGoesTo = "hand"
	case !r.Legal:
		r.CardGoesTo = "nowhere"
	case in.Card.Kind == "upgrade":
		r.CardGoesTo = "fighter"
		r.GloryUnspent--
		r.GlorySpent++
	case in.Card.Duration == "immediate":
		r.CardGoesTo = "discard"
	default:
		r.CardGoesTo = "in-play"
	}
	if r.Legal {
		r.ReactionWindows = cardWindows[in.Moment]
	}
	return r
}

var playCardRuling = rules.DicelessRuling("play-card",
	"WU-POWER-2 WU-UPG-1 WU-UPG-2 WU-UPG-3 WU-GAMBIT-1 WU-GAMBIT-4 WU-GEN-3 WU-GEN-4 WU-REACT-1 WU-END-10",
	func(in playCardInput) *rules.Fault {
		return rules.FaultIf(in.Card.Kind == "upgrade" && in.Fighter == nil, rules.Missing("fighter"))
	}, playCardInput.resolve)

// powerStepInput is what the players have done in a power step so far.
type powerStepInput struct {
	Active Player   `json:"active" in:"a|b"`
	Goes   []string `json:"goes" len:"0..40" each:"play|cycle|pass"`
}

type powerStepResult struct {
	Players     []Player `json:"players"`
	Ended       bool     `json:"ended"`
	EndsAfterGo *int     `json:"ends_after_go"`
	NextPlayer  Player   `json:"next_player"`
}

// passedTwice reports whether both players have passed in succession at index i
// (WU-POWER-1).
func (in powerStepInput) passedTwice(i int) bool {
	return i >= 1 && i < len(in.Goes) && in.Goes[i-1] == "pass" && in.Goes[i] == "pass"
}

func (in powerStepInput) check() *rules.Fault {
	for i := range in.Goes {
		if in.passedTwice(i - 1) {
			return rules.Breaks("WU-POWER-1", rules.At("goes", i), "the power step has ended")
		}
	}
	return nil
}

func (in powerStepInput) resolve() powerStepResult {
	r := powerStepResult{NextPlayer: in.Active}
	for range in.Goes {
		r.Players = append(r.Players, r.NextPlayer)
		r.NextPlayer = r.NextPlayer.Opponent()
	}
	if last := len(in.Goes) - 1; in.passedTwice(last) {
		r.Ended, r.EndsAfterGo, r.NextPlayer = true, &last, ""
	}
	return r
}

var powerStepRuling = rules.DicelessRuling("power-step", "WU-POWER-1", powerStepInput.check, powerStepInput.resolve)

// gambitDurationInput is a gambit that stays face up, with the events after it.
type gambitDurationInput struct {
	Kind   string    `json:"kind" in:"next-event|persists"`
	Until  *[]string `json:"until" len:"1..6" each:"activation-start|activation-end|move-action|attack-action|charge-action|power-card|damage|out-of-action|end-of-round|effect-applied|discarded-by-card|other" distinct:"true" default:"-"`
	Events []string  `json:"events" len:"0..40" each:"activation-start|activation-end|move-action|attack-action|charge-action|power-card|damage|out-of-action|end-of-round|effect-applied|discarded-by-card|other"`
}

type gambitDurationResult struct {
	ExpiresAt       *int               `json:"expires_at"`
	Reason          rules.NullableText `json:"reason"`
	DiscardedInVain *bool              `json:"discarded_without_effect"`
}

func (in gambitDurationInput) check() *rules.Fault {
	return rules.FirstFault(
		rules.FaultIf(in.Kind == "persists" && in.Until == nil, rules.Missing("until")),
		rules.FaultIf(in.Kind == "next-event" && in.Until != nil, rules.Unexpected("until")),
	)
}

// resolve returns the event at which the card is discarded (WU-GAMBIT-2, WU-GAMBIT-3, ruling
//
func (in gambitDurationInput) resolve() gambitDurationResult {
	started := false
	for i, event := range in.Events {
		expires := event == "discarded-by-card"
		if in.Kind == "persists" {
			expires = expires || slices.Contains(*in.Until, event)
		} else {
			expires = expires || event == "end-of-round" || event == "effect-applied" || event == "activation-end" && started
		}
		started = started || event == "activation-start"
		if !expires {
			continue
		}
		r := gambitDurationResult{ExpiresAt: &i, Reason: rules.NullableText(event)}
		if in.Kind == "next-event" {
			r.DiscardedInVain = new(event != "effect-applied")
		}
		return r
	}
	return gambitDurationResult{}
}

var gambitDurationRuling = rules.DicelessRuling("gambit-duration", "WU-GAMBIT-2 WU-GAMBIT-3", gambitDurationInput.check, gambitDurationInput.resolve)
