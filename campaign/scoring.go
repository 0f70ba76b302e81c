package campaign

import (
	"fmt"
)

// mostMargins is how many steps of clear victories settings may have.
const mostMargins = 6

// A Margin gives other campaign points to victories that are clear by so many battle points.
type Margin struct {
	Least int `json:"least"` // battle points between the winner and the other side
	Win   int `json:"win"`   // campaign points
	Loss  int `json:"loss"`
}

func checkMargins(all []Margin) error {
	if len(all) > mostMargins {
		return refuse(Invalid, "margins", "too-long", "", "most", fmt.Sprint(mostMargins))
	}
	for i, m := range all {
		at := fmt.Sprintf("margins[%d]", i)
		switch {
		case m.Least < 1 || m.Least > 9999 || i > 0 && m.Least <= all[i-1].Least:
			return refuse(Invalid, at+".least", "not-rising", "")
		case m.Win < 0 || m.Win > 100 || m.Loss < 0 || m.Loss > 100:
			return refuse(Invalid, at+".win", "range", "", "from", "0", "to", "100")
		}
	}
	return nil
}

// Award returns the campaign points that a result gives to its winner and to who lost.
func (s Settings) Award(r Result) (win, loss int) {
	win, loss = s.Win, s.Loss
	if r.Forfeit {
		return win, loss - s.Penalty
	}
	if len(r.Scores) != 2 {
		return win, loss
	}
	margin := max(r.Scores[0]-r.Scores[1], r.Scores[1]-r.Scores[0])
	for _, m := range s.Margins {
		if margin >= m.Least {
			win, loss = m.Win, m.Loss
		}
	}
	return win, loss
}

// Best is the most campaign points that a battle can give.
func (s Settings) Best() int {
	best := max(s.Win, s.Draw, s.Loss)
	for _, m := range s.Margins {
		best = max(best, m.Win, m.Loss)
	}
	return best
}
