package magnamund

import "oriflamme/rules"

// options are the choices on which players agree before a battle.
var options = []rules.Option{
	{ID: "cohesion", Rule: "MG-COH-4", Values: []string{"standard", "open-order"}, Default: "standard"},
	{ID: "disciplines", Rule: "MG-CAMP-2", Values: []string{"progression", "random"}, Default: "progression"},
}
