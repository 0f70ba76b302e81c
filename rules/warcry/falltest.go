package warcry

import "oriflamme/rules"

// fallTestDue tells whether a fighter must test for a fall after an attack action
// that targeted it: near an open edge, or resting on stairs or a ladder, and not
// flying (WC-TER-6, WC-TER-12, ruling A-24).
func fallTestDue(runemarks []string, nearOpenEdge, resting bool) bool {
	return (nearOpenEdge || resting) && !HasRunemark(runemarks, "fly")
}

// failsFallTest throws the die of a fall test: on 1 the fighter falls (WC-TER-7).
func failsFallTest(c *rules.Roller) bool { return c.Pool("fall-test", 1, 6, fallCuts...)[0] == 1 }

var fallCuts = []int{2}

// NearEdge is how near an open platform edge calls for a fall test, in inches (WC-TER-6).
const NearEdge = rules.One / 2

type fallTestInput struct {
	Runemarks        []string   `json:"runemarks" len:"0..10" each:"1..200" distinct:"true" default:"[]"`
	Targeted         bool       `json:"targeted" default:"true"`
	InPlay           bool       `json:"in_play" default:"true"`
	OpenEdgeDistance *rules.Dec `json:"open_edge_distance" in:"0..1000" digits:"3" default:"null" null:"true"`
	RestingOn        string     `json:"resting_on" in:"stairs|ladder" default:"null" null:"true"`
}

type fallTestResult struct {
	Required bool `json:"required"`
	Falls    bool `json:"falls"`
}

var fallTestRuling = newRuling("fall-test", "WC-TER-6 WC-TER-7 WC-TER-12 WC-ATK-12", "falls", nil,
	func(c *rules.Roller, in fallTestInput) (r fallTestResult) {
		near := in.OpenEdgeDistance != nil && *in.OpenEdgeDistance <= NearEdge
		r.Required = in.Targeted && in.InPlay && fallTestDue(in.Runemarks, near, in.RestingOn != "")
		if r.Required {
			r.Falls = failsFallTest(c)
		}
		return r
	})
