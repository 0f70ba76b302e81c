package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"sync"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/web"
	"oriflamme/content"
	"oriflamme/content/packs"
	"oriflamme/content/reference"
	"oriflamme/rules"
	"oriflamme/rules/shelf"
)

const defaultAddr = "127.0.0.1:8080"

var serveCommand = command{
	name:    "serve",
	summary: "Serve the clubs of a database; the first visitor founds one.",
	example: "oriflamme serve --addr 127.0.0.1:8080 --db oriflamme.db",
	setup: func(f *flag.FlagSet) work {
		o := siteFlags(f)
		f.StringVar(&o.db, "db", defaultDB, "database: a `file`, made when it is not there, or postgres://user:password@host/name")
		return func(ctx context.Context, w world, args []string) (err error) {
			if err := noArgs(args); err != nil {
				return err
			}
			hall, s, err := openHall(o.db, true)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.Close()) }()
			if err := s.Claim(); err != nil {
				return err
			}
			follow, stop := context.WithCancel(ctx)
			var background sync.WaitGroup
			defer background.Wait()
			defer stop()
			background.Go(func() { _ = hall.Follow(follow) }) // ends with the service alone
			return o.serve(ctx, w, hall, nil)
		}
	},
}

// siteOptions are the flags that serve and demo share.
type siteOptions struct {
	addr, db, packs, base, zone string
}

func siteFlags(f *flag.FlagSet) *siteOptions {
	o := &siteOptions{}
	f.StringVar(&o.addr, "addr", defaultAddr, "`host:port` to listen on")
	f.StringVar(&o.packs, "packs", "", "`folder` with packs of your own, as \"oriflamme import\" writes them: GAME/*.yaml")
	f.StringVar(&o.base, "base", "", "`URL` under which people reach the site, for links in e-mails and QR codes; default: as asked for")
	f.StringVar(&o.zone, "zone", "Europe/Paris", "time `zone` of the clubs")
	return o
}

// serve answers until ctx is done. With demo people a page offers to sign in as them.
func (o *siteOptions) serve(ctx context.Context, w world, hall *campaign.Hall, demo []web.DemoPerson) error {
	zone, err := time.LoadLocation(o.zone)
	if err != nil {
		return usagef("--zone: %v", err)
	}
	shelved, err := o.loadPacks()
	if err != nil {
		return err
	}
	ln, err := net.Listen("tcp", o.addr)
	if err != nil {
		return err
	}
	books, err := reference.Build(content.FS, shelf.Games, reference.Options{})
	if err != nil {
		ln.Close()
		return err
	}
	log := slog.New(slog.NewTextHandler(w.err, nil))
	site := web.New(web.Config{
		Hall: hall, Books: content.Books(), Games: shelf.Games, Packs: shelved, Reference: books,
		Now: time.Now, Log: log, Base: o.base, Zone: zone, Demo: demo,
	})
	fmt.Fprintf(w.out, "Oriflamme: http://%s\n", ln.Addr())
	return web.Serve(ctx, ln, site)
}

// loadPacks returns the packs of every game: those of the program, then the club's own.
func (o *siteOptions) loadPacks() (map[string][]rules.Pack, error) {
	all := map[string][]rules.Pack{}
	for _, g := range shelf.Games {
		own, faults := packs.Load(content.FS, g)
		if o.packs != "" {
			more, wrong := packs.LoadFolder(os.DirFS(o.packs), g)
			own, faults = append(own, more...), append(faults, wrong...)
		}
		if len(faults) > 0 {
			return nil, fmt.Errorf("packs of %s: %w", g.Name, faults[0])
		}
		all[g.ID] = own
	}
	return all, nil
}
