package arbiter

import (
	"slices"
	"strconv"
	"strings"

	"oriflamme/campaign"
	"oriflamme/campaign/web/form"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	arbiterviews "oriflamme/views/arbiter"
)

const (
	blankEffectRows = 3      // number of empty rows in the form of a correction
	landByRule      = "rule" // the region goes to whom the rules give it
)

// An effectRow is one effect of a battle in the form of a correction; a row that names nobody is empty. What is wrong with it is
// said above the form, because the rows are folded away.
type effectRow struct {
	Who    string `form:"deed.#.who"`
	What   string `form:"deed.#.what"`
	Amount *int   `form:"deed.#.amount" in:"-10000..10000"`
}

// rowsOfEffects returns each effect of a battle, and a few empty rows.
func rowsOfEffects(b *campaign.Battle) []effectRow {
	var rows []effectRow
	for _, e := range b.Effects {
		rows = append(rows, effectRow{effectSubject(e.Seat, e.Unit), site.EffectKind(e), &e.Amount})
	}
	one := 1
	return append(rows, slices.Repeat([]effectRow{{Amount: &one}}, blankEffectRows)...)
}

// landsTaken returns who got each region at stake by the last correction, or landByRule.
func landsTaken(st *campaign.State, b *campaign.Battle) []campaign.ID {
	lands := slices.Repeat([]campaign.ID{landByRule}, len(b.Stakes))
	for _, l := range site.LastCorrection(st, b).Lands {
		if i := slices.Index(b.Stakes, l.Region); i >= 0 {
			lands[i] = l.To
		}
	}
	return lands
}

// effectInputs returns the rows with which the arbiter corrects the effects of a battle, and the regions that were at stake.
func effectInputs(f views.Frame, v site.Visit, b *campaign.Battle, camp *campaign.Campaign, inputs *form.Form) (effects []arbiterviews.EffectRow, lands []arbiterviews.RegionRow) {
	if b.Status != campaign.Final || b.Result.Forfeit {
		return nil, nil
	}
	kinds := effectKindOptions(f, v, camp)
	whom := []views.Option{{Text: f.Say("correct.deed_none")}}
	for seat, list := range b.RosterSnapshots {
		side := site.RosterName(v.State, b.Seats[seat])
		whom = append(whom, views.Option{Value: effectSubject(rules.Seat(seat), ""), Text: f.Say("conduct.whole", "name", side)})
		for _, u := range list.Units {
			whom = append(whom, views.Option{Value: effectSubject(rules.Seat(seat), u.ID), Text: f.Say("schedule.side", "name", u.Name, "player", side)})
		}
	}
	for i := range len(b.Effects) + blankEffectRows {
		name := "deed." + strconv.Itoa(i)
		row := arbiterviews.EffectRow{Amount: inputs.Field(name + ".amount")}
		row.Who, row.Whom = inputs.Choice(name+".who", whom)
		row.What, row.Kinds = inputs.Choice(name+".what", kinds)
		row.Who.Label, row.What.Label, row.Amount.Label = f.Say("correct.deed_who"), f.Say("correct.what"), f.Say("conduct.amount")
		effects = append(effects, row)
	}
	holders := []views.Option{{Value: landByRule, Text: f.Say("correct.land_rule")}, {Text: f.Say("map.free")}}
	for _, side := range b.Seats {
		holders = append(holders, views.Option{Value: side, Text: site.RosterName(v.State, side)})
	}
	for i, id := range b.Stakes {
		if region := camp.Map.Region(id); region != nil {
			var row arbiterviews.RegionRow
			row.Field, row.Holders = inputs.Choice("land."+strconv.Itoa(i), holders)
			row.Field.Label = region.Name
			lands = append(lands, row)
		}
	}
	return effects, lands
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

// effects returns the effects and regions that the form states; nil for what it leaves unchanged.
func (in rulingFields) effects(st *campaign.State, b *campaign.Battle) (effects []rules.Effect, lands []campaign.RegionAward, err error) {
	if len(in.Effects) > 0 {
		effects = []rules.Effect{}
	}
	known := slices.Clone(b.Effects)
	for _, row := range in.Effects {
		if row.Who == "" {
			continue
		}
		seat, unit, _ := strings.Cut(row.Who, " ")
		n, err := strconv.Atoi(seat)
		if err != nil {
			return nil, nil, site.NotANumber("seat")
		}
		if row.Amount == nil {
			return nil, nil, site.NotANumber("amount")
		}
		kind, key, _ := strings.Cut(row.What, " ")
		e := rules.Effect{Seat: rules.Seat(n), Unit: unit, Kind: rules.EffectKind(kind), Key: key, Amount: *row.Amount}
		if i := slices.IndexFunc(known, func(was rules.Effect) bool { return sameEffect(was, e) }); i >= 0 {
			e = known[i] // keep the rule that granted it
			known = slices.Delete(known, i, i+1)
		}
		effects = append(effects, e)
	}
	// A further correction must repeat the effects of the last one.
	if slices.Equal(effects, b.Effects) && site.LastCorrection(st, b).Effects == nil {
		effects = nil
	}
	for i, to := range in.Lands[:min(len(in.Lands), len(b.Stakes))] {
		if to != landByRule {
			lands = append(lands, campaign.RegionAward{Region: b.Stakes[i], To: to})
		}
	}
	return effects, lands, nil
}

func sameEffect(a, b rules.Effect) bool {
	return a.Seat == b.Seat && a.Unit == b.Unit && site.EffectKind(a) == site.EffectKind(b) && a.Amount == b.Amount
}

// hiddenEffects keeps the values of the form in the preview. It also sends what the correction removes, so that the form, when a
// refusal shows it again, does not add what the battle has now.
func hiddenEffects(body campaign.Correct, b *campaign.Battle) []views.Option {
	var all []views.Option
	for i, e := range body.Effects {
		name := "deed." + strconv.Itoa(i)
		all = append(all, views.Option{Value: name + ".who", Text: effectSubject(e.Seat, e.Unit)}, views.Option{Value: name + ".what", Text: site.EffectKind(e)},
			views.Option{Value: name + ".amount", Text: strconv.Itoa(e.Amount)})
	}
	if body.Effects != nil {
		for i := len(body.Effects); i < max(1, len(b.Effects)); i++ {
			all = append(all, views.Option{Value: "deed." + strconv.Itoa(i) + ".who"})
		}
	}
	for i, id := range b.Stakes {
		to := campaign.ID(landByRule)
		for _, l := range body.Lands {
			if l.Region == id {
				to = l.To
			}
		}
		all = append(all, views.Option{Value: "land." + strconv.Itoa(i), Text: to})
	}
	return all
}
