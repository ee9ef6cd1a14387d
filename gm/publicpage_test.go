package gm_test

import (
	"strings"
	"testing"

	"deaddrop/gm/intake"
)

// The last letters of a game name its public page; those between the first and the last don't.
func TestLastLettersNamePublicPage(t *testing.T) {
	tb := doubting(t, intake.TrustOpen)
	tb.m.PublicPage = func(name string) string { return "https://games.example.org/" + name }
	names := func() bool {
		tb.deliver()
		return strings.Contains(tb.last(main).Text, "https://games.example.org/g1")
	}
	tb.moves("1", "2", "5", "3")
	if names() {
		t.Errorf("a letter in between is\n%s", tb.last(main).Text)
	}
	if tb.moves("9"); !names() {
		t.Errorf("the last letter is\n%s", tb.last(main).Text)
	}
}
