package mailer

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tidy normalises text: LF line ends, plain spaces and dashes, no control characters, no blank lines at the beginning
// or end, and a line end at the end.
func tidy(s string) string {
	if strings.Contains(s, "\r") {
		s = strings.ReplaceAll(s, "\r\n", "\n")
	}
	if !plainBytes.holds(s) {
		s = strings.Map(plainRune, s)
	}
	s = strings.Trim(s, "\n")
	if strings.TrimSpace(s) == "" {
		return ""
	}
	return s + "\n"
}

// oneLine turns s into one line of at most limit runes.
func oneLine(s string, limit int) string {
	if len(s) <= limit && isOneLine(s) {
		return s
	}
	s = strings.Join(strings.Fields(strings.Map(plainRune, s)), " ")
	if utf8.RuneCountInString(s) > limit {
		s = string([]rune(s)[:limit])
	}
	return s
}

// isOneLine reports whether oneLine would leave s unchanged, as it does nearly always.
func isOneLine(s string) bool {
	return lineBytes.holds(s) && !strings.Contains(s, "  ") && strings.Trim(s, " ") == s
}

// plainRune returns the plain character for one that looks like it, or -1 for an invisible one.
func plainRune(r rune) rune {
	switch {
	case r == '\n', r == '\t':
		return r
	case r == '\r', r == '\f', r == '\v', r == 0x85, r == 0x2028, r == 0x2029:
		return '\n'
	case r < ' ', r >= 0x7f && r < 0xa0:
		return -1
	case r < 0x7f:
		return r
	case r == 0xa0, r >= 0x2000 && r <= 0x200a, r == 0x202f, r == 0x205f, r == 0x3000:
		return ' '
	case r >= 0x2010 && r <= 0x2015, r == 0x2212, r == 0xfe58, r == 0xfe63:
		return '-'
	case r == 0xad, r == 0x34f, r == 0x180e, r == 0x200b, r >= 0x2060 && r <= 0x2064, r >= 0xfe00 && r <= 0xfe0f,
		r == 0xfeff,
		r >= 0xfff9 && r <= 0xfffb, r >= 0xe0000 && r <= 0xe0fff:
		return -1 // characters without width, and variation selectors
	case r == 0x61c, r == 0x200e, r == 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x206f:
		return -1 // controls of the reading direction
	case r >= 0xff01 && r <= 0xff5e: // full-width forms
		return r - 0xff01 + '!'
	}
	return r
}

func isControl(r rune) bool { return unicode.IsControl(r) && r != '\t' }

// unflow undoes format=flowed (RFC 3676): a line that ends in a space continues on the next line of the same quote
// depth.
func unflow(s string, delSp bool) string {
	var (
		out   strings.Builder
		depth int
		open  bool // the last line continues
	)
	out.Grow(len(s))
	for line := range strings.Lines(s) {
		line = strings.TrimRight(line, "\r\n")
		text := strings.TrimLeft(line, ">")
		quotes := len(line) - len(text)
		text = strings.TrimPrefix(text, " ") // space-stuffing
		signature := text == "-- "
		if !open || quotes != depth || signature {
			if out.Len() > 0 {
				out.WriteByte('\n')
			}
			if quotes > 0 {
				out.WriteString(strings.Repeat(">", quotes) + " ")
			}
		}
		depth, open = quotes, strings.HasSuffix(text, " ") && !signature
		if open && delSp {
			text = text[:len(text)-1]
		}
		out.WriteString(text)
	}
	return out.String()
}

// enrichedText returns the text in text/enriched (RFC 1896), where a single line end is a space, or in its
// predecessor text/richtext (RFC 1341), where <nl> is a line end.
func enrichedText(s string, enriched bool) string {
	var out strings.Builder
	hidden := 0 // the content of <param> is not displayed
	s = strings.ReplaceAll(s, "\r\n", "\n")
	for s != "" {
		i := strings.IndexAny(s, "<\n")
		if i < 0 {
			i = len(s)
		}
		if hidden == 0 {
			out.WriteString(s[:i])
		}
		if s = s[i:]; s == "" {
			break
		}
		if s[0] == '\n' {
			ends := len(s) - len(strings.TrimLeft(s, "\n"))
			switch {
			case ends == 1 || !enriched:
				out.WriteByte(' ')
			default:
				out.WriteString(strings.Repeat("\n", ends-1))
			}
			s = s[ends:]
			continue
		}
		if strings.HasPrefix(s, "<<") {
			out.WriteByte('<')
			s = s[2:]
			continue
		}
		end := strings.IndexByte(s[:min(len(s), 60)], '>')
		if end < 0 {
			out.WriteByte('<')
			s = s[1:]
			continue
		}
		tag, rest := s[1:end], s[end+1:]
		switch strings.ToLower(tag) {
		case "param":
			hidden++
		case "/param":
			hidden = max(0, hidden-1)
		case "nl", "np", "paragraph", "/paragraph":
			out.WriteByte('\n')
		case "lt":
			out.WriteByte('<')
		}
		s = rest
	}
	return out.String()
}
