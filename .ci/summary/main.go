// Command summary makes the output of go test -json short: a line for each package, and all that failing tests printed.
//
//	go test -json ./... | summary FILE              adds the outcome of each test to FILE
//	go test -json ./... | summary -figures FILE     also prints what tests log that pass
//	summary -skipped FILE                           lists the tests that were skipped in all runs, with the reason
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
)

func main() {
	skipped := flag.Bool("skipped", false, "list the tests that were skipped in all runs")
	figures := flag.Bool("figures", false, "print what tests log that pass")
	flag.Parse()
	err := error(nil)
	if *skipped {
		err = listSkipped(flag.Arg(0))
	} else {
		err = summarize(flag.Arg(0), *figures)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "summary:", err)
		os.Exit(1)
	}
}

// An event is a line of go test -json.
type event struct {
	Action, Package, Test, Output string
}

// An outcome is how a test ended, once.
type outcome struct {
	Action, Package, Test string
	Why                   string `json:",omitempty"` // it was skipped
}

// summarize reads events from standard input, and adds outcomes to a file.
func summarize(name string, figures bool) (err error) {
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	outcomes := json.NewEncoder(file)
	printed := map[[2]string]*strings.Builder{} // by tests that are not over, by package and name
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var e event
		if json.Unmarshal(line, &e) != nil {
			fmt.Print(string(line)) // go test has something to say itself
			continue
		}
		switch test := [2]string{e.Package, e.Test}; e.Action {
		case "build-output":
			fmt.Print(e.Output)
		case "output":
			keep(printed, test, e.Output)
		case "pass", "fail", "skip":
			if figures && e.Action == "pass" && printed[test] != nil {
				printFigures(e.Test, printed[test].String())
			}
			if err := outcomes.Encode(end(printed, test, e.Action)); err != nil {
				return err
			}
		}
	}
}

// keep holds back what a test prints; what a package prints itself is printed, but for what goes without saying.
func keep(printed map[[2]string]*strings.Builder, test [2]string, text string) {
	if test[1] == "" {
		if text != "PASS\n" && !strings.HasPrefix(text, "?") && !strings.HasPrefix(text, "===") {
			fmt.Print(text)
		}
		return
	}
	if printed[test] == nil {
		printed[test] = &strings.Builder{}
	}
	printed[test].WriteString(text)
}

// end prints what a test that failed has printed. When a package fails, that is the output of tests that did
// not end, too.
func end(printed map[[2]string]*strings.Builder, test [2]string, action string) outcome {
	o := outcome{Action: action, Package: test[0], Test: test[1]}
	for of, text := range printed {
		over := of == test || test[1] == "" && of[0] == test[0]
		if !over {
			continue
		}
		if action == "fail" {
			fmt.Print(text)
		}
		if of == test && action == "skip" {
			o.Why = why(text.String())
		}
		delete(printed, of)
	}
	return o
}

var (
	position = regexp.MustCompile(`^\s+\S+\.go:\d+: `) // of a line in the code of a test
	progress = regexp.MustCompile(`^\s*(=== |--- )`)   // what go test itself says of a test
)

// logged are the lines that a test has logged.
func logged(output string) []string {
	var lines []string
	for line := range strings.Lines(output) {
		if !progress.MatchString(line) {
			lines = append(lines, strings.TrimSpace(position.ReplaceAllString(line, "")))
		}
	}
	return lines
}

// why is the reason in the output of a test that was skipped, on one line.
func why(output string) string {
	return cmp.Or(strings.Join(logged(output), " "), "it does not say why")
}

// printFigures prints what a test has logged.
func printFigures(test, output string) {
	if lines := logged(output); len(lines) > 0 {
		fmt.Printf("%s: %s\n", test, strings.Join(lines, "\n    "))
	}
}

// shown is how many tests are named on a line.
const shown = 5

// listSkipped prints a line for each package and reason.
func listSkipped(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	passed, skipped := map[[2]string]bool{}, map[[2]string]string{}
	for dec := json.NewDecoder(file); ; {
		var o outcome
		err := dec.Decode(&o)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		switch test := [2]string{o.Package, o.Test}; {
		case o.Action == "pass":
			passed[test] = true
		case o.Test != "" && o.Action == "skip":
			skipped[test] = o.Why
		}
	}
	tests := map[string][]string{} // by package and reason
	for test, why := range skipped {
		if !passed[test] {
			at := test[0] + ": " + why
			name, _, _ := strings.Cut(test[1], "/")
			tests[at] = append(tests[at], name)
		}
	}
	for _, at := range slices.Sorted(maps.Keys(tests)) {
		slices.Sort(tests[at])
		names := slices.Compact(tests[at])
		if len(names) > shown {
			names = append(names[:shown], fmt.Sprintf("and %d more", len(names)-shown))
		}
		fmt.Printf("skipped: %s (%s)\n", at, strings.Join(names, ", "))
	}
	if len(tests) == 0 {
		fmt.Println("No test was skipped.")
	}
	return nil
}
