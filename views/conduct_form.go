package views

// ConductForm is a form of fields one after the other, each either a list of options or an entry.
type ConductForm struct {
	Action, Title, Text, Button string
	Rows                        []ConductRow
}

// ConductRow is a field; with options it is a list.
type ConductRow struct {
	Field   Field
	Options []Option
}

// ID is the id of the form's section on the page, made from its first field.
func (m ConductForm) ID() string {
	if len(m.Rows) == 0 {
		return "f-alone"
	}
	return "f-" + m.Rows[0].Field.Name
}
