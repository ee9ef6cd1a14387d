package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/parser"
)

// The table of what other judges have names all features in their order, says something of each, and the commands and
// words that it tells people to write are there.
func TestFeatures(t *testing.T) {
	text, err := os.ReadFile("../../docs/features.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^\| (\d+) \|(.*)\|$`)
	quoted := regexp.MustCompile("`([^`]+)`")
	rows := row.FindAllStringSubmatch(string(text), -1)
	const features = 174
	if len(rows) != features {
		t.Errorf("there are %d rows, not %d", len(rows), features)
	}
	for i, r := range rows {
		cells := strings.Split(r[2], "|")
		if r[1] != fmt.Sprint(i+1) || len(cells) != 4 || slices.ContainsFunc(cells, func(c string) bool { return strings.TrimSpace(c) == "" }) {
			t.Errorf("row %d is: %s", i+1, r[0])
			continue
		}
		for _, q := range quoted.FindAllStringSubmatch(cells[3], -1) {
			if why := unknown(q[1]); why != "" {
				t.Errorf("row %d says %s: %s", i+1, q[1], why)
			}
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
