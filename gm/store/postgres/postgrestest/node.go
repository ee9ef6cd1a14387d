package postgrestest

import (
	"cmp"
	"context"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"testing"
)

// host is what this machine has: the programs, and the account that they run as.
type host struct {
	bin      string
	uid, gid int
	switched bool // the account is not that of the test
}

// findHost finds the newest PostgreSQL, and an account for it: it refuses to be run by root.
func findHost(t testing.TB) host {
	t.Helper()
	h := host{bin: findBin()}
	if h.bin == "" {
		Skip(t, "there is no PostgreSQL here. Install it with: apt-get install postgresql.")
	}
	if os.Getuid() != 0 {
		return h
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		u, err = user.Lookup("nobody")
	}
	if err != nil {
		Skip(t, "there is no account that PostgreSQL could run as: %v.", err)
	}
	uid, err1 := strconv.Atoi(u.Uid)
	gid, err2 := strconv.Atoi(u.Gid)
	if err := cmp.Or(err1, err2); err != nil {
		t.Fatal(err)
	}
	h.uid, h.gid, h.switched = uid, gid, true
	return h
}

// findBin returns the directory of the programs: Debian's, by their version, or those in PATH.
func findBin() string {
	dirs, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil {
		dirs = nil
	}
	slices.SortFunc(dirs, func(a, b string) int { return cmp.Compare(version(b), version(a)) })
	for _, name := range []string{"postgres", "initdb"} {
		if path, err := exec.LookPath(name); err == nil {
			dirs = append(dirs, filepath.Dir(path))
		}
	}
	for _, dir := range dirs {
		complete := true
		for _, name := range []string{"postgres", "initdb", "pg_basebackup"} {
			_, err := os.Stat(filepath.Join(dir, name))
			complete = complete && err == nil
		}
		if complete {
			return dir
		}
	}
	return ""
}

func version(bin string) int {
	n, err := strconv.Atoi(filepath.Base(filepath.Dir(bin)))
	if err != nil {
		return 0 // some package's of its own
	}
	return n
}

// own gives a directory to the account.
func (h host) own(dir string) error {
	if !h.switched {
		return nil
	}
	return os.Chown(dir, h.uid, h.gid)
}

// command is one of PostgreSQL's programs, as its account.
func (h host) command(home, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(h.bin, name), args...)
	cmd.Dir, cmd.Env = home, []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "LC_ALL=C"}
	cmd.SysProcAttr = attributes(h)
	return cmd
}

func (h host) run(t testing.TB, home, name string, args ...string) {
	t.Helper()
	if out, err := h.command(home, name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
}

// node is one server, running or not.
type node struct {
	host            host
	home, data, log string
	args            []string
	cmd             *exec.Cmd
	ended           chan struct{} // nil: it was never started
}

// start starts the server and returns when it answers.
func (n *node) start(t testing.TB) {
	t.Helper()
	if n.runs() {
		t.Fatal("the server runs already")
	}
	out, err := os.OpenFile(n.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = out.Close() }()
	n.cmd, n.ended = n.host.command(n.home, "postgres", n.args...), make(chan struct{})
	n.cmd.Stdout, n.cmd.Stderr = out, out
	attend(n.cmd)
	begun := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // the server ends with the thread that started it, which is not to end before
		defer runtime.UnlockOSThread()
		defer close(n.ended)
		err := n.cmd.Start()
		begun <- err
		if err == nil {
			_ = n.cmd.Wait() // killed, most likely
		}
	}()
	if err := <-begun; err != nil {
		t.Fatalf("starting PostgreSQL: %v", err)
	}
	waitFor(t, "PostgreSQL does not start", []string{n.log}, func(ctx context.Context) bool {
		if !n.runs() {
			tell(t, n.log)
			t.Fatal("PostgreSQL has ended")
		}
		conn, err := n.connect(ctx)
		if err == nil {
			_ = conn.Close(ctx)
		}
		return err == nil
	})
}

// runs says whether the server was started and has not ended.
func (n *node) runs() bool {
	if n.ended == nil {
		return false
	}
	select {
	case <-n.ended:
		return false
	default:
		return true
	}
}

// kill kills the server with all of its processes and returns when they are gone.
func (n *node) kill() {
	if n.runs() {
		killAll(n.cmd.Process.Pid)
		<-n.ended
	}
}
