package successors

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// A meantime is a turn with two battles that is played at once, until somebody is asked within the first.
type meantime struct {
	t      *testing.T
	start  any
	record adjudicator.Record
}

func (m *meantime) play(answers ...string) (*position, *adjudicator.Table) {
	m.t.Helper()
	if n := len(m.record.Asked); n > 0 {
		copy(m.record.Asked[n-1].Answers, answers)
	}
	p := Rules.Blank().(*position)
	if err := json.Unmarshal([]byte(inJSON(m.t, m.start)), p); err != nil {
		m.t.Fatal(err)
	}
	dice := map[string][]int{"battle of Babylonia": {1, 1, 1, 1, 1, 1}, "battle of Susiana": {1, 1, 1, 1, 1, 1}}
	table := adjudicator.NewTable(adjudicator.Luck{Loaded: script().Loaded(m.t, dice)}, m.record)
	if err := table.Run(p); err != nil {
		m.t.Fatal(err)
	}
	m.record = table.Record()
	return p, table
}

func begunBattle(t *testing.T) *meantime {
	start, _ := script().Begin(t, "board Babylonia: Red 3 inf, Blue 3 inf; Susiana: Red 3 inf, Green 3 inf; Media: Green 1 inf\ntalents Red 9\noption speed=patient\nstanding Green: LOSE levy")
	m := &meantime{t: t, start: start}
	m.play()
	m.play("FIGHT Babylonia\nFIGHT Susiana ROUNDS 1\nLOSE cav", "NONE", "LOSE levy")
	return m
}

// While a player is asked within a battle the others can change what they have on file, and nobody is told of it.
func TestOthersFileWithinABattle(t *testing.T) {
	m := begunBattle(t)
	asked := m.record.Asked[len(m.record.Asked)-1].Requests
	if got := seatsOf(asked); got != "Blue Red Green" || asked[0].Kind != "battle" || asked[2].Filed != "LOSE levy" || asked[1].Filed != "LOSE cav" {
		t.Fatalf("asked are %+v", asked)
	}
	_, quiet := m.play("RETREAT Assyria", "LOSE cav", "LOSE levy")
	m = begunBattle(t)
	p, table := m.play("RETREAT Assyria", "LOSE inf", "IF ATTACKED ANYWHERE RETREAT Media\nLOSE levy")
	if got := p.secret("Green").Standing + "|" + p.secret("Red").Standing; got != "IF ATTACKED ANYWHERE RETREAT Media\nLOSE levy|LOSE inf" {
		t.Errorf("on file is %q", got)
	}
	first := slices.IndexFunc(table.News(), func(e adjudicator.EventRecord) bool { return e.Kind == "battle" })
	for _, e := range table.News()[:first+1] {
		if !slices.ContainsFunc(quiet.News(), func(o adjudicator.EventRecord) bool { return string(o.Data) == string(e.Data) && o.Kind == e.Kind }) {
			t.Errorf("only where others have changed their orders is told %s %s", e.Kind, e.Data)
		}
	}
	if n := strings.Count(toldOf(table.News()), "Susiana"); n == 0 {
		t.Error("the mover's second battle was not fought")
	}
}

// A game that was saved within a battle before others were asked plays on.
func TestOlderBattlesPlayOn(t *testing.T) {
	m := begunBattle(t)
	last := &m.record.Asked[len(m.record.Asked)-1]
	last.Requests, last.Answers = last.Requests[:1], last.Answers[:1]
	p, _ := m.play("RETREAT Assyria")
	if p.secret("Green").Standing != "LOSE levy" || p.secret("Red").Standing != "LOSE cav" {
		t.Errorf("on file is %+v", p.Secrets)
	}
}

func seatsOf(reqs []adjudicator.Request) string {
	var out []string
	for _, r := range reqs {
		out = append(out, string(r.Seat))
	}
	return strings.Join(out, " ")
}

func toldOf(events []adjudicator.EventRecord) string {
	var out strings.Builder
	for _, e := range events {
		if e.Kind == "battle" {
			out.Write(e.Data)
		}
	}
	return out.String()
}
