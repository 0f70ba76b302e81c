package ruling

import (
	"slices"
	"strings"

	"oriflamme/rules"
)

// battleRecordInput is the events of a battle from which glory is counted.
type battleRecordInput struct {
	Events []recordEvent `json:"events" len:"0..100"`
}

// A recordEvent is one event. Its fields depend on its kind.
type recordEvent struct{ recordEntry }

// A recordEntry is the fields of one kind of event.
type recordEntry interface {
	// addTo adds the event (WU-VIC-6, WU-BOUNTY-1, WU-DMG-3, WU-DMG-4, WU-UPG-1).
	addTo(l *recordTotals, path string) *rules.Fault
}

// recordEntries return a new entry of each kind.
var recordEntries = map[string]func() recordEntry{
	"attack":      func() recordEntry { return new(recordAttack) },
	"card-damage": func() recordEntry { return new(recordCardDamage) },
	"score":       func() recordEntry { return new(recordScore) },
	"upgrade":     func() recordEntry { return new(recordUpgrade) },
	"inspire":     func() recordEntry { return new(recordInspire) },
}

// The fields of each kind of event.
type (
	recordHead struct {
		Kind   string `json:"kind" in:"attack|card-damage|score|upgrade|inspire"`
		Player Player `json:"player" in:"a|b"`
	}
	recordAttack struct {
		recordHead
		Fighter string `json:"fighter" in:"1..60"`
		Result  string `json:"result" in:"critical-hit|critical-defence|hit|draw|miss"`
		Damage  int    `json:"damage" in:"0..20"`
		Target  string `json:"target" in:"1..60"`
		Out     bool   `json:"target_out_of_action"`
		Wounds  int    `json:"target_wounds" in:"0..30"`
	}
	recordCardDamage struct {
		recordHead
		Damage      int    `json:"damage" in:"1..20"`
		Target      string `json:"target" in:"1..60"`
		TargetOwner Player `json:"target_owner" in:"a|b"`
		Out         bool   `json:"target_out_of_action"`
		Wounds      int    `json:"target_wounds" in:"0..30"`
	}
	recordScore struct {
		recordHead
		Card  string `json:"card" in:"1..60"`
		Glory int    `json:"glory" in:"0..10"`
		Surge bool   `json:"surge" default:"false"`
	}
	recordUpgrade struct{ recordHead }
	recordInspire struct {
		recordHead
		Fighter string `json:"fighter" in:"1..60"`
	}
)

// DecodeJSON reads an event in the shape of its kind.
func (e *recordEvent) DecodeJSON(tree any, path string) *rules.Fault {
	obj, ok := tree.(map[string]any)
	if !ok {
		return rules.Faultf(rules.WrongType, path, "want an object")
	}
	kind, there := obj["kind"]
	var k struct {
		Kind string `json:"kind" in:"attack|card-damage|score|upgrade|inspire"`
	}
	if !there {
		return rules.Missing(rules.Join(path, "kind"))
	}
	if fault := decode(map[string]any{"kind": kind}, path, &k); fault != nil {
		return fault
	}
	e.recordEntry = recordEntries[k.Kind]()
	return decode(tree, path, e.recordEntry)
}

// decode is rules.DecodeTree with a fault as its error.
func decode(tree any, path string, into any) *rules.Fault {
	if err := rules.DecodeTree(tree, path, into); err != nil {
		return err.(*rules.Fault)
	}
	return nil
}

type battleRecordResult struct {
	byPlayer[sideRecord]
	Fighters []fighterRecord `json:"fighters"`
}

// sideRecord is the glory of one player with the record of the fighters.
type sideRecord struct {
	GloryUnspent     int      `json:"glory_unspent"`
	GlorySpent       int      `json:"glory_spent"`
	GloryTotal       int      `json:"glory_total"`
	FromBounty       int      `json:"from_bounty"`
	FromEndPhase     int      `json:"from_end_phase"`
	FromSurge        int      `json:"from_surge"`
	UpgradesPlayed   int      `json:"upgrades_played"`
	OutByFighters    int      `json:"out_by_fighters"`
	OutByCards       int      `json:"out_by_cards"`
	ObjectivesScored []string `json:"objectives_scored"`
}

// gain adds unspent glory from a source.
func (s *sideRecord) gain(glory int, source *int) {
	s.GloryUnspent += glory
	s.GloryTotal += glory
	*source += glory
}

// fighterRecord is what a fighter did and what was done to it.
type fighterRecord struct {
	ID                string `json:"id"`
	Player            Player `json:"player"`
	AttackActions     int    `json:"attack_actions"`
	SuccessfulAttacks int    `json:"successful_attacks"`
	CriticalHits      int    `json:"critical_hits"`
	DamageDealt       int    `json:"damage_dealt"`
	EnemiesOut        int    `json:"enemies_out"`
	DamageTaken       int    `json:"damage_taken"`
	TimesOutOfAction  int    `json:"times_out_of_action"`
	Inspired          bool   `json:"inspired"`
}

// recordTotals adds up a record event by event.
type recordTotals struct {
	r        battleRecordResult
	fighters map[string]*fighterRecord
}

// fighter returns the record of a fighter, and refuses an id that belongs to the other
// player.
func (l *recordTotals) fighter(id string, of Player, path string) (*fighterRecord, *rules.Fault) {
	f := l.fighters[id]
	if f == nil {
		f = &fighterRecord{ID: id, Player: of}
		l.fighters[id] = f
	}
	return f, rules.FaultIf(f.Player != of, rules.Faultf(rules.OutOfRange, path, "is a fighter of the other player"))
}

func (e *recordCardDamage) addTo(l *recordTotals, path string) *rules.Fault {
	if e.Out {
		l.r.of(e.Player).OutByCards++
	}
	return l.suffer(e, path)
}

func (e *recordScore) addTo(l *recordTotals, _ string) *rules.Fault {
	side := l.r.of(e.Player)
	source := &side.FromEndPhase
	if e.Surge {
		source = &side.FromSurge
	}
	side.gain(e.Glory, source)
	side.ObjectivesScored = append(side.ObjectivesScored, e.Card)
	return nil
}

func (e *recordUpgrade) addTo(l *recordTotals, path string) *rules.Fault {
	side := l.r.of(e.Player)
	if side.GloryUnspent == 0 {
		return rules.Breaks("WU-UPG-1", path, "no unspent glory is left")
	}
	side.GloryUnspent--
	side.GlorySpent++
	side.UpgradesPlayed++
	return nil
}

func (e *recordInspire) addTo(l *recordTotals, path string) *rules.Fault {
	f, fault := l.fighter(e.Fighter, e.Player, path+".fighter")
	f.Inspired = true
	return fault
}

func (e *recordAttack) addTo(l *recordTotals, path string) *rules.Fault {
	success := Succeeds(e.Result)
	f, fault := l.fighter(e.Fighter, e.Player, path+".fighter")
	if fault := rules.FirstFault(fault,
		rules.FaultIf(!success && e.Damage > 0, rules.Breaks("WU-COMBAT-9", path+".damage", "the attack does not succeed")),
		rules.FaultIf(!success && e.Out, rules.Breaks("WU-COMBAT-10", path+".target_out_of_action", "the attack does not succeed")),
	); fault != nil {
		return fault
	}
	f.AttackActions++
	f.DamageDealt += e.Damage
	if success {
		f.SuccessfulAttacks++
	}
	if e.Result == ResultCriticalHit {
		f.CriticalHits++
	}
	if e.Out {
		f.EnemiesOut++
		l.r.of(e.Player).OutByFighters++
	}
	return l.suffer(&recordCardDamage{Damage: e.Damage, Target: e.Target, TargetOwner: e.Player.Opponent(), Out: e.Out, Wounds: e.Wounds}, path)
}

// suffer adds what damage does to its target.
func (l *recordTotals) suffer(e *recordCardDamage, path string) *rules.Fault {
	t, fault := l.fighter(e.Target, e.TargetOwner, path+".target")
	t.DamageTaken += e.Damage
	if e.Out {
		t.TimesOutOfAction++
		side := l.r.of(e.TargetOwner.Opponent())
		side.gain(Bounty(e.Wounds), &side.FromBounty)
	}
	return fault
}

var battleRecordRuling = rules.NewRuling("battle-record", "WU-VIC-6 WU-BOUNTY-1 WU-BOUNTY-2 WU-DMG-3 WU-DMG-4 WU-UPG-1", "",
	func(in battleRecordInput) (rules.Resolver, error) {
		l := recordTotals{fighters: map[string]*fighterRecord{}}
		for i, e := range in.Events {
			if fault := e.addTo(&l, rules.At("events", i)); fault != nil {
				return nil, fault
			}
		}
		for _, f := range l.fighters {
			l.r.Fighters = append(l.r.Fighters, *f)
		}
		slices.SortStableFunc(l.r.Fighters, func(x, y fighterRecord) int { return strings.Compare(x.ID, y.ID) })
		return func(*rules.Roller) any { return l.r }, nil
	})
