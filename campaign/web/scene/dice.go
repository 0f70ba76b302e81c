package scene

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/views"
)

// pending is the question about a command that waits for dice or a choice.
func (s *Scene) pending(q url.Values) views.Ask {
	p := s.Pending
	by := p.Command.By()
	a := views.Ask{Turn: p.Turn, Seat: s.side(by), Mine: len(s.Seats) > 0, Lead: s.commandLine(p.Command), Drop: s.plays(by)}
	var question *rules.Question
	if errors.As(p.Err, &question) {
		s.question(&a, question)
		return a
	}
	var need *dice.Need
	if !errors.As(p.Err, &need) {
		a.Kind, a.Title = "wait", s.Book.Say("fight.wait", "side", a.Seat)
		return a
	}
	a.Kind = "dice"
	s.diceForm(&a, p.Command, need)
	s.percentile(a.Dice, q)
	if of := rules.Seat(a.Dice.Of); p.Held != nil {
		a.Dice.At, a.Dice.Back = p.Held(of), p.Typed(of)
	}
	if !a.Mine {
		a.Kind = "wait"
		a.Title = s.Book.Say("fight.wait-dice", "side", a.Seat, "what", a.Title)
	}
	s.citesOf(&a, p.Command)
	s.outlook(&a, p.Command, p.Faces, p.Choices)
	return a
}

func (s *Scene) question(a *views.Ask, q *rules.Question) {
	a.Kind, a.Seat, a.Mine = "question", s.side(q.Seat), s.plays(q.Seat)
	a.Title = s.say(map[string]string{"seat": a.Seat}, "ask."+q.Why, "question."+q.Why, q.Why)
	if !a.Mine {
		a.Kind = "wait"
		a.Title = s.Book.Say("fight.wait-choice", "side", a.Seat, "what", a.Title)
		return
	}
	if q.Rule != "" {
		a.Why = []views.BattleNote{{Rule: s.cite(q.Rule)}}
	}
	cells := s.hexes(q.Options)
	for i, o := range q.Options {
		if at := cells[i]; at != nil {
			label := s.Book.Say("fight.place-how", "letter", at.letter, "how", s.way(s.actor(), at.x, at.y))
			a.Choices = append(a.Choices, views.Choice{Label: label, Value: strconv.Itoa(i)})
			continue
		}
		if u, ok := s.unitByID(o); ok {
			a.Choices = append(a.Choices, views.Choice{Label: u.Name, Note: s.typeOf(u), Value: strconv.Itoa(i)})
			continue
		}
		a.Choices = append(a.Choices, views.Choice{Label: s.option(q.Why, o), Value: strconv.Itoa(i)})
	}
}

// actor is the unit that a waiting command is about.
func (s *Scene) actor() string {
	acting, _ := s.atHand(nil)
	return acting
}

// lettered is an answer that is a cell, and its letter on the board.
type lettered struct {
	x, y   float64
	letter string
}

// hexes are the cells among the answers to a question, written "q,r"; nil for
// other answers, and for all of them without a board.
func (s *Scene) hexes(options []string) []*lettered {
	all := make([]*lettered, len(options))
	if s.view.Board == nil || s.view.Board.Shape == "plane" {
		return all
	}
	n := 0
	for i, o := range options {
		first, second, _ := strings.Cut(o, ",")
		x, err1 := strconv.Atoi(first)
		y, err2 := strconv.Atoi(second)
		if err1 == nil && err2 == nil {
			all[i] = &lettered{float64(x), float64(y), placeLetter(n)}
			n++
		}
	}
	return all
}

// option says an answer to a question.
func (s *Scene) option(why, o string) string {
	for _, k := range []string{"option." + why + "." + o, "option." + o, "value." + o} {
		if k = s.Game.ID + "." + k; s.Book.Has(k) {
			return s.Book.Say(k)
		}
	}
	if said := s.word(o); said != o {
		return said
	}
	return s.say(nil, "option."+o)
}

// diceForm asks for the dice of a roll that could not be settled: where several seats
// throw, for those of one.
func (s *Scene) diceForm(a *views.Ask, c rules.Command, n *dice.Need) {
	faces := n.Faces()
	owner := func(i int) rules.Seat { return rules.Thrower(n.Roll, i, c.By()) }
	of := s.asked(faces, owner)
	form := &views.DiceForm{Symbols: s.symbols(n.Roll.Why), Sides: n.Roll.Sides, Of: int(of), Roll: n.Roll.Why, Sums: s.classes(n.Roll)}
	if n.Roll.Of != nil && !s.plays(of) {
		form.Whose = s.player(of)
	}
	others := map[rules.Seat][]int{}
	for i, face := range faces {
		seat := owner(i)
		if seat != of {
			if face > 0 {
				others[seat] = append(others[seat], face)
			}
			continue
		}
		slot := views.Slot{Face: face, Next: face == 0 && form.Left == 0}
		if n.Roll.Of == nil && n.Roll.Labels != nil && n.Roll.Labels[i] != n.Roll.Why {
			slot.Label = s.say(s.figures(c), "roll."+n.Roll.Labels[i], n.Roll.Labels[i])
		}
		if face == 0 {
			form.Left++
		} else {
			for k, c := range form.Sums {
				if face >= c.From && face <= c.To {
					slot.Class, slot.Good = c.Label, quality(n.Roll, k, len(form.Sums))
				}
			}
		}
		form.Slots = append(form.Slots, slot)
	}
	for _, seat := range slices.Sorted(maps.Keys(others)) {
		other := views.OtherDice{Who: s.player(seat), Faces: others[seat]}
		if s.plays(seat) && s.Pending != nil && s.Pending.Typed != nil && s.Pending.Typed(seat) {
			other.Back = fmt.Sprintf("of:%d", seat)
		}
		form.Others = append(form.Others, other)
	}
	for left := 1; left <= form.Left && !s.ByHand; left++ {
		key := "fight.app-rolls-rest"
		if left == len(form.Slots) {
			key = "fight.app-rolls"
		}
		form.Rest = append(form.Rest, s.Book.Say(key, "n", left))
	}
	a.Dice, a.Title = form, s.rollTitle(c, n.Roll, of, len(form.Slots))
}

// rollTitle asks for the dice of a roll; where several seats throw, by the name of whose they are.
func (s *Scene) rollTitle(c rules.Command, r dice.Roll, of rules.Seat, n int) string {
	with := s.figures(c)
	with["n"] = strconv.Itoa(n)
	with["what"] = s.say(with, "roll."+r.Why, r.Why)
	with["sides"] = strconv.Itoa(r.Sides)
	with["who"] = s.player(of)
	key := "fight.roll"
	switch {
	case r.Of != nil && s.plays(of):
		key = "fight.roll-yours"
	case r.Of != nil:
		key = "fight.roll-theirs"
	case r.Sides != 6:
		key = "fight.roll-sided"
	}
	return s.Book.SayMap(key, with)
}

// asked is the seat whose dice are to be typed next: the reader's own come before the others'.
func (s *Scene) asked(faces []int, owner func(int) rules.Seat) rules.Seat {
	first := rules.Nobody
	for i, face := range faces {
		if face > 0 {
			continue
		}
		if s.plays(owner(i)) {
			return owner(i)
		}
		if first == rules.Nobody {
			first = owner(i)
		}
	}
	return first
}

// player names who plays a seat, the side where nobody is known.
func (s *Scene) player(seat rules.Seat) string {
	if int(seat) < len(s.Players) && s.Players[seat] != "" {
		return s.Players[seat]
	}
	return s.side(seat)
}

// askTens is the die of tens that was tapped, in the query.
const askTens = "tens"

// percentile asks for a single die of a hundred faces in two taps, tens and units;
// double zero is a hundred. The query holds the first.
func (s *Scene) percentile(form *views.DiceForm, q url.Values) {
	if form.Sides != 100 || form.Left != 1 {
		return
	}
	without := url.Values{}
	for k, v := range q {
		if k != askTens {
			without[k] = v
		}
	}
	tens, err := strconv.Atoi(q.Get(askTens))
	if err != nil || tens < 0 || tens > 90 || tens%10 != 0 {
		for t := 0; t < 100; t += 10 {
			next := url.Values{askTens: {strconv.Itoa(t)}}
			for k, v := range without {
				next[k] = v
			}
			form.Tens = append(form.Tens, views.TensDie{Label: fmt.Sprintf("%02d", t), Href: s.with(next)})
		}
		return
	}
	form.Chosen, form.Change = fmt.Sprintf("%02d", tens), s.with(without)
	for unit := range 10 {
		face := tens + unit
		if face == 0 {
			face = 100
		}
		form.Units = append(form.Units, face)
	}
}

// symbols are what the faces of a roll's dice show; nil for pips.
func (s *Scene) symbols(roll string) []views.Symbol {
	var all []views.Symbol
	for _, key := range s.Game.Faces[roll] {
		all = append(all, views.Symbol{Key: key, Name: s.say(nil, "value."+key, key)})
	}
	return all
}

// classes names the runs of faces that a pool tells apart by the game's phrases
// "class.<why>.<number of classes>.<class>", or "class.<why>.<class>"; nil unless it has
// words for all of them, since those of another roll would be false. Neighbours of one
// name are one run.
func (s *Scene) classes(r dice.Roll) []views.Class {
	if r.Read != dice.Pool || len(r.Cuts) == 0 {
		return nil
	}
	var cs []views.Class
	low, total := 1, len(r.Cuts)+1
	for i, cut := range append(append([]int(nil), r.Cuts...), r.Sides+1) {
		cut = min(cut, r.Sides+1)
		if cut <= low {
			continue
		}
		label := s.class(r.Why, i, total)
		switch last := len(cs) - 1; {
		case label == "":
			return nil
		case last >= 0 && cs[last].Label == label:
			cs[last].To = cut - 1
		default:
			cs = append(cs, views.Class{From: low, To: cut - 1, Label: label})
		}
		low = cut
	}
	return cs
}

func (s *Scene) class(why string, i, total int) string {
	n := strconv.Itoa(i)
	for _, k := range []string{
		s.Game.ID + ".class." + why + "." + strconv.Itoa(total) + "." + n,
		s.Game.ID + ".class." + why + "." + n,
	} {
		if s.Book.Has(k) {
			return s.Book.Say(k)
		}
	}
	return ""
}

// quality colours a die of a roll to hit; other rolls are neither good nor bad for all.
func quality(r dice.Roll, class, of int) string {
	if r.Sides == 100 {
		class = of - 1 - class // low is good
	}
	switch {
	case !strings.HasSuffix(r.Why, "hit"):
		return ""
	case class == 0:
		return "miss"
	case class == of-1 && of > 2:
		return "crit"
	}
	return "hit"
}
