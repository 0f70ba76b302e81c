package web_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// season is a league whose people only use the site; the state is read to know what is to be done.
type seasonFixture struct {
	*testSite
	id, camp string
	owner    *browser
	people   map[campaign.ID]*browser // by roster
	invite   string
}

func (s *seasonFixture) state() *campaign.State {
	s.t.Helper()
	st, err := s.service.State(s.t.Context(), s.id)
	if err != nil {
		s.t.Fatal(err)
	}
	return st
}

func (s *seasonFixture) campaignPath(page string) string {
	return "/clubs/" + s.id + "/campaigns/" + s.camp + page
}

// enlist has somebody join the club and enter a side.
func (s *seasonFixture) addPlayer(n int) campaign.ID {
	s.t.Helper()
	r := s.browser()
	r.get(s.invite).submit(s.invite[strings.Index(s.invite, "/join/"):], "name", fmt.Sprintf("Joueur %02d", n)).want(200, "Bienvenue")
	r.get(s.campaignPath("/rosters/new")).submit("/rosters/new", "name", fmt.Sprintf("Bande %02d", n), "save", "1").want(200)
	id := r.path[strings.LastIndex(r.path, "/")+1:]
	if s.state().Rosters[id] == nil {
		s.t.Fatalf("no roster at %s", r.path)
	}
	s.people[id] = r
	return id
}

func (s *seasonFixture) battlePath(b *campaign.Battle) string {
	return "/clubs/" + s.id + "/battles/" + b.ID
}

// fight has a battle played and agreed upon, or disputed and ruled on.
func (s *seasonFixture) playBattle(b *campaign.Battle, winner int, quarrel bool) {
	s.t.Helper()
	one, two := s.people[b.Seats[0]], s.people[b.Seats[1]]
	scores := [2]string{"4", "4"}
	scores[winner] = "9"
	one.get(s.battlePath(b)+"/report").submit("/report", "winner", fmt.Sprint(winner), "score0", scores[0], "score1", scores[1]).want(200)
	if !quarrel {
		two.get(s.battlePath(b) + "/report").submit("/confirm").want(200)
		return
	}
	two.get(s.battlePath(b)+"/report").submit("/report", "winner", fmt.Sprint(1-winner), "score0", scores[1], "score1", scores[0]).want(200)
	s.owner.get("/clubs/"+s.id+"/arbiter/battles/"+b.ID).submit("/arbiter/battles/"+b.ID, "take", "0", "why", "la feuille le dit").want(200)
}

// TestSeason plays a league of twelve weeks: twenty players, with drops, late joins, no-shows, disputes, a voided battle
// and all else that clubs live through. In the end every fixture is final.
func TestSeason(t *testing.T) {
	s := &seasonFixture{testSite: newTestSite(t), people: map[campaign.ID]*browser{}}
	s.owner = s.browser()
	s.owner.get("/clubs/new").submit("/clubs", "name", "Ligue du Jeudi", "owner", "Camille").want(200)
	s.id = strings.TrimPrefix(s.owner.path, "/clubs/")
	s.owner.get("/clubs/"+s.id+"/invite").submit("/invite", "uses", "25", "until", "30").want(200)
	s.invite = strings.TrimPrefix(s.owner.page.Find("#address").AttrOr("value", ""), s.server.URL)
	s.owner.get("/clubs/"+s.id+"/campaigns/new?preset=swiss").submit("/campaigns", "name", "Ligue d’hiver", "rounds", "12").want(200)
	s.camp = s.owner.path[strings.LastIndex(s.owner.path, "/")+1:]
	s.owner.get(s.campaignPath("/settings")).submit("/settings", "days", "7", "grace", "2").want(200)
	var first campaign.ID
	for n := range 18 {
		if id := s.addPlayer(n); n == 0 {
			first = id
		}
	}
	for round := 1; round <= 12; round++ {
		if round == 4 { // two late joiners, with the points of a draw a round
			for n := 18; n < 20; n++ {
				id := s.addPlayer(n)
				s.owner.get(s.campaignPath("/conduct")).submit("/credits", "credited", id, "points", "3", "why-credit", "entrée à la ronde 4").want(200, "Points inscrits")
			}
		}
		s.owner.get(s.campaignPath("/draw")).submit("/draw", "at", s.clock().AddDate(0, 0, 1).Format("2006-01-02T15:04")).want(200, "La ronde est lancée")
		s.playWeek(round, first)
		s.advance(campaign.RatingPeriod)
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
	s.owner.get(s.campaignPath("/chronicle")).want(200)
	if strings.Contains(s.owner.body, "⟨") {
		t.Error("a phrase is missing in the chronicle")
	}
	s.owner.get(s.campaignPath("/standings")).want(200)
	t.Logf("%d acts, %d battles, %d forfeits, %d rulings", st.No, played, forfeits, disputes)
}

// week brings every battle of a round to its end: the first is disputed, the second claimed, the third is special.
func (s *seasonFixture) playWeek(round int, first campaign.ID) {
	s.t.Helper()
	var all []*campaign.Battle
	for _, b := range s.state().BattlesOf(s.camp) {
		if b.Round == round {
			all = append(all, b)
		}
	}
	started := s.clock()
	s.setClock(started.AddDate(0, 0, 2))
	for i, b := range all {
		two := s.people[b.Seats[1]]
		switch {
		case i == 0:
			s.playBattle(b, round%2, true)
		case i == 1 && round == 8: // left until it is overdue
		case i == 1:
			two.get(s.battlePath(b)+"/arrange").submit("/claims", "what", "no-show", "reason", "personne à la table").want(200, "Réclamation envoyée")
			two.get(s.battlePath(b)+"/arrange").submit("/concede", "sure", "no").want(422, "Confirmez")
			s.owner.get("/waiting").want(200, "Réclamation")
			s.owner.get(s.battlePath(b)+"/arrange").submit("/answer", "why", "vu").want(200, "Réponse inscrite", "par forfait")
		case i == 2:
			s.specialEvent(b, round)
		default:
			s.playBattle(b, (i+round)%2, false)
		}
	}
	switch round {
	case 3: // the first player leaves, and has nothing left to play
		s.people[first].get("/clubs/"+s.id+"/rosters/"+first+"/withdraw").want(200, "0").submit("/withdraw").want(200, "C’est noté. Ce qui est joué reste.")
	case 8: // nobody played: overdue after a week and two days
		b := all[1]
		s.people[b.Seats[0]].get(s.battlePath(b)+"/arrange").submit("/claims", "what", "overdue", "reason", "pas encore").want(409, "jours de grâce")
		s.setClock(started.AddDate(0, 0, 9).Add(time.Hour))
		s.people[b.Seats[0]].get(s.battlePath(b)+"/arrange").submit("/claims", "what", "overdue", "reason", "semaine passée").want(200)
		s.owner.get(s.battlePath(b)+"/arrange").submit("/answer", "answer", "nobody", "why", "ni l’un ni l’autre").want(200, "partagée par forfait")
	}
	s.setClock(started)
}

// special is what happens once in the season.
func (s *seasonFixture) specialEvent(b *campaign.Battle, round int) {
	s.t.Helper()
	one, two := s.people[b.Seats[0]], s.people[b.Seats[1]]
	switch round {
	case 2:
		two.get(s.battlePath(b)+"/arrange").submit("/concede", "sure", "yes").want(200, "Forfait noté.")
		return
	case 5:
		one.get(s.battlePath(b)+"/arrange").submit("/dates", "at", "demain").want(422)
		if got := one.page.Find("#at").AttrOr("value", ""); got != "demain" {
			s.t.Errorf("the date came back as %q", got)
		}
		one.submit("/dates", "at", s.clock().AddDate(0, 0, 1).Format("2006-01-02T15:04")).want(200, "Date proposée")
		two.get("/waiting").want(200, "Date proposée par")
		two.get(s.battlePath(b)+"/arrange").submit("/agree").want(200, "La date tient")
	case 6:
		st := s.state()
		var other campaign.ID
		for _, m := range st.AllMembers() {
			if st.Seat(b, m.ID) == rules.Nobody {
				other = m.ID
			}
		}
		one.get(s.battlePath(b)+"/arrange").submit("/stand", "member", other).want(200, "remplace")
	case 7: // played on the wrong evening: void, and to be played again
		s.playBattle(b, 0, false)
		s.owner.get("/clubs/"+s.id+"/arbiter/void?battle="+b.ID).want(200).submit("battle="+b.ID, "why", "mauvaise soirée").want(200)
		if got := s.state().Battles[b.ID].Status; got != campaign.Scheduled {
			s.t.Fatalf("after the void it is %s", got)
		}
	}
	s.playBattle(b, 1, false)
}
