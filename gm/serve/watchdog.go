package serve

import (
	"context"
	"fmt"
	"net"
	"os"
	"strconv"
	"time"

	"deaddrop/gm/amount"
)

// A manager is the service manager that has started this process, systemd or one that is spoken to like it
// (sd_notify(3)).
type manager struct {
	socket string        // "": there is none
	every  time.Duration // how often it wants to hear that the service works; 0: it does not
}

// managerOf is the manager that the environment tells of.
func managerOf(getenv func(string) string) manager {
	m := manager{socket: getenv("NOTIFY_SOCKET")}
	pid, usec := getenv("WATCHDOG_PID"), getenv("WATCHDOG_USEC")
	if n, err := strconv.ParseInt(usec, 10, 64); err == nil && (pid == "" || pid == strconv.Itoa(os.Getpid())) {
		m.every = time.Duration(n) * time.Microsecond / 2
	}
	return m
}

// tell says something to the manager, in one message.
func (m manager) tell(state string) error {
	if m.socket == "" {
		return nil
	}
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: m.socket, Net: "unixgram"})
	if err != nil {
		return fmt.Errorf("telling the service manager: %w", err)
	}
	defer conn.Close()
	_, err = conn.Write([]byte(state))
	return err
}

// feed tells the manager that the service works, until ctx ends or it hangs: then it says no more, and the manager ends
// the process and starts another one.
func (s *Service) feed(ctx context.Context, m manager) error {
	if err := m.tell("READY=1"); err != nil {
		s.log.Warn("the service manager can't be told that the service runs", "error", err)
	}
	if m.socket == "" || m.every <= 0 {
		return nil
	}
	ticker := time.NewTicker(m.every)
	defer ticker.Stop()
	for {
		asking, done := context.WithTimeout(ctx, m.every)
		stuck := s.stuck(asking)
		done()
		if stuck == "" {
			_ = m.tell("WATCHDOG=1") // a manager that can't be told starts another one
		} else if ctx.Err() == nil {
			s.log.Error("the service hangs, so that its manager is to start it again", "why", stuck)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// stuck says why the service makes no progress; "" if it does. That a server or the store answers with an error is
// progress.
func (s *Service) stuck(ctx context.Context) string {
	if why := s.overdue(); why != "" {
		return why
	}
	if answered, _ := s.probeStore(ctx); !answered {
		return "The store does not answer."
	}
	return ""
}

// overdue says for how long no round of work has begun, if that is too long.
func (s *Service) overdue() string {
	since := s.now().Sub(at(s.began.Load()))
	if since <= longestRound*tick {
		return ""
	}
	return fmt.Sprintf("No round of work has begun for %s.", amount.Time(since))
}

// probeStore asks the store for something, and reports whether it has answered before ctx ends. An engine that waits
// for a disk may not look at ctx. However often somebody asks meanwhile, the store is asked once.
func (s *Service) probeStore(ctx context.Context) (answered bool, err error) {
	games := s.master.Store
	asked := s.probe.DoChan("store", func() (any, error) {
		return games.Load(context.WithoutCancel(ctx), "lobby")
	})
	select {
	case answer := <-asked:
		return true, answer.Err
	case <-ctx.Done():
		return false, nil
	}
}
