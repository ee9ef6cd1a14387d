package adjudicatortest

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// An Asker is a question to a seat, for testing how answers are read.
type Asker struct {
	View adjudicator.View
	Kind string // kind of the question
	Old  string // the answer on file before

	// Again parses an answer as the rules do, and returns it in normal form again. If it is nil, that is not tested.
	Again func(answer string) (string, error)

	Between  string // separator of the items on a page; "" means ";"
	AnyOrder bool   // whether the lines of an answer may come in any order
	Verbatim bool   // whether quotes must be verbatim parts of the letter
	Alone    bool   // whether a line of the form has no effect when sent alone
	Fills    bool   // whether the form contains more than the answer
	Unsaid   string // notes that end with this text need not be expected
	Offers   bool   // whether another order may be offered together with an order that is filed
}

// Orders tests how letters are read, from a file. Its sections have headings that say who is asked. Each line is a
// letter, in which "\n" stands for a line break, then "###", then the expected items: a line of the answer; "?" and a
// part of the reason for refusing something; "~" and a part of a note; "!" and a part of the reason why an order on
// file can't be carried out; "-" for a line that is talk; or "gm" for one that is for the game master.
func Orders(t *testing.T, file, between string, asking func(t testing.TB, section string) Asker) {
	for name, section := range Cases(t, file) {
		t.Run(name, func(t *testing.T) {
			a := asking(t, section)
			for line := range strings.Lines(section) {
				if letter, want, ok := strings.Cut(line, "###"); ok {
					a.check(t, strings.ReplaceAll(strings.TrimSpace(letter), `\n`, "\n"), strings.Split(want, between))
				}
			}
		})
	}
}

// isWritten reports whether a quote consists of verbatim parts of a letter, separated by slashes.
func isWritten(letter, quote string) bool {
	plain := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	letter = plain(letter)
	for passage := range strings.SplitSeq(quote, " / ") {
		if !strings.Contains(letter, plain(passage)) {
			return false
		}
	}
	return true
}

// check reads a letter and compares the result with the expected items.
func (a Asker) check(t *testing.T, letter string, wants []string) {
	t.Helper()
	var answer, refused, noted, doubted []string
	talk, toGM := 0, 0
	for _, item := range wants {
		switch item = strings.TrimSpace(item); {
		case item == "":
		case item == "-":
			talk++
		case item == "gm":
			toGM++
		case strings.HasPrefix(item, "!"):
			doubted = append(doubted, strings.TrimSpace(item[1:]))
		case strings.HasPrefix(item, "?"):
			refused = append(refused, strings.TrimSpace(item[1:]))
		case strings.HasPrefix(item, "~"):
			noted = append(noted, strings.TrimSpace(item[1:]))
		default:
			answer = append(answer, item)
		}
	}
	r := a.View.Read(a.Kind, a.Old, letter)
	lines := strings.FieldsFunc(r.Answer, func(c rune) bool { return c == '\n' })
	var faults, doubts []string
	for _, p := range r.Parts {
		if a.Verbatim && !isWritten(letter, p.Quote) {
			t.Errorf("%q: %q is quoted, which is not what was written", letter, p.Quote)
		}
		switch p.Fate {
		case adjudicator.Unsure, adjudicator.Refused:
			faults = append(faults, p.Why)
		case adjudicator.Filed:
			if p.Why != "" {
				doubts = append(doubts, p.Why)
			}
		case adjudicator.Talk:
			talk--
		case adjudicator.ToGM:
			toGM--
		}
	}
	if a.AnyOrder {
		slices.Sort(answer)
		slices.Sort(lines)
	}
	said := slices.DeleteFunc(slices.Clone(r.Notes), func(n string) bool {
		return a.Unsaid != "" && strings.HasSuffix(n, a.Unsaid)
	})
	asWanted := slices.Equal(lines, answer) && Covered(faults, refused) && Covered(doubts, doubted)
	asNoted := Covered(r.Notes, noted) || Covered(said, noted)
	misfiled := talk != 0 || toGM != 0
	if misfiled || !asWanted || !asNoted {
		t.Errorf("%q\n\twant %s\n\thave %s\n\tparts %q\n\tnotes %q", letter, wants, strings.Join(lines, " / "),
			r.Parts, r.Notes)
		return
	}
	a.ReadAgain(t, letter)
}

// ReadAgain checks that the answer from a letter is read as itself, and that its form is, too.
func (a Asker) ReadAgain(t testing.TB, letter string) {
	t.Helper()
	first := a.View.Read(a.Kind, "", letter)
	if first.Answer == "" {
		return
	}
	back := func(old, text, what string, more bool) {
		t.Helper()
		if r := a.View.Read(a.Kind, old, text); r.Answer != first.Answer && !more || a.isFaulty(r) {
			t.Errorf("%s: %q is read as %q, of which %s %q is read as %q with faults %v", a.Kind,
				letter, first.Answer, what, text, r.Answer, r.Faults())
		}
	}
	if !a.Exactly(t, first.Answer) {
		t.Errorf("%s: %q is read as %q, which is not in normal form: %v", a.Kind, letter, first.Answer,
			a.View.Check(a.Kind, first.Answer))
	}
	back("", first.Answer, "the whole", false)
	back(first.Answer, strings.Join(first.Form, "\n"), "the form", a.Fills)
	for _, line := range first.Form {
		if a.Alone {
			back(first.Answer, line, "a line", false)
		}
	}
}

// isFaulty reports whether some part was not accepted. An offer that goes with an accepted order does not count.
func (a Asker) isFaulty(r adjudicator.Reading) bool {
	taken := func(quote string) bool {
		return slices.ContainsFunc(r.Parts, func(p adjudicator.Part) bool {
			return p.Fate == adjudicator.Filed && p.Quote == quote
		})
	}
	return slices.ContainsFunc(r.Parts, func(p adjudicator.Part) bool {
		offered := a.Offers && taken(p.Quote)
		return p.Fate == adjudicator.Refused || p.Fate == adjudicator.Unsure && !offered
	})
}

// Covered reports whether each text contains one of the parts, ignoring case, and each part is contained in a text.
func Covered(texts, parts []string) bool {
	has := func(text, part string) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(part)) }
	return !slices.ContainsFunc(texts, func(text string) bool {
		return !slices.ContainsFunc(parts, func(part string) bool { return has(text, part) })
	}) && !slices.ContainsFunc(parts, func(part string) bool {
		return !slices.ContainsFunc(texts, func(text string) bool { return has(text, part) })
	})
}
