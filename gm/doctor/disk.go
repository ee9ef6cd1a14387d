//go:build linux || darwin

package doctor

import "syscall"

// freeSpace is how much more can be written to the disk on which a directory lies.
func freeSpace(dir string) (bytes uint64, known bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil || s.Bsize <= 0 {
		return 0, false
	}
	return s.Bavail * uint64(s.Bsize), true
}
