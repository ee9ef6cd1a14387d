package deadman_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/diplomacy"
	"deaddrop/tier"
)

// world is a position and everybody's orders.
type world struct {
	season  string
	units   []string
	owners  map[string]string
	options map[string]string
	orders  map[string][]string // by power and, unless it is "orders", kind of question
}

// known returns every byte that a power is given of a season: its views, the reading of its answers, and what it is
// told.
func (w world) known(t *testing.T, power string) string {
	t.Helper()
	seat := adjudicator.Seat(power)
	p := position(t, w.season, w.units, w.owners)
	if len(w.options) > 0 {
		p = withOptions(t, deadman.Rules, p, w.options)
	}
	all := []any{p.View(seat)}
	got := season(t, p, func(v adjudicator.View, req adjudicator.Request) string {
		key := string(req.Seat)
		if req.Kind != "orders" {
			key += " " + req.Kind
		}
		r := v.Read(req.Kind, req.Filed, strings.Join(w.orders[key], "\n"))
		if req.Seat == seat {
			all = append(all, v, req, r)
		}
		return r.Answer
	})
	for _, e := range got.told {
		if e.To.Has(seat) {
			all = append(all, e)
		}
	}
	js, err := json.MarshalIndent(append(all, got.after.View(seat)), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(js)
}

// TestTwins compares the worlds of testdata/twins.txt: what differs between them is nothing that France
// may know.
func TestTwins(t *testing.T) {
	for name, body := range cases(t, "testdata/twins.txt") {
		t.Run(name, func(t *testing.T) {
			common, rest, _ := strings.Cut(body, "-- one\n")
			one, other, ok := strings.Cut(rest, "-- other\n")
			if !ok {
				t.Fatal("a case has a common part, -- one and -- other")
			}
			a, b := parseWorld(t, common+one), parseWorld(t, common+other)
			if x, y := a.known(t, "France"), b.known(t, "France"); x != y {
				t.Errorf("France can tell:\n%s\n%s", x, y)
			}
		})
	}
}

func parseWorld(t *testing.T, text string) world {
	t.Helper()
	w := world{season: "Fall 1902", owners: map[string]string{}, options: map[string]string{}, orders: map[string][]string{}}
	if !strings.Contains(text, "centres ") {
		w.owners["France"] = "Par"
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		power, order, isOrder := strings.Cut(line, ":")
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "":
		case word == "centres":
			power, list, _ := strings.Cut(rest, " ")
			w.owners[power] = list
		case word == "option":
			name, value, _ := strings.Cut(rest, "=")
			w.options[name] = value
		case !isOrder:
			t.Fatalf("what is %q?", line)
		default:
			w.orders[power] = append(w.orders[power], strings.TrimSpace(order))
			kind, rest, _ := strings.Cut(strings.TrimSpace(order), " ")
			if (kind == "A" || kind == "F") && !strings.Contains(power, " ") {
				at, _, _ := strings.Cut(strings.Fields(rest)[0], "-")
				w.units = append(w.units, power+" "+kind+" "+at)
			}
		}
	}
	return w
}

// Exchanging two powers, with everything they have, changes nothing for any other power that spies on neither: in no
// season does a byte tell them apart.
func TestExchangedPowersLookAlike(t *testing.T) {
	b := diplomacy.Standard()
	for seed := range uint64(tier.Pick(10, 60)) {
		r := rand.New(rand.NewPCG(seed, 3))
		w := randomWorld(b, r)
		swap := strings.NewReplacer("Germany", "Italy", "Italy", "Germany")
		twin := world{season: w.season, owners: map[string]string{}, orders: map[string][]string{}}
		for _, u := range w.units {
			twin.units = append(twin.units, swap.Replace(u))
		}
		for power, list := range w.owners {
			twin.owners[swap.Replace(power)] = list
		}
		for power, list := range w.orders {
			for _, o := range list {
				twin.orders[swap.Replace(power)] = append(twin.orders[swap.Replace(power)], swap.Replace(o))
			}
		}
		for _, power := range []string{"Austria", "England", "France", "Russia", "Turkey"} {
			if x, y := w.known(t, power), twin.known(t, power); x != y {
				t.Fatalf("seed %d: %s can tell Germany from Italy:\n%s\n%s", seed, power, x, y)
			}
		}
	}
}

func randomWorld(b *diplomacy.Board, r *rand.Rand) world {
	w := world{season: "Fall 1902", owners: map[string]string{}, orders: map[string][]string{}}
	spaces := b.Provinces()
	r.Shuffle(len(spaces), func(i, j int) { spaces[i], spaces[j] = spaces[j], spaces[i] })
	held := map[string][]string{}
	for i, at := range spaces[:40] {
		power := b.Powers()[i%7]
		kind := "A "
		if !b.CanStand(diplomacy.Army, at) {
			kind = "F "
		}
		w.units = append(w.units, power+" "+kind+b.Abbr(at))
		held[power] = append(held[power], kind+b.Abbr(at))
	}
	for i, c := range b.Centres() {
		power := b.Powers()[i%7]
		w.owners[power] += " " + b.Abbr(c)
	}
	for _, power := range b.Powers() {
		for _, u := range held[power] {
			kind, at, _ := strings.Cut(u, " ")
			from := held[b.Powers()[r.IntN(7)]]
			other := from[r.IntN(len(from))]
			switch to := b.Abbr(spaces[r.IntN(75)]); r.IntN(6) {
			case 0:
				w.orders[power] = append(w.orders[power], fmt.Sprintf("%s E %s", u, []string{"Austria", "England", "France", "Russia", "Turkey"}[r.IntN(5)]))
			case 1:
				w.orders[power] = append(w.orders[power], fmt.Sprintf("%s S %s", u, other))
			case 2:
				w.orders[power] = append(w.orders[power], fmt.Sprintf("%s DB", u))
			case 3:
				w.orders[power] = append(w.orders[power], fmt.Sprintf("%s S %s-%s", u, other, to))
			default:
				w.orders[power] = append(w.orders[power], near(b, kind+" "+at, r), u+"-"+to)
			}
		}
		w.orders[power] = append(w.orders[power], "PAS-"+b.Abbr(spaces[r.IntN(75)]))
	}
	return w
}

// Secrets of one power are told to that power alone, and only the game master gets the ledger.
func TestAudiences(t *testing.T) {
	p := position(t, "Fall 1902", []string{"France A Par", "Germany A Mun"}, nil)
	table := adjudicator.NewTable(adjudicator.Luck{}, adjudicator.Record{})
	if err := table.Run(p); err != nil {
		t.Fatal(err)
	}
	rec := table.Record()
	for i := range rec.Asked[0].Answers {
		rec.Asked[0].Answers[i] = "No orders"
	}
	table = adjudicator.NewTable(adjudicator.Luck{}, rec)
	if err := table.Run(position(t, "Fall 1902", []string{"France A Par", "Germany A Mun"}, nil)); err != nil {
		t.Fatal(err)
	}
	for _, told := range table.News() {
		for _, s := range append([]adjudicator.Seat{adjudicator.Observer}, deadman.Rules.Seats...) {
			r, isReport := told.Event.Data.(deadman.Report)
			if told.To.Has(s) != (isReport && r.Power == string(s)) {
				t.Errorf("%s gets %s of %+v: %v", s, told.Kind, told.Event.Data, told.To.Has(s))
			}
		}
	}
}
