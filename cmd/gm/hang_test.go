//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"deaddrop/gm/config"
	"deaddrop/gm/serve/control"
	"deaddrop/gm/towntest"
)

// hangTime is how long a command may take when something hangs.
const hangTime = 30 * time.Second

// ranAlone runs a command in a process of its own, and returns what it printed, with what it ended and how long it
// took.
func ranAlone(t *testing.T, during func(*exec.Cmd), args ...string) (said string, code int, took time.Duration) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 3*hangTime)
	defer stop()
	var out bytes.Buffer
	child := exec.CommandContext(ctx, exe, args...)
	child.Env = append(os.Environ(), "GM_TEST_MAIN=1")
	child.Stdout, child.Stderr = &out, &out
	began := time.Now()
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	if during != nil {
		during(child)
	}
	err = child.Wait()
	if ended := (*exec.ExitError)(nil); err != nil && !errors.As(err, &ended) {
		t.Fatal(err)
	}
	return out.String(), child.ProcessState.ExitCode(), time.Since(began)
}

// stopped serves a town in a process of its own, which is stopped as by a full memory: it is there, and does nothing.
func stopped(t *testing.T, w *towntest.Town) {
	t.Helper()
	c, err := config.Read(w.Config)
	if err != nil {
		t.Fatal(err)
	}
	service := startService(t, w.Config)
	t.Cleanup(func() { _ = service.Process.Kill(); _ = service.Wait() })
	for !control.Running(c.Socket()) {
		if t.Context().Err() != nil {
			t.Fatal("the service does not start")
		}
		time.Sleep(10 * time.Millisecond)
	}
	if err := service.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
}

// While the service hangs, each command says so and ends soon, or at once when it is interrupted; the doctor reports
// a fault and examines the rest.
func TestCommandsBesideAHungService(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	stopped(t, w)
	t.Run("list", func(t *testing.T) {
		t.Parallel()
		said, code, took := ranAlone(t, nil, "-c", w.Config, "list")
		if code != exitFailed || took > hangTime || !strings.Contains(said, "gm serve does not answer") {
			t.Errorf("%d after %v: %s", code, took, said)
		}
	})
	for signal, code := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			said, got, took := ranAlone(t, func(child *exec.Cmd) {
				time.Sleep(time.Second) // until it waits for the service
				if err := child.Process.Signal(signal); err != nil {
					t.Error(err)
				}
			}, "-c", w.Config, "list")
			if got != code || took > 6*time.Second {
				t.Errorf("%d after %v: %s", got, took, said)
			}
		})
	}
	t.Run("doctor", func(t *testing.T) {
		t.Parallel()
		said, code, took := ranAlone(t, nil, "-c", w.Config, "doctor", "--wait", "1s")
		if code != exitFaults || took > hangTime || !strings.Contains(said, "FAULT    gm serve does not answer") ||
			!strings.Contains(said, "examples/deaddrop.service") {
			t.Errorf("%d after %v:\n%s", code, took, said)
		}
		if !strings.Contains(said, "ok       The IMAP server") {
			t.Errorf("it does not look at the rest:\n%s", said)
		}
	})
}

// silentServer takes connections and never says a word.
func silentServer(t *testing.T) string {
	t.Helper()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { on.Close() })
	return on.Addr().String()
}

// The doctor ends soon whatever hangs: both mail servers and the service at once, a program that prints no password, a
// file that is locked.
func TestDoctorEndsSoon(t *testing.T) {
	t.Parallel()
	silent := func(t *testing.T, w *towntest.Town) {
		for _, addr := range []string{w.Office.IMAP(), w.Office.SMTP()} {
			w.Configure(t, towntest.Set(addr, silentServer(t)))
		}
	}
	for name, c := range map[string]struct {
		plant func(t *testing.T, w *towntest.Town)
		want  []string
	}{
		"mail servers": {silent, []string{"as an IMAP server would", "as an SMTP server would"}},
		"everything": {func(t *testing.T, w *towntest.Town) {
			stopped(t, w)
			silent(t, w)
		}, []string{"gm serve does not answer", "IMAP server", "SMTP server"}},
		"password": {func(t *testing.T, w *towntest.Town) {
			w.Configure(t, towntest.Set(`password_file = "password"`, `password_command = ["sleep", "1000"]`))
		}, []string{"IMAP server"}},
		"locked file": {func(t *testing.T, w *towntest.Town) {
			f, err := os.OpenFile(filepath.Join(filepath.Dir(w.Config), "deaddrop.db"), os.O_RDWR|os.O_CREATE, 0o600)
			if err == nil {
				_, err = f.WriteString("x")
			}
			if err == nil {
				err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
			}
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { f.Close() })
		}, []string{"in use by another gm"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := towntest.New(t)
			c.plant(t, w)
			said, code, took := ranAlone(t, nil, "-c", w.Config, "doctor", "--wait", "1s")
			if code != exitFaults || took > hangTime {
				t.Errorf("%d after %v:\n%s", code, took, said)
			}
			_, faults, _ := strings.Cut(strings.Join(strings.Fields(said), " "), " FAULT ")
			for _, want := range c.want {
				if !strings.Contains(faults, want) {
					t.Errorf("it says nothing of %q:\n%s", want, said)
				}
			}
		})
	}
}
