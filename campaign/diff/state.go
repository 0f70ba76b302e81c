// Package diff compares two versions of a thing of a campaign and returns the
// differences as values: of army lists (OfLists), of settings (OfSettings) and of the
// whole campaign as two states of its club show it (OfStates). The pages show them as
// the history of a roster, the chronicle of the rules and the preview of a correction.
//
// It changes nothing and writes no sentences: a difference names its kind by a
// constant and carries both values as text. Begin with state.go.
package diff

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// The kinds of difference between two states of a campaign, and what Key, Was and
// Now hold for each.
const (
	DiffersRank        = "rank"       // ranks in the standings
	DiffersPoints      = "points"     // campaign points
	DiffersLadderPlace = "rung"       // places on the ladder from 1, 0 for none
	DiffersRegion      = "region"     // Key is the region; Was and Now are the owning rosters, "" for none
	DiffersHonour      = "honour"     // Key is the honour; Was and Now are how many the unit has
	DiffersScar        = "scar"       // Key is the scar; Was and Now are how many the unit has
	DiffersLost        = "lost"       // 1 for a unit lost for good, else 0
	DiffersKills       = "kills"      // kills of the unit
	DiffersXP          = "experience" // experience of the unit
	DiffersResource    = "resource"   // Key is the resource
	DiffersRating      = "rating"     // Key is the member; Was and Now are strengths, rounded
	DiffersStatus      = "phase"      // Key is the battle; Was and Now are its statuses, "" if it does not exist
)

// A StateChange is one difference between two states of a campaign.
type StateChange struct {
	What   string      // one of the constants above
	Roster campaign.ID // "" for ratings, regions and battle statuses
	Unit   string      // ID, "" if the difference is not of a unit
	Key    string
	Was    string
	Now    string
}

// OfStates returns the differences of one campaign between two states of its club, in
// this order: standings, ladder, land, battle statuses, service records and resources
// roster by roster, ratings. It compares what exists in the earlier state.
func OfStates(was, now *campaign.State, id campaign.ID) []StateChange {
	var d stateDiff
	d.standings(was, now, id)
	d.land(was.Campaigns[id], now.Campaigns[id])
	d.battles(was, now, id)
	for _, r := range was.RostersOf(id) {
		d.roster(r, now.Rosters[r.ID])
	}
	if c := was.Campaigns[id]; c != nil {
		d.ratings(was.Ratings(c.Settings.Game), now.Ratings(c.Settings.Game))
	}
	return d.all
}

// stateDiff collects differences.
type stateDiff struct{ all []StateChange }

// note appends x if its two values differ.
func (d *stateDiff) note(x StateChange) {
	if x.Was != x.Now {
		d.all = append(d.all, x)
	}
}

func (d *stateDiff) number(x StateChange, was, now int) {
	x.Was, x.Now = strconv.Itoa(was), strconv.Itoa(now)
	d.note(x)
}

func (d *stateDiff) standings(was, now *campaign.State, id campaign.ID) {
	after := map[campaign.ID]campaign.Standing{}
	for _, row := range now.Standings(id, 0) {
		after[row.Roster] = row
	}
	for _, row := range was.Standings(id, 0) {
		d.number(StateChange{What: DiffersRank, Roster: row.Roster}, row.Rank, after[row.Roster].Rank)
		d.number(StateChange{What: DiffersPoints, Roster: row.Roster}, row.Points, after[row.Roster].Points)
	}
}

// land compares the ladder and the owners of regions.
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

func (d *stateDiff) battles(was, now *campaign.State, id campaign.ID) {
	for _, b := range was.BattlesOf(id) {
		status := ""
		if n := now.Battles[b.ID]; n != nil {
			status = string(n.Status)
		}
		d.note(StateChange{What: DiffersStatus, Key: b.ID, Was: string(b.Status), Now: status})
	}
}

// roster compares the service records of a roster's units and its resources; now is
// nil if the roster does not exist any more.
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
		d.number(x, rules.BoolToInt(a.Lost != nil), rules.BoolToInt(b.Lost != nil))
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

// keysOf returns the keys of both maps, sorted, each once.
func keysOf[T any](a, b map[string]T) []string {
	keys := slices.Concat(slices.Collect(maps.Keys(a)), slices.Collect(maps.Keys(b)))
	slices.Sort(keys)
	return slices.Compact(keys)
}

// String describes a difference in a test's message.
func (c StateChange) String() string {
	return fmt.Sprintf("%s %s: %s -> %s", c.What, cmp.Or(c.Unit, c.Roster, c.Key), c.Was, c.Now)
}
