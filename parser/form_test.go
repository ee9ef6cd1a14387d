package parser_test

import (
	"strings"
	"testing"

	"deaddrop/parser"
)

func TestForm(t *testing.T) {
	check := func(name, text, form, lines string) {
		t.Helper()
		l := parser.Read("", text)
		got := "none"
		if l.Form != nil {
			got = l.Form.Head() + ": " + strings.Join(l.Form.Lines, "|")
		}
		if got != form || strings.Join(l.Lines, "|") != lines {
			t.Errorf("%s: form %q, lines %q;\nwant %q, %q", name, got, l.Lines, form, lines)
		}
	}
	const head = "ORDER FORM [dm1.3] France, revision 2"
	want := head + ": F Bre - Eng|A Par -"
	check("quoted", "A Mar H\n> "+head+"\n>   F Bre - Eng\n>   A Par - \n> END OF FORM\n> bye", want, "A Mar H")
	check("not quoted", head+"\n  F Bre - Eng\n  A Par -\nEND OF FORM\nA Mar H", want, "A Mar H")
	check("below a letter that is not quoted", "A Mar H\n-----Original Message-----\nF Lon "+
		"H\n"+head+"\nF Bre - Eng\nA Par -\nEND OF FORM\nx", want, "A Mar H")
	check("its end is lost", "> "+head+"\n> F Bre - Eng\n> A Par -\n>\n> F Lon H\n\nA Mar H", want, "A Mar H")
	check("an answer within it", "> "+head+"\n> F Bre - Eng\nA Par -\n> END OF FORM", want, "")
	check("deep in quotes", "> > "+head+"\n> > F Bre - Eng\n> > A Par -\n> > END OF FORM", want, "")
	check("the first counts", "> "+head+"\n> F Bre - Eng\n> A Par -\n> END OF FORM\n>> ORDER FORM [dm1.2] "+
		"France, revision 1\n>> A Par H\n>> END OF FORM", want, "")
	check("in press", "PRESS TO ALL\n"+head+"\nA Par H\nEND OF FORM\nENDPRESS", "none", "")
	check("no form", "ORDER FORM\nA Par H", "none", "ORDER FORM|A Par H")
	check("below the signature", "A Mar H\n-- \nFelix\n> "+head+"\n> F Bre - Eng\n> A Par -\n> END OF FORM", want,
		"A Mar H")
}

// A line of a form is no longer than others may be, or it would take very long to read.
func TestLongLineOfAForm(t *testing.T) {
	l := parser.Read("", "ORDER FORM [dm1.3] France, revision 2\nA Par H\nA Mar"+strings.Repeat(" Spa(S)",
		30_000)+"\nEND OF FORM")
	if len(l.Form.Lines) != 1 || len(l.Faults) != 1 || l.Faults[0].Text != "This line is too long to be read." {
		t.Errorf("the form has %d lines, and the faults are %v", len(l.Form.Lines), l.Faults)
	}
}

// A quoted form that lacks its head is known by its end, and its lines are given for a question.
func TestHeadless(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"labels", "Thanks!\n> Your orders, please.\n> BUY 1: 2 inf\n> MOVE 1:\n> END OF FORM", "BUY 1: 2 inf|MOVE 1:"},
		{"below the line above it", "> Fill in this form in your answer:\n> F Bre - Eng\n> END OF FORM", "F Bre - Eng"},
		{"with its head", "> ORDER FORM [dm1.3] France, revision 2\n> F Bre - Eng\n> END OF FORM", ""},
		{"not quoted", "F Bre - Eng\nEND OF FORM", ""},
		{"too long a line", "> BUY 1: " + strings.Repeat("2 inf ", 30_000) + "\n> MOVE 1: x\n> END OF FORM", "MOVE 1: x"},
	} {
		l := parser.Read("", c.text)
		if got := strings.Join(l.Headless, "|"); got != c.want || l.Form != nil && c.want != "" {
			t.Errorf("%s: %.100q, and not %q", c.name, got, c.want)
		}
	}
}

// Text with a form taken out has no form in it, however a mail program breaks its lines.
func TestUnformed(t *testing.T) {
	text := parser.Unformed("See my ORDER FORM [dm1.3] France, revision 2\nA Par H ORDER\n FORM  [dm1.3] France, " +
		"revision 2\nOUR ORDER FORM is fine")
	if want := "See my Order form [dm1.3] France, revision 2\nA Par H Order\n form  [dm1.3] France, revision " +
		"2\nOUR ORDER FORM is fine"; text != want {
		t.Errorf("%q, want %q", text, want)
	}
	for i := range text {
		if l := parser.Read("", text[:i]+"\n"+strings.Join(strings.Fields(text[i:]), " ")); l.Form != nil {
			t.Errorf("broken at %d there is a form", i)
		}
	}
}

func TestEdited(t *testing.T) {
	printed := []string{"F Bre - Eng R Mao, Gas, Pic", "A Par - ", "PAS-", "Build ", "Build "}
	check := func(want string, lines ...string) {
		t.Helper()
		if got := strings.Join(parser.Form{Lines: lines}.Edited(printed), "|"); got != want {
			t.Errorf("%q: edited %q, want %q", lines, got, want)
		}
	}
	check("", "F Bre - Eng R Mao, Gas, Pic", "A Par -", "PAS-", "Build", "Build")
	check("", "F Bre - Eng R", "Mao, Gas,", "Pic", "A Par -")
	check("A Par - Bur", "F Bre - Eng R Mao, Gas, Pic", "A Par - Bur")
	check("Build A Par", "Build A Par", "Build")
	check("Build", "Build", "Build", "Build")
	check("A Par -|Bur", "A Par -", "Bur")
	check("A Par -|Bur|Mar", "F Bre - Eng R Mao, Gas, Pic", "A Par -", "Bur", "Mar")
	check("F Bre - Mao", "F Bre - Mao", "PAS-")
}
