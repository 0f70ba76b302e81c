package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/rules/games"
)

const defaultDB = "oriflamme.db"

func dbFlag(f *flag.FlagSet) *string {
	return f.String("db", defaultDB, "database: a `file`, or postgres://user:password@host/name")
}

// openService opens a database and the service on it. With fresh it makes the file when there is none.
func openService(file string, fresh bool) (*campaign.Service, *store.Store, error) {
	if !fresh && !store.Remote(file) {
		if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
			return nil, nil, fmt.Errorf("there is no database %s", file)
		}
	}
	s, err := store.Open(file)
	if err != nil {
		return nil, nil, err
	}
	return campaign.NewService(s, games.All, time.Now), s, nil
}

// clubStates returns the states of all clubs of a service.
func clubStates(ctx context.Context, service *campaign.Service) ([]*campaign.State, error) {
	clubs, err := service.Clubs(ctx)
	if err != nil {
		return nil, err
	}
	states := make([]*campaign.State, len(clubs))
	for i, club := range clubs {
		if states[i], err = service.State(ctx, club); err != nil {
			return nil, err
		}
	}
	return states, nil
}
