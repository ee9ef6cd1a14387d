package examples_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"deaddrop/adjudicator/successors"
	"deaddrop/adjudicator/successors/robot"
)

// armies are in testdata/successors-N.txtar, by the number of players.
var armies = []robotStory{
	{players: 3, full: []int{1}, silent: "Green, Turn 3, Green", says: "captures\nplays chit\nare now allied"},
	{players: 4, options: "option speed: patient\n", full: []int{2}, silent: "Yellow, Turn 2, Yellow", says: "FIGHT ON, OR RETREAT?\nretreats to\nYOUR STANDING ORDERS"},
}

// Whole games of Successors come out byte for byte as they are written, with a restart before each letter. To have them
// played anew: go test ./examples -run TestSuccessorsGames -write; to have but new letters written into them: -update.
func TestSuccessorsGames(t *testing.T) {
	for _, s := range armies {
		s.rules, s.short, s.test, s.kinds, s.writes = successors.Rules, "su", t.Name(), successorsKinds, (*person).commands
		s.says += "\nBATTLE OF"
		s.run(t)
	}
}

// successorsKinds are what questions are called by how letters put them.
var successorsKinds = map[string]string{"your choice of a home": "home", "your orders for Turn": "turn", "standing orders": "standing", "your decision whether to fight on": "battle"}

// commands returns the letters of a player in Successors. They mostly stay out of others' turns.
func (p *person) commands(q question, again bool) []written {
	var v successors.View
	if err := json.Unmarshal(q.js, &v); err != nil {
		panic(err)
	}
	words := robot.Robot{Board: successors.House()}.Answer(v, q.kind, p.rand)
	switch {
	case q.kind == "battle":
		return []written{p.letter(q, []string{"fight", "FIGHT", "retreat"}[p.rand.IntN(3)])}
	case q.kind == "standing" && (again || !p.odds(8)):
		return nil
	case q.kind == "standing":
		words = "IF ATTACKED ANYWHERE FIGHT ROUNDS 2 ELSE RETREAT\nLOSE levy, inf, el, cav, fleet"
	case words == "":
		words = "PASS"
	}
	if mistyped := q.kind == "turn" && !again && p.odds(5); mistyped {
		words = strings.Replace(words, "MOVE ", "MOVE Atlantis-", 1)
	}
	if p.way.plain {
		words = soldierly(words)
	}
	if again {
		return []written{p.letter(q, words)}
	}
	other := q.others[p.rand.IntN(len(q.others))].seat
	switch {
	case q.kind != "turn":
	case p.odds(3):
		words += "\nALLY " + other
	case p.odds(6):
		words = fmt.Sprintf("GIVE 1 TO %s\n%s", other, words)
	}
	if p.odds(8) {
		words += "\n" + p.press(q)
	}
	return []written{p.letter(q, words)}
}

// soldierly returns orders in words of people.
func soldierly(words string) string {
	for _, p := range []struct {
		form  *regexp.Regexp
		words string
	}{
		{regexp.MustCompile(`(?m)^BUY (.*) AT (.*)$`), "buy $1 in $2"},
		{regexp.MustCompile(`(?m)^MOVE ([\w ]+)-(\S.*?) (\d .*|ALL.*)$`), "move $3 from $1 to $2"},
		{regexp.MustCompile(`(?m)^FIGHT (.*)$`), "fight in $1"},
		{regexp.MustCompile(` INF\b`), " infantry"},
		{regexp.MustCompile(` CAV\b`), " cavalry"},
		{regexp.MustCompile(`1 LEVY\b`), "1 levy"},
	} {
		words = p.form.ReplaceAllString(words, p.words)
	}
	return words
}
