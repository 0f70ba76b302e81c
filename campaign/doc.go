// Package campaign keeps clubs: members and their roles, campaigns, rosters whose
// units persist, battles, honours and scars, land and standings. It knows no
// game, no database and no page.
//
// # Acts
//
// All that happens is an Act, appended to the club's chain and never changed.
// The State is a pure fold over the acts (Fold). A correction is one more act: a
// Void takes acts out of force as if they had never been, an act with Amends puts
// another body in the place of an earlier one. What a voided battle did to
// rosters, land and standings is not undone step by step; it is simply not there
// when the history is folded again, which is why nothing can be forgotten. If
// other acts cannot be without it, State.Preview lists them and the void is
// refused until the arbiter voids those too.
//
// # Battles
//
//	scheduled -> reported -> confirmed -> final
//	                  |          ^
//	                  +-> disputed -> ruled -> final
//
// Each seat reports alone or confirms the first report. Equal reports (winner and
// scores) settle the battle, unequal ones open a dispute with a deadline, and the
// arbiter rules. In campaigns whose settings say so an aftermath is posted before
// the battle is final; only then do its effects, and the land at stake, count.
//
// A battle may be played through the engine (Service.OpenBattle, Play, Undo,
// FinishBattle): every step is stored before it is answered, dice come from the
// table or from a seed whose hash was published before the first of them, and the
// report names the hash of the record.
//
// # The hall
//
// A Service decides acts one at a time, asks the permission table (Can, State.MayDo)
// and answers when the act is durable. The same idempotency key from the same
// member is answered with the same act. Everything refused is an *Error with
// field, key of a sentence, and rule.
//
// # House rules
//
// These are the rule ids of errors; other ids are the games' own.
//
//	CAMP-ACT-1   the founding is never voided; what is void is not voided again
//	CAMP-ACT-2   an amendment is of the same kind and about the same thing
//	CAMP-ACT-3   nothing is voided or amended under acts that depend on it
//	CAMP-ACT-4   a key stands for one act
//	CAMP-ACT-5   who acts on what another has changed since is shown the change first
//	CAMP-CLUB-1  a club has an owner
//	CAMP-CLUB-2  links end: by time or by use
//	CAMP-ROLE-1  what the role allows
//	CAMP-ROLE-2  one's own rosters, seats and rank only, below arbiter
//	CAMP-ROLE-3  nobody rules on a battle of their own while another could
//	CAMP-SET-1   a campaign keeps its game
//	CAMP-ROS-1   a unit is in a list once
//	CAMP-ROS-2   who is lost, or in no list, does not fight
//	CAMP-SIDE-1  a side has up to eight players, none of whom plays another side of its campaign
//	CAMP-ROS-3   an unfinished roster is not called to battle
//	CAMP-MAP-1   a capital is free land
//	CAMP-MAP-2   a challenge is for land of those who fight or nobody's, and borders the attacker's own
//	CAMP-MAP-3   one open battle over a region at a time
//	CAMP-MAP-4   who has no land may land anywhere but on a capital
//	CAMP-MAP-5   land that was held or is fought over keeps its place in a new map
//	CAMP-MAP-6   nobody holds the sea
//	CAMP-MAP-7   a round that begins pays each side for its land that is supplied and at peace
//	CAMP-MAP-8   a unit stands garrison in one region of its side, marches there by land of its own, and land with a garrison pays though it is cut off
//	CAMP-MAP-9   nobody fights for the land of who has left the campaign; it is free, or given away, or stays, as the settings say
//	CAMP-BAT-1   what has been played is not moved
//	CAMP-BAT-2   a part is opened once
//	CAMP-BAT-3   a seat speaks once, and before the battle is settled
//	CAMP-BAT-4   a dispute comes after a report and before the end; the arbiter settles what is open
//	CAMP-BAT-5   the aftermath follows the result, the report follows the end
//	CAMP-BAT-6   one appeal against a ruling, within the days of the settings
//	CAMP-BAT-7   a record is of a part that was opened, with the seed that was promised
//	CAMP-BAT-8   a command follows the step that its sender saw, and none follows the end
//	CAMP-BAT-9   one takes back one's own last step, and never dice that the program threw
//	CAMP-BAT-10  a report that nobody has answered within the days of the settings holds
//	CAMP-BAT-11  pictures are laid before the arbiter while a battle is disputed or under appeal, eight a side
//	CAMP-BAT-12  an appeal is answered once: dismissed with a reason, or granted by a correction
//	CAMP-BAT-13  nobody arranges a battle between two sides of their own, unless they may act for others
//	CAMP-DRAW-1  in a round everybody who plays does so once
//	CAMP-LEA-1   claims, dates and substitutes are of duels that are not played
//	CAMP-LEA-2   one open claim at a time: overdue after deadline and grace; a no-show after the hour, without one after the
//	             deadline, without either a day after the battle was arranged, and at once for an arbiter who does not play it
//	CAMP-LEA-3   a date lies ahead and not after deadline and grace; the other side agrees
//	CAMP-LEA-4   a substitute has no seat in the battle
//	CAMP-LEA-5   a forfeit counts with the battle points of the settings, and its winner's tie-breaks take the other side as no weaker
//	CAMP-ABS-1   a round is sat out before one is paired in it, and only once
//	CAMP-ABS-2   who has left comes back while they are a member
//	CAMP-LAD-1   a challenge goes up the ladder, no further than its reach
//	CAMP-LAD-2   one open challenge at a time: as challenger, and as challenged
//	CAMP-LAD-3   the challenged answers within the days of the ladder; only then it lapses
//	CAMP-LAD-4   a challenge won moves both, a challenge given up too where the ladder says so
//	CAMP-HON-1   an honour of the catalogue is won once by a unit that fought and lives
//	CAMP-HON-2   an honour that is switched off is not granted, and does nothing in battles
//	CAMP-COR-1   a correction changes the result of a battle that is settled, from the start
//	CAMP-COR-2   what a battle brought is corrected once it is final: on units that fought, over land at stake
//	CAMP-GRP-1   in groups one meets one's own group
//	CAMP-LED-1   effects are on units that fought
//	CAMP-LED-2   effects are of a kind that the ledger knows, with what that kind needs
package campaign
