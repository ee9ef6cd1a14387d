package adjudicatortest

import (
	"cmp"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// Page tests the examples on a page of documentation for players: it reads each letter and compares the result with
// what the page says. The page must have at least least examples. They are in fenced blocks named "orders":
//
//	Germany, Fall 1902                     how a section begins, which says who is asked; without it, as in the first
//	                                       block,
//	units A Mun, A Ber
//	on file A Mun-Bur; A Ber H             what earlier letters have put on file, and a blank line behind it
//
//	A Mun-Bur
//	A Ber H        =>  A Mun-Bur; A Ber H  a letter of one line or more, and what is on file then
//	A Mun-Ruh?     =>  asked: A Mun-Ruh    it is asked about, and this is offered ("or" stands between several)
//	Hello          =>  talk                or "game master": nothing is filed
//	PAS-Nth        =>  refused: in 1902    words of why it is refused,
//	               =>  note: of an earlier or of a note
//
// For games whose orders contain semicolons, Asker.Between is another separator.
//
// In a table, each row lists forms with the same meaning; the first is the normal form. Before the table there is a
// comment that begins with a line "<!-- orders" and contains such a head, or none if it is the same as in the first
// block.
func Page(t *testing.T, file string, least int, asking func(t testing.TB, section string) Asker) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	shows := 0
	for _, p := range passages(strings.Split(string(text), "\n")) {
		t.Run(fmt.Sprintf("line %d", p.at), func(t *testing.T) {
			a := asking(t, p.head)
			between := cmp.Or(a.Between, ";")
			old := a.View.Read(a.Kind, a.Old, strings.Join(split(p.onFile, between), "\n")).Answer
			for _, s := range p.shows {
				shows++
				r := a.View.Read(a.Kind, old, s.letter)
				have, wants := came(r), split(s.wants, between)
				slices.Sort(have)
				slices.Sort(wants)
				if !slices.EqualFunc(have, wants, isSaid) {
					t.Errorf("%s:%d: %q\n\tthe page says %q\n\tit comes to  %q\n\twhy %q", file,
						s.at, s.letter, wants, have, r.Faults())
				}
			}
		})
	}
	if shows < least {
		t.Errorf("%s shows only %d letters", file, shows)
	}
}

// A sample is a letter that is shown on the page.
type sample struct {
	at     int // line number
	letter string
	wants  string
}

// A passage is a block or a table of the page.
type passage struct {
	at     int
	head   string
	onFile string
	shows  []sample
}

// came returns the result of a letter in the words of the page.
func came(r adjudicator.Reading) []string {
	out := strings.FieldsFunc(r.Answer, func(c rune) bool { return c == '\n' })
	for _, p := range r.Parts {
		switch {
		case p.Fate == adjudicator.Talk:
			out = append(out, "talk")
		case p.Fate == adjudicator.ToGM:
			out = append(out, "game master")
		case p.Fate == adjudicator.Refused:
			out = append(out, "refused: "+p.Why)
		case p.Fate == adjudicator.Unsure && len(p.Suggest) > 0:
			out = append(out, "asked: "+strings.ReplaceAll(strings.Join(p.Suggest, " or "), "\n", " and "))
		case p.Fate == adjudicator.Unsure:
			out = append(out, "asked")
		case p.Why != "":
			out = append(out, "can't be: "+p.Why)
		}
	}
	for _, n := range r.Notes {
		out = append(out, "note: "+n)
	}
	if len(out) == 0 {
		out = append(out, "nothing")
	}
	return out
}

// isSaid reports whether the page says what became of a part. The page may leave out words of a text that comes from
// the program.
func isSaid(is, want string) bool {
	kind, words, _ := strings.Cut(want, ": ")
	own := slices.Contains([]string{"refused", "note", "can't be"}, kind) && strings.HasPrefix(is, kind+": ")
	if is == want {
		return true
	}
	return own && words != "" && strings.Contains(strings.ToLower(is), strings.ToLower(words))
}

// passages returns the blocks and tables with orders on a page.
func passages(lines []string) []passage {
	var out []passage
	usual := "" // head of the first block
	for i := 0; i < len(lines); i++ {
		switch lines[i] {
		case "```orders":
			end := i + slices.Index(lines[i:], "```")
			out = append(out, block(lines[:end], i+1, usual))
			usual, i = cmp.Or(usual, out[0].head), end
		case "<!-- orders":
			end := i + slices.Index(lines[i:], "-->")
			head := strings.Join(lines[i+1:end], "\n")
			out = append(out, table(lines, end+1, cmp.Or(head, usual)))
			i = end
		}
	}
	return out
}

// block returns a passage whose head begins at a line, and that ends with the last line. usual is the default for its
// head.
func block(lines []string, from int, usual string) passage {
	p := passage{at: from + 1, head: usual}
	blank := slices.IndexFunc(lines[from:], func(line string) bool {
		return line == "" || strings.Contains(line, "=>")
	})
	if lines[from+blank] != "" {
		blank = 0 // there is no head
	}
	head := ""
	for _, line := range lines[from : from+blank] {
		if old, ok := strings.CutPrefix(line, "on file "); ok {
			p.onFile = old
			continue
		}
		head += line + "\n"
	}
	if head != "" {
		p.head = head
	}
	var letter []string
	for i := from + blank; i < len(lines); i++ {
		words, want, ends := strings.Cut(lines[i], "=>")
		letter = append(letter, strings.TrimSpace(words))
		if !ends {
			continue
		}
		if n := len(p.shows); strings.Join(letter, "") == "" { // further lines on the result of the letter above
			p.shows[n-1].wants += "\n" + want
		} else {
			p.shows = append(p.shows, sample{i + 1, strings.Trim(strings.Join(letter, "\n"), "\n"), want})
		}
		letter = nil
	}
	return p
}

// split splits lines into items.
func split(lines, between string) []string {
	var out []string
	for item := range strings.SplitSeq(strings.ReplaceAll(lines, "\n", between), between) {
		out = append(out, strings.TrimSpace(item))
	}
	return out
}

var code = regexp.MustCompile("`([^`]+)`")

// table returns the passage of the first table after a line.
func table(lines []string, from int, head string) passage {
	p := passage{at: from, head: head}
	start := from + slices.IndexFunc(lines[from:], func(line string) bool { return strings.HasPrefix(line, "|") })
	for i := start; i < len(lines) && strings.HasPrefix(lines[i], "|"); i++ {
		forms := code.FindAllStringSubmatch(lines[i], -1)
		for _, form := range forms {
			p.shows = append(p.shows, sample{i + 1, form[1], forms[0][1]})
		}
	}
	return p
}
