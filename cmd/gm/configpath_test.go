package main

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/gm/towntest"
)

// The configuration is what the variable names, else the one here, else the system's.
func TestConfigPath(t *testing.T) {
	for _, c := range []struct {
		variable string
		there    []string
		want     string
	}{
		{"", nil, "deaddrop.toml"},
		{"", []string{"deaddrop.toml"}, "deaddrop.toml"},
		{"", []string{"/etc/deaddrop/deaddrop.toml"}, "/etc/deaddrop/deaddrop.toml"},
		{"", []string{"deaddrop.toml", "/etc/deaddrop/deaddrop.toml"}, "deaddrop.toml"},
		{"club.toml", []string{"deaddrop.toml", "/etc/deaddrop/deaddrop.toml"}, "club.toml"},
	} {
		got := configPath(func(name string) string { return map[string]string{"DEADDROP_CONFIG": c.variable}[name] },
			func(path string) bool { return slices.Contains(c.there, path) })
		if got != c.want {
			t.Errorf("with %q and %q: %s, want %s", c.variable, c.there, got, c.want)
		}
	}
	w := towntest.New(t)
	t.Setenv("DEADDROP_CONFIG", w.Config)
	if out := mustRun(t, "list"); !strings.Contains(out, "No games yet") {
		t.Error(out)
	}
	if _, said, err := gmRun(t, "-c", w.Config+".no", "list"); err == nil || !strings.Contains(said, ".no") {
		t.Errorf("-c does not come first: %s", said)
	}
}
