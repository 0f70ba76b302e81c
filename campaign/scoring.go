package campaign

import (
	"fmt"
)

// maxMargins is how many steps of clear victories settings may have.
const maxMargins = 6

// A Margin gives other campaign points to victories that are clear by so many battle points.
type Margin struct {
	MinLead int `json:"least"` // battle points between the winner and the other side
	Win     int `json:"win"`   // campaign points
	Loss    int `json:"loss"`
}

func checkMargins(all []Margin) error {
	if len(all) > maxMargins {
		return refuse(Invalid, "margins", "too-long", "", "most", fmt.Sprint(maxMargins))
	}
	for i, m := range all {
		at := fmt.Sprintf("margins[%d]", i)
		switch {
		case m.MinLead < 1 || m.MinLead > 9999 || i > 0 && m.MinLead <= all[i-1].MinLead:
			return refuse(Invalid, at+".least", "not-rising", "")
		case m.Win < 0 || m.Win > 100 || m.Loss < 0 || m.Loss > 100:
			return refuse(Invalid, at+".win", "range", "", "from", "0", "to", "100")
		}
	}
	return nil
}

// PointsFor returns the campaign points that a result gives to its winner and to who lost.
func (s Settings) PointsFor(r Result) (win, loss int) {
	win, loss = s.Win, s.Loss
	if r.Forfeit {
		return win, loss - s.Penalty
	}
	if len(r.Scores) != 2 {
		return win, loss
	}
	margin := max(r.Scores[0]-r.Scores[1], r.Scores[1]-r.Scores[0])
	for _, m := range s.Margins {
		if margin >= m.MinLead {
			win, loss = m.Win, m.Loss
		}
	}
	return win, loss
}

// MaxPoints is the most campaign points that a battle can give.
func (s Settings) MaxPoints() int {
	best := max(s.Win, s.Draw, s.Loss)
	for _, m := range s.Margins {
		best = max(best, m.Win, m.Loss)
	}
	return best
}
