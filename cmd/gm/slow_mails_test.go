//go:build unix

package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/intake"
	"deaddrop/gm/meter"
	"deaddrop/mailer"
)

// slowMails returns mails of up to 1 MB that take long to take apart, if any do, without From and To.
func slowMails() map[string]string {
	const kb = 1 << 10
	times := func(unit string, size int) string { return strings.Repeat(unit, size/len(unit)) }
	folded := func(unit string, size int) string { return times(unit+"\n ", size) }
	body := func(head, text string) string { return head + "\n\n" + text }
	parts := func(of, part string) string {
		return body("Content-Type: multipart/"+of+"; boundary=b", times("--b\n"+part+"\n\n", 1000*kb)+"--b--")
	}
	nested := ""
	for i := range 200 {
		nested += fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
	}
	return map[string]string{
		"comments in Date":          body("Date: "+times("(", 60*kb), "x"),
		"results of comments":       body("Authentication-Results: "+ourMX+"; "+folded("(((((((\\((((((", 60*kb), "x"),
		"results":                   body("Authentication-Results: "+ourMX+folded("; dkim=pass header.d=example.com", 60*kb), "x"),
		"many results":              body(times("Authentication-Results: "+ourMX+"; spf=pass smtp.mailfrom=example.com\n", 60*kb)+"X: y", "x"),
		"hops":                      body(times("Received: from a by "+ourMX+"\n", 60*kb)+"X: y", "x"),
		"hops of comments":          body("Received: from a by "+folded("(((((((((((((", 60*kb), "x"),
		"signatures":                body(times("DKIM-Signature: v=1; a=rsa-sha256; d=example.com; s=s; h=from:to; bh=; b=\n", 60*kb)+"X: y", "x"),
		"a signature of many names": body("DKIM-Signature: v=1; a=rsa-sha256; d=example.com; s=s; bh=; b=; h=from"+folded(":to", 60*kb), "x"),
		"tags of a signature":       body("DKIM-Signature: d=example.com"+folded("; a=b", 60*kb), "x"),
		"references":                body("References: "+folded("<a@b>", 60*kb), "x"),
		"open references":           body("References: "+times("<", 60*kb), "x"),
		"words in the subject":      body("Subject: "+folded("=?utf-8?q?a?=", 60*kb), "x"),
		"a charset in the subject":  body("Subject: "+folded("=?iso-2022-jp?b?GyRCGyRCGyRC?=", 60*kb), "x"),
		"receivers":                 body("Cc: "+folded("a@b.example,", 60*kb), "x"),
		"groups":                    body("Cc: "+folded("a:b@c.example;,", 60*kb), "x"),
		"open quotations":           body("Cc: "+folded("\"a\\", 60*kb), "x"),
		"fields":                    body(times("A: b\n", 60*kb)+"X: y", "x"),
		"folds":                     body("X: y\n"+times(" \n", 60*kb)+"Z: z", "x"),
		"parameters":                body("Content-Type: text/plain"+folded("; a*0*=utf-8''%41", 60*kb), "x"),
		"parameters that go on":     body("Content-Type: multipart/mixed; "+inOrder("boundary*%d=b; ", 60*kb), "--b"),
		"lines before the header":   times("x\n", 60*kb) + body("X: y", "x"),

		"parts":              parts("mixed", ""),
		"parts to choose":    parts("alternative", "Content-Type: text/html"),
		"mails":              parts("digest", "From: a@b.example"),
		"related parts":      parts("related", "Content-ID: <a>"),
		"nested parts":       nested,
		"boundaries":         body("Content-Type: multipart/mixed; boundary=b", times("--b", 1000*kb)),
		"near boundaries":    body("Content-Type: multipart/mixed; boundary="+times("-", 60), times("-", 1000*kb)),
		"quoted-printable":   body("Content-Transfer-Encoding: quoted-printable", times("=\n", 1000*kb)),
		"base64":             body("Content-Transfer-Encoding: base64", times("Q\n", 1000*kb)),
		"uuencoded":          body("Content-Transfer-Encoding: x-uuencode", "begin 644 a\n"+times("#86%A\n", 1000*kb)),
		"HTML":               body("Content-Type: text/html", times("<div>", 250*kb)),
		"quotations in HTML": body("Content-Type: text/html", times("<blockquote>a", 250*kb)),
		"tables":             body("Content-Type: text/html", times("<table><tr><td>", 250*kb)),
		"open tags":          body("Content-Type: text/html", times("<a ", 250*kb)),
		"comments":           body("Content-Type: text/html", times("<!--", 250*kb)),
		"attributes":         body("Content-Type: text/html", "<a "+times("b=c ", 250*kb)+">x"),
		"entities":           body("Content-Type: text/html", times("&amp", 250*kb)),
		"styles":             body("Content-Type: text/html", times("<p style='display:none'>x", 250*kb)),
		"enriched":           body("Content-Type: text/enriched", times("<bold>", 250*kb)),
		"flowed":             body("Content-Type: text/plain; format=flowed; delsp=yes", times("> a \n", 1000*kb)),
		"a large charset":    body("Content-Type: text/plain; charset=gb18030\nContent-Transfer-Encoding: 8bit", times("\x81\x30\x81\x30", 250*kb)),
		"shifts":             body("Content-Type: text/plain; charset=iso-2022-jp", times("\x1b$B\x1b(B", 250*kb)),
		"UTF-7":              body("Content-Type: text/plain; charset=utf-7", times("+AGE-", 250*kb)),
		"a report":           body("Content-Type: multipart/report; boundary=b", "--b\nContent-Type: message/delivery-status\n\n"+times("Status: 5.1.1\n\n", 900*kb)+"--b--"),
		"a report in words":  body("Return-Path: <>\nSubject: Undelivered Mail", times("550 5.1.1 <a@b>: user unknown\n", 900*kb)),
		"headers sent back":  body("Content-Type: multipart/report; boundary=b", "--b\nContent-Type: text/rfc822-headers\n\n"+times("Message-ID: <a@b>\n", 900*kb)+"--b--"),
		"a calendar":         body("Content-Type: text/calendar", times("BEGIN:VEVENT\n", 900*kb)),
	}
}

// inOrder repeats a unit with a running number in it.
func inOrder(unit string, size int) string {
	var out strings.Builder
	for i := 0; out.Len() < size; i++ {
		if fmt.Fprintf(&out, unit, i); i%3 == 0 {
			out.WriteString("\n ")
		}
	}
	return out.String()
}

// No mail takes half a second of processor time, whatever its From says: a player of a game that believes the
// address, one whose provider signs, the game master, or a stranger.
func TestSlowMails(t *testing.T) {
	sc := newScene(t, intake.TrustOpen)
	sc.master.Commands = newClerk(sc.master, nil, commandTree)
	mails := slowMails()
	for _, from := range []string{victim, "england@honest.example", boss, forger} {
		for _, what := range slices.Sorted(maps.Keys(mails)) {
			took := time.Duration(0)
			for range 3 { // others may have the processor meanwhile
				if took = sc.cost(from, mails[what]); took < 500*time.Millisecond {
					break
				}
			}
			if took >= 500*time.Millisecond {
				t.Errorf("from %s, %s: it takes %v", from, what, took)
			}
		}
	}
}

// cost returns the processor time that a mail takes until it is processed or put aside.
func (sc *scene) cost(from, mail string) time.Duration {
	sc.Helper()
	sc.ids++
	raw := []byte(strings.ReplaceAll(fmt.Sprintf("From: %s\nTo: %s\nMessage-ID: <%d@mail.example>\n", from, ourSelf, sc.ids)+mail, "\n", "\r\n"))
	if len(raw) > mailer.MaxMail*2 {
		sc.Fatalf("a mail has %d bytes", len(raw))
	}
	raw = raw[:min(len(raw), mailer.MaxMail)]
	began := cpu(sc)
	l, _ := mailer.Read(raw, sc.now())
	if err := sc.door.Take(sc.Context(), meter.IMAP, l); err != nil {
		sc.Fatal(err)
	}
	took := cpu(sc) - began
	sc.deliver()
	return took
}
