package reference

import (
	"io/fs"

	"go.yaml.in/yaml/v3"
)

// addExceptions reads which rules of a game (* for all) make exceptions to which: the file exceptions.yaml of a book lists them
// behind each rule. It holds numbers only, so it stands once, in the folder of the first language.
func addExceptions(books fs.FS, game string, set *sourceSet, diags *diagnostics) {
	readLists(books, game, "exceptions.yaml", diags, func(name, game string, raw []byte) {
		var list map[string][]string
		if err := yaml.Unmarshal(raw, &list); err != nil {
			diags.add(name, 0, "wants lists of rules: %v", err)
			return
		}
		set.exceptions[game] = list
	})
}
