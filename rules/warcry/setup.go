package warcry

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/plane"
)

// A fixed holds everything that is fixed before the battle begins. Clones share it.
type fixed struct {
	setup        rules.Setup
	field        Field
	board        bool
	info         []fighterInfo
	parts        []block
	partBoxes    []plane.Box    // bounding boxes of the parts, in one slice for speed
	baseSizes    []int64        // diameters of the bases, in thousandths of an inch
	farCorner    vec            // the corner opposite the origin
	index        map[string]int // of fighters, by unit id
	rounds       int
	counterStops bool   // option counter-stops-attack
	monsters     bool   // a warband has a monster
	leyLines     bool   // the battle Ley Lines is scored
	piles        *Piles // cards that the battle draws, or nil
	origin       *fixed // before any card was drawn
}

// begin returns a battle that is about to start.
func begin(setup rules.Setup) (rules.Battle, error) {
	fx, err := newFixed(setup)
	if err != nil {
		return nil, err
	}
	b := &Battle{fixed: fx}
	b.s.Phase = phaseMuster
	b.s.Initiative, b.s.Turn, b.s.Acting, b.s.Attacker = rules.Nobody, rules.Nobody, noUnit, rules.Nobody
	b.s.Inspired, b.s.FirstBlood = noUnit, noUnit
	b.s.Fighters = make([]fighterState, len(fx.info))
	for i := range b.s.Fighters {
		b.s.Fighters[i] = fighterState{Group: noUnit, Climbing: noUnit, Carrying: noUnit, TauntedBy: noUnit, DownBy: noUnit}
	}
	b.fillBodies()
	if b.s.Objectives, b.s.Treasures = []objectiveState{}, []treasureState{}; !fx.drawsPlan() {
		b.layOut()
	}
	return b, nil
}

// newFixed reads and checks a setup.
func newFixed(setup rules.Setup) (*fixed, error) {
	fx := &fixed{setup: setup, board: setup.Mode == rules.Board, index: map[string]int{}}
	if setup.Mode != rules.Board && setup.Mode != rules.Measured {
		return nil, rules.Faultf(rules.OutOfRange, "mode", "%q is neither measured nor board", setup.Mode)
	}
	if setup.Version > currentVersion {
		return nil, rules.Faultf(rules.OutOfRange, "version", "is %d, the newest known is %d", setup.Version, currentVersion)
	}
	if len(setup.Rosters) != 2 {
		return nil, rules.Faultf(rules.OutOfRange, "rosters", "a battle has two warbands, not %d", len(setup.Rosters))
	}
	if err := decodeOwn(setup.Field, &fx.field); err != nil {
		return nil, rules.Within("field", err)
	}
	if err := fx.readOptions(); err != nil {
		return nil, err
	}
	for seat, r := range setup.Rosters {
		if err := fx.addWarband(rules.Seat(seat), r); err != nil {
			return nil, err
		}
	}
	if err := fx.checkField(); err != nil {
		return nil, err
	}
	fx.settleField()
	fx.origin = fx
	return fx, nil
}

// settleField computes what follows from the field.
func (fx *fixed) settleField() {
	fx.rounds = fx.field.Victory.Rounds
	fx.leyLines = slices.ContainsFunc(fx.field.Victory.Scoring, func(s Score) bool { return s.Kind == "ley-lines" })
	fx.buildParts()
}

// decodeOwn decodes the game's own part of a setup or a roster, which may be left out.
func decodeOwn(raw json.RawMessage, into any) error {
	if len(raw) == 0 {
		raw = json.RawMessage("{}")
	}
	return rules.Decode(raw, into)
}

// readOptions checks the options of the setup.
func (fx *fixed) readOptions() error {
	for id, v := range fx.setup.Options {
		i := slices.IndexFunc(options, func(o rules.Option) bool { return o.ID == id })
		if i < 0 {
			return rules.Faultf(rules.UnknownField, rules.Join("options", id), "is no option of this game")
		}
		if !slices.Contains(options[i].Values, v) {
			return rules.Faultf(rules.OutOfRange, rules.Join("options", id), "%q is none of %v", v, options[i].Values)
		}
	}
	fx.counterStops = fx.setup.Options["counter-stops-attack"] == "yes"
	return nil
}

// addWarband adds the fighters of one warband.
func (fx *fixed) addWarband(seat rules.Seat, r rules.Roster) error {
	path := rules.At("rosters", int(seat))
	if len(r.Units) < 1 || len(r.Units) > 15 {
		return rules.Breaks("WC-R-1", rules.Join(path, "units"), "a warband has at most 15 fighters, not %d", len(r.Units))
	}
	var extra Extra
	if err := decodeOwn(r.Extra, &extra); err != nil {
		return rules.Within(rules.Join(path, "extra"), err)
	}
	monsters := 0
	for i, u := range r.Units {
		at := rules.At(rules.Join(path, "units"), i)
		if _, twice := fx.index[u.ID]; twice {
			return rules.Faultf(rules.OutOfRange, rules.Join(at, "id"), "%q is there twice", u.ID)
		}
		c, err := newFighterInfo(seat, u)
		if err != nil {
			return rules.Within(rules.Join(at, "profile"), err)
		}
		c.leader = i == extra.Leader
		for j, a := range fx.field.Abilities {
			if a.allows(&c) {
				c.ownAbilities = append(c.ownAbilities, j)
			}
		}
		if c.monster {
			monsters++
			fx.monsters = true
		}
		fx.index[u.ID] = len(fx.info)
		fx.info = append(fx.info, c)
	}
	if monsters > 1 {
		return rules.Breaks("WC-R-13", rules.Join(path, "units"), "%d monsters", monsters)
	}
	return nil
}
