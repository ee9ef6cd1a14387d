package main

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Each of our own rulings has a number to itself: it is on no other line of docs/rulings.md, and only an option that
// its line mentions may share it. Some case of a game has the number in its title.
func TestRulingsHaveNumbersOfTheirOwn(t *testing.T) {
	text := string(mustRead(t, "../../docs/rulings.md"))
	lines := map[string]string{}
	for _, l := range regexp.MustCompile(`(?m)^\| ([A-Z]{2}-\d+) \|(.*)$`).FindAllStringSubmatch(text, -1) {
		if lines[l[1]] != "" {
			t.Errorf("two lines have the number %s:\n%s\n%s", l[1], lines[l[1]], l[2])
		}
		lines[l[1]] = l[2]
	}
	if len(lines) == 0 {
		t.Fatal("there are no lines")
	}
	for _, rules := range titles() {
		for _, o := range rules.Options {
			if line, ok := lines[o.Rule]; ok && !strings.Contains(line, o.Name) {
				t.Errorf("%s is the number of the option %s of %s, and of another ruling:\n%s", o.Rule, o.Name, rules.Name, line)
			}
		}
	}
	numbers := caseTitles(t)
	for number := range lines {
		if !numbers[number] {
			t.Errorf("%s has no case", number)
		}
	}
}

// A rule that the program or a page of the docs names has a case, and each game's page counts its rules to the last.
func TestRulesThatAreNamedHaveCases(t *testing.T) {
	numbers := caseTitles(t)
	files, err := filepath.Glob("../../adjudicator/*/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("there is no program: ", err)
	}
	pages, err := filepath.Glob("../../docs/games/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal("there are no pages of games: ", err)
	}
	for _, file := range slices.Concat(files, pages, []string{"../../docs/rulings.md"}) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, number := range ruleNumber.FindAllString(string(mustRead(t, file)), -1) {
			if !numbers[number] {
				t.Errorf("%s names %s, which has no case", file, number)
			}
		}
	}
	last := map[string]int{}
	for number := range numbers {
		game, n, _ := strings.Cut(number, "-")
		at, err := strconv.Atoi(n)
		if err != nil {
			t.Fatal(err)
		}
		last[game] = max(last[game], at)
	}
	count := regexp.MustCompile(`from (..)-1 to ..-(\d+)`)
	for _, page := range pages {
		c := count.FindStringSubmatch(string(mustRead(t, page)))
		if c == nil {
			t.Errorf("%s does not count its rules", page)
			continue
		}
		if c[2] != strconv.Itoa(last[c[1]]) {
			t.Errorf("%s says %q, and the last is %d", page, c[0], last[c[1]])
		}
	}
}

var ruleNumber = regexp.MustCompile(`\b(DM|DC|SU|DD|DH)-\d+\b`)

// caseTitles returns the numbers of the rules that titles of cases have.
func caseTitles(t *testing.T) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for _, pattern := range []string{"rules*.txt", "twins.txt"} {
		files, err := filepath.Glob("../../adjudicator/*/testdata/" + pattern)
		if err != nil || len(files) == 0 {
			t.Fatal("there are no cases: ", err)
		}
		for _, file := range files {
			for _, title := range regexp.MustCompile(`(?m)^== .*$`).FindAllString(string(mustRead(t, file)), -1) {
				for _, number := range ruleNumber.FindAllString(title, -1) {
					out[number] = true
				}
			}
		}
	}
	return out
}
