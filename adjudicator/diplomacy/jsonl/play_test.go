package jsonl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator/diplomacy"
)

// A game plays itself at random through this package: what comes out for a
// phase is the next position.
type game struct {
	b     *diplomacy.Board
	r     *rand.Rand
	w     *worker
	now   position
	after next
}

// position is what a line says before its orders.
type position struct {
	Game      string            `json:"game"`
	Phase     string            `json:"phase"`
	Units     []jsonUnit        `json:"units"`
	Dislodged []jsonUnit        `json:"dislodged,omitempty"`
	Contested []string          `json:"contested,omitempty"`
	Centres   map[string]string `json:"supply_centers"`
	Orders    []string          `json:"orders"`
	open      map[string][]string
}

type jsonUnit struct {
	Power string `json:"power"`
	Type  string `json:"type"`
	Loc   string `json:"loc"`
	From  string `json:"attacker_from,omitempty"`
}

func (u jsonUnit) String() string { return u.Power + " " + u.Type + " " + u.Loc }

// next is what comes out, as far as a game goes on from it.
type next struct {
	Results   []string            `json:"results"`
	Units     []jsonUnit          `json:"next_units"`
	Dislodged []jsonUnit          `json:"next_dislodged"`
	Contested []string            `json:"next_contested"`
	Centres   map[string]string   `json:"next_supply_centers"`
	Retreats  map[string][]string `json:"retreats,omitempty"`
	Phase     string              `json:"next_phase"`
	Error     string              `json:"error"`
}

// record returns what a recorded game says about a phase.
func (n next) record() any {
	return struct {
		Results []string   `json:"results"`
		Units   []jsonUnit `json:"next_units"`
	}{n.Results, n.Units}
}

// playLines returns the lines of some phases that came up in random play, of
// movements alone if moves is set. They are written as Python writes JSON and
// carry what comes out too, as lines of recorded games do.
func playLines(t testing.TB, b *diplomacy.Board, seed uint64, n int, moves bool) []string {
	t.Helper()
	g := &game{b: b, r: rand.New(rand.NewPCG(seed, 1901)), w: newWorker(newNames(b), Options{Board: b})}
	g.begin(0)
	var lines []string
	for games := 1; len(lines) < n; {
		line := g.step(t)
		if kind := g.now.Phase[5]; kind == 'M' || !moves {
			lines = append(lines, line)
		}
		g.advance()
		if g.now.Phase[1:5] > "1906" {
			g.begin(games)
			games++
		}
	}
	return lines
}

func (g *game) begin(number int) {
	g.now = position{Game: fmt.Sprintf("random %d", number), Phase: "S1901M", Centres: map[string]string{}}
	powers := g.b.Powers()
	for _, u := range g.b.Start() {
		g.now.Units = append(g.now.Units, jsonUnit{strings.ToUpper(powers[u.Power]), u.Type.String(), g.b.Code(u.At), ""})
	}
	for p, name := range powers {
		for _, h := range g.b.Homes(diplomacy.Power(p)) {
			g.now.Centres[g.b.Code(h)] = strings.ToUpper(name)
		}
	}
}

// step orders something and returns the line, with the outcome in it.
func (g *game) step(t testing.TB) string {
	switch g.now.Phase[5] {
	case 'M':
		g.now.Orders = g.moves()
	case 'R':
		g.now.Orders = g.retreats()
	default:
		g.now.Orders = g.adjustments()
	}
	line := marshal(g.now)
	var n next
	if err := json.Unmarshal(resolveLine(g.w, line), &n); err != nil || n.Error != "" {
		t.Fatalf("%s: %v %s", line, err, n.Error)
	}
	g.after = n
	return strings.TrimSuffix(line, "}") + ", " + strings.TrimPrefix(marshal(n.record()), "{")
}

// resolveLine has a worker resolve a line.
func resolveLine(w *worker, line string) []byte {
	w.out = w.out[:0]
	w.line(1, []byte(line+"\n"))
	return w.out
}

// advance goes to the position that came out.
func (g *game) advance() {
	n := g.after
	g.now = position{
		Game: g.now.Game, Phase: n.Phase, Units: n.Units, Dislodged: n.Dislodged,
		Contested: n.Contested, Centres: n.Centres, open: n.Retreats,
	}
}

// marshal writes JSON as Python does, with a space behind commas and colons.
func marshal(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	var out bytes.Buffer
	inside := false
	for _, c := range text {
		out.WriteByte(c)
		if c == '"' {
			inside = !inside
		} else if !inside && (c == ',' || c == ':') {
			out.WriteByte(' ')
		}
	}
	return out.String()
}

func (g *game) moves() []string {
	goals := make([]diplomacy.Loc, len(g.now.Units))
	for i, u := range g.now.Units {
		goals[i] = diplomacy.NoLoc
		if reach := g.reach(u); g.r.IntN(10) < 8 && len(reach) > 0 {
			goals[i] = reach[g.r.IntN(len(reach))]
		}
	}
	var orders []string
	for i, u := range g.now.Units {
		order := u.String() + " H"
		switch {
		case g.r.IntN(3) == 0:
			if s, ok := g.support(i, goals); ok {
				order = s
			}
		case g.r.IntN(5) == 0 && u.Type == "F" && g.terrain(u) == diplomacy.Sea:
			if c, ok := g.convoy(u, &orders); ok {
				order = c
			}
		case goals[i] != diplomacy.NoLoc:
			order = u.String() + " - " + g.b.Code(goals[i])
		}
		orders = append(orders, order)
	}
	return orders
}

func (g *game) terrain(u jsonUnit) diplomacy.Terrain { return g.b.Terrain(g.b.Lookup(u.Loc)) }

func (g *game) reach(u jsonUnit) []diplomacy.Loc {
	t := diplomacy.Army
	if u.Type == "F" {
		t = diplomacy.Fleet
	}
	return g.b.Reach(t, g.b.Lookup(u.Loc))
}

// support has unit i support what another one was to do.
func (g *game) support(i int, goals []diplomacy.Loc) (string, bool) {
	u := g.now.Units[i]
	var all []string
	near := map[diplomacy.Loc]bool{}
	for _, l := range g.reach(u) {
		near[g.b.Province(l)] = true
	}
	for j, v := range g.now.Units {
		here := g.b.Province(g.b.Lookup(v.Loc))
		if j == i {
			continue
		}
		if goals[j] == diplomacy.NoLoc && near[here] {
			all = append(all, fmt.Sprintf("%s S %s %s", u, v.Type, v.Loc))
		} else if goals[j] != diplomacy.NoLoc && near[g.b.Province(goals[j])] {
			all = append(all, fmt.Sprintf("%s S %s %s - %s", u, v.Type, v.Loc, g.b.Code(goals[j])))
		}
	}
	if len(all) == 0 {
		return "", false
	}
	return all[g.r.IntN(len(all))], true
}

// convoy has a fleet carry an army from one of its shores to another, and
// mostly the army go there too, in place of what it was ordered.
func (g *game) convoy(u jsonUnit, orders *[]string) (string, bool) {
	var shores []string
	for _, l := range g.reach(u) {
		if code := g.b.Code(g.b.Province(l)); g.b.Terrain(l) == diplomacy.Coastal && !slices.Contains(shores, code) {
			shores = append(shores, code)
		}
	}
	for _, v := range g.now.Units {
		if v.Type != "A" || !slices.Contains(shores, v.Loc) {
			continue
		}
		to := shores[g.r.IntN(len(shores))]
		if to == v.Loc {
			return "", false
		}
		for i, o := range *orders {
			if strings.HasPrefix(o, v.String()+" ") {
				(*orders)[i] = v.String() + " - " + to + []string{"", " VIA"}[g.r.IntN(2)]
			}
		}
		return fmt.Sprintf("%s C A %s - %s", u, v.Loc, to), true
	}
	return "", false
}

func (g *game) retreats() []string {
	var orders []string
	for _, u := range g.now.Dislodged {
		open := g.open(u)
		if len(open) == 0 || g.r.IntN(8) == 0 {
			orders = append(orders, u.String()+" D")
			continue
		}
		orders = append(orders, u.String()+" R "+open[g.r.IntN(len(open))])
	}
	return orders
}

func (g *game) open(u jsonUnit) []string { return g.now.open[u.Loc] }

func (g *game) adjustments() []string {
	count := map[string]int{}
	for _, p := range g.now.Centres {
		count[p]++
	}
	for _, u := range g.now.Units {
		count[u.Power]--
	}
	var orders []string
	for _, u := range g.now.Units {
		if count[u.Power] < 0 && g.r.IntN(3) == 0 {
			orders = append(orders, u.String()+" D")
		}
	}
	for _, code := range slices.Sorted(maps.Keys(g.now.Centres)) {
		power := g.now.Centres[code]
		if count[power] > 0 {
			at := g.b.Lookup(code)
			if coasts := g.b.Coasts(at); len(coasts) > 0 && g.r.IntN(2) == 0 {
				at = coasts[0]
			}
			orders = append(orders, fmt.Sprintf("%s %s %s B", power, []string{"A", "F"}[g.r.IntN(2)], g.b.Code(at)))
		}
	}
	return append(orders, "TURKEY WAIVE")
}
