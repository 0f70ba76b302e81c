package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/campaign/web"
	"oriflamme/content"
	"oriflamme/content/packs"
	"oriflamme/content/reference"
	"oriflamme/rules"
	"oriflamme/rules/shelf"
	"oriflamme/rules/warcry"
)

// evening is a club in the middle of an event, with its server.
type evening struct {
	store      *store.Store
	hall       *campaign.Hall
	pack       rules.Pack
	club, camp campaign.ID
	owner      campaign.Actor
	phones     []*phone
	address    string
	client     *http.Client
	stop       func()
	ended      chan error
}

// prepare founds a club with two players a battle, opens all the battles and starts the server.
func prepare(ctx context.Context, db string, battles int) (e *evening, err error) {
	s, err := store.Open(db)
	if err != nil {
		return nil, err
	}
	e = &evening{store: s, hall: campaign.NewHall(s, shelf.Games, time.Now), stop: func() {}}
	defer func() {
		if err != nil {
			err = errors.Join(err, e.close())
		}
	}()
	if err := s.Claim(); err != nil {
		return nil, err
	}
	all, faults := packs.Load(content.FS, warcry.Game)
	if len(faults) > 0 || len(all) == 0 {
		return nil, fmt.Errorf("packs of Warcry: %v", faults)
	}
	e.pack = all[0]
	if err := e.found(ctx, 2*battles); err != nil {
		return nil, err
	}
	for i := range battles {
		if err := e.arrange(ctx, e.phones[2*i], e.phones[2*i+1], i); err != nil {
			return nil, fmt.Errorf("battle %d: %w", i+1, err)
		}
	}
	return e, e.serve(ctx)
}

func (e *evening) found(ctx context.Context, players int) error {
	owner, err := e.hall.Found(ctx, campaign.FoundClub{Name: "Une grande journée", Lang: "fr", Owner: "Camille"})
	if err != nil {
		return err
	}
	e.club, e.owner = owner.Club, campaign.Actor{Member: owner.Member}
	act, err := e.hall.CreateCampaign(ctx, e.owner, e.club, "campaign", campaign.NewCampaign{Settings: campaign.DefaultSettings("La journée", warcry.Game.ID)})
	if err != nil {
		return err
	}
	e.camp = act.Body.(campaign.NewCampaign).Campaign
	invitation, err := e.hall.Invite(ctx, e.owner, e.club, campaign.Player, players, time.Now().Add(time.Hour), "")
	if err != nil {
		return err
	}
	for i := range players {
		session, err := e.hall.Accept(ctx, invitation.Token, fmt.Sprint("Joueur ", i+1))
		if err != nil {
			return err
		}
		p := &phone{e: e, session: session, dice: rand.New(rand.NewPCG(7, uint64(i)))}
		if p.roster, err = e.muster(ctx, session.Member, i); err != nil {
			return err
		}
		e.phones = append(e.phones, p)
	}
	return nil
}

// muster enters one of the pack's ready-made bands.
func (e *evening) muster(ctx context.Context, member campaign.ID, i int) (campaign.ID, error) {
	bands := e.pack.Parts["warbands"]
	var band packs.Band
	if err := json.Unmarshal(bands[i%len(bands)], &band); err != nil {
		return "", err
	}
	list, err := packs.Muster(e.pack, band.Faction, fmt.Sprint("p", i), band.Units, uint64(i))
	if err != nil {
		return "", err
	}
	list.Name = fmt.Sprint("Bande ", i+1)
	act, err := e.hall.AddRoster(ctx, campaign.Actor{Member: member}, e.club, "roster", campaign.NewRoster{Campaign: e.camp, Member: member, List: list})
	if err != nil {
		return "", err
	}
	return act.Body.(campaign.NewRoster).Roster, nil
}

// arrange seats two phones at a table and opens their battle on a board.
func (e *evening) arrange(ctx context.Context, a, b *phone, i int) error {
	act, err := e.hall.Schedule(ctx, e.owner, e.club, fmt.Sprint("battle", i), campaign.Schedule{Campaign: e.camp, Table: fmt.Sprint(i + 1), Seats: []campaign.ID{a.roster, b.roster}, Attacker: 0})
	if err != nil {
		return err
	}
	a.battle = act.Body.(campaign.Schedule).Battle
	b.battle, b.seat = a.battle, 1
	state, err := e.hall.State(ctx, e.club)
	if err != nil {
		return err
	}
	setup := rules.Setup{Mode: rules.Board, Options: map[string]string{}, Rosters: []rules.Roster{state.Rosters[a.roster].Fielded(), state.Rosters[b.roster].Fielded()}}
	choice := map[string]string{}
	for _, deck := range warcry.Game.Decks {
		if deck.Brought != nil {
			continue
		}
		cards, err := packs.Cards(e.pack, deck.Part)
		if err != nil {
			return err
		}
		choice[deck.Field] = cards[i%len(cards)].ID
	}
	if setup.Field, err = packs.Draw(e.pack, warcry.Game, choice, setup.Rosters...); err != nil {
		return err
	}
	_, err = e.hall.OpenBattle(ctx, campaign.Actor{Member: a.session.Member}, e.club, a.battle, setup, "open")
	return err
}

func (e *evening) serve(ctx context.Context) error {
	books, err := reference.Build(content.FS, shelf.Games, reference.Options{})
	if err != nil {
		return err
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	e.address = "http://" + ln.Addr().String()
	e.client = &http.Client{
		Timeout:       time.Minute,
		Transport:     &http.Transport{MaxIdleConnsPerHost: len(e.phones) + 1, DisableCompression: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	e.stop, e.ended = stop, make(chan error, 1)
	site := web.New(web.Config{Hall: e.hall, Books: content.Books(), Games: shelf.Games, Packs: map[string][]rules.Pack{warcry.Game.ID: {e.pack}}, Reference: func() *reference.Site { return books }, Now: time.Now})
	go func() { e.ended <- web.Serve(serving, ln, site) }()
	return nil
}

// run lets every phone loose until the day is over.
func (e *evening) run(day context.Context, pause time.Duration, t *tally) {
	var wg sync.WaitGroup
	for _, p := range e.phones {
		wg.Go(func() { p.follow(day, t) })
		wg.Go(func() { p.use(day, t, pause) })
	}
	wg.Wait()
}

// proves reads everything back from the disk: the chain, the fold and each battle's record.
func (e *evening) proves(ctx context.Context) error {
	found, err := campaign.NewHall(e.store, shelf.Games, time.Now).Check(ctx)
	if err != nil {
		return err
	}
	for _, wrong := range found {
		return wrong
	}
	return nil
}

func (e *evening) close() error {
	e.stop()
	var err error
	if e.ended != nil {
		err = <-e.ended
	}
	return errors.Join(err, e.store.Close())
}
