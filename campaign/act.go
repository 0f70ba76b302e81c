package campaign

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"
	"unicode"

	"oriflamme/rules"
)

// An Act is something that a person did. It is appended to the club's chain and never
// changed: to correct it, another act voids it (body Void) or amends it (Amends).
type Act struct {
	No     int64 // position in the chain: 1 for the founding of the club
	Club   ID
	By     ID        // the member who did it
	At     time.Time // UTC, to the millisecond
	Kind   Kind      // of the body
	Body   Body      // what was done
	Why    string    // the reason given; required for rulings, voids and amendments
	Amends int64     // No of the act of the same kind whose body this one replaces, or 0
	Key    string    // idempotency key: the same member sending it again gets the same act
	Prev   string    // hash of the act before; "" for the first
	Hash   string    // SHA-256 of all the above as canonical JSON, in hexadecimal

	raw json.RawMessage // the body as it was written and hashed
}

// An ActRequest is an act that somebody asks the service to do.
type ActRequest struct {
	Body     Body
	Why      string
	Amends   int64
	LastSeen int64 // No of the last act that the author had seen; 0 skips the check for stale requests
}

// An ActNo is the number of the act that a thing in the state comes from. The state
// hash counts only acts in force, so that a voided act leaves no trace in it.
type ActNo int64

// canonical is the JSON form of an act that is hashed: it fixes the fields and their order.
type canonical struct {
	No     int64           `json:"no"`
	Club   ID              `json:"club"`
	By     ID              `json:"by"`
	At     string          `json:"at"`
	Kind   Kind            `json:"kind"`
	Body   json.RawMessage `json:"body"`
	Why    string          `json:"why"`
	Amends int64           `json:"amends"`
	Key    string          `json:"key"`
	Prev   string          `json:"prev"`
	Hash   string          `json:"hash,omitempty"`
}

const timeLayout = "2006-01-02T15:04:05.000Z"

// NewAct makes the act that follows prev in the chain; prev is nil for the first. It
// returns an error if the body cannot be encoded and decoded again.
func NewAct(prev *Act, club, by ID, at time.Time, key string, d ActRequest) (Act, error) {
	a := Act{No: 1, Club: club, By: by, At: at.UTC().Truncate(time.Millisecond), Kind: d.Body.Kind(),
		Why: d.Why, Amends: d.Amends, Key: key}
	if prev != nil {
		a.No, a.Prev = prev.No+1, prev.Hash
	}
	var err error
	if a.raw, err = encode(d.Body); err != nil {
		return Act{}, fmt.Errorf("act %s: %w", a.Kind, err)
	}
	// The body is decoded from its stored form, so that folding it now and
	// folding it after a restart use the same values.
	if a.Body, err = DecodeBody(a.Kind, a.raw); err != nil {
		return Act{}, err
	}
	a.Hash = a.sum()
	return a, nil
}

// RestoreAct returns an act from its stored parts; its Body is decoded from raw.
func RestoreAct(a Act, raw []byte) (Act, error) {
	var err error
	a.raw = raw
	a.Body, err = DecodeBody(a.Kind, raw)
	return a, err
}

// Raw returns the body's JSON as it was hashed.
func (a Act) Raw() json.RawMessage { return a.raw }

// MarshalJSON writes the canonical form with the hash.
func (a Act) MarshalJSON() ([]byte, error) {
	c := a.canonical()
	c.Hash = a.Hash
	return encode(c)
}

// UnmarshalJSON reads the canonical form. It does not check the hash: Verify does.
func (a *Act) UnmarshalJSON(raw []byte) error {
	var c canonical
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&c); err != nil {
		return refuse(Invalid, "act", "not-an-act", "", "reason", err.Error())
	}
	at, err := time.Parse(timeLayout, c.At)
	if err != nil {
		return refuse(Invalid, "at", "not-a-time", "", "reason", err.Error())
	}
	*a, err = RestoreAct(Act{No: c.No, Club: c.Club, By: c.By, At: at, Kind: c.Kind, Why: c.Why,
		Amends: c.Amends, Key: c.Key, Prev: c.Prev, Hash: c.Hash}, c.Body)
	return err
}

func (a Act) canonical() canonical {
	return canonical{No: a.No, Club: a.Club, By: a.By, At: a.At.UTC().Format(timeLayout), Kind: a.Kind,
		Body: a.raw, Why: a.Why, Amends: a.Amends, Key: a.Key, Prev: a.Prev}
}

// sum returns the hash of the act's canonical form without the hash.
func (a Act) sum() string {
	text, err := encode(a.canonical())
	if err != nil {
		return "" // cannot happen, since raw is JSON; an empty hash never verifies
	}
	return sha256Hex(text)
}

// Verify checks a chain from its first act on: numbers, links and hashes. The error
// names the first act that is wrong.
func Verify(acts []Act) error {
	prev := ""
	for i, a := range acts {
		switch {
		case a.No != int64(i)+1:
			return fmt.Errorf("act %d: number %d is out of order", i+1, a.No)
		case a.Prev != prev:
			return fmt.Errorf("act %d: does not follow from the act before", a.No)
		case a.Hash == "" || a.Hash != a.sum():
			return fmt.Errorf("act %d: was changed after it was written", a.No)
		}
		prev = a.Hash
	}
	return nil
}

// encode returns v as JSON without HTML escapes and without a final newline.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// An ID identifies a club, a member, a campaign, a roster, a region or a battle. It is
// 16 letters and digits; IDs sort by the time they were made and cannot be guessed
// from one another.
type ID = string

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz" // Crockford's base 32

// NewID returns a new ID: nine characters of the time in milliseconds, seven random ones.
func NewID(at time.Time) ID {
	var b [16]byte
	ms := uint64(at.UnixMilli())
	for i := 8; i >= 0; i-- {
		b[i] = alphabet[ms&31]
		ms >>= 5
	}
	rand.Read(b[9:])
	for i := 9; i < 16; i++ {
		b[i] = alphabet[b[i]&31]
	}
	return string(b[:])
}

// NewToken returns a secret of at least 128 random bits, for links and cookies.
func NewToken() string { return rand.Text() }

// HashToken returns the SHA-256 of a token in hexadecimal, which is all that is stored
// of it. A token is looked up by its hash, so no secrets are compared.
func HashToken(token string) string { return sha256Hex([]byte(token)) }

// An idFiller supplies the IDs and battle numbers that a body leaves empty, or clears
// them again so that two requests can be compared.
type idFiller struct {
	clear  bool
	id     func(supplied ID) ID
	number func(campaign ID, supplied int) int // returns a battle number
}

// withIDs returns a body with the IDs and battle numbers that it left empty.
func (s *State) withIDs(body Body, now time.Time) Body {
	last := 0
	return fill(body, idFiller{
		id: func(supplied ID) ID {
			if supplied == "" {
				return NewID(now)
			}
			return supplied
		},
		number: func(campaign ID, supplied int) int {
			if supplied != 0 {
				return supplied
			}
			if last == 0 {
				last = s.lastNumber(campaign)
			}
			last++
			return last
		},
	})
}

// withoutIDs returns a body without the IDs and battle numbers that withIDs fills in.
func withoutIDs(body Body) Body {
	return fill(body, idFiller{true, func(ID) ID { return "" }, func(ID, int) int { return 0 }})
}

func fill(body Body, g idFiller) Body {
	if b, ok := body.(filler); ok {
		return b.fill(g)
	}
	return body
}

// lastNumber returns the highest battle number that a campaign has ever used. Voided
// battles count, so that a number on a printed score sheet never comes to mean another
// battle.
func (s *State) lastNumber(campaign ID) int {
	last := 0
	for _, a := range s.Acts {
		for _, b := range ArrangedBattles(a.Body) {
			if b.Campaign == campaign {
				last = max(last, b.Number)
			}
		}
	}
	return last
}

// checkStale refuses a request if somebody else has acted on the same thing since its
// author looked (CAMP-ACT-5).
func (s *State) checkStale(by ID, d ActRequest) error {
	thing := d.Body.subject().staleKey
	if d.LastSeen == 0 || thing == "" || thing == neverStale || kinds[d.Body.Kind()].concurrency == adding {
		return nil
	}
	for i := len(s.Acts) - 1; i >= 0 && s.Acts[i].No > d.LastSeen; i-- {
		if a := &s.Acts[i]; a.By != by && a.Body.subject().staleKey == thing && kinds[a.Kind].concurrency != unrelated {
			return refuse(Stale, "head", "changed-since", "CAMP-ACT-5", "act", strconv.FormatInt(a.No, 10))
		}
	}
	return nil
}

// checkLegal refuses an army list that the campaign's game finds illegal, unless it is
// marked as unfinished. The error describes the first fault.
func (s *Service) checkLegal(c *Campaign, list rules.Roster, unfinished bool) error {
	if c == nil || unfinished {
		return nil
	}
	faults := s.Faults(c.Settings, list)
	if len(faults) == 0 {
		return nil
	}
	f := faults[0]
	with := map[string]string{"message": f.Message}
	maps.Copy(with, f.With)
	return &Error{Code: Invalid, Field: rules.Join("list", f.Field), Key: "roster-fault", Rule: f.Rule, Params: with}
}

// Faults returns every fault that the campaign's game finds in an army list under the
// campaign's points limit. A game that does not check lists finds none.
func (s *Service) Faults(set Settings, list rules.Roster) []rules.Fault {
	if g := s.games[set.Game]; g != nil && g.CheckRoster != nil {
		return g.CheckRoster(g.WithPoints(list, set.Limit))
	}
	return nil
}

func (s *Service) checkSettings(set Settings) error {
	g := s.games[set.Game]
	if g == nil {
		return refuse(Invalid, "settings.game", "unknown-game", "", "game", set.Game)
	}
	for i, t := range set.TieBreaks {
		if slices.Index(set.TieBreaks, t) != i {
			return refuse(Invalid, fmt.Sprintf("ties[%d]", i), "tie-twice", "", "tie", t)
		}
	}
	for id, value := range set.Options {
		if !optionAllows(g, id, value) {
			return refuse(Invalid, "settings.options."+id, "unknown-option", "", "value", value)
		}
	}
	return nil
}

func optionAllows(g *rules.Game, id, value string) bool {
	return slices.ContainsFunc(g.Options, func(o rules.Option) bool { return o.ID == id && slices.Contains(o.Values, value) })
}

// invisibleRunes are letters and symbols by their Unicode category that are drawn as empty space.
var invisibleRunes = []rune{0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0}

// checkReadable refuses a name that nobody could read: one of spaces, combining marks and
// invisible characters only, or one with control characters or characters that change the
// direction of the text after them. It accepts an empty name: checkLength refuses that.
func checkReadable(field, name string) error {
	seen := name == ""
	for _, r := range name {
		switch {
		case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r), unicode.Is(unicode.Bidi_Control, r) && !isDirectionMark(r):
			return refuse(Invalid, field, "unreadable-name", "")
		case slices.Contains(invisibleRunes, r):
		case unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S):
			seen = true
		}
	}
	if !seen {
		return refuse(Invalid, field, "unreadable-name", "")
	}
	return nil
}

// isDirectionMark reports whether r only marks the direction of a word. Names in Hebrew and
// Arabic may contain such marks.
func isDirectionMark(r rune) bool { return r == 0x200E || r == 0x200F || r == 0x061C }

// checkNames refuses a body with a name that nobody could read. It runs when an act is
// done, never when it is folded, and skips names that the thing had before, so that old
// names stay valid.
func (s *State) checkNames(body Body) error {
	var wrong error
	if b, ok := body.(namer); ok {
		b.names(s, func(field, name string, was ...string) {
			if wrong == nil && !slices.Contains(was, name) {
				wrong = checkReadable(field, name)
			}
		})
	}
	return wrong
}

// A nameChecker checks one name of a body; was are the names that the thing had before.
type nameChecker func(field, name string, was ...string)

// list checks the names in an army list; r is the roster whose list it replaces, or nil.
func (check nameChecker) list(now rules.Roster, r *Roster) {
	var was []string
	if r != nil {
		was = append(was, r.List.Name, r.List.Faction)
		for _, u := range r.List.Units {
			was = append(was, u.Name)
		}
	}
	check("list.name", now.Name, was...)
	check("list.faction", now.Faction, was...)
	for i, u := range now.Units {
		check(fmt.Sprintf("list.units[%d].name", i), u.Name, was...)
	}
}

func (check nameChecker) settings(now, was Settings) {
	check("name", now.Name, was.Name)
	for i, h := range now.HouseRules {
		check(fmt.Sprintf("house[%d].name", i), h.Name, convert(was.HouseRules, func(h HouseRule) string { return h.Name })...)
	}
	for _, p := range now.Tables {
		check("tables", p.Name, convert(was.Tables, func(p Table) string { return p.Name })...)
	}
}

func (check nameChecker) mapNames(now, was *Map) {
	if now == nil {
		return
	}
	if was == nil {
		was = &Map{}
	}
	check("map.name", now.Name, was.Name)
	before := convert(was.Regions, func(r Region) string { return r.Name })
	for i, r := range now.Regions {
		check(fmt.Sprintf("map.regions[%d].name", i), r.Name, before...)
	}
}

func (check nameChecker) honours(now, was []Honour) {
	before := convert(was, func(h Honour) string { return h.Name })
	for i, h := range now {
		check(fmt.Sprintf("honours[%d].name", i), h.Name, before...)
	}
}

// convert returns the elements of a list in another form.
func convert[A, B any](all []A, to func(A) B) []B {
	converted := make([]B, len(all))
	for i, v := range all {
		converted[i] = to(v)
	}
	return converted
}
