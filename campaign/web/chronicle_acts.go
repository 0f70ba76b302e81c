package web

import (
	"strings"

	"oriflamme/campaign"
	"oriflamme/views"
)

// A chapterKind is what ?only= of the chronicle keeps; "" is kept by none.
type chapterKind string

const (
	onlyStories     chapterKind = "stories"
	onlyBattles     chapterKind = "battles"
	onlyLands       chapterKind = "lands"
	onlyHonours     chapterKind = "honours"
	onlyCorrections chapterKind = "corrections"
)

// chapterKinds are all of them in the order in which they are offered; "" shows everything.
var chapterKinds = []chapterKind{"", onlyStories, onlyBattles, onlyLands, onlyHonours, onlyCorrections}

// An actRow is how a kind of act is told.
type actRow struct {
	only   chapterKind
	icon   string
	battle bool        // the line has the number of the battle, and how it ended follows when the act ended it
	tell   actSentence // nil when there is no line of its own
	why    bool        // everybody may read its reason with the news of it
}

// An actSentence writes the line of an act; false when it is not worth one.
type actSentence func(t teller, e campaign.Entry, line *views.Event) bool

// actRows has one row for every kind of act.
var actRows = map[campaign.Kind]actRow{
	campaign.KindFound:  {},
	campaign.KindClub:   {},
	campaign.KindJoin:   {},
	campaign.KindMember: {},
	campaign.KindLeave:  {},
	campaign.KindForget: {},

	campaign.KindCampaign: {icon: "banner", tell: told(teller.began)},
	campaign.KindSettings: {icon: "scales", tell: told(teller.settings)},
	campaign.KindRound:    {},
	campaign.KindBye:      {},
	campaign.KindHonours:  {icon: "ribbon", tell: told(teller.catalogue)},
	campaign.KindGrant:    {only: onlyHonours, icon: "ribbon", tell: told(teller.granted), why: true},
	campaign.KindCredit:   {icon: "scales", tell: told(teller.credited), why: true},
	campaign.KindSheet:    {},

	campaign.KindMap:      {},
	campaign.KindRegion:   {only: onlyLands, icon: "map", tell: told(teller.given), why: true},
	campaign.KindGarrison: {only: onlyLands, icon: "tower", tell: told(teller.garrisoned)},

	campaign.KindRoster:  {icon: "shield", tell: told(teller.rosterEntered)},
	campaign.KindRevise:  {icon: "quill", tell: told(teller.revised)},
	campaign.KindRetire:  {icon: "cross", tell: told(teller.retired)},
	campaign.KindReturn:  {icon: "undo", tell: told(teller.returned)},
	campaign.KindSitOut:  {only: onlyBattles, icon: "calendar", tell: told(teller.satOut)},
	campaign.KindCompany: {icon: "players", tell: told(teller.company)},

	campaign.KindSchedule:  {only: onlyBattles, battle: true},
	campaign.KindDraw:      {only: onlyBattles, icon: "pairing", tell: told(teller.drawn)},
	campaign.KindMove:      {only: onlyBattles, battle: true},
	campaign.KindPropose:   {only: onlyBattles, battle: true},
	campaign.KindAgree:     {only: onlyBattles, battle: true},
	campaign.KindStand:     {only: onlyBattles, battle: true},
	campaign.KindChallenge: {icon: "swords", tell: told(teller.challenged)},
	campaign.KindRespond:   {icon: "swords", tell: told(teller.responded)},
	campaign.KindLapse:     {icon: "swords", tell: says("chronicle.dare_closed")},

	campaign.KindOpen:      {only: onlyBattles, battle: true},
	campaign.KindClock:     {only: onlyBattles, battle: true},
	campaign.KindLend:      {only: onlyBattles, battle: true},
	campaign.KindReport:    {only: onlyBattles, battle: true},
	campaign.KindConfirm:   {only: onlyBattles, battle: true},
	campaign.KindSilence:   {only: onlyBattles, battle: true, icon: "hourglass", tell: told(teller.silent)},
	campaign.KindConcede:   {only: onlyBattles, battle: true},
	campaign.KindAftermath: {only: onlyBattles, battle: true},

	campaign.KindDispute: {only: onlyBattles, battle: true, icon: "scales", tell: says("chronicle.disputed")},
	campaign.KindExhibit: {only: onlyBattles, battle: true, icon: "scales", tell: says("chronicle.exhibited")},
	campaign.KindClaim:   {only: onlyBattles, battle: true, icon: "scales", tell: says("chronicle.claimed")},
	campaign.KindAnswer:  {only: onlyBattles, battle: true, icon: "scales", tell: says("chronicle.answered"), why: true},
	campaign.KindRule:    {only: onlyBattles, battle: true, icon: "scales", tell: says("chronicle.ruled"), why: true},
	campaign.KindAppeal:  {only: onlyBattles, battle: true, icon: "quill", tell: says("chronicle.appealed")},
	campaign.KindDismiss: {only: onlyBattles, battle: true, icon: "scales", tell: says("chronicle.dismissed")},
	campaign.KindCorrect: {only: onlyBattles, battle: true, icon: "undo", tell: says("chronicle.corrected"), why: true},
	campaign.KindVoid:    {only: onlyCorrections, icon: "undo", tell: told(teller.voided), why: true},

	campaign.KindStory:   {only: onlyStories, tell: told(teller.story)},
	campaign.KindComment: {only: onlyBattles, battle: true},
}

// says is a sentence of nothing but who did it and why.
func says(key string) actSentence {
	return func(t teller, e campaign.Entry, line *views.Event) bool {
		line.Text = t.f.Say(key, "by", t.by(e.Act), "why", e.Act.Why)
		return true
	}
}

// told is a sentence about the body of an act.
func told[B campaign.Body](tell func(t teller, a campaign.Act, b B, line *views.Event) bool) actSentence {
	return func(t teller, e campaign.Entry, line *views.Event) bool {
		b, ok := e.Body.(B)
		return ok && tell(t, e.Act, b, line)
	}
}

func (t teller) by(a campaign.Act) string { return memberName(t.v.state, a.By) }

func (t teller) began(a campaign.Act, b campaign.NewCampaign, line *views.Event) bool {
	line.Text = t.f.Say("chronicle.began", "name", b.Settings.Name, "by", t.by(a))
	return true
}

func (t teller) settings(a campaign.Act, b campaign.EditCampaign, line *views.Event) bool {
	changed := t.changed(t.v.state.SettingsBefore(a.No, t.camp.ID), b.Settings)
	line.Text = t.because(t.f.Say("chronicle.rules", "by", t.by(a), "what", changed), a)
	return changed != ""
}

// because adds the reason of an act to its line.
func (t teller) because(text string, a campaign.Act) string {
	if a.Why != "" {
		text += " " + a.Why
	}
	return text
}

func (t teller) catalogue(a campaign.Act, b campaign.SetHonours, line *views.Event) bool {
	line.Text = t.f.Say("chronicle.catalogue", "by", t.by(a), "n", len(b.Honours))
	line.URL, line.Link = campaignURL(t.v.club, t.camp.ID)+"/honours", t.f.Say("honours.title")
	return true
}

func (t teller) granted(a campaign.Act, b campaign.Grant, line *views.Event) bool {
	if b.What == campaign.EffectHonour {
		line.Ribbon = b.Key
	}
	line.Text = t.f.Say("chronicle.granted", "what", t.mark(b.What, b.Key, b.Name, b.Amount), "name", t.unit(b.Roster, b.Unit), "by", t.by(a))
	return true
}

func (t teller) credited(a campaign.Act, b campaign.Credit, line *views.Event) bool {
	line.Text = t.f.Say("chronicle.credited", "name", t.side(b.Roster), "n", b.Points, "by", t.by(a), "why", a.Why)
	return true
}

func (t teller) given(a campaign.Act, b campaign.SetRegion, line *views.Event) bool {
	line.Text = t.f.Say("chronicle.given", "land", t.land(b.Region), "name", t.side(b.Owner), "by", t.by(a))
	return true
}

func (t teller) garrisoned(a campaign.Act, b campaign.Garrison, line *views.Event) bool {
	line.Text = t.f.Say("chronicle.garrison", "land", t.land(b.Region), "n", len(b.Units), "by", t.by(a))
	return true
}

func (t teller) rosterEntered(a campaign.Act, b campaign.NewRoster, line *views.Event) bool {
	st := t.v.state
	line.Text = t.f.Say("chronicle.entered", "name", b.List.Name, "by", memberName(st, b.Member))
	r := st.Rosters[b.Roster]
	if a.By != b.Member && (r == nil || !r.PlayedBy(a.By)) {
		line.Text = t.f.Say("chronicle.entered_for", "name", b.List.Name, "who", t.f.Say("behalf.for_by", "name", memberName(st, b.Member), "by", t.by(a)))
	}
	if r != nil {
		line.URL, line.Link = rosterURL(t.v.club, b.Roster), t.f.Say("chronicle.roster")
	}
	return true
}

func (t teller) revised(a campaign.Act, b campaign.ReviseRoster, line *views.Event) bool {
	line.Text = t.f.Say("chronicle.revised", "name", t.side(b.Roster), "by", t.by(a))
	r := t.v.state.Rosters[b.Roster]
	if r != nil && !r.PlayedBy(a.By) {
		line.Text = t.f.Say("chronicle.revised_for", "name", t.side(b.Roster), "who", t.f.Say("behalf.for_by", "name", memberName(t.v.state, r.Member), "by", t.by(a)))
	}
	line.Text = t.because(line.Text, a)
	if r != nil {
		line.URL, line.Link = rosterURL(t.v.club, b.Roster)+"/versions", t.f.Say("versions.title")
	}
	return true
}

func (t teller) retired(a campaign.Act, b campaign.RetireRoster, line *views.Event) bool {
	line.Text = t.f.Say("chronicle.retired", "name", t.side(b.Roster))
	if freed := t.camp.FreedBy(a.No); len(freed) > 0 {
		var names []string
		for _, region := range freed {
			names = append(names, region.Name)
		}
		line.Text += " " + t.f.Say("chronicle.freed", "n", len(names), "lands", strings.Join(names, ", "))
	}
	return true
}

func (t teller) returned(_ campaign.Act, b campaign.ReturnRoster, line *views.Event) bool {
	line.Text = t.f.Say("chronicle.returned", "name", t.side(b.Roster))
	return true
}

func (t teller) satOut(_ campaign.Act, b campaign.SitOut, line *views.Event) bool {
	key := "chronicle.away"
	if b.Back {
		key = "chronicle.present"
	}
	line.Text = t.f.Say(key, "name", t.side(b.Roster), "n", b.Round)
	return true
}

func (t teller) company(_ campaign.Act, b campaign.SetCompany, line *views.Event) bool {
	st := t.v.state
	r := st.Rosters[b.Roster]
	if r == nil {
		return false
	}
	names := []string{memberName(st, r.Member)}
	for _, id := range b.Allies {
		names = append(names, memberName(st, id))
	}
	line.Text = t.f.Say("chronicle.company", "name", t.side(b.Roster), "players", strings.Join(names, ", "), "n", len(names))
	return true
}

func (t teller) drawn(a campaign.Act, b campaign.DrawRound, line *views.Event) bool {
	line.Text = t.f.Say("chronicle.drawn", "round", b.Round, "n", len(b.Games), "how", t.f.Say("draw.method_"+string(b.Method)), "by", t.by(a))
	return true
}

func (t teller) challenged(_ campaign.Act, b campaign.RaiseDare, line *views.Event) bool {
	line.Text = t.f.Say("chronicle.dared", "a", t.side(b.From), "b", t.side(b.To))
	return true
}

func (t teller) responded(a campaign.Act, b campaign.AnswerDare, line *views.Event) bool {
	key := "chronicle.dare_declined"
	if b.Accept {
		key = "chronicle.dare_accepted"
	}
	line.Text = t.f.Say(key, "by", t.by(a))
	return true
}

func (t teller) silent(_ campaign.Act, _ campaign.Silence, line *views.Event) bool {
	line.Text = t.f.Say("chronicle.silence", "n", t.camp.Settings.Silence)
	return true
}

func (t teller) voided(a campaign.Act, b campaign.Void, line *views.Event) bool {
	line.Title, line.Text = t.f.Say("chronicle.correction"), t.f.Say("chronicle.voided", "n", int(b.Acts[0]), "why", a.Why)
	return true
}

func (t teller) story(a campaign.Act, b campaign.PostStory, line *views.Event) bool {
	by := t.f.Say("chronicle.story", "by", t.by(a))
	if battle := t.v.state.Battles[b.Battle]; battle != nil {
		by = t.f.Say("chronicle.story_battle", "by", t.by(a), "n", battle.Number)
	}
	line.Story = &views.Story{Title: b.Title, By: by, Arms: memberArms(t.v.state, a.By), HTML: prose(b.Text, t.base+imagesURL(t.v.club, t.camp.ID))}
	return true
}
