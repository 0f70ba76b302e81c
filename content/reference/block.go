package reference

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A blockError is what is wrong with a block: text, and how many lines below its
// first one.
type blockError struct {
	line int
	text string
}

func blockErrorf(format string, args ...any) *blockError {
	return &blockError{text: fmt.Sprintf(format, args...)}
}

var yamlLine = regexp.MustCompile(`line (\d+): `)

func decodeBlock(text string, into any) *blockError {
	dec := yaml.NewDecoder(strings.NewReader(text))
	dec.KnownFields(true)
	err := dec.Decode(into)
	if err == nil || err == io.EOF {
		return nil
	}
	fault := blockErrorf("%s", strings.Join(strings.Fields(yamlLine.ReplaceAllString(err.Error(), "")), " "))
	if m := yamlLine.FindStringSubmatch(err.Error()); m != nil {
		n, _ := strconv.Atoi(m[1])
		fault.line = n - 1
	}
	return fault
}
