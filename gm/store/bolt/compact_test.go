package bolt_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
)

// grown returns a store of what fill puts into it and of a large game that was removed, closed.
func grown(t *testing.T) (path string) {
	t.Helper()
	dir := t.TempDir()
	db := open(t, dir)
	fill(t, db)
	c := store.Change{Log: make([]store.Entry, 8)}
	for i := range c.Log {
		c.Log[i].Body = make([]byte, store.MaxBody)
	}
	if _, err := db.Commit(t.Context(), "large", c); err != nil {
		t.Fatal(err)
	}
	if err := db.Remove(t.Context(), "large", 1); err != nil {
		t.Fatal(err)
	}
	closeDB(t, db)
	return filepath.Join(dir, "games")
}

// whole says that the store at path is sound, has what fill put into it, and lies there alone.
func whole(t *testing.T, path string) {
	t.Helper()
	db := open(t, filepath.Dir(path))
	filled(t, db)
	closeDB(t, db)
	files, err := filepath.Glob(path + "*")
	if err != nil || len(files) != 1 {
		t.Errorf("there are %q, %v", files, err)
	}
}

// TestCompact says that a store becomes small and is the same, for the same owner, whatever lay beside it.
func TestCompact(t *testing.T) {
	path := grown(t)
	owner := os.Getuid()
	if owner == 0 {
		owner = 12345
	}
	if err := errors.Join(os.Chmod(path, 0o640), os.Chown(path, owner, -1), os.WriteFile(path+".compact", []byte("half"), 0o644)); err != nil {
		t.Fatal(err)
	}
	was, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	before, after, err := bolt.Compact(t.Context(), path)
	if err != nil || before < 8*store.MaxBody || after > before/10 || after <= 0 {
		t.Fatalf("from %d to %d bytes: %v", before, after, err)
	}
	is, err := os.Stat(path)
	if err != nil || is.Mode() != was.Mode() || os.SameFile(is, was) {
		t.Errorf("%v, was %v, %v", is, was, err)
	}
	if a, b := reflect.ValueOf(is.Sys()).Elem().FieldByName("Uid"), reflect.ValueOf(was.Sys()).Elem().FieldByName("Uid"); a.IsValid() && a.Uint() != b.Uint() {
		t.Errorf("it belongs to %d, not to %d", a.Uint(), b.Uint())
	}
	whole(t, path)
}

// TestSize says that what was removed counts as free until the store is compacted.
func TestSize(t *testing.T) {
	path := grown(t)
	size := func() (file, free int64) {
		t.Helper()
		db := open(t, filepath.Dir(path))
		file, free = db.Size()
		closeDB(t, db)
		if a, b := db.Size(); a != 0 || b != 0 {
			t.Errorf("closed, it has %d bytes, %d free", a, b)
		}
		return file, free
	}
	file, free := size()
	if file < 8*store.MaxBody || free < file*9/10 || free >= file {
		t.Errorf("%d of %d bytes are free", free, file)
	}
	_, after, err := bolt.Compact(t.Context(), path)
	if file, free := size(); err != nil || file != after || free > file/2 {
		t.Errorf("compacted to %d bytes, %d of %d bytes are free: %v", after, free, file, err)
	}
}

// TestCompactRefuses says what is not compacted, and left as it is.
func TestCompactRefuses(t *testing.T) {
	refuse := func(path string, want error) {
		t.Helper()
		was, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		_, _, err = bolt.Compact(t.Context(), path)
		is, _ := os.ReadFile(path)
		files, _ := filepath.Glob(path + ".*")
		if err == nil || want != nil && !errors.Is(err, want) || !bytes.Equal(is, was) || len(files) > 0 {
			t.Errorf("%s: %v, beside it %q", path, err, files)
		}
	}
	path := grown(t)
	db := open(t, filepath.Dir(path))
	refuse(path, bolt.ErrLocked)
	closeDB(t, db)
	refuse(filepath.Join(t.TempDir(), "none"), fs.ErrNotExist)
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, bytes.Repeat([]byte("no store\n"), 2000), 0o600); err != nil {
		t.Fatal(err)
	}
	refuse(text, nil)
	whole(t, path)
}

// TestCompactCancelled says that a store that is not to be compacted after all is left as it was.
func TestCompactCancelled(t *testing.T) {
	path := grown(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := bolt.Compact(ctx, path); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	whole(t, path)
}

// TestCompactLink says that a link to a store still is one.
func TestCompactLink(t *testing.T) {
	path := grown(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	if _, _, err := bolt.Compact(t.Context(), link); err != nil {
		t.Fatal(err)
	}
	if to, err := os.Readlink(link); to != path {
		t.Errorf("it leads to %q, %v", to, err)
	}
	whole(t, path)
}

// compactFile is the environment variable that makes the test binary the program that TestCompactKilled kills, and names
// the file that it compacts.
const compactFile = "BOLT_TEST_COMPACT_FILE"

func TestMain(m *testing.M) {
	if path := os.Getenv(compactFile); path != "" {
		fmt.Fprintln(os.Stderr, compactForEver(path))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// compactForEver compacts that file until it is killed.
func compactForEver(path string) error {
	fmt.Println("begins")
	for {
		if _, _, err := bolt.Compact(context.Background(), path); err != nil {
			return err
		}
	}
}

// TestCompactKilled kills a program that compacts at any moment, and finds the store whole.
func TestCompactKilled(t *testing.T) {
	path := grown(t)
	for i := range 10 {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), compactFile+"="+path)
		var said strings.Builder
		child.Stderr = &said
		out, err := child.StdoutPipe()
		if err == nil {
			err = child.Start()
		}
		if err == nil {
			_, err = out.Read(make([]byte, 1))
		}
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(5*i) * time.Millisecond)
		_ = child.Process.Kill()
		if err := child.Wait(); err == nil || child.ProcessState.Exited() {
			t.Fatalf("it was not killed: %v, %s", err, &said)
		}
		db := open(t, filepath.Dir(path)) // checked when it is closed
		closeDB(t, db)
	}
	if _, _, err := bolt.Compact(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	whole(t, path)
}
