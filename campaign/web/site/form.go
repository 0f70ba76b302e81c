package site

import (
	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/form"
	"oriflamme/content/phrases"
	"oriflamme/views"
)

// ReadForm reads the form that was sent into the struct that declares it; see form.Read.
func (s *Base) ReadForm(c echo.Context, into any) error {
	sent, err := c.FormParams()
	if err != nil {
		return err
	}
	return form.Read(sent, s.Zone, into)
}

// NewForm draws the form that a struct declares, after a refusal (failed, else nil) as it was sent. It returns failed when that
// is nothing a form can show.
func NewForm(c echo.Context, in any, failed error) (*form.Form, error) {
	forms, err := NewForms(c, failed, in)
	if err != nil {
		return nil, err
	}
	return forms[0], nil
}

// NewForms is NewForm for a page with several forms, of which one may have been refused. Each of them knows whether the
// refusal is shown at a field of any.
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
		all[i] = form.New(CatalogOf(c), in[i], c.Request().Form, refusal)
	}
	return all, nil
}

// Options are values to choose from, each with the phrase whose key is the prefix and the value.
func Options[T ~string](b *phrases.Catalog, prefix string, values []T) []views.Option {
	all := make([]views.Option, len(values))
	for i, v := range values {
		all[i] = views.Option{Value: string(v), Text: b.Say(prefix + string(v))}
	}
	return all
}
