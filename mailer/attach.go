package mailer

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
)

// A File is a part of a mail other than its text: an attachment, or a picture that the HTML shows.
type File struct {
	Name string // "map.png": plain ASCII, without a path
	Type string // "image/png", "text/calendar; charset=utf-8; method=PUBLISH"
	Data []byte

	// ID is the Content-ID, without brackets, by which the HTML refers to a picture: <img src="cid:ID">. It has at
	// most 62 characters. Only files in Draft.Inline need one.
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

// checkFiles returns an error if a file of the draft has an unusable name, type or ID.
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

// size returns an upper bound of the number of bytes that the files take up in the mail.
func (d Draft) size() int {
	n := 0
	for _, list := range [][]File{d.Inline, d.Attached} {
		for _, f := range list {
			n += len(f.Data)*4/3*78/76 + 600
		}
	}
	return n
}

// appendBody appends the rest of the mail, from its Content-Type on. A mail with HTML or files is nested as RFC 2046
// and RFC 2387 want it: first the text, then the HTML with its pictures, then the attachments.
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

// appendWords appends the text, as multipart/alternative if there is HTML, too.
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

// appendHTML appends the HTML, as multipart/related if it shows pictures.
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

// boundary returns the separator of a multipart. It contains "=_", which occurs neither in quoted-printable nor in
// base64.
func (d Draft) boundary(of string) string {
	id := d.ID
	if of != "" {
		id += " " + of // no Message-ID contains a space
	}
	sum := sha256.Sum256([]byte(id))
	return "=_" + hex.EncodeToString(sum[:16])
}

// append appends the file as a MIME part.
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
