package dishonest

import (
	"os"
	"slices"
	"strings"
	"testing"

	"deaddrop/parser"
	"deaddrop/templates/templatestest"
)

// The examples in the short rules, the welcome and the questions are read as written, with the remarks behind them,
// for a player who has what they need.
func TestDocIsRead(t *testing.T) {
	template, err := os.ReadFile("../../templates/en/dishonest.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	head := `board Moscow: USSR 1 inf 1 arm; Ukraine: USSR 1 inf; Caucasus: USSR 2 inf; Formosa: USSR 1 ftr, colony USSR; Levant: USSR 1 ftr, colony USSR
board Egypt: USSR 1 inf 1 ftr, colony USSR, garrison 1
hand USSR 12, 17, 41
stock USSR 9 money 9 supply 9 operations 9 oil
tile USSR Fascism
scored USSR 1
order USSR, UK, Germany, Japan
mover USSR
writer USSR
`
	egypt := "\nboard Egypt: UK 1 inf, colony UK; Romania: USSR 1 inf; Levant: neutral 0\n"
	var askers []asker
	for _, more := range []string{"", "board Romania: USSR 1 inf\n", "asks income\nincome\n", "asks bid\nincome\n", "asks ideology\nincome\nleft Fascism, Communism\n",
		"asks standing\n", "asks defence\nbattle Egypt Germany USSR\nboard Egypt: USSR 1 inf, Germany 1 inf, colony USSR\n", "asks commit\nbattle Egypt Germany USSR committing\n",
		"asks secondary\nplayed UK Imperialism\n", "asks secondary\nplayed UK Communism\n", "asks secondary\nplayed UK Nationalism\n", "asks secondary\nplayed UK Fascism\n", egypt, "asks ruling\n"} {
		askers = append(askers, asking(t, head+more))
	}
	text := templatestest.Told(t, Rules) + "\n" + strings.ReplaceAll(string(template), "{{asis}}    ", "    ")
	for _, tile := range House().Tiles {
		text += "\n    " + tile.Wants()
	}
	for _, a := range askers { // what the game master is shown is made for the card that they rule on
		if v, ok := a.view.(Truth); ok {
			scored := slices.IndexFunc(House().Cards, func(c Card) bool { return len(c.Scoring) > 0 })
			v.Ruling = &Ruling{Seat: "UK", Card: House().Cards[scored].Title}
			for _, e := range v.Examples(a.kind) {
				text += "\n    " + e.Lines[0]
			}
		}
	}
	forms := 0
	for line := range strings.Lines(text) {
		form, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "    ")
		if !ok || strings.ContainsAny(form, "{}") {
			continue
		}
		copied := strings.Join(parser.Read("", form).Lines, "\n")
		if copied == "" {
			continue
		}
		forms++
		taken := false
		for _, a := range askers {
			for _, turn := range []string{"", "\nGARRISON Moscow"} { // what stands beside an action
				for _, before := range []string{"", "GARRISON Moscow\n"} {
					r := a.view.Read(a.kind, "", before+copied+turn)
					taken = taken || len(r.Faults()) == 0 && r.Answer != ""
				}
			}
		}
		if !taken {
			t.Errorf("%q is not taken: %+v", form, askers[0].view.Read("turn", "", copied))
		}
	}
	if forms < 36 {
		t.Errorf("there are only %d forms", forms)
	}
}
