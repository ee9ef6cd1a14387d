//go:build unix

package serve

import (
	"os"
	"syscall"
)

// lock locks a file until it is closed or its process ends, and reports whether it could.
func lock(f *os.File) bool { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil }
