package identity

import (
	"net/netip"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// domainOf returns the folded domain of an address. An argument without "@" is taken to be a domain.
func domainOf(address string) string {
	address = strings.TrimSuffix(strings.TrimPrefix(address, "<"), ">")
	return fold(address[strings.LastIndexByte(address, '@')+1:])
}

// fold returns a domain in canonical form, for comparison: lower case, with A-labels (RFC 5890). It returns "" for an
// invalid domain.
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

// sound reports whether a name consists of valid DNS labels.
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

// organisation returns the registered domain that a folded domain belongs to, by the public suffix list, or "" if
// there is none.
func organisation(domain string) string {
	org, err := publicsuffix.EffectiveTLDPlusOne(domain)
	if err != nil {
		return ""
	}
	return org
}

// Organisation returns the registered domain that a domain belongs to, by the public suffix list (RFC 7489 section
// 3.2), or "" if there is none.
func Organisation(domain string) string { return organisation(fold(domain)) }

// Aligned reports whether two domains belong to one organisation, so that a signature by one counts for the other
// (RFC 7489 section 3.1, relaxed).
func Aligned(a, b string) bool { return aligned(fold(a), fold(b)) }

// Public reports whether a domain can exist in the public DNS. That excludes IP addresses, private names, and names
// for examples (RFC 6761).
func Public(domain string) bool { return !special(fold(domain)) }

// aligned is like Aligned, for folded domains.
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

// special reports whether a name is reserved and means nothing in the public DNS (RFC 6761, RFC 6762, RFC 8375, RFC
// 9476), so that a query would only leak it.
func special(domain string) bool {
	switch domain[strings.LastIndexByte(domain, '.')+1:] {
	case "invalid", "test", "example", "onion", "alt":
		return true
	}
	return private(domain) || numeric(domain)
}

// private reports whether a name is one of those for machines in a private network.
func private(domain string) bool {
	dot := strings.LastIndexByte(domain, '.')
	switch domain[dot+1:] {
	case "localhost", "local", "localdomain", "internal", "lan":
		return true
	}
	return dot < 0 || domain == "home.arpa" || strings.HasSuffix(domain, ".home.arpa")
}

// numeric reports whether a domain is an IP address or could be mistaken for one.
func numeric(domain string) bool {
	for _, c := range []byte(domain[strings.LastIndexByte(domain, '.')+1:]) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// inside reports whether the host in a Received field is certainly on our private network: it has a loopback or
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
