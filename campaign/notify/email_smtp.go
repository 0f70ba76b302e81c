package notify

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/mail"
	"net/url"
	"strconv"
	"sync"
	"time"

	smtp "github.com/wneessen/go-mail"
)

// SMTP is a Mailer that sends e-mails through a mail server.
type SMTP struct {
	From mail.Address
	TLS  *tls.Config // nil for the machine's root certificates

	host, user, password string
	port                 int
	security             string // "starttls", "tls" or "none"
}

// ParseSMTP parses the URL of a mail server. smtp://user:password@host:port uses TLS after
// STARTTLS, smtps:// from the first byte. smtp://host?tls=none is for a server on the same
// machine and never sends a password.
func ParseSMTP(address string, from mail.Address) (*SMTP, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("want smtp://user:password@host:port") // the original error contains the password
	}
	m := &SMTP{From: from, host: u.Hostname(), user: u.User.Username(), security: "starttls", port: 587}
	m.password, _ = u.User.Password()
	switch {
	case u.Scheme == "smtps":
		m.security, m.port = "tls", 465
	case u.Scheme != "smtp" || m.host == "":
		return nil, errors.New("want smtp://user:password@host:port")
	}
	switch how := u.Query().Get("tls"); how {
	case "":
	case "none":
		if m.password != "" || u.Scheme != "smtp" {
			return nil, errors.New("a password is only sent under TLS")
		}
		m.security, m.port = "none", 25
	default:
		return nil, fmt.Errorf("tls=%s: want nothing or none", how)
	}
	if p := u.Port(); p != "" {
		if m.port, err = strconv.Atoi(p); err != nil || m.port < 1 || m.port > 65535 {
			return nil, errors.New("there is no such port")
		}
	}
	return m, nil
}

const smtpTimeout = 20 * time.Second

// Send implements Mailer.
func (m *SMTP) Send(ctx context.Context, l Email) error {
	message, err := compose(m.From, l)
	if err != nil {
		return &PermanentError{err}
	}
	options := []smtp.Option{smtp.WithPort(m.port), smtp.WithTimeout(smtpTimeout), smtp.WithoutNoop()}
	switch m.security {
	case "tls":
		options = append(options, smtp.WithSSL())
	case "starttls":
		options = append(options, smtp.WithTLSPolicy(smtp.TLSMandatory))
	default:
		options = append(options, smtp.WithTLSPolicy(smtp.NoTLS))
	}
	if m.TLS != nil {
		options = append(options, smtp.WithTLSConfig(m.TLS))
	}
	if m.password != "" {
		options = append(options, smtp.WithSMTPAuth(smtp.SMTPAuthAutoDiscover), smtp.WithUsername(m.user), smtp.WithPassword(m.password))
	}
	client, err := smtp.NewClient(m.host, options...)
	if err != nil {
		return err
	}
	err = client.DialAndSendWithContext(ctx, message)
	var refused *smtp.SendError
	switch {
	case err == nil || message.IsDelivered():
		return nil // an error after the server has accepted the e-mail does not matter
	case errors.As(err, &refused) && refused.ErrorCode() >= 500:
		return &PermanentError{fmt.Errorf("the mail server refused: %w", err)}
	}
	var dial net.Error
	if errors.As(err, &dial) && dial.Timeout() {
		return errors.New("the mail server does not answer")
	}
	return err
}

// compose makes the message of an e-mail. The library encodes and folds headers; oneLine
// has removed line ends from their values.
func compose(from mail.Address, l Email) (*smtp.Msg, error) {
	message := smtp.NewMsg()
	message.FromMailAddress(&from)
	message.ToMailAddress(l.recipient())
	message.Subject(l.Subject)
	message.SetDateWithValue(l.Date)
	message.SetMessageIDWithValue(l.ID)
	message.SetGenHeader("Auto-Submitted", "auto-generated")
	if l.UnsubscribeURL != "" {
		message.SetGenHeaderPreformatted("List-Unsubscribe", "<"+l.UnsubscribeURL+">")
		message.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	message.SetBodyString(smtp.TypeTextPlain, l.Text)
	message.AddAlternativeString(smtp.TypeTextHTML, l.HTML)
	if to := message.GetToString(); len(to) != 1 {
		return nil, errors.New("not one recipient")
	}
	return message, nil
}

// PrintMailer is a Mailer that prints e-mails instead of sending them.
type PrintMailer struct {
	mu  sync.Mutex
	Out io.Writer
}

// Send implements Mailer.
func (p *PrintMailer) Send(_ context.Context, l Email) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, err := fmt.Fprintf(p.Out, "\n--- letter, not sent ---\nTo: %s\nSubject: %s\n\n%s---\n", l.recipient(), l.Subject, l.Text)
	return err
}
