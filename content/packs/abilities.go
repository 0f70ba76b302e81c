package packs

import "oriflamme/rules"

// UnmodelledAbilities names the abilities of a profile that the engine does not play, in
// a language where it is known, and by their id where no part of the pack tells
// about them.
func UnmodelledAbilities(pack rules.Pack, p rules.Profile, lang string) []string {
	names := make([]string, len(p.Missing))
	for i, id := range p.Missing {
		names[i] = id
		for _, part := range []string{"abilities", "texts"} {
			for _, raw := range pack.Parts[part] {
				if c, err := ReadCard(raw); err == nil && c.ID == id && c.Name.In(lang) != "" {
					names[i] = c.Name.In(lang)
				}
			}
		}
	}
	return names
}
