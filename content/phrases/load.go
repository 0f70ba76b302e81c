//go:build !js

package phrases

// The engine of browsers gets its phrases through FromTexts. It leaves this file out, and with it the size of the YAML reader.

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Load reads a language: its conventions in <lang>/language.yaml and its phrases in <lang>/ui.yaml, <lang>/ui-*.yaml
// and <lang>/<game>/phrases.yaml. The words of <lang>/<game>/words.yaml, which the reference uses for fields and
// values, get the prefix "<game>.word.". An error names the file and line: a key that occurs twice, a value that is
// not a text, a brace that is not closed.
func Load(fsys fs.FS, lang string) (*Catalog, error) {
	c := &Catalog{Lang: lang, phrases: map[string]phrase{}, missing: map[string]bool{}}
	if err := c.readConventions(fsys, lang+"/language.yaml"); err != nil {
		return nil, err
	}
	if err := c.readPhrases(fsys, lang+"/ui.yaml", ""); err != nil {
		return nil, err
	}
	for _, more := range []struct {
		files  string
		prefix func(game string) string
	}{
		{"ui-*.yaml", func(string) string { return "" }},
		{"*/phrases.yaml", func(game string) string { return game + "." }},
		{"*/words.yaml", func(game string) string { return game + ".word." }},
	} {
		names, err := fs.Glob(fsys, lang+"/"+more.files)
		if err != nil {
			return nil, fmt.Errorf("phrases: %w", err)
		}
		for _, name := range names {
			if err := c.readPhrases(fsys, name, more.prefix(path.Base(path.Dir(name)))); err != nil {
				return nil, err
			}
		}
	}
	c.compact()
	return c, nil
}

// readConventions reads the conventions of a language.
func (c *Catalog) readConventions(fsys fs.FS, name string) error {
	raw, err := fs.ReadFile(fsys, name)
	if err != nil {
		return fmt.Errorf("phrases: %w", err)
	}
	var m Conventions
	dec := yaml.NewDecoder(bytes.NewReader(raw))
	dec.KnownFields(true)
	if err := dec.Decode(&m); err != nil {
		return fmt.Errorf("phrases: %s: %w", name, err)
	}
	if err := m.check(); err != nil {
		return fmt.Errorf("phrases: %s: %w", name, err)
	}
	return c.setConventions(m)
}

func (c *Catalog) readPhrases(fsys fs.FS, name, prefix string) error {
	raw, err := fs.ReadFile(fsys, name)
	if err != nil {
		return fmt.Errorf("phrases: %w", err)
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(raw, &doc); err != nil {
		return fmt.Errorf("phrases: %s: %w", name, err)
	}
	if len(doc.Content) == 0 {
		return nil // a file of comments only
	}
	return c.addPhrases(doc.Content[0], name, prefix)
}

func (c *Catalog) addPhrases(n *yaml.Node, file, prefix string) error {
	if n.Kind != yaml.MappingNode {
		return fmt.Errorf("phrases: %s:%d: want keys and texts", file, n.Line)
	}
	for i := 0; i < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		key := prefix + k.Value
		if v.Kind == yaml.MappingNode {
			if err := c.addPhrases(v, file, key+"."); err != nil {
				return err
			}
			continue
		}
		if v.Kind != yaml.ScalarNode || v.Tag == "!!null" {
			return fmt.Errorf("phrases: %s:%d: %s is no text", file, v.Line, key)
		}
		if _, twice := c.phrases[key]; twice {
			return fmt.Errorf("phrases: %s:%d: %s is there twice", file, k.Line, key)
		}
		text := strings.TrimSpace(v.Value)
		if c.Conventions.Typography == "french" {
			text = typesetFrench(text)
		}
		p, err := parse(text)
		if err != nil {
			return fmt.Errorf("phrases: %s:%d: %s: %w", file, v.Line, key, err)
		}
		c.phrases[key] = p
	}
	return nil
}
