package mailer

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"
)

// A box is one IMAP connection with a mailbox open. go-imap has no timeouts for its commands and does not always
// notice a closed connection, so each command runs in a step, which closes the TCP connection when the time is up.
type box struct {
	client   *imapclient.Client
	raw      net.Conn
	spoken   *capabilityGuard
	limit    time.Duration // time limit for one step
	news     chan struct{} // signalled when something came into the mailbox
	validity uint32
	idle     bool
	move     bool
	uidPlus  bool
	created  map[string]bool
}

var _ source = (*box)(nil)

// openBox connects, logs in and opens the mailbox.
func openBox(ctx context.Context, server Server, mailbox string, limit time.Duration) (*box, error) {
	return renewing(server, func(s Server) (*box, error) { return openOnce(ctx, s, mailbox, limit) })
}

func openOnce(ctx context.Context, server Server, mailbox string, limit time.Duration) (*box, error) {
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
	b.spoken = &capabilityGuard{Conn: conn}
	conn = b.spoken
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

// ring signals news. It runs in the library's reading loop, so it must not block.
func (b *box) ring() {
	select {
	case b.news <- struct{}{}:
	default:
	}
}

func (b *box) open(ctx context.Context, server Server, mailbox string) error {
	caps, err := step(ctx, b.raw, b.limit, "logging in", func() (imap.CapSet, error) {
		err := login(ctx, b.client, server)
		if answer := (*imap.Error)(nil); errors.As(err, &answer) && !passes(answer) {
			err = &loginRefused{err}
		}
		if err != nil {
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
	b.spoken.open.Store(true)
	return nil
}

// login logs in with AUTHENTICATE, or with the IMAP command LOGIN if the server takes passwords only there.
func login(ctx context.Context, c *imapclient.Client, server Server) error {
	if err := c.WaitGreeting(); err != nil {
		return err
	}
	if c.State() == imap.ConnStateAuthenticated {
		return nil
	}
	caps := c.Caps()
	offers := func(mech string) bool { return caps.Has(imap.AuthCap(mech)) }
	mechanism := ""
	switch {
	case server.Auth == "":
		mechanism = sasl.Plain
	case strings.EqualFold(server.Auth, sasl.Login):
		mechanism = sasl.Login
	}
	if mechanism != "" && !offers(mechanism) && !caps.Has(imap.CapLoginDisabled) {
		secret, err := server.secret(ctx)
		if err != nil {
			return err
		}
		return c.Login(server.User, secret).Wait()
	}
	client, err := server.sasl(ctx, offers)
	if err != nil {
		return err
	}
	if t, ok := client.(*tokenClient); ok { // the library writes an empty answer as "=", for which Dovecot hangs up
		t.answer = dummyAnswer
	}
	return c.Authenticate(client)
}

// passes reports whether an answer to a login is about the server, and not about the user or the secret.
func passes(answer *imap.Error) bool {
	if answer.Type != imap.StatusResponseTypeNo {
		return true
	}
	switch answer.Code {
	case imap.ResponseCodeUnavailable, imap.ResponseCodeInUse, imap.ResponseCodeServerBug, imap.ResponseCodeLimit:
		return true
	case imap.ResponseCodeAuthenticationFailed, imap.ResponseCodeAuthorizationFailed:
		return false
	}
	text := strings.ToLower(answer.Text)
	return slices.ContainsFunc([]string{"temporar", "too many", "try again", "unavailable", "rate limit"},
		func(words string) bool { return strings.Contains(text, words) })
}

// close cuts the connection. It does not wait for the library, which may hang.
func (b *box) close() { _ = b.raw.Close() }

// epoch returns the UIDVALIDITY.
func (b *box) epoch() uint32 { return b.validity }

// list returns the UIDs of the mails that are not marked as deleted.
func (b *box) list(ctx context.Context) ([]uint32, error) {
	select {
	case <-b.news:
	default:
	}
	return step(ctx, b.raw, b.limit, "looking for mail", func() ([]uint32, error) {
		noop := b.client.Noop() // some servers look for new mail only now
		search := b.client.UIDSearch(&imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagDeleted}}, nil)
		if err := noop.Wait(); err != nil {
			return nil, err
		}
		data, err := search.Wait()
		if err != nil {
			return nil, err
		}
		set, _ := data.All.(imap.UIDSet)
		nums, ok := set.Nums()
		if !ok {
			return nil, errors.New("server gave an endless set of mails")
		}
		uids := make([]uint32, len(nums))
		for i, n := range nums {
			uids[i] = uint32(n)
		}
		slices.Sort(uids)
		return slices.Compact(uids), nil
	})
}

// items returns size and date of the mails. It does not ask for ENVELOPE or BODYSTRUCTURE: the library may be unable
// to parse what a server makes of a malformed mail.
func (b *box) items(ctx context.Context, uids []uint32) ([]item, error) {
	options := &imap.FetchOptions{UID: true, RFC822Size: true, InternalDate: true}
	return step(ctx, b.raw, b.limit, "asking for sizes", func() ([]item, error) {
		found, err := b.client.Fetch(uidSet(uids), options).Collect()
		if err != nil {
			return nil, err
		}
		var items []item
		for _, m := range found {
			if slices.Contains(uids, uint32(m.UID)) { // servers also send data of other mails
				items = append(items, item{uint32(m.UID), m.RFC822Size, m.InternalDate})
			}
		}
		slices.SortFunc(items, func(a, b item) int { return cmp.Compare(a.uid, b.uid) })
		return items, nil
	})
}

func uidSet(uids []uint32) imap.UIDSet {
	var set imap.UIDSet
	for _, uid := range uids {
		set.AddNum(imap.UID(uid))
	}
	return set
}

// fetch returns the contents of the mails, as source.fetch specifies.
func (b *box) fetch(ctx context.Context, items []item) ([][]byte, error) {
	section := &imap.FetchItemBodySection{Peek: true}
	most := int64(MaxMail)
	if len(items) == 1 && items[0].size > MaxMail {
		section.Specifier = imap.PartSpecifierHeader
		section.Partial = &imap.SectionPartial{Size: MaxHeader}
		most = MaxHeader
	}
	var uids []uint32
	for _, it := range items {
		uids = append(uids, it.uid)
	}
	found, err := step(ctx, b.raw, b.limit, fmt.Sprintf("fetching mails from %d on", uids[0]),
		func() (map[uint32][]byte, error) {
			return b.sections(uids, section, most)
		})
	if err != nil {
		return nil, answered(err)
	}
	raws := make([][]byte, len(uids))
	for i, uid := range uids {
		raws[i] = found[uid]
	}
	return raws, nil
}

// sections returns one section of each mail. If the server sends more than it announced, the connection is closed,
// because it could be used again only after all of that was read.
func (b *box) sections(uids []uint32, section *imap.FetchItemBodySection, most int64) (map[uint32][]byte, error) {
	options := &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{section}}
	cmd := b.client.Fetch(uidSet(uids), options)
	found := make(map[uint32][]byte)
	room := int64(bytesAtOnce + MaxMail)
	for m := cmd.Next(); m != nil; m = cmd.Next() {
		var uid uint32
		for data := m.Next(); data != nil; data = m.Next() {
			switch data := data.(type) {
			case imapclient.FetchItemDataUID:
				uid = uint32(data.UID)
			case imapclient.FetchItemDataBodySection:
				if data.Literal == nil || found[uid] != nil {
					continue
				}
				if err := checkSize(uid, data.Literal.Size(), most, room); err != nil {
					b.close()
					_ = cmd.Close() // the library waits until everything is read
					return nil, err
				}
				raw := make([]byte, data.Literal.Size())
				if _, err := io.ReadFull(data.Literal, raw); err != nil {
					return nil, err // the library goes on reading by itself
				}
				found[uid] = raw
				room -= int64(len(raw))
			}
		}
	}
	return found, cmd.Close()
}

func checkSize(uid uint32, size, most, room int64) error {
	switch {
	case size > most:
		return &sizeError{uid}
	case size > room:
		return errFlood
	}
	return nil
}

// put moves mails to another mailbox.
func (b *box) put(ctx context.Context, uids []uint32, to string) error {
	err := b.putOnce(ctx, uids, to)
	if !errors.Is(err, errRefused) || b.created[to] {
		return err
	}
	b.created[to] = true
	_, made := step(ctx, b.raw, b.limit, "creating "+to, func() (struct{}, error) {
		return struct{}{}, b.client.Create(to, nil).Wait()
	})
	if made = answered(made); made != nil && !errors.Is(made, errRefused) {
		return made
	}
	return b.putOnce(ctx, uids, to)
}

// putOnce moves mails without MOVE. It marks a mail as deleted only when the copy is known to exist, and never
// expunges what somebody else has marked; the library's own fallback does both.
func (b *box) putOnce(ctx context.Context, uids []uint32, to string) error {
	set := uidSet(uids)
	what := fmt.Sprintf("moving %d mails to %s", len(uids), to)
	_, err := step(ctx, b.raw, b.limit, what, func() (struct{}, error) {
		if b.move {
			_, err := b.client.Move(set, to).Wait()
			return struct{}{}, err
		}
		if _, err := b.client.Copy(set, to).Wait(); err != nil {
			return struct{}{}, err
		}
		return struct{}{}, b.remove(set)
	})
	return answered(err)
}

// remove deletes mails from the open mailbox. Without UIDPLUS it only marks them as deleted, since expunging would also
// remove mails that others have marked.
func (b *box) remove(set imap.UIDSet) error {
	flags := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted}}
	if err := b.client.Store(set, flags, nil).Close(); err != nil || !b.uidPlus {
		return err
	}
	return b.client.UIDExpunge(set).Close()
}

// answered marks an error as errRefused if the server answered NO, after which the connection is still usable.
func answered(err error) error {
	answer := (*imap.Error)(nil)
	if errors.As(err, &answer) && answer.Type == imap.StatusResponseTypeNo {
		return fmt.Errorf("%w: %w", errRefused, err)
	}
	return err
}

// wait returns when there is news or when the given time is over.
func (b *box) wait(ctx context.Context, most time.Duration) error {
	var idle *imapclient.IdleCommand
	if b.idle {
		var err error
		idle, err = step(ctx, b.raw, b.limit, "beginning IDLE", b.client.Idle)
		if answer := (*imap.Error)(nil); errors.As(err, &answer) {
			b.idle = false // the server announced IDLE, but refuses it
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

// A capabilityGuard is a connection that fails if the server lists a capability with a parenthesis, which would send
// the library's parser into an endless loop. It checks only what comes before the first mailbox is opened, as mails
// may contain anything. It also limits the length of answers.
type capabilityGuard struct {
	net.Conn
	line []byte // the current line so far
	open atomic.Bool
	// While selects is set, the connection looks whether the server says that the mailbox can only be read, which
	// the library does not tell.
	selects  atomic.Bool
	readOnly atomic.Bool
	last     []byte // of what was read then
	// room, unless it is zero, is how many bytes may still be read while the library holds all of an answer in memory.
	room    atomic.Int64
	opening int // number of parentheses that were read last, one behind the other
}

var readOnlyCode = []byte("OK [READ-ONLY]")

// look looks for the answer that a mailbox can only be read.
func (c *capabilityGuard) look(p []byte) {
	if !c.selects.Load() {
		c.last = c.last[:0]
		return
	}
	c.last = append(c.last, bytes.ToUpper(p)...)
	if bytes.Contains(c.last, readOnlyCode) {
		c.readOnly.Store(true)
	}
	c.last = c.last[max(0, len(c.last)-len(readOnlyCode)):]
}

var errCapability = errors.New("server's list of capabilities makes no sense")

// Read reads from the connection. It closes the connection instead if the data would hang the library.
func (c *capabilityGuard) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if c.room.Load() != 0 && (c.room.Add(-int64(n)) <= 0 || c.nests(p[:n])) {
		_ = c.Conn.Close()
		return 0, errFlood
	}
	c.look(p[:n])
	if c.open.Load() {
		return n, err
	}
	for _, b := range p[:n] {
		switch {
		case b == '\n':
			c.line = c.line[:0]
		case b == '(' && inCapabilities(c.line):
			_ = c.Conn.Close() // the library goes on reading after a first error
			return 0, errCapability
		case len(c.line) < 4<<10:
			c.line = append(c.line, b)
		}
	}
	return n, err
}

// maxOpening is the largest number of parentheses in a row. For lists within lists the library needs time and memory
// that grow with the square of their depth.
const maxOpening = 2 * maxDepth

// nests reports whether an answer begins too many lists within lists.
func (c *capabilityGuard) nests(p []byte) bool {
	for _, b := range p {
		if c.opening++; b != '(' {
			c.opening = 0
		}
		if c.opening > maxOpening {
			return true
		}
	}
	return false
}

// inCapabilities reports whether an incomplete line breaks off within its list of capabilities, rather than in the
// text after the list, such as "Dovecot (Debian) ready".
func inCapabilities(line []byte) bool {
	_, list, found := bytes.Cut(bytes.ToUpper(line), []byte("CAPABILITY"))
	return found && !bytes.Contains(list, []byte("]"))
}
