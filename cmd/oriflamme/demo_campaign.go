package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/campaign/web/league"
	"oriflamme/content"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/warcry"
)

// demo makes the demo club act by act through the service that people use too. Its clock
// starts five weeks before the end of the story and runs up to it.
type demo struct {
	ctx     context.Context
	games   []*rules.Game // that the club may play
	service *campaign.Service
	now     time.Time // in the story
	end     time.Time // of the story; nothing in it happens later
	keys    *int
	game    *rules.Game
	pack    rules.Pack
	dice    *rand.Rand // of the bots

	club, campaign campaign.ID
	sides          []side
}

// newDemo prepares the demo for an empty store; its story ends at a time.
func newDemo(ctx context.Context, s *store.Store, all []*rules.Game, end time.Time) *demo {
	d := &demo{ctx: ctx, games: all, now: end.Add(-5 * 7 * 24 * time.Hour), end: end,
		game: warcry.Game, keys: new(int), sides: demoSides(), dice: rand.New(rand.NewPCG(7, 11))}
	d.service = campaign.NewService(s, all, d.clock)
	d.service.UseSeeds(numberedSeeds("demonstration"))
	return d
}

// side is a player with their warband.
type side struct {
	player string
	role   campaign.Role
	force  string // name of the warband
	band   string // id of the ready list in the house pack
	member campaign.ID
	roster campaign.ID
}

// clock moves the story on a little with every act, by less the nearer the end is, and never past the end.
func (d *demo) clock() time.Time {
	d.now = d.now.Add(max(0, min(41*time.Second, d.end.Sub(d.now)/50)))
	return d.now
}

// skip moves the clock on to a time, unless that is past or after the end of the story.
func (d *demo) skip(to time.Time) {
	if to.After(d.now) && to.Before(d.end) {
		d.now = to
	}
}

func (d *demo) key() string { *d.keys++; return "demo-" + strconv.Itoa(*d.keys) }

func (d *demo) actor(i int) campaign.Actor { return campaign.Actor{Member: d.sides[i].member} }

// demoSides returns the players in the order to which the pairings below refer.
func demoSides() []side {
	return []side{
		{player: "Camille", role: campaign.Owner, force: "Garde de Hautecombe", band: "watch-at-the-bridge"},
		{player: "Yanis", role: campaign.Player, force: "Marée d’Aigremont", band: "low-tide"},
		{player: "Maud", role: campaign.Arbiter, force: "Bal de Vertelande", band: "last-ball"},
		{player: "Inès", role: campaign.Player, force: "Braises de Port-Salin", band: "nothing-standing"},
		{player: "Théo", role: campaign.Player, force: "Ours de la Braisière", band: "watch-and-bear"},
		{player: "Soizic", role: campaign.Organiser, force: "Léviathan du Haut-Pré", band: "leviathan-tamers"},
	}
}

// demoBattle is a battle of the sample club's story: who attacks whom, and how it ends.
type demoBattle struct {
	week, attacker, defender int
	result                   string // "engine": played by bots; "slip": on paper; "disputed"; "half": left half-way; "tonight": still to be played
	winner                   int    // on paper: 0 the attacker, 1 the defender, -1 nobody
	scores                   []int
}

var demoBattles = []demoBattle{
	{1, 0, 1, "engine", 0, nil}, {1, 2, 3, "slip", 0, []int{7, 4}}, {1, 4, 5, "slip", -1, []int{5, 5}},
	{2, 1, 2, "slip", 0, []int{9, 6}}, {2, 3, 4, "engine", 0, nil}, {2, 5, 0, "slip", 1, []int{3, 8}},
	{3, 0, 2, "slip", 1, []int{4, 6}}, {3, 5, 1, "engine", 0, nil}, {3, 4, 3, "slip", 0, []int{6, 2}},
	{4, 0, 3, "slip", 0, []int{8, 5}}, {4, 2, 5, "disputed", 0, []int{7, 6}}, {4, 4, 1, "half", 0, nil},
	{5, 0, 1, "tonight", 0, nil}, {5, 3, 5, "tonight", 0, nil},
}

// run founds the club, plays the weeks of its main campaign, then a campaign of each other game, a league and a ladder.
func (d *demo) run() error {
	if err := d.found(); err != nil {
		return err
	}
	start := d.now
	for i, b := range demoBattles {
		d.now = start.Add(time.Duration(b.week-1)*7*24*time.Hour + time.Duration(i%3)*time.Hour)
		if b.week == 5 {
			d.now = d.end.Add(-time.Duration(len(demoBattles)-i) * 15 * time.Hour) // the campaigns of the other games follow
		}
		if err := d.playBattle(b); err != nil {
			return fmt.Errorf("week %d, %s against %s: %w", b.week, d.sides[b.attacker].player, d.sides[b.defender].player, err)
		}
		if err := d.postStory(i); err != nil {
			return err
		}
	}
	if err := d.playOtherGames(); err != nil {
		return err
	}
	return d.leagueAndLadder()
}

// readPack reads the first pack that the program has for the game. Without one the pack stays empty.
func (d *demo) readPack() error {
	shipped, faults := packs.Load(content.FS, d.game)
	if len(faults) > 0 {
		return faults[0]
	}
	d.pack = rules.Pack{}
	if len(shipped) > 0 {
		d.pack = shipped[0]
	}
	return nil
}

// found founds the club with its members and begins the main campaign with its map and warbands.
func (d *demo) found() error {
	if err := d.readPack(); err != nil {
		return err
	}
	first := d.sides[0]
	session, err := d.service.FoundClub(d.ctx, campaign.FoundClub{Name: "Les Hussards du jeudi", Lang: "fr", Place: "Rennes", Owner: first.player})
	if err != nil {
		return err
	}
	d.club, d.sides[0].member = session.Club, session.Member
	for i := 1; i < len(d.sides); i++ {
		act, err := d.service.AddMember(d.ctx, d.actor(0), d.club, d.key(), campaign.Join{Name: d.sides[i].player, Role: d.sides[i].role})
		if err != nil {
			return err
		}
		d.sides[i].member = act.Body.(campaign.Join).Member
	}
	land, err := campaign.GenerateIsland("les-marches-de-sarle", 37, "fr")
	if err != nil {
		return err
	}
	land.Name = "Les Marches de Sarle"
	set := campaign.DefaultSettings("Les Marches de Sarle", warcry.Game.ID)
	set.Limit, set.Rounds, set.Aftermath = 1000, 8, true
	set.Story = "Le sel remonte de la Sarle et les vieux bornages ne valent plus rien. Six bandes se disputent les Marches avant l’hiver."
	if err := d.createCampaign(set, land); err != nil {
		return err
	}
	return d.enterRosters(land)
}

// createCampaign creates a campaign with the honours of the game, and goes on in it.
func (d *demo) createCampaign(set campaign.Settings, land *campaign.Map) error {
	act, err := d.service.CreateCampaign(d.ctx, d.actor(0), d.club, d.key(), campaign.NewCampaign{Settings: set, Map: land, Honours: league.Catalogue(d.game.ID)})
	if err != nil {
		return err
	}
	d.campaign = act.Body.(campaign.NewCampaign).Campaign
	return nil
}

// enterRoster enters the list of side i under a name, with its home on the map, if it has one.
func (d *demo) enterRoster(i int, list rules.Roster, name string, home campaign.ID) error {
	list.Name = name
	act, err := d.service.AddRoster(d.ctx, d.actor(i), d.club, d.key(),
		campaign.NewRoster{Campaign: d.campaign, Member: d.sides[i].member, List: list, Home: home})
	if err != nil {
		return err
	}
	d.sides[i].roster = act.Body.(campaign.NewRoster).Roster
	return nil
}

// enterRosters enters the warbands. Each gets a home in a far corner of the map and the free land around it.
func (d *demo) enterRosters(land *campaign.Map) error {
	homes := corners(land, len(d.sides))
	pairHomes(land, homes)
	for i := range d.sides {
		list, err := d.newRoster(d.sides[i].band, "f"+strconv.Itoa(i+1)+"-", uint64(i+1))
		if err != nil {
			return err
		}
		if err := d.enterRoster(i, list, d.sides[i].force, homes[i]); err != nil {
			return err
		}
	}
	for i := range d.sides {
		if err := d.grantLand(i, homes[i]); err != nil {
			return err
		}
	}
	return nil
}

// grantLand gives a side the free land around its home.
func (d *demo) grantLand(i int, home campaign.ID) error {
	state, err := d.service.State(d.ctx, d.club)
	if err != nil {
		return err
	}
	for _, r := range state.Campaigns[d.campaign].Map.Neighbours(home) {
		if r.Owner != "" {
			continue
		}
		_, err := d.service.SetRegion(d.ctx, d.actor(0), d.club, d.key(),
			campaign.SetRegion{Campaign: d.campaign, Region: r.ID, Owner: d.sides[i].roster}, "Partage des terres à la fondation.")
		if err != nil {
			return err
		}
	}
	return nil
}

// corners returns n regions of a map that lie far from each other.
func corners(land *campaign.Map, n int) []campaign.ID {
	picked := []campaign.Region{land.Regions[0]}
	for len(picked) < n {
		best, most := land.Regions[0], -1
		for _, r := range land.Regions {
			near := 1 << 20
			for _, p := range picked {
				near = min(near, hexDistance(r, p))
			}
			if near > most {
				best, most = r, near
			}
		}
		picked = append(picked, best)
	}
	ids := make([]campaign.ID, n)
	for i, r := range picked {
		ids[i] = r.ID
	}
	return ids
}

// pairHomes gives the second side the home nearest to that of the first, so that the two that meet tonight share a
// border.
func pairHomes(land *campaign.Map, homes []campaign.ID) {
	first, best := *land.Region(homes[0]), 1
	for i := 2; i < len(homes); i++ {
		if hexDistance(first, *land.Region(homes[i])) < hexDistance(first, *land.Region(homes[best])) {
			best = i
		}
	}
	homes[1], homes[best] = homes[best], homes[1]
}

func hexDistance(a, b campaign.Region) int {
	q, r := a.Q-b.Q, a.R-b.R
	return (abs(q) + abs(r) + abs(q+r)) / 2
}

func abs(n int) int { return max(n, -n) }

// newRoster makes a roster of a ready list of the pack, by its id.
func (d *demo) newRoster(band, prefix string, seed uint64) (rules.Roster, error) {
	for _, raw := range d.pack.Parts["warbands"] {
		var b packs.ReadyList
		if err := json.Unmarshal(raw, &b); err != nil {
			return rules.Roster{}, err
		}
		if b.ID == band {
			return packs.NewRoster(d.pack, b.Faction, prefix, b.Units, seed)
		}
	}
	return rules.Roster{}, errors.New("no warband " + band)
}

// postStory posts the story of battle i, if there is one.
func (d *demo) postStory(i int) error {
	stories := map[int]struct {
		who   int
		title string
		text  string
	}{
		0: {0, "La digue a tenu", "Trois nuits de pluie, et la **Marée** au bout de la digue. On a compté les lanternes au matin : il n’en manquait qu’une."},
		4: {3, "Ce que l’ours a laissé", "Il ne reste du camp de Théo que des ficelles et une odeur de miel. Nous n’avons rien brûlé, pour une fois."},
		9: {0, "Port-Salin, côté terre", "Personne ne regarde jamais les remparts du côté des champs. *Merci à eux.*"},
	}
	t, ok := stories[i]
	if !ok {
		return nil
	}
	_, err := d.service.PostStory(d.ctx, d.actor(t.who), d.club, d.key(), campaign.PostStory{Campaign: d.campaign, Lang: "fr", Title: t.title, Text: t.text})
	return err
}
