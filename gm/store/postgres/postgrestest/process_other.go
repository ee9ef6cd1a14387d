//go:build !unix

package postgrestest

import "syscall"

// Servers are found on Unix only, so these functions are never called.

func attributes(host) *syscall.SysProcAttr { return nil }

func killAll(int) {}
