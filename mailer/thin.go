package mailer

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"time"
)

const (
	maxLarge = 64 << 20         // bytes of the largest mail of which a Listener takes the text
	maxThin  = MaxMail - 16<<10 // bytes of a mail without its files; the fields that we add need room, too
)

// An arrival is a mail that a client of a Listener has sent.
type arrival struct {
	raw   []byte // the mail, without the content of its files if it was larger than MaxMail
	large bool   // whether it was
	left  bool   // whether pictures or files were left out
	cut   bool   // whether HTML was left out
}

// readArrival reads a mail. It returns ErrTooLarge, after it has read everything, if even the text is larger than
// MaxMail, or can't be told from the rest.
func readArrival(r io.Reader) (arrival, error) {
	raw, err := io.ReadAll(io.LimitReader(r, MaxMail+1))
	if err != nil || len(raw) <= MaxMail {
		return arrival{raw: raw}, err
	}
	t := thinner{inHead: true}
	r = io.MultiReader(bytes.NewReader(raw), r)
	if err := t.read(r); err != nil {
		if errors.Is(err, ErrTooLarge) {
			_, err = io.Copy(io.Discard, r)
			err = errors.Join(ErrTooLarge, err)
		}
		return arrival{}, err
	}
	return arrival{raw: t.out, large: true, left: t.left, cut: t.cut}, nil
}

// read parses the mail, to which fields of ours were added.
func (a arrival) read(raw []byte, received time.Time) (Letter, error) {
	l, err := Read(raw, received)
	if a.large {
		l.TooLarge, l.Left = true, a.left
	}
	if a.cut && l.Text == "" {
		err = l.fault(ErrTooLarge)
	}
	return l, err
}

// A thinner copies a mail line by line, without the content of its files. It needs no more memory than the text.
type thinner struct {
	out    []byte
	around []fence // boundaries of the multiparts around the current line, the outermost first
	head   []byte  // header of the current part, as far as it was read
	inHead bool
	keeps  bool // whether the body of the current part is copied
	left   bool // whether a picture or a file was left out
	cut    bool // whether HTML was left out, because there is more of it than is read
	from   int  // where the header of the current part begins in out
	body   int  // where its body begins, if it is HTML; otherwise 0
}

// A fence is the delimiter of a multipart.
type fence struct {
	delimiter string
	seen      bool
}

func unseen(f fence) bool { return !f.seen }

func (t *thinner) read(r io.Reader) error {
	lines := bufio.NewReaderSize(r, 64<<10)
	for begins := true; ; {
		line, err := lines.ReadSlice('\n')
		if len(line) > 0 {
			if err := t.line(line, begins); err != nil {
				return err
			}
			begins = line[len(line)-1] == '\n'
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull): // the line goes on
		case errors.Is(err, io.EOF) && slices.ContainsFunc(t.around, unseen):
			return ErrTooLarge // its parts can't be told
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// line takes a line, or a piece of a very long one; begins says whether it is the first piece.
func (t *thinner) line(line []byte, begins bool) error {
	delimits := begins && bytes.HasPrefix(line, []byte("--")) && t.delimits(line)
	switch {
	case delimits:
		t.out = append(t.out, line...)
		t.from, t.body = len(t.out), 0
	case t.inHead:
		t.out, t.head = append(t.out, line...), append(t.head, line...)
		if len(t.head) > MaxHeader {
			return ErrTooLarge
		}
		if begins && len(bytes.TrimSpace(line)) == 0 {
			return t.begin()
		}
	case t.keeps:
		if t.out = append(t.out, line...); t.body > 0 && len(t.out)-t.body > 2*maxHTML {
			t.drop()
		}
	}
	if len(t.out) > maxThin {
		return ErrTooLarge
	}
	return nil
}

// drop replaces HTML that is too long to be read by a file, so that the text beside it is read.
func (t *thinner) drop() {
	t.out = append(t.out[:t.from], "Content-Type: application/octet-stream\r\n\r\n"...)
	t.out = append(append(t.out, leftBehind...), "\r\n"...)
	t.keeps, t.cut = false, true
}

// delimits reports whether a line ends a part, and goes over to the next one.
func (t *thinner) delimits(line []byte) bool {
	bare := string(bytes.TrimRight(line, " \t\r\n"))
	for i, f := range slices.Backward(t.around) {
		opens := bare == f.delimiter
		if !opens && bare != f.delimiter+"--" {
			continue
		}
		if slices.ContainsFunc(t.around[i+1:], unseen) {
			return false // left for the end to find
		}
		t.around[i].seen = true
		t.inHead, t.head, t.keeps = opens, nil, false
		if !opens {
			i--
		}
		t.around = t.around[:i+1]
		return true
	}
	return false
}

// begin goes over from the header of a part to its content.
func (t *thinner) begin() error {
	head, _, err := splitHeader(t.head)
	if err != nil {
		return ErrTooLarge
	}
	p := part{head: head}
	p.kind, p.param = contentType(head, "text/plain")
	t.inHead, t.head = false, nil
	switch {
	case p.is("multipart/"):
		boundary := p.param.get("boundary")
		if boundary == "" || len(boundary) > maxBoundary || len(t.around) == maxDepth {
			return ErrTooLarge
		}
		t.around = append(t.around, fence{delimiter: "--" + boundary})
	case isSealed(p):
		return ErrTooLarge
	case p.kind == "message/rfc822" && !isEncoded(p.encoding()):
		t.inHead = true
	case isText(p.kind) && !(p.kind == "text/html" && isAttachment(head)), p.kind == "message/delivery-status":
		if t.keeps = true; p.kind == "text/html" && len(t.around) > 0 {
			t.body = len(t.out)
		}
	default:
		t.out = append(append(t.out, leftBehind...), "\r\n"...)
		t.left = t.left || !strings.HasSuffix(p.kind, "-signature")
	}
	return nil
}
