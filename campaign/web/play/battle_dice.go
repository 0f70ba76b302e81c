package play

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// diceProof shows the published hash of the seed of a battle's dice and, once the battle is over, the proof of the dice.
func (s *Handlers) diceProof(c echo.Context, v site.Visit, b *campaign.Battle) error {
	if len(b.EngineParts) == 0 {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-battle"}
	}
	f := s.Frame(c, site.CatalogOf(c).Say("proof.title"), views.SectionBattle)
	f.Sub, f.Back, f.Scripts = site.SidesTitle(f.Catalog, v.State, b), site.BattleURL(v.Club, b.ID), []string{"js/dice_proof.js"}
	m := playviews.DicePage{Battle: f.Sub}
	for _, played := range b.EngineParts {
		proof, err := s.Service.ProveDice(c.Request().Context(), v.Club, b.ID, played.Part)
		if err != nil {
			return err
		}
		p := playviews.DicePart{ID: string(proof.Part), Title: f.Say("proof.part." + string(proof.Part)), Hash: proof.SeedHash, Lost: proof.SeedLost, Seed: proof.Seed, Kept: proof.SeedMatches(),
			Entered: f.Say("proof.entered", "n", proof.TypedSteps)}
		same := 0
		for _, t := range proof.Steps {
			if t.Matches() {
				same++
			}
			p.Throws = append(p.Throws, playviews.DiceThrow{Step: f.Say("proof.step", "n", t.Step), Faces: rules.Faces(t.Dice), Same: t.Matches()})
		}
		p.Thrown = f.Say("proof.thrown", "n", len(proof.Steps), "same", same)
		m.Parts = append(m.Parts, p)
	}
	return s.Render(c, http.StatusOK, playviews.DiceProof(f, m))
}
