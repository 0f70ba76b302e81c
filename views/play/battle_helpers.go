package play

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"oriflamme/views"
)

func anyCounter(sides []BattleSide) bool {
	return slices.ContainsFunc(sides, func(s BattleSide) bool { return len(nonZeroCounters(s.Counters)) > 0 })
}

func faceList(faces []int) string {
	parts := make([]string, len(faces))
	for i, f := range faces {
		parts[i] = strconv.Itoa(f)
	}
	return strings.Join(parts, ", ")
}

// faceMeaning returns what a face means, for the slot that a tap fills in.
func (d DiceForm) faceMeaning(face int) string {
	for _, c := range d.Classes {
		if face >= c.From && face <= c.To {
			return c.Label
		}
	}
	return ""
}

func (c Class) span() string {
	if c.From == c.To {
		return strconv.Itoa(c.From)
	}
	return strconv.Itoa(c.From) + "–" + strconv.Itoa(c.To)
}

// cell returns the square of a unit, as the area to touch.
func (u BoardUnit) cell() string {
	half := u.R / .84
	return fmt.Sprintf("M%.2f %.2fh%.2fv%.2fh%.2fz", u.X-half, u.Y-half, 2*half, 2*half, -2*half)
}

// frontPath returns a wedge at the front of a unit, which shows the direction it faces.
func (u BoardUnit) frontPath() string {
	return fmt.Sprintf("M%.2f %.2fl%.2f %.2fh%.2fz", u.X, u.Y-u.R*1.18, u.R*.45, u.R*.42, -u.R*.9)
}

// span returns a length on a large board as a length of SVG.
func (m Board) span(length float64) string { return fmt.Sprintf("%grem", m.Rem*length) }

func (u BoardUnit) turn() string {
	return fmt.Sprintf("rotate(%.1f %.3f %.3f)", u.Turn, u.X, u.Y)
}

// size returns the height of the letter on a unit.
func (u BoardUnit) size() float64 {
	if len(u.Letter) > 1 {
		return u.R * 1.9 / float64(len(u.Letter))
	}
	if u.H > 0 {
		return min(u.W, u.H) * .8
	}
	return u.R * 1.1
}

// nonZeroCounters returns the counters of a side that are not zero.
func nonZeroCounters(all []BattleCounter) []BattleCounter {
	var some []BattleCounter
	for _, c := range all {
		if c.Value != 0 || len(c.Faces) > 0 {
			some = append(some, c)
		}
	}
	return some
}

// playerOrSide names a side by its players, where they are known.
func (s BattleSide) playerOrSide() string {
	if s.Player != "" {
		return s.Player
	}
	return s.Name
}

// longWord is the length of the longest word that fits beside a score on a phone. Longer names go below the score, and so do all names when a score
// has three digits.
const longWord = 8

// namesBeneath reports whether the names go below the scores on a phone.
func namesBeneath(sides []BattleSide) bool {
	for _, s := range sides {
		if s.Score > 99 || s.Score < -9 {
			return true
		}
		for _, word := range strings.Fields(s.playerOrSide()) {
			if utf8.RuneCountInString(word) > longWord {
				return true
			}
		}
	}
	return false
}

// maxConsequences is the number of events of the last command shown above the question; the log has all.
const maxConsequences = 5

// lastCommand returns the last command and its events, from the newest page of the log.
func (l Log) lastCommand() (command LogLine, came []LogLine) {
	if l.Newer != "" {
		return LogLine{}, nil
	}
	for _, line := range l.Lines {
		switch {
		case line.Pending:
			continue
		case command.Text == "" && line.IsCommand:
			command = line
		case line.Step != command.Step:
			return command, came[max(0, len(came)-maxConsequences):]
		default:
			came = append(came, line)
		}
	}
	return command, came[max(0, len(came)-maxConsequences):]
}

// left returns the part of a track that is not lost or spent.
func (t TrackLine) left() int { return max(0, t.Max-t.Now) }

// text says how much is left, in the game's own word.
func (t TrackLine) text(f views.Frame) string {
	return f.Say("fight.left-of", "what", t.Label, "n", t.left(), "of", t.Max)
}
