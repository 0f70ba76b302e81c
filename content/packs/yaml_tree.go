package packs

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"

	"go.yaml.in/yaml/v3"

	"oriflamme/content/phrases"
	"oriflamme/rules"
)

// Limits of one file; a file beyond them is refused.
const (
	MaxBytes = 4 << 20
	MaxDepth = 24
)

// A treeBuilder turns YAML nodes into the tree that rules.DecodeTree reads and records where each value was written.
type treeBuilder struct {
	file      string
	positions map[string]position
}

// parse reads the only document of a file; an empty file is an empty map.
func parse(file string, raw []byte) (*yaml.Node, *Fault) {
	if len(raw) > MaxBytes {
		return nil, &Fault{File: file, Code: rules.OutOfRange, Message: fmt.Sprintf("has more than %d bytes", MaxBytes)}
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(raw, &doc); err != nil {
		return nil, &Fault{File: file, Line: lineOf(err), Code: rules.WrongType, Message: err.Error()}
	}
	if len(doc.Content) == 0 {
		return &yaml.Node{Kind: yaml.MappingNode, Line: 1}, nil
	}
	return doc.Content[0], nil
}

var yamlLine = regexp.MustCompile(`line (\d+)`)

func lineOf(err error) int {
	m := yamlLine.FindStringSubmatch(err.Error())
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1])
	return n
}

func (b treeBuilder) fault(n *yaml.Node, code rules.Code, path, format string, args ...any) *Fault {
	return &Fault{File: b.file, Line: n.Line, Code: code, Field: path, Message: fmt.Sprintf(format, args...)}
}

func (b treeBuilder) build(n *yaml.Node, path string, depth int) (any, *Fault) {
	if depth > MaxDepth {
		return nil, b.fault(n, rules.OutOfRange, path, "is nested more than %d deep", MaxDepth)
	}
	b.positions[path] = position{b.file, n.Line}
	if n.Anchor != "" || n.Kind == yaml.AliasNode {
		return nil, b.fault(n, rules.WrongType, path, "anchors and aliases are not allowed")
	}
	switch n.Kind {
	case yaml.MappingNode:
		return b.object(n, path, depth)
	case yaml.SequenceNode:
		list := make([]any, len(n.Content))
		for i, sub := range n.Content {
			v, f := b.build(sub, rules.At(path, i), depth+1)
			if f != nil {
				return nil, f
			}
			list[i] = v
		}
		return list, nil
	}
	return b.scalar(n, path)
}

func (b treeBuilder) object(n *yaml.Node, path string, depth int) (any, *Fault) {
	obj := make(map[string]any, len(n.Content)/2)
	for i := 0; i < len(n.Content); i += 2 {
		k, sub := n.Content[i], n.Content[i+1]
		if k.Kind != yaml.ScalarNode || k.Tag == "!!merge" || k.Anchor != "" {
			return nil, b.fault(k, rules.WrongType, path, "a key must be a plain text")
		}
		at := rules.Join(path, k.Value)
		if _, twice := obj[k.Value]; twice {
			return nil, b.fault(k, rules.OutOfRange, at, "is there twice")
		}
		v, f := b.build(sub, at, depth+1)
		if f != nil {
			return nil, f
		}
		obj[k.Value] = v
		b.positions[at] = position{b.file, k.Line}
	}
	french, both := obj["fr"].(string)
	if _, en := obj["en"].(string); both && en && len(obj) == 2 {
		obj["fr"] = phrases.Typeset("fr", french)
	}
	return obj, nil
}

var jsonNumber = regexp.MustCompile(`^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d{1,3})?$`)

func (b treeBuilder) scalar(n *yaml.Node, path string) (any, *Fault) {
	switch n.ShortTag() {
	case "!!str", "!!timestamp": // a date counts as a text
		return n.Value, nil
	case "!!bool":
		return n.Value == "true" || n.Value == "True" || n.Value == "TRUE", nil
	case "!!null":
		return nil, nil
	case "!!int", "!!float":
		if jsonNumber.MatchString(n.Value) {
			return json.Number(n.Value), nil
		}
		return nil, b.fault(n, rules.WrongType, path, "write the number %s in plain decimals", n.Value)
	}
	return nil, b.fault(n, rules.WrongType, path, "the tag %s is not allowed", n.Tag)
}
