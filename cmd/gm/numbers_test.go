package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Each of our own rulings has a number that no other has: neither another line of docs/rulings.md nor an option that the
// line does not speak of. A case of a game has it in its title.
func TestRulingsHaveNumbersOfTheirOwn(t *testing.T) {
	text, err := os.ReadFile("../../docs/rulings.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]string{}
	for _, l := range regexp.MustCompile(`(?m)^\| ([A-Z]{2}-\d+) \|(.*)$`).FindAllStringSubmatch(string(text), -1) {
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
	cases := allCases(t)
	for number := range lines {
		if !regexp.MustCompile(`(?m)^== .*\b` + number + `\b`).MatchString(cases) {
			t.Errorf("%s has no case", number)
		}
	}
}

// allCases is the text of all cases of the rules.
func allCases(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("../../adjudicator/*/testdata/rules*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no cases: ", err)
	}
	var out strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(text)
	}
	return out.String()
}
