package ruling

import "oriflamme/rules"

// PlacementInput is a model placed at a point, with the models and terrain around it.
type PlacementInput struct {
	Disc
	Others            []Disc    `json:"others" len:"0..100" default:"[]"`
	Terrain           []Barrier `json:"terrain" len:"0..40" default:"[]"`
	Room              bool      `json:"room" default:"true"`
	FriendlyTrooper   bool      `json:"friendly_trooper" default:"false"`
	Commander         bool      `json:"commander" default:"false"`
	InFormationBefore bool      `json:"in_formation_before" default:"true"`
	InFormationAfter  bool      `json:"in_formation_after" default:"true"`
	PlacingPlayer     string    `json:"placing_player" in:"1..80" default:"\"placing-player\""`
}

// Barrier is terrain on which a model may not be placed.
type Barrier struct {
	Kind    string  `json:"kind" in:"impassable|obstacle|obstruction|rough"`
	Polygon Polygon `json:"polygon" len:"3..12"`
}

// PlacementResult is whether a model may be placed, with the rules that it breaks.
type PlacementResult struct {
	Legal       bool     `json:"legal"`
	Violations  []Breach `json:"violations"`
	Moved       bool     `json:"moved"`
	Advanced    bool     `json:"advanced"`
	FreeStrikes bool     `json:"free_strikes_possible"`
	FacingBy    string   `json:"facing_chosen_by"`
}

func (in PlacementInput) check() *rules.Fault {
	return EachFault(in.Terrain, func(i int, t Barrier) *rules.Fault { return t.Polygon.checkConvex("terrain", i) })
}

// Resolve checks whether a model may be placed (WM-PLACE-2, WM-PLACE-3, WM-PLACE-5, ruling
// A placed model has not moved, so no enemy makes a free strike (WM-PLACE-1).
func (in PlacementInput) Resolve() PlacementResult {
	var broken breachList
	broken.note(!in.Room, "WM-PLACE-2", "room")
	for i, o := range in.Others {
		broken.note(in.Disc.Overlaps(o), "WM-PLACE-3", rules.At("others", i))
	}
	for i, t := range in.Terrain {
		broken.note(t.Kind != "rough" && t.Polygon.Distance(in.Point()) < in.Radius, "WM-PLACE-3", rules.At("terrain", i))
	}
	astray := in.FriendlyTrooper && !in.Commander && in.InFormationBefore && !in.InFormationAfter
	broken.note(astray, "WM-PLACE-5", "formation")
	return PlacementResult{Legal: len(broken) == 0, Violations: broken, FacingBy: in.PlacingPlayer}
}

var placementCheckRuling = rules.DicelessRuling("placement-check",
	"WM-PLACE-1 WM-PLACE-2 WM-PLACE-3 WM-PLACE-4 WM-PLACE-5 WM-PLACE-6",
	PlacementInput.check, PlacementInput.Resolve)
