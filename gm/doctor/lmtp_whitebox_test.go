package doctor

import (
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/towntest"
)

// byLMTP makes a configuration one of a mail server that hands letters in, without a mailbox.
func byLMTP(listen string) func(string) string {
	return func(config string) string {
		before, rest, _ := strings.Cut(config, "[imap]")
		_, after, _ := strings.Cut(rest, "[smtp]")
		return fmt.Sprintf("%s[lmtp]\nlisten = %q\n[smtp]%s", before, listen, after)
	}
}

// If letters are handed in instead of fetched, the doctor says nothing about IMAP.
func TestDoctorLMTP(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no mode, and there are no sockets with a path")
	}
	noMailbox := complaint{Skipped, "as there is no mailbox", ""}
	dir := func(t *testing.T, w *towntest.Town) string { return filepath.Join(filepath.Dir(w.Config), "in") }
	room := func(mode os.FileMode) func(*testing.T, *towntest.Town, *Doctor) {
		return func(t *testing.T, w *towntest.Town, _ *Doctor) {
			if err := os.Mkdir(dir(t, w), mode); err != nil {
				t.Fatal(err)
			}
		}
	}
	busy := func(network, greeting string) func(*testing.T, *towntest.Town, *Doctor) {
		return func(t *testing.T, w *towntest.Town, doc *Doctor) {
			at := "127.0.0.1:0"
			if network == "unix" {
				room(0o700)(t, w, doc)
				at = filepath.Join(dir(t, w), "lmtp.sock")
			}
			on, err := net.Listen(network, at)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { on.Close() })
			go func() {
				for {
					conn, err := on.Accept()
					if err != nil {
						return
					}
					go func() {
						defer conn.Close()
						fmt.Fprint(conn, greeting)
						_, _ = io.Copy(io.Discard, conn) // until the doctor goes
					}()
				}
			}()
			text, err := os.ReadFile(w.Config)
			if err == nil {
				err = os.WriteFile(w.Config,
					[]byte(strings.Replace(string(text), "127.0.0.1:9", on.Addr().String(), 1)), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, p := range map[string]patient{
		"a port":   {edit: byLMTP("127.0.0.1:1"), want: []complaint{noMailbox}},
		"a socket": {edit: byLMTP("in/lmtp.sock"), plant: room(0o700), want: []complaint{noMailbox}},
		"no directory": {edit: byLMTP("in/lmtp.sock"),
			want: []complaint{{Fault, "in, for the socket on which letters come in by LMTP, does not exist",
				"mkdir -p -m 750 "}, noMailbox}},
		"no directory at all": {edit: byLMTP("password/lmtp.sock"),
			want: []complaint{{Fault, "The socket on which letters come in by LMTP can't be in", "another path"}, noMailbox}},
		"no port": {edit: byLMTP("127.0.0.1"),
			want: []complaint{{Fault, `listen under [lmtp] is "127.0.0.1"`, "127.0.0.1:2424"}, noMailbox}},
		"no such port": {edit: byLMTP("127.0.0.1:242400"),
			want: []complaint{{Fault, `listen under [lmtp] is "127.0.0.1:242400"`, "127.0.0.1:2424"}, noMailbox}},
		"off loopback": {edit: byLMTP("192.0.2.1:24"),
			want: []complaint{{Fault, "could connect to 192.0.2.1:24 (listen under [lmtp]), and whoever connects " +
				"there can write in anybody's name", "127.0.0.1:2424"}, noMailbox}},
		"on all addresses": {edit: byLMTP(":24"),
			want: []complaint{{Fault, "can write in anybody's name", "127.0.0.1:2424"}, noMailbox}},
		"another program": {edit: byLMTP("127.0.0.1:9"), plant: busy("tcp", "* OK\r\n* OK\r\n* OK\r\n"),
			want: []complaint{{Fault, "Another program listens at 127.0.0.1:", "ss -lptn"}, noMailbox}},
		"another on the socket": {edit: byLMTP("in/lmtp.sock"), plant: busy("unix", "220 x\r\n250 x\r\n221 x\r\n"),
			want: []complaint{{Fault, "Another program listens at ", "ss -lptn"}, noMailbox}},
		"the service": {edit: byLMTP("in/lmtp.sock"), want: []complaint{noMailbox},
			plant: func(t *testing.T, w *towntest.Town, doc *Doctor) {
				room(0o700)(t, w, doc)
				serveHere(t, w)
				for range 6000 { // it takes commands before letters
					if conn, err := net.Dial("unix", filepath.Join(dir(t, w), "lmtp.sock")); err == nil {
						conn.Close()
						return
					}
					time.Sleep(10 * time.Millisecond)
				}
				t.Fatal("the service does not take letters")
			}},
		"the service from before": {want: []complaint{{Fault, "gm serve runs, but does not listen at 127.0.0.1:1",
			"Start gm serve again"}, noMailbox}, plant: func(t *testing.T, w *towntest.Town, doc *Doctor) {
			serveHere(t, w)
			text, err := os.ReadFile(w.Config)
			if err == nil {
				err = os.WriteFile(w.Config, []byte(byLMTP("127.0.0.1:1")(string(text))), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}},
		"both": {edit: func(config string) string { return config + "[lmtp]\nlisten = \"127.0.0.1:1\"\n" }},
	} {
		t.Run(name, func(t *testing.T) {
			p.check(t, p.diagnose(t, towntest.New(t)))
		})
	}
}

// A directory is as open as the most closed one above it.
func TestEverybody(t *testing.T) {
	if runtime.GOOS == "windows" || !everybody(os.TempDir()) {
		t.Skip("no directory that everybody can enter")
	}
	top, err := os.MkdirTemp("", "gm-doctor")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(top) })
	below := filepath.Join(top, "below")
	if err := os.Mkdir(below, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		top, below os.FileMode
		open       bool
	}{{0o700, 0o755, false}, {0o755, 0o750, false}, {0o755, 0o755, true}, {0o711, 0o711, true}} {
		for dir, mode := range map[string]os.FileMode{top: c.top, below: c.below} {
			if err := os.Chmod(dir, mode); err != nil {
				t.Fatal(err)
			}
		}
		if got := everybody(below); got != c.open {
			t.Errorf("%o and %o: %v", c.top, c.below, got)
		}
	}
	var found []Finding
	d := &Doctor{Report: func(f Finding) { found = append(found, f) }}
	d.socketPlace(filepath.Join(below, "lmtp.sock"))
	patient{want: []complaint{{Fault, "Everybody on this machine can enter " + below + " (mode 0711)",
		"chmod 750"}}}.check(t, found)
}
