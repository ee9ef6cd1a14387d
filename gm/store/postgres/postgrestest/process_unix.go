//go:build unix

package postgrestest

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func attributes(h host) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{}
	if h.switched {
		a.Credential = &syscall.Credential{Uid: uint32(h.uid), Gid: uint32(h.gid)}
	}
	return a
}

// killAll kills a server and its children, which are not a process group. It stops the server first, so that it
// neither notices their deaths nor starts others. Without /proc the children are not killed, and end when they notice
// that the server is gone.
func killAll(pid int) {
	_ = syscall.Kill(pid, syscall.SIGSTOP)
	all := children(pid)
	for _, child := range all {
		_ = syscall.Kill(child, syscall.SIGKILL)
	}
	_ = syscall.Kill(pid, syscall.SIGKILL)
	for range int(patience / look) {
		left := false
		for _, child := range all {
			_, state := parent(child)
			left = left || state != "" && state != "Z"
		}
		if !left {
			return
		}
		time.Sleep(look)
	}
}

// children returns the child processes of a process.
func children(pid int) []int {
	dirs, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return nil
	}
	var all []int
	for _, dir := range dirs {
		child, err := strconv.Atoi(filepath.Base(dir))
		if err != nil {
			continue
		}
		if of, _ := parent(child); of == pid {
			all = append(all, child)
		}
	}
	return all
}

// parent returns the parent of a process, and its state as in /proc: Z for a zombie, "" for none.
func parent(pid int) (of int, state string) {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, ""
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	if len(fields) < 2 {
		return 0, ""
	}
	of, err = strconv.Atoi(fields[1])
	if err != nil {
		return 0, ""
	}
	return of, fields[0]
}
