package magnamund

import (
	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// Deployed is a unit, hero or monster that is deployed.
type Deployed struct {
	Unit   string      `json:"unit"`
	Cells  []grid.Cell `json:"cells"`
	Facing grid.Facing `json:"facing"`
	Hidden bool        `json:"hidden"`
}

// SpellsDealt are the cards that a magician drew (MG-MAG-4).
type SpellsDealt struct {
	Troop string   `json:"piece"`
	Cards []string `json:"cards"`
}

// TurnBegan opens a turn with its initiative (MG-TURN-1).
type TurnBegan struct {
	Turn   int     `json:"turn"`
	Red    int     `json:"red"` // side that won the initiative
	Rounds [][]int `json:"rounds"`
}

// TurnOf returns the side that won the initiative, in a battle of two its seat: it acts first.
func (e TurnBegan) TurnOf() rules.Seat { return rules.Seat(e.Red) }

// StepBegan opens the step of a side in a phase (MG-TURN-4).
type StepBegan struct {
	Phase string `json:"phase"`
	Side  int    `json:"side"`
}

// Shot is fire, single or pooled.
type Shot struct {
	Shooters  []string `json:"shooters"`
	Target    string   `json:"target"`
	Percent   int      `json:"percent"` // final, or the total of a pool
	Hits      int      `json:"hits"`
	Deflected bool     `json:"deflected"`
}

// Struck is an attack in melee, single or pooled.
type Struck struct {
	Attackers []string `json:"attackers"`
	Target    string   `json:"target"`
	Percent   int      `json:"percent"`
	Hits      int      `json:"hits"`
	Parried   bool     `json:"parried"`
	Aspect    string   `json:"aspect"`
	Second    bool     `json:"second"`
}

// Wounded is a wound that a troop suffered or ignored (MG-WND-4).
type Wounded struct {
	Troop    string `json:"piece"`
	By       string `json:"by"`
	Location string `json:"location"`
	Severity string `json:"severity"`
	Ignored  string `json:"ignored"` // "none", "hard-as-iron" or "strength"
}

// Killed is a troop that died.
type Killed struct {
	Troop string `json:"piece"`
	By    string `json:"by"`
	Cause string `json:"cause"` // "fire", "melee", "spell", "mind-blast", "brutality", "drowned"
}

// Moved is a troop at its new place.
type Moved struct {
	Troop  string      `json:"piece"`
	Cell   grid.Cell   `json:"cell"`
	Facing grid.Facing `json:"facing"`
	Spent  int         `json:"spent"` // movement points
	Leaps  int         `json:"leaps"`
	Cause  string      `json:"cause"` // "move", "guide", "stagger", "retreat", "rout", "wings", "wings-astray", "animal", "double-attack"
}

// Left is a troop that left the board over its edge (MG-MOR-9).
type Left struct {
	Troop string `json:"piece"`
}

// Revealed is a hidden troop that is put on the board (MG-HIDE-2).
type Revealed struct {
	Troop string `json:"piece"`
}

// SkillUsed is the use of a discipline or power.
type SkillUsed struct {
	Troop   string `json:"piece"`
	Skill   string `json:"skill"`
	Target  string `json:"target"`
	Roll    int    `json:"roll"`
	Success bool   `json:"success"`
}

// Healed is a wound that was treated; Severity "" means that it is gone.
type Healed struct {
	Troop    string `json:"piece"`
	Wound    int    `json:"wound"`
	Severity string `json:"severity"`
	Law      string `json:"law"`
}

// Entranced is a troop under Hypnosis (MG-EVIL-3).
type Entranced struct {
	Troop string     `json:"piece"`
	By    rules.Seat `json:"by"`
	Until int        `json:"until"` // last turn
}

// SpellCast is a spell that was cast, and whether it succeeded (MG-MAG-3).
type SpellCast struct {
	Caster  string `json:"caster"`
	Spell   string `json:"spell"`
	Target  string `json:"target"`
	Chance  int    `json:"chance"`
	Roll    int    `json:"roll"`
	Success bool   `json:"success"`
}

// Enchanted is a lasting spell: the troops that it affects, and until or in which turn.
type Enchanted struct {
	Spell  string   `json:"spell"` // "battle-madness", "enchanted-aim", "veil-of-protection", "rust" or "doom-and-despair"
	Troops []string `json:"pieces"`
	Caster string   `json:"caster"`
	Phase  string   `json:"phase"`
	Turn   int      `json:"turn"`
}

// CardTaken is a spell card that another magician took (MG-SPELL-9).
type CardTaken struct {
	From string `json:"from"`
	To   string `json:"to"`
	Card string `json:"card"`
}

// Tested is a morale test (MG-MOR-6).
type Tested struct {
	Unit     string `json:"unit"`
	Trigger  string `json:"trigger"`
	Modifier int    `json:"modifier"`
	Morale   int    `json:"morale"` // with modifiers
	Result   string `json:"result"`
	Brutal   bool   `json:"brutal"`

	Auras []string `json:"auras"` // heroes whose aura it met this turn, stated at a measured table
}

// Fled is the flight of a unit, stated at a measured table.
type Fled struct {
	Unit string   `json:"unit"`
	Near []string `json:"near"` // friendly units that saw it rout
}

// BattleEnded is the end of the battle.
type BattleEnded struct {
	Winner int    `json:"winner"` // side, or -1
	Reason string `json:"reason"`
}

// Kind returns the kind of the event in JSON.
func (Deployed) Kind() string    { return "deployed" }
func (SpellsDealt) Kind() string { return "spells-dealt" }
func (TurnBegan) Kind() string   { return "turn-began" }
func (StepBegan) Kind() string   { return "step-began" }
func (Shot) Kind() string        { return "shot" }
func (Struck) Kind() string      { return "struck" }
func (Wounded) Kind() string     { return "wounded" }
func (Killed) Kind() string      { return "killed" }
func (Moved) Kind() string       { return "moved" }
func (Left) Kind() string        { return "left" }
func (Revealed) Kind() string    { return "revealed" }
func (SkillUsed) Kind() string   { return "skill-used" }
func (Healed) Kind() string      { return "healed" }
func (Entranced) Kind() string   { return "entranced" }
func (SpellCast) Kind() string   { return "spell-cast" }
func (Enchanted) Kind() string   { return "enchanted" }
func (CardTaken) Kind() string   { return "card-taken" }
func (Tested) Kind() string      { return "tested" }
func (Fled) Kind() string        { return "fled" }
func (BattleEnded) Kind() string { return "battle-ended" }

var battleEvents = []rules.Event{
	Deployed{}, SpellsDealt{}, TurnBegan{}, StepBegan{}, Shot{}, Struck{}, Wounded{}, Killed{}, Moved{}, Left{}, Revealed{}, SkillUsed{},
	Healed{}, Entranced{}, SpellCast{}, Enchanted{}, CardTaken{}, Tested{}, Fled{}, Attuned{}, BattleEnded{}, Grown{}, Steeled{}, Declined{}, Met{}, CoverStated{}, FormationStated{}, RankStated{}, MustCloseUp{}, Amended{}, Corrected{},
}
