package folder_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/store/folder"
	"deaddrop/gm/store/storetest"
)

// A store whose blobs lie in a directory passes what every store does.
type both struct {
	store.Store
	folder.Dir
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store {
		if !strings.Contains(t.Name(), "Blob") {
			t.Skip("no blobs in it")
		}
		return both{engine(t), folder.Dir(t.TempDir())}
	})
}

func engine(t *testing.T) store.Store {
	t.Helper()
	db, err := bolt.Open(filepath.Join(t.TempDir(), "games"), bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// A directory is made for its owner alone, in one that is there, and never in the place of something else.
func TestMake(t *testing.T) {
	path := filepath.Join(t.TempDir(), "archive")
	for range 2 {
		if err := folder.Dir(path + "/").Make(); err != nil {
			t.Fatal(err)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != fs.ModeDir|0o700 {
		t.Error(info, err)
	}
	if err := folder.Dir(filepath.Join(path, "no", "archive")).Make(); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if err := errors.Join(os.WriteFile(path+".txt", nil, 0o600), os.Symlink("nowhere", path+".link")); err != nil {
		t.Fatal(err)
	}
	for place, want := range map[string]string{path + ".txt": "is a file", path + ".link": "there is no directory"} {
		if err := folder.Dir(place).Make(); err == nil || !strings.Contains(err.Error(), want) {
			t.Error(place, err)
		}
	}
}

func TestDamaged(t *testing.T) {
	path := t.TempDir()
	d := folder.Dir(path)
	ref, err := d.PutBlob(t.Context(), []byte("a game"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(path, ref.String()[:2], ref.String())
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if err := os.WriteFile(file, []byte("a gAme"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Blob(t.Context(), ref); err == nil || !strings.Contains(err.Error(), file+" is damaged") {
		t.Error(err)
	}
	if _, err := d.PutBlob(t.Context(), []byte("a game")); err != nil {
		t.Fatal(err)
	}
	if data, err := d.Blob(t.Context(), ref); err != nil || string(data) != "a game" {
		t.Errorf("%q, %v", data, err)
	}
}

// Files that a killed program left behind are not taken for blobs.
func TestLeftBehind(t *testing.T) {
	path := t.TempDir()
	d := folder.Dir(path)
	ref, err := d.PutBlob(t.Context(), []byte("a game"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(path, ref.String()[:2], "new-123"), []byte("a g"), 0o600); err != nil {
		t.Fatal(err)
	}
	var all []store.Ref
	for ref, err := range d.BlobRefs(t.Context(), store.Ref{}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, ref)
	}
	if !slices.Equal(all, []store.Ref{ref}) {
		t.Error(all)
	}
	if files, err := filepath.Glob(filepath.Join(path, "*", "*")); err != nil || len(files) != 2 {
		t.Error(files, err)
	}
}

func TestNoDirectory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none")
	d := folder.Dir(path)
	try := func(want string) {
		t.Helper()
		_, put := d.PutBlob(t.Context(), []byte("x"))
		_, got := d.Blob(t.Context(), store.RefOf([]byte("x")))
		for _, err := range []error{put, got} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q is not said: %v", want, err)
			}
		}
		for _, err := range d.BlobRefs(t.Context(), store.Ref{}) {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q is not said: %v", want, err)
			}
		}
	}
	try("there is no directory " + path)
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := d.PutBlob(t.Context(), []byte("x")); err == nil || !strings.Contains(err.Error(), "is a file") {
		t.Error(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := folder.Dir(t.TempDir()).PutBlob(ctx, []byte("x")); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
