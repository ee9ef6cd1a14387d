//go:build unix

package bolt

import (
	"io/fs"
	"os"
	"syscall"
)

// chown gives a file to the owner of the one that info is of: what root has compacted, the service must be able to
// open.
func chown(path string, info fs.FileInfo) error {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || int(stat.Uid) == os.Getuid() && int(stat.Gid) == os.Getgid() {
		return nil
	}
	return os.Lchown(path, int(stat.Uid), int(stat.Gid))
}
