package mailer

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
)

// A mail that is larger than MaxMail is not fetched whole. Its server is asked which parts it has (BODYSTRUCTURE), and
// only those that may be its text are fetched. They go through the same reader as the parts of an ordinary mail.

// An outline is a part of a mail of which only the server's description is known.
type outline struct {
	head     Header // header, as far as reading the part needs it
	kind     string
	param    params
	size     int64 // size of its content as it was sent
	place    []int // its section number; none for the whole mail
	body     []byte
	fetched  bool
	children []*outline // parts of a multipart; or the mail in a message/rfc822
}

// outlineOf returns the outline of a whole mail.
func outlineOf(s imap.BodyStructure) (*outline, error) {
	return new(outliner).outline(s, contentOf(s, nil), 0)
}

// An outliner converts a server's description. It enforces the same limits as a splitter.
type outliner struct{ parts int }

// outline returns the outline of the part that has the number place.
func (o *outliner) outline(s imap.BodyStructure, place []int, depth int) (*outline, error) {
	if depth > maxDepth {
		return nil, errDepth
	}
	if o.parts++; o.parts > maxParts {
		return nil, errParts
	}
	switch s := s.(type) {
	case *imap.BodyStructureMultiPart:
		p := &outline{kind: "multipart/" + strings.ToLower(s.Subtype), place: place}
		for i, child := range s.Children {
			c, err := o.outline(child, append(slices.Clone(place), i+1), depth+1)
			if err != nil {
				return nil, err
			}
			p.children = append(p.children, c)
		}
		return p, nil
	case *imap.BodyStructureSinglePart:
		p := single(s, place)
		if s.MessageRFC822 == nil || s.MessageRFC822.BodyStructure == nil {
			return p, nil
		}
		content := s.MessageRFC822.BodyStructure
		c, err := o.outline(content, contentOf(content, place), depth+1)
		p.children = []*outline{c}
		return p, err
	}
	return nil, fmt.Errorf("server describes a part as %T", s)
}

// contentOf returns the number of a mail's content; the mail itself has the number place. A content that has no parts
// counts as the first part of its mail (RFC 9051, 6.4.5.1).
func contentOf(content imap.BodyStructure, place []int) []int {
	if _, several := content.(*imap.BodyStructureMultiPart); several {
		return place
	}
	return append(slices.Clone(place), 1)
}

// single returns the outline of a part that has no parts.
func single(s *imap.BodyStructureSinglePart, place []int) *outline {
	p := &outline{size: int64(s.Size), place: place}
	kind := s.Type + "/" + s.Subtype
	for _, name := range slices.Sorted(maps.Keys(s.Params)) {
		kind += "; " + name + "=" + quotedParam(s.Params[name])
	}
	p.head = Header{{"content-type", kind}, {"content-transfer-encoding", s.Encoding}}
	if d := s.Disposition(); d != nil {
		p.head = append(p.head, Field{"content-disposition", d.Value})
	}
	p.kind, p.param = contentType(p.head, "text/plain")
	return p
}

func quotedParam(value string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
}

// maxTexts is the largest number of parts that are fetched: servers limit the length of a command.
const maxTexts = 50

// blank is the size of a text that may be nothing but spaces, as Outlook writes beside its HTML.
const blank = 100

// wanted returns the parts that may be the mail's text, as reading.text would choose them. all says that attached
// files and mails count, too.
func (p *outline) wanted(all bool) []*outline {
	switch {
	case p.kind == "multipart/encrypted":
		return nil
	case p.kind == "multipart/alternative":
		return p.bestOf(all)
	case p.is("multipart/"):
		var some []*outline
		for _, child := range p.children {
			some = append(some, child.wanted(all)...)
		}
		return some
	case p.kind == "message/delivery-status":
		return []*outline{p}
	case len(p.children) > 0:
		if all {
			return p.children[0].wanted(true)
		}
	case !isText(p.kind):
	case !isAttachment(p.head), all && p.kind != "text/html":
		return []*outline{p}
	}
	return nil
}

// bestOf returns the parts that are wanted of the best alternative. If that may be blank, they include those of the
// others, unless these are large.
func (p *outline) bestOf(all bool) []*outline {
	order := slices.Clone(p.children)
	slices.SortStableFunc(order, func(a, b *outline) int {
		return int(expectedQuality(b.kinds()) - expectedQuality(a.kinds()))
	})
	var some []*outline
	for _, child := range order {
		next := child.wanted(all)
		if len(some) == 0 || sizeOf(next) <= maxHTML {
			some = append(some, next...)
		}
		if sizeOf(some) > blank {
			break
		}
	}
	return some
}

func (p *outline) is(family string) bool { return strings.HasPrefix(p.kind, family) }

func sizeOf(parts []*outline) int64 {
	var n int64
	for _, p := range parts {
		n += p.size
	}
	return n
}

// texts returns the parts of a mail that are to be fetched. It returns ErrTooLarge if they are larger than MaxMail by
// themselves, or if the text is within a part that must be taken whole.
func (p *outline) texts() ([]*outline, error) {
	some := p.wanted(false)
	if sizeOf(some) == 0 {
		some = p.wanted(true)
	}
	if p.sealed() || sizeOf(some) > MaxMail || len(some) > maxTexts {
		return nil, ErrTooLarge
	}
	return some, nil
}

// sealed reports whether a mail has a part that is S/MIME with the text in it.
func (p *outline) sealed() bool {
	return isSealed(p.kinds()) || slices.ContainsFunc(p.children, (*outline).sealed)
}

// kinds returns the tree with nothing but the types of the parts.
func (p *outline) kinds() part {
	out := part{kind: p.kind, param: p.param}
	for _, child := range p.children {
		out.parts = append(out.parts, child.kinds())
	}
	return out
}

// leftBehind is what takes the place of a part that was not fetched: the reader has to know that there is something.
var leftBehind = []byte("not fetched")

// part returns the tree as the reader takes it.
func (p *outline) part() part {
	out := part{head: p.head, body: p.body, kind: p.kind, param: p.param}
	for _, child := range p.children {
		out.parts = append(out.parts, child.part())
	}
	if p.fetched || p.is("multipart/") {
		return out
	}
	out.body = leftBehind
	if len(p.children) == 0 && (isText(p.kind) || p.is("message/")) {
		out.kind = "application/octet-stream" // it must not be read
	}
	return out
}

// leaves reports whether something was not fetched that a person would miss: a picture or a file, but not the text
// as HTML or a signature.
func (p *outline) leaves() bool {
	switch p.kind {
	case "application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature",
		"application/pgp-keys", "text/rfc822-headers":
		return false
	}
	if len(p.children) == 0 || p.is("message/") {
		return !p.fetched && p.size > 0 && (!isText(p.kind) || isAttachment(p.head))
	}
	return slices.ContainsFunc(p.children, (*outline).leaves)
}

// skipped reports whether there is text that was not fetched.
func (p *outline) skipped() bool {
	text := len(p.children) == 0 && isText(p.kind) && !isAttachment(p.head)
	return text && !p.fetched || slices.ContainsFunc(p.children, (*outline).skipped)
}

// readOutline returns a letter made from the header of a mail that is too large, and from those of its parts that were
// fetched.
func readOutline(raw []byte, root *outline, received time.Time) (Letter, error) {
	l := readHeader(raw, received)
	l.TooLarge = true
	l.Left = root.leaves()
	all := root.part()
	if all.head = l.Header; all.is("multipart/") {
		_, all.param = contentType(l.Header, all.kind)
	}
	err := l.fill(all)
	if l.Text == "" && root.skipped() {
		err = l.fault(ErrTooLarge)
	}
	return l, err
}
