package serve

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/refusal"
	"deaddrop/mailer"
)

// runField is a header field of the note in the mailbox's folder for handled letters, besides gm.SiteField. It says
// which run of the site's service began to read the mailbox last.
const runField = "x-deaddrop-run"

const (
	claimFirst = 15 * time.Second // time limit for the whole first attempt
	claimLimit = 30 * time.Second // time limit for one exchange with the server
	claimRetry = 10 * time.Second // pause before the next attempt if the server can't be reached
	claimCheck = 5 * time.Minute  // interval at which the note is checked
)

// ErrClaimed is the cause when a service ends because another one uses its mailbox. Restarting the service would not
// help.
var ErrClaimed = errors.New("the mailbox belongs to others")

// A claim is a service's claim to be the only one that reads its mailbox. It is recorded as a note in the mailbox.
type claim struct {
	*Service
	site  string // the site of its games
	run   string // identifies this run; "" if other processes may share the work
	inbox *mailer.Inbox
	laid  bool
}

// newClaim returns the claim of a service to a mailbox.
func newClaim(s *Service, in *mailer.Inbox) *claim {
	c := &claim{Service: s, site: gm.SiteOf(s.master.Key), inbox: &mailer.Inbox{Server: in.Server, Done: in.Done,
		Failed: in.Failed, Timeout: claimLimit}}
	if !s.config.Shared() {
		c.run = rand.Text()
	}
	return c
}

// try claims the mailbox before any letter is read or sent, if the server can be reached now. It returns a refusal if
// the mailbox belongs to another site.
func (c *claim) try(ctx context.Context) error {
	soon, done := context.WithTimeout(ctx, claimFirst)
	defer done()
	err := c.once(soon, true)
	c.laid = err == nil
	if errors.As(err, new(*refusal.Error)) {
		return err
	}
	return nil
}

// lay keeps trying to claim the mailbox. As long as the server can't be reached, there is nothing to read either. If
// the server does not allow notes, lay gives up without an error.
func (c *claim) lay(ctx context.Context) error {
	for told := false; !c.laid; told = true {
		err := c.once(ctx, true)
		no := (*mailer.RefusedError)(nil)
		switch {
		case err == nil:
			c.laid = true
			continue
		case ctx.Err() != nil:
			return nil
		case errors.As(err, new(*refusal.Error)):
			return err
		case errors.As(err, &no):
			c.log.Warn("the mailbox can't be marked as that of these games", "error", err)
			return nil
		case !told:
			c.log.Warn("the mailbox can't be read yet", "error", err)
		}
		wait(ctx, claimRetry)
	}
	return nil
}

// watch checks at intervals that no other service has claimed the mailbox since.
func (c *claim) watch(ctx context.Context) error {
	if !c.laid {
		return nil
	}
	for range every(ctx, claimCheck) {
		if err := c.once(ctx, false); errors.As(err, new(*refusal.Error)) {
			return err // the readers of the mailbox report all other errors
		}
	}
	return nil
}

// once looks at the notes, and writes one if the service is beginning.
func (c *claim) once(ctx context.Context, begins bool) error {
	p, err := mailer.ProbeInbox(ctx, c.inbox)
	if err != nil {
		return err
	}
	defer p.Close()
	if begins {
		if _, err := p.Make(ctx, p.Done()); err != nil {
			return err
		}
	}
	notes, err := p.Notes(ctx, gm.SiteField)
	if err != nil {
		return err
	}
	own := false
	for _, n := range notes {
		if site := n.Header.Get(gm.SiteField); site != c.site {
			return foreign(c.config.Address, c.config.Processed)
		}
		own = own || n.Header.Get(runField) == c.run
	}
	switch {
	case begins && (c.run != "" || !own):
		return p.Note(ctx, c.note(), notes)
	case begins, own, len(notes) == 0: // the note was deleted, which does not matter
		return nil
	}
	return &refusal.Error{Cause: ErrClaimed, Text: "Another gm serve has begun to serve a copy of these games " +
		"with this mailbox. This one ends, so that letters are not taken in twice. Keep only one of them: gm " +
		"doctor says more."}
}

// foreign returns the refusal of a mailbox that belongs to other games.
func foreign(address, folder string) error {
	return &refusal.Error{Cause: ErrClaimed, Text: fmt.Sprintf("The mailbox of %s belongs to other games than these: a note in its folder %s "+
		"says so. No letter was read. Check that data = (or store =) and the mailbox in the configuration belong "+
		"together. If this mailbox is to serve these games from now on, and no other gm serve reads it, delete that "+
		"note in a mail program, and start again.", address, folder)}
}

// note returns the note as a mail.
func (c *claim) note() []byte {
	host, err := os.Hostname()
	if err != nil {
		host = "?"
	}
	now := c.now()
	raw, err := mailer.Draft{
		ID: "site." + rand.Text() + "@deaddrop.invalid", From: c.config.Address, FromName: c.config.Name,
		To: c.config.Address, Subject: "This mailbox is in use by Deaddrop: please keep this note", Date: now,
		Auto: "auto-generated",
		Text: fmt.Sprintf("The games of %s are played with this mailbox, by a service on the machine %s which began on "+
			"%s. By this note another service finds out that the mailbox is not its own, and reads nothing. Delete "+
			"it if the mailbox is to serve other games.\n", c.config.Address, host, now.UTC().Format(time.RFC1123)),
	}.Bytes()
	if err != nil {
		c.log.Error("the note for the mailbox can't be written", "error", err)
	}
	return append(fmt.Appendf(nil, "%s: %s\r\n%s: %s\r\n", gm.SiteField, c.site, runField, c.run), raw...)
}
