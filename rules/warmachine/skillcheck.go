package warmachine

import "oriflamme/rules"

type SkillInput struct {
	Value int `json:"value" in:"0..20"`
}

type SkillResult struct {
	Total   int  `json:"total"`
	Success bool `json:"success"`
}

// CheckSkill rolls for a special action: no more than its value (WM-SKILL-2, WM-SKILL-3).
func CheckSkill(c *rules.Roller, in SkillInput) SkillResult {
	total := c.Sum("skill", 2, 6)
	return SkillResult{total, total <= in.Value}
}

var skillCheckRuling = newRuling("skill-check", "WM-SKILL-1 WM-SKILL-2 WM-SKILL-3 WM-SKILL-4 WM-SKILL-5", "total success", nil, CheckSkill)
