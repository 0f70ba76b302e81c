package site

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"oriflamme/campaign"
	"oriflamme/campaign/pairing"
	"oriflamme/content/phrases"
	"oriflamme/rules"
	"oriflamme/views"
)

// CaseLink returns the link to the page where the visitor may rule on a battle or correct its result, or nil when they may not.
func CaseLink(book *phrases.Catalog, v Visit, b *campaign.Battle) *views.Action {
	var body campaign.Body = campaign.Rule{Battle: b.ID}
	text := book.Say("arbiter.rule")
	if b.Result != nil {
		body, text = campaign.Correct{Battle: b.ID}, book.Say("arbiter.amend")
	}
	if v.Member == nil || !v.Can(campaign.KindRule) || !v.State.MayDo(v.Actor, body) {
		return nil
	}
	return &views.Action{Icon: "scales", Text: text, URL: CaseURL(v, b)}
}

// BattleLine returns the row of a battle in a list.
func BattleLine(f views.Frame, v Visit, b *campaign.Battle) views.BattleLine {
	st := v.State
	line := views.BattleLine{Title: BattleTitle(f, st, b), Text: BattleText(f, st, b), URL: BattleURL(v.Club, b.ID), Tag: PhaseTag(f, b)}
	if b.Status == campaign.Scheduled {
		line.At = b.At
	}
	for _, id := range b.Seats {
		if r := st.Rosters[id]; r != nil {
			line.Sides = append(line.Sides, views.SideEmblem{Emblem: RosterEmblem(r), Name: r.List.Name})
		}
	}
	return line
}

// BattleTitle returns a battle's number and place, such as "15. Gué-du-Loup", or else its sides.
func BattleTitle(f views.Frame, st *campaign.State, b *campaign.Battle) string {
	title := strconv.Itoa(b.Number) + ". "
	camp := st.Campaigns[b.Campaign]
	for i, id := range b.Stakes {
		if r := camp.Map.Region(id); r != nil {
			if i > 0 {
				title += ", "
			}
			title += r.Name
		}
	}
	if len(b.Stakes) == 0 {
		title += f.Say("battle.versus", "a", RosterName(st, b.Seats[0]), "b", RosterName(st, b.Seats[1]))
	}
	return title
}

// BattleText says who has beaten whom, or who plays whom.
func BattleText(f views.Frame, st *campaign.State, b *campaign.Battle) string {
	name := func(i int) string { return PlayerNames(st, st.Rosters[b.Seats[i]]) }
	switch {
	case b.Result != nil && len(b.Seats) > 2 && b.Result.Winner == rules.Nobody:
		return f.Say("battle.drawn_all", "sides", SideNames(st, b))
	case b.Result != nil && len(b.Seats) > 2:
		var others []string
		for i, id := range b.Seats {
			if rules.Seat(i) != b.Result.Winner {
				others = append(others, RosterName(st, id))
			}
		}
		return f.Say("battle.beat_all", "a", RosterName(st, b.Seats[b.Result.Winner]), "others", strings.Join(others, ", "))
	case b.Result == nil || len(b.Seats) != 2:
		text := f.Say("battle.versus", "a", name(0), "b", name(1))
		if len(b.Seats) > 2 {
			text = SideNames(st, b)
		}
		if b.Table != "" {
			text += ", " + f.Say("battle.table", "table", b.Table)
		}
		return text
	case b.Result.Forfeit && b.Result.Winner == rules.Nobody:
		return f.Say("battle.forfeit_none", "a", name(0), "b", name(1))
	case b.Result.Forfeit:
		return f.Say("battle.forfeit", "a", name(int(b.Result.Winner)), "b", name(1-int(b.Result.Winner)))
	case b.Result.Winner == rules.Nobody:
		return f.Say("battle.drawn", "a", name(0), "b", name(1), "score", ScoreSuffix(f, b.Result.Scores, 0))
	}
	w := int(b.Result.Winner)
	text := f.Say("battle.beat", "a", name(w), "b", name(1-w), "score", ScoreSuffix(f, b.Result.Scores, w))
	for _, cap := range b.Captures {
		if r := st.Campaigns[b.Campaign].Map.Region(cap.Region); r != nil {
			text += " " + f.Say("battle.took", "land", r.Name)
		}
	}
	return text
}

// ScoreSuffix returns the scores of two sides, that of seat first, as ", 9 à 4", or "" when there are none.
func ScoreSuffix(f views.Frame, scores []int, seat int) string {
	if len(scores) != 2 {
		return ""
	}
	return f.Say("battle.score", "a", scores[seat], "b", scores[1-seat])
}

func PhaseTag(f views.Frame, b *campaign.Battle) *views.Tag {
	t := views.Tag{Icon: "clock", Text: f.Say("phase." + string(b.Status))}
	switch b.Status {
	case campaign.Scheduled:
		if IsUnderway(b) {
			t = views.Tag{Icon: "swords", Text: f.Say("phase.underway"), Tone: "alert"}
		}
	case campaign.Reported:
		t.Icon = "hourglass"
	case campaign.Disputed:
		t.Icon, t.Tone = "scales", "alert"
	case campaign.Confirmed, campaign.Ruled:
		t.Icon = "ribbon"
	case campaign.Final:
		t.Icon, t.Tone = "check", "good"
	}
	return &t
}

// CostLines describes the costs of a pairing.
func CostLines(f views.Frame, charges []pairing.Cost, bye bool) []string {
	var lines []string
	for _, charge := range charges {
		key, n := "draw.cost_"+string(charge.Level), charge.Amount
		if charge.Level == pairing.Gap {
			if bye {
				key, n = "draw.cost_gap_bye", n/2
			}
			n = int(math.Round(math.Sqrt(float64(n)))) // this cost is the square of the gap
		}
		lines = append(lines, f.Say(key, "n", n))
	}
	return lines
}

// PairingText says how a battle's pairing was drawn, or "" when people arranged it.
func PairingText(f views.Frame, b *campaign.Battle) string {
	if b.DrawInfo == nil {
		return ""
	}
	parts := []string{f.Say("draw.method_" + string(b.DrawInfo.Method))}
	if b.DrawInfo.Fixed {
		parts = []string{f.Say("draw.fixed")}
	}
	lines := CostLines(f, b.DrawInfo.Costs, false)
	if len(lines) == 0 {
		lines = []string{f.Say("draw.no_blemish")}
	}
	return f.Say("draw.paired", "how", strings.Join(parts, " "), "bill", strings.Join(lines, f.Say("draw.and")))
}

// IsCorrected reports whether the result in force of a battle is a correction.
func IsCorrected(st *campaign.State, b *campaign.Battle) bool {
	return b.Result != nil && (b.Corrected != nil || b.Ruling != nil && st.Amended[int64(b.Ruling.ActNo)] != 0)
}

const LocalTime = "2006-01-02T15:04" // the format of <input type="datetime-local">

// ByTable compares battles by table: 2 before 10, and battles without a table last.
func ByTable(a, b *campaign.Battle) int {
	x, errX := strconv.Atoi(a.Table)
	y, errY := strconv.Atoi(b.Table)
	if errX == nil && errY == nil {
		return cmp.Compare(x, y)
	}
	if (a.Table == "") != (b.Table == "") {
		return strings.Compare(b.Table, a.Table)
	}
	return strings.Compare(a.Table, b.Table)
}
