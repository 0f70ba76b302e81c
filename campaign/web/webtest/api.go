package webtest

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"oriflamme/rules/rulestest"
)

// api is a client of the API that checks every response against the published description.
type api struct {
	t      *testing.T
	base   string
	Doc    map[string]any
	schema *jsonschema.Compiler
	Seen   map[string]bool // operations that were answered with status 200
	Answer *http.Response
	Body   []byte
}

// NewAPI returns a client that has read the description of the site at base.
func NewAPI(t *testing.T, base string) *api {
	t.Helper()
	a := &api{t: t, base: base, Seen: map[string]bool{}, schema: jsonschema.NewCompiler()}
	a.schema.AssertFormat()
	res, err := http.Get(base + "/api/v1/openapi.json")
	rulestest.Must(t, err)
	defer res.Body.Close()
	doc, err := jsonschema.UnmarshalJSON(res.Body)
	rulestest.Must(t, err)
	rulestest.Must(t, a.schema.AddResource("openapi.json", doc))
	a.Doc = doc.(map[string]any)
	return a
}

// Call sends a request for an operation of the description, and checks the status and the body of the response. fill lists
// parameters of the path and their values.
func (a *api) Call(status int, method, path, key, body string, fill ...string) *api {
	a.t.Helper()
	a.Send(method, strings.NewReplacer(fill...).Replace(path), key, body)
	if a.Answer.StatusCode != status {
		a.t.Fatalf("%s %s: status %d, want %d: %s", method, path, a.Answer.StatusCode, status, a.Body)
	}
	path, _, _ = strings.Cut(path, "?")
	if status == http.StatusOK {
		a.Seen[method+" "+path] = true
	}
	pointer := fmt.Sprintf("openapi.json#/paths/%s/%s/responses/%d/content/application~1json/schema",
		strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(path), strings.ToLower(method), status)
	schema, err := a.schema.Compile(pointer)
	if err != nil {
		a.t.Fatalf("%s %s answers %d, of which the description says nothing: %v", method, path, status, err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(a.Body))
	if err != nil {
		a.t.Fatalf("%s %s: %v", method, path, err)
	}
	if err := schema.Validate(value); err != nil {
		a.t.Errorf("%s %s: %v\n%s", method, path, err, a.Body)
	}
	return a
}

// Send sends a request without checking the response. An empty key sends no key; header lists names and values.
func (a *api) Send(method, path, key, body string, header ...string) {
	a.t.Helper()
	req, err := http.NewRequest(method, a.base+path, strings.NewReader(body))
	rulestest.Must(a.t, err)
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	if method == http.MethodPost {
		req.Header.Set("Idempotency-Key", fmt.Sprintf("%x", sha256.Sum256([]byte(body))))
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	a.Answer, err = http.DefaultClient.Do(req)
	rulestest.Must(a.t, err)
	defer a.Answer.Body.Close()
	a.Body, err = io.ReadAll(a.Answer.Body)
	rulestest.Must(a.t, err)
}

// Field returns a member of the last response by its path.
func (a *api) Field(path ...string) any {
	a.t.Helper()
	var v any
	if err := json.Unmarshal(a.Body, &v); err != nil {
		a.t.Fatalf("%v: %s", err, a.Body)
	}
	for _, p := range path {
		m, ok := v.(map[string]any)
		if !ok {
			a.t.Fatalf("no %v in %s", path, a.Body)
		}
		v = m[p]
	}
	return v
}
