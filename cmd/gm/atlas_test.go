package main

import (
	"testing"

	"deaddrop/templates"
	"deaddrop/templates/atlas"
)

// Whoever reads letters in a language has the words of the maps in it, too.
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
