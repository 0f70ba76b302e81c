package warmachine

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
)

// Stages of a battle; keys of the content's phrases.
const (
	stageStart      = "starting-roll"
	stageDeploy     = "deployment"
	stageControl    = "control"
	stageActivation = "activation"
	stageOver       = "over"
)

// none is no troop.
const none = -1

// A Battle is a measured battle of two players in progress: the players state
// distances and lines of sight, the battle keeps turns, focus, activations and damage.
// The models of a unit move and are activated together; each makes its own attacks.
type Battle struct {
	*field
	s state
}

// field is what never changes in a battle.
type field struct {
	setup rules.Setup
	cards []card
}

// card is an entry of a roster as the battle knows it.
type card struct {
	seat  rules.Seat
	id    string
	name  string
	p     Profile
	size  int // models at the start
	owner int // the troop that controls a warjack, or none
}

// state is everything that changes; Apply alone changes it.
type state struct {
	Stage    string        `json:"stage"`
	First    rules.Seat    `json:"first"`    // plays first; Nobody before the starting roll
	Deployed [2]bool       `json:"deployed"` // by seat
	Turns    int           `json:"turns"`    // that have begun
	Turn     rules.Seat    `json:"turn"`     // whose turn it is
	Acting   int           `json:"acting"`   // the troop being activated, or none
	Act      act           `json:"act"`
	Troops   []troop       `json:"troops"`
	Conceded [2]bool       `json:"conceded"`
	Outcome  rules.Outcome `json:"outcome"`
}

// troop is a model, or the models of a unit.
type troop struct {
	Models    int   `json:"models"` // left; 0: destroyed
	Damage    int   `json:"damage"` // of the model that is hurt; models without a grid
	Filled    []int `json:"filled"` // boxes of each column of a grid
	Focus     int   `json:"focus"`
	Activated bool  `json:"activated"`
	Down      bool  `json:"down"` // knocked down
}

// act is the activation in progress.
type act struct {
	Order    string `json:"order"`
	Movement string `json:"movement"` // the use made of the normal movement; "": none yet
	Target   int    `json:"target"`   // charged, or none
	Moved    Inches `json:"moved"`
	Kind     string `json:"kind"`  // of the combat action
	Made     []int  `json:"made"`  // attacks by weapon
	Extra    int    `json:"extra"` // additional attacks among them
	Attacks  int    `json:"attacks"`
}

// saved is how a battle is written.
type saved struct {
	Setup rules.Setup `json:"setup"`
	State state       `json:"state"`
}

// MarshalJSON writes the setup and the state; load reads them back.
func (b *Battle) MarshalJSON() ([]byte, error) { return rules.EncodeResult(saved{b.setup, b.s}) }

func load(text []byte) (rules.Battle, error) {
	var s saved
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, rules.Faultf(rules.WrongType, "", "no battle: %v", err)
	}
	loaded, err := begin(s.Setup)
	if err != nil {
		return nil, err
	}
	b := loaded.(*Battle)
	if len(s.State.Troops) != len(b.cards) || s.State.Acting >= len(b.cards) {
		return nil, rules.Faultf(rules.OutOfRange, "state.troops", "do not fit the rosters")
	}
	b.s = s.State
	return b, nil
}

// Clone returns a battle that shares nothing that changes.
func (b *Battle) Clone() rules.Battle {
	c := &Battle{b.field, b.s}
	c.s.Troops = slices.Clone(b.s.Troops)
	for i := range c.s.Troops {
		c.s.Troops[i].Filled = slices.Clone(c.s.Troops[i].Filled)
	}
	c.s.Act.Made = slices.Clone(b.s.Act.Made)
	c.s.Outcome.Scores = slices.Clone(b.s.Outcome.Scores)
	return c
}

// Outcome is ok once a side has won or the battle is drawn.
func (b *Battle) Outcome() (rules.Outcome, bool) { return b.s.Outcome, b.s.Stage == stageOver }

// find is the troop of a unit id, or none.
func (b *Battle) find(id string) int {
	return slices.IndexFunc(b.cards, func(c card) bool { return c.id == id })
}

func (b *Battle) alive(i int) bool { return b.s.Troops[i].Models > 0 }

// inert tells whether a warjack has lost who controls it (WM-X-FOC-9).
func (b *Battle) inert(i int) bool {
	return b.cards[i].p.Kind == "warjack" && (b.cards[i].owner == none || !b.alive(b.cards[i].owner))
}

// waits tells whether a troop of the turn's player is still to be activated (WM-ACTP-1).
func (b *Battle) waits(i int) bool {
	return b.cards[i].seat == b.s.Turn && b.alive(i) && !b.s.Troops[i].Activated && !b.inert(i)
}

func (b *Battle) round() int { return (b.s.Turns + 1) / 2 }

func other(s rules.Seat) rules.Seat { return 1 - s }

// system indices of damageGrid.crippled.
const (
	cortexSystem   = 3
	movementSystem = 4
)

// crippled tells which systems of a troop are; none without a grid.
func (b *Battle) crippled(i int) (down [6]bool) {
	if p := b.cards[i].p; len(p.Grid) > 0 {
		return damageGrid{p.Grid, b.s.Troops[i].Filled}.crippled()
	}
	return down
}

// spd and def are base stats as damage leaves them (WM-X-GRID-4).
func (b *Battle) spd(i int) int {
	if b.crippled(i)[movementSystem] {
		return lameSpd
	}
	return b.cards[i].p.Spd
}

func (b *Battle) def(i int) int {
	if b.crippled(i)[movementSystem] {
		return min(lameDef, b.cards[i].p.Def)
	}
	return b.cards[i].p.Def
}

// lameWeapon tells whether the system that bears a weapon is crippled (WM-X-GRID-5).
func (b *Battle) lameWeapon(i int, w WeaponCard) bool {
	for s, down := range b.crippled(i) {
		if down && systems[s].name == w.System {
			return true
		}
	}
	return false
}

// arm counts the focus left on a warcaster (WM-X-FOC-5).
func (b *Battle) arm(i int) int {
	if b.cards[i].p.Kind == "warcaster" {
		return b.cards[i].p.Arm + b.s.Troops[i].Focus
	}
	return b.cards[i].p.Arm
}

// spends tells whether a troop may spend focus at all: warcasters and warjacks do (WM-COMBAT-11).
func (p *Profile) spends() bool { return p.Kind == "warcaster" || p.Kind == "warjack" }

// modelType is what the rules of movement call a troop.
func (p *Profile) modelType() string {
	switch p.Kind {
	case "warjack":
		return "warjack"
	case "unit":
		return "trooper"
	}
	return "independent"
}
