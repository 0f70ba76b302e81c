package parse

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A BlockError says what is wrong with a block, and how many lines below its first line.
type BlockError struct {
	Line int
	Text string
}

// BlockErrorf returns a fault of the first line of a block.
func BlockErrorf(format string, args ...any) *BlockError {
	return &BlockError{Text: fmt.Sprintf(format, args...)}
}

var yamlLine = regexp.MustCompile(`line (\d+): `)

// DecodeBlock decodes the YAML of a block. It refuses unknown fields.
func DecodeBlock(text string, into any) *BlockError {
	dec := yaml.NewDecoder(strings.NewReader(text))
	dec.KnownFields(true)
	err := dec.Decode(into)
	if err == nil || err == io.EOF {
		return nil
	}
	fault := BlockErrorf("%s", strings.Join(strings.Fields(yamlLine.ReplaceAllString(err.Error(), "")), " "))
	if m := yamlLine.FindStringSubmatch(err.Error()); m != nil {
		n, _ := strconv.Atoi(m[1])
		fault.Line = n - 1
	}
	return fault
}
