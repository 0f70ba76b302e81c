package arbiter

import (
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	arbiterviews "oriflamme/views/arbiter"
)

// blankEffectRows is the number of empty rows in the form of a correction.
const blankEffectRows = 3

// effectRows returns the rows with which the arbiter corrects the effects of a battle: each effect, a few empty rows, and the
// regions that were at stake.
func effectRows(f views.Frame, v site.Visit, b *campaign.Battle, camp *campaign.Campaign) (deeds []arbiterviews.EffectRow, lands []arbiterviews.RegionRow) {
	if b.Status != campaign.Final || b.Result.Forfeit {
		return nil, nil
	}
	what := effectKindOptions(f, v, camp)
	for i := range len(b.Effects) + blankEffectRows {
		e := rules.Effect{Seat: rules.Nobody, Amount: 1}
		if i < len(b.Effects) {
			e = b.Effects[i]
		}
		name := "deed." + strconv.Itoa(i)
		row := arbiterviews.EffectRow{
			Who: views.Field{Name: name + ".who", Label: f.Say("correct.deed_who")}, What: views.Field{Name: name + ".what", Label: f.Say("correct.what")},
			Amount: views.Field{Name: name + ".amount", Type: "number", Label: f.Say("conduct.amount"), Value: strconv.Itoa(e.Amount), Min: "-10000", Upto: "10000"},
		}
		row.Whom = []views.Option{{Text: f.Say("correct.deed_none")}}
		for seat, list := range b.RosterSnapshots {
			side := site.RosterName(v.State, b.Seats[seat])
			row.Whom = append(row.Whom, views.Option{Value: effectSubject(rules.Seat(seat), ""), Text: f.Say("conduct.whole", "name", side), Chosen: e.Seat == rules.Seat(seat) && e.Unit == ""})
			for _, u := range list.Units {
				row.Whom = append(row.Whom, views.Option{Value: effectSubject(rules.Seat(seat), u.ID), Text: f.Say("schedule.side", "name", u.Name, "player", side), Chosen: e.Seat == rules.Seat(seat) && e.Unit == u.ID})
			}
		}
		for _, o := range what {
			o.Chosen = o.Value == site.EffectKind(e)
			row.Kinds = append(row.Kinds, o)
		}
		deeds = append(deeds, row)
	}
	taken := site.LastCorrection(v.State, b).Lands
	for i, id := range b.Stakes {
		region := camp.Map.Region(id)
		if region == nil {
			continue
		}
		row := arbiterviews.RegionRow{Field: views.Field{Name: "land." + strconv.Itoa(i), Label: region.Name}, Holders: []views.Option{{Value: "rule", Text: f.Say("correct.land_rule")}, {Text: f.Say("map.free")}}}
		for _, side := range b.Seats {
			row.Holders = append(row.Holders, views.Option{Value: side, Text: site.RosterName(v.State, side)})
		}
		for _, l := range taken {
			for k := range row.Holders {
				row.Holders[k].Chosen = l.Region == id && row.Holders[k].Value == l.To
			}
		}
		lands = append(lands, row)
	}
	return deeds, lands
}

func effectSubject(seat rules.Seat, unit string) string { return strconv.Itoa(int(seat)) + " " + unit }

// effectKindOptions returns the kinds of effects, each with the keys that the campaign, its game and its battles know.
func effectKindOptions(f views.Frame, v site.Visit, camp *campaign.Campaign) []views.Option {
	game := camp.Settings.Game
	var all []views.Option
	add := func(kind rules.EffectKind, key, text string) {
		value := strings.TrimSpace(string(kind) + " " + key)
		if !slices.ContainsFunc(all, func(o views.Option) bool { return o.Value == value }) {
			all = append(all, views.Option{Value: value, Text: text})
		}
	}
	for _, kind := range site.KeylessEffects {
		add(kind, "", f.Say("conduct.kind_"+string(kind)))
	}
	mark := func(kind rules.EffectKind, key string) {
		name := site.MarkName(f.Catalog, game, kind, campaign.Mark{Key: key})
		if kind == rules.EffectResource {
			name = site.GainName(f.Catalog, game, kind, key)
		}
		add(kind, key, f.Say("correct.deed_of", "kind", f.Say("conduct.kind_"+string(kind)), "name", name))
	}
	for _, b := range v.State.BattlesOf(camp.ID) {
		for _, e := range b.Effects {
			if e.Key != "" && !slices.Contains(site.KeylessEffects, e.Kind) {
				mark(e.Kind, e.Key)
			}
		}
	}
	for _, h := range camp.Honours {
		add(rules.EffectHonour, h.Key, f.Say("correct.deed_of", "kind", f.Say("conduct.kind_honour"), "name", site.HonourName(f, camp, h)))
	}
	for _, kind := range []rules.EffectKind{rules.EffectScar, rules.EffectResource} {
		prefix := game + "." + string(kind) + "."
		for _, key := range f.Catalog.KeysUnder(prefix) {
			if key = strings.TrimPrefix(key, prefix); !strings.Contains(key, ".") {
				mark(kind, key)
			}
		}
	}
	return all
}

// readCorrectedEffects reads the effects and regions of the form; nil for what it leaves unchanged.
func readCorrectedEffects(c echo.Context, st *campaign.State, b *campaign.Battle) (effects []rules.Effect, lands []campaign.RegionAward, err error) {
	form, err := c.FormParams()
	if err != nil {
		return nil, nil, err
	}
	if form.Has("deed.0.who") {
		effects = []rules.Effect{}
	}
	for i := 0; form.Has("deed." + strconv.Itoa(i) + ".who"); i++ {
		name := "deed." + strconv.Itoa(i)
		seat, unit, ok := strings.Cut(form.Get(name+".who"), " ")
		if !ok {
			continue // an empty row
		}
		n, err := strconv.Atoi(seat)
		if err != nil {
			return nil, nil, site.NotANumber("seat")
		}
		e := rules.Effect{Seat: rules.Seat(n), Unit: unit}
		kind, key, _ := strings.Cut(form.Get(name+".what"), " ")
		e.Kind, e.Key = rules.EffectKind(kind), key
		if e.Amount, err = strconv.Atoi(form.Get(name + ".amount")); err != nil {
			return nil, nil, site.NotANumber("amount")
		}
		if i < len(b.Effects) && sameEffect(b.Effects[i], e) {
			e = b.Effects[i] // keep the rule that granted it
		}
		effects = append(effects, e)
	}
	// A further correction must repeat the effects of the last one.
	if slices.Equal(effects, b.Effects) && site.LastCorrection(st, b).Effects == nil {
		effects = nil
	}
	for i, id := range b.Stakes {
		name := "land." + strconv.Itoa(i)
		if to := form.Get(name); form.Has(name) && to != "rule" {
			lands = append(lands, campaign.RegionAward{Region: id, To: to})
		}
	}
	return effects, lands, nil
}

func sameEffect(a, b rules.Effect) bool {
	return a.Seat == b.Seat && a.Unit == b.Unit && site.EffectKind(a) == site.EffectKind(b) && a.Amount == b.Amount
}

// hiddenEffects keeps the values of the form in the preview.
func hiddenEffects(body campaign.Correct, stakes []campaign.ID) []views.Option {
	var all []views.Option
	for i, e := range body.Effects {
		name := "deed." + strconv.Itoa(i)
		all = append(all, views.Option{Value: name + ".who", Text: effectSubject(e.Seat, e.Unit)}, views.Option{Value: name + ".what", Text: site.EffectKind(e)},
			views.Option{Value: name + ".amount", Text: strconv.Itoa(e.Amount)})
	}
	if body.Effects != nil && len(body.Effects) == 0 {
		all = append(all, views.Option{Value: "deed.0.who"})
	}
	for i, id := range stakes {
		for _, l := range body.Lands {
			if l.Region == id {
				all = append(all, views.Option{Value: "land." + strconv.Itoa(i), Text: l.To})
			}
		}
	}
	return all
}
