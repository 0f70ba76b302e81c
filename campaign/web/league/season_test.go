package league_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules"
)

// A seasonFixture is a league whose players only use the site. The test reads the state to know what they have to do.
type seasonFixture struct {
	*webtest.TestSite
	id, camp string
	owner    *webtest.Browser
	people   map[campaign.ID]*webtest.Browser // by roster
	invite   string
}

func (s *seasonFixture) state() *campaign.State {
	s.T.Helper()
	st, err := s.Service.State(s.T.Context(), s.id)
	if err != nil {
		s.T.Fatal(err)
	}
	return st
}

func (s *seasonFixture) campaignPath(page string) string {
	return "/clubs/" + s.id + "/campaigns/" + s.camp + page
}

// addPlayer lets somebody join the club and enter a side.
func (s *seasonFixture) addPlayer(n int) campaign.ID {
	s.T.Helper()
	r := s.Browser()
	r.Get(s.invite).Submit(s.invite[strings.Index(s.invite, "/join/"):], "name", fmt.Sprintf("Joueur %02d", n)).Want(200, "Bienvenue")
	r.Get(s.campaignPath("/rosters/new")).Submit("/rosters/new", "name", fmt.Sprintf("Bande %02d", n), "save", "1").Want(200)
	id := r.Path[strings.LastIndex(r.Path, "/")+1:]
	if s.state().Rosters[id] == nil {
		s.T.Fatalf("no roster at %s", r.Path)
	}
	s.people[id] = r
	return id
}

func (s *seasonFixture) battlePath(b *campaign.Battle) string {
	return "/clubs/" + s.id + "/battles/" + b.ID
}

// playBattle plays a battle that is then agreed on, or disputed and ruled on.
func (s *seasonFixture) playBattle(b *campaign.Battle, winner int, quarrel bool) {
	s.T.Helper()
	one, two := s.people[b.Seats[0]], s.people[b.Seats[1]]
	scores := [2]string{"4", "4"}
	scores[winner] = "9"
	one.Get(s.battlePath(b)+"/report").Submit("/report", "winner", fmt.Sprint(winner), "score0", scores[0], "score1", scores[1]).Want(200)
	if !quarrel {
		two.Get(s.battlePath(b) + "/report").Submit("/confirm").Want(200)
		return
	}
	two.Get(s.battlePath(b)+"/report").Submit("/report", "winner", fmt.Sprint(1-winner), "score0", scores[1], "score1", scores[0]).Want(200)
	s.owner.Get("/clubs/"+s.id+"/arbiter/battles/"+b.ID).Submit("/arbiter/battles/"+b.ID, "take", "0", "why", "la feuille le dit").Want(200)
}

// TestSeason plays a league of twelve weeks with twenty players, with withdrawals, late entries, no-shows, disputes and a
// voided battle. At the end every battle is final.
func TestSeason(t *testing.T) {
	s := &seasonFixture{TestSite: webtest.NewTestSite(t), people: map[campaign.ID]*webtest.Browser{}}
	s.owner = s.Browser()
	s.owner.Get("/clubs/new").Submit("/clubs", "name", "Ligue du Jeudi", "owner", "Camille").Want(200)
	s.id = strings.TrimPrefix(s.owner.Path, "/clubs/")
	s.owner.Get("/clubs/"+s.id+"/invite").Submit("/invite", "uses", "25", "until", "30").Want(200)
	s.invite = strings.TrimPrefix(s.owner.Page.Find("#address").AttrOr("value", ""), s.Server.URL)
	s.owner.Get("/clubs/"+s.id+"/campaigns/new?preset=swiss").Submit("/campaigns", "name", "Ligue d’hiver", "rounds", "12").Want(200)
	s.camp = s.owner.Path[strings.LastIndex(s.owner.Path, "/")+1:]
	s.owner.Get(s.campaignPath("/settings")).Submit("/settings", "days", "7", "grace", "2").Want(200)
	var first campaign.ID
	for n := range 18 {
		if id := s.addPlayer(n); n == 0 {
			first = id
		}
	}
	for round := 1; round <= 12; round++ {
		if round == 4 { // two late entries, with the points of a draw for each earlier round
			for n := 18; n < 20; n++ {
				id := s.addPlayer(n)
				s.owner.Get(s.campaignPath("/conduct")).Submit("/credits", "credited", id, "points", "3", "why-credit", "entrée à la ronde 4").Want(200, "Points inscrits")
			}
		}
		s.owner.Get(s.campaignPath("/draw")).Submit("/draw", "at", s.Clock().AddDate(0, 0, 1).Format("2006-01-02T15:04")).Want(200, "La ronde est lancée")
		s.playWeek(round, first)
		s.Advance(campaign.RatingPeriod)
	}
	st := s.state()
	played, forfeits, disputes, most := 0, 0, 0, map[string]int{}
	for _, b := range st.BattlesOf(s.camp) {
		if b.Status != campaign.Final {
			t.Errorf("battle %d of round %d is %s", b.Number, b.Round, b.Status)
			continue
		}
		played++
		if b.Result.Forfeit {
			forfeits++
		}
		if b.Ruling != nil {
			disputes++
		}
		pair := min(b.Seats[0], b.Seats[1]) + max(b.Seats[0], b.Seats[1])
		if most[pair]++; most[pair] > 1 {
			t.Errorf("battle %d is a rematch", b.Number)
		}
	}
	if len(st.RostersOf(s.camp)) != 20 || played < 100 || forfeits < 12 || disputes < 12 {
		t.Errorf("%d sides, %d battles, %d forfeits, %d rulings", len(st.RostersOf(s.camp)), played, forfeits, disputes)
	}
	again, err := campaign.Fold(st.Acts)
	if err != nil || again.Hash() != st.Hash() {
		t.Errorf("the season folds to something else: %v", err)
	}
	s.owner.Get(s.campaignPath("/chronicle")).Want(200).WantNot("a phrase is missing in the chronicle", "⟨")
	s.owner.Get(s.campaignPath("/standings")).Want(200)
	t.Logf("%d acts, %d battles, %d forfeits, %d rulings", st.No, played, forfeits, disputes)
}

// playWeek brings every battle of a round to its end: the first is disputed, the second claimed, the third is special.
func (s *seasonFixture) playWeek(round int, first campaign.ID) {
	s.T.Helper()
	var all []*campaign.Battle
	for _, b := range s.state().BattlesOf(s.camp) {
		if b.Round == round {
			all = append(all, b)
		}
	}
	started := s.Clock()
	s.SetClock(started.AddDate(0, 0, 2))
	for i, b := range all {
		two := s.people[b.Seats[1]]
		switch {
		case i == 0:
			s.playBattle(b, round%2, true)
		case i == 1 && round == 8: // not reported until it is overdue
		case i == 1:
			two.Get(s.battlePath(b)+"/arrange").Submit("/claims", "what", "no-show", "reason", "personne à la table").Want(200, "Réclamation envoyée")
			two.Get(s.battlePath(b)+"/arrange").Submit("/concede", "sure", "no").Want(422, "Confirmez")
			s.owner.Get("/waiting").Want(200, "Réclamation")
			s.owner.Get(s.battlePath(b)+"/arrange").Submit("/answer", "why", "vu").Want(200, "Réponse inscrite", "par forfait")
		case i == 2:
			s.specialEvent(b, round)
		default:
			s.playBattle(b, (i+round)%2, false)
		}
	}
	switch round {
	case 3: // the first player withdraws and has no battle left to play
		s.people[first].Get("/clubs/"+s.id+"/rosters/"+first+"/withdraw").Want(200, "0").Submit("/withdraw").Want(200, "C’est noté. Ce qui est joué reste.")
	case 8: // nobody plays it: it is overdue after a week and two days
		b := all[1]
		s.people[b.Seats[0]].Get(s.battlePath(b)+"/arrange").Submit("/claims", "what", "overdue", "reason", "pas encore").Want(409, "jours de grâce")
		s.SetClock(started.AddDate(0, 0, 9).Add(time.Hour))
		s.people[b.Seats[0]].Get(s.battlePath(b)+"/arrange").Submit("/claims", "what", "overdue", "reason", "semaine passée").Want(200)
		s.owner.Get(s.battlePath(b)+"/arrange").Submit("/answer", "answer", "nobody", "why", "ni l’un ni l’autre").Want(200, "partagée par forfait")
	}
	s.SetClock(started)
}

// specialEvent does what happens to one battle of the round only.
func (s *seasonFixture) specialEvent(b *campaign.Battle, round int) {
	s.T.Helper()
	one, two := s.people[b.Seats[0]], s.people[b.Seats[1]]
	switch round {
	case 2:
		two.Get(s.battlePath(b)+"/arrange").Submit("/concede", "sure", "yes").Want(200, "Forfait noté.")
		return
	case 5:
		one.Get(s.battlePath(b)+"/arrange").Submit("/dates", "at", "demain").Want(422)
		one.WantValue("#at", "demain")
		one.Submit("/dates", "at", s.Clock().AddDate(0, 0, 1).Format("2006-01-02T15:04")).Want(200, "Date proposée")
		two.Get("/waiting").Want(200, "Date proposée par")
		two.Get(s.battlePath(b)+"/arrange").Submit("/agree").Want(200, "La date tient")
	case 6:
		st := s.state()
		var other campaign.ID
		for _, m := range st.AllMembers() {
			if st.Seat(b, m.ID) == rules.Nobody {
				other = m.ID
			}
		}
		one.Get(s.battlePath(b)+"/arrange").Submit("/stand", "member", other).Want(200, "remplace")
	case 7: // played on the wrong evening: it is voided and must be played again
		s.playBattle(b, 0, false)
		s.owner.Get("/clubs/"+s.id+"/arbiter/void?battle="+b.ID).Want(200).Submit("battle="+b.ID, "why", "mauvaise soirée").Want(200)
		if got := s.state().Battles[b.ID].Status; got != campaign.Scheduled {
			s.T.Fatalf("after the void it is %s", got)
		}
	}
	s.playBattle(b, 1, false)
}
