//go:build unix

package peertest

import (
	"syscall"
	"testing"
)

// attributes make a server the leader of a new process group, running as the given account.
func attributes(_ testing.TB, as *account) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setsid: true}
	if as != nil && as.switched {
		a.Credential = &syscall.Credential{Uid: uint32(as.uid), Gid: uint32(as.gid)}
	}
	return a
}

// killGroup kills what is left of a process group, which may be nothing.
func killGroup(pid int) { _ = syscall.Kill(-pid, syscall.SIGKILL) }
