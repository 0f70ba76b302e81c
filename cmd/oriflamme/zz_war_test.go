package main

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/rules/warmaster"
)

func TestZZWar(t *testing.T) {
	b := newBrowser(t)
	w := newWarTable(t)
	var mv warmaster.Move
	bot := warmaster.Game.Bots[1]
	found := false
	for n := range 400 {
		live := w.live()
		for _, c := range live.Battle.Legal() {
			if m, ok := c.(warmaster.Move); ok {
				mv, found = m, true
			}
		}
		if found {
			break
		}
		c := bot.Choose(live.Battle, live.Battle.Legal(), w.coins.IntN)
		raw, _ := rules.EncodeCommand(c)
		m := campaign.Move{Number: live.Number, Command: raw, Roll: campaign.RollApp, Key: fmt.Sprint("m ", n)}
		for {
			_, err := w.hall.Play(context.Background(), w.actor(c.By()), w.club, w.battle.ID, m)
			var q *rules.Question
			if !errors.As(err, &q) {
				break
			}
			m.Choices = append(m.Choices, 0)
		}
	}
	name := []string{"Camille", "Yanis"}[mv.Seat]
	if w.live().Setup.Rosters[mv.Seat].Name == "" {
		t.Log("?")
	}
	for _, who := range []string{"Camille", "Yanis"} {
		p := b.person(390, 844)
		w.signIn(p, who, "fr")
		p.open(w.url + "/clubs/" + w.club + "/battles/" + w.battle.ID)
		p.picture("war-" + who + "-0")
		p.open(w.url + "/clubs/" + w.club + "/battles/" + w.battle.ID + "?unit=" + mv.Unit + "&do=move")
		p.picture("war-" + who + "-1")
		p.open(w.url + "/clubs/" + w.club + "/battles/" + w.battle.ID + "?unit=" + mv.Unit + "&do=move&free=1")
		p.picture("war-" + who + "-2")
	}
	_ = name
}
