package api

import (
	"encoding/json"

	"github.com/labstack/echo/v4"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// apiOutcomeLimit is the greatest number of outcomes that the engine computes for a caller without a key.
const apiOutcomeLimit = 1_000_000

// engineOperations returns the operations of the rules engine, which need no club.
func engineOperations() []Operation {
	return []Operation{
		readOperation("/games", "games", "engine", "The games, with the procedures that can be asked for", (*Handlers).apiGames),
		engineOperation("/resolve", "resolve", "Settle one procedure with given dice or a seed", (*Handlers).apiResolve),
		engineOperation("/odds", "odds", "The exact odds of one procedure", (*Handlers).apiOdds),
		engineOperation("/battle/begin", "beginBattle", "Begin a battle; the caller keeps its state", (*Handlers).apiBegin),
		engineOperation("/battle/play", "playBattle", "Carry one command out on a battle's state", (*Handlers).apiPlay),
	}
}

type gameList struct {
	Games []gameOut `json:"games"`
}

type gameOut struct {
	ID         string         `json:"id"`
	Name       string         `json:"name"`
	Edition    string         `json:"edition"`
	Version    int            `json:"version"`
	Battles    bool           `json:"battles"`
	Procedures []procedureOut `json:"procedures"`
}

type procedureOut struct {
	Name  string   `json:"name"`
	Rules []string `json:"rules"`
	Odds  []string `json:"odds"`
}

func (s *Handlers) apiGames(echo.Context) (gameList, error) {
	var all gameList
	for _, g := range s.Games {
		out := gameOut{ID: g.ID, Name: g.Name, Edition: g.Edition, Version: g.Version, Battles: g.Begin != nil}
		for _, r := range g.Rulings {
			out.Procedures = append(out.Procedures, procedureOut{r.Name, r.Rules, r.Odds})
		}
		all.Games = append(all.Games, out)
	}
	return all, nil
}

// A ruling is a request for one procedure. rules.Endpoint decodes it again, strictly.
type ruling struct {
	ID        string          `json:"id" default:"\"\""`
	Game      string          `json:"game"`
	Procedure string          `json:"procedure"`
	Input     json.RawMessage `json:"input"`
}

type resolveIn struct {
	ruling
	Dice json.RawMessage `json:"dice" default:"-"`
	Seed json.RawMessage `json:"seed" default:"-"`
}

type resolveOut struct {
	ID        string          `json:"id"`
	Game      string          `json:"game"`
	Procedure string          `json:"procedure"`
	Result    json.RawMessage `json:"result"`
	Dice      []dice.Die      `json:"dice"`
	Rules     []string        `json:"rules"`
}

func (s *Handlers) apiResolve(in resolveIn) (resolveOut, error) {
	request := map[string]any{"id": in.ID, "game": in.Game, "procedure": in.Procedure, "input": in.Input}
	if in.Dice != nil {
		request["dice"] = in.Dice
	}
	if in.Seed != nil {
		request["seed"] = in.Seed
	}
	line, err := json.Marshal(request)
	if err != nil {
		return resolveOut{}, err
	}
	a := rules.Endpoint{Games: s.Games}.Resolve(line)
	if a.Error != nil {
		return resolveOut{}, a.Error
	}
	return resolveOut{in.ID, a.Game, a.Procedure, a.Result, a.Dice, a.Rules}, nil
}

type oddsOut struct {
	ID   string                        `json:"id"`
	Odds map[string]map[string]float64 `json:"odds"` // by field, by value
	Mean map[string]float64            `json:"mean"` // of the fields whose values are numbers
}

func (s *Handlers) apiOdds(in ruling) (oddsOut, error) {
	out := oddsOut{ID: in.ID, Odds: map[string]map[string]float64{}}
	line, err := json.Marshal(map[string]any{"id": in.ID, "game": in.Game, "procedure": in.Procedure, "input": in.Input})
	if err != nil {
		return out, err
	}
	a := rules.Endpoint{Games: s.Games, MaxOutcomes: apiOutcomeLimit}.Distribution(line)
	if a.Error != nil {
		return out, a.Error
	}
	for field, dist := range a.Odds.Odds {
		out.Odds[field] = map[string]float64{}
		for value, p := range dist {
			out.Odds[field][value], _ = p.Float64()
		}
	}
	out.Mean = a.Odds.Mean
	return out, nil
}

// A battleOut is a battle whose state the caller keeps and sends back.
type battleOut struct {
	State   json.RawMessage   `json:"state"` // send it with the next command
	Step    json.RawMessage   `json:"step"`  // what the command led to; null at the beginning
	View    rules.View        `json:"view"`
	Legal   []json.RawMessage `json:"legal"` // legal commands, if they were asked for
	Over    bool              `json:"over"`
	Outcome *rules.Outcome    `json:"outcome"`
}

type beginIn struct {
	Setup rules.Setup `json:"setup"`
	Seat  int         `json:"seat" default:"-1" in:"-1..7"` // whose view; -1 for a spectator
	Legal bool        `json:"legal" default:"false"`
}

func (s *Handlers) apiBegin(in beginIn) (battleOut, error) {
	g, err := s.engine(in.Setup.Game)
	if err != nil {
		return battleOut{}, err
	}
	in.Setup.Version = g.Version
	b, err := g.Begin(in.Setup)
	if err != nil {
		return battleOut{}, err
	}
	return newBattleOut(b, nil, in.Seat, in.Legal)
}

type playIn struct {
	Game    string          `json:"game"`
	State   json.RawMessage `json:"state"`
	Command json.RawMessage `json:"command"`
	Dice    []int           `json:"dice" default:"[]" len:"0..1000"`
	Choices []rules.Reply   `json:"choices" default:"[]" len:"0..100"`
	Seed    string          `json:"seed" default:"\"\"" in:"0..200"` // seed for dice that the program throws instead
	Seat    int             `json:"seat" default:"-1" in:"-1..7"`
	Legal   bool            `json:"legal" default:"false"`
}

func (s *Handlers) apiPlay(in playIn) (battleOut, error) {
	g, err := s.engine(in.Game)
	if err != nil {
		return battleOut{}, err
	}
	b, err := g.Load(in.State)
	if err != nil {
		return battleOut{}, rules.Faultf(rules.WrongType, "state", "%v", err)
	}
	command, err := g.DecodeCommand(in.Command)
	if err != nil {
		return battleOut{}, err
	}
	tape := dice.NewTape(in.Dice...)
	var src dice.Source = tape
	if in.Seed != "" {
		src = dice.Seeded(in.Seed)
	}
	after, step, err := rules.Play(b, command, src, rules.ChooseFrom(in.Choices))
	if err != nil {
		return battleOut{}, err
	}
	if tape.Left() > 0 {
		return battleOut{}, rules.Faultf(rules.TooManyDice, "dice", "%d dice are left over", tape.Left())
	}
	line, err := rules.EncodeStep(step)
	if err != nil {
		return battleOut{}, err
	}
	return newBattleOut(after, line, in.Seat, in.Legal)
}

// engine returns a game that can play battles.
func (s *Handlers) engine(id string) (*rules.Game, error) {
	for _, g := range s.Games {
		if g.ID == id && g.Begin != nil && g.Load != nil {
			return g, nil
		}
	}
	return nil, rules.Faultf(rules.UnknownGame, "game", "no battles of %q here", id)
}

func newBattleOut(b rules.Battle, step json.RawMessage, seat int, legal bool) (battleOut, error) {
	raw, err := json.Marshal(b)
	if err != nil {
		return battleOut{}, err
	}
	out := battleOut{State: raw, Step: step, View: b.View(rules.Seat(seat))}
	if step == nil {
		out.Step = json.RawMessage("null")
	}
	if o, over := b.Outcome(); over {
		out.Over, out.Outcome = true, &o
	}
	if legal {
		for _, c := range b.Legal() {
			line, err := rules.EncodeCommand(c)
			if err != nil {
				return battleOut{}, err
			}
			out.Legal = append(out.Legal, line)
		}
	}
	return out, nil
}
