package web

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"

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
	only := chapterKind(c.QueryParam("only"))
	for _, kind := range chapterKinds {
		t := views.Tab{Text: f.Say("chronicle.only_" + orAll(kind)), URL: base + "/chronicle", Current: kind == only}
		if kind != "" {
			t.URL += "?only=" + string(kind)
		}
		m.Filters = append(m.Filters, t)
	}
	before, err := strconv.ParseInt(c.QueryParam("before"), 10, 64)
	if err != nil || before <= 0 {
		before = v.state.No + 1
	}
	t := teller{f: f, v: v, camp: camp, game: s.Hall.Game(camp.Settings.Game), only: only, most: chronicleLength}
	t.remark = v.can(campaign.KindComment)
	m.Chapters, m.Older = t.tell(before)
	if m.Older != "" {
		sign := "?before="
		if only != "" {
			sign = "?only=" + string(only) + "&before="
		}
		m.Older = base + "/chronicle" + sign + m.Older
	}
	if v.can(campaign.KindStory) {
		m.WriteURL = base + "/stories/new"
		m.Untold = untold(f, v, camp)
	}
	return s.page(c, status, views.Chronicle(f, m))
}

func orAll(kind chapterKind) string {
	if kind == "" {
		return "all"
	}
	return string(kind)
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
	only chapterKind
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
func (t teller) entry(e campaign.Entry) (kind chapterKind, events []views.Event) {
	f, st, a := t.f, t.v.state, e.Act
	line := views.Event{No: a.No, At: a.At, Receipt: fmt.Sprintf("%s %s", f.Say("chronicle.act", "n", int(a.No)), short(a.Hash))}
	if a.Amends != 0 {
		line.Icon, line.Title, line.Text = "undo", f.Say("chronicle.correction"), f.Say("chronicle.amended", "n", int(a.Amends), "why", a.Why)
		events := []views.Event{line}
		if b := st.Battles[e.Battle]; b != nil && b.Phase == campaign.Final && e.VoidedBy == 0 && t.correctedBy(b, a.No) == 0 && corrected(st, b) {
			line.URL, line.Link = battleURL(t.v.club, b.ID), f.Say("chronicle.battle")
			events = append(events, t.outcome(b, line, f.Say("battle.number", "n", b.Number)+".")...)
		}
		return onlyCorrections, events
	}
	row := actRows[a.Kind]
	var b *campaign.Battle
	if row.battle {
		if b = st.Battles[e.Battle]; b == nil {
			return row.only, nil
		}
		line.Title, line.URL, line.Link = f.Say("battle.number", "n", b.Number)+".", battleURL(t.v.club, b.ID), f.Say("chronicle.battle")
	}
	line.Icon = row.icon
	if row.tell != nil && row.tell(t, e, &line) {
		events = append(events, line)
	}
	if b != nil && e.VoidedBy == 0 {
		events = append(events, t.ended(b, e, line, line.Title)...)
	}
	return row.only, events
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
		if e.Kind != campaign.EffectHonour && e.Kind != campaign.EffectScar && e.Kind != campaign.EffectLost {
			continue
		}
		icon := map[string]string{"honour": "ribbon", "scar": "scar", "lost": "cross"}[e.Kind]
		one := views.Event{Icon: icon, Text: t.f.Say("chronicle.effect_"+e.Kind, "what", t.mark(e.Kind, e.Key, "", e.Amount), "name", t.fought(b, e))}
		if e.Kind == campaign.EffectHonour {
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
