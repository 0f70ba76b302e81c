package league

import (
	"strings"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	leagueviews "oriflamme/views/league"
)

// A chapterKind is a kind of lines that ?only= of the chronicle keeps; "" is kept by none.
type chapterKind string

const (
	onlyStories     chapterKind = "stories"
	onlyBattles     chapterKind = "battles"
	onlyLands       chapterKind = "lands"
	onlyHonours     chapterKind = "honours"
	onlyCorrections chapterKind = "corrections"
)

// chapterKinds are all kinds in display order; "" shows everything.
var chapterKinds = []chapterKind{"", onlyStories, onlyBattles, onlyLands, onlyHonours, onlyCorrections}

// An actRow says how the chronicle describes a kind of act.
type actRow struct {
	only   chapterKind
	icon   string
	battle bool         // the line shows the number of the battle, followed by its result if the act ended it
	tell   actDescriber // nil if the act has no line of its own
}

// An actDescriber writes the line of an act. It returns false for an act that is not worth one.
type actDescriber func(t chronicleDescriber, e campaign.Entry, line *leagueviews.ChronicleEvent) bool

// actRows has one row for every kind of act.
var actRows = map[campaign.Kind]actRow{
	campaign.KindFound:  {},
	campaign.KindClub:   {},
	campaign.KindJoin:   {},
	campaign.KindMember: {},
	campaign.KindLeave:  {},
	campaign.KindForget: {},

	campaign.KindCampaign: {icon: "banner", tell: typedAct(chronicleDescriber.describeCampaignStart)},
	campaign.KindSettings: {icon: "scales", tell: typedAct(chronicleDescriber.describeSettings)},
	campaign.KindRound:    {},
	campaign.KindBye:      {},
	campaign.KindHonours:  {icon: "ribbon", tell: typedAct(chronicleDescriber.describeHonourCatalogue)},
	campaign.KindGrant:    {only: onlyHonours, icon: "ribbon", tell: typedAct(chronicleDescriber.describeGrant)},
	campaign.KindCredit:   {icon: "scales", tell: typedAct(chronicleDescriber.describeCredit)},
	campaign.KindSheet:    {},

	campaign.KindMap:      {},
	campaign.KindRegion:   {only: onlyLands, icon: "map", tell: typedAct(chronicleDescriber.describeRegion)},
	campaign.KindGarrison: {only: onlyLands, icon: "tower", tell: typedAct(chronicleDescriber.describeGarrison)},

	campaign.KindRoster:      {icon: "shield", tell: typedAct(chronicleDescriber.describeRoster)},
	campaign.KindRevise:      {icon: "quill", tell: typedAct(chronicleDescriber.describeRevision)},
	campaign.KindRetire:      {icon: "cross", tell: typedAct(chronicleDescriber.describeRetirement)},
	campaign.KindReturn:      {icon: "undo", tell: typedAct(chronicleDescriber.describeReturn)},
	campaign.KindSitOut:      {only: onlyBattles, icon: "calendar", tell: typedAct(chronicleDescriber.describeSitOut)},
	campaign.KindSidePlayers: {icon: "players", tell: typedAct(chronicleDescriber.describeSidePlayers)},

	campaign.KindSchedule:   {only: onlyBattles, battle: true},
	campaign.KindDraw:       {only: onlyBattles, icon: "pairing", tell: typedAct(chronicleDescriber.describeDraw)},
	campaign.KindMove:       {only: onlyBattles, battle: true},
	campaign.KindPropose:    {only: onlyBattles, battle: true},
	campaign.KindAgree:      {only: onlyBattles, battle: true},
	campaign.KindSubstitute: {only: onlyBattles, battle: true},
	campaign.KindChallenge:  {icon: "swords", tell: typedAct(chronicleDescriber.describeChallenge)},
	campaign.KindRespond:    {icon: "swords", tell: typedAct(chronicleDescriber.describeChallengeAnswer)},
	campaign.KindLapse:      {icon: "swords", tell: phrase("chronicle.dare_closed")},

	campaign.KindOpen:        {only: onlyBattles, battle: true},
	campaign.KindClock:       {only: onlyBattles, battle: true},
	campaign.KindLend:        {only: onlyBattles, battle: true},
	campaign.KindReport:      {only: onlyBattles, battle: true},
	campaign.KindConfirm:     {only: onlyBattles, battle: true},
	campaign.KindAutoConfirm: {only: onlyBattles, battle: true, icon: "hourglass", tell: typedAct(chronicleDescriber.describeAutoConfirm)},
	campaign.KindConcede:     {only: onlyBattles, battle: true},
	campaign.KindAftermath:   {only: onlyBattles, battle: true},

	campaign.KindDispute:  {only: onlyBattles, battle: true, icon: "scales", tell: phrase("chronicle.disputed")},
	campaign.KindEvidence: {only: onlyBattles, battle: true, icon: "scales", tell: phrase("chronicle.exhibited")},
	campaign.KindClaim:    {only: onlyBattles, battle: true, icon: "scales", tell: phrase("chronicle.claimed")},
	campaign.KindAnswer:   {only: onlyBattles, battle: true, icon: "scales", tell: phrase("chronicle.answered")},
	campaign.KindRule:     {only: onlyBattles, battle: true, icon: "scales", tell: phrase("chronicle.ruled")},
	campaign.KindAppeal:   {only: onlyBattles, battle: true, icon: "quill", tell: phrase("chronicle.appealed")},
	campaign.KindDismiss:  {only: onlyBattles, battle: true, icon: "scales", tell: phrase("chronicle.dismissed")},
	campaign.KindCorrect:  {only: onlyBattles, battle: true, icon: "undo", tell: phrase("chronicle.corrected")},
	campaign.KindVoid:     {only: onlyCorrections, icon: "undo", tell: typedAct(chronicleDescriber.describeVoid)},

	campaign.KindStory:   {only: onlyStories, tell: typedAct(chronicleDescriber.describeStory)},
	campaign.KindComment: {only: onlyBattles, battle: true},
}

// phrase returns a describer of a sentence that says only who did the act and why.
func phrase(key string) actDescriber {
	return func(t chronicleDescriber, e campaign.Entry, line *leagueviews.ChronicleEvent) bool {
		line.Text = t.f.Say(key, "by", t.authorName(e.Act), "why", e.Act.Why)
		return true
	}
}

// typedAct returns a describer that gets the body of the act.
func typedAct[B campaign.Body](tell func(t chronicleDescriber, a campaign.Act, b B, line *leagueviews.ChronicleEvent) bool) actDescriber {
	return func(t chronicleDescriber, e campaign.Entry, line *leagueviews.ChronicleEvent) bool {
		b, ok := e.Body.(B)
		return ok && tell(t, e.Act, b, line)
	}
}

func (d chronicleDescriber) authorName(a campaign.Act) string {
	return site.MemberName(d.v.State, a.By)
}

func (d chronicleDescriber) describeCampaignStart(a campaign.Act, b campaign.NewCampaign, line *leagueviews.ChronicleEvent) bool {
	line.Text = d.f.Say("chronicle.began", "name", b.Settings.Name, "by", d.authorName(a))
	return true
}

func (d chronicleDescriber) describeSettings(a campaign.Act, b campaign.EditCampaign, line *leagueviews.ChronicleEvent) bool {
	changed := d.settingsChanges(d.v.State.SettingsBefore(a.No, d.camp.ID), b.Settings)
	line.Text = d.withReason(d.f.Say("chronicle.rules", "by", d.authorName(a), "what", changed), a)
	return changed != ""
}

// withReason adds the reason of an act to its line.
func (d chronicleDescriber) withReason(text string, a campaign.Act) string {
	if a.Why != "" {
		text += " " + a.Why
	}
	return text
}

func (d chronicleDescriber) describeHonourCatalogue(a campaign.Act, b campaign.SetHonours, line *leagueviews.ChronicleEvent) bool {
	line.Text = d.f.Say("chronicle.catalogue", "by", d.authorName(a), "n", len(b.Honours))
	line.URL, line.Link = site.CampaignURL(d.v.Club, d.camp.ID)+"/honours", d.f.Say("honours.title")
	return true
}

func (d chronicleDescriber) describeGrant(a campaign.Act, b campaign.Grant, line *leagueviews.ChronicleEvent) bool {
	if b.What == rules.EffectHonour {
		line.Ribbon = b.Key
	}
	line.Text = d.f.Say("chronicle.granted", "what", d.markName(b.What, b.Key, b.Name, b.Amount), "name", d.unitName(b.Roster, b.Unit), "by", d.authorName(a))
	return true
}

func (d chronicleDescriber) describeCredit(a campaign.Act, b campaign.Credit, line *leagueviews.ChronicleEvent) bool {
	line.Text = d.f.Say("chronicle.credited", "name", d.sideName(b.Roster), "n", b.Points, "by", d.authorName(a), "why", a.Why)
	return true
}

func (d chronicleDescriber) describeRegion(a campaign.Act, b campaign.SetRegion, line *leagueviews.ChronicleEvent) bool {
	line.Text = d.f.Say("chronicle.given", "land", d.regionName(b.Region), "name", d.sideName(b.Owner), "by", d.authorName(a))
	return true
}

func (d chronicleDescriber) describeGarrison(a campaign.Act, b campaign.Garrison, line *leagueviews.ChronicleEvent) bool {
	line.Text = d.f.Say("chronicle.garrison", "land", d.regionName(b.Region), "n", len(b.Units), "by", d.authorName(a))
	return true
}

func (d chronicleDescriber) describeRoster(a campaign.Act, b campaign.NewRoster, line *leagueviews.ChronicleEvent) bool {
	st := d.v.State
	line.Text = d.f.Say("chronicle.entered", "name", b.List.Name, "by", site.MemberName(st, b.Member))
	r := st.Rosters[b.Roster]
	if a.By != b.Member && (r == nil || !r.PlayedBy(a.By)) {
		line.Text = d.f.Say("chronicle.entered_for", "name", b.List.Name, "who", d.f.Say("behalf.for_by", "name", site.MemberName(st, b.Member), "by", d.authorName(a)))
	}
	if r != nil {
		line.URL, line.Link = site.RosterURL(d.v.Club, b.Roster), d.f.Say("chronicle.roster")
	}
	return true
}

func (d chronicleDescriber) describeRevision(a campaign.Act, b campaign.ReviseRoster, line *leagueviews.ChronicleEvent) bool {
	line.Text = d.f.Say("chronicle.revised", "name", d.sideName(b.Roster), "by", d.authorName(a))
	r := d.v.State.Rosters[b.Roster]
	if r != nil && !r.PlayedBy(a.By) {
		line.Text = d.f.Say("chronicle.revised_for", "name", d.sideName(b.Roster), "who", d.f.Say("behalf.for_by", "name", site.MemberName(d.v.State, r.Member), "by", d.authorName(a)))
	}
	line.Text = d.withReason(line.Text, a)
	if r != nil {
		line.URL, line.Link = site.RosterURL(d.v.Club, b.Roster)+"/versions", d.f.Say("versions.title")
	}
	return true
}

func (d chronicleDescriber) describeRetirement(a campaign.Act, b campaign.RetireRoster, line *leagueviews.ChronicleEvent) bool {
	line.Text = d.f.Say("chronicle.retired", "name", d.sideName(b.Roster))
	if freed := d.camp.RegionsFreedBy(a.No); len(freed) > 0 {
		var names []string
		for _, region := range freed {
			names = append(names, region.Name)
		}
		line.Text += " " + d.f.Say("chronicle.freed", "n", len(names), "lands", strings.Join(names, ", "))
	}
	return true
}

func (d chronicleDescriber) describeReturn(_ campaign.Act, b campaign.ReturnRoster, line *leagueviews.ChronicleEvent) bool {
	line.Text = d.f.Say("chronicle.returned", "name", d.sideName(b.Roster))
	return true
}

func (d chronicleDescriber) describeSitOut(_ campaign.Act, b campaign.SitOut, line *leagueviews.ChronicleEvent) bool {
	key := "chronicle.away"
	if b.Back {
		key = "chronicle.present"
	}
	line.Text = d.f.Say(key, "name", d.sideName(b.Roster), "n", b.Round)
	return true
}

func (d chronicleDescriber) describeSidePlayers(_ campaign.Act, b campaign.SetSidePlayers, line *leagueviews.ChronicleEvent) bool {
	st := d.v.State
	r := st.Rosters[b.Roster]
	if r == nil {
		return false
	}
	names := []string{site.MemberName(st, r.Member)}
	for _, id := range b.Allies {
		names = append(names, site.MemberName(st, id))
	}
	line.Text = d.f.Say("chronicle.company", "name", d.sideName(b.Roster), "players", strings.Join(names, ", "), "n", len(names))
	return true
}

func (d chronicleDescriber) describeDraw(a campaign.Act, b campaign.DrawRound, line *leagueviews.ChronicleEvent) bool {
	line.Text = d.f.Say("chronicle.drawn", "round", b.Round, "n", len(b.Games), "how", d.f.Say("draw.method_"+string(b.Method)), "by", d.authorName(a))
	return true
}

func (d chronicleDescriber) describeChallenge(_ campaign.Act, b campaign.RaiseChallenge, line *leagueviews.ChronicleEvent) bool {
	line.Text = d.f.Say("chronicle.dared", "a", d.sideName(b.From), "b", d.sideName(b.To))
	return true
}

func (d chronicleDescriber) describeChallengeAnswer(a campaign.Act, b campaign.AnswerChallenge, line *leagueviews.ChronicleEvent) bool {
	key := "chronicle.dare_declined"
	if b.Accept {
		key = "chronicle.dare_accepted"
	}
	line.Text = d.f.Say(key, "by", d.authorName(a))
	return true
}

func (d chronicleDescriber) describeAutoConfirm(_ campaign.Act, _ campaign.AutoConfirm, line *leagueviews.ChronicleEvent) bool {
	line.Text = d.f.Say("chronicle.silence", "n", d.camp.Settings.AutoConfirmDays)
	return true
}

func (d chronicleDescriber) describeVoid(a campaign.Act, b campaign.Void, line *leagueviews.ChronicleEvent) bool {
	line.Title, line.Text = d.f.Say("chronicle.correction"), d.f.Say("chronicle.voided", "n", int(b.Acts[0]), "why", a.Why)
	return true
}

func (d chronicleDescriber) describeStory(a campaign.Act, b campaign.PostStory, line *leagueviews.ChronicleEvent) bool {
	by := d.f.Say("chronicle.story", "by", d.authorName(a))
	if battle := d.v.State.Battles[b.Battle]; battle != nil {
		by = d.f.Say("chronicle.story_battle", "by", d.authorName(a), "n", battle.Number)
	}
	line.Story = &leagueviews.Story{Title: b.Title, By: by, Emblem: site.MemberEmblem(d.v.State, a.By), HTML: site.RenderMarkdown(b.Text, d.imageBase+site.CampaignImagesURL(d.v.Club, d.camp.ID))}
	return true
}
