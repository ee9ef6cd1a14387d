//go:build linux || darwin

package doctor

import "syscall"

// freeSpace returns the number of bytes that can still be written to the disk with a directory, if that is known.
func freeSpace(dir string) (bytes uint64, known bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil || s.Bsize <= 0 {
		return 0, false
	}
	return s.Bavail * uint64(s.Bsize), true
}
