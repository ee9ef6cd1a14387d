package examples_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"deaddrop/gm/transcript"
)

// With pace=even the letters of others are the same to the byte, and come at the same minutes, whether a player has a
// queue and a standing defence on file or writes the same when they are asked. With pace=swift they tell it.
func TestPaceTellsNothing(t *testing.T) {
	for _, c := range []struct {
		pace  string
		tells bool
	}{{"even", false}, {"swift", true}} {
		ahead, asked := paced(t, c.pace, true), paced(t, c.pace, false)
		if tells := !slices.Equal(ahead, asked); tells != c.tells {
			t.Errorf("pace=%s: that the letters differ is %v", c.pace, tells)
		}
		if !slices.ContainsFunc(ahead, func(l string) bool { return strings.Contains(l, "Green assaults Adana") }) {
			t.Errorf("pace=%s: nobody has attacked", c.pace)
		}
	}
}

// paced plays the beginning of a game of Dealers in Hope, in which Ben files his turn and his defence ahead or not, and
// returns what Ruth and Grace get, with the time that passes between.
func paced(t *testing.T, pace string, ahead bool) (letters []string) {
	t.Helper()
	const deed, defence = "ACTION Advance; PLAY Recruit=A; ASSAULT Adana; DONE\n", "READY, HAND\n"
	story := &txtar.Archive{Files: []txtar.File{{Name: "game dh1 dealers", Data: []byte("every: 48h\nshort: 12h\nat: 20:00\n" +
		"zone: Europe/London\nsecret: hope deals 1\noption pace: " + pace + "\n" +
		"Black: ruth@example.org\nBlue: ben@example.org\nGreen: grace@example.org\n")}}}
	writes := func(who, seat, text string) {
		name := fmt.Sprintf("from %s@example.org: Re: [dh1] Dealers in Hope: %s", who, seat)
		story.Files = append(story.Files, txtar.File{Name: name, Data: []byte(text)})
	}
	passes := func(hours ...int) {
		for _, n := range hours {
			story.Files = append(story.Files, txtar.File{Name: fmt.Sprintf("clock %dh", n)})
		}
	}
	writes("ruth", "Black", "TAKE Norris, Bern, Hilge, Madrid\n")
	writes("ben", "Blue", "take hilge, bern, madrid\n")
	writes("grace", "Green", "TAKE Karol, Madrid, Stockholm\n")
	passes(57)
	writes("grace", "Green", "ACTION Storm\nPLAY Night Broker=A (ON Blue), Angry Masses=A\nASSAULT Barcelona\nDISCARD ALL; DONE\n")
	if ahead {
		writes("ben", "Blue", deed+"DEFEND ANY: "+defence)
	}
	passes(48, 24)
	writes("ruth", "Black", "ACTION Train 2\nPLAY Preachers 1=S (TAKE Recruit), Migrating Masses=S\nTRAIN Preachers 2\n"+
		"DISCARD Huddled Masses; DONE\n")
	passes(48)
	if !ahead {
		writes("ben", "Blue", deed)
	}
	passes(48, 24)
	writes("grace", "Green", "ACTION Assault\nASSAULT Adana FIRST Recruit, Veteran FINAL Corsair Queen\nDONE\n")
	passes(24)
	if !ahead {
		writes("ben", "Blue", defence)
	}
	passes(24, 24, 24, 24, 24)
	out, err := transcript.Play(t.Context(), story, opener(t, filepath.Join(t.TempDir(), "games.db")))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range out.Files {
		isLetter := strings.HasPrefix(f.Name, "to ") && !strings.HasPrefix(f.Name, "to ben@")
		if isLetter || strings.HasPrefix(f.Name, "clock ") {
			letters = append(letters, f.Name+"\n"+string(f.Data))
		}
	}
	return letters
}
