package underworlds

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// A BoardSide is one side of a board with the half hexes of its two kinds of edges.
type BoardSide struct {
	ID       string     `json:"id" in:"1..60"`
	Name     rules.Text `json:"name" len:"1..2" each:"1..80"`
	Text     rules.Text `json:"text" len:"0..2" each:"1..400" default:"{}"`
	Hexes    []Hex      `json:"hexes" len:"1..100" distinct:"true"`
	Long     []Hex      `json:"long" len:"0..50" distinct:"true" default:"[]"`  // half hexes of the long edges
	Short    []Hex      `json:"short" len:"0..50" distinct:"true" default:"[]"` // half hexes of the short edges
	Blocked  []Hex      `json:"blocked" len:"0..50" distinct:"true" default:"[]"`
	Starting []Hex      `json:"starting" len:"1..50" distinct:"true"`
}

func (s *BoardSide) check(path string) *rules.Fault {
	f := s.face()
	fault := f.check(path)
	for i, h := range s.Short {
		fault = first(fault, when(slices.Contains(s.Long, h), rules.Faultf(rules.OutOfRange, rules.At(path+".short", i), "is of a long edge")))
	}
	return fault
}

func (s *BoardSide) face() BoardFace {
	return BoardFace{s.Hexes, slices.Concat(s.Long, s.Short), s.Blocked, s.Starting}
}

// A lay is how a second board lies beside a first.
type lay struct {
	rotation    int
	translation hex.Cell
	edge        string
}

// plot is the shape of a battlefield. Boards of one shape share it.
type plot struct {
	*hex.Grid
	discs []atomic.Pointer[hex.Set] // by cell and radius
}

// arena is the battlefield of two boards. It is shared by battles and remembers
// the lines of sight that were asked for.
type arena struct {
	*ground
	shape            *plot
	every, open, rim hex.Set // open: not blocked
	started          [2]hex.Set
	lines            []atomic.Uint32 // by pair of cells: unknown, free, blocked
	names            []Hex
	spots            []int // of the cells in the theatre's box
}

// widest is the greatest radius of a disc that is remembered.
const widest = 8

// disc returns the cells within so many hexes of a cell, itself included.
func (p *plot) disc(at, radius int) hex.Set {
	radius = min(radius, widest)
	to := &p.discs[at*(widest+1)+radius]
	if s := to.Load(); s != nil {
		return *s
	}
	var s hex.Set
	for i := range p.Len() {
		if inReach(p.Grid, at, i, radius) {
			s.Put(i)
		}
	}
	to.Store(&s)
	return s
}

const (
	lineFree    = 1
	lineBlocked = 2
)

func newArena(b Board, p *plot, lines []atomic.Uint32) (*arena, *rules.Fault) {
	g, fault := b.groundOn(p.Grid)
	if fault != nil {
		return nil, fault
	}
	a := &arena{ground: g, shape: p, every: g.all(), rim: g.edges(), lines: lines}
	a.open = a.every.Without(g.blocked)
	for i, p := range players {
		a.started[i] = g.bases(p)
	}
	for i := range g.Len() {
		a.names = append(a.names, Hex(g.Cell(i)))
	}
	return a, nil
}

// sees is ground.sees, remembered.
func (a *arena) sees(i, j int) bool {
	if a.Distance(i, j) == 1 {
		return true // nothing lies between
	}
	at := &a.lines[i*a.Len()+j]
	known := at.Load()
	if known == 0 {
		if known = lineBlocked; a.ground.sees(i, j) {
			known = lineFree
		}
		at.Store(known)
		a.lines[j*a.Len()+i].Store(known)
	}
	return known == lineFree
}

// lays lists the legal joins of a second board to a first (WU-SETUP-4).
func lays(a, b *BoardSide) []lay {
	const whole, long, short = 1, 2, 3
	kinds := map[hex.Cell]int{}
	for k, list := range map[int][]Hex{whole: a.Hexes, long: a.Long, short: a.Short} {
		for _, h := range list {
			kinds[hex.Cell(h)] = k
		}
	}
	var found []lay
	for _, rotation := range []int{0, 180} {
		turn := func(h Hex) hex.Cell {
			if rotation == 180 {
				return hex.Cell(h).Turned()
			}
			return hex.Cell(h)
		}
		for _, edge := range []struct {
			name string
			kind int
			a, b []Hex
		}{{"long", long, a.Long, b.Long}, {"short", short, a.Short, b.Short}} {
			shared := map[hex.Cell]int{}
			for _, x := range edge.a {
				for _, y := range edge.b {
					shared[hex.Cell(x).Sub(turn(y))]++
				}
			}
			for by, n := range shared {
				if n >= completeHexesNeeded[edge.name] && apart(kinds, b, turn, by, whole, edge.kind) {
					found = append(found, lay{rotation, by, edge.name})
				}
			}
		}
	}
	slices.SortFunc(found, func(x, y lay) int {
		if c := compare(x.edge, y.edge); c != 0 {
			return c
		}
		if x.rotation != y.rotation {
			return x.rotation - y.rotation
		}
		return hex.Compare(x.translation, y.translation)
	})
	return found
}

// apart holds when no whole hex of one board lies on anything of the other, and
// only half hexes of one kind of edge meet.
func apart(kinds map[hex.Cell]int, b *BoardSide, turn func(Hex) hex.Cell, by hex.Cell, whole, edge int) bool {
	for _, h := range b.Hexes {
		if kinds[turn(h).Add(by)] != 0 {
			return false
		}
	}
	for k, list := range [][]Hex{b.Long, b.Short} {
		for _, h := range list {
			if met := kinds[turn(h).Add(by)]; met == whole || met != 0 && (met != edge || k+2 != edge) {
				return false
			}
		}
	}
	return true
}

// theatre is what a setup fixes: fighters, cards, boards, options. Equal setups share one.
type theatre struct {
	setup    rules.Setup
	fighters []fighterCard
	cards    []cardInPlay
	decks    [2][2][]int16 // by seat: objective and power cards
	boards   []BoardSide
	index    map[string]int // fighters by id
	switches switches
	box      box

	mu     sync.Mutex
	arenas map[joined]*arena
	plots  map[joined]*plot // by the first boards of equal shape
	joins  map[[2]int][]lay
}

// joined names an arena.
type joined struct {
	first, second int // boards
	lay           lay
}

// fighterCard is a fighter as the setup knows it.
type fighterCard struct {
	id, name string
	seat     rules.Seat
	p        Profile
	marks    []string
}

// cardInPlay is a card of somebody's deck.
type cardInPlay struct {
	DeckCard
	seat   rules.Seat
	effect *effect // of a power card that is no Attack action
	n      int
	surge  bool
}

// switches are the options as they are set.
type switches struct {
	guardNeverTrapped, knockbackNeeds, corneredOnce, openersOnly, inspireNow, revealAlways, scythingBarred bool
}

// options are the doubtful points that an organiser may settle otherwise.
var options = []rules.Option{
	{ID: "guard-never-trapped", Rule: "A-9", Values: []string{"no", "yes"}, Default: "no"},
	{ID: "cornered-at-step-7", Rule: "A-10", Values: []string{"anew", "as-at-step-4"}, Default: "anew"},
	{ID: "knockback-needs-success", Rule: "A-11", Values: []string{"no", "yes"}, Default: "no"},
	{ID: "scything-when-charged", Rule: "A-16", Values: []string{"one-target", "any"}, Default: "one-target"},
	{ID: "join-after-declining", Rule: "A-20", Values: []string{"yes", "no"}, Default: "yes"},
	{ID: "reveal-surge", Rule: "A-23", Values: []string{"choice", "always"}, Default: "choice"},
	{ID: "inspire-latched", Rule: "A-24", Values: []string{"yes", "no"}, Default: "yes"},
}

// theatres remembers the latest setups: decoding one takes longer than a battle.
var theatres = struct {
	sync.Mutex
	by map[string]*theatre
}{by: map[string]*theatre{}}

const (
	mostTheatres = 16
	mostArenas   = 1024
)

func theatreOf(s rules.Setup) (*theatre, error) {
	key := setupKey(s)
	theatres.Lock()
	th := theatres.by[key]
	theatres.Unlock()
	if th != nil {
		return th, nil
	}
	th, err := newTheatre(s)
	if err != nil {
		return nil, err
	}
	theatres.Lock()
	defer theatres.Unlock()
	if len(theatres.by) >= mostTheatres {
		clear(theatres.by)
	}
	theatres.by[key] = th
	return th, nil
}

// setupKey is a text that equal setups share.
func setupKey(s rules.Setup) string {
	var b strings.Builder
	b.WriteString(string(s.Mode))
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

func newTheatre(s rules.Setup) (*theatre, error) {
	if s.Mode != rules.Board {
		return nil, rules.Faultf(rules.OutOfRange, "mode", "battles of Underworlds are fought on a board")
	}
	if len(s.Rosters) != 2 {
		return nil, rules.Faultf(rules.OutOfRange, "rosters", "two players fight, not %d", len(s.Rosters))
	}
	th := &theatre{setup: s, index: map[string]int{}, arenas: map[joined]*arena{}, plots: map[joined]*plot{}, joins: map[[2]int][]lay{}}
	if err := th.readOptions(); err != nil {
		return nil, err
	}
	var field struct {
		Boards []BoardSide `json:"boards" len:"1..8" distinct:"id"`
		Cards  []DeckCard  `json:"cards" len:"0..1000" distinct:"id" default:"[]"`
	}
	raw := s.Field
	if raw == nil {
		raw = json.RawMessage("{}")
	}
	if fault := inside("field", rules.Decode(raw, &field)); fault != nil {
		return nil, fault
	}
	th.boards = field.Boards
	for i := range field.Cards {
		if fault := field.Cards[i].check(rules.At("field.cards", i)); fault != nil {
			return nil, fault
		}
	}
	for seat, r := range s.Rosters {
		if fault := th.enlist(rules.Seat(seat), r, field.Cards); fault != nil {
			fault.Field = rules.Join(rules.At("rosters", seat), fault.Field)
			return nil, fault
		}
	}
	if err := th.checkBoards(); err != nil {
		return nil, err
	}
	th.box = th.newBox()
	return th, nil
}

func (th *theatre) readOptions() error {
	value := map[string]string{}
	for _, o := range options {
		value[o.ID] = o.Default
	}
	for id, v := range th.setup.Options {
		i := slices.IndexFunc(options, func(o rules.Option) bool { return o.ID == id })
		if i < 0 || !slices.Contains(options[i].Values, v) {
			return rules.Faultf(rules.OutOfRange, "options."+id, "no option %q with value %q", id, v)
		}
		value[id] = v
	}
	th.switches = switches{
		guardNeverTrapped: value["guard-never-trapped"] == "yes", knockbackNeeds: value["knockback-needs-success"] == "yes",
		corneredOnce: value["cornered-at-step-7"] != "anew", openersOnly: value["join-after-declining"] == "no",
		inspireNow: value["inspire-latched"] == "no", revealAlways: value["reveal-surge"] == "always",
		scythingBarred: value["scything-when-charged"] == "one-target",
	}
	return nil
}

// enlist reads the fighters and cards of one player.
func (th *theatre) enlist(seat rules.Seat, r rules.Roster, cards []DeckCard) *rules.Fault {
	fighters, extra, fault := readRoster(r)
	if fault != nil {
		return fault
	}
	if len(extra.Objectives)+len(extra.Power) == 0 {
		for _, c := range cards {
			switch {
			case !c.of(r, extra):
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
		if _, twice := th.index[u.ID]; twice {
			return rules.Faultf(rules.OutOfRange, rules.At("units", i)+".id", "is there twice")
		}
		th.index[u.ID] = len(th.fighters)
		for _, m := range u.Marks {
			applyMark(&fighters[i], m)
		}
		th.fighters = append(th.fighters, fighterCard{u.ID, u.Name, seat, fighters[i], u.Marks})
	}
	for k, deck := range [2][]DeckCard{extra.Objectives, extra.Power} {
		for _, c := range deck {
			card := cardInPlay{DeckCard: c, seat: seat, surge: slices.Contains(c.Keywords, "surge")}
			if c.Effect != nil && c.Kind != "objective" {
				card.effect, card.n = effects[c.Effect.ID], c.Effect.N
			}
			th.decks[seat][k] = append(th.decks[seat][k], int16(len(th.cards)))
			th.cards = append(th.cards, card)
		}
	}
	return nil
}

// checkBoards refuses boards on which a warband cannot be placed or that cannot be joined (ruling A-35).
func (th *theatre) checkBoards() error {
	for i := range th.boards {
		at := rules.At("field.boards", i)
		s := &th.boards[i]
		if fault := s.check(at); fault != nil {
			return fault
		}
		free := len(s.Starting)
		for _, h := range s.Starting {
			if slices.Contains(s.Blocked, h) {
				free--
			}
		}
		for seat := range th.setup.Rosters {
			if n := len(th.setup.Rosters[seat].Units); free < n {
				return rules.Faultf(rules.OutOfRange, at+".starting", "%d fighters have %d starting hexes", n, free)
			}
		}
		if 2*len(s.Hexes)+len(s.Long) > hex.Most {
			return rules.Faultf(rules.OutOfRange, at+".hexes", "two such boards have more than %d hexes", hex.Most)
		}
		for j := range th.boards {
			if len(th.laysOf(i, j)) == 0 {
				return rules.Faultf(rules.OutOfRange, at, "cannot be joined with board %d", j)
			}
		}
	}
	return nil
}

func (th *theatre) laysOf(i, j int) []lay {
	th.mu.Lock()
	defer th.mu.Unlock()
	list, known := th.joins[[2]int{i, j}]
	if !known {
		list = lays(&th.boards[i], &th.boards[j])
		th.joins[[2]int{i, j}] = list
	}
	return list
}

// arena builds the battlefield of two boards. Seat is who chose the first.
func (th *theatre) arena(j joined, seat rules.Seat) (*arena, error) {
	if j.first < 0 || j.first >= len(th.boards) || j.second < 0 || j.second >= len(th.boards) {
		return nil, rules.Faultf(rules.OutOfRange, "boards", "no such board")
	}
	key := j
	if seat == 1 {
		key.first = -1 - j.first // the territories change sides
	}
	th.mu.Lock()
	defer th.mu.Unlock()
	if a := th.arenas[key]; a != nil {
		return a, nil
	}
	a, b := th.boards[j.first].face(), th.boards[j.second].face()
	r := joining{BoardA: a, BoardB: b, Rotation: j.lay.rotation, Translation: Shift(j.lay.translation), EdgeA: j.lay.edge, EdgeB: j.lay.edge}.join()
	if !r.Legal {
		return nil, rules.Breaks("WU-SETUP-4", "translation", "the boards cannot be joined so")
	}
	board := Board{hexesOf(r.Board.Cells), hexesOf(r.Board.Blocked), hexesOf(r.Board.Starting), hexesOf(r.Board.TerritoryA), hexesOf(r.Board.TerritoryB)}
	if seat == 1 {
		board.TerritoryA, board.TerritoryB = board.TerritoryB, board.TerritoryA
	}
	lines := make([]atomic.Uint32, len(board.Cells)*len(board.Cells))
	twin := j
	if seat == 0 {
		twin.first = -1 - j.first
	}
	if a := th.arenas[twin]; a != nil {
		lines = a.lines
	}
	made, fault := newArena(board, th.plot(j, board.Cells), lines)
	if fault != nil {
		return nil, fault
	}
	for _, h := range made.names {
		made.spots = append(made.spots, th.box.spot(h))
	}
	if len(th.arenas) >= mostArenas {
		clear(th.arenas)
		clear(th.plots)
	}
	th.arenas[key] = made
	return made, nil
}

// plot returns the shape of a join, which other boards of the same shape share.
func (th *theatre) plot(j joined, cells []Hex) *plot {
	shape := func(k int) int {
		return slices.IndexFunc(th.boards, func(s BoardSide) bool {
			return slices.Equal(s.Hexes, th.boards[k].Hexes) && slices.Equal(s.Long, th.boards[k].Long) && slices.Equal(s.Short, th.boards[k].Short)
		})
	}
	key := joined{shape(j.first), shape(j.second), j.lay}
	p := th.plots[key]
	if p == nil {
		g := hex.NewGrid(cellsOf(cells))
		p = &plot{g, make([]atomic.Pointer[hex.Set], g.Len()*(widest+1))}
		th.plots[key] = p
	}
	return p
}

func hexesOf(cells []hex.Cell) []Hex {
	list := make([]Hex, len(cells))
	for i, c := range cells {
		list[i] = Hex(c)
	}
	return list
}

func itoa(n int) string { return strconv.Itoa(n) }
