// Package openapi makes the OpenAPI 3.1 description of an HTTP API from the Go types that it reads and writes. Schemas are JSON
// Schema 2020-12.
// Input is described by the struct tags that rules.Decode reads, output by the fields of its struct, all of which
// rules.EncodeResult writes. The package knows neither routes nor handlers. Begin with Document.
package openapi

import (
	"encoding/json"
	"path"
	"reflect"
	"strconv"
	"strings"
	"time"

	"oriflamme/rules"
)

// An Operation is one method of one path.
type Operation struct {
	Method, Path string // Path with its parameters in braces
	ID, Tag      string
	Summary      string
	Query        []Parameter
	Header       []Parameter
	Key          bool         // needs the API key of a member
	In           reflect.Type // type of the body; nil for none
	Out          reflect.Type // type of the response; nil for any JSON
	Refusals     []int        // the statuses of its errors
}

// A Parameter is a text or an integer outside the body.
type Parameter struct {
	Name, About string
	Required    bool
	Integer     bool
}

// Info is the head of a document.
type Info struct{ Title, Version, About string }

// object is a JSON object. encoding/json sorts its members by name, so that a document always has the same bytes.
type object = map[string]any

// Document returns the description of an API. The errors of all operations have one shape, refusal.
func Document(info Info, refusal reflect.Type, all []Operation) ([]byte, error) {
	d := &document{schemas: object{}, named: map[string]reflect.Type{}}
	paths := map[string]object{}
	for _, op := range all {
		if paths[op.Path] == nil {
			paths[op.Path] = object{}
		}
		paths[op.Path][strings.ToLower(op.Method)] = d.operation(op, refusal)
	}
	return json.MarshalIndent(object{
		"openapi": "3.1.0",
		"info":    object{"title": info.Title, "version": info.Version, "description": info.About},
		"paths":   paths,
		"components": object{
			"schemas":         d.schemas,
			"securitySchemes": object{"key": object{"type": "http", "scheme": "bearer"}},
		},
	}, "", " ")
}

type document struct {
	schemas object
	named   map[string]reflect.Type
}

func (d *document) operation(op Operation, refusal reflect.Type) object {
	out := object{}
	if op.Out != nil {
		out = d.schema(op.Out, "", false)
	}
	answers := object{"200": object{"description": "OK", "content": object{"application/json": object{"schema": out}}}}
	if op.Method == "GET" {
		answers["304"] = object{"description": "Not modified since the ETag of If-None-Match"}
	}
	for _, status := range op.Refusals {
		answers[strconv.Itoa(status)] = object{"description": "Refused", "content": object{"application/json": object{"schema": d.schema(refusal, "", false)}}}
	}
	o := object{"operationId": op.ID, "summary": op.Summary, "tags": []string{op.Tag}, "responses": answers}
	var parameters []object
	for rest := op.Path; ; {
		_, after, found := strings.Cut(rest, "{")
		if !found {
			break
		}
		name, tail, _ := strings.Cut(after, "}")
		parameters = append(parameters, object{"name": name, "in": "path", "required": true, "schema": object{"type": "string"}})
		rest = tail
	}
	parameters = append(append(parameters, parameterList("query", op.Query)...), parameterList("header", op.Header)...)
	if len(parameters) > 0 {
		o["parameters"] = parameters
	}
	if op.In != nil {
		o["requestBody"] = object{"required": true, "content": object{"application/json": object{"schema": d.schema(op.In, "", true)}}}
	}
	if op.Key {
		o["security"] = []object{{"key": []string{}}}
	}
	return o
}

func parameterList(in string, all []Parameter) []object {
	var out []object
	for _, p := range all {
		schema := object{"type": "string"}
		if p.Integer {
			schema = object{"type": "integer"}
		}
		out = append(out, object{"name": p.Name, "in": in, "required": p.Required, "description": p.About, "schema": schema})
	}
	return out
}

var (
	timeType = reflect.TypeFor[time.Time]()
	rawType  = reflect.TypeFor[json.RawMessage]()
	byteType = reflect.TypeFor[byte]()
)

// schema returns the schema of a type. in is the tag that limits it. read says whether the type is decoded: fields with a
// default may then be missing.
func (d *document) schema(t reflect.Type, in string, read bool) object {
	switch {
	case t == timeType:
		return object{"type": "string", "format": "date-time"}
	case t == rawType:
		return object{}
	case t.Kind() == reflect.Slice && t.Elem() == byteType:
		return object{"type": "string", "contentEncoding": "base64"}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return object{"anyOf": []object{d.schema(t.Elem(), in, read), {"type": "null"}}}
	case reflect.Slice, reflect.Array:
		s := object{"type": "array", "items": d.schema(t.Elem(), "", read)}
		if t.Kind() == reflect.Array {
			s["minItems"], s["maxItems"] = t.Len(), t.Len()
		}
		return s
	case reflect.Map:
		return object{"type": "object", "additionalProperties": d.schema(t.Elem(), "", read)}
	case reflect.Struct:
		return d.reference(t, read)
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Float64:
		return object{"type": "number"}
	case reflect.String:
		return limited(object{"type": "string"}, in, "minLength", "maxLength")
	case reflect.Interface:
		return object{}
	}
	return limited(object{"type": "integer"}, in, "minimum", "maximum")
}

// limited adds the limits of an in tag, "1..30" or "a|b|c", to a schema.
func limited(s object, in, least, most string) object {
	lo, hi, span := strings.Cut(in, "..")
	switch {
	case in == "":
	case span:
		if n, err := strconv.Atoi(lo); err == nil {
			s[least] = n
		}
		if n, err := strconv.Atoi(hi); err == nil {
			s[most] = n
		}
	default:
		s["enum"] = strings.Split(in, "|")
	}
	return s
}

// reference adds a struct to the named schemas once, and returns a reference to it. Input and output have different
// schemas, because only input may lack fields.
func (d *document) reference(t reflect.Type, read bool) object {
	name := t.Name()
	if read {
		name += "Request"
	}
	if other, there := d.named[name]; there && other != t {
		name = path.Base(t.PkgPath()) + "." + name
	}
	ref := object{"$ref": "#/components/schemas/" + name}
	if d.named[name] == t {
		return ref
	}
	d.named[name] = t
	properties := object{}
	required := []string{}
	for _, f := range rules.FieldsOf(t) {
		s := d.schema(f.Type, f.In, read)
		if read && f.Len != "" && s["type"] == "array" {
			limited(s, f.Len, "minItems", "maxItems")
		}
		properties[f.Name] = s
		if !read || !f.Optional {
			required = append(required, f.Name)
		}
	}
	d.schemas[name] = object{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
	return ref
}
