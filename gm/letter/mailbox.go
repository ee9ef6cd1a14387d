package letter

import (
	"slices"
	"strings"
)

// canonical is a provider's main domain, for one that is a second name of it.
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

// dotless are domains that read dots in an address as nothing.
var dotless = []string{"gmail.com", "proton.me"}

// Mailbox is the address of the mailbox to which letters to an address go by the rules of its provider, as far as these
// are known: what stands after a plus counts nowhere, dots do not count at some, and some have several names. Two
// addresses of one mailbox are almost surely one person's; two mailboxes may be one person's, too.
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
