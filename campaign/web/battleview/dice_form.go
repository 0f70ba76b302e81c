package battleview

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
	playviews "oriflamme/views/play"
)

// pendingAsk returns the question of a command that waits for dice or a choice.
func (s *Presenter) pendingAsk(q url.Values) playviews.Ask {
	p := s.Pending
	by := p.Command.By()
	a := playviews.Ask{Answers: p.Answers, Seat: s.side(by), Mine: len(s.Seats) > 0, Lead: s.commandLine(p.Command), Drop: s.plays(by)}
	var question *rules.Question
	if errors.As(p.Err, &question) {
		if s.fillQuestion(&a, question); a.Mine {
			s.addPlacing(&a, question, q)
		}
		return a
	}
	var need *dice.MissingError
	if !errors.As(p.Err, &need) {
		a.Kind, a.Title = "wait", s.Catalog.Say("fight.wait", "side", a.Seat)
		return a
	}
	a.Kind = "dice"
	s.fillDiceForm(&a, p.Command, need)
	s.fillPercentile(a.Dice, q)
	if of := rules.Seat(a.Dice.Of); p.Held != nil {
		a.Dice.At, a.Dice.Back = p.Held(of), p.Typed(of)
	}
	if !a.Mine {
		a.Kind = "wait"
		a.Title = s.Catalog.Say("fight.wait-dice", "side", a.Seat, "what", a.Title)
	}
	s.addRule(&a, p.Command)
	s.addOdds(&a, p.Command, p.Faces, p.Choices)
	return a
}

func (s *Presenter) fillQuestion(a *playviews.Ask, q *rules.Question) {
	a.Kind, a.Seat, a.Mine = "question", s.side(q.Seat), s.plays(q.Seat)
	a.Title = s.phrase(map[string]string{"seat": a.Seat}, "ask."+q.Why, "question."+q.Why, q.Why)
	if !a.Mine {
		a.Kind = "wait"
		a.Title = s.Catalog.Say("fight.wait-choice", "side", a.Seat, "what", a.Title)
		return
	}
	if q.Rule != "" {
		a.Notes = []playviews.BattleNote{{Rule: s.cite(q.Rule)}}
	}
	if slices.Index(q.Options, "agree") == 0 {
		a.Agreed = s.agreedLines()
	}
	places := s.letteredPlaces(q)
	for i, o := range q.Options {
		if at := places[i]; at != nil {
			label := s.Catalog.Say("fight.place-how", "letter", at.letter, "how", s.answerPlace(q, i, at))
			a.Choices = append(a.Choices, playviews.Choice{Label: label, Value: strconv.Itoa(i)})
			continue
		}
		if u, ok := s.unitByID(o); ok {
			a.Choices = append(a.Choices, playviews.Choice{Label: u.Name, Note: s.unitType(u), Value: strconv.Itoa(i)})
			continue
		}
		a.Choices = append(a.Choices, playviews.Choice{Label: s.optionText(q.Why, o), Value: strconv.Itoa(i)})
	}
}

// agreedLines says what would happen at once if who is asked to agree did so: the pending command's
// first answer is tried. It is empty when dice or another question come before.
func (s *Presenter) agreedLines() (lines []string) {
	step, err := s.tryReply(rules.Reply{})
	if err != nil {
		return nil
	}
	for _, e := range step.Events {
		lines = append(lines, s.eventLine(e))
	}
	return lines
}

// actingUnit returns the unit that the pending command is about.
func (s *Presenter) actingUnit() string {
	acting, _ := s.unitsOfCommand(nil)
	return acting
}

// answerPlace says where an answer to a question is: by its phrase if it has one, or else from the unit that moves.
func (s *Presenter) answerPlace(q *rules.Question, i int, at *letteredPlace) string {
	if o := q.Options[i]; at.stands != nil {
		if said := s.optionText(q.Why, o); said != o {
			return said
		}
	}
	unit := q.Unit
	if unit == "" {
		unit = s.actingUnit()
	}
	return s.directions(unit, at.x, at.y)
}

// A letteredPlace is a place that answers a question, with its letter on the board.
type letteredPlace struct {
	x, y   float64
	letter string
	stands []rules.Spot // on a plane: where the models would be
}

// letteredPlaces returns, for each answer to a question, the place that it stands for: on a plane where the answer would
// put models, on a board of cells the cell that it names as "q,r". It is nil for other answers.
func (s *Presenter) letteredPlaces(q *rules.Question) []*letteredPlace {
	all := make([]*letteredPlace, len(q.Options))
	if s.view.Board == nil {
		return all
	}
	n := 0
	add := func(i int, at letteredPlace) {
		at.letter = placeLetter(n)
		all[i] = &at
		n++
	}
	for i, o := range q.Options {
		if s.view.Board.Shape == "plane" {
			if len(q.Spots) > i && len(q.Spots[i]) > 0 {
				x, y := middle(q.Spots[i])
				add(i, letteredPlace{x: x, y: y, stands: q.Spots[i]})
			}
			continue
		}
		first, second, _ := strings.Cut(o, ",")
		x, err1 := strconv.Atoi(first)
		y, err2 := strconv.Atoi(second)
		if err1 == nil && err2 == nil {
			add(i, letteredPlace{x: float64(x), y: float64(y)})
		}
	}
	return all
}

// optionText returns an answer to a question in words.
func (s *Presenter) optionText(why, o string) string {
	for _, k := range []string{"option." + why + "." + o, "option." + o, "value." + o} {
		if k = s.Game.ID + "." + k; s.Catalog.Has(k) {
			return s.Catalog.Say(k)
		}
	}
	if said := s.word(o); said != o {
		return said
	}
	return s.phrase(nil, "option."+o)
}

// fillDiceForm asks for the dice of a roll. If several seats throw it, it asks for those of one seat.
func (s *Presenter) fillDiceForm(a *playviews.Ask, c rules.Command, n *dice.MissingError) {
	faces := n.Faces()
	owner := func(i int) rules.Seat { return rules.Thrower(n.Roll, i, c.By()) }
	of := s.seatToType(faces, owner)
	form := &playviews.DiceForm{Symbols: s.rollSymbols(n.Roll.Why), Sides: n.Roll.Sides, Of: int(of), Roll: n.Roll.Why, Classes: s.faceClasses(n.Roll)}
	if n.Roll.Seats != nil && !s.plays(of) {
		form.WaitingFor = s.playerName(of)
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
		slot := playviews.Slot{Face: face, Current: face == 0 && form.Left == 0}
		if n.Roll.Seats == nil && n.Roll.Labels != nil && n.Roll.Labels[i] != n.Roll.Why {
			slot.Label = s.phrase(s.figures(c), "roll."+n.Roll.Labels[i], n.Roll.Labels[i])
		}
		if face == 0 {
			form.Left++
		} else {
			for k, c := range form.Classes {
				if face >= c.From && face <= c.To {
					slot.Class, slot.Quality = c.Label, diceQuality(n.Roll, k, len(form.Classes))
				}
			}
		}
		form.Slots = append(form.Slots, slot)
	}
	for _, seat := range slices.Sorted(maps.Keys(others)) {
		other := playviews.OtherDice{Who: s.playerName(seat), Faces: others[seat]}
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
		form.RestButtons = append(form.RestButtons, s.Catalog.Say(key, "n", left))
	}
	a.Dice, a.Title = form, s.rollTitle(c, n.Roll, of, len(form.Slots))
}

// rollTitle returns the title of a form for the dice of a roll. If several seats throw, it names the player whose dice they are.
func (s *Presenter) rollTitle(c rules.Command, r dice.Roll, of rules.Seat, n int) string {
	with := s.figures(c)
	with["n"] = strconv.Itoa(n)
	with["what"] = s.phrase(with, "roll."+r.Why, r.Why)
	with["sides"] = strconv.Itoa(r.Sides)
	with["who"] = s.playerName(of)
	key := "fight.roll"
	switch {
	case r.Seats != nil && s.plays(of):
		key = "fight.roll-yours"
	case r.Seats != nil:
		key = "fight.roll-theirs"
	case r.Sides != 6:
		key = "fight.roll-sided"
	}
	return s.Catalog.SayMap(key, with)
}

// seatToType returns the seat whose dice are typed next: a seat of the reader first, then the others.
func (s *Presenter) seatToType(faces []int, owner func(int) rules.Seat) rules.Seat {
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

// playerName returns the name of a seat's player, or of its side if nobody is known.
func (s *Presenter) playerName(seat rules.Seat) string {
	if int(seat) < len(s.Players) && s.Players[seat] != "" {
		return s.Players[seat]
	}
	return s.side(seat)
}

// tensQuery is the query parameter that holds the tens die that was tapped.
const tensQuery = "tens"

// fillPercentile asks for a single die of a hundred faces in two taps, tens and units. Two zeros mean a hundred. The query
// holds the first tap.
func (s *Presenter) fillPercentile(form *playviews.DiceForm, q url.Values) {
	if form.Sides != 100 || form.Left != 1 {
		return
	}
	without := maps.Clone(q)
	delete(without, tensQuery)
	tens, err := strconv.Atoi(q.Get(tensQuery))
	if err != nil || tens < 0 || tens > 90 || tens%10 != 0 {
		for t := 0; t < 100; t += 10 {
			next := url.Values{tensQuery: {strconv.Itoa(t)}}
			maps.Copy(next, without)
			form.Tens = append(form.Tens, playviews.TensDie{Label: fmt.Sprintf("%02d", t), Href: s.address(next)})
		}
		return
	}
	form.Chosen, form.Change = fmt.Sprintf("%02d", tens), s.address(without)
	for unit := range 10 {
		face := tens + unit
		if face == 0 {
			face = 100
		}
		form.Units = append(form.Units, face)
	}
}

// rollSymbols returns the symbols on the faces of a roll's dice, or nil for dots.
func (s *Presenter) rollSymbols(roll string) []playviews.Symbol {
	var all []playviews.Symbol
	for _, key := range s.Game.Faces[roll] {
		all = append(all, playviews.Symbol{Symbol: s.Symbols[key], Name: s.phrase(nil, "value."+key, key)})
	}
	return all
}

// faceClasses returns the ranges of faces that a pool distinguishes, named by the game's phrases
// "class.<why>.<number of classes>.<class>" or "class.<why>.<class>". It returns nil unless there is a phrase for every class,
// since those of another roll would be wrong. Neighbouring classes of the same name become one range.
func (s *Presenter) faceClasses(r dice.Roll) []playviews.Class {
	if r.Read != dice.Pool || len(r.Cuts) == 0 {
		return nil
	}
	var cs []playviews.Class
	low, total := 1, len(r.Cuts)+1
	for i, cut := range append(append([]int(nil), r.Cuts...), r.Sides+1) {
		cut = min(cut, r.Sides+1)
		if cut <= low {
			continue
		}
		label := s.className(r.Why, i, total)
		switch last := len(cs) - 1; {
		case label == "":
			return nil
		case last >= 0 && cs[last].Label == label:
			cs[last].To = cut - 1
		default:
			cs = append(cs, playviews.Class{From: low, To: cut - 1, Label: label})
		}
		low = cut
	}
	return cs
}

func (s *Presenter) className(why string, i, total int) string {
	n := strconv.Itoa(i)
	for _, k := range []string{
		s.Game.ID + ".class." + why + "." + strconv.Itoa(total) + "." + n,
		s.Game.ID + ".class." + why + "." + n,
	} {
		if s.Catalog.Has(k) {
			return s.Catalog.Say(k)
		}
	}
	return ""
}

// diceQuality returns the style of a die of a roll to hit, or "" for other rolls, which are neither good nor bad for everybody.
func diceQuality(r dice.Roll, class, of int) string {
	if r.Sides == 100 {
		class = of - 1 - class // low results are good
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
