package duel

import (
	"encoding/json"
	"strconv"

	"oriflamme/rules"
)

// Battle is a duel under way. Only Apply changes it.
type Battle struct {
	Duellists []Duellist `json:"duellists"`
	Turn      rules.Seat `json:"turn"`
}

// A Duellist is one unit of a roster on the field.
type Duellist struct {
	ID      string     `json:"id"`
	Name    string     `json:"name"`
	Seat    rules.Seat `json:"seat"`
	Profile Profile    `json:"profile"`
	Damage  int        `json:"damage"`
}

func (d Duellist) out() bool { return d.Damage >= d.Profile.Wounds }

// Strike has one of one's duellists strike an enemy (DU-BLOW-1).
type Strike struct {
	Seat   rules.Seat `json:"seat" in:"0..1"`
	Unit   string     `json:"unit" in:"1..64"`
	Target string     `json:"target" in:"1..64"`
}

func (Strike) Kind() string     { return "strike" }
func (c Strike) By() rules.Seat { return c.Seat }

// Struck is the result of a blow.
type Struck struct {
	Unit   string `json:"unit"`
	Target string `json:"target"`
	Wounds int    `json:"wounds"`
}

func (Struck) Kind() string { return "struck" }
func (Struck) Rule() string { return "DU-BLOW-1" }

func begin(s rules.Setup) (rules.Battle, error) {
	if len(s.Rosters) != 2 {
		return nil, rules.Breaks("DU-LINE-1", "rosters", "a duel has two sides")
	}
	b := &Battle{}
	for seat, r := range s.Rosters {
		if faults := checkRoster(r); len(faults) > 0 {
			return nil, &faults[0]
		}
		for i, u := range r.Units {
			d := Duellist{ID: u.ID, Name: u.Name, Seat: rules.Seat(seat)}
			if err := rules.Decode(u.Profile, &d.Profile); err != nil {
				return nil, rules.Breaks("DU-LINE-1", rules.At(rules.At("rosters", seat)+".units", i), "%v", err)
			}
			b.Duellists = append(b.Duellists, d)
		}
	}
	return b, nil
}

func load(state []byte) (rules.Battle, error) {
	b := &Battle{}
	return b, json.Unmarshal(state, b)
}

func (b *Battle) find(id string) *Duellist {
	for i := range b.Duellists {
		if d := &b.Duellists[i]; d.ID == id && !d.out() {
			return d
		}
	}
	return nil
}

// Legal lists every blow of the side whose turn it is.
func (b *Battle) Legal() []rules.Command {
	var list []rules.Command
	for _, d := range b.Duellists {
		for _, foe := range b.Duellists {
			if d.Seat == b.Turn && foe.Seat != b.Turn && !d.out() && !foe.out() {
				list = append(list, Strike{b.Turn, d.ID, foe.ID})
			}
		}
	}
	return list
}

// Play carries a blow out (DU-BLOW-1, DU-BLOW-2).
func (b *Battle) Play(t *rules.Turn, c rules.Command) error {
	strike, ok := c.(Strike)
	if !ok {
		return rules.Breaks("DU-BLOW-1", "kind", "a duel knows blows alone")
	}
	if strike.Seat != b.Turn {
		return rules.Breaks("DU-BLOW-2", "seat", "it is the other side's turn")
	}
	d, foe := b.find(strike.Unit), b.find(strike.Target)
	if d == nil || d.Seat != strike.Seat {
		return rules.Breaks("DU-BLOW-1", "unit", "none of your duellists on the field")
	}
	if foe == nil || foe.Seat == strike.Seat {
		return rules.Breaks("DU-BLOW-1", "target", "no enemy on the field")
	}
	t.Emit(Struck{strike.Unit, strike.Target, resolveBlow(t.Roller, BlowInput{d.Profile.Dice, d.Profile.Need})})
	return nil
}

// Apply is the only method that changes the battle.
func (b *Battle) Apply(e rules.Event) {
	if s, ok := e.(Struck); ok {
		foe := b.find(s.Target)
		foe.Damage = min(foe.Damage+s.Wounds, foe.Profile.Wounds)
		b.Turn = 1 - b.Turn
	}
}

// Outcome is the victory of the side that alone stands (DU-WIN-1).
func (b *Battle) Outcome() (rules.Outcome, bool) {
	var standing, out [2]int
	for _, d := range b.Duellists {
		if d.out() {
			out[d.Seat]++
		} else {
			standing[d.Seat]++
		}
	}
	for seat, n := range standing {
		if n == 0 {
			return rules.Outcome{Winner: rules.Seat(1 - seat), Scores: []int{out[1], out[0]}, Reason: "last-standing", Rule: "DU-WIN-1"}, true
		}
	}
	return rules.Outcome{}, false
}

// Clone returns a battle of its own.
func (b *Battle) Clone() rules.Battle {
	return &Battle{append([]Duellist{}, b.Duellists...), b.Turn}
}

// MarshalJSON writes the whole state.
func (b *Battle) MarshalJSON() ([]byte, error) {
	type plain Battle
	return json.Marshal((*plain)(b))
}

// View is what everybody sees: nothing is hidden.
func (b *Battle) View(rules.Seat) rules.View {
	v := rules.View{Round: 1, Phase: "duel", ToAct: b.Turn, Sides: make([]rules.SideView, 2)}
	if _, over := b.Outcome(); over {
		v.ToAct = rules.Nobody
	}
	for _, d := range b.Duellists {
		foe := &v.Sides[1-d.Seat]
		if d.out() {
			foe.Score++
		}
		v.Sides[d.Seat].Seat = d.Seat
		v.Units = append(v.Units, rules.UnitView{
			ID: d.ID, Seat: d.Seat, Name: d.Name, Gone: d.out(), Ready: d.Seat == b.Turn && !d.out(),
			Tracks: []rules.Track{{Key: "wounds", Now: d.Damage, Max: d.Profile.Wounds}},
			Stats:  []rules.Stat{{Key: "dice", Value: strconv.Itoa(d.Profile.Dice)}, {Key: "need", Value: strconv.Itoa(d.Profile.Need) + "+"}},
		})
	}
	return v
}
