package postgrestest

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"testing"
)

// process is a server program, running or not.
type process struct {
	name, log string
	cmd       *exec.Cmd
	ended     chan struct{} // nil if it was never started
}

// start starts the program and returns when answers returns true. Output is appended to its log.
func (p *process) start(t testing.TB, cmd *exec.Cmd, answers func(context.Context) bool) {
	t.Helper()
	if p.runs() {
		t.Fatalf("%s runs already", p.name)
	}
	out, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = out.Close() }()
	p.cmd, p.ended = cmd, make(chan struct{})
	cmd.Stdout, cmd.Stderr = out, out
	attend(cmd)
	begun, ended := make(chan error, 1), p.ended
	go func() {
		runtime.LockOSThread() // Pdeathsig ties the program to the thread that started it, so that must live on
		defer runtime.UnlockOSThread()
		defer close(ended)
		err := cmd.Start()
		begun <- err
		if err == nil {
			_ = cmd.Wait() // most likely killed
		}
	}()
	if err := <-begun; err != nil {
		t.Fatalf("starting %s: %v", p.name, err)
	}
	waitFor(t, p.name+" does not start", []string{p.log}, func(ctx context.Context) bool {
		if !p.runs() {
			tell(t, p.log)
			t.Fatalf("%s has ended", p.name)
		}
		return answers(ctx)
	})
}

// runs reports whether the program was started and has not ended.
func (p *process) runs() bool {
	if p.ended == nil {
		return false
	}
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

// kill kills the program with all of its processes, and returns when they are gone.
func (p *process) kill() {
	if p.runs() {
		killAll(p.cmd.Process.Pid)
		<-p.ended
	}
}
