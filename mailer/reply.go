package mailer

import (
	"bufio"
	"errors"
	"fmt"
	"strings"
)

const (
	maxReply = 64 << 10 // bytes of one answer, with all its lines
	maxSaid  = 300      // characters of it that are shown to anybody
)

// A reply is what an SMTP server answers to one command (RFC 5321, 4.2).
type reply struct {
	code  int
	lines []string // without the code
}

var errReply = errors.New("server does not speak SMTP")

// readReply reads one answer of however many lines, which are together no longer
// than maxReply. The last line's code counts.
func readReply(in *bufio.Reader) (reply, error) {
	var r reply
	for left := maxReply; ; {
		line, err := readLine(in, left)
		if err != nil {
			return reply{}, err
		}
		left -= len(line)
		text := strings.TrimRight(string(line), "\r\n")
		if len(text) < 3 || text[0] < '2' || text[0] > '5' || !isDigit(text[1]) || !isDigit(text[2]) {
			return reply{}, fmt.Errorf("%w: %q", errReply, said(text))
		}
		r.code = int(text[0]-'0')*100 + int(text[1]-'0')*10 + int(text[2]-'0')
		if len(text) == 3 {
			r.lines = append(r.lines, "")
			return r, nil
		}
		r.lines = append(r.lines, text[4:])
		switch text[3] {
		case ' ':
			return r, nil
		case '-':
		default:
			return reply{}, fmt.Errorf("%w: %q", errReply, said(text))
		}
	}
}

// readLine reads a line with its end, valid until the next one is read.
func readLine(in *bufio.Reader, most int) ([]byte, error) {
	line, err := in.ReadSlice('\n')
	if err == nil && len(line) <= most {
		return line, nil
	}
	long := append([]byte(nil), line...)
	for errors.Is(err, bufio.ErrBufferFull) && len(long) <= most {
		line, err = in.ReadSlice('\n')
		long = append(long, line...)
	}
	if len(long) > most {
		return nil, fmt.Errorf("%w: its answer has no end", errReply)
	}
	return long, err
}

// enhanced gives the enhanced code (RFC 2034) and what was said beside it.
func (r reply) enhanced() (code, text string) {
	lines := make([]string, 0, len(r.lines))
	for i, line := range r.lines {
		first, rest, _ := strings.Cut(line, " ")
		if soundEnhanced(first, r.code) {
			line = rest
			if i == 0 {
				code = first
			}
		}
		lines = append(lines, line)
	}
	return code, said(strings.Join(lines, " "))
}

// soundEnhanced says whether s is such a code, and of the class of the other.
func soundEnhanced(s string, code int) bool {
	if len(s) < 5 || len(s) > 9 || s[0] != byte('0'+code/100) || s[1] != '.' {
		return false
	}
	subject, detail, found := strings.Cut(s[2:], ".")
	number := func(s string) bool {
		return s != "" && len(s) <= 3 && !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	}
	return found && number(subject) && number(detail)
}

// String is for logs and for people.
func (r reply) String() string {
	enhanced, text := r.enhanced()
	return strings.TrimSpace(strings.Join(strings.Fields(fmt.Sprintf("%d %s %s", r.code, enhanced, text)), " "))
}

// said makes one short line of what a stranger said.
func said(s string) string {
	return oneLine(strings.ToValidUTF8(s[:min(len(s), 4*maxSaid)], " "), maxSaid)
}
