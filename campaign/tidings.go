package campaign

// A Tiding is an act that members are told of.
type Tiding struct {
	Entry
	Topic Topic
	To    []ID // members whom it concerns, but for who did it; in order of joining
}

// Tidings returns, oldest first, the acts after a number that anybody is told of
// and that are in force. They follow the rules of Notices.
func (s *State) Tidings(after int64) []Tiding {
	var all []Tiding
	homes, seats := s.homes(), s.everSeated()
	members := s.AllMembers()
	for i := max(0, int(after)); i < len(s.Acts); i++ {
		a := s.Acts[i]
		topic := kinds[a.Kind].topic
		if topic == untold || s.Voided[a.No] != 0 {
			continue
		}
		t := Tiding{Entry: s.entry(a, homes), Topic: topic}
		for _, m := range members {
			if m.ID != a.By && !m.Gone && m.Cause < Cause(a.No) && s.concerns(m, t.Entry, topic, seats) {
				t.To = append(t.To, m.ID)
			}
		}
		all = append(all, t)
	}
	return all
}

// Tell returns the tidings of the given acts that are still in force, in their order.
func (s *State) Tell(acts []int64) []Tiding {
	homes := s.homes()
	var all []Tiding
	for _, no := range acts {
		a, ok := s.Act(no)
		topic := kinds[a.Kind].topic
		if ok && topic != untold && s.Voided[no] == 0 {
			all = append(all, Tiding{Entry: s.entry(a, homes), Topic: topic})
		}
	}
	return all
}
