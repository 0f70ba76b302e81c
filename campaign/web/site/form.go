package site

import (
	"reflect"
	"slices"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/form"
	"oriflamme/content/phrases"
	"oriflamme/views"
)

// formsRead is where a request keeps which forms were read from it.
const formsRead = "forms read"

// ReadForm reads the form that was sent into the struct that declares it; see form.Read.
func (s *Base) ReadForm(c echo.Context, into any) error {
	sent, err := c.FormParams()
	if err != nil {
		return err
	}
	read, _ := c.Get(formsRead).([]reflect.Type)
	c.Set(formsRead, append(read, reflect.TypeOf(into).Elem()))
	return form.Read(sent, s.Zone, into)
}

// wasRead reports whether a form was read from the request, whole or by what it embeds.
func wasRead(c echo.Context, in reflect.Type) bool {
	read, _ := c.Get(formsRead).([]reflect.Type)
	return slices.Contains(read, in) || slices.ContainsFunc(reflect.VisibleFields(in), func(f reflect.StructField) bool { return f.Anonymous && slices.Contains(read, f.Type) })
}

// NewForm returns the form that a struct declares. After a refusal, failed is its error, and the form has the values that were
// sent. It returns failed if a form cannot show that error.
func NewForm(c echo.Context, in any, failed error) (*form.Form, error) {
	forms, err := NewForms(c, failed, in)
	if err != nil {
		return nil, err
	}
	return forms[0], nil
}

// NewForms is NewForm for a page with several forms, one of which may have been refused. A form that lacks the field of the
// refusal knows whether another one shows it.
func NewForms(c echo.Context, failed error, in ...any) ([]*form.Form, error) {
	var refusal *form.Refusal
	if failed != nil {
		text, ok := RefusalText(CatalogOf(c), failed)
		if !ok {
			return nil, failed
		}
		refusal = &form.Refusal{Err: failed, Text: text}
	}
	all := make([]*form.Form, len(in))
	for i := range in {
		sent := c.Request().Form
		if !wasRead(c, reflect.TypeOf(in[i])) {
			sent = nil
		}
		all[i] = form.New(CatalogOf(c), in[i], sent, refusal)
	}
	return all, nil
}

// Options returns the values to choose from, each with the phrase whose key is the prefix and the value.
func Options[T ~string](b *phrases.Catalog, prefix string, values []T) []views.Option {
	all := make([]views.Option, len(values))
	for i, v := range values {
		all[i] = views.Option{Value: string(v), Text: b.Say(prefix + string(v))}
	}
	return all
}
