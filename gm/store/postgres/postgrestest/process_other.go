//go:build !unix

package postgrestest

import "syscall"

// Servers are found on Unix only, so none of these is called.

func attributes(host) *syscall.SysProcAttr { return nil }

func killAll(int) {}
