package roster

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	rosterviews "oriflamme/views/roster"
)

// choices returns the questions that the game asks about the list, without the points limit if the campaign sets it.
func (d *draft) choices() []rules.Choice {
	if d.game == nil || d.game.Choices == nil {
		return nil
	}
	return slices.DeleteFunc(d.game.Choices(d.list), func(q rules.Choice) bool {
		return q.Unit == "" && q.Field == d.game.PointsField && d.camp.Settings.Limit > 0
	})
}

func choiceField(q rules.Choice) string {
	if q.Unit == "" {
		return "choice." + q.Field
	}
	return "choice." + q.Field + "." + q.Unit
}

// readChoices reads the answers of the form into the game's own data of the list.
func (d *draft) readChoices(c echo.Context) {
	extra := d.extraMembers()
	form, _ := c.FormParams()
	for _, q := range d.choices() {
		key := form.Get(choiceField(q))
		switch {
		case !form.Has(choiceField(q)):
			continue
		case q.Multiple:
			setPicks(extra, q, form[choiceField(q)])
			continue
		case q.MaxText > 0:
			key = strings.TrimSpace(key)
		case key != "" && !slices.ContainsFunc(q.Picks, func(p rules.Pick) bool { return p.Key == key }):
			continue
		}
		var value any = key
		if n, err := strconv.Atoi(key); err == nil && q.Number {
			value = n
		}
		at, name := extra, q.Field
		if q.Unit != "" {
			at, name = subObject(extra, q.Field), q.Unit
		}
		if key == "" {
			delete(at, name)
		} else {
			at[name] = value
		}
	}
	d.writeExtra(extra)
}

// setPicks stores the picks that were ticked, and keeps values of the list that the question does not ask about.
func setPicks(extra map[string]any, q rules.Choice, ticked []string) {
	asked := func(key string) bool {
		return slices.ContainsFunc(q.Picks, func(p rules.Pick) bool { return p.Key == key })
	}
	kept := slices.DeleteFunc(slices.Clone(q.Selected), asked)
	for _, p := range q.Picks {
		if slices.Contains(ticked, p.Key) {
			kept = append(kept, p.Key)
		}
	}
	if len(kept) == 0 {
		delete(extra, q.Field)
	} else {
		extra[q.Field] = kept
	}
}

// dropStaleChoices removes choices about units that have left the list.
func (d *draft) dropStaleChoices() {
	if d.game == nil || d.game.Choices == nil {
		return
	}
	here := map[string]bool{}
	for _, u := range d.list.Units {
		here[u.ID] = true
	}
	extra := d.extraMembers()
	for name := range extra {
		list, is := extra[name].(map[string]any)
		if !is {
			continue
		}
		for id, value := range list {
			if text, says := value.(string); !here[id] || says && d.removed[text] {
				delete(list, id)
			}
		}
	}
	d.writeExtra(extra)
}

// extraMembers returns the game's own data of the list, which may be anything.
func (d *draft) extraMembers() map[string]any {
	extra := map[string]any{}
	if json.Unmarshal(d.list.Extra, &extra) != nil || extra == nil {
		return map[string]any{}
	}
	return extra
}

func subObject(extra map[string]any, name string) map[string]any {
	list, is := extra[name].(map[string]any)
	if !is {
		list = map[string]any{}
		extra[name] = list
	}
	return list
}

func (d *draft) writeExtra(extra map[string]any) {
	if d.game == nil || d.game.Choices == nil {
		return
	}
	if raw, err := json.Marshal(extra); err == nil {
		d.list.Extra, d.extra = raw, string(raw)
	}
}

// listChoices returns the questions about the whole list: those that every list needs, and those that few need.
func (s *Handlers) listChoices(c echo.Context, d *draft) (all, rare []rosterviews.BuilderChoice) {
	for _, q := range d.choices() {
		switch {
		case q.Unit != "":
		case q.Rare:
			rare = append(rare, s.choiceModel(c, d, q))
		default:
			all = append(all, s.choiceModel(c, d, q))
		}
	}
	return all, rare
}

// showsRare reports whether the questions that few lists need are open: somebody has opened or answered them.
func (d *draft) showsRare() bool {
	return d.in.Rare != "" || slices.ContainsFunc(d.choices(), func(q rules.Choice) bool { return q.Rare && (q.Current != "" || len(q.Selected) > 0) })
}

// entryChoices fills in the questions about a unit, and its points, which follow from the answers.
func (s *Handlers) entryChoices(c echo.Context, d *draft, e *rosterviews.BuilderEntry) []rosterviews.BuilderChoice {
	var all []rosterviews.BuilderChoice
	for _, q := range d.choices() {
		if q.Unit != e.ID {
			continue
		}
		all = append(all, s.choiceModel(c, d, q))
		for _, p := range q.Picks {
			if p.Key == q.Current && p.Points > 0 {
				e.Points = p.Points
			}
		}
	}
	return all
}

// choiceModel returns a question in words.
func (s *Handlers) choiceModel(c echo.Context, d *draft, q rules.Choice) rosterviews.BuilderChoice {
	book := site.CatalogOf(c)
	names, rule := site.UnitNames(d.list), s.RuleLink(book.Lang, d.game.ID)
	line := rosterviews.BuilderChoice{Field: views.Field{Name: choiceField(q), Label: site.GamePhrase(book, d.game.ID, "choice."+q.Field)}, Many: q.Multiple, Words: q.MaxText > 0}
	if hint := d.game.ID + ".choice-hint." + q.Field; book.Has(hint) {
		line.Field.Hint = book.Say(hint)
	}
	if line.Words {
		line.Field.Value, line.Field.Max = q.Current, q.MaxText
		return line
	}
	if q.Current == "" && !q.Multiple {
		line.Options = append(line.Options, rosterviews.BuilderPick{Option: views.Option{Text: site.GamePhrase(book, d.game.ID, "pick.none"), Chosen: true}})
	}
	for _, p := range q.Picks {
		o := rosterviews.BuilderPick{Option: views.Option{Value: p.Key, Text: p.Key, Chosen: p.Key == q.Current || slices.Contains(q.Selected, p.Key)}}
		if p.Rule != "" {
			o.Rule = views.RuleRef{ID: p.Rule, URL: rule(p.Rule)}
		}
		switch phrase := d.game.ID + ".pick." + q.Field; {
		case p.Unit != "":
			o.Text = names[p.Unit]
		case book.Has(phrase + "." + p.Key):
			o.Text = book.Say(phrase + "." + p.Key)
		case book.Has(phrase):
			var with []any
			for name, value := range p.With {
				with = append(with, name, value)
			}
			o.Text = book.Say(phrase, with...)
		}
		line.Options = append(line.Options, o)
	}
	return line
}
