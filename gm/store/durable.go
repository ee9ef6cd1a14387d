package store

import (
	"errors"
	"os"
	"runtime"
	"syscall"
)

// SyncDir makes the names in a directory durable, which flushing the files does not: for whoever keeps files. On
// systems and file systems where a directory can't be flushed it does nothing.
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
