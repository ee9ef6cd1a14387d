package identity

import (
	"context"
	"strings"
)

// policy gives what a domain wants to be done with mail that is not proved to be its own: "none", "quarantine"
// or "reject" (RFC 7489 section 6.6.3). The error says that the DNS did not answer.
func (c *Checker) policy(ctx context.Context, domain string) (string, error) {
	org := organisation(domain)
	for _, name := range []string{domain, org} {
		if name == "" {
			continue
		}
		records, err := c.txt(ctx, "_dmarc."+name)
		if err != nil {
			return "", err
		}
		var wishes []wish
		for _, r := range records {
			if w, ok := parseWish(r); ok {
				wishes = append(wishes, w)
			}
		}
		switch {
		case len(wishes) > 1:
			return "none", nil
		case len(wishes) == 1 && name != domain && wishes[0].below != "":
			return wishes[0].below, nil
		case len(wishes) == 1:
			return wishes[0].own, nil
		case name == org:
			return "none", nil
		}
	}
	return "none", nil
}

// A wish is what a DMARC record asks for: p= for the domain itself, sp= for those below it, "" if not said.
type wish struct{ own, below string }

// parseWish reads a DMARC record (RFC 7489 section 6.3); ok is false for another record.
func parseWish(record string) (w wish, ok bool) {
	version, rest, _ := strings.Cut(record, ";")
	name, value, _ := strings.Cut(version, "=")
	if strings.TrimSpace(name) != "v" || strings.TrimSpace(value) != "DMARC1" {
		return w, false
	}
	w.own = "none"
	for tag := range strings.SplitSeq(rest, ";") {
		name, value, _ := strings.Cut(tag, "=")
		value = lower(strings.TrimSpace(value))
		if value != "none" && value != "quarantine" && value != "reject" {
			continue
		}
		switch lower(strings.TrimSpace(name)) {
		case "p":
			w.own = value
		case "sp":
			w.below = value
		}
	}
	return w, true
}
