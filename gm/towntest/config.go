package towntest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Set returns an edit that replaces a part of a configuration.
func Set(was, is string) func(string) string {
	return func(config string) string { return strings.Replace(config, was, is, 1) }
}

// First returns an edit that inserts lines at the beginning of a configuration.
func First(lines string) func(string) string {
	return func(config string) string { return lines + "\n" + config }
}

// Last returns an edit that appends lines to a configuration.
func Last(lines string) func(string) string {
	return func(config string) string { return config + lines + "\n" }
}

// Configure changes the town's configuration with an edit.
func (w *Town) Configure(t *testing.T, edit func(string) string) {
	t.Helper()
	text, err := os.ReadFile(w.Config)
	if err == nil {
		err = os.WriteFile(w.Config, []byte(edit(string(text))), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Put inserts a setting at the beginning of the town's configuration.
func (w *Town) Put(t testing.TB, setting, value string) {
	t.Helper()
	text, err := os.ReadFile(w.Config)
	if err == nil {
		err = os.WriteFile(w.Config, append(fmt.Appendf(nil, "%s = %q\n", setting, value), text...), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Remove deletes a setting from the town's configuration.
func (w *Town) Remove(t testing.TB, setting string) {
	t.Helper()
	text, err := os.ReadFile(w.Config)
	if err != nil {
		t.Fatal(err)
	}
	var out []byte
	for line := range bytes.Lines(text) {
		if !bytes.HasPrefix(line, []byte(setting+" = ")) {
			out = append(out, line...)
		}
	}
	if err := os.WriteFile(w.Config, out, 0o600); err != nil {
		t.Fatal(err)
	}
}

// OnMachines sets up several machines that serve the town's games from one database, and returns the paths of their
// configurations.
func (w *Town) OnMachines(t *testing.T, n int, dsn string) (configs []string) {
	t.Helper()
	text, err := os.ReadFile(w.Config)
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		dir := t.TempDir()
		for name, text := range map[string]string{"deaddrop.toml": fmt.Sprintf("store = %q\n%s", dsn, text),
			"password": "secret\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		configs = append(configs, filepath.Join(dir, "deaddrop.toml"))
	}
	return configs
}
