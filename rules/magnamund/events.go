package magnamund

import (
	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// Deployed is a unit, hero or monster on the board.
type Deployed struct {
	Unit   string      `json:"unit"`
	Cells  []grid.Cell `json:"cells"`
	Facing grid.Facing `json:"facing"`
	Hidden bool        `json:"hidden"`
}

// SpellsDealt are the cards that a magician drew (MG-MAG-4).
type SpellsDealt struct {
	Piece string   `json:"piece"`
	Cards []string `json:"cards"`
}

// TurnBegan opens a turn with its initiative (MG-TURN-1).
type TurnBegan struct {
	Turn   int     `json:"turn"`
	Red    int     `json:"red"` // side
	Rounds [][]int `json:"rounds"`
}

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

// Wounded is a wound that a piece took or ignored (MG-WND-4).
type Wounded struct {
	Piece    string `json:"piece"`
	By       string `json:"by"`
	Location string `json:"location"`
	Severity string `json:"severity"`
	Ignored  string `json:"ignored"` // "none", "hard-as-iron" or "strength"
}

// Killed is a piece that died.
type Killed struct {
	Piece string `json:"piece"`
	By    string `json:"by"`
	Cause string `json:"cause"` // "fire", "melee", "spell", "mind-blast", "brutality", "drowned"
}

// Moved is a piece in its new place.
type Moved struct {
	Piece  string      `json:"piece"`
	Cell   grid.Cell   `json:"cell"`
	Facing grid.Facing `json:"facing"`
	Spent  int         `json:"spent"` // movement points
	Leaps  int         `json:"leaps"`
	Cause  string      `json:"cause"` // "move", "guide", "stagger", "retreat", "rout", "wings", "wings-astray", "animal", "double-attack"
}

// Left is a piece that crossed the edge of the board (MG-MOR-9).
type Left struct {
	Piece string `json:"piece"`
}

// Revealed is a hidden piece put on the board (MG-HIDE-2).
type Revealed struct {
	Piece string `json:"piece"`
}

// SkillUsed is a discipline or power used.
type SkillUsed struct {
	Piece   string `json:"piece"`
	Skill   string `json:"skill"`
	Target  string `json:"target"`
	Roll    int    `json:"roll"`
	Success bool   `json:"success"`
}

// Healed is a wound that was treated; Severity "" is none left.
type Healed struct {
	Piece    string `json:"piece"`
	Wound    int    `json:"wound"`
	Severity string `json:"severity"`
	Law      string `json:"law"`
}

// Entranced is a piece under Hypnosis (MG-EVIL-3).
type Entranced struct {
	Piece string     `json:"piece"`
	By    rules.Seat `json:"by"`
	Until int        `json:"until"` // turn
}

// SpellCast is a spell, and whether it succeeded (MG-MAG-3).
type SpellCast struct {
	Caster  string `json:"caster"`
	Spell   string `json:"spell"`
	Target  string `json:"target"`
	Chance  int    `json:"chance"`
	Roll    int    `json:"roll"`
	Success bool   `json:"success"`
}

// Enchanted is a spell that works on pieces: on whom, and until or in which turn.
type Enchanted struct {
	Spell  string   `json:"spell"` // "battle-madness", "enchanted-aim", "veil-of-protection", "rust" or "doom-and-despair"
	Pieces []string `json:"pieces"`
	Caster string   `json:"caster"`
	Phase  string   `json:"phase"`
	Turn   int      `json:"turn"`
}

// CardTaken is a spell card that changed hands (MG-SPELL-9).
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
	Morale   int    `json:"morale"` // modified
	Result   string `json:"result"`
	Brutal   bool   `json:"brutal"`

	Auras []string `json:"auras"` // met this turn, as the players of a measured battle state them
}

// Fled is the flight of a unit as the players of a measured battle state it.
type Fled struct {
	Unit string   `json:"unit"`
	Near []string `json:"near"` // units of its side that saw it rout
}

// BattleEnded ends the battle.
type BattleEnded struct {
	Winner int    `json:"winner"` // side, or -1
	Reason string `json:"reason"`
}

// Kind names the event.
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

// Rule is the rule that the event follows.
func (e Deployed) Rule() string {
	if e.Hidden {
		return "MG-HIDE-1"
	}
	return "MG-SETUP-5"
}
func (SpellsDealt) Rule() string { return "MG-MAG-4" }
func (TurnBegan) Rule() string   { return "MG-TURN-1" }
func (e StepBegan) Rule() string {
	for n, phase := range phases {
		if phase == e.Phase {
			return [...]string{"MG-PHASE-1", "MG-PHASE-2", "MG-PHASE-3", "MG-PHASE-4", "MG-PHASE-5"}[n]
		}
	}
	return "MG-TURN-1"
}
func (e Shot) Rule() string {
	switch {
	case e.Deflected:
		return "MG-SPELL-4"
	case len(e.Shooters) > 1:
		return "MG-POOL-1"
	}
	return "MG-FIRE-15"
}
func (e Struck) Rule() string {
	switch {
	case e.Parried:
		return "MG-HERO-7"
	case e.Second:
		return "MG-HERO-5"
	case len(e.Attackers) > 1:
		return "MG-CPOOL-1"
	}
	return "MG-CBT-5"
}
func (e Wounded) Rule() string {
	switch e.Ignored {
	case "hard-as-iron":
		return "MG-EVIL-2"
	case "strength":
		return "MG-HERO-8"
	}
	return "MG-WND-4"
}
func (e Killed) Rule() string {
	switch e.Cause {
	case "fire":
		return "MG-FIRE-20"
	case "melee":
		return "MG-CBT-7"
	case "spell":
		return "MG-MAG-6"
	case "mind-blast":
		return "MG-KAI-5"
	case "brutality":
		return "MG-EVIL-1"
	}
	return "MG-BLIND-4"
}
func (e Moved) Rule() string {
	switch e.Cause {
	case "guide":
		return "MG-BLIND-1"
	case "stagger":
		return "MG-BLIND-2"
	case "retreat":
		return "MG-MOR-8"
	case "rout":
		return "MG-MOR-10"
	case "wings", "wings-astray":
		return "MG-SPELL-10"
	case "animal":
		return "MG-KAI-1"
	case "double-attack":
		return "MG-HERO-5"
	}
	if e.Leaps > 0 {
		return "MG-HERO-6"
	}
	return "MG-MOVE-2"
}
func (Left) Rule() string     { return "MG-MOR-9" }
func (Revealed) Rule() string { return "MG-HIDE-2" }
func (e SkillUsed) Rule() string {
	switch e.Skill {
	case "animal-kinship":
		return "MG-KAI-1"
	case "healing":
		return "MG-KAI-3"
	case "mind-blast":
		return "MG-KAI-5"
	case "mind-shield":
		return "MG-KAI-6"
	case "mind-over-matter":
		return "MG-KAI-7"
	case "sixth-sense":
		return "MG-KAI-8"
	}
	return "MG-EVIL-3"
}
func (e Healed) Rule() string    { return e.Law }
func (Entranced) Rule() string   { return "MG-EVIL-3" }
func (e SpellCast) Rule() string { return spellBook[e.Spell].rule }
func (e Enchanted) Rule() string { return spellBook[e.Spell].rule }
func (CardTaken) Rule() string   { return "MG-SPELL-9" }
func (e Tested) Rule() string {
	switch {
	case e.Brutal:
		return "MG-EVIL-1"
	case e.Result == "carry-on":
		return "MG-MOR-7"
	case e.Result == "retreat":
		return "MG-MOR-8"
	}
	return "MG-MOR-10"
}
func (e Fled) Rule() string {
	if len(e.Near) > 0 {
		return "MG-MOR-10"
	}
	return "MG-MOR-8"
}
func (BattleEnded) Rule() string { return "MG-SCEN-1" }

var battleEvents = []rules.Event{
	Deployed{}, SpellsDealt{}, TurnBegan{}, StepBegan{}, Shot{}, Struck{}, Wounded{}, Killed{}, Moved{}, Left{}, Revealed{}, SkillUsed{},
	Healed{}, Entranced{}, SpellCast{}, Enchanted{}, CardTaken{}, Tested{}, Fled{}, Attuned{}, BattleEnded{}, Grown{}, Steeled{},
}
