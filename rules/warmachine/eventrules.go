package warmachine

// What kind an event is and which rule it follows.

func (RolledOff) Kind() string       { return "rolled-off" }
func (PlaceTaken) Kind() string      { return "place-taken" }
func (EdgeChosen) Kind() string      { return "edge-chosen" }
func (Placed) Kind() string          { return "placed" }
func (Deployed) Kind() string        { return "deployed" }
func (TurnBegan) Kind() string       { return "turn-began" }
func (EffectChecked) Kind() string   { return "effect-checked" }
func (FocusReceived) Kind() string   { return "focus-received" }
func (FocusAllocated) Kind() string  { return "focus-allocated" }
func (SpellEnded) Kind() string      { return "spell-ended" }
func (ControlEnded) Kind() string    { return "control-ended" }
func (Activated) Kind() string       { return "activated" }
func (Moved) Kind() string           { return "moved" }
func (ChargedOut) Kind() string      { return "charged-out" }
func (Shifted) Kind() string         { return "shifted" }
func (FocusSpent) Kind() string      { return "focus-spent" }
func (AttackRolled) Kind() string    { return "attack-rolled" }
func (Modified) Kind() string        { return "modified" }
func (Damaged) Kind() string         { return "damaged" }
func (Saved) Kind() string           { return "saved" }
func (Struck) Kind() string          { return "struck" }
func (Fell) Kind() string            { return "fell" }
func (Deviated) Kind() string        { return "deviated" }
func (SpellCast) Kind() string       { return "spell-cast" }
func (FeatUsed) Kind() string        { return "feat-used" }
func (Enchanted) Kind() string       { return "enchanted" }
func (Healed) Kind() string          { return "healed" }
func (SkillRolled) Kind() string     { return "skill-rolled" }
func (Pushed) Kind() string          { return "pushed" }
func (Opposed) Kind() string         { return "opposed" }
func (Hurled) Kind() string          { return "hurled" }
func (Locked) Kind() string          { return "locked" }
func (Unlocked) Kind() string        { return "unlocked" }
func (CommandChecked) Kind() string  { return "command-checked" }
func (Fled) Kind() string            { return "fled" }
func (Awaited) Kind() string         { return "awaited" }
func (Settled) Kind() string         { return "settled" }
func (ActivationEnded) Kind() string { return "activation-ended" }
func (Fulfilled) Kind() string       { return "fulfilled" }
func (Conceded) Kind() string        { return "conceded" }
func (Ended) Kind() string           { return "ended" }

// Rule is that of what asked for the check.
func (e CommandChecked) Rule() string {
	if e.For == causeRally {
		return "WM-X-CMD-3"
	}
	return "WM-X-CMD-2"
}

func (RolledOff) Rule() string         { return "WM-SETUP-3" }
func (e PlaceTaken) Rule() string      { return e.Law }
func (EdgeChosen) Rule() string        { return "WM-SETUP-4" }
func (e Placed) Rule() string          { return e.Law }
func (Deployed) Rule() string          { return "WM-SETUP-6" }
func (TurnBegan) Rule() string         { return "WM-MAINT-1" }
func (EffectChecked) Rule() string     { return "WM-MAINT-2" }
func (e FocusReceived) Rule() string   { return e.Law }
func (FocusAllocated) Rule() string    { return "WM-CTRL-2" }
func (e SpellEnded) Rule() string      { return e.Law }
func (ControlEnded) Rule() string      { return "WM-TURN-3" }
func (Activated) Rule() string         { return "WM-ACTP-1" }
func (e Moved) Rule() string           { return e.Law }
func (e ChargedOut) Rule() string      { return e.Law }
func (Shifted) Rule() string           { return "WM-PLACE-1" }
func (e FocusSpent) Rule() string      { return e.Law }
func (e AttackRolled) Rule() string    { return e.Law }
func (e Modified) Rule() string        { return e.Law }
func (e Damaged) Rule() string         { return e.Law }
func (Saved) Rule() string             { return "WM-X-DIS-1" }
func (e Struck) Rule() string          { return e.Law }
func (Fell) Rule() string              { return "WM-X-DIS-1" }
func (Deviated) Rule() string          { return "WM-X-AOE-2" }
func (e SpellCast) Rule() string       { return e.Law }
func (FeatUsed) Rule() string          { return "WM-X-FOC-6" }
func (e Enchanted) Rule() string       { return e.Law }
func (e Healed) Rule() string          { return e.Law }
func (SkillRolled) Rule() string       { return "WM-SKILL-2" }
func (Pushed) Rule() string            { return "WM-X-PA-1" }
func (e Opposed) Rule() string         { return e.Law }
func (e Hurled) Rule() string          { return e.Law }
func (Locked) Rule() string            { return "WM-X-PA-6" }
func (Unlocked) Rule() string          { return "WM-X-PA-6" }
func (Fled) Rule() string              { return "WM-X-CMD-2" }
func (e Awaited) Rule() string         { return e.Law }
func (Settled) Rule() string           { return "WM-COMBAT-10" }
func (e ActivationEnded) Rule() string { return e.Law }
func (Fulfilled) Rule() string         { return "WM-VICT-3" }
func (Conceded) Rule() string          { return "WM-VICT-2" }
func (Ended) Rule() string             { return "WM-VICT-4" }
