package html

import (
	"bytes"
	"context"

	"oriflamme/content/reference/build"
	"oriflamme/views/reference"
)

// Document returns the page as a file of its own for a plain folder. Its frame is smaller than the app's, its body the
// same.
func Document(page *build.Page) []byte {
	b := bytes.NewBuffer(make([]byte, 0, page.BodyLen()+1<<11))
	if err := reference.Document(reference.Page{Page: page}).Render(context.Background(), b); err != nil {
		panic(err) // a bytes.Buffer takes everything
	}
	return b.Bytes()
}

// LanguagesPage returns the first page of the folder, which lists the languages.
func LanguagesPage() string { return reference.HTML(reference.Languages("")) }

// NotFoundPage returns the page that hosts show for a missing address. It may be shown at any depth, so its links begin
// with base.
func NotFoundPage(base string) string { return reference.HTML(reference.Languages(base)) }

// RedirectPage returns a page that leads from an old address to the new one, without a script.
func RedirectPage(to string) string { return reference.HTML(reference.Redirect(to)) }
