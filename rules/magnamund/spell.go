package magnamund

import (
	"reflect"

	"slices"

	"oriflamme/rules"
)

// spells in the order of the deck.
var spells = [...]string{"fireball", "battle-madness", "enchanted-aim", "veil-of-protection", "heal", "doom-and-despair", "lightning", "rust", "spell-theft", "wings-of-ether"}

// spellBook tells of each spell its rule, its casting value and, where it has
// one, its range (MG-SPELL-1 to MG-SPELL-10).
var spellBook = map[string]struct {
	rule  string
	value int
	reach int
}{
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

// veilTurns is how long a Veil of Protection lasts, the current turn included (MG-SPELL-4).
const veilTurns = 3

// casting is what every spell asks.
type casting struct {
	Spell       string `json:"spell" in:"fireball|battle-madness|enchanted-aim|veil-of-protection|heal|doom-and-despair|lightning|rust|spell-theft|wings-of-ether"`
	MagicPower  int    `json:"magic_power" in:"0..100"`
	CardInHand  bool   `json:"card_in_hand" default:"true"`
	CasterState string `json:"caster_state" in:"normal|stunned|veiled|hypnotised" default:"\"normal\""`
}

func (k casting) check() *rules.Fault {
	return first(
		forbid(!k.CardInHand, "MG-MAG-5", "card_in_hand", "the caster has no such card"),
		forbid(k.CasterState != "normal", "MG-AMB-35", "caster_state", "the caster cannot cast now"),
	)
}

// checkAim refuses a target out of range or sight.
func (k casting) checkAim(distance int, visible bool) *rules.Fault {
	s := spellBook[k.Spell]
	return first(
		forbid(s.reach > 0 && distance > s.reach, s.rule, "distance", "the target is out of range"),
		forbid(!visible, s.rule, "visible", "the target cannot be seen"),
	)
}

// cast is what every spell tells.
type cast struct {
	Chance        int    `json:"chance"`
	Roll          int    `json:"roll"`
	Success       bool   `json:"success"`
	CardDiscarded bool   `json:"card_discarded"`
	Outcome       string `json:"outcome"`
}

// throw throws against casting value and Magic Power together; the card is spent
// either way (MG-MAG-3, MG-MAG-5).
func (k casting) throw(c *rules.Cup) cast {
	r := cast{Chance: spellBook[k.Spell].value + k.MagicPower, CardDiscarded: true, Outcome: "no-effect"}
	r.Roll, r.Success = throwAgainst(c, "cast", r.Chance)
	return r
}

// spellCase is one of the ten spells with its own fields.
type spellCase interface {
	check() *rules.Fault
	resolve(*rules.Cup) any
}

// spellCases makes the input of each spell.
var spellCases = map[string]func() spellCase{
	"fireball":           func() spellCase { return &fireball{} },
	"battle-madness":     func() spellCase { return &frenzy{} },
	"enchanted-aim":      func() spellCase { return &frenzy{} },
	"veil-of-protection": func() spellCase { return &veil{} },
	"heal":               func() spellCase { return &heal{} },
	"doom-and-despair":   func() spellCase { return &doom{} },
	"lightning":          func() spellCase { return &lightning{} },
	"rust":               func() spellCase { return &rust{} },
	"spell-theft":        func() spellCase { return &theft{} },
	"wings-of-ether":     func() spellCase { return &wings{} },
}

var spellRuling = rules.Ruling{
	Name: "spell",
	Rules: []string{"MG-MAG-2", "MG-MAG-3", "MG-MAG-5", "MG-MAG-6", "MG-SPELL-1", "MG-SPELL-2", "MG-SPELL-3", "MG-SPELL-4", "MG-SPELL-5",
		"MG-SPELL-6", "MG-SPELL-7", "MG-SPELL-8", "MG-SPELL-9", "MG-SPELL-10", "MG-AMB-21", "MG-AMB-35", "MG-AMB-36", "MG-AMB-37", "MG-AMB-59"},
	Odds:  []string{"success", "outcome"},
	Input: casting{},
	Kind: func(tree any) any {
		obj, _ := tree.(map[string]any)
		word, _ := obj["spell"].(string)
		if make, ok := spellCases[word]; ok {
			return reflect.ValueOf(make()).Elem().Interface()
		}
		return fireball{}
	},
	Read: func(tree any) (rules.Judge, error) {
		in, err := readSpell(tree)
		if err != nil {
			return nil, err
		}
		if f := in.check(); f != nil {
			return nil, f
		}
		return func(c *rules.Cup) any { return in.resolve(c) }, nil
	},
}

// readSpell reads the name of the spell and then the fields that this spell has.
// A fault of the name is the only one that is told.
func readSpell(tree any) (spellCase, error) {
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
	make, ok := spellCases[word]
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
	Magicians []struct {
		ID     string `json:"id" in:"1..64"`
		Spells int    `json:"spells" in:"0..60"`
	} `json:"magicians" len:"1..20"`
	Deck deck `json:"deck" default:"{\"fireball\":3,\"battle-madness\":3,\"enchanted-aim\":3,\"veil-of-protection\":3,\"heal\":3,\"doom-and-despair\":3,\"lightning\":3,\"rust\":3,\"spell-theft\":3,\"wings-of-ether\":3}"`
}

// deck counts the copies of each spell card (ruling MG-AMB-50).
type deck struct {
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

// cards lays the deck out, copies together.
func (d deck) cards() (all []string) {
	for i, n := range [...]int{d.Fireball, d.BattleMadness, d.EnchantedAim, d.VeilOfProtection, d.Heal, d.DoomAndDespair, d.Lightning, d.Rust, d.SpellTheft, d.WingsOfEther} {
		all = append(all, slices.Repeat([]string{spells[i]}, n)...)
	}
	return all
}

// draw takes a card from those left and closes the gap.
func draw(c *rules.Cup, left []string) (card string, rest []string) {
	k := c.Roll("card", 1, len(left))[0] - 1
	card = left[k] // before the gap closes over it
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
	var ids []string
	wanted := 0
	for _, m := range in.Magicians {
		ids = append(ids, m.ID)
		wanted += m.Spells
	}
	if i, found := repeated(ids...); found {
		return rules.Faultf(rules.OutOfRange, rules.At("magicians", i)+".id", "%q is there twice", ids[i])
	}
	return forbid(wanted > len(in.Deck.cards()), "MG-MAG-4", "magicians", "the deck does not hold so many cards")
}

var dealSpellsRuling = ruling("deal-spells", "MG-MAG-4 MG-R-18 MG-AMB-50", "", dealInput.check,
	func(c *rules.Cup, in dealInput) (r dealResult) {
		left := in.Deck.cards()
		for _, m := range in.Magicians {
			h := hand{ID: m.ID}
			for range m.Spells {
				var card string
				card, left = draw(c, left)
				h.Spells = append(h.Spells, card)
			}
			r.Hands = append(r.Hands, h)
		}
		r.CardsLeft = len(left)
		return r
	})
