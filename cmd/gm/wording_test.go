//go:build !race

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"deaddrop/examples"
	"deaddrop/gm/game"
	"deaddrop/parser"
	"deaddrop/templates"
)

// unidiomatic are what nobody writes in English: a bare "who" as a subject, players who are all men, and turns of phrase
// of other languages.
var unidiomatic = []*regexp.Regexp{
	regexp.MustCompile(`(?:^|[.:;] )[Ww]ho (?:has|have|is|was|are|had|holds|wins|does|sends|meets|chose|plays|wants)\b[^?]*$`),
	regexp.MustCompile(`\bto who (?:has|is|sends|plays|wants)\b`),
	regexp.MustCompile(`\b(?:[Hh]e|[Hh]is|[Hh]im|[Hh]imself)\b`),
	regexp.MustCompile(`\bparted by\b|\bso many\b|\bas (?:the|its|your) [\w ]* has it\b`),
	regexp.MustCompile(`\bdeadline is over\b|\bwhich is over[,;.]|\bof an earlier letter makes room\b|\bsince it is no order\b`),
	regexp.MustCompile(`\bis to be had\b|\bput down for\b|\bthe one word\b|\b(?:is|be) mended\b`),
	regexp.MustCompile(`(?:^|[^\d,.-])1 (?:removals|builds|units|factors|cards|points|turns|days|hours)\b`),
}

// findFault reports what is unidiomatic in a text.
func findFault(t *testing.T, where, text string) {
	t.Helper()
	for _, bad := range unidiomatic {
		if in := bad.FindString(text); in != "" {
			t.Errorf("%s: %q in: %s", where, in, text)
		}
	}
}

// The words of templates, rulings and commands are those of a native speaker.
func TestIdiomaticSources(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../templates/en/*.tmpl")
	if err != nil || len(files) < 10 {
		t.Fatalf("the templates are %v, %v", files, err)
	}
	remark, action := regexp.MustCompile(`(?s)\{\{-? ?/\*.*?\*/ ?-?\}\}`), regexp.MustCompile(`\{\{(?:end|else|-)[^}]*\}\}`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(remark.ReplaceAllString(string(text), "")) {
			for _, words := range append(strings.Split(line, `"`), action.ReplaceAllString(line, "")) {
				findFault(t, filepath.Base(file), strings.TrimSpace(words))
			}
		}
	}
	for _, r := range titles() {
		for paragraph := range strings.SplitSeq(r.Doc, "\n\n") {
			for sentence := range strings.SplitSeq(strings.Join(strings.Fields(paragraph), " "), ". ") {
				findFault(t, r.Name+", rules", sentence)
			}
		}
		for _, o := range append(slices.Clone(r.Options), game.PressOptions()...) {
			for _, words := range append([]string{"it says " + o.Doc, "it tells " + o.Tells}, o.Means...) {
				findFault(t, r.Name+", "+o.Name, words)
			}
		}
	}
	for _, u := range parser.Commands() {
		findFault(t, u.Name, u.Args)
		findFault(t, u.Name, u.Doc)
	}
}

// pseudo returns a language in which every sentence without a translation is marked, and every other stays as it is.
func pseudo(t *testing.T) *templates.Set {
	t.Helper()
	text, err := os.ReadFile("../../templates/de/phrases.txt")
	if err != nil {
		t.Fatal(err)
	}
	var own strings.Builder
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' && text[strings.Index(string(text), line)-1] != ' ' {
			own.WriteString(line + "\n  " + line + "\n")
		}
	}
	own.WriteString("{1}.\n  " + untranslated + "{1}.\n{1}?\n  " + untranslated + "{1}?\n")
	set, err := templates.New(fstest.MapFS{"xx/phrases.txt": {Data: []byte(own.String())}})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

const untranslated = "¤"

// The letters of all example games are in the English of a native speaker; and whatever the program says to players in
// sentences of its own can be said in another language: all of it is.
func TestIdiomaticLetters(t *testing.T) {
	t.Parallel()
	words, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	marked := pseudo(t)
	lacks, told, seen := map[string]map[string]bool{}, map[string]bool{}, 0
	said := regexp.MustCompile(untranslated + `[^` + untranslated + `]*?[.?](?:\s|$)`)
	watched := words.Watched(func(kind string, p templates.Page) {
		if p.Desk || p.Seat == "GM" || p.Language != "" && p.Language != templates.English {
			return
		}
		seen++
		for text := range sentencesOf(t, words, kind, p) {
			if !told[text] {
				told[text] = true
				findFault(t, p.Rules+", "+kind, text)
			}
		}
		p.Language = "xx"
		w, err := marked.Letter(kind, p)
		if err != nil {
			t.Error(err)
		}
		if lacks[p.Rules] == nil {
			lacks[p.Rules] = map[string]bool{}
		}
		for _, text := range said.FindAllString(reasonGiven.ReplaceAllString(w.Text, ""), -1) {
			lacks[p.Rules][strings.Join(strings.Fields(text), " ")] = true
		}
	})
	for _, pattern := range []string{"*.txtar", "testdata/*.txtar"} {
		files, err := fs.Glob(examples.Stories, pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if err := nowhere().playStory(t.Context(), watched, file); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
	if seen < 1000 {
		t.Fatalf("only %d letters were seen", seen)
	}
	for title, all := range lacks {
		t.Logf("%s: %d sentences have no translation", title, len(all))
		for text := range all {
			t.Errorf("%s: templates/de/phrases.txt lacks %s", title, strings.ReplaceAll(text, untranslated, ""))
		}
	}
}

// reasonGiven is what game masters and players say in words of their own, and letters repeat.
var reasonGiven = regexp.MustCompile(`(?s)(?:The\s+reason|Not\s+read\s+as\s+orders):.*?\n\n`)

// sentencesOf are the sentences of a letter, without what people wrote.
func sentencesOf(t *testing.T, words *templates.Set, kind string, p templates.Page) map[string]bool {
	t.Helper()
	w, err := words.Letter(kind, p)
	if err != nil {
		t.Error(err)
	}
	var own strings.Builder
	for line := range strings.Lines(withoutForm(reasonGiven.ReplaceAllString(w.Text, "\n"))) {
		if !strings.HasPrefix(line, "|") && !strings.HasPrefix(strings.TrimSpace(line), ">") {
			own.WriteString(line)
		}
	}
	out := map[string]bool{}
	quoted := regexp.MustCompile(`"[^"]*"|“[^”]*”`)
	for paragraph := range strings.SplitSeq(own.String(), "\n\n") {
		text := quoted.ReplaceAllString(strings.Join(strings.Fields(paragraph), " "), `""`)
		for sentence := range strings.SplitSeq(text, ". ") {
			out[sentence] = true
		}
	}
	return out
}

// The help of all commands is in the English of a native speaker, too.
func TestIdiomaticHelp(t *testing.T) {
	t.Parallel()
	bad := append(slices.Clone(unidiomatic),
		regexp.MustCompile(`\bto who\b|\bwho (?:sends|has not)\b[^?]*(?:gets|nothing)`),
		regexp.MustCompile(`\b[Ll]ets? (?:a game|it) go on\b|\bin the midst of\b|\bfor programs\b|\band else\b`),
		regexp.MustCompile(`\bstr(?:ike|uck) (?:\w+ )?off\b|\bput away\b.*\bthat are over\b|\bone that is over\b`),
		regexp.MustCompile(`\bin place of all\b|\bby so much\b|\bso often, such\b|\bwith a date in a line\b`))
	var check func(cmd *cobra.Command)
	check = func(cmd *cobra.Command) {
		texts := append(strings.Split(cmd.Long, "\n\n"), cmd.Short)
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { texts = append(texts, f.Usage) })
		for _, text := range texts {
			for _, b := range bad {
				if in := b.FindString(strings.Join(strings.Fields(text), " ")); in != "" {
					t.Errorf("gm help %s: %q in: %s", cmd.Name(), in, text)
				}
			}
		}
		for _, sub := range cmd.Commands() {
			check(sub)
		}
	}
	check(commandTree(&console{}))
}
