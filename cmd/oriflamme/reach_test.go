package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// outboundCalls are ways to ask another server for something, and to unpack what may be a bomb. The program has neither, but for one
// file that asks the addresses of webhooks and push services and looks first where they lead: nobody can make it fetch
// another address or swell a file. Prometheus, backups and packs come to it, not it to them.
var outboundCalls = map[string]map[string]bool{
	"net/http": {"Get": true, "Post": true, "PostForm": true, "Head": true, "Client": true, "DefaultClient": true, "DefaultTransport": true, "Transport": true, "NewRequest": true, "NewRequestWithContext": true},
	"net":      {"Dial": true, "DialTimeout": true, "Dialer": true, "DialTCP": true, "DialUDP": true, "LookupHost": true},
	"net/smtp": {"SendMail": true, "Dial": true},
	"os/exec":  {"Command": true, "CommandContext": true},

	"compress/gzip":  {"NewReader": true, "Reader": true},
	"compress/flate": {"NewReader": true},
	"compress/zlib":  {"NewReader": true},
	"compress/bzip2": {"NewReader": true},
	"archive/zip":    {"OpenReader": true, "NewReader": true},
	"archive/tar":    {"NewReader": true},
}

// outboundAllowed are exceptions, each with its reason: a load generator asks the server it is told to; a tool of those who write the
// program calls the compiler.
var outboundAllowed = map[string]bool{"cmd/oriflamme-load": true, "campaign/store/pgtest": true, "cmd/oriflamme-wasm/pack": true}

// outboundFiles are single files that may, each with its reason: the file spoken of above, and one that unpacks what the program
// itself has packed, to spare memory.
var outboundFiles = map[string]bool{"campaign/notice/outside.go": true, "content/reference/rest.go": true}

// TestNothingReachesOut reads the whole program for calls of the kinds above.
func TestNothingReachesOut(t *testing.T) {
	files := 0
	for folder := range imports(t) {
		if outboundAllowed[folder] {
			continue
		}
		for _, file := range goFiles(t, root+"/"+folder) {
			files++
			if outboundFiles[strings.TrimPrefix(file, root+"/")] {
				continue
			}
			set := token.NewFileSet()
			f, err := parser.ParseFile(set, file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			names := map[string]string{} // local name -> path
			for _, spec := range f.Imports {
				path := strings.Trim(spec.Path.Value, `"`)
				name := path[strings.LastIndex(path, "/")+1:]
				if spec.Name != nil {
					name = spec.Name.Name
				}
				names[name] = path
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok {
					if x, ok := s.X.(*ast.Ident); ok && outboundCalls[names[x.Name]][s.Sel.Name] {
						t.Errorf("%s: %s.%s", set.Position(s.Pos()), x.Name, s.Sel.Name)
					}
				}
				return true
			})
		}
	}
	if files < 300 {
		t.Errorf("only %d files were read", files)
	}
}
