package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"oriflamme/campaign/notify"
	"oriflamme/campaign/store"
	"oriflamme/campaign/web"
	"oriflamme/content"
	"oriflamme/content/packs"
	"oriflamme/content/reference"
	"oriflamme/content/reference/build"
	"oriflamme/rules"
	"oriflamme/rules/games"
)

const defaultAddr = "127.0.0.1:8080"

var serveCommand = command{
	name:    "serve",
	summary: "Serve the clubs of a database; the first visitor founds one.",
	example: "oriflamme serve --addr 127.0.0.1:8080 --db oriflamme.db",
	setup: func(f *flag.FlagSet) action {
		o := siteFlags(f)
		b := backupFlags(f)
		m := mailFlags(f)
		f.StringVar(&o.db, "db", defaultDB, "database: a `file`, made when it is not there, or postgres://user:password@host/name")
		return func(ctx context.Context, w streams, args []string) (err error) {
			if err := noArgs(args); err != nil {
				return err
			}
			if err := b.validate(); err != nil {
				return err
			}
			if o.mailer, err = m.mailer(o.base); err != nil {
				return err
			}
			go content.Catalogs() // read the phrases while the database is opened
			service, s, err := openService(o.db, true)
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
			background.Go(func() { _ = service.Follow(follow) }) // returns when the service ends
			gauges, log := web.NewMetrics(), o.newLogger(w)
			background.Go(func() {
				service.RunAutoConfirm(follow, time.Minute, func(err error) { log.Error("silences failed", "error", err) })
			})
			if b.folder != "" {
				background.Go(func() { b.run(follow, s, service, log, gauges.BackedUp) })
			}
			return o.serve(ctx, w, s, web.Config{Service: service, Metrics: gauges, Log: log})
		}
	},
}

// siteOptions are the flags that serve and demo share.
type siteOptions struct {
	addr, db, packs, base, zone, metrics string
	jsonLog, privateWebhooks             bool
	mailer                               notify.Mailer // nil: no mail is sent
	proxies                              []netip.Prefix
}

// newLogger returns the log of the server. It holds no names and no addresses of people.
func (o *siteOptions) newLogger(w streams) *slog.Logger {
	if o.jsonLog {
		return slog.New(slog.NewJSONHandler(w.err, nil))
	}
	return slog.New(slog.NewTextHandler(w.err, nil))
}

func siteFlags(f *flag.FlagSet) *siteOptions {
	o := &siteOptions{}
	f.StringVar(&o.addr, "addr", defaultAddr, "`host:port` to listen on")
	f.StringVar(&o.packs, "packs", "", "`folder` with packs of your own, as \"oriflamme import\" writes them: GAME/*.yaml")
	f.StringVar(&o.base, "base", "", "`URL` under which people reach the site, for links in e-mails and QR codes; default: as asked for")
	f.Func("proxy", "`addresses` of proxies whose X-Forwarded-For is believed, as 127.0.0.1,10.0.0.0/8; default none", func(text string) error {
		for _, one := range strings.Split(text, ",") {
			p, err := netip.ParsePrefix(one)
			if err != nil {
				a, err := netip.ParseAddr(one)
				if err != nil {
					return err
				}
				p = netip.PrefixFrom(a, a.BitLen())
			}
			o.proxies = append(o.proxies, p.Masked())
		}
		return nil
	})
	f.StringVar(&o.metrics, "metrics", "", "`host:port` on which to tell Prometheus /metrics, for nobody outside to reach; empty tells nothing")
	f.BoolVar(&o.jsonLog, "log-json", false, "log as JSON")
	f.BoolVar(&o.privateWebhooks, "webhook-private", false, "let webhooks and push services be on this machine or network, without TLS; for tests")
	f.StringVar(&o.zone, "zone", "Europe/Paris", "time `zone` of the clubs")
	return o
}

// serve serves the site until ctx is done. It adds the options and the content to the configuration of the site.
func (o *siteOptions) serve(ctx context.Context, w streams, s *store.Store, c web.Config) error {
	zone, err := time.LoadLocation(o.zone)
	if err != nil {
		return usagef("--zone: %v", err)
	}
	packsByGame, err := o.loadPacks()
	if err != nil {
		return err
	}
	ln, err := net.Listen("tcp", o.addr)
	if err != nil {
		return err
	}
	c.Catalogs, c.Games, c.Packs, c.Reference = content.Catalogs(), games.All, packsByGame, lazyReference()
	c.Now, c.Base, c.Zone, c.Proxies = time.Now, o.base, zone, o.proxies
	stopMetrics, err := o.serveMetrics(w, c.Metrics)
	if err != nil {
		ln.Close()
		return err
	}
	defer stopMetrics()
	stop, err := o.deliverNotifications(ctx, s, &c, ln.Addr())
	if err != nil {
		ln.Close()
		return err
	}
	defer stop()
	fmt.Fprintf(w.out, "Oriflamme: http://%s\n", ln.Addr())
	return web.Serve(ctx, ln, onIdle(web.New(c), idleDelay, debug.FreeOSMemory))
}

// lazyReference returns a function that builds the reference on its first call. It is also built a moment after the
// start, which building at once would slow down. Its sources are part of the program and were built by the tests, so
// building cannot fail.
func lazyReference() func() *reference.Site {
	build := sync.OnceValue(func() *reference.Site {
		defer debug.SetGCPercent(debug.SetGCPercent(25)) // collect often, so that what stays is not scattered among garbage
		site, err := reference.Build(content.FS, games.All, build.Options{})
		if err != nil {
			panic(err)
		}
		site.Compact()
		return site
	})
	time.AfterFunc(time.Second, func() {
		build()
		debug.FreeOSMemory() // building takes several times the memory of what is built
	})
	return build
}

// serveMetrics serves metrics for Prometheus on an address of their own, if one is given, until stop is called.
func (o *siteOptions) serveMetrics(w streams, gauges *web.Metrics) (stop func(), err error) {
	if o.metrics == "" {
		return func() {}, nil
	}
	ln, err := net.Listen("tcp", o.metrics)
	if err != nil {
		return nil, fmt.Errorf("--metrics: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", gauges.Handler())
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second, MaxHeaderBytes: 16 << 10}
	go func() { _ = srv.Serve(ln) }() // returns when the server is closed
	fmt.Fprintf(w.out, "Metrics: http://%s/metrics\n", ln.Addr())
	return func() { _ = srv.Close() }, nil
}

// loadPacks returns the packs of every game: those of the program, then the club's own.
func (o *siteOptions) loadPacks() (map[string][]rules.Pack, error) {
	var loading sync.WaitGroup
	found := make([][]rules.Pack, len(games.All))
	wrong := make([]error, len(games.All))
	for i, g := range games.All {
		loading.Go(func() {
			own, faults := packs.Load(content.FS, g)
			if o.packs != "" {
				more, bad := packs.LoadFolder(os.DirFS(o.packs), g)
				own, faults = append(own, more...), append(faults, bad...)
			}
			if len(faults) > 0 {
				wrong[i] = fmt.Errorf("packs of %s: %w", g.Name, faults[0])
			}
			found[i] = own
		})
	}
	loading.Wait()
	all := map[string][]rules.Pack{}
	for i, g := range games.All {
		all[g.ID] = found[i]
	}
	return all, errors.Join(wrong...)
}
