package scene

import (
	"errors"
	"net/url"
	"slices"
	"strings"

	"oriflamme/content/telling"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/views"
)

// Names of the query: the unit, the kind of command, and "f." with a field for
// what was chosen; "fact." with a field for what was measured.
const (
	askUnit   = "unit"
	askKind   = "do"
	askField  = "f."
	askFact   = telling.AskFact
	askFree   = telling.AskFree // the lists and places of the command are filled in by hand
	askStated = "stated"        // the facts were looked at
	askAgain  = "again"         // the facts are being changed: tell their odds and stay
)

// few is how many choices a thumb scrolls through before a list box is kinder.
const few = 14

// ask finds the one decision of the screen.
func (s *Scene) ask(q url.Values) views.Ask {
	if out, over := s.Battle.Outcome(); over {
		return s.over(out)
	}
	if s.Pending != nil {
		return s.pending(q)
	}
	offers := s.offers()
	if len(offers) == 0 {
		return s.wait()
	}
	d := &drill{scene: s, q: url.Values{}, left: offers}
	d.ask = views.Ask{Mine: true, Seat: s.side(offers[0].cmd.By())}
	return d.down(q)
}

func (s *Scene) wait() views.Ask {
	a := views.Ask{Kind: "wait", Seat: s.side(s.view.ToAct)}
	if s.view.ToAct == rules.Nobody {
		a.Seat = ""
		a.Title = s.Book.Say("fight.wait-over", "what", s.phase(s.view.Phase))
		if who := s.awaited(); who != "" {
			a.Title = s.Book.Say("fight.wait-any", "side", who, "what", s.phase(s.view.Phase))
		}
		return a
	}
	a.Title = s.Book.Say("fight.wait", "side", a.Seat)
	return a
}

// awaited names the sides that may give the next command.
func (s *Scene) awaited() string {
	var names []string
	for _, c := range s.Battle.Legal() {
		if c.By() < 0 {
			continue // anybody may
		}
		if name := s.side(c.By()); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

func (s *Scene) over(out rules.Outcome) views.Ask {
	a := views.Ask{Kind: "over"}
	if out.Winner == rules.Nobody {
		a.Title = s.Book.Say("fight.draw")
	} else {
		a.Title = s.Book.Say("fight.won", "side", s.side(out.Winner))
	}
	a.Lead = s.say(nil, "reason."+out.Reason, "outcome."+out.Reason, out.Reason)
	if out.Rule != "" {
		a.Why = []views.BattleNote{{Text: a.Lead, Rule: s.cite(out.Rule)}}
		a.Lead = ""
	}
	return a
}

// A drill goes down from all legal commands to one, a choice at a time.
type drill struct {
	scene *Scene
	q     url.Values // the choices that count, as far as they were made
	left  []offer
	ask   views.Ask
	lit   bool // the choices are cells of the board, to be touched there
}

func (d *drill) down(q url.Values) views.Ask {
	if stop := d.unit(q.Get(askUnit), q.Get(askKind)); stop {
		return d.done("choose", d.scene.Book.Say("fight.choose-unit"))
	}
	if stop := d.kind(q.Get(askKind)); stop {
		return d.done("choose", d.scene.Book.Say("fight.choose-action"))
	}
	for _, f := range d.left[0].fields {
		_, asked := d.scene.factOf(d.left[0], f)
		if asked || f.Facts && d.scene.Setup.Mode != rules.Board || q.Get(askFree) != "" {
			continue
		}
		if stop := d.field(f.Name, q); stop {
			return d.done("choose", d.scene.say(d.scene.figures(d.left[0].cmd),
				"choose."+d.left[0].cmd.Kind()+"."+f.Name, "choose."+f.Name, "field."+f.Name))
		}
	}
	return d.last(q)
}

func (d *drill) done(kind, title string) views.Ask {
	d.ask.Kind, d.ask.Title = kind, title
	sketched := slices.ContainsFunc(d.ask.Choices, func(c views.Choice) bool { return c.Sketch != nil })
	d.ask.Many = len(d.ask.Choices) > few && !sketched || d.lit && len(d.ask.Choices) > 1
	if len(d.q) > 0 {
		d.ask.Cancel = d.scene.Path
	}
	d.ask.Free = d.free()
	if !slices.ContainsFunc(d.ask.Choices, func(c views.Choice) bool { return c.Rule.ID != "" }) {
		d.scene.cites(&d.ask, d.left)
	}
	return d.ask
}

// unit narrows to the commands of one unit, or to a kind of them that names none; it
// stops when that is to be chosen.
func (d *drill) unit(want, kind string) (stop bool) {
	groups, order := grouped(d.left, func(o offer) string { return o.subject })
	if len(order) == 1 {
		if id := order[0]; id != "" {
			d.lead(id)
		} else {
			d.lead(d.scene.acting())
		}
		return false
	}
	if g := groups[want]; want != "" && g != nil {
		d.narrow(g, askUnit, want, d.scene.names[want])
		d.lead(want)
		return false
	}
	if of := slices.DeleteFunc(slices.Clone(groups[""]), func(o offer) bool { return o.cmd.Kind() != kind }); want == "" && len(of) > 0 {
		d.narrow(of, askKind, kind, d.scene.kindName(kind))
		return false
	}
	var named []offer
	for _, id := range order {
		if id == "" {
			d.kinds(groups[id])
			continue
		}
		line := d.scene.unitLine(id)
		line.Href, line.Command = d.leads(groups[id], d.set(askUnit, id))
		d.ask.Units = append(d.ask.Units, line)
		named = append(named, groups[id]...)
	}
	d.scene.cites(&d.ask, named)
	return true
}

// acting is the unit in the midst of its activation, "" when there is none.
func (s *Scene) acting() string {
	for _, u := range s.view.Units {
		if slices.Contains(u.Tags, "acting") && u.Of == "" {
			return u.ID
		}
	}
	return ""
}

// lead puts the unit at hand on top of the question.
func (d *drill) lead(id string) {
	d.ask.Lead = d.scene.names[id]
}

// kind narrows to one kind of command.
func (d *drill) kind(want string) (stop bool) {
	groups, order := grouped(d.left, func(o offer) string { return o.cmd.Kind() })
	if len(order) == 1 {
		return false
	}
	if g := groups[want]; g != nil {
		d.narrow(g, askKind, want, d.scene.kindName(want))
		return false
	}
	d.kinds(d.left)
	return true
}

// kinds lists the kinds of command among offers.
func (d *drill) kinds(offers []offer) {
	groups, order := grouped(offers, func(o offer) string { return o.cmd.Kind() })
	for _, k := range order {
		c := views.Choice{Label: d.scene.kindName(k), Note: d.scene.kindNote(k), Rule: d.scene.cite(d.scene.ruleOfAll(groups[k]))}
		c.Href, c.Command = d.leads(groups[k], d.set(askKind, k))
		d.ask.Choices = append(d.ask.Choices, c)
	}
}

// field narrows to one value of a field when several are left.
func (d *drill) field(name string, q url.Values) (stop bool) {
	groups, order := grouped(d.left, func(o offer) string { return o.value(name) })
	if len(order) == 1 {
		return false
	}
	if want, there := q[askField+name]; there {
		if g := groups[want[0]]; g != nil {
			label := ""
			if places, _ := d.places(name, groups, order); places != nil {
				label = places[slices.Index(order, want[0])]
			} else {
				label = d.scene.valueName(g[0], name)
			}
			d.narrow(g, askField+name, want[0], label)
			return false
		}
	}
	places, standing := d.places(name, groups, order)
	d.lit = places != nil && (standing || d.scene.view.Board.Shape == "hex")
	_, ruled := grouped(d.left, d.scene.ruleOf)
	for i, v := range order {
		next := d.set(askField+name, v)
		if u, ok := d.scene.unitByID(v); ok {
			line := d.scene.line(u)
			line.Href, line.Command = d.leads(groups[v], next)
			d.ask.Units = append(d.ask.Units, line)
			continue
		}
		c := views.Choice{Label: d.scene.valueName(groups[v][0], name), Note: d.scene.valueNote(groups[v][0].cmd.Kind(), name, v)}
		if places != nil {
			c.Label = places[i]
		}
		if c.Sketch = d.scene.sketch(groups[v][0].cmd); c.Sketch != nil && c.Label == "" {
			c.Label = placeLetter(i)
		}
		if len(ruled) > 1 {
			c.Rule = d.scene.cite(d.scene.ruleOfAll(groups[v]))
		}
		c.Href, c.Command = d.leads(groups[v], next)
		d.ask.Choices = append(d.ask.Choices, c)
	}
	return true
}

// places names values by letters when all of them are places, as the board does; standing
// tells that they are places where a unit would stand, named by how it gets there.
func (d *drill) places(field string, groups map[string][]offer, values []string) (names []string, standing bool) {
	if d.scene.view.Board == nil {
		return nil, false
	}
	names = make([]string, len(values))
	for i, v := range values {
		cmd := groups[v][0].cmd
		x, y, ok := place(telling.Tree(v))
		if !ok {
			stands := d.scene.stands(cmd)
			if len(stands) == 0 {
				return nil, false
			}
			standing = true
			x, y = middle(stands)
			if how := d.scene.how(cmd); how != "" {
				names[i] = d.scene.Book.Say("fight.place-how", "letter", placeLetter(i), "how", how)
				continue
			}
		}
		how := d.scene.picked(cmd, field, v)
		if how == "" {
			how = d.scene.way(groups[v][0].subject, x, y)
		}
		names[i] = d.scene.Book.Say("fight.place-how", "letter", placeLetter(i), "how", how)
	}
	return names, standing
}

// stands are how a unit would stand after a command, if the game tells.
func (s *Scene) stands(c rules.Command) []rules.Spot {
	if b, tells := s.Battle.(rules.Placer); tells {
		return b.Stands(c)
	}
	return nil
}

// how is what a command comes to, in a line.
func (s *Scene) how(c rules.Command) string {
	var parts []string
	for _, n := range s.explained(c) {
		parts = append(parts, n.Text)
	}
	return strings.Join(parts, ", ")
}

// placeLetter counts A, B … Z, A1, B1 …
func placeLetter(i int) string {
	s := string(rune('A' + i%26))
	if i >= 26 {
		s += itoa(i / 26)
	}
	return s
}

// leads is where a choice leads, and the command that it plays instead, at once, when
// nothing is left to decide, measure or throw; else "".
func (d *drill) leads(group []offer, next url.Values) (href, command string) {
	href = d.scene.with(next)
	if !alike(group) || d.scene.measured(group[0]) {
		return href, ""
	}
	_, _, err := rules.Play(d.scene.Battle, group[0].cmd, dice.NewTape(), nil)
	var question *rules.Question
	if err == nil || d.scene.faceDown(err) || errors.As(err, &question) { // who is asked is asked once it is played
		return href, encode(group[0].cmd)
	}
	return href, ""
}

func (d *drill) narrow(group []offer, name, value, label string) {
	d.ask.Trail = append(d.ask.Trail, views.Crumb{Label: label, Href: d.scene.with(d.q)})
	d.left, d.q = group, d.set(name, value)
}

func (d *drill) set(name, value string) url.Values {
	next := url.Values{name: {value}}
	for k, v := range d.q {
		next[k] = v
	}
	return next
}

// last asks for facts, or for the dice, or for a word to go.
func (d *drill) last(q url.Values) views.Ask {
	s, o := d.scene, d.left[0]
	cmd := o.cmd
	asked := s.measured(o) || q.Get(askFree) != ""
	given := false
	if q.Get(askFree) != "" {
		d.ask.Trail = append(d.ask.Trail, views.Crumb{Label: s.Book.Say("fight.other"), Href: s.with(d.q)})
		d.q = d.set(askFree, "1")
	}
	if asked {
		d.ask.Inputs = s.factInputs(o, q)
		given = q.Get(askStated) != "" // of empty lists nothing else is sent
		for name := range q {
			given = given || strings.HasPrefix(name, askFact)
		}
		if given {
			c, faults := s.stated(o, q)
			if d.ask.Faults = faults; len(faults) > 0 {
				return d.facts(cmd)
			}
			cmd = c
		}
	}
	_, _, err := rules.Play(s.Battle, cmd, dice.NewTape(), nil)
	var fault *rules.Fault
	if errors.As(err, &fault) {
		d.ask.Faults = []views.FaultLine{s.Fault(fault)}
		return d.facts(cmd)
	}
	var need *dice.Need
	rolls := errors.As(err, &need) && !s.faceDown(err)
	d.ask.Why = s.explained(cmd)
	if rolls {
		s.outlook(&d.ask, cmd, nil, nil)
	}
	if asked && (!given || !rolls || q.Get(askAgain) != "") {
		return d.facts(cmd)
	}
	for k, v := range q { // facts travel with the form
		if strings.HasPrefix(k, askFact) {
			d.ask.Hidden = append(d.ask.Hidden, views.Hidden{Name: k, Value: v[0]})
		}
	}
	d.ask.Command = encode(cmd)
	if !rolls {
		return d.ready(cmd)
	}
	d.ask.Lead = s.commandLine(cmd)
	if asked {
		d.ask.Trail = append(d.ask.Trail, views.Crumb{Label: s.Book.Say("fight.facts"), Href: s.with(d.q)})
		d.ask.Inputs = nil
	}
	s.diceForm(&d.ask, cmd, need)
	s.percentile(d.ask.Dice, q)
	return d.done("dice", d.ask.Title)
}

// ready is the card of a command that only has to be pressed: the button says it, so the
// title says how the card came about.
func (d *drill) ready(cmd rules.Command) views.Ask {
	s := d.scene
	d.ask.Press = s.commandLine(cmd)
	a := d.done("ready", s.kindName(cmd.Kind()))
	if a.Title == a.Press || len(a.Trail) == 0 && a.Free == "" {
		a.Title = s.Book.Say("fight.only")
	}
	return a
}

// explained is what a command comes to before its dice, if the game tells.
func (s *Scene) explained(c rules.Command) (all []views.BattleNote) {
	if e, tells := s.Battle.(rules.Explainer); tells {
		for _, n := range e.Explain(c) {
			all = append(all, views.BattleNote{Text: s.note(n), Rule: s.cite(n.Rule)})
		}
	}
	return all
}

// faceDown holds for a roll that the program alone throws: nobody may see it.
func (s *Scene) faceDown(err error) bool {
	var need *dice.Need
	return errors.As(err, &need) && slices.Contains(s.Game.Secret, need.Roll.Why)
}

func (d *drill) facts(cmd rules.Command) views.Ask {
	d.ask.Method = "get"
	if d.ask.Outlook == nil && !d.ask.TooWide {
		d.ask.Method = "post"
	}
	d.ask.Command = encode(cmd)
	for k, v := range d.q {
		d.ask.Hidden = append(d.ask.Hidden, views.Hidden{Name: k, Value: v[0]})
	}
	d.ask.Lead = d.scene.commandLine(cmd)
	return d.done("facts", d.scene.factsTitle(cmd, d.q.Get(askFree) != ""))
}

// free is the address at which the lists and places of the command are filled in by hand:
// the legal commands are but a sample where a field is a list or a place.
func (d *drill) free() string {
	kind := d.left[0].cmd.Kind()
	for _, o := range d.left {
		if o.cmd.Kind() != kind {
			return ""
		}
	}
	open := false
	for _, f := range d.left[0].fields {
		if _, asked := d.scene.factOf(d.left[0], f); asked || !d.scene.form().wants(f.Member) {
			continue
		}
		if f.Composed() {
			open = true
		} else if _, order := grouped(d.left, func(o offer) string { return o.value(f.Name) }); len(order) > 1 && !f.Facts {
			return "" // that is to be chosen first
		}
	}
	if !open {
		return ""
	}
	return d.scene.with(d.set(askFree, "1"))
}

// factsTitle says what is to be stated about a command.
func (s *Scene) factsTitle(c rules.Command, free bool) string {
	if free && s.Setup.Mode != rules.Board {
		return s.kindName(c.Kind())
	}
	if k := s.Game.ID + ".facts." + c.Kind(); s.Book.Has(k) {
		return s.Book.SayMap(k, s.figures(c))
	}
	if s.Setup.Mode == rules.Board {
		return s.kindName(c.Kind())
	}
	return s.Book.Say("fight.state-facts")
}

func (s *Scene) kindName(kind string) string {
	return s.say(nil, "command."+kind+".name", "command."+kind, kind)
}

func (s *Scene) kindNote(kind string) string { return s.noteOn("command." + kind) }

// picked is the game's sentence for a value of a field that may be chosen, "" when it has none.
func (s *Scene) picked(c rules.Command, field, value string) string {
	for _, k := range []string{".pick." + c.Kind() + "." + field + "." + value, ".pick." + c.Kind() + "." + field} {
		if k = s.Game.ID + k; s.Book.Has(k) {
			return s.Book.SayMap(k, s.figures(c))
		}
	}
	return ""
}

// valueNote is what the game tells about a value of a field of a kind of command.
func (s *Scene) valueNote(kind, field, value string) string {
	if note := s.noteOn("command." + kind + "." + field + "." + value); note != "" {
		return note
	}
	if text := s.view.Texts[value].In(s.Book.Lang); text != "" && s.view.Kinds[value] != "" {
		return s.Book.Say("fight.kind-text", "kind", s.word(s.view.Kinds[value]), "text", text)
	}
	return s.view.Texts[value].In(s.Book.Lang)
}

// noteOn is the game's note on something, if it has one.
func (s *Scene) noteOn(on string) string {
	if k := s.Game.ID + "." + on + ".note"; s.Book.Has(k) {
		return s.Book.Say(k)
	}
	return ""
}

// commandLine says a command as a sentence.
