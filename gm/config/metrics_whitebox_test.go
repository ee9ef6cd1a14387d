package config

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"deaddrop/gm/refusal"
	"deaddrop/gm/towntest"
)

// Others than this machine can't be given the figures by a mistake, and others on it not where the place is a socket.
func TestWhereFiguresAreTold(t *testing.T) {
	for listen, want := range map[string]string{
		"127.0.0.1:9180": "", "[::1]:9180": "", "localhost:0": "", "run/watch.sock": "",
		"0.0.0.0:9180": "machines other than this one", ":9180": "machines other than this one",
		"192.0.2.1:9180": "machines other than this one", "[::]:9180": "machines other than this one",
		"db.example.org:9180": "write \"127.0.0.1:9180\" or the path of a socket",
		"9180":                "write an address of this machine with a port",
		"127.0.0.1:91800":     "write an address of this machine with a port",
	} {
		w := towntest.New(t)
		w.Configure(t, towntest.Last("[metrics]\nlisten = \""+listen+"\""))
		c, err := Read(w.Config)
		switch {
		case !complains(err, want):
			t.Errorf("%s: %v", listen, err)
		case listen == "run/watch.sock" && c.Metrics.Listen != filepath.Join(filepath.Dir(w.Config), listen):
			t.Errorf("the socket is %s", c.Metrics.Listen)
		}
	}
	t.Run("from its own directory", func(t *testing.T) {
		w := towntest.New(t)
		w.Configure(t, towntest.Last("[metrics]\nlisten = \"./watch.sock\""))
		t.Chdir(filepath.Dir(w.Config))
		if c, err := Read(filepath.Base(w.Config)); err != nil || !IsSocket(c.Metrics.Listen) {
			t.Errorf("the socket is %q, %v", c.Metrics.Listen, err)
		}
	})
	for _, section := range []string{"[metrics]", "[metrics]\nlisten = \"\""} {
		w := towntest.New(t)
		w.Configure(t, towntest.Last(section))
		if _, err := Read(w.Config); err == nil || !strings.Contains(err.Error(), "remove [metrics]") {
			t.Errorf("%q: %v", section, err)
		}
	}
	if runtime.GOOS == "windows" {
		return
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	other := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(other.Close)
	for listen, want := range map[string]string{file: "that is a file",
		filepath.Join(t.TempDir(), "no", "s"):                "there is no directory",
		strings.TrimPrefix(other.URL, "http://"):             "another program",
		filepath.Join(t.TempDir(), strings.Repeat("s", 120)): "too long"} {
		on, err := Metrics{listen}.Open()
		if refused := (*refusal.Error)(nil); on != nil || !errors.As(err, &refused) ||
			!strings.Contains(refused.Text, want) {
			t.Errorf("%s: %v", listen, err)
		}
	}
	at := Metrics{filepath.Join(t.TempDir(), "watch.sock")}
	on, err := at.Open()
	if err != nil {
		t.Fatal(err)
	}
	if f, err := os.Stat(at.Listen); err != nil || f.Mode().Perm() != 0o600 {
		t.Errorf("the socket has %v, %v", f.Mode(), err)
	}
	taken := func(m Metrics) {
		t.Helper()
		if _, err := m.Open(); !errors.As(err, new(*refusal.Error)) ||
			!strings.Contains(err.Error(), "another program listens there") {
			t.Errorf("two listen on one socket: %v", err)
		}
		if _, err := os.Stat(m.Listen); err != nil {
			t.Errorf("it was taken away from the other one: %v", err)
		}
	}
	taken(at)
	logs := Metrics{filepath.Join(t.TempDir(), "log.sock")} // a socket of another kind
	if log, err := net.ListenPacket("unixgram", logs.Listen); err == nil {
		defer log.Close()
		taken(logs)
	}
	on.(*net.UnixListener).SetUnlinkOnClose(false) // as when its program is killed
	on.Close()
	if on, err = at.Open(); err != nil {
		t.Errorf("after a crash: %v", err)
	} else {
		on.Close()
	}
}
