package identity

import (
	"context"
	"strings"
)

// A policy is a domain's DMARC policy (RFC 7489 section 6.3).
type policy struct {
	wish   string // what the domain wants for mail that is not proved: "none", "quarantine" or "reject"
	strict strict
}

// strict says for which proofs a domain requires its exact name, not just one of its organisation (strict alignment).
type strict struct{ dkim, spf bool }

// policy returns the policy of a domain: its own, or else that of the registered domain (RFC 7489 section 6.6.3). An
// error means that the DNS did not answer.
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

// A record is a parsed DMARC record: the tags p= for the domain itself and sp= for its subdomains, "" if missing, and
// adkim= and aspf=.
type record struct {
	own, below string
	strict     strict
}

// parseRecord parses a DMARC record (RFC 7489 section 6.3). ok is false if text is not one.
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

// set sets one tag of a record. It ignores unknown tags.
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
