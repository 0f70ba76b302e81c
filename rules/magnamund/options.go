package magnamund

import "oriflamme/rules"

// options are the points that players agree on.
var options = []rules.Option{
	{ID: "cohesion", Rule: "MG-COH-4", Values: []string{"standard", "open-order"}, Default: "standard"},
	{ID: "disciplines", Rule: "MG-CAMP-2", Values: []string{"progression", "random"}, Default: "progression"},
}
