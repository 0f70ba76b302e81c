package views

import "fmt"

func percentOf(x float64) string { return fmt.Sprintf("%.2f%%", x) }
