package doctor

import (
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"time"

	"deaddrop/mailer/identity"
)

// errPrivate is returned for domains that the public DNS can't know.
var errPrivate = errors.New("not an Internet domain")

// publicTXT returns the TXT records of a name in the public DNS.
func publicTXT(ctx context.Context, name string) ([]string, error) {
	if !identity.Public(name) {
		return nil, errPrivate
	}
	return identity.DNS(ctx, name)
}

// delegated reports whether the DNS has name servers for a domain, as it has for every registered domain.
func delegated(ctx context.Context, domain string) bool {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	r := net.Resolver{PreferGo: true} // the resolver of the C library ignores deadlines
	servers, err := r.LookupNS(ctx, domain+".")
	return err == nil && len(servers) > 0
}

// names examines the DNS records about our domain's mail, by which receivers judge our letters.
func (d *Doctor) names(ctx context.Context) {
	_, domain, _ := strings.Cut(strings.ToLower(d.c.Address), "@")
	if exemplary(d.c.Address) {
		d.skip("What the DNS says about %s was not looked up, as that domain is reserved for examples.", domain)
		return
	}
	spf, err := d.record(ctx, domain, "v=spf1")
	switch {
	case errors.Is(err, errPrivate):
		d.skip("SPF and DMARC were not checked, as %s is not an Internet domain.", domain)
		return
	case err != nil && d.c.Trust.DNS:
		d.fault("Check that this machine is connected to the Internet, and that it knows its name server "+
			"(/etc/resolv.conf). If it has none, write dns = false below [trust]; then a letter's author is proved "+
			"only by the letter that it answers, or by the mail server that authserv names.",
			"The DNS does not answer, so the signatures of letters can't be checked: %v.", plain(err))
		return
	case err != nil:
		d.skip("SPF and DMARC were not checked, as the DNS does not answer: %v.", plain(err))
		return
	}
	organisation := identity.Organisation(domain)
	dmarc, err := d.policy(ctx, domain, organisation)
	unknown := organisation != "" && spf+dmarc == ""
	if unknown && !d.delegated(ctx, organisation) {
		d.skip("SPF and DMARC were not checked: when this machine asks the DNS, there is no domain %s at all. If "+
			"it is spelled as it should be, no names can be looked up here, and then signatures of letters can't be "+
			"checked either.", organisation)
		return
	}
	const whose = "If the domain is your own, add it where its DNS is managed (your provider says what to " +
		"write); if it is your provider's, tell them. Letters arrive without it too, but more of them are taken " +
		"for spam."
	if spf == "" {
		d.advise(whose, "The domain %s does not say which servers send its mail: it has no SPF record.", domain)
	}
	switch {
	case err != nil:
		d.skip("DMARC was not checked, as the DNS does not answer: %v.", plain(err))
	case dmarc == "":
		d.advise(whose, "The domain %s does not say what to do with letters that forge it: it has no DMARC record.",
			domain)
	case spf != "":
		d.ok("The domain %s has SPF and DMARC records.", domain)
	}
}

// policy returns the DMARC record of a domain, or else that of the organisation that it belongs to; "" if there is
// none.
func (d *Doctor) policy(ctx context.Context, domain, organisation string) (string, error) {
	for _, name := range slices.Compact([]string{domain, organisation}) {
		if name == "" {
			continue
		}
		if record, err := d.record(ctx, "_dmarc."+name, "v=DMARC1"); err != nil || record != "" {
			return record, err
		}
	}
	return "", nil
}

// record returns the TXT record of a name that has the given beginning, or "" if there is none.
func (d *Doctor) record(ctx context.Context, name, begin string) (string, error) {
	records, err := d.txt(ctx, name)
	missing := (*net.DNSError)(nil)
	if err != nil && !(errors.As(err, &missing) && missing.IsNotFound) {
		return "", err
	}
	for _, r := range records {
		if len(r) >= len(begin) && strings.EqualFold(r[:len(begin)], begin) {
			return r, nil
		}
	}
	return "", nil
}
