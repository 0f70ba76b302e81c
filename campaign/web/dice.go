package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/views"
)

// diceProof shows what was promised of the program's dice in a battle, and once it is over, that the promise was kept.
func (s *site) diceProof(c echo.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	b, _, err := v.battle(c)
	if err != nil {
		return err
	}
	if len(b.Engine) == 0 {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-battle"}
	}
	f := s.frame(c, bookOf(c).Say("proof.title"), views.SectionBattle)
	f.Sub, f.Back, f.Scripts = title(f.Book, v.state, b), battleURL(v.club, b.ID), []string{"js/dice.js"}
	m := views.DicePage{Battle: f.Sub}
	for _, played := range b.Engine {
		proof, err := s.Hall.ProveDice(c.Request().Context(), v.club, b.ID, played.Part)
		if err != nil {
			return err
		}
		p := views.DicePart{ID: string(proof.Part), Title: f.Say("proof.part." + string(proof.Part)), Hash: proof.SeedHash, Lost: proof.Lost, Seed: proof.Seed, Kept: proof.Kept(),
			Entered: f.Say("proof.entered", "n", proof.Entered)}
		same := 0
		for _, t := range proof.Thrown {
			if t.Same() {
				same++
			}
			p.Throws = append(p.Throws, views.DiceThrow{Step: f.Say("proof.step", "n", t.Step), Faces: rules.Faces(t.Dice), Same: t.Same()})
		}
		p.Thrown = f.Say("proof.thrown", "n", len(proof.Thrown), "same", same)
		m.Parts = append(m.Parts, p)
	}
	return s.page(c, http.StatusOK, views.DiceProof(f, m))
}
