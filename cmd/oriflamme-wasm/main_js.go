package main

import (
	"syscall/js"

	"oriflamme/content/engineapi"
	"oriflamme/rules/games"
)

// main gives the page a function "oriflamme" that takes an operation and a request and returns the answer, and then
// calls "oriflammeReady".
func main() {
	p := engineapi.New(games.All)
	js.Global().Set("oriflamme", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(p.Answer(args[0].String(), []byte(args[1].String())))
	}))
	js.Global().Call("oriflammeReady")
	select {}
}
