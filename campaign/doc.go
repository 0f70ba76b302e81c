// Package campaign manages clubs: members and their roles, campaigns, rosters whose
// units persist, battles, honours and scars, land and standings. It contains no rules of
// a game, no SQL and no pages.
//
// Begin with act.go and act_kind.go (what can be done), state.go (what follows from it)
// and service.go (who does it). The other files are sorted by subject: battle*.go,
// league*.go, live*.go for battles in the engine, map*.go, notification*.go, roster*.go.
//
// # Acts
//
// Everything that happens is an Act, appended to the club's chain and never changed.
// The State is a pure fold over the acts (Fold). To correct an act, another act is
// appended: a Void takes acts out of force as if they had never been done, and an act with
// Amends replaces the body of an earlier one. What a voided battle did to rosters, land
// and standings is not undone step by step. The history is folded again without the
// battle, so that no effect of it can be overlooked. If other acts depend on it,
// State.Preview lists them, and the void is refused until the arbiter voids those too.
//
// # Battles
//
//	scheduled -> reported -> confirmed -> final
//	                  |          ^
//	                  +-> disputed -> ruled -> final
//
// Each seat reports by itself or confirms the first report. Equal reports (winner and
// scores) settle the battle. Unequal ones open a dispute with a deadline, and the arbiter
// rules. If the campaign's settings ask for it, an aftermath is posted before the battle
// is final; its effects, and the land at stake, count from then on.
//
// A battle may be played through the engine (Service.OpenBattle, Play, Undo,
// FinishBattle). Every step is stored before it is answered. Dice are thrown at the table,
// or by the program from a seed whose hash was published before the first of them. The
// report names the hash of the record.
//
// # The service
//
// A Service decides acts one at a time, checks the permission table (Can, State.MayDo)
// and answers when the act is durable. The same idempotency key from the same member is
// answered with the same act. A refusal is an *Error with the field, the key of a
// translated sentence, and the rule id.
//
// # House rules
//
// These are the rule ids of errors; other ids are the games' own.
//
//	CAMP-ACT-1   the founding is never voided; what is void is not voided again
//	CAMP-ACT-2   an amendment is of the same kind and about the same thing
//	CAMP-ACT-3   nothing is voided or amended under acts that depend on it
//	CAMP-ACT-4   an idempotency key belongs to one act
//	CAMP-ACT-5   a member who acts on a thing that another has changed since is shown the change first
//	CAMP-CLUB-1  a club has an owner
//	CAMP-CLUB-2  links expire by time or by use
//	CAMP-ROLE-1  a member does only what their role allows
//	CAMP-ROLE-2  a member below arbiter acts only on their own rosters, seats and membership
//	CAMP-ROLE-3  nobody rules on a battle of their own while another arbiter could
//	CAMP-SET-1   a campaign keeps its game
//	CAMP-ROS-1   a unit is in a list once
//	CAMP-ROS-2   a unit that is lost, or in no list, does not fight
//	CAMP-SIDE-1  a side has up to eight players, none of whom plays another side of its campaign
//	CAMP-ROS-3   an unfinished roster is not scheduled for a battle
//	CAMP-MAP-1   a region that becomes a capital is free land
//	CAMP-MAP-2   land at stake belongs to a side of the battle or to nobody, and borders the attacker's land
//	CAMP-MAP-3   one open battle over a region at a time
//	CAMP-MAP-4   a side without land may attack any region but a capital
//	CAMP-MAP-5   land that was held or is fought over keeps its place in a new map
//	CAMP-MAP-6   nobody holds the sea
//	CAMP-MAP-7   at the start of a round each side is paid for its land that is supplied and not fought over
//	CAMP-MAP-8   a unit garrisons one region of its side, which its side's land joins to the capital; land with a garrison pays even if it is cut off
//	CAMP-MAP-9   nobody fights for the land of a roster that has left; the land is free, given away or kept, as the settings say
//	CAMP-BAT-1   a battle that has been played is not rescheduled
//	CAMP-BAT-2   a part is opened once
//	CAMP-BAT-3   a seat answers once, before the battle is settled
//	CAMP-BAT-4   a dispute comes after a report and before the battle is final; the arbiter rules on open battles
//	CAMP-BAT-5   the aftermath comes after the result, and the report after the end of play
//	CAMP-BAT-6   one appeal against a ruling, within the days of the settings
//	CAMP-BAT-7   a record belongs to a part that was opened, and has the seed whose hash was published
//	CAMP-BAT-8   a command follows the step that its sender saw, and none follows the end
//	CAMP-BAT-9   a player takes back only their own last step, and never one with dice that the program threw
//	CAMP-BAT-10  a report that nobody answers within the days of the settings is confirmed
//	CAMP-BAT-11  images are submitted to the arbiter while a battle is disputed or under appeal, eight from each side
//	CAMP-BAT-12  an appeal is answered once: dismissed with a reason, or granted by a correction
//	CAMP-BAT-13  nobody arranges a battle between two sides of their own, unless they may act for others
//	CAMP-DRAW-1  a roster plays at most once in a round
//	CAMP-LEA-1   claims, date proposals and substitutes are for battles of two sides that are not played yet
//	CAMP-LEA-2   one open claim at a time: overdue after the deadline and its grace; a no-show after the hour of the battle,
//	             without an hour after the deadline, without either a day after the battle was arranged, and at once
//	             for an arbiter who does not play it
//	CAMP-LEA-3   a proposed date is in the future and not after the deadline and its grace; the other side agrees
//	CAMP-LEA-4   a substitute has no seat in the battle
//	CAMP-LEA-5   a forfeit gives the battle points of the settings, and the winner's tie-breaks count the other side as no weaker than the winner
//	CAMP-ABS-1   a roster sits a round out before it is paired in it, and only once
//	CAMP-ABS-2   a roster that has left comes back only while its player is a member
//	CAMP-LAD-1   a challenge goes up the ladder, no further than its reach
//	CAMP-LAD-2   one open challenge at a time as challenger, and one as challenged
//	CAMP-LAD-3   the challenged answers within the days of the ladder; the challenge lapses only after them
//	CAMP-LAD-4   a challenge that was won moves both sides; one that was not accepted does so if the ladder's rules say it
//	CAMP-HON-1   an honour of the catalogue is won once by a unit, which fought and is not lost
//	CAMP-HON-2   an honour that is switched off is not granted, and has no effect in battles
//	CAMP-COR-1   a correction changes the result of a settled battle, as if it had been settled so from the start
//	CAMP-COR-2   the effects of a battle are corrected once it is final: only on units that fought, only land at stake
//	CAMP-GRP-1   in a league in groups, rosters meet only rosters of their group
//	CAMP-LED-1   an effect is on a unit that fought
//	CAMP-LED-2   an effect is of a known kind, with the values that the kind needs
package campaign
