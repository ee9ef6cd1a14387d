package main

import (
	"testing"

	"deaddrop/templates"
	"deaddrop/templates/atlas"
)

// Maps in letters are labelled in the language of the letter.
func TestMapsInAllLanguages(t *testing.T) {
	words, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range words.Languages() {
		if language == templates.English {
			continue
		}
		for _, word := range atlas.Vocabulary() {
			if words.Phrases(language)[word] == "" {
				t.Errorf("%s: there is no word for %q", language, word)
			}
		}
	}
}
