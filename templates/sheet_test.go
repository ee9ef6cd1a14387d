package templates_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"deaddrop/templates"
)

// A letter's HTML has the rules of style for what is in it, and no others; a rule of media has what is left of it.
func TestStyleIsWhatALetterNeeds(t *testing.T) {
	t.Parallel()
	const layout = `<html><head><style>
.letter, .never { margin: 0 auto; color: #fff; }
h1:first-child, table.wide td { color: red; }
@media (max-width: 480px) {
.never p { color: blue; }
.letter h1 { font-size: 1rem; }
}
@media print {
.never { color: green; }
}
:root { color-scheme: light dark; }
</style></head><body><div class="letter wide">{{.Top}}{{.Body}}</div></body></html>
`
	set, err := templates.New(fstest.MapFS{"page.html": {Data: []byte(layout)}})
	if err != nil {
		t.Fatal(err)
	}
	w, err := set.Letter("turn", pages(t)["turn France"])
	if err != nil {
		t.Fatal(err)
	}
	_, style, _ := strings.Cut(w.HTML, "<style>\n")
	style, _, _ = strings.Cut(style, "</style>")
	const want = `.letter{margin:0 auto;color:#fff}
h1:first-child{color:red}
@media (max-width: 480px){
.letter h1{font-size:1rem}
}
:root{color-scheme:light dark}
`
	if style != want {
		t.Errorf("the style is\n%s\nnot\n%s", style, want)
	}
}
