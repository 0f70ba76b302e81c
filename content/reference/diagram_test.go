package reference_test

import (
	"strings"
	"testing"

	"oriflamme/content/reference/locale"
)

// A diagram describes what it shows in words, works under the strict content security policy, and has its terrain hatched
// as well as coloured.
func TestDiagram(t *testing.T) {
	body := renderCase("fr", "```diagram\ntitle: \"Deux cases\"\ntext: \"A voit B : rien ne gêne.\"\nrule: [TY-T-1]\nboard: hex\ncells: 1\nfill: {blocked: [[0, 1]]}\n"+
		"things:\n  - {line: [[0, 0], [1, 0]], kind: sight, label: \"1\"}\n  - {base: A, at: [0, 0], side: a, facing: 90}\n  - {base: B, at: [1, 0], side: b}\n"+
		"procedure: throw\ninput: {dice: 1}\ndice: [6]\nexpect: {hits: 1}\n```\n")
	wantParts(t, "the diagram", body,
		`<svg viewBox="0 0 `, `role="img" aria-labelledby="ty-ch-02-d8-t" aria-describedby="ty-ch-02-d8-d"><title id="ty-ch-02-d8-t">Deux cases</title><desc id="ty-ch-02-d8-d">A voit B`+"\u00a0"+`: rien ne gêne.</desc>`,
		`<polygon class="dg-blocked"`, `<path class="dg-h-blocked"`, `<polyline class="dg-l-sight"`, `<g class="dg-side dg-a"><circle`, `dg-head`,
		`>A</text>`, `Vérifié par le moteur`, `href="../lancer/index.html#TY-T-1"`,
	)
	if paper := readPageFacts(t, body); len(paper.bad) > 0 {
		t.Errorf("forbidden by a strict policy: %q", paper.bad)
	}
	_, cells, _ := strings.Cut(body, `<path class="dg-cell" d="`)
	cells, _, _ = strings.Cut(cells, `"`)
	if got := strings.Count(cells, "z"); got != 7 {
		t.Errorf("%d cells within one step of the middle", got)
	}
}

// A diagram that makes no sense does not build.
func TestDiagramFaults(t *testing.T) {
	for block, want := range map[string]string{
		"title: T\nboard: hex\ncells: 1":                                                                            "needs a title and a text",
		"title: T\ntext: x\nboard: sphere":                                                                          `board "sphere" is none of hex, plane and grid`,
		"title: T\ntext: x\nboard: hex\ncells: many":                                                                "cells want a radius or a list",
		"title: T\ntext: x\nboard: grid\ncells: [0, 2]":                                                             "cells want [width, height]",
		"title: T\ntext: x\nboard: hex\ncells: 1\nfill: {blocked: [[3, 3]]}":                                        "[3 3] is no cell of the board",
		"title: T\ntext: x\nboard: hex\ncells: 1\nfill: {lava: [[0, 0]]}":                                           `no kind "lava"`,
		"title: T\ntext: x\nboard: plane\nthings: [{base: A, at: [1]}]":                                             "thing 1: radius is missing",
		"title: T\ntext: x\nboard: plane\nthings: [{base: A, at: [1], radius: 1}]":                                  "[1] is no place",
		"title: T\ntext: x\nboard: plane\nthings: [{base: A, mark: yes, at: [1, 1], radius: 1}]":                    "wants one of base, unit",
		"title: T\ntext: x\nboard: plane\nthings: [{line: [[0, 0], [1, 1]], kind: thin}]":                           `no kind "thin"`,
		"title: T\ntext: x\nboard: plane\nthings: [{unit: U, at: [0, 0], side: c}]":                                 `no side "c"`,
		"title: T\ntext: x\nrule: [TY-T-99]\nboard: hex\ncells: 1":                                                  "rule TY-T-99 is nowhere",
		"title: T\ntext: x\nboard: hex\ncells: 1\nprocedure: throw\ninput: {dice: 1}\ndice: [6]":                    "wants one of expect and error",
		"title: T\ntext: x\nboard: hex\ncells: 1\nprocedure: throw\ninput: {dice: 1}\ndice: [6]\nexpect: {hits: 0}": "hits: got 1, want 0",
		"title: T\ntext: x\nboard: hex\ncells: 1\ncolour: red":                                                      "field colour not found",
	} {
		if got := renderCase("en", "```diagram\n"+block+"\n```\n"); !strings.Contains(got, want) {
			t.Errorf("%s\n got %s\nwant %s", block, got, want)
		}
	}
}

// Every game with chapters has diagrams, in both languages.
func TestDrawings(t *testing.T) {
	site := publishedSite(t)
	drawing := map[string]int{}
	for _, p := range site.Pages {
		drawing[p.Lang+" "+p.Game] += strings.Count(p.ChapterHTML, `<figure class="diagram">`)
	}
	for _, game := range []string{"warcry", "underworlds", "magnamund", "warmaster", "warmachine"} {
		for _, lang := range locale.Languages {
			if n := drawing[lang+" "+game]; n < 12 {
				t.Errorf("%s %s: %d diagrams, want 12", lang, game, n)
			}
		}
	}
}
