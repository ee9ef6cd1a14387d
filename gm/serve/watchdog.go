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

// A manager is the service manager that has started this process: systemd, or another one with the same protocol
// (sd_notify(3)).
type manager struct {
	socket string        // its socket; "" if there is no manager
	every  time.Duration // interval at which it expects a sign of life; 0 if it expects none
}

// managerOf returns the manager described by the environment.
func managerOf(getenv func(string) string) manager {
	m := manager{socket: getenv("NOTIFY_SOCKET")}
	pid, usec := getenv("WATCHDOG_PID"), getenv("WATCHDOG_USEC")
	if n, err := strconv.ParseInt(usec, 10, 64); err == nil && (pid == "" || pid == strconv.Itoa(os.Getpid())) {
		m.every = time.Duration(n) * time.Microsecond / 2
	}
	return m
}

// tell sends a state to the manager, in one message.
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

// feed tells the manager at intervals that the service works, until ctx ends. If the service hangs, feed stops
// telling, and the manager restarts the process.
func (s *Service) feed(ctx context.Context, m manager) error {
	if err := m.tell("READY=1"); err != nil {
		s.log.Warn("the service manager can't be told that the service runs", "error", err)
	}
	if m.socket == "" || m.every <= 0 {
		return nil
	}
	for range nowAndEvery(ctx, m.every) {
		asking, done := context.WithTimeout(ctx, m.every)
		stuck := s.stuck(asking)
		done()
		if stuck == "" {
			_ = m.tell("WATCHDOG=1") // if the manager gets no message, it restarts the service
		} else if ctx.Err() == nil {
			s.log.Error("the service hangs, so that its manager is to start it again", "why", stuck)
		}
	}
	return nil
}

// stuck returns why the service makes no progress, or "" if it does. An error from a server or the store counts as
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

// overdue returns how long ago the last round of work began, as text, if that is too long; otherwise "".
func (s *Service) overdue() string {
	since := s.now().Sub(at(s.began.Load()))
	if since <= longestRound*tick {
		return ""
	}
	return fmt.Sprintf("No round of work has begun for %s.", amount.Time(since))
}

// probeStore sends a query to the store, and reports whether it was answered before ctx ended. An engine that is
// waiting for a disk may ignore ctx. Concurrent calls share one query.
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
