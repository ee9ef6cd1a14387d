package mailer

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
)

// A File is what goes with a mail beside its text.
type File struct {
	Name string // "map.png": plain ASCII, without a path
	Type string // "image/png", "text/calendar; charset=utf-8; method=PUBLISH"
	Data []byte

	// ID is the Content-ID without brackets by which the HTML shows a picture: <img src="cid:ID">. It has at most 62
	// characters, and only what stands within the letter needs one.
	ID string
}

var (
	fileName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9 ._()-]{0,59}$`)
	fileType = regexp.MustCompile(`^[a-z]+/[a-z0-9.+-]+(; [a-z-]+=("[A-Za-z0-9 ._-]*"|[A-Za-z0-9._-]+))*$`)
)

func (f File) check() error {
	switch {
	case !fileName.MatchString(f.Name):
		return fmt.Errorf("unsound file name %q", f.Name)
	case len(f.Type) > lineWidth || !fileType.MatchString(f.Type):
		return fmt.Errorf("unsound type %q of %s", f.Type, f.Name)
	case f.ID != "" && (!soundID(f.ID) || len(f.ID) > lineWidth-len("Content-Id: <>")):
		return fmt.Errorf("unsound Content-ID %q of %s", f.ID, f.Name)
	case len(f.Data) == 0:
		return fmt.Errorf("%s is empty", f.Name)
	}
	return nil
}

// checkFiles checks those of a draft.
func (d Draft) checkFiles() error {
	if len(d.Inline) > 0 && d.HTML == "" {
		return errors.New("pictures within a mail without HTML")
	}
	for _, list := range [][]File{d.Inline, d.Attached} {
		for _, f := range list {
			if err := f.check(); err != nil {
				return err
			}
		}
	}
	return nil
}

// size is how many bytes the files come to in the mail, or more.
func (d Draft) size() int {
	n := 0
	for _, list := range [][]File{d.Inline, d.Attached} {
		for _, f := range list {
			n += len(f.Data)*4/3*78/76 + 600
		}
	}
	return n
}

// appendBody writes the mail below its first fields: the text alone, or parts within parts as far as there are any. The
// text comes first, then the HTML with what it shows, then what is attached (RFC 2046, RFC 2387).
func (d Draft) appendBody(out []byte) []byte {
	if len(d.Attached) == 0 {
		return d.appendWords(out)
	}
	mixed := d.boundary("mixed")
	out = append(out, "Content-Type: multipart/mixed;\r\n boundary=\""+mixed+"\"\r\n\r\n--"+mixed+"\r\n"...)
	out = d.appendWords(out)
	for _, f := range d.Attached {
		out = append(out, "\r\n--"+mixed+"\r\n"...)
		out = f.append(out, "attachment")
	}
	return append(out, "\r\n--"+mixed+"--\r\n"...)
}

// appendWords writes the text, and the HTML if there is any.
func (d Draft) appendWords(out []byte) []byte {
	if d.HTML == "" {
		return appendPart(out, "plain", d.Text)
	}
	alternative := d.boundary("")
	out = append(out, "Content-Type: multipart/alternative;\r\n boundary=\""+alternative+"\"\r\n\r\n"...)
	out = append(out, "--"+alternative+"\r\n"...)
	out = appendPart(out, "plain", d.Text)
	out = append(out, "\r\n--"+alternative+"\r\n"...)
	out = d.appendHTML(out)
	return append(out, "\r\n--"+alternative+"--\r\n"...)
}

// appendHTML writes the HTML with the pictures in it.
func (d Draft) appendHTML(out []byte) []byte {
	if len(d.Inline) == 0 {
		return appendPart(out, "html", d.HTML)
	}
	related := d.boundary("related")
	out = append(out, "Content-Type: multipart/related; type=\"text/html\";\r\n boundary=\""+related+"\"\r\n\r\n"...)
	out = append(out, "--"+related+"\r\n"...)
	out = appendPart(out, "html", d.HTML)
	for _, f := range d.Inline {
		out = append(out, "\r\n--"+related+"\r\n"...)
		out = f.append(out, "inline")
	}
	return append(out, "\r\n--"+related+"--\r\n"...)
}

// boundary separates the parts of a mail. It can occur neither in quoted-printable nor in base64, because of "=_".
func (d Draft) boundary(of string) string {
	id := d.ID
	if of != "" {
		id += " " + of // which no Message-ID has in it
	}
	sum := sha256.Sum256([]byte(id))
	return "=_" + hex.EncodeToString(sum[:16])
}

// append writes a file as a part.
func (f File) append(out []byte, disposition string) []byte {
	out = append(out, "Content-Type: "+f.Type+"\r\nContent-Transfer-Encoding: base64\r\n"...)
	out = append(out, "Content-Disposition: "+disposition+";\r\n filename=\""+f.Name+"\"\r\n"...)
	if f.ID != "" {
		out = append(out, "Content-Id: <"+f.ID+">\r\n"...)
	}
	out = append(out, "\r\n"...)
	const line = lineWidth / 4 * 3
	for rest := f.Data; len(rest) > 0; rest = rest[min(line, len(rest)):] {
		out = base64.StdEncoding.AppendEncode(out, rest[:min(line, len(rest))])
		out = append(out, "\r\n"...)
	}
	return out
}
