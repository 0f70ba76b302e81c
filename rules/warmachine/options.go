package warmachine

import "oriflamme/rules"

// Options are what an organiser may change.
var options = []rules.Option{
	{ID: "combat-module", Rule: "WM-COMBAT-17", Values: []string{"on", "off"}, Default: "on"},
	{ID: "without-warcasters", Rule: "WM-VICT-6", Values: []string{"play-on", "out"}, Default: "play-on"},
	{ID: "walls", Rule: "WM-LOS-FIG-6", Values: []string{"volume", "simple"}, Default: "volume"},
}

// playFormats are how many sides there may be (WM-SETUP-1, WM-MULTI-1).
var playFormats = []string{"two-player", "teams", "free-for-all"}
