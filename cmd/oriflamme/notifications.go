package main

import (
	"context"
	"flag"
	"net"
	"net/mail"
	"os"
	"sync"

	"oriflamme/campaign/notify"
	"oriflamme/campaign/store"
	"oriflamme/campaign/web"
)

// mailOptions say how letters are sent.
type mailOptions struct{ server, from string }

// smtpEnv may hold the address of the mail server, whose password others on the machine could read in a flag.
const smtpEnv = "ORIFLAMME_SMTP"

func mailFlags(f *flag.FlagSet) *mailOptions {
	o := &mailOptions{}
	f.StringVar(&o.server, "smtp", "", "mail server for notices: `smtp://user:password@host:port` with STARTTLS, smtps://… with TLS; better in the environment, as "+smtpEnv+"; empty sends none")
	f.StringVar(&o.from, "mail-from", "", "`address` that notices come from: \"Club <club@club.example>\"")
	return o
}

// mailer is what sends letters, or nil. Their links need to know how people reach the site.
func (o *mailOptions) mailer(base string) (notify.Mailer, error) {
	server := o.server
	if server == "" {
		server = os.Getenv(smtpEnv)
	}
	if server == "" {
		return nil, nil
	}
	from, err := mail.ParseAddress(o.from)
	if err != nil {
		return nil, usagef("--mail-from: want an address such as \"Club <club@club.example>\"")
	}
	if base == "" {
		return nil, usagef("--smtp needs --base, for the links in letters")
	}
	m, err := notify.ParseSMTP(server, *from)
	if err != nil {
		return nil, usagef("--smtp: %v", err)
	}
	return m, nil
}

// deliverNotifications has notices brought out of the site until stop is called: by one of the processes that share a database.
func (o *siteOptions) deliverNotifications(ctx context.Context, s *store.Store, c *web.Config, listens net.Addr) (stop func(), err error) {
	base := o.base
	if base == "" {
		base = "http://" + listens.String()
	}
	c.Deliverer, err = notify.New(ctx, notify.Config{Service: c.Service, Outbox: s, Catalogs: c.Catalogs, Now: c.Now, Summarise: web.NotificationLine,
		Base: base, Zone: c.Zone, Mail: o.mailer, Private: o.privateWebhooks, Log: c.Log, Count: c.Metrics.Delivered})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	var ended sync.WaitGroup
	ended.Go(func() { _ = s.Elected(ctx, "notices", c.Deliverer.Run) }) // ends with the service alone
	return func() {
		cancel()
		ended.Wait()
	}, nil
}
