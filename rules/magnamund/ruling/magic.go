package ruling

import (
	"reflect"
	"slices"

	"oriflamme/rules"
)

// spellNames lists the spells in the order of the deck.
var spellNames = [...]string{"fireball", "battle-madness", "enchanted-aim", "veil-of-protection", "heal", "doom-and-despair", "lightning", "rust", "spell-theft", "wings-of-ether"}

// A Spell is what the book says of a spell.
type Spell struct {
	Rule  string
	Value int // casting value
	Reach int // range in cells, 0 for none
}

// Spells holds every spell by its name (MG-SPELL-1 to MG-SPELL-10).
var Spells = map[string]Spell{
	"fireball":           {"MG-SPELL-1", 15, 10},
	"battle-madness":     {"MG-SPELL-2", 30, 4},
	"enchanted-aim":      {"MG-SPELL-3", 30, 4},
	"veil-of-protection": {"MG-SPELL-4", 10, 4},
	"heal":               {"MG-SPELL-5", 25, 1},
	"doom-and-despair":   {"MG-SPELL-6", 20, 10},
	"lightning":          {"MG-SPELL-7", 10, 0},
	"rust":               {"MG-SPELL-8", 20, 6},
	"spell-theft":        {"MG-SPELL-9", 15, 6},
	"wings-of-ether":     {"MG-SPELL-10", 10, 0},
}

// VeilTurns is how many turns a Veil of Protection lasts, including the current one
// (MG-SPELL-4).
const VeilTurns = 3

// CastInput is what every spell needs.
type CastInput struct {
	Spell       string `json:"spell" in:"fireball|battle-madness|enchanted-aim|veil-of-protection|heal|doom-and-despair|lightning|rust|spell-theft|wings-of-ether"`
	MagicPower  int    `json:"magic_power" in:"0..100"`
	CardInHand  bool   `json:"card_in_hand" default:"true"`
	CasterState string `json:"caster_state" in:"normal|stunned|veiled|hypnotised" default:"\"normal\""`
}

func (k CastInput) check() *rules.Fault {
	return rules.FirstFault(
		rules.ForbidIf(!k.CardInHand, "MG-MAG-5", "card_in_hand", "the caster has no such card"),
		rules.ForbidIf(k.CasterState != "normal", "MG-AMB-35", "caster_state", "the caster cannot cast now"),
	)
}

// checkAim refuses a target out of range or sight.
func (k CastInput) checkAim(distance int, visible bool) *rules.Fault {
	s := Spells[k.Spell]
	return rules.FirstFault(
		rules.ForbidIf(s.Reach > 0 && distance > s.Reach, s.Rule, "distance", "the target is out of range"),
		rules.ForbidIf(!visible, s.Rule, "visible", "the target cannot be seen"),
	)
}

// CastResult is what the result of every spell contains.
type CastResult struct {
	Chance        int    `json:"chance"`
	Roll          int    `json:"roll"`
	Success       bool   `json:"success"`
	CardDiscarded bool   `json:"card_discarded"`
	Outcome       string `json:"outcome"`
}

// Throw throws against the sum of casting value and Magic Power; the card is used up either
// way (MG-MAG-3, MG-MAG-5).
func (k CastInput) Throw(c *rules.Roller) CastResult {
	r := CastResult{Chance: Spells[k.Spell].Value + k.MagicPower, CardDiscarded: true, Outcome: "no-effect"}
	r.Roll, r.Success = ThrowPercent(c, "cast", r.Chance)
	return r
}

// spellInput is the input of one of the ten spells.
type spellInput interface {
	check() *rules.Fault
	resolve(*rules.Roller) any
}

// newSpellInputs makes an empty input of each spell.
var newSpellInputs = map[string]func() spellInput{
	"fireball":           func() spellInput { return &fireballInput{} },
	"battle-madness":     func() spellInput { return &doublingInput{} },
	"enchanted-aim":      func() spellInput { return &doublingInput{} },
	"veil-of-protection": func() spellInput { return &veilInput{} },
	"heal":               func() spellInput { return &healInput{} },
	"doom-and-despair":   func() spellInput { return &doomInput{} },
	"lightning":          func() spellInput { return &lightningInput{} },
	"rust":               func() spellInput { return &rustInput{} },
	"spell-theft":        func() spellInput { return &theftInput{} },
	"wings-of-ether":     func() spellInput { return &wingsInput{} },
}

var spellRuling = rules.Ruling{
	Name: "spell",
	Rules: []string{"MG-MAG-2", "MG-MAG-3", "MG-MAG-5", "MG-MAG-6", "MG-SPELL-1", "MG-SPELL-2", "MG-SPELL-3", "MG-SPELL-4", "MG-SPELL-5",
		"MG-SPELL-6", "MG-SPELL-7", "MG-SPELL-8", "MG-SPELL-9", "MG-SPELL-10", "MG-AMB-21", "MG-AMB-35", "MG-AMB-36", "MG-AMB-37", "MG-AMB-59"},
	Odds:  []string{"success", "outcome"},
	Input: CastInput{},
	InputOf: func(tree any) any {
		obj, _ := tree.(map[string]any)
		word, _ := obj["spell"].(string)
		if make, ok := newSpellInputs[word]; ok {
			return reflect.ValueOf(make()).Elem().Interface()
		}
		return fireballInput{}
	},
	Read: func(tree any) (rules.Resolver, error) {
		in, err := readSpell(tree)
		if err != nil {
			return nil, err
		}
		if f := in.check(); f != nil {
			return nil, f
		}
		return func(c *rules.Roller) any { return in.resolve(c) }, nil
	},
}

// readSpell reads the name of the spell, then the fields that this spell has. A fault of the
// name hides all others.
func readSpell(tree any) (spellInput, error) {
	obj, ok := tree.(map[string]any)
	if !ok {
		return nil, rules.Faultf(rules.WrongType, "", "want an object")
	}
	name, there := obj["spell"]
	if !there {
		return nil, rules.Faultf(rules.MissingField, "spell", "is required")
	}
	word, ok := name.(string)
	if !ok {
		return nil, rules.Faultf(rules.WrongType, "spell", "want a text")
	}
	make, ok := newSpellInputs[word]
	if !ok {
		return nil, rules.Faultf(rules.OutOfRange, "spell", "%q is no spell", word)
	}
	in := make()
	if err := rules.DecodeTree(tree, "", in); err != nil {
		return nil, err
	}
	return in, nil
}

type dealInput struct {
	Magicians []dealtMagician `json:"magicians" len:"1..20"`
	Deck      Deck            `json:"deck" default:"{\"fireball\":3,\"battle-madness\":3,\"enchanted-aim\":3,\"veil-of-protection\":3,\"heal\":3,\"doom-and-despair\":3,\"lightning\":3,\"rust\":3,\"spell-theft\":3,\"wings-of-ether\":3}"`
}

type dealtMagician struct {
	ID     string `json:"id" in:"1..64"`
	Spells int    `json:"spells" in:"0..60"`
}

// Deck is the number of copies of each spell card (ruling MG-AMB-50).
type Deck struct {
	Fireball         int `json:"fireball" in:"0..20" default:"0"`
	BattleMadness    int `json:"battle-madness" in:"0..20" default:"0"`
	EnchantedAim     int `json:"enchanted-aim" in:"0..20" default:"0"`
	VeilOfProtection int `json:"veil-of-protection" in:"0..20" default:"0"`
	Heal             int `json:"heal" in:"0..20" default:"0"`
	DoomAndDespair   int `json:"doom-and-despair" in:"0..20" default:"0"`
	Lightning        int `json:"lightning" in:"0..20" default:"0"`
	Rust             int `json:"rust" in:"0..20" default:"0"`
	SpellTheft       int `json:"spell-theft" in:"0..20" default:"0"`
	WingsOfEther     int `json:"wings-of-ether" in:"0..20" default:"0"`
}

// Cards lists the cards of the deck, copies together.
func (d Deck) Cards() (all []string) {
	for i, n := range [...]int{d.Fireball, d.BattleMadness, d.EnchantedAim, d.VeilOfProtection, d.Heal, d.DoomAndDespair, d.Lightning, d.Rust, d.SpellTheft, d.WingsOfEther} {
		all = append(all, slices.Repeat([]string{spellNames[i]}, n)...)
	}
	return all
}

// Draw takes a random card; rest is the others. It changes left.
func Draw(c *rules.Roller, left []string) (card string, rest []string) {
	k := c.Roll("card", 1, len(left))[0] - 1
	card = left[k] // copied before the others close the gap
	return card, slices.Delete(left, k, k+1)
}

type hand struct {
	ID     string   `json:"id"`
	Spells []string `json:"spells"`
}

type dealResult struct {
	Hands     []hand `json:"hands"`
	CardsLeft int    `json:"cards_left"`
}

func (in dealInput) check() *rules.Fault {
	wanted := 0
	for _, m := range in.Magicians {
		wanted += m.Spells
	}
	return rules.FirstFault(
		rules.RepeatedID("magicians", in.Magicians, func(m dealtMagician) string { return m.ID }),
		rules.ForbidIf(wanted > len(in.Deck.Cards()), "MG-MAG-4", "magicians", "the deck does not hold so many cards"),
	)
}

var dealSpellsRuling = rules.CheckedRuling("deal-spells", "MG-MAG-4 MG-R-18 MG-AMB-50", "", dealInput.check,
	func(c *rules.Roller, in dealInput) (r dealResult) {
		left := in.Deck.Cards()
		for _, m := range in.Magicians {
			h := hand{ID: m.ID}
			for range m.Spells {
				var card string
				card, left = Draw(c, left)
				h.Spells = append(h.Spells, card)
			}
			r.Hands = append(r.Hands, h)
		}
		r.CardsLeft = len(left)
		return r
	})
