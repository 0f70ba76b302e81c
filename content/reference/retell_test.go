package reference_test

import (
	"strconv"
	"strings"
	"testing"

	"oriflamme/content/reference"
)

// What a teller tells is told again by the words of the pages, whichever stand there.
func TestRetell(t *testing.T) {
	pages := "<h1>Cover</h1>\n<p>A fighter in cover is   <a href=\"#a\">hard to hit</a> from afar.</p>\x00 <p>From afar it is hard to hit a fighter in cover.</p>\n"
	words := strings.Split("Cover A fighter in cover is hard to hit from afar.\x00 From afar it is hard to hit a fighter in cover. ", " ")
	for _, c := range []struct{ text, told string }{
		{"A fighter in cover is hard to hit from afar.", "\t9,1 afar."},
		{"it is hard to hit a fighter", "\t7,d"},
		{"Nobody is hard to hit from close", "Nobody \t5,5 close"},
		{"in cover. Cover", "in cover. Cover"},
		{"", ""},
		{" two  spaces ", " two  spaces "},
	} {
		told := reference.Retell(pages, c.text)
		if told != c.told {
			t.Errorf("%q is told as %q, want %q", c.text, told, c.told)
		}
		var again []string
		at := 0
		for _, word := range strings.Split(told, " ") {
			if !strings.HasPrefix(word, "\t") {
				again = append(again, word)
				continue
			}
			count, skip, _ := strings.Cut(word[1:], ",")
			n, _ := strconv.ParseInt(count, 36, 0)
			by, _ := strconv.ParseInt(skip, 36, 0)
			at += int(by)
			again = append(again, words[at:at+int(n)]...)
			at += int(n)
		}
		if got := strings.Join(again, " "); got != c.text {
			t.Errorf("%q becomes %q", c.text, got)
		}
	}
}
