package views

// ConductForm is one of its forms: fields one after the other, each either a list of options or an entry.
type ConductForm struct {
	Action, Title, Text, Button string
	Rows                        []ConductRow
	Seats                       []Option // for whom, where somebody acts for others
	Seat                        string   // how that is asked
}

// ConductRow is a field; with options it is a list.
type ConductRow struct {
	Field   Field
	Options []Option
}

// ID tells the form's part from others by its first field.
func (m ConductForm) ID() string {
	if len(m.Rows) == 0 {
		return "f-alone"
	}
	return "f-" + m.Rows[0].Field.Name
}
