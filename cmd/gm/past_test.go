package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/towntest"
)

// The past of a game can be looked at and taken back, and its position and orders mended, with the service and without it.
func TestPast(t *testing.T) {
	eitherWay(t, func(t *testing.T, w *towntest.Town) {
		t.Chdir(t.TempDir())
		has := func(want string, args ...string) {
			t.Helper()
			if out := mustRun(t, append([]string{"-c", w.Config}, args...)...); !strings.Contains(out, want) {
				t.Errorf("gm %s says\n%s\nwithout %q", strings.Join(args, " "), out, want)
			}
		}
		refused := func(want string, args ...string) {
			t.Helper()
			if _, complaint, err := gmRun(t, append([]string{"-c", w.Config}, args...)...); err == nil || !strings.Contains(complaint, want) {
				t.Errorf("gm %s complains %q, want %q; %v", strings.Join(args, " "), complaint, want, err)
			}
		}
		refused("not all of it can be taken", "orders", "d1", "France", "set", "A Par-Nowhere")
		refused("Nothing in that says what France is to do", "orders", "d1", "France", "set", "by the way")
		refused("France has nothing on file", "orders", "d1", "France", "clear")
		has("orders on file", "orders", "d1", "France", "set", "A Par-Bur; F Bre-Mid", "--reason", "by phone")
		has("A Par-Bur", "orders", "d1", "fra")
		if err := os.WriteFile("france.txt", []byte("A Par-Gas\nF Bre-Mid\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		has("A Par-Gas", "orders", "d1", "France", "set", "--file", "france.txt")
		has("A Par-Gas", "orders", "d1", "fra")
		ordersArePutRight(t, w, has)
		refused("There is no file spain.txt. That file should contain the "+
			"orders.", "orders", "d1", "France", "set", "--file", "spain.txt")
		refused("gm orders GAME", "orders", "d1", "France", "set", "A Par-Bur", "--file", "france.txt")
		refused("gm orders GAME", "orders", "d1", "France", "clear", "--file", "france.txt")
		has("A Par-Bur", "orders", "d1", "France", "set", "A Par-Bur; F Bre-Mid")
		has("gm undo d1 takes it back (gm orders d1 France set --all --", "orders", "d1", "France", "clear")
		has("A Par-Bur", "undo", "d1")
		has("phase: Fall 1901", "resolve", "d1")
		has("A Bur", "show", "d1", "--as", "GM")
		has("Spring 1901", "show", "d1", "--as", "France", "--at", "spring 1901")
		has("A Par-Bur", "orders", "d1", "France", "--at", "1")
		has("Only France is told:\n", "diff", "d1", "France", "Italy", "--at", "Fall 1901")
		has("SPRING 1901", "history", "d1", "--as", "France")
		has("orders d1 France (by phone)", "log", "d1", "--acts")
		has("known: France (", "rollback", "d1", "--dry-run")
		has("phase: Spring 1901", "rollback", "d1")
		has("(filed ahead)", "orders", "d1", "France")
		has("phase: Fall 1901", "undo", "d1")
		has("as the players were told", "verify", "d1")
		has("with all its secrets", "export", "d1", "d1.json")
		has("played again", "verify", "./d1.json")
		refused("already", "import", "d1.json")
		has("copy was taken in", "import", "d1.json", "--as", "copy")
		has("It is a copy of d1", "show", "copy")
		has("can be imported", "import", "d1.json", "--as", "other", "--dry-run")
		edited(t, w, has)
		has("Seen now", "map", "d1", "--as", "France")
		has("as France knows it", "map", "d1", "--as", "France", "--at", "spring 1901")
		// A phase whose name is written without quotes comes as several words.
		has("Spring 1901", "show", "d1", "--as", "France", "--at", "spring", "1901")
		has("A Par-Bur", "orders", "d1", "France", "--at", "Spring", "1901")
		has("Only France is told:\n", "diff", "d1", "France", "Italy", "--at", "Fall", "1901")
		has("as France knows it", "map", "d1", "--at", "spring", "1901", "--as", "France")
		for name, begins := range map[string]string{"it.png": "\x89PNG", "it.apng": "\x89PNG", "it.svg": "<svg", "it.html": "<!DOCTYPE html>", "it.txt": "d1: Deadman Diplomacy"} {
			has("to "+name+".", "map", "d1", "--as", "France", "--out", name)
			if drawn, err := os.ReadFile(name); err != nil || !bytes.Contains(drawn[:min(len(drawn), 200)], []byte(begins)) {
				t.Errorf("%s begins with %.40q, %v", name, drawn, err)
			}
		}
		refused("a GIF has too few colours", "map", "d1", "--out", "it.gif")
		refused("whose name ends with .png", "map", "d1", "--out", "it")
		refused("no phase", "map", "d1", "--at", "Spring 1950", "--out", "it.png")
		refused("can't be written", "map", "d1", "--out", "nowhere/it.png")
	})
}

// edited has the position changed by a program that is no editor.
func edited(t *testing.T, w *towntest.Town, has func(string, ...string)) {
	t.Helper()
	position := mustRun(t, "-c", w.Config, "edit", "d1", "--text")
	changed := strings.Replace(position, `"Year": 1901`, `"Year": 1911`, 1)
	if !json.Valid([]byte(position)) || changed == position {
		t.Fatalf("the position is %s", position)
	}
	if err := os.WriteFile("position.json", []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	has("position Year: 1911 (was 1901)", "edit", "d1", "--file", "position.json", "--dry-run")
	has("phase: Fall 1911", "edit", "d1", "--file", "position.json")
	has("phase: Fall 1901", "undo", "d1")
	script := filepath.Join(t.TempDir(), "editor")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nsed -i 's/\"Year\": 1901/\"Year\": 1921/' \"$1\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("VISUAL", script)
	has("position Year: 1921 (was 1901)", "edit", "d1", "--dry-run")
	for answer, want := range map[string]string{"y\n": "gm undo d1 takes it back", "\n": "Nothing was done."} {
		var out bytes.Buffer
		args := []string{"-c", w.Config, "edit", "d1", "--reason", "typed wrongly"}
		root := commandTree(&console{args: args, now: time.Now})
		root.SetArgs(args)
		root.SetIn(strings.NewReader(answer))
		root.SetOut(&out)
		root.SetErr(&out)
		if err := root.ExecuteContext(t.Context()); err != nil {
			complain(&out, err)
		}
		if !strings.Contains(out.String(), "Do that?") || !strings.Contains(out.String(), want) {
			t.Errorf("answered %q, it says\n%s", answer, out.String())
		}
		if answer == "y\n" {
			has("phase: Fall 1901", "undo", "d1")
		}
	}
}

// ordersArePutRight sees that one order which the game master puts right leaves the others on file.
func ordersArePutRight(t *testing.T, w *towntest.Town, has func(want string, args ...string)) {
	t.Helper()
	onFile := func(want ...string) {
		t.Helper()
		out := mustRun(t, "-c", w.Config, "orders", "d1", "France")
		for _, order := range []string{"A Par-Gas", "A Par-Bur", "A Mar-Spa", "F Bre-Mao", "F Bre-Eng"} {
			if strings.Contains(out, order) != slices.Contains(want, order) {
				t.Errorf("gm orders d1 France says\n%s\nand not just %v", out, want)
			}
		}
	}
	has("Missing: A Mar", "orders", "d1", "France", "set", "F Bre-Eng")
	onFile("A Par-Gas", "F Bre-Eng")
	mustRun(t, "-c", w.Config, "orders", "d1", "France", "set", "A Mar-Spa")
	onFile("A Par-Gas", "A Mar-Spa", "F Bre-Eng")
	has("Missing: A Mar", "orders", "d1", "France", "set", "--all", "A Par-Bur; F Bre-Mid")
	onFile("A Par-Bur", "F Bre-Mao")
	mustRun(t, "-c", w.Config, "undo", "d1")
	onFile("A Par-Gas", "A Mar-Spa", "F Bre-Eng")
}
