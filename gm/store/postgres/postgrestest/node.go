package postgrestest

import (
	"cmp"
	"context"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"deaddrop/tier"
)

// host holds the PostgreSQL programs of this machine and the account that they run as.
type host struct {
	bin      string
	uid, gid int
	switched bool // the account differs from the user of the test
}

// findHost finds PostgreSQL and an account other than root, which it refuses. In the short tier it skips the test.
func findHost(t testing.TB) host {
	t.Helper()
	if !tier.Full() {
		t.Skip("starts PostgreSQL, as .ci/run does")
	}
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

// findBin returns the directory of the programs: the one in PATH, or else the newest of Debian's, which are not in
// PATH.
func findBin() string {
	var dirs []string
	if path, err := exec.LookPath("postgres"); err == nil {
		dirs = append(dirs, filepath.Dir(path))
	}
	debian, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil {
		debian = nil
	}
	slices.SortFunc(debian, func(a, b string) int { return cmp.Compare(version(b), version(a)) })
	for _, dir := range append(dirs, debian...) {
		complete := true
		for _, name := range []string{"postgres", "initdb"} {
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
		return 0 // not a version number
	}
	return n
}

// own makes the account the owner of a directory.
func (h host) own(dir string) error {
	if !h.switched {
		return nil
	}
	return os.Chown(dir, h.uid, h.gid)
}

// command returns a command that runs a program, of PostgreSQL's or at any path, as the account.
func (h host) command(home, program string, args ...string) *exec.Cmd {
	if !filepath.IsAbs(program) {
		program = filepath.Join(h.bin, program)
	}
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = home, []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "LC_ALL=C"}
	cmd.SysProcAttr = attributes(h)
	return cmd
}

func (h host) run(t testing.TB, home, program string, args ...string) {
	t.Helper()
	if out, err := h.command(home, program, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", program, err, out)
	}
}

// node is one server, running or not.
type node struct {
	host       host
	home, data string
	args       []string
	process
}

// start starts the server and returns when it accepts connections.
func (n *node) start(t testing.TB) {
	t.Helper()
	n.process.start(t, n.host.command(n.home, "postgres", n.args...), func(ctx context.Context) bool {
		conn, err := n.connect(ctx)
		if err == nil {
			_ = conn.Close(ctx)
		}
		return err == nil
	})
}
