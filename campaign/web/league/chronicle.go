package league

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// chronicleLength is the number of events on a page.
const chronicleLength = 60

// chroniclePage shows the acts of a campaign, newest first. ?only= keeps one kind, ?before= continues from an act.
func (s *Handlers) chroniclePage(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	return s.showChronicle(c, v, camp, http.StatusOK, nil)
}

// showChronicle shows the chronicle, with the fault of a remark.
func (s *Handlers) showChronicle(c echo.Context, v site.Visit, camp *campaign.Campaign, status int, failed error) error {
	form, err := site.NewForm(c, remarkFields{}, failed)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("campaign.chronicle"), views.SectionCampaign)
	m := leagueviews.ChroniclePage{CampaignHead: site.CampaignHead(&f, v, camp, "/chronicle"), Trouble: form.Trouble()}
	base := site.CampaignURL(v.Club, camp.ID)
	m.FeedURL, m.YearbookURL = base+"/feed/"+f.Catalog.Lang, base+"/yearbook"
	only := chapterKind(c.QueryParam("only"))
	for _, kind := range chapterKinds {
		t := views.Tab{Text: f.Say("chronicle.only_" + kindOrAll(kind)), URL: base + "/chronicle", Current: kind == only}
		if kind != "" {
			t.URL += "?only=" + string(kind)
		}
		m.Filters = append(m.Filters, t)
	}
	before, err := strconv.ParseInt(c.QueryParam("before"), 10, 64)
	if err != nil || before <= 0 {
		before = v.State.No + 1
	}
	t := chronicleDescriber{f: f, v: v, camp: camp, game: s.Service.Game(camp.Settings.Game), only: only, limit: chronicleLength}
	t.mayRemark = v.Can(campaign.KindComment)
	m.Chapters, m.Older = t.describe(before)
	if m.Older != "" {
		sign := "?before="
		if only != "" {
			sign = "?only=" + string(only) + "&before="
		}
		m.Older = base + "/chronicle" + sign + m.Older
	}
	if v.Can(campaign.KindStory) {
		m.WriteURL = base + "/stories/new"
		m.Untold = battlesWithoutStory(f, v, camp)
	}
	return s.Render(c, status, leagueviews.Chronicle(f, m))
}

func kindOrAll(kind chapterKind) string {
	if kind == "" {
		return "all"
	}
	return string(kind)
}

// battlesWithoutStory lists the reader's finished battles without a story, newest first.
func battlesWithoutStory(f views.Frame, v site.Visit, camp *campaign.Campaign) []views.Link {
	described := map[campaign.ID]bool{}
	for _, st := range v.State.Stories {
		described[st.Battle] = true
	}
	var list []views.Link
	all := v.State.BattlesBy(v.Member.ID)
	for i := len(all) - 1; i >= 0 && len(list) < 3; i-- {
		if b := all[i]; b.Campaign == camp.ID && b.Status == campaign.Final && !described[b.ID] {
			list = append(list, views.Link{Text: site.BattleTitle(f, v.State, b), URL: site.CampaignURL(v.Club, camp.ID) + "/stories/new?battle=" + b.ID})
		}
	}
	return list
}

// A chronicleDescriber describes acts as lines of the chronicle.
type chronicleDescriber struct {
	f         views.Frame
	v         site.Visit
	camp      *campaign.Campaign
	game      *rules.Game // nil when the program does not have the game any more
	only      chapterKind
	limit     int    // number of events; 0 for all
	imageBase string // origin for the addresses of images in feeds; "" on the site

	mayRemark bool // whether the reader may comment
}

func (d chronicleDescriber) describe(before int64) (chapters []leagueviews.ChronicleChapter, older string) {
	rounds, round, n := d.roundsByAct(), -1, 0
	for _, e := range d.v.State.Chronicle(d.camp.ID) {
		if e.Act.No >= before {
			continue
		}
		kind, events := d.describeAct(e)
		if len(events) == 0 || d.only != "" && d.only != kind {
			continue
		}
		if d.limit > 0 && n >= d.limit {
			return chapters, strconv.FormatInt(e.Act.No+1, 10)
		}
		if now := rounds[e.Act.No-1]; now != round {
			round = now
			chapters = append(chapters, d.chapter(round))
		}
		last := &chapters[len(chapters)-1]
		for i, one := range events {
			one.Struck = e.VoidedBy != 0
			if i == 0 {
				d.addRemarks(e, &one)
			}
			last.Events = append(last.Events, one)
		}
		n += len(events)
	}
	return chapters, ""
}

func (d chronicleDescriber) chapter(round int) leagueviews.ChronicleChapter {
	if round == 0 {
		return leagueviews.ChronicleChapter{Kicker: d.camp.Settings.Name, Title: d.f.Say("chronicle.opening")}
	}
	return leagueviews.ChronicleChapter{Kicker: d.camp.Settings.Name, Title: d.f.Say("campaign.round", "n", round)}
}

// roundsByAct returns, for each act, the round that was open when it was done.
func (d chronicleDescriber) roundsByAct() []int {
	st := d.v.State
	list, round := make([]int, len(st.Acts)), 0
	for i, a := range st.Acts {
		if !st.InForce(a.No) {
			list[i] = round
			continue
		}
		if camp, opened := campaign.OpenedRound(a.Body); camp == d.camp.ID {
			round = opened
		}
		list[i] = round
	}
	return list
}

// describeAct describes an act: its kind for the filter and its lines. It returns no lines for an act that is not worth one.
func (d chronicleDescriber) describeAct(e campaign.Entry) (kind chapterKind, events []leagueviews.ChronicleEvent) {
	f, st, a := d.f, d.v.State, e.Act
	line := leagueviews.ChronicleEvent{No: a.No, At: a.At, Receipt: fmt.Sprintf("%s %s", f.Say("chronicle.act", "n", int(a.No)), shortHash(a.Hash))}
	if a.Amends != 0 {
		line.Icon, line.Title, line.Text = "undo", f.Say("chronicle.correction"), f.Say("chronicle.amended", "n", int(a.Amends), "why", a.Why)
		events := []leagueviews.ChronicleEvent{line}
		if b := st.Battles[e.Battle]; b != nil && b.Status == campaign.Final && e.VoidedBy == 0 && d.correctionAfter(b, a.No) == 0 && site.IsCorrected(st, b) {
			line.URL, line.Link = site.BattleURL(d.v.Club, b.ID), f.Say("chronicle.battle")
			events = append(events, d.describeOutcome(b, line, f.Say("battle.number", "n", b.Number)+".")...)
		}
		return onlyCorrections, events
	}
	row := actRows[a.Kind]
	var b *campaign.Battle
	if row.battle {
		if b = st.Battles[e.Battle]; b == nil {
			return row.only, nil
		}
		line.Title, line.URL, line.Link = f.Say("battle.number", "n", b.Number)+".", site.BattleURL(d.v.Club, b.ID), f.Say("chronicle.battle")
	}
	line.Icon = row.icon
	if row.tell != nil && row.tell(d, e, &line) {
		events = append(events, line)
	}
	if b != nil && e.VoidedBy == 0 {
		events = append(events, d.describeEnd(b, e, line, line.Title)...)
	}
	return row.only, events
}

// describeEnd tells what a battle became by the act that describeEnd it, or by one that corrected it: as it was then, with a link to the
// correction that followed.
func (d chronicleDescriber) describeEnd(b *campaign.Battle, e campaign.Entry, line leagueviews.ChronicleEvent, title string) []leagueviews.ChronicleEvent {
	_, turned := e.Act.Body.(campaign.Correct)
	if b.Status != campaign.Final || int64(b.FinalActNo) != e.Act.No && !turned {
		return nil
	}
	next := d.correctionAfter(b, e.Act.No)
	if next == 0 {
		return d.describeOutcome(b, line, title)
	}
	line.Then = views.Link{Text: d.f.Say("chronicle.since", "n", int(next)), URL: fmt.Sprintf("%s/chronicle?before=%d#act-%d", site.CampaignURL(d.v.Club, b.Campaign), next+1, next)}
	if then := d.v.State.BattleAt(b.ID, e.Act.No); then != nil && then.Result != nil {
		return d.describeOutcome(then, line, title)
	}
	return nil
}

// correctionAfter returns the first act in force after another that corrects the result of a battle, or 0.
func (d chronicleDescriber) correctionAfter(b *campaign.Battle, after int64) int64 {
	st := d.v.State
	for _, a := range st.Acts[min(int(after), len(st.Acts)):] {
		body, correction := a.Body.(campaign.Correct)
		amends := b.Ruling != nil && a.Amends != 0 && a.Amends == int64(b.Ruling.ActNo)
		if a.No > after && st.Voided[a.No] == 0 && (correction && body.Battle == b.ID || amends) {
			return a.No
		}
	}
	return 0
}

func (d chronicleDescriber) describeOutcome(b *campaign.Battle, line leagueviews.ChronicleEvent, title string) []leagueviews.ChronicleEvent {
	line.Icon, line.Title, line.Text = "swords", title, site.BattleText(d.f, d.v.State, b)
	for _, who := range d.enteredFor(b) {
		line.Text += " " + d.f.Say("behalf.reported", "who", who)
	}
	events := []leagueviews.ChronicleEvent{line}
	for _, e := range b.Effects {
		if e.Kind != rules.EffectHonour && e.Kind != rules.EffectScar && e.Kind != rules.EffectLost {
			continue
		}
		icon := map[rules.EffectKind]string{rules.EffectHonour: "ribbon", rules.EffectScar: "scar", rules.EffectLost: "cross"}[e.Kind]
		one := leagueviews.ChronicleEvent{Icon: icon, Text: d.f.Say("chronicle.effect_"+string(e.Kind), "what", d.markName(e.Kind, e.Key, "", e.Amount), "name", d.unitInBattle(b, e))}
		if e.Kind == rules.EffectHonour {
			one.Ribbon = e.Key
		}
		events = append(events, one)
	}
	for _, x := range b.Awards {
		events = append(events, leagueviews.ChronicleEvent{Icon: "ribbon", Ribbon: x.Key, Text: d.f.Say("chronicle.effect_honour", "what", site.HonourName(d.f, d.camp, honourOf(d.camp, x.Key)),
			"name", d.unitInBattle(b, rules.Effect{Seat: x.Seat, Unit: x.Unit}))})
	}
	return events
}

// enteredFor says for whom and by whom accounts of a battle were enteredFor by others, each once.
func (d chronicleDescriber) enteredFor(b *campaign.Battle) []string {
	var all []string
	for _, no := range b.Acts {
		a, ok := d.v.State.Act(int64(no))
		if !ok {
			continue
		}
		if who := site.OnBehalf(d.f, d.v.State, b, campaign.StatedSeat(a.Body), a.By); who != "" && !slices.Contains(all, who) {
			all = append(all, who)
		}
	}
	return all
}

// unitInBattle returns the name that a unit had in a battle.
func (d chronicleDescriber) unitInBattle(b *campaign.Battle, e rules.Effect) string {
	if int(e.Seat) < len(b.RosterSnapshots) {
		for _, u := range b.RosterSnapshots[e.Seat].Units {
			if u.ID == e.Unit {
				return u.Name
			}
		}
	}
	return site.RosterName(d.v.State, b.Seats[e.Seat])
}

func (d chronicleDescriber) unitName(roster campaign.ID, unit string) string {
	r := d.v.State.Rosters[roster]
	if r == nil {
		return d.sideName(roster)
	}
	for _, u := range r.List.Units {
		if u.ID == unit {
			return u.Name
		}
	}
	return r.List.Name
}

func (d chronicleDescriber) regionName(id campaign.ID) string {
	if r := d.camp.Map.Region(id); r != nil {
		return r.Name
	}
	return id
}

func (d chronicleDescriber) sideName(id campaign.ID) string {
	if id == "" {
		return d.f.Say("map.free")
	}
	if name := site.RosterName(d.v.State, id); name != "" {
		return name
	}
	return d.f.Say("chronicle.void") // the battle was voided with its side
}

// markName returns the name of an honour, a scar or a resource: the arbiter's, or else that of the game's content, or else its key.
func (d chronicleDescriber) markName(kind rules.EffectKind, key, name string, amount int) string {
	switch kind {
	case rules.EffectExperience:
		return d.f.Say("effect.experience", "n", amount)
	case rules.EffectResource, rules.EffectKill:
		return site.GainName(d.f.Catalog, d.camp.Settings.Game, kind, key)
	}
	return site.MarkName(d.f.Catalog, d.camp.Settings.Game, kind, campaign.Mark{Key: key, Name: name})
}

// shortHash returns the beginning of a hash in two groups.
func shortHash(hash string) string {
	if len(hash) < 8 {
		return hash
	}
	return hash[:4] + " " + hash[4:8]
}
