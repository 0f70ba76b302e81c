package underworlds

import (
	"regexp"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/underworlds/ruling"
)

// A Profile is a fighter card with both its faces.
type Profile struct {
	Name     string     `json:"name" in:"1..80"`                            // cards name it by this, too
	Names    rules.Text `json:"names" len:"0..2" each:"1..80" default:"{}"` // by language
	Warband  string     `json:"warband" in:"1..60"`
	Leader   bool       `json:"leader" default:"false"`
	Inspire  Term       `json:"inspire"` // condition of the Inspired face
	Plain    Face       `json:"plain"`
	Inspired Face       `json:"inspired"`
}

// A Face is one face of a fighter card.
type Face struct {
	Move    int            `json:"move" in:"0..12"`
	Defence int            `json:"defence" in:"0..6"` // dice
	Symbol  string         `json:"symbol" in:"block|dodge"`
	Wounds  int            `json:"wounds" in:"1..12"`
	Flying  bool           `json:"flying" default:"false"`
	Attacks []AttackAction `json:"attacks" len:"1..4"`

	Reaction *Term `json:"reaction" default:"null" null:"true"` // an effect with a reaction step
	Action   *Term `json:"action" default:"null" null:"true"`   // an effect that is an action
}

// An AttackAction is an Attack action as printed on a fighter card or an upgrade.
type AttackAction struct {
	Name     rules.Text      `json:"name" len:"0..2" each:"1..60" default:"{}"`
	Range    int             `json:"range" in:"1..8"`
	Dice     int             `json:"dice" in:"1..8"`
	Symbol   string          `json:"symbol" in:"smash|fury"`
	Damage   int             `json:"damage" in:"0..8"`
	Keywords ruling.Keywords `json:"keywords" default:"{}"`
}

// A Term is the id of a condition or an effect with its number.
type Term struct {
	ID string `json:"id" in:"1..40"`
	N  int    `json:"n" in:"0..12" default:"1"`
}

// A DeckCard is a card of a deck as a pack holds it: data, with terms by id.
type DeckCard struct {
	ID           string              `json:"id" in:"1..60"`
	Name         rules.Text          `json:"name" len:"1..2" each:"1..80"`
	Text         rules.Text          `json:"text" len:"0..2" each:"1..400" default:"{}"`
	Kind         string              `json:"kind" in:"objective|upgrade|ploy"`
	Warband      string              `json:"warband" in:"1..60" default:"null" null:"true"` // "": universal
	Deck         string              `json:"rivals_deck" in:"1..60"`
	Keywords     []string            `json:"keywords" len:"0..3" each:"surge|hybrid|dual" distinct:"true" default:"[]"`
	Glory        int                 `json:"glory" in:"0..10" default:"0"`                                                                                                                                                                                                                                                                                          // of an objective card
	Conditions   []Term              `json:"conditions" len:"0..2" default:"[]"`                                                                                                                                                                                                                                                                                    // of an objective card
	Effect       *Term               `json:"effect" default:"null" null:"true"`                                                                                                                                                                                                                                                                                     // of a power card
	Attack       *AttackAction       `json:"attack" default:"null" null:"true"`                                                                                                                                                                                                                                                                                     // of an upgrade
	Restrictions ruling.Restrictions `json:"restrictions" default:"{}"`                                                                                                                                                                                                                                                                                             // of an upgrade
	When         string              `json:"when" in:"power|turn-start|after-action|combat-1-declare|combat-2-attack-roll|combat-3-defence-roll|combat-4-determine-success|combat-7-drive-back|combat-8-end|damage-counters-placed|damage-check|power-card-revealed|power-card-resolved|after-power-step|reaction-announced|reaction-resolved" default:"\"power\""` // of a power card by hand: "power", or the step at which it is a reaction
	Stays        string              `json:"stays" in:"no|next|persists" default:"\"no\""`                                                                                                                                                                                                                                                                          // of a gambit by hand: whether it stays face up
}

// isByHand reports whether the players carry a card out: an objective without conditions, or a
// power card without an effect.
func (c *DeckCard) isByHand() bool {
	if c.Kind == "objective" {
		return len(c.Conditions) == 0
	}
	return c.Effect == nil && c.Attack == nil
}

// reactionText begins a sentence of a card that is a reaction, as the cards print it.
var reactionText = regexp.MustCompile(`(?i)(?:^|[.!]\s*)r[ée]action\s*[:,]`)

// namesNoStep reports whether a power card by hand reads as a reaction but does not say at which
// reaction step it is used: nobody would ever be asked for it (WU-REACT-1).
func (c *DeckCard) namesNoStep() bool {
	if c.Kind == "objective" || c.When != "power" {
		return false
	}
	for _, text := range c.Text {
		if reactionText.MatchString(text) {
			return true
		}
	}
	return false
}

// nameStep is the fault of such a card.
func nameStep(field string) *rules.Fault {
	return rules.Breaks("WU-REACT-1", field, "is a reaction: say at which step")
}

// check refuses a card with terms that the game does not know. A card without any is carried
// out by hand.
func (c *DeckCard) check(path string) *rules.Fault {
	switch {
	case c.isByHand() && c.namesNoStep():
		return nameStep(path + ".when")
	case c.isByHand():
		return nil
	}
	if c.When != "power" || c.Stays != "no" {
		return rules.Faultf(rules.OutOfRange, path+".when", "is said of cards by hand only")
	}
	if c.Kind == "objective" {
		o := ruling.ObjectiveCard{Keywords: c.Keywords, Conditions: make([]bool, len(c.Conditions))}
		if fault := o.Check(path); fault != nil {
			return fault
		}
		facts := 0
		for i, term := range c.Conditions {
			holds, found := conditions[term.ID]
			if !found {
				return rules.Faultf(rules.OutOfRange, rules.At(path+".conditions", i)+".id", "no condition %q", term.ID)
			}
			if holds == nil {
				facts++
			}
		}
		return rules.FaultIf((facts > 0) != slices.Contains(c.Keywords, "surge"), rules.Faultf(rules.OutOfRange, path+".keywords", "Surge cards, and they alone, wait for an event"))
	}
	if c.Kind == "upgrade" && c.Attack != nil {
		return rules.FaultIf(c.Effect != nil, rules.Faultf(rules.OutOfRange, path+".effect", "the card is an Attack action"))
	}
	e := effects[c.Effect.ID]
	if e == nil || e.kind != c.Kind {
		return rules.Faultf(rules.OutOfRange, path+".effect.id", "no %s %q", c.Kind, c.Effect.ID)
	}
	return nil
}

// check refuses a fighter card with an Inspire condition, reaction or action that the game
// does not know.
func (p *Profile) check(path string) *rules.Fault {
	if _, found := inspirations[p.Inspire.ID]; !found {
		return rules.Faultf(rules.OutOfRange, path+".inspire.id", "no Inspire condition %q", p.Inspire.ID)
	}
	for _, side := range []struct {
		name string
		face *Face
	}{{".plain", &p.Plain}, {".inspired", &p.Inspired}} {
		if r := side.face.Reaction; r != nil {
			if e := effects[r.ID]; e == nil || e.kind != "upgrade" || e.window == "" || e.destroys {
				return rules.Faultf(rules.OutOfRange, path+side.name+".reaction.id", "no reaction %q of fighters", r.ID)
			}
		}
		if a := side.face.Action; a != nil {
			if e := effects[a.ID]; e == nil || !e.action {
				return rules.Faultf(rules.OutOfRange, path+side.name+".action.id", "no action %q of fighters", a.ID)
			}
		}
	}
	return nil
}
