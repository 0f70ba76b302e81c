package campaign

import (
	"fmt"
	"slices"

	"oriflamme/campaign/tiling"
	"oriflamme/rules"
)

// A Map is the map of a campaign. Each region lies at a place of one lattice, in axial
// coordinates of hexagons with pointed tops.
type Map struct {
	Name     string    `json:"name"`
	Seed     string    `json:"seed"`            // seed of the generator, or ""; it also determines the shapes of free regions
	Shape    string    `json:"shape,omitempty"` // shape of the regions: "" for hexagons, or FreeShape
	Regions  []Region  `json:"regions"`
	Routes   []Route   `json:"routes,omitempty"`
	Backdrop *Backdrop `json:"picture,omitempty"` // image beneath the regions, or nil
}

// A Route makes two regions neighbours that need not touch.
type Route struct {
	From ID     `json:"from"`
	To   ID     `json:"to"`
	Kind string `json:"kind"` // "road", or "crossing" over water
}

// RouteKinds are the kinds of routes.
var RouteKinds = []string{"road", "crossing"}

// FreeShape is the shape of regions that are free cells of package tiling.
const FreeShape = "free"

// Terrains lists the terrains that maps can draw. Nobody holds Sea (CAMP-MAP-6).
var Terrains = []string{"plain", "coast", "forest", "hill", "marsh", "peak", "heath", "ruin", Sea}

// Sea is the terrain of water.
const Sea = "sea"

// A Region is one region of a map: a hexagon or a free cell.
type Region struct {
	ID       ID          `json:"id"` // unique in the map, for example "C4"
	Q        int         `json:"q"`
	R        int         `json:"r"`
	Name     string      `json:"name"`
	Terrain  string      `json:"terrain"` // one of Terrains, or a key that maps do not draw
	Owner    ID          `json:"owner"`   // roster, or "" for free land
	Capital  bool        `json:"capital"` // the home of the owner that chose it
	Owners   []Ownership `json:"-"`       // all owners in order; the last is the present one
	Garrison []ID        `json:"-"`       // units of the owner's list that were sent there
}

// An Ownership says since which act a roster holds a region. The roster is "" if nobody
// holds it.
type Ownership struct {
	Owner ID
	ActNo ActNo
}

// Region returns a region by its ID, or nil.
func (m *Map) Region(id ID) *Region {
	if m == nil {
		return nil
	}
	for i := range m.Regions {
		if m.Regions[i].ID == id {
			return &m.Regions[i]
		}
	}
	return nil
}

// lattice returns the lattice that gives the shapes of regions and which of them touch.
func (m *Map) lattice() tiling.Lattice {
	return tiling.Lattice{Free: m.Shape == FreeShape, Seed: m.Seed}
}

// Neighbours returns the regions that border a region, in the order of its edges, then
// those that a route joins to it.
func (m *Map) Neighbours(id ID) []*Region {
	here := m.Region(id)
	if here == nil {
		return nil
	}
	var all []*Region
	for _, at := range m.lattice().Borders(tiling.Place{here.Q, here.R}) {
		if r := m.at(at); r != nil {
			all = append(all, r)
		}
	}
	for _, way := range m.Routes {
		far := way.To
		if far == id {
			far = way.From
		} else if way.From != id {
			continue
		}
		if r := m.Region(far); r != nil && !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	return all
}

// at returns the region at a place, or nil.
func (m *Map) at(place tiling.Place) *Region {
	for i := range m.Regions {
		if m.Regions[i].Q == place[0] && m.Regions[i].R == place[1] {
			return &m.Regions[i]
		}
	}
	return nil
}

// RegionCount returns how many regions a roster holds.
func (m *Map) RegionCount(roster ID) int {
	n := 0
	if m != nil {
		for _, r := range m.Regions {
			if r.Owner == roster {
				n++
			}
		}
	}
	return n
}

// Borders reports whether a region touches land of a roster.
func (m *Map) Borders(region, roster ID) bool {
	return slices.ContainsFunc(m.Neighbours(region), func(r *Region) bool { return r.Owner == roster })
}

// Supplied returns the regions of a roster that its own land joins to its capital. A roster
// without a capital has no supplied land.
func (m *Map) Supplied(roster ID) map[ID]bool {
	reached := map[ID]bool{}
	if m == nil {
		return reached
	}
	var todo []ID
	for _, r := range m.Regions {
		if r.Owner == roster && r.Capital {
			todo, reached[r.ID] = append(todo, r.ID), true
		}
	}
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		for _, n := range m.Neighbours(at) {
			if n.Owner == roster && !reached[n.ID] {
				todo, reached[n.ID] = append(todo, n.ID), true
			}
		}
	}
	return reached
}

func (m *Map) clone() *Map {
	if m == nil {
		return nil
	}
	n := *m
	n.Regions, n.Routes = slices.Clone(m.Regions), slices.Clone(m.Routes)
	for i := range n.Regions {
		n.Regions[i].Owners = slices.Clip(n.Regions[i].Owners)
	}
	return &n
}

func (m *Map) setOwner(region, roster ID, capital bool, actNo ActNo) {
	r := m.Region(region)
	if r.Owner != roster {
		r.Garrison = nil
	}
	r.Owner, r.Capital = roster, capital
	r.Owners = append(r.Owners, Ownership{roster, actNo})
}

func (m *Map) check() error {
	if m == nil {
		return nil
	}
	if err := checkLength("map.name", m.Name, 0, 80); err != nil {
		return err
	}
	if m.Shape != "" && m.Shape != FreeShape {
		return refuse(Invalid, "map.shape", "unknown-shape", "", "shape", m.Shape)
	}
	if len(m.Regions) > 400 {
		return refuse(Invalid, "map.regions", "too-long", "", "most", "400")
	}
	ids, spots := map[ID]bool{}, map[[2]int]bool{}
	for i, r := range m.Regions {
		at := fmt.Sprintf("map.regions[%d]", i)
		spot := [2]int{r.Q, r.R}
		switch err := firstError(checkLength(at+".id", r.ID, 1, 40), checkLength(at+".name", r.Name, 1, 60), checkLength(at+".terrain", r.Terrain, 0, 40)); {
		case err != nil:
			return err
		case ids[r.ID]:
			return refuse(Invalid, at+".id", "region-twice", "", "region", r.ID)
		case spots[spot]:
			return refuse(Invalid, at+".q", "place-taken", "", "region", r.ID)
		case r.Terrain == Sea && r.Owner != "":
			return refuse(Invalid, at+".owner", "nobody-holds-sea", "CAMP-MAP-6", "region", r.Name)
		}
		ids[r.ID], spots[spot] = true, true
	}
	return firstError(m.Backdrop.check(), m.checkRoutes())
}

// maxRoutes is how many routes a map may have.
const maxRoutes = 200

func (m *Map) checkRoutes() error {
	if len(m.Routes) > maxRoutes {
		return refuse(Invalid, "map.routes", "too-long", "", "most", fmt.Sprint(maxRoutes))
	}
	for i, way := range m.Routes {
		at := fmt.Sprintf("map.routes[%d]", i)
		switch {
		case m.Region(way.From) == nil:
			return notFound(at+".from", "region", way.From)
		case m.Region(way.To) == nil:
			return notFound(at+".to", "region", way.To)
		case way.From == way.To:
			return refuse(Invalid, at+".to", "route-to-itself", "")
		case !slices.Contains(RouteKinds, way.Kind):
			return refuse(Invalid, at+".kind", "unknown-route", "", "kind", way.Kind)
		}
	}
	return nil
}

// DrawMap gives a campaign a map, or replaces it. Land that was held or is fought over
// keeps its place and its owner (CAMP-MAP-5).
type DrawMap struct {
	Campaign ID   `json:"campaign"`
	Map      *Map `json:"map"`
}

// Kind returns "map".
func (DrawMap) Kind() Kind { return KindMap }

func (b DrawMap) subject() Subject {
	return Subject{Campaign: b.Campaign, staleKey: b.Campaign + " map"}
}

func (b DrawMap) names(s *State, check nameChecker) {
	if c := s.Campaigns[b.Campaign]; c != nil {
		check.mapNames(b.Map, c.Map)
	}
}

func (b DrawMap) images() (ID, []string) { return b.Campaign, b.Map.images() }

func (b DrawMap) apply(f *fold, a *Act) error {
	c := f.Campaigns[b.Campaign]
	switch {
	case c == nil:
		return notFound("campaign", "campaign", b.Campaign)
	case b.Map == nil:
		return refuse(Invalid, "map", "required", "")
	}
	drawn := b.Map.clone()
	if c.Map != nil {
		if err := f.keepLand(drawn, c); err != nil {
			return err
		}
	}
	for i, r := range drawn.Regions {
		if r.Owner != "" && (f.Rosters[r.Owner] == nil || f.Rosters[r.Owner].Campaign != c.ID) {
			return notFound(fmt.Sprintf("map.regions[%d].owner", i), "roster", r.Owner)
		}
	}
	if err := drawn.check(); err != nil {
		return err
	}
	f.editCampaign(c.ID).Map = drawn
	return nil
}

// sameShape reports whether a place has the same shape on two maps.
func (m *Map) sameShape(o *Map) bool {
	return m.Shape == o.Shape && (m.Shape == "" || m.Seed == o.Seed)
}

// keepLand copies owners and garrisons into a new map. It refuses a map that lacks or moves
// land that was held or is fought over (CAMP-MAP-5).
func (f *fold) keepLand(drawn *Map, c *Campaign) error {
	for _, old := range c.Map.Regions {
		if len(old.Owners) == 0 && len(old.Garrison) == 0 && !f.contested(c.ID, old.ID) {
			continue
		}
		r := drawn.Region(old.ID)
		if r == nil || r.Q != old.Q || r.R != old.R || !drawn.sameShape(c.Map) {
			return refuse(Conflict, "map", "map-in-use", "CAMP-MAP-5", "region", old.Name)
		}
		r.Owner, r.Capital, r.Owners, r.Garrison = old.Owner, old.Capital, old.Owners, old.Garrison
		if r.Terrain == Sea {
			return refuse(Conflict, "map", "nobody-holds-sea", "CAMP-MAP-6", "region", r.Name)
		}
	}
	return nil
}

// SetRegion is the arbiter's decision on who holds a region.
type SetRegion struct {
	Campaign ID   `json:"campaign"`
	Region   ID   `json:"region"`
	Owner    ID   `json:"owner"` // roster, or "" for nobody
	Capital  bool `json:"capital"`
}

// Kind returns "region".
func (SetRegion) Kind() Kind { return KindRegion }

func (b SetRegion) subject() Subject {
	return Subject{Campaign: b.Campaign, Roster: b.Owner, staleKey: b.Campaign + " " + b.Region}
}

func (b SetRegion) apply(f *fold, a *Act) error {
	c := f.Campaigns[b.Campaign]
	if c == nil {
		return notFound("campaign", "campaign", b.Campaign)
	}
	r := c.Map.Region(b.Region)
	if r == nil {
		return notFound("region", "region", b.Region)
	}
	if r.Terrain == Sea && b.Owner != "" {
		return refuse(Invalid, "region", "nobody-holds-sea", "CAMP-MAP-6", "region", r.Name)
	}
	if r := f.Rosters[b.Owner]; b.Owner != "" && (r == nil || r.Campaign != c.ID) {
		return notFound("owner", "roster", b.Owner)
	}
	f.editCampaign(c.ID).Map.setOwner(b.Region, b.Owner, b.Capital && b.Owner != "", ActNo(a.No))
	return nil
}

// Contested returns the open battles that are fought over each region of a campaign.
func (s *State) Contested(campaign ID) map[ID][]ID {
	over := map[ID][]ID{}
	for _, b := range s.BattlesOf(campaign) {
		if b.Status != Final {
			for _, region := range b.Stakes {
				over[region] = append(over[region], b.ID)
			}
		}
	}
	return over
}

// contested reports whether an open battle is fought over a region.
func (s *State) contested(campaign, region ID) bool {
	for _, b := range s.Battles {
		if b.Campaign == campaign && b.Status != Final && slices.Contains(b.Stakes, region) {
			return true
		}
	}
	return false
}

// maxGarrison is how many units may stand in one region.
const maxGarrison = 20

// Garrison says which units of its owner garrison a region from now on; none withdraws
// them all. A unit garrisons one region at a time, which must be joined to the capital by
// the owner's land (CAMP-MAP-8).
type Garrison struct {
	Campaign ID   `json:"campaign"`
	Region   ID   `json:"region"`
	Units    []ID `json:"units"`
}

// Kind returns "garrison".
func (Garrison) Kind() Kind { return KindGarrison }

func (b Garrison) subject() Subject {
	return Subject{Campaign: b.Campaign, staleKey: b.Campaign + " " + b.Region}
}

func (b Garrison) ownedBy(s *State, by ID) bool {
	c := s.Campaigns[b.Campaign]
	if c == nil {
		return true
	}
	r := c.Map.Region(b.Region)
	return r == nil || s.playsRoster(by, r.Owner)
}

func (b Garrison) apply(f *fold, a *Act) error {
	c, err := f.openCampaign(b.Campaign)
	if err != nil {
		return err
	}
	region := c.Map.Region(b.Region)
	if region == nil {
		return notFound("region", "region", b.Region)
	}
	holder := f.Rosters[region.Owner]
	switch {
	case holder == nil:
		return refuse(Invalid, "region", "garrison-of-nobody", "CAMP-MAP-8", "region", region.Name)
	case f.contested(c.ID, region.ID):
		return refuse(Conflict, "region", "garrison-fights", "CAMP-MAP-8", "region", region.Name)
	case len(b.Units) > maxGarrison:
		return refuse(Invalid, "units", "too-long", "", "most", fmt.Sprint(maxGarrison))
	}
	joined := c.Map.Supplied(holder.ID)[region.ID]
	for i, id := range b.Units {
		field := fmt.Sprintf("units[%d]", i)
		at := slices.IndexFunc(holder.List.Units, func(u rules.Unit) bool { return u.ID == id })
		switch {
		case at < 0:
			return refuse(Invalid, field, "unit-not-listed", "CAMP-ROS-2", "unit", id)
		case holder.Lost(id):
			return refuse(Invalid, field, "unit-lost", "CAMP-ROS-2", "unit", holder.List.Units[at].Name)
		case slices.Index(b.Units, id) != i:
			return refuse(Invalid, field, "unit-twice", "CAMP-ROS-1", "unit", id)
		case slices.Contains(region.Garrison, id):
			continue
		case !joined:
			return refuse(Conflict, "region", "garrison-cut", "CAMP-MAP-8", "region", region.Name)
		}
		if from := c.Map.garrisonOf(holder.ID, id); from != nil && f.contested(c.ID, from.ID) {
			return refuse(Conflict, field, "garrison-fights", "CAMP-MAP-8", "region", from.Name)
		}
	}
	land := f.editCampaign(c.ID).Map
	for i := range land.Regions {
		r := &land.Regions[i]
		if r.Owner == holder.ID {
			r.Garrison = slices.DeleteFunc(slices.Clone(r.Garrison), func(id ID) bool { return slices.Contains(b.Units, id) })
		}
	}
	land.Region(b.Region).Garrison = b.Units
	return nil
}

// garrisonOf returns the region of a roster that a unit garrisons, or nil.
func (m *Map) garrisonOf(roster, unit ID) *Region {
	return find(m.Regions, func(r *Region) bool { return r.Owner == roster && slices.Contains(r.Garrison, unit) })
}

// Garrison returns the units that garrison a region: those that were sent there, are not
// lost and are still in the owner's list.
func (s *State) Garrison(campaign, region ID) []rules.Unit {
	r := s.Campaigns[campaign].Map.Region(region)
	if r == nil || len(r.Garrison) == 0 {
		return nil
	}
	holder := s.Rosters[r.Owner]
	var all []rules.Unit
	for _, u := range holder.List.Units {
		if slices.Contains(r.Garrison, u.ID) && !holder.Lost(u.ID) {
			all = append(all, u)
		}
	}
	return all
}

// maxIncome is the most that one region may pay.
const maxIncome = 1000

// IncomeResource is the key of the resource that land pays.
const IncomeResource = "income"

// IncomeOf returns what the land of a roster would pay if a round began now. Each region
// pays by its terrain if it is joined to the capital and nobody fights over it
// (CAMP-MAP-7). A region with a garrison pays even if it is cut off (CAMP-MAP-8).
func (s *State) IncomeOf(roster ID) int {
	r := s.Rosters[roster]
	if r == nil || r.Retired {
		return 0
	}
	c := s.Campaigns[r.Campaign]
	if c.Map == nil || len(c.Settings.Income) == 0 {
		return 0
	}
	contested, supplied, sum := s.Contested(c.ID), c.Map.Supplied(roster), 0
	for _, region := range c.Map.Regions {
		if region.Owner == roster && len(contested[region.ID]) == 0 && (supplied[region.ID] || len(s.Garrison(c.ID, region.ID)) > 0) {
			sum += c.Settings.Income[region.Terrain]
		}
	}
	return sum
}

// payIncome adds to every roster of a campaign what its land pays.
func (f *fold) payIncome(c *Campaign, actNo ActNo) {
	for _, r := range f.RostersOf(c.ID) {
		if sum := f.IncomeOf(r.ID); sum > 0 {
			effect := rules.Effect{Kind: rules.EffectResource, Key: IncomeResource, Amount: sum, Rule: "CAMP-MAP-7"}
			f.postEffect(f.editRoster(r.ID), effect, Mark{ActNo: actNo})
		}
	}
}
