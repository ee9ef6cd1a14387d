package main

import (
	"strings"
	"testing"
	"time"

	"deaddrop/mailer"
	"deaddrop/parser"
)

// An order form that a player has filled in where their mail program quotes it is found, however that quotes: as
// plain text or as HTML, with marks or without.
func TestFormComesBack(t *testing.T) {
	for name, mail := range map[string]string{
		"Gmail": `text/html

<div dir="ltr">Thanks</div><br><div class="gmail_quote"><div class="gmail_attr">On Tue, Jan 1, 2030 at 12:00 PM GM &lt;gm@x&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0"><pre style="white-space:pre-wrap">d1, Deadman Diplomacy: you are France.
Wanted: x

ORDER FORM [d1.4] France, revision 0
  F Eng - Nth
  A Bel - 
END OF FORM

Answer this.
</pre></blockquote></div>`,
		"Outlook": `text/html

<p class=MsoNormal>Thanks<o:p></o:p></p><div style='border:none;border-top:solid #E1E1E1 1.0pt'><p class=MsoNormal><b>From:</b> GM &lt;gm@x&gt; <br><b>Sent:</b> Tuesday<br><b>To:</b> me<br><b>Subject:</b> x</p></div><pre>d1, Deadman Diplomacy: you are France.<o:p></o:p></pre><pre>ORDER FORM [d1.4] France, revision 0<o:p></o:p></pre><pre>&nbsp; F Eng - Nth<o:p></o:p></pre><pre>&nbsp; A Bel -<o:p></o:p></pre><pre>END OF FORM<o:p></o:p></pre>`,
		"Apple Mail": `text/html

Thanks<br><blockquote type="cite"><div>d1, Deadman Diplomacy: you are France.</div><div>ORDER FORM [d1.4] France, revision 0<br>&nbsp; F Eng - Nth<br>&nbsp; A Bel -<br>END OF FORM</div></blockquote>`,
		"Thunderbird": `text/plain; format=flowed

Thanks

Am 01.01.30 um 12:00 schrieb GM:
> d1, Deadman Diplomacy: you are France.
>
> ORDER FORM [d1.4] France, revision 0
>    F Eng - Nth
>    A Bel -
> END OF FORM
`,
		"mutt, without marks": `text/plain

Thanks

-----Original Message-----
d1, Deadman Diplomacy: you are France.

ORDER FORM [d1.4] France, revision 0
  F Eng - Nth
  A Bel -
END OF FORM
`,
	} {
		kind, body, _ := strings.Cut(mail, "\n\n")
		raw := "From: fay@example.org\r\nSubject: Re: [d1.4] France\r\nContent-Type: " + kind + "\r\n\r\n" + strings.ReplaceAll(body, "\n", "\r\n")
		l, err := mailer.Read([]byte(raw), time.Time{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		words := parser.Read(l.Subject, l.Text)
		if words.Form == nil || strings.Join(words.Form.Lines, "|") != "F Eng - Nth|A Bel -" || strings.Join(words.Lines, "|") != "Thanks" {
			t.Errorf("%s: lines %q, form %+v of:\n%s", name, words.Lines, words.Form, l.Text)
		}
	}
}
