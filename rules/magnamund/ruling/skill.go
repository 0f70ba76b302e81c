package ruling

import (
	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// Chances of skills in percent, ranges in cells, and uses (MG-KAI-1 to MG-KAI-8).
const (
	AnimalChance      = 40
	HealingChance     = 50
	shieldChance      = 50
	matterChance      = 30
	SixthSenseChance  = 50
	AnimalRange       = 4
	HealingsPerBattle = 3
)

// AnimalInput is Animal Communication with an animal, a mount or a monster.
type AnimalInput struct {
	Phase         string `json:"phase" in:"fire-1|movement|fire-2|combat|morale"`
	ShotThisPhase bool   `json:"shot_this_phase" default:"false"`
	Target        string `json:"target" in:"animal|mount|monster"`
	Distance      int    `json:"distance" in:"0..200"`
	Arrival       *struct {
		From     grid.Cell `json:"from"`
		To       grid.Cell `json:"to"`
		Occupied bool      `json:"occupied" default:"false"`
		Facing   string    `json:"facing" in:"n|e|s|w" default:"-"`
	} `json:"arrival" default:"-"`
}

type animalResult struct {
	Roll    int                `json:"roll"`
	Success bool               `json:"success"`
	Cell    *grid.Cell         `json:"cell"`
	Facing  rules.NullableText `json:"facing"`
}

// Check refuses a use at the wrong time, out of range or to a cell that is not allowed.
func (in AnimalInput) Check() *rules.Fault {
	const rule = "MG-KAI-1"
	if f := rules.FirstFault(
		rules.ForbidIf(in.Phase != "fire-1", rule, "phase", "it is used in Fire 1"),
		rules.ForbidIf(in.ShotThisPhase, rule, "shot_this_phase", "it takes the place of a shot"),
		rules.ForbidIf(in.Target == "monster", rule, "target", "monsters are not animals"),
		rules.ForbidIf(in.Distance < 1 || in.Distance > AnimalRange, rule, "distance", "the animal is too far away"),
	); f != nil || in.Arrival == nil {
		return f
	}
	way := grid.Distance(in.Arrival.From, in.Arrival.To)
	return rules.FirstFault(
		rules.ForbidIf(way > 1, rule, "arrival.to", "it moves to an adjacent cell"),
		rules.ForbidIf(in.Arrival.Occupied && way > 0, rule, "arrival.occupied", "the cell is not free"),
	)
}

var animalCommunicationRuling = rules.CheckedRuling("animal-communication", "MG-KAI-1 MG-DIST-4 MG-AMB-42", "success", AnimalInput.Check,
	func(c *rules.Roller, in AnimalInput) (r animalResult) {
		r.Roll, r.Success = ThrowPercent(c, "skill", AnimalChance)
		if r.Success && in.Arrival != nil {
			r.Cell, r.Facing = &in.Arrival.To, rules.NullableText(in.Arrival.Facing)
		}
		return r
	})

// HealingInput is the discipline of Healing, used on a wound.
type HealingInput struct {
	Phase           string `json:"phase" in:"fire-1|movement|fire-2|combat|morale"`
	Uses            int    `json:"uses" in:"0..10" default:"0"`
	ShotThisPhase   bool   `json:"shot_this_phase" default:"false"`
	PatientCategory string `json:"patient_category" in:"soldier|hero|kai-lord|magician|monster"`
	Distance        int    `json:"distance" in:"0..200"`
	Wound           Wound  `json:"wound"`
}

type healingResult struct {
	Roll       int    `json:"roll"`
	Success    bool   `json:"success"`
	WoundAfter *Wound `json:"wound_after"`
	UsesAfter  int    `json:"uses_after"`
}

// Check refuses a use at the wrong time, out of range or too often.
func (in HealingInput) Check() *rules.Fault {
	const rule = "MG-KAI-3"
	return rules.FirstFault(
		rules.ForbidIf(in.Phase != "fire-1", rule, "phase", "it is used in Fire 1"),
		rules.ForbidIf(in.Uses >= HealingsPerBattle, rule, "uses", "it is used up"),
		rules.ForbidIf(in.ShotThisPhase, rule, "shot_this_phase", "it takes the place of a shot"),
		rules.ForbidIf(in.PatientCategory == "soldier", rule, "patient_category", "soldiers carry no wounds"),
		rules.ForbidIf(in.Distance > 1, rule, "distance", "the patient is not adjacent"),
		rules.ForbidIf(in.Wound.deadly(), rule, "wound", "the patient is dead"),
	)
}

// HealedByKai is a wound after the discipline of Healing: light and plain wounds disappear,
// others become one step less severe (MG-KAI-3).
func (w Wound) HealedByKai() *Wound {
	if w.Severity == "wound" {
		return nil
	}
	return w.Worsen(-1)
}

var healingRuling = rules.CheckedRuling("healing", "MG-KAI-3 MG-AMB-45", "success", HealingInput.Check,
	func(c *rules.Roller, in HealingInput) (r healingResult) {
		r.Roll, r.Success = ThrowPercent(c, "skill", HealingChance)
		r.WoundAfter, r.UsesAfter = &in.Wound, in.Uses+1
		if r.Success {
			r.WoundAfter = in.Wound.HealedByKai()
		}
		return r
	})

// MindOverMatterInput is Mind over Matter, used against a volley.
type MindOverMatterInput struct {
	Projectiles  int     `json:"projectiles" in:"1..200"`
	CellDistance int     `json:"cell_distance" in:"0..200" default:"1"`
	Poisoned     bool    `json:"poisoned" default:"false"`
	TroopInCell  *Victim `json:"piece_in_cell" default:"-"`
}

// MindOverMatterResult is what became of the volley.
type MindOverMatterResult struct {
	Roll        int  `json:"roll"`
	Deflected   bool `json:"deflected"`
	HitsOnTroop int  `json:"hits_on_piece"`
	HitResult
}

func (in MindOverMatterInput) check() *rules.Fault {
	if f := rules.ForbidIf(in.CellDistance != 1, "MG-KAI-7", "cell_distance", "the cell is not adjacent to the Kai Lord"); f != nil || in.TroopInCell == nil {
		return f
	}
	return in.TroopInCell.check("piece_in_cell")
}

var mindOverMatterRuling = rules.CheckedRuling("mind-over-matter", "MG-KAI-7 MG-EVIL-7 MG-AMB-54", "outcome", MindOverMatterInput.check,
	func(c *rules.Roller, in MindOverMatterInput) MindOverMatterResult { return in.Resolve(c) })

// Resolve throws against the volley. A deflected volley hits the troop in the chosen cell
// once (MG-KAI-7, ruling MG-AMB-54).
func (in MindOverMatterInput) Resolve(c *rules.Roller) (r MindOverMatterResult) {
	r.Outcome = "not-deflected"
	if r.Roll, r.Deflected = ThrowPercent(c, "skill", matterChance); !r.Deflected {
		return r
	}
	if in.TroopInCell == nil {
		r.Outcome = "empty-cell"
		return r
	}
	hitTroop := *in.TroopInCell
	r.HitsOnTroop, r.HitResult = 1, HitSource{"ranged", in.Poisoned}.Hit(c, &hitTroop, false)
	return r
}

type hiddenInput struct {
	Troops     []hiddenTroop `json:"pieces" len:"0..200"`
	SixthSense bool          `json:"sixth_sense" default:"false"`
}

type hiddenTroop struct {
	ID    string `json:"id" in:"1..64"`
	Event string `json:"event" in:"none|shoots|moves-in-open|seen-after-enemy-move|moves-unseen|new-turn" default:"\"none\""`
}

type hiddenResult struct {
	Roll        *int     `json:"roll"`
	Sensed      bool     `json:"sensed"`
	Placed      []string `json:"placed"`
	StillHidden []string `json:"still_hidden"`
}

func (in hiddenInput) check() *rules.Fault {
	return rules.FirstFault(
		rules.RepeatedID("pieces", in.Troops, func(p hiddenTroop) string { return p.ID }),
		rules.ForbidIf(in.SixthSense && len(in.Troops) == 0, "MG-KAI-8", "sixth_sense", "nobody is hidden"),
	)
}

// reveals reports whether an event puts a hidden troop on the board (MG-HIDE-2, ruling
// MG-AMB-55).
func reveals(event string) bool {
	return event == "shoots" || event == "moves-in-open" || event == "seen-after-enemy-move"
}

var hiddenTroopsRuling = rules.CheckedRuling("hidden-troops", "MG-HIDE-1 MG-HIDE-2 MG-KAI-8 MG-AMB-55", "sensed", hiddenInput.check,
	func(c *rules.Roller, in hiddenInput) (r hiddenResult) {
		if in.SixthSense {
			roll, sensed := ThrowPercent(c, "skill", SixthSenseChance)
			r.Roll, r.Sensed = &roll, sensed
		}
		for _, p := range in.Troops {
			if r.Sensed || reveals(p.Event) {
				r.Placed = append(r.Placed, p.ID)
			} else {
				r.StillHidden = append(r.StillHidden, p.ID)
			}
		}
		return r
	})
