package magnamund

import "oriflamme/rules/magnamund/ruling"

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
	for n, phase := range ruling.Phases {
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

func (Left) Rule() string { return "MG-MOR-9" }

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

func (BattleEnded) Rule() string { return "MG-SCEN-1" }
