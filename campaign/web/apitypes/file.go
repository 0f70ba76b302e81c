package apitypes

import (
	"encoding/base64"

	"oriflamme/rules"
)

// A File is bytes sent as a JSON string in base64 with padding (RFC 4648).
type File []byte

// DecodeJSON decodes the base64 string.
func (f *File) DecodeJSON(tree any, path string) *rules.Fault {
	text, ok := tree.(string)
	if !ok {
		return rules.Faultf(rules.WrongType, path, "want base64 in a string")
	}
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return rules.Faultf(rules.WrongType, path, "not base64: %v", err)
	}
	*f = raw
	return nil
}
