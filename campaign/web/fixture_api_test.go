package web_test

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
)

// api is a program that calls the site and holds every answer against the published description.
type api struct {
	t      *testing.T
	base   string
	doc    map[string]any
	schema *jsonschema.Compiler
	seen   map[string]bool // operations that answered 200
	answer *http.Response
	body   []byte
}

func newAPI(t *testing.T, base string) *api {
	t.Helper()
	a := &api{t: t, base: base, seen: map[string]bool{}, schema: jsonschema.NewCompiler()}
	a.schema.AssertFormat()
	res, err := http.Get(base + "/api/v1/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	doc, err := jsonschema.UnmarshalJSON(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.schema.AddResource("openapi.json", doc); err != nil {
		t.Fatal(err)
	}
	a.doc = doc.(map[string]any)
	return a
}

// call sends a request for an operation of the description and checks status and body against it.
func (a *api) call(status int, method, path, key, body string, fill ...string) *api {
	a.t.Helper()
	a.send(method, strings.NewReplacer(fill...).Replace(path), key, body)
	if a.answer.StatusCode != status {
		a.t.Fatalf("%s %s: status %d, want %d: %s", method, path, a.answer.StatusCode, status, a.body)
	}
	path, _, _ = strings.Cut(path, "?")
	if status == http.StatusOK {
		a.seen[method+" "+path] = true
	}
	pointer := fmt.Sprintf("openapi.json#/paths/%s/%s/responses/%d/content/application~1json/schema",
		strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(path), strings.ToLower(method), status)
	schema, err := a.schema.Compile(pointer)
	if err != nil {
		a.t.Fatalf("%s %s answers %d, of which the description says nothing: %v", method, path, status, err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(a.body))
	if err != nil {
		a.t.Fatalf("%s %s: %v", method, path, err)
	}
	if err := schema.Validate(value); err != nil {
		a.t.Errorf("%s %s: %v\n%s", method, path, err, a.body)
	}
	return a
}

func (a *api) send(method, path, key, body string, header ...string) {
	a.t.Helper()
	req, err := http.NewRequest(method, a.base+path, strings.NewReader(body))
	if err != nil {
		a.t.Fatal(err)
	}
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	if method == http.MethodPost {
		req.Header.Set("Idempotency-Key", fmt.Sprintf("%x", sha256.Sum256([]byte(body))))
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	if a.answer, err = http.DefaultClient.Do(req); err != nil {
		a.t.Fatal(err)
	}
	defer a.answer.Body.Close()
	if a.body, err = io.ReadAll(a.answer.Body); err != nil {
		a.t.Fatal(err)
	}
}

// field finds a member of the last answer.
func (a *api) field(path ...string) any {
	a.t.Helper()
	var v any
	if err := json.Unmarshal(a.body, &v); err != nil {
		a.t.Fatalf("%v: %s", err, a.body)
	}
	for _, p := range path {
		m, ok := v.(map[string]any)
		if !ok {
			a.t.Fatalf("no %v in %s", path, a.body)
		}
		v = m[p]
	}
	return v
}
