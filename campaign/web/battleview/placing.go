package battleview

import (
	"errors"
	"math"
	"net/url"
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// Query parameters of a place that a person points at: coordinates in the units of the board, and degrees.
const (
	placeXQuery      = "px"
	placeYQuery      = "py"
	placeTurnQuery   = "turn"
	placeTurnByQuery = "by"
)

// turnStep is the angle in degrees by which one press turns a unit.
const turnStep = 15

// addPlacing lets a person answer a question with any place of the board, beside those that it proposes. A place that was
// pointed at is shown: as the first answer if the rules allow it, or with the fault if they do not.
func (s *Presenter) addPlacing(a *playviews.Ask, question *rules.Question, q url.Values) {
	placer, places := s.Battle.(rules.ReplyPlacer)
	if !places || s.view.Board == nil || s.view.Board.Shape != "plane" || len(question.Spots) == 0 || len(question.Spots[0]) == 0 ||
		question.Shape != rules.ShapePoint && question.Shape != rules.ShapeStands {
		return
	}
	first := question.Spots[0]
	x, y := middle(first)
	form := &playviews.PlacingForm{Turns: question.Shape == rules.ShapeStands}
	turn := math.Round(first[0].Turn)
	if px, err := strconv.ParseFloat(q.Get(placeXQuery), 64); err == nil {
		x = px
	}
	py, err := strconv.ParseFloat(q.Get(placeYQuery), 64)
	pointed := err == nil
	if pointed {
		y = py
	}
	if to, err := strconv.ParseFloat(q.Get(placeTurnQuery), 64); err == nil {
		turn = to
	}
	if by, err := strconv.ParseFloat(q.Get(placeTurnByQuery), 64); err == nil {
		turn += by
	}
	if turn = math.Mod(turn, 360); turn < 0 {
		turn += 360
	}
	form.X, form.Y, form.Turn = formatCoordinate(x), formatCoordinate(y), formatCoordinate(turn)
	form.Left, form.Right = formatCoordinate(turnStep), formatCoordinate(-turnStep)
	a.Placing = form
	if !pointed {
		return
	}
	value, at, fault := placer.ReplyAt(question, []rules.Spot{{X: x, Y: y, Turn: turn}})
	if fault == nil {
		fault = s.replyFault(rules.Reply{Value: value})
	}
	if fault != nil {
		a.Faults = []views.FaultLine{s.FaultLine(fault)}
		return
	}
	x, y = middle(at)
	a.Placed = &playviews.Choice{Label: s.Catalog.Say("fight.place-here"), Note: s.directions(question.Unit, x, y), Value: string(value)}
	s.placedValue, s.placed = string(value), &letteredPlace{x: x, y: y, stands: at}
}

// replyFault returns the fault with which the pending command would refuse a reply, or nil.
func (s *Presenter) replyFault(r rules.Reply) *rules.Fault {
	_, err := s.tryReply(r)
	var fault *rules.Fault
	if errors.As(err, &fault) {
		return fault
	}
	return nil
}

// tryReply plays the pending command on a copy of the battle with one reply more.
func (s *Presenter) tryReply(r rules.Reply) (rules.Step, error) {
	_, step, err := rules.Play(s.Battle, s.Pending.Command, dice.NewTape(s.Pending.Faces...), rules.ChooseFrom(append(slices.Clip(s.Pending.Choices), r)))
	return step, err
}

// formatCoordinate writes a coordinate with at most two decimals, with a point, as a field of a form reads it.
func formatCoordinate(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
}
