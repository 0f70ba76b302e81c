package magnamund

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// Phases of a battle, besides those of a turn; keys of the content's phrases.
const (
	phaseDeploy     = "deployment"
	phaseInitiative = "initiative" // before the roll of a turn
	phaseFire1      = "fire-1"
	phaseMovement   = "movement"
	phaseFire2      = "fire-2"
	phaseCombat     = "combat"
	phaseMorale     = "morale"
	phaseOver       = "over"
)

// A Battle is a battle for the Magnamund in progress.
type Battle struct {
	*theatre
	s     state
	at    []int16   // the piece on each cell, or none; follows from the pieces
	board [2]ground // the board as either side sees it, with who holds each cell

	acts    []uint8  // by piece, the side for which it acts
	spots   []spot   // by piece, where it stands
	afield  [2]herd  // living pieces by that side
	unseen  herd     // hidden pieces
	scene   uint32   // changes with where pieces stand, on whose side and who is hidden
	plight  uint32   // changes with what is done to pieces where they stand
	glances []glance // by piece
	repair  repair   // of a gap in a unit
	walked  bool     // the command is played for its odds
	last    int      // the piece that was looked for
	eager   int      // the piece that had something to do
	sheet   []string // that sampled commands are written on
	tally   shooting // room to check a volley in
}

// state is everything that changes; Apply alone changes it.
type state struct {
	Phase  string       `json:"phase"`
	Turn   int          `json:"turn"`
	Red    int          `json:"red"`  // side that won the initiative
	Side   int          `json:"side"` // whose step it is
	Drawn  bool         `json:"drawn"`
	Winner int          `json:"winner"`
	Reason string       `json:"reason"`
	Pieces []pieceState `json:"pieces"`
	Units  []unitState  `json:"units"`
	Hands  []handState  `json:"hands"`

	Attuned []attunement `json:"attuned"`
	Fleeing int          `json:"fleeing"` // in a measured battle, the unit that flees, counted from 1; 0 for nobody
}

// maxWounds is how many wounds of a piece are kept; nobody lives to carry more.
const maxWounds = 16

// pieceState is what changes of a piece. Turns are 0 for never.
type pieceState struct {
	Cell      grid.Cell        `json:"cell"`
	Facing    grid.Facing      `json:"facing"`
	Placed    bool             `json:"placed"`
	Hidden    bool             `json:"hidden"`
	Out       bool             `json:"out"`
	Spent     int              `json:"spent"` // movement points this turn
	Moved     bool             `json:"moved"`
	Shots     int              `json:"shots"`   // in this phase; a skill in place of one counts
	Loading   bool             `json:"loading"` // shot in Fire 1
	Attacks   int              `json:"attacks"` // this turn
	Hit       bool             `json:"hit"`     // with the first of them
	Wounds    [maxWounds]uint8 `json:"wounds"`
	Hurts     int              `json:"hurts"` // how many wounds
	StunnedOn int              `json:"stunned_on"`
	VeiledTo  int              `json:"veiled_to"` // free from this turn on
	StillOn   int              `json:"still_on"`
	HeldFrom  int              `json:"held_from"` // under Hypnosis
	HeldTo    int              `json:"held_to"`
	HeldBy    rules.Seat       `json:"held_by"`
	Debt      bool             `json:"debt"` // of a Secret Parry
	IronUsed  bool             `json:"iron_used"`
	Heals     int              `json:"heals"`
	Minds     int              `json:"minds"`
	Trances   int              `json:"trances"`
	Leaps     int              `json:"leaps"`
	Sensed    int              `json:"sensed"` // turn of the last Sixth Sense
	WingsOn   int              `json:"wings_on"`
	Rusted    bool             `json:"rusted"`
	MadOn     int              `json:"mad_on"`
	AimOn     int              `json:"aim_on"`
	AimPhase  string           `json:"aim_phase"`
	Animal    int              `json:"animal"` // the Kai Lord who leads it this turn
	Kills     int              `json:"kills"`
}

// unitState is what changes of a unit. Pieces are none for nobody.
type unitState struct {
	Whole     bool   `json:"whole,omitempty"` // it hung together when the movement step of its side began
	AtTurn    int    `json:"at_turn"`         // strength at the start of the turn
	Executed  int    `json:"executed"`
	BySpell   bool   `json:"by_spell"`
	Flanked   bool   `json:"flanked"`
	Fought    bool   `json:"fought"` // a monster
	General   bool   `json:"general"`
	Doomed    bool   `json:"doomed"`
	RoutNear  bool   `json:"rout_near"`
	Tested    bool   `json:"tested"`
	Brutal    bool   `json:"brutal"`
	Routed    bool   `json:"routed"`            // this turn
	Steeled   bool   `json:"steeled,omitempty"` // has used its honour of this battle
	Rout      int    `json:"rout"`
	Haunted   uint64 `json:"haunted"` // by auras met this turn, by bit
	CarriedOn uint64 `json:"carried_on"`
	Caster    int    `json:"caster"` // threats, by what made them
	Killer    int    `json:"killer"`
	Flanker   int    `json:"flanker"`
	Monster   int    `json:"monster"`
	Haunter   int    `json:"haunter"`
}

// handState are the spell cards of a magician.
type handState struct {
	Piece int      `json:"piece"`
	Cards []string `json:"cards"`
}

// Clone returns a battle that may go its own way.
func (b *Battle) Clone() rules.Battle {
	c := &Battle{theatre: b.theatre, s: b.s, at: slices.Clone(b.at), scene: b.scene, plight: b.plight, glances: slices.Clone(b.glances)}
	c.acts, c.spots, c.afield, c.unseen = slices.Clone(b.acts), slices.Clone(b.spots), b.afield, b.unseen
	c.s.Pieces, c.s.Units, c.s.Hands = slices.Clone(b.s.Pieces), slices.Clone(b.s.Units), slices.Clone(b.s.Hands)
	c.s.Attuned = slices.Clone(b.s.Attuned)
	for i := range c.s.Hands {
		c.s.Hands[i].Cards = slices.Clone(b.s.Hands[i].Cards)
	}
	for side := range c.board {
		c.board[side] = b.board[side]
		c.board[side].held, c.board[side].foes = slices.Clone(b.board[side].held), slices.Clone(b.board[side].foes)
	}
	return c
}

// stand works out who acts for whom and holds which cell.
func (b *Battle) stand() {
	n := len(b.base.land)
	b.scene++
	if b.at == nil {
		b.at, b.glances = make([]int16, n), make([]glance, len(b.figures))
		b.acts, b.spots = make([]uint8, len(b.figures)), make([]spot, len(b.figures))
		for side := range b.board {
			b.board[side] = *b.base
			b.board[side].held, b.board[side].foes = make([]holder, n), make([]uint64, b.base.height)
		}
	}
	for i := range b.at {
		b.at[i] = none
	}
	for side := range b.board {
		clear(b.board[side].held)
		clear(b.board[side].foes)
		b.afield[side] = herd{}
	}
	b.unseen = herd{}
	for i := range b.s.Pieces {
		b.acts[i], b.spots[i] = uint8(b.sides[b.seatOf(i)]), spotOf(b.s.Pieces[i].Cell)
		if b.alive(i) {
			b.occupy(i, true)
		}
	}
}

// occupy notes that a piece holds its cells, or holds them no more.
func (b *Battle) occupy(i int, there bool) {
	b.scene++
	side := b.sideOf(i)
	b.unseen.drop(i)
	if there {
		b.afield[side].add(i)
		if b.s.Pieces[i].Hidden {
			b.unseen.add(i)
		}
	} else {
		b.afield[side].drop(i)
	}
	if b.measured() {
		return
	}
	p := b.piece(i)
	b.spots[i] = spotOf(p.Cell)
	b.hold(i, side, p.Cell, there)
	if p.Mounted {
		b.hold(i, side, p.rear(), there)
	}
}

func (b *Battle) hold(i, side int, c grid.Cell, there bool) {
	at := b.base.index(c)
	if !there {
		b.at[at], b.board[0].held[at], b.board[1].held[at] = none, nobody, nobody
		b.board[1-side].foes[c.Y] &^= 1 << c.X
		return
	}
	b.at[at] = int16(i)
	b.board[side].held[at], b.board[1-side].held[at] = friend, enemy
	b.board[1-side].foes[c.Y] |= 1 << c.X
}

// ground is the board as a side sees it.
func (b *Battle) ground(side int) *ground { return &b.board[side] }

// measured holds for a battle whose facts are stated by the players.
func (b *Battle) measured() bool { return b.setup.Mode == rules.Measured }

// alive holds for a piece on the board.
func (b *Battle) alive(i int) bool { p := &b.s.Pieces[i]; return p.Placed && !p.Out }

func (b *Battle) piece(i int) piece {
	p := &b.s.Pieces[i]
	return piece{stand{p.Cell, p.Facing}, b.figures[i].mounted}
}

// spot is a cell on a board, in as little room as it takes.
type spot struct{ x, y int8 }

func spotOf(c grid.Cell) spot { return spot{int8(c.X), int8(c.Y)} }

// from is the distance from another cell.
func (s spot) from(x, y int) int {
	x, y = int(s.x)-x, int(s.y)-y
	return max(x, -x, y, -y)
}

// reaches is the distance between the nearest cells of two pieces.
func (b *Battle) reaches(i, j int) int {
	if !b.figures[i].mounted && !b.figures[j].mounted {
		return b.spots[i].from(int(b.spots[j].x), int(b.spots[j].y))
	}
	return grid.Nearest(b.piece(i).cells(), b.piece(j).cells())
}

// entranced tells of a piece that acts for a hypnotist this turn.
func (b *Battle) entranced(i int) bool {
	p := &b.s.Pieces[i]
	return p.HeldTo >= b.s.Turn && p.HeldFrom <= b.s.Turn && p.HeldFrom > 0
}

// seatOf is who gives commands to a piece.
func (b *Battle) seatOf(i int) rules.Seat {
	if b.entranced(i) {
		return b.s.Pieces[i].HeldBy
	}
	return b.figures[i].seat
}

func (b *Battle) sideOf(i int) int { return int(b.acts[i]) }

// veiled, still and stunned are states of the current turn.
func (b *Battle) veiled(i int) bool  { return b.s.Pieces[i].VeiledTo > b.s.Turn }
func (b *Battle) still(i int) bool   { return b.s.Turn > 0 && b.s.Pieces[i].StillOn == b.s.Turn }
func (b *Battle) stunned(i int) bool { return b.s.Turn > 0 && b.s.Pieces[i].StunnedOn == b.s.Turn }

// free holds for a piece that may act at all (see piece-state).
func (b *Battle) free(i int) bool {
	return b.alive(i) && !b.stunned(i) && !b.veiled(i) && !b.still(i)
}

// woundsOf lists the wounds of a piece.
func (b *Battle) woundsOf(i int) []wound { return b.s.Pieces[i].wounds(nil) }

// wounds adds the wounds to a list.
func (p *pieceState) wounds(list []wound) []wound {
	for _, code := range p.Wounds[:p.Hurts] {
		list = append(list, decodeWound(code))
	}
	return list
}

// burden adds up the wounds of a piece.
func (b *Battle) burden(i int) burden {
	if b.s.Pieces[i].Hurts == 0 {
		return burden{}
	}
	var room [maxWounds]wound
	return b.figures[i].table.burden(b.s.Pieces[i].wounds(room[:0]))
}

// armour of a piece, which Rust may have eaten.
func (b *Battle) armour(i int) string {
	if b.s.Pieces[i].Rusted {
		return "none"
	}
	return b.figures[i].p.Armour
}

// points are the movement points that a piece has left this turn.
func (b *Battle) points(i int) int {
	p := &b.s.Pieces[i]
	allowance := b.figures[i].points
	if p.Rusted {
		allowance = b.figures[i].rusted
	}
	if p.Hurts > 0 {
		allowance = b.burden(i).points(allowance)
	}
	return max(0, allowance-p.Spent)
}

// victim is a piece as a hit finds it.
func (b *Battle) victim(i int) victim {
	f := &b.figures[i]
	v := victim{
		Category: f.p.Category, Immunity: f.p.has("immunity"), Strength: f.p.has("strength"),
		HardAsIron: f.p.has("hard-as-iron") && !b.s.Pieces[i].IronUsed && b.s.Pieces[i].Hurts == 0, mortal: b.walked,
	}
	if v.Category == "monster" {
		v.DamageTable = f.table
	}
	return v
}

// strength counts the living pieces of a unit.
func (b *Battle) strength(u int) int {
	n := 0
	for _, i := range b.troops[u].figures {
		n += count(b.alive(i))
	}
	return n
}

// cellsOf are the cells of the pieces of a unit that follow its morale.
func (b *Battle) cellsOf(u int) (all []grid.Cell) {
	for _, i := range b.troops[u].figures {
		if b.alive(i) {
			all = append(all, b.piece(i).cells()...)
		}
	}
	return all
}

// find returns the index of a piece by its id, or none.
func (b *Battle) find(id string) int {
	if b.figures[b.last].id == id { // a command and its events name the same piece often
		return b.last
	}
	if i, ok := b.index[id]; ok {
		b.last = i
		return i
	}
	return none
}

// id names a piece, "" for nobody.
func (b *Battle) id(i int) string {
	if i < 0 {
		return ""
	}
	return b.figures[i].id
}

// hand finds the cards of a magician.
func (b *Battle) hand(i int) *handState {
	for h := range b.s.Hands {
		if b.s.Hands[h].Piece == i {
			return &b.s.Hands[h]
		}
	}
	return nil
}

// draws holds while a magician has cards to draw.
func (b *Battle) draws() bool {
	return slices.ContainsFunc(b.figures, func(f figure) bool { return f.p.Category == "magician" && f.p.Draw > 0 })
}

// saved is a whole battle as JSON.
type saved struct {
	Setup     rules.Setup `json:"setup"`
	State     state       `json:"state"`
	Aftermath *reckoning  `json:"aftermath,omitempty"`
}

// MarshalJSON writes the battle with its setup.
func (b *Battle) MarshalJSON() ([]byte, error) {
	return json.Marshal(saved{Setup: b.setup, State: b.s})
}

// load reads a battle that MarshalJSON wrote.
func load(text []byte) (rules.Battle, error) {
	var s saved
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, rules.Faultf(rules.WrongType, "", "battle: %v", err)
	}
	th, err := newTheatre(s.Setup)
	if err != nil {
		return nil, err
	}
	b := &Battle{theatre: th, s: s.State}
	if len(b.s.Pieces) != len(th.figures) || len(b.s.Units) != len(th.troops) || b.s.Fleeing < 0 || b.s.Fleeing > len(th.troops) {
		return nil, rules.Faultf(rules.OutOfRange, "state.pieces", "does not fit the setup")
	}
	for i := range b.s.Pieces {
		if p := b.piece(i); b.s.Pieces[i].Placed && !b.measured() && !b.base.on(p.Cell) {
			return nil, rules.Faultf(rules.OutOfRange, rules.At("state.pieces", i), "is off the board")
		}
	}
	for n, a := range b.s.Attuned {
		if a.Piece < 0 || a.Piece >= len(th.figures) {
			return nil, rules.Faultf(rules.OutOfRange, rules.At("state.attuned", n), "is no piece")
		}
		b.theatre = b.theatre.attuned(a)
	}
	b.stand()
	if s.Aftermath != nil {
		return &Aftermath{b, *s.Aftermath}, nil
	}
	return b, nil
}
