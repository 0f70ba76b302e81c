package web

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/views"
)

// chronicleLength is how many events a page holds.
const chronicleLength = 60

// chronicle tells a campaign from its acts, the newest first. ?only= keeps one kind, ?before= goes on from an act.
func (s *site) chronicle(c echo.Context) error { return s.showChronicle(c, http.StatusOK, "") }

// showChronicle shows it, with what was wrong with a remark.
func (s *site) showChronicle(c echo.Context, status int, trouble string) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	camp, err := v.campaign(c)
	if err != nil {
		return err
	}
	f := s.frame(c, bookOf(c).Say("campaign.chronicle"), views.SectionCampaign)
	m := views.ChroniclePage{CampaignHead: campaignHead(&f, v, camp, "/chronicle"), Trouble: trouble}
	base := campaignURL(v.club, camp.ID)
	m.FeedURL, m.YearbookURL = base+"/feed/"+f.Book.Lang, base+"/yearbook"
	only := c.QueryParam("only")
	for _, kind := range []string{"", "stories", "battles", "lands", "honours", "corrections"} {
		t := views.Tab{Text: f.Say("chronicle.only_" + orAll(kind)), URL: base + "/chronicle", Current: kind == only}
		if kind != "" {
			t.URL += "?only=" + kind
		}
		m.Filters = append(m.Filters, t)
	}
	before, err := strconv.ParseInt(c.QueryParam("before"), 10, 64)
	if err != nil || before <= 0 {
		before = v.state.No + 1
	}
	t := teller{f: f, v: v, camp: camp, game: s.Hall.Game(camp.Settings.Game), only: only, most: chronicleLength}
	t.remark = v.can("comment")
	m.Chapters, m.Older = t.tell(before)
	if m.Older != "" {
		sign := "?before="
		if only != "" {
			sign = "?only=" + only + "&before="
		}
		m.Older = base + "/chronicle" + sign + m.Older
	}
	if v.can("story") {
		m.WriteURL = base + "/stories/new"
		m.Untold = untold(f, v, camp)
	}
	return s.page(c, status, views.Chronicle(f, m))
}

func orAll(kind string) string {
	if kind == "" {
		return "all"
	}
	return kind
}

// untold lists the reader's finished battles without a story, the newest first.
func untold(f views.Frame, v visit, camp *campaign.Campaign) []views.Link {
	told := map[campaign.ID]bool{}
	for _, st := range v.state.Stories {
		told[st.Battle] = true
	}
	var list []views.Link
	all := v.state.BattlesBy(v.member.ID)
	for i := len(all) - 1; i >= 0 && len(list) < 3; i-- {
		if b := all[i]; b.Campaign == camp.ID && b.Phase == campaign.Final && !told[b.ID] {
			list = append(list, views.Link{Text: battleTitle(f, v.state, b), URL: campaignURL(v.club, camp.ID) + "/stories/new?battle=" + b.ID})
		}
	}
	return list
}

// A teller turns acts into the lines of the chronicle.
type teller struct {
	f    views.Frame
	v    visit
	camp *campaign.Campaign
	game *rules.Game // nil when the program has it no more
	only string
	most int    // events; 0 for all
	base string // of the addresses of images, for who reads elsewhere; "" on the site

	remark bool // whether the reader may comment
}

func (t teller) tell(before int64) (chapters []views.Chapter, older string) {
	rounds, round, n := t.rounds(), -1, 0
	for _, e := range t.v.state.Chronicle(t.camp.ID) {
		if e.Act.No >= before {
			continue
		}
		kind, events := t.entry(e)
		if len(events) == 0 || t.only != "" && t.only != kind {
			continue
		}
		if t.most > 0 && n >= t.most {
			return chapters, strconv.FormatInt(e.Act.No+1, 10)
		}
		if now := rounds[e.Act.No-1]; now != round {
			round = now
			chapters = append(chapters, t.chapter(round))
		}
		last := &chapters[len(chapters)-1]
		for i, one := range events {
			one.Struck = e.VoidedBy != 0
			if i == 0 {
				t.discuss(e, &one)
			}
			last.Events = append(last.Events, one)
		}
		n += len(events)
	}
	return chapters, ""
}

func (t teller) chapter(round int) views.Chapter {
	if round == 0 {
		return views.Chapter{Kicker: t.camp.Settings.Name, Title: t.f.Say("chronicle.opening")}
	}
	return views.Chapter{Kicker: t.camp.Settings.Name, Title: t.f.Say("campaign.round", "n", round)}
}

// rounds tells for each act which round was open when it was done.
func (t teller) rounds() []int {
	st := t.v.state
	list, round := make([]int, len(st.Acts)), 0
	for i, a := range st.Acts {
		if !st.InForce(a.No) {
			list[i] = round
			continue
		}
		switch b := a.Body.(type) {
		case campaign.SetRound:
			if b.Campaign == t.camp.ID {
				round = b.Round
			}
		case campaign.DrawRound:
			if b.Campaign == t.camp.ID {
				round = b.Round
			}
		}
		list[i] = round
	}
	return list
}

// entry tells an act: its kind for the filter and its lines; none when it is not worth a line.
func (t teller) entry(e campaign.Entry) (kind string, events []views.Event) {
	f, st, a := t.f, t.v.state, e.Act
	line := views.Event{No: a.No, At: a.At, Receipt: fmt.Sprintf("%s %s", f.Say("chronicle.act", "n", int(a.No)), short(a.Hash))}
	by := memberName(st, a.By)
	if a.Amends != 0 {
		line.Icon, line.Title, line.Text = "undo", f.Say("chronicle.correction"), f.Say("chronicle.amended", "n", int(a.Amends), "why", a.Why)
		events := []views.Event{line}
		if b := st.Battles[e.Battle]; b != nil && b.Phase == campaign.Final && e.VoidedBy == 0 && t.correctedBy(b, a.No) == 0 && corrected(st, b) {
			line.URL, line.Link = battleURL(t.v.club, b.ID), f.Say("chronicle.battle")
			events = append(events, t.outcome(b, line, f.Say("battle.number", "n", b.Number)+".")...)
		}
		return "corrections", events
	}
	switch b := e.Body.(type) {
	case campaign.NewCampaign:
		line.Icon, line.Text = "banner", f.Say("chronicle.began", "name", b.Settings.Name, "by", by)
	case campaign.DrawRound:
		line.Icon, kind = "pairing", "battles"
		line.Text = f.Say("chronicle.drawn", "round", b.Round, "n", len(b.Games), "how", f.Say("draw.method_"+b.Method), "by", by)
	case campaign.NewRoster:
		line.Icon, line.Text = "shield", f.Say("chronicle.entered", "name", b.List.Name, "by", memberName(st, b.Member))
		if r := st.Rosters[b.Roster]; a.By != b.Member && (r == nil || !r.PlayedBy(a.By)) {
			line.Text = f.Say("chronicle.entered_for", "name", b.List.Name, "who", f.Say("behalf.for_by", "name", memberName(st, b.Member), "by", by))
		}
		if st.Rosters[b.Roster] != nil {
			line.URL, line.Link = rosterURL(t.v.club, b.Roster), f.Say("chronicle.roster")
		}
	case campaign.Credit:
		line.Icon, line.Text = "scales", f.Say("chronicle.credited", "name", t.side(b.Roster), "n", b.Points, "by", by, "why", a.Why)
	case campaign.RetireRoster:
		line.Icon, line.Text = "cross", f.Say("chronicle.retired", "name", t.side(b.Roster))
		if freed := t.camp.FreedBy(a.No); len(freed) > 0 {
			var names []string
			for _, region := range freed {
				names = append(names, region.Name)
			}
			line.Text += " " + f.Say("chronicle.freed", "n", len(names), "lands", strings.Join(names, ", "))
		}
	case campaign.ReturnRoster:
		line.Icon, line.Text = "undo", f.Say("chronicle.returned", "name", t.side(b.Roster))
	case campaign.SitOut:
		key := "chronicle.away"
		if b.Back {
			key = "chronicle.present"
		}
		line.Icon, kind, line.Text = "calendar", "battles", f.Say(key, "name", t.side(b.Roster), "n", b.Round)
	case campaign.SetRegion:
		line.Icon, kind = "map", "lands"
		line.Text = f.Say("chronicle.given", "land", t.land(b.Region), "name", t.side(b.Owner), "by", by)
	case campaign.Garrison:
		line.Icon, kind = "tower", "lands"
		line.Text = f.Say("chronicle.garrison", "land", t.land(b.Region), "n", len(b.Units), "by", by)
	case campaign.Grant:
		line.Icon, kind = "ribbon", "honours"
		if b.What == "honour" {
			line.Ribbon = b.Key
		}
		line.Text = f.Say("chronicle.granted", "what", t.mark(b.What, b.Key, b.Name, b.Amount), "name", t.unit(b.Roster, b.Unit), "by", by)
	case campaign.PostStory:
		line.Story = &views.Story{Title: b.Title, By: t.storyBy(b, by), Arms: memberArms(st, a.By), HTML: prose(b.Text, t.base+imagesURL(t.v.club, t.camp.ID))}
		kind = "stories"
	case campaign.Void:
		line.Icon, line.Title, kind = "undo", f.Say("chronicle.correction"), "corrections"
		line.Text = f.Say("chronicle.voided", "n", int(b.Acts[0]), "why", a.Why)
	default:
		if line, ok := t.governed(e, line); ok {
			return kind, []views.Event{line}
		}
		return "battles", t.battle(e, line)
	}
	return kind, []views.Event{line}
}

func (t teller) storyBy(b campaign.PostStory, by string) string {
	if battle := t.v.state.Battles[b.Battle]; battle != nil {
		return t.f.Say("chronicle.story_battle", "by", by, "n", battle.Number)
	}
	return t.f.Say("chronicle.story", "by", by)
}

// battle tells an act about a battle: a ruling, a dispute, and the one by which it became final with what it changed.
func (t teller) battle(e campaign.Entry, line views.Event) []views.Event {
	f, st, a := t.f, t.v.state, e.Act
	b := st.Battles[e.Battle]
	if b == nil {
		return nil
	}
	line.URL, line.Link = battleURL(t.v.club, b.ID), f.Say("chronicle.battle")
	title := f.Say("battle.number", "n", b.Number) + "."
	var events []views.Event
	switch e.Body.(type) {
	case campaign.RaiseDispute:
		line.Icon, line.Title, line.Text = "scales", title, f.Say("chronicle.disputed", "by", memberName(st, a.By))
		events = append(events, line)
	case campaign.Exhibit:
		line.Icon, line.Title, line.Text = "scales", title, f.Say("chronicle.exhibited", "by", memberName(st, a.By))
		events = append(events, line)
	case campaign.Silence:
		line.Icon, line.Title, line.Text = "hourglass", title, f.Say("chronicle.silence", "n", st.Campaigns[b.Campaign].Settings.Silence)
		events = append(events, line)
	case campaign.RaiseClaim:
		line.Icon, line.Title, line.Text = "scales", title, f.Say("chronicle.claimed", "by", memberName(st, a.By))
		events = append(events, line)
	case campaign.AnswerClaim:
		line.Icon, line.Title, line.Text = "scales", title, f.Say("chronicle.answered", "by", memberName(st, a.By), "why", a.Why)
		events = append(events, line)
	case campaign.Rule:
		line.Icon, line.Title, line.Text = "scales", title, f.Say("chronicle.ruled", "by", memberName(st, a.By), "why", a.Why)
		events = append(events, line)
	case campaign.Appeal:
		line.Icon, line.Title, line.Text = "quill", title, f.Say("chronicle.appealed", "by", memberName(st, a.By))
		events = append(events, line)
	case campaign.Dismiss:
		line.Icon, line.Title, line.Text = "scales", title, f.Say("chronicle.dismissed", "by", memberName(st, a.By), "why", a.Why)
		events = append(events, line)
	case campaign.Correct:
		line.Icon, line.Title, line.Text = "undo", title, f.Say("chronicle.corrected", "by", memberName(st, a.By), "why", a.Why)
		events = append(events, line)
	}
	if e.VoidedBy == 0 {
		events = append(events, t.ended(b, e, line, title)...)
	}
	return events
}

// ended tells what a battle became by the act that ended it, or by one that corrected it: as it was then, with a link to the
// correction that followed.
func (t teller) ended(b *campaign.Battle, e campaign.Entry, line views.Event, title string) []views.Event {
	_, turned := e.Act.Body.(campaign.Correct)
	if b.Phase != campaign.Final || int64(b.Closed) != e.Act.No && !turned {
		return nil
	}
	next := t.correctedBy(b, e.Act.No)
	if next == 0 {
		return t.outcome(b, line, title)
	}
	line.Then = views.Link{Text: t.f.Say("chronicle.since", "n", int(next)), URL: fmt.Sprintf("%s/chronicle?before=%d#act-%d", campaignURL(t.v.club, b.Campaign), next+1, next)}
	if then := t.v.state.BattleAt(b.ID, e.Act.No); then != nil && then.Result != nil {
		return t.outcome(then, line, title)
	}
	return nil
}

// correctedBy is the first act in force after another that corrects the result of a battle; 0 for none.
func (t teller) correctedBy(b *campaign.Battle, after int64) int64 {
	st := t.v.state
	for _, a := range st.Acts[min(int(after), len(st.Acts)):] {
		body, correction := a.Body.(campaign.Correct)
		amends := b.Ruling != nil && a.Amends != 0 && a.Amends == int64(b.Ruling.Cause)
		if a.No > after && st.Voided[a.No] == 0 && (correction && body.Battle == b.ID || amends) {
			return a.No
		}
	}
	return 0
}

func (t teller) outcome(b *campaign.Battle, line views.Event, title string) []views.Event {
	line.Icon, line.Title, line.Text = "swords", title, battleText(t.f, t.v.state, b)
	for _, who := range t.entered(b) {
		line.Text += " " + t.f.Say("behalf.reported", "who", who)
	}
	events := []views.Event{line}
	for _, e := range b.Effects {
		if e.Kind != "honour" && e.Kind != "scar" && e.Kind != "lost" {
			continue
		}
		icon := map[string]string{"honour": "ribbon", "scar": "scar", "lost": "cross"}[e.Kind]
		one := views.Event{Icon: icon, Text: t.f.Say("chronicle.effect_"+e.Kind, "what", t.mark(e.Kind, e.Key, "", e.Amount), "name", t.fought(b, e))}
		if e.Kind == "honour" {
			one.Ribbon = e.Key
		}
		events = append(events, one)
	}
	for _, x := range b.Awards {
		events = append(events, views.Event{Icon: "ribbon", Ribbon: x.Key, Text: t.f.Say("chronicle.effect_honour", "what", honourName(t.f, t.camp, honourOf(t.camp, x.Key)),
			"name", t.fought(b, rules.Effect{Seat: x.Seat, Unit: x.Unit}))})
	}
	return events
}

// entered says for whom and by whom accounts of a battle were entered by others, each once.
func (t teller) entered(b *campaign.Battle) []string {
	var all []string
	for _, no := range b.Acts {
		a, ok := t.v.state.Act(int64(no))
		if !ok {
			continue
		}
		if who := onBehalf(t.f, t.v.state, b, seatTold(a.Body), a.By); who != "" && !slices.Contains(all, who) {
			all = append(all, who)
		}
	}
	return all
}

// seatTold is the seat for which an act says how a battle ended, or Nobody.
func seatTold(body campaign.Body) rules.Seat {
	switch b := body.(type) {
	case campaign.Report:
		return b.Seat
	case campaign.Confirm:
		return b.Seat
	case campaign.Concede:
		return b.Seat
	case campaign.Aftermath:
		return b.Seat
	}
	return rules.Nobody
}

// fought is the name of a unit as it stood in the battle.
func (t teller) fought(b *campaign.Battle, e rules.Effect) string {
	if int(e.Seat) < len(b.Frozen) {
		for _, u := range b.Frozen[e.Seat].Units {
			if u.ID == e.Unit {
				return u.Name
			}
		}
	}
	return rosterName(t.v.state, b.Seats[e.Seat])
}

func (t teller) unit(roster campaign.ID, unit string) string {
	r := t.v.state.Rosters[roster]
	if r == nil {
		return t.side(roster)
	}
	for _, u := range r.List.Units {
		if u.ID == unit {
			return u.Name
		}
	}
	return r.List.Name
}

func (t teller) land(id campaign.ID) string {
	if r := t.camp.Map.Region(id); r != nil {
		return r.Name
	}
	return id
}

func (t teller) side(id campaign.ID) string {
	if id == "" {
		return t.f.Say("map.free")
	}
	if name := rosterName(t.v.state, id); name != "" {
		return name
	}
	return t.f.Say("chronicle.void") // it was voided with its side
}

// mark names an honour, a scar or a resource: as the arbiter called it, else as the game's content does, else by its key.
func (t teller) mark(kind, key, name string, amount int) string {
	switch kind {
	case "experience":
		return t.f.Say("effect.experience", "n", amount)
	case "resource", "kill":
		return earned(t.f.Book, t.camp.Settings.Game, kind, key)
	}
	return markName(t.f.Book, t.camp.Settings.Game, kind, campaign.Mark{Key: key, Name: name})
}

// short is the beginning of a hash in two groups.
func short(hash string) string {
	if len(hash) < 8 {
		return hash
	}
	return hash[:4] + " " + hash[4:8]
}
