package underworlds

import (
	"encoding/json"
	"math"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/hex"
	"oriflamme/rules/underworlds/ruling"
)

// HexReply is the hex that a player chooses in the middle of a command: where a fighter is
// pushed, driven back, placed or moved, or where a token goes.
type HexReply struct {
	Hex *ruling.Hex `json:"hex" default:"null" null:"true"` // nil: none, where the choice is optional
}

// hexQuestion is a question for a hex.
type hexQuestion struct {
	rule     string
	seat     rules.Seat
	why      string
	unit     string // the fighter that goes there, or ""
	optional bool   // the player may decline
}

// pickHex asks a player for one of a set of cells; hex.None when the choice is optional and the
// player declines. A single cell is taken without asking.
func (b *Battle) pickHex(t *rules.Turn, q hexQuestion, set hex.Set) int {
	if !b.answersAreHexes() {
		return b.pickHexByNumber(t, q, set)
	}
	offers := make([]rules.Offer[HexReply], 0, set.Len()+1)
	if q.optional {
		offers = append(offers, rules.Offer[HexReply]{Key: "none"})
	}
	for i := range set.All {
		offers = append(offers, b.shape.offers[i])
	}
	if len(offers) == 1 {
		return b.cellAt(offers[0].Value.Hex)
	}
	chosen := rules.AskValue(t, rules.ValueQuestion{Rule: q.rule, Seat: q.seat, Why: q.why, Of: rules.ShapeCell, Unit: q.unit}, offers, func(r HexReply) *rules.Fault {
		at := b.cellAt(r.Hex)
		return rules.ForbidIf(r.Hex == nil && !q.optional || r.Hex != nil && (at == hex.None || !set.Has(at)), q.rule, "hex", "cannot be chosen")
	})
	return b.cellAt(chosen.Hex)
}

// pickHexByNumber is pickHex of battles before version 3, whose records hold the number of an
// option.
func (b *Battle) pickHexByNumber(t *rules.Turn, q hexQuestion, set hex.Set) int {
	var cells []int
	var names []string
	if q.optional {
		cells, names = append(cells, hex.None), append(names, "none")
	}
	for i := range set.All {
		cells, names = append(cells, i), append(names, b.hexName(i))
	}
	return cells[t.Ask(q.rule, q.seat, q.why, names...)]
}

// offerOf returns what a question offers for a hex: its name, the hex, and its place on the board.
func offerOf(h *ruling.Hex) rules.Offer[HexReply] {
	return rules.Offer[HexReply]{Key: strconv.Itoa(h.Q) + "," + strconv.Itoa(h.R), Value: HexReply{h}, Spots: []rules.Spot{{X: float64(h.Q), Y: float64(h.R), Width: 1}}}
}

// hexName returns the name of a cell in questions.
func (b *Battle) hexName(i int) string { return b.shape.offers[i].Key }

// ReplyAt returns the answer to a question for a hex that a person touches.
func (b *Battle) ReplyAt(q *rules.Question, spots []rules.Spot) (json.RawMessage, []rules.Spot, *rules.Fault) {
	if b.board == nil || q.Shape != rules.ShapeCell || len(spots) != 1 {
		return nil, nil, rules.Faultf(rules.OutOfRange, "", "no hex answers this question")
	}
	at := b.Find(hex.Cell{Q: int(math.Round(spots[0].X)), R: int(math.Round(spots[0].Y))})
	if at == hex.None {
		return nil, nil, rules.Breaks("WU-HEX-2", "hex", "is off the battlefield")
	}
	raw, err := rules.EncodeResult(HexReply{&b.hexes[at]})
	if err != nil {
		return nil, nil, rules.Faultf(rules.WrongType, "hex", "%v", err)
	}
	return raw, b.shape.offers[at].Spots, nil
}
