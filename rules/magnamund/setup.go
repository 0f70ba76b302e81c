package magnamund

import (
	"slices"
	"sync"

	"oriflamme/rules"
	"oriflamme/rules/grid"
	"oriflamme/rules/magnamund/ruling"
)

// A Field is the game's own part of a rules.Setup: the board and the scenario.
type Field struct {
	Scenario Scenario `json:"scenario" default:"{\"width\":20,\"height\":20}"`
	Sheets   []Sheet  `json:"sheets" len:"0..40" default:"[]"` // Game Sheets that the profiles name
}

// A Scenario is a board with its zones and its goal. Without zones it is the quick battle of
// the book (MG-SETUP-5, MG-SCEN-2).
type Scenario struct {
	ID      string        `json:"id" in:"0..64" default:"\"\""`
	Name    rules.Text    `json:"name" default:"{}"`
	Text    rules.Text    `json:"text" default:"{}"`
	Width   int           `json:"width" in:"9..60"`
	Height  int           `json:"height" in:"9..60"`
	Terrain []Area        `json:"terrain" len:"0..600" default:"[]"`
	Edges   []Edge        `json:"edges" len:"0..600" default:"[]"`
	Zones   []ruling.Zone `json:"zones" len:"2..2" default:"-"` // by side
	Turns   int           `json:"turns" in:"1..40" default:"10"`
	Victory Victory       `json:"victory" default:"{}"`
}

// An Area is a rectangle of cells of one terrain and level.
type Area struct {
	From  grid.Cell `json:"from"`
	To    grid.Cell `json:"to"`
	Type  string    `json:"type" in:"open-ground|slope|marsh|brush|rocks|trees|steps|rampart|water|building"`
	Level int       `json:"level" in:"0..9" default:"0"`
}

// An Edge is a run of a feature along the sides of cells: it lies between the cells A and B
// and between the next pairs of cells along the line, Times pairs in all.
type Edge struct {
	A     grid.Cell `json:"a"`
	B     grid.Cell `json:"b"`
	Type  string    `json:"type" in:"low-wall|fence|hedge|wall|door|great-gate|window|loophole"`
	Times int       `json:"times" in:"1..60" default:"1"`
}

// Victory is the goal of a scenario. A side without any unit and hero has lost in any case
// (ruling MG-AMB-53).
type Victory struct {
	Kind  string      `json:"kind" in:"elimination|hold|reach|slay|survive" default:"\"elimination\""`
	Side  int         `json:"side" in:"0..1" default:"0"`     // side that must reach, slay or survive
	Cells []grid.Cell `json:"cells" len:"0..12" default:"[]"` // that must be held or reached
	Count int         `json:"count" in:"1..100" default:"1"`  // number of troops that must reach them
}

// Extra is the game's own part of a rules.Roster.
type Extra struct {
	Side      *int     `json:"side" in:"0..1" default:"-"` // nil: rosters alternate between the sides
	Commander string   `json:"commander" in:"0..64" default:"\"\""`
	Hidden    []string `json:"hidden" len:"0..30" default:"[]"` // ids of units that may be deployed hidden

	PointsLimit int `json:"points_limit" in:"0..100000" default:"0"` // greatest value of the list (MG-HOUSE-6); 0: no limit
}

// fixed is what never changes in a battle.
type fixed struct {
	setup       rules.Setup
	scenario    Scenario
	sheets      []Sheet
	bareBoard   *ruling.Ground
	levels      []uint8
	zones       [2]ruling.Zone
	reach       int // greatest distance of linked troops
	troops      []troopInfo
	units       []unitInfo
	index       map[string]int // in troops, by id
	general     [2]int         // troop, of a unit its first; or noUnit
	sideOfSeat  []int          // by seat
	auraBearers []int          // troops with Aura of Goodness or Terror
	rallies     []int          // troops with Rally
	anyPower    bool           // a troop has a discipline or power

	throwsDisciplines bool // Kai Lords roll for their disciplines before each battle
	lossesDecide      bool // who has lost less wins at the last turn (MG-HOUSE-5)

	lanes laneCache

	cellOffers func() []rules.Offer[grid.Cell] // of questions, by cell of the board
}

// noUnit stands for no troop and no unit where an index is expected.
const noUnit = -1

func newFixed(setup rules.Setup) (*fixed, error) {
	th := &fixed{setup: setup, index: map[string]int{}, general: [2]int{noUnit, noUnit}}
	var f Field
	if err := rules.Decode(setup.Field, &f); err != nil {
		return nil, rules.Within("field", err)
	}
	th.scenario, th.sheets = f.Scenario, f.Sheets
	if fault := th.buildBoard(); fault != nil {
		return nil, fault
	}
	th.reach = ruling.CohesionReach(setup.Options["cohesion"])
	for id, value := range setup.Options {
		if !slices.ContainsFunc(options, func(o rules.Option) bool { return o.ID == id && slices.Contains(o.Values, value) }) {
			return nil, rules.Faultf(rules.OutOfRange, "options."+id, "%q is no such option", value)
		}
	}
	th.throwsDisciplines = setup.Options["disciplines"] == "random"
	th.lossesDecide = lastTurn.In(setup) == "losses"
	if len(setup.Rosters) < 2 {
		return nil, rules.Faultf(rules.OutOfRange, "rosters", "a battle has two sides")
	}
	var there [2]bool
	for seat, r := range setup.Rosters {
		side, err := th.addRoster(rules.Seat(seat), r)
		if err != nil {
			return nil, err
		}
		there[side] = true
	}
	if !there[0] || !there[1] {
		return nil, rules.Faultf(rules.OutOfRange, "rosters", "a side has nobody")
	}
	if len(th.auraBearers) > 64 {
		return nil, rules.Faultf(rules.OutOfRange, "rosters", "%d heroes with an aura are too many", len(th.auraBearers))
	}
	if setup.Mode == rules.Board && 4*len(th.troops) > len(th.bareBoard.Land) {
		return nil, rules.Faultf(rules.OutOfRange, "field.scenario.width", "%d pieces need a larger board", len(th.troops))
	}
	if len(th.troops) > 200 {
		return nil, rules.Faultf(rules.OutOfRange, "rosters", "%d pieces are too many", len(th.troops))
	}
	return th, nil
}

// buildBoard builds the board.
func (th *fixed) buildBoard() *rules.Fault {
	sc := &th.scenario
	g := ruling.NewGround(sc.Width, sc.Height)
	th.bareBoard, th.levels = g, make([]uint8, len(g.Land))
	th.lanes = newLanes(g)
	th.cellOffers = sync.OnceValue(func() []rules.Offer[grid.Cell] { return offerCells(g) })
	for i, a := range sc.Terrain {
		if !g.OnBoard(a.From) || !g.OnBoard(a.To) || a.To.X < a.From.X || a.To.Y < a.From.Y {
			return rules.Faultf(rules.OutOfRange, rules.At("field.scenario.terrain", i), "is no rectangle on the board")
		}
		for x := a.From.X; x <= a.To.X; x++ {
			for y := a.From.Y; y <= a.To.Y; y++ {
				at := g.Index(grid.Cell{X: x, Y: y})
				g.Land[at] = ruling.IndexOfName[ruling.Terrain](ruling.TerrainNames[:], a.Type)
				th.levels[at] = uint8(a.Level)
				if a.Type == "rampart" && a.Level == 0 {
					th.levels[at] = 1
				}
			}
		}
	}
	for i, e := range sc.Edges {
		along := grid.Cell{X: 1}
		if e.A.Y == e.B.Y {
			along = grid.Cell{Y: 1}
		}
		for n := range e.Times {
			a, b := e.A.Plus(along.Times(n)), e.B.Plus(along.Times(n))
			if !g.OnBoard(a) || !g.OnBoard(b) || !grid.ShareSide(a, b) {
				return rules.Faultf(rules.OutOfRange, rules.At("field.scenario.edges", i), "is no side of two cells on the board")
			}
			*g.FeatureAt(a, b) = ruling.IndexOfName[ruling.Feature](ruling.FeatureNames[:], e.Type)
		}
	}
	if sc.Zones != nil {
		th.zones = [2]ruling.Zone(sc.Zones)
	} else {
		th.zones[0], _ = ruling.QuickZone(sc.Width, sc.Height, grid.South)
		th.zones[1], _ = ruling.QuickZone(sc.Width, sc.Height, grid.North)
	}
	for i, z := range th.zones {
		if z.XMin < 0 || z.YMin < 0 || z.XMax >= sc.Width || z.YMax >= sc.Height || z.XMin > z.XMax || z.YMin > z.YMax {
			return rules.Faultf(rules.OutOfRange, rules.At("field.scenario.zones", i), "is no zone on the board")
		}
	}
	for i, c := range sc.Victory.Cells {
		if !g.OnBoard(c) {
			return rules.Faultf(rules.OutOfRange, rules.At("field.scenario.victory.cells", i), "is off the board")
		}
	}
	return nil
}

// addRoster adds the units of a roster to the battle.
func (th *fixed) addRoster(seat rules.Seat, r rules.Roster) (side int, err error) {
	extra := Extra{}
	if len(r.Extra) > 0 {
		if err := rules.Decode(r.Extra, &extra); err != nil {
			return 0, rules.Within(rules.At("rosters", int(seat))+".extra", err)
		}
	}
	side = int(seat) % 2
	if extra.Side != nil {
		side = *extra.Side
	}
	th.sideOfSeat = append(th.sideOfSeat, side)
	hide, at := map[string]bool{}, rules.At("rosters", int(seat))+".units"
	for _, id := range extra.Hidden {
		hide[id] = true
	}
	for i, u := range r.Units {
		p := new(Profile)
		if err := rules.Decode(u.Profile, p); err != nil {
			return 0, rules.Within(rules.At(at, i)+".profile", err)
		}
		p.applyMarks(u.Marks)
		if fault := th.assignSheet(p); fault != nil {
			return 0, fault
		}
		if len(th.addTroops(seat, side, u, p, hide[u.ID])) == 0 {
			return 0, rules.Faultf(rules.OutOfRange, rules.At(at, i)+".id", "%q is there twice", u.ID)
		}
		named := u.ID == extra.Commander || extra.Commander == "" && p.Category != "soldier"
		if named && th.general[side] == noUnit {
			th.general[side] = len(th.troops) - 1
		}
	}
	return side, nil
}

// begin starts a battle before its deployment.
func begin(setup rules.Setup) (rules.Battle, error) {
	th, err := newFixed(setup)
	if err != nil {
		return nil, err
	}
	b := &Battle{fixed: th, s: state{Phase: phaseDeploy, Winner: noUnit, Red: noUnit}}
	b.s.Troops = make([]troopState, len(th.troops))
	b.s.Units = make([]unitState, len(th.units))
	for u := range b.s.Units {
		b.s.Units[u] = unitState{Caster: noUnit, Killer: noUnit, Flanker: noUnit, Monster: noUnit, Haunter: noUnit}
	}
	for i, f := range th.troops {
		b.s.Troops[i].Animal = noUnit
		if f.profile.Category == "magician" {
			b.s.Hands = append(b.s.Hands, spellHand{i, append([]string{}, f.profile.Spells...)})
		}
	}
	b.s.Drawn = !b.drawingCards()
	b.placeAll()
	return b, nil
}
