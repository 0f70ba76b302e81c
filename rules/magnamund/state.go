package magnamund

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
	"oriflamme/rules/magnamund/ruling"
)

// Phases of a battle besides those of a turn; keys of the content's phrases.
const (
	phaseDeploy     = "deployment"
	phaseInitiative = "initiative" // before the initiative roll of a turn
	phaseFire1      = "fire-1"
	phaseMovement   = "movement"
	phaseFire2      = "fire-2"
	phaseCombat     = "combat"
	phaseMorale     = "morale"
	phaseOver       = "over"
)

// A Battle is a battle in progress.
type Battle struct {
	*fixed
	s       state
	troopAt []int16          // index of the troop on each cell, or noUnit
	boards  [2]ruling.Ground // the board as each side sees it, with the holder of each cell

	sideActing        []uint8     // by troop, the side for which it acts
	cells             []smallCell // by troop, its cell
	living            [2]troopSet // living troops by the side for which they act
	hiddenTroops      troopSet    // hidden troops
	placesVersion     uint32      // grows when troops move, change sides, hide or appear
	conditionsVersion uint32      // grows when something is done to troops in their places
	remembers         bool        // reading the battle may change the fields below
	memos             []troopMemo // by troop, what was measured last
	closingMemo       closingMemo // of closingMove
	forOdds           bool        // the current command is played for its odds
	lastFound         int         // the troop that find returned last
	lastBusy          int         // the last troop found with something to do
	sampleBuffer      []string    // memory for sampled commands
	volleyMemo        volleyCache // of volleyOf
}

// state is everything that changes; Apply alone changes it.
type state struct {
	Phase  string       `json:"phase"`
	Turn   int          `json:"turn"`
	Red    int          `json:"red"`  // side that won the initiative
	Side   int          `json:"side"` // side whose step it is
	Drawn  bool         `json:"drawn"`
	Winner int          `json:"winner"`
	Reason string       `json:"reason"`
	Troops []troopState `json:"pieces"`
	Units  []unitState  `json:"units"`
	Hands  []spellHand  `json:"hands"`

	Attuned []attunement `json:"attuned"`
	Fleeing int          `json:"fleeing"` // at a measured table, the unit that flees, counted from 1; 0 for none

	Contacts [][2]int     `json:"contacts,omitempty"` // at a measured table, troops known to be next to an enemy, the lower index first
	Covers   []coverFact  `json:"covers,omitempty"`   // at a measured table, what covers targets
	Ranks    [][2]int     `json:"ranks,omitempty"`    // at a measured table, troops known to stand in a rank: who, and behind whom
	Declined []rules.Seat `json:"declined,omitempty"` // seats that answer nothing more with spells in this step
}

// maxWounds is the greatest number of wounds recorded for a troop; no troop lives with more.
const maxWounds = 16

// troopState is what changes of a troop. A turn of 0 means never.
type troopState struct {
	Cell      grid.Cell        `json:"cell"`
	Facing    grid.Facing      `json:"facing"`
	Placed    bool             `json:"placed"`
	Hidden    bool             `json:"hidden"`
	Out       bool             `json:"out"`
	Spent     int              `json:"spent"` // movement points spent this turn
	Moved     bool             `json:"moved"`
	Shots     int              `json:"shots"`   // in this phase; a skill used instead counts
	Loading   bool             `json:"loading"` // shot in Fire 1
	Attacks   int              `json:"attacks"` // this turn
	Hit       bool             `json:"hit"`     // the first attack hit
	Wounds    [maxWounds]uint8 `json:"wounds"`
	Hurts     int              `json:"hurts"` // number of wounds
	StunnedOn int              `json:"stunned_on"`
	VeiledTo  int              `json:"veiled_to"` // first turn without the veil
	StillOn   int              `json:"still_on"`
	HeldFrom  int              `json:"held_from"` // first and last turn under Hypnosis
	HeldTo    int              `json:"held_to"`
	HeldBy    rules.Seat       `json:"held_by"`
	Debt      bool             `json:"debt"` // owes the attack that a Secret Parry costs
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
	Animal    int              `json:"animal"` // index of the Kai Lord who controls it this turn
	Kills     int              `json:"kills"`
}

// unitState is what changes of a unit. Troop indexes are noUnit for none.
type unitState struct {
	Whole     bool   `json:"whole,omitempty"`  // on a board, it was together when the movement step of its side began; at a measured table, it is known to be together
	Apart     bool   `json:"apart,omitempty"`  // at a measured table, it is known to be in parts
	Called    int    `json:"called,omitempty"` // at a measured table, the last turn in which it was called to close up
	AtTurn    int    `json:"at_turn"`          // strength at the start of the turn
	Executed  int    `json:"executed"`
	BySpell   bool   `json:"by_spell"`
	Flanked   bool   `json:"flanked"`
	Fought    bool   `json:"fought"` // against a monster
	General   bool   `json:"general"`
	Doomed    bool   `json:"doomed"`
	RoutNear  bool   `json:"rout_near"`
	Tested    bool   `json:"tested"`
	Brutal    bool   `json:"brutal"`
	Routed    bool   `json:"routed"`            // this turn
	Steeled   bool   `json:"steeled,omitempty"` // has used its steadfast mark
	Rout      int    `json:"rout"`
	Haunted   uint64 `json:"haunted"` // auras met this turn, a bit each
	CarriedOn uint64 `json:"carried_on"`
	Caster    int    `json:"caster"` // troops that caused its triggers
	Killer    int    `json:"killer"`
	Flanker   int    `json:"flanker"`
	Monster   int    `json:"monster"`
	Haunter   int    `json:"haunter"`
}

// spellHand is the spell cards of a magician.
type spellHand struct {
	Troop int      `json:"piece"`
	Cards []string `json:"cards"`
}

// Clone returns a battle that shares nothing that changes.
func (b *Battle) Clone() rules.Battle { return b.copyTo(new(Battle)) }

// Remembering returns a copy of the battle that keeps what it measures.
func (b *Battle) Remembering() rules.Battle {
	c := b.Clone().(*Battle)
	c.remembers = true
	return c
}

// reader returns a battle that can be read for one call: a copy with memos of its own, unless
// the battle remembers.
func (b *Battle) reader() *Battle {
	if b.remembers {
		return b
	}
	c := *b
	c.remembers, c.memos, c.sampleBuffer, c.volleyMemo = true, slices.Clone(b.memos), nil, volleyCache{}
	return &c
}

// placeAll computes for which side each troop acts and which cells it holds.
func (b *Battle) placeAll() {
	n := len(b.bareBoard.Land)
	b.placesVersion++
	if b.troopAt == nil {
		b.troopAt, b.memos = make([]int16, n), make([]troopMemo, len(b.troops))
		b.sideActing, b.cells = make([]uint8, len(b.troops)), make([]smallCell, len(b.troops))
		for side := range b.boards {
			b.boards[side] = *b.bareBoard
			b.boards[side].Holders, b.boards[side].EnemyRows = make([]ruling.Holder, n), make([]uint64, b.bareBoard.Height)
		}
	}
	for i := range b.troopAt {
		b.troopAt[i] = noUnit
	}
	for side := range b.boards {
		clear(b.boards[side].Holders)
		clear(b.boards[side].EnemyRows)
		b.living[side] = troopSet{}
	}
	b.hiddenTroops = troopSet{}
	for i := range b.s.Troops {
		b.sideActing[i], b.cells[i] = uint8(b.sideOfSeat[b.seatOf(i)]), smallCellOf(b.s.Troops[i].Cell)
		if b.inPlay(i) {
			b.occupy(i, true)
		}
	}
}

// occupy marks the cells of a troop as held, or as free.
func (b *Battle) occupy(i int, there bool) {
	b.placesVersion++
	side := b.sideOf(i)
	b.hiddenTroops.remove(i)
	if there {
		b.living[side].add(i)
		if b.s.Troops[i].Hidden {
			b.hiddenTroops.add(i)
		}
	} else {
		b.living[side].remove(i)
	}
	if b.measured() {
		return
	}
	p := b.troopPlace(i)
	b.cells[i] = smallCellOf(p.Cell)
	b.hold(i, side, p.Cell, there)
	if p.Mounted {
		b.hold(i, side, p.RearCell(), there)
	}
}

func (b *Battle) hold(i, side int, c grid.Cell, there bool) {
	at := b.bareBoard.Index(c)
	if !there {
		b.troopAt[at], b.boards[0].Holders[at], b.boards[1].Holders[at] = noUnit, ruling.Nobody, ruling.Nobody
		b.boards[1-side].EnemyRows[c.Y] &^= 1 << c.X
		return
	}
	b.troopAt[at] = int16(i)
	b.boards[side].Holders[at], b.boards[1-side].Holders[at] = ruling.Friend, ruling.Enemy
	b.boards[1-side].EnemyRows[c.Y] |= 1 << c.X
}

// boardOf is the board as a side sees it.
func (b *Battle) boardOf(side int) *ruling.Ground { return &b.boards[side] }

// measured reports whether players state the facts of the battle.
func (b *Battle) measured() bool { return b.setup.Mode == rules.Measured }

// since reports whether the battle began with a version of the game or a later one.
func (th *fixed) since(version int) bool { return th.setup.Version >= version }

// betweenTurns reports whether no turn is being played: in deployment, and before the roll
// for the initiative.
func (b *Battle) betweenTurns() bool { return b.s.Phase == phaseDeploy || b.s.Phase == phaseInitiative }

// turnNow is the turn to which something belongs that happens now: between turns, the next.
func (b *Battle) turnNow() int { return b.s.Turn + rules.BoolToInt(b.betweenTurns()) }

// inPlay reports whether a troop is on the board.
func (b *Battle) inPlay(i int) bool { p := &b.s.Troops[i]; return p.Placed && !p.Out }

func (b *Battle) troopPlace(i int) ruling.Place {
	p := &b.s.Troops[i]
	return ruling.Place{Position: ruling.Position{Cell: p.Cell, Facing: p.Facing}, Mounted: b.troops[i].mounted}
}

// smallCell is a cell of a board in two bytes.
type smallCell struct{ x, y int8 }

func smallCellOf(c grid.Cell) smallCell { return smallCell{int8(c.X), int8(c.Y)} }

// distance is the distance from another cell.
func (s smallCell) distance(x, y int) int {
	x, y = int(s.x)-x, int(s.y)-y
	return max(x, -x, y, -y)
}

// distanceBetween is the distance between the nearest cells of two troops.
func (b *Battle) distanceBetween(i, j int) int {
	if !b.troops[i].mounted && !b.troops[j].mounted {
		return b.cells[i].distance(int(b.cells[j].x), int(b.cells[j].y))
	}
	return grid.Nearest(b.troopPlace(i).Cells(), b.troopPlace(j).Cells())
}

// entranced reports whether a troop acts for a hypnotist this turn.
func (b *Battle) entranced(i int) bool {
	p := &b.s.Troops[i]
	return p.HeldTo >= b.s.Turn && p.HeldFrom <= b.s.Turn && p.HeldFrom > 0
}

// seatOf is the seat that commands a troop.
func (b *Battle) seatOf(i int) rules.Seat {
	if b.entranced(i) {
		return b.s.Troops[i].HeldBy
	}
	return b.troops[i].seat
}

func (b *Battle) sideOf(i int) int { return int(b.sideActing[i]) }

// veiled, still and stunned report conditions of the current turn.
func (b *Battle) veiled(i int) bool  { return b.s.Troops[i].VeiledTo > b.s.Turn }
func (b *Battle) still(i int) bool   { return b.s.Turn > 0 && b.s.Troops[i].StillOn == b.s.Turn }
func (b *Battle) stunned(i int) bool { return b.s.Turn > 0 && b.s.Troops[i].StunnedOn == b.s.Turn }

// canAct reports whether a troop may act at all (see procedure troop-state).
func (b *Battle) canAct(i int) bool {
	return b.inPlay(i) && !b.stunned(i) && !b.veiled(i) && !b.still(i)
}

// woundsOf lists the wounds of a troop.
func (b *Battle) woundsOf(i int) []ruling.Wound { return b.s.Troops[i].wounds(nil) }

// wounds appends the wounds to a list.
func (p *troopState) wounds(list []ruling.Wound) []ruling.Wound {
	for _, code := range p.Wounds[:p.Hurts] {
		list = append(list, ruling.DecodeWound(code))
	}
	return list
}

// burdenOf adds up the effects of a troop's wounds.
func (b *Battle) burdenOf(i int) ruling.WoundBurden {
	if b.s.Troops[i].Hurts == 0 {
		return ruling.WoundBurden{}
	}
	var scratch [maxWounds]ruling.Wound
	return b.troops[i].damage.BurdenOf(b.s.Troops[i].wounds(scratch[:0]))
}

// armour is the armour of a troop, "none" after Rust.
func (b *Battle) armour(i int) string {
	if b.s.Troops[i].Rusted {
		return "none"
	}
	return b.troops[i].profile.Armour
}

// pointsLeft is the number of movement points that a troop has left this turn.
func (b *Battle) pointsLeft(i int) int {
	p := &b.s.Troops[i]
	allowance := b.troops[i].points
	if p.Rusted {
		allowance = b.troops[i].pointsRusted
	}
	if p.Hurts > 0 {
		allowance = b.burdenOf(i).Points(allowance)
	}
	return max(0, allowance-p.Spent)
}

// victimOf is a troop as input of a hit.
func (b *Battle) victimOf(i int) ruling.Victim {
	f := &b.troops[i]
	v := ruling.Victim{
		Category: f.profile.Category, Immunity: f.profile.has("immunity"), Strength: f.profile.has("strength"),
		HardAsIron: f.profile.has("hard-as-iron") && !b.s.Troops[i].IronUsed && b.s.Troops[i].Hurts == 0, Mortal: b.forOdds,
	}
	if v.Category == "monster" {
		v.DamageTable = f.damage
	}
	return v
}

// strength counts the living troops of a unit.
func (b *Battle) strength(u int) int {
	n := 0
	for _, i := range b.units[u].troops {
		n += rules.BoolToInt(b.inPlay(i))
	}
	return n
}

// cellsOf lists the cells of a unit's troops on the board.
func (b *Battle) cellsOf(u int) (all []grid.Cell) {
	for _, i := range b.units[u].troops {
		if b.inPlay(i) {
			all = append(all, b.troopPlace(i).Cells()...)
		}
	}
	return all
}

// find returns the index of a troop by its id, or noUnit.
func (b *Battle) find(id string) int {
	if b.troops[b.lastFound].id == id { // a command and its events often name the same troop
		return b.lastFound
	}
	i, ok := b.index[id]
	if !ok {
		return noUnit
	}
	if b.remembers {
		b.lastFound = i
	}
	return i
}

// id is the id of a troop, "" for noUnit.
func (b *Battle) id(i int) string {
	if i < 0 {
		return ""
	}
	return b.troops[i].id
}

// spellHandOf finds the cards of a magician.
func (b *Battle) spellHandOf(i int) *spellHand {
	for h := range b.s.Hands {
		if b.s.Hands[h].Troop == i {
			return &b.s.Hands[h]
		}
	}
	return nil
}

// drawingCards reports whether a magician has still cards to draw.
func (b *Battle) drawingCards() bool {
	return slices.ContainsFunc(b.troops, func(f troopInfo) bool { return f.profile.Category == "magician" && f.profile.Draw > 0 })
}

// savedBattle is the JSON form of a battle.
type savedBattle struct {
	Setup     rules.Setup     `json:"setup"`
	State     state           `json:"state"`
	Aftermath *aftermathState `json:"aftermath,omitempty"`
}

// MarshalJSON writes the battle with its setup.
func (b *Battle) MarshalJSON() ([]byte, error) {
	return json.Marshal(savedBattle{Setup: b.setup, State: b.s})
}

// load reads a battle that MarshalJSON wrote, or refuses it.
func load(text []byte) (rules.Battle, error) {
	var s savedBattle
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, rules.Faultf(rules.WrongType, "", "battle: %v", err)
	}
	th, err := newFixed(s.Setup)
	if err != nil {
		return nil, err
	}
	b := &Battle{fixed: th, s: s.State}
	if len(b.s.Troops) != len(th.troops) || len(b.s.Units) != len(th.units) || b.s.Fleeing < 0 || b.s.Fleeing > len(th.units) {
		return nil, rules.Faultf(rules.OutOfRange, "state.pieces", "does not fit the setup")
	}
	for i := range b.s.Troops {
		if p := b.troopPlace(i); b.s.Troops[i].Placed && !b.measured() && !b.bareBoard.OnBoard(p.Cell) {
			return nil, rules.Faultf(rules.OutOfRange, rules.At("state.pieces", i), "is off the board")
		}
	}
	for n, c := range b.s.Contacts {
		if c[0] < 0 || c[0] >= c[1] || c[1] >= len(th.troops) {
			return nil, rules.Faultf(rules.OutOfRange, rules.At("state.contacts", n), "are no two pieces")
		}
	}
	for n, r := range b.s.Ranks {
		if min(r[0], r[1]) < 0 || max(r[0], r[1]) >= len(th.troops) {
			return nil, rules.Faultf(rules.OutOfRange, rules.At("state.ranks", n), "are no two pieces")
		}
	}
	for n, a := range b.s.Attuned {
		if a.Troop < 0 || a.Troop >= len(th.troops) {
			return nil, rules.Faultf(rules.OutOfRange, rules.At("state.attuned", n), "is no piece")
		}
		b.fixed = b.fixed.withAttunement(a)
	}
	b.placeAll()
	if s.Aftermath != nil {
		return &Aftermath{b, *s.Aftermath}, nil
	}
	return b, nil
}
