package campaign

import "slices"

// A Preset is a manner of campaign, from which an organiser begins.
type Preset struct {
	Key     string // of its name
	Land    int    // regions of the map to begin with; 0 for none
	Honours bool   // whether the catalogue of the game is in force
	After   bool   // whether battles end with an aftermath, where the game has one
	set     func(*Settings)
}

// presets are all manners: four plain ones, two leagues more, and two mixes.
var presets = []Preset{
	{"narrative", 37, true, true, func(*Settings) {}},
	{"conquest", 37, true, true, func(s *Settings) {
		s.Rounds, s.Days, s.Grace = 8, 14, 3
		s.Ties = []string{"lands", "wins", "head", "for"}
	}},
	{"league", 0, false, false, func(s *Settings) {
		s.Method, s.Days, s.Grace = Robin, 7, 2
		s.Ties = []string{"head", "difference", "for", "wins"}
	}},
	{"pools", 0, false, false, func(s *Settings) {
		s.Method, s.Groups, s.Days, s.Grace = Pools, 2, 7, 2
		s.Ties = []string{"head", "difference", "for", "wins"}
	}},
	{"swiss", 0, false, false, func(s *Settings) {
		s.Method, s.Rounds, s.Days, s.Grace = Swiss, 5, 14, 2
		s.Ties = []string{"opposition", "cut1", "sonneborn", "for"}
	}},
	{"ladder", 0, false, false, func(s *Settings) {
		s.Ladder = &LadderRules{Reach: 3, Days: 7}
		s.Ties = []string{"wins", "difference"}
	}},
	{"warpath", 37, true, true, func(s *Settings) {
		s.Method, s.Rounds, s.Days, s.Grace = Swiss, 6, 14, 3
		s.Ties = []string{"lands", "opposition", "sonneborn", "for"}
	}},
	{"feud", 0, true, true, func(s *Settings) {
		s.Ladder = &LadderRules{Reach: 2, Days: 10, Yield: true, Climb: true}
		s.Ties = []string{"honours", "wins"}
	}},
}

// Presets are the keys of all manners.
var Presets = func() []string {
	keys := make([]string, len(presets))
	for i, p := range presets {
		keys[i] = p.Key
	}
	return keys
}()

// PresetOf returns a manner by its key, else the first.
func PresetOf(key string) Preset { return presets[max(0, slices.Index(Presets, key))] }

// Settings are what the manner begins with; its points are those of DefaultSettings.
func (p Preset) Settings(name, game string) Settings {
	s := DefaultSettings(name, game)
	s.Preset = p.Key
	p.set(&s)
	return s
}
