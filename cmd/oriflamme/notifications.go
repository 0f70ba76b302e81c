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
	"oriflamme/campaign/web/site"
)

// mailOptions say how mail is sent.
type mailOptions struct{ server, from string }

// smtpEnv is the environment variable that may hold the address of the mail server. Other users of the machine could
// read a password in a flag.
const smtpEnv = "ORIFLAMME_SMTP"

func mailFlags(f *flag.FlagSet) *mailOptions {
	o := &mailOptions{}
	f.StringVar(&o.server, "smtp", "", "mail server for notices: `smtp://user:password@host:port` with STARTTLS, smtps://… with TLS; better in the environment, as "+smtpEnv+"; empty sends none")
	f.StringVar(&o.from, "mail-from", "", "`address` that notices come from: \"Club <club@club.example>\"")
	return o
}

// mailer returns what sends mail, nil when no mail server is given. It fails without a base, which the links in the
// mail need.
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

// deliverNotifications delivers notifications by mail, push and webhooks until stop is called. Of several processes
// that share a database one does it.
func (o *siteOptions) deliverNotifications(ctx context.Context, s *store.Store, c *web.Config, listens net.Addr) (stop func(), err error) {
	base := o.base
	if base == "" {
		base = "http://" + listens.String()
	}
	c.Deliverer, err = notify.New(ctx, notify.Config{Service: c.Service, Outbox: s, Catalogs: c.Catalogs, Now: c.Now, Summarise: site.NotificationLine,
		Base: base, Zone: c.Zone, Mail: o.mailer, Private: o.privateWebhooks, Log: c.Log, Count: c.Metrics.Delivered})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	var ended sync.WaitGroup
	ended.Go(func() { _ = s.Elected(ctx, "notices", c.Deliverer.Run) }) // returns when the service ends
	return func() {
		cancel()
		ended.Wait()
	}, nil
}
