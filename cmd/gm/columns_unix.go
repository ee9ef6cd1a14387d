//go:build unix

package main

import "golang.org/x/sys/unix"

// columns returns the width of a terminal, or 0 if it is not known.
func columns(fd uintptr) int {
	size, err := unix.IoctlGetWinsize(int(fd), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	return int(size.Col)
}
