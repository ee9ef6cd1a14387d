package examples_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"deaddrop/gm/transcript"
)

// eachTime is the line by which a letter says how its question is answered for good.
var eachTime = regexp.MustCompile(`(?m)^ *(ON \S+ DO .+)$`)

// A letter that asks something within a turn says how it is answered for good; that line, sent as it stands, is noted
// and answers the question, and the receipt offers it again.
func TestAnswersForGood(t *testing.T) {
	for file, asked := range map[string]struct{ kind, answer string }{
		"decatur": {"bid", "CONCEDE"}, "successors": {"battle", "RETREAT Susiana"},
		"dishonest": {"bid", "BID 0"}, "dealers": {"defence", "READY, HAND"},
	} {
		kind := asked.kind
		t.Run(file, func(t *testing.T) {
			text, err := os.ReadFile("testdata/pace/" + file + ".txtar")
			if err != nil {
				t.Fatal(err)
			}
			story := txtar.Parse(text)
			writer, _, _ := strings.Cut(string(story.Comment), ":")
			play := func() (out *txtar.Archive, line string) {
				if out, err = transcript.Play(t.Context(), story, opener(t, filepath.Join(t.TempDir(), "games.db"))); err != nil {
					t.Fatal(err)
				}
				for _, f := range out.Files {
					found := eachTime.FindStringSubmatch(string(f.Data))
					if strings.HasPrefix(f.Name, "to "+writer) && found != nil && strings.HasPrefix(found[1], "ON "+kind+" ") {
						line = found[1]
					}
				}
				return out, line
			}
			story.Files[0].Data = append(story.Files[0].Data, "option pace: even\n"...)
			var files []txtar.File
			var answers []int
			for _, f := range story.Files {
				name, isAnswer := strings.CutPrefix(f.Name, "asked ")
				if f.Name = name; strings.HasPrefix(f.Name, "ahead ") {
					continue
				}
				if isAnswer && strings.TrimSpace(string(f.Data)) == asked.answer {
					answers = append(answers, len(files))
				}
				files = append(files, f)
			}
			story.Files = files
			_, line := play()
			if line == "" {
				t.Fatalf("no letter says how a %s is answered for good", kind)
			}
			for _, i := range answers {
				story.Files[i].Data = []byte(line + "\n")
			}
			out, _ := play()
			noted := false
			for _, f := range out.Files {
				flat := strings.Join(strings.Fields(string(f.Data)), " ")
				_, answer, _ := strings.Cut(line, " DO ")
				answered := strings.Contains(flat, "Noted: "+line) && strings.Contains(flat, "revision 1 "+answer)
				noted = noted || answered && strings.Contains(flat, "send this line: "+line)
			}
			if !noted {
				t.Errorf("%q is not noted, or answers nothing", line)
			}
		})
	}
}
