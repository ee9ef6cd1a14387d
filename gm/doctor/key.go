package doctor

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"strings"

	"deaddrop/mailer"
	"deaddrop/mailer/identity"
)

// key examines the key for signing letters (DKIM), if there is one, and whether receivers can find the public key.
func (d *Doctor) key(ctx context.Context) {
	c := d.c.DKIM
	if c.KeyFile == "" {
		return
	}
	const remedy = "Make one (openssl genrsa -out dkim.pem 2048) and name its file with key_file under [dkim]; or " +
		"remove the section [dkim] if your SMTP server signs what you send, as nearly all do."
	text, err := os.ReadFile(c.KeyFile)
	if err != nil {
		d.fault(remedy, "The key to sign letters with can't be read: %v.", err)
		return
	}
	key, err := mailer.ReadKey(text)
	if err != nil {
		d.fault(remedy, "%s does not hold a key to sign letters with: %v.", c.KeyFile, err)
		return
	}
	s := &mailer.Signer{Domain: c.Domain, Selector: c.Selector, Key: key}
	if err := s.Check(); err != nil {
		d.fault("Set domain to what follows the @ in the games' address, and selector to any word that names the "+
			"key, such as gm.", "Letters can't be signed with the settings in [dkim]: %v.", err)
		return
	}
	if _, domain, _ := strings.Cut(d.c.Address, "@"); !identity.Aligned(c.Domain, domain) {
		d.fault("Write domain = "+`"`+strings.ToLower(domain)+`"`+" under [dkim], and publish the key there.",
			"Letters from %s are signed for %s, another domain, which proves nothing.", d.c.Address, c.Domain)
		return
	}
	d.published(ctx, s)
}

// published checks whether the DNS has the public key of a signer.
func (d *Doctor) published(ctx context.Context, s *mailer.Signer) {
	const rsa = "rsa" // the type of key that is assumed if the record names none
	record, err := d.record(ctx, s.Name(), "")
	there, _ := identity.Tags(record)
	ours, _ := identity.Tags(s.Value())
	const where = "Add this line where the DNS of the domain is managed, then wait up to an hour until it is " +
		"known. Until then receivers consider the signatures forged:\n  "
	switch {
	case errors.Is(err, errPrivate):
		d.skip("The key to sign letters with was not looked up, as %s is not an Internet domain.", s.Domain)
	case err != nil:
		d.skip("The key to sign letters with was not looked up, as the DNS does not answer: %v.", plain(err))
	case record == "":
		d.fault(where+s.Record(), "Letters are signed, but the key to check that is not published: there is no TXT "+
			"record %s.", s.Name())
	case there["p"] != ours["p"] || cmp.Or(there["k"], rsa) != cmp.Or(ours["k"], rsa):
		d.fault("If key_file is the right one, put this line in place of the other:\n  "+s.Record(),
			"Letters are not signed with the key that is published in the TXT record %s.", s.Name())
	case slices.Contains(strings.Split(there["t"], ":"), "y"):
		d.advise("Remove t=y from the TXT record "+s.Name()+" when you have finished testing.",
			"The published key says that it is only a test, so receivers ignore the signatures.")
	default:
		d.ok("Letters are signed for %s, and the key to check that is published.", s.Domain)
	}
}
