package dealers

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
)

// A midst is a phase that is played as far as its answers go.
type midst struct {
	t     *testing.T
	saved []byte
	rec   adjudicator.Record
}

// begin stages a phase by the lines of a case.
func begin(t *testing.T, lines string, rulings map[string]string) *midst {
	t.Helper()
	var put []adjudicatortest.Put
	for line := range strings.Lines(lines) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		put = append(put, adjudicatortest.Put{Word: word, Rest: rest})
	}
	p, _ := stage(t, put, rulings)
	saved, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return &midst{t: t, saved: saved}
}

// play plays the phase again from its start.
func (m *midst) play() (*position, []adjudicator.Request) {
	m.t.Helper()
	p := new(position)
	if err := json.Unmarshal(m.saved, p); err != nil {
		m.t.Fatal(err)
	}
	table := adjudicator.NewTable(adjudicator.Luck{Secret: []byte("within")}, m.rec)
	if err := table.Run(p); err != nil {
		m.t.Fatal(err)
	}
	m.rec = table.Record()
	return p, table.Open()
}

// answer answers what is asked: as is said by seats, else with what is on file.
func (m *midst) answer(open []adjudicator.Request, by map[adjudicator.Seat]string) {
	last := &m.rec.Asked[len(m.rec.Asked)-1]
	for i, req := range open {
		if last.Answers[i] = by[req.Seat]; last.Answers[i] == "" {
			last.Answers[i] = req.Filed
		}
		if last.Answers[i] == "" {
			last.Answers[i] = req.Default
		}
	}
}

// standing returns what a player has on file after the phase.
func (m *midst) standing(seat string) string {
	p, open := m.play()
	if len(open) > 0 {
		m.t.Fatalf("the phase goes on with %+v", open)
	}
	return p.secret(seat).Standing
}

const drawing = `hand Black Scholars 1, Tutor
families Scholars
draw Black Veteran, Recruit, Recruit, Recruit, Recruit
standing Green: DEFEND ANY: NOTHING`

// While one player is asked within a turn, all others can change what they have on file. Nobody waits for them.
func TestOthersFileWithinATurn(t *testing.T) {
	m := begin(t, drawing, map[string]string{})
	_, open := m.play()
	m.answer(open, map[adjudicator.Seat]string{"Black": "ACTION Train 1\nPLAY Scholars 1=S\nTRAIN Tutor"})
	_, open = m.play()
	const nothing = "DEFEND ANY: NOTHING"
	want := []adjudicator.Request{
		{Seat: "Black", Kind: "more", Default: "TRAIN Tutor", Filed: "TRAIN Tutor", Short: true, Aside: true},
		{Seat: "Blue", Kind: "standing", Default: "NONE", Filed: "NONE", Short: true, Stands: true, Aside: true},
		{Seat: "Green", Kind: "standing", Default: nothing, Filed: nothing, Short: true, Stands: true, Aside: true},
	}
	if !slices.Equal(open, want) {
		t.Fatalf("asked is %+v", open)
	}
	early := m.rec
	m.answer(open, map[adjudicator.Seat]string{"Blue": "ACTION Shuffle\nWINTER KEEP ALL", "Green": "NONE"})
	if blue, green := m.standing("Blue"), m.standing("Green"); blue != "ACTION Shuffle\nWINTER KEEP ALL" || green != "" {
		t.Errorf("on file are %q and %q", blue, green)
	}

	// A game that was saved by an earlier version, which asked nobody else, plays on.
	m.rec = adjudicator.Record{Told: early.Told, Asked: slices.Clone(early.Asked)}
	m.rec.Asked[1] = adjudicator.QuestionRecord{Requests: want[:1], Answers: []string{"TRAIN Tutor"}}
	if blue, green := m.standing("Blue"), m.standing("Green"); blue != "" || green != "DEFEND ANY: NOTHING" {
		t.Errorf("of an earlier version, on file are %q and %q", blue, green)
	}
}

// While players choose one after another in the draft, those whose choice is still to come can list what they want.
func TestOthersListInTheDraft(t *testing.T) {
	m := begin(t, "draft", map[string]string{"speed": "patient", "draft": "choose"})
	_, open := m.play()
	other := open[1].Seat
	asked := adjudicator.Request{Seat: other, Kind: "standing", Default: byLot, Filed: byLot, Short: true, Stands: true, Aside: true}
	if len(open) != 3 || open[0].Kind != "draft" || open[1] != asked {
		t.Fatalf("asked is %+v", open)
	}
	m.answer(open, map[adjudicator.Seat]string{open[0].Seat: "TAKE Navaa", other: "TAKE Navaa, Hilge"})
	for range 3 { // until the other chooses
		if _, open = m.play(); open[0].Seat == other {
			break
		}
		m.answer(open, nil)
	}
	if open[0].Seat != other || open[0].Kind != "draft" || open[0].Filed != "TAKE Hilge" {
		t.Errorf("%s is asked with %+v", other, open[0])
	}
	for len(open) > 0 {
		m.answer(open, nil)
		_, open = m.play()
	}
	if n := len(m.rec.Asked[len(m.rec.Asked)-1].Requests); n != 1 {
		t.Errorf("%d are asked when one alone has something to take", n)
	}
}
