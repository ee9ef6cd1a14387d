//go:build !linux

package postgrestest

import "os/exec"

// attend does nothing: here a server outlives a test that is killed.
func attend(*exec.Cmd) {}

// quick returns the directory for files that come and go.
func quick() string { return "" }
