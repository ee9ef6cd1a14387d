package main

import (
	"path/filepath"
	"strings"
	"testing"

	"deaddrop/gm/towntest"
)

// gm ping tells a service that runs from one that does not.
func TestPing(t *testing.T) {
	w := towntest.New(t)
	_, complaint, err := gmRun(t, "-c", w.Config, "ping")
	if err == nil || !strings.Contains(complaint, "gm serve does not run") {
		t.Errorf("without a service, gm ping says %q: %v", complaint, err)
	}
	startServing(t, w)
	if out := mustRun(t, "-c", w.Config, "ping"); out != "" {
		t.Errorf("beside a service, gm ping prints %q", out)
	}
}

// The man pages are those of all commands that are listed.
func TestMan(t *testing.T) {
	dir := t.TempDir()
	mustRun(t, "man", dir)
	for _, cmd := range commandTree(&console{}).Commands() {
		if cmd.Hidden || !cmd.Runnable() || cmd.Name() == "help" {
			continue
		}
		page := filepath.Join(dir, "gm-"+cmd.Name()+".1")
		if text := string(mustRead(t, page)); !strings.Contains(text, ".SH SYNOPSIS") {
			t.Errorf("%s is\n%s", page, text)
		}
	}
}
