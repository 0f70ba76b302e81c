package warcry

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
)

// Piles are the cards of a battleplan that is drawn during the battle, once the warbands are
// divided: one card of each pile (WC-SET-1, WC-SET-4). A pile without cards draws nothing: the
// field names its card itself.
type Piles struct {
	Terrain    []TerrainCard `json:"terrain" len:"0..60" distinct:"id" default:"[]"`
	Deployment []Deployment  `json:"deployment" len:"0..60" distinct:"id" default:"[]"`
	Victory    []Victory     `json:"victory" len:"0..60" distinct:"id" default:"[]"`
	Twist      []Twist       `json:"twist" len:"0..60" distinct:"id" default:"[]"`
}

// A TerrainCard is a card of the terrain pile: a whole layout.
type TerrainCard struct {
	ID    string     `json:"id" in:"1..64"`
	Name  rules.Text `json:"name" default:"{}"`
	Text  rules.Text `json:"text" default:"{}"`
	Parts []Part     `json:"parts" len:"0..60" distinct:"id"`
}

// pileNames holds the names of the piles in the order in which cards are drawn.
var pileNames = [4]string{"terrain", "deployment", "victory", "twist"}

// drawRolls holds the names of the rolls that draw a card.
var drawRolls = [4]string{"draw-terrain", "draw-deployment", "draw-victory", "draw-twist"}

// A planCard is what all cards of a battleplan have.
type planCard struct {
	id         string
	name, text rules.Text
}

// cards returns the cards of pile k.
func (p *Piles) cards(k int) (list []planCard) {
	switch k {
	case 0:
		for _, c := range p.Terrain {
			list = append(list, planCard{c.ID, c.Name, c.Text})
		}
	case 1:
		for _, c := range p.Deployment {
			list = append(list, planCard{c.ID, c.Name, c.Text})
		}
	case 2:
		for _, c := range p.Victory {
			list = append(list, planCard{c.ID, c.Name, c.Text})
		}
	default:
		for _, c := range p.Twist {
			list = append(list, planCard{c.ID, c.Name, c.Text})
		}
	}
	return list
}

// drawsPlan reports whether the battle draws cards of its battleplan.
func (fx *fixed) drawsPlan() bool { return fx.piles != nil }

// nextPile returns the pile from which the next card is drawn; it is not ok when all are drawn.
func (b *Battle) nextPile() (k int, ok bool) {
	if !b.drawsPlan() {
		return 0, false
	}
	for k := range pileNames {
		if b.s.Plan[k] == "" && len(b.piles.cards(k)) > 0 {
			return k, true
		}
	}
	return 0, false
}

// checkPiles returns a fault for piles that cannot be drawn from.
func (fx *fixed) checkPiles() error {
	p := fx.field.Piles
	if p == nil {
		return nil
	}
	if !fx.drawsLater() {
		return rules.Faultf(rules.OutOfRange, "field.piles", "a battle of version %d names its cards", fx.setup.Version)
	}
	var named map[string]json.RawMessage
	if err := json.Unmarshal(fx.setup.Field, &named); err != nil {
		return rules.Faultf(rules.WrongType, "field", "%v", err)
	}
	for k, name := range pileNames {
		cards := p.cards(k)
		if _, there := named[name]; there && len(cards) > 0 {
			return rules.Breaks("WC-SET-4", rules.Join("field.piles", name), "the field names this card already")
		}
		if slices.ContainsFunc(cards, func(c planCard) bool { return c.id == "" }) {
			return rules.Faultf(rules.MissingField, rules.Join("field.piles", name), "a card has no id")
		}
	}
	if fx.field.TerrainBy != nil && len(p.Terrain) > 0 {
		return rules.Breaks("WC-SET-6", "field.terrain_by", "alternative terrain is placed before the cards are drawn")
	}
	for i, c := range p.Terrain {
		for j, part := range c.Parts {
			if f := fx.checkPart(&part, rules.At(rules.At("field.piles.terrain", i)+".parts", j)); f != nil {
				return f
			}
		}
	}
	if len(p.Terrain)+len(p.Deployment)+len(p.Victory)+len(p.Twist) > 0 {
		fx.piles = p
	}
	return nil
}

// withPlan returns fx with the cards of a battleplan, by id; an id that is "" draws nothing. It is
// not ok for an id that is in no pile.
func (fx *fixed) withPlan(plan [4]string) (next *fixed, ok bool) {
	if plan == ([4]string{}) {
		return fx, true
	}
	if !fx.drawsPlan() {
		return nil, false
	}
	copied := *fx
	for k, id := range plan {
		if id == "" {
			continue
		}
		i := slices.IndexFunc(fx.piles.cards(k), func(c planCard) bool { return c.id == id })
		if i < 0 {
			return nil, false
		}
		switch k {
		case 0:
			copied.field.Terrain = fx.piles.Terrain[i].Parts
		case 1:
			copied.field.Deployment = fx.piles.Deployment[i]
		case 2:
			copied.field.Victory = fx.piles.Victory[i]
		default:
			copied.field.Twist = fx.piles.Twist[i]
		}
	}
	copied.settleField()
	return &copied, true
}

// startBattleplan starts the draw of the battleplan or, when its cards are named, what follows it.
func (b *Battle) startBattleplan(t *rules.Turn) {
	if _, more := b.nextPile(); more {
		t.Emit(PhaseBegan{Phase: phasePlan, Seat: rules.Nobody})
		return
	}
	if b.field.TerrainBy != nil {
		t.Emit(PhaseBegan{Phase: phaseOrient, Seat: opponent(rules.Seat(*b.field.TerrainBy))})
		return
	}
	t.Emit(PhaseBegan{Phase: phaseColours, Seat: rules.Nobody})
}

// playDraw draws the card of a pile, by a throw of dice or as the players have drawn it from real
// cards, to which the other player agrees (WC-SET-4).
func (b *Battle) playDraw(t *rules.Turn, c DrawCard) *rules.Fault {
	k, ok := b.nextPile()
	if !ok || pileNames[k] != c.Pile {
		return rules.Breaks("WC-SET-4", "pile", "a card of %s is drawn now", pileNames[k])
	}
	cards := b.piles.cards(k)
	i := 0
	switch {
	case c.Card != "":
		if i = slices.IndexFunc(cards, func(card planCard) bool { return card.id == c.Card }); i < 0 {
			return rules.Faultf(rules.OutOfRange, "card", "no card %q in this pile", c.Card)
		}
		if t.Ask("WC-SET-4", opponent(c.Seat), "agree", "agree", "refuse") == 1 {
			return nil
		}
	case len(cards) > 1:
		i = t.Roll(drawRolls[k], 1, len(cards))[0] - 1
	}
	t.Emit(CardDrawn{Pile: c.Pile, Card: cards[i].id, Named: c.Card != ""})
	if _, more := b.nextPile(); !more {
		b.startBattleplan(t)
	}
	return nil
}

// applyDrawn lays out the battlefield with a card that was drawn.
func (b *Battle) applyDrawn(e CardDrawn) {
	k := slices.Index(pileNames[:], e.Pile)
	b.s.Plan[k] = e.Card
	if next, ok := b.origin.withPlan(b.s.Plan); ok {
		b.fixed = next
	}
	b.memo.reset()
	if _, more := b.nextPile(); !more {
		b.layOut()
	}
}

// layOut sets what the battleplan places or gives before the battle begins (WC-SET-13, WC-SET-14).
func (b *Battle) layOut() {
	v := &b.field.Victory
	b.s.Objectives = make([]objectiveState, len(v.Objectives))
	for i, m := range v.Objectives {
		b.s.Objectives[i] = objectiveState{At: m.At, Controller: rules.Nobody, Awake: m.Central || !b.leyLines}
	}
	b.s.Treasures = make([]treasureState, len(v.Treasures))
	for i, m := range v.Treasures {
		b.s.Treasures[i] = treasureState{At: m.At, Carrier: noUnit}
	}
	if b.field.Twist.Kind == "wild" {
		b.s.Sides[0].Wild, b.s.Sides[1].Wild = max(0, b.field.Twist.Amount), max(0, b.field.Twist.Amount)
	}
}

// legalDraws returns the commands that draw the next card: by dice, or naming each card.
func (b *Battle) legalDraws() []rules.Command {
	k, ok := b.nextPile()
	if !ok {
		return nil
	}
	var list []rules.Command
	for seat := range rules.Seat(2) {
		list = append(list, DrawCard{bySeat: bySeat{seat}, Pile: pileNames[k]})
		for _, c := range b.piles.cards(k) {
			list = append(list, DrawCard{bySeat: bySeat{seat}, Pile: pileNames[k], Card: c.id})
		}
	}
	return list
}
