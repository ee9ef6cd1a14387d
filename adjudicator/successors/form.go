package successors

import (
	"fmt"
	"slices"
	"strings"
)

// form returns the order form: a line for each order on file, numbered where several are listed, and blank lines for
// further ones. Read accepts each line unchanged, and takes a blank one as nothing.
func (v *View) form(kind string, s sheet) []string {
	f := former{b: v.board}
	switch kind {
	case "home":
		f.filled(sheet{home: s.home}.lines(v.board), "HOME: ")
		f.numbered(sheet{buy: s.buy}.lines(v.board), "BUY", 1)
	case "turn":
		v.turnForm(&f, s)
	case "standing":
		f.filled(sheet{give: s.give}.lines(v.board), "")
	}
	v.standingForm(&f, kind, s.rules)
	return f.out
}

// A former builds a form.
type former struct {
	b   *Board
	out []string
}

// filled adds lines, or a blank if there are none.
func (f *former) filled(lines []string, blank string) {
	if len(lines) == 0 && blank != "" {
		lines = []string{blank}
	}
	f.out = append(f.out, lines...)
}

// turnForm adds the lines that are for one turn only.
func (v *View) turnForm(f *former, s sheet) {
	if s.pass {
		f.out = append(f.out, passes)
	}
	play := ""
	if len(v.Hand) > 0 {
		play = "PLAY: "
	}
	f.filled(sheet{play: s.play, give: s.give}.lines(v.board), play)
	switch me := v.player(v.Seat); {
	case s.ransom:
		f.out = append(f.out, ransomWords(s.refuge))
	case me.Leader.Captor != "":
		f.out = append(f.out, "RANSOM: ")
	}
	f.numbered(sheet{buy: s.buy}.lines(v.board), "BUY", 1)
	f.numbered(sheet{moves: s.moves}.lines(v.board), "MOVE", 2)
	if slices.ContainsFunc(v.Areas, func(h Holding) bool {
		return slices.ContainsFunc(h.Stacks, func(k Stack) bool { return k.Side == v.Seat && k.Units[Fleet] > 0 })
	}) {
		f.out = append(f.out, fmt.Sprintf("SAIL %d: ", len(s.moves)+3))
	}
	f.numbered(sheet{fights: s.fights}.lines(v.board), "FIGHT", 1)
}

// numbered adds numbered lines, and a number of numbered blanks after them.
func (f *former) numbered(lines []string, blank string, more int) {
	for i, line := range lines {
		verb, rest, _ := strings.Cut(line, " ")
		f.out = append(f.out, fmt.Sprintf("%s %d: %s", verb, i+1, rest))
	}
	for i := range more {
		f.out = append(f.out, fmt.Sprintf("%s %d: ", blank, len(lines)+i+1))
	}
}

// standingForm adds the lines of standing orders.
func (v *View) standingForm(f *former, kind string, s standing) {
	b := v.board
	f.out = append(f.out, standing{attacked: s.attacked}.lines(b)...)
	if !slices.ContainsFunc(s.attacked, func(a attacked) bool { return a.at == nowhere }) {
		f.out = append(f.out, "IF ATTACKED ANYWHERE: ")
	}
	f.out = append(f.out, standing{insist: s.insist}.lines(b)...)
	f.filled(standing{bonus: s.bonus}.lines(b), "LEADER BONUS TO: ")
	f.filled(standing{lose: s.lose}.lines(b), "LOSE: ")
	play := ""
	if kind == "standing" && len(v.Hand) > 0 {
		play = "PLAY: "
	}
	f.filled(standing{react: s.react}.lines(b), play)
	f.filled(standing{ally: s.ally}.lines(b), "ALLY: ")
	f.out = append(f.out, standing{lend: s.lend, raid: s.raid}.lines(b)...)
}
