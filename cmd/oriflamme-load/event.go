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
	"oriflamme/content/reference/build"
	"oriflamme/rules"
	"oriflamme/rules/games"
	"oriflamme/rules/warcry"
)

// event is a club during an event, with its server.
type event struct {
	store          *store.Store
	service        *campaign.Service
	pack           rules.Pack
	club, campaign campaign.ID
	owner          campaign.Actor
	phones         []*phone
	address        string
	client         *http.Client
	stop           func()
	ended          chan error
}

// newEvent founds a club with two players for each battle, opens all the battles and starts the server.
func newEvent(ctx context.Context, db string, battles int) (e *event, err error) {
	s, err := store.Open(db)
	if err != nil {
		return nil, err
	}
	e = &event{store: s, service: campaign.NewService(s, games.All, time.Now), stop: func() {}}
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
	if err := e.foundClub(ctx, 2*battles); err != nil {
		return nil, err
	}
	for i := range battles {
		if err := e.openBattle(ctx, e.phones[2*i], e.phones[2*i+1], i); err != nil {
			return nil, fmt.Errorf("battle %d: %w", i+1, err)
		}
	}
	return e, e.serve(ctx)
}

func (e *event) foundClub(ctx context.Context, players int) error {
	owner, err := e.service.FoundClub(ctx, campaign.FoundClub{Name: "Une grande journée", Lang: "fr", Owner: "Camille"})
	if err != nil {
		return err
	}
	e.club, e.owner = owner.Club, campaign.Actor{Member: owner.Member}
	act, err := e.service.CreateCampaign(ctx, e.owner, e.club, "campaign", campaign.NewCampaign{Settings: campaign.DefaultSettings("La journée", warcry.Game.ID)})
	if err != nil {
		return err
	}
	e.campaign = act.Body.(campaign.NewCampaign).Campaign
	invitation, err := e.service.Invite(ctx, e.owner, e.club, campaign.Player, players, time.Now().Add(time.Hour), "")
	if err != nil {
		return err
	}
	for i := range players {
		session, err := e.service.AcceptInvitation(ctx, invitation.Token, fmt.Sprint("Joueur ", i+1))
		if err != nil {
			return err
		}
		p := &phone{e: e, session: session, dice: rand.New(rand.NewPCG(7, uint64(i)))}
		if p.roster, err = e.enterRoster(ctx, session.Member, i); err != nil {
			return err
		}
		e.phones = append(e.phones, p)
	}
	return nil
}

// enterRoster enters one of the ready lists of the pack.
func (e *event) enterRoster(ctx context.Context, member campaign.ID, i int) (campaign.ID, error) {
	bands := e.pack.Parts["warbands"]
	var band packs.ReadyList
	if err := json.Unmarshal(bands[i%len(bands)], &band); err != nil {
		return "", err
	}
	list, err := packs.NewRoster(e.pack, band.Faction, fmt.Sprint("p", i), band.Units, uint64(i))
	if err != nil {
		return "", err
	}
	list.Name = fmt.Sprint("Bande ", i+1)
	act, err := e.service.AddRoster(ctx, campaign.Actor{Member: member}, e.club, "roster", campaign.NewRoster{Campaign: e.campaign, Member: member, List: list})
	if err != nil {
		return "", err
	}
	return act.Body.(campaign.NewRoster).Roster, nil
}

// openBattle gives two phones a battle against each other and opens it on a board.
func (e *event) openBattle(ctx context.Context, a, b *phone, i int) error {
	act, err := e.service.Schedule(ctx, e.owner, e.club, fmt.Sprint("battle", i), campaign.Schedule{Campaign: e.campaign, Table: fmt.Sprint(i + 1), Seats: []campaign.ID{a.roster, b.roster}, Attacker: 0})
	if err != nil {
		return err
	}
	a.battle = act.Body.(campaign.Schedule).Battle
	b.battle, b.seat = a.battle, 1
	state, err := e.service.State(ctx, e.club)
	if err != nil {
		return err
	}
	setup := rules.Setup{Mode: rules.Board, Options: map[string]string{}, Rosters: []rules.Roster{state.Rosters[a.roster].BattleList(), state.Rosters[b.roster].BattleList()}}
	choice := map[string]string{}
	for _, deck := range warcry.Game.Decks {
		if deck.FromRosters != nil {
			continue
		}
		cards, err := packs.Cards(e.pack, deck.Part)
		if err != nil {
			return err
		}
		choice[deck.Field] = cards[i%len(cards)].ID
	}
	if setup.Field, err = packs.DrawField(e.pack, warcry.Game, choice, setup.Rosters...); err != nil {
		return err
	}
	_, err = e.service.OpenBattle(ctx, campaign.Actor{Member: a.session.Member}, e.club, a.battle, setup, "open")
	return err
}

func (e *event) serve(ctx context.Context) error {
	books, err := reference.Build(content.FS, games.All, build.Options{})
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
	site := web.New(web.Config{Service: e.service, Catalogs: content.Catalogs(), Games: games.All, Packs: map[string][]rules.Pack{warcry.Game.ID: {e.pack}}, Reference: func() *reference.Site { return books }, Now: time.Now})
	go func() { e.ended <- web.Serve(serving, ln, site) }()
	return nil
}

// run lets every phone play until the day is over.
func (e *event) run(day context.Context, pause time.Duration, t *stats) {
	var wg sync.WaitGroup
	for _, p := range e.phones {
		wg.Go(func() { p.follow(day, t) })
		wg.Go(func() { p.run(day, t, pause) })
	}
	wg.Wait()
}

// verify reads everything back from the disk and checks the chain of acts, the state folded from it, and the record
// of each battle.
func (e *event) verify(ctx context.Context) error {
	found, err := campaign.NewService(e.store, games.All, time.Now).Check(ctx)
	if err != nil {
		return err
	}
	for _, wrong := range found {
		return wrong
	}
	return nil
}

func (e *event) close() error {
	e.stop()
	var err error
	if e.ended != nil {
		err = <-e.ended
	}
	return errors.Join(err, e.store.Close())
}
