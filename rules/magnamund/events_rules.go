package magnamund

import (
	"cmp"
	"slices"

	"oriflamme/rules/magnamund/ruling"
)

// Rule returns the rule that the event follows.
func (e Deployed) Rule() string {
	if e.Hidden {
		return "MG-HIDE-1"
	}
	return "MG-SETUP-5"
}

func (SpellsDealt) Rule() string { return "MG-MAG-4" }

func (TurnBegan) Rule() string { return "MG-TURN-1" }

func (e StepBegan) Rule() string {
	if n := slices.Index(ruling.Phases[:], e.Phase); n >= 0 {
		return [...]string{"MG-PHASE-1", "MG-PHASE-2", "MG-PHASE-3", "MG-PHASE-4", "MG-PHASE-5"}[n]
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

func (e Wounded) Rule() string { return cmp.Or(woundRules[e.Ignored], "MG-WND-4") }

// woundRules names the rules by which a wound is ignored.
var woundRules = map[string]string{"hard-as-iron": "MG-EVIL-2", "strength": "MG-HERO-8"}

func (e Killed) Rule() string { return cmp.Or(killRules[e.Cause], "MG-BLIND-4") }

// killRules names the rules of causes of death.
var killRules = map[string]string{
	"fire": "MG-FIRE-20", "melee": "MG-CBT-7", "spell": "MG-MAG-6", "mind-blast": "MG-KAI-5", "brutality": "MG-EVIL-1",
}

func (e Moved) Rule() string {
	if rule, found := moveRules[e.Cause]; found {
		return rule
	}
	if e.Leaps > 0 {
		return "MG-HERO-6"
	}
	return "MG-MOVE-2"
}

// moveRules names the rules of the causes of moves.
var moveRules = map[string]string{
	"guide": "MG-BLIND-1", "stagger": "MG-BLIND-2", "retreat": "MG-MOR-8", "rout": "MG-MOR-10",
	"wings": "MG-SPELL-10", "wings-astray": "MG-SPELL-10", "animal": "MG-KAI-1", "double-attack": "MG-HERO-5",
}

func (Left) Rule() string { return "MG-MOR-9" }

func (Revealed) Rule() string { return "MG-HIDE-2" }

func (e SkillUsed) Rule() string { return cmp.Or(skillRules[e.Skill], "MG-EVIL-3") }

// skillRules names the rules of disciplines and powers in use.
var skillRules = map[string]string{
	"animal-kinship": "MG-KAI-1", "healing": "MG-KAI-3", "mind-blast": "MG-KAI-5", "mind-shield": "MG-KAI-6", "mind-over-matter": "MG-KAI-7",
	"sixth-sense": "MG-KAI-8",
}

func (e Healed) Rule() string { return e.Law }

func (Entranced) Rule() string { return "MG-EVIL-3" }

func (e SpellCast) Rule() string { return ruling.Spells[e.Spell].Rule }

func (e Enchanted) Rule() string { return ruling.Spells[e.Spell].Rule }

func (CardTaken) Rule() string { return "MG-SPELL-9" }

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

func (e BattleEnded) Rule() string {
	if e.Reason == "losses" {
		return lossesRule
	}
	return "MG-SCEN-1"
}
