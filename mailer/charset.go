package mailer

import (
	"bytes"
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
)

// toUTF8 decodes b. A charset that is unknown, or that says UTF-8 or ASCII and
// is not true, is taken for windows-1252, as it nearly always is.
func toUTF8(label string, b []byte) string {
	label = strings.ToLower(strings.Trim(label, " \t'\"<>"))
	label = strings.TrimPrefix(label, "charset=")
	if enc := charset(label); enc != nil {
		if out, err := enc.NewDecoder().Bytes(b); err == nil {
			return strings.ToValidUTF8(string(out), "\ufffd")
		}
	}
	if utf8.Valid(b) {
		return string(b)
	}
	for _, c := range b { // no text in windows-1252 has these
		switch c {
		case 0x81, 0x8d, 0x8f, 0x90, 0x9d:
			return strings.ToValidUTF8(string(b), "\ufffd")
		}
	}
	out, err := charmap.Windows1252.NewDecoder().Bytes(b)
	if err != nil {
		return strings.ToValidUTF8(string(b), "\ufffd")
	}
	return string(out)
}

// charset gives nil for UTF-8, for ASCII and for what is not known.
func charset(label string) encoding.Encoding {
	switch label {
	case "", "utf-8", "utf8", "us-ascii", "ascii", "ansi_x3.4-1968", "unknown-8bit", "x-unknown", "default":
		return nil
	}
	if enc, err := htmlindex.Get(label); err == nil && enc != encoding.Replacement {
		return enc
	}
	if enc, err := ianaindex.MIME.Encoding(label); err == nil {
		return enc
	}
	enc, err := htmlindex.Get(strings.Replace(label, "cp-", "windows-", 1))
	if err != nil {
		return nil
	}
	return enc
}

// decodeTransfer undoes a Content-Transfer-Encoding. It cannot fail: what is
// wrong stays as it is, and an unknown encoding is taken for none.
func decodeTransfer(label string, b []byte) []byte {
	switch strings.ToLower(strings.Trim(label, " \t\";'")) {
	case "quoted-printable":
		return decodeQuoted(b)
	case "base64":
		return decodeBase64(b)
	}
	return b
}

func decodeQuoted(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for len(b) > 0 {
		line, rest := cutLine(b)
		ended := len(rest) > 0 || b[len(b)-1] == '\n'
		line = bytes.TrimRight(line, " \t")
		soft := bytes.HasSuffix(line, []byte("="))
		line = bytes.TrimSuffix(line, []byte("="))
		for i := 0; i < len(line); i++ {
			if line[i] == '=' && i+2 < len(line) {
				hi, lo := unhex(line[i+1]), unhex(line[i+2])
				if hi >= 0 && lo >= 0 {
					out = append(out, byte(hi<<4|lo))
					i += 2
					continue
				}
			}
			out = append(out, line[i])
		}
		if ended && !soft {
			out = append(out, '\n')
		}
		b = rest
	}
	return out
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	}
	return -1
}

// decodeBase64 decodes what is Base64 and passes over the rest, so that it also
// reads pieces that were padded one by one.
func decodeBase64(b []byte) []byte {
	out := make([]byte, 0, len(b)*3/4)
	group := make([]byte, 0, 4)
	flush := func() {
		var three [3]byte
		n, _ := base64.RawStdEncoding.Decode(three[:], group)
		out = append(out, three[:n]...)
		group = group[:0]
	}
	for _, c := range b {
		switch {
		case c == '=':
			flush()
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '+', c == '/':
			group = append(group, c)
			if len(group) == 4 {
				flush()
			}
		}
	}
	flush()
	return out
}
