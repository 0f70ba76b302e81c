package web

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/rules"
	"oriflamme/views"
)

// choices are the questions that the game asks of the list, but for the limit of
// points where the campaign sets it.
func (d *draft) choices() []rules.Choice {
	if d.game == nil || d.game.Choices == nil {
		return nil
	}
	return slices.DeleteFunc(d.game.Choices(d.list), func(q rules.Choice) bool {
		return q.Unit == "" && q.Field == d.game.Limit && d.camp.Settings.Limit > 0
	})
}

func choiceField(q rules.Choice) string {
	if q.Unit == "" {
		return "choice." + q.Field
	}
	return "choice." + q.Field + "." + q.Unit
}

// settle takes the answers of the form into the list's own part.
func (d *draft) settle(c echo.Context) {
	extra := d.members()
	form, _ := c.FormParams()
	for _, q := range d.choices() {
		key := c.FormValue(choiceField(q))
		if !form.Has(choiceField(q)) || key != "" && !slices.ContainsFunc(q.Picks, func(p rules.Pick) bool { return p.Key == key }) {
			continue
		}
		var value any = key
		if n, err := strconv.Atoi(key); err == nil && q.Number {
			value = n
		}
		at, name := extra, q.Field
		if q.Unit != "" {
			at, name = object(extra, q.Field), q.Unit
		}
		if key == "" {
			delete(at, name)
		} else {
			at[name] = value
		}
	}
	d.keep(extra)
}

// tidy forgets what was chosen of units that have left the list.
func (d *draft) tidy() {
	if d.game == nil || d.game.Choices == nil {
		return
	}
	here := map[string]bool{}
	for _, u := range d.list.Units {
		here[u.ID] = true
	}
	extra := d.members()
	for name := range extra {
		list, is := extra[name].(map[string]any)
		if !is {
			continue
		}
		for id, value := range list {
			if text, says := value.(string); !here[id] || says && d.gone[text] {
				delete(list, id)
			}
		}
	}
	d.keep(extra)
}

// members reads the list's own part, which may be anything.
func (d *draft) members() map[string]any {
	extra := map[string]any{}
	if json.Unmarshal(d.list.Extra, &extra) != nil || extra == nil {
		return map[string]any{}
	}
	return extra
}

func object(extra map[string]any, name string) map[string]any {
	list, is := extra[name].(map[string]any)
	if !is {
		list = map[string]any{}
		extra[name] = list
	}
	return list
}

func (d *draft) keep(extra map[string]any) {
	if d.game == nil || d.game.Choices == nil {
		return
	}
	if raw, err := json.Marshal(extra); err == nil {
		d.list.Extra, d.extra = raw, string(raw)
	}
}

// listChoices are the questions about the whole list.
func (s *site) listChoices(c echo.Context, d *draft) []views.BuilderChoice {
	var all []views.BuilderChoice
	for _, q := range d.choices() {
		if q.Unit == "" {
			all = append(all, d.asked(c, q))
		}
	}
	return all
}

// entryChoices are those about a unit, whose points follow the answer.
func (s *site) entryChoices(c echo.Context, d *draft, e *views.BuilderEntry) []views.BuilderChoice {
	var all []views.BuilderChoice
	for _, q := range d.choices() {
		if q.Unit != e.ID {
			continue
		}
		all = append(all, d.asked(c, q))
		for _, p := range q.Picks {
			if p.Key == q.Now && p.Points > 0 {
				e.Points = p.Points
			}
		}
	}
	return all
}

// asked puts a question into words.
func (d *draft) asked(c echo.Context, q rules.Choice) views.BuilderChoice {
	book := bookOf(c)
	names := unitNames(d.list)
	line := views.BuilderChoice{Field: views.Field{Name: choiceField(q), Label: gamePhrase(book, d.game.ID, "choice."+q.Field)}}
	if q.Now == "" {
		line.Options = append(line.Options, views.Option{Text: gamePhrase(book, d.game.ID, "pick.none"), Chosen: true})
	}
	for _, p := range q.Picks {
		o := views.Option{Value: p.Key, Text: p.Key, Chosen: p.Key == q.Now}
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
