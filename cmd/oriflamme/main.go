// Command oriflamme runs a wargames club: its campaigns, its battles by the rules of five games with exact odds, and
// a rules reference.
//
// "oriflamme help" lists the subcommands, "oriflamme COMMAND --help" explains one with an example. The command exits
// with 0 when all went well, 1 when the work could not be done or found something wrong, and 2 when the call itself
// was wrong.
//
// Begin with commands in this file; each subcommand has a file of its own, and the demo club is made in demo*.go.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// streams are what a subcommand reads from and writes to.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// command is one subcommand.
type command struct {
	name    string
	args    string // names of the arguments after the flags, for the usage line
	summary string // one line
	example string // a call that works
	// setup declares the flags and returns the action, which gets the remaining arguments.
	setup func(*flag.FlagSet) action
}

// action carries out a subcommand.
type action func(ctx context.Context, w streams, args []string) error

// commands are all subcommands, in the order of the help.
var commands = []command{
	serveCommand, demoCommand, buildCommand, previewCommand, searchCommand,
	resolveCommand, oddsCommand, playCommand, replayCommand, simulateCommand,
	importCommand, exportCommand, restoreCommand, backupCommand, copyCommand, checkCommand, linkCommand,
}

// errUsage marks an error in the call itself: exit code 2.
var errUsage = errors.New("usage")

func usagef(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{errUsage}, args...)...)
}

// errProblemsFound marks work that was done and found and reported something wrong: exit code 1.
var errProblemsFound = errors.New("found something wrong")

func run(ctx context.Context, args []string, w streams) int {
	if len(args) == 0 || args[0] == "help" || args[0] == "--help" || args[0] == "-h" {
		help(w.out)
		if len(args) == 0 {
			return 2
		}
		return 0
	}
	for _, c := range commands {
		if c.name == args[0] {
			return c.run(ctx, args[1:], w)
		}
	}
	fmt.Fprintf(w.err, "oriflamme: no command %q\n", args[0])
	help(w.err)
	return 2
}

func help(out io.Writer) {
	fmt.Fprintf(out, "Oriflamme runs a wargames club: campaigns, battles by the rules, exact odds, a rules reference.\n\nUsage: oriflamme COMMAND [flags]\n\n")
	for _, c := range commands {
		fmt.Fprintf(out, "  %-9s %s\n", c.name, c.summary)
	}
	fmt.Fprintf(out, "\n\"oriflamme COMMAND --help\" explains one, with an example.\n")
}

func (c command) run(ctx context.Context, args []string, w streams) int {
	flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	do := c.setup(flags)
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		c.usage(flags, w.out)
		return 0
	}
	if err != nil {
		err = usagef("%v", err)
	} else {
		err = do(ctx, w, flags.Args())
	}
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errUsage):
		fmt.Fprintf(w.err, "oriflamme %s: %s\n", c.name, strings.TrimPrefix(err.Error(), "usage: "))
		fmt.Fprintf(w.err, "See oriflamme %s --help.\n", c.name)
		return 2
	case errors.Is(err, errProblemsFound):
		return 1
	}
	fmt.Fprintf(w.err, "oriflamme %s: %v\n", c.name, err)
	return 1
}

func (c command) usage(flags *flag.FlagSet, out io.Writer) {
	fmt.Fprintf(out, "Usage: oriflamme %s [flags] %s\n\n%s\n", c.name, c.args, c.summary)
	flags.SetOutput(out)
	any := false
	flags.VisitAll(func(*flag.Flag) { any = true })
	if any {
		fmt.Fprintf(out, "\nFlags:\n")
		flags.PrintDefaults()
	}
	fmt.Fprintf(out, "\nExample:\n  %s\n", strings.ReplaceAll(c.example, "\n", "\n  "))
}

// noArgs returns a usage error when there are arguments after the flags.
func noArgs(args []string) error {
	if len(args) > 0 {
		return usagef("unexpected argument %q", args[0])
	}
	return nil
}
