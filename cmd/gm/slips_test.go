package main

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"deaddrop/adjudicator/pack"
)

// A typedSlip is a slip of somebody who types in an edition, and what must be said of it.
type typedSlip struct {
	name  string
	text  string // the edition
	lines []int  // one of them must be named
	says  string
}

// typedSlips reads testdata/slips.txt.
func typedSlips(t *testing.T, house func(title string) string) (slips []typedSlip, titles []string) {
	t.Helper()
	text, err := os.ReadFile("testdata/slips.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split(string(text), "\n== ")[1:] {
		head, body, _ := strings.Cut(part, "\n")
		title, _, _ := strings.Cut(head, ":")
		s := typedSlip{name: head, text: house(title)}
		var told string
		from, was := 0, ""
		edited := -1
		for line := range strings.SplitSeq(strings.TrimRight(body, "\n"), "\n") {
			mark, rest := line[:1], strings.TrimPrefix(line[1:], " ")
			switch mark {
			case "@":
				if from = strings.Index(s.text, "\n"+rest); from < 0 {
					t.Fatalf("%s: there is no %q", head, rest)
				}
				from++
			case "-":
				was = rest
			case "+":
				at := strings.Index(s.text[from:], was)
				if at < 0 {
					t.Fatalf("%s: there is no %q", head, was)
				}
				at += from
				s.text = s.text[:at] + rest + s.text[at+len(was):]
				if edited < 0 {
					edited = at
				}
			case ">":
				told = rest
			case "?":
				s.says = rest
			}
		}
		if told == "" {
			s.lines = []int{1 + strings.Count(s.text[:edited], "\n")}
		}
		for i, line := range strings.Split(s.text, "\n") {
			if told != "" && (strings.HasPrefix(line, told) || told[len(told)-1] == ' ' && strings.Contains(line, told)) {
				s.lines = append(s.lines, i+1)
			}
		}
		slips, titles = append(slips, s), append(titles, title)
	}
	return slips, titles
}

var lineNumber = regexp.MustCompile(`^\s*line (\d+): (.*)`)

// Nearly all common mistakes are found, and reported with their line and a sentence that helps.
func TestSlips(t *testing.T) {
	house := func(title string) string {
		rules, err := titleNamed(title)
		if err != nil {
			t.Fatal(err)
		}
		return string(rules.House)
	}
	slips, titles := typedSlips(t, house)
	found := 0
	for i, s := range slips {
		rules, _ := titleNamed(titles[i])
		_, err := rules.DescribePack([]byte(s.text))
		said := fmt.Sprint(err) + "\n" + strings.Join(pack.Doubts(rules.House, []byte(s.text)), "\n")
		right := false
		for line := range strings.SplitSeq(said, "\n") {
			m := lineNumber.FindStringSubmatch(line)
			if m == nil || !strings.Contains(m[2], s.says) {
				continue
			}
			n, _ := strconv.Atoi(m[1])
			for _, want := range s.lines {
				right = right || n == want
			}
		}
		if right {
			found++
			continue
		}
		t.Logf("%s: lines %v, and it says\n%s", s.name, s.lines, said)
	}
	if 100*found < 97*len(slips) {
		t.Errorf("%d of %d slips are found", found, len(slips))
	}
	t.Logf("%d of %d slips are found", found, len(slips))
}

// The house editions are beyond doubt, and curly quotation marks are as good as straight ones.
func TestNoFalseAlarms(t *testing.T) {
	for _, rules := range titles() {
		if rules.House == nil {
			continue
		}
		curly := regexp.MustCompile(`(?m)^(\w+ *= )"([^"]*)"$`).ReplaceAllString(string(rules.House), "$1“$2”")
		if curly == string(rules.House) {
			t.Fatal(rules.Name, "has no texts")
		}
		for _, text := range []string{string(rules.House), curly, strings.ReplaceAll(string(rules.House), "\n", "\r\n")} {
			if _, err := rules.DescribePack([]byte(text)); err != nil {
				t.Errorf("%s: %v", rules.Name, err)
			}
			if doubts := pack.Doubts(rules.House, []byte(text)); len(doubts) > 0 {
				t.Errorf("%s: %s", rules.Name, doubts)
			}
		}
	}
}
