//go:build unix

package serve

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"deaddrop/gm/towntest"
)

// logged passes the messages of a log on.
type logged struct {
	slog.Handler
	to chan string
}

func (l logged) Enabled(context.Context, slog.Level) bool { return true }

func (l logged) Handle(_ context.Context, r slog.Record) error {
	select {
	case l.to <- r.Message:
	default:
	}
	return nil
}

// The service manager hears that the service runs, and again and again that it works, but not while its rounds of work or
// its store hang. A store that fails is not restarted for that.
func TestWatchdog(t *testing.T) {
	t.Parallel()
	now := new(atomic.Int64)
	now.Store(time.Now().UnixNano())
	s := idle(t, towntest.New(t), now)
	dir, err := os.MkdirTemp("", "gm") // the name of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	path := filepath.Join(dir, "notify")
	at, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer at.Close()
	heard := make(chan string, 100)
	go func() {
		b := make([]byte, 100)
		for {
			n, err := at.Read(b)
			if err != nil {
				return
			}
			heard <- string(b[:n])
		}
	}()
	said := make(chan string, 100)
	s.log = slog.New(logged{to: said})
	healthy := s.master.Store
	const hangs = "the service hangs, so that its manager is to start it again"
	during := func(what string, want string, from chan string) {
		t.Helper()
		for len(from) > 0 {
			<-from
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			ended <- s.feed(ctx, managerOf(func(name string) string {
				return map[string]string{"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "100000",
					"WATCHDOG_PID": strconv.Itoa(os.Getpid())}[name]
			}))
		}()
		for got := range from {
			if got == want {
				break
			}
			if from == said {
				t.Errorf("%s: the log says %q", what, got)
			}
		}
		stop()
		if err := <-ended; err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	during("at first", "READY=1", heard)
	during("while it works", "WATCHDOG=1", heard)
	s.master.Store = &sick{healthy, func(context.Context) error { return errors.New("no space left on device") }}
	during("while the store fails", "WATCHDOG=1", heard)
	free := make(chan struct{})
	s.master.Store = &sick{healthy, func(context.Context) error { <-free; return nil }}
	during("while the store hangs", hangs, said)
	close(free)
	s.master.Store = healthy
	now.Add(int64(11 * time.Minute))
	during("while a round of work hangs", hangs, said)
	if m := managerOf(func(name string) string {
		return map[string]string{"WATCHDOG_USEC": "100000", "WATCHDOG_PID": "1"}[name]
	}); m.every != 0 {
		t.Error("it feeds another process's watchdog")
	}
}
