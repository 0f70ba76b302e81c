package warmachine

import "oriflamme/rules"

type skillAsked struct {
	Value int `json:"value" in:"0..20"`
}

type skillResult struct {
	Total   int  `json:"total"`
	Success bool `json:"success"`
}

// checkSkill rolls for a special action: no more than its value (WM-SKILL-2, WM-SKILL-3).
func checkSkill(c *rules.Cup, in skillAsked) skillResult {
	total := c.Sum("skill", 2, 6)
	return skillResult{total, total <= in.Value}
}

var skillCheckRuling = ruling("skill-check", "WM-SKILL-1 WM-SKILL-2 WM-SKILL-3 WM-SKILL-4 WM-SKILL-5", "total success", nil, checkSkill)
