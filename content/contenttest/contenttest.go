// Package contenttest holds what the tests of content share. Begin with Must.
package contenttest

import "testing"

// Must stops the test when there is an error.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
