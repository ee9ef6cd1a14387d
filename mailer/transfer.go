package mailer

import (
	"bytes"
	"regexp"
	"strings"
)

// decodeTransfer undoes a Content-Transfer-Encoding (RFC 2045, 6). It leaves malformed data as it is, and does not
// decode unknown encodings.
func decodeTransfer(label string, b []byte) []byte {
	switch transferEncoding(label) {
	case "quotedprintable":
		return decodeQuoted(b)
	case "base64":
		if !looksLikeBase64(b) {
			return b
		}
		return decodeBase64(b)
	case "uuencode", "uue":
		return decodeUU(b)
	}
	return b
}

func isEncoded(label string) bool {
	switch transferEncoding(label) {
	case "quotedprintable", "base64", "uuencode", "uue":
		return true
	}
	return false
}

// transferEncoding returns the label without the characters that careless programs put in or around it.
func transferEncoding(label string) string {
	if label == "" || label == "7bit" || label == "8bit" {
		return ""
	}
	label, _, _ = strings.Cut(stripComments(label), ";")
	label = strings.ToLower(strings.Trim(label, " \t\"'"))
	return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.TrimPrefix(label, "x-"))
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

func isBase64(c byte) bool { return sixBits(c) >= 0 }

// looksLikeBase64 reports whether most of the first lines consist of Base64 only. If not, the text is plain, whatever
// the header says.
func looksLikeBase64(b []byte) bool {
	var (
		clean, other int
		padded       bool
	)
	for range 20 {
		var line []byte
		if line, b = cutLine(b); len(line) == 0 && len(b) == 0 {
			break
		}
		switch line = bytes.TrimSpace(line); {
		case len(line) == 0:
		case isBase64Line(line):
			clean++
			padded = padded || other == 0 && line[len(line)-1] == '='
		default:
			other++
		}
	}
	return clean >= other || padded
}

func isBase64Line(line []byte) bool {
	for _, c := range line {
		if c != '=' && !isBase64(c) {
			return false
		}
	}
	return true
}

// decodeBase64 decodes Base64 and ignores other characters, and accepts padding in the middle. It also ignores a line
// of other words after the end, which a mailing list may have added.
func decodeBase64(b []byte) []byte {
	out := make([]byte, 0, len(b)*3/4+3)
	var (
		group  uint32 // up to four characters of six bits each
		n      int    // their number
		padded bool
	)
	flush := func() {
		group <<= 6 * (4 - n)
		three := [3]byte{byte(group >> 16), byte(group >> 8), byte(group)}
		out = append(out, three[:max(0, n-1)]...)
		group, n = 0, 0
	}
	for len(b) > 0 {
		var line []byte
		line, b = cutLine(b)
		if padded && !isBase64Line(bytes.TrimSpace(line)) {
			continue
		}
		for _, c := range line {
			switch v := sixBits(c); {
			case c == '=':
				flush()
				padded = true
			case v >= 0:
				group = group<<6 | uint32(v)
				if n++; n == 4 {
					out = append(out, byte(group>>16), byte(group>>8), byte(group))
					group, n = 0, 0
				}
			}
		}
	}
	flush()
	return out
}

// sixBits returns the value of a Base64 character, or -1 for any other.
func sixBits(c byte) int {
	switch {
	case c >= 'A' && c <= 'Z':
		return int(c - 'A')
	case c >= 'a' && c <= 'z':
		return int(c-'a') + 26
	case c >= '0' && c <= '9':
		return int(c-'0') + 52
	case c == '+':
		return 62
	case c == '/':
		return 63
	}
	return -1
}

// decodeUU decodes uuencoded data between the lines "begin 644 name" and "end", and keeps the text around it.
func decodeUU(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for inside := false; len(b) > 0; {
		line, rest := cutLine(b)
		switch {
		case !inside:
			if inside = uuBegin.Match(line); !inside {
				out = append(out, b[:len(b)-len(rest)]...)
			}
		case string(line) == "end":
			inside = false
		default:
			out = appendUU(out, line)
		}
		b = rest
	}
	return out
}

// uuBegin matches the first line of uuencoded data: "begin", the file's mode in octal, and its name.
var uuBegin = regexp.MustCompile(`^begin [0-7]{3,4} `)

// appendUU appends the data of one line, whose first character is its length.
func appendUU(out, line []byte) []byte {
	if len(line) == 0 {
		return out
	}
	size := int(line[0]-' ') & 0x3f
	line = line[1:]
	at := func(i int) byte {
		if i >= len(line) {
			return 0
		}
		return (line[i] - ' ') & 0x3f
	}
	for i := 0; size > 0; i += 4 {
		a, b, c, d := at(i), at(i+1), at(i+2), at(i+3)
		three := [3]byte{a<<2 | b>>4, b<<4 | c>>2, c<<6 | d}
		n := min(size, 3)
		out = append(out, three[:n]...)
		size -= n
	}
	return out
}
