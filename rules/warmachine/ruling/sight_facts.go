package ruling

import "oriflamme/rules"

// sightFactsInput are the facts of a line of sight as players see them on the table.
type sightFactsInput struct {
	ViewerBase     string        `json:"viewer_base" in:"small|medium|large"`
	TargetBase     string        `json:"target_base" in:"small|medium|large"`
	Elevation      Inches        `json:"elevation_difference" in:"-100..100" default:"0"`
	InFrontArc     bool          `json:"target_in_front_arc" default:"true"`
	CrossesTerrain *bool         `json:"every_line_crosses_terrain" default:"-"`
	WallHeight     *Inches       `json:"wall_height" in:"0..100" default:"-"`
	CrossesCloud   bool          `json:"every_line_crosses_cloud" default:"false"`
	Intervening    []intervening `json:"intervening" len:"0..50" default:"[]"`
}

type intervening struct {
	Base      string `json:"base" in:"small|medium|large"`
	Covers    string `json:"covers" in:"all|some"`
	Near      bool   `json:"within_1in_of_target" default:"false"`
	Elevation Inches `json:"elevation_below_viewer" in:"-100..100" default:"0"`
}

type sightFactsResult struct {
	LOS          bool               `json:"los"`
	StepFailed   rules.NullableText `json:"step_failed"`
	Blockers     []int              `json:"blockers"`
	Ignored      []int              `json:"ignored"`
	ViewerVolume Inches             `json:"viewer_volume"`
	TargetVolume Inches             `json:"target_volume"`
}

func (in sightFactsInput) check() *rules.Fault {
	return rules.FaultIf(in.WallHeight != nil && in.CrossesTerrain != nil, rules.Unexpected("every_line_crosses_terrain"))
}

// resolve carries out the steps of the line of sight in order (WM-LOS-3 to WM-LOS-6). In the
// simple test a wall hides what is lower than it (ruling A-3).
func (in sightFactsInput) resolve() sightFactsResult {
	r := sightFactsResult{ViewerVolume: volume(in.ViewerBase), TargetVolume: volume(in.TargetBase)}
	for i, m := range in.Intervening {
		switch {
		case Overlooked(in.Elevation, 0, in.Elevation-m.Elevation, in.ViewerBase, m.Base, m.Near):
			r.Ignored = append(r.Ignored, i)
		case coversBySize(m.Base, in.TargetBase) && m.Covers == "all":
			r.Blockers = append(r.Blockers, i)
		}
	}
	wall := valueOr(in.CrossesTerrain, false) || in.WallHeight != nil && *in.WallHeight > r.TargetVolume
	switch {
	case !in.InFrontArc:
		r.StepFailed = "front-arc"
	case wall:
		r.StepFailed = "terrain"
	case len(r.Blockers) > 0:
		r.StepFailed = "model"
	case in.CrossesCloud:
		r.StepFailed = "cloud"
	}
	r.LOS = r.StepFailed == ""
	return r
}

var lineOfSightFactsRuling = rules.DicelessRuling("line-of-sight-facts",
	"WM-VOL-1 WM-VOL-3 WM-LOS-1 WM-LOS-2 WM-LOS-3 WM-LOS-4 WM-LOS-5 WM-LOS-6 WM-LOS-9 WM-LOS-10 WM-LOS-11 WM-LOS-12 WM-LOS-FIG-6",
	sightFactsInput.check, sightFactsInput.resolve)
