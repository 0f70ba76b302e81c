package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"time"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// phone is the phone of one player in a battle.
type phone struct {
	e              *event
	session        campaign.Session
	roster, battle campaign.ID
	seat           rules.Seat
	dice           *rand.Rand
	sent           int
}

// csrfToken is the value of the cookie that forms repeat; any value of this length will do.
const csrfToken = "0123456789abcdef0123456789abcdef"

// run reads, plays and changes things as people do at an event: of ten requests, five read a page, four are for the
// battle, and one is another act.
func (p *phone) run(day context.Context, t *stats, pause time.Duration) {
	for p.pause(day, pause) {
		switch n := p.dice.IntN(10); {
		case n < 5:
			p.read(day, t)
		case n < 9:
			p.play(day, t)
		default:
			p.sent++
			name := fmt.Sprint(p.session.Member[10:], " ", p.sent)
			p.post(day, t, "act", p.club("/members/"+p.session.Member), url.Values{"name": {name}})
		}
	}
}

// pause waits as long as somebody looks at an answer. It returns false when the day is over.
func (p *phone) pause(day context.Context, pause time.Duration) bool {
	wait := time.Duration(p.dice.ExpFloat64() * float64(pause))
	select {
	case <-day.Done():
		return false
	case <-time.After(min(wait, 5*pause)):
		return day.Err() == nil
	}
}

func (p *phone) club(page string) string { return "/clubs/" + p.e.club + page }

// read opens one of the pages that phones show all evening. Some phones belong to visitors.
func (p *phone) read(day context.Context, t *stats) {
	camp := p.club("/campaigns/" + p.e.campaign)
	pages := []string{camp, camp + "/standings", camp + "/chronicle", camp + "/rosters", p.club(""), p.club("/rosters/" + p.roster), p.club("/battles/" + p.battle),
		"/fr/regles/warcry/", "/waiting", camp + "/battles"}
	page := pages[p.dice.IntN(len(pages))]
	if p.dice.IntN(4) == 0 && page != "/waiting" {
		p.get(day, t, "visitor", page, "seed="+csrfToken)
		return
	}
	p.get(day, t, "page", page, p.cookies())
}

// play gives a command when it is this side's turn, answers a question that it is asked, and otherwise looks at the
// battle.
func (p *phone) play(day context.Context, t *stats) {
	live, err := p.e.service.Live(day, p.e.club, p.battle)
	if err != nil || live.Over {
		p.read(day, t)
		return
	}
	form := url.Values{"step": {fmt.Sprint(live.Number)}}
	var asked *rules.Question
	switch {
	case live.Pending != nil && errors.As(live.Pending.Err, &asked) && asked.Seat == p.seat:
		form.Set("choice", "0")
	case live.Pending != nil:
		p.get(day, t, "page", p.club("/battles/"+p.battle), p.cookies())
		return
	default:
		// Where either side may go first, both phones choose the same command, as players would agree.
		command := rules.Sample(live.Battle.Clone(), rand.New(rand.NewPCG(uint64(live.Number), 11)).IntN)
		if command == nil || command.By() != p.seat {
			p.get(day, t, "page", p.club("/battles/"+p.battle), p.cookies())
			return
		}
		raw, err := rules.EncodeCommand(command)
		if err != nil {
			t.add("step", 0, err)
			return
		}
		form.Set("command", string(raw))
		form.Set("roll", "app")
	}
	p.post(day, t, "step", p.club("/battles/"+p.battle+"/play"), form)
}

func (p *phone) cookies() string { return "session=" + p.session.Cookie + "; seed=" + csrfToken }

func (p *phone) get(day context.Context, t *stats, kind, path, cookies string) {
	req, err := http.NewRequest(http.MethodGet, p.e.address+path, nil)
	if err != nil {
		t.add(kind, 0, err)
		return
	}
	req.Header.Set("Accept-Encoding", "gzip")
	req.Header.Set("Cookie", cookies)
	p.do(day, t, kind, req, http.StatusOK)
}

func (p *phone) post(day context.Context, t *stats, kind, path string, form url.Values) {
	form.Set("_csrf", csrfToken)
	form.Set("_key", campaign.NewToken())
	req, err := http.NewRequest(http.MethodPost, p.e.address+path, strings.NewReader(form.Encode()))
	if err != nil {
		t.add(kind, 0, err)
		return
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Origin", p.e.address)
	req.Header.Set("Cookie", p.cookies())
	p.do(day, t, kind, req, http.StatusSeeOther)
}

// do sends a request, reads the whole answer and counts it. A request cut off by the end of the day does not count.
func (p *phone) do(day context.Context, t *stats, kind string, req *http.Request, want int) {
	began := time.Now()
	answer, err := p.e.client.Do(req.WithContext(context.WithoutCancel(day)))
	if err == nil {
		_, err = io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
		if err == nil && answer.StatusCode != want {
			err = fmt.Errorf("%s %s: %d", req.Method, kind, answer.StatusCode)
		}
	}
	t.add(kind, time.Since(began), err)
}

// follow keeps the event stream of the battle open and counts its events.
func (p *phone) follow(day context.Context, t *stats) {
	req, err := http.NewRequestWithContext(day, http.MethodGet, p.e.address+p.club("/battles/"+p.battle+"/events"), nil)
	if err != nil {
		t.add("stream", 0, err)
		return
	}
	req.Header.Set("Cookie", p.cookies())
	stream := *p.e.client
	stream.Timeout = 0
	answer, err := stream.Do(req)
	if err != nil {
		if day.Err() == nil {
			t.add("stream", 0, err)
		}
		return
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "data:") {
			t.addEvent()
		}
	}
	if day.Err() == nil {
		t.add("stream", 0, fmt.Errorf("the stream ended: %w", io.ErrUnexpectedEOF))
	}
}
