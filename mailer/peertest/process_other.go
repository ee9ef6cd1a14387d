//go:build !unix

package peertest

import (
	"syscall"
	"testing"
)

func attributes(t testing.TB, _ *account) *syscall.SysProcAttr {
	t.Helper()
	Skip(t, "the servers are those of Unix.")
	return nil
}

func killGroup(int) {}
