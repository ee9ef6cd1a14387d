// Command faults plants faults into a copy of the working tree, one at a time, and says which of them the tests find.
//
//	go run ./.ci/faults                       all faults, with the tests of go test ./...
//	go run ./.ci/faults -tier full -only 3,17 two of them, with all tests (DEADDROP_TESTS=full)
//	go run ./.ci/faults -list                 names them
//	go run ./.ci/faults -check                looks whether each fits, is gofmt'd and gets past go vet; runs no tests
//
// The faults are in faults.txtar beside this file. Each changes what somebody who plays or runs games could notice.
// The time of a fault is from the start of the first test to the end of the last, without what it takes to compile.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/txtar"
)

// home is where this program lies. It is left out of the copy, as the tests are not about it.
const home = ".ci/faults/"

// next says which packages are tested after that of the changed file, by area and in groups, the likeliest first. After
// them come all.
var next = map[string][]string{
	"deadman":    {"./adjudicator/deadman", "./examples ./gm/... ./cmd/gm"},
	"decatur":    {"./adjudicator/decatur/...", "./examples ./gm/... ./cmd/gm"},
	"successors": {"./adjudicator/successors/...", "./examples ./gm/... ./cmd/gm"},
	"dishonest":  {"./adjudicator/dishonest/...", "./examples ./gm/... ./cmd/gm"},
	"dealers":    {"./adjudicator/dealers/...", "./examples ./gm/... ./cmd/gm"},
	"secrecy":    {"./gm ./gm/gate", "./adjudicator/... ./templates/... ./examples ./cmd/gm"},
	"store":      {"./gm/store/...", "./gm/...", "./cmd/gm"},
	"mail":       {"./mailer/... ./parser/...", "./gm/...", "./examples ./cmd/gm"},
}

// A fault is a change of one file.
type fault struct {
	number           int
	area, file, what string
	edits            []edit
}

// An edit replaces whole lines, which occur once in the file.
type edit struct{ was, is string }

// An outcome is what became of a fault: who found it first, or why it could not be tried.
type outcome struct {
	by      string
	late    bool // the time was up
	invalid error
	took    time.Duration
}

func main() {
	tier := flag.String("tier", "short", "which tests: short or full")
	only := flag.String("only", "", "numbers of the faults to be planted, with commas; all if empty")
	list := flag.Bool("list", false, "list the faults and do nothing")
	check := flag.Bool("check", false, "look whether the faults fit and compile, and run no tests")
	limit := flag.Duration("timeout", 10*time.Minute, "for the tests of one fault")
	flag.Parse()
	faults, err := readFaults(filepath.FromSlash(home+"faults.txtar"), *only)
	switch {
	case err != nil:
	case *list:
		for _, f := range faults {
			fmt.Printf("%02d  %-10s  %s: %s\n", f.number, f.area, f.file, f.what)
		}
	case *tier != "short" && *tier != "full":
		err = fmt.Errorf("there is no tier %q, but short and full", *tier)
	default:
		err = plantAll(faults, *tier, *check, *limit)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(1)
	}
}

// readFaults reads the faults with those numbers, or all.
func readFaults(name, only string) (out []fault, err error) {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		return nil, fmt.Errorf("%w; run this at the root of the tree", err)
	}
	wanted := map[int]bool{}
	for word := range strings.FieldsFuncSeq(only, func(r rune) bool { return r == ',' || r == ' ' }) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, err
		}
		wanted[n] = true
	}
	for _, section := range archive.Files {
		f, err := readFault(section)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", section.Name, err)
		}
		if only == "" || wanted[f.number] {
			out = append(out, f)
		}
		delete(wanted, f.number)
	}
	for n := range wanted {
		return nil, fmt.Errorf("there is no fault %02d", n)
	}
	return out, nil
}

// readFault reads a section: "NN area: file: what is wrong", with blocks of <<<< lines ==== other lines >>>> below it.
func readFault(section txtar.File) (f fault, err error) {
	parts := strings.SplitN(section.Name, ": ", 3)
	if len(parts) < 3 {
		return f, errors.New("it needs an area, a file and a phrase")
	}
	f.file, f.what = parts[1], parts[2]
	if _, err := fmt.Sscanf(parts[0], "%d %s", &f.number, &f.area); err != nil || next[f.area] == nil {
		return f, errors.New("it needs a number and an area that there is")
	}
	at := ""
	for line := range strings.Lines(string(section.Data)) {
		switch mark := strings.TrimSpace(line); {
		case mark == "<<<<" && at == "":
			f.edits = append(f.edits, edit{})
			at = mark
		case mark == "====" && at == "<<<<", mark == ">>>>" && at == "====":
			at = strings.TrimSuffix(mark, ">>>>")
		case at == "<<<<":
			f.edits[len(f.edits)-1].was += line
		case at == "====":
			f.edits[len(f.edits)-1].is += line
		case mark != "":
			return f, fmt.Errorf("%q stands outside of its blocks", mark)
		}
	}
	if at != "" || len(f.edits) == 0 {
		return f, errors.New("it has no block, or one that does not end")
	}
	return f, nil
}

// plantAll plants the faults one after another, and sums up. Its error says that a fault is none any more.
func plantAll(faults []fault, tier string, check bool, limit time.Duration) error {
	tree, err := copyTree()
	defer os.RemoveAll(tree)
	if err != nil {
		return err
	}
	spoilt := 0
	outcomes := make([]outcome, len(faults))
	for i, f := range faults {
		o := plant(f, tree, tier, check, limit)
		outcomes[i] = o
		text := "NOT FOUND: " + f.what
		switch {
		case o.invalid != nil:
			spoilt++
			text = "INVALID: " + o.invalid.Error()
		case check:
			text = "fits"
		case o.by != "":
			text = "found by " + o.by
		case o.late:
			text = "NOT FOUND in time: " + f.what
		}
		fmt.Printf("%02d  %-10s  %6.1fs  %s\n", f.number, f.area, o.took.Seconds(), text)
	}
	if !check {
		sumUp(faults, outcomes)
	}
	if spoilt > 0 {
		return fmt.Errorf("%d of %d faults can't be planted", spoilt, len(faults))
	}
	return nil
}

// copyTree copies the files of the working tree, those that were never committed among them.
func copyTree() (dir string, err error) {
	names, err := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		return "", fmt.Errorf("git ls-files: %w", err)
	}
	if dir, err = os.MkdirTemp("", "faults"); err != nil {
		return "", err
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		info, err := os.Stat(name)
		if errors.Is(err, fs.ErrNotExist) || strings.HasPrefix(name, home) {
			continue
		}
		if err == nil && info.IsDir() {
			continue
		}
		data, failed := os.ReadFile(name)
		to := filepath.Join(dir, name)
		if err = errors.Join(err, failed, os.MkdirAll(filepath.Dir(to), 0o755)); err == nil {
			err = os.WriteFile(to, data, info.Mode().Perm())
		}
		if err != nil {
			return dir, err
		}
	}
	return dir, nil
}

// plant plants a fault, has the tests look for it, and takes it away again.
func plant(f fault, tree, tier string, check bool, limit time.Duration) (o outcome) {
	name := filepath.Join(tree, filepath.FromSlash(f.file))
	was, err := os.ReadFile(name)
	if err != nil {
		return outcome{invalid: err}
	}
	is, err := f.applied(was)
	if err == nil {
		err = os.WriteFile(name, is, 0o644)
	}
	if err != nil {
		return outcome{invalid: err}
	}
	defer func() { o.invalid = errors.Join(o.invalid, os.WriteFile(name, was, 0o644)) }()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	own := "./" + path.Dir(f.file)
	vet := exec.CommandContext(ctx, "go", "vet", own)
	vet.Dir = tree
	if out, err := vet.CombinedOutput(); err != nil {
		return outcome{invalid: fmt.Errorf("go vet %s: %w\n%s", own, err, out)}
	}
	if check {
		return outcome{}
	}
	r := runner{ctx: ctx, tree: tree, tier: tier, limit: limit}
	for _, packages := range slices.Concat([]string{own}, next[f.area], []string{"./..."}) {
		if o.by, o.invalid = r.test(strings.Fields(packages)); o.by != "" || o.invalid != nil || ctx.Err() != nil {
			break
		}
	}
	o.late, o.took = ctx.Err() != nil, r.last.Sub(r.first)
	return o
}

// applied is a file with the fault in it.
func (f fault) applied(file []byte) ([]byte, error) {
	text := "\n" + string(file)
	for _, e := range f.edits {
		if n := strings.Count(text, "\n"+e.was); n != 1 {
			return nil, fmt.Errorf("fault %02d no longer fits: %q occurs %d times in %s", f.number, e.was, n, f.file)
		}
		text = strings.Replace(text, "\n"+e.was, "\n"+e.is, 1)
	}
	is := []byte(text[1:])
	if form, err := format.Source(is); err != nil || !bytes.Equal(form, is) {
		return nil, errors.Join(fmt.Errorf("fault %02d leaves %s in a form that gofmt would change", f.number, f.file),
			err)
	}
	return is, nil
}

// A runner runs tests, and notes when the first began and the last ended.
type runner struct {
	ctx         context.Context
	tree, tier  string
	limit       time.Duration
	first, last time.Time
}

// An event is a line of the output of go test -json, as far as it matters here.
type event struct {
	Time                               time.Time
	Action, Package, Test, FailedBuild string
}

// test runs the tests of some packages, and says which failed first; "" if none did.
func (r *runner) test(packages []string) (by string, err error) {
	args := append([]string{"test", "-json", "-failfast", "-timeout", r.limit.String()}, packages...)
	cmd := exec.CommandContext(r.ctx, "go", args...)
	cmd.Dir, cmd.WaitDelay = r.tree, time.Minute
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // go test passes it on
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "DEADDROP_TESTS=") })
	if r.tier == "full" {
		cmd.Env = append(cmd.Env, "DEADDROP_TESTS=full")
	}
	out, failed := cmd.Output()
	for line := range bytes.Lines(out) {
		var e event
		if json.Unmarshal(line, &e) != nil || e.Time.IsZero() {
			continue
		}
		if r.last = e.Time; r.first.IsZero() {
			r.first = e.Time
		}
		switch {
		case e.FailedBuild != "":
			return "", fmt.Errorf("%s can't be compiled", e.FailedBuild)
		case e.Action == "fail" && by == "" && r.ctx.Err() == nil:
			by = strings.TrimSpace(strings.TrimPrefix(e.Package, "deaddrop/") + " " + e.Test)
		}
	}
	if failed != nil && by == "" && r.ctx.Err() == nil {
		return "", fmt.Errorf("go test %s: %w", strings.Join(packages, " "), failed)
	}
	return by, nil
}

// sumUp prints how many faults of each area were found, and names the others.
func sumUp(faults []fault, outcomes []outcome) {
	areas := []string{"all"}
	planted, found := map[string]int{}, map[string]int{}
	missed := map[string][]string{}
	for i, f := range faults {
		if !slices.Contains(areas, f.area) {
			areas = append(areas, f.area)
		}
		if outcomes[i].invalid != nil {
			continue
		}
		for _, area := range []string{f.area, "all"} {
			if planted[area]++; outcomes[i].by != "" {
				found[area]++
			}
		}
		if outcomes[i].by == "" {
			missed[f.area] = append(missed[f.area], fmt.Sprintf("%02d", f.number))
		}
	}
	fmt.Printf("\n%-10s  planted  found  not found\n", "area")
	for _, area := range append(areas[1:], "all") {
		fmt.Printf("%-10s  %7d  %5d  %s\n", area, planted[area], found[area], strings.Join(missed[area], " "))
	}
	for i, f := range faults {
		if outcomes[i].by == "" && outcomes[i].invalid == nil {
			fmt.Printf("not found: %02d %s: %s\n", f.number, f.file, f.what)
		}
	}
}
