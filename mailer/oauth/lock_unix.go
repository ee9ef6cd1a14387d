//go:build unix

package oauth

import (
	"os"
	"syscall"
)

// lock waits until nobody else has locked a file, and locks it until it is closed.
func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX) }
