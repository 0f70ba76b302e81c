package presets

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"go.yaml.in/yaml/v3"
)

// A Preset is what campaigns of a game begin with.
type Preset struct {
	Limit    int       `yaml:"limit"`    // points of a list; 0 for none
	Default  string    `yaml:"default"`  // id of the scoring to begin with
	Forfeit  int       `yaml:"forfeit"`  // battle points of a victory by forfeit, about those of a usual victory
	Scorings []Scoring `yaml:"scorings"` // the game's own first
	Honours  []Honour  `yaml:"honours"`  // the game's own first
}

// A Scoring gives campaign points to results.
type Scoring struct {
	ID      string   `yaml:"id"` // also the key of its name
	Win     int      `yaml:"win"`
	Draw    int      `yaml:"draw"`
	Loss    int      `yaml:"loss"`
	Bye     int      `yaml:"bye"`
	Margins []Margin `yaml:"margins"` // by ascending margin
}

// A Margin gives other points to victories by at least that many battle points.
type Margin struct {
	Least int `yaml:"least"`
	Win   int `yaml:"win"`
	Loss  int `yaml:"loss"`
}

// An Honour is an entry of the catalogue: what it rewards and on which conditions.
type Honour struct {
	Key  string      `yaml:"key"`
	To   string      `yaml:"to"`   // "each", "best", or "" for the arbiter and the game's own aftermath
	When []Condition `yaml:"when"` // all must hold
}

// A Condition requires a fact to lie between Least and Most.
type Condition struct {
	Fact  string `yaml:"fact"`
	Key   string `yaml:"key"`
	Least int    `yaml:"least"`
	Most  *int   `yaml:"most"`
}

// Load reads the preset of a game from presets/ in fsys, strictly. An error names the file.
func Load(fsys fs.FS, game string) (Preset, error) {
	common, err := readFile(fsys, "common")
	if err != nil {
		return Preset{}, err
	}
	own, err := readFile(fsys, game)
	if errors.Is(err, fs.ErrNotExist) {
		return common, nil
	}
	if err != nil {
		return Preset{}, err
	}
	own.Scorings = append(own.Scorings, common.Scorings...)
	own.Honours = append(own.Honours, common.Honours...)
	own.Forfeit, own.Default = cmp.Or(own.Forfeit, common.Forfeit), cmp.Or(own.Default, common.Default)
	return own, nil
}

func readFile(fsys fs.FS, name string) (Preset, error) {
	file := path.Join("presets", name+".yaml")
	text, err := fs.ReadFile(fsys, file)
	if err != nil {
		return Preset{}, err
	}
	var c Preset
	dec := yaml.NewDecoder(bytes.NewReader(text))
	dec.KnownFields(true)
	if err := dec.Decode(&c); err != nil {
		return Preset{}, fmt.Errorf("%s: %w", file, err)
	}
	return c, nil
}

// Scoring returns a scoring by its id, or the default scoring when none has the id.
func (p Preset) Scoring(id string) Scoring {
	for _, want := range []string{id, p.Default} {
		for _, s := range p.Scorings {
			if s.ID == want {
				return s
			}
		}
	}
	return Scoring{}
}
