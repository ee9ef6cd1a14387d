package adjudicator_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// A duel of two questions: sealed bids, and the loser's choice.
type duel struct {
	Bids   []string
	Lost   string
	wobble string // makes the rules tell something else, as a new program might
}

func (d *duel) Phase() string { return "Duel" }

func (d *duel) View(adjudicator.Seat) adjudicator.View { return nil }

func (d *duel) Play(t *adjudicator.Table) {
	d.Bids = t.Ask(
		adjudicator.Request{Seat: "Rome", Kind: "bid", Default: "0"},
		adjudicator.Request{Seat: "Pontus", Kind: "bid", Default: "0"})
	t.Tell(adjudicator.Event{Kind: "bids" + d.wobble, Data: map[string]any{"Text": strings.Join(d.Bids, "<")}}, adjudicator.All())
	t.Tell(adjudicator.Event{Kind: "die", Data: t.Roll("die", 6)}, adjudicator.To("Rome"))
	d.Lost = t.Ask(adjudicator.Request{Seat: "Pontus", Kind: "loss", Default: "horse"})[0]
}

var luck = adjudicator.Luck{Secret: []byte("secret"), Phase: 1}

// run plays a duel with what was kept, as read back from JSON.
func run(t *testing.T, d *duel, rec adjudicator.Record) (*adjudicator.Table, error) {
	t.Helper()
	js, err := json.Marshal(rec)
	if err != nil {
		t.Fatal(err)
	}
	var back adjudicator.Record
	if err := json.Unmarshal(js, &back); err != nil {
		t.Fatal(err)
	}
	table := adjudicator.NewTable(luck, back)
	return table, table.Run(d)
}

// answered plays a duel until its second question and returns what is kept of it.
func answered(t *testing.T) adjudicator.Record {
	t.Helper()
	table, err := run(t, &duel{}, adjudicator.Record{})
	if err != nil {
		t.Fatal(err)
	}
	rec := table.Record()
	copy(rec.Asked[0].Answers, []string{"3", "2"})
	if table, err = run(t, &duel{}, rec); err != nil {
		t.Fatal(err)
	}
	return table.Record()
}

func TestAskWaitsForAll(t *testing.T) {
	table, err := run(t, &duel{}, adjudicator.Record{})
	if err != nil || len(table.Open()) != 2 || len(table.News()) != 0 {
		t.Fatalf("open %v, news %v, error %v", table.Open(), table.News(), err)
	}
	rec := table.Record()
	rec.Asked[0].Answers[1] = "2"
	if table, _ = run(t, &duel{}, rec); len(table.Open()) != 2 || len(table.News()) != 0 {
		t.Fatalf("with one answer: open %v, news %v", table.Open(), table.News())
	}
	rec.Asked[0].Answers[0] = "3"
	if table, _ = run(t, &duel{}, rec); len(table.News()) != 2 || table.Open()[0].Kind != "loss" {
		t.Fatalf("with both: open %v, news %v", table.Open(), table.News())
	}
	rec = table.Record()
	rec.Asked[1].Answers[0] = "archers"
	d := &duel{}
	if table, _ = run(t, d, rec); table.Open() != nil || len(table.News()) != 0 || d.Lost != "archers" {
		t.Fatalf("at the end: open %v, news %v, lost %q", table.Open(), table.News(), d.Lost)
	}
}

func TestReplayIsCompared(t *testing.T) {
	diverges := func(name, what string, d *duel, change func(*adjudicator.Record)) {
		t.Helper()
		rec := answered(t)
		change(&rec)
		_, err := run(t, d, rec)
		var div *adjudicator.Divergence
		if !errors.As(err, &div) || div.What != what || div.PhaseName != "Duel" {
			t.Errorf("%s: error %v, want a divergence in %s", name, err, what)
		}
	}
	if _, err := run(t, &duel{}, answered(t)); err != nil {
		t.Errorf("unchanged: %v", err)
	}
	diverges("another event", "event 1", &duel{wobble: "!"}, func(*adjudicator.Record) {})
	diverges("another audience", "event 2", &duel{}, func(r *adjudicator.Record) { r.Told[1].To = adjudicator.All() })
	diverges("another question", "question 1", &duel{}, func(r *adjudicator.Record) { r.Asked[0].Requests[0].Seat = "Egypt" })
	diverges("a question less", "question 3", &duel{}, func(r *adjudicator.Record) {
		r.Asked[1].Answers[0] = "horse"
		r.Asked = append(r.Asked, r.Asked[1])
	})
	diverges("an event less", "event 3", &duel{}, func(r *adjudicator.Record) { r.Told = append(r.Told, r.Told[0]) })
}

// A record of what was asked and told does not change when the rules later change their own values.
func TestRecordIsACopy(t *testing.T) {
	hand := []string{"ace"}
	reqs := []adjudicator.Request{{Seat: "Rome", Kind: "bid", Default: "0"}}
	table := adjudicator.NewTable(luck, adjudicator.Record{Asked: []adjudicator.QuestionRecord{{Requests: slices.Clone(reqs), Answers: []string{"1"}}}})
	table.Ask(reqs...)
	reqs[0].Seat = "Pontus"
	to := adjudicator.To("Rome")
	table.Tell(adjudicator.Event{Kind: "hand", Data: hand}, to)
	hand[0], to.Seats[0] = "secret", "Pontus"
	rec, news := table.Record(), table.News()
	if rec.Asked[0].Requests[0].Seat != "Rome" || !news[0].To.Has("Rome") || news[0].Event.Data.([]string)[0] != "ace" {
		t.Errorf("asked %+v, told %+v", rec.Asked, news)
	}
}

// A record written before the program asked the other seats for the answers that stand can still be played on: what
// they had filed counts.
func TestRecordLacksWhatStands(t *testing.T) {
	bid := adjudicator.Request{Seat: "Rome", Kind: "bid", Default: "0", Aside: true}
	stands := adjudicator.Request{Seat: "Pontus", Kind: "queue", Default: "march", Filed: "march", Stands: true, Aside: true}
	asked := adjudicator.Record{Asked: []adjudicator.QuestionRecord{{Requests: []adjudicator.Request{bid}, Answers: []string{"3"}}}}
	var got []string
	play := func(reqs ...adjudicator.Request) error {
		got = nil
		return adjudicator.NewTable(luck, asked).Run(phase(func(t *adjudicator.Table) { got = t.Ask(reqs...) }))
	}
	if err := play(stands, bid); err != nil || !slices.Equal(got, []string{"march", "3"}) {
		t.Errorf("answers %q, error %v", got, err)
	}
	stands.Aside = false
	if err := play(stands, bid); err != nil || !slices.Equal(got, []string{"march", "3"}) {
		t.Errorf("not aside: answers %q, error %v", got, err)
	}
	stands.Stands = false
	if err := play(stands, bid); err == nil {
		t.Error("a request that was never put is taken for answered")
	}
}

type phase func(*adjudicator.Table)

func (phase) Phase() string                          { return "Duel" }
func (phase) View(adjudicator.Seat) adjudicator.View { return nil }
func (p phase) Play(t *adjudicator.Table)            { p(t) }

func TestOneRequestForEachSeat(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a seat is asked twice at once")
		}
	}()
	r := adjudicator.Request{Seat: "Rome", Kind: "bid", Default: "0"}
	adjudicator.NewTable(luck, adjudicator.Record{}).Ask(r, r)
}

// A game that began when there were fewer options goes on as it was played.
func TestKept(t *testing.T) {
	rules := &adjudicator.Rules{Options: []adjudicator.Option{
		{Name: "db", Values: []string{"after", "before"}},
		{Name: "votes", Values: []string{"ignored", "block"}, Before: "block"},
		{Name: "stars", Values: []string{"power", "spy"}},
	}}
	given := map[string]string{"db": "before"}
	want := map[string]string{"db": "before", "votes": "block", "stars": "power"}
	if kept := rules.Kept(given); !maps.Equal(kept, want) || len(given) != 1 {
		t.Errorf("%v is kept as %v, and not as %v", given, kept, want)
	}
}

// So does a position of it that was saved then. One without rulings, which nobody has saved, stays as it is.
func TestRestore(t *testing.T) {
	options := []adjudicator.Option{
		{Name: "votes", Values: []string{"ignored", "block"}, Before: "block"},
		{Name: "centres", Values: []string{"18", "10"}, Before: "10"},
		{Name: "stars", Values: []string{"power", "spy"}},
	}
	var p struct {
		Year    int
		Options map[string]string
	}
	if err := adjudicator.Restore([]byte(`{"Year": 1901}`), &p, &p.Options, options); err != nil || p.Year != 1901 || p.Options != nil {
		t.Errorf("without rulings: %+v, %v", p, err)
	}
	if err := adjudicator.Restore([]byte(`{"Options": {"centres": "18"}}`), &p, &p.Options, options); err != nil {
		t.Error(err)
	}
	if want := map[string]string{"centres": "18", "votes": "block"}; !maps.Equal(p.Options, want) {
		t.Errorf("it goes on by %v, and not by %v", p.Options, want)
	}
	if err := adjudicator.Restore([]byte(`{"Year": "none"}`), &p, &p.Options, options); err == nil {
		t.Error("a year that is no number is decoded")
	}
}

func TestConfigure(t *testing.T) {
	rules := &adjudicator.Rules{Name: "duel", Title: "Duel", Seats: []adjudicator.Seat{"Rome", "Pontus", "Egypt"}, Min: 2,
		Options: []adjudicator.Option{{Name: "db", Values: []string{"after", "before"}}}}
	two := []adjudicator.Seat{"Rome", "Egypt"}
	c, err := rules.Configure(adjudicator.Config{Seats: two})
	if err != nil || c.Options["db"] != "after" {
		t.Errorf("defaults: %+v, %v", c, err)
	}
	if c, err = rules.Configure(adjudicator.Config{Seats: two, Options: map[string]string{"db": "before"}}); err != nil || c.Options["db"] != "before" {
		t.Errorf("a switched option: %+v, %v", c, err)
	}
	bad := func(want string, c adjudicator.Config) {
		t.Helper()
		if _, err := rules.Configure(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", c, err, want)
		}
	}
	bad("for 2 to 3 players, not for 1", adjudicator.Config{Seats: two[:1]})
	bad(`no seat "Gaul"`, adjudicator.Config{Seats: []adjudicator.Seat{"Rome", "Gaul"}})
	bad("given twice", adjudicator.Config{Seats: []adjudicator.Seat{"Rome", "Rome"}})
	bad("Duel takes no pack", adjudicator.Config{Seats: two, Pack: []byte{}})
	rules.House = []byte("a field")
	rules.Check = func(pack []byte) (string, error) {
		if string(pack) == "a sea" {
			return "", errors.New("nobody can stand there")
		}
		return string(pack), nil
	}
	bad("Duel can't be played with this pack:\nnobody can stand there\n", adjudicator.Config{Seats: two, Pack: []byte("a sea")})
	for pack, want := range map[string]string{"": "a field", "a hill": "a hill"} {
		given := adjudicator.Config{Seats: two}
		if pack != "" {
			given.Pack = []byte(pack)
		}
		if c, err = rules.Configure(given); err != nil || string(c.Pack) != want {
			t.Errorf("with the pack %q: %q, %v", pack, c.Pack, err)
		}
	}
	bad(`no ruling "bd"`, adjudicator.Config{Seats: two, Options: map[string]string{"bd": "after"}})
	bad("db can be after or before, not", adjudicator.Config{Seats: two, Options: map[string]string{"db": "never"}})
}

func TestConfigureTable(t *testing.T) {
	rules := &adjudicator.Rules{Title: "Duel", Seats: []adjudicator.Seat{"Rome", "Pontus", "Egypt"}, Min: 1, House: []byte("a field"),
		Check: func(pack []byte) (string, error) { return "", nil }}
	seated := func(n int, pack string, want ...adjudicator.Seat) {
		t.Helper()
		chairs, err := rules.SeatsFor(n, []byte(pack))
		if pack == "" {
			chairs, err = rules.SeatsFor(n, nil)
		}
		if err != nil || !slices.Equal(chairs, want) {
			t.Errorf("%d players with %q sit in %v, %v", n, pack, chairs, err)
		}
	}
	seated(2, "", "Rome", "Pontus")
	rules.Table = func(players int, pack []byte) []adjudicator.Seat {
		if players != 2 {
			return nil
		}
		if string(pack) == "a field" {
			return []adjudicator.Seat{"Rome", "Egypt"}
		}
		return rules.Seats[1:]
	}
	seated(2, "", "Rome", "Egypt")
	seated(2, "a hill", "Pontus", "Egypt")
	if _, err := rules.Configure(adjudicator.Config{Seats: []adjudicator.Seat{"Egypt", "Rome"}}); err != nil {
		t.Error(err)
	}
	for want, seats := range map[string][]adjudicator.Seat{
		"Duel for 2 players has the seats Rome and Egypt, not Rome and Pontus": rules.Seats[:2],
		"Duel can't be played by 3 with this edition":                          rules.Seats,
	} {
		if _, err := rules.Configure(adjudicator.Config{Seats: seats}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %s", seats, err, want)
		}
	}
}

func TestValidate(t *testing.T) {
	good := adjudicator.Rules{Name: "duel", Title: "Duel", Doc: "Fight.", Seats: []adjudicator.Seat{"Rome", "Pontus"}, Min: 2,
		Setup: func(*adjudicator.Table, adjudicator.Config) (adjudicator.Position, error) { return &duel{}, nil },
		Blank: func() adjudicator.Position { return &duel{} }}
	if err := adjudicator.Validate([]*adjudicator.Rules{&good}); err != nil {
		t.Error(err)
	}
	bad := func(want string, change func(*adjudicator.Rules)) {
		t.Helper()
		r := good
		change(&r)
		if err := adjudicator.Validate([]*adjudicator.Rules{&r}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	bad("name, title or doc", func(r *adjudicator.Rules) { r.Doc = "" })
	bad("Setup or Blank", func(r *adjudicator.Rules) { r.Blank = nil })
	bad("2 seats for at least 3", func(r *adjudicator.Rules) { r.Min = 3 })
	bad("are in every game", func(r *adjudicator.Rules) { r.Seats = append(r.Seats[:1:1], adjudicator.GM) })
	bad("what each of its values means", func(r *adjudicator.Rules) {
		r.Options = []adjudicator.Option{{Name: "db", Values: []string{"after", "before"}, Means: []string{"it stands"}}}
	})
	bad("come together", func(r *adjudicator.Rules) { r.House = []byte("a field") })
	bad("come together", func(r *adjudicator.Rules) { r.Check = func([]byte) (string, error) { return "", nil } })
	bad("nothing to choose", func(r *adjudicator.Rules) { r.Options = []adjudicator.Option{{Name: "db", Values: []string{"after"}}} })
	if err := adjudicator.Validate([]*adjudicator.Rules{&good, &good}); err == nil {
		t.Error("rules are listed twice")
	}
}

// A panic of the rules is the runner's to handle: it must not be taken for a question.
func TestPanicsPass(t *testing.T) {
	defer func() {
		if r := recover(); fmt.Sprint(r) != "adjudicator: a request needs a seat, a kind and a default: {Seat:Rome Kind:bid Default: Filed: Short:false Stands:false Aside:false Even:false}" {
			t.Errorf("recovered %v", r)
		}
	}()
	adjudicator.NewTable(luck, adjudicator.Record{}).Ask(adjudicator.Request{Seat: "Rome", Kind: "bid"})
}

func TestLuck(t *testing.T) {
	rolls := func(l adjudicator.Luck, label string, other int) (out []int) {
		table := adjudicator.NewTable(l, adjudicator.Record{})
		for range 20 {
			out = append(out, table.Roll(label, 6))
			for range other {
				table.Roll("another", 6)
			}
		}
		return out
	}
	first := rolls(luck, "die", 0)
	if slices.Min(first) < 1 || slices.Max(first) > 6 {
		t.Errorf("a die of six sides shows %v", first)
	}
	if again := rolls(luck, "die", 3); !slices.Equal(first, again) {
		t.Errorf("draws depend on those of another label: %v, %v", first, again)
	}
	for name, l := range map[string]adjudicator.Luck{
		"another phase":  {Secret: luck.Secret, Phase: 2},
		"another secret": {Secret: []byte("secreT"), Phase: 1},
	} {
		if slices.Equal(first, rolls(l, "die", 0)) {
			t.Errorf("%s has the same luck", name)
		}
	}
	// Players check old games with new programs: the draws of a secret must never change.
	if want := []int{1, 3, 1, 3, 4, 5, 4, 2}; !slices.Equal(first[:8], want) {
		t.Errorf("the luck of this secret was %v and is %v", want, first[:8])
	}
}

func TestAudience(t *testing.T) {
	for _, c := range []struct {
		to   adjudicator.Audience
		want string
	}{
		{adjudicator.All(), "Rome Pontus GM Observer"},
		{adjudicator.AllBut("Rome"), "Pontus GM Observer"},
		{adjudicator.To("Rome", adjudicator.GM), "Rome GM"},
		{adjudicator.To(), ""},
		{adjudicator.Audience{}, ""},
	} {
		var got []string
		for _, s := range []adjudicator.Seat{"Rome", "Pontus", adjudicator.GM, adjudicator.Observer} {
			if c.to.Has(s) {
				got = append(got, string(s))
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%+v has %v, want %s", c.to, got, c.want)
		}
	}
}

// Whether something came from a seat is kept with the answers, so that a replay says the same.
func TestHeard(t *testing.T) {
	rec := answered(t)
	rec.Asked[0].Heard = []adjudicator.Seat{"Pontus"}
	table := adjudicator.NewTable(luck, rec)
	table.Ask(rec.Asked[0].Requests...)
	if table.Responded("Rome") || !table.Responded("Pontus") || !slices.Equal(table.Record().Asked[0].Heard, rec.Asked[0].Heard) {
		t.Errorf("heard from %v, kept %v", rec.Asked[0].Heard, table.Record().Asked[0].Heard)
	}
}

// A rule case has its own dice for some labels, and chance for the others.
func TestLoadedLuck(t *testing.T) {
	luck := adjudicator.Luck{Secret: []byte("s"), Loaded: func(label string, n int) (int, bool) { return n - 1, label == "mine" }}
	table := adjudicator.NewTable(luck, adjudicator.Record{})
	cards := []string{"a", "b", "c"}
	table.Shuffle("mine", len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	if d := table.Roll("mine", 6); d != 6 || strings.Join(cards, "") != "abc" {
		t.Errorf("the die is %d, and the cards are %v", d, cards)
	}
	luck.Loaded = nil
	chance := adjudicator.NewTable(luck, adjudicator.Record{})
	for range 20 {
		if a, b := table.Roll("other", 1000), chance.Roll("other", 1000); a != b {
			t.Errorf("of another label %d is thrown, and not %d", a, b)
		}
	}
}

// A listening is a phase of which the views take numbers without a sign for normal form, and read those with one.
type listening func(*adjudicator.Table)

func (listening) Phase() string                          { return "Duel" }
func (listening) View(adjudicator.Seat) adjudicator.View { return numbers{} }
func (p listening) Play(t *adjudicator.Table)            { p(t) }

type numbers struct{}

func (numbers) Check(_, answer string) error {
	if strings.Trim(answer, "0123456789") != "" {
		return errors.New("that is no number")
	}
	return nil
}

func (v numbers) Read(_, _, text string) adjudicator.Reading {
	r := adjudicator.Reading{Answer: strings.TrimPrefix(text, "+")}
	if v.Check("", r.Answer) != nil {
		r.Answer, r.Parts = "", []adjudicator.Part{{Fate: adjudicator.Refused, Quote: text, Why: "No."}}
	}
	return r
}

// Answers of an older record that are in normal form no more are read anew, and so are its requests; those of a
// record of today are taken as they are.
func TestOlderRecord(t *testing.T) {
	request := func(seat adjudicator.Seat, silent, filed string) adjudicator.Request {
		return adjudicator.Request{Seat: seat, Kind: "bid", Default: silent, Filed: filed}
	}
	kept := adjudicator.Record{Asked: []adjudicator.QuestionRecord{{
		Requests: []adjudicator.Request{request("Rome", "+0", ""), request("Pontus", "0", "+7"), request("Egypt", "0", ""), request("Gaul", "0", "")},
		Answers:  []string{"+3", "4", "five", ""}}}}
	var got []string
	play := func(rec adjudicator.Record) (*adjudicator.Table, error) {
		table := adjudicator.NewTable(luck, rec)
		got = nil
		return table, table.Run(listening(func(t *adjudicator.Table) {
			got = t.Ask(request("Rome", "0", ""), request("Pontus", "0", "7"), request("Egypt", "0", ""), request("Gaul", "0", ""))
		}))
	}
	table, err := play(kept)
	if err != nil || got != nil || len(table.Open()) != 4 {
		t.Fatalf("%q is answered, %d are asked, %v", got, len(table.Open()), err)
	}
	if was := kept.Asked[0]; was.Answers[0] != "+3" || was.Requests[0].Default != "+0" {
		t.Errorf("what was kept is changed to %+v", was)
	}
	rec := table.Record()
	if answers := rec.Asked[0].Answers; !slices.Equal(answers, []string{"3", "4", "0", ""}) || rec.Format != adjudicator.Format {
		t.Errorf("in format %d the answers are %q", rec.Format, answers)
	}
	want := []adjudicator.Rewriting{{Seat: "Rome", Kind: "bid", Was: "+3", Is: "3"},
		{Seat: "Egypt", Kind: "bid", Was: "five", Is: "0", Lost: []adjudicator.Fault{{Line: "five", Text: "No."}}}}
	if is := table.Rewritten(); !reflect.DeepEqual(is, want) {
		t.Errorf("read anew are %+v, want %+v", is, want)
	}
	rec.Asked[0].Answers[3] = "+5" // which is nobody's doing
	if table, err = play(rec); err != nil || !slices.Equal(got, []string{"3", "4", "0", "+5"}) || table.Rewritten() != nil {
		t.Errorf("the answers of today are %q, %v", got, err)
	}
	kept.Format = adjudicator.Format
	var d *adjudicator.Divergence
	if _, err = play(kept); !errors.As(err, &d) {
		t.Errorf("another request is taken for the same: %v", err)
	}
}
