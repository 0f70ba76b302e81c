package scene

import (
	"net/url"

	"oriflamme/rules"
	"oriflamme/views"
)

func (s *Scene) sides() []views.BattleSide {
	var all []views.BattleSide
	for _, v := range s.view.Sides {
		side := views.BattleSide{Name: v.Name, Score: v.Score, Mine: s.plays(v.Seat), ToAct: v.Seat == s.view.ToAct}
		for _, c := range v.Counters {
			label := s.say(map[string]string{"n": itoa(c.Value)}, "counter."+c.Key, c.Key)
			side.Counters = append(side.Counters, views.BattleCounter{Label: label, Value: c.Value, Faces: c.Faces})
		}
		for _, c := range v.Cards {
			card := views.BattleCard{Down: c.Down}
			if !c.Down {
				card.Name, card.Worth = s.word(c.Name), c.Worth
				switch {
				case c.Names != nil:
					card.Name, card.Text = c.Names.In(s.Book.Lang), c.Texts.In(s.Book.Lang)
				case c.Text != "":
					card.Text = s.say(nil, "card."+c.Text, c.Text)
				}
				if c.Type != "" {
					card.Kind, card.Type = c.Type, s.say(nil, "card-type."+c.Type, "value."+c.Type, c.Type)
				}
			}
			side.Cards = append(side.Cards, card)
		}
		all = append(all, side)
	}
	return all
}

// forces lists the units of every side; those that the question lets the person
// choose are links.
func (s *Scene) forces(q url.Values, a views.Ask) []views.Force {
	links := map[string]string{}
	for _, u := range a.Units {
		links[u.ID] = u.Href
	}
	acting, aimed := s.atHand(q)
	var all []views.Force
	for _, side := range s.view.Sides {
		f := views.Force{Name: side.Name, Mine: s.plays(side.Seat)}
		for _, u := range s.view.Units {
			if u.Seat != side.Seat || u.Of != "" {
				continue
			}
			l := s.line(u)
			l.Href, l.Acting, l.Aimed = links[u.ID], u.ID == acting, u.ID == aimed
			if u.Gone {
				f.Gone = append(f.Gone, l)
			} else {
				f.Units = append(f.Units, l)
			}
		}
		all = append(all, f)
	}
	return all
}

// atHand finds the unit that the command at hand is about, and its target.
func (s *Scene) atHand(q url.Values) (acting, aimed string) {
	note := func(id string, by rules.Seat) {
		u, ok := s.unitByID(id)
		switch {
		case ok && u.Seat == by && acting == "":
			acting = id
		case ok && u.Seat != by && aimed == "":
			aimed = id
		}
	}
	if s.Pending != nil {
		for _, id := range unitFields(s.Pending.Command) {
			note(id, s.Pending.Command.By())
		}
		return acting, aimed
	}
	for _, vs := range q {
		for _, id := range vs {
			note(id, s.view.ToAct)
		}
	}
	return acting, aimed
}

func (s *Scene) unitByID(id string) (rules.UnitView, bool) {
	for _, u := range s.view.Units {
		if u.ID == id {
			return u, true
		}
	}
	return rules.UnitView{}, false
}

func (s *Scene) unitLine(id string) views.UnitLine {
	if u, ok := s.unitByID(id); ok {
		return s.line(u)
	}
	return views.UnitLine{ID: id, Name: s.names[id]}
}

func (s *Scene) line(u rules.UnitView) views.UnitLine {
	l := views.UnitLine{ID: u.ID, Name: u.Name, Type: s.typeOf(u), Ready: u.Ready}
	for _, t := range u.Tags {
		l.Tags = append(l.Tags, s.say(nil, "tag."+t, "value."+t, t))
	}
	for _, t := range u.Tracks {
		l.Tracks = append(l.Tracks, views.TrackLine{Label: s.say(nil, "track."+t.Key, t.Key), Named: t.Key != "wounds", Now: t.Now, Max: t.Max})
	}
	for _, t := range u.Tokens {
		l.Tokens = append(l.Tokens, views.TokenLine{Label: s.say(nil, "token."+t.Key, t.Key), N: t.Value})
	}
	for _, col := range u.Grid {
		var boxes views.GridColumn
		for n, key := range col.Boxes {
			b := views.GridBox{Filled: n < col.Filled}
			if key != "" {
				b.System = s.say(nil, "system."+key, key)
				b.Letter = initial(b.System)
			}
			boxes = append(boxes, b)
		}
		l.Grid = append(l.Grid, boxes)
	}
	for _, st := range u.Stats {
		l.Stats = append(l.Stats, views.StatLine{Label: s.say(nil, "stat."+st.Key, st.Key), Value: s.stat(st)})
	}
	return l
}
