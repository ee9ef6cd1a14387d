package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// gm play begins a game against robots in the home directory, goes on with it, and begins another only when it is told.
func TestPlayAlone(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	play := func(in string, args ...string) (said, complaint string) {
		t.Helper()
		said, complaint, _ = gmRunOn(t.Context(), in, append([]string{"play"}, args...)...)
		return said, complaint
	}
	said, complaint := play("A Par-Bur\nF Bre-Mao\nA Mar-Spa\n\n", "diplomacy", "--seat", "France")
	if !strings.Contains(said, "France: welcome to Diplomacy") || !strings.Contains(said, "[France, Fall 1901]") {
		t.Fatalf("gm play says\n%s%s", said, complaint)
	}
	dir := filepath.Join(home, "deaddrop-games", "diplomacy")
	if _, err := os.Stat(filepath.Join(dir, "map.png")); err != nil {
		t.Error(err)
	}
	if said, complaint = play("/quit\n", "diplomacy"); !strings.Contains(said, "orders for Fall 1901") || strings.Contains(said, "welcome to") {
		t.Errorf("gm play goes on with\n%s%s", said, complaint)
	}
	if _, complaint = play("", "deadman", "--dir", dir); !strings.Contains(complaint, "already contains a game of diplomacy") {
		t.Errorf("in the directory of another game it says %q", complaint)
	}
	if said, complaint = play("", "diplomacy", "--new", "--seat", "Italy"); !strings.Contains(said, "Italy: welcome to Diplomacy") {
		t.Errorf("gm play --new says\n%s%s", said, complaint)
	}
	if _, complaint = play("", "chess"); !strings.Contains(complaint, `don't play "chess"`) {
		t.Errorf("of chess it says %q", complaint)
	}
}

// A title is found by what people type and by what letters call it, however it is capitalized.
func TestPlayTakesAnyNameOfTitle(t *testing.T) {
	for _, title := range []string{"decatur", "Decatur", "Deadman Diplomacy", "DEALERS IN HOPE"} {
		if _, err := (soloOptions{title: title}).find(); err != nil {
			t.Errorf("gm play %q: %v", title, err)
		}
	}
	if _, err := (soloOptions{title: "chess"}).find(); err == nil {
		t.Error("gm play finds chess")
	}
}

// A letter may be written in an editor, which finds what was typed before, and the newest letter as a reply quotes it.
func TestPlayInEditor(t *testing.T) {
	dir := t.TempDir()
	editor := filepath.Join(dir, "editor")
	script := "#!/bin/sh\ngrep -q '^> solo, Diplomacy: you are France' \"$1\" && echo 'F Bre-Mao' >> \"$1\"\n"
	if err := os.WriteFile(editor, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("VISUAL", editor)
	said, complaint, err := gmRunOn(t.Context(), "A Par-Bur\n/edit\n/quit\n", "play", "diplomacy", "--seat", "France", "--dir", filepath.Join(dir, "game"))
	if err != nil || !strings.Contains(said, "ON FILE FOR SPRING 1901") || !strings.Contains(said, "  F Bre-Mao") || !strings.Contains(said, "  A Par-Bur") {
		t.Errorf("gm play says\n%s%s", said, complaint)
	}
}
