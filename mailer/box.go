package mailer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"
)

var (
	errGone = errors.New("mail is gone")
	errSize = errors.New("mail is larger than the server said")
)

// A box is one IMAP connection with a mailbox open. Each of its methods is
// bounded in time; after an error that is not the server's own answer the
// connection is of no more use.
type box struct {
	client   *imapclient.Client
	raw      net.Conn
	limit    time.Duration // for one step
	news     chan struct{} // something came into the mailbox
	validity uint32
	idle     bool
	move     bool
	uidPlus  bool
	created  map[string]bool
}

// An item is a mail in the mailbox that was not looked into yet.
type item struct {
	uid      imap.UID
	size     int64
	received time.Time
}

// openBox connects, logs in and opens the mailbox.
func openBox(ctx context.Context, server Server, mailbox string, limit time.Duration) (*box, error) {
	b := &box{limit: limit, news: make(chan struct{}, 1), created: make(map[string]bool)}
	if err := b.connect(ctx, server); err != nil {
		return nil, err
	}
	if err := b.open(ctx, server, mailbox); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *box) connect(ctx context.Context, server Server) error {
	ctx, cancel := context.WithTimeout(ctx, b.limit)
	defer cancel()
	conn, raw, err := server.dial(ctx)
	if err != nil {
		return err
	}
	b.raw = raw
	options := &imapclient.Options{
		TLSConfig: server.tlsConfig(),
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{
			Mailbox: func(data *imapclient.UnilateralDataMailbox) {
				if data.NumMessages != nil {
					b.ring()
				}
			},
		},
	}
	if server.TLS != "starttls" {
		b.client = imapclient.New(conn, options)
		return nil
	}
	b.client, err = step(ctx, raw, b.limit, "STARTTLS", func() (*imapclient.Client, error) {
		return imapclient.NewStartTLS(conn, options)
	})
	return err
}

// ring runs in the library's reading loop, so it must not wait.
func (b *box) ring() {
	select {
	case b.news <- struct{}{}:
	default:
	}
}

func (b *box) open(ctx context.Context, server Server, mailbox string) error {
	caps, err := step(ctx, b.raw, b.limit, "logging in", func() (imap.CapSet, error) {
		if err := login(b.client, server); err != nil {
			return nil, err
		}
		return b.client.Caps(), nil
	})
	if err != nil {
		return err
	}
	b.idle = caps.Has(imap.CapIdle)
	b.move = caps.Has(imap.CapMove)
	b.uidPlus = caps.Has(imap.CapUIDPlus)
	data, err := step(ctx, b.raw, b.limit, "opening "+mailbox, func() (*imap.SelectData, error) {
		return b.client.Select(mailbox, nil).Wait()
	})
	if err != nil {
		return err
	}
	b.validity = data.UIDValidity
	return nil
}

func login(c *imapclient.Client, server Server) error {
	if err := c.WaitGreeting(); err != nil {
		return err
	}
	caps := c.Caps()
	switch {
	case c.State() == imap.ConnStateAuthenticated:
		return nil
	case caps.Has(imap.AuthCap(sasl.Plain)):
		return c.Authenticate(sasl.NewPlainClient("", server.User, server.Password))
	case !caps.Has(imap.CapLoginDisabled):
		return c.Login(server.User, server.Password).Wait()
	case caps.Has(imap.AuthCap(sasl.Login)):
		return c.Authenticate(&loginClient{[]string{server.User, server.Password}})
	}
	return errors.New("server offers no login that we know")
}

// close cuts the connection. It does not wait for the library, which may hang.
func (b *box) close() { _ = b.raw.Close() }

// list gives the mails that are not marked as deleted, by UID. News that come
// in from here on are not lost.
func (b *box) list(ctx context.Context) ([]imap.UID, error) {
	select {
	case <-b.news:
	default:
	}
	return step(ctx, b.raw, b.limit, "looking for mail", func() ([]imap.UID, error) {
		if err := b.client.Noop().Wait(); err != nil { // some servers look up new mail only now
			return nil, err
		}
		data, err := b.client.UIDSearch(&imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagDeleted}}, nil).Wait()
		if err != nil {
			return nil, err
		}
		set, _ := data.All.(imap.UIDSet)
		uids, ok := set.Nums()
		if !ok {
			return nil, errors.New("server gave an endless set of mails")
		}
		slices.Sort(uids)
		return slices.Compact(uids), nil
	})
}

// items asks for size and date of mails. Mails that are gone are left out.
func (b *box) items(ctx context.Context, uids []imap.UID) ([]item, error) {
	options := &imap.FetchOptions{UID: true, RFC822Size: true, InternalDate: true}
	return step(ctx, b.raw, b.limit, "asking for sizes", func() ([]item, error) {
		found, err := b.client.Fetch(imap.UIDSetNum(uids...), options).Collect()
		if err != nil {
			return nil, err
		}
		var items []item
		for _, m := range found {
			if slices.Contains(uids, m.UID) { // servers also tell of others
				items = append(items, item{m.UID, m.RFC822Size, m.InternalDate})
			}
		}
		slices.SortFunc(items, func(a, b item) int { return int(int64(a.uid) - int64(b.uid)) })
		return items, nil
	})
}

// fetch gives the mail, or no more than its header when it is too large.
func (b *box) fetch(ctx context.Context, it item) (Letter, error) {
	section := &imap.FetchItemBodySection{Peek: true}
	most := int64(MaxMail)
	if it.size > MaxMail {
		section.Specifier = imap.PartSpecifierHeader
		section.Partial = &imap.SectionPartial{Size: MaxHeader}
		most = MaxHeader
	}
	what := fmt.Sprintf("fetching mail %d", it.uid)
	raw, err := step(ctx, b.raw, b.limit, what, func() ([]byte, error) {
		return b.section(it.uid, section, most)
	})
	if err != nil {
		return Letter{}, err
	}
	if it.size <= MaxMail {
		l, _ := Read(raw, it.received) // a defect is in the letter
		return l, nil
	}
	l := readHeader(raw, it.received)
	l.TooLarge = true
	_ = l.fault(ErrTooLarge)
	return l, nil
}

// section gives one section of one mail. A server that sends more than it said
// is cut off, for the connection is of use again only after all of it was read.
func (b *box) section(uid imap.UID, section *imap.FetchItemBodySection, most int64) ([]byte, error) {
	options := &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{section}}
	cmd := b.client.Fetch(imap.UIDSetNum(uid), options)
	var raw []byte
	for m := cmd.Next(); m != nil; m = cmd.Next() {
		for data := m.Next(); data != nil; data = m.Next() {
			body, ok := data.(imapclient.FetchItemDataBodySection)
			if !ok || body.Literal == nil || raw != nil {
				continue
			}
			var err error
			if body.Literal.Size() > most {
				err = errSize
				b.close()
			} else {
				raw, err = io.ReadAll(body.Literal)
			}
			if err != nil {
				_ = cmd.Close() // the library waits until all is read
				return nil, err
			}
		}
	}
	if err := cmd.Close(); err != nil {
		return nil, err
	}
	if raw == nil {
		return nil, errGone
	}
	return raw, nil
}

// put moves a mail to another mailbox, which it creates if need be.
func (b *box) put(ctx context.Context, uid imap.UID, to string) error {
	err := b.putOnce(ctx, uid, to)
	if !isRefusal(err) || b.created[to] {
		return err
	}
	b.created[to] = true
	_, made := step(ctx, b.raw, b.limit, "creating "+to, func() (struct{}, error) {
		return struct{}{}, b.client.Create(to, nil).Wait()
	})
	if made != nil && !isRefusal(made) {
		return made
	}
	return b.putOnce(ctx, uid, to)
}

// putOnce never marks a mail as deleted before the copy is known to be there,
// and never removes what somebody else has marked.
func (b *box) putOnce(ctx context.Context, uid imap.UID, to string) error {
	set := imap.UIDSetNum(uid)
	what := fmt.Sprintf("moving mail %d to %s", uid, to)
	_, err := step(ctx, b.raw, b.limit, what, func() (struct{}, error) {
		if b.move {
			_, err := b.client.Move(set, to).Wait()
			return struct{}{}, err
		}
		if _, err := b.client.Copy(set, to).Wait(); err != nil {
			return struct{}{}, err
		}
		flags := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted}}
		if err := b.client.Store(set, flags, nil).Close(); err != nil || !b.uidPlus {
			return struct{}{}, err
		}
		return struct{}{}, b.client.UIDExpunge(set).Close()
	})
	return err
}

// isRefusal says whether the server has answered NO: the connection is sound.
func isRefusal(err error) bool {
	answer := (*imap.Error)(nil)
	return errors.As(err, &answer) && answer.Type == imap.StatusResponseTypeNo
}

// wait returns when there is news or after the given time.
func (b *box) wait(ctx context.Context, most time.Duration) error {
	var idle *imapclient.IdleCommand
	if b.idle {
		var err error
		idle, err = step(ctx, b.raw, b.limit, "beginning IDLE", b.client.Idle)
		if answer := (*imap.Error)(nil); errors.As(err, &answer) {
			b.idle = false // it had offered it, but does not want to
			return b.wait(ctx, most)
		} else if err != nil {
			return err
		}
	}
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-b.news:
	case <-timer.C:
	case <-ctx.Done():
		return ctx.Err()
	case <-b.client.Closed():
		return errors.New("waiting for mail: server closed the connection")
	}
	if idle == nil {
		return nil
	}
	_, err := step(ctx, b.raw, b.limit, "ending IDLE", func() (struct{}, error) {
		if err := idle.Close(); err != nil {
			return struct{}{}, err
		}
		return struct{}{}, idle.Wait()
	})
	return err
}
