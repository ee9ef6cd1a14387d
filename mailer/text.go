package mailer

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tidy gives text its normal form: LF line ends, usual spaces and dashes, no
// control characters, no blank lines at either end, and a line end at the last.
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

// oneLine makes s one line of at most limit runes.
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

// isOneLine reports whether oneLine would leave s as it is, for nearly all lines are so.
func isOneLine(s string) bool {
	return lineBytes.holds(s) && !strings.Contains(s, "  ") && strings.Trim(s, " ") == s
}

// plainRune gives the usual character for one that only looks like it, and -1
// for one that is not seen.
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
		return -1 // these have no width, or only say what the one before them looks like
	case r == 0x61c, r == 0x200e, r == 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x206f:
		return -1 // these turn the reading direction
	case r >= 0xff01 && r <= 0xff5e: // full-width
		return r - 0xff01 + '!'
	}
	return r
}

func isControl(r rune) bool { return unicode.IsControl(r) && r != '\t' }

// unflow undoes format=flowed (RFC 3676): a line that ends in a space goes on in
// the next one of the same quote depth.
func unflow(s string, delSp bool) string {
	var (
		out   strings.Builder
		depth int
		open  bool // the last line is to be continued
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

// enrichedText gives the words of text/enriched (RFC 1896), in which a single line end is a space, or of its
// predecessor text/richtext (RFC 1341), in which <nl> is a line end.
func enrichedText(s string, enriched bool) string {
	var out strings.Builder
	hidden := 0 // <param> holds what is for programs
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
