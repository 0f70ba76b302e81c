package warmachine

import "oriflamme/rules"

// playSpecial is a special action (WM-SPEC-1 to WM-SPEC-3), which may need a skill
// check (WM-SKILL-1). What a repair gives back is no rule of the book: a die of boxes.
func (b *Battle) playSpecial(t *rules.Turn, c Special) *rules.Fault {
	i := b.s.Acting
	p := &b.cards[i].p
	n := none
	for k := range p.Actions {
		if p.Actions[k].ID == c.Action {
			n = k
		}
	}
	if n == none {
		return strange("action", "%q is no action of its own", c.Action)
	}
	target, fault := b.own(c.Target, "target")
	if fault != nil {
		return fault
	}
	if b.cards[target].p.Kind != "warjack" {
		return strange("target", "only warjacks are repaired")
	}
	who, d := b.actor(c, ref{target, 0})
	if d.rule != "" {
		return d.fault("the action may not be performed")
	}
	card := &p.Actions[n]
	e := SkillRolled{Unit: b.id(who), Action: card.ID, Target: c.Target, Success: true}
	if card.Skill > 0 {
		r := checkSkill(t.Cup, skillAsked{card.Skill})
		e.Total, e.Success = r.Total, r.Success
	}
	t.Emit(e)
	if e.Success {
		b.heal(t, ref{target, 0}, t.Roll("repair", 1, card.Boxes)[0], "WM-SPEC-3")
	}
	return nil
}

// actor is the model that performs a special action: the one named, or the first
// that can. It is base to base with its target, or on a board within half an inch.
func (b *Battle) actor(c Special, target ref) (ref, denial) {
	i := b.s.Acting
	last := denial{"WM-SPEC-1", "who"}
	for k := range b.s.Act.Doing {
		r, d := ref{i, k}, &b.s.Act.Doing[k]
		if !b.up(r) || c.Who != "" && c.Who != b.cards[i].models[k] {
			continue
		}
		touches := c.Contact
		if b.board {
			touches = b.between(r, target) <= shortReach
		}
		switch {
		case b.model(r).helpless():
			last = denial{b.model(r).idle(), "who"}
		case d.Movement == run || d.Movement == charge:
			last = denial{"WM-SPEC-2", "who"}
		case d.Done || d.Attacks > 0:
			last = denial{"WM-ACTION-1", "who"}
		case !touches:
			last = denial{"WM-SPEC-3", "contact"}
		default:
			return r, denial{}
		}
	}
	return ref{}, last
}
