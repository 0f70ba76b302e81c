package notify

import (
	"bytes"
	"context"
	"errors"
	"net/mail"
	"strings"
	"time"

	"oriflamme/campaign"
	"oriflamme/content/phrases"
	"oriflamme/views"
	authviews "oriflamme/views/auth"
)

// An Email is an e-mail as plain text and as HTML.
type Email struct {
	To             string // address without the name
	ToName         string
	Subject        string
	Text           string
	HTML           string
	UnsubscribeURL string // URL for one-click unsubscription (RFC 8058); "" for none
	Date           time.Time
	ID             string // Message-ID without brackets; the same when an e-mail is sent again
}

// A Mailer sends e-mails. It returns a PermanentError if trying again is of no use.
type Mailer interface {
	Send(ctx context.Context, l Email) error
}

// The paths of the links in e-mails; the secret follows.
const (
	ConfirmPath     = "/letters/confirm/"
	UnsubscribePath = "/letters/end/"
)

// sendEmail sends notifications as one e-mail.
func (d *Deliverer) sendEmail(ctx context.Context, s *campaign.State, m *campaign.Member, w campaign.NotificationPrefs, notifications []campaign.Notification, id campaign.ID) error {
	if !w.Confirmed || d.Mail == nil {
		return errNoTarget
	}
	b := d.catalog(w.Lang, s)
	f := views.Frame{Catalog: b, Zone: w.Location(d.Zone), Now: d.Now()}
	end := d.absoluteURL(UnsubscribePath + d.signLink(EmailLink{PurposeUnsubscribe, s.Club.ID, m.ID, w.Address}))
	page := authviews.MailPage{Club: s.Club.Name, Hello: b.Say("letter.hello", "name", m.Name), End: b.Say("letter.end"), EndURL: end,
		Choose: b.Say("letter.choose"), ChooseURL: d.absoluteURL("/clubs/" + s.Club.ID + "/notices")}
	for _, t := range notifications {
		line := d.Summarise(b, s, t)
		page.Lines = append(page.Lines, authviews.MailLine{Title: line.Title, Text: line.Text, When: f.Moment(t.Act.At), URL: d.absoluteURL(line.Path), Why: t.Act.Why})
	}
	page.Subject = page.Lines[0].Title + " – " + s.Club.Name
	if len(notifications) > 1 {
		page.Subject = b.Say("letter.several", "n", len(notifications), "club", s.Club.Name)
	}
	return d.renderAndSend(ctx, f, page, Email{To: w.Address, ToName: m.Name, UnsubscribeURL: end, ID: id + "@" + d.host()})
}

// sendConfirmation sends the e-mail that asks to confirm an address.
func (d *Deliverer) sendConfirmation(ctx context.Context, s *campaign.State, m *campaign.Member, w campaign.NotificationPrefs) error {
	if w.Address == "" || w.Confirmed || d.Mail == nil {
		return errNoTarget
	}
	b := d.catalog(w.Lang, s)
	page := authviews.MailPage{Subject: b.Say("letter.confirm_subject", "club", s.Club.Name), Club: s.Club.Name, Hello: b.Say("letter.hello", "name", m.Name),
		Text: b.Say("letter.confirm", "club", s.Club.Name), Button: b.Say("letter.confirm_button"), After: b.Say("letter.confirm_not_you"),
		ButtonURL: d.absoluteURL(ConfirmPath + d.signLink(EmailLink{PurposeConfirm, s.Club.ID, m.ID, w.Address}))}
	return d.renderAndSend(ctx, views.Frame{Catalog: b, Zone: d.Zone, Now: d.Now()}, page, Email{To: w.Address, ToName: m.Name, ID: campaign.NewID(d.Now()) + "@" + d.host()})
}

// renderAndSend renders an e-mail in both forms and sends it. It removes the address from
// errors of the mail server, because organisers see them.
func (d *Deliverer) renderAndSend(ctx context.Context, f views.Frame, page authviews.MailPage, l Email) error {
	page.Why = f.Say("letter.why", "club", page.Club)
	var html bytes.Buffer
	if err := authviews.Mail(f, page).Render(ctx, &html); err != nil {
		return err
	}
	l.ToName, l.Subject = oneLine(l.ToName), truncate(oneLine(page.Subject), 150)
	l.Text, l.HTML, l.Date = plainText(f.Catalog, page), html.String(), d.Now()
	err := d.Mail.Send(ctx, l)
	if err == nil {
		return nil
	}
	clean := errors.New(strings.ReplaceAll(err.Error(), l.To, "…"))
	var never *PermanentError
	if errors.As(err, &never) {
		return &PermanentError{clean}
	}
	return clean
}

// plainText returns the e-mail as plain text.
func plainText(b *phrases.Catalog, p authviews.MailPage) string {
	parts := []string{p.Hello}
	if p.Text != "" {
		parts = append(parts, p.Text)
	}
	for _, l := range p.Lines {
		text := "* " + l.Title
		if l.Text != "" {
			text += "\n  " + l.Text
		}
		if l.Why != "" {
			text += "\n  " + b.Say("letter.because", "why", oneLine(l.Why))
		}
		parts = append(parts, text+"\n  "+l.When+"\n  "+l.URL)
	}
	if p.ButtonURL != "" {
		parts = append(parts, p.Button+"\n"+p.ButtonURL)
	}
	if p.After != "" {
		parts = append(parts, p.After)
	}
	foot := "-- \n" + p.Why
	if p.EndURL != "" {
		foot += "\n" + p.Choose + "\n" + p.ChooseURL + "\n" + p.End + "\n" + p.EndURL
	}
	return strings.Join(append(parts, foot), "\n\n") + "\n"
}

// oneLine replaces line ends and invisible characters by single spaces, so that a name
// cannot start another header.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r <= ' ' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029' }), " ")
}

// recipient returns the recipient's name and address for a header.
func (e Email) recipient() *mail.Address { return &mail.Address{Name: e.ToName, Address: e.To} }
