package main

import (
	"syscall/js"

	"oriflamme/content/engineapi"
	"oriflamme/rules/games"
)

// main gives the page's side a function "oriflamme" of an operation and a question, which returns the answer, and says
// that it is there by calling "oriflammeReady".
func main() {
	p := engineapi.New(games.All)
	js.Global().Set("oriflamme", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(p.Answer(args[0].String(), []byte(args[1].String())))
	}))
	js.Global().Call("oriflammeReady")
	select {}
}
