package ruling

// A Weapon holds the characteristics of a weapon.
type Weapon struct {
	Attacks  int    `json:"attacks" in:"1..30"`
	Strength int    `json:"strength" in:"1..30"`
	DmgHit   int    `json:"dmg_hit" in:"0..100"`
	DmgCrit  int    `json:"dmg_crit" in:"0..100"`
	MinRange int    `json:"min_range" in:"0..100" default:"0"` // inches; 0: none
	MaxRange int    `json:"max_range" in:"1..100"`             // inches
	Runemark string `json:"runemark" in:"0..200" default:"\"\""`
}

// A DamageRow replaces characteristics of a monster while its allocated damage is From to To.
type DamageRow struct {
	From int  `json:"from" in:"0..300"`
	To   *int `json:"to" in:"0..300" default:"null" null:"true"`
	Characteristics
}
