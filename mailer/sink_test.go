package mailer_test

import (
	"testing"
	"time"

	"deaddrop/mailer"
	"deaddrop/mailer/peertest"
)

// Postfix's smtp-sink fails in each way that a server can.
func TestSink(t *testing.T) {
	notSent := mailer.SendError{Temporary: true}
	for _, c := range []struct {
		flags []string
		want  mailer.SendError
	}{
		{[]string{"-q", "."}, mailer.SendError{Temporary: true, Unknown: true}},
		{[]string{"-q", "DATA"}, notSent},
		{[]string{"-q", "RCPT"}, notSent},
		{[]string{"-q", "MAIL"}, notSent},
		{[]string{"-q", "EHLO"}, notSent},
		{[]string{"-q", "CONNECT"}, notSent},
		{[]string{"-w", "60"}, mailer.SendError{Temporary: true}}, // far longer than it is given
		{[]string{"-r", "RCPT"}, mailer.SendError{Temporary: true, Code: 450, Enhanced: "4.3.0"}},
		{[]string{"-r", "."}, mailer.SendError{Temporary: true, Code: 450, Enhanced: "4.3.0"}},
		{[]string{"-Q", "."}, mailer.SendError{Temporary: true, Code: 421}},
		{[]string{"-Q", "MAIL"}, mailer.SendError{Temporary: true, Code: 421}},
		{[]string{"-f", "RCPT"}, mailer.SendError{Code: 500, Enhanced: "5.3.0"}},
		{[]string{"-f", "."}, mailer.SendError{Code: 500, Enhanced: "5.3.0"}},
		{[]string{"-f", "DATA"}, mailer.SendError{Code: 500, Enhanced: "5.3.0"}},
		{[]string{"-f", "EHLO", "-f", "HELO"}, mailer.SendError{Temporary: true, Code: 500}},
	} {
		for _, pipelining := range []bool{true, false} {
			flags := c.flags
			if !pipelining {
				flags = append([]string{"-p"}, flags...)
			}
			t.Run("", func(t *testing.T) {
				addr := peertest.StartSink(t, flags...)
				s := sender(t, addr)
				s.Server.User = ""
				if c.flags[0] == "-w" {
					s.Timeout = time.Second
				}
				outcome(t, s.Send(t.Context(), "gm@post.test", toAnn()), c.want)
			})
		}
	}
	s := sender(t, peertest.StartSink(t))
	s.Server.User = ""
	for _, err := range sendAll(t, s, outgoing(200)) {
		if err != nil {
			t.Error(err)
		}
	}
}
