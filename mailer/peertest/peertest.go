// Package peertest runs real mail programs for tests: Dovecot, Postfix and smtp-sink as servers, swaks and neomutt as
// players. They come from Debian's packages, run on free ports of this machine with temporary files, and end with the
// test, or at the latest with the test process.
//
// If a program can't be run, the test that needs it is skipped, with the name of the missing package. With
// DEADDROP_PEERS=1 in the environment it fails instead, so that on a machine where they are installed nobody takes a
// skip for a success.
//
// The servers are for tests only: passwords are public, and no mail leaves the machine.
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

// Password is the password of every mailbox.
const Password = "secret"

const (
	patience = time.Minute // time limit for a server to start or end, even on a busy machine
	grace    = 200 * time.Millisecond
	look     = 10 * time.Millisecond
	shown    = 40 // lines of a log that are shown when a test has failed
)

// Skip skips a test that can't run here, or fails it if DEADDROP_PEERS demands that it runs.
func Skip(t testing.TB, format string, args ...any) {
	t.Helper()
	why := fmt.Sprintf(format, args...)
	if os.Getenv("DEADDROP_PEERS") == "1" {
		t.Fatalf("%s This is a failure, since DEADDROP_PEERS is 1.", why)
	}
	t.Skipf("NOT TESTED: %s", why)
}

// find returns the path of a program from one of Debian's packages. In the short tier it skips the test.
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

// directory creates a directory for a server's files. Other users may enter it, unlike that of t.TempDir, and its
// name is short enough for sockets in it.
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

// FreeAddr returns an address of this machine, host:port, on which nobody listens yet. On Linux it is reserved until
// the test ends.
func FreeAddr(t testing.TB) string {
	t.Helper()
	return "127.0.0.1:" + freePort(t)
}

// write executes a template and writes the result to a world-readable file.
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

// An account is the local user that a server runs as.
type account struct {
	user, group string
	uid, gid    int
	switched    bool // whether it differs from the user of the test
}

// ordinary returns an account other than root, as some servers refuse to run as root.
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

// own makes the account the owner of directories and their content.
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

// A process is a running server with its child processes.
type process struct {
	cmd   *exec.Cmd
	life  io.Closer // closing it ends the process; so does the end of the test process
	ended chan struct{}
}

// watched is a script that runs a server until it ends or standard input is closed.
const watched = `exec 3<&0
"$@" </dev/null &
server=$!
(read -r _ <&3; kill -TERM $server) &
wait $server`

// launch starts a server as the given account, nil for that of the test. Its output goes to a file, since a pipe
// would stay open until its last child ends. enter is a command that runs it, if not empty.
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

// end ends a server's process group, with SIGTERM first and then SIGKILL, and waits until nobody listens on the
// addresses.
func (p *process) end(t testing.TB, addrs ...string) {
	t.Helper()
	_ = p.life.Close() // it is closed already if the server has ended
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

// listens waits until a server accepts connections on all addresses, and reports whether it does.
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

// tell logs the end of log files.
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
