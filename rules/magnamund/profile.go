package magnamund

import (
	"encoding/json"
	"slices"
	"strings"

	"oriflamme/rules"
	"oriflamme/rules/magnamund/ruling"
)

// A Sheet is the Game Sheet of a people or monster (MG-SHEET-1). The rules print none: packs
// have them. A number may be missing; a battle that needs it is refused with the number's
// name (MG-GEO-6).
type Sheet struct {
	ID              string                `json:"id" in:"1..64"`
	Name            rules.Text            `json:"name" keys:"fr|en" default:"{}"`
	House           bool                  `json:"house" default:"false"` // made by a club, not by the publisher
	Points          Armoured              `json:"points"`                // movement points by armour
	Costs           ruling.PriceList      `json:"costs" default:"{}"`
	Ranges          map[string]RangeBands `json:"ranges" len:"0..6" keys:"sling|javelin|short-bow|long-bow|crossbow|arquebus" default:"{}"` // by ranged weapon, in cells
	Fire            map[string]Armoured   `json:"fire" len:"0..6" keys:"sling|javelin|short-bow|long-bow|crossbow|arquebus" default:"{}"`   // percent by ranged weapon and target's armour
	FireModifiers   FireModifiers         `json:"fire_modifiers" default:"{}"`
	Combat          map[string]Armoured   `json:"combat" len:"0..9" keys:"dagger|sword|axe|mace|long-sword|two-handed-axe|spear|pike|halberd" default:"{}"` // percent by melee weapon and target's armour
	CombatModifiers CombatModifiers       `json:"combat_modifiers" default:"{}"`
	Morale          *Morale               `json:"morale" default:"-"` // of soldiers
	Damage          *ruling.DamageTable   `json:"damage" default:"-"` // of monsters
}

// Armoured is a number for each armour; nil is missing.
type Armoured struct {
	None  *int `json:"none" in:"0..100" default:"-"`
	Mail  *int `json:"mail" in:"0..100" default:"-"`
	Plate *int `json:"plate" in:"0..100" default:"-"`
}

func (a Armoured) of(armour string) *int {
	switch armour {
	case "mail":
		return a.Mail
	case "plate":
		return a.Plate
	}
	return a.None
}

// missing names the first armour without a number.
func (a Armoured) missing() string {
	for _, armour := range armours {
		if a.of(armour) == nil {
			return armour
		}
	}
	return ""
}

var armours = [...]string{"none", "mail", "plate"}

// RangeBands are the short and the long range of a weapon in cells.
type RangeBands struct {
	Short *int `json:"short" in:"1..200" default:"-"`
	Long  *int `json:"long" in:"2..200" default:"-"`
}

// FireModifiers are the modifiers of a shot in percentage points.
type FireModifiers struct {
	TargetMoved  int            `json:"target_moved" in:"-100..100" default:"0"`
	TargetShield int            `json:"target_shield" in:"-100..100" default:"0"`
	Weak         int            `json:"weak" in:"-100..100" default:"0"`
	Veteran      int            `json:"veteran" in:"-100..100" default:"0"`
	Cover        map[string]int `json:"cover" len:"0..6" keys:"brush|rocks|trees|low-wall|fence|hedge" each:"-100..100" default:"{}"` // by what gives cover
}

// CombatModifiers are the modifiers of a melee attack in percentage points.
type CombatModifiers struct {
	TargetShield int `json:"target_shield" in:"-100..100" default:"0"`
	Flank        int `json:"flank" in:"-100..100" default:"0"`
	Rear         int `json:"rear" in:"-100..100" default:"0"`
	Weak         int `json:"weak" in:"-100..100" default:"0"`
	Veteran      int `json:"veteran" in:"-100..100" default:"0"`
}

// Morale is the morale section of a Game Sheet (MG-MOR-2, MG-MOR-4 to MG-MOR-6).
type Morale struct {
	Fixed         *int                 `json:"fixed" in:"0..50" default:"-"`
	Dice          *int                 `json:"dice" in:"0..5" default:"-"`
	Bands         *ruling.MoraleBands  `json:"bands" default:"-"`
	Triggers      ruling.SheetTriggers `json:"triggers" default:"{}"`
	LossThreshold int                  `json:"loss_threshold" in:"1..100" default:"20"` // percent
	Rout          int                  `json:"rout" in:"-100..100" default:"0"`         // modifier of the next test after a rout
	Weak          int                  `json:"weak" in:"-100..100" default:"0"`
	Veteran       int                  `json:"veteran" in:"-100..100" default:"0"`
}

// missingFault is the fault of a number that the sheet does not have; the parts of the field
// are its figures, for the translated sentence.
func (s *Sheet) missingFault(field string) *rules.Fault {
	f := rules.Faultf(rules.MissingField, field, "the Game Sheet %s does not have it", s.ID)
	f.Rule = "MG-GEO-6"
	parts := strings.SplitN(field+"..", ".", 4)
	for i, part := range parts {
		if part == "none" || part == "mail" || part == "plate" {
			parts[i] = "against-" + part
		}
	}
	if parts[0] == "points" {
		parts[1] = strings.Replace(parts[1], "against-", "in-", 1)
	}
	f.With = map[string]string{"sheet": s.ID, "section": "sheet-" + parts[0], "row": parts[1], "number": parts[2]}
	return f
}

// dataSheetKind lets clubs enter Game Sheets of their own.
var dataSheetKind = &rules.DataSheetKind{Part: "sheets", Zero: Sheet{}, Missing: missingNumbers}

// missingNumbers lists the numbers that a battle may need and a Game Sheet does not have. A
// weapon with some of its numbers must have all of them, and so must the other sections.
func missingNumbers(member json.RawMessage) (all []rules.Fault) {
	var s Sheet
	if err := rules.Decode(member, &s); err != nil {
		if f, ok := err.(*rules.Fault); ok {
			return []rules.Fault{*f}
		}
		return nil
	}
	lacks := func(broken bool, field string) {
		if broken {
			all = append(all, *s.missingFault(field))
		}
	}
	lacks(s.Points.None == nil, "points.none")
	if f := s.Costs.Covers(allGround); f != nil {
		lacks(true, f.Field)
	}
	for _, w := range ruling.RangedWeapons {
		bands, ranged := s.Ranges[w]
		table, fires := s.Fire[w]
		if !ranged && !fires {
			continue
		}
		lacks(bands.Short == nil, "ranges."+w+".short")
		lacks(bands.Long == nil, "ranges."+w+".long")
		lacks(table.missing() != "", "fire."+w+"."+table.missing())
	}
	lacks(len(s.Combat) == 0, "combat")
	for _, w := range ruling.MeleeWeapons {
		if table, there := s.Combat[w]; there {
			lacks(table.missing() != "", "combat."+w+"."+table.missing())
		}
	}
	if m := s.Morale; m != nil {
		lacks(m.Fixed == nil, "morale.fixed")
		lacks(m.Dice == nil, "morale.dice")
		lacks(m.Bands == nil, "morale.bands")
	}
	lacks(s.Morale == nil && s.Damage == nil, "morale") // of neither soldiers nor a monster
	return all
}

// A Profile is a unit of soldiers, a hero or a monster of an army list.
type Profile struct {
	Category   string         `json:"category" in:"soldier|hero|kai-lord|magician|monster"`
	Race       string         `json:"race" in:"1..64"`
	Alignment  string         `json:"alignment" in:"good|neutral|evil"`
	Level      string         `json:"level" in:"weak|standard|veteran" default:"\"standard\""`
	Strength   int            `json:"strength" in:"1..30" default:"1"` // number of troops in a unit
	Mounted    bool           `json:"mounted" default:"false"`
	Animal     bool           `json:"animal" default:"false"` // the troop or its mount obeys Animal Communication
	Armour     string         `json:"armour" in:"none|mail|plate" default:"\"none\""`
	Shield     bool           `json:"shield" default:"false"`
	Ranged     string         `json:"ranged" in:"|sling|javelin|short-bow|long-bow|crossbow|arquebus" default:"\"\""`
	Melee      string         `json:"melee" in:"dagger|sword|axe|mace|long-sword|two-handed-axe|spear|pike|halberd"`
	Card       string         `json:"card" in:"|captain-moriel|prince-pelathar|captain-kootak|ironhide|captain-hegez|lone-wolf|akenoor|malafax|rotzon|banedon|vonotar|krasia" default:"\"\""`
	CardPoints *int           `json:"card_points" in:"0..100" default:"-"` // movement points on the hero card
	Powers     []ruling.Power `json:"powers" len:"0..23" default:"[]"`
	Survived   int            `json:"survived" in:"0..1000" default:"0"` // battles survived, for the powers of a hero
	MagicPower int            `json:"magic_power" in:"0..100" default:"0"`
	Spells     []string       `json:"spells" len:"0..60" each:"fireball|battle-madness|enchanted-aim|veil-of-protection|heal|doom-and-despair|lightning|rust|spell-theft|wings-of-ether" default:"[]"`
	Draw       int            `json:"draw" in:"0..20" default:"0"`    // number of spell cards drawn before the battle
	Sheet      string         `json:"sheet" in:"1..64"`               // id of its Game Sheet
	Value      *int           `json:"value" in:"1..1000" default:"-"` // of one troop in points (MG-HOUSE-6); nil: as its category and equipment are worth
	sheet      *Sheet
}

func (p *Profile) has(power ruling.Power) bool { return slices.Contains(p.Powers, power) }

// mastery reports whether it has mastered a weapon, by any kind of power.
func (p *Profile) mastery(weapon string) bool {
	return p.has(ruling.Power(ruling.KaiMastery+weapon)) || p.has(ruling.Power(ruling.HeroicMastery+weapon)) || p.has(ruling.Power(ruling.EvilMastery+weapon))
}

// checkComplete refuses a profile whose sheet lacks a number that a battle needs, and names
// the first.
func (p *Profile) checkComplete(g *ruling.Ground) *rules.Fault {
	s := p.sheet
	gone := s.missingFault
	if p.CardPoints == nil && s.Points.of(p.Armour) == nil {
		return gone("points." + p.Armour)
	}
	if p.Armour != "none" && p.CardPoints == nil && s.Points.None == nil {
		return gone("points.none") // Rust may remove its armour
	}
	if missing := s.Combat[p.Melee].missing(); missing != "" {
		return gone("combat." + p.Melee + "." + missing)
	}
	if p.Ranged != "" {
		if missing := s.Fire[p.Ranged].missing(); missing != "" {
			return gone("fire." + p.Ranged + "." + missing)
		}
		switch r := s.Ranges[p.Ranged]; {
		case r.Short == nil:
			return gone("ranges." + p.Ranged + ".short")
		case r.Long == nil:
			return gone("ranges." + p.Ranged + ".long")
		}
	}
	if f := s.Costs.Covers(g); f != nil {
		return gone(f.Field)
	}
	if p.Category == "soldier" {
		switch m := s.Morale; {
		case m == nil:
			return gone("morale")
		case m.Fixed == nil:
			return gone("morale.fixed")
		case m.Dice == nil:
			return gone("morale.dice")
		case m.Bands == nil:
			return gone("morale.bands")
		}
	}
	if p.Category == "monster" && s.Damage == nil {
		return gone("damage")
	}
	return nil
}
