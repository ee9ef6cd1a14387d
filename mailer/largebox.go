package mailer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

const (
	// longestOutline is the largest number of bytes in which a server may describe the parts of a mail. It also bounds
	// how deeply the library recurses.
	longestOutline = 256 << 10
	opaqueTries    = 2 // after which a mail counts as one whose parts the server can't tell
)

// fetchText fetches what may be the text of a letter that is too large. If that can't be done, the letter is read
// without text.
func (r *round) fetchText(ctx context.Context, p *pending) error {
	if p.opaque >= opaqueTries {
		return nil
	}
	p.parts = nil
	root, err := r.box.outline(ctx, p.uid)
	var texts []*outline
	if err == nil && root != nil {
		texts, err = root.texts()
	}
	if err == nil && len(texts) > 0 {
		err = r.box.fill(ctx, p.uid, texts)
	}
	switch {
	case err == nil:
		p.parts = root
		return nil
	case errors.Is(err, errRefused), errors.Is(err, ErrTooLarge):
		return nil
	case ctx.Err() == nil: // the server's description may be what broke the connection
		p.opaque++
		p.breaks = true
		r.postpone(p.attempt)
	}
	return err
}

// outline describes the parts of a mail, as source.outline specifies.
func (b *box) outline(ctx context.Context, uid uint32) (*outline, error) {
	b.spoken.room.Store(longestOutline)
	defer b.spoken.room.Store(0)
	options := &imap.FetchOptions{UID: true, BodyStructure: &imap.FetchItemBodyStructure{Extended: true}}
	found, err := step(ctx, b.raw, b.limit, fmt.Sprintf("asking for the parts of mail %d", uid),
		func() (imap.BodyStructure, error) {
			mails, err := b.client.Fetch(uidSet([]uint32{uid}), options).Collect()
			for _, m := range mails {
				if uint32(m.UID) == uid && m.BodyStructure != nil {
					return m.BodyStructure, err
				}
			}
			return nil, err
		})
	if err != nil || found == nil {
		return nil, answered(err)
	}
	root, err := outlineOf(found)
	if err != nil {
		return nil, nil // too many parts, or too deep: its text is not looked for
	}
	return root, nil
}

// most returns how many bytes of a part are asked for: more than announced, as some servers only estimate.
func (p *outline) most() int64 { return 2*p.size + 1<<10 }

// fill fetches the contents of parts of a mail, as source.fill specifies.
func (b *box) fill(ctx context.Context, uid uint32, parts []*outline) error {
	options := &imap.FetchOptions{UID: true}
	for _, p := range parts {
		options.BodySection = append(options.BodySection, &imap.FetchItemBodySection{Peek: true, Part: p.place,
			Partial: &imap.SectionPartial{Size: p.most()}})
	}
	bodies, err := step(ctx, b.raw, b.limit, fmt.Sprintf("fetching the text of mail %d", uid),
		func() ([][]byte, error) { return b.bodies(uid, options, parts) })
	if err != nil {
		return answered(err)
	}
	for i, p := range parts {
		if p.body, p.fetched = bodies[i], bodies[i] != nil; int64(len(p.body)) == p.most() {
			return ErrTooLarge // this may not be all of it
		}
	}
	return nil
}

// bodies returns the contents of parts of a mail, nil for those that the server does not send.
func (b *box) bodies(uid uint32, options *imap.FetchOptions, parts []*outline) ([][]byte, error) {
	cmd := b.client.Fetch(uidSet([]uint32{uid}), options)
	bodies := make([][]byte, len(parts))
	for m := cmd.Next(); m != nil; m = cmd.Next() {
		those, of, err := readBodies(m, parts)
		if err != nil {
			b.close()
			_ = cmd.Close() // the library waits until everything is read
			return nil, err
		}
		if of == uid { // servers also send data of other mails
			bodies = those
		}
	}
	return bodies, cmd.Close()
}

// readBodies reads what a server sends of one mail.
func readBodies(m *imapclient.FetchMessageData, parts []*outline) (bodies [][]byte, uid uint32, err error) {
	bodies = make([][]byte, len(parts))
	for data := m.Next(); data != nil; data = m.Next() {
		switch data := data.(type) {
		case imapclient.FetchItemDataUID:
			uid = uint32(data.UID)
		case imapclient.FetchItemDataBodySection:
			i := slices.IndexFunc(parts, func(p *outline) bool { return slices.Equal(p.place, data.Section.Part) })
			if i < 0 || data.Literal == nil {
				continue
			}
			if data.Literal.Size() > parts[i].most() {
				return nil, 0, errFlood
			}
			bodies[i] = make([]byte, data.Literal.Size())
			if _, err := io.ReadFull(data.Literal, bodies[i]); err != nil {
				return nil, 0, err
			}
		}
	}
	return bodies, uid, nil
}
