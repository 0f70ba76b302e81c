package packs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"go.yaml.in/yaml/v3"

	"oriflamme/rules"
)

// Write returns a pack as one YAML file, which Read reads back to the same pack.
func Write(pack rules.Pack) ([]byte, error) {
	raw, err := rules.EncodeResult(pack)
	if err != nil {
		return nil, fmt.Errorf("packs: %w", err)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	root, err := node(dec)
	if err != nil {
		return nil, fmt.Errorf("packs: %w", err)
	}
	var out bytes.Buffer
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	if err := enc.Encode(root); err != nil {
		return nil, fmt.Errorf("packs: %w", err)
	}
	return out.Bytes(), nil
}

// node reads the next JSON value as a YAML node and keeps the order of its keys. Maps and lists of scalars are
// written on one line.
func node(dec *json.Decoder) (*yaml.Node, error) {
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	scalar := func(tag, value string) (*yaml.Node, error) {
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: value}, nil
	}
	switch t := tok.(type) {
	case json.Delim:
		n := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
		if t == '[' {
			n.Kind, n.Tag = yaml.SequenceNode, "!!seq"
		}
		flat := true
		for dec.More() {
			sub, err := node(dec)
			if err != nil {
				return nil, err
			}
			flat = flat && sub.Kind == yaml.ScalarNode
			n.Content = append(n.Content, sub)
		}
		if flat {
			n.Style = yaml.FlowStyle
		}
		_, err := dec.Token() // the closing bracket
		return n, err
	case json.Number:
		if _, err := strconv.ParseInt(t.String(), 10, 64); err == nil {
			return scalar("!!int", t.String())
		}
		return scalar("!!float", t.String())
	case bool:
		return scalar("!!bool", strconv.FormatBool(t))
	case string:
		return scalar("!!str", t)
	}
	return scalar("!!null", "null")
}
