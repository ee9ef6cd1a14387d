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
		r.fault("Run gm doctor again; if it stays so, ask your mail provider.",
			"The IMAP server failed when it was asked for its newest letters: %v.", plain(err))
		return
	}
	name := r.c.Trust.Authserv
	known := slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
	switch {
	case name == "" && len(names) == 0 && !r.c.Trust.DNS:
		r.advise("Take dns = false out below [trust], if this machine can ask the DNS. Else every letter that is not "+
			"an answer is put aside until its player has confirmed it.",
			"Nothing proves who wrote a letter but that it answers one of the games': the mail server does not say "+
				"whom it believes to be the author, and signatures are not checked.")
		return
	case name == "" && len(names) == 0:
		r.ok("The mail server does not write who it believes to be a letter's author. gm goes by signatures and by " +
			"what a letter answers.")
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
		r.skip("It is not known whether Authentication-Results fields can be forged, because the letter with " +
			"such a field did not arrive; the server may have refused it, which is good.")
	case survived && strings.EqualFold(name, set):
		r.fault("Take authserv out of the configuration. gm then goes by signatures (DKIM) and by what a letter "+
			"answers, which nobody can forge this way. Or have your provider remove such fields from letters that "+
			"come in (RFC 8601, section 5).",
			"Whoever can hand in mail where you do, and perhaps anybody, could pass for a player: a letter to %s "+
				"with a forged field Authentication-Results of %s arrived with that field in it, and the "+
				"configuration trusts it.", r.c.Address, name)
	case survived && set != "":
		r.fault("Take authserv out of the configuration. gm then goes by signatures (DKIM) and by what a letter "+
			"answers.",
			"The configuration trusts what %s writes about the authors of letters, but the fields "+
				"Authentication-Results here are of %s, and those can be forged.", set, name)
	case survived:
		r.advise("Nothing need be done. Don't set authserv: gm goes by signatures and by what a letter answers.",
			"The mail server writes Authentication-Results as %s, but let a forged field of that name through.", name)
	case set == "":
		r.advise(fmt.Sprintf("To have gm believe it, add to the configuration:\n  [trust]\n  authserv = %q", name),
			"The mail server says as %s who it believes to be a letter's author, and removed a field that was forged "+
				"in its name.", name)
	case known:
		r.ok("The mail server vouches for the authors of letters as %s, and removed a field that was forged in "+
			"its name.", name)
	case strings.EqualFold(name, set):
		r.advise("Look at the source of a letter that somebody else sent to "+r.c.Address+
			": the name stands behind the topmost Authentication-Results. Write it as it stands there, or take "+
			"authserv out.",
			"The configuration trusts %s, but no letter here has a field Authentication-Results of that name so far. "+
				"Servers don't write it into every letter.", name)
	default:
		r.fault(fmt.Sprintf("Write the name as the server does, below [trust]: authserv = %q", name),
			"The configuration trusts what %s writes about the authors of letters, but the fields "+
				"Authentication-Results here are of %s.", set, name)
	}
}
