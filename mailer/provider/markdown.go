package provider

import (
	"fmt"
	"strings"
)

// logins are the ways to log in, in words.
var logins = map[Login]string{
	App: "a password made for a program (an app password)", Own: "the password of the mailbox",
	Token: "an access token (OAuth 2.0), by gm login", Bridge: "what the Bridge on this machine shows",
}

// briefly are the ways to log in, in a word or two.
var briefly = map[Login]string{App: "app password", Own: "password", Token: "access token", Bridge: "Bridge"}

const head = `# Mail providers

Deaddrop plays with any mailbox that has IMAP and SMTP. The commands ` + "`gm init ADDRESS`" + ` and ` + "`gm doctor`" + ` know the providers below.
This page is made from the same table; ` + "`go test ./mailer/provider -update`" + ` writes it anew.

Give the games a mailbox of their own, which nobody else reads or sorts. Then:

    gm init games@example.org --gm you@example.org

` + "`gm init`" + ` writes a configuration for that address, and makes an empty file ` + "`password`" + ` beside it, which only you can read. Put the password into
that file, on one line. It never goes on the command line. ` + "`gm doctor`" + ` then says whether everything works.

For an address at a domain of your own, ` + "`gm init`" + ` looks in this order at what the domain says in the DNS (SRV records, RFC 6186
and RFC 8314), at the file for mail programs on its web server (autoconfig), and at which provider takes its mail (MX). Check that the servers which it
names are your provider's before you write down the password. If nothing is found, it writes a configuration in which you
fill in the servers.

Limits for outgoing mail are kept by themselves for the providers below. Answers go out before reports, and reports before
reminders; what must wait is listed by ` + "`gm outbox`" + `. To change a limit, write ` + "`rate`" + ` (a minute) or ` + "`per_day`" + ` under ` + "`[smtp]`" + `.

What is said here comes from public documentation. Nobody has tried it with Deaddrop unless it says so. If something is
different, please tell us.

`

// Markdown returns the page about all providers.
func Markdown() string {
	var b strings.Builder
	b.WriteString(head)
	b.WriteString("| provider | login | plus-addresses | mails a day |\n|---|---|---|---|\n")
	for _, p := range All() {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s | %s |\n", p.Name, anchor(p.Name), briefly[p.Login], yes(p.Plus), number(p.PerDay))
	}
	for _, p := range All() {
		p.section(&b)
	}
	return b.String()
}

// section writes what is known of a provider.
func (p Provider) section(b *strings.Builder) {
	fmt.Fprintf(b, "\n## %s\n\n", p.Name)
	row := func(name, format string, args ...any) {
		fmt.Fprintf(b, "- %s: %s\n", name, fmt.Sprintf(format, args...))
	}
	if len(p.Domains) > 0 {
		row("addresses", "%s", strings.Join(p.Domains, ", "))
	}
	row("IMAP", "`%s`, `tls = %q`", p.IMAP.Addr, p.IMAP.TLS)
	row("SMTP", "`%s`, `tls = %q`", p.SMTP.Addr, p.SMTP.TLS)
	row("login", "%s", logins[p.Login])
	row("plus-addresses", "%s", yes(p.Plus))
	if p.Processed != "" {
		row("folders", "`%s` and `%s`", p.Processed, p.Failed)
	}
	row("spam folder", "`%s`", p.Spam)
	row("mails a day", "%s", number(p.PerDay))
	if p.PerMinute > 0 {
		row("mails a minute", "%d", p.PerMinute)
	}
	if p.Connections > 0 {
		row("connections to the SMTP server at once", "%d", p.Connections)
	}
	tried := "no; all this is from public documentation"
	if p.Tried {
		tried = "yes"
	}
	row("tried with Deaddrop", "%s", tried)
	fmt.Fprintf(b, "\n%s\n\n%s See <%s>.\n", p.Password, p.Note, p.Page)
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

func number(n int) string {
	if n == 0 {
		return "not published"
	}
	return fmt.Sprint(n)
}

// anchor returns the name of a heading in links to it.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789-_", r):
			return r
		}
		return -1
	}, strings.ToLower(heading))
}
