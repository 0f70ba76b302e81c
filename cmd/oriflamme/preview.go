package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"oriflamme/content/reference"
	"oriflamme/content/reference/html"
	"oriflamme/content/reference/locale"
	"oriflamme/public"
	"oriflamme/rules/games"
)

var previewCommand = command{
	name:    "preview",
	summary: "Show the rules reference while somebody writes it: each page as its file is now, or what is wrong with it.",
	example: "oriflamme preview --content content",
	setup: func(f *flag.FlagSet) action {
		folder := f.String("content", "content", "`folder` with fr/GAME and en/GAME")
		addr := f.String("addr", defaultAddr, "`host:port` to listen on")
		return func(ctx context.Context, w streams, args []string) error {
			if err := noArgs(args); err != nil {
				return err
			}
			assets, err := os.MkdirTemp("", "oriflamme-preview-")
			if err != nil {
				return err
			}
			defer os.RemoveAll(assets)
			if err := public.WriteFolder(assets, "js/reference.js", "js/search.js"); err != nil {
				return err
			}
			ln, err := net.Listen("tcp", *addr)
			if err != nil {
				return err
			}
			fmt.Fprintf(w.out, "Preview: http://%s%s\n", ln.Addr(), reference.Root(locale.Languages[0]))
			srv := &http.Server{Handler: previewHandler(reference.NewPreview(os.DirFS(*folder), games.All), assets), ReadHeaderTimeout: 5 * time.Second}
			defer context.AfterFunc(ctx, func() { _ = srv.Close() })()
			if err := srv.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
				return err
			}
			return nil
		}
	},
}

// previewHandler serves the pages of a preview, and style sheets, fonts and scripts from a folder.
func previewHandler(draft *reference.Preview, assets string) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /assets/", http.StripPrefix("/assets/", http.FileServer(http.Dir(assets))))
	mux.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		at := r.URL.Path
		if at == "/" {
			http.Redirect(w, r, reference.Root(locale.Languages[0]), http.StatusSeeOther)
			return
		}
		if script, ok := draft.File(at); ok {
			w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
			_, _ = w.Write(script) // an error means that the reader has left
			return
		}
		switch p, err := draft.Page(at); {
		case err != nil:
			http.Error(w, err.Error(), http.StatusInternalServerError)
		case p == nil:
			http.NotFound(w, r)
		case !strings.HasSuffix(at, "/") && !strings.HasSuffix(at, "/index.html"):
			http.Redirect(w, r, at+"/", http.StatusSeeOther)
		default:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write(html.Document(p))
		}
	})
	return mux
}
