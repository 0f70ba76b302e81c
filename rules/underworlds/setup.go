package underworlds

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// fixed is the part of a battle that never changes: fighters, cards, boards, options. Equal
// setups share one.
type fixed struct {
	setup    rules.Setup
	fighters []fighterInfo
	ids      []string // by fighter
	cards    []deckCard
	byID     [2]map[string]int16 // indexes of cards by id, for each seat
	decks    [2][2][]int16       // by seat: objective and power cards
	boards   []BoardSide
	options  optionSwitches
	own      [2]bool // the seat plays with a real deck of its own
	byHand   bool    // a deck has cards that are carried out by hand
	measured bool    // on a measured table the players state where fighters stand

	mu            sync.Mutex
	shapes        []int                     // by board: the first board of the same shape
	boardShapes   map[boardPair]*boardShape // by indexes of shapes
	joinsOfShapes map[[2]int][]boardJoin
}

// fighterInfo is what a battle knows of a fighter and never changes.
type fighterInfo struct {
	id, name string
	seat     rules.Seat
	profile  Profile
	marks    []string
	inspires func(b *Battle, i, n int) bool // its Inspire condition; nil for one that waits for an event
	reacts   [2]*effect                     // effect of the reaction on either face, plain and Inspired
}

// deckCard is a card of a player's deck.
type deckCard struct {
	DeckCard
	seat   rules.Seat
	effect *effect // of a power card that has one
	n      int
	surge  bool
	byHand bool // the players carry it out
	slot   int  // a place in a player's own deck, from 1; 0: a card
}

// fixedCache keeps the latest setups, because decoding one takes longer than a battle.
var fixedCache = struct {
	sync.Mutex
	by map[string]*fixed
}{by: map[string]*fixed{}}

const (
	maxFixed       = 16
	maxBoardShapes = 256
)

// fixedOf returns the fixed part of a setup, from the cache if possible.
func fixedOf(s rules.Setup) (*fixed, error) {
	key := setupKey(s)
	fixedCache.Lock()
	f := fixedCache.by[key]
	fixedCache.Unlock()
	if f != nil {
		return f, nil
	}
	f, err := newFixed(s)
	if err != nil {
		return nil, err
	}
	fixedCache.Lock()
	defer fixedCache.Unlock()
	if len(fixedCache.by) >= maxFixed {
		clear(fixedCache.by)
	}
	fixedCache.by[key] = f
	return f, nil
}

// setupKey returns a text that is the same for equal setups.
func setupKey(s rules.Setup) string {
	var b strings.Builder
	b.WriteString(string(s.Mode))
	b.WriteString(strconv.Itoa(s.Version))
	for _, o := range options {
		b.WriteString("\x00" + s.Options[o.ID])
	}
	b.WriteString("\x00" + strconv.Itoa(len(s.Options)))
	b.Write(s.Field)
	for _, r := range s.Rosters {
		b.WriteString("\x00" + r.Name + "\x00" + r.Faction)
		b.Write(r.Extra)
		for _, u := range r.Units {
			b.WriteString("\x00" + u.ID + "\x00" + u.Name + "\x00" + strings.Join(u.Marks, "\x00"))
			b.Write(u.Profile)
		}
	}
	return b.String()
}

// newFixed reads and checks a setup.
func newFixed(s rules.Setup) (*fixed, error) {
	if s.Mode != rules.Board && s.Mode != rules.Measured {
		return nil, rules.Faultf(rules.OutOfRange, "mode", "%q is neither measured nor board", s.Mode)
	}
	if len(s.Rosters) != 2 {
		return nil, rules.Faultf(rules.OutOfRange, "rosters", "two players fight, not %d", len(s.Rosters))
	}
	f := &fixed{setup: s, measured: s.Mode == rules.Measured, byID: [2]map[string]int16{{}, {}}, boardShapes: map[boardPair]*boardShape{}, joinsOfShapes: map[[2]int][]boardJoin{}}
	if err := f.readOptions(); err != nil {
		return nil, err
	}
	var field struct {
		Boards []BoardSide `json:"boards" len:"0..16" distinct:"id" default:"[]"`
		Cards  []DeckCard  `json:"cards" len:"0..1000" distinct:"id" default:"[]"`
	}
	if fault := decodeObject(s.Field, "field", &field); fault != nil {
		return nil, fault
	}
	f.boards, f.shapes = field.Boards, shapesOf(field.Boards)
	if !f.measured && len(f.boards) == 0 {
		return nil, rules.Faultf(rules.OutOfRange, "field.boards", "a battle on a board needs one")
	}
	for i := range field.Cards {
		if fault := field.Cards[i].check(rules.At("field.cards", i)); fault != nil {
			return nil, fault
		}
	}
	for seat, r := range s.Rosters {
		if fault := f.addRoster(rules.Seat(seat), r, field.Cards); fault != nil {
			fault.Field = rules.Join(rules.At("rosters", seat), fault.Field)
			return nil, fault
		}
	}
	if f.measured {
		return f, nil
	}
	return f, f.checkBoards()
}

// addRoster reads the fighters and cards of one player.
func (f *fixed) addRoster(seat rules.Seat, r rules.Roster, cards []DeckCard) *rules.Fault {
	fighters, extra, fault := readRoster(r)
	if fault != nil {
		return fault
	}
	if !f.options.anyDecks {
		if fault := checkNemesisDecks(r, extra); fault != nil {
			return fault
		}
	}
	if len(extra.Objectives)+len(extra.Power) == 0 && (extra.Own == "no" || extra.Deck != "") {
		for _, c := range cards {
			switch {
			case !c.inRivalsDeck(r, extra):
			case c.Kind == "objective":
				extra.Objectives = append(extra.Objectives, c)
			default:
				extra.Power = append(extra.Power, c)
			}
		}
	}
	if len(fighters) < 1 || len(fighters) > 10 {
		return rules.Faultf(rules.OutOfRange, "units", "has %d fighters, not 1 to 10", len(fighters))
	}
	for i, u := range r.Units {
		if slices.Contains(f.ids, u.ID) {
			return rules.Faultf(rules.OutOfRange, rules.At("units", i)+".id", "is there twice")
		}
		f.ids = append(f.ids, u.ID)
		for _, m := range u.Marks {
			applyMark(&fighters[i], m)
		}
		card := fighterInfo{id: u.ID, name: u.Name, seat: seat, profile: fighters[i], marks: u.Marks, inspires: inspirations[fighters[i].Inspire.ID]}
		for side, face := range [2]*Face{&card.profile.Plain, &card.profile.Inspired} {
			if face.Reaction != nil {
				card.reacts[side] = effects[face.Reaction.ID]
			}
		}
		f.fighters = append(f.fighters, card)
	}
	f.own[seat] = extra.Own == "yes"
	for k, deck := range [2][]DeckCard{extra.Objectives, extra.Power} {
		for _, c := range deck {
			if _, twice := f.byID[seat][c.ID]; twice && f.since(3) {
				return twiceInDecks(c.ID)
			}
			card := newDeckCard(c, seat)
			f.byHand = f.byHand || card.byHand
			f.byID[seat][c.ID] = int16(len(f.cards))
			if !f.own[seat] {
				f.decks[seat][k] = append(f.decks[seat][k], int16(len(f.cards)))
			}
			f.cards = append(f.cards, card)
		}
		if f.own[seat] {
			f.addSlots(seat, k, len(deck))
		}
	}
	return nil
}

// checkBoards refuses boards on which a warband cannot be placed or that cannot be joined (ruling A-35).
func (f *fixed) checkBoards() error {
	for i := range f.boards {
		at := rules.At("field.boards", i)
		s := &f.boards[i]
		if fault := s.check(at); fault != nil {
			return fault
		}
		free := len(s.Starting)
		for _, h := range s.Starting {
			if slices.Contains(s.Blocked, h) {
				free--
			}
		}
		for seat := range f.setup.Rosters {
			if n := len(f.setup.Rosters[seat].Units); free < n {
				return rules.Faultf(rules.OutOfRange, at+".starting", "%d fighters have %d starting hexes", n, free)
			}
		}
		if 2*len(s.Hexes)+len(s.Long) > hex.MaxCells {
			return rules.Faultf(rules.OutOfRange, at+".hexes", "two such boards have more than %d hexes", hex.MaxCells)
		}
		for j := range f.boards {
			if len(f.joinsOf(i, j)) == 0 {
				return rules.Faultf(rules.OutOfRange, at, "cannot be joined with board %d", j)
			}
		}
	}
	return nil
}

// joinsOf returns the legal joins of board j to board i, from the cache if possible.
func (f *fixed) joinsOf(i, j int) []boardJoin {
	f.mu.Lock()
	defer f.mu.Unlock()
	list, found := f.joinsOfShapes[[2]int{i, j}]
	if !found {
		list = joinsOf(&f.boards[i], &f.boards[j])
		f.joinsOfShapes[[2]int{i, j}] = list
	}
	return list
}
