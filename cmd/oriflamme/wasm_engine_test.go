package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"oriflamme/content/engineapi"
	"oriflamme/public"
	"oriflamme/rules/games"
)

// engineQuestion is a request to the engine.
type engineQuestion struct {
	Operation string `json:"operation"`
	Question  string `json:"question"`
}

// contractQuestions returns the requests of the visible vectors of the contract or, where these are absent, those of
// the worked examples.
func contractQuestions(t *testing.T) (all []engineQuestion, vectors int) {
	t.Helper()
	for _, g := range games.All {
		text, err := os.ReadFile(filepath.Join("../../../shared/contract/vectors", g.ID+".json"))
		if err != nil {
			all = append(all, exampleQuestions(t, g.ID)...)
			continue
		}
		var list []struct {
			ID        string          `json:"id"`
			Procedure string          `json:"procedure"`
			Input     json.RawMessage `json:"input"`
			Dice      json.RawMessage `json:"dice,omitempty"`
			Seed      json.RawMessage `json:"seed,omitempty"`
			Odds      json.RawMessage `json:"expect_odds"`
			Mean      json.RawMessage `json:"expect_mean"`
		}
		must(t, json.Unmarshal(text, &list))
		vectors += len(list)
		for _, v := range list {
			operation := engineapi.Resolve
			if v.Odds != nil || v.Mean != nil {
				operation = engineapi.Odds
			}
			line := map[string]any{"id": v.ID, "game": g.ID, "procedure": v.Procedure, "input": v.Input}
			if v.Dice != nil {
				line["dice"] = v.Dice
			}
			if v.Seed != nil {
				line["seed"] = v.Seed
			}
			raw, err := json.Marshal(line)
			must(t, err)
			all = append(all, engineQuestion{operation, string(raw)})
		}
	}
	return all, vectors
}

// exampleQuestions returns the requests of a game's worked examples: every other line, without titles.
func exampleQuestions(t *testing.T, game string) (all []engineQuestion) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../rules", game, "ruling/testdata/examples.txt"))
	must(t, err)
	request := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case request == "":
			request = line
		default:
			operation := engineapi.Resolve
			if strings.Contains(line, `"odds"`) {
				operation = engineapi.Odds
			}
			all, request = append(all, engineQuestion{operation, request}), ""
		}
	}
	return all
}

// TestEngineInABrowserAgrees sends the requests of the contract's vectors to the engine in Chromium and compares
// every answer, byte by byte, with that of the engine here.
func TestEngineInABrowserAgrees(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	questions, vectors := contractQuestions(t)
	questions = append(questions, engineQuestion{engineapi.Rules, ""})
	if len(questions) < 100 {
		t.Fatalf("only %d questions", len(questions))
	}
	answers := make(chan []string, 1)
	mux := http.NewServeMux()
	mux.Handle(public.Prefix, public.Handler())
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "<!DOCTYPE html><title>engine</title>")
	})
	mux.HandleFunc("GET /questions", func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(questions) })
	mux.HandleFunc("POST /answers", func(_ http.ResponseWriter, r *http.Request) {
		lines := bufio.NewScanner(r.Body)
		lines.Buffer(nil, 16<<20)
		var replies []string
		for lines.Scan() {
			replies = append(replies, lines.Text())
		}
		answers <- replies
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	tb := b.person(390, 844)
	tb.open(server.URL)
	tb.evalSlowly(fmt.Sprintf(`(async () => {
		const questions = await (await fetch('/questions')).json();
		const worker = new Worker(%q, {type: 'module'}), answers = [];
		await new Promise((done, fail) => {
			worker.onerror = fail;
			worker.onmessage = ({data}) => {
				answers[data.id] = data.answer ?? data.error;
				if (data.id === questions.length - 1) done();
			};
			questions.forEach(({operation, question}, id) => worker.postMessage({id, operation, question}));
		});
		await fetch('/answers', {method: 'POST', body: answers.join('\n')});
		return answers.length;
	})()`, public.URL(public.EngineScript)))
	replies := <-answers
	if len(replies) != len(questions) {
		t.Fatalf("%d answers to %d questions", len(replies), len(questions))
	}
	native := engineapi.New(games.All)
	for i, q := range questions {
		if want := native.Answer(q.Operation, []byte(q.Question)); !bytes.Equal(want, []byte(replies[i])) {
			t.Errorf("%s %s\nin the browser %s\nhere           %s", q.Operation, q.Question, replies[i], want)
		}
	}
	t.Logf("%d questions, of them %d vectors of the contract, are answered alike", len(questions), vectors)
}
