package ruling

import (
	"slices"

	"oriflamme/rules"
)

// terrainPart is a part of a terrain feature, given by name or by its measures.
type terrainPart struct {
	Named          string    `json:"named" in:"statue|brazier|tree-branches|foliage|fountain|spiked-wall|rib-barricade|stairs|ladder|arch|door-open|door-closed" default:"null" null:"true"`
	Height         rules.Dec `json:"height" in:"0..100" digits:"3" default:"0"`
	BlocksMovement bool      `json:"blocks_movement" default:"true"`
	Surface        *struct {
		Width  rules.Dec `json:"width" in:"0..100" digits:"3"`
		Length rules.Dec `json:"length" in:"0..100" digits:"3"`
	} `json:"surface" default:"null" null:"true"`
}

type terrainInput struct {
	Parts              []terrainPart `json:"parts" len:"0..30" default:"[]"`
	FeaturesPerQuarter []int         `json:"features_per_quarter" len:"4..4" each:"0..50" default:"null" null:"true"`
	CardsAlreadyDrawn  bool          `json:"cards_already_drawn" default:"false"`
}

// TerrainTraits holds what the rules say about a part of a terrain feature.
type TerrainTraits struct {
	Type            string   `json:"type"`
	Platform        bool     `json:"platform"`
	GivesCover      bool     `json:"gives_cover"`
	Climbable       bool     `json:"climbable"`
	MountMayClimb   bool     `json:"mount_may_climb"`
	PassageBarredTo []string `json:"passage_barred_to"`
}

type terrainResult struct {
	Parts                   []TerrainTraits `json:"parts"`
	AlternativeTerrainLegal *bool           `json:"alternative_terrain_legal"`
}

// kind returns the type of terrain of a part. The book gives the type of named parts; for
// others it follows from the height (WC-TER-2, WC-TER-3, WC-TER-8, WC-TER-9, ruling A-2).
func (p terrainPart) kind() string {
	switch p.Named {
	case "statue", "brazier", "tree-branches", "foliage", "fountain":
		return "unclimbable"
	case "spiked-wall", "rib-barricade":
		return "deadly"
	case "":
		switch {
		case p.Height == 0:
			return "none"
		case p.Height <= rules.One:
			return "low-terrain"
		case p.BlocksMovement:
			return "obstacle"
		}
		return "none"
	}
	return p.Named
}

// TraitsOf returns the traits of a type of terrain (WC-TER-8 to WC-TER-18, rulings ).
func TraitsOf(kind string) TerrainTraits {
	n := TerrainTraits{Type: kind}
	switch kind {
	case "obstacle", "deadly", "stairs", "ladder":
		n.GivesCover, n.Climbable = true, true
	case "unclimbable":
		n.GivesCover = true
	case "arch":
		n.PassageBarredTo = []string{"monster", "mount"}
	case "door-closed":
		n.PassageBarredTo = []string{"monster", "mount", "beast"}
	}
	n.MountMayClimb = kind == "stairs"
	return n
}

// traits returns the traits of a part. A platform is a surface of more than an inch in each
// direction (WC-TER-4).
func (p terrainPart) traits() TerrainTraits {
	n := TraitsOf(p.kind())
	n.Platform = p.Surface != nil && p.Surface.Width > rules.One && p.Surface.Length > rules.One
	return n
}

// MinFeatures is the least number of features in each quarter with alternative terrain
// (WC-SET-6).
const MinFeatures = 2

// AlternativeTerrainLegal reports whether terrain that the players placed themselves follows
// the rules (WC-SET-6).
func AlternativeTerrainLegal(perQuarter []int, cardsDrawn bool) bool {
	return !cardsDrawn && !slices.ContainsFunc(perQuarter, func(n int) bool { return n < MinFeatures })
}

var checkTerrainRuling = rules.CheckedRuling("check-terrain",
	"WC-TER-2 WC-TER-3 WC-TER-4 WC-TER-8 WC-TER-9 WC-TER-11 WC-TER-14 WC-TER-17 WC-TER-18 WC-SET-6", "", nil,
	func(_ *rules.Roller, in terrainInput) (r terrainResult) {
		for _, p := range in.Parts {
			r.Parts = append(r.Parts, p.traits())
		}
		if in.FeaturesPerQuarter != nil {
			legal := AlternativeTerrainLegal(in.FeaturesPerQuarter, in.CardsAlreadyDrawn)
			r.AlternativeTerrainLegal = &legal
		}
		return r
	})
