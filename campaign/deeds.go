package campaign

import (
	"context"

	"oriflamme/rules"
)

// The methods below are Do with the body spelled out. Each returns the act once
// it is durable; IDs that were left empty are in its Body. Errors are *Error.

// AddMember adds a member without an invitation. Permission: join.
func (h *Service) AddMember(ctx context.Context, by Actor, club ID, key string, b Join) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b})
}

// CreateCampaign begins a campaign. Permission: campaign.
func (h *Service) CreateCampaign(ctx context.Context, by Actor, club ID, key string, b NewCampaign) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b})
}

// AddRoster enters a roster. Its game's first fault is an Invalid with the
// game's rule id, unless it is unfinished. Permission: roster, for oneself.
func (h *Service) AddRoster(ctx context.Context, by Actor, club ID, key string, b NewRoster) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b})
}

// ReviseRoster changes a roster's list. Permission: revise, of one's own.
func (h *Service) ReviseRoster(ctx context.Context, by Actor, club ID, key string, b ReviseRoster, why string) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b, Why: why})
}

// Schedule arranges a battle. Permission: schedule, with a seat of one's own.
func (h *Service) Schedule(ctx context.Context, by Actor, club ID, key string, b Schedule) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b})
}

// Report reports a battle for a seat. Permission: report, for one's own seat.
func (h *Service) Report(ctx context.Context, by Actor, club ID, key string, b Report) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b})
}

// Confirm agrees with the other side's report. Permission: confirm, for one's own seat.
func (h *Service) Confirm(ctx context.Context, by Actor, club ID, key string, b Confirm) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b})
}

// Dispute objects to a report. Permission: dispute, of one's own battle.
func (h *Service) Dispute(ctx context.Context, by Actor, club ID, key string, b RaiseDispute) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b})
}

// Rule decides a battle. Permission: rule, not of one's own battle while another
// arbiter could.
func (h *Service) Rule(ctx context.Context, by Actor, club ID, key string, b Rule, why string) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b, Why: why})
}

// PostAftermath posts an aftermath that was rolled by hand: the part of the
// actor's own seat, or all of it when an arbiter without a seat does it.
// Permission: aftermath, of one's own battle.
func (h *Service) PostAftermath(ctx context.Context, by Actor, club ID, key string, battle ID, effects []rules.Effect) (Act, error) {
	s, b, _, err := h.battle(ctx, club, battle)
	if err != nil {
		return Act{}, err
	}
	return h.Do(ctx, by, club, key, ActRequest{Body: Aftermath{Battle: battle, Seat: s.Seat(b, by.Member), Effects: effects}})
}

// Grant posts an honour, scar, experience, resource or death. Permission: grant.
func (h *Service) Grant(ctx context.Context, by Actor, club ID, key string, b Grant, why string) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b, Why: why})
}

// SetRegion gives a region to a roster or to nobody. Permission: region.
func (h *Service) SetRegion(ctx context.Context, by Actor, club ID, key string, b SetRegion, why string) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b, Why: why})
}

// PostStory tells a tale. Permission: story.
func (h *Service) PostStory(ctx context.Context, by Actor, club ID, key string, b PostStory) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b})
}

// Comment remarks on an act. Permission: comment.
func (h *Service) Comment(ctx context.Context, by Actor, club ID, key string, b Comment) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b})
}

// Void takes acts out of force. When other acts would become impossible it is a
// Conflict and nothing changes: Preview lists them, and voiding them too is the
// arbiter's decision. Permission: void.
func (h *Service) Void(ctx context.Context, by Actor, club ID, key string, acts []int64, why string) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: Void{Acts: acts}, Why: why})
}

// VoidBattle voids every act about a battle, and the others named. Permission: void.
func (h *Service) VoidBattle(ctx context.Context, by Actor, club ID, key string, battle ID, also []int64, why string) (Act, error) {
	s, err := h.State(ctx, club)
	if err != nil {
		return Act{}, err
	}
	acts := s.ActsOf(battle)
	if acts == nil {
		// Already void: the key may still find the act that did it.
		if a, ok := s.ActByKey(by.Member, key); ok {
			return a, nil
		}
		return Act{}, notFound("battle", "battle", battle)
	}
	return h.Void(ctx, by, club, key, append(acts, also...), why)
}

// Amend replaces the body of an earlier act of the same kind; the history is
// folded as if it had been so from the start. Permission: that of the kind, and void.
func (h *Service) Amend(ctx context.Context, by Actor, club ID, key string, act int64, b Body, why string) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b, Amends: act, Why: why})
}

// ActByKey returns the act that a member did under an idempotency key, the newest if there
// are several, and whether there is one.
func (s *State) ActByKey(by ID, key string) (Act, bool) {
	for i := len(s.Acts) - 1; i >= 0; i-- {
		if s.Acts[i].By == by && s.Acts[i].Key == key {
			return s.Acts[i], true
		}
	}
	return Act{}, false
}
