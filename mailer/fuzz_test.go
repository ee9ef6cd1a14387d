package mailer_test

import (
	"strings"
	"testing"
	"unicode"

	"deaddrop/mailer"
)

func FuzzReport(f *testing.F) {
	f.Add("Sorry: 550 5.1.1 no such user", "Final-Recipient: rfc822; bo@example.com\nAction: failed\nStatus: 5.1.1\n",
		"Message-ID: <a@b>\n\nx")
	f.Add("<bo@example.com>:\nGiving up.", "\r\n\r\n: \n", "")
	f.Add("4.4.1 will retry\n> Message-ID:\n> <a@b>", "x", "\xff")
	f.Fuzz(func(t *testing.T, words, status, returned string) {
		raw := "Return-Path: <>\nFrom: MAILER-DAEMON@b\nSubject: failure notice\nContent-Type: multipart/report; boundary=qqqq\n\n--qqqq\n\n" + words +
			"\n--qqqq\nContent-Type: message/delivery-status\n\n" + status +
			"\n--qqqq\nContent-Type: message/rfc822\n\n" + returned + "\n--qqqq--\n"
		l, err := mailer.Read([]byte(raw), taken)
		if l.Report == nil {
			if err == nil {
				t.Error("no report")
			}
			return
		}
		r := l.Report
		if strings.ContainsAny(r.Status+r.Recipient+r.OriginalID, " \r\n<>") || strings.Contains(r.Why, "\n") ||
			len(r.Status) > 11 {
			t.Errorf("%+v", r)
		}
		if l.Automatic == "" || l.Away {
			t.Errorf("automatic %q, away %v", l.Automatic, l.Away)
		}
	})
}

// Whatever stands before it, an order on a line of its own is one in the text; whatever is hidden is none.
func FuzzHTML(f *testing.F) {
	f.Add("<table><tr><td>x</td>", "<b>y")
	f.Add("<blockquote class=gmail_quote>", "</div></td><style>")
	f.Add("<p style='font-size:0'><div hidden><svg/>", "<br><textarea>")
	f.Fuzz(func(t *testing.T, before, after string) {
		raw := "Content-Type: text/html; charset=utf-8\n\n" + before + "<!-- -->" + after
		l, _ := mailer.Read([]byte(raw), taken)
		if l.Text != strings.ToValidUTF8(l.Text, "") || len(l.Text) > mailer.MaxText {
			t.Errorf("text %q", l.Text)
		}
		hidden, _ := mailer.Read([]byte("Content-Type: text/html\n\n<div style='display:none'>HIDDEN<b>HIDDEN</div><p>A PAR H</p>"+after), taken)
		if strings.Contains(hidden.Text, "HIDDEN") && !strings.Contains(after, "HIDDEN") ||
			hidden.Defect == "" && !strings.HasPrefix(hidden.Text, "A PAR H") {
			t.Errorf("hidden: %q", hidden.Text)
		}
	})
}

// Undoing format=flowed changes line ends, spaces and marks of quotation, and nothing else.
func FuzzFlowed(f *testing.F) {
	f.Add("a \nb\n> c \n>> d \n-- \ne", false)
	f.Add(" > a \n\n>  \n>b", true)
	f.Fuzz(func(t *testing.T, text string, delSp bool) {
		head := "Content-Type: text/plain; charset=utf-8"
		fixed, _ := mailer.Read([]byte(head+"\n\n"+text), taken)
		if delSp {
			head += "; delsp=yes"
		}
		flowed, _ := mailer.Read([]byte(head+"; format=flowed\n\n"+text), taken)
		letters := func(s string) string {
			return strings.Map(func(r rune) rune {
				if unicode.IsSpace(r) || r == '>' {
					return -1
				}
				return r
			}, s)
		}
		if strings.Contains(text, "-----BEGIN PGP ") || fixed.Defect != flowed.Defect {
			return // lines count there
		}
		if letters(fixed.Text) != letters(flowed.Text) {
			t.Errorf("%q became %q", fixed.Text, flowed.Text)
		}
	})
}
