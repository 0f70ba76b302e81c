package battleview

import (
	"errors"
	"maps"
	"net/url"
	"slices"
	"strings"

	"oriflamme/content/describe"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// Names of query parameters: the unit, the kind of command, "f.<field>" for a value that was chosen and "fact.<field>" for a
// value that was measured.
const (
	askUnit        = "unit"
	askKind        = "do"
	askField       = "f."
	askFact        = describe.FormFact
	askFree        = describe.FormFree // the person fills in the lists and places of the command
	askStated      = "stated"          // the person has confirmed the facts
	askChangeFacts = "again"           // the person is changing the facts: show their odds and stay on the form
)

// listBoxFrom is the number of choices above which a list box is drawn instead of buttons.
const listBoxFrom = 14

// findAsk returns the one decision that the page asks for.
func (s *Presenter) findAsk(q url.Values) playviews.Ask {
	if out, over := s.Battle.Outcome(); over {
		return s.overAsk(out)
	}
	if s.Pending != nil {
		return s.pendingAsk(q)
	}
	offers := s.offers()
	if len(offers) == 0 {
		return s.waitAsk()
	}
	d := &commandPicker{presenter: s, q: url.Values{}, offers: offers}
	d.ask = playviews.Ask{Mine: true, Seat: s.side(offers[0].cmd.By())}
	return d.pick(q)
}

func (s *Presenter) waitAsk() playviews.Ask {
	a := playviews.Ask{Kind: "wait", Seat: s.side(s.view.ToAct)}
	if s.view.ToAct == rules.Nobody {
		a.Seat = ""
		a.Title = s.Catalog.Say("fight.wait-over", "what", s.phase(s.view.Phase))
		if who := s.awaitedSides(); who != "" {
			a.Title = s.Catalog.Say("fight.wait-any", "side", who, "what", s.phase(s.view.Phase))
		}
		return a
	}
	a.Title = s.Catalog.Say("fight.wait", "side", a.Seat)
	return a
}

// awaitedSides names the sides that may give the next command.
func (s *Presenter) awaitedSides() string {
	var names []string
	for _, c := range s.Battle.Legal() {
		if c.By() < 0 {
			continue // any seat may give it
		}
		if name := s.side(c.By()); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

func (s *Presenter) overAsk(out rules.Outcome) playviews.Ask {
	a := playviews.Ask{Kind: "over"}
	if out.Winner == rules.Nobody {
		a.Title = s.Catalog.Say("fight.draw")
	} else {
		a.Title = s.Catalog.Say("fight.won", "side", s.side(out.Winner))
	}
	a.Lead = s.phrase(nil, "reason."+out.Reason, "outcome."+out.Reason, out.Reason)
	if out.Rule != "" {
		a.Notes = []playviews.BattleNote{{Text: a.Lead, Rule: s.cite(out.Rule)}}
		a.Lead = ""
	}
	return a
}

// A commandPicker narrows all legal commands down to one, one choice at a time.
type commandPicker struct {
	presenter *Presenter
	q         url.Values // the choices made so far
	offers    []offer
	ask       playviews.Ask
	onBoard   bool // the choices are cells of the board and are chosen there
}

func (p *commandPicker) pick(q url.Values) playviews.Ask {
	if stop := p.pickUnit(q.Get(askUnit), q.Get(askKind)); stop {
		return p.finish("choose", p.presenter.Catalog.Say("fight.choose-unit"))
	}
	if stop := p.pickKind(q.Get(askKind)); stop {
		return p.finish("choose", p.presenter.Catalog.Say("fight.choose-action"))
	}
	for _, f := range p.offers[0].fields {
		_, asked := p.presenter.factOf(p.offers[0], f)
		if asked || f.HasFacts && p.presenter.Setup.Mode != rules.Board || q.Get(askFree) != "" {
			continue
		}
		if stop := p.pickField(f.Name, q); stop {
			return p.finish("choose", p.presenter.phrase(p.presenter.figures(p.offers[0].cmd),
				"choose."+p.offers[0].cmd.Kind()+"."+f.Name, "choose."+f.Name, "field."+f.Name))
		}
	}
	return p.askRest(q)
}

func (p *commandPicker) finish(kind, title string) playviews.Ask {
	p.ask.Kind, p.ask.Title = kind, title
	sketched := slices.ContainsFunc(p.ask.Choices, func(c playviews.Choice) bool { return c.Sketch != nil })
	p.ask.Many = len(p.ask.Choices) > listBoxFrom && !sketched || p.onBoard && len(p.ask.Choices) > 1
	if len(p.q) > 0 {
		p.ask.Cancel = p.presenter.Path
	}
	p.ask.WholeFormURL = p.wholeFormURL()
	if !slices.ContainsFunc(p.ask.Choices, func(c playviews.Choice) bool { return c.Rule.ID != "" }) {
		p.presenter.addRules(&p.ask, p.offers)
	}
	return p.ask
}

// pickUnit narrows the offers to the commands of one unit, or to a kind of command that names no unit. stop means that the
// person must choose.
func (p *commandPicker) pickUnit(want, kind string) (stop bool) {
	groups, order := groupOffers(p.offers, func(o offer) string { return o.subject })
	if len(order) == 1 {
		if id := order[0]; id != "" {
			p.showLead(id)
		} else {
			p.showLead(p.presenter.activatedUnit())
		}
		return false
	}
	if g := groups[want]; want != "" && g != nil {
		p.addChoice(g, askUnit, want, p.presenter.names[want])
		p.showLead(want)
		return false
	}
	if of := slices.DeleteFunc(slices.Clone(groups[""]), func(o offer) bool { return o.cmd.Kind() != kind }); want == "" && len(of) > 0 {
		p.addChoice(of, askKind, kind, p.presenter.kindName(kind))
		return false
	}
	var named []offer
	for _, id := range order {
		if id == "" {
			p.listKinds(groups[id])
			continue
		}
		line := p.presenter.unitLine(id)
		line.Href, line.Command = p.destination(groups[id], p.with(askUnit, id))
		p.ask.Units = append(p.ask.Units, line)
		named = append(named, groups[id]...)
	}
	p.presenter.addRules(&p.ask, named)
	return true
}

// activatedUnit returns the unit whose activation has begun, or "".
func (s *Presenter) activatedUnit() string {
	for _, u := range s.view.Units {
		if slices.Contains(u.Tags, "acting") && u.ListedWith == "" {
			return u.ID
		}
	}
	return ""
}

// showLead shows a unit above the question.
func (p *commandPicker) showLead(id string) {
	p.ask.Lead = p.presenter.names[id]
}

// pickKind narrows the offers to one kind of command.
func (p *commandPicker) pickKind(want string) (stop bool) {
	groups, order := groupOffers(p.offers, func(o offer) string { return o.cmd.Kind() })
	if len(order) == 1 {
		return false
	}
	if g := groups[want]; g != nil {
		p.addChoice(g, askKind, want, p.presenter.kindName(want))
		return false
	}
	p.listKinds(p.offers)
	return true
}

// listKinds lists the kinds of command among the offers.
func (p *commandPicker) listKinds(offers []offer) {
	groups, order := groupOffers(offers, func(o offer) string { return o.cmd.Kind() })
	for _, k := range order {
		c := playviews.Choice{Label: p.presenter.kindName(k), Note: p.presenter.kindNote(k), Rule: p.presenter.cite(p.presenter.sharedRule(groups[k]))}
		c.Href, c.Command = p.destination(groups[k], p.with(askKind, k))
		p.ask.Choices = append(p.ask.Choices, c)
	}
}

// pickField narrows the offers to one value of a field. stop means that several are left and the person must choose.
func (p *commandPicker) pickField(name string, q url.Values) (stop bool) {
	groups, order := groupOffers(p.offers, func(o offer) string { return o.value(name) })
	if len(order) == 1 {
		return false
	}
	if want, there := q[askField+name]; there {
		if g := groups[want[0]]; g != nil {
			label := ""
			if places, _ := p.placeNames(name, groups, order); places != nil {
				label = places[slices.Index(order, want[0])]
			} else {
				label = p.presenter.valueName(g[0], name)
			}
			p.addChoice(g, askField+name, want[0], label)
			return false
		}
	}
	places, standing := p.placeNames(name, groups, order)
	p.onBoard = places != nil && (standing || p.presenter.view.Board.Shape == "hex")
	_, ruled := groupOffers(p.offers, p.presenter.offerRule)
	for i, v := range order {
		next := p.with(askField+name, v)
		if u, ok := p.presenter.unitByID(v); ok {
			line := p.presenter.unitLineOf(u)
			line.Href, line.Command = p.destination(groups[v], next)
			p.ask.Units = append(p.ask.Units, line)
			continue
		}
		c := playviews.Choice{Label: p.presenter.valueName(groups[v][0], name), Note: p.presenter.valueNote(groups[v][0].cmd.Kind(), name, v)}
		if places != nil {
			c.Label = places[i]
		}
		if c.Sketch = p.presenter.sketchOf(groups[v][0].cmd); c.Sketch != nil && c.Label == "" {
			c.Label = placeLetter(i)
		}
		if len(ruled) > 1 {
			c.Rule = p.presenter.cite(p.presenter.sharedRule(groups[v]))
		}
		c.Href, c.Command = p.destination(groups[v], next)
		p.ask.Choices = append(p.ask.Choices, c)
	}
	return true
}

// placeNames names values by letters, as the board does, or returns nil unless all of them are places. standing reports
// that they are places where a unit would stand; these are described by how the unit gets there.
func (p *commandPicker) placeNames(field string, groups map[string][]offer, values []string) (names []string, standing bool) {
	if p.presenter.view.Board == nil {
		return nil, false
	}
	names = make([]string, len(values))
	for i, v := range values {
		cmd := groups[v][0].cmd
		x, y, ok := place(describe.ParseJSON(v))
		if !ok {
			stands := p.presenter.resultingPlaces(cmd)
			if len(stands) == 0 {
				return nil, false
			}
			standing = true
			x, y = middle(stands)
			if how := p.presenter.resultLine(cmd); how != "" {
				names[i] = p.presenter.Catalog.Say("fight.place-how", "letter", placeLetter(i), "how", how)
				continue
			}
		}
		how := p.presenter.pickSentence(cmd, field, v)
		if how == "" {
			how = p.presenter.directions(groups[v][0].subject, x, y)
		}
		names[i] = p.presenter.Catalog.Say("fight.place-how", "letter", placeLetter(i), "how", how)
	}
	return names, standing
}

// resultingPlaces returns where the stands of a unit would be after a command, or nil if the game does not say.
func (s *Presenter) resultingPlaces(c rules.Command) []rules.Spot {
	if b, tells := s.Battle.(rules.Placer); tells {
		return b.Stands(c)
	}
	return nil
}

// resultLine describes the result of a command in one line.
func (s *Presenter) resultLine(c rules.Command) string {
	var parts []string
	for _, n := range s.resultNotes(c) {
		parts = append(parts, n.Text)
	}
	return strings.Join(parts, ", ")
}

// placeLetter returns the label of the i-th place: A, B … Z, A1, B1 …
func placeLetter(i int) string {
	s := string(rune('A' + i%26))
	if i >= 26 {
		s += formatInt(i / 26)
	}
	return s
}

// destination returns the address that a choice leads to. It also returns the command if nothing is left to decide,
// measure or throw, so that the choice carries it out at once; otherwise command is "".
func (p *commandPicker) destination(group []offer, next url.Values) (href, command string) {
	href = p.presenter.address(next)
	if !sameCommand(group) || p.presenter.hasFacts(group[0]) {
		return href, ""
	}
	_, _, err := rules.Play(p.presenter.Battle, group[0].cmd, dice.NewTape(), nil)
	var question *rules.Question
	if err == nil || p.presenter.thrownUnseen(err) || errors.As(err, &question) { // the engine asks a question only once the command is given
		return href, encodeCommand(group[0].cmd)
	}
	return href, ""
}

func (p *commandPicker) addChoice(group []offer, name, value, label string) {
	p.ask.Trail = append(p.ask.Trail, playviews.Crumb{Label: label, Href: p.presenter.address(p.q)})
	p.offers, p.q = group, p.with(name, value)
}

func (p *commandPicker) with(name, value string) url.Values {
	next := url.Values{name: {value}}
	maps.Copy(next, p.q)
	return next
}

// askRest asks for facts, for dice, or for confirmation.
func (p *commandPicker) askRest(q url.Values) playviews.Ask {
	s, o := p.presenter, p.offers[0]
	cmd := o.cmd
	asked := s.hasFacts(o) || q.Get(askFree) != ""
	given := false
	if q.Get(askFree) != "" {
		p.ask.Trail = append(p.ask.Trail, playviews.Crumb{Label: s.Catalog.Say("fight.other"), Href: s.address(p.q)})
		p.q = p.with(askFree, "1")
	}
	if asked {
		p.ask.Inputs = s.factInputs(o, q)
		given = q.Get(askStated) != "" // a form of empty lists sends nothing else
		for name := range q {
			given = given || strings.HasPrefix(name, askFact)
		}
		if given {
			c, faults := s.commandWithFacts(o, q)
			if p.ask.Faults = faults; len(faults) > 0 {
				return p.factsAsk(cmd)
			}
			cmd = c
		}
	}
	_, _, err := rules.Play(s.Battle, cmd, dice.NewTape(), nil)
	var fault *rules.Fault
	if errors.As(err, &fault) {
		p.ask.Faults = []views.FaultLine{s.FaultLine(fault)}
		return p.factsAsk(cmd)
	}
	var need *dice.MissingError
	rolls := errors.As(err, &need) && !s.thrownUnseen(err)
	p.ask.Notes = s.resultNotes(cmd)
	if rolls {
		s.addOdds(&p.ask, cmd, nil, nil)
	}
	if asked && (!given || !rolls || q.Get(askChangeFacts) != "") {
		return p.factsAsk(cmd)
	}
	for k, v := range q { // keep the facts in the form
		if strings.HasPrefix(k, askFact) {
			p.ask.Hidden = append(p.ask.Hidden, views.Hidden{Name: k, Value: v[0]})
		}
	}
	p.ask.Command = encodeCommand(cmd)
	if !rolls {
		return p.readyAsk(cmd)
	}
	p.ask.Lead = s.commandLine(cmd)
	if asked {
		p.ask.Trail = append(p.ask.Trail, playviews.Crumb{Label: s.Catalog.Say("fight.facts"), Href: s.address(p.q)})
		p.ask.Inputs = nil
	}
	s.fillDiceForm(&p.ask, cmd, need)
	s.fillPercentile(p.ask.Dice, q)
	return p.finish("dice", p.ask.Title)
}

// readyAsk returns the card of a command that needs nothing more. The button names the command, so the title names its kind.
func (p *commandPicker) readyAsk(cmd rules.Command) playviews.Ask {
	s := p.presenter
	p.ask.ButtonText = s.commandLine(cmd)
	a := p.finish("ready", s.kindName(cmd.Kind()))
	if a.Title == a.ButtonText || len(a.Trail) == 0 && a.WholeFormURL == "" {
		a.Title = s.Catalog.Say("fight.only")
	}
	return a
}

// resultNotes describes the result of a command before its dice are thrown, if the game does.
func (s *Presenter) resultNotes(c rules.Command) (all []playviews.BattleNote) {
	if e, tells := s.Battle.(rules.Explainer); tells {
		for _, n := range e.Explain(c) {
			all = append(all, playviews.BattleNote{Text: s.note(n), Rule: s.cite(n.Rule)})
		}
	}
	return all
}

// thrownUnseen reports whether err asks for a secret roll, which only the program may throw.
func (s *Presenter) thrownUnseen(err error) bool {
	var need *dice.MissingError
	return errors.As(err, &need) && slices.Contains(s.Game.Secret, need.Roll.Why)
}

func (p *commandPicker) factsAsk(cmd rules.Command) playviews.Ask {
	p.ask.Method = "get"
	if p.ask.Odds == nil && !p.ask.TooWide {
		p.ask.Method = "post"
	}
	p.ask.Command = encodeCommand(cmd)
	for k, v := range p.q {
		p.ask.Hidden = append(p.ask.Hidden, views.Hidden{Name: k, Value: v[0]})
	}
	p.ask.Lead = p.presenter.commandLine(cmd)
	return p.finish("facts", p.presenter.factsTitle(cmd, p.q.Get(askFree) != ""))
}

// wholeFormURL returns the address of a form for the lists and places of the command, or "". The legal commands are only a
// sample of the values of such fields.
func (p *commandPicker) wholeFormURL() string {
	kind := p.offers[0].cmd.Kind()
	for _, o := range p.offers {
		if o.cmd.Kind() != kind {
			return ""
		}
	}
	open := false
	for _, f := range p.offers[0].fields {
		if _, asked := p.presenter.factOf(p.offers[0], f); asked || !p.presenter.form().includes(f.Field) {
			continue
		}
		if f.IsComposite() {
			open = true
		} else if _, order := groupOffers(p.offers, func(o offer) string { return o.value(f.Name) }); len(order) > 1 && !f.HasFacts {
			return "" // this field must be chosen first
		}
	}
	if !open {
		return ""
	}
	return p.presenter.address(p.with(askFree, "1"))
}

// factsTitle returns the title of a form for the facts of a command.
func (s *Presenter) factsTitle(c rules.Command, free bool) string {
	if free && s.Setup.Mode != rules.Board {
		return s.kindName(c.Kind())
	}
	if k := s.Game.ID + ".facts." + c.Kind(); s.Catalog.Has(k) {
		return s.Catalog.SayMap(k, s.figures(c))
	}
	if s.Setup.Mode == rules.Board {
		return s.kindName(c.Kind())
	}
	return s.Catalog.Say("fight.state-facts")
}

func (s *Presenter) kindName(kind string) string {
	return s.phrase(nil, "command."+kind+".name", "command."+kind, kind)
}

func (s *Presenter) kindNote(kind string) string { return s.noteAbout("command." + kind) }

// pickSentence returns the game's sentence for a value of a field, or "".
func (s *Presenter) pickSentence(c rules.Command, field, value string) string {
	for _, k := range []string{".pick." + c.Kind() + "." + field + "." + value, ".pick." + c.Kind() + "." + field} {
		if k = s.Game.ID + k; s.Catalog.Has(k) {
			return s.Catalog.SayMap(k, s.figures(c))
		}
	}
	return ""
}

// valueNote returns the game's note on a value of a field of a kind of command, or "".
func (s *Presenter) valueNote(kind, field, value string) string {
	if note := s.noteAbout("command." + kind + "." + field + "." + value); note != "" {
		return note
	}
	if text := s.view.Texts[value].In(s.Catalog.Lang); text != "" && s.view.Kinds[value] != "" {
		return s.Catalog.Say("fight.kind-text", "kind", s.word(s.view.Kinds[value]), "text", text)
	}
	return s.view.Texts[value].In(s.Catalog.Lang)
}

// noteAbout returns the game's note under a key, or "".
func (s *Presenter) noteAbout(on string) string {
	if k := s.Game.ID + "." + on + ".note"; s.Catalog.Has(k) {
		return s.Catalog.Say(k)
	}
	return ""
}

// commandLine describes a command in a sentence.
