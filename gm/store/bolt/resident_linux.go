package bolt

import (
	"syscall"

	"go.etcd.io/bbolt"
)

// letGo releases the file's pages from the process's memory. They stay mapped, and are read again on demand.
func letGo(tx *bbolt.Tx) error {
	if _, _, failed := syscall.Syscall(syscall.SYS_MADVISE, tx.DB().Info().Data, uintptr(tx.Size()),
		syscall.MADV_DONTNEED); failed != 0 {
		return failed
	}
	return nil
}
