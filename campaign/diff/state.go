package diff

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"oriflamme/campaign"
)

// What differs between two states of a campaign.
const (
	DiffersRank        = "rank"       // Was, Now: places in the table
	DiffersPoints      = "points"     // campaign points
	DiffersLadderPlace = "rung"       // places on the ladder, 0 for none
	DiffersRegion      = "region"     // APIKey: the region. Was, Now: rosters, "" for nobody
	DiffersHonour      = "honour"     // APIKey: of it. Was, Now: how many
	DiffersScar        = "scar"       // the same
	DiffersLost        = "lost"       // Was, Now: 1 for a unit lost for good
	DiffersKills       = "kills"      // of a unit
	DiffersXP          = "experience" // of a unit
	DiffersResource    = "resource"   // APIKey: of it
	DiffersRating      = "rating"     // APIKey: the member
	DiffersStatus      = "phase"      // APIKey: the battle. Was, Now: phases, "" for a battle that is not there
)

// A StateChange is one thing that is otherwise in another state of a campaign.
type StateChange struct {
	What   string      // one of the above
	Roster campaign.ID // "" of ratings, regions and phases
	Unit   string      // ID, or ""
	Key    string
	Was    string
	Now    string
}

// OfStates lists what is otherwise in a campaign: table, ladder, land, phases of
// battles, service records, resources, ratings, in this order.
func OfStates(was, now *campaign.State, campaign campaign.ID) []StateChange {
	var d stateDiff
	d.table(was, now, campaign)
	d.land(was.Campaigns[campaign], now.Campaigns[campaign])
	d.battles(was, now, campaign)
	for _, r := range was.RostersOf(campaign) {
		d.roster(r, now.Rosters[r.ID])
	}
	if c := was.Campaigns[campaign]; c != nil {
		d.ratings(was.Ratings(c.Settings.Game), now.Ratings(c.Settings.Game))
	}
	return d.all
}

type stateDiff struct{ all []StateChange }

func (d *stateDiff) note(x StateChange) {
	if x.Was != x.Now {
		d.all = append(d.all, x)
	}
}

func (d *stateDiff) number(x StateChange, was, now int) {
	x.Was, x.Now = strconv.Itoa(was), strconv.Itoa(now)
	d.note(x)
}

func (d *stateDiff) table(was, now *campaign.State, id campaign.ID) {
	after := map[campaign.ID]campaign.Standing{}
	for _, row := range now.Standings(id, 0) {
		after[row.Roster] = row
	}
	for _, row := range was.Standings(id, 0) {
		d.number(StateChange{What: DiffersRank, Roster: row.Roster}, row.Rank, after[row.Roster].Rank)
		d.number(StateChange{What: DiffersPoints, Roster: row.Roster}, row.Points, after[row.Roster].Points)
	}
}

func (d *stateDiff) land(was, now *campaign.Campaign) {
	if was == nil || now == nil {
		return
	}
	for _, id := range was.Ladder {
		d.number(StateChange{What: DiffersLadderPlace, Roster: id}, was.LadderPlace(id), now.LadderPlace(id))
	}
	if was.Map == nil || now.Map == nil {
		return
	}
	for _, r := range was.Map.Regions {
		if n := now.Map.Region(r.ID); n != nil {
			d.note(StateChange{What: DiffersRegion, Key: r.ID, Was: r.Owner, Now: n.Owner})
		}
	}
}

func (d *stateDiff) battles(was, now *campaign.State, campaign campaign.ID) {
	for _, b := range was.BattlesOf(campaign) {
		phase := ""
		if n := now.Battles[b.ID]; n != nil {
			phase = string(n.Status)
		}
		d.note(StateChange{What: DiffersStatus, Key: b.ID, Was: string(b.Status), Now: phase})
	}
}

func (d *stateDiff) roster(was, now *campaign.Roster) {
	if now == nil {
		now = &campaign.Roster{}
	}
	for _, unit := range keysOf(was.Records, now.Records) {
		a, b := was.Records[unit], now.Records[unit]
		x := StateChange{Roster: was.ID, Unit: unit}
		for _, kind := range []struct {
			what     string
			was, now []campaign.Mark
		}{{DiffersHonour, a.Honours, b.Honours}, {DiffersScar, a.Scars, b.Scars}} {
			x.What = kind.what
			before, after := countMarks(kind.was), countMarks(kind.now)
			for _, x.Key = range keysOf(before, after) {
				d.number(x, before[x.Key], after[x.Key])
			}
		}
		x.Key, x.What = "", DiffersLost
		d.number(x, campaign.BoolToInt(a.Lost != nil), campaign.BoolToInt(b.Lost != nil))
		x.What = DiffersKills
		d.number(x, a.Kills, b.Kills)
		x.What = DiffersXP
		d.number(x, a.Experience, b.Experience)
	}
	for _, key := range keysOf(was.Resources, now.Resources) {
		d.number(StateChange{What: DiffersResource, Roster: was.ID, Key: key}, was.Resources[key], now.Resources[key])
	}
}

func (d *stateDiff) ratings(was, now []campaign.PlayerRating) {
	after := map[campaign.ID]int{}
	for _, r := range now {
		after[r.Member] = int(math.Round(r.Now.Strength))
	}
	for _, r := range was {
		n, ok := after[r.Member]
		if !ok {
			n = campaign.NewcomerStrength
		}
		d.number(StateChange{What: DiffersRating, Key: r.Member}, int(math.Round(r.Now.Strength)), n)
	}
}

func countMarks(all []campaign.Mark) map[string]int {
	n := map[string]int{}
	for _, m := range all {
		n[m.Key]++
	}
	return n
}

func keysOf[T any](a, b map[string]T) []string {
	keys := slices.Concat(slices.Collect(maps.Keys(a)), slices.Collect(maps.Keys(b)))
	slices.Sort(keys)
	return slices.Compact(keys)
}

// String tells a difference to a programmer.
func (x StateChange) String() string {
	return fmt.Sprintf("%s %s: %s -> %s", x.What, cmp.Or(x.Unit, x.Roster, x.Key), x.Was, x.Now)
}
