package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deaddrop/gm/towntest"
)

// The command prints what was found, and fails if that is a fault.
func TestDoctorCommand(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	out, _, err := gmRun(t, "-c", w.Config, "doctor", "--wait", "1m")
	if err != nil || !strings.Contains(out, "\nok       A letter to gm@town.invalid arrived") || !strings.HasSuffix(out, "\nNo fault was found.\n") {
		t.Errorf("%v:\n%s", err, out)
	}
	out, complaint, err := gmRun(t, "-c", w.Config+".old", "doctor")
	if err == nil || complaint != "" || !strings.Contains(out, "FAULT    There is no configuration") || !strings.Contains(out, "\n         → Copy examples") || !strings.Contains(out, "\n1 fault was found.") {
		t.Errorf("%v %s:\n%s", err, complaint, out)
	}
}

// The doctor ends with what is to be done, the faults last, no matter how early they were found.
func TestDoctorOrder(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	text, err := os.ReadFile(w.Config)
	if err == nil {
		err = os.WriteFile(w.Config, []byte(towntest.Set(`"desk@town.invalid"`, `""`)(string(text))), 0o600)
	}
	if err == nil {
		err = os.Chmod(filepath.Join(filepath.Dir(w.Config), "password"), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	out, _, err := gmRun(t, "-c", w.Config, "doctor", "--wait", "1m")
	at := -1
	for _, part := range []string{"\nok       A letter to gm@town.invalid arrived", "\n\nadvice   You gave no address of your own", "\n\nFAULT    A password can be read", "\n         → Keep it to yourself: chmod 600 ", "\n\n1 fault was found."} {
		now := strings.Index(out, part)
		if now <= at || strings.Count(out, part) != 1 {
			t.Fatalf("%q is not in its place, or twice there: %v\n%s", part, err, out)
		}
		at = now
	}
	if strings.LastIndex(out, "\nok ") > strings.Index(out, "\nadvice ") {
		t.Errorf("something that is well stands behind something to be done:\n%s", out)
	}
}
