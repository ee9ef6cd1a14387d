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

// exemplary reports whether an address is one of those that are nobody's, for examples (RFC 2606, section 3).
func exemplary(address string) bool {
	_, domain, _ := strings.Cut(strings.ToLower(address), "@")
	return slices.Contains([]string{"example.org", "example.com", "example.net"}, domain)
}

// isOwn reports whether an address is the games' own, with or without something behind a plus.
func isOwn(own, address string) bool {
	name, domain, _ := strings.Cut(strings.ToLower(own), "@")
	local, at, _ := strings.Cut(strings.ToLower(address), "@")
	return at == domain && (local == name || strings.HasPrefix(local, name+"+"))
}

// said is what a server has said, to be put behind a sentence's last word.
func said(answer string) string {
	if answer == "" {
		return "."
	}
	return fmt.Sprintf("; it says: %q.", strings.TrimSpace(answer))
}

// saidNo is what an SMTP server has answered, to be put behind a sentence's last word.
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

// plain is an error without what Go puts in front of it.
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

// plussed is an address with something behind its name.
func plussed(address, detail string) string {
	name, domain, _ := strings.Cut(address, "@")
	return name + "+" + detail + "@" + domain
}

// secured says how a connection is protected.
func secured(s mailer.Server) string {
	if s.TLS == "none" {
		return "unencrypted on this machine"
	}
	return "encrypted"
}
