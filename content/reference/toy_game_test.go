package reference_test

import (
	"strings"
	"testing/fstest"

	"oriflamme/rules"
)

type throwIn struct {
	Dice int `json:"dice" in:"1..6"`
	Need int `json:"need" in:"2..6" default:"4"`
}

type throwOut struct {
	Hits int  `json:"hits"`
	Luck luck `json:"luck"`
}

type luck struct {
	All   bool  `json:"all"`
	Faces []int `json:"faces"`
}

// toyGame has one procedure: throw dice and count those that reach the needed number.
var toyGame = &rules.Game{ID: "toy", Name: "Toy", Version: 3, Rulings: []rules.Ruling{
	rules.NewRuling("throw", "TY-T-1", "hits", func(in throwIn) (rules.Resolver, error) {
		if in.Dice == 5 {
			return nil, rules.Breaks("TY-T-2", "dice", "five is unlucky")
		}
		return func(c *rules.Roller) any {
			faces := c.Pool("hit", in.Dice, 6, in.Need)
			out := throwOut{Luck: luck{Faces: faces}}
			for _, f := range faces {
				if f >= in.Need {
					out.Hits++
				}
			}
			out.Luck.All = out.Hits == in.Dice
			return out
		}, nil
	}),
}}

var toyGames = []*rules.Game{toyGame}

// books returns the files of a small book; the arguments are names and texts of more files.
func books(more ...string) fstest.MapFS {
	files := fstest.MapFS{}
	put := func(name, text string) { files[name] = &fstest.MapFile{Data: []byte(text)} }
	put("fr/toy/index.md", "---\nid: TY-INDEX\ntitle: Jouet\nedition: 1re édition\nsource: D'après rien.\n---\nBonjour.\n")
	put("en/toy/index.md", "---\nid: TY-INDEX\ntitle: Toy\nedition: 1st edition\nsource: After nothing.\n---\nHello.\n")
	put("fr/toy/01-lancer.md", chapter("TY-CH-01", "Lancer", "lancer", "## Jeter {#ty-throw}\n\n**[TY-T-1]** Jetez les dés.\n\n### Cinq {#TY-T-2}\n\nJamais cinq.\n"))
	put("en/toy/01-throw.md", chapter("TY-CH-01", "Throwing", "throwing", "## Throw {#ty-throw}\n\n**[TY-T-1]** Throw the dice.\n\n### Five {#TY-T-2}\n\nNever five.\n"))
	put("fr/toy/glossary.md", chapter("TY-GLOSSARY", "Glossaire", "glossaire", "### Couvert {#t-cover}\n\nAliases: à couvert, abrité\n\nUn abri : [[TY-T-1]].\n"))
	put("en/toy/glossary.md", chapter("TY-GLOSSARY", "Glossary", "glossary", "### Cover {#t-cover}\n\nAliases: in cover\n\nA shelter: [[TY-T-1]].\n"))
	for i := 0; i < len(more); i += 2 {
		put(more[i], more[i+1])
	}
	return files
}

func chapter(id, title, slug, text string) string {
	return strings.Join([]string{"---", "id: " + id, "title: " + title, "slug: " + slug, "summary: En bref.", "---", text}, "\n")
}
