package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/gm/game"
	"deaddrop/parser"
)

// The table of what other judges have names all features in their order, says something of each, the commands and
// words that it tells people to write are there, and so is the test that it names.
func TestFeatures(t *testing.T) {
	tests := allTests(t)
	text, err := os.ReadFile("../../docs/features.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^\| (\d+) \|(.*)\|$`)
	quoted := regexp.MustCompile("`([^`]+)`")
	rows := row.FindAllStringSubmatch(string(text), -1)
	const features = 178
	if len(rows) != features {
		t.Errorf("there are %d rows, not %d", len(rows), features)
	}
	for i, r := range rows {
		cells := strings.Split(r[2], "|")
		if r[1] != fmt.Sprint(i+1) || len(cells) != 5 || slices.ContainsFunc(cells, func(c string) bool { return strings.TrimSpace(c) == "" }) {
			t.Errorf("row %d is: %s", i+1, r[0])
			continue
		}
		for _, q := range quoted.FindAllStringSubmatch(cells[3], -1) {
			if why := unknown(q[1]); why != "" {
				t.Errorf("row %d says %s: %s", i+1, q[1], why)
			}
		}
		shown := quoted.FindAllStringSubmatch(cells[4], -1)
		if len(shown) == 0 {
			t.Errorf("row %d names no test", i+1)
		}
		for _, q := range shown {
			if !tests[q[1]] {
				t.Errorf("row %d: there is no test %s", i+1, q[1])
			}
		}
	}
}

// allTests are the names of all tests, and of those letters that are compared one file after another.
func allTests(t *testing.T) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing\.T\)`)
	err := filepath.WalkDir("../..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		for _, m := range declared.FindAllStringSubmatch(string(mustRead(t, path)), -1) {
			all[m[1]] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for test, dir := range map[string]string{"TestTranscripts": "../../gm/testdata", "TestStories": "../../examples"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
		if err != nil || !all[test] {
			t.Fatalf("%s: %v", test, err)
		}
		for _, file := range files {
			all[test+"/"+strings.TrimSuffix(filepath.Base(file), ".txtar")] = true
		}
	}
	return all
}

// What the table says that there is not, is not there: neither a command of the game master's, nor a word of the players',
// nor a choice about press.
func TestAbsentFeatures(t *testing.T) {
	var press []string
	for _, o := range game.PressOptions() {
		press = append(press, o.Name)
	}
	commands := subcommands(commandTree(&console{now: time.Now}))
	for _, c := range []struct {
		row                   int
		command, word, choice string
	}{
		{11, "password", "PASSWORD xyzzy", ""}, {16, "blacklist", "", ""}, {39, "", "FROM me@elsewhere.example", ""}, {64, "seal", "SEAL", ""},
		{96, "", "", "language"}, {97, "", "", "near"}, {106, "archive-press", "ARCHIVE", ""},
		{167, "motd", "MOTD", ""},
	} {
		if slices.Contains(commands, c.command) {
			t.Errorf("row %d: there is a command gm %s", c.row, c.command)
		}
		if word := parser.CommandOf(c.word); word != "" {
			t.Errorf("row %d: players can write %s", c.row, word)
		}
		if c.choice != "" && slices.Contains(press, c.choice) {
			t.Errorf("row %d: there is a choice %s about press", c.row, c.choice)
		}
	}
}

// unknown says why people can't write what the table says; "" if they can.
func unknown(words string) string {
	args := strings.Fields(words)
	if args[0] == "gm" {
		cmd, rest, err := commandTree(&console{now: time.Now}).Find(args[1:])
		if err != nil || !cmd.HasParent() {
			return "there is no such command"
		}
		return unknownFlags(cmd, rest)
	}
	word := args[0]
	old := []string{"SIGNOFF", "SIGNON", "BROADCAST", "YES"} // that are understood, but not in the list
	ofTitles := []string{"NEXT", "ALWAYS", "VOTE"}
	if word != strings.ToUpper(word) || strings.Trim(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return "" // the name of a ruling, or a sign
	}
	known := slices.ContainsFunc(parser.Commands(), func(u parser.Usage) bool { return u.Name == word })
	if !known && !slices.Contains(old, word) && !slices.Contains(ofTitles, word) {
		return "no player can write that"
	}
	return ""
}

func unknownFlags(cmd *cobra.Command, args []string) string {
	for _, a := range args {
		if name, ok := strings.CutPrefix(a, "--"); ok && cmd.Flags().Lookup(name) == nil {
			return "it has no flag --" + name
		}
	}
	return ""
}
