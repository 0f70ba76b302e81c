package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
)

var copyCommand = command{
	name: "copy", args: "FROM TO",
	summary: "Move all clubs to another, empty database, from SQLite to PostgreSQL or back; the copy is proven.",
	example: "oriflamme copy oriflamme.db postgres://oriflamme@localhost/oriflamme",
	setup: func(*flag.FlagSet) action {
		return func(ctx context.Context, w streams, args []string) (err error) {
			if len(args) != 2 {
				return usagef("name the database to copy and the one to copy to")
			}
			before, from, err := openService(args[0], false)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, from.Close()) }()
			after, to, err := openService(args[1], true)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, to.Close()) }()
			// Nobody may serve either database meanwhile: the copy would miss acts.
			if err := errors.Join(from.Claim(), to.Claim()); err != nil {
				return err
			}
			if err := store.Copy(ctx, to, from); err != nil {
				return err
			}
			clubs, err := before.Clubs(ctx)
			if err != nil {
				return err
			}
			for _, club := range clubs {
				if err := sameClub(ctx, w, club, before, after); err != nil {
					return err
				}
			}
			return nil
		}
	},
}

// sameClub compares the state and the archive of a club in two databases.
func sameClub(ctx context.Context, w streams, club campaign.ID, before, after *campaign.Service) error {
	var hashes, archives [2]string
	var name string
	var acts int
	for i, h := range []*campaign.Service{before, after} {
		state, err := h.State(ctx, club)
		if err != nil {
			return err
		}
		sum := sha256.New()
		if err := h.Export(ctx, campaign.Actor{}, club, sum); err != nil {
			return err
		}
		name, acts = state.Club.Name, len(state.Acts)
		hashes[i], archives[i] = state.Hash(), fmt.Sprintf("%x", sum.Sum(nil))
	}
	if hashes[0] != hashes[1] || archives[0] != archives[1] {
		return fmt.Errorf("%s (%s) differs in the copy: state %s and %s, archive %s and %s", name, club, hashes[0], hashes[1], archives[0], archives[1])
	}
	fmt.Fprintf(w.out, "%s (%s): %d acts, state %s, archive %s: the same in both\n", name, club, acts, hashes[0], archives[0][:16])
	return nil
}
