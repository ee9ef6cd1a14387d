package doctor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"time"

	"deaddrop/gm/amount"
	"deaddrop/mailer"
	"deaddrop/mailer/oauth"
	"deaddrop/mailer/provider"
)

// loginSoon is the time before the end of a login from which on it is reported.
const loginSoon = 14 * 24 * time.Hour

// locked reports the reason that a server refused a login.
func (d *Doctor) locked(p party, failed *mailer.ProbeError) {
	known := provider.ByServer(p.server.Addr)
	switch {
	case failed.Temporary:
		d.fault("Wait some minutes and run gm doctor again: that is a temporary problem of the server, and says "+
			"nothing about your password. If the server is your own, check whether its password service is "+
			"running; else tell your provider if it lasts.",
			"The %s server %s can't check passwords now%s", p.protocol, p.server.Addr, said(failed.Answer))
	case failed.Answer == "":
		d.fault(fmt.Sprintf("Look up which ways to log in your provider offers; gm knows passwords (plain, login) and "+
			"access tokens (oauthbearer, xoauth2), and auth under [%[1]s] chooses one. If the server here needs no "+
			"login, leave user out under [%[1]s].", p.section),
			"Logging in to the %s server %s as %q does not work: %v.", p.protocol, p.server.Addr, p.server.User,
			plain(failed.Err))
	case p.server.Renew != nil:
		d.fault(fmt.Sprintf("Run gm login once more, and log in there as %s. If that does not help, the provider "+
			"does not allow %s for this mailbox, or scopes under [oauth] lacks "+
			"something.%s", p.server.User, p.protocol, of(known)),
			"The %s server %s does not let %q in with the access token%s", p.protocol, p.server.Addr, p.server.User,
			said(failed.Answer))
	case known != nil:
		d.fault(fmt.Sprintf("Check user and the password under [%s].%s", p.section, of(known)),
			"The %s server %s does not let %q in with this password%s", p.protocol, p.server.Addr, p.server.User,
			said(failed.Answer))
	default:
		d.fault(fmt.Sprintf("Check user and the password under [%s]. At most providers the user is the whole address. "+
			"Many want a password made for a program (an \"app password\"), and some want %s switched on in the "+
			"settings first.", p.section, p.protocol),
			"The %s server %s does not let %q in with this password%s", p.protocol, p.server.Addr, p.server.User,
			said(failed.Answer))
	}
}

// of returns what is known about a provider's login, to be appended to a sentence.
func of(p *provider.Provider) string {
	if p == nil {
		return ""
	}
	return fmt.Sprintf(" %s: %s %s", p.Name, p.Password, p.Page)
}

// noPassword reports the reason that a password or an access token is not available.
func (d *Doctor) noPassword(p party, err error) {
	refused := (*oauth.Refused)(nil)
	switch {
	case errors.Is(err, oauth.ErrNone):
		d.fault("Run gm login, as the user who runs gm serve.", "Nobody has logged in to the mailbox yet, so there is no "+
			"access "+
			"token for the %s server.", p.protocol)
	case errors.As(err, &refused):
		d.fault("Run gm login. gm serve need not be started again, and letters wait until then.",
			"The login to the mailbox has ended, so letters can neither be read nor sent: %s.",
			strings.TrimSuffix(refused.Error(), "; run gm login"))
	case p.server.Renew != nil:
		d.fault("Check that this machine can reach the address given as token_url under [oauth]; then run gm "+
			"doctor again.",
			"No access token for the %s server can be obtained: %v.", p.protocol, plain(err))
	default:
		d.fault("Correct what the configuration names under ["+p.section+
			"]: a file with the password on its one line, a variable, or a program that prints it.",
			"The password for the %s server can't be obtained: %v.", p.protocol, err)
	}
}

// tokens reports how long the login to the mailbox stays valid, if it ends soon.
func (d *Doctor) tokens(context.Context) {
	tokens := d.c.Tokens()
	if tokens == nil {
		return
	}
	s, err := tokens.State()
	switch {
	case err != nil:
		d.fault("Run gm login, which writes that file again.", "The access token can't be read: %v.", err)
	case !s.Is: // the checks of the servers report it
	case s.Refused != nil:
		d.fault("Run gm login. gm serve need not be started again.", "The provider gives no new access token: %s%s "+
			"The present one is valid until %s.", s.Refused.Code, said(s.Refused.Text), s.Expiry.Format(amount.Moment))
	case !s.Renews && !s.Expiry.IsZero():
		d.advise("Check that scopes under [oauth] ask for a refresh token (often offline_access), and run gm login "+
			"again.",
			"The login to the mailbox is valid only until %s, and can't be renewed.", s.Expiry.Format(amount.Moment))
	case !s.RefreshEnd.IsZero() && s.RefreshEnd.Sub(d.now()) < loginSoon:
		d.advise("Run gm login before that.", "The login to the mailbox is valid until "+
			"%s.", s.RefreshEnd.Format(amount.Moment))
	default:
		d.ok("The login to the mailbox is renewed automatically.")
	}
}

// bridgeless reports whether a connection failed because a provider's bridge is not running on this machine, and if
// so records the fault.
func (d *Doctor) bridgeless(p party, failed *mailer.ProbeError) bool {
	known := provider.ByServer(p.server.Addr)
	if known == nil || known.Login != provider.Bridge || !errors.Is(failed.Err, syscall.ECONNREFUSED) {
		return false
	}
	d.fault("Start it, log in there, and keep it running on this machine. Check that addr under ["+p.section+"] "+
		"has the port that it shows. "+
		known.Page, "Nothing listens at %s: %s does not run here.", p.server.Addr, known.Name)
	return true
}

// spamFolders returns the usual names of spam folders, of known providers and others.
func spamFolders() []string {
	names := []string{"Junk", "Spam", "INBOX.Junk", "INBOX.Spam", "Junk E-mail", "Bulk Mail"}
	for _, p := range provider.All() {
		if !slices.Contains(names, p.Spam) {
			names = append(names, p.Spam)
		}
	}
	return names
}
