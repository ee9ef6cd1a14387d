package examples_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"deaddrop/gm/transcript"
)

// A correspondence is a new game of a title, with letters of the player of one seat to its first question.
type correspondence struct {
	title   string
	seats   []string // the writer's first
	letters []string
	onFile  string // what is on file in the end, with slashes between the lines
	open    string // words that are still in question; "" for none
	says    string // what the last answer says besides
}

// last returns the answer to the last letter, in one line.
func (c correspondence) last(t *testing.T) string {
	t.Helper()
	head := "every: 72h\nsecret: yes and more\n"
	for i, seat := range c.seats {
		head += seat + ": p" + string(rune('0'+i)) + "@example.org\n"
	}
	story := &txtar.Archive{Files: []txtar.File{{Name: "game g1 " + c.title, Data: []byte(head)}}}
	for i, text := range c.letters {
		kind := "from"
		if i > 0 {
			kind = "reply"
		}
		story.Files = append(story.Files, txtar.File{Name: kind + " p0@example.org: Re: [g1]", Data: []byte(text + "\n")})
	}
	out, err := transcript.Play(t.Context(), story, opener(t, filepath.Join(t.TempDir(), "games.db")))
	if err != nil {
		t.Fatal(err)
	}
	mine := slices.DeleteFunc(out.Files, func(f txtar.File) bool { return !strings.HasPrefix(f.Name, "to p0@") })
	return strings.Join(strings.Fields(string(mine[len(mine)-1].Data)), " ")
}

func (c correspondence) check(t *testing.T) {
	t.Helper()
	got := c.last(t)
	_, file, _ := strings.Cut(got, " ON FILE FOR ")
	if lines := strings.ReplaceAll(c.onFile, "/", " "); !strings.Contains(file, " "+lines+" ") {
		t.Errorf("%q: on file is not %q: %s", c.letters, lines, got)
	}
	if open := strings.Contains(got, "lines marked >"); open != (c.open != "") || !strings.Contains(got, c.open) {
		t.Errorf("%q: open is not %q: %s", c.letters, c.open, got)
	}
	if !strings.Contains(got, c.says) {
		t.Errorf("%q: the answer does not say %q: %s", c.letters, c.says, got)
	}
}

var (
	powers  = []string{"Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"}
	colours = []string{"Red", "Blue", "Green"}
	hopeful = []string{"Black", "Blue", "Green"}
	decade  = []string{"Japan", "UK", "Germany", "USSR"}
)

// A YES puts on file what was offered, and the other lines of the letter are read on top of that, also where something
// in them is asked about again.
func TestYesBesideOrders(t *testing.T) {
	for _, c := range []correspondence{
		{"diplomacy", powers, []string{"A Bud-Rmu", "YES 1\nA Vie-Gla\nF Tri-Alb"}, "A Bud-Rum/F Tri-Alb", "A Vie-Gla", ""},
		{"diplomacy", powers, []string{"A Bud-Rmu", "YES. F Tri H"}, "A Bud-Rum/F Tri H", "", ""},
		{"diplomacy", powers, []string{"A Bud-Rmu\nA Vie-Gla", "Hello,\n\nF Tri-Alb\nfirst of all\nYES 1\nYES 2"},
			"A Bud-Rum/F Tri-Alb/A Vie-Gal", "", ""},
		{"diplomacy", powers, []string{"A Bud-Rmu\nA Vie-Gla", "YES\nA Vie-Boh"}, "A Bud-Rum/A Vie-Boh", "", ""},
		{"diplomacy", powers, []string{"A Bud-Rmu", "YES\nA Bud-Ser"}, "nothing yet", "A Bud", ""},
		{"deadman", powers, []string{"A Vie-Gla", "yes please\nA Bud-Sre"}, "A Vie-Gal", "A Bud-Sre", ""},
		{"decatur", colours, []string{"DEFEND ALL PLAY matchin", "YES\n1: DRAW\nRELOCATE ALL TO Jpaan or so"},
			"1: DRAW/DEFEND ALL PLAY matching", "RELOCATE", ""},
		{"successors", colours, []string{"HOME Persia\nBUY 2 INFF", "YES\nBUY 1 LEVY\nIF ATTACKED ANYWHERE: FIGHTT NOW OR SO"},
			"HOME Persia/BUY 2 INF/BUY 1 LEVY", "FIGHTT", ""},
		{"dishonest", decade, []string{"BID 1 MONY", "YES 1\nDRAW 2\nSECONDARY ANY: YESS"}, "DRAW 2/BID 1 MONEY", "YESS", ""},
		{"dealers", hopeful, []string{"TAEK Navaa, Ankara", "YES\nWINTER KEEP ALL"}, "TAKE Navaa, Ankara", "WINTER KEEP ALL", ""},
	} {
		t.Run(c.title, c.check)
	}
}

// A point is settled once the sheet has an answer for it, in whatever words; the others stay open.
func TestAnsweredInOtherWords(t *testing.T) {
	for _, c := range []correspondence{
		{"dishonest", decade, []string{"POOL lots\nBID 1 MONY", "pool 3\nBID 1 MONEY, 1 OIL"}, "POOL 3/BID 1 MONEY 1 OIL", "", ""},
		{"dishonest", decade, []string{"POOL lots\nBID 1 MONY", "DRAW 2"}, "DRAW 2", "POOL lots", ""},
		{"decatur", colours, []string{"DEFEND ALL PLAY matchin", "I defend everything with matching cards."},
			"DEFEND ALL PLAY matching", "", ""},
		{"decatur", colours, []string{"DEFEND Egypt PLAY matchin", "DEFEND ALL PLAY NONE"}, "DEFEND ALL PLAY NONE",
			"DEFEND Egypt PLAY matchin", ""},
		{"diplomacy", powers, []string{"A Bud-Rmu", "The army in Budapest goes to Serbia."}, "A Bud-Ser", "", ""},
		{"successors", colours, []string{"HOEM Persia", "HOME Babylonia"}, "HOME Babylonia", "", ""},
		{"successors", colours, []string{"BUY 2 INFF", "BUY 1 LEVY"}, "BUY 1 LEVY", "", ""}, // a later purchase replaces an earlier one
		{"successors", colours, []string{"BUY 2 INFF", "LOSE levy, inf"}, "LOSE levy, inf", "BUY 2 INFF", ""},
		{"dealers", hopeful, []string{"TAEK Navaa, Ankara", "Hilge and Bern please"}, "TAKE Hilge, Bern", "", ""},
	} {
		t.Run(c.title, c.check)
	}
}

// A question that goes to nobody, or that a command answers, is told the commands.
func TestQuestionsAreTold(t *testing.T) {
	for _, c := range []correspondence{
		{"diplomacy", powers, []string{"who owns Paris?"}, "nothing yet", "", "BOARD (the board, and who holds what)."},
		{"dealers", hopeful, []string{"What do I hold?"}, "nothing yet", "", "STATUS (what you have on file and what you own)"},
		{"dealers", hopeful, []string{"What do the cards do?"}, "nothing yet", "", "CARDS (what each card does)"},
		{"successors", colours, []string{"How much is a fleet?"}, "nothing yet", "", "COSTS (what things cost and are worth)"},
		{"decatur", colours, []string{"Is it allowed to pass?"}, "nothing yet", "", "RULES (the rules in brief and all orders)"},
		{"decatur", colours, []string{"WHY\nSUPPOSE\nTRY"}, "nothing yet", "",
			"For example: SUPPOSE Blue: DEFEND ALL PLAY matching."},
		{"decatur", colours, []string{"TRY"}, "nothing yet", "", "For example: TRY 1: RESTRUCTURE"},
	} {
		t.Run(c.title, c.check)
	}
}
