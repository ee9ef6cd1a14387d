package mailer

import (
	"context"
	"slices"

	"github.com/emersion/go-imap/v2"
)

// Notes gives the mails in Done that have a field of that name, in small letters, the oldest first: notes that somebody has left there
// with Note.
func (p *InboxProbe) Notes(ctx context.Context, field string) ([]Seen, error) {
	if _, err := p.open(ctx, p.in.Done); err != nil {
		return nil, err
	}
	found, err := step(ctx, p.box.raw, p.in.Timeout, "looking for notes", func() (*imap.SearchData, error) {
		return p.box.client.UIDSearch(&imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagDeleted},
			Header: []imap.SearchCriteriaHeaderField{{Key: field}}}, nil).Wait()
	})
	if err != nil {
		return nil, imapRefusal(err)
	}
	var uids []uint32
	for _, uid := range found.AllUIDs() {
		uids = append(uids, uint32(uid))
	}
	seen, err := p.headers(ctx, p.in.Done, uids)
	return slices.DeleteFunc(seen, func(m Seen) bool { return m.Header.Get(field) == "" }), err
}

// Note leaves a mail in Done, which nobody has sent, and takes others away from there.
func (p *InboxProbe) Note(ctx context.Context, raw []byte, instead []Seen) error {
	if _, err := p.open(ctx, p.in.Done); err != nil {
		return err
	}
	_, err := step(ctx, p.box.raw, p.in.Timeout, "leaving a note", func() (struct{}, error) {
		options := &imap.AppendOptions{Flags: []imap.Flag{imap.FlagSeen}}
		leaving := p.box.client.Append(p.in.Done, int64(len(raw)), options)
		if _, err := leaving.Write(raw); err != nil {
			return struct{}{}, err
		}
		if err := leaving.Close(); err != nil {
			return struct{}{}, err
		}
		_, err := leaving.Wait()
		return struct{}{}, err
	})
	if err != nil || len(instead) == 0 {
		return imapRefusal(err)
	}
	var uids []uint32
	for _, m := range instead {
		uids = append(uids, m.UID)
	}
	_, err = step(ctx, p.box.raw, p.in.Timeout, "taking notes away", func() (struct{}, error) {
		return struct{}{}, p.box.remove(uidSet(uids))
	})
	return imapRefusal(err)
}
