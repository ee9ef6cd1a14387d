//go:build linux

package powercut_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"deaddrop/gm/store/powercut"
)

// The variables of the environment by which the test binary is told to be something else than a test.
const (
	diskDir = "POWERCUT_DISK" // it is the disk "image" in that directory, shown in its directory "fuse"
	inside  = "POWERCUT_INSIDE"
	missing = "POWERCUT_MISSING" // why there is nothing to be tested
)

// runInside runs all tests in mounts of their own: whatever becomes of the tests, they go with the last process.
func runInside(m *testing.M) int {
	if os.Getenv(inside) != "" {
		return m.Run()
	}
	why := whatIsMissing()
	if why == "" {
		tests := exec.Command("/proc/self/exe", os.Args[1:]...)
		tests.Env = append(os.Environ(), inside+"=1", "PATH="+os.Getenv("PATH")+":/usr/sbin:/sbin")
		tests.Stdout, tests.Stderr = os.Stdout, os.Stderr
		tests.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS, Pdeathsig: syscall.SIGKILL}
		err := tests.Start()
		if err == nil {
			_ = tests.Wait()
			return max(tests.ProcessState.ExitCode(), -tests.ProcessState.ExitCode()) // -1: it was killed
		}
		why = fmt.Sprintf("there can be no mounts for the tests alone: %v", err)
	}
	if err := os.Setenv(missing, why); err != nil {
		panic(err)
	}
	return m.Run()
}

func whatIsMissing() string {
	if os.Getuid() != 0 {
		return "only root can mount"
	}
	f, err := os.OpenFile("/dev/fuse", os.O_RDWR, 0)
	if err != nil {
		return err.Error()
	}
	_ = f.Close()
	for _, name := range []string{"mke2fs", "mount", "umount", "sync"} {
		if _, err := exec.LookPath(name); err != nil {
			if _, err := os.Stat("/usr/sbin/" + name); err != nil {
				return "there is no " + name
			}
		}
	}
	return ""
}

// machine is one whose power can be cut: a directory with what is written to its disk, and the disk.
type machine struct {
	t       *testing.T
	dir     string
	mnt     string // where its files are
	disk    *exec.Cmd
	tell    io.WriteCloser
	replies *bufio.Scanner
}

// newMachine makes a machine with an empty disk, the power of which can't be cut until it is started with boot. The test is
// skipped where there can be none.
func newMachine(t *testing.T) *machine {
	t.Helper()
	if why := os.Getenv(missing); why != "" {
		t.Skipf("NOT TESTED: %s", why)
	}
	dir, err := os.MkdirTemp("", "pc") // short, since the name of a socket has 107 bytes at most
	if err != nil {
		t.Fatal(err)
	}
	m := &machine{t: t, dir: dir, mnt: filepath.Join(dir, "m")}
	t.Cleanup(m.scrap)
	if err := errors.Join(os.Chmod(dir, 0o755), os.Mkdir(m.mnt, 0o755), os.Mkdir(filepath.Join(dir, "fuse"), 0o755),
		os.WriteFile(m.image(), nil, 0o600), os.Truncate(m.image(), 512<<20)); err != nil {
		t.Fatal(err)
	}
	if err := run("mke2fs", "-q", "-F", "-t", "ext4", m.image()); err != nil {
		t.Fatal(err)
	}
	if err := m.mount(m.image()); err != nil { // as any machine with loop devices can
		t.Skipf("NOT TESTED: %v", err)
	}
	if err := os.Chmod(m.mnt, 0o777); err != nil {
		t.Fatal(err)
	}
	return m
}

func (m *machine) image() string { return filepath.Join(m.dir, "image") }

func run(name string, args ...string) error {
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, out)
	}
	return nil
}

// mount mounts the ext4 that is in a file. Without auto_da_alloc it does not flush for programs that have forgotten to.
func (m *machine) mount(file string, options ...string) error {
	return run("mount", "-t", "ext4", "-o", strings.Join(append(options, "loop", "noauto_da_alloc"), ","), file, m.mnt)
}

// boot starts the machine with a disk that loses things, in a process of its own, mounted with those options.
func (m *machine) boot(options ...string) {
	m.t.Helper()
	m.unmount()
	m.disk = exec.Command("/proc/self/exe")
	m.disk.Env = append(os.Environ(), diskDir+"="+m.dir)
	m.disk.Stderr = os.Stderr
	m.disk.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := m.disk.StdoutPipe()
	if err == nil {
		m.tell, err = m.disk.StdinPipe()
	}
	if err == nil {
		err = m.disk.Start()
	}
	if err != nil {
		m.t.Fatal(err)
	}
	m.replies = bufio.NewScanner(out)
	if !m.replies.Scan() {
		m.t.Fatalf("the disk does not start: %v", m.replies.Err())
	}
	if err := m.mount(filepath.Join(m.dir, "fuse", powercut.FileName), options...); err != nil {
		m.t.Fatal(err)
	}
}

// beDisk is the disk's process, if this is to be it. It says when it is there, and cuts the power when it is told a seed: 0
// loses all that was not flushed, others keep some of it by chance.
func beDisk() {
	dir := os.Getenv(diskDir)
	if dir == "" {
		return
	}
	if err := serveDisk(dir); err != nil {
		fmt.Fprintln(os.Stderr, "disk:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

func serveDisk(dir string) error {
	file, err := os.OpenFile(filepath.Join(dir, "image"), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	disk, err := powercut.NewDisk(file)
	if err != nil {
		return err
	}
	if _, err := powercut.Mount(filepath.Join(dir, "fuse"), disk); err != nil {
		return err
	}
	fmt.Println("ready")
	for {
		var seed uint64
		if _, err := fmt.Scanln(&seed); err != nil {
			return nil // who has started it is dead, or has no more use for it
		}
		var chance *rand.Rand
		if seed != 0 {
			chance = rand.New(rand.NewPCG(seed, 1))
		}
		r := <-disk.Cut(chance, time.After(100*time.Millisecond))
		if r.Err != nil {
			return r.Err
		}
		fmt.Println(r.Lost, r.Kept)
	}
}

// cut cuts the power, and says how many sectors were lost and kept of what was not flushed.
func (m *machine) cut(seed uint64) (lost, kept int) {
	m.t.Helper()
	_, err := fmt.Fprintln(m.tell, seed)
	if err == nil && m.replies.Scan() {
		_, err = fmt.Sscan(m.replies.Text(), &lost, &kept)
	}
	if err != nil {
		m.t.Fatalf("the power can't be cut: %v", err)
	}
	return lost, kept
}

// reboot starts the machine again, with a disk that is as any other. All processes that had to do with it must be dead.
func (m *machine) reboot() {
	m.t.Helper()
	m.unmount()
	if err := m.mount(m.image()); err != nil {
		m.t.Fatal(err)
	}
}

// unmount takes the files and the disk away. What can't be written any more is no error.
func (m *machine) unmount() {
	_ = run("umount", "-l", m.mnt)
	if m.disk != nil {
		_ = m.disk.Process.Kill()
		_ = m.disk.Wait()
		m.disk = nil
		_ = run("umount", "-l", filepath.Join(m.dir, "fuse"))
	}
}

// scrap takes away all that there is of the machine.
func (m *machine) scrap() {
	m.unmount()
	if mounts, err := os.ReadFile("/proc/self/mounts"); err != nil || strings.Contains(string(mounts), m.dir) {
		m.t.Errorf("something of %s is still mounted: %v", m.dir, err)
		return
	}
	if err := os.RemoveAll(m.dir); err != nil {
		m.t.Error(err)
	}
}
