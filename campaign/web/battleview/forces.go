package battleview

import (
	"net/url"

	"oriflamme/rules"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

func (s *Presenter) sides() []playviews.BattleSide {
	var all []playviews.BattleSide
	for _, v := range s.view.Sides {
		side := playviews.BattleSide{Name: v.Name, Score: v.Score, Mine: s.plays(v.Seat), ToAct: v.Seat == s.view.ToAct}
		for _, c := range v.Counters {
			label := s.phrase(map[string]string{"n": formatInt(c.Value)}, "counter."+c.Key, c.Key)
			side.Counters = append(side.Counters, playviews.BattleCounter{Label: label, Value: c.Value, Faces: c.Faces})
		}
		for _, c := range v.Cards {
			card := playviews.BattleCard{Down: c.FaceDown}
			if !c.FaceDown {
				card.Name, card.Points = s.word(c.Name), c.Worth
				switch {
				case c.Names != nil:
					card.Name, card.Text = c.Names.In(s.Catalog.Lang), c.Texts.In(s.Catalog.Lang)
				case c.Text != "":
					card.Text = s.phrase(nil, "card."+c.Text, c.Text)
				}
				if c.Type != "" {
					card.Kind, card.Type = c.Type, s.phrase(nil, "card-type."+c.Type, "value."+c.Type, c.Type)
				}
			}
			side.Cards = append(side.Cards, card)
		}
		all = append(all, side)
	}
	return all
}

// forces lists the units of every side. Units that the person may choose are links.
func (s *Presenter) forces(q url.Values, a playviews.Ask) []playviews.Force {
	links := map[string]string{}
	for _, u := range a.Units {
		links[u.ID] = u.Href
	}
	acting, aimed := s.unitsOfCommand(q)
	var all []playviews.Force
	for _, side := range s.view.Sides {
		f := playviews.Force{Name: side.Name, Mine: s.plays(side.Seat)}
		for _, u := range s.view.Units {
			if u.Seat != side.Seat || u.ListedWith != "" {
				continue
			}
			l := s.unitLineOf(u)
			l.Href, l.Acting, l.Targeted = links[u.ID], u.ID == acting, u.ID == aimed
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

// unitsOfCommand returns the unit that the current command is about, and its target.
func (s *Presenter) unitsOfCommand(q url.Values) (acting, aimed string) {
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

func (s *Presenter) unitByID(id string) (rules.UnitView, bool) {
	for _, u := range s.view.Units {
		if u.ID == id {
			return u, true
		}
	}
	return rules.UnitView{}, false
}

func (s *Presenter) unitLine(id string) playviews.UnitLine {
	if u, ok := s.unitByID(id); ok {
		return s.unitLineOf(u)
	}
	return playviews.UnitLine{ID: id, Name: s.names[id]}
}

func (s *Presenter) unitLineOf(u rules.UnitView) playviews.UnitLine {
	l := playviews.UnitLine{ID: u.ID, Name: u.Name, Type: s.unitType(u), Ready: u.Ready}
	for _, t := range u.Tags {
		l.Tags = append(l.Tags, s.phrase(nil, "tag."+t, "value."+t, t))
	}
	for _, t := range u.Tracks {
		l.Tracks = append(l.Tracks, playviews.TrackLine{Label: s.phrase(nil, "track."+t.Key, t.Key), Named: t.Key != "wounds", Now: t.Now, Max: t.Max})
	}
	for _, t := range u.Tokens {
		l.Tokens = append(l.Tokens, playviews.TokenLine{Label: s.phrase(nil, "token."+t.Key, t.Key), N: t.Value})
	}
	for _, col := range u.Grid {
		var boxes playviews.GridColumn
		for n, key := range col.Boxes {
			b := playviews.GridBox{Filled: n < col.Filled}
			if key != "" {
				b.System = s.phrase(nil, "system."+key, key)
				b.Letter = initial(b.System)
			}
			boxes = append(boxes, b)
		}
		l.Grid = append(l.Grid, boxes)
	}
	for _, st := range u.Stats {
		l.Stats = append(l.Stats, views.StatLine{Label: s.phrase(nil, "stat."+st.Key, st.Key), Value: s.stat(st)})
	}
	return l
}
