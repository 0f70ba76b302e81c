package main

import (
	"context"
	"flag"
	"fmt"
	"runtime/debug"
	"time"

	"oriflamme/content"
	"oriflamme/content/reference"
	"oriflamme/content/reference/build"
	"oriflamme/rules/games"
)

var buildCommand = command{
	name:    "build",
	summary: "Write the rules reference as a plain folder for any static host; examples are played first.",
	example: "oriflamme build --out public/reference --base /rules/",
	setup: func(f *flag.FlagSet) action {
		out := f.String("out", "public/reference", "`folder` to write")
		base := f.String("base", "/", "`path` under which the folder will be served; links are relative and work from any, also by double click")
		return func(_ context.Context, w streams, args []string) error {
			if err := noArgs(args); err != nil {
				return err
			}
			start := time.Now()
			debug.SetGCPercent(400) // the command ends soon: time matters more than memory
			site, err := reference.Build(content.FS, games.All, build.Options{})
			if err != nil {
				return err
			}
			if err := site.WriteFolder(*out, *base); err != nil {
				return err
			}
			fmt.Fprintf(w.out, "%d pages in %s, %v\n", len(site.Pages), *out, time.Since(start).Round(time.Millisecond))
			return nil
		}
	},
}
