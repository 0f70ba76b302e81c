package ruling

// BaseSizes are the sizes of bases by name, smallest first.
var BaseSizes = map[string]int{"small": 0, "medium": 1, "large": 2}

// Volumes are the heights of models by size of base (WM-VOL-1).
var Volumes = [3]Inches{1750, 2250, 2750}

// volume returns the height of a model on a base.
func volume(base string) Inches { return Volumes[BaseSizes[base]] }

// coversBySize reports whether a model on one base can hide one on another (WM-LOS-5).
func coversBySize(base, target string) bool { return BaseSizes[base] >= BaseSizes[target] }

// NearTarget is the distance from a target within which even a higher viewer does not ignore
// a model, unless its base is no larger than the viewer's (WM-LOS-9, WM-LOS-10).
const NearTarget = Inch

// OneHigher is the difference of height from which elevation matters (ruling A-2).
const OneHigher = Inch

// Overlooked reports whether elevation lets a viewer ignore an intervening model (WM-LOS-9
// to WM-LOS-12). The heights are those of the ground; near is set when the model is
// within an inch of the target.
func Overlooked(viewer, target, model Inches, viewerBase, base string, near bool) bool {
	switch {
	case viewer-target >= OneHigher && near:
		return BaseSizes[base] <= BaseSizes[viewerBase]
	case viewer-target >= OneHigher:
		return viewer-model >= OneHigher
	case target-viewer >= OneHigher:
		return target-model >= OneHigher
	}
	return false
}
