package campaign

import (
	"slices"
	"time"
)

// A Story is a member's tale of a campaign or a battle.
type Story struct {
	Campaign, Battle ID // Battle may be ""
	By               ID
	At               time.Time
	Title, Text      string // Text is Markdown
	Lang             string
	ActNo            ActNo
}

// A Remark is a comment on an act.
type Remark struct {
	On    ActNo
	By    ID
	At    time.Time
	Text  string
	ActNo ActNo
}

// PostStory tells a tale.
type PostStory struct {
	Campaign ID     `json:"campaign"`
	Battle   ID     `json:"battle"`
	Title    string `json:"title"`
	Text     string `json:"text"` // Markdown; images of the club by their name: ![a bridge](image:1f...)
	Lang     string `json:"lang"`
}

// Kind is "story".
func (PostStory) Kind() Kind { return KindStory }

func (b PostStory) subject() Subject {
	return Subject{Campaign: b.Campaign, Battle: b.Battle, staleKey: b.Campaign}
}

// ownedBy: every player may tell a story.
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

// Comment remarks on an act in force.
type Comment struct {
	On   int64  `json:"on"`
	Text string `json:"text"`
}

// Kind is "comment".
func (Comment) Kind() Kind { return KindComment }

func (b Comment) subject() Subject { return Subject{act: b.On, staleKey: neverStale} }

// ownedBy: every member may remark on an act.
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
