package identity

import (
	"context"
	"strings"
)

// A policy is what a domain wants to be done with mail in its name (RFC 7489 section 6.3).
type policy struct {
	wish   string // with mail that is not proved to be its own: "none", "quarantine" or "reject"
	strict strict
}

// strict says for which proofs a domain wants its own name, and not another one of its organisation.
type strict struct{ dkim, spf bool }

// policy gives the policy that holds for a domain: its own, else that of the domain that somebody registered
// (RFC 7489 section 6.6.3). The error says that the DNS did not answer.
func (c *Checker) policy(ctx context.Context, domain string) (policy, error) {
	p := policy{wish: "none"}
	if special(domain) {
		return p, nil
	}
	org := organisation(domain)
	for _, name := range []string{domain, org} {
		if name == "" {
			continue
		}
		records, err := c.txt(ctx, "_dmarc."+name)
		if err != nil {
			return p, err
		}
		var found []record
		for _, text := range records {
			if r, ok := parseRecord(text); ok {
				found = append(found, r)
			}
		}
		switch {
		case len(found) > 1:
			return p, nil
		case len(found) == 1 && name != domain && found[0].below != "":
			return policy{found[0].below, found[0].strict}, nil
		case len(found) == 1:
			return policy{found[0].own, found[0].strict}, nil
		case name == org:
			return p, nil
		}
	}
	return p, nil
}

// A record is a DMARC record: p= for the domain itself, sp= for those below it, "" if not said, and adkim= and aspf=.
type record struct {
	own, below string
	strict     strict
}

// parseRecord reads a DMARC record (RFC 7489 section 6.3); ok is false for another one.
func parseRecord(text string) (r record, ok bool) {
	version, rest, _ := strings.Cut(text, ";")
	name, value, _ := strings.Cut(version, "=")
	if strings.TrimSpace(name) != "v" || strings.TrimSpace(value) != "DMARC1" {
		return r, false
	}
	r.own = "none"
	for tag := range strings.SplitSeq(rest, ";") {
		name, value, _ := strings.Cut(tag, "=")
		r.set(lower(strings.TrimSpace(name)), lower(strings.TrimSpace(value)))
	}
	return r, true
}

// set takes one tag of a record. What it does not know means nothing.
func (r *record) set(name, value string) {
	wish := value == "none" || value == "quarantine" || value == "reject"
	switch {
	case name == "p" && wish:
		r.own = value
	case name == "sp" && wish:
		r.below = value
	case name == "adkim":
		r.strict.dkim = value == "s"
	case name == "aspf":
		r.strict.spf = value == "s"
	}
}
