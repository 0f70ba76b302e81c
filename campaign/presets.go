package campaign

import "slices"

// A Preset is a manner of campaign, from which an organiser begins.
type Preset struct {
	Key       string // of its name
	Regions   int    // regions of the map to begin with; 0 for none
	Honours   bool   // whether the catalogue of the game is in force
	Aftermath bool   // whether battles end with an aftermath, where the game has one
	apply     func(*Settings)
}

// presets are all manners: four plain ones, two leagues more, and two mixes.
var presets = []Preset{
	{"narrative", 37, true, true, func(*Settings) {}},
	{"conquest", 37, true, true, func(s *Settings) {
		s.Rounds, s.RoundDays, s.GraceDays = 8, 14, 3
		s.TieBreaks = []string{"lands", "wins", "head", "for"}
	}},
	{"league", 0, false, false, func(s *Settings) {
		s.Method, s.RoundDays, s.GraceDays = RoundRobin, 7, 2
		s.TieBreaks = []string{"head", "difference", "for", "wins"}
	}},
	{"pools", 0, false, false, func(s *Settings) {
		s.Method, s.Groups, s.RoundDays, s.GraceDays = GroupRoundRobin, 2, 7, 2
		s.TieBreaks = []string{"head", "difference", "for", "wins"}
	}},
	{"swiss", 0, false, false, func(s *Settings) {
		s.Method, s.Rounds, s.RoundDays, s.GraceDays = Swiss, 5, 14, 2
		s.TieBreaks = []string{"opposition", "cut1", "sonneborn", "for"}
	}},
	{"ladder", 0, false, false, func(s *Settings) {
		s.Ladder = &LadderRules{Reach: 3, Days: 7}
		s.TieBreaks = []string{"wins", "difference"}
	}},
	{"warpath", 37, true, true, func(s *Settings) {
		s.Method, s.Rounds, s.RoundDays, s.GraceDays = Swiss, 6, 14, 3
		s.TieBreaks = []string{"lands", "opposition", "sonneborn", "for"}
	}},
	{"feud", 0, true, true, func(s *Settings) {
		s.Ladder = &LadderRules{Reach: 2, Days: 10, Yield: true, Shift: true}
		s.TieBreaks = []string{"honours", "wins"}
	}},
}

// PresetKeys are the keys of all manners.
var PresetKeys = func() []string {
	keys := make([]string, len(presets))
	for i, p := range presets {
		keys[i] = p.Key
	}
	return keys
}()

// PresetOf returns a manner by its key, else the first.
func PresetOf(key string) Preset { return presets[max(0, slices.Index(PresetKeys, key))] }

// Settings are what the manner begins with; its points are those of DefaultSettings.
func (p Preset) Settings(name, game string) Settings {
	s := DefaultSettings(name, game)
	s.Preset = p.Key
	p.apply(&s)
	return s
}
