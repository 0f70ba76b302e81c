package apitypes

import (
	"encoding/base64"

	"oriflamme/rules"
)

// A File is bytes that come in a JSON string, in the base64 of RFC 4648 with its padding.
type File []byte

// DecodeJSON reads the string.
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
