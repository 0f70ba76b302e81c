package magnamund

import (
	"slices"

	"oriflamme/rules"
)

// attunement is what a Kai Lord's throw before a battle gave him (MG-CAMP-2).
type attunement struct {
	Piece  int     `json:"piece"`
	Powers []Power `json:"powers"`
}

// Attune throws 1D10 for the disciplines of a Kai Lord, whose player chooses as
// many (MG-CAMP-2).
type Attune struct {
	given
	Piece string `json:"piece" in:"1..70"`
}

// Kind names the command.
func (Attune) Kind() string { return "attune" }

// Attuned is a Kai Lord with the disciplines of this battle.
type Attuned struct {
	Piece  string   `json:"piece"`
	Roll   int      `json:"roll"`
	Powers []string `json:"powers"`
}

// Kind names the event.
func (Attuned) Kind() string { return "attuned" }

// Rule is the rule that the event follows.
func (Attuned) Rule() string { return "MG-CAMP-2" }

// random holds where Kai Lords throw for their disciplines before each battle.
func (th *theatre) random() bool { return th.setup.Options["disciplines"] == "random" }

// unattuned lists the Kai Lords who have still to throw.
func (b *Battle) unattuned() (all []int) {
	if !b.random() {
		return nil
	}
	for i := range b.figures {
		done := slices.ContainsFunc(b.s.Attuned, func(a attunement) bool { return a.Piece == i })
		if b.figures[i].p.Category == "kai-lord" && !done {
			all = append(all, i)
		}
	}
	return all
}

func (b *Battle) playAttune(t *rules.Turn, c Attune) *rules.Fault {
	i := b.find(c.Piece)
	if !slices.Contains(b.unattuned(), i) || b.figures[i].seat != c.Seat {
		return rules.Breaks("MG-CAMP-2", "piece", "%q has nothing to throw for", c.Piece)
	}
	bare := *b.figures[i].p
	bare.Powers = nil
	e := Attuned{Piece: c.Piece, Roll: t.Roll("disciplines", 1, 10)[0]}
	for left := bare.chooses(); len(e.Powers) < e.Roll && len(left) > 0; {
		names := make([]string, len(left))
		for n, p := range left {
			names[n] = string(p)
		}
		n := t.Ask("MG-CAMP-2", c.Seat, "discipline", names...)
		e.Powers = append(e.Powers, names[n])
		left = slices.Delete(left, n, n+1)
	}
	t.Emit(e)
	return nil
}

func (b *Battle) applyAttuned(e Attuned) {
	a := attunement{Piece: b.find(e.Piece)}
	for _, p := range e.Powers {
		a.Powers = append(a.Powers, Power(p))
	}
	b.s.Attuned = append(b.s.Attuned, a)
	b.theatre = b.theatre.attuned(a)
}

// attuned is the theatre with a Kai Lord's disciplines; others that play on the old
// one keep it. Lone Wolf bears the weapons of his masteries (MG-R-14).
func (th *theatre) attuned(a attunement) *theatre {
	next := *th
	next.figures = slices.Clone(th.figures)
	f := &next.figures[a.Piece]
	p := *f.p
	p.Powers = a.Powers
	if p.Card == "lone-wolf" {
		p.rearm()
	}
	f.equip(&p)
	next.gifted = next.gifted || len(p.Powers) > 0
	return &next
}

// rearm gives Lone Wolf the first weapon of each kind of which he is a master, and
// his sword when there is none for melee.
func (p *Profile) rearm() {
	p.Ranged, p.Melee = "", ""
	for _, w := range loneWolfWeapons(p.Powers) {
		switch {
		case slices.Contains(meleeWeapons, w):
			if p.Melee == "" {
				p.Melee = w
			}
		case p.Ranged == "":
			p.Ranged = w
		}
	}
}
