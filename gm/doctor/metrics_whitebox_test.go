package doctor

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/config"
	"deaddrop/gm/towntest"
)

// The doctor says where the figures are told, and who can read them.
func TestDoctorMetrics(t *testing.T) {
	t.Parallel()
	metrics := func(listen string) func(string) string {
		return towntest.Last("[metrics]\nlisten = \"" + listen + "\"")
	}
	look := func(t *testing.T, w *towntest.Town, serving bool) []Finding {
		t.Helper()
		c, err := config.Read(w.Config)
		if err != nil {
			t.Fatal(err)
		}
		var found []Finding
		d := &Doctor{c: c, serving: serving, Report: func(f Finding) { found = append(found, f) }}
		d.metrics(t.Context())
		return found
	}
	other := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(other.Close)
	busy := strings.TrimPrefix(other.URL, "http://")
	for name, c := range map[string]struct {
		listen  string
		serving bool
		want    complaint
	}{
		"a port": {"127.0.0.1:1", false,
			complaint{OK, "at 127.0.0.1:1 for anybody on this machine when it runs", ""}},
		"a socket": {"./watch.sock", false,
			complaint{OK, "watch.sock for its user alone when it runs", ""}},
		"no directory": {"nowhere/watch.sock", false,
			complaint{Fault, "The socket for the metrics of gm serve can't be in", "Make that directory"}},
		"a file":            {"./password", false, complaint{Fault, "is no socket", "another path"}},
		"another program":   {busy, false, complaint{Fault, "Another program already listens", "ss -lptn"}},
		"another beside it": {busy, true, complaint{Fault, "is not gm serve", "ss -lptn"}},
		"the service from before": {"127.0.0.1:1", true,
			complaint{Fault, "does not publish its metrics", "Start gm serve again"}},
	} {
		w := towntest.New(t)
		w.Configure(t, metrics(c.listen))
		t.Run(name, func(t *testing.T) { one(t, look(t, w, c.serving), c.want) })
	}
	t.Run("the service", func(t *testing.T) {
		w := towntest.New(t)
		w.Configure(t, metrics("./watch.sock"))
		serveHere(t, w)
		socket := filepath.Join(filepath.Dir(w.Config), "watch.sock")
		var found []Finding
		for range 6000 { // until the mailbox was looked through
			if found = look(t, w, true); len(found) == 1 && found[0].Verdict == OK {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		one(t, found, complaint{OK, "for its user alone, and reports no problem", ""})
		if runtime.GOOS == "windows" {
			return
		}
		if err := os.Chmod(socket, 0o666); err != nil {
			t.Fatal(err)
		}
		one(t, look(t, w, true), complaint{Fault, "Others on this machine can read the metrics", "chmod 600 " + socket})
	})
}

// one compares what the doctor finds with the one thing that it should find.
func one(t *testing.T, found []Finding, want complaint) {
	t.Helper()
	if len(found) != 1 || !want.is(found[0]) {
		t.Errorf("found %+v, want %+v", found, want)
	}
}
