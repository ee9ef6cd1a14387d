package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator/decatur"
	"deaddrop/adjudicator/successors"
	"deaddrop/gm/serve/control"
	"deaddrop/gm/towntest"
)

// written writes a file for a test and returns its path.
func written(t *testing.T, text []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mine.toml")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// The edition of Successors can be replaced, too.
func TestPackOfSuccessors(t *testing.T) {
	out := mustRun(t, "pack", "successors")
	if out != string(successors.Rules.House) || !strings.HasPrefix(out, "# The house edition") {
		t.Errorf("the house edition is printed as\n%s", out)
	}
	mine := written(t, []byte(strings.Replace(out, `= "house"`, `= "gm-typed"`, 1)))
	if out := mustRun(t, "pack", "successors", mine); !strings.HasPrefix(out, mine+" is whole, and Successors can be played with it.\n") {
		t.Errorf("the check of a whole pack prints\n%s", out)
	}
	half := written(t, []byte(strings.Replace(out, "levy      = 6\n", "", 1)))
	if _, complaint, err := gmRun(t, "pack", "successors", half); err == nil || !strings.Contains(complaint, "levy") {
		t.Errorf("of a pack without the throw of a levy it says: %v\n%s", err, complaint)
	}
	if out := mustRun(t, "rulings", "successors"); !strings.Contains(out, "speed=standard|patient|fast  (SU-18)") {
		t.Errorf("the rulings are\n%s", out)
	}
}

// The house edition can be printed, changed, and checked.
func TestPack(t *testing.T) {
	out := mustRun(t, "pack", "decatur")
	if out != string(decatur.Rules.House) || !strings.HasPrefix(out, "# The house edition") {
		t.Errorf("the house edition is printed as\n%s", out)
	}
	mine := written(t, []byte(strings.Replace(out, `= "house"`, `= "gm-typed"`, 1)))
	if out := mustRun(t, "pack", "decatur", mine); !strings.HasPrefix(out, mine+" is whole, and Decatur can be played with it.\nDecatur, house edition of Deaddrop (gm-typed): 30 locations") {
		t.Errorf("the check of a whole pack prints\n%s", out)
	}
	bad := func(want string, args ...string) {
		t.Helper()
		out, complaint, err := gmRun(t, args...)
		if err == nil || out != "" || !strings.Contains(complaint, want) {
			t.Errorf("gm %s: %v\n%s%s\nwant a complaint with %q", strings.Join(args, " "), err, out, complaint, want)
		}
	}
	half := written(t, bytes.Replace(decatur.Rules.House, []byte("2  = \"both\"\n"), nil, 1))
	bad("Decatur can't be played with this pack:\nline 54: attrition (DC-23): 11 results needed, 10 given; missing: 2\n", "pack", "decatur", half)
	bad("title: it is missing\n", "pack", "decatur", written(t, nil))
	bad("is too large", "pack", "decatur", written(t, bytes.Repeat([]byte("#"), maxFile+1)))
	bad("none.toml", "pack", "decatur", filepath.Join(t.TempDir(), "none.toml"))
	bad("Deadman Diplomacy takes no pack", "pack", "deadman")
	bad("Deadman Diplomacy takes no pack", "pack", "deadman", half)
	bad(`no title "chess"`, "pack", "chess")
}

// A game is not started with a pack that is not whole, or that its title does not take. The running service gets the
// file with the command, as it can't find it by its name.
func TestNewPack(t *testing.T) {
	t.Parallel()
	half := written(t, bytes.Replace(decatur.Rules.House, []byte("2  = \"both\"\n"), nil, 1))
	for name, serving := range map[string]bool{"beside the service": true, "without the service": false} {
		t.Run(name, func(t *testing.T) {
			w := towntest.New(t)
			if serving {
				startServing(t, w)
			}
			bad := func(want string, args ...string) {
				t.Helper()
				args = append([]string{"-c", w.Config, "new", "dc1"}, args...)
				if _, complaint, err := gmRun(t, args...); err == nil || !strings.Contains(complaint, want) {
					t.Errorf("gm %s: %v\n%s\nwant a complaint with %q", strings.Join(args, " "), err, complaint, want)
				}
			}
			three := []string{"--player", "a@x.org", "--player", "b@x.org", "--player", "c@x.org"}
			bad("line 54: attrition (DC-23): 11 results needed, 10 given; missing: 2\n", append(three, "decatur", "--pack", half)...)
			bad("none.toml", append(three, "decatur", "--pack", "none.toml")...)
			four := []string{"--player", "d@x.org", "--player", "e@x.org", "--player", "f@x.org", "--player", "g@x.org"}
			bad("Deadman Diplomacy takes no pack", append(append(four, three...), "deadman", "--pack", half)...)
		})
	}
}

// A file that is passed to the service with a command is what the service reads.
func TestFileOfCall(t *testing.T) {
	w := towntest.New(t)
	args := []string{"new", "dc1", "decatur", "--player", "a@x.org", "--player", "b@x.org", "--pack", "elsewhere.toml"}
	r := nowhere().carryOut(t.Context(), masterOf(t, w), nil, time.Now, control.Call{Args: args, Files: map[string][]byte{"elsewhere.toml": []byte("remark = 1\n")}})
	if !r.Failed || !strings.Contains(r.Complaint, "remark: there is no such entry") {
		t.Errorf("the service answers %+v", r)
	}
}
