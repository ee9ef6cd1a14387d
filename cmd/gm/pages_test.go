package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"deaddrop/parser"
)

// pages returns the pages of the docs that people read, by their paths from the top of the repository.
func pages(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/games/*.md"} {
		found, err := filepath.Glob("../../" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, found...)
	}
	if len(out) < 20 {
		t.Fatalf("there are only %d pages: %v", len(out), out)
	}
	return out
}

var (
	linked  = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	notWord = regexp.MustCompile(`[^a-z0-9 -]`)
)

// Every link of a page to another leads to a file that is there, and to a heading of it.
func TestLinksOfPages(t *testing.T) {
	links := 0
	for _, page := range pages(t) {
		for _, m := range linked.FindAllStringSubmatch(string(mustRead(t, page)), -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			links++
			path, anchor, _ := strings.Cut(m[1], "#")
			file := page
			if path != "" {
				file = filepath.Join(filepath.Dir(page), path)
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s: the link %s leads nowhere", page, m[1])
				continue
			}
			if anchor != "" && !slices.Contains(anchors(t, file), anchor) {
				t.Errorf("%s: %s has no such heading", page, m[1])
			}
		}
	}
	if links < 40 {
		t.Errorf("the pages have only %d links", links)
	}
}

// anchors returns the anchors of a page's headings.
func anchors(t *testing.T, page string) []string {
	t.Helper()
	var out []string
	for _, m := range heading.FindAllStringSubmatch(string(mustRead(t, page)), -1) {
		out = append(out, strings.ReplaceAll(notWord.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return out
}

// The README has at most 150 lines; the rest is in the pages.
func TestReadmeIsShort(t *testing.T) {
	if n := strings.Count(string(mustRead(t, "../../README.md")), "\n"); n > 150 {
		t.Errorf("the README has %d lines", n)
	}
}

// Each word that the page for players names works in letters.
func TestWordsForPlayers(t *testing.T) {
	var known []string
	for _, u := range parser.Commands() {
		known = append(known, u.Name)
	}
	_, table, _ := strings.Cut(string(mustRead(t, "../../docs/playing.md")), "| word | what it does |")
	table, _, _ = strings.Cut(table, "\n\n")
	words := 0
	for row := range strings.Lines(table) {
		cells := strings.SplitN(row, "|", 3)
		if len(cells) < 3 {
			continue
		}
		for _, m := range regexp.MustCompile("`([A-Z]+)").FindAllStringSubmatch(cells[1], -1) {
			if words++; !slices.Contains(known, m[1]) {
				t.Errorf("docs/playing.md names %s, which is no command", m[1])
			}
		}
	}
	if words < 15 {
		t.Errorf("docs/playing.md names only %d words", words)
	}
}
