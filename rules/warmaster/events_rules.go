package warmaster

import "oriflamme/rules/warmaster/ruling"

// Rule is the rule that an event follows; AlsoRules lists the other rules that it shows.

func (RolledOff) Rule() string { return "WR-SET-3" }

// AlsoRules names the rules on the method of deployment.
func (RolledOff) AlsoRules() []string { return []string{"WR-SET-2", "WR-SET-1"} }

func (Placed) Rule() string     { return "WR-SET-2" }
func (TurnBegan) Rule() string  { return "WR-SEQ-1" }
func (PhaseBegan) Rule() string { return "WR-SEQ-2" }
func (EdgeRolled) Rule() string { return "WR-EDGE-1" }

// AlsoRules names the row of the table that applied.
func (e EdgeRolled) AlsoRules() []string {
	lost, pending := e.Outcome == "lost", e.Outcome == "pending"
	return ruling.Holding([]ruling.Condition{{lost, "WR-EDGE-2"}, {pending, "WR-EDGE-3"}, {!lost && !pending, "WR-EDGE-4"}, {e.General && (lost || pending), "WR-EDGE-7"}})
}

func (OrdersBegan) Rule() string { return "WR-SEQ-6" }
func (Tested) Rule() string      { return "WR-CMD-1" }

// AlsoRules names the penalties that applied, and the rule by which orders end.
func (e Tested) AlsoRules() []string {
	return ruling.Holding([]ruling.Condition{
		{e.Distance < 0, "WR-CMD-2"}, {e.Successive < 0, "WR-CMD-3"}, {e.Enemy < 0, "WR-CMD-4"}, {e.Dense < 0, "WR-CMD-5"}, {e.Losses < 0, "WR-CMD-6"},
		{e.Ends == "character", "WR-CMD-8"}, {e.Ends == "all", "WR-CMD-9"}, {len(e.Units) > 1, "WR-BRIG-3"}, {e.Blunder, "WR-PROV-2"},
	})
}

var moveRules = map[string]string{
	"order": "WR-MOVE-1", "evade": "WR-EVADE-2", "fall-back": "WR-PROV-3", "stay": "WR-PROV-3", "re-form": "WR-PROV-4", "make-way": "WR-PROV-8",
}

func (e Moved) Rule() string { return moveRules[e.Why] }

// AlsoRules names the rule that set the pace.
func (e Moved) AlsoRules() []string {
	order := e.Why == "order"
	return ruling.Holding([]ruling.Condition{{order && e.Pace == "half", "WR-FORM-6"}, {order && e.Pace == "brigade", "WR-BRIG-4"}})
}

func (e Charged) Rule() string {
	if e.How == "advance" {
		return "WR-ADV-4"
	}
	return "WR-CHARGE-1"
}

// AlsoRules names how the charge came about and where it hit.
func (e Charged) AlsoRules() []string {
	return ruling.Holding([]ruling.Condition{
		{true, "WR-CHARGE-16"}, {e.How == "initiative", "WR-INIT-2"}, {e.How == "advance", "WR-RES-14"}, {len(e.More) > 0, "WR-CHARGE-9"},
		{e.By == "frontage" || e.By == "choice", "WR-CHARGE-6"}, {e.By == "nearest-edge", "WR-CHARGE-5"},
	})
}

func (e Confused) Rule() string     { return e.Law }
func (Rallied) Rule() string        { return "WR-PROV-7" }
func (CharacterMoved) Rule() string { return "WR-CHAR-1" }

// AlsoRules names the rule on joining a unit.
func (e CharacterMoved) AlsoRules() []string {
	return ruling.Holding([]ruling.Condition{{e.Joins != "", "WR-PROV-9"}})
}

var volleyRules = map[string]string{"shooting": "WR-SHOOT-9", "charge": "WR-CSHOT-1", "magic": "WR-PROV-13"}

func (e Volleyed) Rule() string { return volleyRules[e.Why] }

// AlsoRules names the modifiers to hit and the armour that saved hits.
func (e Volleyed) AlsoRules() []string {
	return ruling.Holding([]ruling.Condition{{e.ToHit > 4, "WR-SHOOT-10"}, {e.Saved > 0, "WR-SHOOT-13"}})
}

func (HeldFire) Rule() string    { return "WR-CSHOT-2" }
func (e HitsTaken) Rule() string { return e.Law }
func (e Destroyed) Rule() string { return e.Law }
func (Driven) Rule() string      { return "WR-DRIVE-3" }

// AlsoRules names how the distance came about and what stopped the unit.
func (e Driven) AlsoRules() []string {
	if e.Stopped == "" {
		return []string{"WR-DRIVE-6"}
	}
	return []string{"WR-DRIVE-6", stopRules[e.Stopped]}
}

// stopRules names the rule of what stops a unit that is driven back.
var stopRules = map[string]string{
	"enemy-unit": "WR-DRIVE-9", "engaged-unit": "WR-DRIVE-9", "friend-refuses": "WR-DRIVE-9",
	"impassable-terrain": "WR-DRIVE-10", "table-edge": "WR-DRIVE-13",
}

// Rule returns "WR-PROV-5".
func (CoverChanged) Rule() string { return "WR-PROV-5" }

func (e HitsErased) Rule() string {
	if e.Phase == phaseShooting {
		return "WR-SHOOT-16"
	}
	return "WR-CAS-6"
}

func (Engaged) Rule() string { return "WR-SEQ-9" }

// AlsoRules names the rule on linked fights.
func (e Engaged) AlsoRules() []string {
	return ruling.Holding([]ruling.Condition{{len(e.A)+len(e.B) > 2, "WR-ENG-1"}})
}

func (Attacked) Rule() string          { return "WR-ATT-12" }
func (e Attacked) AlsoRules() []string { return e.Causes }

func (RoundFought) Rule() string { return "WR-ATT-2" }

// AlsoRules names the order in which casualties are removed.
func (e RoundFought) AlsoRules() []string {
	return ruling.Holding([]ruling.Condition{{e.Early != "", "WR-CAS-2"}})
}

func (e RoundSettled) Rule() string {
	switch {
	case e.Winner < 0:
		return "WR-RES-6"
	case e.Retreat == 0:
		return "WR-RES-1"
	}
	return "WR-RES-8"
}

// AlsoRules names what counted besides hits.
func (e RoundSettled) AlsoRules() []string {
	return ruling.Holding([]ruling.Condition{{e.Support[0]+e.Support[1] > 0, "WR-RES-3"}, {e.Shots[0]+e.Shots[1] > 0, "WR-RES-4"}})
}

func (Retreated) Rule() string { return "WR-RET-1" }

// AlsoRules names the direction, and the rule on friends who made way.
func (e Retreated) AlsoRules() []string {
	return ruling.Holding([]ruling.Condition{{e.Formed, "WR-RET-2"}, {!e.Formed, "WR-RET-3"}, {len(e.Passed) > 0, "WR-PROV-8"}})
}

func (e Chose) Rule() string {
	if e.Drew {
		return "WR-RES-7"
	}
	return "WR-RES-12"
}

func (FallBackRolled) Rule() string { return "WR-FALL-1" }

// AlsoRules names the occasion of the fall-back.
func (e FallBackRolled) AlsoRules() []string {
	return ruling.Holding([]ruling.Condition{{e.Drew, "WR-RES-6"}, {!e.Drew, "WR-RES-11"}})
}

func (e Pursued) Rule() string {
	if e.Straight {
		return "WR-PUR-12"
	}
	return "WR-PUR-10"
}

// AlsoRules names the contact with further enemies.
func (e Pursued) AlsoRules() []string {
	return ruling.Holding([]ruling.Condition{{true, "WR-RES-13"}, {len(e.More) > 0, "WR-PUR-18"}})
}

func (EngagementEnded) Rule() string { return "WR-SEQ-10" }
func (Conceded) Rule() string        { return "WR-END-1" }
func (e Ended) Rule() string {
	switch e.Reason {
	case "general-left":
		return "WR-END-3"
	case "general-dead":
		return "WR-PROV-15"
	}
	return "WR-END-4"
}

// AlsoRules names the rule on withdrawal.
func (e Ended) AlsoRules() []string {
	return ruling.Holding([]ruling.Condition{{e.Reason == "withdrawal", "WR-PROV-11"}})
}
