package reference_test

import (
	"testing"

	"oriflamme/content"
	"oriflamme/content/reference"
	"oriflamme/rules/shelf"
)

func real(t testing.TB) *reference.Site {
	t.Helper()
	site, err := reference.Build(content.FS, shelf.Games, reference.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return site
}

func TestReal(t *testing.T) { real(t) }
