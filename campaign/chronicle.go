package campaign

import (
	"context"
	"regexp"
	"slices"
	"sync"
	"time"
)

// An Entry is an act in a chronicle and what it is about.
type Entry struct {
	Act                 Act
	Body                Body // the body in force: that of the last amendment, if there is one
	VoidedBy, AmendedBy int64
	Subject             // Campaign is also set if the body names only a battle or a roster
}

// Chronicle returns the acts of a campaign, or of the whole club for "", latest first.
// Acts that are not in force any more are included.
func (s *State) Chronicle(campaign ID) []Entry {
	campaignOf := s.campaignsByID()
	var all []Entry
	for i := len(s.Acts) - 1; i >= 0; i-- {
		e := s.entry(s.Acts[i], campaignOf)
		if campaign == "" || e.Campaign == campaign {
			all = append(all, e)
		}
	}
	return all
}

// ChronicleOf returns the acts about a battle or a roster, latest first.
func (s *State) ChronicleOf(thing ID) []Entry {
	return slices.DeleteFunc(s.Chronicle(""), func(e Entry) bool { return e.Battle != thing && e.Roster != thing })
}

// campaignsByID maps every roster and battle, voided ones included, to its campaign.
func (s *State) campaignsByID() map[ID]ID {
	campaignOf := map[ID]ID{}
	for i := range s.Acts {
		if b, ok := s.Acts[i].Body.(NewRoster); ok {
			campaignOf[b.Roster] = b.Campaign
		}
		for _, b := range ArrangedBattles(s.Acts[i].Body) {
			campaignOf[b.Battle] = b.Campaign
		}
	}
	return campaignOf
}

func (s *State) entry(a Act, campaignOf map[ID]ID) Entry {
	e := Entry{Act: a, Body: a.Body, VoidedBy: s.Voided[a.No], AmendedBy: s.Amended[a.No]}
	if by, ok := s.Act(e.AmendedBy); ok {
		e.Body = by.Body
	}
	e.Subject = e.Body.subject()
	if on, ok := s.Act(e.act); ok && on.No < a.No {
		e.Subject = s.entry(on, campaignOf).Subject
	}
	for _, thing := range []ID{e.Battle, e.Roster} {
		if e.Campaign == "" && thing != "" {
			e.Campaign = campaignOf[thing]
		}
	}
	return e
}

// A Story is a text that a member wrote about a campaign or a battle.
type Story struct {
	Campaign, Battle ID // Battle may be ""
	By               ID
	At               time.Time
	Title, Text      string // Text is Markdown
	Lang             string
	ActNo            ActNo
}

// A Remark is a member's comment on an act.
type Remark struct {
	On    ActNo
	By    ID
	At    time.Time
	Text  string
	ActNo ActNo
}

// PostStory publishes a story.
type PostStory struct {
	Campaign ID     `json:"campaign"`
	Battle   ID     `json:"battle"`
	Title    string `json:"title"`
	Text     string `json:"text"` // Markdown; images of the club by hash: ![a bridge](image:1f...)
	Lang     string `json:"lang"`
}

// Kind returns "story".
func (PostStory) Kind() Kind { return KindStory }

func (b PostStory) subject() Subject {
	return Subject{Campaign: b.Campaign, Battle: b.Battle, staleKey: b.Campaign}
}

// ownedBy is true: every player may publish a story.
func (PostStory) ownedBy(*State, ID) bool { return true }

func (b PostStory) names(_ *State, check nameChecker) { check("title", b.Title) }

func (b PostStory) images() (ID, []string) { return b.Campaign, imageHashesIn(b.Text) }

func (b PostStory) concerns(s *State, m *Member, _ Entry) bool {
	return slices.ContainsFunc(s.RostersBy(m.ID), func(r *Roster) bool { return r.Campaign == b.Campaign })
}

func (b PostStory) apply(f *fold, a *Act) error {
	if f.Campaigns[b.Campaign] == nil {
		return notFound("campaign", "campaign", b.Campaign)
	}
	if o := f.Battles[b.Battle]; b.Battle != "" && (o == nil || o.Campaign != b.Campaign) {
		return notFound("battle", "battle", b.Battle)
	}
	if err := firstError(checkLength("title", b.Title, 1, 120), checkLength("text", b.Text, 1, 40000), checkLanguage(b.Lang)); err != nil {
		return err
	}
	f.Stories = append(f.Stories, Story{b.Campaign, b.Battle, a.By, a.At, b.Title, b.Text, b.Lang, ActNo(a.No)})
	return nil
}

// Comment comments on an act in force.
type Comment struct {
	On   int64  `json:"on"`
	Text string `json:"text"`
}

// Kind returns "comment".
func (Comment) Kind() Kind { return KindComment }

func (b Comment) subject() Subject { return Subject{act: b.On, staleKey: neverStale} }

// ownedBy is true: every member may comment on an act.
func (Comment) ownedBy(*State, ID) bool { return true }

func (b Comment) concerns(s *State, m *Member, _ Entry) bool {
	on, ok := s.Act(b.On)
	return ok && on.By == m.ID
}

func (b Comment) apply(f *fold, a *Act) error {
	on, ok := f.Act(b.On)
	if !ok || on.No >= a.No || f.Voided[b.On] != 0 {
		return notFound("on", "act", "")
	}
	if err := checkLength("text", b.Text, 1, 4000); err != nil {
		return err
	}
	f.Comments = append(f.Comments, Remark{ActNo(b.On), a.By, a.At, b.Text, ActNo(a.No)})
	return nil
}

// A RuleUse is a battle that was played through the engine, with the rules of interest
// that its record names.
type RuleUse struct {
	Battle *Battle
	Rules  []string // sorted
}

// maxBattlesSearched is how many battles of a club RuleUses searches.
const maxBattlesSearched = 100

// RuleUses returns the newest n battles of a game in a club whose finished records name
// rules for which wanted is true. It checks no permission: the caller shows only what
// Can(role, ActionView) allows.
func (s *Service) RuleUses(ctx context.Context, club ID, game string, n int, wanted func(rule string) bool) ([]RuleUse, error) {
	st, err := s.State(ctx, club)
	if err != nil {
		return nil, err
	}
	var uses []RuleUse
	all := st.AllBattles()
	slices.Reverse(all)
	for _, b := range all[:min(len(all), maxBattlesSearched)] {
		inCampaign := st.Campaigns[b.Campaign]
		if len(uses) == n || inCampaign == nil || inCampaign.Settings.Game != game {
			continue
		}
		named, err := s.rulesNamed(ctx, club, b)
		if err != nil {
			return nil, err
		}
		named = slices.DeleteFunc(named, func(rule string) bool { return !wanted(rule) })
		if len(named) > 0 {
			uses = append(uses, RuleUse{b, named})
		}
	}
	return uses, nil
}

// ruleCache remembers the rules that finished records name, by the hash of the record.
type ruleCache struct {
	mu   sync.Mutex
	logs map[string][]string
}

// eventRulePattern finds the rule id of an event in a stored step.
var eventRulePattern = regexp.MustCompile(`"rule":"([A-Za-z0-9-]+)"`)

// rulesNamed returns the rules that the finished parts of a battle name, sorted, in a new slice.
func (s *Service) rulesNamed(ctx context.Context, club ID, b *Battle) ([]string, error) {
	var list []string
	for _, p := range b.EngineParts {
		if p.Record == "" {
			continue
		}
		s.ruleCache.mu.Lock()
		rules, ok := s.ruleCache.logs[p.Record]
		s.ruleCache.mu.Unlock()
		if !ok {
			rows, err := s.steps.Steps(ctx, club, b.ID, p.Part)
			if err != nil {
				return nil, err
			}
			for _, row := range rows {
				for _, m := range eventRulePattern.FindAllSubmatch(row.Line, -1) {
					rules = append(rules, string(m[1]))
				}
			}
			slices.Sort(rules)
			rules = slices.Compact(rules)
			s.ruleCache.mu.Lock()
			s.ruleCache.logs[p.Record] = rules
			s.ruleCache.mu.Unlock()
		}
		list = append(list, rules...)
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}
