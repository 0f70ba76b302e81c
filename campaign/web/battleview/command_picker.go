package battleview

import (
	"errors"
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

func (d *commandPicker) pick(q url.Values) playviews.Ask {
	if stop := d.pickUnit(q.Get(askUnit), q.Get(askKind)); stop {
		return d.finish("choose", d.presenter.Catalog.Say("fight.choose-unit"))
	}
	if stop := d.pickKind(q.Get(askKind)); stop {
		return d.finish("choose", d.presenter.Catalog.Say("fight.choose-action"))
	}
	for _, f := range d.offers[0].fields {
		_, asked := d.presenter.factOf(d.offers[0], f)
		if asked || f.HasFacts && d.presenter.Setup.Mode != rules.Board || q.Get(askFree) != "" {
			continue
		}
		if stop := d.pickField(f.Name, q); stop {
			return d.finish("choose", d.presenter.phrase(d.presenter.figures(d.offers[0].cmd),
				"choose."+d.offers[0].cmd.Kind()+"."+f.Name, "choose."+f.Name, "field."+f.Name))
		}
	}
	return d.askRest(q)
}

func (d *commandPicker) finish(kind, title string) playviews.Ask {
	d.ask.Kind, d.ask.Title = kind, title
	sketched := slices.ContainsFunc(d.ask.Choices, func(c playviews.Choice) bool { return c.Sketch != nil })
	d.ask.Many = len(d.ask.Choices) > listBoxFrom && !sketched || d.onBoard && len(d.ask.Choices) > 1
	if len(d.q) > 0 {
		d.ask.Cancel = d.presenter.Path
	}
	d.ask.WholeFormURL = d.wholeFormURL()
	if !slices.ContainsFunc(d.ask.Choices, func(c playviews.Choice) bool { return c.Rule.ID != "" }) {
		d.presenter.addRules(&d.ask, d.offers)
	}
	return d.ask
}

// pickUnit narrows the offers to the commands of one unit, or to a kind of command that names no unit. stop means that the
// person must choose.
func (d *commandPicker) pickUnit(want, kind string) (stop bool) {
	groups, order := groupOffers(d.offers, func(o offer) string { return o.subject })
	if len(order) == 1 {
		if id := order[0]; id != "" {
			d.showLead(id)
		} else {
			d.showLead(d.presenter.activatedUnit())
		}
		return false
	}
	if g := groups[want]; want != "" && g != nil {
		d.addChoice(g, askUnit, want, d.presenter.names[want])
		d.showLead(want)
		return false
	}
	if of := slices.DeleteFunc(slices.Clone(groups[""]), func(o offer) bool { return o.cmd.Kind() != kind }); want == "" && len(of) > 0 {
		d.addChoice(of, askKind, kind, d.presenter.kindName(kind))
		return false
	}
	var named []offer
	for _, id := range order {
		if id == "" {
			d.listKinds(groups[id])
			continue
		}
		line := d.presenter.unitLine(id)
		line.Href, line.Command = d.destination(groups[id], d.with(askUnit, id))
		d.ask.Units = append(d.ask.Units, line)
		named = append(named, groups[id]...)
	}
	d.presenter.addRules(&d.ask, named)
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
func (d *commandPicker) showLead(id string) {
	d.ask.Lead = d.presenter.names[id]
}

// pickKind narrows the offers to one kind of command.
func (d *commandPicker) pickKind(want string) (stop bool) {
	groups, order := groupOffers(d.offers, func(o offer) string { return o.cmd.Kind() })
	if len(order) == 1 {
		return false
	}
	if g := groups[want]; g != nil {
		d.addChoice(g, askKind, want, d.presenter.kindName(want))
		return false
	}
	d.listKinds(d.offers)
	return true
}

// listKinds lists the kinds of command among the offers.
func (d *commandPicker) listKinds(offers []offer) {
	groups, order := groupOffers(offers, func(o offer) string { return o.cmd.Kind() })
	for _, k := range order {
		c := playviews.Choice{Label: d.presenter.kindName(k), Note: d.presenter.kindNote(k), Rule: d.presenter.cite(d.presenter.sharedRule(groups[k]))}
		c.Href, c.Command = d.destination(groups[k], d.with(askKind, k))
		d.ask.Choices = append(d.ask.Choices, c)
	}
}

// pickField narrows the offers to one value of a field. stop means that several are left and the person must choose.
func (d *commandPicker) pickField(name string, q url.Values) (stop bool) {
	groups, order := groupOffers(d.offers, func(o offer) string { return o.value(name) })
	if len(order) == 1 {
		return false
	}
	if want, there := q[askField+name]; there {
		if g := groups[want[0]]; g != nil {
			label := ""
			if places, _ := d.placeNames(name, groups, order); places != nil {
				label = places[slices.Index(order, want[0])]
			} else {
				label = d.presenter.valueName(g[0], name)
			}
			d.addChoice(g, askField+name, want[0], label)
			return false
		}
	}
	places, standing := d.placeNames(name, groups, order)
	d.onBoard = places != nil && (standing || d.presenter.view.Board.Shape == "hex")
	_, ruled := groupOffers(d.offers, d.presenter.offerRule)
	for i, v := range order {
		next := d.with(askField+name, v)
		if u, ok := d.presenter.unitByID(v); ok {
			line := d.presenter.unitLineOf(u)
			line.Href, line.Command = d.destination(groups[v], next)
			d.ask.Units = append(d.ask.Units, line)
			continue
		}
		c := playviews.Choice{Label: d.presenter.valueName(groups[v][0], name), Note: d.presenter.valueNote(groups[v][0].cmd.Kind(), name, v)}
		if places != nil {
			c.Label = places[i]
		}
		if c.Sketch = d.presenter.sketchOf(groups[v][0].cmd); c.Sketch != nil && c.Label == "" {
			c.Label = placeLetter(i)
		}
		if len(ruled) > 1 {
			c.Rule = d.presenter.cite(d.presenter.sharedRule(groups[v]))
		}
		c.Href, c.Command = d.destination(groups[v], next)
		d.ask.Choices = append(d.ask.Choices, c)
	}
	return true
}

// placeNames names values by letters, as the board does, or returns nil unless all of them are places. standing reports
// that they are places where a unit would stand; these are described by how the unit gets there.
func (d *commandPicker) placeNames(field string, groups map[string][]offer, values []string) (names []string, standing bool) {
	if d.presenter.view.Board == nil {
		return nil, false
	}
	names = make([]string, len(values))
	for i, v := range values {
		cmd := groups[v][0].cmd
		x, y, ok := place(describe.ParseJSON(v))
		if !ok {
			stands := d.presenter.resultingPlaces(cmd)
			if len(stands) == 0 {
				return nil, false
			}
			standing = true
			x, y = middle(stands)
			if how := d.presenter.resultLine(cmd); how != "" {
				names[i] = d.presenter.Catalog.Say("fight.place-how", "letter", placeLetter(i), "how", how)
				continue
			}
		}
		how := d.presenter.pickSentence(cmd, field, v)
		if how == "" {
			how = d.presenter.directions(groups[v][0].subject, x, y)
		}
		names[i] = d.presenter.Catalog.Say("fight.place-how", "letter", placeLetter(i), "how", how)
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
func (d *commandPicker) destination(group []offer, next url.Values) (href, command string) {
	href = d.presenter.address(next)
	if !sameCommand(group) || d.presenter.hasFacts(group[0]) {
		return href, ""
	}
	_, _, err := rules.Play(d.presenter.Battle, group[0].cmd, dice.NewTape(), nil)
	var question *rules.Question
	if err == nil || d.presenter.thrownUnseen(err) || errors.As(err, &question) { // the engine asks a question only once the command is given
		return href, encodeCommand(group[0].cmd)
	}
	return href, ""
}

func (d *commandPicker) addChoice(group []offer, name, value, label string) {
	d.ask.Trail = append(d.ask.Trail, playviews.Crumb{Label: label, Href: d.presenter.address(d.q)})
	d.offers, d.q = group, d.with(name, value)
}

func (d *commandPicker) with(name, value string) url.Values {
	next := url.Values{name: {value}}
	for k, v := range d.q {
		next[k] = v
	}
	return next
}

// askRest asks for facts, for dice, or for confirmation.
func (d *commandPicker) askRest(q url.Values) playviews.Ask {
	s, o := d.presenter, d.offers[0]
	cmd := o.cmd
	asked := s.hasFacts(o) || q.Get(askFree) != ""
	given := false
	if q.Get(askFree) != "" {
		d.ask.Trail = append(d.ask.Trail, playviews.Crumb{Label: s.Catalog.Say("fight.other"), Href: s.address(d.q)})
		d.q = d.with(askFree, "1")
	}
	if asked {
		d.ask.Inputs = s.factInputs(o, q)
		given = q.Get(askStated) != "" // a form of empty lists sends nothing else
		for name := range q {
			given = given || strings.HasPrefix(name, askFact)
		}
		if given {
			c, faults := s.commandWithFacts(o, q)
			if d.ask.Faults = faults; len(faults) > 0 {
				return d.factsAsk(cmd)
			}
			cmd = c
		}
	}
	_, _, err := rules.Play(s.Battle, cmd, dice.NewTape(), nil)
	var fault *rules.Fault
	if errors.As(err, &fault) {
		d.ask.Faults = []views.FaultLine{s.FaultLine(fault)}
		return d.factsAsk(cmd)
	}
	var need *dice.MissingError
	rolls := errors.As(err, &need) && !s.thrownUnseen(err)
	d.ask.Notes = s.resultNotes(cmd)
	if rolls {
		s.addOdds(&d.ask, cmd, nil, nil)
	}
	if asked && (!given || !rolls || q.Get(askChangeFacts) != "") {
		return d.factsAsk(cmd)
	}
	for k, v := range q { // keep the facts in the form
		if strings.HasPrefix(k, askFact) {
			d.ask.Hidden = append(d.ask.Hidden, views.Hidden{Name: k, Value: v[0]})
		}
	}
	d.ask.Command = encodeCommand(cmd)
	if !rolls {
		return d.readyAsk(cmd)
	}
	d.ask.Lead = s.commandLine(cmd)
	if asked {
		d.ask.Trail = append(d.ask.Trail, playviews.Crumb{Label: s.Catalog.Say("fight.facts"), Href: s.address(d.q)})
		d.ask.Inputs = nil
	}
	s.fillDiceForm(&d.ask, cmd, need)
	s.fillPercentile(d.ask.Dice, q)
	return d.finish("dice", d.ask.Title)
}

// readyAsk returns the card of a command that needs nothing more. The button names the command, so the title names its kind.
func (d *commandPicker) readyAsk(cmd rules.Command) playviews.Ask {
	s := d.presenter
	d.ask.ButtonText = s.commandLine(cmd)
	a := d.finish("ready", s.kindName(cmd.Kind()))
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

func (d *commandPicker) factsAsk(cmd rules.Command) playviews.Ask {
	d.ask.Method = "get"
	if d.ask.Odds == nil && !d.ask.TooWide {
		d.ask.Method = "post"
	}
	d.ask.Command = encodeCommand(cmd)
	for k, v := range d.q {
		d.ask.Hidden = append(d.ask.Hidden, views.Hidden{Name: k, Value: v[0]})
	}
	d.ask.Lead = d.presenter.commandLine(cmd)
	return d.finish("facts", d.presenter.factsTitle(cmd, d.q.Get(askFree) != ""))
}

// wholeFormURL returns the address of a form for the lists and places of the command, or "". The legal commands are only a
// sample of the values of such fields.
func (d *commandPicker) wholeFormURL() string {
	kind := d.offers[0].cmd.Kind()
	for _, o := range d.offers {
		if o.cmd.Kind() != kind {
			return ""
		}
	}
	open := false
	for _, f := range d.offers[0].fields {
		if _, asked := d.presenter.factOf(d.offers[0], f); asked || !d.presenter.form().includes(f.Field) {
			continue
		}
		if f.IsComposite() {
			open = true
		} else if _, order := groupOffers(d.offers, func(o offer) string { return o.value(f.Name) }); len(order) > 1 && !f.HasFacts {
			return "" // this field must be chosen first
		}
	}
	if !open {
		return ""
	}
	return d.presenter.address(d.with(askFree, "1"))
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
