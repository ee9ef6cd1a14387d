package store

import (
	"errors"
	"os"
	"runtime"
	"syscall"
)

// SyncDir flushes a directory, so that the names of new files in it are durable, which flushing the files does not
// ensure. It does nothing on systems and file systems that cannot flush a directory.
func SyncDir(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	err = dir.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		err = nil
	}
	return errors.Join(err, dir.Close())
}
