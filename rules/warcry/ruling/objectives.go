package ruling

import (
	"oriflamme/rules"
	"oriflamme/rules/plane"
)

// placedFighter is a fighter on the battlefield.
type placedFighter struct {
	ID     string `json:"id" in:"1..200"`
	Player Player `json:"player" in:"a|b"`
	baseOrMarker
}

// objectiveFacts is an objective and the number of fighters near it.
type objectiveFacts struct {
	ID         string         `json:"id" in:"1..200"`
	Controller Player         `json:"controller" in:"a|b" default:"null" null:"true"`
	Within3    *fighterCounts `json:"within_3" default:"null" null:"true"`
	Position   *struct {
		PlanePoint
		Z rules.Dec `json:"z" in:"0..100" digits:"3" default:"0"`
	} `json:"position" default:"null" null:"true"`
}

type controlInput struct {
	Fighters   []placedFighter  `json:"fighters" len:"0..60" distinct:"id" default:"[]"`
	Objectives []objectiveFacts `json:"objectives" len:"1..20" distinct:"id"`
}

type objectiveControl struct {
	ID         string    `json:"id"`
	Within3    PerPlayer `json:"within_3"`
	Controller Player    `json:"controller"`
	Changed    bool      `json:"changed"`
}

type controlResult struct {
	Objectives []objectiveControl `json:"objectives"`
	Controlled PerPlayer          `json:"controlled"`
}

// ControlRange is the distance from an objective within which a fighter counts, in thousandths
// of an inch (WC-OBJ-2).
const ControlRange = 3 * plane.One

// Controls returns the player who controls an objective: the one with more fighters near it,
// else the one who controlled it before (WC-OBJ-2, WC-OBJ-3).
func Controls(before Player, near PerPlayer) Player {
	switch {
	case near.A > near.B:
		return "a"
	case near.B > near.A:
		return "b"
	}
	return before
}

func (in controlInput) resolve() controlResult {
	var r controlResult
	for _, o := range in.Objectives {
		var near PerPlayer
		if o.Within3 != nil {
			near = PerPlayer(*o.Within3)
		} else {
			marker := baseOrMarker{PlanePoint: o.Position.PlanePoint, Z: o.Position.Z}.plane()
			for _, f := range in.Fighters {
				if plane.Within(f.plane(), marker, ControlRange) {
					*near.Of(f.Player)++
				}
			}
		}
		now := Controls(o.Controller, near)
		if now != "" {
			*r.Controlled.Of(now)++
		}
		r.Objectives = append(r.Objectives, objectiveControl{o.ID, near, now, now != o.Controller})
	}
	return r
}

var controlObjectivesRuling = rules.CheckedRuling("control-objectives", "WC-OBJ-2 WC-OBJ-3 WC-GEN-13", "",
	func(in controlInput) *rules.Fault {
		return checkEach("objectives", in.Objectives, func(o objectiveFacts, at string) *rules.Fault {
			return rules.FirstFault(
				rules.MissingFieldIf(o.Within3 == nil && o.Position == nil, at+".within_3", "a count or a position is needed"),
				rules.OutOfRangeIf(o.Within3 != nil && o.Position != nil, at+".within_3", "a count goes without a position"),
			)
		})
	},
	func(_ *rules.Roller, in controlInput) controlResult { return in.resolve() })
