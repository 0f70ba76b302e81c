package site

import "oriflamme/public"

// PageAssets returns the files that pages kept for offline use load.
func PageAssets() []string {
	var urls []string
	for _, name := range []string{public.Sheet, "icons/mark.svg", "js/oriflamme.js", "js/drawers.js", "js/offline.js", "js/offline_queue.js", "js/battle.js", "js/engine_client.js", "js/drawing.js", "js/simulation.js", "js/battle_clocks.js",
		public.RulesSheet, public.RulesScript, "js/search.js",
		"fonts/alegreya-sans-latin-400-normal.woff2", "fonts/alegreya-sans-latin-700-normal.woff2", "fonts/brygada-1918-latin-wght-normal.woff2"} {
		urls = append(urls, public.URL(name))
	}
	return urls
}
