package warmachine

import "oriflamme/rules"

// playSpecial is a special action (WM-SPEC-1 to WM-SPEC-3), which may need a skill
// check (WM-SKILL-1). What a repair gives back is no rule of the book: a die of boxes.
func (b *Battle) playSpecial(t *rules.Turn, c Special) *rules.Fault {
	i := b.s.Acting
	p := &b.info[i].profile
	n := noUnit
	for k := range p.Actions {
		if p.Actions[k].ID == c.Action {
			n = k
		}
	}
	if n == noUnit {
		return BadValue("action", "%q is no action of its own", c.Action)
	}
	target, fault := b.ownUnit(c.Target, "target")
	if fault != nil {
		return fault
	}
	if b.info[target].profile.Kind != "warjack" {
		return BadValue("target", "only warjacks are repaired")
	}
	who, d := b.actor(c, modelRef{target, 0})
	if d.rule != "" {
		return d.fault("the action may not be performed")
	}
	profile := &p.Actions[n]
	e := SkillRolled{Unit: b.id(who), Action: profile.ID, Target: c.Target, Success: true}
	if profile.Skill > 0 {
		r := CheckSkill(t.Roller, SkillInput{profile.Skill})
		e.Total, e.Success = r.Total, r.Success
	}
	t.Emit(e)
	if e.Success {
		b.heal(t, modelRef{target, 0}, t.Roll("repair", 1, profile.Boxes)[0], "WM-SPEC-3")
	}
	return nil
}

// actor is the model that performs a special action: the one named, or the first
// that can. It is base to base with its target, or on a board within half an inch.
func (b *Battle) actor(c Special, target modelRef) (modelRef, refusal) {
	i := b.s.Acting
	last := refusal{"WM-SPEC-1", "who"}
	for k := range b.s.Activation.Models {
		r, d := modelRef{i, k}, &b.s.Activation.Models[k]
		if !b.modelInPlay(r) || c.Who != "" && c.Who != b.info[i].models[k] {
			continue
		}
		touches := c.Contact
		if b.board {
			touches = b.distance(r, target) <= shortReach
		}
		switch {
		case b.model(r).helpless():
			last = refusal{b.model(r).idleRule(), "who"}
		case d.Movement == Run || d.Movement == Charge:
			last = refusal{"WM-SPEC-2", "who"}
		case d.Done || d.Attacks > 0:
			last = refusal{"WM-ACTION-1", "who"}
		case !touches:
			last = refusal{"WM-SPEC-3", "contact"}
		default:
			return r, refusal{}
		}
	}
	return modelRef{}, last
}
