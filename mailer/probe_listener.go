package mailer

import (
	"bufio"
	"context"
	"errors"
	"net"
	"strings"
	"time"
)

// ProbeListener connects to a Listener's address as a mail server would, and checks that it greets by LMTP. It hands
// over no mail. Its errors are of type *ProbeError. An exchange may take limit, or twenty seconds if that is zero.
func ProbeListener(ctx context.Context, l *Listener, limit time.Duration) error {
	if limit == 0 {
		limit = defaultProbe
	}
	if err := l.check(); err != nil {
		return &ProbeError{Stage: StageSettings, Err: err}
	}
	network := "tcp"
	if strings.Contains(l.Listen, "/") {
		network = "unix"
	}
	dialing, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	raw, err := new(net.Dialer).DialContext(dialing, network, l.Listen)
	if err != nil {
		return &ProbeError{Stage: StageConnect, Err: err}
	}
	defer func() { _ = raw.Close() }()
	c := &talk{Writer: raw, lines: bufio.NewReaderSize(raw, 8<<10)}
	line, err := step(ctx, raw, limit, "greeting", func() (string, error) {
		if _, err := c.answer(lastReply); err != nil {
			return "", err
		}
		answer, err := c.command("LHLO localhost", lastReply)
		if err != nil {
			return "", err
		}
		_, err = c.command("QUIT", lastReply)
		return answer[len(answer)-1], err
	})
	switch {
	case err != nil:
		return &ProbeError{Stage: StageGreeting, Err: err}
	case !strings.HasPrefix(line, "250"):
		return &ProbeError{Stage: StageGreeting, Answer: oneLine(line, maxSubject),
			Err: errors.New("server does not speak LMTP")}
	}
	return nil
}
