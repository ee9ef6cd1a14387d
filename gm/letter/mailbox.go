package letter

import (
	"slices"
	"strings"
)

// canonical returns the main domain of a provider that has several.
func canonical(domain string) string {
	switch domain {
	case "googlemail.com":
		return "gmail.com"
	case "protonmail.com", "protonmail.ch", "pm.me":
		return "proton.me"
	case "me.com", "mac.com":
		return "icloud.com"
	}
	return domain
}

// dotless lists the domains that ignore dots in an address.
var dotless = []string{"gmail.com", "proton.me"}

// Mailbox returns the address of the mailbox to which an address leads by its provider's rules, as far as they are
// known: the part after a plus is ignored everywhere, dots are ignored by some providers, and some have several
// domains. Two addresses of one mailbox almost surely belong to one person; different mailboxes may, too.
func Mailbox(addr string) string {
	local, domain, _ := strings.Cut(Address(addr), "@")
	if base, _, plus := strings.Cut(local, "+"); plus && base != "" {
		local = base
	}
	if domain = canonical(domain); slices.Contains(dotless, domain) {
		local = strings.ReplaceAll(local, ".", "")
	}
	return local + "@" + domain
}
