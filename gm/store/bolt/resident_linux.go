package bolt

import (
	"syscall"

	"go.etcd.io/bbolt"
)

// letGo takes the pages of the file out of the process's memory. The transaction keeps them at their addresses; whoever
// reads one gets it anew.
func letGo(tx *bbolt.Tx) error {
	if _, _, failed := syscall.Syscall(syscall.SYS_MADVISE, tx.DB().Info().Data, uintptr(tx.Size()),
		syscall.MADV_DONTNEED); failed != 0 {
		return failed
	}
	return nil
}
