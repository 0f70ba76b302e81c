package contenttest

import (
	"cmp"
	"context"
	"fmt"
	"log"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"oriflamme/rules/rulestest"
)

// FindChromium returns the path of Chromium and, where there is one, that of its shell for pages without a window, which draws
// them with three quarters of the work; otherwise shell is Chromium too. The test is skipped with -short, under the race
// detector and without Chromium; in CI it fails without Chromium.
func FindChromium(t testing.TB) (program, shell string) {
	t.Helper()
	rulestest.Slow(t)
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		program, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if shell, err := exec.LookPath("chromium-headless-shell"); err == nil {
			return program, shell
		}
		return program, program
	}
	if os.Getenv("CI") != "" {
		t.Fatal("no Chromium in CI")
	}
	t.Skip("no Chromium here")
	return "", ""
}

// StartChromium starts a process of Chromium. It lives until stop is called.
func StartChromium(program string) (ctx context.Context, stop func(), err error) {
	// Not t.TempDir: a browser that is being stopped may still write, and the test must not fail for that.
	home, err := os.MkdirTemp("", "browser")
	if err != nil {
		return nil, nil, err
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(home),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.WindowSize(1600, 1300), // a browser never draws what lies outside its window
		chromedp.WSURLReadTimeout(120*time.Second))
	alloc, end := chromedp.NewExecAllocator(context.Background(), opts...)
	ctx, cancel := chromedp.NewContext(alloc, chromedp.WithErrorf(logChromedpError))
	stop = func() {
		_ = chromedp.Cancel(ctx)
		cancel()
		end()
		_ = os.RemoveAll(home)
	}
	// The first run starts the process. Under a deadline, the process would end with it.
	if err := chromedp.Run(ctx); err != nil {
		stop()
		return nil, nil, err
	}
	return ctx, stop, nil
}

// Chromium starts a Chromium for one test, with actions such as the size of its window.
func Chromium(t testing.TB, actions ...chromedp.Action) context.Context {
	t.Helper()
	_, shell := FindChromium(t)
	ctx, stop, err := StartChromium(shell)
	rulestest.Must(t, err)
	t.Cleanup(stop)
	rulestest.Must(t, chromedp.Run(ctx, actions...))
	return ctx
}

// Until waits some minutes until an expression of the page is true, whatever page that is: one that is being left answers with an
// error, and the next one is asked. It asks the page itself: chromedp.Poll needs eval, which a strict policy forbids, and what
// chromedp remembers of an element may be older than the element.
func Until(expression string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		for end := time.Now().Add(4 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
			var holds bool
			limited, cancel := context.WithTimeout(ctx, time.Minute)
			err := chromedp.Evaluate("!!("+expression+")", &holds).Do(limited)
			cancel()
			if err == nil && holds {
				return nil
			}
			if ctx.Err() != nil || time.Now().After(end) {
				return fmt.Errorf("never true: %s (%w)", expression, cmp.Or(ctx.Err(), err, context.DeadlineExceeded))
			}
		}
	})
}

// logChromedpError prints the errors of chromedp, except those about messages of Chromium that it does not know yet.
func logChromedpError(format string, args ...any) {
	if !strings.HasPrefix(format, "unhandled node event") {
		log.Printf(format, args...)
	}
}
