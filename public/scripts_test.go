package public_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestScriptTypes checks the types of the scripts with TypeScript: those of pages, then those of workers. Every script of
// ours asks to be checked; wasm_exec.js is of the Go distribution.
func TestScriptTypes(t *testing.T) {
	scripts, err := filepath.Glob("js/*.js")
	if err != nil || len(scripts) < 10 {
		t.Fatalf("%d scripts: %v", len(scripts), err)
	}
	for _, script := range scripts {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(text, []byte("// @ts-check\n")) && script != "js/wasm_exec.js" {
			t.Errorf("%s does not begin with // @ts-check", script)
		}
	}
	tsc, err := exec.LookPath("tsc")
	switch {
	case err != nil && os.Getenv("CI") != "":
		t.Fatal("needs tsc")
	case err != nil:
		t.Skip("needs tsc")
	}
	for _, project := range []string{"js/tsconfig.json", "js/tsconfig.worker.json"} {
		if out, err := exec.Command(tsc, "-p", project).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", project, err, out)
		}
	}
}

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
