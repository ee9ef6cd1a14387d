//go:build unix

package bolt

import (
	"io/fs"
	"os"
	"syscall"
)

// chown gives a file the owner recorded in info, so that the service can open what root has compacted.
func chown(path string, info fs.FileInfo) error {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || int(stat.Uid) == os.Getuid() && int(stat.Gid) == os.Getgid() {
		return nil
	}
	return os.Lchown(path, int(stat.Uid), int(stat.Gid))
}
