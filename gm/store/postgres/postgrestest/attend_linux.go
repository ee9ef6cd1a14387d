package postgrestest

import (
	"os/exec"
	"syscall"
)

// memory is a directory that is kept in memory, where databases are made ten times as fast.
const memory = "/dev/shm"

// room is how much of it has to be free.
const room = 2 << 30

// quick returns where files lie best that no power cut has to survive.
func quick() string {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(memory, &fs); err != nil || fs.Bavail*uint64(fs.Bsize) < room {
		return ""
	}
	return memory
}

// attend makes a server end when the test's process dies, however it dies.
func attend(cmd *exec.Cmd) { cmd.SysProcAttr.Pdeathsig = syscall.SIGQUIT }
