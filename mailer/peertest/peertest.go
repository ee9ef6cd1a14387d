// Package peertest starts other people's mail programs for tests: Dovecot, Postfix and smtp-sink as servers, swaks and
// neomutt as players. They are the real ones, of Debian's packages, on free ports of this machine and with files
// that are removed, and they end with the test, or at the latest with the process that it runs in.
//
// Where one can't run, the test that wants it is skipped, and says which package it misses. When DEADDROP_PEERS is
// "1" in the environment it fails instead: whoever has installed them wants to know that they were not tried.
//
// The package is in charge of no server that anybody else may use: passwords are known, and nothing leaves the machine.
package peertest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/template"
	"time"

	"deaddrop/tier"
)

// Password opens every mailbox.
const Password = "secret"

const (
	patience = time.Minute // for a server that starts or ends, however busy the machine is
	grace    = 200 * time.Millisecond
	look     = 10 * time.Millisecond
	shown    = 40 // lines of a log, when a test has failed
)

// Skip ends a test that can't be done here, or fails it when that was to be possible.
func Skip(t testing.TB, format string, args ...any) {
	t.Helper()
	why := fmt.Sprintf(format, args...)
	if os.Getenv("DEADDROP_PEERS") == "1" {
		t.Fatalf("%s This is a failure, since DEADDROP_PEERS is 1.", why)
	}
	t.Skipf("NOT TESTED: %s", why)
}

// find finds a program that Debian has in one of its packages. The short tier does without real mail programs.
func find(t testing.TB, program, packages string) string {
	t.Helper()
	if !tier.Full() {
		t.Skip("starts real mail programs, as .ci/run does")
	}
	if path, err := exec.LookPath(program); err == nil {
		return path
	}
	for _, dir := range []string{"/usr/sbin", "/sbin", "/usr/lib/postfix/sbin"} { // not in everybody's PATH
		if path, err := exec.LookPath(filepath.Join(dir, program)); err == nil {
			return path
		}
	}
	Skip(t, "the program %s is not here. Install it with: apt-get install %s.", program, packages)
	return ""
}

// directory makes a directory for a server's files that other users may enter, which those of t.TempDir are not
// for. Its name is short, since sockets are to have room in it.
func directory(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "peer")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// FreeAddr gives an address of this machine, host:port, at which nobody listens yet. On Linux nobody else is given
// it before the test ends.
func FreeAddr(t testing.TB) string {
	t.Helper()
	return "127.0.0.1:" + freePort(t)
}

// write fills in a template and writes it to a file that everybody may read.
func write(t testing.TB, path, text string, values any) {
	t.Helper()
	tmpl, err := template.New(filepath.Base(path)).Option("missingkey=error").Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := errors.Join(tmpl.Execute(&out, values), os.WriteFile(path, out.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// An account is the user of this machine that a server runs as.
type account struct {
	user, group string
	uid, gid    int
	switched    bool // it is not the user of the test
}

// ordinary gives an account that is not root's: some servers refuse to be that.
func ordinary(t testing.TB) account {
	t.Helper()
	u, err := user.Current()
	switched := err == nil && u.Uid == "0"
	if switched {
		u, err = user.Lookup("nobody")
	}
	if err != nil {
		Skip(t, "there is no user that a server could run as: %v.", err)
	}
	g, err := user.LookupGroupId(u.Gid)
	if err != nil {
		Skip(t, "the group of the user %s has no name: %v.", u.Username, err)
	}
	a := account{user: u.Username, group: g.Name, switched: switched}
	if a.uid, err = strconv.Atoi(u.Uid); err != nil {
		t.Fatal(err)
	}
	if a.gid, err = strconv.Atoi(u.Gid); err != nil {
		t.Fatal(err)
	}
	return a
}

// own gives directories and what is in them to the account.
func (a account) own(t testing.TB, dirs ...string) {
	t.Helper()
	if !a.switched {
		return
	}
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
			return errors.Join(err, os.Lchown(path, a.uid, a.gid))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A process is a server that was started, with all that it has started itself.
type process struct {
	cmd   *exec.Cmd
	life  io.Closer // it ends when this is closed, which also happens when the test dies
	ended chan struct{}
}

// watched is how a server runs: until it ends, or until standard input does.
const watched = `exec 3<&0
"$@" </dev/null &
server=$!
(read -r _ <&3; kill -TERM $server) &
wait $server`

// launch starts a server as the given account, nil for that of the test. What it prints goes to a file, since a
// pipe would stay open as long as its last child lives. enter is what the command is run by, if anything.
func launch(t testing.TB, as *account, output string, enter []string, args ...string) *process {
	t.Helper()
	out, err := os.OpenFile(output, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = out.Close() }()
	line := slices.Concat(enter, []string{"sh", "-c", watched, "sh"}, args)
	p := &process{cmd: exec.Command(line[0], line[1:]...), ended: make(chan struct{})}
	p.cmd.Dir, p.cmd.Stdout, p.cmd.Stderr = filepath.Dir(output), out, out
	p.cmd.SysProcAttr = attributes(t, as)
	if p.life, err = p.cmd.StdinPipe(); err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		t.Fatalf("starting %s: %v", args[0], err)
	}
	go func() { _ = p.cmd.Wait(); close(p.ended) }()
	return p
}

// end ends a server and all of its children, which are its process group: with a word first, and then without. Then
// nobody takes connections at the addresses any more.
func (p *process) end(t testing.TB, addrs ...string) {
	t.Helper()
	_ = p.life.Close() // it may be closed, when the server has ended
	select {
	case <-p.ended:
	case <-time.After(grace):
	}
	killGroup(p.cmd.Process.Pid)
	select {
	case <-p.ended:
	case <-time.After(patience):
		t.Errorf("%s does not end", p.cmd.Path)
	}
	for _, addr := range addrs {
		for range int(patience / look) {
			conn, err := net.Dial("tcp", addr)
			if err != nil {
				break
			}
			_ = conn.Close()
			time.Sleep(look)
		}
	}
}

// listens waits until a server takes connections at all addresses, and reports whether it does.
func (p *process) listens(addrs ...string) bool {
	for range int(patience / look) {
		addrs = slices.DeleteFunc(addrs, func(addr string) bool {
			conn, err := net.Dial("tcp", addr)
			if err != nil {
				return false
			}
			_ = conn.Close()
			return true
		})
		if len(addrs) == 0 {
			return true
		}
		select {
		case <-p.ended:
			return false
		case <-time.After(look):
		}
	}
	return false
}

// tell shows the end of log files.
func tell(t testing.TB, files ...string) {
	t.Helper()
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Logf("%v", err)
			continue
		}
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		t.Logf("the end of %s:\n%s", filepath.Base(name), strings.Join(lines[max(0, len(lines)-shown):], "\n"))
	}
}
