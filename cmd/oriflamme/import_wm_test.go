package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestImportWMSelector(t *testing.T) {
	dir := t.TempDir()
	list := `{"name":"Marchers","version":"Warmaster Armies","units":{
 "Pikes":{"order":1,"type":"Infantry","attack":3,"hits":3,"armour":"5+","size":3,"points":60,"min":2},
 "Wall":{"order":2,"type":"Fortress","hits":3,"size":1,"points":1}}}`
	file, out := filepath.Join(dir, "marchers.json"), filepath.Join(dir, "marchers.yaml")
	if err := os.WriteFile(file, []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	code, said, errs := call(t, "", "import", "--out", out, "wm-selector", file)
	if code != 1 || !strings.Contains(errs, "Wall") || !strings.Contains(said, "written") {
		t.Errorf("exit %d\n%s%s", code, said, errs)
	}
	if code, said, errs := call(t, "", "import", "--game", "warmaster", "yaml", out); code != 0 || !strings.Contains(said, "1") {
		t.Errorf("import of our own file: exit %d\n%s%s", code, said, errs)
	}
}
