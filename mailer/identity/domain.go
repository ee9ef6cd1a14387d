package identity

import (
	"net/netip"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// domainOf gives the domain of an address, folded; what has no "@" is a domain already.
func domainOf(address string) string {
	address = strings.TrimSuffix(strings.TrimPrefix(address, "<"), ">")
	return fold(address[strings.LastIndexByte(address, '@')+1:])
}

// fold gives a domain in the one form in which domains are compared: lower case, with A-labels (RFC 5890).
// It gives "" for what is no domain.
func fold(domain string) string {
	if len(domain) > 253 {
		return ""
	}
	ascii := true
	for i := range len(domain) {
		ascii = ascii && domain[i] < 0x80
	}
	if !ascii {
		var err error
		if domain, err = idna.Lookup.ToASCII(domain); err != nil {
			return ""
		}
	}
	if !sound(domain) {
		return ""
	}
	return lower(domain)
}

// sound says whether a name is made of labels as DNS has them.
func sound(name string) bool {
	if name == "" || len(name) > 253 {
		return false
	}
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > 63 {
			return false
		}
		for i := range len(label) {
			if !keyword(label[i]) {
				return false
			}
		}
	}
	return true
}

// organisation gives the domain that somebody registered, by the public suffix list, or "" if there is none.
func organisation(domain string) string {
	org, err := publicsuffix.EffectiveTLDPlusOne(domain)
	if err != nil {
		return ""
	}
	return org
}

// Organisation gives the domain that somebody registered and a domain belongs to, by the public suffix list
// (RFC 7489 section 3.2), or "" if there is none.
func Organisation(domain string) string { return organisation(fold(domain)) }

// Aligned says whether two domains belong to one organisation, so that a signature of the one speaks for the other
// (RFC 7489 section 3.1, relaxed).
func Aligned(a, b string) bool { return aligned(fold(a), fold(b)) }

// Public says whether the public DNS can know anything about a domain: it is no address of a machine, and no name of a
// house or an example (RFC 6761).
func Public(domain string) bool { return !special(fold(domain)) }

// aligned says whether two folded domains belong to one organisation (RFC 7489 section 3.1, relaxed).
func aligned(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	if a == b {
		return true
	}
	org := organisation(a)
	return org != "" && org == organisation(b)
}

// special says whether a name means nothing in the public DNS (RFC 6761, RFC 6762, RFC 8375, RFC 9476), so that
// asking for it would only tell a stranger about it.
func special(domain string) bool {
	switch domain[strings.LastIndexByte(domain, '.')+1:] {
	case "invalid", "test", "example", "onion", "alt":
		return true
	}
	return private(domain) || numeric(domain)
}

// private says whether a name is one that each house gives its own machines.
func private(domain string) bool {
	dot := strings.LastIndexByte(domain, '.')
	switch domain[dot+1:] {
	case "localhost", "local", "localdomain", "internal", "lan":
		return true
	}
	return dot < 0 || domain == "home.arpa" || strings.HasSuffix(domain, ".home.arpa")
}

// numeric says whether a domain is an IP address, or would be taken for one.
func numeric(domain string) bool {
	for _, c := range []byte(domain[strings.LastIndexByte(domain, '.')+1:]) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// inside says whether the host in a Received field can only be one within the house: it has a loopback or
// private address, or a name that the public DNS does not know.
func inside(host string) bool {
	host = lower(strings.TrimSuffix(strings.TrimPrefix(host, "["), "]"))
	addr, err := netip.ParseAddr(strings.TrimPrefix(host, "ipv6:"))
	if err != nil {
		return sound(host) && private(host) && !numeric(host)
	}
	if addr = addr.Unmap(); addr.Is6() {
		if b := addr.As16(); b[0] == 0x20 && b[1] == 0x02 { // 6to4; Gmail writes 2002:a05:... for 10.5...
			addr = netip.AddrFrom4([4]byte(b[2:6]))
		}
	}
	return addr.IsLoopback() || addr.IsPrivate() || addr.IsLinkLocalUnicast()
}
