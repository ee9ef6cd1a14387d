package mailer

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// toUTF8 decodes b. If the charset is unknown, or wrongly said to be UTF-8 or ASCII, it assumes windows-1252, which
// is nearly always right.
func toUTF8(label string, b []byte) string {
	label = charsetLabel(label)
	if strings.Contains(label, "utf-7") {
		return decodeUTF7(b)
	}
	enc := charset(label)
	if label == "utf-16" && isLittleEndian(b) {
		enc = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	}
	if enc == nil && bytes.Contains(b, []byte("\x1b$")) &&
		!bytes.ContainsFunc(b, func(r rune) bool { return r >= utf8.RuneSelf }) {
		enc = japanese.ISO2022JP
	}
	if enc != nil {
		if out, err := enc.NewDecoder().Bytes(b); err == nil {
			return strings.ToValidUTF8(string(out), "\ufffd")
		}
	}
	if utf8.Valid(b) {
		return string(b)
	}
	if isMostlyUTF8(b) {
		return strings.ToValidUTF8(string(b), "\ufffd")
	}
	out, err := charmap.Windows1252.NewDecoder().Bytes(b)
	if err != nil {
		return strings.ToValidUTF8(string(b), "\ufffd")
	}
	return string(out)
}

// isLittleEndian reports whether text in UTF-16 without a byte order mark is little-endian, against the standard: of a
// text in Latin letters, most high bytes are zero.
func isLittleEndian(b []byte) bool {
	var even, odd int
	for i, c := range b {
		switch {
		case c != 0:
		case i%2 == 0:
			even++
		default:
			odd++
		}
	}
	return odd > even
}

// isMostlyUTF8 reports whether b is damaged UTF-8 rather than text in another charset. No text in windows-1252 has
// the bytes that are unassigned there, and few have sequences that are valid UTF-8.
func isMostlyUTF8(b []byte) bool {
	var sound, broken int
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		switch {
		case r == utf8.RuneError && n <= 1:
			switch b[i] {
			case 0x81, 0x8d, 0x8f, 0x90, 0x9d:
				return true
			}
			broken++
		case n > 1:
			sound++
		}
		i += n
	}
	return sound > broken
}

// charsetLabel returns the name of a charset without the quotes and other characters that careless programs put
// around it.
func charsetLabel(label string) string {
	label = strings.ToLower(strings.Trim(label, " \t'\"<>;,"))
	label = strings.TrimLeft(strings.TrimPrefix(label, "charset="), " '\"")
	if i := strings.IndexAny(label, " \t;,'\""); i > 0 {
		label = label[:i]
	}
	return label
}

// charset returns the decoder for a label, or nil for UTF-8, for ASCII and for unknown charsets.
func charset(label string) encoding.Encoding {
	switch label {
	case "", "utf-8", "utf8", "us-ascii", "ascii", "ansi_x3.4-1968", "unknown-8bit", "x-unknown", "default", "binary",
		"none":
		return nil
	case "utf-16", "utf16", "unicode", "ucs-2", "iso-10646-ucs-2", "csunicode",
		"utf-16be": // big-endian, unless it says otherwise (RFC 2781)
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	case "utf-16le":
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	case "utf-32", "ucs-4", "utf-32be":
		return utf32.UTF32(utf32.BigEndian, utf32.UseBOM)
	case "utf-32le":
		return utf32.UTF32(utf32.LittleEndian, utf32.UseBOM)
	case "ansi", "x-ansi", "cp1250-ansi", "western":
		return charmap.Windows1252
	}
	if enc := knownCharset(label); enc != nil {
		return enc
	}
	return knownCharset(usualCharset(label))
}

func knownCharset(label string) encoding.Encoding {
	if enc, err := htmlindex.Get(label); err == nil && enc != encoding.Replacement {
		return enc
	}
	if enc, err := ianaindex.MIME.Encoding(label); err == nil {
		return enc
	}
	return nil
}

// usualCharset converts a label to its registered form: cp_1252, win-1252 and windows1252 become windows-1252, and
// ISO8859_15 becomes iso-8859-15.
func usualCharset(label string) string {
	label = strings.TrimPrefix(strings.ReplaceAll(label, "_", "-"), "x-")
	for _, alias := range []struct{ prefix, usual string }{
		{"iso-8859", "iso-8859-"}, {"iso8859", "iso-8859-"}, {"8859", "iso-8859-"}, {"latin", "latin"},
		{"iso-latin", "latin"}, {"windows", "windows-"}, {"win", "windows-"}, {"microsoft-cp", "windows-"},
		{"ms-cp", "windows-"}, {"ms", "windows-"}, {"cp", "windows-"}, {"ibm", "ibm"}, {"koi8", "koi8-"},
		{"mac", "mac"}, {"shift", "shift-"},
	} {
		number, found := strings.CutPrefix(label, alias.prefix)
		if !found {
			continue
		}
		number = strings.Trim(number, "-")
		switch alias.prefix + number {
		case "cp437", "cp850", "cp852", "cp855", "cp858", "cp860", "cp862", "cp863", "cp865", "cp866":
			return "ibm" + number
		case "cp932", "windows932", "win932", "windows31j":
			return "shift_jis"
		case "cp936", "windows936":
			return "gbk"
		case "cp949", "windows949":
			return "euc-kr"
		case "cp950", "windows950":
			return "big5"
		case "cp65001":
			return "utf-8"
		case "macroman", "mac":
			return "macintosh"
		case "koi8":
			return "koi8-r"
		case "shiftjis":
			return "shift_jis"
		}
		return alias.usual + number
	}
	switch label {
	case "sjis":
		return "shift_jis"
	case "eucjp":
		return "euc-jp"
	case "euckr", "ksc5601", "ksc-5601":
		return "euc-kr"
	case "big5-eten", "big5-2003":
		return "big5"
	case "gb2312-80", "gb-2312", "euc-cn":
		return "gbk"
	}
	return label
}

// decodeUTF7 decodes UTF-7 (RFC 2152): a plus sign, then UTF-16 in Base64, up to a minus sign or any other character
// that is not Base64. It leaves invalid sequences as they are.
func decodeUTF7(b []byte) string {
	var out strings.Builder
	for len(b) > 0 {
		i := bytes.IndexByte(b, '+')
		if i < 0 {
			break
		}
		out.Write(b[:i])
		b = b[i+1:]
		end := 0
		for end < len(b) && isBase64(b[end]) {
			end++
		}
		switch {
		case end == 0 && len(b) > 0 && b[0] == '-':
			out.WriteByte('+')
		case end == 0:
			out.WriteByte('+')
			continue
		default:
			bytes := decodeBase64(b[:end])
			units := make([]uint16, 0, len(bytes)/2)
			for i := 0; i+1 < len(bytes); i += 2 {
				units = append(units, uint16(bytes[i])<<8|uint16(bytes[i+1]))
			}
			out.WriteString(string(utf16.Decode(units)))
		}
		if b = b[end:]; len(b) > 0 && b[0] == '-' {
			b = b[1:]
		}
	}
	out.Write(b)
	return strings.ToValidUTF8(out.String(), "\ufffd")
}
