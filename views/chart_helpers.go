package views

import "fmt"

func PercentOf(x float64) string { return fmt.Sprintf("%.2f%%", x) }
