//go:build !linux

package postgrestest

import "os/exec"

// attend does nothing: on this system a server outlives a killed test.
func attend(*exec.Cmd) {}

// quick returns "", the default directory for temporary files.
func quick() string { return "" }
