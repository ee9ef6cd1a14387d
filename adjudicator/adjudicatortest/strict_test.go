package adjudicatortest_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
)

// The small games take nothing for normal form but normal form.
func TestStrict(t *testing.T) {
	check := func(rules *adjudicator.Rules, seat adjudicator.Seat, kind string, answers ...string) {
		t.Helper()
		config, err := rules.Configure(adjudicator.Config{Seats: rules.Seats})
		if err != nil {
			t.Fatal(err)
		}
		p, err := rules.Setup(adjudicator.NewTable(adjudicator.Luck{Secret: []byte("strict")}, adjudicator.Record{}), config)
		if err != nil {
			t.Fatal(err)
		}
		adjudicatortest.Strict(t, p.View(seat), kind, answers)
	}
	check(adjudicatortest.TicTacToe, "X", "square", "1", "5", "9")
	check(adjudicatortest.Haggle, "Ann", "offer", "0", "1", "4")
	check(adjudicatortest.Haggle, "Ann", "raise", "1", "3", "pass")
	check(adjudicatortest.Sealed, "Ann", "bid", "1", "8")
}

// Text that resembles normal form but is not is refused.
func TestStrictFails(t *testing.T) {
	a := func(ok func(string) bool) adjudicatortest.Asker {
		return adjudicatortest.Asker{View: lax{ok}, Kind: "word"}
	}
	finds := func(what string, check func(testing.TB)) {
		t.Helper()
		found := &findings{TB: t}
		if check(found); found.n == 0 {
			t.Errorf("%s is not found", what)
		}
	}
	fails := func(what string, a adjudicatortest.Asker, answer string) {
		t.Helper()
		finds(what, func(t testing.TB) { a.Strict(t, answer) })
	}
	is := func(answer string) bool { return answer == "ab c" }
	same := func(answer string) (string, error) { return answer, lax{is}.Check("", answer) }
	good := adjudicatortest.Asker{View: lax{is}, Kind: "word", Again: same}
	good.Strict(t, "ab c")
	good.NotStrict(t, "", "ab", "AB C")
	adjudicatortest.Strict(t, lax{is}, "word", []string{"ab c"})
	fails("another case", a(func(answer string) bool { return is(strings.ToLower(answer)) }), "ab c")
	fails("a blank at the end", a(func(answer string) bool { return is(strings.TrimRight(answer, " ")) }), "ab c")
	fails("a blank too many", a(func(answer string) bool { return is(strings.Join(strings.Fields(answer), " ")) }), "ab c")
	fails("a letter too few", a(func(answer string) bool { return is(answer) || answer == "b c" }), "ab c")
	fails("another letter", a(func(answer string) bool { return is(answer) || answer == "xb c" }), "ab c")
	fails("a line twice", a(func(answer string) bool { return is(answer) || answer == "ab c\nab c" }), "ab c")
	fails("what does not pass", a(func(string) bool { return false }), "ab c")
	fails("what is read otherwise", a(func(answer string) bool { return answer == "AB" }), "AB")
	finds("what is taken apart otherwise", func(t testing.TB) {
		other := good
		other.Again = func(answer string) (string, error) { return "ab d", lax{is}.Check("", answer) }
		other.Strict(t, "ab c")
	})
	finds("what only its check takes", func(t testing.TB) {
		stricter := good
		stricter.Again = func(answer string) (string, error) { return answer, errNo }
		stricter.Strict(t, "ab c")
	})
	finds("what only the rules take", func(t testing.TB) {
		laxer := good
		laxer.Again = func(answer string) (string, error) { return answer, nil }
		laxer.NotStrict(t, "ab")
	})
	finds("what passes", func(t testing.TB) { good.NotStrict(t, "ab c") })
	finds("a file that is not broken", func(t testing.TB) { adjudicatortest.BrokenFile(t, func() {}) })
	finds("another fault", func(t testing.TB) { adjudicatortest.BrokenFile(t, func() { panic("another fault") }) })
	adjudicatortest.BrokenFile(t, func() { panic(`what is on file is not in normal form: "x"`) })
}

// Misprints have a slip of each kind, each once.
func TestMisprints(t *testing.T) {
	all := adjudicatortest.Misprints("ab 1\nc")
	for _, want := range []string{"b 1\nc", "aab 1\nc", "Ab 1\nc", "ab 2\nc", "ab 11\nc", "ab1\nc", "ab 1 c", "ab 1c", "ab 1\nc\n", " ab 1\nc", "c\nab 1", "ab 1\nab 1\nc", "ab 1\nc\nab 1\nc", "AB 1\nC", "ab 1\r\nc\r\n"} {
		if !slices.Contains(all, want) {
			t.Errorf("%q is no misprint", want)
		}
	}
	if slices.Contains(all, "ab 1\nc") || len(slices.Compact(slices.Clone(all))) != len(all) {
		t.Errorf("the misprints are %q", all)
	}
}

var errNo = errors.New("no")

// lax reads words in small letters, with one blank between them.
type lax struct{ ok func(string) bool }

func (v lax) Check(_, answer string) error {
	if v.ok(answer) {
		return nil
	}
	return errNo
}

func (lax) Read(_, _, text string) adjudicator.Reading {
	return adjudicator.Reading{Answer: strings.ToLower(strings.Join(strings.Fields(text), " "))}
}

// findings counts what a test finds.
type findings struct {
	testing.TB
	n int
}

func (f *findings) Errorf(string, ...any) { f.n++ }
