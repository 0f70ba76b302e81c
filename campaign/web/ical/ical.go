// Package ical writes calendar feeds (RFC 5545): events in UTC, with stable identities and a sequence number
// that rises with each change. Cancelled events stay in the feed, so that calendars remove them.
package ical

import (
	"strconv"
	"strings"
	"time"
)

// A Calendar is a calendar feed.
type Calendar struct {
	Name   string
	Events []Event
}

// An Event is one appointment.
type Event struct {
	UID       string
	Sequence  int
	Changed   time.Time
	Start     time.Time
	Length    time.Duration
	Summary   string
	Place     string
	Text      string
	URL       string
	Cancelled bool
}

const timeLayout = "20060102T150405Z"

// Bytes returns the calendar as a file. Equal calendars give equal bytes.
func (c Calendar) Bytes() []byte {
	var w writer
	w.line("BEGIN", "VCALENDAR")
	w.line("VERSION", "2.0")
	w.line("PRODID", "-//Oriflamme//Oriflamme//FR")
	w.line("METHOD", "PUBLISH")
	w.text("NAME", c.Name)
	w.text("X-WR-CALNAME", c.Name)
	w.line("REFRESH-INTERVAL;VALUE=DURATION", "PT1H")
	for _, e := range c.Events {
		w.event(e)
	}
	w.line("END", "VCALENDAR")
	return []byte(w.String())
}

type writer struct{ strings.Builder }

func (w *writer) event(e Event) {
	w.line("BEGIN", "VEVENT")
	w.line("UID", e.UID)
	w.line("DTSTAMP", e.Changed.UTC().Format(timeLayout))
	w.line("LAST-MODIFIED", e.Changed.UTC().Format(timeLayout))
	w.line("SEQUENCE", strconv.Itoa(e.Sequence))
	w.line("DTSTART", e.Start.UTC().Format(timeLayout))
	w.line("DTEND", e.Start.Add(e.Length).UTC().Format(timeLayout))
	status := "CONFIRMED"
	if e.Cancelled {
		status = "CANCELLED"
	}
	w.line("STATUS", status)
	w.text("SUMMARY", e.Summary)
	w.text("LOCATION", e.Place)
	w.text("DESCRIPTION", e.Text)
	if e.URL != "" {
		w.line("URL", e.URL)
	}
	w.line("END", "VEVENT")
}

var escape = strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\r\n", `\n`, "\n", `\n`, "\r", "")

func (w *writer) text(name, value string) {
	if value != "" {
		w.line(name, escape.Replace(value))
	}
}

// line writes a line, folded after 75 bytes, never inside a character.
func (w *writer) line(name, value string) {
	line, room := name+":"+value, 75
	for len(line) > room {
		cut := room
		for line[cut]&0xC0 == 0x80 {
			cut--
		}
		w.WriteString(line[:cut] + "\r\n ")
		line, room = line[cut:], 74
	}
	w.WriteString(line + "\r\n")
}
