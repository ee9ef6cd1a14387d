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
