package notify_test

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/http/httptest"
	"net/mail"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"oriflamme/campaign/notify"
)

// smtpServer is a mail server that accepts e-mails and speaks TLS after STARTTLS.
type smtpServer struct {
	t      *testing.T
	ln     net.Listener
	tls    *tls.Config
	roots  *x509.CertPool
	refuse atomic.Pointer[string] // answer to RCPT; nil accepts the recipient
	got    chan received
}

type received struct {
	from, login string
	to          []string
	secured     bool
	text        string
}

func newPost(t *testing.T) *smtpServer {
	t.Helper()
	https := httptest.NewTLSServer(nil) // for its certificate, which is for 127.0.0.1
	t.Cleanup(https.Close)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { ln.Close() })
	p := &smtpServer{t: t, ln: ln, tls: https.TLS, roots: x509.NewCertPool(), got: make(chan received, 10)}
	p.roots.AddCert(https.Certificate())
	go func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			go p.serve(conn)
		}
	}()
	return p
}

func (s *smtpServer) serve(conn net.Conn) {
	defer func() { conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(2 * time.Minute))
	in := bufio.NewReader(conn)
	say := func(line string) { _, _ = fmt.Fprintf(conn, "%s\r\n", line) }
	var r received
	say("220 post")
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimRight(line, "\r\n")
		word, rest, _ := strings.Cut(line, " ")
		switch strings.ToUpper(word) {
		case "EHLO", "HELO":
			if r.secured {
				say("250-post\r\n250 AUTH PLAIN")
			} else {
				say("250-post\r\n250 STARTTLS")
			}
		case "STARTTLS":
			say("220 go on")
			secure := tls.Server(conn, &tls.Config{Certificates: s.tls.Certificates})
			conn, in = secure, bufio.NewReader(secure)
			r.secured = true
		case "AUTH":
			_, secret, _ := strings.Cut(rest, " ")
			raw, _ := base64.StdEncoding.DecodeString(secret)
			r.login = strings.ReplaceAll(string(raw), "\x00", " ")
			say("235 welcome")
		case "MAIL":
			r.from = rest
			say("250 ok")
		case "RCPT":
			if no := s.refuse.Load(); no != nil {
				say(*no)
				continue
			}
			r.to = append(r.to, rest)
			say("250 ok")
		case "DATA":
			say("354 go on")
			var text strings.Builder
			for {
				line, err := in.ReadString('\n')
				if err != nil || line == ".\r\n" {
					break
				}
				text.WriteString(strings.TrimPrefix(line, "."))
			}
			r.text = text.String()
			s.got <- r
			say("250 taken")
		case "QUIT":
			say("221 bye")
			return
		default:
			say("250 ok")
		}
	}
}

func (s *smtpServer) mailer(scheme, query string) *notify.SMTP {
	s.t.Helper()
	m, err := notify.ParseSMTP(scheme+s.ln.Addr().String()+query, mail.Address{Name: "Les Hussards", Address: "club@club.example"})
	must(s.t, err)
	m.TLS = &tls.Config{RootCAs: s.roots, ServerName: "127.0.0.1"}
	return m
}

var sampleEmail = notify.Email{To: "camille@poste.example", ToName: "Camille Éluard", Subject: "Inès a fixé une bataille – Les Hussards du Jeudi, club de figurines et de campagnes",
	Text: "Bonjour,\n.\nune ligne d’un point seul.\n", HTML: "<p>Bonjour</p>", UnsubscribeURL: "https://club.example/letters/end/" + strings.Repeat("x", 180), Date: time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC), ID: "1@club.example"}

// TestSMTP: an e-mail arrives over TLS, after authentication, in both forms, with the headers of one-click unsubscription.
func TestSMTP(t *testing.T) {
	p := newPost(t)
	must(t, p.mailer("smtp://club:se%40cret@", "").Send(t.Context(), sampleEmail))
	r := <-p.got
	if !r.secured || r.login != " club se@cret" || len(r.to) != 1 || !strings.HasPrefix(r.to[0], "TO:<camille@poste.example>") || !strings.HasPrefix(r.from, "FROM:<club@club.example>") {
		t.Errorf("handed over: %+v", r)
	}
	m, err := mail.ReadMessage(strings.NewReader(r.text))
	must(t, err)
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil || subject != sampleEmail.Subject {
		t.Errorf("subject %q %v", subject, err)
	}
	to, err := m.Header.AddressList("To")
	if err != nil || len(to) != 1 || to[0].Name != sampleEmail.ToName || to[0].Address != sampleEmail.To {
		t.Errorf("to %v %v", to, err)
	}
	for name, want := range map[string]string{"List-Unsubscribe": "<" + sampleEmail.UnsubscribeURL + ">", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click", "Auto-Submitted": "auto-generated", "Message-Id": "<1@club.example>"} {
		if got := m.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	kind, options, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("of type %s %v", kind, err)
	}
	parts := multipart.NewReader(m.Body, options["boundary"])
	for _, want := range []struct{ kind, text string }{{"text/plain", sampleEmail.Text}, {"text/html", sampleEmail.HTML}} {
		part, err := parts.NextRawPart()
		must(t, err)
		text, err := io.ReadAll(quotedprintable.NewReader(part))
		if got := strings.ReplaceAll(string(text), "\r\n", "\n"); err != nil || !strings.HasPrefix(part.Header.Get("Content-Type"), want.kind) || strings.TrimSpace(got) != strings.TrimSpace(want.text) {
			t.Errorf("%s: %q %v", part.Header.Get("Content-Type"), text, err)
		}
	}
}

// TestSMTPRefuses: a server without TLS, or with another's certificate, gets nothing. An address that the server does not
// know is not tried again; one that it refuses temporarily is.
func TestSMTPRefuses(t *testing.T) {
	p := newPost(t)
	m := p.mailer("smtp://club:secret@", "")
	m.TLS = &tls.Config{ServerName: "127.0.0.1"} // without the server's root certificate
	var never *notify.PermanentError
	if err := m.Send(t.Context(), sampleEmail); err == nil || errors.As(err, &never) {
		t.Errorf("a stranger: %v", err)
	}
	p.refuse.Store(new("550 5.1.1 no such user"))
	if err := p.mailer("smtp://club:secret@", "").Send(t.Context(), sampleEmail); !errors.As(err, &never) {
		t.Errorf("no such user: %v", err)
	}
	p.refuse.Store(new("451 4.7.1 try later"))
	if err := p.mailer("smtp://club:secret@", "").Send(t.Context(), sampleEmail); err == nil || errors.As(err, &never) {
		t.Errorf("try later: %v", err)
	}
	p.refuse.Store(nil)
	if err := p.mailer("smtp://", "?tls=none").Send(t.Context(), sampleEmail); err != nil {
		t.Error(err)
	}
	if r := <-p.got; r.secured || r.login != "" {
		t.Errorf("without TLS: %+v", r)
	}
	for _, wrong := range []string{"", "http://x", "smtp://", "smtp://u:p@x?tls=none", "smtp://x?tls=maybe", "smtp://x:99999999999", "smtp://u:p@[::"} {
		if _, err := notify.ParseSMTP(wrong, mail.Address{}); err == nil || strings.Contains(err.Error(), "u:p") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}

// TestHeaders: no name and no subject can start another header, another recipient or the text.
func TestHeaders(t *testing.T) {
	p := newPost(t)
	m := p.mailer("smtp://", "?tls=none")
	for _, evil := range []string{"x\r\nBcc: spy@evil.example", "x\nBcc: spy@evil.example", "x\rBcc: spy@evil.example", "x\u2028Bcc: spy@evil.example", "x\r\n\r\nBcc: spy@evil.example\r\n", "\" <spy@evil.example>, \"", "é\r\nBcc: spy@evil.example", "x\x00\x0bBcc: spy"} {
		l := sampleEmail
		l.ToName, l.Subject = evil, evil
		if err := m.Send(t.Context(), l); err != nil {
			t.Fatalf("%q: %v", evil, err)
		}
		r := <-p.got
		read, err := mail.ReadMessage(strings.NewReader(r.text))
		if err != nil {
			t.Fatalf("%q: %v", evil, err)
		}
		to, err := read.Header.AddressList("To")
		if err != nil || len(to) != 1 || to[0].Address != sampleEmail.To || len(r.to) != 1 || len(read.Header["Bcc"]) != 0 || read.Header.Get("List-Unsubscribe") == "" {
			t.Errorf("%q became %v %v\n%s", evil, r.to, err, r.text)
		}
	}
}

// TestNamesInEmails: what people write comes out as text in both forms of an e-mail, and on one line where one line is meant.
func TestNamesInEmails(t *testing.T) {
	c := newClub(t)
	c.confirmEmail("camille@poste.example")
	c.player.Member = "eve"
	c.joins("eve", "<img src=x> Bcc: spy@evil.example")
	c.remark(c.player, "une")
	c.round()
	emails := c.mail.take()
	if len(emails) != 1 {
		t.Fatalf("%d emails", len(emails))
	}
	l := emails[0]
	if strings.ContainsAny(l.Subject, "\r\n") || strings.Contains(l.HTML, "<img") || !strings.Contains(l.HTML, "&lt;img src=x&gt;") {
		t.Errorf("subject %q\n%s", l.Subject, l.HTML)
	}
}
