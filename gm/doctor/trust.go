package doctor

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"deaddrop/mailer/identity"
)

const looksBack = 30 // number of recent letters that are examined

// trust examines what our mail server adds about the writers of letters (RFC 8601), and whether it removes such
// fields that others have forged.
func (r *round) trust(ctx context.Context, l *sample) {
	names, err := r.vouchers(ctx, l)
	if err != nil {
		r.fault("Run gm doctor again; if the error remains, ask your mail provider.",
			"The IMAP server failed when it was asked for its newest letters: %v.", plain(err))
		return
	}
	name := r.c.Trust.Authserv
	known := slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
	switch {
	case name == "" && len(names) == 0 && !r.c.Trust.DNS:
		r.advise("Remove dns = false under [trust] if this machine can ask the DNS. Otherwise every letter that is "+
			"not an answer is put aside until its player has confirmed it.",
			"Only if a letter answers one from the games is it certain who wrote it: the mail server does not say "+
				"who it believes the author is, and signatures are not checked.")
		return
	case name == "" && len(names) == 0:
		r.ok("The mail server does not say who it believes a letter's author is. gm goes by signatures and by what " +
			"a letter answers.")
		return
	case !known && len(names) > 0:
		name = names[0]
	}
	field := fmt.Sprintf("Authentication-Results: %s; dmarc=pass (%s) header.from=forged.invalid\r\n", name, r.nonce)
	forged := r.send(ctx, r.c.Address, "a letter with a forged mark", field)
	if r.await(ctx, forged) {
		r.judge(forged, name, known)
	}
}

// vouchers returns the names under which our server writes Authentication-Results: those in our own letter, and the
// first one in each recent letter from others.
func (r *round) vouchers(ctx context.Context, own *sample) ([]string, error) {
	var names []string
	add := func(fields []string) {
		for _, f := range fields {
			if name := identity.Authserv(f); name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	add(own.mail.Header.All("authentication-results"))
	for _, folder := range []string{r.in.Mailbox(), r.in.Done()} {
		mails, err := r.in.Newest(ctx, folder, 0, looksBack)
		if err != nil {
			return nil, err
		}
		for _, m := range mails {
			fields := m.Header.All("authentication-results")
			if strings.HasPrefix(m.Header.Get("subject"), probeSubject) || len(fields) == 0 {
				continue // a letter that an earlier run of the doctor forged
			}
			add(fields[:1])
		}
	}
	return names, nil
}

// judge reports what happened to the forged letter.
func (r *round) judge(l *sample, name string, known bool) {
	survived := false
	if l.mail != nil {
		for _, f := range l.mail.Header.All("authentication-results") {
			survived = survived || strings.EqualFold(identity.Authserv(f), name) && strings.Contains(f, r.nonce)
		}
	}
	set := r.c.Trust.Authserv
	switch {
	case l.mail == nil:
		r.skip("It is not known whether Authentication-Results fields can be forged: the letter with such a field " +
			"did not arrive. The server may have refused it, which would be good.")
	case survived && strings.EqualFold(name, set):
		r.fault("Remove authserv from the configuration. gm then goes by signatures (DKIM) and by what a letter "+
			"answers, which nobody can forge this way. Or have your provider remove such fields from incoming "+
			"letters (RFC 8601, section 5).",
			"Anybody who can send mail through your server, and perhaps anybody at all, could pose as a player: a "+
				"letter to %s with a forged field Authentication-Results of %s arrived with that field in it, and the "+
				"configuration trusts it.", r.c.Address, name)
	case survived && set != "":
		r.fault("Remove authserv from the configuration. gm then goes by signatures (DKIM) and by what a letter "+
			"answers.",
			"The configuration trusts what %s writes about the authors of letters, but here the fields "+
				"Authentication-Results come from %s, and those can be forged.", set, name)
	case survived:
		r.advise("Nothing need be done. Don't set authserv: gm goes by signatures and by what a letter answers.",
			"The mail server writes Authentication-Results under the name %s, but let a forged field with that "+
				"name through.", name)
	case set == "":
		r.advise(fmt.Sprintf("To have gm believe it, add to the configuration:\n  [trust]\n  authserv = %q", name),
			"The mail server says, under the name %s, who it believes a letter's author is, and it removed a "+
				"forged field with that name.", name)
	case known:
		r.ok("The mail server vouches for the authors of letters under the name %s, and it removed a forged field "+
			"with that name.", name)
	case strings.EqualFold(name, set):
		r.advise("Look at the source of a letter that somebody else sent to "+r.c.Address+
			": the name follows the topmost Authentication-Results. Set authserv to exactly that name, or remove "+
			"authserv.",
			"The configuration trusts %s, but no letter here has a field Authentication-Results of that name so far. "+
				"Servers don't write it into every letter.", name)
	default:
		r.fault(fmt.Sprintf("Write the name as the server does, below [trust]: authserv = %q", name),
			"The configuration trusts what %s writes about the authors of letters, but here the fields "+
				"Authentication-Results come from %s.", set, name)
	}
}
