package examples_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"deaddrop/gm/transcript"
)

// With pace=even, the letters to others are the same to the byte, and come in the same minutes, whether a player has
// a queue and standing answers on file or writes the same when asked. With pace=swift they differ. In the stories in
// testdata/pace the letters of one world begin with "ahead", and those of the other with "asked"; the first line says
// who writes them, and what happens.
func TestPaceTellsNothing(t *testing.T) {
	stories, err := filepath.Glob("testdata/pace/*.txtar")
	if err != nil || len(stories) == 0 {
		t.Fatal("there are no stories: ", err)
	}
	for _, file := range stories {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			for _, c := range []struct {
				pace  string
				tells bool
			}{{"even", false}, {"swift", true}} {
				ahead, asked := paced(t, file, c.pace, "ahead "), paced(t, file, c.pace, "asked ")
				if tells := !slices.Equal(ahead, asked); tells != c.tells {
					t.Errorf("pace=%s: that the letters differ is %v", c.pace, tells)
				}
			}
		})
	}
}

// paced plays one world of a story, and returns what all get but the player who is apart, with the time that passes
// between.
func paced(t *testing.T, file, pace, world string) (letters []string) {
	t.Helper()
	story, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	writer, happens, _ := strings.Cut(strings.TrimSpace(string(story.Comment)), ": ")
	story.Files[0].Data = append(story.Files[0].Data, "option pace: "+pace+"\n"...)
	var files []txtar.File
	for _, f := range story.Files {
		name := strings.TrimPrefix(f.Name, world)
		if strings.HasPrefix(name, "ahead ") || strings.HasPrefix(name, "asked ") {
			continue
		}
		files = append(files, txtar.File{Name: name, Data: f.Data})
	}
	story.Files = files
	out, err := transcript.Play(t.Context(), story, opener(t, filepath.Join(t.TempDir(), "games.db")))
	if err != nil {
		t.Fatal(err)
	}
	happened := false
	for _, f := range out.Files {
		isLetter := strings.HasPrefix(f.Name, "to ") && !strings.HasPrefix(f.Name, "to "+writer)
		if isLetter || strings.HasPrefix(f.Name, "clock ") {
			letters = append(letters, f.Name+"\n"+string(f.Data))
			happened = happened || strings.Contains(string(f.Data), happens)
		}
	}
	if pace == "even" && !happened {
		t.Errorf("nobody is told: %s", happens)
	}
	return letters
}
