package engineapi_test

import (
	"testing"

	"oriflamme/content/engineapi"
	"oriflamme/rules"
)

type (
	digestInput struct {
		Dice int          `json:"dice" in:"1..6"`
		More *digestInput `json:"more" null:"true"`
	}
	// renamedInput is digestInput under another name, with other names for its fields.
	renamedInput struct {
		Thrown int           `json:"dice" in:"1..6"`
		Next   *renamedInput `json:"more" null:"true"`
	}
	widerInput struct {
		Dice int         `json:"dice" in:"1..12"`
		More *widerInput `json:"more" null:"true"`
	}
)

func digestRuling[I any](name string) rules.Ruling {
	return rules.NewRuling(name, "G-1", "hits", func(I) (rules.Resolver, error) { return nil, nil })
}

// TestDigestFollowsTheRules changes what a game declares, and then only how Go names it.
func TestDigestFollowsTheRules(t *testing.T) {
	digest := func(g rules.Game) string { return engineapi.Digests([]*rules.Game{&g})["duel"] }
	game := rules.Game{ID: "duel", Version: 1, Rulings: []rules.Ruling{digestRuling[digestInput]("attack")}}
	base := digest(game)
	if len(base) != 16 {
		t.Fatalf("digest %q", base)
	}
	same := game
	same.Name, same.Rulings = "Another title", []rules.Ruling{digestRuling[renamedInput]("attack")}
	if got := digest(same); got != base {
		t.Errorf("other names in Go: digest %s, want %s", got, base)
	}
	for what, change := range map[string]func(*rules.Game){
		"version":     func(g *rules.Game) { g.Version = 2 },
		"ruling":      func(g *rules.Game) { g.Rulings = []rules.Ruling{digestRuling[digestInput]("strike")} },
		"input":       func(g *rules.Game) { g.Rulings = []rules.Ruling{digestRuling[widerInput]("attack")} },
		"option":      func(g *rules.Game) { g.Options = []rules.Option{{ID: "house", Values: []string{"a b"}}} },
		"options":     func(g *rules.Game) { g.Options = []rules.Option{{ID: "house", Values: []string{"a", "b"}}} },
		"measure":     func(g *rules.Game) { g.Measures = []rules.Measure{{Name: "wounds"}} },
		"hidden roll": func(g *rules.Game) { g.Secret = []string{"shuffle"} },
	} {
		other := game
		change(&other)
		if got := digest(other); got == base {
			t.Errorf("another %s: the same digest", what)
		}
	}
}
