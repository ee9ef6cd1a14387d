package templates

import htmltemplate "html/template"

// Fragment writes a part of a web page as HTML: "page turn" has the events of the page's History, "page press" its
// press, "page board" the view in words, "page rulings" the options, and "page diaries" the diaries.
func (s *Set) Fragment(name string, p Page) (htmltemplate.HTML, error) {
	w := s.of(p.Language)
	w.translate(&p)
	text, err := w.execute(name, &p)
	if err != nil {
		return "", err
	}
	out := writer{html: html{first: true}} // the headline is the page's own
	out.write(text)
	return htmltemplate.HTML(out.html.body), nil
}

// Say returns a sentence of the program's in a language; in English if that has no translation of it.
func (s *Set) Say(language, english string) string { return s.of(language).say(english) }

// Has reports whether a language has wording of its own for a title.
func (s *Set) Has(language, rules string) bool {
	return language == English || s.in[language] != nil && s.in[language].titles[rules]
}
