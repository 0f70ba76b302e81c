package campaign

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// An Act is something that a person did: appended to the club's chain, never
// changed. A correction is another act that voids it (body Void) or Amends it.
type Act struct {
	No     int64 // 1 for the founding of the club, then one more each
	Club   ID
	By     ID        // the member who did it
	At     time.Time // UTC, to the millisecond
	Kind   Kind      // of the body
	Body   Body      // what was done
	Why    string    // the reason given; required of rulings, voids and amendments
	Amends int64     // number of the act of the same kind whose body this one replaces, or 0
	Key    string    // idempotency key: the same person sending it again gets the same act
	Prev   string    // hash of the act before; "" for the first
	Hash   string    // SHA-256 of all the above as canonical JSON, in hexadecimal: the receipt

	raw json.RawMessage // the body as it was written and hashed
}

// A ActRequest is an act about to be done.
type ActRequest struct {
	Body     Body
	Why      string
	Amends   int64
	LastSeen int64 // the number of the last act that the person saw; 0 when it does not matter
}

// A ActNo is the number of the act that something in the state comes from. In
// the state hash it counts only acts in force, so that voiding leaves no trace.
type ActNo int64

// canonical fixes the order and form of an act's JSON.
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

// NewAct chains a body to the act before (nil for the first).
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
	// The body is read back from what is stored, so that folding it now and
	// folding it after a restart see the very same values.
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

// UnmarshalJSON reads the canonical form. The hash is not checked: Verify does.
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

func (a Act) sum() string {
	text, err := encode(a.canonical())
	if err != nil {
		return "" // the body was JSON already; an empty hash never verifies
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Verify checks the chain from the first act on: numbers, links and hashes. The
// error names the first act that is wrong.
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

// encode is JSON without HTML escapes or a line end.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}
