package mailer

import (
	"bufio"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

const (
	maxReply = 64 << 10 // bytes of one reply, with all its lines
	maxSaid  = 300      // characters of a reply that are shown to people
)

// A reply is an SMTP server's reply to one command (RFC 5321, 4.2).
type reply struct {
	code  int
	lines []string // lines of the reply, without the code
}

var errReply = errors.New("server does not speak SMTP")

// readReply reads one reply, which may have several lines but no more than maxReply bytes. The code is that of its
// last line.
func readReply(in *bufio.Reader) (reply, error) {
	var r reply
	for left := maxReply; ; {
		line, err := readLine(in, left)
		if err != nil {
			return reply{}, err
		}
		left -= len(line)
		text := strings.TrimRight(string(line), "\r\n")
		if r.code = replyCode(text); r.code == 0 {
			return reply{}, fmt.Errorf("%w: %q", errReply, said(text))
		}
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

// replyCode returns the three-digit code at the beginning of a line, or 0 if there is no code from 200 to 599.
func replyCode(line string) int {
	code, err := strconv.Atoi(line[:min(len(line), 3)])
	if err != nil || code < 200 || code > 599 {
		return 0
	}
	return code
}

// readLine reads a line of at most most bytes, with its line end. The result is valid until the next read.
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

// enhanced returns the enhanced status code of the reply (RFC 2034), or "", and the rest of its text.
func (r reply) enhanced() (code, text string) {
	lines := make([]string, 0, len(r.lines))
	for i, line := range r.lines {
		first, rest, _ := strings.Cut(line, " ")
		if isEnhanced(first) && int(first[0]-'0') == r.code/100 {
			line = rest
			if i == 0 {
				code = first
			}
		}
		lines = append(lines, line)
	}
	return code, said(strings.Join(lines, " "))
}

// isEnhanced reports whether s has the form of an enhanced status code (RFC 3463): a class of one digit, then a
// subject and a detail of up to three digits each, as in 5.1.1.
func isEnhanced(s string) bool {
	class, rest, _ := strings.Cut(s, ".")
	subject, detail, _ := strings.Cut(rest, ".")
	return len(class) == 1 && isNumber(subject) && isNumber(detail)
}

// isNumber reports whether s consists of one to three digits.
func isNumber(s string) bool { return s != "" && len(s) <= 3 && strings.Trim(s, digits) == "" }

// String returns the reply on one line, for logs and for people.
func (r reply) String() string {
	enhanced, text := r.enhanced()
	return strings.TrimSpace(strings.Join(strings.Fields(fmt.Sprintf("%d %s %s", r.code, enhanced, text)), " "))
}

// said turns a server's text into one short line.
func said(s string) string {
	return oneLine(strings.ToValidUTF8(s[:min(len(s), 4*maxSaid)], " "), maxSaid)
}
