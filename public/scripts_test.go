package public_test

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// TestScripts runs the unit tests of the scripts, js/test/*.test.mjs, under node.
func TestScripts(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("needs node")
	}
	tests, err := filepath.Glob("js/test/*.test.mjs")
	if err != nil || len(tests) == 0 {
		t.Fatalf("no tests of scripts: %v", err)
	}
	if out, err := exec.Command(node, append([]string{"--test"}, tests...)...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
