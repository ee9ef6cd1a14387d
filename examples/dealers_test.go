package examples_test

import (
	"encoding/json"
	"strings"
	"testing"

	"deaddrop/adjudicator/dealers"
	"deaddrop/adjudicator/dealers/robot"
)

// hopes are in testdata/dealers-N.txtar, by the number of players.
var hopes = []robotStory{
	{players: 3, options: "option speed: patient\noption cubes: era\n", full: []int{1}, silent: "Green, Year 1, 5th turn, Green",
		says: "HOW DO YOU DEFEND\nYOUR LAST STEP AT\nTHE REST OF YOUR TURN\nWHICH CARDS DO YOU DISCARD\nbecomes a master\n fails, \nIt is the late era"},
}

// Whole games of Dealers in Hope come out byte for byte as they are written, with a restart before each letter. To have them
// played anew: go test ./examples -run TestDealersGames -write; to have but new letters written into them: -update.
func TestDealersGames(t *testing.T) {
	for _, s := range hopes {
		s.rules, s.short, s.test, s.kinds, s.writes = dealers.Rules, "dh", t.Name(), dealersKinds, (*person).hopes
		s.run(t)
	}
}

// dealersKinds are what questions are called by how letters put them.
var dealersKinds = map[string]string{"your choice of leader": "draft", "your orders for Year": "turn", "standing orders": "standing", "the rest of your turn": "more",
	"how you defend": "defence", "your last step": "final", "which hand cards": "winter"}

// hopes returns the letters of a player in Dealers in Hope. They stay out of others' turns, except for defending now
// and then.
func (p *person) hopes(q question, again bool) []written {
	var v dealers.View
	if err := json.Unmarshal(q.js, &v); err != nil {
		panic(err)
	}
	filed := ""
	if v.Acting != nil {
		filed = v.Acting.Left
	}
	words := robot.Answer(v, q.kind, filed, p.rand)
	switch {
	case q.kind == "standing" && (again || !p.odds(12)):
		return nil
	case q.kind == "standing":
		words = "DEFEND ANY: READY, HAND\nWINTER KEEP ALL"
	case q.kind == "more" && (again || words == ""):
		words = "DONE"
	case words == "":
		words = "PASS"
	}
	if mistyped := q.kind == "turn" && !again && p.odds(9); mistyped {
		words += "\nTRAIN Atlanteans"
	}
	if p.way.plain {
		words = strings.ToLower(words)
	}
	if !again && q.kind == "turn" && p.odds(10) {
		words += "\n" + p.press(q)
	}
	return []written{p.letter(q, words)}
}
