package underworlds

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/hex"
	"oriflamme/rules/underworlds/ruling"
)

// Phases of a battle. They are keys of the content's phrases.
const (
	phaseBoards     = "boards"      // roll off for the first board
	phaseFirst      = "first-board" // the first board is chosen
	phaseJoin       = "join"        // the second board is chosen and joined
	phaseObjectives = "objectives"
	phaseDeal       = "deal"
	phaseMulligan   = "mulligan"
	phasePlacer     = "placer" // roll off for the placing of fighters
	phaseFighters   = "fighters"
	phaseRound      = "round"      // roll off for the first turn
	phaseActivation = "activation" // step of a turn
	phasePower      = "power"      // step of a turn
	phaseScore      = "score"      // the end phase and its steps
	phaseObjDiscard = "discard-objectives"
	phaseUpgrades   = "upgrades"
	phasePowDiscard = "discard-power"
	phaseOver       = "over"
)

// Kinds of decks and hands.
const (
	objectiveDeck = 0
	powerDeck     = 1
)

// A Battle is a battle of Underworlds in progress.
type Battle struct {
	*fixed
	*board // nil until both boards are joined
	s      state

	memo *memo // nil in a battle that does not remember
}

// memo is what Sample and Play of a battle that is Remembering keep.
type memo struct {
	commands []rules.Command // memory for lists of commands
	use      cardUse         // memory for the card that is tried
	reach    reachMemo
}

// Remembering returns a copy of the battle with a memo.
func (b *Battle) Remembering() rules.Battle {
	c := b.Clone().(*Battle)
	c.memo = new(memo)
	return c
}

// list returns memory for a list of commands, and keep keeps it for the next one.
func (m *memo) list() []rules.Command {
	if m == nil {
		return nil
	}
	return m.commands[:0]
}

func (m *memo) keep(list []rules.Command) []rules.Command {
	if m != nil {
		m.commands = list
	}
	return list
}

// cardUse returns memory for the card that is tried.
func (m *memo) cardUse() *cardUse {
	if m == nil {
		return new(cardUse)
	}
	return &m.use
}

// state is the part of a battle that changes; only Apply changes it.
type state struct {
	Phase       string       `json:"phase"`
	Round       int          `json:"round"`
	Chooser     rules.Seat   `json:"chooser"` // chooses the first board
	Next        rules.Seat   `json:"next"`    // gives the next command, in phases with an order
	First       rules.Seat   `json:"first"`   // has the first turn of the round
	Turn        rules.Seat   `json:"turn"`
	FirstPlaced rules.Seat   `json:"finished"` // has finished placing fighters first
	Last        rules.Seat   `json:"last"`     // made the last activation of the battle
	Passed      bool         `json:"passed"`   // the last player in the power step passed
	Boards      [2]int       `json:"boards"`
	Rotation    int          `json:"rotation"`
	Shift       ruling.Hex   `json:"shift"`
	Edge        string       `json:"edge"`
	Values      []int        `json:"values"` // values of the objective tokens in the order of placing
	Objectives  []int        `json:"objectives"`
	Sides       [2]side      `json:"camps"`
	Fighters    []fighter    `json:"warriors"`
	Lasting     []faceUpCard `json:"lasting"`
	Announced   []string     `json:"announced"` // reactions of a chain that are not resolved yet, by card or fighter
	Shifted     int          `json:"shifted"`   // number of changes of places, to detect stale facts

	Faces      []cardFace  `json:"faces,omitempty"`     // by slot of the players' own decks: what the card is
	Claim      claim       `json:"claim,omitzero"`      // an objective that the other player must agree to
	ByHand     []int16     `json:"by_hand,omitempty"`   // cards played by hand since the turn began
	Unfinished superAction `json:"unfinished,omitzero"` // the second part is still to come
	Aims       []aimState  `json:"aims,omitempty"`      // facts stated on a measured table that still hold
}

// superAction is a Charge or Shock whose move is made.
type superAction struct {
	Fighter string `json:"fighter"` // "": none
	Action  string `json:"action"`  // "charge" or "shock"
}

// side is the state of one player's side.
type side struct {
	Decks     [2][]int16 `json:"decks"` // top card first
	Hands     [2][]int16 `json:"hands"`
	Discards  [2][]int16 `json:"discards"`
	Scored    []int16    `json:"scored"`
	Revealed  []int16    `json:"revealed"` // Surge cards that wait to be scored
	Unspent   int        `json:"unspent"`
	Spent     int        `json:"spent"`
	Turns     int        `json:"turns"` // number taken this round
	Mulligan  bool       `json:"mulligan"`
	Kills     int        `json:"kills"` // number of enemies taken out this round
	Bounty    int        `json:"bounty"`
	Surge     int        `json:"surge"` // glory from Surge cards
	Ploys     int        `json:"ploys"` // number played this round
	KillsEver int        `json:"kills_ever"`
	Waived    bool       `json:"waived"` // the player passes at all reaction steps of the turn
}

// fighter is the state of a fighter.
type fighter struct {
	At            int           `json:"at"` // cell, or hex.None when not on the battlefield; on a measured table its own index
	Standing      standingState `json:"foot,omitzero"`
	Out           bool          `json:"out"`
	WoundCounters int           `json:"hurt"` // wound counters
	Tokens        ruling.Tokens `json:"tokens"`
	Inspired      bool          `json:"inspired"`
	Met           bool          `json:"met"` // its Inspire condition was met (ruling A-24)
	Upgrades      []int16       `json:"upgrades"`
	Attacks       int           `json:"attacks"` // number made this round

	// What it did in this battle, for honours and reports.
	Kills      int `json:"kills"`
	Dealt      int `json:"dealt"`
	Taken      int `json:"taken"`
	Criticals  int `json:"criticals"`
	TimesOut   int `json:"times_out"`
	DownRound  int `json:"down_round"`
	AllAttacks int `json:"all_attacks"`

	Felled   bool `json:"felled"`             // an enemy fighter took it out of action
	Steadied bool `json:"steadied,omitempty"` // it has used its re-roll of this battle
}

// faceUpCard is a gambit that stays face up (WU-GAMBIT-2, WU-GAMBIT-3).
type faceUpCard struct {
	Card  int16 `json:"card"`
	Begun bool  `json:"begun"` // an activation has begun since, for gambits about the next event
}

// Clone returns a copy that can be played on independently.
func (b *Battle) Clone() rules.Battle {
	c := &Battle{fixed: b.fixed, board: b.board, s: b.s}
	s := &c.s
	s.Values, s.Objectives, s.Lasting = slices.Clone(s.Values), slices.Clone(s.Objectives), slices.Clone(s.Lasting)
	s.Faces, s.ByHand = slices.Clone(s.Faces), slices.Clone(s.ByHand)
	s.Announced, s.Aims = slices.Clone(s.Announced), slices.Clone(s.Aims)
	s.Fighters = slices.Clone(s.Fighters)
	for i := range s.Fighters {
		s.Fighters[i].Upgrades = slices.Clone(s.Fighters[i].Upgrades)
	}
	for i := range s.Sides {
		p := &s.Sides[i]
		for k := range p.Decks {
			p.Decks[k], p.Hands[k], p.Discards[k] = slices.Clone(p.Decks[k]), slices.Clone(p.Hands[k]), slices.Clone(p.Discards[k])
		}
		p.Scored, p.Revealed = slices.Clone(p.Scored), slices.Clone(p.Revealed)
	}
	return c
}

// begin starts a battle before the first roll-off.
func begin(s rules.Setup) (rules.Battle, error) {
	f, err := fixedOf(s)
	if err != nil {
		return nil, err
	}
	b := &Battle{fixed: f, s: state{
		Phase: phaseBoards, Chooser: rules.Nobody, Next: rules.Nobody, First: rules.Nobody, Turn: rules.Nobody,
		FirstPlaced: rules.Nobody, Last: rules.Nobody, Fighters: make([]fighter, len(f.fighters)),
	}}
	for i := range b.s.Fighters {
		b.s.Fighters[i].At = hex.None
	}
	b.s.Faces = make([]cardFace, f.slots())
	for seat := range b.s.Sides {
		for k := range b.s.Sides[seat].Decks {
			b.s.Sides[seat].Decks[k] = slices.Clone(f.decks[seat][k])
		}
	}
	b.giveKeptUpgrades()
	return b, nil
}

// savedBattle is the JSON form of a battle.
type savedBattle struct {
	Setup     rules.Setup      `json:"setup"`
	State     state            `json:"state"`
	Aftermath *json.RawMessage `json:"aftermath,omitempty"`
}

// MarshalJSON returns the battle together with its setup.
func (b *Battle) MarshalJSON() ([]byte, error) {
	return json.Marshal(savedBattle{Setup: b.setup, State: b.s})
}

// load reads a battle, or an aftermath, that MarshalJSON wrote.
func load(text []byte) (rules.Battle, error) {
	var s savedBattle
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, rules.Faultf(rules.WrongType, "", "battle: %v", err)
	}
	f, err := fixedOf(s.Setup)
	if err != nil {
		return nil, err
	}
	b := &Battle{fixed: f, s: s.State}
	if s.State.Edge != "" && !f.measured {
		if b.board, err = f.buildBoard(b.boardPair(), b.s.Chooser); err != nil {
			return nil, err
		}
	}
	if err := b.checkSaved(); err != nil {
		return nil, err
	}
	if s.Aftermath != nil {
		return aftermathDefinition.Load(b, *s.Aftermath)
	}
	return b, nil
}

func (b *Battle) boardPair() boardPair {
	return boardPair{b.s.Boards[0], b.s.Boards[1], boardJoin{b.s.Rotation, hex.Cell(b.s.Shift), b.s.Edge}}
}

// checkSaved refuses a saved state whose indexes are outside the battle.
func (b *Battle) checkSaved() error {
	bad := func(field string) error {
		return rules.Faultf(rules.OutOfRange, "state."+field, "does not fit the setup")
	}
	cells, tokens := 0, 0
	switch {
	case b.measured:
		cells = len(b.fighters)
		tokens = hex.None
	case b.board != nil:
		cells = b.Len()
	}
	if len(b.s.Fighters) != len(b.fighters) {
		return bad("warriors")
	}
	cards := func(list []int16) bool {
		return !slices.ContainsFunc(list, func(c int16) bool { return c < 0 || int(c) >= len(b.cards) })
	}
	for i, w := range b.s.Fighters {
		if w.At < hex.None || w.At >= cells || b.measured && w.At != hex.None && w.At != i || !cards(w.Upgrades) || w.WoundCounters < 0 {
			return bad("warriors")
		}
	}
	if u := b.s.Unfinished; u.Fighter != "" && (b.find(u.Fighter) < 0 || b.s.Phase != phaseActivation || u.Action != "charge" && u.Action != "shock") {
		return bad("unfinished")
	}
	if !b.facesFit() || !cards(b.s.ByHand) || b.s.Claim.Card < 0 || int(b.s.Claim.Card) > len(b.cards) {
		return bad("faces")
	}
	for i := range b.s.Sides {
		p := &b.s.Sides[i]
		for _, list := range [][]int16{p.Decks[0], p.Decks[1], p.Hands[0], p.Hands[1], p.Discards[0], p.Discards[1], p.Scored, p.Revealed} {
			if !cards(list) {
				return bad("camps")
			}
		}
	}
	for _, a := range b.s.Aims {
		if min(a.Attacker, a.Target) < 0 || max(a.Attacker, a.Target) >= len(b.fighters) {
			return bad("aims")
		}
	}
	for _, at := range b.s.Objectives {
		if at < tokens || at >= cells {
			return bad("objectives")
		}
	}
	for _, seat := range []rules.Seat{b.s.Chooser, b.s.Next, b.s.First, b.s.Turn, b.s.FirstPlaced, b.s.Last} {
		if seat < rules.Nobody || seat > 1 {
			return bad("turn")
		}
	}
	if len(b.s.Objectives) > ruling.ObjectivesInPlay || !b.measured && len(b.s.Objectives) > len(b.s.Values) || !b.measured && b.board == nil && !slices.Contains([]string{phaseBoards, phaseFirst, phaseJoin}, b.s.Phase) {
		return bad("phase")
	}
	return nil
}

// opponent returns the other seat.
func opponent(s rules.Seat) rules.Seat { return 1 - s }

// playerOf returns the name of a seat in rulings.
func playerOf(s rules.Seat) ruling.Player {
	if s == rules.Nobody {
		return ""
	}
	return ruling.Players[s]
}

// seatOf returns the seat of a player of rulings.
func seatOf(p ruling.Player) rules.Seat { return rules.Seat(slices.Index(ruling.Players[:], p)) }

// inPlay reports whether a fighter is on the battlefield.
func (b *Battle) inPlay(i int) bool { return b.s.Fighters[i].At != hex.None }

// id returns the unit id of fighter i, "" for hex.None.
func (b *Battle) id(i int) string {
	if i < 0 {
		return ""
	}
	return b.fighters[i].id
}

// find returns the index of a fighter by unit id, or hex.None.
func (b *Battle) find(id string) int {
	return slices.Index(b.ids, id)
}

// fightersOf yields the fighters of a seat on the battlefield.
func (b *Battle) fightersOf(seat rules.Seat) func(yield func(i int) bool) {
	return func(yield func(i int) bool) {
		for i := range b.fighters {
			if b.fighters[i].seat == seat && b.inPlay(i) && !yield(i) {
				return
			}
		}
	}
}

// occupied returns the cells with fighters.
func (b *Battle) occupied() hex.Set {
	var s hex.Set
	for i := range b.s.Fighters {
		if at := b.s.Fighters[i].At; at != hex.None {
			s.Add(at)
		}
	}
	return s
}

// empty returns the cells that are neither occupied nor blocked (WU-HEX-5).
func (b *Battle) empty() hex.Set { return b.open.Without(b.occupied()) }

// face returns the face of a fighter card that is up: plain or Inspired.
func (b *Battle) face(i int) *Face {
	if b.s.Fighters[i].Inspired {
		return &b.fighters[i].profile.Inspired
	}
	return &b.fighters[i].profile.Plain
}

// bonus returns the sum of what the upgrades of a fighter and the gambits in force add to a
// characteristic.
func (b *Battle) bonus(i int, what string) int {
	sum := 0
	for _, c := range b.s.Fighters[i].Upgrades {
		if card := b.card(c); card.effect != nil && card.effect.adds == what {
			sum += card.n
		}
	}
	for _, l := range b.s.Lasting {
		card := b.card(l.Card)
		if own := card.seat == b.fighters[i].seat; own && card.effect.adds == what {
			sum += card.n
		} else if !own && card.effect.subtracts == what {
			sum -= card.n
		}
	}
	return sum
}

func (b *Battle) move(i int) int   { return b.withFloor(b.face(i).Move, b.bonus(i, "move")) }
func (b *Battle) wounds(i int) int { return max(0, b.face(i).Wounds+b.bonus(i, "wounds")) }

// withFloor returns a printed value with what is added or subtracted (WU-MOD-1, ruling
//
func (b *Battle) withFloor(printed, by int) int {
	if by < 0 && b.options.leastOne {
		return max(min(printed, 1), printed+by)
	}
	return max(0, printed+by)
}

func (b *Battle) flying(i int) bool { return b.face(i).Flying || b.bonus(i, "flying") > 0 }

// objectivesHeld returns the values of the objective tokens that a seat holds (WU-SETUP-11).
func (b *Battle) objectivesHeld(seat rules.Seat) (list []int) {
	if b.measured {
		return b.statedHeld(seat)
	}
	for k, at := range b.s.Objectives {
		for i := range b.s.Fighters {
			if b.s.Fighters[i].At == at && b.fighters[i].seat == seat {
				list = append(list, b.s.Values[k])
			}
		}
	}
	return list
}

// victoryOf returns the result of the battle as it is now.
func (b *Battle) victoryOf() ruling.VictoryResult {
	side := func(seat rules.Seat) ruling.VictorySide {
		c := &b.s.Sides[seat]
		v := ruling.VictorySide{GloryUnspent: c.Unspent, GlorySpent: c.Spent, Held: b.objectivesHeld(seat)}
		for range b.fightersOf(seat) {
			v.Survivors++
		}
		return v
	}
	return ruling.VictoryInput{A: side(0), B: side(1)}.Resolve()
}

// Outcome returns the outcome; ok when the battle is over.
func (b *Battle) Outcome() (rules.Outcome, bool) {
	if b.s.Phase != phaseOver {
		return rules.Outcome{}, false
	}
	r := b.victoryOf()
	o := rules.Outcome{Winner: seatOf(r.Winner), Scores: []int{r.GloryA, r.GloryB}, Reason: r.DecidedBy}
	o.Rule = map[string]string{"glory": "WU-VIC-1", "only-survivor": "WU-VIC-2", "objectives": "WU-VIC-3", "draw": "WU-VIC-4"}[r.DecidedBy]
	return o, true
}
