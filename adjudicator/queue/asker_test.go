package queue_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
)

// A phase of a made-up game.
type phase func(*adjudicator.Table)

func (phase) Phase() string                          { return "Day 1" }
func (phase) View(adjudicator.Seat) adjudicator.View { return nil }
func (p phase) Play(t *adjudicator.Table)            { p(t) }

// A day is a phase of Red, Blue and Green as it was played to its end.
type day struct {
	clerk queue.Clerk
	asked []adjudicator.Request
	log   []string // what was read, and what was told
}

// plays plays a phase. answers has the answers of those who send one, by seat and kind of question; nobody else does.
func plays(t *testing.T, rulings map[string]string, answers map[string]string, play func(*queue.Clerk)) (d day) {
	t.Helper()
	for rec := (adjudicator.Record{Format: adjudicator.Format}); ; {
		d = day{}
		table := adjudicator.NewTable(adjudicator.Luck{}, rec)
		d.clerk = queue.Clerk{Asker: queue.Asker{Table: table, Rulings: rulings}, None: "NONE",
			Files: []*queue.OnFile{{Seat: "Red"}, {Seat: "Blue", Standing: "DIG 1"}, {Seat: "Green", Silent: true}},
			Read:  func(seat, kind, sheet string) { d.log = append(d.log, seat+" "+kind+" "+sheet) }}
		if err := table.Run(phase(func(*adjudicator.Table) { play(&d.clerk) })); err != nil {
			t.Fatal(err)
		}
		rec = table.Record()
		if table.Open() == nil {
			break
		}
		last := &rec.Asked[len(rec.Asked)-1]
		for i, req := range last.Requests {
			if last.Answers[i] = req.Default; req.Filed != "" {
				last.Answers[i] = req.Filed
			}
			if a := answers[string(req.Seat)+" "+req.Kind]; a != "" {
				last.Answers[i], last.Heard = a, append(last.Heard, req.Seat)
			}
		}
	}
	for _, q := range d.clerk.Table.Record().Asked {
		d.asked = append(d.asked, q.Requests...)
	}
	for _, e := range d.clerk.Table.News() {
		d.log = append(d.log, fmt.Sprint(e.Kind, " ", e.To.Seats))
	}
	return d
}

// expect compares what was asked, read and told with what should have been.
func (d day) expect(t *testing.T, asked []adjudicator.Request, log ...string) {
	t.Helper()
	if !slices.Equal(d.asked, asked) {
		t.Errorf("asked was\n%+v\nnot\n%+v", d.asked, asked)
	}
	if !slices.Equal(d.log, log) {
		t.Errorf("read and told was\n%s\nnot\n%s", strings.Join(d.log, "\n"), strings.Join(log, "\n"))
	}
}

// Whoever moves is asked for their turn and everybody else for what they want on file. A player who was waited for in
// vain is told so, and is not waited for again until they answer something.
func TestCollect(t *testing.T) {
	collect := func(c *queue.Clerk) {
		c.Collect(func(f *queue.OnFile) (adjudicator.Request, bool) {
			return queue.Turn(f.Seat, f.Standing, "PASS", f.Silent), f.Seat == "Red"
		})
	}
	asked := []adjudicator.Request{queue.Turn("Red", "", "PASS", false), queue.Standing("Blue", "DIG 1", "NONE"), queue.Standing("Green", "", "NONE")}
	d := plays(t, nil, map[string]string{"Blue standing": "DIG 2"}, collect)
	d.expect(t, asked, "Red turn PASS", "Blue standing DIG 2", "Green standing NONE", "silent [Red]", "nmr [GM]")
	if !d.clerk.Files[0].Silent || !d.clerk.Files[2].Silent {
		t.Error("who sent nothing is waited for again")
	}
	for i := range asked {
		asked[i].Even = true
	}
	d = plays(t, map[string]string{"pace": "even"}, map[string]string{"Red turn": "PASS", "Green standing": "DIG 9"}, collect)
	d.expect(t, asked, "Red turn PASS", "Green standing DIG 9")
	if d.clerk.Files[0].Silent || d.clerk.Files[2].Silent {
		t.Error("who answered is not waited for")
	}
}

// Within a turn the answer of whoever is asked is not filed, and everybody else can change what is on file.
func TestWithin(t *testing.T) {
	question := adjudicator.Request{Seat: "Blue", Kind: "defence", Default: "NONE"}
	var answer []string
	d := plays(t, nil, map[string]string{"Blue defence": "FILL 3", "Green standing": "DIG 9"}, func(c *queue.Clerk) {
		answer = slices.Concat(c.Within(), c.Within(question))
	})
	red, green := queue.Standing("Red", "", "NONE"), queue.Standing("Green", "", "NONE")
	red.Short, red.Aside, green.Short, green.Aside = true, true, true, true
	d.expect(t, []adjudicator.Request{question, red, green}, "Red standing NONE", "Green standing DIG 9")
	if !slices.Equal(answer, []string{"FILL 3"}) || d.clerk.Files[2].Silent {
		t.Errorf("the answer is %q, and Green is %+v", answer, d.clerk.Files[2])
	}
}

func TestAsksAlways(t *testing.T) {
	for rulings, want := range map[[2]string]bool{{"patient", "swift"}: true, {"standard", "swift"}: false, {"standard", "even"}: true, {"fast", "even"}: false} {
		a := queue.Asker{Rulings: adjudicator.Ruled{"speed": rulings[0], "pace": rulings[1]}}
		if a.AsksAlways() != want {
			t.Errorf("%s: it asks always: %v", rulings, !want)
		}
	}
}

func TestAlarm(t *testing.T) {
	var f queue.OnFile
	f.Alarm("Milan")
	f.Alarm("Bern")
	f.Alarm("Milan")
	if !slices.Equal(f.Attacked, []string{"Milan", "Bern"}) {
		t.Errorf("attacked in %s", f.Attacked)
	}
}
