package arbiter

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	arbiterviews "oriflamme/views/arbiter"
	playviews "oriflamme/views/play"
)

// actsPerPage is the number of acts on a page of the register.
const actsPerPage = 40

// rulingFields are the form that settles a battle or corrects it: a report, the engine's result or one's own, and why. A
// correction also says what the battle brought, and which acts are voided with it.
type rulingFields struct {
	Take    string        `form:"take"`
	Winner  rules.Seat    `form:"winner" as:"choice"`
	Scores  []*int        `form:"score.#" rows:"6" error:"score.#"`
	Why     string        `form:"why" as:"textarea" label:"arbiter.why" len:"1..4000"`
	Effects []effectRow   `rows:"1000"`
	Lands   []campaign.ID `form:"land.#" rows:"40"` // who gets each region at stake
	Also    []string      `form:"also"`
	Do      string        `form:"do"`
}

// dismissalFields are the form that leaves a ruling as it is.
type dismissalFields struct {
	Why string `form:"dismiss-why" as:"textarea" label:"arbiter.why" len:"1..4000" error:"why"`
}

// noWinner is what no button of the form stands for.
const noWinner rules.Seat = -2

// arbiterPage shows disputes, overdue battles and the register of acts.
func (s *Handlers) arbiterPage(c echo.Context) error {
	v, err := s.MemberVisit(c)
	if err == nil && !v.Can(campaign.KindRule) {
		err = &campaign.Error{Code: campaign.Forbidden, Key: "not-allowed", Rule: "CAMP-ROLE-1"}
	}
	if err != nil {
		return err
	}
	book := site.CatalogOf(c)
	url := site.ClubURL(v.Club) + "/arbiter"
	m := arbiterviews.ArbiterPage{Club: v.State.Club.Name, Tab: c.QueryParam("tab")}
	f := s.Frame(c, book.Say("arbiter.title"), views.SectionArbiter)
	var disputed []*campaign.Battle
	for _, b := range v.State.AllBattles() {
		switch {
		case b.AwaitsRuling():
			disputed = append(disputed, b)
		case (b.Status == campaign.Scheduled || b.Status == campaign.Reported) && overdue(b, s.Now()):
			m.Late = append(m.Late, arbiterviews.LateLine{Title: site.SidesTitle(book, v.State, b), Line: site.BattleWhere(book, v.State.Campaigns[b.Campaign], b) + ", " + f.Ago(dueAt(b)), URL: site.CaseURL(v, b)})
		case b.Status == campaign.Reported:
			m.Told = append(m.Told, arbiterviews.LateLine{Title: site.SidesTitle(book, v.State, b), Line: site.BattleWhere(book, v.State.Campaigns[b.Campaign], b), URL: site.CaseURL(v, b)})
		}
	}
	for _, b := range disputed {
		d, _, err := s.disputeOf(c, v, b, nil)
		if err != nil {
			return err
		}
		m.Disputes = append(m.Disputes, d)
	}
	m.Tabs = []views.Tab{
		{Text: book.Say("arbiter.disputes"), URL: url, Count: len(m.Disputes), Current: m.Tab == ""},
		{Text: book.Say("arbiter.late"), URL: url + "?tab=late", Count: len(m.Late), Current: m.Tab == "late"},
		{Text: book.Say("arbiter.told"), URL: url + "?tab=told", Count: len(m.Told), Current: m.Tab == "told"},
		{Text: book.Say("arbiter.register"), URL: url + "?tab=acts", Current: m.Tab == "acts"},
	}
	if m.Tab == "acts" {
		s.fillActRegister(c, v, &m)
	}
	f.Where, f.Sub, f.Back = f.Title, m.Club, site.ClubURL(v.Club)
	return s.Render(c, http.StatusOK, arbiterviews.Arbiter(f, m))
}

func dueAt(b *campaign.Battle) time.Time {
	if !b.Deadline.IsZero() {
		return b.Deadline
	}
	return b.At
}

// overdue reports whether a battle is past its deadline or, without one, a day past its date.
func overdue(b *campaign.Battle, now time.Time) bool {
	if !b.Deadline.IsZero() {
		return b.Deadline.Before(now)
	}
	return !b.At.IsZero() && b.At.Add(24*time.Hour).Before(now)
}

// fillActRegister lists the acts of the club, newest first.
func (s *Handlers) fillActRegister(c echo.Context, v site.Visit, m *arbiterviews.ArbiterPage) {
	last := len(v.State.Acts)
	if n, err := strconv.Atoi(c.QueryParam("before")); err == nil && n > 0 && n < last {
		last = n
	}
	first := max(0, last-actsPerPage)
	for i := last - 1; i >= first; i-- {
		m.Acts = append(m.Acts, s.actLine(c, v, v.State.Acts[i], true))
	}
	if first > 0 {
		m.Older = site.ClubURL(v.Club) + "/arbiter?tab=acts&before=" + strconv.Itoa(first)
	}
}

func (s *Handlers) actLine(c echo.Context, v site.Visit, a campaign.Act, link bool) arbiterviews.ActLine {
	zone := views.Frame{Catalog: site.CatalogOf(c), Zone: s.Zone}
	line := arbiterviews.ActLine{No: a.No, When: zone.Moment(a.At), What: site.CatalogOf(c).Say("arbiter.act." + string(a.Kind)), By: site.MemberName(v.State, a.By), Why: a.Why, Hash: receiptCode(a.Hash), Struck: !v.State.InForce(a.No)}
	if b := v.State.Battles[campaign.SubjectOf(a.Body).Battle]; b != nil {
		line.Battle = site.CatalogOf(c).Say("fight.numbered", "n", b.Number)
		if link {
			line.Case = site.CaseURL(v, b)
		}
	}
	if link && !line.Struck && a.No > 1 && a.Kind != campaign.KindVoid {
		line.Void = site.ClubURL(v.Club) + "/arbiter/void?act=" + strconv.FormatInt(a.No, 10)
	}
	return line
}

// receiptCode returns the beginning of a hash in the form in which people read it out.
func receiptCode(hash string) string {
	if len(hash) < 8 {
		return hash
	}
	return hash[:4] + " " + hash[4:8]
}

// disputeOf returns everything that was said about a battle, and the ways to settle it.
func (s *Handlers) disputeOf(c echo.Context, v site.Visit, b *campaign.Battle, failed error) (d arbiterviews.Dispute, trouble string, err error) {
	book := site.CatalogOf(c)
	zone := views.Frame{Catalog: book, Zone: s.Zone}
	var sum playviews.BattleSummary
	s.FillReports(c, v, b, &sum)
	in := rulingFields{Winner: noWinner, Scores: make([]*int, len(b.Seats)), Effects: rowsOfEffects(b), Lands: landsTaken(v.State, b)}
	if b.Result != nil {
		in.Take, in.Winner = "other", b.Result.Winner
		for i := range min(len(in.Scores), len(b.Result.Scores)) {
			in.Scores[i] = &b.Result.Scores[i]
		}
	} else if sum.Engine != "" {
		in.Take = "engine"
	}
	forms, err := site.NewForms(c, failed, in, dismissalFields{})
	if err != nil {
		return d, "", err
	}
	d = arbiterviews.Dispute{
		ID: b.ID, Title: site.SidesTitle(book, v.State, b), Line: site.BattleWhere(book, v.State.Campaigns[b.Campaign], b), URL: site.BattleURL(v.Club, b.ID),
		Reports: sum.Reports, Engine: sum.Engine, Reason: sum.Dispute, Action: site.CaseURL(v, b),
		Why: forms[0].Field("why"),
	}
	if b.Dispute != nil && b.Status == campaign.Disputed {
		d.Deadline = book.Say("fight.rule-before", "when", zone.Moment(b.Dispute.Deadline))
	}
	if b.AppealPending() {
		d.Reason = ""
		d.Appeal = &views.HistoryStep{Icon: "quill", When: zone.Moment(b.Appeal.At), Text: book.Say("record.appeal", "by", site.MemberName(v.State, b.Appeal.By)), Quote: b.Appeal.Reason}
		d.Holds = site.ResultText(book, v.State, b, *b.Result)
		if b.Ruling != nil {
			d.Ruling = b.Ruling.Note
		}
		d.Dismiss = forms[1].Field("dismiss-why")
	}
	d.Amends = b.Result != nil
	d.Barred = !v.State.MayDo(v.Actor, campaign.Rule{Battle: b.ID})
	for i, r := range b.Reports {
		d.Options = append(d.Options, views.Option{Value: strconv.Itoa(i), Text: sum.Reports[i].By + " : " + sum.Reports[i].Result})
		d.Swapped = d.Swapped || i > 0 && sameMirrored(b.Reports[0].Result, r.Result)
	}
	if sum.Engine != "" {
		d.Options = append(d.Options, views.Option{Value: "engine", Text: book.Say("fight.engine") + " : " + sum.Engine})
	}
	if len(d.Options) > 0 {
		d.Options = append(d.Options, views.Option{Value: "other", Text: book.Say("arbiter.other")})
	}
	d.Options = forms[0].Options("take", d.Options)
	d.Winners = []views.Option{{Value: "-1", Text: book.Say("fight.draw")}}
	for i, id := range b.Seats {
		name := site.RosterName(v.State, id)
		d.Winners = append(d.Winners, views.Option{Value: strconv.Itoa(i), Text: name})
		score := forms[0].Field("score." + strconv.Itoa(i))
		score.Label = name
		d.Scores = append(d.Scores, score)
	}
	d.Winners = forms[0].Options("winner", d.Winners)
	d.Effects, d.Regions = effectInputs(zone, v, b, v.State.Campaigns[b.Campaign], forms[0])
	if b.Status == campaign.Final {
		d.Effect = book.Say("arbiter.amend-effect")
	} else if days := v.State.Campaigns[b.Campaign].Settings.AppealDays; days > 0 && b.Appeal == nil {
		d.Effect = book.Say("arbiter.appeal-open", "n", days)
	}
	return d, forms[0].Trouble(), nil
}

// sameMirrored reports whether two reports are equal once the sides of one are exchanged.
func sameMirrored(a, b campaign.Result) bool {
	return len(a.Scores) == 2 && len(b.Scores) == 2 && a.Scores[0] == b.Scores[1] && a.Scores[1] == b.Scores[0] && !a.Same(b)
}

// arbiterCase shows one battle to the arbiter.
func (s *Handlers) arbiterCase(c echo.Context, v site.Visit, b *campaign.Battle) error {
	return s.showCase(c, v, b, http.StatusOK, nil)
}

func (s *Handlers) showCase(c echo.Context, v site.Visit, b *campaign.Battle, status int, failed error) error {
	d, trouble, err := s.disputeOf(c, v, b, failed)
	if err != nil {
		return err
	}
	f := s.Frame(c, d.Title, views.SectionArbiter)
	f.Sub, f.Back = d.Line, site.ClubURL(v.Club)+"/arbiter"
	return s.Render(c, status, arbiterviews.ArbiterCase(f, d, site.ClubURL(v.Club)+"/arbiter/void?battle="+b.ID, trouble))
}

// arbiterRule rules on a battle, or corrects one that is settled.
func (s *Handlers) arbiterRule(c echo.Context, v site.Visit, b *campaign.Battle) error {
	in := rulingFields{Winner: noWinner, Lands: slices.Repeat([]campaign.ID{landByRule}, len(b.Stakes))}
	var result campaign.Result
	err := s.ReadForm(c, &in)
	if err == nil {
		result, err = s.chosenResult(c, v, b, in)
	}
	if err == nil && b.Result != nil {
		return s.correctBattle(c, v, b, in, result)
	}
	if err == nil {
		_, err = s.Do(c, v, campaign.ActRequest{Body: campaign.Rule{Battle: b.ID, Result: result}, Why: in.Why, LastSeen: site.FormHead(c)})
	}
	if err != nil {
		return s.showCase(c, v, b, http.StatusUnprocessableEntity, err)
	}
	return s.RedirectWithNotice(c, site.BattleURL(v.Club, b.ID), "ruled")
}

// arbiterDismiss dismisses an appeal.
func (s *Handlers) arbiterDismiss(c echo.Context, v site.Visit, b *campaign.Battle) error {
	var in dismissalFields
	err := s.ReadForm(c, &in)
	if err == nil {
		_, err = s.Do(c, v, campaign.ActRequest{Body: campaign.Dismiss{Battle: b.ID}, Why: strings.TrimSpace(in.Why), LastSeen: site.FormHead(c)})
	}
	if err != nil {
		return s.showCase(c, v, b, http.StatusUnprocessableEntity, err)
	}
	return s.RedirectWithNotice(c, site.BattleURL(v.Club, b.ID), "dismissed")
}

// chosenResult returns the result that the form chooses: a report, the engine's, or the arbiter's own.
func (s *Handlers) chosenResult(c echo.Context, v site.Visit, b *campaign.Battle, in rulingFields) (campaign.Result, error) {
	switch in.Take {
	case "engine":
		live, err := s.Service.LivePart(c.Request().Context(), v.Club, b.ID, campaign.PartBattle)
		if err != nil {
			return campaign.Result{}, err
		}
		o := live.Outcome
		return campaign.Result{Winner: o.Winner, Scores: o.Scores, Reason: o.Reason, Rule: o.Rule, Effects: o.Effects}, nil
	case "", "other":
	default:
		if i, err := strconv.Atoi(in.Take); err == nil && i >= 0 && i < len(b.Reports) {
			return b.Reports[i].Result, nil
		}
	}
	if in.Winner == noWinner {
		return campaign.Result{}, &campaign.Error{Code: campaign.Invalid, Field: "winner", Key: "required"}
	}
	r := campaign.Result{Winner: in.Winner}
	for i := range b.Seats {
		if i >= len(in.Scores) || in.Scores[i] == nil {
			return campaign.Result{Winner: r.Winner}, nil // a result may have no scores
		}
		r.Scores = append(r.Scores, *in.Scores[i])
	}
	return r, nil
}
