package campaign

// A Notification is an act that members are told of.
type Notification struct {
	Entry
	Topic Topic
	To    []ID // members whom it concerns, but for who did it; in order of joining
}

// Notifications returns, oldest first, the acts after a number that anybody is told of
// and that are in force. They follow the rules of Notices.
func (s *State) Notifications(after int64) []Notification {
	var all []Notification
	campaignOf, seats := s.campaignsByID(), s.seatHistory()
	members := s.AllMembers()
	for i := max(0, int(after)); i < len(s.Acts); i++ {
		a := s.Acts[i]
		topic := kinds[a.Kind].topic
		if topic == noTopic || s.Voided[a.No] != 0 {
			continue
		}
		t := Notification{Entry: s.entry(a, campaignOf), Topic: topic}
		for _, m := range members {
			if m.ID != a.By && !m.HasLeft && m.ActNo < ActNo(a.No) && s.concerns(m, t.Entry, topic, seats) {
				t.To = append(t.To, m.ID)
			}
		}
		all = append(all, t)
	}
	return all
}

// NotificationsOf returns the tidings of the given acts that are still in force, in their order.
func (s *State) NotificationsOf(acts []int64) []Notification {
	campaignOf := s.campaignsByID()
	var all []Notification
	for _, no := range acts {
		a, ok := s.Act(no)
		topic := kinds[a.Kind].topic
		if ok && topic != noTopic && s.Voided[no] == 0 {
			all = append(all, Notification{Entry: s.entry(a, campaignOf), Topic: topic})
		}
	}
	return all
}
