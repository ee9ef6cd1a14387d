package templates_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"deaddrop/adjudicator"
	"deaddrop/templates"
)

// Failed orders are underlined: with underscores in plain text, with <u> in HTML. Text that people write can't be
// mistaken for that, nor for HTML.
func TestUnderlined(t *testing.T) {
	set, err := templates.New(fstest.MapFS{"own.tmpl": {Data: []byte(`{{define "deadman failed"}}{{under .}} & done{{end}}`)}})
	if err != nil {
		t.Fatal(err)
	}
	page := templates.Page{Game: "d1", Rules: "deadman", Title: "Deadman Diplomacy", Seat: "France", Phase: "Fall 1902",
		Events: []adjudicator.Event{{Kind: "failed", Data: "A \uE001Mun-Bur"}},
		Press:  []templates.Press{{From: "Italy", All: true, Text: "_A Par-Bur_ <u>x</u>"}}}
	words, err := set.Letter("turn", page)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n_A Mun-Bur_ & done\n", "\n| _A Par-Bur_ <u>x</u>\n"} {
		if !strings.Contains(words.Text, want) {
			t.Errorf("the text lacks %q:\n%s", want, words.Text)
		}
	}
	for _, want := range []string{"\n<p><u>A Mun-Bur</u> &amp; done</p>\n", `| </span>_A Par-Bur_ &lt;u&gt;x&lt;/u&gt;</p></blockquote>`} {
		if !strings.Contains(words.HTML, want) {
			t.Errorf("the HTML lacks %q:\n%s", want, words.HTML)
		}
	}
}

// Marks of templates become HTML elements, and are left out of the plain text.
func TestMarks(t *testing.T) {
	set, err := templates.New(fstest.MapFS{"own.tmpl": {Data: []byte(`{{define "letter turn"}}
{{template "head" .}}
{{top}}{{wrap 0 "What is wanted here is so much that its line is broken between two words."}}

{{heading}}NEWS{{if .Over}} of {{.Phase}}{{end}}
{{label}}France
{{hang 2 "An item that is so long that it must be broken, as no line of a letter is longer than seventy-two columns."}}
  another
{{wrap 4 "<b>"}}
plain words
that go on
{{lines 2 "as\n\n  it is"}}

{{table}}  a   1
{{range .Seats}}  {{.}}
{{end}}{{endtable}}{{note}}(explained
here)
{{quote "Hear:\n\nA \"man\"."}}
{{end}}`)}})
	if err != nil {
		t.Fatal(err)
	}
	words, err := set.Letter("turn", templates.Page{Game: "d1", Rules: "deadman", Title: "Deadman", Seat: "France", Phase: "Fall 1902", Seats: []string{"b   2"}})
	if err != nil {
		t.Fatal(err)
	}
	const text = `[d1] France: Fall 1902

d1, Deadman: you are France.
What is wanted here is so much that its line is broken between two
words.

NEWS
France
  An item that is so long that it must be broken, as no line of a letter
    is longer than seventy-two columns.
  another
    <b>
plain words
that go on
  as

    it is

  a   1
  b   2
(explained
here)
| Hear:
|
| A "man".
`
	if words.Text != text {
		t.Errorf("the text is\n%s", words.Text)
	}
	const html = `<div class="top">
<h1><span class="tag">[d1]</span> France: Fall 1902</h1>
<p>d1, Deadman: you are France.</p>
<p>What is wanted here is so much that its line is broken between two words.</p>
</div>
<h2>NEWS</h2>
<h3>France</h3>
<ul>
<li>An item that is so long that it must be broken, as no line of a letter is longer than seventy-two columns.</li>
<li>another</li></ul>
<p class="in">&lt;b&gt;</p>
<p>plain words that go on</p>
<pre>as

  it is</pre>
<table>
<tr><td>a</td><td class="n">1</td></tr>
<tr><td>b</td><td class="n">2</td></tr>
</table>
<p class="note">(explained here)</p>
<blockquote><p><span class="bar" aria-hidden="true">| </span>Hear:</p>
<p><span class="bar" aria-hidden="true">| </span></p>
<p><span class="bar" aria-hidden="true">| </span>A &#34;man&#34;.</p></blockquote>
</div>
`
	if !strings.Contains(words.HTML, html) {
		t.Errorf("the HTML is\n%s", words.HTML[strings.Index(words.HTML, "<body>"):])
	}
}
