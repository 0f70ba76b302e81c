package warcry_test

import (
	"encoding/json"
	"fmt"
	"slices"

	"oriflamme/rules"
)

// wrongCommands returns commands that rules may forbid at this moment: of the wrong phase or seat,
// with facts that break a rule of movement, attacks or abilities, and with facts that contradict
// the board.
func wrongCommands(b rules.Battle) []string {
	v := b.View(rules.Nobody)
	var w wrongList
	for i := range v.Units {
		if slices.Contains(v.Units[i].Tags, "acting") {
			w.acting = &v.Units[i]
		}
	}
	w.timing(v)
	switch {
	case v.Phase == "groups" || v.Phase == "deployment" || v.Phase == "reserve":
		w.setup(b, v)
	case v.Phase == "wild":
		w.wild()
	case v.Phase == "combat" && w.acting == nil:
		w.activations(v)
	case v.Phase == "combat":
		if v.Board == nil {
			w.statedMoves()
		} else {
			w.boardMoves(v)
		}
		w.attacks(v)
		w.others(v)
		w.otherTargets(b, v)
	case v.Phase == "tally":
		w.add(`{"kind":"tally","by":0,"objectives":[]}`)
		w.add(`{"kind":"report-control","by":0,"through":["nobody"]}`)
		w.add(`{"kind":"tally","by":0,"objectives":[{"id":"x","a":60,"b":0}],"through":[0,0,0]}`)
	case v.Phase == "aftermath":
		w.add(`{"kind":"spend","by":0,"search":true}`)
		w.add(`{"kind":"recover","by":1}`)
	}
	return w.list
}

type wrongList struct {
	acting *rules.UnitView
	list   []string
}

func (w *wrongList) add(format string, args ...any) {
	w.list = append(w.list, fmt.Sprintf(format, args...))
}

// timing adds commands of other phases and seats.
func (w *wrongList) timing(v rules.View) {
	for seat := range 2 {
		for _, c := range []string{
			`"roll-roles"`, `"orient","turned":true`, `"first-turn","first":0`, `"awaken","objective":"nowhere"`, `"declare-wild"`,
			`"divide","dagger":[],"shield":[],"hammer":[]`, `"deploy","group":"dagger"`, `"deploy","group":"hammer"`,
		} {
			w.add(`{"by":%d,"kind":%s}`, seat, c)
		}
	}
	if v.Board != nil {
		for _, p := range v.Board.Pieces {
			if p.Key == "objective" {
				w.add(`{"kind":"awaken","by":0,"objective":%q}`, p.ID)
				w.add(`{"kind":"awaken","by":1,"objective":%q}`, p.ID)
			}
		}
	}
}

// setup adds divisions that are not even and places that are too far.
func (w *wrongList) setup(b rules.Battle, v rules.View) {
	for _, c := range b.Legal() {
		given := fields(c)
		if places, ok := given["places"].([]any); ok && len(places) > 0 {
			for _, at := range []map[string]any{{"x": 11, "y": 15}, {"x": 11, "y": 0}, {"x": 5, "y": 9}, {"x": 16, "y": 21}, {"x": 3, "y": 15}} {
				places[0].(map[string]any)["at"] = at
				w.encode(given)
			}
			continue
		}
		if dagger, ok := given["dagger"].([]any); ok {
			given["dagger"] = append(dagger, given["hammer"].([]any)...)
			given["hammer"] = []any{}
			w.encode(given)
		}
	}
}

// fields returns the members of a command as JSON.
func fields(c rules.Command) (given map[string]any) {
	raw, err := rules.EncodeCommand(c)
	if err != nil {
		panic(err)
	}
	if err := json.Unmarshal(raw, &given); err != nil {
		panic(err)
	}
	return given
}

func (w *wrongList) encode(v any) {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	w.list = append(w.list, string(text))
}

// wild adds declarations with more uses than dice and with repeated upgrades.
func (w *wrongList) wild() {
	for seat := range 2 {
		for _, use := range []string{`{"use":"single"}`, `{"use":"upgrade","value":6}`} {
			w.add(`{"kind":"declare-wild","by":%d,"uses":[%s,%s,%s]}`, seat, use, use, use)
			w.add(`{"kind":"declare-wild","by":%d,"uses":[%s]}`, seat, use)
		}
		w.add(`{"kind":"declare-wild","by":%d,"uses":[{"use":"upgrade","value":1}]}`, seat)
	}
}

// activations adds activations of every fighter by either seat.
func (w *wrongList) activations(v rules.View) {
	for _, u := range v.Units {
		w.add(`{"kind":"activate","by":%d,"fighter":%q}`, u.Seat, u.ID)
		w.add(`{"kind":"activate","by":%d,"fighter":%q}`, 1-u.Seat, u.ID)
		w.add(`{"kind":"manual","by":%d,"fighter":%q,"ability":"rush","value":1}`, u.Seat, u.ID)
	}
}

// do adds a command of the acting fighter with more fields.
func (w *wrongList) do(kind, more string) {
	w.add(`{"kind":%q,"by":%d,"fighter":%q%s}`, kind, w.acting.Seat, w.acting.ID, more)
}

// statedMoves adds paths with facts, each of which breaks a rule of movement.
func (w *wrongList) statedMoves() {
	for _, path := range []string{
		`[{"type":"normal","horizontal":40}]`, `[{"type":"normal","horizontal":1,"through":"fighter"}]`,
		`[{"type":"normal","horizontal":1,"through":"terrain"}]`, `[{"type":"normal","horizontal":1,"through":"arch"}]`,
		`[{"type":"normal","horizontal":1,"through":"door-closed"}]`,
		`[{"type":"normal","horizontal":1,"through":"door-open","clears_opening":false}]`,
		`[{"type":"normal","horizontal":1,"off_board":true}]`, `[{"type":"normal","horizontal":1,"centre_on_surface":false}]`,
		`[{"type":"jump","horizontal":1,"up":1}]`, `[{"type":"climb","up":1,"on":"unclimbable"}]`, `[{"type":"climb","up":1,"on":"ladder"}]`,
		`[{"type":"climb","up":1,"in_contact":false}]`, `[{"type":"climb","up":1,"max_gap":2}]`, `[{"type":"fly","horizontal":1}]`,
	} {
		w.do("move", `,"path":`+path)
		w.do("move", `,"ends_near":[],"path":`+path)
		w.do("move", `,"bonus":true,"path":`+path)
		w.do("move", `,"nearest_enemy":0.5,"path":`+path)
	}
	for _, kind := range []string{"normal", "climb", "fly", "jump"} {
		w.do("move", `,"ends_near":[],"end":"air","end_drop":1,"path":[{"type":"`+kind+`","horizontal":1}]`)
		w.do("move", `,"ends_near":[],"end":"climbing","path":[{"type":"`+kind+`","horizontal":1}]`)
	}
	for _, token := range []string{"chest-1", "t1", "idol", "nothing"} {
		w.do("move", `,"ends_near":[],"pick_up":"`+token+`","treasure_distance":4,"path":[{"type":"normal","horizontal":1}]`)
		w.do("move", `,"pick_up":"`+token+`","path":[{"type":"normal","horizontal":0}]`)
	}
	w.do("disengage", `,"nearest_enemy_at_start":3,"nearest_enemy_at_end":4,"path_length":3`)
	w.do("disengage", `,"normal_moves_only":false`)
	w.do("disengage", `,"nearest_enemy_at_end":2,"path_length":3,"normal_moves_only":false`)
	w.do("disengage", `,"strikers":["nobody"]`)
}

// boardMoves adds moves to where the fighter cannot go, and with wrong facts.
func (w *wrongList) boardMoves(v rules.View) {
	at := w.acting.Spot
	if at == nil {
		return
	}
	to := func(x, y, z float64) string { return fmt.Sprintf(`"to":{"x":%.3f,"y":%.3f,"z":%.3f}`, x, y, z) }
	leg := func(kind, target, more string) { w.do("move", `,"path":[{"type":"`+kind+`",`+target+more+`}]`) }
	near := to(at.X, max(1, at.Y-0.3), at.Z)
	for _, target := range []string{to(-1, at.Y, at.Z), to(at.X, at.Y+20, at.Z), to(at.X, at.Y, at.Z+3), to(at.X+1, at.Y, 7)} {
		for _, kind := range []string{"normal", "jump", "fly"} {
			leg(kind, target, "")
		}
	}
	for _, p := range v.Board.Pieces {
		if len(p.Shape) < 3 {
			continue
		}
		c := p.Shape[0]
		o := p.Shape[2]
		middle := to((c[0]+o[0])/2, (c[1]+o[1])/2, at.Z)
		leg("normal", middle, "")
		w.do("move", fmt.Sprintf(`,"path":[{"type":"climb","part":%q,%s}]`, p.ID, to(at.X, at.Y, at.Z+1)))
	}
	for _, fact := range []string{
		`"horizontal":9`, `"up":3`, `"down":3`, `"through":"fighter"`, `"on":"deadly"`, `"in_contact":false`, `"max_gap":7`,
		`"clears_opening":false`, `"centre_on_surface":false`, `"off_board":true`,
	} {
		leg("normal", near, ","+fact)
	}
	for _, fact := range []string{`"end":"overhang"`, `"end_drop":5`, `"base_wholly_on_surface":false`, `"nearest_enemy":0.001`, `"pick_up":"nothing"`} {
		w.do("move", `,`+fact+`,"path":[{"type":"normal",`+near+`}]`)
	}
	for _, p := range v.Board.Pieces {
		if p.Key == "treasure" {
			w.do("move", fmt.Sprintf(`,"pick_up":%q,"path":[{"type":"normal",%s}]`, p.ID, near))
			w.do("move", fmt.Sprintf(`,"pick_up":%q,"treasure_distance":0.001,"path":[{"type":"normal",%s}]`, p.ID, near))
		}
	}
	for _, m := range v.Units {
		if m.Spot != nil {
			leg("normal", to(m.Spot.X, m.Spot.Y, at.Z), "")
		}
	}
	w.do("disengage", ","+near)
	w.do("disengage", ","+to(at.X+2.9, at.Y, at.Z)+`,"path_length":9`)
	w.do("disengage", ","+to(at.X+5, at.Y, at.Z))
	w.do("drop-treasure", `,"at":{"x":1,"y":1,"z":0}`)
}

// attacks adds attacks with every weapon on every fighter, with and without facts.
func (w *wrongList) attacks(v rules.View) {
	for _, u := range v.Units {
		for weapon := range 3 {
			target := fmt.Sprintf(`,"target":%q,"weapon":%d`, u.ID, weapon)
			w.do("attack", target)
			for _, facts := range []string{
				`"distance":90,"enemies_within_1":0`, `"distance":2,"enemies_within_1":1`,
				`"distance":3,"enemies_within_1":0,"other_friend_distance":0.5`, `"visible":false`, `"bonus":true`,
			} {
				if v.Board == nil {
					w.do("attack", target+","+facts)
				}
			}
		}
		for _, fact := range []string{`"distance":77`, `"horizontal":77`, `"visible":false`, `"in_cover":true`, `"in_cover":false`, `"enemies_within_1":9`, `"other_friend_distance":55`, `"near_open_edge":true`} {
			w.do("attack", fmt.Sprintf(`,"target":%q,%s`, u.ID, fact))
		}
	}
	w.do("attack", `,"target":"nobody"`)
}

// otherTargets adds every legal command with a target for all other targets.
func (w *wrongList) otherTargets(b rules.Battle, v rules.View) {
	seen := map[any]bool{}
	for _, c := range b.Legal() {
		if c.Kind() != "use-ability" {
			continue
		}
		given := fields(c)
		if given["target"] == "" || seen[given["ability"]] {
			continue
		}
		seen[given["ability"]] = true
		for _, u := range v.Units {
			given["target"] = u.ID
			w.encode(given)
		}
	}
}

// others adds every ability with every score on a fighter of either side, and all other actions.
func (w *wrongList) others(v rules.View) {
	for _, id := range []string{
		"rush", "onslaught", "respite", "inspiring-presence", "rampage", "ropes", "aim-for-the-eyes", "taunt", "monstrous-reach",
		"grab-and-maul", "ferocious-demolition", "no-such-thing",
	} {
		for value := 1; value <= 6; value++ {
			w.do("use-ability", fmt.Sprintf(`,"ability":%q,"value":%d`, id, value))
		}
		w.do("use-ability", fmt.Sprintf(`,"ability":%q,"value":4,"enemies_within_1":1`, id))
		if !slices.Contains([]string{"inspiring-presence", "ropes", "taunt", "grab-and-maul"}, id) {
			continue
		}
		for _, u := range v.Units {
			w.do("use-ability", fmt.Sprintf(`,"ability":%q,"value":3,"target":%q`, id, u.ID))
			w.do("use-ability", fmt.Sprintf(`,"ability":%q,"value":5,"target":%q,"distance":20,"visible":false`, id, u.ID))
		}
	}
	for _, kind := range []string{"wait", "drop-treasure", "end-activation", "disengage"} {
		w.do(kind, "")
	}
	w.do("move", `,"bonus":true,"path":[{"type":"normal","horizontal":1}]`)
	for _, u := range v.Units {
		w.add(`{"kind":"wait","by":%d,"fighter":%q}`, u.Seat, u.ID)
		w.add(`{"kind":"manual","by":%d,"fighter":%q,"ability":"no-such-thing","value":1}`, u.Seat, u.ID)
		if v.Board != nil {
			w.add(`{"kind":"manual","by":%d,"fighter":%q,"to":{"x":0,"y":0}}`, u.Seat, u.ID)
		}
	}
}
