package doctor

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"

	"deaddrop/mailer"
)

// exemplary reports whether an address is in a domain that is reserved for examples (RFC 2606, section 3).
func exemplary(address string) bool {
	_, domain, _ := strings.Cut(strings.ToLower(address), "@")
	return slices.Contains([]string{"example.org", "example.com", "example.net"}, domain)
}

// isOwn reports whether an address is the games' own, with or without a part after a plus.
func isOwn(own, address string) bool {
	name, domain, _ := strings.Cut(strings.ToLower(own), "@")
	local, at, _ := strings.Cut(strings.ToLower(address), "@")
	return at == domain && (local == name || strings.HasPrefix(local, name+"+"))
}

// said returns a server's answer in a form to be appended to a sentence.
func said(answer string) string {
	if answer == "" {
		return "."
	}
	return fmt.Sprintf("; it says: %q.", strings.TrimSpace(answer))
}

// saidNo returns the answer of an SMTP server, from an error, in a form to be appended to a sentence.
func saidNo(err error) string {
	if text := mailer.Refusal(err); text != "" {
		return said(text)
	}
	failed := (*mailer.SendError)(nil)
	if errors.As(err, &failed) {
		err = failed.Err
	}
	return ": " + plain(err).Error() + "."
}

// plain returns an error without the prefixes that Go's libraries add.
func plain(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.New("it took too long")
	}
	timeout := net.Error(nil)
	if errors.As(err, &timeout) && timeout.Timeout() {
		return errors.New("it took too long")
	}
	return err
}

// plussed returns an address with a plus and a detail before the @.
func plussed(address, detail string) string {
	name, domain, _ := strings.Cut(address, "@")
	return name + "+" + detail + "@" + domain
}

// secured returns how a connection is protected, in words.
func secured(s mailer.Server) string {
	if s.TLS == "none" {
		return "unencrypted on this machine"
	}
	return "encrypted"
}

// A cure is the remedy for an answer of a mail server.
type cure struct {
	codes []string // enhanced status codes (RFC 3463) without their first digit
	words []string // words in the text, in lower case
	do    string
}

const makeRoom = "Make room in the mailbox, or ask your provider for more: delete old letters in the folder for " +
	"handled letters (Processed), which gm no longer needs."

// cures returns the remedies for answers that do not depend on the recipient.
func cures() []cure {
	return []cure{
		{[]string{"2.2"}, []string{"quota", "mailbox full", "mailbox is full"}, makeRoom},
		{[]string{"4.6"}, []string{"too many hops", "loops back", "mail loop"}, "A forwarding or an alias of the " +
			"server leads back to where it began: remove it, so that mail to this address goes into its mailbox " +
			"and nowhere else."},
		{nil, []string{"helo", "ehlo"}, "Write below [smtp] the name that this machine has in the DNS, as in hello = " +
			"\"games.example.org\"."},
	}
}

// laterCure is the remedy for a temporary refusal.
const laterCure = "Wait some minutes and run gm doctor again: the server says that the problem is temporary, such " +
	"as a greylist or a limit. If it lasts, the server's answer says why; ask your provider about it."

// cureOf returns the remedy for an SMTP server's refusal that does not depend on the recipient; "" if none is known.
func cureOf(err error) string {
	failed := (*mailer.SendError)(nil)
	if !errors.As(err, &failed) || failed.Code == 0 {
		return ""
	}
	_, code, _ := strings.Cut(failed.Enhanced, ".")
	text := strings.ToLower(failed.Text)
	for _, c := range cures() {
		said := func(word string) bool { return strings.Contains(text, word) }
		if slices.Contains(c.codes, code) || slices.ContainsFunc(c.words, said) {
			return c.do
		}
	}
	if failed.Temporary {
		return laterCure
	}
	return ""
}
